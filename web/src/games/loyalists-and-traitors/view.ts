/** The view and the actions of Loyalists and Traitors, and what can be read out of them. */
import type { LoggedEvent } from "../../lib/table";
import type { GameEvent, Options } from "../../lib/types";

export type Column = "A" | "B";
export const COLUMNS: readonly Column[] = ["A", "B"];
/** Cells of a column (LT-3). */
export const CELLS = 15;

export interface View {
  phase: "board" | "elect" | "jail" | "last_elect" | "last_jail" | "nominate" | "challenge" | "over";
  round: number;
  /** Null as long as I may not know them. */
  traitors: readonly number[] | null;
  order: readonly number[];
  turn: number | null;
  /** Four digits; null outside the dealer room and for everybody else. */
  offer: readonly number[] | null;
  offer_before: readonly number[] | null;
  turns: number;
  columns: Readonly<Record<Column, readonly number[]>>;
  filled_by: Readonly<Record<Column, readonly (number | null)[]>>;
  jailed: readonly number[];
  king: number | null;
  candidates: readonly number[] | null;
  ballot: number | null;
  /** Votes by seat of the latest counted ballot. */
  tally: readonly number[] | null;
  broken: boolean;
  winner: "loyalists" | "traitors" | null;
  tokens: readonly number[];
  nominee: number | null;
  death_match: readonly number[];
  /** My own; null for a spectator. */
  role: "loyalist" | "traitor" | null;
  /** Whom I voted for, while the ballot is sealed. */
  vote: number | null;
}

export type Act = { type: "fill"; column: Column; number: number } | { type: "skip" } | { type: "vote"; for: number } | { type: "jail"; players: [number, number] } | { type: "challenge"; player: number };

export const limitOf = (options: Readonly<Options>): number => (typeof options["limit"] === "number" ? options["limit"] : 1000);
export const digitsIn = (number: number): number => String(number).length;

// ------------------------------------------------------------------ what a column takes
export interface Bounds {
  isFull: boolean;
  /** The number in the cell below; null: the first cell. */
  below: number | null;
  /** How many digits the next number may have (LT-7). */
  digits: number;
  /** How far the cell below is from the limit; below 0: over it. */
  left: number;
}

export function bounds(view: View, column: Column, options: Readonly<Options>): Bounds {
  const cells = view.columns[column];
  const below = cells.at(-1) ?? null;
  const first = options["first_cell"] === "any" ? 4 : 1;
  return { isFull: cells.length >= CELLS, below, digits: below === null ? first : Math.min(4, digitsIn(below) + 1), left: limitOf(options) - (below ?? 0) };
}

/** The number that chosen digits make, by their places in the offer; null: none yet. */
export function built(offer: readonly number[], places: readonly number[]): number | null {
  return places.length === 0 ? null : Number(places.map((place) => offer[place] ?? 0).join(""));
}

export const startsWithZero = (offer: readonly number[], places: readonly number[]): boolean => places.length > 1 && offer[places[0] ?? 0] === 0;

/** `fits` and `breaks` carry the action, which is one of the legal ones. */
export type Verdict =
  | { kind: "idle" | "full" | "zero" | "long" | "low" | "other" }
  | { kind: "fits" | "breaks"; number: number; rise: number; action: Act };

/** What a column says to the number being built. */
export function verdict(view: View, options: Readonly<Options>, legal: readonly Act[], places: readonly number[], column: Column): Verdict {
  const { isFull, below, digits } = bounds(view, column, options);
  const offer = view.offer ?? [];
  const number = built(offer, places);
  if (isFull) return { kind: "full" };
  if (number === null) return { kind: "idle" };
  if (startsWithZero(offer, places)) return { kind: "zero" };
  if (digitsIn(number) > digits) return { kind: "long" };
  if (below !== null && number <= below) return { kind: "low" };
  const action = legal.find((one) => one.type === "fill" && one.column === column && one.number === number);
  if (!action) return { kind: "other" };
  return { kind: number > limitOf(options) ? "breaks" : "fits", number, rise: number - (below ?? 0), action };
}

/** The column that the number goes to: the one picked if it takes it, else one that does, rather without breaking the line. */
export function settle(says: Readonly<Record<Column, Verdict>>, picked: Column | null): Column | null {
  const takes = (column: Column): boolean => says[column].kind === "fits" || says[column].kind === "breaks";
  if (picked && takes(picked)) return picked;
  return COLUMNS.find((column) => says[column].kind === "fits") ?? COLUMNS.find(takes) ?? null;
}

/** The places in the offer that make a number, from its first digit. */
export function placesOf(offer: readonly number[], number: number): number[] {
  const places: number[] = [];
  for (const digit of String(number)) {
    const place = offer.findIndex((one, index) => one === Number(digit) && !places.includes(index));
    if (place < 0) return [];
    places.push(place);
  }
  return places;
}

/** The lowest number that could be placed, the one that the clock takes. */
export function lowest(legal: readonly Act[]): { column: Column; number: number } | null {
  const fills = legal.flatMap((action) => (action.type === "fill" ? [action] : []));
  return fills.reduce<{ column: Column; number: number } | null>((best, one) => (best === null || one.number < best.number ? one : best), null);
}

// ------------------------------------------------------------------ the columns with their past
export interface Cell {
  number: number;
  seat: number | null;
  /** Null when it was filled before what I was told. */
  round: number | null;
  /** How much above the cell below; null in a first cell. */
  rise: number | null;
}

const integer = (value: unknown): number | null => (typeof value === "number" ? value : null);
const list = (value: unknown): number[] => (Array.isArray(value) ? value.filter((one) => typeof one === "number") : []);

/** Both columns from the bottom, with the rounds as the events tell them. */
export function cells(view: View, events: readonly LoggedEvent[]): Record<Column, Cell[]> {
  const told: Record<Column, { round: number | null }[]> = { A: [], B: [] };
  let round: number | null = null;
  for (const { event } of events) {
    if (event.type === "round") round = integer(event["round"]);
    else if (event.type === "filled") told[event["column"] === "B" ? "B" : "A"].push({ round });
  }
  const one = (column: Column): Cell[] => {
    const numbers = view.columns[column];
    const unknown = numbers.length - told[column].length;
    return numbers.map((number, index) => ({
      number,
      seat: view.filled_by[column][index] ?? null,
      round: told[column][index - unknown]?.round ?? null,
      rise: index === 0 ? null : number - (numbers[index - 1] ?? 0),
    }));
  };
  return { A: one("A"), B: one("B") };
}

export interface Placed {
  column: Column;
  number: number;
  rise: number | null;
}

/** The latest number of each player: what a vote goes by. */
export function latest(view: View, events: readonly LoggedEvent[]): (Placed | null)[] {
  const found: (Placed | null)[] = view.order.map(() => null);
  const after: Record<Column, number> = { A: 0, B: 0 };
  const fills = events.filter(({ event }) => event.type === "filled");
  for (const column of COLUMNS) after[column] = view.columns[column].length - fills.filter(({ event }) => event["column"] === column).length;
  const put = (column: Column, index: number): void => {
    const seat = view.filled_by[column][index];
    const number = view.columns[column][index];
    if (seat === undefined || seat === null || number === undefined) return;
    found[seat] = { column, number, rise: index === 0 ? null : number - (view.columns[column][index - 1] ?? 0) };
  };
  for (const column of COLUMNS) for (let index = 0; index < after[column]; index += 1) put(column, index);
  for (const { event } of fills) {
    const column = event["column"] === "B" ? "B" : "A";
    put(column, after[column]);
    after[column] += 1;
  }
  return found;
}

/** All numbers that an offer makes, ascending (LT-4, LT-5). */
export function numbersOf(offer: readonly number[]): number[] {
  const found = new Set<number>();
  const go = (number: number, rest: readonly number[], length: number): void => {
    if (length > 0) found.add(number);
    if (length > 0 && number === 0) return;
    rest.forEach((digit, index) => go(number * 10 + digit, rest.filter((_, other) => other !== index), length + 1));
  };
  go(0, offer, 0);
  return [...found].sort((a, b) => a - b);
}

/** The lowest number that an offer would have made for a cell; null: the cell's own was the lowest. */
export function couldHaveBeen(offer: readonly number[], below: number | null, number: number): number | null {
  const low = numbersOf(offer).find((one) => below === null || one > below);
  return low !== undefined && low < number ? low : null;
}

// ------------------------------------------------------------------ the round
/** Who has a turn in this round, in playing order. */
export const playing = (view: View): number[] => view.order.filter((seat) => !view.jailed.includes(seat));

/** Which of the round's turns it is, from 1; null outside the board phase. */
export function turnNumber(view: View): { turn: number; of: number } | null {
  if (view.turn === null) return null;
  const seats = playing(view);
  return { turn: seats.indexOf(view.turn) + 1, of: seats.length };
}

/** In how many turns it is mine: 0 is now; null: not in this round any more. */
export function turnsUntil(view: View, seat: number | null): number | null {
  if (seat === null || view.turn === null) return null;
  const seats = playing(view);
  const mine = seats.indexOf(seat) - seats.indexOf(view.turn);
  return seats.includes(seat) && mine >= 0 ? mine : null;
}

export const filled = (view: View): number => view.columns.A.length + view.columns.B.length;
export const isElection = (view: View): boolean => view.candidates !== null && ["elect", "last_elect", "nominate"].includes(view.phase);

/** The votes of the latest ballot, most first. */
export function votes(tally: readonly number[] | null): { seat: number; votes: number }[] {
  return (tally ?? []).map((count, seat) => ({ seat, votes: count })).filter((one) => one.votes > 0).sort((a, b) => b.votes - a.votes || a.seat - b.seat);
}

// ------------------------------------------------------------------ history
export type Votes = { seat: number; votes: number }[];
export type Bead =
  | { kind: "round"; round: number; cells: number; tops: Record<Column, number | null> }
  | { kind: "king" | "last_king"; seat: number; votes: Votes; isLot: boolean }
  | { kind: "jailed" | "last_jailed"; players: number[]; round: number }
  | { kind: "broken"; seat: number; number: number }
  | { kind: "full" }
  | { kind: "verdict"; winner: "loyalists" | "comeback" | "traitors" }
  | { kind: "nominee"; seat: number; votes: Votes; isLot: boolean }
  | { kind: "fight"; players: number[] };

const VERDICTS = { loyalists_won: "loyalists", comeback: "comeback", traitors_won: "traitors" } as const;
const isVerdict = (type: string): type is keyof typeof VERDICTS => type in VERDICTS;

/** What happened, a bead for each round, king, jail and verdict. */
export function history(events: readonly LoggedEvent[]): Bead[] {
  const beads: Bead[] = [];
  const tops: Record<Column, number | null> = { A: null, B: null };
  let round = 1;
  let counted: Votes = [];
  let isLot = false;
  const told = (event: GameEvent): void => {
    const seat = integer(event["player"]) ?? 0;
    switch (event.type) {
      case "round":
        round = integer(event["round"]) ?? round;
        beads.push({ kind: "round", round, cells: 0, tops: { ...tops } });
        break;
      case "filled": {
        tops[event["column"] === "B" ? "B" : "A"] = integer(event["number"]);
        const last = beads.findLast((bead) => bead.kind === "round");
        if (last?.kind === "round") {
          last.cells += 1;
          last.tops = { ...tops };
        }
        break;
      }
      case "line_broken":
        beads.push({ kind: "broken", seat, number: integer(event["number"]) ?? 0 });
        break;
      case "board_full":
        beads.push({ kind: "full" });
        break;
      case "counted":
        counted.push({ seat, votes: integer(event["votes"]) ?? 0 });
        break;
      case "tied":
        // The next ballot is counted anew; a lot keeps the count that was tied.
        break;
      case "lot":
        isLot = true;
        break;
      case "king":
      case "last_king":
        beads.push({ kind: event.type, seat, votes: lastCount(counted), isLot });
        counted = [];
        isLot = false;
        break;
      case "nominated":
      case "nominated_by_traitors":
        beads.push({ kind: "nominee", seat, votes: lastCount(counted), isLot });
        counted = [];
        isLot = false;
        break;
      case "jailed":
      case "last_jailed":
        beads.push({ kind: event.type, players: list(event["players"]), round: round + 1 });
        break;
      case "challenged":
      case "challenged_loyalist":
        beads.push({ kind: "fight", players: [seat, integer(event["opponent"]) ?? 0] });
        break;
      default:
        if (isVerdict(event.type)) {
          beads.push({ kind: "verdict", winner: VERDICTS[event.type] });
          if (event.type === "comeback") beads.push({ kind: "fight", players: list(event["death_match"]) });
        }
    }
  };
  for (const { event } of events) told(event);
  return beads;
}

/** Of ballots counted one after the other, seats ascending in each, the last. */
function lastCount(counted: Votes): Votes {
  let start = 0;
  counted.forEach((one, index) => {
    if (index > 0 && one.seat <= (counted[index - 1]?.seat ?? -1)) start = index;
  });
  return counted.slice(start).sort((a, b) => b.votes - a.votes || a.seat - b.seat);
}
