import { afterEach, beforeEach, expect, test, vi } from "vitest";
import type { Pace } from "./playback";
import { Playing } from "./playing.svelte";
import { nothing, type RoomState } from "./room";
import type { Item, MatchTable } from "./types";

const item = (n: number): Item => ({ n, time: 0, event: { type: "raised", clause: "IP-3" } });
/** A room of which `told` items are known. */
function room(told: number, decision: string | null = null, match = 1): RoomState {
  const table = { match, over: false, view: { told }, decision: decision === null ? null : { id: decision } } as unknown as MatchTable;
  return { ...nothing, isLoaded: true, match, table, items: Array.from({ length: told }, (_, index) => item(index + 1)) };
}
const board = (playing: Playing, live: RoomState): [unknown, number, string | undefined] => {
  const shown = playing.shown(live);
  return [shown.table?.view["told"], shown.items.length, shown.table?.decision?.id];
};

let pace: Pace = "normal";
let playing: Playing;
beforeEach(() => {
  vi.useFakeTimers();
  pace = "normal";
  playing = new Playing(() => pace);
});
afterEach(() => {
  playing.stop();
  vi.useRealTimers();
});

test("board and log go on together, one update after the other", () => {
  playing.take(room(2));
  expect(board(playing, room(2))).toEqual([2, 2, undefined]);
  playing.take(room(3));
  playing.take(room(4));
  expect(board(playing, room(4))).toEqual([3, 3, undefined]);
  vi.advanceTimersByTime(901);
  expect(board(playing, room(4))).toEqual([4, 4, undefined]);
});

test("what is shown late cannot be decided: neither what is closed nor what is not seen yet", () => {
  playing.take(room(2));
  playing.take(room(3, "1.0.1"));
  expect(board(playing, room(3, "1.0.1"))).toEqual([3, 3, "1.0.1"]);
  playing.take(room(4));
  expect(board(playing, room(4))[2]).toBeUndefined();
  playing.take(room(5, "1.0.2"));
  expect(board(playing, room(5, "1.0.2"))[2]).toBeUndefined();
  vi.advanceTimersByTime(1_600);
  expect(board(playing, room(5, "1.0.2"))).toEqual([5, 5, "1.0.2"]);
});

test("skip shows what is, and so does a pace that is switched off", () => {
  playing.take(room(1));
  playing.take(room(2));
  playing.take(room(3));
  playing.skip();
  expect(board(playing, room(3))[0]).toBe(3);
  playing.take(room(4));
  playing.take(room(5));
  pace = "off";
  playing.tick();
  expect(board(playing, room(5))[0]).toBe(5);
});

test("another match, or another viewer's log, begins anew", () => {
  playing.take(room(4));
  playing.take(room(5));
  playing.take(room(1, null, 2));
  expect(board(playing, room(1, null, 2))).toEqual([1, 1, undefined]);
  playing.take(room(6, null, 2));
  playing.take(room(3, null, 2));
  expect(board(playing, room(3, null, 2))[0]).toBe(3);
  playing.take(nothing);
  expect(playing.playback).toBeNull();
});

test("what changes in the room alone is no step", () => {
  const state = room(2);
  playing.take(state);
  const before = playing.playback;
  playing.take({ ...state, version: "v.2" });
  expect(playing.playback).toBe(before);
});

test("what a bot says of its reasons is no news: it stands over my decision", () => {
  const live = room(2);
  playing.take(live);
  const reason: Item = { n: 4, time: 0, note: { type: "reason", seat: 1, action: { type: "call" }, reasons: [] } };
  playing.take({ ...live, table: { ...room(3).table } as MatchTable, items: [...room(3).items, reason] });
  expect(playing.playback?.shown.news.map(({ n }) => n)).toEqual([3]);
});
