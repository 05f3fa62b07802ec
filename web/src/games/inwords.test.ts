/** Every table in sentences: what everybody may know for `s`, what only I may know for `h`, and never the one in the other. */
import { beforeEach, expect, test } from "vitest";
import indianPoker from "@games/indian_poker/messages.ko.json";
import infiltration from "@games/infiltration/messages.ko.json";
import loyalists from "@games/loyalists/messages.ko.json";
import maskmen from "@games/maskmen/messages.ko.json";
import middleRace from "@games/middle_race/messages.ko.json";
import { speak } from "../lib/i18n.svelte";
import { player } from "../lib/identity";
import type { Catalogue } from "../lib/messages";
import { Say } from "../lib/say";
import type { Table, TableModule } from "../lib/table";
import type { Json } from "../lib/types";
import { loadTable } from ".";

const NAMES = ["하윤", "도현", "서연", "지우", "민재", "태오", "은채", "준호", "수아"];

async function told(game: string, words: Catalogue, players: number, view: Record<string, unknown>, seat: number | null = 0): Promise<{ all: string; mine: string }> {
  const names = NAMES.slice(0, players);
  const table: Table = {
    game, lang: "ko", say: new Say(words, { actions: {}, events: {}, phases: {} }, "ko", names, seat), players: names.map((name, index) => player(index, name, { isMe: index === seat })), seat,
    options: {}, aids: { cards_seen: true, cross_out: true }, view: view as Record<string, Json>, phase: "", actors: [], submitted: [], decision: null, events: [], fresh: [], log: [], clock: null,
    outcome: null, isOver: false, act: () => {}, isSending: false, notebook: null, keepNotebook: () => {},
  } as unknown as Table;
  const module: TableModule = await loadTable(game);
  return { all: module.inWords?.(table).join("\n") ?? "", mine: module.secrets?.(table).join("\n") ?? "" };
}
beforeEach(() => speak("ko"));

test("Indian Poker: chips and the last hand; the other's card is for me alone", async () => {
  const last = { hand: 1, how: "show", cards: [6, 7], winner: 1, pot: 4, penalty: 0 };
  const view = { phase: "bet", hand: 2, leader: 0, turn: 0, stacks: [28, 27], bets: [2, 1], carried: 0, cards: [null, 3], deck_left: 16, last, since: [], seen: [3, 6, 7] };
  const { all, mine } = await told("indian-poker", indianPoker, 2, view);
  expect(all).toBe("판돈 3개.\n건 칩: 나 2개, 도현 1개.\n남은 칩: 나 28개, 도현 27개.\n1번째 판의 카드: 나 6, 도현 7.\n도현 쪽이 판돈 4개를 가져갔습니다.");
  expect(mine).toBe("도현의 카드는 3입니다.\n내 카드는 나만 모릅니다.\n섞은 뒤로 내가 본 카드: 3, 6, 7.");
});

test("Infiltration: the count with its age and the last patrol; my agents and points are for me alone", async () => {
  const ledger = [{ round: 1, leader: 0, declared: [1, 1, 0], zone: 3, shown: [[1, "A"]], arrested: [[1, "A"]], total: 2, points: null }];
  const view = { phase: "move", round: 2, leader: 1, candidates: null, ballot: null, pieces: [{ A: 4, B: null }, null, null], arrested: [[0, "B"], [1, "A"]], points: [7, null, null], counts: [0, 2, 1, 0, 1, 0, 1, 1], counts_round: 0, committed: [null, null, null], tally: null, ledger };
  const { all, mine } = await told("infiltration", infiltration, 3, view);
  expect(all).toContain("처음 배치한 뒤의 인원은 1구역부터 차례로 0, 2, 1, 0, 1, 0, 1, 1명입니다.");
  expect(all).toContain("1라운드에 3구역을 순찰했습니다.\n도현의 요원 A 검거.\n1라운드에 모두 합해 2점, 지금까지 2점입니다.");
  expect(mine).toBe("내 요원 A는 4구역에 있습니다.\n내 요원 B는 검거되었습니다.\n내 점수는 7점입니다.");
  expect(all).not.toMatch(/내 요원|7점/);
});

test("Loyalists and Traitors: columns, order, jail; role, partners and digits are for me alone", async () => {
  const view = { phase: "board", round: 2, traitors: [0, 3, 5], order: [2, 0, 1, 3, 4, 5, 6, 7, 8], turn: 0, offer: [3, 9, 1, 8], offer_before: null, turns: 9, columns: { A: [0, 4, 8], B: [] }, filled_by: { A: [2, 0, 1], B: [] }, jailed: [6, 7], king: 2, candidates: null, ballot: null, tally: null, broken: false, winner: null, tokens: [], nominee: null, death_match: [], role: "traitor", vote: null };
  const { all, mine } = await told("loyalists-and-traitors", loyalists, 9, view);
  expect(all).toContain("A열은 아래에서부터 0, 4, 8입니다.\nA열의 다음 수는 8보다 커야 하고 두 자리까지입니다. 1000까지 992 남았습니다.\nB열은 비어 있습니다.");
  expect(all).toContain("감옥에는 은채, 준호가 있습니다.");
  expect(mine).toBe("나는 역적입니다.\n함께하는 역적은 지우, 태오입니다.\n딜러룸의 숫자는 3, 9, 1, 8입니다.");
  expect(all).not.toMatch(/역적|충신|딜러룸/);
  expect((await told("loyalists-and-traitors", loyalists, 9, { ...view, winner: "loyalists" })).mine).toBe("");
});

test("Maskmen: the round and the order; my hand with its prices is for me alone", async () => {
  const none = { blue: 0, pink: 0, green: 0, orange: 0, grey: 0, red: 0 };
  const view = { phase: "play", season: 1, hands: [{ ...none, blue: 2, green: 4 }, null], hand_sizes: [6, 7], aside: 0, played: { ...none, pink: 2, blue: 1 }, stronger: [["pink", "blue"]], debuted: ["pink", "blue"], table: [{ player: 1, wrestler: "pink", count: 2 }], passed: [], out: [], host: 1, turn: 0, points: [0, 0], season_wins: [0, 0] };
  const { all, mine } = await told("maskmen", maskmen, 2, view);
  expect(all).toBe("이번 라운드: 도현 분홍 2장.\n강한 순서로 분홍, 파랑.\n나온 카드: 파랑 1장, 분홍 2장.");
  expect(mine).toBe("내 패는 6장입니다.\n파랑 2장, 지금은 낼 수 없음.\n초록 4장, 지금 3장.");
});

test("Middle Race: order, squares and open hands; what is left of my hand after a cut is for me alone", async () => {
  const view = {
    phase: "race", candidates: null, ballot: null, pick_order: [0, 1], characters: [3, 4], squares: { 3: 12, 4: 5 }, hands: { 3: [2], 4: [1, 4] }, hidden_hands: [3], last_designated: null, asleep: 4, quick_ahead: null, turn: 4, lap: 2,
    chain: 0, finish_order: [], asked: "submit", hand_sizes: { 3: 1, 4: 2 }, pending: [], distance: null, keep: null, vote: null, tally: null,
  };
  const { all, mine } = await told("middle-race", middleRace, 2, view);
  expect(all).toContain("1위 3 푸시(하윤), 12칸, 딜리트가 지운 손패, 1장, 공개되지 않음.");
  expect(all).toContain("2위 4 딜리트(도현), 5칸, 손에 1, 4, 낸 카드 2, 3.");
  expect(all).toContain("딜리트의 능력은 잠들어 있습니다.");
  expect(mine).toMatch(/^내 손패: 손에 2,/);
});

test("who watches has no secrets", async () => {
  const view = { phase: "bet", hand: 1, leader: 0, turn: 0, stacks: [29, 29], bets: [1, 1], carried: 0, cards: [null, null], deck_left: 18, last: null, since: [], seen: [] };
  expect((await told("indian-poker", indianPoker, 2, view, null)).mine).toBe("");
});
