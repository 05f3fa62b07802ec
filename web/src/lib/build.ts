/** From what the server said to what a table gets: pure. */
import { loadDeduction, loadFrames } from "./api";
import { player } from "./identity";
import type { Catalogue } from "./messages";
import type { RoomState } from "./room";
import { Say, type Kinds } from "./say";
import type { Clock, LoggedEvent, Table } from "./table";
import type { Action, GameInfo, Item, Lang, MatchTable, Notebook, Room } from "./types";

/** The kinds of all values, from the game's description. */
export function kindsOf(info: GameInfo, phases: Readonly<Record<string, string>> = info.headline_kinds): Kinds {
  return {
    actions: Object.fromEntries(
      info.actions.map(({ name, type, fields }) => [name, { type, fields: Object.fromEntries(Object.entries(fields).map(([field, { kind }]) => [field, kind])) }]),
    ),
    events: Object.fromEntries(info.events.map(({ type, values }) => [type, values])),
    phases,
    reasons: info.reason_kinds ?? {},
  };
}

/** The clock of my decision, else the next one to run out, by this machine's clock. */
export function clockOf(room: Room, table: MatchTable, offset: number): Clock | null {
  const dues = table.actors.flatMap(({ due }) => (due === null ? [] : [due]));
  const due = table.decision?.due ?? (dues.length > 0 ? Math.min(...dues) : null);
  if (due === null) return null;
  return { total: room.clock.seconds ?? Math.max(1, (due - table.started) / 1000), endsAt: due - offset };
}

const sayOf = (table: MatchTable, info: GameInfo, words: Catalogue, lang: Lang): Say => new Say(words, kindsOf(info, table.headline.kinds), lang, table.names, table.seat);

/** The phase of a table as a sentence. */
export function phaseOf(table: MatchTable, info: GameInfo, words: Catalogue, lang: Lang): string {
  return sayOf(table, info, words, lang).phase(table.headline.key, table.headline.values);
}

const gameEvents = (items: readonly Item[]): LoggedEvent[] => items.flatMap((item) => (item.event ? [{ n: item.n, event: item.event }] : []));

interface Parts {
  state: RoomState;
  room: Room;
  table: MatchTable;
  info: GameInfo;
  words: Catalogue;
  lang: Lang;
  isSending: boolean;
  act: (action: Action) => void;
  /** Null: as the server has it. */
  notebook?: Notebook | null;
  keepNotebook?: (notebook: Notebook) => void;
}

export function tableOf({ state, room, table, info, words, lang, isSending, act, notebook = null, keepNotebook }: Parts): Table {
  const say = sayOf(table, info, words, lang);
  const items = state.match === table.match ? state.items : [];
  const events = gameEvents(items);
  const { decision } = table;
  return {
    game: table.game,
    lang,
    say,
    players: table.names.map((name, seat) => {
      const chair = room.seats[seat];
      return player(seat, name, { isMe: seat === table.seat, isBot: chair?.kind === "bot", isAway: chair?.away ?? false, ...(chair?.lent_to ? { lentTo: chair.lent_to } : {}) });
    }),
    seat: table.seat,
    options: table.options,
    aids: room.aids,
    view: table.view,
    phase: say.phase(table.headline.key, table.headline.values),
    actors: table.actors.map(({ seat }) => seat),
    submitted: table.submitted,
    decision: decision && {
      id: decision.id,
      legal: decision.legal,
      refused: decision.refused,
      byClock: { isLot: decision.by_clock.lot, action: decision.by_clock.action },
    },
    events,
    fresh: events.filter(({ n }) => n > state.freshAfter),
    log: items,
    clock: table.over ? null : clockOf(room, table, state.offset),
    outcome: table.outcome,
    isOver: table.over,
    ...(keepNotebook && table.seat !== null && !table.over ? { deduce: () => loadDeduction(room.code) } : {}),
    ...(table.over ? { frames: () => loadFrames(room.code, table.match) } : {}),
    act,
    isSending,
    notebook: notebook ?? table.notebook ?? null,
    keepNotebook: table.seat === null ? null : (keepNotebook ?? null),
  };
}
