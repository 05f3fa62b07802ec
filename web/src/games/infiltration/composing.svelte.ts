/** What sheet and map share: places, moves or the zone that I am choosing. */
export interface Composing {
  readonly decision: string;
  /** A zone while placing, a step while moving; null: not chosen yet. */
  readonly A: number | null;
  readonly B: number | null;
  /** Null: the true number. */
  readonly declare: number | null;
  /** Undefined: not chosen yet; null: no patrol. */
  readonly zone: number | null | undefined;
}

const nothing: Composing = { decision: "", A: null, B: null, declare: null, zone: undefined };
let current = $state.raw<Composing>(nothing);

export const composingOf = (decision: string | undefined): Composing => (decision !== undefined && current.decision === decision ? current : nothing);

export function compose(decision: string, change: Partial<Omit<Composing, "decision">>): void {
  current = { ...composingOf(decision), ...change, decision };
}
