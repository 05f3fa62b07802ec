import { afterEach, beforeEach, describe, expect, test, vi } from "vitest";
import { Refused } from "./api";
import { backoff, commandId, RoomClient } from "./client.svelte";
import type { Room, ServerMessage, Snapshot } from "./types";

/** A socket whose other end is the test. */
class FakeSocket {
  static last: FakeSocket;
  static count = 0;
  readyState: number = WebSocket.CONNECTING;
  onmessage: ((event: { data: string }) => void) | null = null;
  onclose: ((event: { code: number }) => void) | null = null;
  readonly sent: { type: string; id?: string; [key: string]: unknown }[] = [];
  readonly url: string;

  constructor(url: string) {
    this.url = url;
    FakeSocket.last = this;
    FakeSocket.count += 1;
  }
  send(text: string): void {
    this.sent.push(JSON.parse(text) as { type: string });
  }
  close(): void {
    this.readyState = WebSocket.CLOSED;
  }
  say(message: ServerMessage): void {
    this.readyState = WebSocket.OPEN;
    this.onmessage?.({ data: JSON.stringify(message) });
  }
  drop(code: number): void {
    this.readyState = WebSocket.CLOSED;
    this.onclose?.({ code });
  }
  commands(): string[] {
    return this.sent.flatMap(({ type, id }) => (id === undefined ? [] : [`${type} ${id}`]));
  }
}

const hello = (seat: number | null = 0): ServerMessage => ({ type: "hello", protocol: 1, time: 0, seat, active: true, ping_s: 15 });
const room = { code: "KXWTRM" } as Room;
const snapshot: Snapshot = { time: 0, version: "v.1", seat: 0, room, table: null, events: null };

let client: RoomClient;
let poll: ReturnType<typeof vi.fn<() => Promise<Snapshot>>>;

beforeEach(() => {
  vi.useFakeTimers();
  FakeSocket.count = 0;
  poll = vi.fn(() => Promise.reject(new Refused({ code: "offline", text: "" })));
  client = new RoomClient("KXWTRM", { connect: (url) => new FakeSocket(url) as unknown as WebSocket, poll, random: () => 1 });
  client.open();
});
afterEach(() => {
  client.close();
  vi.useRealTimers();
});

describe("a command is sent until it is answered", () => {
  test("it waits for the connection, and goes again after a reconnect with the same id", async () => {
    const done = client.send({ type: "start" });
    expect(FakeSocket.last.commands()).toEqual([]);
    FakeSocket.last.say(hello());
    const first = FakeSocket.last.commands();
    expect(first).toHaveLength(1);
    FakeSocket.last.drop(1006);
    expect(client.connection).toBe("reconnecting");
    await vi.advanceTimersByTimeAsync(500);
    expect(FakeSocket.count).toBe(2);
    FakeSocket.last.say(hello());
    expect(FakeSocket.last.commands()).toEqual(first);
    FakeSocket.last.say({ type: "answer", id: first[0]?.split(" ")[1] ?? "", ok: true });
    await expect(done).resolves.toBeUndefined();
    FakeSocket.last.drop(1006);
    await vi.advanceTimersByTimeAsync(500);
    FakeSocket.last.say(hello());
    expect(FakeSocket.last.commands()).toEqual([]);
  });

  test("a refusal reaches whoever sent it", async () => {
    FakeSocket.last.say(hello());
    const done = client.send({ type: "start" });
    const id = FakeSocket.last.sent.at(-1)?.id ?? "";
    FakeSocket.last.say({ type: "answer", id, ok: false, error: { code: "not_host", text: "Only the host." } });
    await expect(done).rejects.toMatchObject({ code: "not_host" });
  });

  test("what could not be stored is sent again by itself", async () => {
    FakeSocket.last.say(hello());
    void client.send({ type: "start" });
    const id = FakeSocket.last.sent.at(-1)?.id ?? "";
    FakeSocket.last.say({ type: "answer", id, ok: false, error: { code: "try_again", text: "" } });
    await vi.advanceTimersByTimeAsync(500);
    expect(FakeSocket.last.commands()).toEqual([`start ${id}`, `start ${id}`]);
    FakeSocket.last.say({ type: "answer", id, ok: true });
  });
});

describe("the connection in words", () => {
  test("a reconnect goes on after the last event", async () => {
    FakeSocket.last.say(hello());
    FakeSocket.last.say({ type: "update", seq: 1, time: 0, version: "v", room, events: { match: 3, after: 0, items: [{ n: 1, time: 0, note: { type: "started" } }] } });
    expect(FakeSocket.last.sent.at(-1)).toEqual({ type: "ack", seq: 1 });
    FakeSocket.last.drop(1006);
    await vi.advanceTimersByTimeAsync(500);
    expect(FakeSocket.last.url).toMatch(/protocol=1&match=3&after=1$/);
  });

  test("a tab or network that comes back connects at once", () => {
    FakeSocket.last.say(hello());
    FakeSocket.last.drop(1006);
    expect(FakeSocket.count).toBe(1);
    dispatchEvent(new Event("online"));
    expect(FakeSocket.count).toBe(2);
  });

  test("a server that restarts is waited for, in words", async () => {
    FakeSocket.last.say(hello());
    FakeSocket.last.say({ type: "notice", code: "restarting", text: "" });
    FakeSocket.last.drop(1012);
    expect(client.connection).toBe("restarting");
    await vi.advanceTimersByTimeAsync(500);
    FakeSocket.last.say(hello());
    expect(client.connection).toBe("connected");
  });

  test("another tab plays the seat, until it is taken back", () => {
    FakeSocket.last.say(hello());
    FakeSocket.last.say({ type: "active", active: false });
    expect(client.connection).toBe("elsewhere");
    client.takeBack();
    expect(FakeSocket.last.sent.at(-1)).toEqual({ type: "take_back" });
    FakeSocket.last.say({ type: "active", active: true });
    expect(client.connection).toBe("connected");
  });

  test("a spectator is never told of another tab", () => {
    FakeSocket.last.say({ type: "hello", protocol: 1, time: 0, seat: null, active: false, ping_s: 15 });
    expect(client.connection).toBe("connected");
  });

  test("no such room and an outdated page are the end", async () => {
    FakeSocket.last.drop(4404);
    expect(client.connection).toBe("no_room");
    await vi.advanceTimersByTimeAsync(60_000);
    expect(FakeSocket.count).toBe(1);
  });

  test("a silent socket is given up", async () => {
    FakeSocket.last.say(hello());
    await vi.advanceTimersByTimeAsync(50_000);
    expect(FakeSocket.count).toBeGreaterThan(1);
  });
});

test("where no socket gets through, the long poll goes on and commands go over HTTP", async () => {
  let answers = 0;
  poll.mockImplementation(() => (answers++ === 0 ? Promise.resolve(snapshot) : new Promise<Snapshot>(() => {})));
  FakeSocket.last.drop(1006);
  await vi.advanceTimersByTimeAsync(1_000);
  FakeSocket.last.drop(1006);
  await vi.advanceTimersByTimeAsync(1_500);
  expect(client.connection).toBe("polling");
  expect(client.state.room).toEqual(room);
});

test("waiting doubles, with a spread, up to a limit", () => {
  expect(backoff(1, () => 1)).toBe(500);
  expect(backoff(1, () => 0)).toBe(250);
  expect(backoff(3, () => 1)).toBe(2_000);
  expect(backoff(20, () => 1)).toBe(15_000);
});

test("command ids are long and never the same", () => {
  expect(commandId()).toMatch(/^[0-9a-f]{24}$/);
  expect(commandId()).not.toBe(commandId());
});

describe("a display", () => {
  test("only ever asks as a spectator: by socket, after a reconnect, and by long poll", async () => {
    client.close();
    poll = vi.fn(() => new Promise<Snapshot>(() => {})); // the long poll waits
    client = new RoomClient("KXWTRM", { connect: (url) => new FakeSocket(url) as unknown as WebSocket, poll, random: () => 1 }, true);
    client.open();
    expect(FakeSocket.last.url).toMatch(/protocol=1&as=watch$/);
    FakeSocket.last.drop(1006);
    await vi.advanceTimersByTimeAsync(500);
    expect(FakeSocket.last.url).toMatch(/&as=watch$/);
    FakeSocket.last.drop(1006);
    await vi.advanceTimersByTimeAsync(1000);
    expect(poll).toHaveBeenCalledWith("KXWTRM", expect.anything(), null, 0, expect.anything(), true);
  });

  test("everybody else asks as themselves", () => {
    expect(FakeSocket.last.url).not.toContain("as=");
  });
});
