"""A primer: a game learnt by doing, on positions of the real rules against players who follow a script.

A room may have `primer.json` and, in every language, `primer.<language>.json`. The first says what happens:

    {"lessons": [{"id": "answer", "players": 3, "seat": 0, "options": {…},
                  "state": {…},                   # a given position; without it the match begins as usual
                  "draws": [4, 0, …],             # the outcomes of its chance events, in order
                  "before": [[seat, {action}], …], # decisions made before the person comes in
                  "steps": [{"id": "more",
                             "do": [{"type": "play", "count": 2}, …],
                             "refused": [{"action": {…}, "clause": "MM-7"}, …],
                             "then": [[seat, {action}], …],
                             "clause": "MM-7"}, …]}, …]}

A step with `do` is done by an action that agrees with one of these patterns in all that the pattern names; without `do` it
is only read. `refused` are the refusals that its text points at, `then` what happens when it is done. The words:

    {"title": …, "names": ["신입", "하윤", …], "end": …,
     "lessons": {"answer": {"title": …, "steps": {"more": {"text": …, "hint": …, "hints": {"pass": …}}}}}}

`hint` answers every other action that is legal, `hints` those of a type.
"""

from __future__ import annotations

import functools
import json
from dataclasses import dataclass
from importlib import resources
from typing import Any

from mainmatch.core.actions import Action
from mainmatch.core.errors import InvalidFile, MainmatchError
from mainmatch.core.game import Game, Value

Json = Any


@dataclass(frozen=True)
class Step:
    """One thing to read, or to do."""

    id: str
    do: tuple[Action, ...]
    """Patterns of the actions that are wanted, the one to show first; empty: only read."""
    refused: tuple[tuple[Action, str], ...]
    then: tuple[tuple[int, Action], ...]
    clause: str | None

    def wants(self, action: Action) -> bool:
        """Is this what the step asks for?"""
        return any(all(action.get(k) == v for k, v in pattern.items()) for pattern in self.do)


@dataclass(frozen=True)
class Lesson:
    """Steps on one position."""

    id: str
    players: int
    seat: int
    options: dict[str, Value]
    state: dict[str, Json] | None
    draws: tuple[int, ...]
    before: tuple[tuple[int, Action], ...]
    steps: tuple[Step, ...]


@dataclass(frozen=True)
class Primer:
    """All lessons of a game, in order."""

    lessons: tuple[Lesson, ...]

    @property
    def steps(self) -> list[tuple[Lesson, Step]]:
        """All steps in order, each with its lesson."""
        return [(lesson, step) for lesson in self.lessons for step in lesson.steps]


def has_primer(game: Game) -> bool:
    """Has this game a primer?"""
    return resources.files(game.package).joinpath("primer.json").is_file()


@functools.cache
def primer(game: Game) -> Primer:
    """The primer of a game. Raises InvalidFile that says what is wrong, also where there is none."""
    try:
        return Primer(tuple(_lesson(game, given) for given in _read(game, "primer.json")["lessons"]))
    except MainmatchError as error:
        raise InvalidFile(f"primer.json of {game.package}: {error}") from error
    except (KeyError, TypeError, ValueError, AttributeError) as error:
        raise InvalidFile(f"primer.json of {game.package} is no primer: {error!r}") from error


def _lesson(game: Game, given: dict[str, Json]) -> Lesson:
    players = game.check_players(given["players"])
    return Lesson(
        id=given["id"],
        players=players,
        seat=given.get("seat", 0),
        options=game.check_options(players, given.get("options")),
        state=given.get("state"),
        draws=tuple(given.get("draws", ())),
        before=_decisions(given.get("before", ())),
        steps=tuple(
            Step(
                id=step["id"],
                do=tuple(step.get("do", ())),
                refused=tuple((one["action"], one["clause"]) for one in step.get("refused", ())),
                then=_decisions(step.get("then", ())),
                clause=step.get("clause"),
            )
            for step in given["steps"]
        ),
    )


def _decisions(given: Json) -> tuple[tuple[int, Action], ...]:
    return tuple((seat, action) for seat, action in given)


@functools.cache
def primer_words(game: Game, lang: str) -> dict[str, Json]:
    """The words of a primer in a language. Raises InvalidFile."""
    return _read(game, f"primer.{lang}.json")


def _read(game: Game, name: str) -> dict[str, Json]:
    try:
        text = resources.files(game.package).joinpath(name).read_text(encoding="utf-8")
        found: dict[str, Json] = json.loads(text)
    except (OSError, ModuleNotFoundError, json.JSONDecodeError) as error:
        raise InvalidFile(f"{name} of {game.package} cannot be read: {error}") from error
    return found
