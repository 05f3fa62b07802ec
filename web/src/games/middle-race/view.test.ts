import { describe, expect, test } from "vitest";
import type { LoggedEvent } from "../../lib/table";
import { own, react } from "./sample";
import { askedCharacter, bandOf, bands, cause, designable, frames, movedBy, nextTurn, order, place, pushedNow, rows, stackAt, trace, turns, turnsUntil, whyNot } from "./view";

const told = (...events: [string, Record<string, number>][]): LoggedEvent[] => events.map(([type, values], index) => ({ n: index + 1, event: { type, clause: "", ...values } }));

describe("places", () => {
  test("the order as it stands: who crossed, then by square, then by number", () => {
    expect(order(own)).toEqual([11, 9, 5, 1, 7, 2, 3, 6, 4, 8, 10]);
    expect(order(react)).toEqual([11, 9, 1, 7, 2, 5, 8, 4, 6, 10, 3]);
  });
  test("eleven, five and four players", () => {
    expect(bands(11).map(({ kind, from, to }) => [kind, from, to])).toEqual([["death", 1, 1], ["bonus", 2, 2], ["safe", 3, 9], ["bonus", 10, 10], ["death", 11, 11]]);
    expect(bands(5)[2]).toEqual({ kind: "safe", from: 3, to: 3 });
    expect(bands(4).map((band) => band.kind)).toEqual(["death", "bonus", "bonus", "death"]);
  });
  test("every place of every number of players is in the band that it says", () => {
    for (let n = 4; n <= 11; n++) for (const band of bands(n)) for (let p = band.from; p <= band.to; p++) expect(bandOf(p, n)).toBe(band.kind);
  });
});

describe("track", () => {
  test("at the goal in the order of crossing, elsewhere by number", () => {
    expect(stackAt(own, 31)).toEqual([11, 9]);
    expect(stackAt(own, 26)).toEqual([1, 7]);
  });
  test("only squares where something is; the goal always; gaps folded", () => {
    const list = rows(react, new Set([13]));
    expect(list[0]).toEqual({ kind: "square", square: 31 });
    expect(list[1]).toEqual({ kind: "fold", from: 28, to: 30 });
    expect(list.flatMap((row) => (row.kind === "square" ? [row.square] : []))).toEqual([31, 27, 20, 17, 13, 12, 11, 8, 5]);
    expect(list.at(-1)).toEqual({ kind: "fold", from: 0, to: 4 });
  });
  test("the serpentine turns twice", () => {
    expect([0, 1, 10, 11, 20, 21, 30, 31].map((square) => Object.values(place(square)))).toEqual([[3, 1], [3, 2], [3, 11], [2, 11], [2, 2], [1, 2], [1, 11], [1, 12]]);
  });
});

describe("turns", () => {
  test("who is next, and how long until mine", () => {
    expect(nextTurn(own)).toBe(5);
    expect(nextTurn({ ...own, turn: 10 })).toBe(1);
    expect(turnsUntil(own, 5)).toBe(1);
    expect(turnsUntil(own, 1)).toBe(6);
    expect(turnsUntil(own, 4)).toBe(0);
    expect(turnsUntil(own, 11)).toBeNull();
  });
  test("whose power asks", () => {
    expect(askedCharacter(own)).toBe(4);
    expect(askedCharacter(react)).toBe(4);
    expect(askedCharacter({ ...react, asked: "one" })).toBe(7);
    expect(pushedNow({ ...own, squares: { ...own.squares, 4: 21, 8: 21 } })).toBe(4);
  });
  test("events by turn, without the lines that only say whose it is", () => {
    const events = told(["lap", { lap: 1 }], ["turn", { who: 6 }], ["submitted", { who: 6, card: 1 }], ["stepped", { who: 7, from: 19, to: 20 }], ["turn", { who: 7 }]);
    expect(turns(events).map((turn) => [turn.who, turn.events.map(({ event }) => event.type)])).toEqual([[6, ["submitted", "stepped"]], [7, []]]);
    expect(trace(events)).toEqual({ who: 7, from: 19, to: 20 });
  });
  test("what set my power off", () => {
    const events = told(["pulled", { who: 4, from: 12, to: 11 }], ["pushed", { who: 8, from: 11, to: 12 }]);
    expect(cause(react, events)?.type).toBe("pulled");
    expect(cause(own, events)).toBeNull();
  });
});

describe("what just happened, step by step", () => {
  const fresh = told(["submitted", { who: 6, card: 1 }], ["stepped", { who: 7, from: 19, to: 20 }], ["moved", { who: 6, from: 10, to: 11 }], ["pulled", { who: 4, from: 12, to: 11 }]);
  test("the first is before, the last is now", () => {
    const list = frames(react, fresh);
    expect(list).toHaveLength(4);
    expect(list[0]).toMatchObject({ 4: 12, 6: 10, 7: 19 });
    expect(list[1]).toMatchObject({ 4: 12, 6: 10, 7: 20 });
    expect(list[3]).toEqual(react.squares);
  });
  test("With and its partner are one step", () => {
    expect(frames(react, told(["moved", { who: 5, from: 13, to: 17 }], ["taken_along", { who: 2, from: 13, to: 17 }]))).toEqual([{ ...react.squares, 2: 13, 5: 13 }, react.squares]);
  });
  test("other events move nobody", () => expect(movedBy({ type: "renewed", clause: "MR-6", who: 4 })).toBeNull());
});

test("who can be designated, and why not", () => {
  expect(designable(react, 4)).toEqual([1, 2, 3, 5, 6, 8, 9, 10]);
  expect([7, 11, 1].map((c) => whyNot(react, 4, c))).toEqual(["last", "finished", null]);
  expect(whyNot(react, 1, 7)).toBe("here");
});
