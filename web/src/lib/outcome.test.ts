import { expect, test } from "vitest";
import { ranksOf, winnersOf } from "./outcome";

test("the winners of every form of outcome", () => {
  expect(winnersOf({ winner: 1, stacks: [0, 60], hands: 9 })).toEqual([1]);
  expect(winnersOf({ winner: null, stacks: [30, 30], hands: 9 })).toEqual([]);
  expect(winnersOf({ winners: [0, 2], ranks: [1, 3, 1] })).toEqual([0, 2]);
  expect(winnersOf({ ranks: [2, 1, 1] })).toEqual([1, 2]);
  expect(winnersOf({ winner: "loyalists" })).toEqual([]);
});

test("ranks by seat", () => {
  expect(ranksOf({ ranks: [2, 1, 3] }, 3)).toEqual([2, 1, 3]);
  expect(ranksOf({ winner: 0 }, 2)).toEqual([1, 2]);
  expect(ranksOf({ winner: null }, 2)).toEqual([null, null]);
});
