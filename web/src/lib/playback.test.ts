import { describe, expect, test } from "vitest";
import { arrive, begin, dueAt, elapse, isBehind, newest, skip, toldMs, untold, type Pace, type Playback, type Step } from "./playback";
import type { Item, MatchTable } from "./types";

let told = 0;
/** An update with so many news; `decision`: what I owe after it. */
function step(news: number, decision: string | null = null, view = String(told)): Step {
  const items = Array.from({ length: news }, (): Item => ({ n: ++told, time: 0, event: { type: "raised", clause: "IP-3" } }));
  return { table: { view: { is: view }, decision: decision === null ? null : { id: decision } } as unknown as MatchTable, last: told, freshAfter: told - news, news: items };
}
/** Let time pass as a timer would, and write down what was told when: [milliseconds, board, number of the news]. */
function watch(playback: Playback, from: number, until: number, pace: Pace = "normal"): { heard: [number, unknown, number][]; end: Playback } {
  const heard: [number, unknown, number][] = [];
  const note = (one: Playback, now: number): void => {
    const item = one.telling === null ? undefined : one.shown.news[one.telling];
    if (item) heard.push([Math.round(now), one.shown.table.view["is"], item.n]);
  };
  let now = from;
  let current = playback;
  note(current, now);
  for (let due = dueAt(current, pace); due !== null && due <= until; due = dueAt(current, pace)) {
    now = Math.max(now, due);
    current = elapse(current, now, pace);
    note(current, now);
  }
  return { heard, end: current };
}
const start = (): Playback => {
  told = 0;
  return begin(step(3, null, "start"));
};

describe("one thing after the other", () => {
  test("what is there when somebody comes is no news", () => {
    const playback = start();
    expect(isBehind(playback)).toBe(false);
    expect(playback.shown.news).toEqual([]);
    expect(dueAt(playback, "normal")).toBeNull();
  });

  test("an update is on the board when it arrives, and its news are told one by one", () => {
    const playback = arrive(start(), step(3, null, "a"), 1_000, "normal");
    expect(playback.shown.table.view["is"]).toBe("a");
    expect(watch(playback, 1_000, 60_000).heard).toEqual([[1_000, "a", 4], [1_900, "a", 5], [2_800, "a", 6]]);
  });

  test("two updates never merge: the second one's board waits until the first one is told", () => {
    let playback = arrive(start(), step(2, null, "a"), 0, "normal");
    playback = arrive(playback, step(1, null, "b"), 10, "normal");
    expect(playback.shown.table.view["is"]).toBe("a");
    const { heard, end } = watch(playback, 10, 60_000);
    expect(heard).toEqual([[10, "a", 4], [900, "a", 5], [1_800, "b", 6]]);
    expect(isBehind(end)).toBe(false);
  });

  test("a step without news takes no time", () => {
    let playback = arrive(start(), step(1, null, "a"), 0, "normal");
    for (const name of ["b", "c"]) playback = arrive(playback, step(0, null, name), 5, "normal");
    playback = elapse(playback, 900, "normal");
    expect(playback.shown.table.view["is"]).toBe("c");
    expect(isBehind(playback)).toBe(false);
    expect(arrive(playback, step(0, null, "d"), 1_000, "normal").shown.table.view["is"]).toBe("d");
  });

  test("nothing happens before its time", () => {
    const playback = arrive(start(), step(2), 0, "normal");
    expect(elapse(playback, 899, "normal")).toBe(playback);
  });

  test("the board before is kept beside the board after", () => {
    const playback = arrive(start(), step(1, null, "a"), 0, "off");
    expect([playback.before?.view["is"], playback.shown.table.view["is"]]).toEqual(["start", "a"]);
  });
});

describe("the pace", () => {
  test.each([["slow", 1_800], ["normal", 900], ["fast", 450]] as const)("%s tells for %d ms", (pace, length) => {
    expect(dueAt(arrive(start(), step(1), 0, pace), pace)).toBe(length);
  });

  test("off shows every update at once and tells nothing", () => {
    let playback = arrive(start(), step(2, null, "a"), 0, "off");
    playback = arrive(playback, step(2, null, "b"), 0, "off");
    expect(playback.shown.table.view["is"]).toBe("b");
    expect(isBehind(playback)).toBe(false);
  });

  test("switched off in the middle, everything is there", () => {
    let playback = arrive(start(), step(4, null, "a"), 0, "slow");
    playback = arrive(playback, step(1, null, "b"), 0, "slow");
    playback = elapse(playback, 1, "off");
    expect(playback.shown.table.view["is"]).toBe("b");
    expect(isBehind(playback)).toBe(false);
  });

  test("skip goes to now", () => {
    let playback = arrive(start(), step(4, null, "a"), 0, "normal");
    playback = skip(arrive(playback, step(1, null, "b"), 0, "normal"));
    expect(playback.shown.table.view["is"]).toBe("b");
    expect(isBehind(playback)).toBe(false);
    expect(playback.before?.view["is"]).toBe("a");
  });
});

describe("nobody is left behind", () => {
  test("my decision is on the board 1.5 s after it came at the latest, whatever waits before it", () => {
    for (const news of [1, 3, 8, 14]) {
      let playback = arrive(start(), step(news), 0, "slow");
      for (let i = 0; i < 3; i += 1) playback = arrive(playback, step(news), 0, "slow");
      playback = arrive(playback, step(1, "1.0.2", "mine"), 100, "slow");
      const { end } = watch(playback, 100, 1_600.1, "slow");
      expect(end.shown.table.view["is"]).toBe("mine");
    }
  });

  test("without anything before it my decision is there at once", () => {
    const playback = arrive(start(), step(5, "1.0.1", "mine"), 0, "slow");
    expect(playback.shown.table.decision?.id).toBe("1.0.1");
  });

  test("while I decide others' sealed answers reach the board at once, and what was not told yet is told", () => {
    let playback = arrive(start(), step(3, "1.0.1", "a"), 0, "normal");
    playback = elapse(playback, 900, "normal");
    playback = arrive(playback, step(1, "1.0.1", "b"), 1_000, "normal");
    expect(playback.shown.table.view["is"]).toBe("b");
    expect(untold(playback).map(({ n }) => n)).toEqual([5, 6, 7]);
    expect(dueAt(playback, "normal")).toBe(1_800);
  });

  test("many waiting are told faster, and far too many are passed over", () => {
    let playback = arrive(start(), step(1), 0, "normal");
    for (let i = 0; i < 20; i += 1) playback = arrive(playback, step(1), 0, "normal");
    expect(toldMs(playback, "normal")).toBeCloseTo(4_000 / 21);
    for (let i = 0; i < 100; i += 1) playback = arrive(playback, step(1), 0, "normal");
    expect(untold(playback).length).toBe(40);
    expect(newest(playback).last).toBe(told);
  });

  test("one update with far too much to tell tells its end", () => {
    const playback = arrive(start(), step(300), 0, "normal");
    expect(untold(playback).length).toBe(40);
    expect(untold(playback).at(-1)?.n).toBe(told);
  });

  test("a timer that comes late loses nothing but time", () => {
    let playback = arrive(start(), step(2, null, "a"), 0, "normal");
    playback = arrive(playback, step(2, "1.0.1", "b"), 0, "normal");
    playback = elapse(playback, 100_000, "normal");
    for (let guard = 0; guard < 10 && isBehind(playback); guard += 1) playback = elapse(playback, dueAt(playback, "normal") ?? 0, "normal");
    expect(playback.shown.table.view["is"]).toBe("b");
    expect(isBehind(playback)).toBe(false);
  });
});
