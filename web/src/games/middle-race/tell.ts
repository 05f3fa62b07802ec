/** The ladder's lines: what happened, what is asked, what comes, what a choice would set off; short, with the squares as an arrow. */
import type { Table } from "../../lib/table";
import type { GameEvent } from "../../lib/types";
import type { Step } from "./forecast";
import { DELETE, JUMP, MIRROR, ONE, PUSH, RESET, UNION, handOf, askedCharacter, characterOf, isRunning, movedBy, nextTurn, playerOf, pushedNow, racers, squareOf, type Act, type Rung, type View } from "./view";
import { words } from "./words";

export interface Line {
  text: string;
  /** 12→11 */
  hop?: string;
  clause: string;
  /** It is my power, or I am the one who decides. */
  isMine?: boolean;
}

export const nameOf = (table: Table<View, Act>, c: number): string => table.say.term("character", c);
/** The name of the player who runs with a character. */
export const runnerOf = (table: Table<View, Act>, c: number): string => table.players[playerOf(table.view, c)]?.name ?? "";
const num = (value: unknown): number => (typeof value === "number" ? value : 0);

/** An event of the race as a line. */
export function ofEvent(table: Table<View, Act>, event: GameEvent): Line {
  const w = words();
  const who = nameOf(table, num(event["who"]));
  const target = nameOf(table, num(event["target"]));
  const card = num(event["card"]);
  const change = movedBy(event);
  const text = ((): string => {
    switch (event.type) {
      case "submitted":
        return w.submitted(who, card);
      case "submitted_ahead":
        return w.submittedAhead(who, card);
      case "submitted_back":
        return w.submittedBack(who, card);
      case "submitted_with":
        return w.submittedWith(who, card, target);
      case "discarded":
        return w.discarded(who, card, target);
      case "moved":
        return w.moved(who);
      case "taken_along":
        return w.along(who);
      case "attracted":
        return w.attracted(who);
      case "stepped":
        return w.stepped(who);
      case "pushed":
        return w.pushed(who);
      case "pulled":
        return w.pulled(who);
      case "mirrored":
        return w.mirrored(who);
      case "stayed":
        return w.stayed(who, w.spot(num(event["at"])));
      case "finished":
        return w.finished(who, num(event["rank"]));
      case "silenced":
        return w.silenced(target);
      case "woke":
        return w.woke(who);
      case "renewed":
        return w.renewed(who);
      default:
        return table.say.event(event).replace(/\.$/, "");
    }
  })();
  return { text, clause: event.clause, ...(change ? { hop: w.hop(change.from, change.to) } : {}) };
}

/** What is asked now. */
export function ofAsked(table: Table<View, Act>): Line | null {
  const w = words();
  const { view } = table;
  const c = askedCharacter(view);
  if (view.asked === null || c === null) return null;
  const isMine = table.seat !== null && characterOf(view, table.seat) === c;
  const target = (of: number): string => nameOf(table, view.last_designated?.[of] ?? 0);
  const [text, clause] = ((): [string, string] => {
    switch (view.asked) {
      case "silence":
        return [w.asksSilence, "MR-20"];
      case "one":
        return [w.asksOne, "MR-17"];
      case "push":
        return [w.asksPush(nameOf(table, pushedNow(view) ?? 0)), "MR-12"];
      case "reset":
        return [w.asksReset, "MR-11"];
      case "delete":
        return [w.asksDelete, "MR-13"];
      case "keep":
        return [w.asksKeep(target(DELETE)), "MR-13"];
      case "mirror":
        return [w.asksMirror(view.distance ?? 0), "MR-18"];
      case "renew":
        return [w.asksRenew, "MR-19"];
      default:
        return [w.asksSubmit(nameOf(table, c)), "MR-6"];
    }
  })();
  return { text, clause, isMine };
}

/** An effect still to come. */
export function ofRung(table: Table<View, Act>, rung: Rung): Line {
  const w = words();
  const { view } = table;
  const isMine = table.seat !== null && characterOf(view, table.seat) === rung.character && ["push", "delete", "mirror"].includes(rung.kind);
  const target = nameOf(table, rung.target ?? 0);
  switch (rung.kind) {
    case "push":
      return { text: w.willPush(target), clause: "MR-12", isMine };
    case "delete":
      return { text: w.asksDelete, clause: "MR-13", isMine };
    case "union":
      return { text: w.willPull(target), hop: w.hop(squareOf(view, rung.target ?? 0), squareOf(view, UNION)), clause: "MR-16" };
    case "mirror":
      return { text: w.asksMirror(rung.distance ?? 0), clause: "MR-18", isMine };
    case "submit":
      return { text: w.asksSubmit(nameOf(table, rung.character)), clause: "MR-6" };
    default:
      return { text: w.willMove(nameOf(table, rung.character), rung.distance ?? 0, rung.partner ? nameOf(table, rung.partner) : ""), clause: rung.partner ? "MR-14" : "MR-6" };
  }
}

/** Whose turn comes after. */
export function ofNext(table: Table<View, Act>): Line | null {
  const next = nextTurn(table.view);
  return next === null ? null : { text: words().turnOf(next, nameOf(table, next)), clause: "MR-5" };
}

/** A step of the preview. */
export function ofStep(table: Table<View, Act>, step: Step): Line {
  const w = words();
  const { view } = table;
  const mine = table.seat === null ? null : characterOf(view, table.seat);
  const name = (c: number): string => nameOf(table, c);
  const short = (c: number): string => (c === mine ? w.me : name(c));
  const isMine = step.kind === "asks" && step.who === mine;
  const { clause } = step;
  switch (step.kind) {
    case "move":
    case "along": {
      const beside = step.to === 31 ? [] : racers(view).filter((c) => c !== step.who && isRunning(view, c) && squareOf(view, c) === step.to).map(name);
      const text = step.kind === "along" ? w.along(name(step.who)) : step.to === 31 ? short(step.who) : `${short(step.who)} · ${w.onSquareWith(beside)}`;
      return { text, hop: w.hop(step.from, step.to), clause };
    }
    case "pull":
      return { text: w.willPull(name(step.who)), hop: w.hop(step.from, step.to), clause };
    case "push":
      return { text: w.willPush(name(step.who)), hop: w.hop(step.from, step.to), clause };
    case "attract":
      return { text: w.attracted(name(step.who)), hop: w.hop(step.from, step.to), clause };
    case "mirror":
      return { text: w.mirrored(name(step.who)), hop: w.hop(step.from, step.to), clause };
    case "step":
      return { text: w.moved(name(ONE)), hop: w.hop(step.from, step.to), clause };
    case "stay":
      return { text: w.stayed(name(step.who), w.spot(step.at)), clause };
    case "finish":
      return { text: w.finished(name(step.who), step.rank), clause };
    case "end":
      return { text: w.raceEnds, clause };
    case "renew":
      return { text: w.renewed(name(step.who)), clause };
    default:
      break;
  }
  switch (step.who) {
    case ONE:
      return { text: w.firstOne, clause, isMine };
    case PUSH:
      return { text: w.asksPush(name(step.target ?? 0)), clause, isMine };
    case RESET:
      return { text: w.asksReset, clause, isMine };
    case DELETE:
      return { text: w.asksDelete, clause, isMine };
    case MIRROR:
      return { text: w.asksMirror(step.distance ?? 0), clause, isMine };
    default:
      return { text: w.mayRenew, clause, isMine };
  }
}

/** The gist of a preview in a few words, for under a card; `fires`: a power goes off that matters to me. */
export function gist(table: Table<View, Act>, steps: readonly Step[]): { text: string; fires: boolean } {
  const note = words().note;
  const { view } = table;
  const mine = characterOf(view, table.seat);
  const [first] = steps;
  if (!first) return { text: note.stay, fires: false };
  if (first.kind === "asks" && first.who === ONE) return { text: note.one, fires: true };
  const finish = steps.find((step) => step.kind === "finish" && step.who === mine);
  if (finish?.kind === "finish") return { text: note.finish(finish.rank), fires: true };
  const pulled = steps.find((step) => step.kind === "pull" && step.who === mine);
  // While Push empties its square, that it goes on is no news.
  const asks = steps.find((step) => step.kind === "asks" && step.who !== JUMP && !(step.who === PUSH && view.asked === "push"));
  if (asks?.kind === "asks") {
    if (asks.who === mine) return { text: asks.who === PUSH ? note.iPush : pulled ? note.myPulled : note.power, fires: true };
    if (asks.who === PUSH && asks.target === mine) return { text: mine === DELETE || mine === MIRROR ? note.myPushed : note.pushed, fires: true };
    return { text: pulled ? note.pulled : note.others, fires: true };
  }
  if (pulled) return { text: note.pulled, fires: true };
  if (steps.some((step) => step.kind === "pull")) return { text: mine === UNION ? note.iPull : note.others, fires: true };
  if (steps.some((step) => step.kind === "end")) return { text: note.end, fires: true };
  if (!("to" in first)) return { text: note.stay, fires: false };
  const isShared = racers(view).some((c) => c !== first.who && isRunning(view, c) && squareOf(view, c) === first.to);
  return { text: isShared ? note.shared : note.quiet, fires: false };
}

/** How a hand reads aloud. */
export function handInWords(table: Table<View, Act>, c: number, full: readonly number[]): string {
  const w = words();
  const hand = handOf(table.view, c);
  if (hand === null) return w.hiddenHand(table.view.hand_sizes?.[c] ?? 0);
  return [w.cardsHeld(hand), w.cardsPlayed(full.filter((card) => !hand.includes(card)))].filter(Boolean).join(", ");
}

const ACTIONS: readonly string[] = ["submitted", "submitted_ahead", "submitted_back", "submitted_with", "discarded", "carried_over"];

/** A finished turn in one sentence: what was played, where it led, what it set off. */
export function titleOf(table: Table<View, Act>, events: readonly GameEvent[]): string {
  const w = words();
  const turn = events.find(({ type }) => type === "turn");
  const who = num(turn?.["who"]);
  const action = events.find(({ type }) => ACTIONS.includes(type));
  const own = events.map(movedBy).find((change) => change?.who === who);
  const others = new Set(events.flatMap((event) => movedBy(event)?.who ?? []).filter((c) => c !== who));
  return [
    action ? ofEvent(table, action).text : w.turnOf(who, nameOf(table, who)),
    own ? w.hop(own.from, own.to) : "",
    others.size > 0 ? w.othersMoved(others.size) : "",
    ...events.filter(({ type }) => type === "finished").map((event) => ofEvent(table, event).text),
  ]
    .filter(Boolean)
    .join(" · ");
}
