import { expect, test } from "vitest";
import { lineOf, LONGEST_LINE, markOf, nextMark, sinceOf, withLine, withMark, withoutMarks } from "./notes";

test("a cell goes from possible to suspected to not, and back", () => {
  expect(nextMark("open")).toBe("likely");
  expect(nextMark("likely")).toBe("not");
  expect(nextMark("not")).toBe("open");
});

test("marks are kept by agent and zone, with the round in which they were set", () => {
  let book = withMark(null, 1, "A", 3, "likely", 5);
  book = withMark(book, 1, "A", 8, "not", 6);
  book = withMark(book, 2, "B", 1, "not", 6);
  expect([markOf(book, 1, "A", 3), markOf(book, 1, "A", 8), markOf(book, 1, "B", 3), markOf(book, 2, "B", 1)]).toEqual(["likely", "not", "open", "not"]);
  expect([sinceOf(book, 1, "A"), sinceOf(book, 2, "B"), sinceOf(book, 2, "A")]).toEqual([6, 6, null]);
  expect(sinceOf(withMark(book, 2, "B", 1, "open", 7), 2, "B")).toBeNull();
});

test("a player's marks are wiped alone", () => {
  const book = withLine(withMark(withMark(null, 0, "A", 3, "likely", 5), 1, "A", 3, "likely", 5), 0, "says little");
  const wiped = withoutMarks(book, 0);
  expect([markOf(wiped, 0, "A", 3), markOf(wiped, 1, "A", 3), lineOf(wiped, 0)]).toEqual(["open", "likely", "says little"]);
});

test("a line on a player is short, and gone when it is empty", () => {
  const book = withLine(null, 3, "x".repeat(200));
  expect(lineOf(book, 3)).toHaveLength(LONGEST_LINE);
  expect(withLine(book, 3, "")).toEqual({ lines: {} });
});

test("a full notebook of eight players fits into 4 KB", () => {
  let book = null as ReturnType<typeof withLine> | null;
  for (let seat = 0; seat < 8; seat += 1) {
    book = withLine(book, seat, "가".repeat(LONGEST_LINE));
    for (const kind of ["A", "B"] as const) for (let zone = 1; zone < 9; zone += 1) book = withMark(book, seat, kind, zone, "not", 999);
  }
  expect(new TextEncoder().encode(JSON.stringify(book)).length).toBeLessThan(4096);
});

test("whatever an older page left there is read without harm", () => {
  const odd = { marks: { "2A": 7, "3A": "9" }, since: "x", lines: [1] };
  expect([markOf(odd, 1, "A", 1), markOf(odd, 2, "A", 1), sinceOf(odd, 1, "A"), lineOf(odd, 1)]).toEqual(["open", "open", null, ""]);
});
