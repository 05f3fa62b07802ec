import { flushSync, mount, unmount } from "svelte";
import { afterEach, expect, test } from "vitest";
import ko from "@games/maskmen/messages.ko.json";
import { speak } from "../../lib/i18n.svelte";
import { player } from "../../lib/identity";
import { Say } from "../../lib/say";
import type { Decision, Table } from "../../lib/table";
import Chains from "./Chains.svelte";
import DecisionSheet from "./Decision.svelte";
import { openHand, pick } from "./picks.svelte";
import type { Act, View } from "./view";

const view: View = {
  phase: "play", season: 1, hands: [{ blue: 2, pink: 7, green: 0, orange: 3, grey: 0, red: 1 }, null], hand_sizes: [13, 14], aside: 30, played: { blue: 0, pink: 0, green: 0, orange: 0, grey: 1, red: 0 },
  stronger: [], debuted: ["grey"], table: [{ player: 1, wrestler: "grey", count: 1 }], passed: [], out: [], host: 1, turn: 0, points: [0, 0], season_wins: [0, 0],
};
const legal: Act[] = [{ type: "play", wrestler: "blue", count: 2 }, { type: "play", wrestler: "pink", count: 2 }, { type: "play", wrestler: "orange", count: 2 }, { type: "pass" }];
const decision: Decision<Act> = { id: "d1", legal, refused: [], byClock: { isLot: false, action: { type: "pass" } } };
let sent: Act[] = [];
const kinds = { actions: { play: { type: "play", fields: { wrestler: "wrestler", count: "count" } }, pass: { type: "pass", fields: {} } }, events: {}, phases: {} };
const table: Table<View, Act> = {
  game: "maskmen", lang: "ko", say: new Say(ko, kinds, "ko", ["하윤", "도현"], 0), players: [player(0, "하윤", { isMe: true }), player(1, "도현")], seat: 0, options: {}, view, phase: "",
  aids: { cards_seen: true, cross_out: true },
  actors: [0], submitted: [], decision, events: [], fresh: [], log: [], clock: null, outcome: null, isOver: false, act: (action) => sent.push(action), isSending: false, notebook: null, keepNotebook: () => {},
};

let sheet: Record<string, unknown> | undefined;
afterEach(async () => {
  if (sheet) await unmount(sheet);
  openHand(false);
  sent = [];
});
function show(): HTMLElement {
  speak("ko");
  sheet = mount(DecisionSheet, { target: document.body, props: { table, decision } });
  flushSync();
  return document.body;
}
const press = (n: string): void => {
  document.querySelector<HTMLElement>(`[data-n="${n}"]`)?.click();
  flushSync();
};

test("a shut hand has nothing of the hand in the document; it shuts at blur", () => {
  const page = show();
  expect(page.innerHTML).not.toMatch(/mask-|<i|넘을 수/);
  document.querySelector<HTMLElement>(".shut")?.click();
  flushSync();
  expect(page.innerHTML).toContain("mask-pink");
  globalThis.dispatchEvent(new Event("blur"));
  flushSync();
  expect(page.innerHTML).not.toMatch(/mask-|<i|넘을 수/);
});

test("by number keys: choose, read what it decides, play", () => {
  const page = show();
  openHand(true);
  flushSync();
  press("6");
  expect(document.querySelector(".mm-btn--decide")).toBeNull();
  press("2");
  expect(page.textContent).toContain("분홍 > 회색");
  press("8");
  expect(sent).toEqual([{ type: "play", wrestler: "pink", count: 2 }]);
});

test("passing needs no look at the hand", () => {
  show();
  press("7");
  expect(sent).toEqual([{ type: "pass" }]);
});

test("on a phone the chosen wrestler stands in the order as it would be", () => {
  speak("ko");
  openHand(true);
  pick(decision.id, "pink", 2);
  sheet = mount(Chains, { target: document.body, props: { table } });
  flushSync();
  const row = [...document.querySelectorAll("ol.chain")].map((chain) => chain.textContent?.replace(/\s+/g, " "));
  expect(row.join()).toMatch(/분홍.*회색/);
  expect(document.querySelectorAll(".would-be")).toHaveLength(1);
  expect(document.body.textContent).toContain("내면: 분홍 > 회색");
  openHand(false);
  flushSync();
  expect(document.querySelector(".would-be")).toBeNull();
});
