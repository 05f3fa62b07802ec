import { flushSync, mount, unmount } from "svelte";
import { afterEach, beforeEach, expect, test } from "vitest";
import ko from "@games/middle_race/messages.ko.json";
import { speak } from "../../lib/i18n.svelte";
import { player } from "../../lib/identity";
import { Say } from "../../lib/say";
import type { Decision, Table } from "../../lib/table";
import type { GameEvent } from "../../lib/types";
import Log from "../../lib/ui/Log.svelte";
import Board from "./Board.svelte";
import Sheet from "./Decision.svelte";
import module from "./index";
import People from "./People.svelte";
import { own, react } from "./sample";
import type { Act, View } from "./view";

const target = { target: "character" };
const kinds = {
  actions: {
    submit: { type: "submit", fields: { card: "card" } }, quick: { type: "submit", fields: { card: "card", direction: "direction" } }, together: { type: "submit", fields: { card: "card", target: "partner" } },
    gravity: { type: "gravity", fields: { card: "card", ...target } }, delete: { type: "delete", fields: target }, push: { type: "push", fields: { pushed: "character", step: "step" } },
  },
  events: { turn: { who: "character", player: "player" }, submitted: { who: "character", card: "card" }, moved: { who: "character" }, pulled: { who: "character" } },
  phases: {},
};
const names = ["서연", "민재", "도현", "하윤", "지우", "태오", "은채", "준호", "수아", "건우", "다은"];
let sent: Act[] = [];
let shown: Record<string, unknown>[] = [];

function table(view: View, seat: number | null, decision: Decision<Act> | null): Table<View, Act> {
  return {
    game: "middle-race", lang: "ko", say: new Say(ko, kinds, "ko", names, seat), players: names.map((name, at) => player(at, name, { isMe: at === seat })), seat, options: {},
    aids: { cards_seen: true, cross_out: true },
    view, phase: "", actors: [], submitted: [], decision, events: [], fresh: [], log: [], clock: null, outcome: null, isOver: false, act: (action) => sent.push(action), isSending: false, notebook: null, keepNotebook: () => {},
  };
}
const decide = (legal: Act[], refused: Decision<Act>["refused"] = []): Decision<Act> => ({ id: `d${sent.length}${legal.length}`, legal, refused, byClock: { isLot: false, action: legal[0] ?? null } });

function sheet(view: View, seat: number, decision: Decision<Act>): void {
  const inside = document.body.appendChild(document.createElement("div"));
  inside.className = "mm-sheet";
  shown.push(mount(Sheet, { target: inside, props: { table: table(view, seat, decision), decision } }), mount(Board, { target: document.body, props: { table: table(view, seat, decision) } }));
  flushSync();
}
function click(found: HTMLElement | null | undefined, what: string): void {
  if (!found) throw new Error(`no button ${what}`);
  found.click();
  flushSync();
}
const key = (n: number): void => click(document.querySelector<HTMLElement>(`[data-n="${n}"]`), String(n));
const press = (text: string): void => click([...document.querySelectorAll<HTMLElement>("button")].find((button) => button.textContent?.replace(/\s+/g, "").includes(text.replaceAll(" ", ""))), text);

beforeEach(() => speak("ko"));
afterEach(async () => {
  for (const one of shown) await unmount(one);
  document.body.replaceChildren();
  shown = [];
  sent = [];
});

test("a card is chosen, its consequence said, then played", () => {
  sheet(own, 3, decide([1, 2, 3, 4].map((card): Act => ({ type: "submit", card }))));
  expect(document.body.textContent).toContain("카드를 고르세요");
  key(2);
  expect(document.body.textContent).toContain("유니온이 딜리트를 당김");
  press("2 내기");
  expect(sent).toEqual([{ type: "submit", card: 2 }]);
});

test("Enter on what is chosen plays it", () => {
  sheet(own, 3, decide([{ type: "submit", card: 2 }, { type: "submit", card: 3 }]));
  key(3);
  document.querySelector('[aria-pressed="true"]')?.dispatchEvent(new KeyboardEvent("keydown", { key: "Enter", bubbles: true, cancelable: true }));
  expect(sent).toEqual([{ type: "submit", card: 3 }]);
});

test("Quick back and ahead; ahead is refused in words when both are used", () => {
  const back = (card: number): Act => ({ type: "submit", card, direction: "back" });
  const view: View = { ...own, turn: 11, squares: { ...own.squares, 11: 10 }, finish_order: [9], hands: { ...own.hands, 11: [2, 4] }, quick_ahead: 2 };
  sheet(view, 10, decide([back(2), back(4)], [{ action: { type: "submit", card: 2, direction: "ahead" }, clause: "MR-21" }]));
  expect(document.body.textContent).toContain("앞으로는 두 번만");
  key(2);
  press("2 내고 뒤로 가기");
  expect(sent).toEqual([back(2)]);
});

test("Gravity: a card, a target", () => {
  const legal: Act[] = [{ type: "submit", card: 2 }, { type: "gravity", card: 2, target: 7 }, { type: "gravity", card: 2, target: 5 }];
  sheet({ ...own, turn: 1, squares: { ...own.squares, 1: 10 }, hands: { ...own.hands, 1: [2] } }, 0, decide(legal));
  press("끌어오기");
  press("7 원");
  press("2 버리고 원 끌어오기");
  expect(sent).toEqual([legal[1]]);
});

test("Delete: those that cannot be designated stay with a word why", () => {
  sheet(react, 3, decide([1, 9].map((c): Act => ({ type: "delete", target: c })), [{ action: { type: "delete", target: 7 }, clause: "MR-9" }, { action: { type: "delete", target: 11 }, clause: "MR-9" }]));
  const refused = [...document.querySelectorAll('.target[aria-disabled="true"]')].map((one) => one.textContent?.replace(/\s+/g, " "));
  expect(refused).toHaveLength(2);
  expect(refused.join()).toMatch(/지난번.*골인함/);
  key(9);
  press("점프의 손패 지우기");
  expect(sent).toEqual([{ type: "delete", target: 9 }]);
});

test("Push: one press, ahead or back", () => {
  const view: View = { ...own, asked: "push", squares: { ...own.squares, 4: 21 } };
  sheet(view, 2, decide([{ type: "push", pushed: 4, step: 1 }, { type: "push", pushed: 4, step: -1 }]));
  press("뒤로 밀기");
  expect(sent).toEqual([{ type: "push", pushed: 4, step: -1 }]);
});

test("a hidden hand is the same back whatever it is, and says so", () => {
  const html = (hand: number[] | null): string => {
    const target = document.createElement("div");
    const one = mount(People, { target, props: { table: table({ ...react, hands: { ...react.hands, 7: hand } }, null, null) } });
    flushSync();
    const found = target.innerHTML;
    void unmount(one);
    return found;
  };
  expect(html(null)).toContain("공개되지 않음");
  expect(html([2])).not.toBe(html(null));
});

test("every square reads in words", () => {
  shown.push(mount(Board, { target: document.body, props: { table: table(react, null, null) } }));
  flushSync();
  const labels = [...document.querySelectorAll(".track [aria-label]")].map((one) => one.getAttribute("aria-label"));
  expect(labels).toContain("20칸: 1 그래비티, 무력화됨, 7 원");
  expect(labels).toContain("골인: 11 퀵");
});

test("a finished turn is one line of the log, which opens; the running one stays in lines", () => {
  const told: GameEvent[] = [
    { type: "turn", clause: "MR-5", who: 6, player: 5 }, { type: "submitted", clause: "MR-6", who: 6, card: 1 }, { type: "moved", clause: "MR-6", who: 6, from: 10, to: 11 }, { type: "pulled", clause: "MR-16", who: 4, from: 12, to: 11 },
    { type: "turn", clause: "MR-5", who: 7, player: 6 }, { type: "submitted", clause: "MR-6", who: 7, card: 2 },
  ];
  const now = { ...table(react, null, null), log: told.map((event, n) => ({ n, time: 0, event })) };
  shown.push(mount(Log, { target: document.body, props: { table: now as unknown as Table, module } }));
  flushSync();
  const lines = [...document.querySelectorAll("ol.mm-log > li")].map((line) => line.textContent?.replace(/\s+/g, " ").trim());
  expect(lines).toHaveLength(3);
  const chain = document.querySelector("details");
  expect(chain?.querySelector("summary")?.textContent).toMatch(/유니온이 1을 냄 · 10→11 · 다른 말 1개도 움직임.*4가지/);
  expect(chain?.querySelectorAll(".inside > li")).toHaveLength(4);
});

test("Jump is told why it is asked to renew now", () => {
  const two = { ...own, turn: 9, asked: "renew" as const, squares: { ...own.squares, 9: 20 } };
  sheet(two, 8, decide([{ type: "renew" }, { type: "hold" }]));
  expect(document.querySelector(".mm-sheet")?.textContent).toMatch(/두 장이 남은 지금만 갱신할 수 있습니다.*MR-19/s);
});
