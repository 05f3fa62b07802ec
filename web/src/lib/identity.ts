/** Glyph and pattern of a seat: the same everywhere, told apart without colour. */
import type { Player } from "./table";

export function player(seat: number, name: string, more: { isMe?: boolean; isBot?: boolean; isAway?: boolean; lentTo?: string } = {}): Player {
  const number = (seat % 11) + 1;
  return { seat, name, glyph: `seat-${number}`, pattern: `pat-${number}`, isMe: more.isMe ?? false, isBot: more.isBot ?? false, isAway: more.isAway ?? false, ...(more.lentTo ? { lentTo: more.lentTo } : {}) };
}

/** The language of a name where its letters tell, so that a screen reader says it right on a page of the other language. */
export function languageOf(name: string): "ko" | undefined {
  return /[\uac00-\ud7a3]/.test(name) ? "ko" : undefined;
}
