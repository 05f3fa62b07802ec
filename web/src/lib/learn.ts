/** A primer on the page: what was done so far is kept in this browser, where somebody stands comes from the server. Pure but for the storage. */
import { nothing, type RoomState } from "./room";
import type { Action, Lang, MatchTable, Reached, Room } from "./types";

/** One entry for each step done: the action, or null for what was read or shown. */
export type Done = readonly (Action | null)[];

const remembered = (game: string): string => `mainmatch.learn.${game}`;

/** What was done here before; nothing where that cannot be read. */
export function doneBefore(game: string): Done {
  try {
    const found: unknown = JSON.parse(localStorage.getItem(remembered(game)) ?? "[]");
    return Array.isArray(found) ? (found as Done) : [];
  } catch {
    return [];
  }
}

export function rememberDone(game: string, done: Done): void {
  if (done.length > 0) localStorage.setItem(remembered(game), JSON.stringify(done));
  else localStorage.removeItem(remembered(game));
}

/** What a viewer of the lesson's table knows; what it did not know `before` is fresh, and I go by the name that I have here. */
export function lessonState(before: RoomState, reached: Reached, myName = ""): RoomState {
  const { events } = reached;
  const table = { ...reached.table, names: reached.table.names.map((name, seat) => (seat === reached.table.seat && myName !== "" ? myName : name)) };
  const goesOn = before.match === events.match && before.items.length <= events.items.length;
  return {
    ...nothing,
    isLoaded: true,
    seat: table.seat,
    room: lessonRoom(table),
    table,
    match: events.match,
    items: events.items,
    freshAfter: (goesOn ? before.items : events.items).at(-1)?.n ?? 0,
  };
}

/** The room of a lesson: everybody else follows a script. */
function lessonRoom(table: MatchTable): Room {
  return {
    code: "",
    link: "",
    name: null,
    language: "ko" satisfies Lang,
    status: "playing",
    game: table.game,
    players: table.players,
    options: table.options,
    clock: { pace: "none", amount: null, seconds: null },
    bots: "normal",
    seats: table.names.map((name, seat) => {
      const isMe = seat === table.seat;
      return { seat, kind: isMe ? "human" : "bot", name, bot: isMe ? null : "normal", connected: true, away: false, host: false, you: isMe };
    }),
    host: null,
    you: { seat: table.seat, name: table.seat === null ? null : (table.names[table.seat] ?? null), host: false, removed: false },
    spectators: 0,
    match: table.match,
    matches: 1,
    practise: false,
    aids: { cards_seen: false, cross_out: false },
    talk: { side_rooms: false, shows_members: true, largest: null, quiet: [], transcripts: false },
  };
}
