/**
 * What happened, one thing after the other: a pure queue between what has arrived and what the board shows.
 * Each update of the server is a step: the board takes it as a whole, and its news are told one by one before the next
 * step has its turn. No clock, no screen: whoever owns it says what time it is.
 */
import type { Item, MatchTable } from "./types";

/** How fast what happened is told; off: everything is there at once. */
export type Pace = "off" | "slow" | "normal" | "fast";
export const PACES: readonly Pace[] = ["off", "slow", "normal", "fast"];

/** One update of the server. */
export interface Step {
  table: MatchTable;
  /** Number of the last item told up to here. */
  last: number;
  /** Items with a greater number came with this update. */
  freshAfter: number;
  /** What it told, in order. */
  news: readonly Item[];
}

export interface Playback {
  /** What the board shows. */
  shown: Step;
  /** The table that it showed before. */
  before: MatchTable | null;
  /** Which of the shown news is being told; null: all have been. */
  telling: number | null;
  /** Since when, in milliseconds. */
  since: number;
  /** What comes after, oldest first. */
  waiting: readonly Step[];
  /** When a decision of mine that waits behind other steps must be on the board; null: none does. */
  deadline: number | null;
}

/** How long one piece of news is told, in milliseconds. */
const TOLD_MS: Record<Exclude<Pace, "off">, number> = { slow: 1_800, normal: 900, fast: 450 };
/** An open decision of mine is held back no longer than this. */
const MINE_MS = 1_500;
/** The more news wait, the faster they are told: those of this time at once. */
const LAG_MS = 4_000;
/** What would be told faster than this is not told: it stands in the log. */
const SHORTEST_MS = 100;

/** What is there when somebody comes is no news. */
export function begin(step: Step): Playback {
  return { shown: { ...step, news: [] }, before: null, telling: null, since: 0, waiting: [], deadline: null };
}

/** The last step that has arrived. */
export function newest(playback: Playback): Step {
  return playback.waiting.at(-1) ?? playback.shown;
}

/** Is there something to skip? */
export function isBehind(playback: Playback): boolean {
  return playback.waiting.length > 0 || playback.telling !== null;
}

/** News that are being told or have not been yet. */
export function untold(playback: Playback): readonly Item[] {
  const rest = playback.telling === null ? [] : playback.shown.news.slice(playback.telling);
  return [...rest, ...playback.waiting.flatMap((step) => step.news)];
}

const decisionOf = (step: Step): string | null => step.table.decision?.id ?? null;

function show(playback: Playback, step: Step, waiting: readonly Step[], now: number): Playback {
  return { ...playback, shown: step, before: playback.shown.table, telling: step.news.length > 0 ? 0 : null, since: now, waiting };
}

/** An update has arrived. */
export function arrive(playback: Playback, step: Step, now: number, pace: Pace): Playback {
  if (pace === "off") return { ...show(playback, step, [], now), telling: null };
  const decision = decisionOf(step);
  // While I decide nothing is held back: what I look at is what is. What was not told yet is told all the same.
  if (decision !== null && decision === decisionOf(playback.shown)) {
    const merged = { ...step, news: [...untold(playback), ...step.news] };
    return { ...show(playback, merged, [], now), since: playback.telling === null ? now : playback.since };
  }
  if (!isBehind(playback)) return settle(show(playback, step, [], now), now);
  const isSame = decision !== null && decision === decisionOf(newest(playback));
  const deadline = decision === null ? null : isSame && playback.deadline !== null ? playback.deadline : now + MINE_MS;
  return settle({ ...playback, waiting: [...playback.waiting, step], deadline }, now);
}

/** How long each piece of news is told now: shorter the more there are, and the sooner I am asked. */
export function toldMs(playback: Playback, pace: Exclude<Pace, "off">): number {
  const isHeld = playback.waiting.length > 0 && playback.deadline !== null;
  const time = isHeld ? (playback.deadline ?? 0) - playback.since : LAG_MS;
  return Math.min(TOLD_MS[pace], time / Math.max(1, untold(playback).length));
}

/** When there is something to do next; null: never, or not before the next update. */
export function dueAt(playback: Playback, pace: Pace): number | null {
  if (!isBehind(playback)) return null;
  if (pace === "off" || playback.telling === null) return playback.since;
  return playback.since + toldMs(playback, pace);
}

/** Time has passed. */
export function elapse(playback: Playback, now: number, pace: Pace): Playback {
  if (pace === "off") return skip(playback);
  const due = dueAt(playback, pace);
  if (due === null || now < due) return playback;
  const next = (playback.telling ?? 0) + 1;
  if (playback.telling !== null && next < playback.shown.news.length) return { ...playback, telling: next, since: now };
  return settle({ ...playback, telling: null }, now);
}

/** The next step has its turn when nothing is told any more; steps without news take no time, and too many are passed over. */
function settle(playback: Playback, now: number): Playback {
  let settled = playback;
  while (settled.waiting.length > 0 && (settled.telling === null || toldMs(settled, "slow") < SHORTEST_MS)) {
    const [step, ...rest] = settled.waiting;
    if (!step) break;
    settled = show(settled, step, rest, now);
  }
  // One step alone with too much to tell: its last news.
  const most = Math.floor(LAG_MS / SHORTEST_MS);
  if (settled.telling !== null && settled.shown.news.length - settled.telling > most) settled = { ...settled, telling: settled.shown.news.length - most };
  return settled;
}

/** Everything at once: the board is where the table is, and nothing is told any more. */
export function skip(playback: Playback): Playback {
  return { ...playback, shown: newest(playback), before: playback.waiting.length > 0 ? playback.shown.table : playback.before, telling: null, waiting: [] };
}
