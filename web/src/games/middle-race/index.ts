/** The table of Middle Race. */
import { tableModule } from "../../lib/table";
import Board from "./Board.svelte";
import Decision from "./Decision.svelte";
import { inWords, secrets } from "./inwords";
import Over from "./Over.svelte";
import People from "./People.svelte";
import { nameOf, runnerOf, titleOf } from "./tell";
import { bandOf, characterOf, fullSet, handSize, isFinished, order, partOf, squareOf, type Act, type View } from "./view";
import Waiting from "./Waiting.svelte";
import { words } from "./words";

export default tableModule<View, Act>({
  Board,
  Decision,
  Waiting,
  Over,
  keepsBoard: true,
  People,
  isPeople: ({ view }) => view.squares !== null,
  where: (table) => {
    const { view } = table;
    if (view.lap === null || view.turn === null) return words().whereDraft;
    return table.isOver ? words().lapsIn(view.lap) : words().where(nameOf(table, view.turn), runnerOf(table, view.turn));
  },
  seat: (table, seat) => {
    const { view } = table;
    const c = characterOf(view, seat);
    const place = (view.pick_order ?? []).indexOf(seat);
    const picks = place >= 0 ? { text: words().picks(place + 1) } : {};
    if (c === null) return picks;
    const glyph = { id: `ch-${c}`, name: `${c} ${nameOf(table, c)}` };
    if (!view.squares) return { ...picks, glyph };
    if (isFinished(view, c)) return { glyph, text: words().finishedAt(order(view).indexOf(c) + 1), state: "is-off" };
    return { glyph, text: `${words().spot(squareOf(view, c))} · ${handSize(view, c)}/${fullSet(c).length}`, tags: view.asleep === c ? [{ text: words().asleep }] : [] };
  },
  result: (table, outcome, seat) => {
    const ranks = outcome["ranks"] as number[];
    const place = ranks[seat] ?? 0;
    const kind = bandOf(place, ranks.length);
    return { place, text: `${nameOf(table, characterOf(table.view, seat) ?? 0)} · ${words().resultOf[kind]}`, ...(kind === "death" ? { tone: "danger" as const } : kind === "bonus" ? { tone: "gold" as const } : {}) };
  },
  verdict: ({ say }, outcome) => {
    const ranks = outcome["ranks"] as number[];
    return words().verdict(say.name(ranks.indexOf(1)), say.name(ranks.indexOf(ranks.length)));
  },
  chains: { part: partOf, title: titleOf },
  mark: (event) => (event.type === "lap" && typeof event["lap"] === "number" ? event["lap"] : null),
  inWords,
  secrets,
  markName: (lap) => words().markName(lap),
  drawsClockLine: true,
  isMilestone: (event) => ["finished", "last_left", "picks_last", "death_match", "laps_over"].includes(event.type),
});
