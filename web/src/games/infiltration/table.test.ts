import { flushSync, mount, unmount, type Component } from "svelte";
import { afterEach, expect, test } from "vitest";
import ko from "@games/infiltration/messages.ko.json";
import { speak } from "../../lib/i18n.svelte";
import { player } from "../../lib/identity";
import { Say } from "../../lib/say";
import type { Decision, Table } from "../../lib/table";
import type { Deduction, Options } from "../../lib/types";
import Board from "./Board.svelte";
import DecisionSheet from "./Decision.svelte";
import NotebookPart from "./Notebook.svelte";
import { markOf, withMark } from "./notes";
import type { Act, View } from "./view";
import Waiting from "./Waiting.svelte";

const names = ["하윤", "도현", "서연"];
const kinds = { actions: { place: { type: "place", fields: { A: "zone", B: "zone" } }, move: { type: "move", fields: { A: "step", B: "step" } } }, events: {}, phases: {} };
let sent: Act[] = [];

const base: View = {
  phase: "move", round: 2, leader: 1, candidates: null, ballot: null, pieces: [{ A: 4, B: 8 }, null, null], arrested: [[1, "A"]], points: [1, null, null], counts: [0, 2, 1, 0, 1, 0, 1, 1], counts_round: 0,
  declared: null, last_patrol: { zone: 3, shown: [[1, "A"]] }, round_total: 2, round_points: [1, null, null], tally: null, committed: [null, null, null], censuses: [], paths: [[], null, null],
  ledger: [{ round: 1, leader: 0, declared: [1, 1, 0], zone: 3, shown: [[1, "A"]], arrested: [[1, "A"]], total: 2, points: null }],
};
let notebook: Table["notebook"] = null;
function table(changed: Partial<View>, decision: Decision<Act> | null = null, seat: number | null = 0, options: Options = {}): Table<View, Act> {
  return {
    game: "infiltration", lang: "ko", say: new Say(ko, kinds, "ko", names, seat), players: names.map((name, index) => player(index, name, { isMe: index === seat })), seat, options,
    aids: { cards_seen: true, cross_out: true },
    view: { ...base, ...changed }, phase: "", actors: [1], submitted: decision ? [] : [0], decision, events: [], fresh: [], log: [], clock: null, outcome: null, isOver: false, act: (action) => sent.push(action), isSending: false, notebook, keepNotebook: seat === null ? null : (kept) => (notebook = kept),
  };
}
let shown: Record<string, unknown> | undefined;
afterEach(async () => {
  if (shown) await unmount(shown);
  shown = undefined;
  sent = [];
  notebook = null;
});
function html(part: Component<{ table: Table<View, Act> }>, changed: Partial<View>, seat: number | null = 0): string {
  speak("ko");
  const target = document.createElement("div");
  const one = mount(part, { target, props: { table: table(changed, null, seat) } });
  flushSync();
  // Every mount has ids of its own.
  const found = target.innerHTML.replace(/\bc\d+-/g, "");
  void unmount(one);
  return found;
}
function ask(changed: Partial<View>, legal: Act[], refused: Decision<Act>["refused"] = [], options: Options = {}): void {
  const decision: Decision<Act> = { id: `d${Math.random()}`, legal, refused, byClock: { isLot: false, action: null } };
  shown = mount(DecisionSheet, { target: document.body, props: { table: table(changed, decision, 0, options), decision } });
  flushSync();
}
function press(...keys: (number | string)[]): void {
  for (const key of keys) {
    document.querySelector<HTMLElement>(typeof key === "number" ? `[data-n="${key}"]` : key)?.click();
    flushSync();
  }
}
const moves = (declare: number[] = []): Act[] =>
  [-1, 0, 1].flatMap((A) => [-1, 0].flatMap((B): Act[] => (declare.length === 0 ? [{ type: "move", A, B }] : declare.map((n): Act => ({ type: "move", A, B, declare: n })))));

test("my agents stand on my map, and nobody's on a spectator's", () => {
  expect(html(Board, {})).toContain("agent-a");
  expect(html(Board, { pieces: [null, null, null], points: [null, null, null], round_points: [null, null, null] }, null)).not.toContain("agent-");
});

test("the notebook marks the agents of the others, says so, and belongs to a seat", () => {
  shown = mount(Board, { target: document.body, props: { table: table({}) } });
  flushSync();
  const cell = (says: string): HTMLElement | null => document.querySelector(`[aria-label="${says}"]`);
  expect(document.body.innerHTML).not.toContain(`${names[0]} A, 3구역`);
  cell(`${names[2]} A, 3구역: 가능`)?.click();
  expect(markOf(notebook, 2, "A", 3)).toBe("likely");
  expect(html(Board, {})).toContain(`${names[2]} A, 3구역: 의심`);
  expect(html(Board, { pieces: [null, null, null], points: [null, null, null], round_points: [null, null, null] }, null)).not.toContain("내 수첩");
});

test("what cannot be is crossed out while the switch is on, and the host may forbid it", async () => {
  notebook = { cross: true, ...withMark(null, 2, "A", 1, "likely", 1) };
  const deduce = (): Promise<Deduction> => Promise.resolve({ match: 1, events: 0, found: { round: 1, impossible: [[2, "A", [1, 8]]], exact: true } });
  const open = async (crossing: boolean): Promise<string> => {
    const one = mount(Board, { target: document.body, props: { table: { ...table({}), aids: { cards_seen: true, cross_out: crossing }, deduce } } });
    flushSync();
    await Promise.resolve();
    await Promise.resolve();
    flushSync();
    const found = document.body.innerHTML;
    await unmount(one);
    return found;
  };
  const on = await open(true);
  expect(on).toContain(`${names[2]} A, 8구역: 있을 수 없음`);
  expect(on).toContain(`${names[2]} A, 1구역: 의심, 있을 수 없음`);
  expect(on).toContain("정확");
  const off = await open(false);
  expect(off).not.toContain("있을 수 없음");
  expect(off).toContain("방장이 껐습니다");
});

test("the patrol's sheet says whom the notebook leaves for a zone", async () => {
  notebook = { cross: true, ...withMark(null, 1, "B", 5, "not", 1) };
  const legal = [1, 2, 3, 4, 5, 6, 7, 8].map((zone): Act => ({ type: "patrol", zone }));
  const decision: Decision<Act> = { id: "patrol", legal, refused: [], byClock: { isLot: false, action: null } };
  const deduce = (): Promise<Deduction> => Promise.resolve({ match: 1, events: 0, found: { round: 2, impossible: [[2, "B", [6]]], exact: true } });
  const now: Table<View, Act> = { ...table({ phase: "patrol", leader: 0 }, decision), deduce };
  const parts = [mount(NotebookPart, { target: document.body, props: { table: now } }), mount(DecisionSheet, { target: document.body, props: { table: now, decision } })];
  flushSync();
  await Promise.resolve();
  await Promise.resolve();
  press(5);
  expect(document.querySelector(".then")?.textContent).toContain(`수첩의 후보: ${names[2]}.`);
  press(6);
  expect(document.querySelector(".then")?.textContent).toContain(`수첩의 후보: ${names[1]}.`);
  press(3);
  expect(document.querySelector(".then")?.textContent).toContain(`수첩의 후보: ${names[2]}.`);
  for (const part of parts) await unmount(part);
});

test("the arrows go from cell to cell of the notebook", () => {
  shown = mount(Board, { target: document.body, props: { table: table({}) } });
  flushSync();
  const cells = [...document.querySelectorAll<HTMLElement>(".player .cell")];
  for (const row of document.querySelectorAll("[data-row]")) Object.defineProperty(row, "offsetParent", { value: document.body });
  cells[0]?.focus();
  for (const key of ["ArrowRight", "ArrowDown", "ArrowLeft", "ArrowLeft"]) document.activeElement?.dispatchEvent(new KeyboardEvent("keydown", { key, bubbles: true }));
  expect(document.activeElement?.getAttribute("aria-label")).toBe(`${names[2]} A, 1구역: 가능`);
});

test("sealed moves are nowhere on the page", () => {
  const sealed = (A: number): Partial<View> => ({ committed: [{ type: "move", A, B: 0 }, null, null] });
  for (const part of [Board, Waiting]) expect(html(part, sealed(1))).toBe(html(part, sealed(-1)));
});

test("sealed places are nowhere on the page", () => {
  const sealed = (A: number): Partial<View> => ({ phase: "place", round: 0, leader: null, pieces: [{ A: null, B: null }, null, null], counts: null, counts_round: null, ledger: [], arrested: [], committed: [{ type: "place", A, B: 3 }, null, null] });
  for (const part of [Board, Waiting]) expect(html(part, sealed(1))).toBe(html(part, sealed(5)));
});

test("both stay unless they are sent", () => {
  ask({}, moves());
  expect(document.body.textContent).toContain("‘이동 없음’");
  press(9);
  expect(sent).toEqual([{ type: "move", A: 0, B: 0 }]);
});

test("the switches compose one of the legal moves; the edge is shut", () => {
  ask({}, moves());
  press(3, 4, 6);
  expect(document.querySelector<HTMLInputElement>('[data-n="6"]')?.disabled).toBe(true);
  press(9);
  expect(sent).toEqual([{ type: "move", A: 1, B: -1 }]);
});

test("under bluff the truth is said unless another number is", () => {
  ask({}, moves([0, 1, 2]), [], { declaration: "bluff" });
  press(1, ".mm-btn--decide", 9, ".mm-btn--decide");
  expect(sent).toEqual([{ type: "move", A: -1, B: 0, declare: 1 }, { type: "move", A: -1, B: 0, declare: 2 }]);
});

test("a patrol names a zone or none, and says when it would arrest my own", () => {
  ask({ phase: "patrol", leader: 0, declared: [0, 1, 1] }, [...[1, 2, 3, 4, 5, 6, 7, 8].map((zone): Act => ({ type: "patrol", zone })), { type: "patrol", zone: null }]);
  press(4);
  expect(document.body.textContent).toContain("내 요원 A도 검거됩니다");
  press(".mm-btn--decide", 9, ".mm-btn--decide");
  expect(sent).toEqual([{ type: "patrol", zone: 4 }, { type: "patrol", zone: null }]);
});

test("where a patrol is due, none is refused with its clause", () => {
  ask({ phase: "patrol", leader: 0, declared: [0, 1, 1] }, [{ type: "patrol", zone: 1 }], [{ action: { type: "patrol", zone: null }, clause: "IN-6" }]);
  expect(document.querySelector<HTMLInputElement>('[data-n="9"]')?.disabled).toBe(true);
  expect(document.body.textContent).toContain("IN-6");
});
