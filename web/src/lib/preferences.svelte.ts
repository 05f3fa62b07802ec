/** What this browser's person chose for keys and signals; remembered here and told to nobody. */
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
}

const REMEMBERED = "mainmatch.preferences";
const DEFAULTS: Preferences = { keys: true, sound: false, vibration: true, notification: false, wake: true };

/** What was remembered, with the defaults for what is missing or is no yes or no. */
export function readPreferences(text: string | null): Preferences {
  const read = { ...DEFAULTS };
  let given: unknown;
  try {
    given = JSON.parse(text ?? "null");
  } catch {
    return read;
  }
  if (typeof given !== "object" || given === null) return read;
  for (const name of Object.keys(DEFAULTS) as (keyof Preferences)[]) {
    const value = (given as Record<string, unknown>)[name];
    if (typeof value === "boolean") read[name] = value;
  }
  return read;
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
