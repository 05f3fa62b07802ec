"""From a seat's legal actions to one of them: numbered lines, and typed values where there would be too many lines.

A family of actions with few legal actions gets a line for each. One with many (raise to any total, fill any
number) gets one line and asks for its values one by one, offering only what can still become a legal action.
"""

from __future__ import annotations

import re
from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

from mainmatch.core.actions import Action, Family
from mainmatch.core.game import Words
from mainmatch.terminal.words import CHROME

FEW = 12
"""So many legal actions of one family have lines of their own."""
_HOLE = re.compile(r"\{(\w+)[^{}]*\}")


class NoSuchChoice(Exception):
    """What was typed chooses nothing; the text is a sentence for whoever typed it."""


@dataclass
class Entry:
    """One line of the menu: a single action, or a family whose values are asked for."""

    label: str
    family: Family
    actions: list[Action]


def menu(words: Words, legal: list[Action]) -> list[Entry]:
    """The lines for these legal actions, in the order of the action table."""
    table = words.game.actions
    by_family: dict[str, list[Action]] = {}
    for action in legal:
        by_family.setdefault(table.family(table.encode(action)).name, []).append(action)
    entries: list[Entry] = []
    for family in table.families:
        actions = by_family.get(family.name, [])
        if len(actions) <= FEW:
            entries += [Entry(words.action(action), family, [action]) for action in actions]
        else:
            entries.append(Entry(label(words, family, {}) + _reach(words, family, actions), family, actions))
    return entries


def _reach(words: Words, family: Family, actions: list[Action]) -> str:
    """The values of an action that has one, in brackets."""
    if len(family.parameters) != 1:
        return ""
    name, domain = next(iter(family.parameters.items()))
    values = [action[name] for action in actions]
    return (
        f"   ({_shown(words, domain.kind, values, [_key(words, domain.kind, v, i) for i, v in enumerate(values, 1)])})"
    )


def label(words: Words, family: Family, known: dict[str, Any], asked: str = "") -> str:
    """An action's label with the values known so far; `_` is the value that is asked for."""

    def hole(match: re.Match[str]) -> str:
        name = match[1]
        if name in known:
            return match[0]
        return "_" if name == asked else "…"

    template = _HOLE.sub(hole, words.words["actions"][family.name])
    kinds = {name: domain.kind for name, domain in family.parameters.items()}
    return words.sentences.fill(template, known, kinds)


def choose(words: Words, entries: list[Entry], typed: str, ask: Callable[[str, str], str]) -> Action | None:
    """The action that a line of input chooses: a number, then values; what is missing is asked for.

    `ask(fault, question)` shows what was wrong with the answer before, if anything, and returns a line; an empty
    line goes back: None. Raises NoSuchChoice.
    """
    chrome = CHROME[words.sentences.lang]
    tokens = typed.replace(",", " ").split()
    if not tokens:
        return None
    number = int(tokens[0]) if tokens[0].isascii() and tokens[0].isdigit() and len(tokens[0]) < 9 else 0
    if not 1 <= number <= len(entries):
        raise NoSuchChoice(chrome["no_choice"].format(text=typed.strip(), count=len(entries)))
    entry = entries[number - 1]
    rest = tokens[1:]
    actions = entry.actions
    known: dict[str, Any] = {}
    for name, domain in entry.family.parameters.items():
        values = _distinct([action[name] for action in actions])
        if len(values) > 1:
            keys = [_key(words, domain.kind, value, i) for i, value in enumerate(values, 1)]
            shown = _shown(words, domain.kind, values, keys)
            if rest:
                value, rest = _take(words, domain.kind, values, keys, rest, shown)
            else:
                fault = ""
                question = chrome["ask_value"].format(label=label(words, entry.family, known, name), values=shown)
                while True:
                    rest = ask(fault, question).replace(",", " ").split()
                    if not rest:
                        return None
                    try:
                        value, rest = _take(words, domain.kind, values, keys, rest, shown)
                        break
                    except NoSuchChoice as wrong:
                        fault = str(wrong)
        else:
            value = values[0]
        known[name] = value
        actions = [action for action in actions if _alike(action[name], value)]
    if rest:
        raise NoSuchChoice(chrome["no_choice"].format(text=typed.strip(), count=len(entries)))
    return actions[0]


def _take(
    words: Words, kind: str, values: list[Any], keys: list[tuple[str, ...]], tokens: list[str], shown: str
) -> tuple[Any, list[str]]:
    """The value that the first typed words name, and the rest of them."""
    for value, key in zip(values, keys, strict=True):
        n = len(key)
        typed = tuple(tokens[:n])
        if typed == key or (isinstance(value, list) and sorted(typed) == sorted(key)):
            return value, tokens[n:]
    for value in values:
        if tokens[0].casefold() == str(value).casefold():
            return value, tokens[1:]
        name = words.sentences.value(kind, value).casefold().split()
        if name and [t.casefold() for t in tokens[: len(name)]] == name:
            return value, tokens[len(name) :]
    text = " ".join(tokens)
    raise NoSuchChoice(CHROME[words.sentences.lang]["no_value"].format(text=text, values=shown))


def _key(words: Words, kind: str, value: Any, place: int) -> tuple[str, ...]:
    """What is typed for a value: seats from 1, numbers as they are, other things by their place in the list."""
    if isinstance(value, list):
        return tuple(part for v in value for part in _key(words, kind, v, place))
    if isinstance(value, int):
        return (str(value + 1 if kind == "player" else value),)
    return (str(place),)


def _shown(words: Words, kind: str, values: list[Any], keys: list[tuple[str, ...]]) -> str:
    """The values to choose from, as short as they go."""
    if isinstance(values[0], list):
        flat = sorted({v for value in values for v in value})
        return _shown(words, kind, flat, [_key(words, kind, v, i) for i, v in enumerate(flat, 1)])
    named = [words.sentences.value(kind, value) for value in values]
    if all(isinstance(value, int) for value in values) and named == [str(value) for value in values]:
        return _ranges(sorted(values))
    return "  ".join(f"{' '.join(key)} {name}" for key, name in zip(keys, named, strict=True))


def _ranges(numbers: list[int]) -> str:
    """1–4, 7, 9–12; only the ends when there are very many."""
    runs: list[list[int]] = []
    for n in numbers:
        if runs and runs[-1][-1] == n - 1:
            runs[-1] = [runs[-1][0], n]
        else:
            runs.append([n])
    parts = [f"{r[0]}–{r[1]}" if len(r) > 1 and r[1] > r[0] + 1 else ", ".join(map(str, r)) for r in runs]
    return ", ".join(parts if len(parts) <= 80 else [*parts[:40], "…", *parts[-10:]])


def _distinct(values: list[Any]) -> list[Any]:
    found: list[Any] = []
    seen: set[str] = set()
    for value in values:
        if repr(value) not in seen:
            seen.add(repr(value))
            found.append(value)
    return found


def _alike(one: Any, other: Any) -> bool:
    return repr(one) == repr(other)
