import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { NotebookKeeper } from "./notebook.svelte";
import type { Notebook } from "./types";

let stored: Notebook[] = [];
let settle: (() => void)[] = [];
let failures: unknown[] = [];
const keeper = (): NotebookKeeper =>
  new NotebookKeeper(
    (notebook) => {
      stored.push(notebook);
      return new Promise((done) => settle.push(done));
    },
    (error) => failures.push(error),
  );

beforeEach(() => {
  vi.useFakeTimers();
  [stored, settle, failures] = [[], [], []];
});
afterEach(() => vi.useRealTimers());

test("what is written shows at once, and a flurry of strokes is stored once", async () => {
  const book = keeper();
  book.keep({ note: "a" });
  book.keep({ note: "ab" });
  expect(book.written).toEqual({ note: "ab" });
  await vi.runAllTimersAsync();
  expect(stored).toEqual([{ note: "ab" }]);
  expect(book.written).toEqual({ note: "ab" });
  settle[0]?.();
  await vi.runAllTimersAsync();
  expect(book.written).toBeNull();
});

test("what is written while the last is on its way is stored after it", async () => {
  const book = keeper();
  book.keep({ note: "a" });
  await vi.runAllTimersAsync();
  book.keep({ note: "b" });
  settle[0]?.();
  await vi.runAllTimersAsync();
  expect(stored).toEqual([{ note: "a" }, { note: "b" }]);
  expect(book.written).toEqual({ note: "b" });
});

test("leaving the page stores at once, and nothing twice", async () => {
  const book = keeper();
  book.keep({ note: "a" });
  void book.flush();
  void book.flush();
  await vi.runAllTimersAsync();
  expect(stored).toEqual([{ note: "a" }]);
});

test("what cannot be stored stays on the page, and the reason is told", async () => {
  const book = new NotebookKeeper(() => Promise.reject(new Error("too large")), (error) => failures.push(error));
  book.keep({ note: "a" });
  await vi.runAllTimersAsync();
  expect(failures).toHaveLength(1);
  expect(book.written).toEqual({ note: "a" });
});
