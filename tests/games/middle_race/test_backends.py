"""Two backends, one game."""

from __future__ import annotations

import random

import pytest

from tests.games.middle_race.positions import GAME, R, options_by, position_by, read

np = pytest.importorskip("numpy")
N = GAME.load("numba")


@pytest.mark.parametrize("players", range(4, 12))
def test_both_backends_give_identical_states(players: int) -> None:
    """From the first vote to the last rank, under all options; legal actions, refusals and ranks too."""
    mine, theirs = [0] * R.MOST_LEGAL, np.zeros(R.MOST_LEGAL, np.int64)
    for seed in range(12):
        dice = random.Random(seed)
        options = options_by(dice, draft=dice.choice(["nominate", "random"]), vote_limit=dice.choice([0, 1, 3]))
        state = GAME.blank(players, GAME.check_options(players, options), seed)
        array = state.to_array()
        R.setup(state)
        N.setup(array[0])
        while not R.over(state):
            assert R.State.from_array(array[0]) == state
            assert N.actors(array[0]) == R.actors(state)
            seat = dice.choice(GAME.actors(state))
            n = R.legal(state, seat, mine)
            assert N.legal(array[0], seat, theirs) == n
            assert theirs[:n].tolist() == mine[:n]
            for action in dice.sample(range(R.ACTIONS.size), 10):
                assert N.refusal(array[0], seat, action) == R.refusal(state, seat, action)
            action = dice.choice(mine[:n])
            R.apply(state, seat, action)
            N.apply(array[0], seat, action)
        assert R.State.from_array(array[0]) == state
        assert [N.score(array[0], p) for p in range(players)] == [R.score(state, p) for p in range(players)]


def test_positions_resolve_alike() -> None:
    """Crowded positions with unmet conditions."""
    for seed in range(300):
        dice = random.Random(seed)
        state = read(position_by(dice), seed, **options_by(dice))
        array = state.to_array()
        for _ in range(40):
            seats = GAME.actors(state)
            if not seats:
                break
            action = dice.choice(GAME.legal(state, seats[0]))
            R.apply(state, seats[0], action)
            N.apply(array[0], seats[0], action)
            assert R.State.from_array(array[0]) == state
