/** What can be read from any game's outcome: who won, and ranks. */
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
