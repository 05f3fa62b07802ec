"""Two backends, one game."""

from __future__ import annotations

import itertools
import random
from typing import Any

import numpy as np
import pytest

from mainmatch.core.chance import rng
from mainmatch.core.game import State
from tests.games.maskmen.positions import GAME

WORLDS: list[tuple[int, dict[str, Any]]] = [
    (players, {"opening": opening, "cards": cards, "tie_break": tie_break, "seasons": 2, "season_wins": 2})
    for players, opening, (cards, tie_break) in itertools.product(
        range(2, 7), ("debut", "ranked"), ((0, "season"), (1, "round"), (7, "season"), (10, "round"))
    )
]


def same(python: State, compiled: Any) -> bool:
    """Do both backends hold the same state?"""
    return python == type(python).from_array(compiled[0])


@pytest.mark.parametrize(("backend", "rounds"), [("numba", 4), ("numba-checked", 1)])
def test_law2_both_backends_play_the_same_game(backend: str, rounds: int) -> None:
    """Same seeds and decisions: same states, legal actions, refusals, scores, ranks and redeals."""
    plain, compiled = GAME.rules, GAME.load(backend)
    acts, numbers = [0] * GAME.actions.size, np.zeros(GAME.actions.size, np.int64)
    for (players, options), round_ in itertools.product(WORLDS, range(rounds)):
        seed = round_ * 1000 + players
        dice = random.Random(seed)
        python = GAME.blank(players, GAME.check_options(players, options), seed)
        array = python.to_array()
        plain.setup(python)
        compiled.setup(array[0])
        while not plain.over(python):
            assert same(python, array)
            seat = python.turn
            n = plain.legal(python, seat, acts)
            assert (n, acts[:n]) == (compiled.legal(array[0], seat, numbers), numbers[:n].tolist())
            action = dice.randrange(GAME.actions.size)
            assert plain.refusal(python, seat, action) == compiled.refusal(array[0], seat, action)
            action = dice.choice(acts[:n])
            plain.apply(python, seat, action)
            compiled.apply(array[0], seat, action)
        assert same(python, array)
        assert compiled.over(array[0])
        for p in range(players):
            assert plain.score(python, p) == compiled.score(array[0], p)
            assert plain.rank(python, p) == compiled.rank(array[0], p)


@pytest.mark.parametrize("players", [2, 3, 6])
def test_law2_both_backends_imagine_the_same(players: int) -> None:
    """The same stream redeals the same cards."""
    compiled = GAME.load("numba")
    for viewer in range(-1, players):
        python = GAME.start(players, {"cards": 9}, viewer + 5)
        array = python.to_array()
        stream = rng(77)
        streams = stream.to_array()
        GAME.rules.redeal(python, viewer, stream)
        compiled.redeal(array[0], viewer, streams[0])
        assert same(python, array)
        assert stream.counter == streams[0]["counter"]
