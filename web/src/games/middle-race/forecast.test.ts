import { describe, expect, test } from "vitest";
import { forecast, ghosts, landing, turnAfter, type Step } from "./forecast";
import { cards, own, react } from "./sample";
import type { Act, View } from "./view";

const brief = (steps: readonly Step[]): string[] => steps.map((step) => ("to" in step ? `${step.kind} ${step.who} ${step.from}-${step.to}` : step.kind === "end" ? "end" : `${step.kind} ${step.who}`));
const of = (view: View, act: Act, options = {}): string[] => brief(forecast(view, options, act));
const at = (view: View, squares: Record<number, number>, more: Partial<View> = {}): View => ({ ...view, squares: { ...view.squares, ...squares }, ...more });

describe("a card", () => {
  test("a 1: One steps first, so that only the move itself is said", () => expect(of(own, { type: "submit", card: 1 })).toEqual(["asks 7", "move 4 18-19"]));
  test("one ahead of Union: pulled, and the power goes off", () => expect(of(own, { type: "submit", card: 2 })).toEqual(["move 4 18-20", "pull 4 20-19", "asks 4"]));
  test("onto Push's square: Push decides", () => expect(of(own, { type: "submit", card: 3 })).toEqual(["move 4 18-21", "asks 3"]));
  test("an empty square sets nothing off, and the next turn follows", () => {
    const steps = forecast(own, {}, { type: "submit", card: 4 });
    expect(brief(steps)).toEqual(["move 4 18-22"]);
    expect(turnAfter(own, steps)).toBe(5);
  });
  test("a sleeping Union pulls nobody", () => expect(of({ ...own, asleep: 6 }, { type: "submit", card: 2 })).toEqual(["move 4 18-20"]));
  test("the last card renews the hand", () => expect(of({ ...own, hands: { ...own.hands, 4: [4] } }, { type: "submit", card: 4 }).at(-1)).toBe("renew 4"));
  test("crossing ends the power and the forecast goes on", () => expect(of(at(own, { 4: 29 }), { type: "submit", card: 2 })).toEqual(["move 4 29-31", "finish 4"]));
  test("the last but one to finish ends the race", () => {
    const last = { ...own, squares: { 3: 2, 4: 29, 11: 31 }, finish_order: [11] };
    expect(of(last, { type: "submit", card: 3 })).toEqual(["move 4 29-31", "finish 4", "end"]);
  });
});

test("Jump counts free squares, a sleeping one all", () => {
  const view = at(react, { 8: 9, 4: 10, 9: 8 }, { turn: 9 });
  expect(landing(view, {}, 9, 2)).toBe(13);
  expect(landing({ ...view, asleep: 9 }, {}, 9, 2)).toBe(10);
  expect(landing(view, {}, 9, 0)).toBe(8);
});

test("Quick: twice ahead or back, not below Start; asleep by option", () => {
  const view = at(own, { 11: 6 }, { turn: 11, finish_order: [] });
  expect(landing(view, {}, 11, 3, "ahead")).toBe(12);
  expect(landing(view, {}, 11, 4, "back")).toBe(0);
  expect(landing({ ...view, asleep: 11 }, {}, 11, 3)).toBe(9);
  expect(landing({ ...view, asleep: 11 }, { silenced_quick: "x2" }, 11, 3)).toBe(12);
});

test("With and its partner are set down together; the partner's power goes off", () => {
  const view = at(own, { 5: 10, 4: 12 }, { turn: 5, hands: { ...own.hands, 5: [2] } });
  expect(of(view, { type: "submit", card: 2, target: 4 })).toEqual(["move 5 10-12", "along 4 12-14", "asks 4"]);
  const near = at(own, { 5: 29, 1: 30 }, { turn: 5, hands: { ...own.hands, 5: [4] } });
  expect(of(near, { type: "submit", card: 4, target: 1 })).toEqual(["move 5 29-31", "along 1 30-31", "finish 1", "finish 5"]);
});

test("Gravity draws to the square next to it; one that is there stays", () => {
  const view = at(own, { 1: 10 }, { turn: 1 });
  expect(of(view, { type: "gravity", card: 2, target: 7 })).toEqual(["attract 7 26-11"]);
  expect(of(at(view, { 7: 11 }), { type: "gravity", card: 2, target: 7 })).toEqual(["stay 7"]);
});

test("a power that moves Mirror makes it send somebody the other way", () => {
  const view = at(own, { 3: 18, 4: 5 }, { asked: "push" });
  const steps = forecast(view, {}, { type: "push", pushed: 8, step: -1 });
  expect(brief(steps)).toEqual(["push 8 18-17", "asks 8"]);
  expect(steps.at(-1)).toMatchObject({ distance: 1 });
});

test("who wakes when Silence designates anew may act at once", () => {
  const view = at(own, { 3: 18, 8: 12 }, { asked: "silence", turn: 10, asleep: 3 });
  expect(of(view, { type: "silence", target: 1 })).toEqual(["asks 3"]);
  expect(of(view, { type: "silence", target: 3 })).toEqual([]);
});

test("ghosts: where each card lands, the chosen one marked", () => {
  const shown = cards(2, 4);
  expect(ghosts(own, {}, shown, shown[1] ?? null)).toEqual([
    { square: 20, who: 4, card: 2, picked: false },
    { square: 22, who: 4, card: 4, picked: true },
  ]);
});
