import { expect, test } from "vitest";
import type { Deduction } from "../../lib/types";
import { Deducing, readFound } from "./deduction.svelte";

const found = (zones: number[], exact = true): Deduction["found"] => ({ round: 3, impossible: [[1, "A", zones]], exact });
const events = (n: number): [] => Array.from({ length: n }) as [];

test("the answer says which zones are out for which agent, and whether that is all", () => {
  const crossed = readFound(found([1, 8], false));
  expect([crossed?.has(1, "A", 8), crossed?.has(1, "A", 2), crossed?.has(1, "B", 8), crossed?.isExact, crossed?.round]).toEqual([true, false, false, false, 3]);
  expect([readFound(null), readFound([]), readFound({ round: 1 })]).toEqual([null, null, null]);
});

test("it asks once for what was told, again when more was told, and an old answer never replaces a newer one", async () => {
  const answers: ((found: Deduction["found"]) => void)[] = [];
  const deduce = (): Promise<Deduction> => new Promise((done) => answers.push((one) => done({ match: 1, events: 0, found: one })));
  const deducing = new Deducing();
  deducing.follow({ events: events(4), deduce }, true);
  deducing.follow({ events: events(4), deduce }, true);
  expect(answers).toHaveLength(1);
  deducing.follow({ events: events(9), deduce }, true);
  answers[1]?.(found([2]));
  answers[0]?.(found([7]));
  await Promise.resolve();
  await Promise.resolve();
  expect([deducing.crossed?.has(1, "A", 2), deducing.crossed?.has(1, "A", 7), deducing.isAsking]).toEqual([true, false, false]);
  deducing.follow({ events: events(9), deduce }, false);
  expect(deducing.crossed).toBeNull();
});

test("a refusal is kept to be told", async () => {
  const deducing = new Deducing();
  deducing.follow({ events: events(1), deduce: () => Promise.reject(new Error("off")) }, true);
  await Promise.resolve();
  await Promise.resolve();
  expect([deducing.crossed, deducing.isAsking, deducing.problem instanceof Error]).toEqual([null, false, true]);
});
