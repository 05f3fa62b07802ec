/**
 * The connection to one room: a socket that goes on where it was, a long poll where no socket gets through, and
 * commands that are sent again until they are answered.
 */
import { placeIn, pollRoom, postCommand, Refused, type Place } from "./api";
import { forget, hear, lastNumber, nothing, takeSnapshot, type RoomState } from "./room";
import { lastHeard } from "./talk/talk";
import type { Command, CommandBody, ServerMessage, Snapshot } from "./types";

/** How the connection is, for people. */
export type Connection =
  | "connecting"
  | "connected"
  | "reconnecting"
  | "polling"
  | "elsewhere"
  | "restarting"
  | "no_room"
  | "outdated";

interface Waiting {
  command: Command;
  isSent: boolean;
  tries: number;
  done: () => void;
  failed: (error: Refused) => void;
}

/** What the client needs of its surroundings; tests give others. */
export interface Surroundings {
  connect: (url: string) => WebSocket;
  poll: typeof pollRoom;
  post: typeof postCommand;
  now: () => number;
  random: () => number;
}

const SURROUNDINGS: Surroundings = {
  connect: (url) => new WebSocket(url),
  poll: pollRoom,
  post: postCommand,
  now: () => Date.now(),
  random: () => Math.random(),
};

const HELLO_MS = 8_000;
const SLOWEST_MS = 15_000;
const SOCKET_AGAIN_MS = 60_000;
const MOST_TRIES = 8;

/** How long to wait before try number `failures` (from 1): doubling from 0.5 s, spread so that not all come at once. */
export function backoff(failures: number, random: () => number): number {
  const most = Math.min(SLOWEST_MS, 500 * 2 ** Math.max(0, failures - 1));
  return most * (0.5 + random() / 2);
}

/** A fresh command id. Not `randomUUID`: that exists only where the page came over https. */
export function commandId(): string {
  return [...crypto.getRandomValues(new Uint8Array(12))].map((byte) => byte.toString(16).padStart(2, "0")).join("");
}

export class RoomClient {
  readonly code: string;
  /** What we know (reactive). */
  state = $state.raw<RoomState>(nothing);
  /** How the connection is (reactive). */
  connection = $state<Connection>("connecting");
  /** My seat went to another device (reactive). */
  wasMoved = $state(false);
  /** The host asked this person to leave, said once (reactive). */
  wasRemoved = $state(false);

  private readonly around: Surroundings;
  private socket: WebSocket | null = null;
  private readonly waiting = new Map<string, Waiting>();
  private failures = 0;
  private pingMs = 15_000;
  private lastHeard = 0;
  private timer: ReturnType<typeof setTimeout> | undefined;
  private pinger: ReturnType<typeof setInterval> | undefined;
  private polling: AbortController | null = null;
  private isClosed = false;
  /** A socket got through here before: after an outage it is tried again as soon as the server answers. */
  private socketWorked = false;

  /** It only watches: a display, which sees what spectators see, whatever seat its browser holds. */
  private readonly onlyWatches: boolean;

  constructor(code: string, around: Partial<Surroundings> = {}, onlyWatches = false) {
    this.code = code;
    this.onlyWatches = onlyWatches;
    this.around = { ...SURROUNDINGS, ...around };
  }

  // ------------------------------------------------------------ life
  open(first?: Snapshot): void {
    if (first) this.state = takeSnapshot(this.state, first, this.around.now());
    addEventListener("online", this.wake);
    addEventListener("pageshow", this.wake);
    document.addEventListener("visibilitychange", this.wake);
    this.connect();
  }

  close(): void {
    this.isClosed = true;
    removeEventListener("online", this.wake);
    removeEventListener("pageshow", this.wake);
    document.removeEventListener("visibilitychange", this.wake);
    this.hangUp();
    this.polling?.abort();
    clearTimeout(this.timer);
    for (const one of this.waiting.values()) one.failed(new Refused({ code: "offline", text: "The page was left." }));
    this.waiting.clear();
  }

  /** Come back at once when the tab or the network does. */
  private readonly wake = (): void => {
    if (document.visibilityState === "hidden" || this.isClosed) return;
    if (this.socket?.readyState === WebSocket.OPEN) {
      if (this.around.now() - this.lastHeard > this.pingMs) this.probe();
    } else if (this.connection === "reconnecting" || this.connection === "restarting") {
      this.failures = 0;
      this.connect();
    }
  };

  private probe(): void {
    const socket = this.socket;
    const before = this.lastHeard;
    this.transmit({ type: "ping" });
    setTimeout(() => {
      if (socket === this.socket && this.lastHeard === before) this.lost();
    }, 3_000);
  }

  /** Where to go on from. */
  private place(): Place {
    const { isLoaded, match, talk } = this.state;
    return { match: isLoaded ? match : null, after: lastNumber(this.state), feed: isLoaded ? talk.feed : null, heard: lastHeard(talk) };
  }

  // ------------------------------------------------------------ socket
  private connect(): void {
    if (this.isClosed) return;
    clearTimeout(this.timer);
    this.hangUp();
    const place = this.state.isLoaded ? placeIn(this.place()) : "";
    const scheme = location.protocol === "https:" ? "wss" : "ws";
    const socket = this.around.connect(`${scheme}://${location.host}/api/rooms/${this.code}/socket?protocol=1${place && `&${place}`}${this.onlyWatches ? "&as=watch" : ""}`);
    this.socket = socket;
    let isFirst = true;
    this.timer = setTimeout(() => this.lost(), HELLO_MS);

    socket.onmessage = (event: MessageEvent<unknown>) => {
      if (socket !== this.socket || typeof event.data !== "string") return;
      this.lastHeard = this.around.now();
      const message = JSON.parse(event.data) as ServerMessage;
      this.state = hear(this.state, message, this.lastHeard, isFirst && message.type === "hello" && place !== "");
      if (message.type === "hello") {
        if (isFirst) this.welcomed(message.ping_s);
        isFirst = false;
        this.settleTab();
      }
      this.heed(message);
      if (this.state.hasGap) this.startOver();
    };
    socket.onclose = (event: CloseEvent) => {
      if (socket === this.socket) this.closed(event.code);
    };
  }

  private welcomed(pingSeconds: number): void {
    clearTimeout(this.timer);
    this.polling?.abort();
    this.polling = null;
    this.failures = 0;
    this.socketWorked = true;
    this.pingMs = pingSeconds * 1000;
    clearInterval(this.pinger);
    this.pinger = setInterval(() => {
      if (this.around.now() - this.lastHeard > 2.5 * this.pingMs) this.lost();
      else this.transmit({ type: "ping" });
    }, this.pingMs * 0.8);
    for (const one of this.waiting.values()) {
      one.isSent = true;
      this.transmit(one.command);
    }
  }

  /** What a message asks of the connection, beyond what the reducer takes from it. */
  private heed(message: ServerMessage): void {
    switch (message.type) {
      case "update":
        this.transmit({ type: "ack", seq: message.seq });
        break;
      case "answer":
        if (message.ok) this.settle(message.id, null);
        else this.settle(message.id, new Refused(message.error));
        break;
      case "active":
        this.settleTab();
        break;
      case "notice":
        if (message.code === "restarting") this.connection = "restarting";
        else if (message.code === "moved") this.wasMoved = true;
        else if (message.code === "removed") this.wasRemoved = true;
        break;
      default:
        break;
    }
  }

  /** A seat is played in one tab; a spectator has nothing to play. */
  private settleTab(): void {
    this.connection = this.state.isActive || this.state.seat === null ? "connected" : "elsewhere";
  }

  /** Everything anew: what we have does not fit what comes. */
  private startOver(): void {
    this.state = forget(this.state);
    this.connect();
  }

  private hangUp(): void {
    const socket = this.socket;
    this.socket = null;
    clearInterval(this.pinger);
    if (socket) {
      socket.onmessage = null;
      socket.onclose = null;
      socket.close();
    }
  }

  private lost(): void {
    this.hangUp();
    this.closed(0);
  }

  private closed(code: number): void {
    this.hangUp();
    clearTimeout(this.timer);
    for (const one of this.waiting.values()) one.isSent = false;
    if (this.isClosed || this.connection === "polling") return;
    if (code === 4404) return this.end("no_room");
    if (code === 4400) return this.end("outdated");
    this.failures += 1;
    this.connection = code === 1012 || this.connection === "restarting" ? "restarting" : this.connection === "connecting" ? "connecting" : "reconnecting";
    const wait = code === 4429 ? 10_000 : backoff(this.failures, this.around.random);
    this.timer = setTimeout(() => {
      if (this.failures >= 2 && this.failures % 2 === 0) void this.poll();
      else this.connect();
    }, wait);
  }

  private end(connection: Connection): void {
    this.connection = connection;
    for (const [id] of this.waiting) this.settle(id, new Refused({ code: connection === "no_room" ? "no_such_room" : "malformed", text: "The connection has ended." }));
  }

  // ------------------------------------------------------------ long poll
  /** Where no socket gets through: ask again and again, and try a socket now and then. */
  private async poll(): Promise<void> {
    const control = new AbortController();
    this.polling = control;
    const began = this.around.now();
    let wait = 0;
    try {
      while (!control.signal.aborted && !this.isClosed) {
        const snapshot = await this.around.poll(this.code, this.place(), this.state.version, wait, control.signal, this.onlyWatches);
        if (control.signal.aborted) return;
        this.state = takeSnapshot(this.state, snapshot, this.around.now());
        if (this.state.hasGap) this.state = forget(this.state);
        this.connection = "polling";
        this.failures = 0;
        wait = 25;
        for (const one of this.waiting.values()) if (!one.isSent) void this.post(one);
        if (this.socketWorked || this.around.now() - began > SOCKET_AGAIN_MS) {
          this.socketWorked = false;
          this.connection = "reconnecting";
          this.polling = null;
          return this.connect();
        }
      }
    } catch (error) {
      if (control.signal.aborted) return;
      this.polling = null;
      if (error instanceof Refused && error.code === "no_such_room") return this.end("no_room");
      this.connection = this.connection === "connecting" ? "connecting" : "reconnecting";
      this.closed(0);
    }
  }

  private async post(one: Waiting): Promise<void> {
    one.isSent = true;
    try {
      const { snapshot } = await this.around.post(this.code, one.command, this.place());
      this.state = takeSnapshot(this.state, snapshot, this.around.now());
      this.settle(one.command.id, null);
    } catch (error) {
      if (!(error instanceof Refused)) throw error;
      if (error.code === "offline") one.isSent = false;
      else this.settle(one.command.id, error);
    }
  }

  // ------------------------------------------------------------ commands
  /** Resolves when the server has stored it; rejects with `Refused`. Sent again until one of both; the same `id` is carried out once. */
  send(body: CommandBody, id = commandId()): Promise<void> {
    return new Promise((done, failed) => {
      const command: Command = { ...body, id };
      const one: Waiting = { command, isSent: false, tries: 0, done, failed };
      this.waiting.set(command.id, one);
      if (this.connection === "polling") void this.post(one);
      else if (this.socket?.readyState === WebSocket.OPEN && this.connection !== "connecting") {
        one.isSent = true;
        this.transmit(command);
      }
    });
  }

  /** The cookie has changed: the socket must be that of the new viewer. */
  renew(): void {
    this.failures = 0;
    this.connect();
  }

  /** Play in this tab again. */
  takeBack(): void {
    this.transmit({ type: "take_back" });
  }

  private settle(id: string, error: Refused | null): void {
    const one = this.waiting.get(id);
    if (!one) return;
    if (error && (error.code === "restarting" || error.code === "try_again" || error.code === "too_fast") && one.tries < MOST_TRIES) {
      one.tries += 1;
      one.isSent = false;
      setTimeout(() => this.again(one), backoff(one.tries, this.around.random));
      return;
    }
    this.waiting.delete(id);
    if (error) one.failed(error);
    else one.done();
  }

  private again(one: Waiting): void {
    if (one.isSent || !this.waiting.has(one.command.id)) return;
    if (this.connection === "polling") void this.post(one);
    else if (this.socket?.readyState === WebSocket.OPEN) {
      one.isSent = true;
      this.transmit(one.command);
    }
  }

  private transmit(message: object): void {
    if (this.socket?.readyState === WebSocket.OPEN) this.socket.send(JSON.stringify(message));
  }
}
