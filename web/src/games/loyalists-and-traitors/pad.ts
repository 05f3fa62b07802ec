/** What I keep for myself in this match: whether I have looked at my role. */
import type { Table } from "../../lib/table";

type Any = Pick<Table, "notebook" | "keepNotebook">;

/** Have I looked at my role in this match, on whatever device? Then the card needs no room of its own. */
export const hasSeenRole = ({ notebook }: Any): boolean => notebook?.["role"] === "seen";

export function seeRole(table: Any): void {
  if (!hasSeenRole(table)) table.keepNotebook({ ...table.notebook, role: "seen" });
}
