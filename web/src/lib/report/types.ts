/** The report on a finished match, as the server gives it out: in words. */

/** A point of a line: where (turn, round, hand …), and how much. */
export type Point = readonly [x: number, y: number];

export interface Series {
  name: string;
  /** What stands at the end of the line. */
  label: string;
  /** Null: no seat's (a column). */
  seat: number | null;
  /** Parts of the line, with a gap between them. */
  lines: readonly (readonly Point[])[];
}

export interface Chart {
  title: string;
  /** What x counts. */
  x: string;
  y: string;
  series: readonly Series[];
  /** Upright lines: where something begins anew. */
  marks: readonly { x: number; text: string }[];
  /** A level with a meaning of its own. */
  limit: { y: number; text: string } | null;
}

export interface Moment {
  /** So many decisions were taken before. */
  step: number;
  /** Where it stands in the chart. */
  x: number | null;
  rule: string;
  measure: number;
  seats: readonly number[];
  name: string;
  what: string;
  /** By which rule it counts. */
  why: string;
}

export interface Place {
  seat: number;
  rank: number | null;
  /** What the seat played: a character, a role. */
  part: string | null;
  reward: string | null;
  tone: "gold" | "danger" | null;
  score: string | null;
}

export interface Report {
  match: number;
  game: string;
  players: number;
  names: readonly string[];
  /** The best first. */
  places: readonly Place[];
  moments: readonly Moment[];
  chart: Chart | null;
}
