/** Every offer of a finished match, and what it could have made instead. */
import type { MatchFrames } from "../../lib/types";
import { couldHaveBeen, type Column } from "./view";

export interface Offer {
  /** Its number in the match, from 1. */
  n: number;
  round: number;
  seat: number;
  digits: readonly number[];
  /** Null: skipped, because nothing fitted. `lower`: the lowest number that would have stood there, when it is lower. */
  made: { column: Column; number: number; lower: number | null } | null;
}

const whole = (value: unknown): number => (typeof value === "number" ? value : 0);
const numbers = (value: unknown): number[] => (Array.isArray(value) ? value.filter((one) => typeof one === "number") : []);

/** The offers in the order in which they were made: each frame of the board with the decision that followed. */
export function offersOf({ frames }: Pick<MatchFrames, "frames">): Offer[] {
  return frames.flatMap(({ state }, index): Offer[] => {
    const decision = frames[index + 1]?.decision;
    if (state["phase"] !== "board" || !decision) return [];
    const { action, seat } = decision;
    const digits = numbers(state["offer"]);
    const offer = { n: whole(state["turns"]) + 1, round: whole(state["round"]), seat, digits };
    if (action.type !== "fill") return [{ ...offer, made: null }];
    const column: Column = action["column"] === "B" ? "B" : "A";
    const number = whole(action["number"]);
    const cells = (state["columns"] as Record<Column, unknown> | undefined)?.[column];
    return [{ ...offer, made: { column, number, lower: couldHaveBeen(digits, numbers(cells).at(-1) ?? null, number) } }];
  });
}

/** How often somebody was offered digits, and how often a lower number was possible. */
export function countOf(offers: readonly Offer[], seat: number): { all: number; lower: number } {
  const own = offers.filter((one) => one.seat === seat);
  return { all: own.length, lower: own.filter(({ made }) => made && made.lower !== null).length };
}
