/** The tiles of those who can be designated, or cannot: from the legal and refused actions, with what each goes by. */
import type { Decision, Table } from "../../lib/table";
import { nameOf, runnerOf } from "./tell";
import { fullSet, handOf, handSize, racers, squareOf, whyNot, type Act, type View } from "./view";
import { words } from "./words";
import type { Target } from "./Targets.svelte";

type Power = "silence" | "reset" | "delete" | "mirror" | "gravity" | "partner";

const targetOf = (act: Act): number | null => ("target" in act ? act.target : null);

export function tiles(table: Table<View, Act>, decision: Decision<Act>, power: Power, by: number, isOffered: (act: Act) => boolean): Target[] {
  const w = words();
  const { view } = table;
  const legal = new Set(decision.legal.filter(isOffered).map(targetOf));
  const refused = new Map(decision.refused.filter(({ action }) => isOffered(action)).map(({ action, clause }) => [targetOf(action), clause]));
  return racers(view)
    .filter((c) => c !== by && (legal.has(c) || refused.has(c)))
    .map((c): Target => {
      const name = nameOf(table, c);
      const who = runnerOf(table, c);
      if (!legal.has(c)) {
        const why = whyNot(view, by, c);
        return { c, name, note: why ? w.whyNot[why] : "", refused: why ? w.cannot([{ names: [name], why }]) : table.say.why(refused.get(c) ?? ""), aloud: who };
      }
      const hand = handOf(view, c);
      const size = handSize(view, c);
      const spot = w.spot(squareOf(view, c));
      if (power === "delete" || power === "reset") {
        if (hand === null) return { c, name, note: w.hiddenCards(size), aloud: who };
        if (power === "delete" && size < 2) return { c, name, note: w.noEffect, aloud: `${who}, ${w.cardsHeld(hand)}` };
        if (power === "reset" && size === fullSet(c).length) return { c, name, note: w.noEffect, aloud: `${who}, ${w.cardsHeld(hand)}` };
        return { c, name, note: "", hand, aloud: `${who}, ${w.cardsHeld(hand)}` };
      }
      const hop = (to: number): string => (to === squareOf(view, c) ? w.staysNote : w.hop(squareOf(view, c), to));
      if (power === "mirror") return { c, name, note: hop(clamp(squareOf(view, c) + (view.distance ?? 0))), aloud: who };
      if (power === "gravity") return { c, name, note: hop(squareOf(view, by) + (squareOf(view, c) > squareOf(view, by) ? 1 : -1)), aloud: who };
      if (power === "partner") return { c, name, note: hop(clamp(squareOf(view, c) + (handOf(view, by)?.[0] ?? 0))), aloud: who };
      if (power === "silence" && view.asleep === c) return { c, name, note: w.sleepsNow, aloud: `${who}, ${spot}` };
      return { c, name, note: spot, aloud: who };
    });
}

const clamp = (square: number): number => Math.max(0, Math.min(31, square));

/** Those that cannot be designated, by reason, as a sentence; empty: all can. */
export function refusals(table: Table<View, Act>, targets: readonly Target[], by: number): string {
  const reasons = (["last", "here", "finished"] as const).map((why) => ({ why, names: targets.filter((t) => t.refused !== undefined && whyNot(table.view, by, t.c) === why).map((t) => `${t.c} ${t.name}`) }));
  return words().cannot(reasons.filter(({ names }) => names.length > 0));
}

