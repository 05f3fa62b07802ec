/** What sheet and board share: the action that is being composed, and those whose landing squares are worth showing. */
import type { Act } from "./view";

interface Pick {
  decision: string;
  act: Act | null;
  shown: readonly Act[];
}

let current = $state.raw<Pick | null>(null);

export const pickOf = (decision: string | undefined): Pick | null => (current && current.decision === decision ? current : null);

export function compose(decision: string, act: Act | null, shown: readonly Act[]): void {
  current = { decision, act, shown };
}
