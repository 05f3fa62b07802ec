/** Requests to the server. Every refusal is a `Refused` with the server's code; a server out of reach is `offline`. */
import type { Catalogue } from "./messages";
import type { Report } from "./report/types";
import type { Eyes, Replay } from "./replay";
import type { TalkUpdate, Transcripts } from "./talk/types";
import type { Action, Advice, Command, Configuration, Deduction, Evening, Games, Lang, MatchFrames, MatchTable, MyRoom, Primer, Reached, Refusal, Snapshot, WholeReasons } from "./types";

/** A request was refused, or did not arrive. */
export class Refused extends Error {
  readonly code: string;
  readonly clause: string | undefined;
  /** What the server sent beside the error (a snapshot). */
  readonly body: unknown;

  constructor(refusal: Refusal, body: unknown = null) {
    super(refusal.text);
    this.name = "Refused";
    this.code = refusal.code;
    this.clause = refusal.clause;
    this.body = body;
  }
}

async function ask(path: string, init: RequestInit = {}): Promise<Response> {
  let answer: Response;
  try {
    answer = await fetch(`/api${path}`, { credentials: "same-origin", ...init });
  } catch (error) {
    if (error instanceof DOMException && error.name === "AbortError") throw error;
    throw new Refused({ code: "offline", text: "The server cannot be reached." });
  }
  if (answer.ok) return answer;
  const body: unknown = await answer.json().catch(() => null);
  const refusal = (body as { error?: Refusal } | null)?.error;
  throw new Refused(refusal ?? { code: answer.status >= 500 ? "try_again" : "no_such_page", text: answer.statusText }, body);
}

async function json<T>(path: string, init?: RequestInit): Promise<T> {
  return (await (await ask(path, init)).json()) as T;
}

const post = (body: unknown, signal?: AbortSignal): RequestInit => ({
  method: "POST",
  headers: { "Content-Type": "application/json" },
  body: JSON.stringify(body),
  ...(signal ? { signal } : {}),
});

let games: Promise<Games> | null = null;

/** The games that this server has; asked once. */
export function loadGames(): Promise<Games> {
  games ??= json<Games>("/games").catch((error: unknown) => {
    games = null;
    throw error;
  });
  return games;
}

export const loadWords = (game: string, language: Lang): Promise<Catalogue> => json(`/games/${encodeURIComponent(game)}/words/${language}`);

export async function loadRulebook(game: string, language: Lang): Promise<string> {
  return await (await ask(`/games/${encodeURIComponent(game)}/rulebook/${language}`)).text();
}

export const loadPrimer = (game: string, language: Lang): Promise<Primer> => json(`/games/${encodeURIComponent(game)}/primer/${language}`);
/** Where somebody stands in a primer who has done so much, and what an action met with. */
export const walkPrimer = (game: string, language: Lang, done: readonly (Action | null)[], action?: Action): Promise<Reached> =>
  json(`/games/${encodeURIComponent(game)}/primer`, post({ lang: language, done, ...(action ? { action } : {}) }));

export type NewRoom = Configuration & { game: string; you: { name: string; seat?: number | null }; language: Lang; practise?: boolean };
/** What a beginner would do in my open decision, while practising. */
export const loadAdvice = (code: string): Promise<Advice> => json(`/rooms/${code}/advice`);
/** Why the bots of a finished match did what they did, where somebody practises. */
export const loadReasons = (code: string, match: number): Promise<WholeReasons> => json(`/rooms/${code}/matches/${match}/reasons`);

export const createRoom = (room: NewRoom): Promise<Snapshot> => json("/rooms", post(room));
export const joinRoom = (code: string, name: string, seat?: number): Promise<Snapshot> =>
  json(`/rooms/${code}/join`, post(seat === undefined ? { name } : { name, seat }));
export const loadRoom = (code: string): Promise<Snapshot> => json(`/rooms/${code}`);
export const loadEvening = (code: string): Promise<Evening> => json(`/rooms/${code}/evening`);
/** Every state of a finished match with its truth. */
export const loadFrames = (code: string, match: number): Promise<MatchFrames> => json(`/rooms/${code}/matches/${match}/frames`);
/** The report on a finished match, in words. */
export const loadReport = (code: string, match: number, language: Lang): Promise<Report> => json(`/rooms/${code}/matches/${match}/report?lang=${language}`);
/** A finished match step by step, through somebody's eyes. */
export const loadReplay = (code: string, match: number, eyes: Eyes): Promise<Replay> => json(`/rooms/${code}/matches/${match}/replay?as=${eyes}`);
/** The table as I had it when an item of my log was new. */
export const loadPast = async (code: string, match: number, item: number): Promise<MatchTable> =>
  (await json<{ table: MatchTable }>(`/rooms/${code}/matches/${match}/past?item=${item}`)).table;
/** What follows for my own seat. */
export const loadDeduction = (code: string): Promise<Deduction> => json(`/rooms/${code}/deduction`);
/** What was said before item `before`. */
export const loadTalk = (code: string, before: number): Promise<TalkUpdate> => json(`/rooms/${code}/talk?before=${before}`);
/** What was said in closed rooms during a match. */
export const loadTranscripts = (code: string, match: number): Promise<Transcripts> => json(`/rooms/${code}/matches/${match}/talk`);
export const myRooms = (): Promise<{ time: number; rooms: MyRoom[] }> => json("/me");

export interface MoveLink {
  link: string;
  qr: string;
  expires: number;
  time: number;
}
export const makeMoveLink = (code: string): Promise<MoveLink> => json(`/rooms/${code}/move`, post({}));
export const makeLoanLink = (code: string): Promise<MoveLink> => json(`/rooms/${code}/lend`, post({}));
/** What a link does: it moves a place, or lends a chair (`name`: whose). */
export const lookAtLink = (token: string): Promise<{ kind: "move" | "lend"; room: string; game: string; seat: number | null; name: string | null }> => json("/move/look", post({ token }));
export const useMoveLink = (token: string, name?: string): Promise<{ room: string; seat: number }> => json("/move", post(name === undefined ? { token } : { token, name }));

export interface Place {
  match: number | null;
  after: number;
  /** The talk's feed, and the last item of it. */
  feed: number | null;
  heard: number;
}
/** Where to go on from, as a query. */
export const placeIn = ({ match, after, feed, heard }: Place): string =>
  [match === null ? "" : `match=${match}&after=${after}`, feed === null ? "" : `feed=${feed}&heard=${heard}`].filter(Boolean).join("&");

/** Long poll: answers when something differs from what we have. `onlyWatches`: as a spectator, whatever this browser holds. */
export function pollRoom(code: string, at: Place, version: string | null, waitSeconds: number, signal: AbortSignal, onlyWatches = false): Promise<Snapshot> {
  const query = [placeIn(at), version === null ? "" : `version=${encodeURIComponent(version)}`, `wait=${waitSeconds}`, onlyWatches ? "as=watch" : ""].filter(Boolean).join("&");
  return json(`/rooms/${code}/events?${query}`, { signal });
}

export const postCommand = (code: string, command: Command, at: Place, signal?: AbortSignal): Promise<{ id: string; ok: true; snapshot: Snapshot }> =>
  json(`/rooms/${code}/commands?${placeIn(at)}`, post(command, signal));
