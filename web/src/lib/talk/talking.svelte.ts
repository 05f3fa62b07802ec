/**
 * Talking in one room: what is being written and sent, what was read, which room is open. What was written is kept by the
 * browser until it is said: over a reload, a lost connection and a restart of the server.
 */
import { loadTalk, Refused } from "../api";
import { commandId, type RoomClient } from "../client.svelte";
import { takeSnapshot } from "../room";
import { inWords } from "../errors";
import { t } from "../i18n.svelte";
import type { Command } from "../types";
import { calls, lastHeard, roomOf, TABLE, unread, withEarlier, type Talk } from "./talk";
import type { TalkCommand } from "./types";

/** The host's log, among what can be read. */
export const HOST = "host";

/** A message that is on its way, or did not go. */
export interface Outgoing {
  id: string;
  room: string;
  text: string;
  /** Why it did not go; null: on its way. */
  problem: string | null;
}

interface Kept {
  drafts: Record<string, string>;
  outgoing: { id: string; room: string; text: string }[];
  read: Record<string, number>;
  feed: number | null;
}

export class Talking {
  /** The room that is open (reactive). */
  room = $state(TABLE);
  /** What was written and not sent, by room (reactive). */
  drafts = $state<Record<string, string>>({});
  outgoing = $state.raw<readonly Outgoing[]>([]);
  /** Why the last thing was not done (reactive). */
  problem = $state("");
  isLoading = $state(false);

  readonly client: RoomClient;
  private read = $state.raw<Readonly<Record<string, number>>>({});
  /** Whose feed the read marks are of. */
  private feed = $state.raw<number | null>(null);
  private readonly place: string;

  /** `onlyWatches`: nothing is said from here. */
  constructor(client: RoomClient, onlyWatches = false) {
    this.client = client;
    this.place = `mainmatch.talk.${client.code}`;
    if (onlyWatches) return;
    const kept = keptIn(sessionStorage.getItem(this.place));
    this.drafts = kept.drafts;
    this.read = kept.read;
    this.feed = kept.feed;
    for (const one of kept.outgoing) this.transmit(one);
  }

  get talk(): Talk {
    return this.client.state.talk;
  }

  // ------------------------------------------------------------ reading
  /** What arrived before this page looked for the first time counts as read; another person's marks do not hold. */
  begin(): void {
    if (this.talk.feed === null || this.talk.feed === this.feed) return;
    const last = lastHeard(this.talk);
    this.read = Object.fromEntries([["", last]]);
    this.feed = this.talk.feed;
    this.keep();
  }

  private readIn(room: string): number {
    return this.read[room] ?? this.read[""] ?? 0;
  }

  unreadIn(room: string): number {
    return this.talk.feed === this.feed ? unread(this.talk, room, this.readIn(room)) : 0;
  }

  /** Messages that were reported to me, the host, and that I have not looked at. */
  get reports(): number {
    if (this.talk.feed !== this.feed) return 0;
    return this.talk.items.filter((item) => item.type === "reported" && item.to === this.talk.state.me && item.n > this.readIn(HOST)).length;
  }

  /** Messages of others that I have not seen, in all my rooms, and reports. */
  get unread(): number {
    return this.talk.state.rooms.reduce((sum, one) => sum + this.unreadIn(one.room), this.reports);
  }

  /** Invitations and knocks that wait for me. */
  get calls(): ReturnType<typeof calls> {
    return calls(this.talk);
  }

  /** Somebody looks at the open room, or at another place. */
  seen(where = this.room): void {
    const last = lastHeard(this.talk);
    if (this.readIn(where) >= last) return;
    this.read = { ...this.read, [where]: last };
    this.keep();
  }

  async loadEarlier(): Promise<void> {
    const first = this.talk.items[0]?.n;
    if (first === undefined || this.isLoading) return;
    this.isLoading = true;
    try {
      const update = await loadTalk(this.client.code, first);
      this.client.state = { ...this.client.state, talk: withEarlier(this.client.state.talk, update) };
    } catch (error) {
      this.problem = inWords(error, t());
    } finally {
      this.isLoading = false;
    }
  }

  // ------------------------------------------------------------ saying
  write(room: string, text: string): void {
    this.drafts = { ...this.drafts, [room]: text };
    this.keep();
  }

  /** Send what is written in the open room. */
  say(): void {
    const text = (this.drafts[this.room] ?? "").trim();
    if (text === "" || roomOf(this.talk, this.room)?.write) return;
    this.drafts = { ...this.drafts, [this.room]: "" };
    this.problem = "";
    this.transmit({ id: commandId(), room: this.room, text });
  }

  private transmit(one: Omit<Outgoing, "problem">): void {
    this.outgoing = [...this.outgoing.filter(({ id }) => id !== one.id), { ...one, problem: null }];
    this.keep();
    this.client.send({ type: "say", room: one.room, text: one.text }, one.id).then(
      () => this.settle(one.id),
      (error: unknown) => {
        // The page was left while it was on its way: it goes again, once, when the page is back.
        if (error instanceof Refused && error.code === "offline") return;
        this.outgoing = this.outgoing.map((other) => (other.id === one.id ? { ...other, problem: inWords(error, t()) } : other));
      },
    );
  }

  private settle(id: string): void {
    this.outgoing = this.outgoing.filter((one) => one.id !== id);
    this.keep();
  }

  /** A message that did not go, once more. */
  again(id: string): void {
    const one = this.outgoing.find((other) => other.id === id);
    if (!one) return;
    this.settle(id);
    this.transmit({ id: commandId(), room: one.room, text: one.text });
  }

  /** A message that did not go, back into the field. */
  takeBack(id: string): void {
    const one = this.outgoing.find((other) => other.id === id);
    if (!one) return;
    this.settle(id);
    const draft = this.drafts[one.room] ?? "";
    this.write(one.room, [one.text, draft].filter(Boolean).join("\n"));
  }

  // ------------------------------------------------------------ doing
  /** Carry out a command; says whether it was. */
  async command(body: TalkCommand): Promise<boolean> {
    this.problem = "";
    try {
      await this.client.send(body);
      return true;
    } catch (error) {
      this.problem = inWords(error, t());
      return false;
    }
  }

  /** Over HTTP, which sets the cookie where there is none; then the socket must be that of the person. */
  async introduce(name: string, post: (code: string, command: Command) => Promise<{ snapshot: Parameters<typeof takeSnapshot>[1] }>): Promise<boolean> {
    this.problem = "";
    try {
      const { snapshot } = await post(this.client.code, { type: "introduce", name, id: commandId() });
      this.client.state = takeSnapshot(this.client.state, snapshot, Date.now());
      this.client.renew();
      return true;
    } catch (error) {
      this.problem = inWords(error, t());
      return false;
    }
  }

  private keep(): void {
    const { drafts, read, feed } = this;
    const outgoing = this.outgoing.map(({ id, room, text }) => ({ id, room, text }));
    sessionStorage.setItem(this.place, JSON.stringify({ drafts, outgoing, read, feed } satisfies Kept));
  }
}

/** What the browser has kept; what cannot be read is nothing. */
export function keptIn(text: string | null): Kept {
  const nothing: Kept = { drafts: {}, outgoing: [], read: {}, feed: null };
  try {
    const found = JSON.parse(text ?? "null") as Partial<Kept> | null;
    return { ...nothing, ...found };
  } catch {
    return nothing;
  }
}
