/** The tables by game id. Each is loaded when its match is opened; a game without one gets the generic table. */
import type { TableModule } from "../lib/table";

type Loader = () => Promise<{ default: TableModule }>;

// Every folder games/<game id>/ with an index.ts is a table.
const found = import.meta.glob<{ default: TableModule }>("./*/index.ts");

/** The table of a game: its own, or the generic one for games from outside. */
export async function loadTable(game: string): Promise<TableModule> {
  const own: Loader | undefined = found[`./${game}/index.ts`];
  const generic = found["./generic/index.ts"];
  const load = own ?? generic;
  if (!load) throw new Error("games/generic/index.ts is missing.");
  return (await load()).default;
}
