/** What sheet and board share: the number that I am building in the dealer room. */
import type { Column } from "./view";

export interface Building {
  readonly decision: string;
  /** Places of the offer's digits, in the order in which I took them. */
  readonly places: readonly number[];
  readonly column: Column | null;
  /** The second question, before the line breaks. */
  readonly isSure: boolean;
}

const nothing: Building = { decision: "", places: [], column: null, isSure: false };
let current = $state.raw<Building>(nothing);

export const buildingOf = (decision: string | undefined): Building => (decision !== undefined && current.decision === decision ? current : nothing);

export function build(decision: string, change: Partial<Omit<Building, "decision">>): void {
  current = { ...buildingOf(decision), ...change, decision };
}
