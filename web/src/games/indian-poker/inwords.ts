/** The table of Indian Poker in sentences: chips and the last hand for everybody; cards that I see only for me. */
import { own } from "../../lib/i18n.svelte";
import type { Table } from "../../lib/table";
import { at, pot, type Act, type View } from "./view";

const ko = {
  pot: (pot: number, carried: number) => `판돈 ${pot}개${carried > 0 ? `, 그 가운데 이월된 칩 ${carried}개` : ""}.`,
  bets: (each: string[]) => `건 칩: ${each.join(", ")}.`,
  bet: (name: string, chips: number) => `${name} ${chips}개`,
  left: (each: string[]) => `남은 칩: ${each.join(", ")}.`,
  last: (hand: number, cards: string[]) => `${hand}번째 판의 카드: ${cards.join(", ")}.`,
  card: (name: string, rank: number) => `${name} ${rank}`,
  won: (name: string, pot: number) => `${name === "나" ? "내가" : `${name} 쪽이`} 판돈 ${pot}개를 가져갔습니다.`,
  tied: "비겨서 판돈이 이월되었습니다.",
  theirs: (name: string, rank: number) => `${name}의 카드는 ${rank}입니다.`,
  mine: "내 카드는 나만 모릅니다.",
  seen: (ranks: number[]) => `섞은 뒤로 내가 본 카드: ${ranks.join(", ")}.`,
};
const en: typeof ko = {
  pot: (pot, carried) => `The pot is ${pot}${carried > 0 ? `, ${carried} of it carried over` : ""}.`,
  bets: (each) => `Bets: ${each.join(", ")}.`,
  bet: (name, chips) => `${name} ${chips}`,
  left: (each) => `Chips left: ${each.join(", ")}.`,
  last: (hand, cards) => `Cards of hand ${hand}: ${cards.join(", ")}.`,
  card: (name, rank) => `${name} ${rank}`,
  won: (name, pot) => `The pot of ${pot} went to ${name}.`,
  tied: "It was a tie: the pot is carried over.",
  theirs: (name, rank) => `The card of ${name} is ${rank}.`,
  mine: "You alone cannot see your own.",
  seen: (ranks) => `Cards that you have seen since the shuffle: ${ranks.join(", ")}.`,
};
const words = own({ ko, en });

const SEATS = [0, 1] as const;

export function inWords({ view, say }: Table<View, Act>): string[] {
  const w = words();
  const { last } = view;
  const cards = SEATS.flatMap((seat) => {
    const rank = last?.cards[seat];
    return typeof rank === "number" ? [w.card(say.name(seat), rank)] : [];
  });
  return [
    w.pot(pot(view), view.carried),
    w.bets(SEATS.map((seat) => w.bet(say.name(seat), at(view.bets, seat)))),
    w.left(SEATS.map((seat) => w.bet(say.name(seat), at(view.stacks, seat)))),
    ...(last && cards.length > 0 ? [w.last(last.hand, cards), last.winner === null ? w.tied : w.won(say.name(last.winner), last.pot)] : []),
  ];
}

export function secrets({ view, say, seat, aids }: Table<View, Act>): string[] {
  if (seat === null || view.phase === "over") return [];
  const w = words();
  const theirs = view.cards?.[1 - seat];
  return [
    ...(typeof theirs === "number" ? [w.theirs(say.name(1 - seat), theirs), w.mine] : []),
    ...(aids.cards_seen && view.seen.length > 0 ? [w.seen([...view.seen])] : []),
  ];
}
