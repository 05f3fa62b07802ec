/** Being called when one's turn comes. */
import { flushSync, mount, unmount } from "svelte";
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { speak } from "../i18n.svelte";
import { prefer } from "../preferences.svelte";
import { isCalled } from "../signals";
import MyWay from "./MyWay.svelte";
import Signals from "./Signals.svelte";

const shown = vi.fn();
class Notice {
  static permission: NotificationPermission = "granted";
  static requestPermission = vi.fn(() => Promise.resolve(Notice.permission));
  onclick: (() => void) | null = null;
  constructor(title: string, options: NotificationOptions) {
    shown(title, options.body);
  }
}
const buzz = vi.fn();
const lock = { release: vi.fn(() => Promise.resolve()) };
const request = vi.fn(() => Promise.resolve(lock));

let decision = $state<string | null>(null);
let isPlaying = $state(true);
let app: ReturnType<typeof mount> | undefined;
let visibility: DocumentVisibilityState = "visible";
const settled = (): Promise<void> => new Promise((done) => setTimeout(done));

beforeEach(() => {
  speak("ko");
  vi.stubGlobal("isSecureContext", true);
  vi.stubGlobal("Notification", Notice);
  Object.defineProperty(navigator, "vibrate", { value: buzz, configurable: true });
  Object.defineProperty(navigator, "wakeLock", { value: { request }, configurable: true });
  vi.spyOn(document, "visibilityState", "get").mockImplementation(() => visibility);
  document.head.innerHTML = '<link rel="icon" href="/icon.svg">';
  prefer({ sound: false, vibration: true, notification: true, wake: true });
  decision = null;
  isPlaying = true;
  visibility = "visible";
  Notice.permission = "granted";
});
afterEach(async () => {
  if (app) await unmount(app);
  app = undefined;
  vi.restoreAllMocks();
  vi.unstubAllGlobals();
  for (const one of [shown, buzz, request, lock.release, Notice.requestPermission]) one.mockClear();
});
const start = (): void => {
  app = mount(Signals, {
    target: document.body,
    props: {
      get decision() {
        return decision;
      },
      get isPlaying() {
        return isPlaying;
      },
    },
  });
  flushSync();
};
const icon = (): string | null | undefined => document.querySelector("link")?.getAttribute("href");

test("a turn is called once; who has just decided is not called again while looking", () => {
  expect(isCalled("1.0.2", null, Infinity, false)).toBe(true);
  expect(isCalled("1.0.2", "1.0.2", Infinity, true)).toBe(false);
  expect(isCalled("1.0.2", null, 1_000, false)).toBe(false);
  expect(isCalled("1.0.2", null, 1_000, true)).toBe(true);
  expect(isCalled(null, "1.0.2", Infinity, true)).toBe(false);
});

test("my turn buzzes and changes the icon; nothing calls when the page is opened in the middle of it", () => {
  decision = "1.0.1";
  start();
  expect(icon()).toBe("/icon-turn.svg");
  expect(buzz).not.toHaveBeenCalled();
  decision = null;
  flushSync();
  expect(icon()).toBe("/icon.svg");
});

test("a notice comes only to who looks elsewhere, and says nothing of game, room or people", async () => {
  start();
  decision = "1.0.1";
  flushSync();
  expect(buzz).toHaveBeenCalledOnce();
  await settled();
  expect(shown).not.toHaveBeenCalled();
  visibility = "hidden";
  decision = "1.0.2";
  flushSync();
  await settled();
  expect(shown.mock.calls).toEqual([["mainmatch", "내 차례입니다."]]);
});

test("nothing buzzes before the page was touched", () => {
  Object.defineProperty(navigator, "userActivation", { value: { hasBeenActive: false }, configurable: true });
  start();
  decision = "1.0.1";
  flushSync();
  expect(buzz).not.toHaveBeenCalled();
  Reflect.deleteProperty(navigator, "userActivation");
});

test("who wants no signal gets none", async () => {
  prefer({ vibration: false, notification: false, wake: false });
  start();
  visibility = "hidden";
  decision = "1.0.1";
  flushSync();
  await settled();
  expect(buzz).not.toHaveBeenCalled();
  expect(shown).not.toHaveBeenCalled();
  expect(request).not.toHaveBeenCalled();
});

test("the screen stays on while I play, and no longer", async () => {
  start();
  await settled();
  expect(request).toHaveBeenCalledWith("screen");
  isPlaying = false;
  flushSync();
  expect(lock.release).toHaveBeenCalledOnce();
});

test("the browser is asked about notices only when I tap, and a refusal is said", async () => {
  prefer({ notification: false });
  Notice.permission = "denied";
  app = mount(MyWay, { target: document.body });
  flushSync();
  expect(Notice.requestPermission).not.toHaveBeenCalled();
  const box = [...document.querySelectorAll<HTMLInputElement>("input[type=checkbox]")].find((one) => one.labels?.[0]?.textContent === "알림");
  box?.click();
  await settled();
  flushSync();
  expect(Notice.requestPermission).toHaveBeenCalledOnce();
  expect(box?.checked).toBe(false);
  expect(document.querySelector("[role=alert]")?.textContent).toContain("알림을 막아 두었습니다");
});
