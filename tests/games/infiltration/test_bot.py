"""The rule of thumb at a table of chance."""

from __future__ import annotations

import random

from mainmatch.agents import thumb, uniform
from mainmatch.core.match import Match
from mainmatch.games.infiltration.game import GAME


def test_the_bot_beats_chance_clearly() -> None:
    """One thumb among four that play at random: more final points than their mean in most matches."""
    dice, better = random.Random(1), 0
    matches = 60
    for seed in range(matches):
        match = Match(GAME, 5, chance=seed)
        me = seed % 5
        while not match.is_over:
            seat = match.actors[0]
            agent = thumb if seat == me else uniform
            match.play(seat, agent(GAME.sight(match.state, seat), dice))
        final = GAME.outcome(match.state)["final"]
        better += final[me] > (sum(final) - final[me]) / 4
    assert better > 0.6 * matches


def test_the_bot_knows_its_sight_alone() -> None:
    """The same sight and dice, the same choice, whatever the truth is."""
    from mainmatch.core.chance import rng

    match, dice, stream = Match(GAME, 4, {"rounds": 4}, 5), random.Random(2), rng(3)
    while not match.is_over:
        seat = match.actors[0]
        dream = match.state.clone()
        GAME.redeal(dream, seat, stream)
        choice = thumb(GAME.sight(match.state, seat), random.Random(7))
        assert thumb(GAME.sight(dream, seat), random.Random(7)) == choice
        match.play(seat, dice.choice(match.legal(seat)))
