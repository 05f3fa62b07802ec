/** A line of the log in words; what only I was told stays covered until I hold it open, or until the match is over. */
import { own } from "./i18n.svelte";
import { noteSentence } from "./notes";
import type { Table } from "./table";
import type { Item } from "./types";
import type { Words } from "../i18n/ko";

const ko = {
  covered: "나만 아는 소식",
  said: "나만 아는 소식이 있습니다. 기록에서 누르고 있으면 보입니다.",
};
const en: typeof ko = {
  covered: "News for you alone",
  said: "There is news for you alone. Press and hold it in the log.",
};
const words = own({ ko, en });

export interface Line {
  /** What anybody who looks at my screen may read. */
  text: string;
  /** What the cover hides; null: nothing is hidden. */
  secret: string | null;
}

export function lineOf(item: Item, table: Table, page: Words): Line {
  const sentence = item.event ? table.say.event(item.event) : noteSentence(item.note, table.say, page);
  return item.private && !table.isOver ? { text: words().covered, secret: sentence } : { text: sentence, secret: null };
}

/** The same for ears: never the secret. */
export function lineAloud(item: Item, table: Table, page: Words): string {
  const line = lineOf(item, table, page);
  return line.secret === null ? line.text : words().said;
}
