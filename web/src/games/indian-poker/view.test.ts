import { describe, expect, test } from "vitest";
import type { GameEvent } from "../../lib/types";
import { finished, gain, limitedBy, piles, pot, presets, raises, reach, tally, type Act, type Hand, type View } from "./view";

const view = (more: Partial<View> = {}): View => ({
  phase: "bet",
  hand: 7,
  leader: 1,
  turn: 0,
  stacks: [23, 24],
  bets: [3, 6],
  carried: 4,
  cards: [null, 4],
  deck_left: 6,
  last: null,
  since: [],
  seen: [1, 4, 7, 7],
  ...more,
});
const hand = (more: Partial<Hand> = {}): Hand => ({ hand: 6, how: "show", cards: [7, 7], winner: null, pot: 4, penalty: 0, ...more });
const told = (...events: [string, Record<string, number>][]) => events.map(([type, values], index) => ({ n: index + 1, event: { type, clause: "IP-3", ...values } as GameEvent }));

test("the pot has both bets and what was carried", () => expect(pot(view())).toBe(13));

describe("raising", () => {
  test("the limits are those of the legal actions", () => {
    const legal: Act[] = [{ type: "call" }, { type: "fold" }, { type: "raise", to: 8 }, { type: "raise", to: 7 }];
    expect(raises(legal)).toEqual({ min: 7, max: 8 });
    expect(raises([{ type: "call" }, { type: "fold" }])).toBeNull();
  });
  test("it ends where the poorer one can go", () => {
    expect(reach(view(), 0)).toBe(26);
    expect(limitedBy(view(), 0)).toBe("me");
    expect(limitedBy(view(), 1)).toBe("other");
    expect(limitedBy(view({ stacks: [23, 20] }), 0)).toBe("both");
  });
  test("presets: the least, one pot above a call, the most", () => {
    expect(presets(view(), 0, { min: 7, max: 26 })).toEqual([
      { kind: "least", to: 7 },
      { kind: "pot", to: 22 },
      { kind: "most", to: 26 },
    ]);
  });
  test("presets never leave the limits and never repeat", () => {
    expect(presets(view(), 0, { min: 7, max: 15 }).map((one) => one.to)).toEqual([7, 15]);
    expect(presets(view(), 0, { min: 7, max: 7 }).map((one) => one.to)).toEqual([7]);
  });
});

test("piles: the rest, then tens; a wealth of chips is cut short", () => {
  expect(piles(0)).toEqual([]);
  expect(piles(2)).toEqual(["pile-1"]);
  expect(piles(24)).toEqual(["pile-3", "pile-10", "pile-10"]);
  expect(piles(60)).toEqual(Array(4).fill("pile-10"));
  expect(piles(37)).toEqual(["pile-6", "pile-10", "pile-10", "pile-10"]);
  expect(piles(47)).toEqual(Array(4).fill("pile-10"));
});

test("the tally counts what I saw of each rank", () => {
  const ranks = tally(view(), { ranks: 10, copies: 2 });
  expect(ranks).toHaveLength(10);
  expect(ranks[6]).toEqual({ rank: 7, seen: 2, copies: 2 });
  expect(ranks[9]).toEqual({ rank: 10, seen: 0, copies: 2 });
});

describe("the steps of a finished hand", () => {
  test("a call: called, shown, won", () => {
    const events = told(["called", { player: 1, to: 3 }], ["showdown", { first: 5, second: 2 }], ["won", { player: 0, pot: 6 }], ["hand", { hand: 5 }], ["dealt", { player: 1, card: 3 }]);
    const [only, ...more] = finished(events, view({ since: [hand({ winner: 0, cards: [5, 2] })] }));
    expect(more).toEqual([]);
    expect(only?.events.map(({ event }) => event.type)).toEqual(["called", "showdown", "won"]);
  });
  test("a fold with its penalty", () => {
    const events = told(["folded", { player: 1, card: 10, winner: 0, pot: 2 }], ["penalty", { player: 1, chips: 10 }], ["hand", { hand: 2 }]);
    expect(finished(events, view({ since: [hand({ how: "fold", winner: 0, pot: 2, penalty: 10 })] }))[0]?.events.map(({ event }) => event.type)).toEqual(["folded", "penalty"]);
  });
  test("several hands without a decision stay apart", () => {
    const events = told(["called", { player: 0, to: 30 }], ["showdown", { first: 4, second: 4 }], ["tied", { pot: 60 }], ["hand", { hand: 9 }], ["all_in", { first: 2, second: 8 }], ["won", { player: 1, pot: 60 }], ["broke", { player: 0 }]);
    const hands = [hand({ hand: 8, cards: [4, 4], pot: 60 }), hand({ hand: 9, cards: [2, 8], winner: 1, pot: 60 })];
    expect(finished(events, view({ since: hands })).map((one) => [one.hand.hand, one.events.map(({ event }) => event.type)])).toEqual([
      [8, ["called", "showdown", "tied"]],
      [9, ["all_in", "won", "broke"]],
    ]);
  });
  test("nothing when no hand ended", () => expect(finished(told(["raised", { player: 1, to: 6 }]), view())).toEqual([]));
});

test("the winner gets the pot and the penalty", () => {
  expect(gain(hand({ winner: 1, pot: 6, penalty: 10 }))).toBe(16);
  expect(gain(hand())).toBeNull();
});
