/** The language of the page: Korean first, remembered, switched at once. */
import { en } from "../i18n/en";
import { ko, type Words } from "../i18n/ko";
import type { Lang } from "./types";

const REMEMBERED = "mainmatch.lang";
const catalogues: Record<Lang, Words> = { ko, en };

/** The person's choice, else `?lang=`, else the first of the browser's languages that we speak, else Korean. */
function firstLanguage(): Lang {
  const asked = new URLSearchParams(location.search).get("lang") ?? localStorage.getItem(REMEMBERED);
  if (asked === "ko" || asked === "en") return asked;
  for (const tag of navigator.languages) {
    if (tag.startsWith("ko")) return "ko";
    if (tag.startsWith("en")) return "en";
  }
  return "ko";
}

const current = $state<{ lang: Lang }>({ lang: firstLanguage() });

/** The language now (reactive). */
export function lang(): Lang {
  return current.lang;
}

/** The page's words in the language now (reactive): `t().lobby.start`. */
export function t(): Words {
  return catalogues[current.lang];
}

/** Switch, and remember. */
export function speak(next: Lang): void {
  current.lang = next;
  localStorage.setItem(REMEMBERED, next);
  document.documentElement.lang = next;
}

/** Say to the document which language it is in. Call once at the start. */
export function tellDocument(): void {
  document.documentElement.lang = current.lang;
}

/** A table's own words in the language now: `const words = own({ ko, en })`, then `words().seen`. */
export function own<W>(catalogue: Record<Lang, W>): () => W {
  return () => catalogue[current.lang];
}
