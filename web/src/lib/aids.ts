/** What a table remembers for people, as long as the host allows it. */
import type { Aids } from "./types";

export type Aid = keyof Aids;

const OF_GAME: Readonly<Record<string, readonly Aid[]>> = { "indian-poker": ["cards_seen"], infiltration: ["cross_out"] };

/** The aids that a game's table has. */
export const aidsOf = (game: string): readonly Aid[] => OF_GAME[game] ?? [];
