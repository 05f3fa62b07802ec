/** Calling somebody to the table: a tone, a buzz, a notice of the system. None of them says anything about the game. */
import type { Tones } from "./tones";

/** Who has decided this recently is at the table and needs no call. */
const AT_THE_TABLE_MS = 4_000;
const BUZZ: readonly number[] = [70, 60, 70];
const WORKER = "/notices.js";
/** A newer notice takes the place of the older. */
const TAG = "mainmatch-turn";

/** Is this a new decision of somebody who may not be looking? */
export function isCalled(decision: string | null, before: string | null, sinceMineMs: number, isHidden: boolean): boolean {
  return decision !== null && decision !== before && (isHidden || sinceMineMs >= AT_THE_TABLE_MS);
}

/** What this browser can do. */
export const canBuzz = (): boolean => "vibrate" in navigator;
export const canNotify = (): boolean => "Notification" in window && window.isSecureContext;
export const canStayAwake = (): boolean => "wakeLock" in navigator;

/** Ask whether notices may be shown: only from a tap. */
export async function allowNotices(): Promise<boolean> {
  if (!canNotify() || (await Notification.requestPermission()) !== "granted") return false;
  await navigator.serviceWorker?.register(WORKER).catch(() => undefined); // without it a desktop shows notices all the same
  return true;
}

async function notify(text: string): Promise<void> {
  if (!canNotify() || Notification.permission !== "granted") return;
  const options = { body: text, tag: TAG, icon: "/icon.svg", data: location.href };
  const worker = await navigator.serviceWorker?.getRegistration().catch(() => undefined);
  if (worker) return worker.showNotification("mainmatch", options);
  const notice = new Notification("mainmatch", options);
  notice.onclick = () => {
    window.focus();
    notice.close();
  };
}

/** Take the notice back: somebody is here. */
export async function forgetNotices(): Promise<void> {
  const worker = await navigator.serviceWorker?.getRegistration().catch(() => undefined);
  for (const notice of (await worker?.getNotifications({ tag: TAG })) ?? []) notice.close();
}

export interface Wanted {
  sound: boolean;
  vibration: boolean;
  notification: boolean;
}

/** My turn. */
export function call(wanted: Wanted, tones: Tones, text: string): void {
  if (wanted.sound) tones.play("turn");
  // Nor may a page buzz before somebody has touched it.
  if (wanted.vibration && canBuzz() && navigator.userActivation?.hasBeenActive !== false) navigator.vibrate([...BUZZ]);
  if (wanted.notification && document.visibilityState === "hidden") notify(text).catch(() => {}); // a browser that takes its word back
}

/** The page's icon in the tab. */
export function showIcon(isMine: boolean): void {
  document.querySelector<HTMLLinkElement>('link[rel="icon"]')?.setAttribute("href", isMine ? "/icon-turn.svg" : "/icon.svg");
}
