"""The room and the naive second implementation (`oracle.py`) are the same game."""

from __future__ import annotations

import random

import pytest

from mainmatch.core.game import State
from tests.games.middle_race.duel import compare
from tests.games.middle_race.positions import GAME, R, options_by, position_by, race, read


@pytest.mark.parametrize("part", range(5))
def test_random_races_from_the_start(part: int) -> None:
    """Every number of players, random characters, options and decisions."""
    for seed in range(part * 80, part * 80 + 80):
        dice = random.Random(seed)
        players = dice.randint(4, 11)
        options = GAME.check_options(players, options_by(dice))
        compare(GAME.start(players, options, seed), options, dice)


@pytest.mark.parametrize("part", range(6))
def test_random_positions(part: int) -> None:
    """Crowded, with unmet conditions, sleepers, cut hands and finished ones."""
    for seed in range(part * 250, part * 250 + 250):
        dice = random.Random(seed)
        position, options = position_by(dice), options_by(dice)
        state = read(position, seed, **options)
        compare(state, GAME.options_of(state), dice)


def test_long_chains() -> None:
    """Whoever is asked chooses what keeps the turn going."""

    def linger(state: State, seat: int, legal: list[int], dice: random.Random) -> int:
        if dice.random() < 0.2:
            return dice.choice(legal)
        chains = []
        for action in legal:
            after = state.clone()
            GAME.apply(after, seat, action)
            chains.append((after.chain, dice.random(), action))
        lengths.append(state.chain)
        return max(chains)[2]

    lengths: list[int] = []
    for seed in range(60):
        dice = random.Random(seed)
        position, options = position_by(dice), options_by(dice, chain_limit=dice.choice([60, 400]))
        state = read(position, seed, **options)
        compare(state, GAME.options_of(state), dice, linger)
    assert max(lengths) > 40


def test_the_pile_slides_with_everything_pending() -> None:
    """All eleven on 30: Push pushes back as far as it goes, and 60 effects wait."""

    def back(state: State, seat: int, legal: list[int], dice: random.Random) -> int:
        return legal[-1] if state.asked == R.ASK_PUSH else legal[0]

    state = read(race(dict.fromkeys(range(1, 12), 30) | {3: 29}, 3))
    compare(state, GAME.options_of(state), random.Random(0), back)
