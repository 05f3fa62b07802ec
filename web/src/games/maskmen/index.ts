/** The table of Maskmen. */
import { tableModule } from "../../lib/table";
import Board from "./Board.svelte";
import Decision from "./Decision.svelte";
import { inWords, secrets } from "./inwords";
import Mark from "./Mark.svelte";
import Over from "./Over.svelte";
import { round, seasonOf, signed, type Act, type View } from "./view";
import Waiting from "./Waiting.svelte";
import { words } from "./words";

export default tableModule<View, Act>({
  Board,
  Decision,
  Waiting,
  Over,
  where: ({ view, events, options, players, seat }) => {
    if (players.length !== 2) return words().where(view.season, Number(options["seasons"] ?? 4), round(events));
    const me = seat ?? 0;
    return words().whereTwo(view.season, view.season_wins[me] ?? 0, view.season_wins[1 - me] ?? 0, round(events));
  },
  seat: ({ view }, seat) => {
    const place = view.out.indexOf(seat);
    const hasPassed = view.passed.includes(seat);
    const tags = place >= 0 ? [{ text: words().place(place + 1) }] : hasPassed ? [{ text: words().passed }] : view.host === seat && view.phase !== "over" ? [{ text: words().leads }] : [];
    return {
      text: words().seatLine(view.hand_sizes[seat] ?? 0, signed(view.points[seat] ?? 0)),
      short: words().cards(view.hand_sizes[seat] ?? 0),
      tags,
      ...(place >= 0 ? { state: "is-off" as const } : hasPassed ? { state: "is-passed" as const } : {}),
    };
  },
  inOrder: ({ players }) => ({ seats: players.map((player) => player.seat), note: words().seatsNote }),
  Mark,
  result: ({ view }, outcome, seat) => {
    const place = (outcome["ranks"] as number[])[seat] ?? null;
    return { place, text: words().result(signed(view.points[seat] ?? 0), view.season_wins[seat] ?? 0), ...(place === 1 ? { tone: "gold" as const } : {}) };
  },
  verdict: ({ view, say, players }, outcome) => {
    const ranks = outcome["ranks"] as number[];
    const first = players.map((player) => player.seat).filter((seat) => ranks[seat] === 1);
    const seat = first[0] ?? 0;
    if (players.length === 2) return words().wonTwo(say.name(seat), view.season_wins[seat] ?? 0);
    return words().won(first.map((one) => say.name(one)), signed(view.points[seat] ?? 0));
  },
  mark: seasonOf,
  inWords,
  secrets,
  markName: (season) => words().markName(season),
  isMilestone: (event) => ["out", "held", "season", "match_won", "last_season"].includes(event.type),
  byClock: ({ view }) => (view.table.length === 0 ? words().clockOpen : words().clockPass),
});
