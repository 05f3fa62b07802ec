/** A finished match as somebody saw it, moment by moment: pure. Positions, marks, and what is on the table at each. */
import { nothing, type RoomState } from "./room";
import type { Action, GameEvent, Item, MatchTable, Options, Outcome, Room } from "./types";

/** Whose view: everything face up, a spectator's, a seat's. */
export type Eyes = "all" | "watch" | number;
/** What a step of the scrubber is. */
export type Unit = "event" | "decision";

export interface ReplayStep {
  /** The number of decisions before it; a simultaneous one counts once, so sealed choices share a number. */
  step: number;
  table: MatchTable;
  items: Item[];
  /** `action` only for eyes that may know it from the decision itself. */
  decision: { seat: number; action: Action | null; by: "person" | "bot" | "stand_in" | "clock"; time: number } | null;
}

export interface Replay {
  match: number;
  game: string;
  version: string;
  players: number;
  options: Options;
  names: string[];
  as: Eyes;
  outcome: Outcome | null;
  steps: ReplayStep[];
}

/** One position of the scrubber. */
export interface Moment {
  /** Of `Replay.steps`. */
  index: number;
  step: number;
  /** Items up to this number are known before it … */
  before: number;
  /** … and up to this one at it. */
  heard: number;
}

/** All positions in order. By decision: every state that a whole decision made, with all that it set off. */
export function momentsOf({ steps }: Pick<Replay, "steps">, unit: Unit): Moment[] {
  const found: Moment[] = [];
  let told = 0;
  steps.forEach(({ step, items }, index) => {
    const last = items.at(-1)?.n ?? told;
    const isWhole = step !== steps[index - 1]?.step;
    if (unit === "decision") {
      if (isWhole) found.push({ index, step, before: found.at(-1)?.heard ?? 0, heard: last });
    } else {
      for (const { n } of items) found.push({ index, step, before: n - 1, heard: n });
      if (items.length === 0 && isWhole) found.push({ index, step, before: told, heard: told });
    }
    told = last;
  });
  // What was told after the last whole decision belongs to the end.
  const end = found.at(-1);
  if (end && end.heard < told) found.push({ index: steps.length - 1, step: steps.at(-1)?.step ?? end.step, before: end.heard, heard: told });
  return found;
}

/** The position that stands at a state; of several the last, with all that led to it told. */
export function positionOfIndex(moments: readonly Moment[], index: number): number {
  const found = moments.findLastIndex((moment) => moment.index <= index);
  return Math.max(0, found);
}

/** The position after so many decisions; beyond the end, the end. */
export function positionOfStep(moments: readonly Moment[], replay: Pick<Replay, "steps">, step: number): number {
  const index = replay.steps.findIndex((one) => one.step >= step);
  return index < 0 ? moments.length - 1 : positionOfIndex(moments, index);
}

/** The position at which an item of the log is told. */
export function positionOfItem(moments: readonly Moment[], n: number): number {
  const found = moments.findIndex(({ heard }) => heard >= n);
  return found < 0 ? moments.length - 1 : found;
}

/** Positions of great events, for marks on the scrubber. */
export function marksOf(moments: readonly Moment[], log: readonly Item[], isGreat: (event: GameEvent) => boolean): number[] {
  const found = log.flatMap(({ n, event }) => (event && isGreat(event) ? [positionOfItem(moments, n)] : []));
  return [...new Set(found)];
}

/** The whole log of these eyes; nothing of a finished match is held covered. */
export const logOf = ({ steps }: Pick<Replay, "steps">): Item[] => steps.flatMap(({ items }) => items.map(({ private: _, ...item }) => item as Item));

/** What a table is made from at a moment. `goesOn`: the moment before was on the screen, so what is new moves. */
export function stateAt(replay: Replay, log: readonly Item[], moment: Moment, code: string, goesOn: boolean): { state: RoomState; room: Room; table: MatchTable } | null {
  const table = replay.steps[moment.index]?.table;
  if (!table) return null;
  const state: RoomState = { ...nothing, isLoaded: true, seat: table.seat, match: table.match, items: log.slice(0, moment.heard), freshAfter: goesOn ? moment.before : moment.heard };
  return { state, room: roomOf(replay, table, code), table };
}

/** The room as far as a table looks at it. */
function roomOf({ names, match }: Replay, table: MatchTable, code: string): Room {
  return {
    code,
    link: "",
    name: null,
    language: "ko",
    status: "over",
    game: table.game,
    players: table.players,
    options: table.options,
    clock: { pace: "none", amount: null, seconds: null },
    bots: "normal",
    practise: false,
    aids: { cards_seen: true, cross_out: false },
    talk: { side_rooms: false, shows_members: true, largest: null, quiet: [], transcripts: false },
    seats: names.map((name, seat) => ({ seat, kind: "human", name, bot: null, connected: true, away: false, host: false, you: seat === table.seat })),
    host: null,
    you: { seat: table.seat, name: null, host: false, removed: false },
    spectators: 0,
    match,
    matches: match,
  };
}

/** `as=` of an address. */
export function eyesIn(query: URLSearchParams): Eyes {
  const asked = query.get("as") ?? "all";
  return /^\d{1,2}$/.test(asked) ? Number(asked) : asked === "watch" ? "watch" : "all";
}

/** `step=` of an address; null: none. */
export function stepIn(query: URLSearchParams): number | null {
  const asked = query.get("step") ?? "";
  return /^\d{1,6}$/.test(asked) ? Number(asked) : null;
}
