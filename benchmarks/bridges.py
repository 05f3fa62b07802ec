"""Random play through the bridges, one thread, interleaved: decisions a second, and the price of a copy in OpenSpiel."""

from __future__ import annotations

import random
import statistics
import time
from collections.abc import Callable
from functools import partial
from typing import Any

from mainmatch.bridges.openspiel import load
from mainmatch.bridges.pettingzoo import env
from mainmatch.core.game import Game
from mainmatch.games import all_games

ROUNDS, SECONDS, CLONES = 3, 0.5, 2000


def engine(game: Game, dice: random.Random) -> int:
    """A match on the engine itself; how many decisions."""
    state = game.start(chance=dice.getrandbits(60))
    count = 0
    while seats := game.actors(state):
        game.apply(state, seats[0], dice.choice(game.legal(state, seats[0])))
        count += 1
    return count


def openspiel(game: Any, dice: random.Random) -> int:
    """A match of the same in OpenSpiel, chance and simultaneous nodes included."""
    state = game.new_initial_state()
    count = 0
    while not state.is_terminal():
        if state.is_chance_node():
            state.apply_action(dice.choice(state.chance_outcomes())[0])
        elif state.is_simultaneous_node():
            legal = [state.legal_actions(p) for p in range(game.num_players())]
            state.apply_actions([dice.choice(actions or [0]) for actions in legal])
            count += sum(map(bool, legal))
        else:
            state.apply_action(dice.choice(state.legal_actions()))
            count += 1
    return count


def pettingzoo(table: Any, dice: random.Random) -> int:
    """A match of the same in PettingZoo's AEC, observations and masks included."""
    table.reset()
    count = 0
    for _ in table.agent_iter():
        seen, _, terminated, _, _ = table.last()
        table.step(None if terminated else dice.choice(seen["action_mask"].nonzero()[0]))
        count += not terminated
    return count


def measured(play: Callable[[random.Random], int], dice: random.Random) -> float:
    """Decisions a second of processor time."""
    start, count = time.process_time(), 0
    while (spent := time.process_time() - start) < SECONDS:
        count += play(dice)
    return count / spent


def main() -> None:
    """Print a table."""
    print(
        f"{'game':24} {'engine':>9} {'OpenSpiel':>10} {'of it':>6} {'PettingZoo':>11} {'of it':>6} {'a copy, µs':>11}"
    )
    for game in all_games().values():
        spiel, table, dice = load(game.id), env(game), random.Random(1)
        plays = [partial(engine, game), partial(openspiel, spiel), partial(pettingzoo, table)]
        speeds = zip(*([measured(play, dice) for play in plays] for _ in range(ROUNDS)), strict=True)
        state = spiel.new_initial_state()
        start = time.process_time()
        for _ in range(CLONES):
            state.clone()
        copy_us = (time.process_time() - start) / CLONES * 1e6
        plain, spiels, zoo = (statistics.median(speed) for speed in speeds)
        print(
            f"{game.id:24} {plain:9.0f} {spiels:10.0f} {spiels / plain:6.2f} {zoo:11.0f} {zoo / plain:6.2f} {copy_us:11.1f}",
            flush=True,
        )


if __name__ == "__main__":
    main()
