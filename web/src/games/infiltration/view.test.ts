import { describe, expect, test } from "vitest";
import { announced, caughtIn, country, declarations, findMove, finished, homes, inGame, lines, ownAtRisk, pastRounds, standings, steps, type Act, type View } from "./view";

const view = (changed: Partial<View> = {}): View => ({
  phase: "move", round: 3, leader: 2, candidates: null, ballot: null, pieces: [{ A: 4, B: 8 }, null, null], arrested: [[1, "A"]], points: [2, null, null],
  counts: [0, 2, 1, 0, 1, 0, 1, 1], counts_round: 0, declared: null, last_patrol: { zone: 3, shown: [[1, "A"], [2, "B"]] }, round_total: 2, round_points: [1, null, null],
  tally: null, committed: [null, null, null], censuses: [{ round: 0, counts: [0, 2, 1, 0, 1, 0, 1, 1] }], paths: [[{ round: 0, A: 2, B: 7 }, { round: 1, A: 3, B: 7 }, { round: 2, A: 4, B: 8 }], null, null],
  ledger: [
    { round: 1, leader: 0, declared: [1, 0, 2], zone: null, shown: [], arrested: [], total: 3, points: null },
    { round: 2, leader: 1, declared: [1, 1, 0], zone: 3, shown: [[1, "A"], [2, "B"]], arrested: [[1, "A"]], total: 2, points: null },
  ],
  ...changed,
});
const moves = (a: number[], b: number[], declare: (number | undefined)[] = [undefined]): Act[] =>
  a.flatMap((A) => b.flatMap((B) => declare.map((n): Act => (n === undefined ? { type: "move", A, B } : { type: "move", A, B, declare: n }))));

test("countries", () => expect([1, 2, 3, 4, 5, 6, 7, 8].map(country).join("")).toBe("AABBAABB"));

describe("moves", () => {
  test("the switch of an agent: abroad it scores, beyond the edge there is nothing", () => {
    const legal = moves([-1, 0, 1], [-1, 0]);
    expect(steps({ A: 4, B: 8 }, "A", legal)?.map((one) => [one.zone, one.scores, one.isPossible])).toEqual([[3, true, true], [4, true, true], [5, false, true]]);
    expect(steps({ A: 4, B: 8 }, "B", legal)?.map((one) => [one.zone, one.isPossible])).toEqual([[7, true], [8, true], [null, false]]);
  });
  test("an arrested agent has no switch", () => expect(steps({ A: null, B: 8 }, "A", moves([0], [-1, 0]))).toBeNull());
  test("the composed move is one of the legal ones", () => {
    expect(findMove(moves([0, 1], [0]), 1, 0, null)).toEqual({ type: "move", A: 1, B: 0 });
    expect(findMove(moves([0], [0]), 1, 0, null)).toBeUndefined();
    expect(findMove(moves([0, 1], [0], [0, 1, 2]), 1, 0, 2)).toEqual({ type: "move", A: 1, B: 0, declare: 2 });
  });
  test("declarations only under bluff", () => {
    expect(declarations(moves([0], [0]))).toEqual([]);
    expect(declarations(moves([0], [0, 1], [0, 1]))).toEqual([0, 1]);
  });
  test("homes", () => expect(homes([{ type: "place", A: 1, B: 3 }, { type: "place", A: 2, B: 3 }], "A")).toEqual([1, 2]));
});

test("a patrol arrests my own agents abroad, not those at home", () => {
  expect(ownAtRisk({ A: 4, B: 4 }, 4)).toEqual(["A"]);
  expect(ownAtRisk({ A: 4, B: 4 }, 5)).toEqual([]);
  expect(ownAtRisk(null, 5)).toEqual([]);
});

test("who is in the game, and when it was arrested", () => {
  expect(inGame(view(), 1)).toEqual(["B"]);
  expect(caughtIn(view(), 1, "A")).toBe(2);
  expect(caughtIn(view(), 0, "A")).toBeNull();
});

describe("the ledger", () => {
  test("newest first; the round in play on top", () => {
    const [now, last, first] = lines(view(), 3);
    expect(now).toMatchObject({ round: 3, leader: 2, isNow: true, patrol: "pending", declared: [null, null, null], total: null });
    expect(last).toMatchObject({ round: 2, patrol: "found", zone: 3, finds: [{ piece: [1, "A"], caught: true }, { piece: [2, "B"], caught: false }], total: 2 });
    expect(first).toMatchObject({ round: 1, patrol: "none" });
  });
  test("in the patrol the round in play is already in it", () => {
    const patrol = view({ phase: "patrol", ledger: [...view().ledger, { round: 3, leader: 2, declared: [0, 1, 1], zone: null, shown: [], arrested: [], total: null, points: null }] });
    expect(lines(patrol, 3).map((one) => [one.round, one.isNow])).toEqual([[3, true], [2, false], [1, false]]);
    expect(finished(patrol)?.round).toBe(2);
  });
  test("nobody was there", () => {
    const empty = view({ ledger: [{ round: 1, leader: 0, declared: [0, 0, 0], zone: 5, shown: [], arrested: [], total: 0, points: null }] });
    expect(lines(empty, 3)[1]?.patrol).toBe("nobody");
  });
  test("announced points", () => expect(announced(view())).toBe(5));
});

test("at the end everybody's past; the arrested stand where they were caught", () => {
  const over = view({ phase: "over", paths: [[{ round: 2, A: 4, B: 8 }], [{ round: 2, A: 3, B: 7 }], [{ round: 2, A: 1, B: 3 }]] });
  expect(pastRounds(over)).toEqual([2]);
  expect(standings(over, 2)[2]).toEqual([
    { seat: 1, kind: "A", isAbroad: true, isCaught: true },
    { seat: 2, kind: "B", isAbroad: false, isCaught: false },
  ]);
});
