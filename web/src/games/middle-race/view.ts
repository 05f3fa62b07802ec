/** The view and the actions of Middle Race, and what can be read out of them. */
import type { Part } from "../../lib/chains";
import type { LoggedEvent } from "../../lib/table";
import type { GameEvent } from "../../lib/types";

export const GRAVITY = 1;
export const RESET = 2;
export const PUSH = 3;
export const DELETE = 4;
export const WITH = 5;
export const UNION = 6;
export const ONE = 7;
export const MIRROR = 8;
export const JUMP = 9;
export const SILENCE = 10;
export const QUICK = 11;
export const CHARACTERS: readonly number[] = [1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11];
export const START = 0;
export const GOAL = 31;

/** By character number as a string. */
export type ByCharacter<T> = Readonly<Record<string, T>>;

/** An effect still to come. */
export interface Rung {
  kind: "push" | "delete" | "union" | "mirror" | "submit" | "move";
  character: number;
  target?: number;
  distance?: number;
  partner?: number;
}

export type Asked = "silence" | "submit" | "one" | "push" | "reset" | "delete" | "keep" | "mirror" | "renew";

export interface View {
  phase: "vote" | "nominate" | "pick" | "race" | "over";
  candidates: readonly number[] | null;
  ballot: number | null;
  pick_order: readonly (number | null)[] | null;
  characters: readonly (number | null)[];
  squares: ByCharacter<number> | null;
  hands: ByCharacter<readonly number[] | null> | null;
  hidden_hands: readonly number[] | null;
  last_designated: ByCharacter<number | null> | null;
  asleep: number | null;
  quick_ahead: number | null;
  turn: number | null;
  lap: number | null;
  chain: number | null;
  finish_order: readonly number[] | null;
  asked: Asked | null;
  hand_sizes: ByCharacter<number> | null;
  pending: readonly Rung[] | null;
  /** How far whoever Mirror designates now goes; ahead positive. */
  distance: number | null;
  /** The hand of which I choose the card that stays. */
  keep: readonly number[] | null;
  vote: number | null;
  tally: readonly number[] | null;
}

export type Act =
  | { type: "vote"; for: number }
  | { type: "nominate"; player: number }
  | { type: "pick"; character: number }
  | { type: "decline" }
  | { type: "silence"; target: number }
  | { type: "submit"; card: number }
  | { type: "submit"; card: number; direction: "ahead" | "back" }
  | { type: "submit"; card: number; target: number | null }
  | { type: "gravity"; card: number; target: number }
  | { type: "one"; step: 1 | -1 }
  | { type: "push"; pushed: number; step: 1 | -1 }
  | { type: "reset"; target: number }
  | { type: "delete"; target: number }
  | { type: "keep"; card: number }
  | { type: "mirror"; target: number }
  | { type: "renew" }
  | { type: "hold" };

// ------------------------------------------------------------------ who
export const squareOf = (view: View, c: number): number => view.squares?.[c] ?? START;
export const isInRace = (view: View, c: number): boolean => view.squares?.[c] !== undefined;
export const isFinished = (view: View, c: number): boolean => view.squares?.[c] === GOAL;
export const isRunning = (view: View, c: number): boolean => isInRace(view, c) && !isFinished(view, c);
/** All characters of the race, ascending. */
export const racers = (view: View): number[] => CHARACTERS.filter((c) => isInRace(view, c));
export const playerOf = (view: View, c: number): number => view.characters.indexOf(c);
export const characterOf = (view: View, seat: number | null): number | null => (seat === null ? null : (view.characters[seat] ?? null));
/** Is it in the race, not finished and not silenced? */
export const isAwake = (view: View, c: number): boolean => isRunning(view, c) && view.asleep !== c;
export const fullSet = (c: number): number[] => (c === JUMP ? [0, 1, 2, 3, 4] : [1, 2, 3, 4]);
/** A hand that I know; null: hidden from me. */
export const handOf = (view: View, c: number): readonly number[] | null => view.hands?.[c] ?? null;
export const handSize = (view: View, c: number): number => view.hand_sizes?.[c] ?? 0;
/** Cut by Delete and not renewed since. */
export const isCut = (view: View, c: number): boolean => view.hidden_hands?.includes(c) ?? false;

/** Whose power or turn asks. */
export function askedCharacter(view: View): number | null {
  switch (view.asked) {
    case null:
      return null;
    case "silence":
      return SILENCE;
    case "one":
      return ONE;
    case "push":
      return PUSH;
    case "reset":
      return RESET;
    case "delete":
    case "keep":
      return DELETE;
    case "mirror":
      return MIRROR;
    default:
      return view.turn;
  }
}

/** Who pushes is asked about: the lowest number on Push's square. */
export const pushedNow = (view: View): number | null => racers(view).find((c) => c !== PUSH && isRunning(view, c) && squareOf(view, c) === squareOf(view, PUSH)) ?? null;

/** The turn after this one. */
export function nextTurn(view: View): number | null {
  const running = racers(view).filter((c) => isRunning(view, c));
  return running.find((c) => c > (view.turn ?? 0)) ?? running[0] ?? null;
}

/** Turns until a character's own, 0 when it is on; null when it has finished. */
export function turnsUntil(view: View, c: number): number | null {
  if (!isRunning(view, c)) return null;
  if (view.turn === c) return 0;
  const running = racers(view).filter((one) => isRunning(view, one));
  const from = view.turn ?? 0;
  return c > from ? running.filter((one) => one > from && one <= c).length : running.filter((one) => one > from || one <= c).length;
}

// ------------------------------------------------------------------ order and bands
/** As it stands: those who crossed in their order, then by square, further first, then by lower number. */
export function order(view: View): number[] {
  const done = view.finish_order ?? [];
  const rest = racers(view).filter((c) => !done.includes(c));
  return [...done, ...rest.sort((a, b) => squareOf(view, b) - squareOf(view, a) || a - b)];
}

export interface Band {
  kind: "death" | "bonus" | "safe";
  /** Places, from 1. */
  from: number;
  to: number;
}

/** What the places are worth (MR-30): first and last the death match, next to them a black garnet on top. */
export function bands(players: number): Band[] {
  const safe: Band[] = players > 4 ? [{ kind: "safe", from: 3, to: players - 2 }] : [];
  return [
    { kind: "death", from: 1, to: 1 },
    { kind: "bonus", from: 2, to: 2 },
    ...safe,
    { kind: "bonus", from: players - 1, to: players - 1 },
    { kind: "death", from: players, to: players },
  ];
}
export const bandOf = (place: number, players: number): Band["kind"] => (place === 1 || place === players ? "death" : place === 2 || place === players - 1 ? "bonus" : "safe");

// ------------------------------------------------------------------ track
/** Pieces on a square; at the goal in the order in which they crossed. */
export function stackAt(view: View, square: number): number[] {
  const here = racers(view).filter((c) => squareOf(view, c) === square);
  const done = view.finish_order ?? [];
  return square === GOAL ? here.sort((a, b) => done.indexOf(a) - done.indexOf(b)) : here;
}

export type Row = { kind: "square"; square: number } | { kind: "fold"; from: number; to: number };

/** The track from the goal down: squares to show, gaps of empty ones folded. */
export function rows(view: View, also: ReadonlySet<number> = new Set()): Row[] {
  const shown = (square: number): boolean => square === GOAL || also.has(square) || stackAt(view, square).length > 0;
  const list: Row[] = [];
  for (let square = GOAL; square >= START; square--) {
    const last = list.at(-1);
    if (shown(square)) list.push({ kind: "square", square });
    else if (last?.kind === "fold") last.from = square;
    else list.push({ kind: "fold", from: square, to: square });
  }
  return list;
}

/** Column and row (from 1) of a square in the serpentine: Start and 1 to 10, then back over 11 to 20, then 21 to 30 and the goal. */
export function place(square: number): { column: number; row: number } {
  if (square === START) return { row: 3, column: 1 };
  if (square === GOAL) return { row: 1, column: 12 };
  if (square <= 10) return { row: 3, column: square + 1 };
  if (square <= 20) return { row: 2, column: 22 - square };
  return { row: 1, column: square - 19 };
}

// ------------------------------------------------------------------ what happened
const DISPLACED: readonly string[] = ["moved", "taken_along", "attracted", "stepped", "pushed", "pulled", "mirrored"];

export interface Moved {
  who: number;
  from: number;
  to: number;
}

/** The change of square that an event tells. */
export function movedBy(event: GameEvent): Moved | null {
  if (!DISPLACED.includes(event.type)) return null;
  const { who, from, to } = event;
  return typeof who === "number" && typeof from === "number" && typeof to === "number" ? { who, from, to } : null;
}

/** The squares at each step of what just happened: before it, after the first change …; the last one is now. */
export function frames(view: View, fresh: readonly LoggedEvent[]): ByCharacter<number>[] {
  if (!view.squares) return [];
  const list: ByCharacter<number>[] = [view.squares];
  let partner: Moved | null = null;
  for (const { event } of [...fresh].reverse()) {
    const change = movedBy(event);
    const [first] = list;
    if (!change || !first) continue;
    // With and its partner are set down together (MR-24).
    if (event.type === "taken_along") partner = change;
    else {
      list.unshift({ ...first, ...(partner ? { [partner.who]: partner.from } : {}), [change.who]: change.from });
      partner = null;
    }
  }
  return list;
}

export interface Turn {
  who: number;
  events: LoggedEvent[];
}

/** The events of the race by turn, oldest first; without the lines that only say whose turn or lap it is. */
export function turns(events: readonly LoggedEvent[]): Turn[] {
  const list: Turn[] = [];
  for (const told of events) {
    const { type, who } = told.event;
    if (type === "turn" && typeof who === "number") list.push({ who, events: [] });
    else if (type !== "lap") list.at(-1)?.events.push(told);
  }
  return list;
}

const AFTER_THE_RACE: readonly string[] = ["last_left", "laps_over", "death_match", "garnets", "black_garnets"];

/** A turn with all that it sets off is a chain; the draft, laps and the result stand alone. */
export const partOf = ({ type }: GameEvent): Part => (type === "turn" ? "begins" : type === "lap" || AFTER_THE_RACE.includes(type) ? "alone" : "within");

/** Where the pieces that moved in this turn came from, the latest only: the dashed trace. */
export function trace(events: readonly LoggedEvent[]): Moved | null {
  for (const { event } of [...events].reverse()) {
    const change = movedBy(event);
    if (change) return change;
  }
  return null;
}

/** What moved the character whose power asks now. */
export function cause(view: View, events: readonly LoggedEvent[]): GameEvent | null {
  const c = askedCharacter(view);
  if (c === null || !["reset", "delete", "mirror"].includes(view.asked ?? "")) return null;
  return [...events].reverse().find(({ event }) => movedBy(event)?.who === c)?.event ?? null;
}

// ------------------------------------------------------------------ designation
/** Why somebody cannot be designated, as far as the board tells. */
export type WhyNot = "finished" | "last" | "here" | null;

export function whyNot(view: View, by: number, target: number): WhyNot {
  if (isFinished(view, target)) return "finished";
  if (view.last_designated?.[by] === target) return "last";
  return by === GRAVITY && squareOf(view, by) === squareOf(view, target) ? "here" : null;
}

/** Whom a character may designate now (MR-9). */
export const designable = (view: View, by: number): number[] => racers(view).filter((c) => c !== by && isRunning(view, c) && view.last_designated?.[by] !== c);
