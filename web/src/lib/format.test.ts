import { expect, test } from "vitest";
import { duration, range, rank, rated, timeLeft } from "./format";

test("a clock counts in the unit that people would say", () => {
  expect(timeLeft(31.2, "ko")).toEqual({ number: "32", unit: "초" });
  expect(timeLeft(-3, "ko")).toEqual({ number: "0", unit: "초" });
  expect(timeLeft(245, "en")).toEqual({ number: "4:05", unit: "" });
  expect(timeLeft(3 * 3600 + 5, "ko")).toEqual({ number: "3", unit: "시간" });
  expect(timeLeft(3 * 86400, "en")).toEqual({ number: "3", unit: "d" });
});

test("a length of time in words", () => {
  expect(duration(45, "ko")).toBe("45초");
  expect(duration(90, "ko")).toBe("1분 30초");
  expect(duration(3600, "en")).toBe("1 hour");
  expect(duration(2 * 86400 + 3600 + 60, "en")).toBe("2 days 1 hour");
  expect(duration(0, "ko")).toBe("0초");
});

test("ranges and ranks", () => {
  expect(range(2, 6)).toBe("2–6");
  expect(range(9, 9)).toBe("9");
  expect(rank(1, "ko")).toBe("1위");
  expect([1, 2, 3, 4, 11, 12, 21].map((place) => rank(place, "en"))).toEqual(["1st", "2nd", "3rd", "4th", "11th", "12th", "21st"]);
});

test("a rating with its interval, and whether it thought less than at the table", () => {
  expect(rated({ value: 30.6, low: 29.2, high: 33.4, brief: false }, "ko")).toBe("평점 31 (29–33)");
  expect(rated({ value: 30.6, low: null, high: null, brief: false }, "en")).toBe("rating 31");
  expect(rated({ value: 30.6, low: 29.2, high: 33.4, brief: true }, "en")).toBe("rating 31 (29–33), thinking briefly");
  expect(rated({ value: 30.6, low: 29.2, high: 33.4, brief: true }, "ko")).toBe("평점 31 (29–33), 짧게 생각했을 때");
  expect(rated({ value: -12.3, low: -15.7, high: -8.8, brief: false }, "ko")).toBe("평점 −12 (−16~−9)");
  expect(rated({ value: -0.3, low: -1.4, high: 2, brief: false }, "en")).toBe("rating 0 (−1 to 2)");
});
