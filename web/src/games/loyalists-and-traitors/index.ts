/** The table of Loyalists and Traitors. */
import { tableModule, type SeatNote, type Table } from "../../lib/table";
import Board from "./Board.svelte";
import Decision from "./Decision.svelte";
import { inWords, secrets } from "./inwords";
import Mark from "./Mark.svelte";
import Over from "./Over.svelte";
import Side from "./Side.svelte";
import { CELLS, filled, turnNumber, type Act, type View } from "./view";
import Waiting from "./Waiting.svelte";
import { words } from "./words";

function note({ view }: Table<View, Act>, seat: number): SeatNote {
  const tags: { text: string; tone?: "gold" | "danger" }[] = [];
  const isTraitor = view.winner !== null && view.traitors?.includes(seat);
  if (view.king === seat) tags.push({ text: view.broken && view.phase !== "last_elect" ? words().lastKing : words().king, tone: "gold" });
  if (view.death_match.includes(seat)) tags.push({ text: words().deathMatch, tone: "danger" });
  else if (view.jailed.includes(seat)) tags.push({ text: words().jailed, tone: "danger" });
  const text = view.turn === seat ? words().inRoom : view.winner === null ? "" : isTraitor ? words().traitor : words().loyalist;
  return { tags, ...(text ? { text } : {}), ...(view.jailed.includes(seat) && view.winner === null ? { state: "is-jailed" as const } : {}) };
}

export default tableModule<View, Act>({
  Board,
  Decision,
  Waiting,
  Side,
  Over,
  where: ({ view }) => {
    const turn = turnNumber(view);
    return turn ? words().at(turn.turn, turn.of, filled(view), 2 * CELLS) : words().atElse(filled(view), 2 * CELLS);
  },
  seat: note,
  inOrder: (table) => ({ seats: table.view.order, title: words().order, ...(table.keepNotebook && table.view.winner === null ? { note: words().marks } : {}) }),
  Mark,
  result: ({ view }, _, seat) => {
    const role = view.traitors?.includes(seat) ? words().traitor : words().loyalist;
    if (view.tokens.includes(seat)) return { place: null, text: `${role} · ${words().result.token}`, tone: "gold" };
    if (view.death_match.includes(seat)) return { place: null, text: `${role} · ${words().result.death}`, tone: "danger" };
    return { place: null, text: `${role} · ${words().result.none}` };
  },
  verdict: (_, outcome) => words().won[outcome["comeback"] === true ? "comeback" : outcome["winner"] === "loyalists" ? "loyalists" : "traitors"],
  mark: (event) => (event.type === "round" && typeof event["round"] === "number" ? event["round"] : null),
  inWords,
  secrets,
  markName: (round) => words().markName(round),
  isMilestone: (event) => ["king", "last_king", "line_broken", "board_full", "loyalists_won", "comeback", "traitors_won"].includes(event.type),
  drawsClockLine: true,
});
