/** What the frame offers to everything inside it: rules at a clause, and the live regions. */
import { getContext, hasContext, setContext } from "svelte";

export interface Frame {
  /** Where the rules of this match's game are, for links: `/rules/maskmen`. */
  readonly rulesAt: string;
  /** Show the rules at a clause, beside the board. */
  openRules(clause: string): void;
  /** Say something to screen readers (politely): a refusal, a result. */
  announce(text: string): void;
}

const KEY = Symbol("frame");
const alone: Frame = { rulesAt: "", openRules: () => {}, announce: () => {} };

export function provideFrame(frame: Frame): void {
  setContext(KEY, frame);
}

export function useFrame(): Frame {
  return hasContext(KEY) ? getContext<Frame>(KEY) : alone;
}
