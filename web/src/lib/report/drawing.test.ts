import { expect, test } from "vitest";
import { dashOf, draw, inkOf, rowsOf, ticks } from "./drawing";
import type { Chart, Moment } from "./types";

const chart = (more: Partial<Chart> = {}): Chart => ({
  title: "라운드별 점수",
  x: "라운드",
  y: "점",
  series: [
    { name: "하윤", label: "1", seat: 0, lines: [[[0, 0], [5, 10], [10, 20]]] },
    { name: "도하", label: "2", seat: 1, lines: [[[0, 0], [10, 20]]] },
  ],
  marks: [],
  limit: null,
  ...more,
});
const moment = (step: number, x: number): Moment => ({ step, x, rule: "find", measure: 1, seats: [0], name: "적중한 순찰", what: "…", why: "…" });

test.each([
  [0, 10, 6, [0, 2, 4, 6, 8, 10]],
  [0, 31, 5, [0, 10, 20, 30]],
  [-3, 2, 6, [-3, -2, -1, 0, 1, 2]],
  [0, 1300, 4, [0, 500, 1000]],
  [0, 1, 9, [0, 1]],
])("an axis from %i to %i has at most %i whole numbers", (low, high, most, expected) => {
  expect(ticks(low, high, most)).toEqual(expected);
});

test("no two of eleven lines are drawn alike", () => {
  expect(new Set(Array.from({ length: 11 }, (_, index) => `${inkOf(index)} ${dashOf(index).join(" ")}`)).size).toBe(11);
});

test("lines run from the first to the last point, upward for more", () => {
  const { plot, lines } = draw(chart(), [], 600, 300, 13);
  expect(lines[1]?.path).toBe(`M${round(plot.left)} ${round(plot.bottom)}L${round(plot.right)} ${round(plot.top)}`);
  expect(lines[0]?.dots).toHaveLength(3);
});
const round = (value: number): number => Math.round(value * 10) / 10;

test("labels of lines that end together stand apart, within the box", () => {
  const series = Array.from({ length: 11 }, (_, seat) => ({ name: `P${seat + 1}`, label: String(seat + 1), seat, lines: [[[0, 0], [9, seat < 8 ? 31 : 2]]] as const }));
  const { plot, lines } = draw(chart({ series }), [], 320, 300, 13);
  const ys = lines.map(({ label }) => label?.y ?? 0).sort((a, b) => a - b);
  for (const [index, y] of ys.entries()) {
    expect(y).toBeGreaterThanOrEqual(plot.top);
    expect(y).toBeLessThanOrEqual(plot.bottom);
    if (index > 0) expect(y - (ys[index - 1] ?? 0)).toBeGreaterThanOrEqual(12);
  }
});

test("a number far over the limit is said, and does not press the others flat", () => {
  const series = [{ name: "A열", label: "A", seat: null, lines: [[[1, 5], [2, 50], [3, 8415]]] as const }];
  const drawn = draw(chart({ series, limit: { y: 1000, text: "한도 1000" } }), [], 600, 300, 13);
  expect(drawn.lines[0]?.over).toEqual([{ x: drawn.plot.right, y: round(drawn.plot.top), text: "8415" }]);
  expect(drawn.limit?.at).toBeGreaterThan(drawn.plot.top);
  expect(drawn.lines[0]?.label?.text).toBe("A");
});

test("the numbers of turning points do not cover each other", () => {
  const { moments, plot } = draw(chart(), [moment(4, 9), moment(5, 10), moment(6, 10)], 320, 300, 13);
  expect(moments.map(({ text }) => text)).toEqual(["1", "2", "3"]);
  for (const [index, { at }] of moments.entries()) {
    expect(at).toBeLessThanOrEqual(plot.right);
    if (index > 0) expect(at - (moments[index - 1]?.at ?? 0)).toBeGreaterThanOrEqual(18);
  }
});

test("the table has a row for every point, and leaves out what goes on as before", () => {
  expect(rowsOf(chart())).toEqual([
    { x: 0, values: [0, 0] },
    { x: 5, values: [10, null] },
    { x: 10, values: [20, 20] },
  ]);
});
