/** Talk as the server says it: the types of docs/protocol.md, section 9. */
import type { Moment } from "../types";

/** What the host allows; for all to see. */
export interface Etiquette {
  side_rooms: boolean;
  shows_members: boolean;
  /** Most people in one side room; null: as many as there are. */
  largest: number | null;
  /** Stages of the game in which side rooms rest. */
  quiet: string[];
  /** When a match ends, everybody may read what was said in closed rooms. */
  transcripts: boolean;
}

/** Somebody who has or had a place here. */
export interface Talker {
  who: number;
  name: string;
  seat: number | null;
  watching: boolean;
  silenced: boolean;
  host: boolean;
}

/** Why I may not write somewhere. */
export type WhyNot = "name" | "silenced" | "watching" | "quiet" | "alone";

export interface TalkRoom {
  room: string;
  write: WhyNot | null;
  /** Side rooms and the spectators' room. */
  members?: number[];
  you?: "in" | "invited" | "knocking" | null;
  /** Side rooms: nobody but those inside and invited knows of it. */
  hidden?: boolean;
  /** Who invited me. */
  by?: number | null;
  invited?: number[];
  knocking?: number[];
  full?: boolean;
}

export interface TalkState {
  me: number | null;
  people: Talker[];
  rooms: TalkRoom[];
  /** Why I may open no side room now; null: I may. */
  open: "off" | "seat" | "silenced" | "quiet" | null;
  muted: number[];
}

export interface Said {
  type: "said";
  room: string;
  who: number;
  name: string;
  seat: number | null;
  text: string;
  match: number | null;
  stage: string | null;
  /** My own: the id of the command that said it. */
  id?: string;
}

export interface Reported {
  type: "reported";
  who: number;
  to: number;
  reason: string;
  message: Omit<Said, "type" | "room" | "id"> & { time: Moment; is_aside: boolean };
}

export type TalkEvent =
  | Said
  | Reported
  | { type: "opened"; room: string; who: number; hidden: boolean }
  | { type: "invited"; room: string; who: number; by: number }
  | { type: "knocked" | "joined" | "left"; room: string; who: number }
  | { type: "turned_away"; room: string; who: number; by?: number }
  | { type: "closed"; room: string; why: "empty" | "over" | "off" }
  | { type: "silenced" | "unsilenced"; who: number }
  | { type: "ended"; match: number };

export type TalkItem = TalkEvent & { n: number; time: Moment };
export type SaidItem = Extract<TalkItem, { type: "said" }>;

export interface TalkUpdate {
  feed: number;
  /** Missing where it did not change. */
  state?: TalkState;
  after: number;
  items: TalkItem[];
}

/** What was said in closed rooms during a match. */
export interface Transcripts {
  match: number;
  rooms: { room: string; heard_by: number[]; said: { time: Moment; who: number; name: string; seat: number | null; text: string; stage: string | null }[] }[];
}

export type TalkCommand =
  | { type: "introduce"; name: string }
  | { type: "say"; room: string; text: string }
  | { type: "open_side_room"; whom: number[] }
  | { type: "invite" | "turn_away"; room: string; whom: number }
  | { type: "knock" | "enter" | "leave_side_room"; room: string }
  | { type: "mute" | "unmute" | "silence" | "unsilence"; whom: number }
  | { type: "report"; n: number; reason: string };
