/** What a table that goes on tells screen readers. */
import { createRawSnippet, flushSync, mount, unmount } from "svelte";
import { expect, test } from "vitest";
import generic from "../../games/generic";
import { speak } from "../i18n.svelte";
import { player } from "../identity";
import { Say } from "../say";
import type { Table } from "../table";
import TableFrame from "./TableFrame.svelte";

const words = { name: "마스크맨", tagline: "", summary: "", minutes: "", events: { passed: "{player:이/가} 패스했습니다." } };
const event = { type: "passed", clause: "MM-7", player: 1 };
const table: Table = {
  game: "maskmen",
  lang: "ko",
  say: new Say(words, { actions: {}, events: { passed: { player: "player" } }, phases: {} }, "ko", ["하윤", "도하"], 0),
  players: [player(0, "하윤", { isMe: true }), player(1, "도하")],
  seat: 0,
  options: {},
  view: {},
  phase: "도하가 낼 차례",
  actors: [1],
  submitted: [],
  decision: null,
  events: [],
  fresh: [],
  log: [],
  clock: null,
  outcome: null,
  isOver: false,
  act: () => {},
  isSending: false,
  notebook: null,
  keepNotebook: () => {},
  aids: { cards_seen: true, cross_out: true },
};

test("private news is said to be there, never what it is; the same event twice is said twice", async () => {
  speak("ko");
  let shown = $state.raw(table);
  const app = mount(TableFrame, {
    target: document.body,
    props: {
      get table() {
        return shown;
      },
      module: generic,
      gameName: "마스크맨",
      watching: 0,
      connection: null,
      link: "연결됨",
      refusal: null,
      ondismiss: () => {},
      room: createRawSnippet(() => ({ render: () => "<p>방</p>" })),
      rulebook: () => Promise.resolve("# 마스크맨"),
    },
  });
  flushSync();
  shown = { ...table, log: [{ n: 1, time: 0, private: true, event }, { n: 2, time: 0, event }, { n: 3, time: 0, event }] };
  flushSync();
  const said = [...document.querySelectorAll("[aria-live=polite] p")].map((one) => one.textContent);
  expect(said).toEqual(["나만 아는 소식이 있습니다. 기록에서 누르고 있으면 보입니다.", "도하가 패스했습니다.", "도하가 패스했습니다."]);
  await unmount(app);
});
