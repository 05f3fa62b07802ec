import { flushSync, mount, unmount } from "svelte";
import { afterEach, expect, test } from "vitest";
import ko from "@games/indian_poker/messages.ko.json";
import { speak } from "../../lib/i18n.svelte";
import { player } from "../../lib/identity";
import { Say } from "../../lib/say";
import type { Decision, Table } from "../../lib/table";
import Board from "./Board.svelte";
import DecisionSheet from "./Decision.svelte";
import type { Act, View } from "./view";

const legal: Act[] = [{ type: "call" }, { type: "fold" }, ...[7, 8, 9].map((to): Act => ({ type: "raise", to }))];
const decision: Decision<Act> = { id: "d1", legal, refused: [], byClock: { isLot: false, action: { type: "fold" } } };
const kinds = { actions: { call: { type: "call", fields: {} }, fold: { type: "fold", fields: {} }, foul: { type: "foul", fields: {} }, raise: { type: "raise", fields: { to: "chips" } } }, events: {}, phases: {} };
let sent: Act[] = [];

function table(cards: (number | null)[], seat: number | null = 0): Table<View, Act> {
  const view: View = { phase: "bet", hand: 7, leader: 1, turn: 0, stacks: [6, 24], bets: [3, 6], carried: 4, cards, deck_left: 6, last: null, since: [], seen: [4] };
  return {
    game: "indian-poker", lang: "ko", say: new Say(ko, kinds, "ko", ["하윤", "도현"], seat), players: [player(0, "하윤", { isMe: seat === 0 }), player(1, "도현")], seat, options: { ranks: 10, copies: 2, fold_penalty: 10 },
    aids: { cards_seen: true, cross_out: true },
    view, phase: "", actors: [0], submitted: [], decision, events: [], fresh: [], log: [], clock: null, outcome: null, isOver: false, act: (action) => sent.push(action), isSending: false, notebook: null, keepNotebook: () => {},
  };
}

let shown: Record<string, unknown> | undefined;
afterEach(async () => {
  if (shown) await unmount(shown);
  sent = [];
});
function board(cards: (number | null)[], seat: number | null = 0, changed: Partial<Table<View, Act>> = {}): string {
  speak("ko");
  const target = document.createElement("div");
  const one = mount(Board, { target, props: { table: { ...table(cards, seat), ...changed } } });
  flushSync();
  const html = target.innerHTML;
  void unmount(one);
  return html;
}

test("my own slot is the same whatever a view holds", () => {
  expect(board([9, 4])).toBe(board([null, 4]));
  expect(board([null, 4])).toContain("card-4");
});

test("a spectator sees two backs", () => expect(board([null, null], null)).not.toMatch(/card-\d/));

test("the cards seen since the shuffle are shown as long as the host allows", () => {
  expect(board([null, 4])).toContain("섞은 뒤");
  expect(board([null, 4], 0, { aids: { cards_seen: false, cross_out: true } })).not.toContain("섞은 뒤");
});

test("raise, call and fold by their number keys; the least is chosen first", () => {
  shown = mount(DecisionSheet, { target: document.body, props: { table: table([null, 4]), decision } });
  flushSync();
  for (const n of ["3", "1", "2"]) document.querySelector<HTMLElement>(`[data-n="${n}"]`)?.click();
  expect(sent).toEqual([{ type: "raise", to: 7 }, { type: "fold" }, { type: "call" }]);
  expect(document.body.textContent).toContain("내 칩으로는 9까지 올릴 수 있습니다.");
  expect(document.body.textContent).toContain("10을 접으면 벌칙 10개.");
});
