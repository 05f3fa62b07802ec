"""Law 2: two backends, one game."""

import numpy as np
import pytest

from mainmatch.core.game import Game
from mainmatch.fast import Playouts, reference_playout
from tests.conformance.worlds import World, all_worlds, games, name, viewers, walk

every_world = pytest.mark.parametrize("world", all_worlds(), ids=name)
every_game = pytest.mark.parametrize("game", games(), ids=lambda g: g.id)


@every_world
def test_law2_both_backends_end_in_the_same_state(world: World) -> None:
    """Same seed, same decisions, same last state: every player count and option."""
    game, players, options = world
    fast = Playouts(game, players, options)
    for seed in range(12):
        assert reference_playout(game, seed, players, options) == fast.playout(seed)


@every_game
def test_law2_over_many_seeds(game: Game) -> None:
    """Two thousand seeds a game: the last states are the same, and the batch gives the same lengths and scores."""
    fast = Playouts(game)
    seeds = 2000
    results = fast.batch(seeds, first_seed=100)
    for i in range(seeds):
        state, steps = reference_playout(game, 100 + i)
        assert (state, steps) == fast.playout(100 + i)
        assert steps == results.steps[i]
        assert [game.score(state, p) for p in range(state.players)] == results.scores[i, : state.players].tolist()


@every_game
def test_threads_change_nothing(game: Game) -> None:
    """One thread and all of them give the same results."""
    fast = Playouts(game)
    one, all_of_them = fast.batch(200, 7, threads=1), fast.batch(200, 7)
    assert np.array_equal(one.steps, all_of_them.steps)
    assert np.array_equal(one.scores, all_of_them.scores)


@every_game
def test_compiled_observations_equal_the_python_ones(game: Game) -> None:
    """For every viewer along a match."""
    fast = Playouts(game)
    for state, _ in walk((game, game.default_seats, {}), 5, limit=60):
        seen = list(viewers(game, state))
        rows = np.concatenate([state.to_array() for _ in seen])
        tensors = fast.observe(rows, np.array(seen))
        assert tensors.tolist() == [game.observe(state, viewer) for viewer in seen]


@every_game
def test_compiled_rules_keep_within_bounds(game: Game) -> None:
    """With bounds checked, the same results: no index leaves its field."""
    checked, fast = Playouts(game, backend="numba-checked"), Playouts(game)
    assert np.array_equal(checked.batch(100, 3, threads=1).scores, fast.batch(100, 3, threads=1).scores)


def test_law2_sees_a_changed_rule(monkeypatch: pytest.MonkeyPatch) -> None:
    """The planted fault: a python rule that differs by one chip."""
    from mainmatch.games.indian_poker.game import IndianPoker

    game = IndianPoker()
    honest = Playouts(game).playout(6)
    monkeypatch.setattr(game.rules, "WINNER", game.rules.LOSER)
    assert reference_playout(game, 6) != honest
