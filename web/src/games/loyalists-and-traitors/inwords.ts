/** The table of Loyalists and Traitors in sentences: columns and votes for everybody; role, partners, digits only for me. */
import { own } from "../../lib/i18n.svelte";
import { withParticle } from "../../lib/messages";
import type { Table } from "../../lib/table";
import { bounds, COLUMNS, isElection, limitOf, votes, type Act, type Column, type View } from "./view";

const ko = {
  column: (column: Column, numbers: string[]) => `${column}열은 아래에서부터 ${numbers.join(", ")}입니다.`,
  empty: (column: Column) => `${column}열은 비어 있습니다.`,
  next: (column: Column, below: number, digits: number, left: number, limit: number) =>
    `${column}열의 다음 수는 ${below}보다 커야 하고 ${["", "한", "두", "세", "네"][digits] ?? digits} 자리까지입니다. ${left < 0 ? `${withParticle(String(limit), "을", "를")} 넘었습니다` : `${limit}까지 ${left} 남았습니다`}.`,
  full: (column: Column) => `${column}열은 다 찼습니다.`,
  order: (names: string[]) => `차례 순서는 ${names.join(", ")}입니다.`,
  jailed: (names: string[]) => `감옥에는 ${withParticle(names.join(", "), "이", "가")} 있습니다.`,
  candidates: (names: string[]) => `후보는 ${names.join(", ")}입니다.`,
  ballot: (each: string[]) => `지난 투표: ${each.join(", ")}.`,
  votes: (name: string, votes: number) => `${name} ${votes}표`,
  roles: { loyalist: "나는 충신입니다.", traitor: "나는 역적입니다." },
  partners: (names: string[]) => `함께하는 역적은 ${names.join(", ")}입니다.`,
  digits: (digits: string[]) => `딜러룸의 숫자는 ${digits.join(", ")}입니다.`,
  vote: (name: string) => `내 표는 ${name}에게 갔습니다.`,
};
const en: typeof ko = {
  column: (column, numbers) => `Column ${column}, from the bottom: ${numbers.join(", ")}.`,
  empty: (column) => `Column ${column} is empty.`,
  next: (column, below, digits, left, limit) => `The next number in ${column} must be above ${below}, with up to ${digits} ${digits === 1 ? "digit" : "digits"}. ${left < 0 ? `It is above ${limit}` : `${left} left to ${limit}`}.`,
  full: (column) => `Column ${column} is full.`,
  order: (names) => `Playing order: ${names.join(", ")}.`,
  jailed: (names) => `In jail: ${names.join(", ")}.`,
  candidates: (names) => `The candidates are ${names.join(", ")}.`,
  ballot: (each) => `Last ballot: ${each.join(", ")}.`,
  votes: (name, votes) => `${name} ${votes}`,
  roles: { loyalist: "You are a loyalist.", traitor: "You are a traitor." },
  partners: (names) => `The other traitors are ${names.join(", ")}.`,
  digits: (digits) => `The digits in the dealer room are ${digits.join(", ")}.`,
  vote: (name) => `You voted for ${name === "you" ? "yourself" : name}.`,
};
const words = own({ ko, en });

export function inWords({ view, say, options }: Table<View, Act>): string[] {
  const w = words();
  const name = (seat: number): string => say.name(seat);
  const lines = COLUMNS.flatMap((column) => {
    const { isFull, below, digits, left } = bounds(view, column, options);
    if (below === null) return [w.empty(column)];
    return [w.column(column, view.columns[column].map(String)), isFull ? w.full(column) : w.next(column, below, digits, left, limitOf(options))];
  });
  lines.push(w.order(view.order.map(name)));
  if (view.jailed.length > 0) lines.push(w.jailed(view.jailed.map(name)));
  if (isElection(view) && view.candidates) lines.push(w.candidates(view.candidates.map(name)));
  const counted = votes(view.tally);
  if (isElection(view) && counted.length > 0) lines.push(w.ballot(counted.map((one) => w.votes(name(one.seat), one.votes))));
  return lines;
}

export function secrets({ view, say, seat }: Table<View, Act>): string[] {
  if (seat === null || view.role === null || view.winner !== null) return [];
  const w = words();
  const partners = view.role === "traitor" ? (view.traitors ?? []).filter((one) => one !== seat) : [];
  return [
    w.roles[view.role],
    ...(partners.length > 0 ? [w.partners(partners.map((one) => say.name(one)))] : []),
    ...(view.offer ? [w.digits(view.offer.map(String))] : []),
    ...(view.vote === null ? [] : [w.vote(say.name(view.vote))]),
  ];
}
