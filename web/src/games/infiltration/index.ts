/** The table of Infiltration. */
import { tableModule, type SeatNote, type Table } from "../../lib/table";
import Board from "./Board.svelte";
import Decision from "./Decision.svelte";
import { inWords, secrets } from "./inwords";
import Over from "./Over.svelte";
import Side from "./Side.svelte";
import { inGame, isArrested, KINDS, number, type Act, type View } from "./view";
import Waiting from "./Waiting.svelte";
import { words } from "./words";

function note({ view }: Table<View, Act>, seat: number): SeatNote {
  const tags: { text: string; tone?: "gold" | "danger" }[] = [];
  const left = inGame(view, seat);
  if (view.leader === seat && view.phase !== "over") tags.push({ text: words().leader, tone: "gold" });
  if (left.length === 0) tags.push({ text: words().out, tone: "danger" });
  else for (const kind of KINDS) if (isArrested(view, seat, kind)) tags.push({ text: words().gone(kind), tone: "danger" });
  const declared = view.phase === "patrol" && left.length > 0 ? view.declared?.[seat] : undefined;
  const points = view.phase === "over" || view.points.every((one) => one !== null) ? view.points[seat] : undefined;
  const text = typeof points === "number" ? words().pointsOf(points) : declared === undefined ? "" : words().movedN(declared);
  return { tags, ...(text ? { text } : {}), ...(left.length === 0 ? { state: "is-off" as const } : {}) };
}

const list = (value: unknown): number[] => (Array.isArray(value) ? value.filter((one) => typeof one === "number") : []);

export default tableModule<View, Act>({
  Board,
  Decision,
  Waiting,
  Side,
  Over,
  where: ({ view, options, say }) => {
    const rounds = number(options, "rounds", 15);
    return view.leader === null ? words().atStart(rounds) : words().at(view.round, rounds, say.name(view.leader));
  },
  seat: note,
  result: (_, outcome, seat) => {
    const [points, bonus, final, ranks] = [list(outcome["points"]), list(outcome["bonus"]), list(outcome["final"]), list(outcome["ranks"])];
    const isCandidate = list(outcome["candidates"]).includes(seat);
    const text = words().finalOf(points[seat] ?? 0, bonus[seat] ?? 0, final[seat] ?? 0);
    return { place: ranks[seat] ?? null, text: isCandidate ? `${text} · ${words().candidate}` : text, ...(isCandidate ? { tone: "danger" as const } : list(outcome["winners"]).includes(seat) ? { tone: "gold" as const } : {}) };
  },
  verdict: ({ say, players }, outcome) => {
    const winners = list(outcome["winners"]);
    const final = list(outcome["final"])[winners[0] ?? 0] ?? 0;
    return winners.length === players.length ? words().wonAll(final) : words().won(winners.map((seat) => say.name(seat)), final);
  },
  mark: (event) => (event.type === "round" && typeof event["round"] === "number" ? event["round"] : null),
  inWords,
  secrets,
  markName: (round) => words().markName(round),
  isMilestone: (event) => ["arrested", "round_total", "won", "all_equal"].includes(event.type),
  drawsClockLine: true,
});
