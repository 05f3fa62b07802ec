import { expect, test } from "vitest";
import { clockOf, tableOf } from "./build";
import { nothing } from "./room";
import type { GameInfo, MatchTable, Room } from "./types";

const info = {
  id: "indian-poker",
  actions: [{ name: "raise", type: "raise", fields: { to: { kind: "number" } } }],
  events: [{ type: "raised", clause: "IP-3", values: { player: "player", to: "number" } }],
  headline_kinds: {},
} as unknown as GameInfo;
const room = {
  clock: { pace: "normal", amount: null, seconds: 45 },
  seats: [
    { seat: 0, kind: "human", away: true },
    { seat: 1, kind: "bot", away: false },
  ],
} as unknown as Room;
const table = {
  match: 1,
  game: "indian-poker",
  names: ["하윤", "봇 2"],
  seat: 0,
  options: {},
  view: {},
  headline: { key: "bet", values: { turn: 0 }, kinds: { turn: "player" } },
  actors: [{ seat: 0, due: 100_000 }],
  submitted: [],
  decision: { id: "1.0.1", legal: [{ type: "raise", to: 2 }], refused: [], due: 100_000, by_clock: { lot: false, action: { type: "fold" } } },
  over: false,
  outcome: null,
} as unknown as MatchTable;
const words = { name: "", tagline: "", summary: "", minutes: "", phases: { bet: "{turn:이/가} 걸 차례" }, events: { raised: "{player:이/가} {to}까지" } };
const state = {
  ...nothing,
  match: 1,
  offset: 2_000,
  freshAfter: 1,
  items: [
    { n: 1, time: 0, note: { type: "started" as const } },
    { n: 2, time: 0, event: { type: "raised", clause: "IP-3", player: 1, to: 4 } },
  ],
};

test("a table has all that the server said, by this machine's clock", () => {
  const built = tableOf({ state, room, table, info, words, lang: "ko", isSending: false, act: () => {} });
  expect(built.phase).toBe("내가 걸 차례");
  expect(built.players.map(({ isMe, isBot, isAway }) => [isMe, isBot, isAway])).toEqual([
    [true, false, true],
    [false, true, false],
  ]);
  expect(built.events.map(({ n }) => n)).toEqual([2]);
  expect(built.fresh).toEqual(built.events);
  expect(built.decision?.byClock).toEqual({ isLot: false, action: { type: "fold" } });
  expect(built.clock).toEqual({ total: 45, endsAt: 98_000 });
});

test("without a due time there is no clock", () => {
  expect(clockOf(room, { ...table, actors: [{ seat: 1, due: null }], decision: null }, 0)).toBeNull();
});

test("a log of another match is not shown", () => {
  const built = tableOf({ state: { ...state, match: 2 }, room, table, info, words, lang: "ko", isSending: false, act: () => {} });
  expect(built.log).toEqual([]);
});
