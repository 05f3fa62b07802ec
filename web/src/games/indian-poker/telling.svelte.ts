/** How far the showdown on the board has come: what follows is not named beside it before the board shows it. */
let upTo = $state.raw(Number.POSITIVE_INFINITY);

/** The number of the last event that the board has shown. */
export const told = (): number => upTo;

export function tellUpTo(n: number): void {
  upTo = n;
}

export function tellAll(): void {
  upTo = Number.POSITIVE_INFINITY;
}
