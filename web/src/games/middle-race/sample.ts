/** Positions for the tests: the two of the reference, both reached by play. */
import type { Act, View } from "./view";

const base: View = {
  phase: "race", candidates: null, ballot: null, pick_order: null, characters: [1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11],
  squares: {}, hands: {}, hidden_hands: [], last_designated: {}, asleep: null, quick_ahead: 0, turn: 4, lap: 9, chain: 0, finish_order: [],
  asked: "submit", hand_sizes: {}, pending: [], distance: null, keep: null, vote: null, tally: null,
};
const sizes = (hands: Record<string, number[] | null>): Record<string, number> => Object.fromEntries(Object.entries(hands).map(([c, hand]) => [c, hand?.length ?? 1]));

const ownHands = { 1: [1, 2, 4], 2: [2, 3, 4], 3: [1, 3], 4: [1, 2, 3, 4], 5: [2, 3], 6: [1, 3, 4], 7: [3, 4], 8: [1, 2, 3, 4], 9: [0, 1], 10: [1, 2, 4], 11: [2] };
/** Delete's turn. */
export const own: View = {
  ...base, asleep: 2, finish_order: [11, 9], hands: ownHands, hand_sizes: sizes(ownHands),
  squares: { 1: 26, 2: 23, 3: 21, 4: 18, 5: 28, 6: 19, 7: 26, 8: 18, 9: 31, 10: 15, 11: 31 },
  last_designated: { 1: 5, 2: 4, 4: 9, 8: 5, 10: 2 },
};

const reactHands = { 1: [1, 3], 2: [2, 3], 3: [2, 4], 4: [1, 3], 5: [4], 6: [2, 4], 7: [2], 8: [1, 2, 3], 9: [0, 1, 2], 10: [1, 3, 4], 11: [] };
/** Union played a 1 and pulled Delete, which designates; Mirror waits one ahead. */
export const react: View = {
  ...base, lap: 6, turn: 6, chain: 3, asked: "delete", asleep: 1, finish_order: [11], hands: reactHands, hand_sizes: sizes(reactHands), hidden_hands: [7],
  squares: { 1: 20, 2: 17, 3: 5, 4: 11, 5: 17, 6: 11, 7: 20, 8: 12, 9: 27, 10: 8, 11: 31 },
  last_designated: { 1: 9, 2: 5, 4: 7, 8: 9, 10: 1 },
  pending: [{ kind: "union", character: 6, target: 8 }],
};

export const cards = (...list: number[]): Act[] => list.map((card): Act => ({ type: "submit", card }));
