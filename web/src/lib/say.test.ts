import { expect, test } from "vitest";
import type { Catalogue } from "./messages";
import { Say, type Kinds } from "./say";

const words: Catalogue = {
  name: "마스크맨",
  tagline: "",
  summary: "",
  minutes: "",
  terms: { wrestler: { pink: "분홍" }, word: { table: "낸 카드" } },
  phases: { answer: "{player:이/가} 낼 차례" },
  actions: { play: "{wrestler} {count}장", submit: "{card} 내기", quick: "{card} 내고 {direction}" },
  events: { played: "{player:이/가} {wrestler:을/를} {count}장 냈습니다." },
  why: { "MM-7": "더 약한 레슬러는 낼 수 없습니다." },
};
const kinds: Kinds = {
  actions: {
    play: { type: "play", fields: { wrestler: "wrestler", count: "number" } },
    submit: { type: "submit", fields: { card: "card" } },
    quick: { type: "submit", fields: { card: "card", direction: "direction" } },
  },
  events: { played: { player: "player", wrestler: "wrestler", count: "number" } },
  phases: { player: "player" },
};
const say = new Say(words, kinds, "ko", ["하윤", "도하"], 0);

test("labels and sentences come from the room's catalogue", () => {
  expect(say.action({ type: "play", wrestler: "pink", count: 2 })).toBe("분홍 2장");
  expect(say.event({ type: "played", clause: "MM-7", player: 1, wrestler: "pink", count: 3 })).toBe("도하가 분홍을 3장 냈습니다.");
  expect(say.phase("answer", { player: 0 })).toBe("내가 낼 차례");
  expect(say.why("MM-7")).toBe("더 약한 레슬러는 낼 수 없습니다.");
  expect(say.who(1, "은/는")).toBe("도하는");
});

test("two families of one type are told apart by their fields", () => {
  expect(say.action({ type: "submit", card: 3 })).toBe("3 내기");
  expect(say.action({ type: "submit", card: 3, direction: "뒤" })).toBe("3 내고 뒤");
});

test("what the catalogue does not have is still readable, never an error", () => {
  expect(say.action({ type: "dance", times: 2 })).toBe("dance · times 2");
  expect(say.event({ type: "danced", clause: "X-1", player: 1 })).toBe("danced · player 도하");
  expect(say.event({ type: "played", clause: "MM-7" })).toBe("{player:이/가} {wrestler:을/를} {count}장 냈습니다.");
  expect(say.why("X-9")).toBe("");
});
