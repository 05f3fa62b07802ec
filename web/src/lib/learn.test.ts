import { afterEach, expect, test } from "vitest";
import { doneBefore, lessonState, rememberDone } from "./learn";
import { nothing } from "./room";
import type { Reached } from "./types";

const reached = (match: number, count: number): Reached =>
  ({
    table: { match, game: "maskmen", seat: 0, names: ["나", "하윤"], players: 2, options: {} },
    events: { match, after: 0, items: Array.from({ length: count }, (_, index) => ({ n: index + 1, time: 0, event: { type: "passed", clause: "MM-7" } })) },
  }) as unknown as Reached;

afterEach(() => localStorage.clear());

test("what a step set off is fresh, and nothing else", () => {
  const first = lessonState(nothing, reached(1, 3));
  expect(first.freshAfter).toBe(3);
  expect(lessonState(first, reached(1, 5)).freshAfter).toBe(3);
});

test("going back, or to another lesson, makes nothing fresh", () => {
  const later = lessonState(nothing, reached(1, 5));
  expect(lessonState(later, reached(1, 3)).freshAfter).toBe(3);
  expect(lessonState(later, reached(2, 7)).freshAfter).toBe(7);
});

test("everybody but me is a bot", () => {
  expect(lessonState(nothing, reached(1, 1)).room?.seats.map(({ kind, you }) => [kind, you])).toEqual([
    ["human", true],
    ["bot", false],
  ]);
});

test("I go by my name, the others by those of the script", () => {
  const { table, room } = lessonState(nothing, reached(1, 1), "지은");
  expect(table?.names).toEqual(["지은", "하윤"]);
  expect(room?.seats[0]?.name).toBe("지은");
  expect(lessonState(nothing, reached(1, 1)).table?.names).toEqual(["나", "하윤"]);
});

test("what was done is kept a game, and nonsense is nothing", () => {
  rememberDone("maskmen", [null, { type: "pass" }]);
  expect(doneBefore("maskmen")).toEqual([null, { type: "pass" }]);
  expect(doneBefore("infiltration")).toEqual([]);
  rememberDone("maskmen", []);
  expect(doneBefore("maskmen")).toEqual([]);
  localStorage.setItem("mainmatch.learn.maskmen", "{nonsense");
  expect(doneBefore("maskmen")).toEqual([]);
  localStorage.setItem("mainmatch.learn.maskmen", '{"a": 1}');
  expect(doneBefore("maskmen")).toEqual([]);
});
