import { flushSync, mount, unmount } from "svelte";
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import ko from "@games/indian_poker/messages.ko.json";
import { speak } from "../../lib/i18n.svelte";
import { player } from "../../lib/identity";
import { BEAT } from "../../lib/motion";
import { Say } from "../../lib/say";
import type { LoggedEvent, Table } from "../../lib/table";
import type { GameEvent } from "../../lib/types";
import Board from "./Board.svelte";
import { told } from "./telling.svelte";
import type { Act, Hand, View } from "./view";

// The steps are what is tested, not how they fade.
vi.mock("../../lib/motion", async (original) => ({ ...(await original<object>()), moveTime: () => 0, slowTime: () => 0 }));

const events = { called: { player: "player", to: "number" }, showdown: { first: "number", second: "number" }, won: { player: "player", pot: "number" } };
const last: Hand = { hand: 6, how: "show", cards: [9, 4], winner: 0, pot: 12, penalty: 0 };
const showdown: GameEvent[] = [
  { type: "called", clause: "IP-3", player: 1, to: 6 },
  { type: "showdown", clause: "IP-3", first: 9, second: 4 },
  { type: "won", clause: "IP-6", player: 0, pot: 12 },
];
const logged = (list: GameEvent[], from = 11): LoggedEvent[] => list.map((event, index) => ({ n: from + index, event }));
const hand: GameEvent = { type: "hand", clause: "IP-2", hand: 7, leader: 0, ante: 1, carried: 0 };

function table(fresh: LoggedEvent[], seat: number | null, since: Hand[]): Table<View, Act> {
  const view: View = { phase: "bet", hand: 7, leader: 0, turn: 0, stacks: [35, 23], bets: [1, 1], carried: 0, cards: [null, 5], deck_left: 6, last, since, seen: [4, 9] };
  return {
    game: "indian-poker", lang: "ko", say: new Say(ko, { actions: {}, events, phases: {} }, "ko", ["하윤", "도현"], seat), players: [player(0, "하윤", { isMe: seat === 0 }), player(1, "도현")], seat, options: {},
    aids: { cards_seen: true, cross_out: true }, notebook: null, keepNotebook: () => {},
    view, phase: "", actors: [0], submitted: [], decision: null, events: fresh, fresh, log: [], clock: null, outcome: null, isOver: false, act: () => {}, isSending: false,
  };
}

let shown: Record<string, unknown>;
const props = $state<{ now: Table<View, Act> }>({ now: table([], 0, []) });
function open(seat: number | null): void {
  props.now = table([], seat, []);
  shown = mount(Board, { target: document.body, props: { get table() { return props.now; } } });
  flushSync();
}
const stage = (): HTMLElement | null => document.querySelector(".stage");
const lines = (): (string | undefined)[] => [...(stage()?.querySelectorAll("ol li") ?? [])].map((line) => line.textContent?.trim());
const faces = (): (string | null)[] => [...(stage()?.querySelectorAll(".cards [role=img]") ?? [])].map((card) => card.getAttribute("aria-label"));

beforeEach(() => {
  vi.useFakeTimers();
  speak("ko");
});
afterEach(async () => {
  await unmount(shown);
  document.body.replaceChildren();
  vi.useRealTimers();
});

test("a showdown is announced in three steps: the call, the cards, the pot", () => {
  open(0);
  props.now = table(logged([...showdown, hand]), 0, [last]);
  flushSync();
  expect(lines()).toEqual(["도현이 6에 받았습니다."]);
  expect(faces()).toEqual(["도현의 카드: 4", "나: 공개 안 됨"]);
  expect(told()).toBe(11);

  vi.advanceTimersByTime(BEAT * 1.5);
  flushSync();
  expect(lines()).toHaveLength(2);
  expect(lines()[1]).toContain("1번 9, 2번 4");
  expect(faces()).toEqual(["도현의 카드: 4", "나의 카드: 9"]);
  expect(stage()?.querySelector(".is-winner")).toBeNull();
  expect(told()).toBe(12);

  vi.advanceTimersByTime(BEAT * 1.5);
  flushSync();
  expect(lines()[2]).toContain("12");
  expect(stage()?.querySelector(".is-winner")?.textContent).toContain("+12");
  expect(told()).toBe(Number.POSITIVE_INFINITY);

  vi.advanceTimersByTime(BEAT * 4);
  flushSync();
  expect(stage()).toBeNull();
});

test("a spectator sees neither card before they turn", () => {
  open(null);
  props.now = table(logged([...showdown, hand]), null, [last]);
  flushSync();
  expect(faces()).toEqual(["도현: 공개 안 됨", "하윤: 공개 안 됨"]);
});

test("what the other does next does not cut a showdown short; what I do ends it", () => {
  open(0);
  props.now = table(logged([...showdown, hand]), 0, [last]);
  flushSync();
  props.now = table(logged([{ type: "raised", clause: "IP-3", player: 1, to: 3 }], 15), 0, []);
  flushSync();
  expect(lines()).toHaveLength(1);
  props.now = table(logged([{ type: "raised", clause: "IP-3", player: 0, to: 5 }], 16), 0, []);
  flushSync();
  expect(stage()).toBeNull();
  expect(told()).toBe(Number.POSITIVE_INFINITY);
});

test("it can be skipped", () => {
  open(0);
  props.now = table(logged([...showdown, hand]), 0, [last]);
  flushSync();
  stage()?.querySelector("button")?.click();
  flushSync();
  expect(told()).toBe(Number.POSITIVE_INFINITY);
});
