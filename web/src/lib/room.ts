/** What this viewer knows of a room: a pure reducer over what the server says. No socket, no clock, no screen. */
import { hearTalk, silence, type Talk } from "./talk/talk";
import type { TalkUpdate } from "./talk/types";
import type { Item, ItemsUpdate, MatchTable, Room, ServerMessage, Snapshot } from "./types";

export interface RoomState {
  /** Something has arrived. */
  isLoaded: boolean;
  seat: number | null;
  room: Room | null;
  table: MatchTable | null;
  /** The match that `items` belong to. */
  match: number | null;
  /** Everything told so far in this match, numbered without a gap. */
  items: readonly Item[];
  /** Items with a greater number came with the latest change. */
  freshAfter: number;
  talk: Talk;
  /** From the last snapshot or update, for the long poll. */
  version: string | null;
  /** Server's clock minus this machine's, in milliseconds. */
  offset: number;
  /** This tab is the one that plays. */
  isActive: boolean;
  /** Items are missing: everything must be asked for anew. */
  hasGap: boolean;
}

export const nothing: RoomState = {
  isLoaded: false,
  seat: null,
  room: null,
  table: null,
  match: null,
  items: [],
  freshAfter: 0,
  talk: silence,
  version: null,
  offset: 0,
  isActive: true,
  hasGap: false,
};

/** Forget what another viewer saw. What is left says nothing about it. */
export function forget(state: RoomState): RoomState {
  return { ...nothing, offset: state.offset, room: state.room, isLoaded: false };
}

/** The number of the last item that we have: where to go on from. */
export function lastNumber(state: RoomState): number {
  return state.items.at(-1)?.n ?? 0;
}

/** A message of the socket. `isFirst`: the first hello of a connection that asked to go on from where we were. */
export function hear(state: RoomState, message: ServerMessage, now: number, isFirst = false): RoomState {
  switch (message.type) {
    case "hello": {
      const goesOn = isFirst && state.isLoaded && message.seat === state.seat;
      const kept = goesOn ? state : { ...forget(state), hasGap: isFirst && state.isLoaded };
      return { ...kept, seat: message.seat, isActive: message.active, offset: message.time - now };
    }
    case "update":
      return take({ ...state, offset: message.time - now }, message);
    case "active":
      return { ...state, isActive: message.active };
    case "pong":
      return { ...state, offset: message.time - now };
    default:
      return state;
  }
}

/** A whole snapshot, over HTTP. */
export function takeSnapshot(state: RoomState, snapshot: Snapshot, now: number): RoomState {
  const kept = state.isLoaded && snapshot.seat !== state.seat ? forget(state) : state;
  return take({ ...kept, seat: snapshot.seat, offset: snapshot.time - now }, snapshot);
}

interface Parts {
  version: string;
  room?: Room;
  table?: MatchTable | null;
  events?: ItemsUpdate | null;
  talk?: TalkUpdate | null;
}

function take(state: RoomState, parts: Parts): RoomState {
  const next: RoomState = { ...state, version: parts.version, isLoaded: true };
  if (parts.room !== undefined) next.room = parts.room;
  if (parts.table !== undefined) next.table = parts.table;
  if (parts.talk) {
    const talk = hearTalk(state.talk, parts.talk);
    if (talk === null) return { ...next, hasGap: true };
    next.talk = talk;
  }
  const update = parts.events;
  if (update === null) return { ...next, match: null, items: [], freshAfter: 0 };
  if (update === undefined) return { ...next, freshAfter: lastNumber(next) };

  const sameMatch = update.match === state.match;
  const had = sameMatch ? state.items : [];
  const last = had.at(-1)?.n ?? 0;
  if (update.after > last) return { ...next, hasGap: true };
  const fresh = update.items.filter((item) => item.n > last);
  const isFirstLoad = !state.isLoaded || (!sameMatch && state.match === null && update.items.length > 3);
  return {
    ...next,
    match: update.match,
    items: fresh.length > 0 || !sameMatch ? [...had, ...fresh] : had,
    freshAfter: isFirstLoad ? (fresh.at(-1)?.n ?? last) : last,
  };
}
