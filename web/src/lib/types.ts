/** What the server says and hears: the types of docs/protocol.md, version 1. */
import type { Etiquette, TalkCommand, TalkUpdate } from "./talk/types";

export type Lang = "ko" | "en";
export type Json = null | boolean | number | string | Json[] | { [key: string]: Json };
export type Action = { type: string; [field: string]: Json };
export type GameEvent = { type: string; clause: string; [value: string]: Json };
export type OptionValue = number | boolean | string;
export type Options = Record<string, OptionValue>;
export type Outcome = Record<string, Json>;
/** What I keep for myself in a match; what is in it is the game's table's affair. */
export type Notebook = { [key: string]: Json };
/** Milliseconds since 1970 by the server's clock. */
export type Moment = number;

// ------------------------------------------------------------------ games
export interface OptionInfo {
  name: string;
  kind: "int" | "bool" | "choice";
  default: OptionValue;
  low: number;
  /** 1000000000 for options without an upper limit of their own. */
  high: number;
  choices: string[];
}

export type ClockInfo = { pace: Pace; seconds: number | null } | { pace: "hours" | "days"; low: number; high: number };
export type Pace = "none" | "fast" | "normal" | "slow" | "hours" | "days";

export interface GameInfo {
  id: string;
  version: string;
  prefix: string;
  seats: [number, number];
  default_seats: number;
  options: OptionInfo[];
  clocks: ClockInfo[];
  actions: { name: string; type: string; fields: Record<string, { kind: string }> }[];
  events: { type: string; clause: string; values: Record<string, string> }[];
  headline_kinds: Record<string, string>;
  /** Sets of options to choose at once, named by the catalogue's `presets`. */
  presets?: { id: string; options: Options }[];
  /** Kinds of the values in reasons. */
  reason_kinds?: Record<string, string>;
  /** It can be learnt by doing, at `/learn/…`. */
  primer?: boolean;
  /** What the levels of bots are rated at this game, each with its 95 % interval where there is one; 25 is the middle. */
  ratings?: Record<string, Rating>;
}

export interface Rating {
  value: number;
  low: number | null;
  high: number | null;
  /** It thought less while it was measured than it does at the table. */
  brief: boolean;
}

/** A primer in words. */
export interface Primer {
  title: string;
  /** What is said when all is done. */
  end: string;
  names: string[];
  steps: { lesson: string; title: string; text: string; kind: "do" | "read"; clause: string | null }[];
}

/** Where somebody stands in a primer. */
export interface Reached {
  time: Moment;
  /** Number of the step that comes now, from 0; `steps`: all are done. */
  step: number;
  steps: number;
  /** The action that was tried did the step. */
  accepted: boolean;
  /** Else why not: a hint, or the refusal of the rules. */
  answer: { kind: "hint" | "refused"; text: string; clause: string | null } | null;
  table: MatchTable;
  events: ItemsUpdate;
}

export interface Games {
  time: Moment;
  bots: string[];
  /** Bots that this server cannot offer, and why. */
  bots_missing?: Record<string, string>;
  languages: Lang[];
  games: GameInfo[];
}

// ------------------------------------------------------------------ room
export interface RoomClock {
  pace: Pace;
  amount: number | null;
  /** For one decision; null: no limit. */
  seconds: number | null;
}

export interface RoomSeat {
  seat: number;
  kind: "human" | "bot" | "empty";
  name: string | null;
  bot: string | null;
  connected: boolean;
  away: boolean;
  host: boolean;
  you: boolean;
  /** Who plays this chair for the person whose name it has. */
  lent_to?: string | null;
}

/** What the table remembers for people; the host allows or forbids each. */
export interface Aids {
  /** Indian Poker: the cards seen since the shuffle. */
  cards_seen: boolean;
  /** Infiltration: crossing out what the known facts exclude. */
  cross_out: boolean;
}

export interface Room {
  code: string;
  link: string;
  name: string | null;
  language: Lang;
  status: "lobby" | "playing" | "over";
  game: string;
  players: number;
  options: Options;
  clock: RoomClock;
  bots: string;
  aids: Aids;
  talk: Etiquette;
  seats: RoomSeat[];
  host: { name: string; seat: number | null; connected: boolean } | null;
  you: { seat: number | null; name: string | null; host: boolean; removed: boolean; lends?: number | null };
  /** The match stands still; `left`: milliseconds that each open decision has left, by seat. */
  paused?: { at: Moment; left: Record<string, number> } | null;
  /** This seat asks to take its last decision back; these seats have not answered. */
  asked?: { seat: number; waiting: number[] } | null;
  spectators: number;
  match: number | null;
  matches: number;
  /** One person among bots that say why; nobody else may sit. */
  practise: boolean;
}

// ------------------------------------------------------------------ table
export interface OpenDecision {
  id: string;
  legal: Action[];
  refused: { action: Action; clause: string }[];
  due: Moment | null;
  by_clock: { lot: boolean; action: Action | null };
}

export interface MatchTable {
  match: number;
  game: string;
  version: string;
  players: number;
  options: Options;
  names: string[];
  seat: number | null;
  view: Record<string, Json>;
  headline: { key: string; values: Record<string, Json>; kinds: Record<string, string> };
  actors: { seat: number; due: Moment | null }[];
  submitted: number[];
  /** Id of my sealed choice, while it may be taken back. */
  sealed?: string | null;
  /** May I ask to take my last decision back? */
  retractable?: boolean;
  decision: OpenDecision | null;
  /** My own; missing: nothing in it. */
  notebook?: Notebook;
  events: number;
  over: boolean;
  outcome: Outcome | null;
  commitment: string;
  key: string | null;
  started: Moment;
  ended: Moment | null;
}

/** Why somebody does something: a key of the catalogue's `reasons`. */
export interface Reason {
  key: string;
  values: Record<string, Json>;
}

/** What a beginner would do in my open decision. */
export interface Advice {
  decision: string;
  action: Action;
  reasons: Reason[];
}

/** Why the bots of a finished match did what they did. */
export interface WholeReasons {
  match: number;
  names: string[];
  reasons: { decision: number; step: number; seat: number; action: Action; reasons: Reason[] }[];
}

export type Note =
  | { type: "started" | "over" }
  | { type: "by_clock" | "by_bot" | "back"; seat: number }
  | { type: "away"; seat: number; why: "clock" | "self" | "host" }
  | { type: "left" | "removed" | "took_seat" | "lent"; seat: number; name: string }
  | { type: "unsealed" | "asks_take_back" | "taken_back" | "keeps_decision" | "reclaimed"; seat: number }
  | { type: "paused" }
  | { type: "waited" | "resumed"; ms: number }
  | { type: "reason"; seat: number; action: Action; reasons: Reason[] }
  | { type: "stopped"; why: "host" | "rules_changed" };

/** One numbered thing that this viewer was told: an event of the game (`private`: not everybody was told it) or a note of the table. */
export type Item = { n: number; time: Moment } & ({ event: GameEvent; private?: true; note?: never } | { note: Note; event?: never; private?: never });

export interface ItemsUpdate {
  match: number;
  after: number;
  items: Item[];
}

/** Over HTTP whole; on a socket the parts that changed. */
export interface Snapshot {
  time: Moment;
  version: string;
  seat: number | null;
  room: Room;
  table: MatchTable | null;
  events: ItemsUpdate | null;
  talk?: TalkUpdate | null;
}

// ------------------------------------------------------------------ socket
export interface Refusal {
  code: string;
  text: string;
  clause?: string;
}

export type ServerMessage =
  | { type: "hello"; protocol: number; time: Moment; seat: number | null; active: boolean; ping_s: number }
  | { type: "update"; seq: number; time: Moment; version: string; room?: Room; table?: MatchTable | null; events?: ItemsUpdate | null; talk?: TalkUpdate | null }
  | { type: "answer"; id: string; ok: true }
  | { type: "answer"; id: string; ok: false; error: Refusal }
  | { type: "pong"; time: Moment }
  | { type: "active"; active: boolean }
  | { type: "notice"; code: "elsewhere" | "moved" | "removed" | "restarting"; text: string }
  | { type: "error"; error: Refusal };

export interface ClockChoice {
  pace: Pace;
  amount?: number;
}

export interface Configuration {
  game?: string;
  players?: number;
  options?: Options;
  clock?: ClockChoice;
  bots?: string;
  /** Those that are missing stay. */
  aids?: Partial<Aids>;
  talk?: Partial<Etiquette>;
  name?: string | null;
}

/** A command without its id; the client makes that up. */
export type CommandBody =
  | { type: "decide"; decision: string; action: Action }
  | { type: "sit"; name?: string; seat?: number }
  | { type: "change_seat"; seat: number }
  | { type: "note"; match: number; notebook: Notebook | null }
  | { type: "rename"; name: string }
  | { type: "leave" | "away" | "back" | "readmit" | "start" | "stop" }
  | { type: "ask_take_back" | "agree" | "decline" | "reclaim" | "take_host" | "pause" | "resume" }
  | { type: "unseal"; decision: string }
  | ({ type: "configure"; practise?: boolean } & Configuration)
  | { type: "add_bot"; seat: number; bot?: string }
  | { type: "remove" | "stand_in" | "hand_over"; seat: number }
  | TalkCommand;

export type Command = CommandBody & { id: string };

/** A finished match with its whole truth; frame n + 1 is what decision `frames[n + 1].decision` made of frame n. */
export interface MatchFrames {
  match: number;
  game: string;
  players: number;
  names: string[];
  frames: {
    state: Record<string, Json>;
    actors: number[];
    events: GameEvent[];
    decision: { seat: number; action: Action; by: "person" | "bot" | "stand_in" | "clock"; time: Moment } | null;
  }[];
}

/** What follows without doubt from what my seat was told; `found` is the game's. */
export interface Deduction {
  match: number;
  /** From so many events of the game. */
  events: number;
  found: Json;
}

export interface MyRoom {
  code: string;
  name: string | null;
  game: string;
  status: "lobby" | "playing" | "over";
  seat: number | null;
  host: boolean;
  your_turn: boolean;
  due: Moment | null;
  updated: Moment;
}

/** The running score of a room. */
export interface Evening {
  time: Moment;
  /** Finished matches, the oldest first. */
  matches: { match: number; game: string; ended: Moment }[];
  /** The best first; `results` in the order of `matches`, null where somebody did not play. */
  people: { name: string; bot: boolean; played: number; wins: number; results: ({ place: number | null; won: boolean } | null)[] }[];
}
