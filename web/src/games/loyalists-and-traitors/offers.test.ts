import { expect, test } from "vitest";
import type { Action, Json, MatchFrames } from "../../lib/types";
import { countOf, offersOf } from "./offers";

type Frame = MatchFrames["frames"][number];
const frame = (state: Record<string, Json>, decision: { seat: number; action: Action } | null): Frame => ({
  state: { phase: "board", round: 1, turns: 0, offer: [5, 0, 2, 9], columns: { A: [37], B: [] }, ...state },
  actors: [],
  events: [],
  decision: decision && { ...decision, by: "person", time: 0 },
});

test("every offer stands beside the number that it made, with the lowest that would have stood in the same cell", () => {
  const frames = [
    frame({}, null),
    frame({ turns: 1, offer: [9, 9, 0, 4], columns: { A: [37, 250], B: [] } }, { seat: 4, action: { type: "fill", column: "A", number: 250 } }),
    frame({ turns: 2, round: 2, offer: [0, 0, 0, 1], columns: { A: [37, 250], B: [4] } }, { seat: 7, action: { type: "fill", column: "B", number: 4 } }),
    frame({ turns: 3, round: 2, offer: [0, 1, 1, 1] }, { seat: 4, action: { type: "skip" } }),
    frame({ phase: "elect", offer: null }, { seat: 7, action: { type: "fill", column: "A", number: 111 } }),
    frame({ phase: "elect", offer: null }, { seat: 1, action: { type: "vote", for: 2 } }),
  ];
  const offers = offersOf({ frames });
  expect(offers).toEqual([
    { n: 1, round: 1, seat: 4, digits: [5, 0, 2, 9], made: { column: "A", number: 250, lower: 50 } },
    { n: 2, round: 1, seat: 7, digits: [9, 9, 0, 4], made: { column: "B", number: 4, lower: 0 } },
    { n: 3, round: 2, seat: 4, digits: [0, 0, 0, 1], made: null },
    { n: 4, round: 2, seat: 7, digits: [0, 1, 1, 1], made: { column: "A", number: 111, lower: 101 } },
  ]);
  expect(countOf(offers, 4)).toEqual({ all: 2, lower: 1 });
  expect(countOf(offers, 7)).toEqual({ all: 2, lower: 2 });
});
