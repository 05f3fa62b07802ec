/** Where everything of a chart stands: the same for the page and for the image to share. */
import type { Chart, Moment, Point } from "./types";

/** Strokes by number of a series, so that lines differ without colour; lengths in line widths. */
export const DASHES: readonly (readonly number[])[] = [[], [6, 3], [2, 2], [8, 3, 2, 3]];
/** Roles of tokens.css, by number of a series. */
export const INKS: readonly string[] = ["--w-blue", "--w-orange", "--w-green", "--w-red", "--w-pink", "--gold-ink", "--jade-ink", "--ink-2", "--country-a", "--country-b", "--w-grey"];

/** How the line of a series is drawn: no two of eleven alike. */
export const inkOf = (index: number): string => INKS[index % INKS.length] ?? "--ink";
export const dashOf = (index: number): readonly number[] => DASHES[index % DASHES.length] ?? [];

/** Numbers at which an axis is labelled: whole, evenly apart, at most `most` of them. */
export function ticks(low: number, high: number, most: number): number[] {
  const span = Math.max(1, high - low);
  let step = 1;
  for (let power = 1; span / step > most - 1; power *= 10) {
    for (const factor of [1, 2, 5]) {
      step = factor * power;
      if (span / step <= most - 1) break;
    }
  }
  const found: number[] = [];
  for (let at = Math.ceil(low / step) * step; at <= high; at += step) found.push(at === 0 ? 0 : at);
  return found;
}

/** A number far above the limit would press everything else flat: the chart ends so far above it. */
const ABOVE_LIMIT = 1.3;

export interface Drawn {
  plot: { left: number; right: number; top: number; bottom: number };
  lines: {
    index: number;
    name: string;
    seat: number | null;
    /** For SVG and for canvas. */
    path: string;
    /** What stands beside its end: a short name, and the line that leads there. */
    label: { text: string; x: number; y: number; from: { x: number; y: number } } | null;
    dots: { x: number; y: number }[];
    /** Values that the chart is too low for. */
    over: { x: number; y: number; text: string }[];
  }[];
  xs: { at: number; text: string }[];
  ys: { at: number; text: string }[];
  marks: { at: number; text: string }[];
  limit: { at: number; text: string } | null;
  moments: { at: number; text: string }[];
}

/** Lays a chart out in a box of `width` × `height`, letters `size` high. */
export function draw(chart: Chart, moments: readonly Moment[], width: number, height: number, size: number): Drawn {
  const all: Point[] = chart.series.flatMap(({ lines }) => lines.flat());
  const most = Math.max(1, ...all.map(([x]) => x));
  const highest = Math.max(1, ...all.map(([, y]) => y));
  const lowest = Math.min(0, ...all.map(([, y]) => y));
  const { limit } = chart;
  const top = limit && highest > limit.y * ABOVE_LIMIT ? limit.y * ABOVE_LIMIT : Math.max(highest, limit?.y ?? 0);
  const digits = String(Math.round(top)).length;
  const plot = { left: size * (1 + digits * 0.62), right: width - size * 2.4, top: size * 2.6, bottom: height - size * 2.4 };
  const across = (x: number): number => round(plot.left + (x / most) * (plot.right - plot.left));
  const up = (y: number): number => round(plot.bottom - ((Math.min(y, top) - lowest) / Math.max(1, top - lowest)) * (plot.bottom - plot.top));

  const lines = chart.series.map(({ name, label, seat, lines: parts }, index) => {
    const path = parts.map((part) => part.map(([x, y], at) => `${at === 0 ? "M" : "L"}${across(x)} ${up(y)}`).join("")).join("");
    const last = parts.at(-1)?.at(-1);
    const end = last ? { x: across(last[0]), y: up(last[1]) } : null;
    return {
      index,
      name,
      seat,
      path,
      label: end ? { text: label, x: plot.right + size * 0.9, y: end.y, from: end } : null,
      dots: parts.flat().length <= MOST_DOTS ? parts.flat().map(([x, y]) => ({ x: across(x), y: up(y) })) : [],
      over: parts.flat().flatMap(([x, y]) => (y > top ? [{ x: across(x), y: up(y), text: String(y) }] : [])),
    };
  });
  const labels = lines.flatMap(({ label }) => (label ? [label] : []));
  spread(labels, size * 1.05, plot.top, plot.bottom);
  // A line that ends early is not led across the others: its label has a piece of it beside.
  for (const label of labels) if (label.from.x < plot.right - size) label.from = { x: label.x - size * 0.8, y: label.y };

  return {
    plot,
    lines,
    xs: ticks(0, most, Math.max(2, Math.floor((plot.right - plot.left) / (size * 4)))).map((x) => ({ at: across(x), text: String(x) })),
    ys: ticks(lowest, top, Math.max(2, Math.floor((plot.bottom - plot.top) / (size * 2.6)))).map((y) => ({ at: up(y), text: String(y) })),
    marks: chart.marks.map(({ x, text }) => ({ at: across(x), text })),
    limit: limit ? { at: up(limit.y), text: limit.text } : null,
    moments: apart(moments.flatMap(({ x }, index) => (x === null ? [] : [{ at: across(x), text: String(index + 1) }])), size * 1.5, plot.right),
  };
}

/** More points than this are a line without dots. */
const MOST_DOTS = 24;

const round = (value: number): number => Math.round(value * 10) / 10;

/** Moves labels up and down until none covers another, in the order in which their lines end: the higher, then the earlier. */
function spread(labels: { y: number; from: { x: number } }[], gap: number, top: number, bottom: number): void {
  const order = [...labels].sort((a, b) => a.y - b.y || a.from.x - b.from.x);
  const room = Math.min(gap, (bottom - top) / Math.max(1, order.length - 1));
  for (const [index, label] of order.entries()) label.y = Math.max(label.y, index === 0 ? top : (order[index - 1]?.y ?? top) + room);
  for (let index = order.length - 1; index >= 0; index--) {
    const label = order[index];
    if (label) label.y = Math.min(label.y, index === order.length - 1 ? bottom : (order[index + 1]?.y ?? bottom) - room);
  }
}

/** Numbers over the chart that would cover each other move aside. */
function apart<T extends { at: number }>(numbers: T[], gap: number, right: number): T[] {
  for (const [index, one] of numbers.entries()) {
    const before = numbers[index - 1];
    if (before) one.at = Math.max(one.at, before.at + gap);
  }
  for (let index = numbers.length - 1; index >= 0; index--) {
    const one = numbers[index];
    if (one) one.at = Math.min(one.at, index === numbers.length - 1 ? right : (numbers[index + 1]?.at ?? right) - gap);
  }
  return numbers;
}

/** The chart as a table: a row for every x at which a line has a point; null where it goes on as before. */
export function rowsOf(chart: Chart): { x: number; values: (number | null)[] }[] {
  const byX = new Map<number, (number | null)[]>();
  for (const [index, { lines }] of chart.series.entries()) {
    for (const [x, y] of lines.flat()) {
      const row = byX.get(x) ?? chart.series.map(() => null);
      row[index] = y;
      byX.set(x, row);
    }
  }
  return [...byX].sort(([a], [b]) => a - b).map(([x, values]) => ({ x, values }));
}
