/** The time of day as people write it. */
import type { Lang, Moment } from "../types";

const DAY_MS = 86_400_000;
const formats = new Map<string, Intl.DateTimeFormat>();

/** "오후 9:04"; "9:04 PM"; with its date where it is not of the last day: "11월 30일 오후 9:04". */
export function clock(time: Moment, lang: Lang, now = Date.now()): string {
  const isOld = now - time > DAY_MS;
  const key = `${lang} ${isOld}`;
  let format = formats.get(key);
  if (!format) {
    const day = isOld ? ({ month: lang === "ko" ? "long" : "short", day: "numeric" } as const) : {};
    format = new Intl.DateTimeFormat(lang === "ko" ? "ko-KR" : "en-US", { ...day, hour: "numeric", minute: "2-digit" });
    formats.set(key, format);
  }
  return format.format(time);
}
