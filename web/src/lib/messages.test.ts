import { describe, expect, test } from "vitest";
import { endsInConsonant, Sentences, withParticle } from "./messages";

describe("particles follow the last sound", () => {
  test.each([
    ["하윤", "이", "가", "하윤이"],
    ["도하", "이", "가", "도하가"],
    ["나", "이", "가", "내가"],
    ["나", "은", "는", "나는"],
    ["3", "으로", "로", "3으로"],
    ["8", "으로", "로", "8로"],
    ["1", "으로", "로", "1로"],
    ["서울", "으로", "로", "서울로"],
    ["서울", "을", "를", "서울을"],
    ["부산", "으로", "로", "부산으로"],
    ["10", "을", "를", "10을"],
    ["2", "을", "를", "2를"],
    ["3", "을", "를", "3을"],
    ["10", "이", "가", "10이"],
    ["Kim", "이", "가", "Kim이"],
    ["Lee", "이", "가", "Lee가"],
    ["하윤(봇)", "이", "가", "하윤(봇)이"],
    ["Bob", "이", "가", "Bob가"],
    ["봇 3", "이", "가", "봇 3이"],
    ["하윤(나)", "이", "가", "하윤(나)가"],
    ["A국", "과", "와", "A국과"],
  ])("%s + %s/%s = %s", (text, consonant, vowel, expected) => {
    expect(withParticle(text, consonant, vowel)).toBe(expected);
  });

  test("a text without letters ends in no consonant", () => {
    expect(endsInConsonant("!!")).toBe(false);
    expect(endsInConsonant("")).toBe(false);
  });
});

describe("templates", () => {
  const words = { name: "", tagline: "", summary: "", minutes: "", terms: { wrestler: { pink: "분홍", blue: "파랑" }, choice: { true: "켬", null: "없음" } } };
  const say = new Sentences(words, "ko", ["하윤", "도하", "서연"], 0);

  test("a player by name and particle, the viewer as 나", () => {
    expect(say.fill("{player:이/가} {to:으로/로} 올렸습니다.", { player: 1, to: 8 }, { player: "player" })).toBe("도하가 8로 올렸습니다.");
    expect(say.fill("{player:이/가} 접었습니다.", { player: 0 }, { player: "player" })).toBe("내가 접었습니다.");
  });

  test("a term by its kind; what has no term is itself", () => {
    expect(say.fill("{w:을/를} {count}장", { w: "pink", count: 2 }, { w: "wrestler" })).toBe("분홍을 2장");
    expect(say.fill("{w}", { w: "grey" }, { w: "wrestler" })).toBe("Grey");
    expect(say.value("choice", true)).toBe("켬");
    expect(say.value("choice", null)).toBe("없음");
  });

  test("lists are joined by commas", () => {
    expect(say.fill("{players}", { players: [0, 2] }, { players: "player" })).toBe("나, 서연");
  });

  test("one or several, by number or by length", () => {
    const english = new Sentences(words, "en", ["Ann", "Bob"], 1);
    expect(english.fill("{to} {to?chip/chips}", { to: 1 })).toBe("1 chip");
    expect(english.fill("{to} {to?chip/chips}", { to: 3 })).toBe("3 chips");
    expect(english.fill("{who?is/are}", { who: [1] })).toBe("Is");
    expect(english.fill("{player} folded.", { player: 1 }, { player: "player" })).toBe("You folded.");
  });

  test("a sentence that lacks a value is refused", () => {
    expect(() => say.fill("{missing}", {})).toThrow("missing");
  });
});
