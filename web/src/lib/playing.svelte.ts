/** Plays what has arrived for one table: `playback.ts` with a clock and the person's pace. */
import { arrive, begin, dueAt, elapse, newest, skip, type Pace, type Playback, type Step } from "./playback";
import type { RoomState } from "./room";
import type { MatchTable } from "./types";

export class Playing {
  /** What the board shows and what waits (reactive); null: no table yet. */
  playback = $state.raw<Playback | null>(null);

  private readonly pace: () => Pace;
  private timer: ReturnType<typeof setTimeout> | undefined;

  constructor(pace: () => Pace) {
    this.pace = pace;
  }

  /** What is known of the room has changed. */
  take(state: RoomState): void {
    const { table } = state;
    const before = this.playback && newest(this.playback);
    if (!table) return this.set(null);
    const items = state.match === table.match ? state.items : [];
    const last = items.at(-1)?.n ?? 0;
    if (before && before.table === table && before.last === last) return;
    const goesOn = before !== null && before.table.match === table.match && before.last <= last;
    const step: Step = { table, last, freshAfter: state.freshAfter, news: goesOn ? items.filter(({ n, note }) => n > before.last && note?.type !== "reason") : [] };
    this.set(goesOn && this.playback ? arrive(this.playback, step, performance.now(), this.pace()) : begin(step));
  }

  /** The room as the board shows it. Nothing can be decided but what is open now and seen as it is. */
  shown(state: RoomState): RoomState {
    const { playback } = this;
    if (!playback || !state.table || playback.shown.table.match !== state.table.match) return state;
    const { table, last, freshAfter } = playback.shown;
    return { ...state, table: { ...table, decision: openIn(table, state.table) }, items: state.items.filter(({ n }) => n <= last), freshAfter };
  }

  /** Time has passed, or the pace has changed. */
  readonly tick = (): void => {
    if (this.playback) this.set(elapse(this.playback, performance.now(), this.pace()));
  };

  /** Everything at once. */
  readonly skip = (): void => {
    if (this.playback) this.set(skip(this.playback));
  };

  stop(): void {
    clearTimeout(this.timer);
  }

  private set(playback: Playback | null): void {
    this.playback = playback;
    clearTimeout(this.timer);
    const due = playback && dueAt(playback, this.pace());
    if (due !== null) this.timer = setTimeout(this.tick, Math.max(0, due - performance.now()));
  }
}

/** The decision of a table that is shown: only while it is still the one that is open. */
function openIn(shown: MatchTable, live: MatchTable): MatchTable["decision"] {
  return shown.decision !== null && shown.decision.id === live.decision?.id ? live.decision : null;
}
