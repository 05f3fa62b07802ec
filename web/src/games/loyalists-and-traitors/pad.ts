/** What I keep for myself in this match: whether I have looked at my role, and whom I take for what. */
import type { Table } from "../../lib/table";
import type { Notebook } from "../../lib/types";

type Any = Pick<Table, "notebook" | "keepNotebook">;

/** Have I looked at my role in this match, on whatever device? Then the card needs no room of its own. */
export const hasSeenRole = ({ notebook }: Any): boolean => notebook?.["role"] === "seen";

export function seeRole(table: Any): void {
  if (!hasSeenRole(table)) table.keepNotebook?.({ ...table.notebook, role: "seen" });
}

// ------------------------------------------------------------------ suspicions
export type Guess = "loyalist" | "unknown" | "traitor";
export const LONGEST_LINE = 60;

function texts(value: unknown): Record<string, string> {
  if (typeof value !== "object" || value === null || Array.isArray(value)) return {};
  return Object.fromEntries(Object.entries(value).flatMap(([key, one]) => (typeof one === "string" ? [[key, one]] : [])));
}

export function guessOf(notebook: Notebook | null, seat: number): Guess {
  const said = texts(notebook?.["guesses"])[String(seat + 1)];
  return said === "loyalist" || said === "traitor" ? said : "unknown";
}

export const lineOf = (notebook: Notebook | null, seat: number): string => texts(notebook?.["lines"])[String(seat + 1)] ?? "";

function having(notebook: Notebook | null, part: "guesses" | "lines", seat: number, value: string): Notebook {
  const next = { ...texts(notebook?.[part]), [String(seat + 1)]: value };
  if (value === "") delete next[String(seat + 1)];
  return { ...notebook, [part]: next };
}

export const withGuess = (notebook: Notebook | null, seat: number, guess: Guess): Notebook => having(notebook, "guesses", seat, guess === "unknown" ? "" : guess);
export const withLine = (notebook: Notebook | null, seat: number, line: string): Notebook => having(notebook, "lines", seat, [...line].slice(0, LONGEST_LINE).join(""));

/** Of those whom I took for traitors, how many were; null: I took nobody for one. */
export function guessed(notebook: Notebook | null, traitors: readonly number[], players: number): { right: number; of: number } | null {
  const taken = Array.from({ length: players }, (_, seat) => seat).filter((seat) => guessOf(notebook, seat) === "traitor");
  return taken.length === 0 ? null : { right: taken.filter((seat) => traitors.includes(seat)).length, of: taken.length };
}
