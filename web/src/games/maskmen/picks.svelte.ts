/** What sheet and board share: the cards that I am choosing, and whether my hand lies open. */
import type { Wrestler } from "./view";

interface Pick {
  decision: string;
  wrestler: Wrestler;
  count: number;
}

let current = $state<Pick | null>(null);
let open = $state(false);

/** What is chosen for a decision; null: nothing yet, or the hand is shut (then it tells nothing to a neighbour's glance). */
export const pickOf = (decision: string | undefined): Pick | null => (open && decision !== undefined && current?.decision === decision ? current : null);

export function pick(decision: string, wrestler: Wrestler, count: number): void {
  current = { decision, wrestler, count };
}

export const isHandOpen = (): boolean => open;

export function openHand(now: boolean): void {
  open = now;
}
