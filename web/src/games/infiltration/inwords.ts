/** The table of Infiltration in sentences: counts with their age, the last patrol; my agents and points only for me. */
import { own } from "../../lib/i18n.svelte";
import { withParticle } from "../../lib/messages";
import type { Table } from "../../lib/table";
import { announced, finished, isCaught, KINDS, type Act, type Kind, type Piece, type View } from "./view";

const ko = {
  counts: (round: number, counts: string[]) => `${round === 0 ? "처음 배치한 뒤" : `${round}라운드 뒤`}의 인원은 1구역부터 차례로 ${counts.join(", ")}명입니다.`,
  noCounts: "인원은 아직 공개되지 않았습니다.",
  patrol: (round: number, zone: number) => `${round}라운드에 ${zone}구역을 순찰했습니다.`,
  noPatrol: (round: number) => `${round}라운드에는 순찰하지 않았습니다.`,
  nobody: "거기에는 아무도 없었습니다.",
  found: (each: string[]) => `${each.join(", ")}.`,
  piece: (name: string, kind: Kind, caught: boolean) => `${name === "나" ? "내" : `${name}의`} 요원 ${kind} ${caught ? "검거" : "공개"}`,
  total: (round: number, total: number, all: number) => `${round}라운드에 모두 합해 ${total}점, 지금까지 ${all}점입니다.`,
  ballot: (each: string[]) => `지난 투표: ${each.join(", ")}.`,
  votes: (name: string, votes: number) => `${name} ${votes}표`,
  tied: (names: string[]) => `후보는 ${names.join(", ")}입니다.`,
  at: (kind: Kind, zone: number) => `내 요원 ${withParticle(kind, "은", "는")} ${zone}구역에 있습니다.`,
  caught: (kind: Kind) => `내 요원 ${withParticle(kind, "은", "는")} 검거되었습니다.`,
  points: (points: number) => `내 점수는 ${points}점입니다.`,
  sealed: (action: string) => `봉인한 결정: ${action}.`,
};
const en: typeof ko = {
  counts: (round, counts) => `The count ${round === 0 ? "at the start" : `after round ${round}`}, zone 1 to 8: ${counts.join(", ")}.`,
  noCounts: "No count has been announced yet.",
  patrol: (round, zone) => `In round ${round} zone ${zone} was patrolled.`,
  noPatrol: (round) => `In round ${round} there was no patrol.`,
  nobody: "Nobody was there.",
  found: (each) => `${each.join(", ")}.`,
  piece: (name, kind, caught) => `Agent ${kind} of ${name} ${caught ? "arrested" : "shown"}`,
  total: (round, total, all) => `Round ${round} brought ${total} ${total === 1 ? "point" : "points"} in all, ${all} so far.`,
  ballot: (each) => `Last ballot: ${each.join(", ")}.`,
  votes: (name, votes) => `${name} ${votes}`,
  tied: (names) => `The candidates are ${names.join(", ")}.`,
  at: (kind, zone) => `Your agent ${kind} is in zone ${zone}.`,
  caught: (kind) => `Your agent ${kind} has been arrested.`,
  points: (points) => `You have ${points} ${points === 1 ? "point" : "points"}.`,
  sealed: (action) => `What you have sealed: ${action}.`,
};
const words = own({ ko, en });

export function inWords({ view, say }: Table<View, Act>): string[] {
  const w = words();
  const lines = [view.counts === null || view.counts_round === null ? w.noCounts : w.counts(view.counts_round, view.counts.map(String))];
  const round = finished(view);
  if (round) {
    const found = (piece: Piece): string => w.piece(say.name(piece[0]), piece[1], isCaught(round, piece));
    lines.push(round.zone === null ? w.noPatrol(round.round) : w.patrol(round.round, round.zone));
    if (round.zone !== null) lines.push(round.shown.length === 0 ? w.nobody : w.found(round.shown.map(found)));
    if (round.total !== null) lines.push(w.total(round.round, round.total, announced(view)));
  }
  if (view.phase === "vote") {
    const votes = (view.tally ?? []).flatMap((count, seat) => (count > 0 ? [w.votes(say.name(seat), count)] : []));
    if (votes.length > 0) lines.push(w.ballot(votes));
    if (view.candidates) lines.push(w.tied(view.candidates.map((seat) => say.name(seat))));
  }
  return lines;
}

export function secrets({ view, say, seat }: Table<View, Act>): string[] {
  const mine = seat === null ? null : (view.pieces[seat] ?? null);
  if (seat === null || view.phase === "over") return [];
  const w = words();
  const points = view.points[seat];
  const sealed = view.committed[seat];
  const isPlaced = view.phase !== "place" && mine !== null;
  return [
    ...(isPlaced ? KINDS.map((kind) => (mine[kind] === null ? w.caught(kind) : w.at(kind, mine[kind]))) : []),
    ...(isPlaced && typeof points === "number" ? [w.points(points)] : []),
    ...(sealed ? [w.sealed(say.action(sealed))] : []),
  ];
}
