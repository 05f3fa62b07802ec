import { describe, expect, test } from "vitest";
import { calls, goesOn, hasEarlier, hearTalk, hostLog, lastHeard, linesOf, pastRooms, roomsInOrder, silence, TABLE, unread, withEarlier, type Talk } from "./talk";
import type { SaidItem, TalkItem, TalkRoom, TalkState, TalkUpdate } from "./types";

const state: TalkState = {
  me: 1,
  people: [1, 2, 3].map((who) => ({ who, name: `P${who}`, seat: who - 1, watching: false, silenced: false, host: who === 1 })),
  rooms: [{ room: TABLE, write: null }],
  open: null,
  muted: [],
};
const said = (n: number, who: number, room = TABLE, time = n * 1000): SaidItem => ({ n, time, type: "said", room, who, name: `P${who}`, seat: who - 1, text: `word ${n}`, match: 1, stage: null });
const update = (after: number, items: TalkItem[], more: Partial<TalkUpdate> = {}): TalkUpdate => ({ feed: 1, after, items, ...more });
const heard = (items: TalkItem[], more: Partial<TalkState> = {}): Talk => ({ feed: 1, state: { ...state, ...more }, items });

describe("what arrives", () => {
  test("goes on behind what there is, once", () => {
    const first = hearTalk(silence, update(0, [said(1, 2)], { state }));
    const second = hearTalk(first ?? silence, update(0, [said(1, 2), said(2, 3)]));
    expect(second?.items.map(({ n }) => n)).toEqual([1, 2]);
    expect(second?.state).toBe(state);
    expect(lastHeard(second ?? silence)).toBe(2);
  });
  test("a gap is no talk: everything must come anew", () => {
    expect(hearTalk(heard([said(1, 2)]), update(3, [said(4, 2)]))).toBeNull();
    expect(hearTalk(silence, update(0, []))).toBeNull();
  });
  test("another person's feed begins anew, with a state", () => {
    expect(hearTalk(heard([said(1, 2)]), update(0, [said(1, 3)], { feed: 2, state }))?.items).toEqual([said(1, 3)]);
    expect(hearTalk(heard([said(1, 2)]), update(1, [said(2, 3)], { feed: 2 }))).toBeNull();
  });
  test("earlier items stand before the first", () => {
    const late = hearTalk(silence, update(2, [said(3, 2)], { state })) ?? silence;
    expect(hasEarlier(late)).toBe(true);
    const whole = withEarlier(late, update(0, [said(1, 2), said(2, 2), said(3, 2)]));
    expect(whole.items.map(({ n }) => n)).toEqual([1, 2, 3]);
    expect(hasEarlier(whole)).toBe(false);
  });
});

const opened = (n: number, room: string, hidden: boolean): TalkItem => ({ n, time: n, type: "opened", room, who: 2, hidden });
const joined = (n: number, room: string): TalkItem => ({ n, time: n, type: "joined", room, who: 3 });

describe("what stands where", () => {
  test("side rooms that all may see are news at the table, hidden ones never", () => {
    const talk = heard([opened(1, "a", false), joined(2, "a"), opened(3, "b", true), joined(4, "b"), said(5, 2, "a"), said(6, 2)]);
    expect(linesOf(talk, TABLE).map(({ n }) => n)).toEqual([1, 2, 6]);
    expect(linesOf(talk, "b").map(({ n }) => n)).toEqual([3, 4]);
    expect(linesOf(talk, "a").map(({ n }) => n)).toEqual([1, 2, 5]);
    expect(hostLog(talk).map(({ n }) => n)).toEqual([2, 1]);
  });
  test("unread are the words of others, not of the muted", () => {
    const talk = heard([said(1, 1), said(2, 2), said(3, 3), said(4, 3, "a")], { muted: [2] });
    expect(unread(talk, TABLE, 0)).toBe(1);
    expect(unread(talk, TABLE, 3)).toBe(0);
    expect(unread(talk, "a", 0)).toBe(1);
  });
  test("invitations and knocks call, but not those of the muted", () => {
    const rooms: TalkRoom[] = [{ room: "a", write: null, you: "invited", by: 2 }, { room: "b", write: null, you: "in", knocking: [3] }];
    expect(calls(heard([], { rooms }))).toEqual([{ room: "a", kind: "invited", who: 2 }, { room: "b", kind: "knocking", who: 3 }]);
    expect(calls(heard([], { rooms, muted: [2] }))).toHaveLength(1);
    expect(roomsInOrder(heard([], { rooms: [...rooms, ...state.rooms] })).map(({ room }) => room)).toEqual([TABLE, "b", "a"]);
  });
  test("what was heard in a room that is gone stays, the latest room first", () => {
    const talk = heard([said(1, 2, "a"), said(2, 1, "b"), said(3, 3, "b"), said(4, 2, "a"), said(5, 2)]);
    expect(pastRooms(talk).map(({ room, others }) => [room, others])).toEqual([["a", [2]], ["b", [3]]]);
    expect(pastRooms(heard(talk.items as TalkItem[], { rooms: [...state.rooms, { room: "a", write: null }] })).map(({ room }) => room)).toEqual(["b"]);
  });
  test("somebody goes on within three minutes", () => {
    expect(goesOn(said(1, 2), said(2, 2))).toBe(true);
    expect(goesOn(said(1, 2), said(2, 3))).toBe(false);
    expect(goesOn(said(1, 2), said(2, 2, TABLE, 999_999))).toBe(false);
  });
});
