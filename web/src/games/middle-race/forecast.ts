/**
 * What a choice would set off, up to the first question to somebody: the rules' resolution (MR-23) for that stretch,
 * which is certain. For previews only; the rules decide.
 */
import type { Options } from "../../lib/types";
import { DELETE, GOAL, JUMP, MIRROR, ONE, PUSH, QUICK, RESET, SILENCE, START, UNION, WITH, designable, handOf, isFinished, nextTurn, racers, squareOf, type Act, type View } from "./view";

export type Step =
  | { kind: "move" | "pull" | "push" | "attract" | "mirror" | "step" | "along"; who: number; from: number; to: number; clause: string }
  | { kind: "stay"; who: number; at: number; clause: string }
  | { kind: "finish"; who: number; rank: number; clause: string }
  | { kind: "end"; clause: string }
  | { kind: "renew"; who: number; clause: string }
  /** Somebody is asked: the forecast ends here. */
  | { kind: "asks"; who: number; target: number | null; distance: number | null; clause: string };

class Course {
  readonly squares: Map<number, number>;
  readonly steps: Step[] = [];
  stopped = false;
  private readonly view: View;
  private asleep: number | null;
  private finished: number;

  constructor(view: View, asleep: number | null = view.asleep) {
    this.view = view;
    this.asleep = asleep;
    this.squares = new Map(racers(view).map((c) => [c, squareOf(view, c)]));
    this.finished = racers(view).filter((c) => isFinished(view, c)).length;
  }

  at = (c: number): number => this.squares.get(c) ?? START;
  runs = (c: number): boolean => this.squares.has(c) && this.at(c) < GOAL;
  awake = (c: number): boolean => this.runs(c) && this.asleep !== c;
  private readonly running = (): number[] => [...this.squares.keys()].filter((c) => this.runs(c));
  private readonly targets = (by: number): boolean => designable(this.view, by).some((c) => this.runs(c));

  private ask(who: number, clause: string, target: number | null = null, distance: number | null = null): void {
    this.steps.push({ kind: "asks", who, target, distance, clause });
    this.stopped = true;
  }

  private set(who: number, to: number): void {
    this.squares.set(who, to);
    if (to < GOAL) return;
    this.finished += 1;
    this.steps.push({ kind: "finish", who, rank: this.finished, clause: "MR-26" });
    if (who === SILENCE) this.asleep = null;
    if (this.finished >= this.squares.size - 1) {
      this.steps.push({ kind: "end", clause: "MR-28" });
      this.stopped = true;
    }
  }

  /** One piece, by somebody's power or its own card, and all that it sets off. */
  displace(kind: "move" | "pull" | "push" | "attract" | "mirror" | "step", who: number, wanted: number, byOther: boolean, clause: string): void {
    const from = this.at(who);
    const to = Math.max(START, Math.min(GOAL, wanted));
    if (to === from) {
      this.steps.push({ kind: "stay", who, at: from, clause: "MR-8" });
      return;
    }
    this.steps.push({ kind, who, from, to, clause });
    this.set(who, to);
    if (!this.stopped) this.examine(who, to - from, byOther);
  }

  /** With and its partner: one step (MR-24). */
  together(partner: number, stride: number): void {
    const pair = [WITH, partner].sort((a, b) => this.at(b) - this.at(a) || a - b);
    const before = new Map(pair.map((c) => [c, this.at(c)]));
    const to = (c: number): number => Math.min(GOAL, (before.get(c) ?? START) + stride);
    this.steps.push({ kind: "move", who: WITH, from: before.get(WITH) ?? START, to: to(WITH), clause: "MR-14" });
    this.steps.push({ kind: "along", who: partner, from: before.get(partner) ?? START, to: to(partner), clause: "MR-14" });
    for (const c of pair) if (to(c) < GOAL) this.squares.set(c, to(c));
    for (const c of pair) if (to(c) === GOAL) this.set(c, GOAL);
    if (!this.stopped) this.examine(partner, to(partner) - (before.get(partner) ?? START), true);
  }

  /** MR-23, from the first of its five or (Silence decided, MR-25) from Push. */
  examine(who: number, distance: number, byOther: boolean): void {
    if (who === RESET && distance < 0 && this.awake(RESET) && this.targets(RESET)) {
      this.ask(RESET, "MR-11");
      return;
    }
    const pushed = this.awake(PUSH) && this.at(PUSH) > START ? this.running().find((c) => c !== PUSH && this.at(c) === this.at(PUSH)) : undefined;
    if (pushed !== undefined) {
      this.ask(PUSH, "MR-12", pushed);
      return;
    }
    if (who === DELETE && byOther && this.awake(DELETE) && this.targets(DELETE)) {
      this.ask(DELETE, "MR-13");
      return;
    }
    for (;;) {
      const ahead = this.awake(UNION) && this.at(UNION) > START ? this.running().find((c) => this.at(c) === this.at(UNION) + 1) : undefined;
      if (ahead === undefined) break;
      this.displace("pull", ahead, this.at(UNION), true, "MR-16");
      if (this.stopped) return;
    }
    if (who === MIRROR && byOther && this.awake(MIRROR) && this.targets(MIRROR)) this.ask(MIRROR, "MR-18", null, -distance);
  }

  /** Where a card brings Jump (MR-19). */
  jump(card: number): number {
    const taken = new Set(this.running().filter((c) => c !== JUMP).map(this.at));
    const leaps = this.awake(JUMP);
    let to = this.at(JUMP);
    for (let left = card; left > 0 && to < GOAL; ) {
      to += 1;
      if (!leaps || !taken.has(to)) left -= 1;
    }
    return to;
  }
}

/** How far a card goes (Quick twice; asleep by option). */
export function stride(view: View, options: Readonly<Options>, c: number, card: number, direction?: "ahead" | "back"): number {
  if (c !== QUICK) return card;
  if (view.asleep === QUICK) return options["silenced_quick"] === "x2" ? 2 * card : card;
  return direction === "back" ? -2 * card : 2 * card;
}

/** Where a card alone brings its character. */
export function landing(view: View, options: Readonly<Options>, c: number, card: number, direction?: "ahead" | "back"): number {
  if (c === JUMP) return new Course(view).jump(card);
  return Math.max(START, Math.min(GOAL, squareOf(view, c) + stride(view, options, c, card, direction)));
}

/** What a piece would set off that comes to another square now; `clause` is the power's. */
function moved(view: View, kind: "push" | "step" | "mirror", who: number, by: number, byOther: boolean, clause: string): Step[] {
  const course = new Course(view);
  course.displace(kind, who, squareOf(view, who) + by, byOther, clause);
  return course.steps;
}

/** What an action would set off, in order, up to the first question. */
export function forecast(view: View, options: Readonly<Options>, act: Act): Step[] {
  switch (act.type) {
    case "push":
      return moved(view, "push", act.pushed, act.step, true, "MR-12");
    case "one":
      return moved(view, "step", ONE, act.step, false, "MR-17");
    case "mirror":
      return moved(view, "mirror", act.target, view.distance ?? 0, true, "MR-18");
    case "silence": {
      const course = new Course(view, act.target);
      course.examine(0, 0, false);
      return course.steps;
    }
    case "gravity": {
      const course = new Course(view);
      const here = squareOf(view, 1);
      course.displace("attract", act.target, squareOf(view, act.target) > here ? here + 1 : here - 1, true, "MR-10");
      return ending(view, course, 1, act.card);
    }
    case "submit": {
      const mover = view.turn ?? 0;
      const course = new Course(view);
      if (act.card === 1 && mover !== ONE && course.awake(ONE)) course.steps.push({ kind: "asks", who: ONE, target: null, distance: null, clause: "MR-17" });
      const asksFirst = course.steps.length > 0;
      const direction = "direction" in act ? act.direction : undefined;
      const partner = "target" in act ? act.target : null;
      if (asksFirst) {
        // What One does may change all that follows: only the move itself is said.
        const to = landing(view, options, mover, act.card, direction);
        course.steps.push(to === squareOf(view, mover) ? { kind: "stay", who: mover, at: to, clause: "MR-8" } : { kind: "move", who: mover, from: squareOf(view, mover), to, clause: partner === null ? "MR-6" : "MR-14" });
        return course.steps;
      }
      if (partner !== null) course.together(partner, act.card);
      else course.displace("move", mover, landing(view, options, mover, act.card, direction), false, mover === QUICK ? "MR-21" : mover === JUMP ? "MR-19" : "MR-6");
      return ending(view, course, mover, act.card);
    }
    default:
      return [];
  }
}

/** (e): an empty hand is renewed, Jump with two left may renew. */
function ending(view: View, course: Course, mover: number, card: number): Step[] {
  if (!course.stopped && course.runs(mover)) {
    const left = (handOf(view, mover) ?? []).filter((one) => one !== card).length;
    if (left === 0) course.steps.push({ kind: "renew", who: mover, clause: "MR-6" });
    else if (mover === JUMP && left === 2 && course.awake(JUMP)) course.steps.push({ kind: "asks", who: JUMP, target: null, distance: null, clause: "MR-19" });
  }
  return course.steps;
}

/** Whose turn follows when nothing is asked any more; null: somebody is asked before that. */
export const turnAfter = (view: View, steps: readonly Step[]): number | null => (steps.some((step) => step.kind === "asks" || step.kind === "end") ? null : nextTurn(view));

/** A square where a piece would come to stand. */
export interface Ghost {
  square: number;
  who: number;
  /** The card that leads there. */
  card: number | null;
  picked: boolean;
}

/** Where the pieces would land: for each of my cards, for both directions of a step, for the one designated. */
export function ghosts(view: View, options: Readonly<Options>, shown: readonly Act[], picked: Act | null): Ghost[] {
  const list: Ghost[] = [];
  for (const act of shown) {
    const isPicked = picked === act;
    if (act.type === "submit") {
      const who = view.turn ?? 0;
      list.push({ square: landing(view, options, who, act.card, "direction" in act ? act.direction : undefined), who, card: act.card, picked: isPicked });
      if (isPicked && "target" in act && act.target !== null) list.push({ square: Math.min(GOAL, squareOf(view, act.target) + act.card), who: act.target, card: null, picked: true });
    } else if (act.type === "push") list.push({ square: squareOf(view, act.pushed) + act.step, who: act.pushed, card: null, picked: isPicked });
    else if (act.type === "one") list.push({ square: squareOf(view, ONE) + act.step, who: ONE, card: null, picked: isPicked });
    else if (act.type === "mirror" || act.type === "gravity") {
      const first = forecast(view, options, act)[0];
      if (first && "to" in first) list.push({ square: first.to, who: act.target, card: null, picked: isPicked });
    }
  }
  return list;
}
