/** Enter sends, but never while a syllable is being put together: then it belongs to the input method. */

/** Does this key send what is written? Shift and Enter begin a new line. */
export function sends(event: Pick<KeyboardEvent, "key" | "shiftKey" | "isComposing" | "keyCode" | "ctrlKey" | "altKey" | "metaKey">): boolean {
  if (event.key !== "Enter" || event.shiftKey || event.ctrlKey || event.altKey || event.metaKey) return false;
  // 229: the input method has the key. Safari says so after it has ended the composition.
  return !event.isComposing && event.keyCode !== 229;
}
