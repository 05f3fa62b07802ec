/** What happened in a room beside what was said, as a sentence. */
import { isSide, TABLE, type Talk } from "./talk";
import type { TalkItem } from "./types";
import { nameOf, words } from "./words";

/** The sentence as people in `room` read it: inside a side room one comes in, from the table one goes there. */
export function happened(item: TalkItem, talk: Talk, room: string): string {
  const text = sentence(item, talk, room);
  return text.charAt(0).toUpperCase() + text.slice(1);
}

function sentence(item: TalkItem, talk: Talk, room: string): string {
  const w = words();
  const name = (who: number): string => nameOf(who, talk.state.people, talk.state.me);
  const isHere = room !== TABLE;
  switch (item.type) {
    case "opened":
      return w.opened(name(item.who));
    case "invited":
      return w.invited(name(item.by), name(item.who));
    case "knocked":
      return w.knockedLine(name(item.who));
    case "turned_away":
      return item.by === undefined || item.by === item.who ? w.declined(name(item.who)) : w.turnedAway(name(item.by), name(item.who));
    case "joined": {
      if (isHere || !isSide(item.room)) return w.joinedHere(name(item.who));
      return w.joined(name(item.who), insideBefore(talk, item).map(name));
    }
    case "left":
      return isHere ? w.leftHere(name(item.who)) : w.left(name(item.who));
    case "closed":
      return w.closed[item.why];
    case "silenced":
      return w.silencedLine(name(item.who));
    case "unsilenced":
      return w.unsilencedLine(name(item.who));
    case "ended":
      return w.ended(item.match);
    case "reported":
      return w.reportOf(name(item.who), name(item.message.who));
    case "said":
      return item.text;
  }
}

/** Who was in a side room when somebody joined it, as far as it was heard. */
function insideBefore(talk: Talk, joined: Extract<TalkItem, { type: "joined" | "knocked" | "left" }>): number[] {
  const inside = new Set<number>();
  for (const item of talk.items) {
    if (item.n >= joined.n) break;
    if (!("room" in item) || item.room !== joined.room) continue;
    if (item.type === "opened" || item.type === "joined") inside.add(item.who);
    else if (item.type === "left") inside.delete(item.who);
  }
  return [...inside];
}
