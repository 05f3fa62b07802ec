import { expect, test } from "vitest";
import { entriesOf, eventsOf, type Part } from "./chains";
import type { Item } from "./types";

const PARTS: Record<string, Part> = { turn: "begins", moved: "within", lap: "alone" };
const part = ({ type }: { type: string }): Part => PARTS[type] ?? "alone";

/** "turn moved !by_clock lap": a log of these events and (with !) notes. */
const log = (words: string): Item[] =>
  words.split(" ").map((type, index): Item => (type.startsWith("!") ? { n: index, time: 0, note: { type: type.slice(1) as "by_clock", seat: 0 } } : { n: index, time: 0, event: { type, clause: "" } }));
const shape = (words: string, isOver = false): string =>
  entriesOf(log(words), part, isOver)
    .map(({ item, chain }) => (chain ? `(${chain.items.map(({ event, note }) => event?.type ?? note?.type).join(" ")})` : (item.event?.type ?? item.note?.type)))
    .join(" ");

test("a finished chain is one entry, the running one stays in lines", () => {
  expect(shape("turn moved moved turn moved")).toBe("(turn moved moved) turn moved");
  expect(shape("turn moved", true)).toBe("(turn moved)");
});

test("what stands alone ends a chain; a chain in which nothing happened is a line", () => expect(shape("picked turn moved lap turn turn")).toBe("picked (turn moved) lap turn turn"));

test("a note of the table belongs to the chain that it falls into, the end does not", () => expect(shape("!started turn !by_clock moved !over", true)).toBe("started (turn by_clock moved) over"));

test("every item is in exactly one entry, in its order", () => {
  const all = log("!started picked turn moved !by_clock lap turn moved turn moved moved !over");
  const seen = entriesOf(all, part, true).flatMap(({ item, chain }) => (chain ? chain.items : [item]));
  expect(seen).toEqual(all);
});

test("the events of a chain leave its notes out", () => {
  const [entry] = entriesOf(log("turn !by_clock moved lap"), part, false);
  expect(entry?.chain && eventsOf(entry.chain).map(({ type }) => type)).toEqual(["turn", "moved"]);
});
