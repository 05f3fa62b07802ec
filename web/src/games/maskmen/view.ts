/** The view and the actions of Maskmen, and what can be read out of them. */
import type { LoggedEvent } from "../../lib/table";
import type { GameEvent, Options } from "../../lib/types";

export const WRESTLERS = ["blue", "pink", "green", "orange", "grey", "red"] as const;
export type Wrestler = (typeof WRESTLERS)[number];
export type Counts = Readonly<Record<Wrestler, number>>;
/** [a, b]: a is stronger than b. */
export type Pair = readonly [Wrestler, Wrestler];

export interface Play {
  player: number;
  wrestler: Wrestler;
  count: number;
}

export interface View {
  phase: "play" | "over";
  season: number;
  /** By player; null: hidden from me. */
  hands: readonly (Counts | null)[];
  hand_sizes: readonly number[];
  aside: number;
  /** Cards played of each wrestler in this season. */
  played: Counts;
  /** All pairs of the closed order. */
  stronger: readonly Pair[];
  debuted: readonly Wrestler[];
  /** The round's plays in order. */
  table: readonly Play[];
  passed: readonly number[];
  out: readonly number[];
  host: number;
  turn: number | null;
  points: readonly number[];
  season_wins: readonly number[];
}

export type Act = { type: "play"; wrestler: Wrestler; count: number } | { type: "pass" };

export const MOST = 3;

// ------------------------------------------------------------------ the order
export const beats = (pairs: readonly Pair[], a: Wrestler, b: Wrestler): boolean => pairs.some(([x, y]) => x === a && y === b);
export const below = (pairs: readonly Pair[], a: Wrestler): Wrestler[] => WRESTLERS.filter((b) => beats(pairs, a, b));
export const above = (pairs: readonly Pair[], b: Wrestler): Wrestler[] => WRESTLERS.filter((a) => beats(pairs, a, b));

/** The relations that all others follow from: a over b with nobody between. */
export function covers(pairs: readonly Pair[]): Pair[] {
  return pairs.filter(([a, b]) => !WRESTLERS.some((c) => beats(pairs, a, c) && beats(pairs, c, b)));
}

/** Wrestlers without any relation. */
export const loose = (pairs: readonly Pair[]): Wrestler[] => WRESTLERS.filter((w) => !pairs.some((pair) => pair.includes(w)));

/** Chains, strongest first, that together name every relation; the longest first. */
export function chains(pairs: readonly Pair[]): Wrestler[][] {
  const edges = covers(pairs);
  const missing = new Set(edges.map(([a, b]) => `${a} ${b}`));
  const isMissing = (a: Wrestler | undefined, b: Wrestler | undefined): boolean => missing.has(`${a} ${b}`);
  const found: Wrestler[][] = [];

  /** All ways down from a wrestler to one that beats nobody. */
  const ways = (from: Wrestler): Wrestler[][] => {
    const next = edges.filter(([a]) => a === from).map(([, b]) => b);
    return next.length === 0 ? [[from]] : next.flatMap((b) => ways(b).map((way) => [from, ...way]));
  };
  const tops = WRESTLERS.filter((w) => above(pairs, w).length === 0 && below(pairs, w).length > 0);
  const all = tops.flatMap(ways);
  const worth = (way: Wrestler[]): number => way.slice(1).filter((b, index) => isMissing(way[index], b)).length;
  while (missing.size > 0) {
    const best = all.reduce((a, b) => (worth(b) > worth(a) || (worth(b) === worth(a) && b.length > a.length) ? b : a));
    // What is told already at either end need not be told again.
    let [from, to] = [0, best.length - 1];
    while (from < to - 1 && !isMissing(best[from], best[from + 1])) from += 1;
    while (to > from + 1 && !isMissing(best[to - 1], best[to])) to -= 1;
    const chain = best.slice(from, to + 1);
    chain.slice(1).forEach((b, index) => missing.delete(`${chain[index]} ${b}`));
    found.push(chain);
  }
  return found.sort((a, b) => b.length - a.length);
}

/** Relations that come when `a` becomes stronger than `b`: itself first, then all that follows. */
export function gained(pairs: readonly Pair[], a: Wrestler, b: Wrestler): Pair[] {
  const upper = [a, ...above(pairs, a)];
  const lower = [b, ...below(pairs, b)];
  return upper.flatMap((x) => lower.flatMap((y) => (beats(pairs, x, y) ? [] : [[x, y] as const])));
}

/** The same, said shortly: who passes whom. Those who pass the same are named together. */
export function inGroups(pairs: readonly Pair[]): { over: Wrestler[]; under: Wrestler[] }[] {
  const groups: { over: Wrestler[]; under: Wrestler[] }[] = [];
  for (const w of WRESTLERS) {
    const under = pairs.filter(([a]) => a === w).map(([, b]) => b);
    if (under.length === 0) continue;
    const same = groups.find((group) => group.under.length === under.length && group.under.every((b) => under.includes(b)));
    if (same) same.over.push(w);
    else groups.push({ over: [w], under });
  }
  return groups;
}

/** The relation that a wrestler would come into if it were played now; null: none that is new. */
export function wouldMake(view: View, w: Wrestler | undefined): Pair | null {
  const top = view.table.at(-1)?.wrestler;
  return w && top && w !== top && !beats(view.stronger, w, top) ? [w, top] : null;
}

/** Pairs that the latest play made. */
export function latest(events: readonly LoggedEvent[]): Pair[] {
  const found: Pair[] = [];
  for (const { event } of [...events].reverse()) {
    if (event.type === "played" || event.type === "opened" || event.type === "season") break;
    if (event.type === "stronger") for (const weaker of event["weaker"] as Wrestler[]) found.push([event["wrestler"] as Wrestler, weaker]);
  }
  return found;
}

// ------------------------------------------------------------------ prices
/** What a wrestler costs now: at least `need` cards, at most `most`; 0: it cannot be played at all. */
export interface Price {
  kind: "new" | "known" | "unrelated" | "stronger" | "weaker" | "same";
  need: number;
  most: number;
}

/** The price of a wrestler over what lies on the table (MM-6, MM-7). */
export function price(view: View, w: Wrestler, options: Readonly<Options>): Price {
  const top = view.table.at(-1);
  if (!top) {
    const isKnown = options["opening"] === "ranked" ? view.stronger.some((pair) => pair.includes(w)) : view.debuted.includes(w);
    return { kind: isKnown ? "known" : "new", need: 1, most: isKnown ? MOST : 1 };
  }
  if (top.wrestler === w) return { kind: "same", need: 0, most: 0 };
  if (beats(view.stronger, top.wrestler, w)) return { kind: "weaker", need: 0, most: 0 };
  if (beats(view.stronger, w, top.wrestler)) return { kind: "stronger", need: top.count, most: top.count };
  return { kind: "unrelated", need: top.count + 1, most: top.count + 1 };
}

/** How many cards of a wrestler the legal actions allow; empty: none. */
export const countsOf = (legal: readonly Act[], w: Wrestler): number[] =>
  legal.flatMap((action) => (action.type === "play" && action.wrestler === w ? [action.count] : [])).sort((a, b) => a - b);

// ------------------------------------------------------------------ seasons
export interface SeasonResult {
  season: number;
  /** By player what the season brought; null: nothing (neither first two nor last). */
  points: (number | null)[];
}

/** What each finished or running season has brought, from the events. */
export function seasons(events: readonly LoggedEvent[], players: number): SeasonResult[] {
  const found: SeasonResult[] = [];
  for (const { event } of events) {
    if (event.type === "season") found.push({ season: event["season"] as number, points: Array.from({ length: players }, () => null) });
    const now = found.at(-1);
    if (!now) continue;
    if (event.type === "out" && (event["points"] as number) > 0) now.points[event["player"] as number] = event["points"] as number;
    if (event.type === "held") now.points[event["player"] as number] = -1;
  }
  return found;
}

/** The season that has just ended, while nobody has played in the new one. */
export function justEnded(events: readonly LoggedEvent[], players: number): SeasonResult | null {
  for (const { event } of [...events].reverse()) {
    if (event.type === "opened" || event.type === "played") return null;
    if (event.type === "season") return seasons(events, players).at(-2) ?? null;
  }
  return null;
}

/** The last play of the round before, when the table is empty. */
export function lastRound(events: readonly LoggedEvent[]): Play | null {
  for (const { event } of [...events].reverse()) {
    if (event.type === "season") return null;
    if (event.type === "played" || event.type === "opened") return { player: event["player"] as number, wrestler: event["wrestler"] as Wrestler, count: event["count"] as number };
  }
  return null;
}

/** The number of the running round in its season. */
export function round(events: readonly LoggedEvent[]): number {
  let count = 1;
  for (const { event } of events) {
    if (event.type === "season") count = 1;
    if (event.type === "host") count += 1;
  }
  return count;
}

/** Has this event's season number, for the mark before log lines. */
export const seasonOf = (event: GameEvent): number | null => (event.type === "season" && typeof event["season"] === "number" ? event["season"] : null);

/** +2, 0, −1 as signs. */
export const signed = (n: number): string => (n > 0 ? `+${n}` : n < 0 ? `−${-n}` : "0");
