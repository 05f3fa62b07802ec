/** Sets of options that I keep in this browser, by game and name. */
import type { Json, Options, OptionValue } from "./types";

const KEPT = "mainmatch.presets";
export const MOST_PRESETS = 12;
export const LONGEST_NAME = 20;

export interface Preset {
  name: string;
  options: Options;
}

/** Only what differs from the defaults, in one order: two sets that mean the same are the same. */
export function plain(options: Options, defaults: Options): Options {
  return Object.fromEntries(Object.keys(defaults).flatMap((name) => (options[name] === undefined || options[name] === defaults[name] ? [] : [[name, options[name]]])));
}

export const isSame = (one: Options, other: Options, defaults: Options): boolean => JSON.stringify(plain(one, defaults)) === JSON.stringify(plain(other, defaults));

const isValue = (value: Json | undefined): value is OptionValue => typeof value === "string" || typeof value === "number" || typeof value === "boolean";

function all(): Record<string, Preset[]> {
  try {
    const found: unknown = JSON.parse(localStorage.getItem(KEPT) ?? "{}");
    if (typeof found !== "object" || found === null) return {};
    return found as Record<string, Preset[]>;
  } catch {
    return {};
  }
}

/** Mine for a game; what the game has no option for any more is left out. */
export function myPresets(game: string, defaults: Options): Preset[] {
  const kept: unknown = all()[game];
  if (!Array.isArray(kept)) return [];
  return (kept as Partial<Preset>[])
    .filter((one) => typeof one?.name === "string" && typeof one.options === "object" && one.options !== null)
    .map((one) => ({ name: one.name ?? "", options: Object.fromEntries(Object.entries(one.options ?? {}).filter(([name, value]) => name in defaults && isValue(value))) }));
}

/** Keep one; a set of the same name is replaced, and beyond MOST_PRESETS the oldest goes. */
export function keepPreset(game: string, name: string, options: Options): void {
  const mine = all();
  const others = (Array.isArray(mine[game]) ? mine[game] : []).filter((one: Preset | null) => one?.name !== name);
  localStorage.setItem(KEPT, JSON.stringify({ ...mine, [game]: [...others, { name, options }].slice(-MOST_PRESETS) }));
}

export function dropPreset(game: string, name: string): void {
  const mine = all();
  localStorage.setItem(KEPT, JSON.stringify({ ...mine, [game]: (Array.isArray(mine[game]) ? mine[game] : []).filter((one: Preset | null) => one?.name !== name) }));
}
