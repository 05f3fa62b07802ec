/** The time of day as people write it. */
import type { Lang, Moment } from "../types";

const formats = new Map<Lang, Intl.DateTimeFormat>();

/** "오후 9:04"; "9:04 PM". */
export function clock(time: Moment, lang: Lang): string {
  let format = formats.get(lang);
  if (!format) {
    format = new Intl.DateTimeFormat(lang === "ko" ? "ko-KR" : "en-US", { hour: "numeric", minute: "2-digit" });
    formats.set(lang, format);
  }
  return format.format(time);
}
