"""Many tables at once equal the python backend, table by table."""

import numpy as np
import pytest

from mainmatch.core.errors import InvalidInput
from mainmatch.core.game import Game
from mainmatch.fast import Tables
from tests.conformance.worlds import games

every_game = pytest.mark.parametrize("game", games(), ids=lambda g: g.id)


@every_game
def test_every_table_is_a_match_of_its_seed(game: Game) -> None:
    """Observations, legal actions, rewards and ends, decision by decision, over several matches a table."""
    count, dice = 5, np.random.default_rng(1)
    tables = Tables(game, count, seed=50, deals=15)
    tables.reset()
    following = list(range(count))
    states = [game.start(chance=50 + i) for i in range(count)]
    for _ in range(400):
        actions = np.zeros(count, np.int64)
        for i, state in enumerate(states):
            seat = game.actors(state)[0]
            legal = game.legal(state, seat)
            assert tables.seats[i] == seat
            assert np.flatnonzero(tables.legal[i]).tolist() == legal
            assert tables.observations[i].tolist() == game.observe(state, seat)
            actions[i] = dice.choice(legal)
        tables.step(actions)
        for i, state in enumerate(states):
            game.apply(state, game.actors(state)[0], int(actions[i]))
            assert bool(tables.ended[i]) == game.is_over(state)
            scores = [
                game.score(state, p) if game.is_over(state) and p < state.players else 0 for p in range(game.seats[1])
            ]
            assert tables.rewards[i].tolist() == scores
            if game.is_over(state):
                following[i] = (following[i] + count) % 15
                states[i] = game.start(chance=50 + following[i])


def test_an_illegal_action_is_named_and_changes_nothing() -> None:
    """Table, action and seat are in the sentence."""
    from mainmatch.games.maskmen.game import GAME

    tables = Tables(GAME, 3)
    tables.reset()
    before = tables.observations.copy()
    with pytest.raises(InvalidInput, match="table 0: action 18 is not legal"):
        tables.step(np.full(3, 18))
    with pytest.raises(InvalidInput, match="one action a table"):
        tables.step(np.zeros(2, np.int64))
    with pytest.raises(InvalidInput, match="at least one table"):
        Tables(GAME, 0)
    assert np.array_equal(before, tables.observations)
