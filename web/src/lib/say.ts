/** Everything sayable about a match to one viewer in one language. */
import { type Catalogue, Sentences, withParticle } from "./messages";
import type { Action, GameEvent, Json, Lang, Reason } from "./types";

/** Which kind of value each hole of a sentence takes: what the rules file declares and the server tells. */
export interface Kinds {
  /** By family: its JSON type and the kind of each field. */
  actions: Readonly<Record<string, { type: string; fields: Readonly<Record<string, string>> }>>;
  /** By event type: the kind of each value. */
  events: Readonly<Record<string, Readonly<Record<string, string>>>>;
  /** The kind of each value of a headline. */
  phases: Readonly<Record<string, string>>;
  /** The kind of each value of a reason. */
  reasons?: Readonly<Record<string, string>>;
}

type Values = Readonly<Record<string, Json>>;

export class Say {
  readonly lang: Lang;
  private readonly sentences: Sentences;
  private readonly kinds: Kinds;

  constructor(words: Catalogue, kinds: Kinds, lang: Lang, names: readonly string[], viewer: number | null) {
    this.lang = lang;
    this.kinds = kinds;
    this.sentences = new Sentences(words, lang, names, viewer);
  }

  get words(): Catalogue {
    return this.sentences.words;
  }

  /** A player's name; my own seat is 나 and "you". */
  name(seat: number): string {
    return this.sentences.value("player", seat);
  }

  /** A player's name with its particle in Korean, bare in English: `whose(2, "이/가")`. */
  who(seat: number, particle: string): string {
    const [afterConsonant = "", afterVowel = ""] = particle.split("/");
    return this.lang === "ko" ? withParticle(this.name(seat), afterConsonant, afterVowel) : this.name(seat);
  }

  /** A term of the catalogue: `term("wrestler", "pink")`; the key itself when there is none. */
  term(kind: string, key: Json): string {
    return this.sentences.value(kind, key);
  }

  /** A template with its holes filled. A sentence that cannot be made is its template: shown, never thrown. */
  fill(template: string, values: Values, kinds: Readonly<Record<string, string>> = {}): string {
    try {
      return this.sentences.fill(template, values, kinds);
    } catch {
      return template;
    }
  }

  /** An action as the label of a choice. */
  action(action: Action): string {
    const family = this.family(action);
    const template = family && this.words.actions?.[family.name];
    if (template !== undefined) return this.fill(template, action, family?.fields);
    return this.plain(action.type, action);
  }

  /** An event as a sentence. */
  event(event: GameEvent): string {
    const template = this.words.events?.[event.type];
    if (template !== undefined) return this.fill(template, event, this.kinds.events[event.type]);
    const { clause: _, ...values } = event;
    return this.plain(event.type, values);
  }

  /** The phase as a sentence. */
  phase(key: string, values: Values): string {
    const template = this.words.phases?.[key];
    return template === undefined ? this.term("phase", key) : this.fill(template, values, this.kinds.phases);
  }

  /** Why somebody does something, in one sentence; empty when the room has none for it. */
  reason({ key, values }: Reason): string {
    const template = this.words.reasons?.[key];
    return template === undefined ? "" : this.fill(template, values, this.kinds.reasons);
  }

  /** Why a clause forbids something, in one sentence; empty when the room has none for it. */
  why(clause: string): string {
    return this.words.why?.[clause] ?? "";
  }

  /** The family that an action belongs to: same type, same fields. */
  family(action: Action): { name: string; fields: Readonly<Record<string, string>> } | undefined {
    const given = Object.keys(action).filter((field) => field !== "type");
    for (const [name, { type, fields }] of Object.entries(this.kinds.actions)) {
      const wanted = Object.keys(fields);
      if (type === action.type && wanted.length === given.length && wanted.every((field) => given.includes(field))) return { name, fields };
    }
    return undefined;
  }

  private plain(type: string, values: Values): string {
    const parts = Object.entries(values).filter(([key]) => key !== "type");
    const shown = parts.map(([key, value]) => `${this.term("word", key)} ${this.term(key, value)}`);
    return [this.term("word", type), ...shown].join(" · ");
  }
}
