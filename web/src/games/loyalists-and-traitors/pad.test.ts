import { expect, test } from "vitest";
import type { Notebook } from "../../lib/types";
import { guessed, guessOf, lineOf, LONGEST_LINE, withGuess, withLine } from "./pad";

test("whom I take for what is kept for each player; not knowing leaves nothing behind", () => {
  let book: Notebook | null = { role: "seen" };
  book = withGuess(withGuess(book, 3, "traitor"), 5, "loyalist");
  expect([guessOf(book, 3), guessOf(book, 5), guessOf(book, 4)]).toEqual(["traitor", "loyalist", "unknown"]);
  book = withGuess(book, 3, "unknown");
  expect(book).toEqual({ role: "seen", guesses: { "6": "loyalist" } });
});

test("at the end it can be seen how many suspicions were right", () => {
  const book = withGuess(withGuess(withGuess(null, 1, "traitor"), 4, "traitor"), 6, "loyalist");
  expect(guessed(book, [4, 6, 8], 9)).toEqual({ right: 1, of: 2 });
  expect(guessed(withGuess(null, 6, "loyalist"), [4, 6, 8], 9)).toBeNull();
});

test("a line on a player is short, and gone when it is empty", () => {
  const book = withLine(null, 8, "x".repeat(200));
  expect(lineOf(book, 8)).toHaveLength(LONGEST_LINE);
  expect(withLine(book, 8, "")).toEqual({ lines: {} });
});

test("a full pad fits into 4 KB", () => {
  let book: Notebook | null = { role: "seen" };
  for (let seat = 0; seat < 9; seat += 1) book = withGuess(withLine(book, seat, "🎭".repeat(LONGEST_LINE)), seat, "traitor");
  expect(new TextEncoder().encode(JSON.stringify(book)).length).toBeLessThan(4096);
});

test("whatever an older page left there is read without harm", () => {
  expect(guessOf({ guesses: [1] }, 0)).toBe("unknown");
  expect(guessOf({ guesses: { "1": "king" } }, 0)).toBe("unknown");
  expect(lineOf({ lines: { "1": 4 } }, 0)).toBe("");
});
