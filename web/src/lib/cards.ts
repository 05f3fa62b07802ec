/** What a card of the first page says of a game. */
import cards from "virtual:game-cards";
import { catalogue, OUR_ROOMS } from "./catalogues";
import type { Lang } from "./types";

export interface GameCard {
  name: string;
  tagline: string;
  minutes: string;
}

/** Our games' cards are there at once; those of games from outside come from the server. */
export function card(game: string, lang: Lang): GameCard | null {
  return cards[OUR_ROOMS[game] ?? ""]?.[lang] ?? null;
}

/** The card of any game. */
export async function loadCard(game: string, lang: Lang): Promise<GameCard> {
  return card(game, lang) ?? (await catalogue(game, lang));
}
