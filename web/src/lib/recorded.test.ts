/** The reducer, the playback and the replay on whole recorded matches of all five games (web/dev/heard.py). */
import { describe, expect, test } from "vitest";
import { logOf, marksOf, momentsOf, positionOfIndex, positionOfItem, positionOfStep, stateAt, type Replay } from "./replay";
import { hear, nothing, takeSnapshot, type RoomState } from "./room";
import type { Item, ServerMessage, Snapshot } from "./types";

interface Recorded {
  frames: ServerMessage[];
  snapshot: Snapshot;
  replays: Record<"all" | "watch" | "0", Replay>;
}
const files = import.meta.glob<Recorded>("./recorded/*.json", { eager: true, import: "default" });
const games = Object.entries(files).map(([path, recorded]) => [path.replace(/.*\/|\.json/g, ""), recorded] as const);

const updates = ({ frames }: Recorded): ServerMessage[] => frames.filter(({ type }) => type === "update");
const heard = (messages: readonly ServerMessage[], from: RoomState = nothing): RoomState => messages.reduce((state, message, index) => hear(state, message, 0, index === 0 && from !== nothing), from);
/** What can be compared with a snapshot: all but clocks, versions and what was new. */
const known = ({ seat, room, table, match, items, hasGap }: RoomState): unknown => ({ seat, room, table, match, items, hasGap });

test("all five games are recorded", () => expect(games.map(([name]) => name)).toHaveLength(5));

describe.each(games)("%s", (_, recorded) => {
  const { frames, snapshot, replays } = recorded;

  test("message by message it comes to what a whole snapshot says", () => {
    expect(known(heard(frames))).toEqual(known(takeSnapshot(nothing, snapshot, 0)));
  });

  test("the same messages give the same state, and none is changed", () => {
    const before = JSON.stringify(frames);
    expect(heard(frames)).toEqual(heard(frames));
    expect(JSON.stringify(frames)).toBe(before);
  });

  test("what comes twice, as after a lost connection, counts once", () => {
    const [hello, ...rest] = frames;
    if (!hello) throw new Error("no hello");
    const end = known(heard(frames));
    for (const cut of [3, Math.floor(rest.length / 2), rest.length - 1]) {
      const state = heard([hello, ...rest.slice(0, cut)]);
      const again = [hello, ...rest.slice(Math.max(0, cut - 2))];
      expect(known(heard(again, state))).toEqual(end);
    }
  });

  test("a lost update leaves a gap, never a wrong log", () => {
    const telling = updates(recorded).filter((message) => message.type === "update" && (message.events?.items.length ?? 0) > 0 && (message.events?.after ?? 0) > 0);
    const lost = telling[Math.floor(telling.length / 2)];
    const state = heard(frames.filter((message) => message !== lost));
    expect(state.hasGap).toBe(true);
    expect(state.items.map(({ n }) => n)).toEqual(state.items.map((_item, index) => index + 1));
  });

  test("my own replay tells my own log, and ends at my own table", () => {
    const told = (items: readonly Item[]): unknown[] => items.flatMap(({ event }) => (event ? [event] : []));
    const { items, table } = heard(frames);
    expect(told(logOf(replays["0"]))).toEqual(told(items));
    expect(replays["0"].steps.at(-1)?.table.view).toEqual(table?.view);
  });

  test.each(["all", "watch", "0"] as const)("as %s: every item is told once, by event and by decision", (eyes) => {
    const replay = replays[eyes];
    const log = logOf(replay);
    for (const unit of ["event", "decision"] as const) {
      const moments = momentsOf(replay, unit);
      let before = 0;
      for (const moment of moments) {
        expect(moment.before).toBe(before);
        before = moment.heard;
      }
      expect(before).toBe(log.length);
      expect(moments.map(({ index }) => index)).toEqual(moments.map(({ index }) => index).toSorted((a, b) => a - b));
      expect(positionOfStep(moments, replay, 10 ** 6)).toBe(moments.length - 1);
      for (const { n } of log) {
        const moment = moments[positionOfItem(moments, n)];
        expect((moment?.before ?? n) < n && n <= (moment?.heard ?? 0)).toBe(true);
      }
    }
  });

  test("another unit keeps the place", () => {
    const replay = replays.all;
    const [byEvent, byDecision] = [momentsOf(replay, "event"), momentsOf(replay, "decision")];
    for (const { index, step } of byDecision) {
      expect(byEvent[positionOfIndex(byEvent, index)]?.index).toBe(index);
      expect(byDecision[positionOfStep(byDecision, replay, step)]?.step).toBe(step);
    }
  });

  test("what is new at a moment is what the one before did not tell; a jump has nothing new", () => {
    const replay = replays.watch;
    const log = logOf(replay);
    for (const moment of momentsOf(replay, "decision")) {
      const on = stateAt(replay, log, moment, "KXWTRM", true);
      expect(on?.state.items.filter(({ n }) => n > on.state.freshAfter)).toEqual(log.slice(moment.before, moment.heard));
      expect(stateAt(replay, log, moment, "KXWTRM", false)?.state.freshAfter).toBe(moment.heard);
      expect(on?.room.seats).toHaveLength(replay.players);
    }
  });

  test("marks stand where great events are told", () => {
    const replay = replays.all;
    const log = logOf(replay);
    const moments = momentsOf(replay, "decision");
    const great = log.at(-1)?.event?.type;
    const marks = marksOf(moments, log, (event) => event.type === great);
    for (const mark of marks) expect(log.slice(moments[mark]?.before, moments[mark]?.heard).some(({ event }) => event?.type === great)).toBe(true);
  });
});
