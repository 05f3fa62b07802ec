/** What this browser's person chose for keys, signals and speed; remembered here and told to nobody. */
import { PACES, type Pace } from "./playback";

export interface Preferences {
  /** Single keys do something (`?`, `s`, `l`, `t`, `h`, `1` to `9`). */
  keys: boolean;
  /** A tone when my turn comes. */
  sound: boolean;
  vibration: boolean;
  /** A notice of the system when my turn comes while the page is hidden. */
  notification: boolean;
  /** The screen stays on during play. */
  wake: boolean;
  /** How fast what happened is told. */
  pace: Pace;
}

const REMEMBERED = "mainmatch.preferences";
const DEFAULTS: Preferences = { keys: true, sound: false, vibration: true, notification: false, wake: true, pace: "normal" };

const fits = (name: string, value: unknown): boolean =>
  name === "pace" ? PACES.some((pace) => pace === value) : name in DEFAULTS && typeof value === "boolean";

/** What was remembered, with the defaults for what is missing or cannot be chosen. */
export function readPreferences(text: string | null): Preferences {
  let given: unknown;
  try {
    given = JSON.parse(text ?? "null");
  } catch {
    given = null;
  }
  const found = typeof given === "object" && given !== null ? Object.entries(given).filter(([name, value]) => fits(name, value)) : [];
  return { ...DEFAULTS, ...(Object.fromEntries(found) as Partial<Preferences>) };
}

const current = $state<Preferences>(readPreferences(localStorage.getItem(REMEMBERED)));

/** What is chosen now (reactive). */
export function preferences(): Readonly<Preferences> {
  return current;
}

/** Choose, and remember. */
export function prefer(change: Partial<Preferences>): void {
  Object.assign(current, change);
  localStorage.setItem(REMEMBERED, JSON.stringify(current));
}
