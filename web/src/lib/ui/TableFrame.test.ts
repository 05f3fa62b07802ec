import { flushSync, mount, tick, unmount, type ComponentProps } from "svelte";
import { createRawSnippet } from "svelte";
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import generic from "../../games/generic";
import { speak } from "../i18n.svelte";
import { player } from "../identity";
import { Say } from "../say";
import { prefer } from "../preferences.svelte";
import type { Table, TableModule } from "../table";
import TableFrame from "./TableFrame.svelte";

const words = {
  name: "마스크맨",
  tagline: "",
  summary: "",
  minutes: "",
  actions: { play: "{wrestler} {count}장", pass: "패스" },
  events: { passed: "{player:이/가} 패스했습니다." },
  terms: { wrestler: { pink: "분홍", blue: "파랑" } },
  why: { "MM-7": "더 약한 레슬러는 낼 수 없습니다." },
};
const kinds = {
  actions: { play: { type: "play", fields: { wrestler: "wrestler", count: "number" } }, pass: { type: "pass", fields: {} } },
  events: { passed: { player: "player" } },
  phases: {},
};
const event = { type: "passed", clause: "MM-7", player: 1 };
const act = vi.fn();

const table: Table = {
  game: "maskmen",
  lang: "ko",
  say: new Say(words, kinds, "ko", ["하윤", "도하"], 0),
  players: [player(0, "하윤", { isMe: true }), player(1, "도하")],
  seat: 0,
  options: {},
  aids: { cards_seen: true, cross_out: true },
  view: { phase: "play" },
  phase: "내가 낼 차례",
  actors: [0],
  submitted: [],
  decision: {
    id: "1.0.1",
    legal: [{ type: "play", wrestler: "pink", count: 3 }, { type: "pass" }],
    refused: [{ action: { type: "play", wrestler: "blue", count: 1 }, clause: "MM-7" }],
    byClock: { isLot: false, action: { type: "pass" } },
  },
  events: [{ n: 1, event }],
  fresh: [],
  log: [{ n: 1, time: 0, event }],
  clock: { total: 60, endsAt: Date.now() + 30_000 },
  outcome: null,
  isOver: false,
  act,
  isSending: false,
  notebook: null,
  keepNotebook: () => {},
};

let app: ReturnType<typeof mount>;
function show(more: Partial<Table> = {}, module: TableModule = generic, props: Partial<ComponentProps<typeof TableFrame>> = {}): void {
  const room = createRawSnippet(() => ({ render: () => "<p>방</p>" }));
  app = mount(TableFrame, {
    target: document.body,
    props: { table: { ...table, ...more }, module, gameName: "마스크맨", watching: 0, connection: null, link: "연결됨", refusal: null, ondismiss: () => {}, room, rulebook: () => Promise.resolve("# 마스크맨"), ...props },
  });
  flushSync();
}
const buttons = (): HTMLButtonElement[] => [...document.querySelectorAll<HTMLButtonElement>(".mm-sheet button")];
const button = (text: string): HTMLButtonElement => {
  const found = buttons().find((one) => one.textContent?.includes(text));
  if (!found) throw new Error(`no button ${text}`);
  return found;
};

const press = (key: string, more: KeyboardEventInit = {}): void => {
  dispatchEvent(new KeyboardEvent("keydown", { key, ...more }));
  flushSync();
};
const told = (): string | null | undefined => document.querySelector(".told")?.textContent;
const said = (): string[] => [...document.querySelectorAll("[aria-live=polite] p")].map((one) => one.textContent ?? "");

beforeEach(() => {
  speak("ko");
  prefer({ keys: true });
});
afterEach(async () => {
  await unmount(app);
  act.mockClear();
  vi.restoreAllMocks();
});

test("every legal action is a button, and pressing it sends it", () => {
  show();
  button("분홍 3장").click();
  expect(act).toHaveBeenCalledWith({ type: "play", wrestler: "pink", count: 3 });
});

test("a number key presses its choice, but not while a name is typed", () => {
  show();
  dispatchEvent(new KeyboardEvent("keydown", { key: "2" }));
  expect(act).toHaveBeenCalledWith({ type: "pass" });
  act.mockClear();
  const field = document.body.appendChild(document.createElement("input"));
  field.dispatchEvent(new KeyboardEvent("keydown", { key: "2", bubbles: true }));
  expect(act).not.toHaveBeenCalled();
  field.remove();
});

test("a refused choice stays, says why with its clause, and sends nothing", () => {
  show();
  const refused = button("파랑 1장");
  expect(refused.getAttribute("aria-disabled")).toBe("true");
  expect(refused.textContent).toContain("더 약한 레슬러는 낼 수 없습니다.");
  expect(refused.parentElement?.querySelector("a")?.getAttribute("href")).toBe("/rules/maskmen#MM-7");
  refused.click();
  flushSync();
  expect(act).not.toHaveBeenCalled();
  expect(document.querySelector("[aria-live=polite]")?.textContent).toContain("더 약한 레슬러는 낼 수 없습니다.");
});

test("the sheet says what the clock would do; without a clock it does not", async () => {
  show();
  expect(document.querySelector(".mm-sheet__clock")?.textContent).toContain("패스");
  await unmount(app);
  show({ clock: null });
  expect(document.querySelector(".mm-sheet__clock")).toBeNull();
});

test("nothing is sent twice while it is on its way", () => {
  show({ isSending: true });
  button("패스").click();
  expect(act).not.toHaveBeenCalled();
});

test("my decision is said at once, and who waits is said in words", async () => {
  show();
  expect(document.querySelector("[role=alert]")?.textContent).toBe("내 차례입니다. 내가 낼 차례");
  await unmount(app);
  show({ decision: null, actors: [1] });
  expect(document.querySelector(".mm-sheet")?.textContent).toContain("도하가 결정하고 있습니다.");
  expect(document.querySelector("[role=alert]")?.textContent).toBe("");
});

test("a log line is a sentence with its clause", () => {
  show();
  const line = document.querySelector(".mm-logline");
  expect(line?.textContent).toContain("도하가 패스했습니다.");
  expect(line?.textContent).toContain("MM-7");
});

test("t says whose turn it is, l what happened last, to eyes and ears; asking again says it again", () => {
  show({ decision: null, actors: [1] });
  press("t");
  expect(told()).toContain("도하가 결정하고 있습니다.");
  press("l");
  expect(told()).toContain("도하가 패스했습니다.");
  press("l");
  expect(said()).toEqual(["도하가 결정하고 있습니다.", "도하가 패스했습니다.", "도하가 패스했습니다."]);
  press("Escape");
  expect(told()).toBeUndefined();
});

test("s says the state in words: phase, turn, clock, the game's own words, everybody", () => {
  const module: TableModule = { ...generic, inWords: () => ["가운데에 파랑 2장."], seat: (_, seat) => ({ text: `손패 ${7 - seat}장` }) };
  vi.spyOn(Date, "now").mockReturnValue(1_764_540_000_000);
  show({ clock: { total: 60, endsAt: Date.now() + 30_000 } }, module);
  press("s");
  const lines = [...document.querySelectorAll(".told li")].map((one) => one.textContent);
  expect(lines).toEqual(["마스크맨.", "내가 낼 차례.", "내 차례입니다.", "남은 시간 30초.", "가운데에 파랑 2장.", "1번 하윤: 나, 손패 7장, 결정하는 중.", "2번 도하: 손패 6장."]);
});

test("under a Korean layout the key's place says which letter it is", () => {
  show();
  press("ㅅ", { code: "KeyT" });
  expect(told()).toContain("내 차례입니다.");
});

test("keys rest while somebody types, with a modifier, and when they are switched off", () => {
  show();
  const field = document.body.appendChild(document.createElement("textarea"));
  field.dispatchEvent(new KeyboardEvent("keydown", { key: "s", bubbles: true }));
  field.remove();
  press("s", { ctrlKey: true });
  prefer({ keys: false });
  press("s");
  press("2");
  expect(told()).toBeUndefined();
  expect(act).not.toHaveBeenCalled();
});

test("? opens a help whose buttons do the same; nothing under it is chosen", async () => {
  show();
  press("?");
  await tick();
  const dialog = document.querySelector("dialog");
  expect(dialog?.open).toBe(true);
  press("2");
  expect(act).not.toHaveBeenCalled();
  [...(dialog?.querySelectorAll("button") ?? [])].find((one) => one.textContent === "누구 차례")?.click();
  await tick();
  flushSync();
  expect(document.querySelector("dialog")).toBeNull();
  expect(told()).toContain("내 차례입니다.");
});

test("each question is a button too, and closing its answer gives the focus back", async () => {
  show();
  const row = [...document.querySelectorAll<HTMLButtonElement>(".mm-side [role=group] button")];
  expect(row.map((one) => one.getAttribute("aria-keyshortcuts"))).toEqual(["t", "l", "s", "?"]);
  row[1]?.focus();
  row[1]?.click();
  flushSync();
  await tick();
  expect(told()).toContain("도하가 패스했습니다.");
  expect(document.activeElement?.textContent).toBe("닫기");
  (document.activeElement as HTMLElement).click();
  flushSync();
  expect(told()).toBeUndefined();
  expect(document.activeElement).toBe(row[1]);
});

test("what only I was told is covered in the log, shown while I hold it, and never said by itself", () => {
  const told: Table["log"] = [{ n: 1, time: 0, private: true, event: { type: "passed", clause: "MM-7", player: 1 } }];
  show({ log: told });
  const line = (): string | null | undefined => document.querySelector(".mm-logline")?.textContent;
  const anywhere = (): string => document.documentElement.outerHTML;
  expect(line()).toContain("나만 아는 소식");
  expect(anywhere()).not.toContain("도하가 패스했습니다.");
  press("l");
  expect(said().join()).toContain("나만 아는 소식이 있습니다.");
  expect(anywhere()).not.toContain("도하가 패스했습니다.");
  press("h");
  expect(line()).toContain("도하가 패스했습니다.");
  expect(said().join()).not.toContain("도하가 패스했습니다.");
  dispatchEvent(new KeyboardEvent("keyup", { key: "h" }));
  flushSync();
  expect(anywhere()).not.toContain("도하가 패스했습니다.");
  press("h");
  dispatchEvent(new Event("blur"));
  flushSync();
  expect(anywhere()).not.toContain("도하가 패스했습니다.");
});

test("when the match is over nothing is covered", () => {
  show({ log: [{ n: 1, time: 0, private: true, event }], isOver: true, decision: null, actors: [] });
  expect(document.querySelector(".mm-logline")?.textContent).toContain("도하가 패스했습니다.");
});

test("what happened while I was away stands over the board by round until I close it", () => {
  const close = vi.fn();
  const away = { items: [{ n: 2, time: 0, event }, { n: 3, time: 0, private: true as const, event }], close };
  const log = [{ n: 1, time: 0, event: { ...event, season: 2 } }, ...away.items];
  show({ log }, { ...generic, mark: ({ season }) => (typeof season === "number" ? season : null), markName: (season) => `시즌 ${season}` }, { away });
  const panel = document.querySelector(".mm-away");
  expect(panel?.textContent).toContain("2가지");
  expect(panel?.querySelector("h3")?.textContent).toBe("시즌 2");
  expect([...(panel?.querySelectorAll("li") ?? [])].map((one) => one.textContent?.trim())).toEqual(["도하가 패스했습니다.", "나만 아는 소식"]);
  expect(said()).toContain("자리를 비운 사이 2가지 일이 있었습니다.");
  panel?.querySelector<HTMLElement>(":scope > button")?.click();
  expect(close).toHaveBeenCalledOnce();
});

test("what just happened is told one by one and can be skipped; with less motion it says what was asked before", async () => {
  const skip = vi.fn();
  const items = [{ n: 1, time: 0, event }, { n: 2, time: 0, event: { ...event, player: 0 } }];
  show({ log: items }, generic, { news: { items, telling: 1, isBehind: true, before: null, skip } });
  const strip = (): string => document.querySelector(".mm-now")?.textContent?.replace(/\s+/g, " ").trim() ?? "";
  expect(strip()).toBe("내가 패스했습니다. 2/22가지 중 2 건너뛰기");
  document.querySelector<HTMLElement>(".mm-now button")?.click();
  expect(skip).toHaveBeenCalledOnce();
  await unmount(app);
  show({ log: items }, generic, { news: { items, telling: null, isBehind: false, before: "도하가 낼 차례", skip } });
  expect(strip()).toBe("내가 패스했습니다. 전과 지금: 도하가 낼 차례 → 내가 낼 차례 +1앞의 1가지는 기록에 있습니다.");
});

test("my secrets are in the document and said only while h or their button is held", () => {
  const module: TableModule = { ...generic, secrets: () => ["내 패는 파랑 2장."] };
  show({}, module);
  const anywhere = (): string => document.documentElement.outerHTML;
  const status = (): string => [...document.querySelectorAll(".mm-vh[role=status]")].map((one) => one.textContent).join("");
  expect(anywhere()).not.toContain("파랑 2장.");
  const closing: [string, () => void][] = [
    ["release", () => dispatchEvent(new KeyboardEvent("keyup", { key: "h" }))],
    ["release under a Korean layout", () => dispatchEvent(new KeyboardEvent("keyup", { key: "ㅗ", code: "KeyH" }))],
    ["blur", () => dispatchEvent(new Event("blur"))],
    ["another tab", () => document.dispatchEvent(new Event("visibilitychange"))],
  ];
  for (const [how, close] of closing) {
    press("h");
    expect(status(), how).toBe("내 패는 파랑 2장.");
    expect(document.querySelector(".mine")?.textContent).toContain("내 패는 파랑 2장.");
    close();
    flushSync();
    expect(anywhere(), how).not.toContain("파랑 2장.");
  }
  const button = [...document.querySelectorAll<HTMLButtonElement>(".mm-side [role=group] button")].at(-1);
  button?.dispatchEvent(new KeyboardEvent("keydown", { key: " ", bubbles: true }));
  flushSync();
  expect(status()).toBe("내 패는 파랑 2장.");
  button?.dispatchEvent(new KeyboardEvent("keyup", { key: " ", bubbles: true }));
  flushSync();
  expect(anywhere()).not.toContain("파랑 2장.");
});
