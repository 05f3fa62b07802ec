/** Lengths of motion for Svelte's transitions: those of tokens.css, nothing when the person wants less motion. */
import { prefersReducedMotion } from "svelte/motion";

/** A piece, card or chip going from a to b. */
export const moveTime = (): number => (prefersReducedMotion.current ? 0 : 220);
/** A new relation, a card that turns. */
export const slowTime = (): number => (prefersReducedMotion.current ? 0 : 250);
/** From one announced step to the next. */
export const BEAT = 600;
