"""What a viewer imagines, against every world that would have looked the same to it."""

from __future__ import annotations

import json
from collections import Counter, defaultdict
from collections.abc import Iterator
from fractions import Fraction
from typing import Any

import pytest

from mainmatch.core.chance import ScriptedChance, rng
from mainmatch.core.errors import IllegalAction, NeedChance
from mainmatch.core.game import State
from tests.games.indian_poker.positions import GAME, action, shown

STORIES: dict[str, tuple[dict[str, Any], list[str]]] = {
    "the first hand": ({"ranks": 3}, []),
    "after a fold": ({"ranks": 3}, ["raise 2", "fold"]),
    "the leader folds, then a raise": ({"ranks": 3}, ["fold", "raise 2"]),
    "after a foul": ({"ranks": 3, "fouls": True}, ["foul"]),
    "a foul, then a raise": ({"ranks": 2, "copies": 3, "fouls": True}, ["foul", "raise 2"]),
    "a fold, then cards shown": ({"ranks": 3}, ["fold", "raise 2", "call"]),
    "two folds": ({"ranks": 3}, ["fold", "raise 2", "fold"]),
    "a fold, then the deck is shuffled": ({"ranks": 3, "copies": 1}, ["raise 2", "fold"]),
    "a foul, then the deck is shuffled": ({"ranks": 2, "copies": 2, "fouls": True}, ["fold", "foul", "raise 2"]),
    "a fresh deck every hand": ({"ranks": 3, "copies": 1, "deck": "every_hand"}, ["fold", "raise 2", "fold"]),
    "a foul with a fresh deck": ({"ranks": 2, "copies": 2, "fouls": True, "deck": "every_hand"}, ["foul"]),
    "a fold leaves one chip": ({"ranks": 3, "chips": 4, "fold_penalty": 0}, ["raise 3", "fold", "raise 3", "fold"]),
    "a fold, then a hand shown from a fresh deck": ({"ranks": 3, "copies": 1, "chips": 2, "fold_penalty": 0}, ["fold"]),
    "a fold, a hand shown, a fresh deck": (
        {"ranks": 4, "copies": 1, "chips": 2, "fold_penalty": 0},
        ["raise 2", "fold"],
    ),
    "the end": ({"ranks": 4, "copies": 1, "chips": 2}, ["raise 2", "call"]),
}
"""Options, and decisions of whoever has the turn."""


def played(options: dict[str, Any], decisions: list[str], script: list[int]) -> tuple[State, list[str]]:
    """The state after the decisions, and what the three viewers saw on the way.

    Raises NeedChance where the script ends, IllegalAction where a decision is not possible.
    """
    state = GAME.start(2, options, ScriptedChance(script))
    seen: list[list[Any]] = [[GAME.view(state, v), GAME.actors(state)] for v in (-1, 0, 1)]
    for text in decisions:
        seats = GAME.actors(state)
        if not seats:
            raise IllegalAction("the match is over")
        GAME.apply(state, seats[0], GAME.check_action(state, seats[0], action(text)))
        for v in (-1, 0, 1):
            seen[v + 1] += [GAME.view(state, v), GAME.actors(state)]
    for v in (-1, 0, 1):
        seen[v + 1].append([GAME.events.project(t, v) for t in state.told])
    return state, [json.dumps(s) for s in seen]


def worlds(options: dict[str, Any], decisions: list[str]) -> Iterator[tuple[Fraction, State, list[str]]]:
    """Every outcome of chance: its probability, the state at the end, what the viewers saw."""
    scripts: list[tuple[list[int], Fraction]] = [([], Fraction(1))]
    while scripts:
        script, weight = scripts.pop()
        try:
            state, seen = played(options, decisions, script)
        except NeedChance as need:
            scripts += [([*script, k], weight / need.outcomes) for k in range(need.outcomes)]
        except IllegalAction:
            continue
        else:
            yield weight, state, seen


def truth(state: State) -> str:
    """Everything hidden and public."""
    return json.dumps(shown(state))


@pytest.mark.parametrize("story", STORIES)
def test_a_redeal_is_what_a_viewer_holds_possible(story: str) -> None:
    """Chi-square against the enumeration; no impossible world, and none left out."""
    every = list(worlds(*STORIES[story]))
    for number in range(0, len(every), max(1, len(every) // 3)):
        _, state, seen = every[number]
        for viewer in (-1, 0, 1):
            possible: dict[str, Fraction] = defaultdict(Fraction)
            for weight, end, looks in every:
                if looks[viewer + 1] == seen[viewer + 1]:
                    possible[truth(end)] += weight
            _fits(state, viewer, possible)


def _fits(state: State, viewer: int, possible: dict[str, Fraction]) -> None:
    """Many redeals of the state, against the possible worlds."""
    total, redeals, stream = sum(possible.values()), 600, rng(17)
    found: Counter[str] = Counter()
    for _ in range(redeals):
        dream = state.clone()
        GAME.redeal(dream, viewer, stream)
        assert GAME.view(dream, viewer) == GAME.view(state, viewer)
        found[truth(dream)] += 1
    assert set(found) <= set(possible)
    expected = {end: redeals * float(weight / total) for end, weight in possible.items()}
    often = {end: e for end, e in expected.items() if e >= 8}
    assert set(often) <= set(found)
    fit = sum((found[end] - e) ** 2 / e for end, e in often.items())
    assert fit < len(often) + 5 * (2 * len(often)) ** 0.5


def test_a_redeal_leaves_chance_alone() -> None:
    """It draws from the imagining stream."""
    state = GAME.start(chance=3)
    before = (state.seed, state.counter)
    GAME.redeal(state, 0, rng(1))
    assert before == (state.seed, state.counter)
