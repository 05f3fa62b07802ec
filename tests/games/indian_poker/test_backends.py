"""Two backends, one game."""

from __future__ import annotations

import itertools
import random
from typing import Any

import numpy as np
import pytest

from mainmatch.core.chance import rng
from tests.games.indian_poker.positions import GAME

WORLDS: list[dict[str, Any]] = [
    {},
    {"opening": "check", "leader": "loser"},
    {"deck": "every_hand", "fouls": True, "leader": "alternate"},
    {"ranks": 3, "copies": 1, "fouls": True},
    {"ranks": 2, "copies": 1},
    {"ranks": 50, "copies": 100, "chips": 40},
    {"ranks": 5, "copies": 3, "chips": 7, "ante": 2},
    {"chips": 1, "ante": 1000},
    {"max_hands": 5, "fold_penalty": 0, "fouls": True, "leader": "loser"},
]


@pytest.mark.parametrize(("backend", "rounds"), [("numba", 25), ("numba-checked", 4)])
def test_law2_both_backends_play_the_same_game(backend: str, rounds: int) -> None:
    """Same seeds and decisions: same states, legal actions, refusals, scores and redeals."""
    plain, compiled = GAME.rules, GAME.load(backend)
    for seed, options in itertools.product(range(rounds), WORLDS):
        dice = random.Random(seed)
        python = GAME.blank(2, GAME.check_options(2, options), seed)
        capacity = GAME.legal_capacity(python)
        acts, numbers = [0] * capacity, np.zeros(capacity, np.int64)
        array = python.to_array()
        plain.setup(python)
        compiled.setup(array[0])
        while not plain.over(python):
            assert python == type(python).from_array(array[0])
            seat = python.turn
            n = plain.legal(python, seat, acts)
            assert (n, acts[:n]) == (compiled.legal(array[0], seat, numbers), numbers[:n].tolist())
            action = dice.randrange(capacity)
            assert plain.refusal(python, seat, action) == compiled.refusal(array[0], seat, action)
            dream, stream = python.clone(), rng(seed)
            dreams, streams = array.copy(), stream.to_array()
            viewer = dice.randrange(-1, 2)
            plain.redeal(dream, viewer, stream)
            compiled.redeal(dreams[0], viewer, streams[0])
            assert dream == type(python).from_array(dreams[0])
            action = dice.choice(acts[: min(n, 5)])
            plain.apply(python, seat, action)
            compiled.apply(array[0], seat, action)
        assert python == type(python).from_array(array[0])
        assert compiled.over(array[0])
        assert [plain.score(python, p) for p in (0, 1)] == [compiled.score(array[0], p) for p in (0, 1)]
