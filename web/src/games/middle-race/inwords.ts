/** The race in sentences: order and squares, hands as everybody knows them, what is pending; my own hand after a cut only for me. */
import { own } from "../../lib/i18n.svelte";
import { withParticle } from "../../lib/messages";
import type { Table } from "../../lib/table";
import { handInWords, nameOf, ofAsked, ofNext, ofRung, runnerOf, type Line } from "./tell";
import { characterOf, fullSet, isCut, isFinished, order, squareOf, type Act, type View } from "./view";
import { words as tableWords } from "./words";

const ko = {
  picks: (each: string[]) => `고르는 순서는 ${each.join(", ")}입니다.`,
  pick: (name: string, character: string) => (character === "" ? name : `${name} ${character}`),
  candidates: (names: string[]) => `후보는 ${names.join(", ")}입니다.`,
  ballot: (each: string[]) => `지난 투표: ${each.join(", ")}.`,
  votes: (name: string, votes: number) => `${name} ${votes}표`,
  runner: (place: number, character: string, player: string, spot: string, hand: string) => `${place}위 ${character}(${player}), ${[spot, hand].filter(Boolean).join(", ")}.`,
  asleep: (character: string) => `${character}의 능력은 잠들어 있습니다.`,
  now: (text: string) => `지금: ${text}.`,
  then: (text: string) => `그다음: ${text}.`,
  hop: (from: string, to: string) => `${from}에서 ${withParticle(to, "으로", "로")}`,
  hand: (hand: string) => `내 손패: ${hand}.`,
  keep: (cards: number[]) => `남길 카드를 고를 손패: ${cards.join(", ")}.`,
};
const en: typeof ko = {
  picks: (each) => `Picking order: ${each.join(", ")}.`,
  pick: (name, character) => (character === "" ? name : `${name} ${character}`),
  candidates: (names) => `The candidates are ${names.join(", ")}.`,
  ballot: (each) => `Last ballot: ${each.join(", ")}.`,
  votes: (name, votes) => `${name} ${votes}`,
  runner: (place, character, player, spot, hand) => `Place ${place}, ${character} (${player}): ${[spot, hand].filter(Boolean).join(", ")}.`,
  asleep: (character) => `The power of ${character} sleeps.`,
  now: (text) => `Now: ${text}.`,
  then: (text) => `Then: ${text}.`,
  hop: (from, to) => `from ${from} to ${to}`,
  hand: (hand) => `Your hand: ${hand}.`,
  keep: (cards) => `The hand of which you leave one card: ${cards.join(", ")}.`,
};
const words = own({ ko, en });

/** A line of the ladder with the squares in words. */
const said = ({ text, hop }: Line): string => {
  const [from, to] = hop?.split("→") ?? [];
  return from && to ? `${text}, ${words().hop(from, to)}` : text;
};

function draft(table: Table<View, Act>): string[] {
  const w = words();
  const { view, say } = table;
  const order = (view.pick_order ?? []).flatMap((seat) => (seat === null ? [] : [seat]));
  const character = (seat: number): string => {
    const c = view.characters[seat] ?? null;
    return c === null ? "" : nameOf(table, c);
  };
  const votes = (view.tally ?? []).flatMap((count, seat) => (count > 0 ? [w.votes(say.name(seat), count)] : []));
  return [
    ...(order.length > 0 ? [w.picks(order.map((seat) => w.pick(say.name(seat), character(seat))))] : []),
    ...(view.phase === "vote" && view.candidates ? [w.candidates(view.candidates.map((seat) => say.name(seat)))] : []),
    ...(votes.length > 0 ? [w.ballot(votes)] : []),
  ];
}

/** A hand as everybody knows it: what I know beyond that stays out. */
function openHand(table: Table<View, Act>, c: number): string {
  if (isFinished(table.view, c)) return "";
  return isCut(table.view, c) ? tableWords().hiddenHand(table.view.hand_sizes?.[c] ?? 0) : handInWords(table, c, fullSet(c));
}

export function inWords(table: Table<View, Act>): string[] {
  const w = words();
  const { view } = table;
  if (!view.squares) return draft(table);
  const [asked, next] = [ofAsked(table), ofNext(table)];
  return [
    ...order(view).map((c, index) => w.runner(index + 1, `${c} ${nameOf(table, c)}`, runnerOf(table, c), tableWords().spot(squareOf(view, c)), openHand(table, c))),
    ...(view.asleep === null ? [] : [w.asleep(nameOf(table, view.asleep))]),
    ...(asked ? [w.now(said(asked))] : []),
    ...(view.pending ?? []).map((rung) => w.then(said(ofRung(table, rung)))),
    ...(asked && next && !table.isOver ? [w.then(said(next))] : []),
  ];
}

export function secrets(table: Table<View, Act>): string[] {
  const w = words();
  const { view, seat } = table;
  const mine = characterOf(view, seat);
  return [
    ...(view.squares && mine !== null && !table.isOver && isCut(view, mine) && !isFinished(view, mine) ? [w.hand(handInWords(table, mine, fullSet(mine)))] : []),
    ...(view.keep ? [w.keep([...view.keep])] : []),
  ];
}
