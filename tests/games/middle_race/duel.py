"""Room against oracle: the same position, the same answers, compared at every question."""

from __future__ import annotations

import json
import random
from typing import Any

from mainmatch.core.game import State
from tests.games.middle_race.oracle import Action, Race
from tests.games.middle_race.positions import GAME, shown


def same(actions: list[Action]) -> list[str]:
    """Actions to compare as sets."""
    return sorted(json.dumps(a, sort_keys=True) for a in actions)


def compare(state: State, options: dict[str, Any], dice: random.Random, choose: Any = None) -> int:
    """Play `state` (in the race, nothing pending) to its end; how many decisions it took. Raises AssertionError."""
    race = Race(state.players, options, shown(state))
    playing = race.play()
    decisions = 0
    question = next(playing, None)
    while True:
        assert shown(state) == race.json()
        if question is None:
            assert GAME.is_over(state)
            assert GAME.outcome(state) == race.outcome()
            return decisions
        player, _, legal = question
        assert GAME.actors(state) == [player]
        mine = GAME.legal(state, player)
        assert same([GAME.actions.decode(a) for a in mine]) == same(legal)
        action = dice.choice(mine) if choose is None else choose(state, player, mine, dice)
        GAME.apply(state, player, action)
        decisions += 1
        try:
            question = playing.send(GAME.actions.decode(action))
        except StopIteration:
            question = None
