/** What can be read from any game's outcome: who won, and ranks. */
import type { Player, Table, TableModule } from "./table";
import type { Outcome } from "./types";

const numbers = (value: unknown): number[] | null => (Array.isArray(value) && value.every((one) => typeof one === "number") ? (value as number[]) : null);

/** Ranks by seat from 1, where the outcome has them or they follow from its winner. */
export function ranksOf(outcome: Outcome, players: number): (number | null)[] {
  const ranks = numbers(outcome["ranks"]);
  if (ranks?.length === players) return ranks;
  const winners = winnersOf(outcome);
  return Array.from({ length: players }, (_, seat) => (winners.length === 0 ? null : winners.includes(seat) ? 1 : 2));
}

/** The seats that won, where the outcome says so; none at a draw. */
export function winnersOf(outcome: Outcome): number[] {
  const winners = numbers(outcome["winners"]);
  if (winners) return winners;
  if (typeof outcome["winner"] === "number") return [outcome["winner"]];
  const ranks = numbers(outcome["ranks"]);
  return ranks ? ranks.flatMap((rank, seat) => (rank === 1 ? [seat] : [])) : [];
}

export interface Place {
  player: Player;
  /** 1 is best; null: none. */
  place: number | null;
  /** "12점, 보너스 3" */
  text: string;
  tone?: "gold" | "danger" | undefined;
}

/** Everybody with what the match brought, the best first; nobody when it was stopped. */
export function placesOf(table: Table, module: TableModule): Place[] {
  const { outcome } = table;
  if (!outcome) return [];
  const ranks = ranksOf(outcome, table.players.length);
  return table.players
    .map((player): Place => ({ player, ...(module.result?.(table, outcome, player.seat) ?? { place: ranks[player.seat] ?? null, text: "" }) }))
    .sort((a, b) => (a.place ?? 99) - (b.place ?? 99) || a.player.seat - b.player.seat);
}
