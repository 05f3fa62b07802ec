import { expect, test } from "vitest";
import { largestThatFits } from "./fit";

test("the largest size that fits is taken, and the smallest when none does", () => {
  const sizes = [2, 1.5, 1, 0.5];
  expect(largestThatFits(sizes, (size) => size <= 1.5)).toBe(1.5);
  expect(largestThatFits(sizes, () => true)).toBe(2);
  expect(largestThatFits(sizes, () => false)).toBe(0.5);
});
