/** My notebook of this match: a mark for each agent of the others and each zone, and a line on each player. */
import type { Notebook } from "../../lib/types";
import type { Kind } from "./view";

/** In the order in which a cell goes round. */
export const MARKS = ["open", "likely", "not"] as const;
export type Mark = (typeof MARKS)[number];
export const LONGEST_LINE = 60;

interface Page {
  /** By agent ("3A"), eight digits: a mark for each zone. */
  marks: Readonly<Record<string, string>>;
  /** By agent, the round after which its marks were set last. */
  since: Readonly<Record<string, number>>;
  /** By seat. */
  lines: Readonly<Record<string, string>>;
}

const NONE = "0".repeat(8);
const agent = (seat: number, kind: Kind): string => `${seat + 1}${kind}`;
const entries = (value: unknown): [string, unknown][] => (typeof value === "object" && value !== null && !Array.isArray(value) ? Object.entries(value) : []);
const texts = (value: unknown): Record<string, string> => Object.fromEntries(entries(value).flatMap(([key, one]) => (typeof one === "string" ? [[key, one]] : [])));
const numbers = (value: unknown): Record<string, number> => Object.fromEntries(entries(value).flatMap(([key, one]) => (typeof one === "number" ? [[key, one]] : [])));

/** What is written, whatever an older page may have left there. */
function read(notebook: Notebook | null): Page {
  return { marks: texts(notebook?.["marks"]), since: numbers(notebook?.["since"]), lines: texts(notebook?.["lines"]) };
}

export function markOf(notebook: Notebook | null, seat: number, kind: Kind, zone: number): Mark {
  return MARKS[Number(read(notebook).marks[agent(seat, kind)]?.[zone - 1] ?? 0)] ?? "open";
}

/** After which round the marks of an agent were set; null: it has none. */
export function sinceOf(notebook: Notebook | null, seat: number, kind: Kind): number | null {
  return read(notebook).since[agent(seat, kind)] ?? null;
}

export const lineOf = (notebook: Notebook | null, seat: number): string => read(notebook).lines[String(seat + 1)] ?? "";

/** The next mark of a cell: possible, suspected, not. */
export const nextMark = (mark: Mark): Mark => MARKS[(MARKS.indexOf(mark) + 1) % MARKS.length] ?? "open";

/** The notebook with one cell marked anew after a round; a row of which nothing is left leaves the notebook. */
export function withMark(notebook: Notebook | null, seat: number, kind: Kind, zone: number, mark: Mark, round: number): Notebook {
  const { marks, since } = read(notebook);
  const key = agent(seat, kind);
  const before = (marks[key] ?? NONE).padEnd(8, "0");
  const row = `${before.slice(0, zone - 1)}${MARKS.indexOf(mark)}${before.slice(zone, 8)}`;
  const [nextMarks, nextSince] = [{ ...marks, [key]: row }, { ...since, [key]: round }];
  if (row === NONE) {
    delete nextMarks[key];
    delete nextSince[key];
  }
  return { ...notebook, marks: nextMarks, since: nextSince };
}

/** The notebook without the marks of a player. */
export function withoutMarks(notebook: Notebook | null, seat: number): Notebook {
  const { marks, since } = read(notebook);
  const stays = ([key]: [string, unknown]): boolean => !key.startsWith(`${seat + 1}`) || key.length !== String(seat + 1).length + 1;
  return { ...notebook, marks: Object.fromEntries(Object.entries(marks).filter(stays)), since: Object.fromEntries(Object.entries(since).filter(stays)) };
}

export function withLine(notebook: Notebook | null, seat: number, line: string): Notebook {
  const { lines } = read(notebook);
  const next = { ...lines, [String(seat + 1)]: [...line].slice(0, LONGEST_LINE).join("") };
  if (line === "") delete next[String(seat + 1)];
  return { ...notebook, lines: next };
}
