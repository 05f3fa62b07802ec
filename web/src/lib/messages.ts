/**
 * Sentences in Korean and English from keys and typed values: the twin of `mainmatch/core/messages.py`.
 *
 *     {to}              the value in words (by its kind: a player's name, a term of the catalogue, a number)
 *     {player:이/가}     the value with the particle that its last sound takes (after a consonant / after a vowel)
 *     {to?chip/chips}   the first word when the value is 1, else the second
 *     {zones}           a list is joined by commas
 *
 * The viewer's own seat reads 나 (내가) and "you". Both files change together; the same examples test them.
 */
import { hasBatchim } from "es-hangul";
import type { Json, Lang } from "./types";

const HOLE = /\{(\w+)(?:([:?])([^/{}]*)\/([^/{}]*))?\}/g;
const DIGITS_ENDING_IN_CONSONANT = "013678";
const LATIN_ENDING_IN_CONSONANT = "lmnrLMNR";

const isHangul = (sign: string): boolean => sign >= "가" && sign <= "힣";

/** Does the last sound of `text`, read in Korean, have a final consonant? */
export function endsInConsonant(text: string): boolean {
  for (const sign of [...text].reverse()) {
    if (isHangul(sign)) return hasBatchim(sign);
    if (/[0-9]/.test(sign)) return DIGITS_ENDING_IN_CONSONANT.includes(sign);
    if (/[A-Za-z]/.test(sign)) return LATIN_ENDING_IN_CONSONANT.includes(sign);
  }
  return false;
}

/** Is the last sound ㄹ (also 1, 7, 8, L and R), after which 로 stays 로? */
function endsInRieul(text: string): boolean {
  const last = [...text].reverse().find((sign) => /[\p{L}\p{N}]/u.test(sign));
  if (last === undefined) return false;
  if (isHangul(last)) return (last.charCodeAt(0) - 0xac00) % 28 === 8;
  return "178lLrR".includes(last);
}

/** `text` with its particle: 하윤이, 도하가, 3으로, 8로. 나 + 가 is 내가. */
export function withParticle(text: string, afterConsonant: string, afterVowel: string): string {
  if (text === "나" && afterVowel === "가") return "내가";
  if (["로", "로서", "로써"].includes(afterVowel) && endsInRieul(text)) return text + afterVowel;
  return text + (endsInConsonant(text) ? afterConsonant : afterVowel);
}

/** A room's catalogue in one language (`messages.ko.json`). Parts that a room does not need are left out. */
export interface Catalogue {
  name: string;
  tagline: string;
  summary: string;
  minutes: string;
  options?: Record<string, { label: string; help: string; choices?: Record<string, string> }>;
  /** Sets of options to choose at once. */
  presets?: Record<string, { label: string; help: string }>;
  terms?: Record<string, Record<string, string>>;
  phases?: Record<string, string>;
  /** Names of the phases without holes, for settings. */
  stages?: Record<string, string>;
  actions?: Record<string, string>;
  events?: Record<string, string>;
  why?: Record<string, string>;
  reasons?: Record<string, string>;
}

/** Renders one room's templates in one language, for one viewer (null: a spectator). */
export class Sentences {
  readonly words: Catalogue;
  readonly lang: Lang;
  readonly names: readonly string[];
  readonly viewer: number | null;

  constructor(words: Catalogue, lang: Lang, names: readonly string[], viewer: number | null = null) {
    this.words = words;
    this.lang = lang;
    this.names = names;
    this.viewer = viewer;
  }

  /** One typed value in words. */
  value(kind: string, value: Json): string {
    if (Array.isArray(value)) return value.map((one) => this.value(kind, one)).join(", ");
    if (kind === "player" && typeof value === "number") {
      if (value === this.viewer) return this.lang === "ko" ? "나" : "you";
      return this.names[value] ?? String(value + 1);
    }
    const key = String(value);
    return this.words.terms?.[kind]?.[key] ?? key;
  }

  /** A template with its holes filled; the first letter is made a capital. */
  fill(template: string, values: Readonly<Record<string, Json>>, kinds: Readonly<Record<string, string>> = {}): string {
    const text = template.replace(HOLE, (_, name: string, how?: string, first = "", second = "") => {
      const value = values[name];
      if (value === undefined) throw new Error(`The sentence "${template}" needs a value for ${name}.`);
      if (how === "?") {
        const count = Array.isArray(value) ? value.length : value;
        return count === 1 ? first : second;
      }
      const word = this.value(kinds[name] ?? name, value);
      return how === ":" ? withParticle(word, first, second) : word;
    });
    const [capital = ""] = text;
    return capital.toUpperCase() + text.slice(capital.length);
  }
}
