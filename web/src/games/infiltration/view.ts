/** The view and the actions of Infiltration, and what can be read out of them. */
import type { Options } from "../../lib/types";

export type Kind = "A" | "B";
export const KINDS: readonly Kind[] = ["A", "B"];
export const ZONES: readonly number[] = [1, 2, 3, 4, 5, 6, 7, 8];
/** The country of a zone (IN-1). */
export const country = (zone: number): Kind => ([1, 2, 5, 6].includes(zone) ? "A" : "B");
/** Where the country changes on the line: before these zones stands a border. */
export const BORDERS: readonly number[] = [3, 5, 7];

export type Pieces = Readonly<Record<Kind, number | null>>;
export type Piece = readonly [seat: number, kind: Kind];

/** What a round announced; null: not (yet). */
export interface Round {
  round: number;
  leader: number;
  declared: readonly number[] | null;
  zone: number | null;
  shown: readonly Piece[];
  arrested: readonly Piece[];
  total: number | null;
  /** By player, where that is announced. */
  points: readonly number[] | null;
}

export interface View {
  phase: "place" | "vote" | "move" | "patrol" | "over";
  round: number;
  leader: number | null;
  candidates: readonly number[] | null;
  ballot: number | null;
  /** By player; null: hidden from me. */
  pieces: readonly (Pieces | null)[];
  arrested: readonly Piece[];
  points: readonly (number | null)[];
  counts: readonly number[] | null;
  counts_round: number | null;
  declared: readonly number[] | null;
  last_patrol: { zone: number; shown: readonly Piece[] } | null;
  round_total: number | null;
  round_points: readonly (number | null)[] | null;
  tally: readonly number[] | null;
  /** My sealed answer in its place; null everywhere else. */
  committed: readonly (Act | null)[];
  ledger: readonly Round[];
  censuses: readonly { round: number; counts: readonly number[] }[];
  /** Where pieces stood after each round: mine, and everybody's at the end. */
  paths: readonly (readonly ({ round: number } & Pieces)[] | null)[];
}

export type Act =
  | { type: "place"; A: number; B: number }
  | { type: "vote"; for: number }
  | { type: "move"; A: number; B: number; declare?: number }
  | { type: "patrol"; zone: number | null };

export const isBluff = (options: Readonly<Options>): boolean => options["declaration"] === "bluff";
export const number = (options: Readonly<Options>, name: string, otherwise: number): number => (typeof options[name] === "number" ? options[name] : otherwise);

// ------------------------------------------------------------------ moves
/** A place for one agent, as the switch shows it. */
export interface Step {
  step: number;
  /** Null: beyond the edge. */
  zone: number | null;
  /** Does it score there, if it is not arrested? */
  scores: boolean;
  isPossible: boolean;
}

/** The three ways of an agent; null when it is arrested. Possible are those of the legal actions. */
export function steps(pieces: Pieces | null, kind: Kind, legal: readonly Act[]): Step[] | null {
  const at = pieces?.[kind] ?? null;
  if (at === null) return null;
  return [-1, 0, 1].map((step) => {
    const zone = ZONES.includes(at + step) ? at + step : null;
    return { step, zone, scores: zone !== null && country(zone) !== kind, isPossible: legal.some((action) => action.type === "move" && action[kind] === step) };
  });
}

/** How many agents a move moves. */
export const moved = (a: number, b: number): number => Number(a !== 0) + Number(b !== 0);

/** What may be declared under bluff, ascending; empty when declarations are true. */
export function declarations(legal: readonly Act[]): number[] {
  return [...new Set(legal.flatMap((action) => (action.type === "move" && action.declare !== undefined ? [action.declare] : [])))].sort((a, b) => a - b);
}

/** The legal move so composed. */
export function findMove(legal: readonly Act[], a: number, b: number, declare: number | null): Act | undefined {
  return legal.find((action) => action.type === "move" && action.A === a && action.B === b && (declare === null ? action.declare === undefined : action.declare === declare));
}

/** Zones in which an agent may be placed. */
export const homes = (legal: readonly Act[], kind: Kind): number[] => [...new Set(legal.flatMap((action) => (action.type === "place" ? [action[kind]] : [])))].sort((a, b) => a - b);

// ------------------------------------------------------------------ patrols
/** Which of my own agents a patrol of this zone would arrest (IN-7). */
export const ownAtRisk = (pieces: Pieces | null, zone: number): Kind[] => KINDS.filter((kind) => pieces?.[kind] === zone && country(zone) !== kind);

export const isArrested = (view: View, seat: number, kind: Kind): boolean => view.arrested.some(([who, what]) => who === seat && what === kind);
/** The agents of a player that are in the game, as far as everybody knows. */
export const inGame = (view: View, seat: number): Kind[] => KINDS.filter((kind) => !isArrested(view, seat, kind));

/** The round whose result was announced last; null before any. */
export function finished(view: View): Round | null {
  return view.ledger.findLast((one) => one.total !== null) ?? null;
}

/** The latest round after whose moves everybody stands where it stands now; 0: the placement. */
export const latestRound = (view: View): number => (view.phase === "move" ? view.round - 1 : view.round);

export const isCaught = (round: Round, [seat, kind]: Piece): boolean => round.arrested.some(([who, what]) => who === seat && what === kind);

/** The round in which an agent was arrested, where the ledger holds it. */
export const caughtIn = (view: View, seat: number, kind: Kind): number | null => view.ledger.find((one) => isCaught(one, [seat, kind]))?.round ?? null;

// ------------------------------------------------------------------ the ledger
export interface Line {
  round: number;
  leader: number | null;
  /** Null: not announced yet. */
  declared: readonly (number | null)[];
  isNow: boolean;
  patrol: "none" | "pending" | "nobody" | "found";
  zone: number | null;
  finds: { piece: Piece; caught: boolean }[];
  total: number | null;
  points: readonly number[] | null;
}

/** Rounds, newest first; the one in play stands on top, with what is still to come. */
export function lines(view: View, players: number): Line[] {
  const made = view.ledger.map((round): Line => ({
    round: round.round,
    leader: round.leader,
    declared: round.declared ?? Array.from({ length: players }, () => null),
    isNow: round.total === null,
    patrol: round.total === null ? "pending" : round.zone === null ? "none" : round.shown.length === 0 ? "nobody" : "found",
    zone: round.zone,
    finds: round.shown.map((piece) => ({ piece, caught: isCaught(round, piece) })),
    total: round.total,
    points: round.points,
  }));
  if (view.phase === "move" && made.at(-1)?.round !== view.round)
    made.push({ round: view.round, leader: view.leader, declared: Array.from({ length: players }, () => null), isNow: true, patrol: "pending", zone: null, finds: [], total: null, points: null });
  return made.reverse();
}

/** All points that were announced. */
export const announced = (view: View): number => view.ledger.reduce((sum, round) => sum + (round.total ?? 0), 0);

// ------------------------------------------------------------------ the end
export interface Standing {
  seat: number;
  kind: Kind;
  isAbroad: boolean;
  isCaught: boolean;
}

/** By zone, who stood there after a round; the arrested stand where they were caught. For the end, when all paths are known. */
export function standings(view: View, round: number): Standing[][] {
  const told = view.ledger.find((one) => one.round === round);
  const found: Standing[][] = ZONES.map(() => []);
  view.paths.forEach((path, seat) => {
    const at = path?.find((one) => one.round === round);
    if (!at) return;
    for (const kind of KINDS) {
      const zone = at[kind];
      if (zone !== null) found[zone - 1]?.push({ seat, kind, isAbroad: country(zone) !== kind, isCaught: told !== undefined && isCaught(told, [seat, kind]) });
    }
  });
  return found;
}

/** By zone, who stands there now; null: not everybody's place is known. For a replay with everything face up. */
export function openStandings(view: View): Standing[][] | null {
  if (!view.pieces.some((places) => places !== null) || view.pieces.includes(null)) return null;
  return ZONES.map((zone) =>
    view.pieces.flatMap((places, seat) => KINDS.flatMap((kind) => (places?.[kind] === zone ? [{ seat, kind, isAbroad: country(zone) !== kind, isCaught: false }] : []))),
  );
}

/** The rounds that the paths cover, ascending. */
export const pastRounds = (view: View): number[] => view.paths.find((path) => path !== null)?.map((one) => one.round) ?? [];
