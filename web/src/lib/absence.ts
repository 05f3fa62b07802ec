/** What happened while nobody looked at this page: from the last thing seen until the return. Pure. */
import type { GameEvent, Item, Moment } from "./types";

export interface Absence {
  /** The number of the last item that was seen. */
  after: number;
  /** When somebody looked again, by the server's clock; null: nobody does yet. */
  until: Moment | null;
}

/** The page is looked at no more. */
export function leave(lastSeen: number): Absence {
  return { after: lastSeen, until: null };
}

/** The page is looked at again. */
export function comeBack(absence: Absence | null, now: Moment): Absence | null {
  return absence && { ...absence, until: now };
}

/** What happened meanwhile, also when it only arrived after the return. One thing alone is on the screen anyway: nothing. */
export function missed(log: readonly Item[], absence: Absence | null): readonly Item[] {
  if (!absence || absence.until === null) return [];
  const { after, until } = absence;
  const items = log.filter(({ n, time }) => n > after && time <= until);
  return items.length > 1 ? items : [];
}

export interface Group {
  /** The round, hand or lap; null: before the first. */
  mark: number | null;
  items: readonly Item[];
}

/** Items of a log by round: each belongs to the last mark before it. */
export function byRound(log: readonly Item[], items: readonly Item[], markOf: (event: GameEvent) => number | null): Group[] {
  const wanted = new Set(items.map(({ n }) => n));
  const groups: { mark: number | null; items: Item[] }[] = [];
  let mark: number | null = null;
  for (const item of log) {
    if (item.event) mark = markOf(item.event) ?? mark;
    if (!wanted.has(item.n)) continue;
    const last = groups.at(-1);
    if (last?.mark === mark) last.items.push(item);
    else groups.push({ mark, items: [item] });
  }
  return groups;
}

// ------------------------------------------------------------ across a reload
/** Rooms whose last seen item is remembered. */
const MOST = 20;
/** By room: match and number. Nothing else is kept. */
type Seen = readonly (readonly [code: string, match: number, n: number])[];

function read(text: string | null): Seen {
  try {
    const given: unknown = JSON.parse(text ?? "[]");
    const fits = (one: unknown): boolean => Array.isArray(one) && one.length === 3 && typeof one[0] === "string" && typeof one[1] === "number" && typeof one[2] === "number";
    return Array.isArray(given) ? (given.filter(fits) as unknown as Seen) : [];
  } catch {
    return [];
  }
}

/** What to remember: this room first, the longest unseen forgotten. */
export function withSeen(text: string | null, code: string, match: number, n: number): string {
  return JSON.stringify([[code, match, n], ...read(text).filter(([other]) => other !== code)].slice(0, MOST));
}

/** The last item of a match that this browser has seen; null: it has seen none. */
export function seenOf(text: string | null, code: string, match: number): number | null {
  return read(text).find(([one, number]) => one === code && number === match)?.[2] ?? null;
}
