import { afterEach, beforeEach, expect, test } from "vitest";
import { Refused } from "../api";
import type { RoomClient } from "../client.svelte";
import { nothing } from "../room";
import type { CommandBody } from "../types";
import { TABLE } from "./talk";
import { HOST, keptIn, Talking } from "./talking.svelte";
import type { SaidItem, TalkItem } from "./types";

interface Sent {
  body: CommandBody;
  id: string;
  done: () => void;
  failed: (error: unknown) => void;
}
let sent: Sent[];
const said = (n: number, who: number): SaidItem => ({ n, time: n, type: "said", room: TABLE, who, name: "", seat: 0, text: "", match: null, stage: null });

function client(): RoomClient {
  const state = { ...nothing, talk: { feed: 1, state: { me: 1, people: [], rooms: [{ room: TABLE, write: null }], open: null, muted: [] }, items: [said(1, 2), said(2, 2)] } };
  const send = (body: CommandBody, id: string): Promise<void> => new Promise((done, failed) => sent.push({ body, id, done, failed }));
  return { code: "KXWTRM", state, send } as unknown as RoomClient;
}
const settled = (): Promise<void> => new Promise((done) => setTimeout(done));

beforeEach(() => {
  sent = [];
});
afterEach(() => sessionStorage.clear());

test("a draft is kept over a reload, room by room", () => {
  const talking = new Talking(client());
  talking.write(TABLE, "half a sen");
  talking.write("9c1f04ab", "psst");
  const again = new Talking(client());
  expect(again.drafts).toEqual({ [TABLE]: "half a sen", "9c1f04ab": "psst" });
});

test("what was on its way at a reload goes again under the same id", async () => {
  const talking = new Talking(client());
  talking.write(TABLE, " hello ");
  talking.say();
  expect(talking.drafts[TABLE]).toBe("");
  expect(sent.map(({ body }) => body)).toEqual([{ type: "say", room: TABLE, text: "hello" }]);
  sent[0]?.failed(new Refused({ code: "offline", text: "" }));
  await settled();
  expect(talking.outgoing).toHaveLength(1);
  const again = new Talking(client());
  expect(sent.map(({ id }) => id)).toEqual([sent[0]?.id, sent[0]?.id]);
  sent[1]?.done();
  await settled();
  expect(again.outgoing).toEqual([]);
  expect(new Talking(client()).outgoing).toEqual([]);
});

test("what is refused stays with its reason, and can be rewritten or sent again", async () => {
  const talking = new Talking(client());
  talking.write(TABLE, "one");
  talking.say();
  sent[0]?.failed(new Refused({ code: "silenced", text: "" }));
  await settled();
  expect(talking.outgoing[0]?.problem).toBeTruthy();
  talking.again(talking.outgoing[0]?.id ?? "");
  expect(sent).toHaveLength(2);
  expect(sent[1]?.id).not.toBe(sent[0]?.id);
  talking.write(TABLE, "two");
  talking.takeBack(sent[1]?.id ?? "");
  expect(talking.drafts[TABLE]).toBe("one\ntwo");
  expect(talking.outgoing).toEqual([]);
});

test("what was there at the first look counts as read, and reading is remembered", () => {
  const first = client();
  const talking = new Talking(first);
  talking.begin();
  expect(talking.unread).toBe(0);
  first.state = { ...first.state, talk: { ...first.state.talk, items: [...first.state.talk.items, said(3, 2)] } };
  expect(talking.unread).toBe(1);
  talking.seen();
  expect(talking.unread).toBe(0);
});

test("a report to me waits until I look at the log", () => {
  const host = client();
  const talking = new Talking(host);
  talking.begin();
  const message = { who: 2, name: "", seat: 1, text: "", match: null, stage: null, time: 0, is_aside: true };
  const reported = (n: number, to: number): TalkItem => ({ n, time: n, type: "reported", who: 3, to, reason: "", message });
  host.state = { ...host.state, talk: { ...host.state.talk, items: [...host.state.talk.items, reported(3, 1), reported(4, 2)] } };
  expect(talking.reports).toBe(1);
  expect(talking.unread).toBe(1);
  talking.seen(HOST);
  expect(talking.unread).toBe(0);
});

test("what cannot be read is nothing", () => {
  for (const text of [null, "", "{", "null", "3"]) expect(keptIn(text)).toEqual({ drafts: {}, outgoing: [], read: {}, feed: null });
});
