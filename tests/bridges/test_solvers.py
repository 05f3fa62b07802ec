"""OpenSpiel's algorithms run on our games: CFR, outcome-sampling MCCFR, NashConv, ISMCTS, its learning environment."""

from __future__ import annotations

import random
from typing import Any

import numpy as np
import pyspiel
import pytest
from open_spiel.python import rl_environment
from open_spiel.python.algorithms import cfr, exploitability, ismcts, mcts

from mainmatch.bridges.openspiel import load, register_game, short_name
from mainmatch.core.game import Game, Value
from tests.bridges.small import BY_ID, every_game, short
from tests.bridges.test_openspiel import TINY

SMALLER: dict[str, dict[str, Value]] = {
    "middle-race": {"draft": "random", "max_laps": 1},
    "infiltration": {"rounds": 1},
    "loyalists-and-traitors": {"limit": 20},
    "indian-poker": {"ranks": 4, "copies": 1, "chips": 3, "max_hands": 1},
    "maskmen": {"cards": 2, "seasons": 1, "season_wins": 1},
}


def smallest(game: Game, **parameters: Any) -> Any:
    """A game with few players and short matches, in turns, all chance explicit."""
    register_game(game)
    settings = {"players": game.seats[0], **SMALLER.get(game.id, {}), "in_turns": True, "chance": "explicit"}
    return pyspiel.load_game(short_name(game), {**settings, **parameters})


def test_cfr_solves_a_hand_of_indian_poker() -> None:
    """Through the cached tree, 60 times faster: exploitability falls below 0.01; and OpenSpiel's Python agrees with its C++."""
    game = load("indian-poker", **TINY)
    tree = pyspiel.convert_to_cached_tree(game)
    solver = pyspiel.CFRSolver(tree)
    for _ in range(100):
        solver.evaluate_and_update_policy()
    solved = solver.average_policy()
    assert pyspiel.exploitability(tree, solved) < 0.01 < pyspiel.exploitability(tree, pyspiel.UniformRandomPolicy(tree))
    ours = cfr.CFRSolver(game)
    for _ in range(3):
        ours.evaluate_and_update_policy()
    theirs = pyspiel.CFRSolver(game)
    for _ in range(3):
        theirs.evaluate_and_update_policy()
    assert exploitability.exploitability(game, ours.average_policy()) == pytest.approx(
        pyspiel.exploitability(tree, theirs.average_policy())
    )


def test_outcome_sampling_learns_on_the_game_itself() -> None:
    """MCCFR needs no tree: it plays our states and gets better than chance."""
    game = load("indian-poker", **TINY)
    solver = pyspiel.OutcomeSamplingMCCFRSolver(game, seed=1)
    for _ in range(1000):
        solver.run_iteration()
    tree = pyspiel.convert_to_cached_tree(game)
    learnt = solver.average_policy()
    assert pyspiel.exploitability(tree, learnt) < 0.5 * pyspiel.exploitability(tree, pyspiel.UniformRandomPolicy(tree))


@every_game
def test_outcome_sampling_runs_on_every_game(game: Game) -> None:
    """Chance, turns and sealed answers included."""
    solver = pyspiel.OutcomeSamplingMCCFRSolver(smallest(game), seed=1)
    for _ in range(6):
        solver.run_iteration()


def test_asking_in_turns_is_the_same_game_as_deciding_together() -> None:
    """Sealed answers one after the other, and OpenSpiel's own turn-based view of a simultaneous node: one value of the game."""
    lanterns = BY_ID["lanterns"]
    register_game(lanterns)
    settings = {"players": 2, "lanterns": 1, "chance": "explicit"}
    together = pyspiel.convert_to_turn_based(pyspiel.load_game(short_name(lanterns), settings))
    in_turns = pyspiel.load_game(short_name(lanterns), {**settings, "in_turns": True})
    values = []
    for game in (together, in_turns):
        tree = pyspiel.convert_to_cached_tree(game)
        values.append(pyspiel.nash_conv(tree, pyspiel.UniformRandomPolicy(tree)))
        solver = pyspiel.CFRSolver(tree)
        for _ in range(5):
            solver.evaluate_and_update_policy()
        values.append(pyspiel.nash_conv(tree, solver.average_policy()))
    assert values[:2] == pytest.approx(values[2:])
    assert 0 < values[1] < values[0]


@every_game
def test_ismcts_plays_every_game(game: Game) -> None:
    """OpenSpiel's Python ISMCTS, resampling through `Game.redeal`; the nodes of others fit every world that it imagines."""
    loaded = smallest(game)
    dice = random.Random(2)
    numbers = np.random.RandomState(2)
    bot = ismcts.ISMCTSBot(loaded, mcts.RandomRolloutEvaluator(1, numbers), 2.0, 12, random_state=numbers)
    state = loaded.new_initial_state()
    decided = 0
    while not state.is_terminal() and decided < 3:
        if state.is_chance_node():
            state.apply_action(dice.choice(state.legal_actions()))
            continue
        legal = state.legal_actions()
        action = int(bot.step(state)) if len(legal) > 1 else legal[0]
        assert action in legal
        decided += len(legal) > 1
        state.apply_action(action)
    assert decided or state.is_terminal()


@every_game
def test_learners_get_their_time_steps(game: Game) -> None:
    """`rl_environment`: observations of the declared size, returns at the end. In a simultaneous game it wants everybody's action always."""
    register_game(game)
    loaded = pyspiel.load_game(short_name(game), {"players": game.seats[0], **short(game)})
    environment = rl_environment.Environment(loaded, include_full_state=False)
    environment.seed(3)
    together = not environment.is_turn_based
    dice = random.Random(3)
    step = environment.reset()
    for _ in range(2000):
        if step.last():
            break
        observations = step.observations
        legal = observations["legal_actions"]
        asked = range(loaded.num_players()) if together else [step.current_player()]
        assert all(len(state) == loaded.information_state_tensor_size() for state in observations["info_state"])
        step = environment.step([dice.choice(legal[p] or [0]) for p in asked])
    assert step.last()
    assert loaded.min_utility() <= min(step.rewards) and max(step.rewards) <= loaded.max_utility()
