/** What cannot be: zones that the announced facts and my own exclude, as the server works it out for my seat. */
import type { Table } from "../../lib/table";
import type { Json, Notebook } from "../../lib/types";
import type { Kind } from "./view";

export interface CrossedOut {
  round: number;
  /** Nothing that follows is missing. */
  isExact: boolean;
  has: (seat: number, kind: Kind, zone: number) => boolean;
}

/** Is crossing out switched on in my notebook? */
export const wantsCrossing = (notebook: Notebook | null): boolean => notebook?.["cross"] === true;

/** The server's answer for the table; null: nothing follows yet. */
export function readFound(found: Json): CrossedOut | null {
  if (typeof found !== "object" || found === null || Array.isArray(found)) return null;
  const { round, exact, impossible } = found;
  if (typeof round !== "number" || !Array.isArray(impossible)) return null;
  const out = new Set<string>();
  for (const one of impossible) {
    if (!Array.isArray(one)) continue;
    const [seat, kind, zones] = one;
    if (Array.isArray(zones)) for (const zone of zones) out.add(`${String(seat)}${String(kind)}${String(zone)}`);
  }
  return { round, isExact: exact === true, has: (seat, kind, zone) => out.has(`${seat}${kind}${zone}`) };
}

/** Asks anew whenever more was told, as long as it is wanted; what it had stays until the answer is there. */
export class Deducing {
  crossed = $state.raw<CrossedOut | null>(null);
  /** Why there is no answer. */
  problem = $state.raw<unknown>(null);
  isAsking = $state(false);
  private asked = -1;

  /** Another table: nothing is known. */
  forget(): void {
    this.follow({ events: [] }, false);
  }

  /** To be called in an effect: follows the table. */
  follow(table: Pick<Table, "events" | "deduce">, isWanted: boolean): void {
    const told = table.events.length;
    if (!isWanted || !table.deduce) {
      this.asked = -1;
      this.crossed = null;
      this.problem = null;
      this.isAsking = false;
      return;
    }
    if (told === this.asked) return;
    this.asked = told;
    this.isAsking = true;
    table.deduce().then(
      ({ found }) => this.take(told, readFound(found), null),
      (error: unknown) => this.take(told, null, error),
    );
  }

  private take(told: number, crossed: CrossedOut | null, problem: unknown): void {
    if (told !== this.asked) return;
    this.crossed = crossed;
    this.problem = problem;
    this.isAsking = false;
  }
}

/** Of the match on the screen: the notebook asks, the sheet reads it too. */
export const deducing = new Deducing();

/** What is crossed out now, where the host allows it and my switch is on. */
export const crossedOut = (table: Pick<Table, "aids" | "notebook">): CrossedOut | null => (table.aids.cross_out && wantsCrossing(table.notebook) ? deducing.crossed : null);
