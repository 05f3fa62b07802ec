import { describe, expect, test } from "vitest";
import type { LoggedEvent } from "../../lib/table";
import { bounds, built, cells, couldHaveBeen, history, latest, lowest, numbersOf, placesOf, settle, turnNumber, turnsUntil, verdict, votes, type Act, type View } from "./view";

const options = { first_cell: "one_digit", limit: 1000 };
const view = (changed: Partial<View> = {}): View => ({
  phase: "board", round: 2, traitors: null, order: [2, 7, 8, 1, 5, 3, 0, 6, 4], turn: 0, offer: [5, 0, 2, 9], offer_before: null, turns: 14,
  columns: { A: [0, 2, 37], B: [1, 203] }, filled_by: { A: [2, 8, 1], B: [7, 5] }, jailed: [3, 6], king: 1, candidates: null, ballot: null, tally: null,
  broken: false, winner: null, tokens: [], nominee: null, death_match: [], role: "loyalist", vote: null, ...changed,
});
const told = (...events: [string, Record<string, number | number[] | string>?][]): LoggedEvent[] => events.map(([type, values], n) => ({ n, event: { type, clause: "", ...values } }));

/** Every number of the offer that fits by LT-5 to LT-7, as the room would list them. */
const legal = (now: View): Act[] =>
  (["A", "B"] as const).flatMap((column) =>
    numbersOf(now.offer ?? []).filter((number) => number > (now.columns[column].at(-1) ?? -1) && String(number).length <= bounds(now, column, options).digits).map((number): Act => ({ type: "fill", column, number })),
  );

describe("what a column takes", () => {
  test("more than the cell below, one digit more at most", () => {
    expect(bounds(view(), "A", options)).toEqual({ isFull: false, below: 37, digits: 3, left: 963 });
    expect(bounds(view(), "B", options)).toEqual({ isFull: false, below: 203, digits: 4, left: 797 });
  });
  test("a first cell takes one digit, or any by option", () => {
    const empty = view({ columns: { A: [], B: [1] }, filled_by: { A: [], B: [0] } });
    expect(bounds(empty, "A", options)).toMatchObject({ below: null, digits: 1 });
    expect(bounds(empty, "A", { ...options, first_cell: "any" })).toMatchObject({ below: null, digits: 4 });
  });
  test("fifteen cells are a full column", () => expect(bounds(view({ columns: { A: Array.from({ length: 15 }, (_, i) => i), B: [] } }), "A", options).isFull).toBe(true));
});

describe("the verdict", () => {
  const at = (places: number[], column: "A" | "B"): unknown => verdict(view(), options, legal(view()), places, column);
  test("nothing built yet", () => expect(at([], "A")).toEqual({ kind: "idle" }));
  test("50 fits A and not B", () => {
    expect(at([0, 1], "A")).toMatchObject({ kind: "fits", number: 50, rise: 13, action: { type: "fill", column: "A", number: 50 } });
    expect(at([0, 1], "B")).toEqual({ kind: "low" });
  });
  test("no leading zero", () => expect(at([1, 0], "A")).toEqual({ kind: "zero" }));
  test("too many digits", () => expect(at([2, 3, 0, 1], "A")).toEqual({ kind: "long" }));
  test("over the limit", () => expect(at([2, 3, 0, 1], "B")).toMatchObject({ kind: "breaks", number: 2950 }));
  test("what is not among the legal actions is no button", () => expect(verdict(view(), options, [], [0, 1], "A")).toEqual({ kind: "other" }));
  test("a full column", () => {
    const full = view({ columns: { A: Array.from({ length: 15 }, (_, i) => i), B: [] } });
    expect(verdict(full, options, [], [0], "A")).toEqual({ kind: "full" });
  });
});

test("the number goes to the picked column if it can, else to the one that takes it", () => {
  const says = (places: number[]) => ({ A: verdict(view(), options, legal(view()), places, "A"), B: verdict(view(), options, legal(view()), places, "B") });
  expect(settle(says([0, 1]), "B")).toBe("A");
  expect(settle(says([3, 2, 0]), "B")).toBe("B");
  expect(settle(says([3, 2, 0]), null)).toBe("A");
  expect(settle(says([1, 0]), "A")).toBeNull();
});

test("the places of a number's digits", () => {
  expect(placesOf([5, 0, 5, 9], 559)).toEqual([0, 2, 3]);
  expect(placesOf([5, 0, 5, 9], 0)).toEqual([1]);
  expect(placesOf([5, 0, 5, 9], 7)).toEqual([]);
});

test("numbers are built from the places of the offer", () => {
  expect(built([5, 0, 2, 9], [])).toBeNull();
  expect(built([5, 0, 2, 9], [1])).toBe(0);
  expect(built([5, 0, 2, 9], [3, 1, 0])).toBe(905);
});

test("an offer's numbers have no leading zero", () => {
  expect(numbersOf([0, 0, 0, 7])).toEqual([0, 7, 70, 700, 7000]);
  expect(numbersOf([1, 2, 3, 4])).toHaveLength(64);
});

test("could have gone lower", () => {
  expect(couldHaveBeen([5, 0, 2, 9], 37, 205)).toBe(50);
  expect(couldHaveBeen([5, 0, 2, 9], 37, 50)).toBeNull();
  expect(couldHaveBeen([5, 0, 2, 9], null, 5)).toBe(0);
});

test("the clock takes the lowest number", () => expect(lowest(legal(view()))).toMatchObject({ column: "A", number: 50 }));

describe("the past of the cells", () => {
  const events = told(["round", { round: 1 }], ["filled", { player: 8, column: "A", number: 2 }], ["filled", { player: 7, column: "B", number: 1 }], ["round", { round: 2 }], ["filled", { player: 1, column: "A", number: 37 }], ["filled", { player: 5, column: "B", number: 203 }]);
  test("rounds by events; what was there before has none", () => {
    expect(cells(view(), events).A).toEqual([
      { number: 0, seat: 2, round: null, rise: null },
      { number: 2, seat: 8, round: 1, rise: 2 },
      { number: 37, seat: 1, round: 2, rise: 35 },
    ]);
  });
  test("the latest number of each", () => {
    const found = latest(view(), events);
    expect(found[1]).toEqual({ column: "A", number: 37, rise: 35 });
    expect(found[2]).toEqual({ column: "A", number: 0, rise: null });
    expect(found[0]).toBeNull();
  });
});

test("turns of a round leave out the jailed", () => {
  expect(turnNumber(view())).toEqual({ turn: 6, of: 7 });
  expect(turnsUntil(view({ turn: 8 }), 0)).toBe(3);
  expect(turnsUntil(view({ turn: 4 }), 0)).toBeNull();
  expect(turnsUntil(view({ turn: 8 }), 3)).toBeNull();
});

test("votes, most first", () => expect(votes([0, 2, 4, 0, 2])).toEqual([{ seat: 2, votes: 4 }, { seat: 1, votes: 2 }, { seat: 4, votes: 2 }]));

describe("history", () => {
  test("round, king, jail, round, broken line", () => {
    const beads = history(
      told(["round", { round: 1 }], ["filled", { player: 0, column: "A", number: 3 }], ["election", { round: 1 }], ["counted", { player: 1, votes: 5 }], ["counted", { player: 4, votes: 4 }], ["king", { player: 1 }], ["jailed", { king: 1, players: [3, 6] }], ["round", { round: 2 }], ["filled", { player: 2, column: "B", number: 1200 }], ["line_broken", { player: 2, number: 1200, limit: 1000 }]),
    );
    expect(beads).toEqual([
      { kind: "round", round: 1, cells: 1, tops: { A: 3, B: null } },
      { kind: "king", seat: 1, votes: [{ seat: 1, votes: 5 }, { seat: 4, votes: 4 }], isLot: false },
      { kind: "jailed", players: [3, 6], round: 2 },
      { kind: "round", round: 2, cells: 1, tops: { A: 3, B: 1200 } },
      { kind: "broken", seat: 2, number: 1200 },
    ]);
  });
  test("of several ballots the last one, and a lot", () => {
    const [bead] = history(told(["counted", { player: 1, votes: 4 }], ["counted", { player: 4, votes: 4 }], ["tied", { players: [1, 4] }], ["counted", { player: 1, votes: 3 }], ["counted", { player: 4, votes: 3 }], ["tied", { players: [1, 4] }], ["lot", { player: 4 }], ["last_king", { player: 4 }]));
    expect(bead).toEqual({ kind: "last_king", seat: 4, votes: [{ seat: 1, votes: 3 }, { seat: 4, votes: 3 }], isLot: true });
  });
  test("the comeback sends both to the death match", () =>
    expect(history(told(["comeback", { tokens: [0], death_match: [1, 5] }]))).toEqual([{ kind: "verdict", winner: "comeback" }, { kind: "fight", players: [1, 5] }]));
});
