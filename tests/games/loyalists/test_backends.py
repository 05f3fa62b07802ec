"""One text, two backends: the same states, actions and redeals, with array bounds checked."""

from __future__ import annotations

import random
from typing import Any

import numpy as np

from mainmatch.core.chance import rng
from tests.games.loyalists.positions import GAME, R

OPTIONS: list[dict[str, Any]] = [
    {},
    {"first_cell": "any"},
    {"dealer": "pi"},
    {"limit": 0, "vote_limit": 0},
    {"limit": 5000, "vote_limit": 1},
    {"first_cell": "any", "dealer": "pi", "limit": 5000},
]


def test_compiled_rules_play_the_same_match() -> None:
    """Every state of 240 random matches, every legal action, some refusals, redeals for every viewer."""
    compiled: Any = GAME.load("numba-checked")
    acts = np.zeros(R.MOST_LEGAL, np.int64)
    for seed in range(240):
        dice = random.Random(seed)
        state = GAME.blank(9, GAME.check_options(9, OPTIONS[seed % len(OPTIONS)]), seed)
        row = state.to_array()
        R.setup(state)
        compiled.setup(row[0])
        while not R.over(state):
            assert R.State.from_array(row[0]) == state
            assert compiled.actors(row[0]) == R.actors(state)
            seat = dice.choice(GAME.actors(state))
            legal = GAME.legal(state, seat)
            assert acts[: compiled.legal(row[0], seat, acts)].tolist() == legal
            for action in (*dice.sample(range(R.ACTIONS.size), 3), legal[0]):
                assert compiled.refusal(row[0], seat, action) == R.refusal(state, seat, action)
            if dice.random() < 0.2:
                same_redeal(compiled, state, dice.randrange(-1, 9), dice.getrandbits(32))
            # the lowest number as a rule, so that boards get full
            action = legal[0] if dice.random() < 0.8 and state.phase == R.BOARD else dice.choice(legal)
            R.apply(state, seat, action)
            compiled.apply(row[0], seat, action)
        assert R.State.from_array(row[0]) == state
        assert [compiled.score(row[0], p) for p in range(9)] == [R.score(state, p) for p in range(9)]


def same_redeal(compiled: Any, state: Any, viewer: int, seed: int) -> None:
    """From the same stream both deal the same."""
    dream, row = state.clone(), state.to_array()
    stream, stream_row = rng(seed), rng(seed).to_array()
    R.redeal(dream, viewer, stream)
    compiled.redeal(row[0], viewer, stream_row[0])
    assert R.State.from_array(row[0]) == dream
    assert stream_row[0]["counter"] == stream.counter


def test_the_record_is_small() -> None:
    """Bytes of the compiled state."""
    assert R.State.dtype().itemsize <= 256
