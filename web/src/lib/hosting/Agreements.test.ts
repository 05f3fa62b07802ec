import { flushSync, mount, unmount } from "svelte";
import { afterEach, describe, expect, test } from "vitest";
import type { RoomClient } from "../client.svelte";
import type { CommandBody } from "../types";
import { speak } from "../i18n.svelte";
import Agreements from "./Agreements.svelte";

let sent: CommandBody[] = [];
let mounted: Record<string, unknown> | null = null;

function show(room: object, table: object): HTMLElement {
  sent = [];
  const state = {
    room: { seats: ["하윤", "도하", "서준"].map((name, seat) => ({ seat, name, lent_to: seat === 0 ? "지우" : null })), you: { seat: 0, lends: null }, ...room },
    table: { over: false, decision: null, sealed: null, retractable: false, ...table },
  };
  const client = { state, send: (command: CommandBody) => (sent.push(command), Promise.resolve()) } as unknown as RoomClient;
  mounted = mount(Agreements, { target: document.body, props: { client } });
  flushSync();
  return document.body;
}
const press = (name: string): void => {
  const button = [...document.querySelectorAll("button")].find((one) => one.textContent?.startsWith(name));
  if (!button) throw new Error(`there is no button ${name}`);
  button.click();
};

speak("ko");
afterEach(() => {
  if (mounted) void unmount(mounted);
  document.body.replaceChildren();
});

describe("what the people at a table agree on", () => {
  test("a sealed choice is taken back by its id", () => {
    show({}, { sealed: "1.0.3" });
    press("낸 것 도로 가져오기");
    expect(sent).toEqual([{ type: "unseal", decision: "1.0.3" }]);
  });

  test("the last decision is asked for only while it may be, and not while I decide", () => {
    show({}, { retractable: true });
    press("방금 한 결정 무르기");
    expect(sent).toEqual([{ type: "ask_take_back" }]);
    if (mounted) void unmount(mounted);
    document.body.replaceChildren();
    expect(show({}, { retractable: true, decision: { id: "1.0.4" } }).querySelectorAll("button")).toHaveLength(0);
  });

  test("who is asked answers, who asked waits, the others read it", () => {
    const asked = { seat: 1, waiting: [0, 2] };
    expect(show({ asked }, {}).textContent).toContain("도하가 방금 한 결정을 무르고 싶어 합니다");
    press("동의하지 않음");
    press("동의");
    expect(sent).toEqual([{ type: "decline" }, { type: "agree" }]);
    if (mounted) void unmount(mounted);
    document.body.replaceChildren();
    expect(show({ asked, you: { seat: 1, lends: null } }, {}).textContent).toContain("답을 기다리는 사람: 하윤, 서준");
    press("부탁 거두기");
    if (mounted) void unmount(mounted);
    document.body.replaceChildren();
    const watching = show({ asked, you: { seat: null, lends: null } }, {});
    expect(watching.textContent).toContain("도하가 무르기를 부탁했습니다");
    expect(watching.querySelectorAll("button")).toHaveLength(0);
  });

  test("who lends a chair takes it back", () => {
    expect(show({ you: { seat: null, lends: 0 } }, {}).textContent).toContain("지우가 내 자리를 대신 두고 있습니다");
    press("자리 되찾기");
    expect(sent).toEqual([{ type: "reclaim" }]);
  });

  test("nothing when the match is over", () => {
    expect(show({ asked: { seat: 1, waiting: [0] } }, { over: true, sealed: "1.0.3" }).textContent?.trim()).toBe("");
  });
});
