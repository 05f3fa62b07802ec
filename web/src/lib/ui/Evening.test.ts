import { flushSync, mount, unmount } from "svelte";
import { afterEach, expect, test, vi } from "vitest";
import { speak } from "../i18n.svelte";
import type { Evening as Score } from "../types";
import Evening from "./Evening.svelte";

const score: Score = {
  time: 0,
  matches: Array.from({ length: 7 }, (_, index) => ({ match: index + 1, game: "maskmen", ended: index })),
  people: [
    { name: "하윤", bot: false, played: 7, wins: 5, results: [...Array.from({ length: 5 }, () => ({ place: 1, won: true })), { place: null, won: false }, { place: 2, won: false }] },
    { name: "봇 2", bot: true, played: 1, wins: 1, results: [null, null, null, null, null, null, { place: null, won: true }] },
  ],
};
let shown: Record<string, unknown> | undefined;
afterEach(() => {
  if (shown) void unmount(shown);
  document.body.innerHTML = "";
});

async function show(props: { least?: number }): Promise<string[][]> {
  speak("ko");
  const load = vi.fn(() => Promise.resolve(score));
  shown = mount(Evening, { target: document.body, props: { code: "KXWTRM", after: "7 over", load, ...props } });
  flushSync();
  await vi.waitFor(() => expect(load).toHaveBeenCalledWith("KXWTRM"));
  await Promise.resolve();
  flushSync();
  return [...document.querySelectorAll("tbody tr")].map((row) => [...row.children].map((cell) => cell.querySelector("[aria-hidden]")?.textContent ?? cell.textContent ?? ""));
}

test("wins, matches, and the places of the latest six", async () => {
  expect(await show({})).toEqual([
    ["하윤", "5", "7", "1위", "1위", "1위", "1위", "·", "2위"],
    ["봇 2", "1", "1", "–", "–", "–", "–", "–", "승"],
  ]);
});

test("nothing before enough matches have ended", async () => {
  expect(await show({ least: 8 })).toEqual([]);
});
