"""The rule of thumb: a beginner, but a sensible one."""

from __future__ import annotations

import random
from statistics import mean

import pytest

from mainmatch.core.game import Sight
from tests.games.maskmen.positions import GAME, decide, drawn, read


def finish(players: int, thumb: int, seed: int) -> list[int]:
    """The ranks of a match in which one seat plays by the rule of thumb and all others at random."""
    dice = random.Random(seed)
    state = GAME.start(players, chance=seed)
    state.told = None
    while not GAME.is_over(state):
        seat = state.turn
        if seat == thumb:
            action = GAME.actions.encode(GAME.advise(GAME.sight(state, seat), dice))
        else:
            action = dice.choice(GAME.legal(state, seat))
        GAME.apply(state, seat, action)
    return GAME.outcome(state)["ranks"]


@pytest.mark.parametrize(("players", "matches", "at_least"), [(2, 40, 0.8), (4, 48, 0.5), (6, 36, 0.35)])
def test_the_rule_of_thumb_beats_random_play(players: int, matches: int, at_least: float) -> None:
    """It ranks first far more often than its share (measured over 150: 0.93, 0.68, 0.58)."""
    firsts = mean(finish(players, seed % players, seed)[seed % players] == 1 for seed in range(matches))
    assert firsts > at_least


def sight(*hands: str, table: tuple[str, ...] = ()) -> Sight:
    """What the player whose turn it is sees, blue to orange ranked."""
    state = read(drawn(list(hands), "blue 3, pink 2, green 2, orange 3", "pink>blue, green>pink, orange>green"))
    decide(state, *table)
    return GAME.sight(state, state.turn)


def test_it_opens_with_three_of_the_strongest() -> None:
    """Rather than with three that many can answer."""
    told = GAME.advise(sight("blue 3, orange 3", "red 3", "green 3"), random.Random(1))
    assert told == {"type": "play", "wrestler": "orange", "count": 3}


def test_it_plays_its_last_card() -> None:
    """Whatever else may be said of it."""
    told = GAME.advise(sight("blue 3", "green", "grey 5", table=("blue 1",)), random.Random(1))
    assert told == {"type": "play", "wrestler": "green", "count": 1}


def test_it_does_not_break_three_for_one_that_will_be_beaten() -> None:
    """Three pink stay together while anybody can beat one."""
    told = GAME.advise(sight("blue 3", "pink 3", "grey 6, red 6", table=("blue 1",)), random.Random(1))
    assert told == {"type": "pass"}
