import { describe, expect, test } from "vitest";
import type { GameEvent } from "../../lib/types";
import { layers } from "./layers";
import { chains, countsOf, covers, gained, inGroups, justEnded, lastRound, latest, loose, price, round, seasons, signed, wouldMake, WRESTLERS, type Pair, type View, type Wrestler } from "./view";

/** The closed order of some relations. */
function close(...pairs: [Wrestler, Wrestler][]): Pair[] {
  const all = new Set(pairs.map(([a, b]) => `${a} ${b}`));
  for (const c of WRESTLERS) for (const a of WRESTLERS) for (const b of WRESTLERS) if (all.has(`${a} ${c}`) && all.has(`${c} ${b}`)) all.add(`${a} ${b}`);
  return [...all].map((pair) => pair.split(" ") as [Wrestler, Wrestler]);
}
/** The order of the reference: red > grey > orange > blue, green > pink > blue. */
const order = close(["red", "grey"], ["grey", "orange"], ["orange", "blue"], ["green", "pink"], ["pink", "blue"]);
const none = { blue: 0, pink: 0, green: 0, orange: 0, grey: 0, red: 0 };
const view = (more: Partial<View> = {}): View => ({
  phase: "play", season: 2, hands: [null, null], hand_sizes: [9, 11], aside: 0, played: none, stronger: order, debuted: ["blue", "pink", "orange", "grey"],
  table: [{ player: 1, wrestler: "grey", count: 2 }], passed: [], out: [], host: 1, turn: 0, points: [1, 0], season_wins: [0, 0], ...more,
});
const told = (...events: [string, Record<string, unknown>][]) => events.map(([type, values], index) => ({ n: index + 1, event: { type, clause: "MM-7", ...values } as GameEvent }));

describe("the order of strength", () => {
  test("only the relations that the others follow from", () => expect(covers(order)).toHaveLength(5));
  test("chains name every relation once, the longest first", () => {
    expect(chains(order)).toEqual([
      ["red", "grey", "orange", "blue"],
      ["green", "pink", "blue"],
    ]);
    expect(chains([])).toEqual([]);
  });
  test("a second chain does not repeat what the first one says", () => {
    const pairs = close(["red", "grey"], ["grey", "orange"], ["grey", "blue"]);
    const [, second] = chains(pairs);
    expect(second).toEqual(["grey", "blue"]);
  });
  test("every order's chains name all its relations", () => {
    const pairs = close(["red", "blue"], ["green", "blue"], ["green", "orange"], ["pink", "orange"], ["grey", "pink"]);
    const said = chains(pairs).flatMap((chain) => chain.slice(1).map((b, index) => `${chain[index]} ${b}`));
    expect(new Set(said)).toEqual(new Set(covers(pairs).map(([a, b]) => `${a} ${b}`)));
  });
  test("who stands outside", () => expect(loose(close(["red", "blue"]))).toEqual(["pink", "green", "orange", "grey"]));
  test("what a new relation brings along", () => {
    const more = gained(order, "pink", "grey");
    expect(more[0]).toEqual(["pink", "grey"]);
    expect(new Set(more.map(String))).toEqual(new Set(["pink,grey", "pink,orange", "green,grey", "green,orange"]));
    expect(inGroups(more)).toEqual([{ over: ["pink", "green"], under: ["grey", "orange"] }]);
  });
});

describe("the layers", () => {
  test("stronger ones stand higher, nobody shares a place", () => {
    const { placed, depth } = layers(order);
    expect(depth).toBe(4);
    const layer = (w: Wrestler) => placed.find((one) => one.wrestler === w)?.layer ?? -1;
    for (const [a, b] of order) expect(layer(a)).toBeLessThan(layer(b));
    expect(new Set(placed.map((one) => `${one.layer} ${one.x}`)).size).toBe(6);
  });
  test("a line is straight down", () => {
    const { placed, lines, depth } = layers(close(["red", "grey"], ["grey", "orange"], ["orange", "blue"], ["blue", "pink"], ["pink", "green"]));
    expect(depth).toBe(6);
    expect(new Set(placed.map((one) => one.x))).toEqual(new Set([50]));
    expect(lines.every(({ turns }) => turns.length === 0)).toBe(true);
  });
  test("no relation, no layer", () => expect(layers([])).toEqual({ placed: [], lines: [], depth: 0 }));
  test("everything is inside the picture", () => {
    const { placed, lines, depth } = layers(close(["red", "grey"], ["red", "blue"], ["red", "pink"], ["red", "green"], ["red", "orange"]));
    for (const { x, layer } of [...placed, ...lines.flatMap(({ turns }) => turns)]) {
      expect(x).toBeGreaterThan(0);
      expect(x).toBeLessThan(100);
      expect(layer).toBeGreaterThanOrEqual(0);
      expect(layer).toBeLessThanOrEqual(depth - 1);
    }
  });
  test("a line goes round the masks between its ends", () => {
    const pairs = close(["red", "grey"], ["grey", "orange"], ["green", "orange"], ["red", "blue"], ["blue", "pink"], ["pink", "orange"]);
    const { placed, lines } = layers(pairs);
    expect(lines.map(({ pair }) => pair)).toEqual(covers(pairs));
    const at = (w: Wrestler) => placed.find((one) => one.wrestler === w) ?? { x: 0, layer: 0 };
    for (const { pair: [a, b], turns } of lines) {
      const way = [at(a), ...turns, at(b)];
      for (const other of placed) {
        if (other.layer <= at(a).layer || other.layer >= at(b).layer) continue;
        const index = way.findIndex((spot, i) => spot.layer <= other.layer && (way[i + 1]?.layer ?? -1) >= other.layer);
        const [one, two] = [way[index], way[index + 1]];
        if (!one || !two) throw new Error("the line does not pass this layer");
        const x = one.x + ((two.x - one.x) * (other.layer - one.layer)) / (two.layer - one.layer || 1);
        expect(Math.abs(x - other.x)).toBeGreaterThan(10);
      }
    }
  });
});

test("what a play would decide", () => {
  expect(wouldMake(view(), "pink")).toEqual(["pink", "grey"]);
  expect(wouldMake(view(), "red")).toBeNull();
  expect(wouldMake(view(), "grey")).toBeNull();
  expect(wouldMake(view({ table: [] }), "pink")).toBeNull();
  expect(wouldMake(view(), undefined)).toBeNull();
});

describe("prices", () => {
  test("over grey, two cards", () => {
    expect(price(view(), "pink", {})).toEqual({ kind: "unrelated", need: 3, most: 3 });
    expect(price(view(), "red", {})).toEqual({ kind: "stronger", need: 2, most: 2 });
    expect(price(view(), "blue", {})).toEqual({ kind: "weaker", need: 0, most: 0 });
    expect(price(view(), "grey", {})).toEqual({ kind: "same", need: 0, most: 0 });
  });
  test("opening: one card of a new wrestler, up to three of a known one", () => {
    expect(price(view({ table: [] }), "red", { opening: "debut" })).toEqual({ kind: "new", need: 1, most: 1 });
    expect(price(view({ table: [] }), "pink", { opening: "debut" })).toEqual({ kind: "known", need: 1, most: 3 });
    expect(price(view({ table: [], stronger: [] }), "pink", { opening: "ranked" })).toEqual({ kind: "new", need: 1, most: 1 });
  });
  test("counts come from the legal actions", () => {
    expect(countsOf([{ type: "pass" }, { type: "play", wrestler: "red", count: 2 }, { type: "play", wrestler: "red", count: 1 }], "red")).toEqual([1, 2]);
    expect(countsOf([{ type: "pass" }], "red")).toEqual([]);
  });
});

describe("readings of the events", () => {
  const events = told(
    ["season", { season: 1 }], ["opened", { player: 0, wrestler: "red", count: 1 }], ["host", { player: 0 }], ["out", { player: 0, place: 1, points: 2 }], ["out", { player: 2, place: 2, points: 1 }],
    ["out", { player: 3, place: 3, points: 0 }], ["held", { player: 1 }], ["season", { season: 2 }],
  );
  test("what the seasons brought", () => {
    expect(seasons(events, 4)).toEqual([
      { season: 1, points: [2, -1, 1, null] },
      { season: 2, points: [null, null, null, null] },
    ]);
    expect(justEnded(events, 4)?.season).toBe(1);
    expect(justEnded([...events, ...told(["opened", { player: 1, wrestler: "red", count: 1 }])], 4)).toBeNull();
    expect(justEnded(events.slice(0, 2), 4)).toBeNull();
  });
  test("the round, and how the last one ended", () => {
    expect(round(events.slice(0, 3))).toBe(2);
    expect(round(events)).toBe(1);
    expect(lastRound(events.slice(0, 3))).toEqual({ player: 0, wrestler: "red", count: 1 });
    expect(lastRound(events)).toBeNull();
  });
  test("pairs of the latest play only", () => {
    const play = told(["played", { player: 0, wrestler: "red", count: 1 }], ["stronger", { wrestler: "red", weaker: ["blue", "pink"] }], ["passed", { player: 1 }]);
    expect(latest(play)).toEqual([["red", "blue"], ["red", "pink"]]);
    expect(latest([...play, ...told(["opened", { player: 1 }])])).toEqual([]);
  });
});

test("points have their sign", () => expect([signed(2), signed(0), signed(-1)]).toEqual(["+2", "0", "−1"]));
