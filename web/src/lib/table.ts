/**
 * The contract between the frame and a game's table. Read web/src/games/README.md before writing a table.
 */
import type { Component } from "svelte";
import type { Part } from "./chains";
import type { Say } from "./say";
import type { Action, Aids, Deduction, GameEvent, Item, Json, Lang, MatchFrames, Notebook, Options, Outcome } from "./types";

/** Somebody at the table. Told apart by number, glyph, name and pattern; colour comes last. */
export interface Player {
  /** From 0, as in data; the screen shows `seat + 1`. */
  seat: number;
  name: string;
  /** Symbol of pieces.svg, `seat-1` … `seat-11`. */
  glyph: string;
  /** Class of frame.css, `pat-1` … `pat-11`. */
  pattern: string;
  isMe: boolean;
  isBot: boolean;
  /** A bot plays for this person until it comes back. */
  isAway: boolean;
  /** Somebody else plays for this person, under this name. */
  lentTo?: string;
}

/** The clock of what is decided now. */
export interface Clock {
  /** Seconds for a whole decision. */
  total: number;
  /** When it ends, by this machine's clock in milliseconds. */
  endsAt: number;
}

/** What I owe now. */
export interface Decision<A extends Action = Action> {
  /** Stays the same until it is made. */
  id: string;
  /** Every action that is possible; act with one of these objects. */
  legal: readonly A[];
  /** Choices worth showing that are not possible now, each with the clause that forbids it (`say.why(clause)`). */
  refused: readonly { action: A; clause: string }[];
  /** What is taken when time runs out: an action, or a lot among the legal ones. */
  byClock: { isLot: boolean; action: A | null };
}

/** An event of the game with its number in what I was told. */
export interface LoggedEvent {
  /** Ascends; unique in a match. */
  n: number;
  event: GameEvent;
}

/** Everything a table gets. A new object whenever anything changes; read it, never write to it. */
export interface Table<View = Record<string, Json>, A extends Action = Action> {
  game: string;
  lang: Lang;
  /** Sentences: labels of actions and events, terms, names, why a clause forbids something. */
  say: Say;
  players: readonly Player[];
  /** My seat, or null for a spectator. */
  seat: number | null;
  options: Readonly<Options>;
  /** What the host allows the table to remember for people. */
  aids: Readonly<Aids>;
  /** The spec's `state` with what I may not know left out or null. */
  view: View;
  /** The phase as a sentence. */
  phase: string;
  /** Seats that owe a decision now; ascending. */
  actors: readonly number[];
  /** With a simultaneous decision: seats that have submitted already. */
  submitted: readonly number[];
  /** What I owe now, or null. */
  decision: Decision<A> | null;
  /** The game's events so far that I may know, oldest first. */
  events: readonly LoggedEvent[];
  /** Events that came with the latest change (none on loading): for "new" marks and motion. */
  fresh: readonly LoggedEvent[];
  /** Everything of the log in order: events, and notes of the table (by the clock, away, back …). */
  log: readonly Item[];
  /** The clock of my decision, else the next to run out; null: none. */
  clock: Clock | null;
  /** Present when the match is over (null too when the host stopped it). */
  outcome: Outcome | null;
  isOver: boolean;
  /** Ask what follows without doubt from what my seat was told: there on my seat of a running match. */
  deduce?: () => Promise<Deduction>;
  /** The whole truth of the match, decision by decision: there once it is over. */
  frames?: () => Promise<MatchFrames>;
  /** Send a decision. Does nothing while `isSending`, or when nothing is owed. */
  act: (action: A) => void;
  /** My decision is on its way: keep the buttons, do not send twice. */
  isSending: boolean;
  /** What I wrote down in this match, for me alone, on whatever device; null: nothing yet. */
  notebook: Notebook | null;
  /**
   * Keep all of this as my notebook from now on (at most 4 KB as JSON). It shows at once and is stored in a moment.
   * Null where nobody has one: for spectators, in lessons and replays.
   */
  keepNotebook: ((notebook: Notebook) => void) | null;
}

/** What a game says beside a player's name in the list of players. */
export interface SeatNote {
  /** At the right: "칩 23". */
  text?: string;
  /** In its place where the module's `Mark` draws the rest. */
  short?: string;
  /** Short states in words, at most two. */
  tags?: readonly { text: string; tone?: "gold" | "danger" | "new" }[];
  /** State classes of frame.css besides is-turn and is-me. */
  state?: "is-passed" | "is-jailed" | "is-off";
  /** A symbol in place of the seat's glyph (Middle Race: `ch-3`), with its name in words. */
  glyph?: { id: string; name: string };
}

/** A game's table: the default export of `web/src/games/<game id>/index.ts`. */
export interface TableModule<View = Record<string, Json>, A extends Action = Action> {
  /** The board: everything public, and my own secrets. It stands inside `.mm-board`, also when the match is over. */
  Board: Component<{ table: Table<View, A> }>;
  /** The sheet while I owe a decision: question, choices. Mounted afresh for every decision id. */
  Decision: Component<{ table: Table<View, A>; decision: Decision<A> }>;
  /** The sheet while I wait or watch. Default: who is deciding, and the latest event. */
  Waiting?: Component<{ table: Table<View, A> }>;
  /** Between people and log (beside the board on a desktop, in the log's tab on a phone): what is worth looking up, such as a public ledger. */
  Side?: Component<{ table: Table<View, A> }>;
  /** In place of the list of people, once the game has a better one (by character, with hands); `isPeople` says when. */
  People?: Component<{ table: Table<View, A> }>;
  isPeople?(table: Table<View, A>): boolean;
  /** The list of people in an order of its own, under its own heading, where it has one. */
  inOrder?(table: Table<View, A>): { seats: readonly number[]; title?: string; note?: string };
  /** Ends a row of that list: what I set down for myself about somebody. */
  Mark?: Component<{ table: Table<View, A>; player: Player }>;
  /** On a display the board stays under the picture of the end. */
  keepsBoard?: boolean;
  /** Over screen: the result in the game's own picture, above the ranks. */
  Over?: Component<{ table: Table<View, A>; outcome: Outcome }>;
  /** Small line over the phase: "7번째 판 · 남은 덱 6장". The frame puts the game's name before it. */
  where?(table: Table<View, A>): string;
  /** The board in sentences, for the key `s`: only what everybody may know, never a secret of mine. The frame says phase, turn, clock and people. */
  inWords?(table: Table<View, A>): string[];
  /** My secrets in sentences, for the key `h`: shown and said only while it is held. Empty for a spectator and when nothing is secret any more. */
  secrets?(table: Table<View, A>): string[];
  /** Beside each name in the list of players. */
  seat?(table: Table<View, A>, seat: number): SeatNote;
  /** The result of one seat on the over screen: its place (1 is best; null: none) and a line ("12점, 보너스 3"). */
  result?(table: Table<View, A>, outcome: Outcome, seat: number): { place: number | null; text: string; tone?: "gold" | "danger" };
  /** The outcome in one sentence: "하윤이 모든 칩을 땄습니다." */
  verdict?(table: Table<View, A>, outcome: Outcome): string;
  /** The number before log lines from this event on (hand, round, lap); null: as before. */
  mark?(event: GameEvent): number | null;
  /** The number of the last event that the board has shown: sentences beside it wait for it. Default: all. */
  told?(): number;
  /** Log lines that one action set off: a finished chain is one entry of the log, `title` in one sentence, that opens. */
  chains?: { part(event: GameEvent): Part; title(table: Table<View, A>, events: readonly GameEvent[]): string };
  /** That number in words, over what happened in it: "3라운드", "7번째 판". */
  markName?(mark: number): string;
  /** Events with the gold mark in the log (a hand won, a round scored). */
  isMilestone?(event: GameEvent): boolean;
  /** What the clock would do, in a sentence, in place of the frame's: "시간이 다 되면 접습니다. 10을 접으면 벌칙 10개." */
  byClock?(table: Table<View, A>, decision: Decision<A>): string;
  /** The decision draws `<ClockLine>` itself (to put it beside its button). Default: the frame draws it last. */
  drawsClockLine?: boolean;
}

/** A table's module with its own types, for the registry (which knows none of them). */
export function tableModule<View, A extends Action>(module: TableModule<View, A>): TableModule {
  return module as unknown as TableModule;
}
