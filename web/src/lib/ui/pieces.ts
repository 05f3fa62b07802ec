/** The drawings' own proportions, so that an svg around one keeps its shape. */
const BOXES: readonly (readonly [prefix: string, box: string])[] = [
  ["mask-", "0 0 96 104"],
  ["card-", "0 0 120 168"],
  ["em-", "0 0 120 96"],
  ["eye-", "0 0 24 24"],
  ["bust-", "0 0 200 120"],
  ["pile-10", "0 0 44 87"],
  ["pile-1", "0 0 44 24"],
  ["pile-3", "0 0 44 38"],
  ["pile-6", "0 0 44 59"],
  ["pile-pot", "0 0 104 66"],
  ["pile-carried", "0 0 76 48"],
  ["country-", "0 0 64 64"],
  ["agent-", "0 0 32 40"],
  ["crown", "0 0 48 40"],
  ["door", "0 0 48 56"],
  ["jail", "0 0 48 48"],
  ["token-life", "0 0 48 48"],
  ["garnet", "0 0 48 48"],
  ["lamp", "0 0 48 48"],
  ["mark", "0 0 48 48"],
  ["step", "0 0 16 16"],
];

/** The viewBox of a symbol of pieces.svg. */
export function viewBox(id: string): string {
  return BOXES.find(([prefix]) => id.startsWith(prefix))?.[1] ?? "0 0 32 32";
}
