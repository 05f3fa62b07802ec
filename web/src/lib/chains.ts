/** The log by chains: what one action set off, from the event that begins it to the last effect, is one entry once it is finished. Pure. */
import type { GameEvent, Item } from "./types";

/** How an event stands to chains: it begins one, belongs to the open one, or ends it and stands alone. */
export type Part = "begins" | "within" | "alone";

/** A finished chain: at least one thing happened after its beginning. */
export interface Chain {
  /** Of its first item. */
  n: number;
  items: readonly Item[];
}

export type Entry = { item: Item; chain?: never } | { chain: Chain; item?: never };

/** The events of a chain. */
export const eventsOf = ({ items }: Chain): GameEvent[] => items.flatMap(({ event }) => (event ? [event] : []));

/** The entries of a log, oldest first; the chain that still runs stays in single lines. Notes of the table belong to the chain that they fall into. */
export function entriesOf(log: readonly Item[], part: (event: GameEvent) => Part, isOver: boolean): Entry[] {
  const entries: Entry[] = [];
  let open: Item[] = [];
  const close = (isFinished: boolean): void => {
    const [first] = open;
    if (first && isFinished && open.length > 1) entries.push({ chain: { n: first.n, items: open } });
    else entries.push(...open.map((item): Entry => ({ item })));
    open = [];
  };
  for (const item of log) {
    const is = item.event ? part(item.event) : open.length > 0 && item.note.type !== "over" && item.note.type !== "stopped" ? "within" : "alone";
    if (is === "within" && open.length > 0) open.push(item);
    else {
      close(true);
      if (is === "begins") open = [item];
      else entries.push({ item });
    }
  }
  close(isOver);
  return entries;
}
