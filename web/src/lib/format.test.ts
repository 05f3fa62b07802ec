import { expect, test } from "vitest";
import { duration, range, rank, timeLeft } from "./format";

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
