/** The table of Maskmen in sentences: the round, the order of strength, what was played; my hand with its prices only for me. */
import { own } from "../../lib/i18n.svelte";
import { withParticle } from "../../lib/messages";
import type { Table } from "../../lib/table";
import { chains, loose, price, WRESTLERS, type Act, type Price, type View, type Wrestler } from "./view";

const ko = {
  opens: (name: string) => `${withParticle(name, "이", "가")} 라운드를 엽니다.`,
  round: (plays: string[]) => `이번 라운드: ${plays.join(", ")}.`,
  play: (name: string, wrestler: string, count: number) => `${name} ${wrestler} ${count}장`,
  order: (names: string[]) => `강한 순서로 ${names.join(", ")}.`,
  noOrder: "아직 아무 관계도 정해지지 않았습니다.",
  loose: (names: string[]) => `관계가 정해지지 않은 레슬러: ${names.join(", ")}.`,
  played: (each: string[]) => `나온 카드: ${each.join(", ")}.`,
  cards: (wrestler: string, count: number) => `${wrestler} ${count}장`,
  hand: (count: number) => `내 패는 ${count}장입니다.`,
  needs: (cards: string, price: Price) => (price.need === 0 ? `${cards}, 지금은 낼 수 없음` : price.need === price.most ? `${cards}, 지금 ${price.need}장` : `${cards}, 지금 ${price.need}장에서 ${price.most}장`),
};
const en: typeof ko = {
  opens: (name) => `To open the round: ${name}.`,
  round: (plays) => `This round: ${plays.join(", ")}.`,
  play: (name, wrestler, count) => `${name} ${wrestler} ×${count}`,
  order: (names) => `From strong to weak: ${names.join(", ")}.`,
  noOrder: "No relation is known yet.",
  loose: (names) => `Not related to any: ${names.join(", ")}.`,
  played: (each) => `Played so far: ${each.join(", ")}.`,
  cards: (wrestler, count) => `${wrestler} ×${count}`,
  hand: (count) => `You hold ${count} ${count === 1 ? "card" : "cards"}.`,
  needs: (cards, price) => (price.need === 0 ? `${cards}, not possible now` : price.need === price.most ? `${cards}, ${price.need} now` : `${cards}, ${price.need} to ${price.most} now`),
};
const words = own({ ko, en });

export function inWords({ view, say }: Table<View, Act>): string[] {
  const w = words();
  const name = (wrestler: Wrestler): string => say.term("wrestler", wrestler);
  const ranked = chains(view.stronger);
  const unrelated = ranked.length > 0 ? loose(view.stronger).filter((one) => view.debuted.includes(one)) : [];
  const played = WRESTLERS.filter((one) => view.played[one] > 0);
  return [
    ...(view.table.length > 0 ? [w.round(view.table.map((play) => w.play(say.name(play.player), name(play.wrestler), play.count)))] : view.turn === null ? [] : [w.opens(say.name(view.turn))]),
    ...(ranked.length > 0 ? ranked.map((chain) => w.order(chain.map(name))) : [w.noOrder]),
    ...(unrelated.length > 0 ? [w.loose(unrelated.map(name))] : []),
    ...(played.length > 0 ? [w.played(played.map((one) => w.cards(name(one), view.played[one])))] : []),
  ];
}

export function secrets({ view, say, seat, options }: Table<View, Act>): string[] {
  const hand = seat === null ? null : (view.hands[seat] ?? null);
  if (!hand || view.phase === "over") return [];
  const w = words();
  const held = WRESTLERS.filter((one) => hand[one] > 0);
  if (held.length === 0) return [];
  return [w.hand(held.reduce((sum, one) => sum + hand[one], 0)), ...held.map((one) => `${w.needs(w.cards(say.term("wrestler", one), hand[one]), price(view, one, options))}.`)];
}
