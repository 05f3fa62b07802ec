/** A piece comes from where it stood: measured before the change, flown after it. */
import { cubicOut } from "svelte/easing";
import type { TransitionConfig } from "svelte/transition";
import { moveTime } from "../../lib/motion";

const before = new Map<number, DOMRect>();

/** Remember where every piece is. */
export function measure(root: HTMLElement): void {
  for (const node of root.querySelectorAll<HTMLElement>("[data-piece]")) before.set(Number(node.dataset["piece"]), node.getBoundingClientRect());
}

export function forget(): void {
  before.clear();
}

/** From the old place to the new one. */
export function arrive(node: HTMLElement, { c }: { c: number }): TransitionConfig {
  const old = before.get(c);
  const now = node.getBoundingClientRect();
  if (!old || old.width === 0 || now.width === 0) return { duration: 0 };
  const dx = old.left - now.left;
  const dy = old.top - now.top;
  return { duration: moveTime(), easing: cubicOut, css: (_, u) => `transform: translate(${dx * u}px, ${dy * u}px)` };
}
