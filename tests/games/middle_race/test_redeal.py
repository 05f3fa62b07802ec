"""What a viewer cannot know is dealt anew, uniformly among what it holds possible, and nothing else."""

from __future__ import annotations

import itertools
import json
import random
from collections import Counter

import pytest

from mainmatch.core.chance import rng
from mainmatch.core.game import State
from tests.games.middle_race.positions import GAME, R, do, options_by, position_by, race, read


def hidden_hands(viewer: int, state: State) -> list[tuple[int, tuple[int, ...]]]:
    """Character and possible cards of every hand that the viewer may not know, from the rules' words.

    A hand is public until Delete cuts it; what stayed is one of the cards it was cut from.
    """
    truth = GAME.state_json(state)
    return [
        (c, tuple(truth["extra"]["cut_from"][str(c)]))
        for c in truth["hidden_hands"]
        if truth["hands"][str(c)] and viewer not in (state.seat[c], state.seat[R.DELETE])
    ]


def cut_twice() -> State:
    """Delete has left Gravity one of 1 3 4 and Quick one of all four."""
    state = read(race({1: 10, 4: 20, 7: 3, 8: 2, 11: 4}, 1, last={4: 7}))
    do(state, {"type": "gravity", "card": 2, "target": 4}, {"type": "delete", "target": 1}, {"type": "keep", "card": 3})
    position = GAME.state_json(state) | {
        "turn": 1,
        "last_designated": {"1": 7, "4": 8, "7": None, "8": None, "11": None},
    }
    again = read(position | {"hands": position["hands"] | {"11": [4]}, "hidden_hands": [1, 11], "quick_ahead": 1,
                             "extra": {"cut_from": {"1": [1, 3, 4], "11": [1, 2, 3, 4]}}})  # fmt: skip
    assert hidden_hands(-1, again) == [(1, (1, 3, 4)), (11, (1, 2, 3, 4))]
    return again


@pytest.mark.parametrize("viewer", [-1, 0, 1, 2, 3, 4])
def test_hidden_hands_are_dealt_uniformly(viewer: int) -> None:
    """Every combination that the viewer holds possible comes, each as often as the others."""
    state = cut_twice()
    hidden = hidden_hands(viewer, state)
    stream = rng(5)
    counts: Counter[tuple[int, ...]] = Counter()
    for _ in range(3000):
        dream = state.clone()
        GAME.redeal(dream, viewer, stream)
        counts[tuple(GAME.state_json(dream)["hands"][str(c)][0] for c, _ in hidden)] += 1
        for c, _ in hidden:
            dream.hands[c] = state.hands[c]
        assert dream == state
    possible = list(itertools.product(*(cards for _, cards in hidden)))
    assert sorted(counts) == possible
    assert all(abs(n - 3000 / len(possible)) < 5 * (3000 / len(possible)) ** 0.5 + 1 for n in counts.values())


def test_sealed_votes_are_dealt_uniformly() -> None:
    """Among the candidates; the viewer's own stays, and so does who has voted."""
    state = GAME.start(4)
    for seat, vote in ((0, 2), (1, 3), (3, 0)):
        GAME.apply(state, seat, vote)
    counts: Counter[tuple[int, int]] = Counter()
    stream = rng(1)
    for _ in range(3200):
        dream = state.clone()
        GAME.redeal(dream, 1, stream)
        assert (dream.committed[1], dream.committed[2], dream.waiting) == (4, 0, 0b100)
        counts[dream.committed[0] - 1, dream.committed[3] - 1] += 1
    assert sorted(counts) == list(itertools.product(range(4), repeat=2))
    assert all(abs(n - 200) < 75 for n in counts.values())


def test_a_viewer_sees_no_difference() -> None:
    """View, legal actions and refusals, along random races."""
    stream = rng(9)
    for seed in range(40):
        dice = random.Random(seed)
        state = read(position_by(dice), seed, **options_by(dice, max_laps=11))
        for _ in range(60):
            if GAME.is_over(state):
                break
            for viewer in range(-1, state.players):
                dream = state.clone()
                GAME.redeal(dream, viewer, stream)
                assert json.dumps(GAME.view(dream, viewer)) == json.dumps(GAME.view(state, viewer))
                assert GAME.legal(dream, viewer) == GAME.legal(state, viewer)
            seat = GAME.actors(state)[0]
            GAME.apply(state, seat, dice.choice(GAME.legal(state, seat)))
