/** The view and the actions of Indian Poker, and what can be read out of them. */
import type { LoggedEvent } from "../../lib/table";
import type { Options } from "../../lib/types";

/** A finished hand: a card is null where it stays hidden from me. */
export interface Hand {
  hand: number;
  how: "show" | "fold" | "foul";
  cards: readonly (number | null)[];
  winner: number | null;
  pot: number;
  penalty: number;
}

export interface View {
  phase: "bet" | "over";
  hand: number;
  leader: number;
  turn: number | null;
  stacks: readonly number[];
  bets: readonly number[];
  carried: number;
  /** By player the rank on the forehead; null: hidden from me. Null as a whole when the match is over. */
  cards: readonly (number | null)[] | null;
  deck_left: number;
  last: Hand | null;
  /** Hands finished since the last decision. */
  since: readonly Hand[];
  /** Ranks of the cards that I have seen since the last shuffle, sorted. */
  seen: readonly number[];
}

export type Act = { type: "raise"; to: number } | { type: "call" } | { type: "fold" } | { type: "foul" };

export const at = (list: readonly number[], seat: number): number => list[seat] ?? 0;
export const number = (options: Readonly<Options>, name: string, otherwise: number): number => (typeof options[name] === "number" ? options[name] : otherwise);

/** Both bets and what was carried. */
export const pot = (view: View): number => at(view.bets, 0) + at(view.bets, 1) + view.carried;

/** All chips that a player could have in this hand's bet. */
export const reach = (view: View, seat: number): number => at(view.bets, seat) + at(view.stacks, seat);

/** The lowest and the highest total that I may raise to, or null when I may not raise. */
export function raises(legal: readonly Act[]): { min: number; max: number } | null {
  const totals = legal.flatMap((action) => (action.type === "raise" ? [action.to] : []));
  if (totals.length === 0) return null;
  return { min: totals.reduce((a, b) => Math.min(a, b)), max: totals.reduce((a, b) => Math.max(a, b)) };
}

/** Whose chips end the raises (IP-5). */
export function limitedBy(view: View, me: number): "me" | "other" | "both" {
  const mine = reach(view, me);
  const others = reach(view, 1 - me);
  return mine === others ? "both" : mine < others ? "me" : "other";
}

export interface Preset {
  kind: "least" | "pot" | "most";
  to: number;
}

/** Totals worth one tap: the least, one pot more than a call, the most. Equal ones are shown once. */
export function presets(view: View, me: number, { min, max }: { min: number; max: number }): Preset[] {
  const theirs = at(view.bets, 1 - me);
  const potSized = theirs + pot(view) + (theirs - at(view.bets, me));
  const all: Preset[] = [{ kind: "least", to: min }];
  if (potSized > min && potSized < max) all.push({ kind: "pot", to: potSized });
  if (max > min) all.push({ kind: "most", to: max });
  return all;
}

/** Piles that show a number of chips: full tens, then the rest; at most `most` piles (the number stands beside them). */
export function piles(chips: number, most = 4): ("pile-1" | "pile-3" | "pile-6" | "pile-10")[] {
  const tens = Array.from({ length: Math.min(most, Math.floor(chips / 10)) }, () => "pile-10" as const);
  const rest = chips % 10;
  if (rest === 0 || tens.length >= most) return tens;
  return [rest < 3 ? "pile-1" : rest < 6 ? "pile-3" : "pile-6", ...tens];
}

/** For each rank how many of its copies I have seen since the last shuffle. */
export function tally(view: View, options: Readonly<Options>): { rank: number; seen: number; copies: number }[] {
  const copies = number(options, "copies", 2);
  return Array.from({ length: number(options, "ranks", 10) }, (_, index) => ({
    rank: index + 1,
    seen: view.seen.filter((rank) => rank === index + 1).length,
    copies,
  }));
}

/** A finished hand with the events that told it: the steps of the showdown. */
export interface Told {
  hand: Hand;
  events: LoggedEvent[];
}

const STEPS: readonly string[] = ["called", "showdown", "all_in", "won", "tied", "folded", "fouled", "penalty", "split", "broke"];
const ENDS: readonly string[] = ["won", "tied", "folded", "fouled"];

/** The hands that the latest events finished, each with its events in order. */
export function finished(fresh: readonly LoggedEvent[], view: View): Told[] {
  const groups: LoggedEvent[][] = [];
  let open: LoggedEvent[] = [];
  for (const told of fresh) {
    const { event } = told;
    if (!STEPS.includes(event.type)) continue;
    // What follows the end of a hand (penalty, split, broke) still belongs to it.
    if (["called", "showdown", "all_in"].includes(event.type) || open.length === 0 || ENDS.includes(event.type)) {
      const isNew = open.length === 0 || open.some((one) => ENDS.includes(one.event.type));
      if (isNew) groups.push((open = []));
    }
    open.push(told);
  }
  const ended = groups.filter((group) => group.some(({ event }) => ENDS.includes(event.type)));
  const hands = view.since.slice(-ended.length);
  if (hands.length !== ended.length) return [];
  return ended.flatMap((events, index) => {
    const hand = hands[index];
    return hand ? [{ hand, events }] : [];
  });
}

/** What a hand brought to a player: the pot and the penalty to the winner. Null: nothing changed hands. */
export const gain = (hand: Hand): number | null => (hand.winner === null ? null : hand.pot + hand.penalty);
