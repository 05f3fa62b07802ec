/** A table in sentences, for ears and for a quick look: its state, the last event, whose turn it is. Nothing secret is in them. */
import { duration } from "./format";
import { own } from "./i18n.svelte";
import { lineAloud } from "./lines";
import { withParticle } from "./messages";
import type { Table, TableModule } from "./table";
import type { Words } from "../i18n/ko";

const ko = {
  left: (length: string) => `남은 시간 ${length}.`,
  seat: (number: number, name: string, notes: string[]) => `${number}번 ${name}${notes.length > 0 ? `: ${notes.join(", ")}` : ""}.`,
  mine: "내 차례입니다.",
  mineAnd: (names: string[]) => `내 차례입니다. ${names.join(", ")}도 결정하고 있습니다.`,
  theirs: (names: string[]) => `${withParticle(names.join(", "), "이", "가")} 결정하고 있습니다.`,
  decided: "나는 결정했습니다.",
  nobody: "지금은 누구의 차례도 아닙니다.",
};
const en: typeof ko = {
  left: (length) => `Time left: ${length}.`,
  seat: (number, name, notes) => `Seat ${number}, ${name}${notes.length > 0 ? `: ${notes.join(", ")}` : ""}.`,
  mine: "It is your turn.",
  mineAnd: (names) => `It is your turn. Also deciding: ${names.join(", ")}.`,
  theirs: (names) => `Deciding: ${names.join(", ")}.`,
  decided: "You have decided.",
  nobody: "It is nobody’s turn now.",
};
const words = own({ ko, en });

const ended = (text: string): string => (text === "" || /[.!?…。]$/.test(text) ? text : `${text}.`);

/** Whose turn it is, in one line. */
export function turnInWords(table: Table, page: Words): string {
  if (table.isOver) return ended(page.over.title);
  const others = table.actors.filter((seat) => seat !== table.seat).map((seat) => table.players[seat]?.name ?? "");
  if (table.decision) return others.length > 0 ? words().mineAnd(others) : words().mine;
  if (others.length === 0) return words().nobody;
  const iDecided = table.seat !== null && table.submitted.includes(table.seat);
  return iDecided ? `${words().decided} ${words().theirs(others)}` : words().theirs(others);
}

/** The last thing that happened, as the log has it; what only I was told stays covered. */
export function lastInWords(table: Table, page: Words): string {
  const last = table.log.at(-1);
  return last ? lineAloud(last, table, page) : page.table.nothingYet;
}

/** The state, a sentence a line: where we are, what is asked, the clock, the board in the game's words, then everybody at the table. */
export function stateInWords(table: Table, module: TableModule, gameName: string, page: Words, now: number): string[] {
  const at = [gameName, module.where?.(table)].filter(Boolean).join(" · ");
  const verdict = table.isOver ? (table.outcome ? (module.verdict?.(table, table.outcome) ?? page.over.title) : page.over.stopped) : null;
  const clock = table.isOver ? null : table.clock;
  return [
    ended(at),
    ended(verdict ?? table.phase),
    ...(verdict === null ? [turnInWords(table, page)] : []),
    ...(clock ? [words().left(duration((clock.endsAt - now) / 1000, table.lang))] : []),
    ...(module.inWords?.(table) ?? []),
    ...table.players.map((player) => {
      const note = module.seat?.(table, player.seat) ?? {};
      const notes = [
        player.isMe ? page.ui.me : "",
        player.isBot ? page.ui.bot : player.isAway ? page.table.away : "",
        note.glyph?.name ?? "",
        ...(note.tags ?? []).map((tag) => tag.text),
        note.text ?? "",
        !table.isOver && table.actors.includes(player.seat) ? page.table.decides : table.submitted.includes(player.seat) ? page.table.sealed : "",
      ];
      return words().seat(player.seat + 1, player.name, notes.filter(Boolean));
    }),
  ];
}
