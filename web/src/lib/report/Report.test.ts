import { flushSync, mount, unmount } from "svelte";
import { afterEach, beforeAll, expect, test, vi } from "vitest";
import { Refused } from "../api";
import { speak } from "../i18n.svelte";
import Shown from "./Report.svelte";
import type { Report } from "./types";

const report: Report = {
  match: 2,
  game: "infiltration",
  players: 2,
  names: ["하윤", "도하"],
  places: [
    { seat: 1, rank: 1, part: null, reward: "우승", tone: "gold", score: "21점" },
    { seat: 0, rank: 2, part: null, reward: "탈락 후보", tone: "danger", score: "3점" },
  ],
  moments: [{ step: 12, x: 5, rule: "find", measure: 1, seats: [1], name: "적중한 순찰", what: "5라운드, 도하가 7구역을 순찰했습니다.", why: "가장 많이 잡은 순찰입니다." }],
  chart: { title: "라운드별 점수", x: "라운드", y: "점", series: [{ name: "하윤", label: "1", seat: 0, lines: [[[0, 0], [5, 3]]] }], marks: [], limit: null },
};
let shown: Record<string, unknown> | undefined;
beforeAll(() => speak("ko"));
afterEach(() => {
  if (shown) void unmount(shown);
  document.body.innerHTML = "";
});

async function show(answer: () => Promise<Report>, props: Record<string, unknown> = {}): Promise<void> {
  shown = mount(Shown, { target: document.body, props: { code: "KXWTRM", match: 2, load: answer, ...props } });
  flushSync();
  await vi.waitFor(() => expect(document.querySelector(".report, [role=alert]")).not.toBeNull());
  flushSync();
}

test("places, turning points with their rule, and a chart that is said in words", async () => {
  await show(() => Promise.resolve(report), { hasPlaces: true });
  expect([...document.querySelectorAll("li .place")].map((one) => one.textContent)).toEqual(["1위", "2위"]);
  expect(document.querySelector("li.is-danger .reward")?.textContent).toContain("탈락 후보");
  expect(document.querySelector(".moments")?.textContent).toContain("가장 많이 잡은 순찰입니다.");
  const chart = document.querySelector("svg[role=img]");
  const said = (chart?.getAttribute("aria-labelledby") ?? "").split(" ").map((id) => document.getElementById(id)?.textContent);
  expect(said[0]).toBe("라운드별 점수");
  expect(said[1]).toContain("전환점 1 적중한 순찰: 라운드 5");
});

test("the numbers of the chart can be read as a table", async () => {
  await show(() => Promise.resolve(report));
  const details = document.querySelector("details");
  if (details) details.open = true;
  details?.dispatchEvent(new Event("toggle"));
  flushSync();
  expect([...document.querySelectorAll("td")].map((cell) => cell.textContent)).toEqual(["0", "3"]);
});

test("one line stands out, by a button that says so", async () => {
  await show(() => Promise.resolve(report));
  const button = document.querySelector<HTMLButtonElement>(".name");
  button?.click();
  flushSync();
  expect(button?.getAttribute("aria-pressed")).toBe("true");
});

test("a refusal is one sentence", async () => {
  await show(() => Promise.reject(new Refused({ code: "no_such_match", text: "none" })));
  expect(document.querySelector("[role=alert]")?.textContent).not.toBe("");
  expect(document.querySelector(".report")).toBeNull();
});
