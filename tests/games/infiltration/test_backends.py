"""Two backends, one game."""

from __future__ import annotations

import itertools
import random
from typing import Any

import numpy as np
import pytest

from mainmatch.core.chance import rng
from tests.games.infiltration.positions import GAME

WORLDS: list[tuple[int, dict[str, Any]]] = [
    (3, {}),
    (4, {"declaration": "bluff", "arrest_points": 2}),
    (5, {"patrol": "mandatory", "bonus": "of_sum", "vote_limit": 2}),
    (6, {"score_reveal": "individual", "rounds": 7}),
    (7, {"declaration": "bluff", "score_reveal": "individual", "vote_limit": 0}),
    (8, {"arrest_points": 1_000_000_000, "rounds": 5}),
    (3, {"rounds": 28}),
]


@pytest.mark.parametrize(("backend", "seeds"), [("numba", 20), ("numba-checked", 3)])
def test_law2_both_backends_play_the_same_game(backend: str, seeds: int) -> None:
    """Same seeds and decisions: same states, legal actions, refusals, scores and redeals."""
    plain, compiled = GAME.rules, GAME.load(backend)
    for seed, (players, options) in itertools.product(range(seeds), WORLDS):
        dice = random.Random(seed)
        python = GAME.blank(players, GAME.check_options(players, options), seed)
        acts, numbers = [0] * 27, np.zeros(27, np.int64)
        array = python.to_array()
        plain.setup(python)
        compiled.setup(array[0])
        while not plain.over(python):
            assert plain.actors(python) == compiled.actors(array[0])
            seat = dice.choice(GAME.actors(python))
            n = plain.legal(python, seat, acts)
            assert (n, acts[:n]) == (compiled.legal(array[0], seat, numbers), numbers[:n].tolist())
            action = dice.randrange(GAME.actions.size)
            assert plain.refusal(python, seat, action) == compiled.refusal(array[0], seat, action)
            if dice.random() < 0.02:
                dream, stream = python.clone(), rng(seed)
                dreams, streams = array.copy(), stream.to_array()
                viewer = dice.randrange(-1, players)
                plain.redeal(dream, viewer, stream)
                compiled.redeal(dreams[0], viewer, streams[0])
                assert dream == type(python).from_array(dreams[0])
            action = dice.choice(acts[:n])
            plain.apply(python, seat, action)
            compiled.apply(array[0], seat, action)
            assert python == type(python).from_array(array[0])
        assert compiled.over(array[0])
        for p in range(players):
            assert plain.score(python, p) == compiled.score(array[0], p)
