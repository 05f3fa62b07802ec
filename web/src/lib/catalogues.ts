/** The rooms' catalogues by game and language: ours are built in (each its own small file), others come from the server. */
import { loadWords } from "./api";
import type { Catalogue } from "./messages";
import type { Lang } from "./types";

/** Folder of each of our rooms under src/mainmatch/games. */
export const OUR_ROOMS: Readonly<Record<string, string>> = {
  "middle-race": "middle_race",
  infiltration: "infiltration",
  "loyalists-and-traitors": "loyalists",
  maskmen: "maskmen",
  "indian-poker": "indian_poker",
};

/** Emblem of each of our games in pieces.svg; the mark stands for games from outside. */
const EMBLEMS: Readonly<Record<string, string>> = {
  "middle-race": "em-race",
  infiltration: "em-infiltration",
  "loyalists-and-traitors": "em-loyalists",
  maskmen: "em-maskmen",
  "indian-poker": "em-indian",
};

export function emblem(game: string): string {
  return EMBLEMS[game] ?? "mark";
}

const files = import.meta.glob<Catalogue>("@games/*/messages.*.json", { import: "default" });
const loaded = new Map<string, Promise<Catalogue>>();

/** A game's catalogue; loaded once a language. */
export function catalogue(game: string, language: Lang): Promise<Catalogue> {
  const key = `${game} ${language}`;
  let words = loaded.get(key);
  if (!words) {
    const folder = OUR_ROOMS[game];
    const path = Object.keys(files).find((name) => folder !== undefined && name.endsWith(`/${folder}/messages.${language}.json`));
    const file = path === undefined ? undefined : files[path];
    words = (file ? file() : loadWords(game, language)).catch((error: unknown) => {
      loaded.delete(key);
      throw error;
    });
    loaded.set(key, words);
  }
  return words;
}
