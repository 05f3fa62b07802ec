/** What this person has heard: a pure reducer over the talk part of what the server says, and questions to it. */
import type { Said, SaidItem, Talker, TalkItem, TalkRoom, TalkState, TalkUpdate } from "./types";

export const TABLE = "table";
export const WATCHERS = "watchers";

export interface Talk {
  /** Whose items these are; null: nothing has arrived. */
  feed: number | null;
  state: TalkState;
  /** Numbered without a gap; those before the first can be asked for. */
  items: readonly TalkItem[];
}

export const silence: Talk = { feed: null, state: { me: null, people: [], rooms: [], open: "seat", muted: [] }, items: [] };

/** The number of the last item that we have: where to go on from. */
export function lastHeard(talk: Talk): number {
  return talk.items.at(-1)?.n ?? 0;
}

/** What arrives; null: items are missing in between, and everything must be asked for anew. */
export function hearTalk(talk: Talk, update: TalkUpdate): Talk | null {
  const goesOn = update.feed === talk.feed;
  const had = goesOn ? talk.items : [];
  const state = update.state ?? (goesOn ? talk.state : null);
  if (state === null) return null;
  const last = had.at(-1)?.n;
  if (last !== undefined && update.after > last) return null;
  const fresh = last === undefined ? update.items : update.items.filter((item) => item.n > last);
  return { feed: update.feed, state, items: fresh.length > 0 || !goesOn ? [...had, ...fresh] : had };
}

/** Older items, before those that we have. */
export function withEarlier(talk: Talk, update: TalkUpdate): Talk {
  const first = talk.items[0]?.n ?? 0;
  if (update.feed !== talk.feed) return talk;
  return { ...talk, items: [...update.items.filter((item) => item.n < first), ...talk.items] };
}

/** Are there items before the first that we have? */
export const hasEarlier = (talk: Talk): boolean => (talk.items[0]?.n ?? 1) > 1;

export const roomOf = (talk: Talk, room: string): TalkRoom | undefined => talk.state.rooms.find((one) => one.room === room);
export const talkerOf = (talk: Talk, who: number): Talker | undefined => talk.state.people.find((one) => one.who === who);
export const isSide = (room: string): boolean => room !== TABLE && room !== WATCHERS;

/** Side rooms that everybody sees: their comings and goings are news at the table. */
function publicRooms(talk: Talk): Set<string> {
  return new Set(talk.items.flatMap((item) => (item.type === "opened" && !item.hidden ? [item.room] : [])));
}

/** What stands in a room, oldest first: what was said there, and what happened that people in it should see. */
export function linesOf(talk: Talk, room: string): TalkItem[] {
  const shown = room === TABLE ? publicRooms(talk) : null;
  return talk.items.filter((item) => {
    if (item.type === "said") return item.room === room;
    if (item.type === "reported") return false;
    if (!("room" in item)) return room === TABLE;
    if (item.room === room) return true;
    return (shown?.has(item.room) ?? false) && (item.type === "opened" || item.type === "joined" || item.type === "left" || item.type === "closed");
  });
}

/** What the host should know: what was reported, who was silenced, which side rooms everybody sees; newest first. */
export function hostLog(talk: Talk): TalkItem[] {
  const shown = publicRooms(talk);
  return talk.items
    .filter((item) => {
      if (item.type === "said") return false;
      return !("room" in item) || (shown.has(item.room) && item.type !== "invited" && item.type !== "turned_away" && item.type !== "knocked");
    })
    .reverse();
}

/** Rooms that I have heard something in and that are not there for me any more, the latest first. */
export function pastRooms(talk: Talk): { room: string; others: number[]; lines: TalkItem[] }[] {
  const here = new Set(talk.state.rooms.map(({ room }) => room));
  const rooms = new Map<string, Set<number>>();
  for (const item of talk.items) {
    if (item.type !== "said" || here.has(item.room)) continue;
    const others = rooms.get(item.room) ?? new Set();
    rooms.delete(item.room);
    rooms.set(item.room, item.who === talk.state.me ? others : others.add(item.who));
  }
  return [...rooms].reverse().map(([room, others]) => ({ room, others: [...others], lines: linesOf(talk, room) }));
}

const counts = (talk: Talk, item: Said): boolean => item.who !== talk.state.me && !talk.state.muted.includes(item.who);

/** Messages of others behind number `read`. */
export function unread(talk: Talk, room: string, read: number): number {
  return talk.items.filter((item) => item.type === "said" && item.room === room && item.n > read && counts(talk, item)).length;
}

/** What waits for an answer of mine: invitations, and people who knock where I am inside. */
export function calls(talk: Talk): { room: string; kind: "invited" | "knocking"; who: number }[] {
  return talk.state.rooms.flatMap((one): ReturnType<typeof calls> => {
    if (one.you === "invited" && one.by != null) return talk.state.muted.includes(one.by) ? [] : [{ room: one.room, kind: "invited", who: one.by }];
    return (one.knocking ?? []).map((who) => ({ room: one.room, kind: "knocking", who }));
  });
}

/** Rooms in the order of their chips: the table, those that I am in or called into, then the others. */
export function roomsInOrder(talk: Talk): TalkRoom[] {
  const near = (one: TalkRoom): number => (one.room === TABLE ? 0 : one.room === WATCHERS ? 1 : one.you === "in" ? 2 : one.you === "invited" ? 3 : 4);
  return talk.state.rooms.map((one, index) => ({ one, index })).sort((a, b) => near(a.one) - near(b.one) || a.index - b.index).map(({ one }) => one);
}

const GROUP_MS = 180_000;

/** Does a message go on behind the one before: the same person, within three minutes? */
export function goesOn(before: TalkItem | undefined, item: SaidItem): boolean {
  return before?.type === "said" && before.who === item.who && item.time - before.time < GROUP_MS;
}
