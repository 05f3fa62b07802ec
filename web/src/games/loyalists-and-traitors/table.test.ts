import { flushSync, mount, unmount, type Component } from "svelte";
import { afterEach, expect, test } from "vitest";
import ko from "@games/loyalists/messages.ko.json";
import { speak } from "../../lib/i18n.svelte";
import { player } from "../../lib/identity";
import { Say } from "../../lib/say";
import type { Decision, Player, Table } from "../../lib/table";
import Board from "./Board.svelte";
import DecisionSheet from "./Decision.svelte";
import Mark from "./Mark.svelte";
import { guessOf, withGuess, withLine } from "./pad";
import Side from "./Side.svelte";
import type { Act, View } from "./view";
import Waiting from "./Waiting.svelte";

const names = ["하윤", "도현", "서연", "지우", "민재", "태오", "은채", "준호", "수아"];
const kinds = { actions: { vote: { type: "vote", fields: { for: "player" } } }, events: {}, phases: {} };
let sent: Act[] = [];

const base: View = {
  phase: "board", round: 1, traitors: null, order: [2, 7, 8, 1, 5, 3, 0, 6, 4], turn: 0, offer: [5, 0, 2, 9], offer_before: null, turns: 2, columns: { A: [0, 37], B: [203] }, filled_by: { A: [2, 7], B: [8] },
  jailed: [], king: null, candidates: null, ballot: null, tally: null, broken: false, winner: null, tokens: [], nominee: null, death_match: [], role: "loyalist", vote: null,
};
let notebook: Table["notebook"] = null;
function table(changed: Partial<View>, decision: Decision<Act> | null = null, seat: number | null = 0): Table<View, Act> {
  return {
    game: "loyalists-and-traitors", lang: "ko", say: new Say(ko, kinds, "ko", names, seat), players: names.map((name, index) => player(index, name, { isMe: index === seat })), seat, options: { limit: 1000, first_cell: "one_digit", dealer: "random" },
    aids: { cards_seen: true, cross_out: true },
    view: { ...base, ...changed }, phase: "", actors: [0], submitted: [], decision, events: [], fresh: [], log: [], clock: null, outcome: null, isOver: false, act: (action) => sent.push(action), isSending: false, notebook, keepNotebook: seat === null ? null : (kept) => (notebook = kept),
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
  const found = target.innerHTML;
  void unmount(one);
  return found;
}
function ask(changed: Partial<View>, legal: Act[], refused: Decision<Act>["refused"] = []): void {
  const decision: Decision<Act> = { id: `d${Math.random()}`, legal, refused, byClock: { isLot: true, action: null } };
  shown = mount(DecisionSheet, { target: document.body, props: { table: table(changed, decision), decision } });
  flushSync();
}
function press(...keys: (number | string)[]): void {
  for (const key of keys) {
    document.querySelector<HTMLElement>(typeof key === "number" ? `[data-n="${key}"]` : key)?.click();
    flushSync();
  }
}

test("shut, a traitor's page is a loyalist's page", () => {
  const traitor: Partial<View> = { role: "traitor", traitors: [0, 4, 5], turn: 7 };
  for (const part of [Board, Waiting, Side]) {
    expect(html(part, traitor)).toBe(html(part, { turn: 7 }));
    expect(html(part, traitor)).not.toContain("역적");
  }
});

test("a sealed vote is nowhere on the page", () => {
  const election: Partial<View> = { phase: "elect", turn: null, offer: null, candidates: [0, 1, 2], ballot: 1 };
  expect(html(Waiting, { ...election, vote: 2 })).toBe(html(Waiting, { ...election, vote: 1 }));
});

test("everybody is invited to look at the role, first in order too, until that was done in this match", () => {
  ask({}, [{ type: "fill", column: "A", number: 50 }]);
  expect(document.body.textContent).toContain("먼저 내 역할을 확인하세요");
  document.querySelector(".mm-secret")?.dispatchEvent(new KeyboardEvent("keydown", { key: "Enter", bubbles: true }));
  expect(notebook).toEqual({ role: "seen" });
  expect(html(Waiting, { turn: 7, round: 3 })).not.toContain("먼저 내 역할을");
  notebook = null;
  expect(html(Waiting, { turn: 7, round: 3 })).toContain("먼저 내 역할을");
});

test("a mark goes on from no idea to traitor to loyalist, and belongs to a seat", () => {
  notebook = null;
  for (const guess of ["traitor", "loyalist", "unknown"]) {
    shown = mount(Mark as Component<{ table: Table<View, Act>; player: Player }>, { target: document.body, props: { table: table({}), player: player(3, "지우") } });
    flushSync();
    document.querySelector<HTMLButtonElement>('[aria-label^="지우"]')?.click();
    expect(guessOf(notebook, 3)).toBe(guess);
    void unmount(shown);
    shown = undefined;
    document.body.innerHTML = "";
  }
  shown = mount(Mark as Component<{ table: Table<View, Act>; player: Player }>, { target: document.body, props: { table: table({}, null, null), player: player(3, "지우") } });
  expect(document.querySelector("button")).toBeNull();
});

test("who may be chosen bears my mark; my notes lie in a pad that opens, and belong to a seat", () => {
  notebook = withGuess(withLine(null, 3, "조용하다"), 3, "traitor");
  ask({ phase: "elect", turn: null, offer: null, candidates: [3, 4], ballot: 1 }, [{ type: "vote", for: 3 }, { type: "vote", for: 4 }]);
  expect(document.querySelector(".pick.pat-4")?.textContent).toContain("역적으로 봄");
  expect(document.querySelector(".pick.pat-5")?.textContent).not.toContain("봄");
  expect(html(Side, {})).not.toContain("조용하다");
  expect(html(Side, {})).toContain("<details");
  expect(html(Side, {}, null)).not.toContain("<details");
});

test("a spectator has no role card", () => expect(html(Waiting, { role: null, turn: 7 }, null)).not.toContain("mm-secret"));

test("roles stand on the board with the verdict", () => expect(html(Board, { phase: "nominate", turn: null, offer: null, winner: "traitors", traitors: [0, 4, 5], role: "traitor", candidates: [1, 2], ballot: 1 })).toContain("역적"));

test("a number is built of the digits and put where it fits", () => {
  ask({}, [{ type: "fill", column: "A", number: 50 }, { type: "fill", column: "A", number: 52 }, { type: "fill", column: "B", number: 205 }], [{ action: { type: "skip" }, clause: "LT-8" }]);
  press(2, 1);
  expect(document.body.textContent).toContain("0으로 시작 안 됨");
  press(5, 5, 1, 2);
  expect(document.body.textContent).toContain("A에 50 두기");
  expect(document.body.textContent).toContain("건너뛸 수 없습니다");
  press(8);
  expect(sent).toEqual([{ type: "fill", column: "A", number: 50 }]);
});

test("a number over the limit is asked for twice", () => {
  ask({}, [{ type: "fill", column: "B", number: 2950 }]);
  press(3, 4, 1, 2, 8);
  expect(sent).toEqual([]);
  expect(document.body.textContent).toContain("라인이 끊어지고");
  press(8);
  expect(sent).toEqual([{ type: "fill", column: "B", number: 2950 }]);
});

test("when nothing fits there is only the skip", () => {
  ask({ columns: { A: [990], B: [995] } }, [{ type: "skip" }]);
  press(8);
  expect(sent).toEqual([{ type: "skip" }]);
});

test("a vote goes to the picked candidate", () => {
  ask({ phase: "elect", turn: null, offer: null, candidates: [0, 1, 2], ballot: 1 }, [0, 1, 2].map((seat): Act => ({ type: "vote", for: seat })));
  press(2, 3, ".mm-btn--decide");
  expect(sent).toEqual([{ type: "vote", for: 2 }]);
});

test("exactly two go to jail; a third takes the place of the first", () => {
  const pairs = [[1, 2], [1, 3], [2, 3]] as const;
  ask({ phase: "jail", turn: null, offer: null, king: 0 }, pairs.map(([p, q]): Act => ({ type: "jail", players: [p, q] })));
  press(2);
  expect(document.querySelector(".mm-btn--decide")).toBeNull();
  press(3, 4, 9);
  expect(sent).toEqual([{ type: "jail", players: [2, 3] }]);
});
