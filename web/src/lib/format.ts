/** Numbers and times as people read them. */
import type { Lang, Rating } from "./types";

/** A time left as a large number and a small unit: 32 초, 4:05, 3 시간, 2 일. */
export function timeLeft(seconds: number, lang: Lang): { number: string; unit: string } {
  const left = Math.max(0, Math.ceil(seconds));
  const ko = lang === "ko";
  if (left < 100) return { number: String(left), unit: ko ? "초" : "s" };
  if (left < 3600) return { number: `${Math.floor(left / 60)}:${String(left % 60).padStart(2, "0")}`, unit: "" };
  if (left < 48 * 3600) return { number: String(Math.round(left / 3600)), unit: ko ? "시간" : "h" };
  return { number: String(Math.round(left / 86400)), unit: ko ? "일" : "d" };
}

/** A length of time in words: "45초", "2분", "1시간 30분", "3일"; "45 seconds", "1 hour 30 minutes". */
export function duration(seconds: number, lang: Lang): string {
  const parts: string[] = [];
  const units: [number, string, string][] = [
    [86400, "일", "day"],
    [3600, "시간", "hour"],
    [60, "분", "minute"],
    [1, "초", "second"],
  ];
  let rest = Math.max(0, Math.round(seconds));
  for (const [size, ko, en] of units) {
    const count = Math.floor(rest / size);
    rest %= size;
    if (count > 0) parts.push(lang === "ko" ? `${count}${ko}` : `${count} ${en}${count === 1 ? "" : "s"}`);
  }
  if (parts.length === 0) return lang === "ko" ? "0초" : "0 seconds";
  return parts.slice(0, 2).join(" ");
}

/** "2–6", or "9" when both are equal. */
export function range(low: number, high: number): string {
  return low === high ? String(low) : `${low}–${high}`;
}

/** A rank in words: "1위"; "1st". */
export function rank(place: number, lang: Lang): string {
  if (lang === "ko") return `${place}위`;
  const teen = place % 100 >= 11 && place % 100 <= 13;
  const ending = teen ? "th" : ({ 1: "st", 2: "nd", 3: "rd" }[place % 10] ?? "th");
  return `${place}${ending}`;
}

/** What a level of bots is rated, with its interval: "평점 31 (29–33)", "rating −4 (−9 to 1)"; measured with less thought than at the table it says so. */
export function rated(rating: Rating, lang: Lang): string {
  const ko = lang === "ko";
  const whole = (value: number): string => String(Math.round(value)).replace("-", "−");
  const { low, high } = rating;
  const between = low !== null && low < -0.5 ? (ko ? "~" : " to ") : "–";
  const within = low === null || high === null ? "" : ` (${whole(low)}${between}${whole(high)})`;
  return `${ko ? "평점" : "rating"} ${whole(rating.value)}${within}${rating.brief ? (ko ? ", 짧게 생각했을 때" : ", thinking briefly") : ""}`;
}
