"""The rule of thumb: a beginner, but a sensible one."""

from __future__ import annotations

import random

import pytest

from mainmatch.core.game import Sight
from mainmatch.games.indian_poker.bot import odds
from tests.games.indian_poker.positions import GAME, decide, drawn, finished, read


def score(thumb: int, seed: int) -> int:
    """What a match is worth to the seat that plays by the rule of thumb, against uniformly random play."""
    dice = random.Random(seed)
    state = GAME.start(chance=seed)
    state.told = None
    while not GAME.is_over(state):
        seat = state.turn
        if seat == thumb:
            action = GAME.actions.encode(GAME.advise(GAME.sight(state, seat), dice))
        else:
            action = dice.choice(GAME.legal(state, seat))
        GAME.apply(state, seat, action)
    return GAME.score(state, thumb)


def test_the_rule_of_thumb_beats_random_play() -> None:
    """It wins far more than half of its duels (measured over 300: 0.89)."""
    duels = 100
    won = sum(score(seed % 2, seed) == 1 for seed in range(duels))
    assert won / duels > 0.75


def sight(cards: tuple[int, int], *decisions: str, last: tuple[int, int] | None = None) -> Sight:
    """What the player whose turn it is sees; `last`: two cards that were shown before, the first one lower."""
    before = finished("show", list(last), 1, 4) if last else None
    state = read(drawn(cards, (27, 31) if last else (29, 29), last=before))
    decide(state, *decisions)
    return GAME.sight(state, state.turn)


@pytest.mark.parametrize(("theirs", "win"), [(1, 18.5 / 19), (5, 10.5 / 19), (10, 0.5 / 19)])
def test_it_knows_the_odds_of_a_fresh_deck(theirs: int, win: float) -> None:
    """Nineteen cards are unseen, each as likely to be the own one."""
    assert odds(sight((3, theirs)))[0] == pytest.approx(win)


def test_it_counts_the_cards_that_have_gone() -> None:
    """After a nine and a ten were shown, one card of seventeen beats another nine."""
    assert odds(sight((9, 3), last=(9, 10)))[0] == pytest.approx(1 / 17)


def test_it_does_not_know_its_own_card() -> None:
    """The advice is the same whatever its card is."""
    openings: tuple[tuple[str, ...], ...] = ((), ("raise 4",))
    for decisions in openings:
        told = {
            str(
                [
                    GAME.advise(sight((3, mine) if decisions else (mine, 3), *decisions), random.Random(n))
                    for n in range(20)
                ]
            )
            for mine in (1, 5, 10)
        }
        assert len(told) == 1


def test_it_folds_against_a_ten_and_raises_against_an_ace() -> None:
    """When nothing but luck speaks against it."""
    against_ten = [GAME.advise(sight((10, 3), "raise 20"), random.Random(n))["type"] for n in range(40)]
    against_one = [GAME.advise(sight((1, 3), "raise 4"), random.Random(n))["type"] for n in range(40)]
    assert against_ten.count("fold") > 30
    assert against_one.count("raise") == 40
