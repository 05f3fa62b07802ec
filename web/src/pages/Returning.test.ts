import { flushSync, mount, unmount } from "svelte";
import { afterEach, expect, test } from "vitest";
import { speak } from "../lib/i18n.svelte";
import type { Evening, RoomSeat } from "../lib/types";
import { myName, rememberName } from "../lib/me";
import Returning from "./Returning.svelte";

speak("ko");
const people = ["하윤", "도하", "봇 3"].map((name) => ({ name, bot: name.startsWith("봇"), played: 1, wins: 0, results: [] }));
let mounted: Record<string, unknown> | null = null;
afterEach(() => {
  if (mounted) void unmount(mounted);
  document.body.replaceChildren();
  localStorage.clear();
});

test("people who played here and have no chair are offered, bots and who sits are not", async () => {
  const chosen: string[] = [];
  const load = (): Promise<Evening> => Promise.resolve({ time: 0, matches: [], people } as unknown as Evening);
  const seats = [{ seat: 0, name: "도하" }] as unknown as RoomSeat[];
  mounted = mount(Returning, { target: document.body, props: { code: "KXWTRM", matches: 2, seats, onchoose: (name: string) => chosen.push(name), load } });
  flushSync();
  await Promise.resolve();
  flushSync();
  const buttons = [...document.querySelectorAll("button")];
  expect(buttons.map((button) => button.textContent)).toEqual(["하윤"]);
  buttons[0]?.click();
  expect(chosen).toEqual(["하윤"]);
});

test("a browser remembers the name it had in each room, and the latest for all others", () => {
  rememberName("하윤", "KXWTRM");
  rememberName("셜록", "BCDFGH");
  expect([myName("KXWTRM"), myName("BCDFGH"), myName("ZZZZZZ"), myName()]).toEqual(["하윤", "셜록", "셜록", "셜록"]);
});
