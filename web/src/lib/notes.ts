/** Notes of the table (the clock, bots, people coming and going) as sentences. */
import type { Words } from "../i18n/ko";
import { duration } from "./format";
import type { Say } from "./say";
import type { Note } from "./types";

export function noteSentence(note: Note, say: Say, words: Words): string {
  const notes = words.notes;
  switch (note.type) {
    case "started":
      return notes.started;
    case "over":
      return notes.over;
    case "by_clock":
      return notes.by_clock(say.name(note.seat));
    case "by_bot":
      return notes.by_bot(say.name(note.seat));
    case "back":
      return notes.back(say.name(note.seat));
    case "away":
      return notes.away[note.why](say.name(note.seat));
    case "left":
      return notes.left(note.name);
    case "removed":
      return notes.removed(note.name);
    case "took_seat":
      return notes.took_seat(note.name, note.seat + 1);
    case "lent":
      return notes.lent(say.name(note.seat), note.name);
    case "reclaimed":
    case "unsealed":
    case "asks_take_back":
    case "taken_back":
    case "keeps_decision":
      return notes[note.type](say.name(note.seat));
    case "paused":
      return notes.paused;
    case "resumed":
      return notes.resumed(duration(note.ms / 1000, say.lang));
    case "waited":
      return notes.waited(duration(note.ms / 1000, say.lang));
    case "reason":
      return notes.reason(say.name(note.seat), say.action(note.action), note.reasons.map((reason) => say.reason(reason)).join(" "));
    case "stopped":
      return notes.stopped[note.why];
  }
}
