/** The stages of a game as people name them. */
import type { Catalogue } from "../messages";

export function stagesOf(words: Catalogue): { stage: string; name: string }[] {
  return Object.entries(words.stages ?? {}).map(([stage, name]) => ({ stage, name }));
}
