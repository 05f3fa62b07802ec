import { expect, test } from "vitest";
import { byRound, comeBack, leave, missed, seenOf, withSeen } from "./absence";
import type { Item } from "./types";

const item = (n: number, type = "raised"): Item => ({ n, time: n * 1_000, event: { type, clause: "IP-3", hand: n } });
const log = [item(1, "hand"), item(2), item(3), item(4, "hand"), item(5), item(6)];
const numbers = (items: readonly Item[]): number[] => items.map(({ n }) => n);

test("what happened between leaving and coming back was missed, also what arrives late", () => {
  const away = comeBack(leave(2), 5_000);
  expect(numbers(missed(log.slice(0, 2), away))).toEqual([]);
  expect(numbers(missed(log, away))).toEqual([3, 4, 5]);
});

test("one thing alone needs no telling, and while away nothing is told", () => {
  expect(missed(log, comeBack(leave(4), 5_000))).toEqual([]);
  expect(missed(log, leave(0))).toEqual([]);
  expect(missed(log, null)).toEqual([]);
});

test("by round: each thing belongs to the last mark before it, seen or not", () => {
  const groups = byRound(log, log.slice(1), (event) => (event.type === "hand" ? Number(event["hand"]) : null));
  expect(groups.map(({ mark, items }) => [mark, numbers(items)])).toEqual([[1, [2, 3]], [4, [4, 5, 6]]]);
  expect(byRound(log, log.slice(0, 2), () => null).map(({ mark }) => mark)).toEqual([null]);
});

test("what was seen is remembered by room and match, for twenty rooms", () => {
  let text: string | null = null;
  for (let room = 0; room < 25; room += 1) text = withSeen(text, `ROOM${room}`, 1, room);
  text = withSeen(text, "ROOM24", 2, 7);
  expect(seenOf(text, "ROOM24", 2)).toBe(7);
  expect(seenOf(text, "ROOM24", 1)).toBeNull();
  expect(seenOf(text, "ROOM6", 1)).toBe(6);
  expect(seenOf(text, "ROOM5", 1)).toBe(5);
  expect(seenOf(text, "ROOM4", 1)).toBeNull();
  for (const broken of [null, "{", "3", '[["X",1]]', '[[1,2,3]]']) expect(seenOf(broken, "X", 1)).toBeNull();
});
