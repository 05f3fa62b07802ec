/** The table of Indian Poker. */
import { tableModule } from "../../lib/table";
import Board from "./Board.svelte";
import Decision from "./Decision.svelte";
import { inWords, secrets } from "./inwords";
import Over from "./Over.svelte";
import { at, type Act, type View } from "./view";
import { told } from "./telling.svelte";
import Waiting from "./Waiting.svelte";
import { words } from "./words";

export default tableModule<View, Act>({
  Board,
  Decision,
  Waiting,
  told,
  Over,
  where: ({ view }) => words().where(view.hand, view.deck_left),
  seat: ({ view }, seat) => ({
    text: words().chips(at(view.stacks, seat)),
    tags: view.leader === seat && view.phase !== "over" ? [{ text: words().leader }] : [],
  }),
  result: ({ view }, _, seat) => {
    const mine = at(view.stacks, seat);
    const others = at(view.stacks, 1 - seat);
    return { place: mine >= others ? 1 : 2, text: words().chips(mine), ...(mine > others ? { tone: "gold" as const } : {}) };
  },
  verdict: ({ view, say }, outcome) => {
    const { winner } = outcome;
    if (typeof winner !== "number") return words().drawn(view.hand);
    return at(view.stacks, 1 - winner) === 0 ? words().wonAll(say.name(winner)) : words().wonMore(say.name(winner), view.hand);
  },
  mark: (event) => (event.type === "hand" && typeof event["hand"] === "number" ? event["hand"] : null),
  inWords,
  secrets,
  markName: (hand) => words().markName(hand),
  isMilestone: (event) => ["won", "tied", "match_over"].includes(event.type),
  drawsClockLine: true,
});
