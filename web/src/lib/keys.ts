/** The keys of the table. A letter is what is written on the key; under a Korean layout it is where the letter would be. */
import { preferences } from "./preferences.svelte";

const TYPED_INTO = "input:not([type=range]):not([type=radio]):not([type=checkbox]), textarea, select, [contenteditable]:not([contenteditable=false])";

/** The key that was pressed (`?`, a letter in lower case, a digit), or null when it is meant for something else. */
export function keyOf(event: KeyboardEvent): string | null {
  if (!preferences().keys || event.defaultPrevented || event.ctrlKey || event.metaKey || event.altKey || event.repeat || event.isComposing) return null;
  if (event.target instanceof HTMLElement && event.target.matches(TYPED_INTO)) return null;
  // ㄴ where s is: then the place of the key says which letter it is.
  if (!/^[\x20-\x7e]$/.test(event.key)) {
    if (event.code === "Slash" && event.shiftKey) return "?";
    return /^Key[A-Z]$/.test(event.code) ? event.code.slice(3).toLowerCase() : null;
  }
  return event.key.toLowerCase();
}
