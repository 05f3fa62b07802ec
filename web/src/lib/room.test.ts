import { describe, expect, test } from "vitest";
import { forget, hear, lastNumber, nothing, takeSnapshot, type RoomState } from "./room";
import type { Item, MatchTable, Room, ServerMessage, Snapshot } from "./types";

const room = { code: "KXWTRM", match: 1 } as Room;
const table = { match: 1, seat: 0, decision: { id: "1.0.3" } } as MatchTable;
const item = (n: number): Item => ({ n, time: 0, event: { type: "raised", clause: "IP-3" } });
const hello = (seat: number | null, time = 1_000): ServerMessage => ({ type: "hello", protocol: 1, time, seat, active: true, ping_s: 15 });
const update = (parts: Partial<Extract<ServerMessage, { type: "update" }>>): ServerMessage => ({ type: "update", seq: 1, time: 1_000, version: "v.1", ...parts });
const told = (state: RoomState): number[] => state.items.map(({ n }) => n);

const seated = (): RoomState => {
  const joined = hear(nothing, hello(0), 400);
  return hear(joined, update({ room, table, events: { match: 1, after: 0, items: [item(1), item(2)] } }), 400);
};

describe("what a viewer knows", () => {
  test("the first update is not news", () => {
    const state = seated();
    expect(state.room).toBe(room);
    expect(told(state)).toEqual([1, 2]);
    expect(state.freshAfter).toBe(2);
    expect(state.offset).toBe(600);
  });

  test("a part that is not there stays", () => {
    const state = hear(seated(), update({ events: { match: 1, after: 2, items: [item(3)] } }), 400);
    expect(state.room).toBe(room);
    expect(state.table).toBe(table);
    expect(told(state)).toEqual([1, 2, 3]);
    expect(state.freshAfter).toBe(2);
    expect(lastNumber(state)).toBe(3);
  });

  test("an event that came twice counts once", () => {
    const state = hear(seated(), update({ events: { match: 1, after: 1, items: [item(2), item(3)] } }), 400);
    expect(told(state)).toEqual([1, 2, 3]);
  });

  test("a gap is noticed and nothing is put after it", () => {
    const state = hear(seated(), update({ events: { match: 1, after: 5, items: [item(6)] } }), 400);
    expect(state.hasGap).toBe(true);
    expect(told(state)).toEqual([1, 2]);
  });

  test("a new match begins a new log", () => {
    const state = hear(seated(), update({ events: { match: 2, after: 0, items: [item(1)] } }), 400);
    expect(state.match).toBe(2);
    expect(told(state)).toEqual([1]);
  });
});

describe("secrets of one seat do not outlive it", () => {
  test("a reconnect as the same viewer goes on", () => {
    const state = hear(seated(), hello(0), 400, true);
    expect(told(state)).toEqual([1, 2]);
    expect(state.hasGap).toBe(false);
  });

  test("a reconnect as another viewer forgets, and asks for everything", () => {
    const state = hear(seated(), hello(null), 400, true);
    expect(state.table).toBeNull();
    expect(told(state)).toEqual([]);
    expect(state.hasGap).toBe(true);
  });

  test("a hello in the middle forgets the table and all events", () => {
    const state = hear(seated(), hello(2), 400);
    expect(state.seat).toBe(2);
    expect(state.table).toBeNull();
    expect(told(state)).toEqual([]);
  });

  test("a snapshot for another seat replaces what was known", () => {
    const snapshot: Snapshot = { time: 2_000, version: "v.2", seat: null, room, table: { ...table, seat: null, decision: null }, events: { match: 1, after: 0, items: [item(1)] } };
    const state = takeSnapshot(seated(), snapshot, 1_000);
    expect(state.seat).toBeNull();
    expect(state.table?.decision).toBeNull();
    expect(told(state)).toEqual([1]);
  });

  test("forgetting keeps only the room and the clock", () => {
    const state = forget(seated());
    expect(state).toEqual({ ...nothing, room, offset: 600 });
  });
});

test("another tab takes the seat, and gives it back", () => {
  const other = hear(seated(), { type: "active", active: false }, 400);
  expect(other.isActive).toBe(false);
  expect(hear(other, { type: "active", active: true }, 400).isActive).toBe(true);
});
