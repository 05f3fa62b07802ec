"""The sensible beginner, and what the clock takes."""

from __future__ import annotations

import random
from typing import Any

from tests.games.middle_race.positions import GAME, do, race, read


def test_the_beginner_beats_random_play() -> None:
    """One beginner among six that play at random: it goes to the death match far less often, and earns more."""
    beginner: list[int] = []
    others: list[int] = []
    for seed in range(100):
        dice = random.Random(seed)
        state = GAME.start(7, {"draft": "random"}, seed)
        state.told = None
        while not GAME.is_over(state):
            seat = GAME.actors(state)[0]
            if seat == seed % 7:
                action = GAME.actions.encode(GAME.advise(GAME.sight(state, seat), dice))
            else:
                action = dice.choice(GAME.legal(state, seat))
            GAME.apply(state, seat, action)
        scores = [GAME.score(state, seat) for seat in range(7)]
        beginner.append(scores.pop(seed % 7))
        others += scores
    assert sum(beginner) / len(beginner) > sum(others) / len(others) + 0.15
    assert beginner.count(-1) < 20  # at random: 2 of 7, 29 of 100


def test_beginners_finish_a_match_of_eleven() -> None:
    """Draft and race, every advice legal."""
    dice = random.Random(4)
    state = GAME.start(11, {"may_decline": True}, 4)
    while not GAME.is_over(state):
        seat = GAME.actors(state)[0]
        GAME.apply(state, seat, GAME.check_action(state, seat, GAME.advise(GAME.sight(state, seat), dice)))


def clock(position: dict[str, Any], *answers: dict[str, Any], **options: Any) -> dict[str, Any]:
    """What the clock takes."""
    state = do(read(position, **options), *answers)

    def no_lot(outcomes: int) -> int:
        raise AssertionError("the race needs no lot")

    return GAME.actions.decode(GAME.timeout_action(state, GAME.actors(state)[0], no_lot))


def test_the_clock_takes_the_lowest_card() -> None:
    """Gravity plays it too; Quick goes ahead while it may; With takes the lowest legal partner."""
    assert clock(race({1: 9, 4: 5, 7: 3, 11: 2}, 1, hands={1: [2, 4]})) == {"type": "submit", "card": 2}
    quick = race({1: 9, 4: 5, 7: 3, 11: 2}, 11, hands={11: [3, 4]}, quick_ahead=1)
    assert clock(quick) == {"type": "submit", "card": 3, "direction": "ahead"}
    assert clock(quick | {"quick_ahead": 2}) == {"type": "submit", "card": 3, "direction": "back"}
    joint = race({1: 9, 4: 5, 5: 3, 11: 2}, 5, hands={5: [3]}, last={5: 1})
    assert clock(joint) == {"type": "submit", "card": 3, "target": 4}
    assert clock(joint, may_decline=True) == {"type": "submit", "card": 3, "target": None}


def test_the_clock_designates_the_lowest_or_declines() -> None:
    """And goes ahead, holds, keeps the lowest card."""
    hush = race({2: 9, 4: 5, 7: 3, 10: 2}, 10)
    assert clock(hush) == {"type": "silence", "target": 2}
    assert clock(hush, may_decline=True) == {"type": "decline"}
    step = race({2: 9, 4: 5, 7: 3, 11: 2}, 4)
    assert clock(step, {"type": "submit", "card": 1}) == {"type": "one", "step": 1}
    jump = race({2: 9, 4: 5, 7: 3, 9: 2}, 9, hands={9: [0, 1, 4]})
    assert clock(jump, {"type": "submit", "card": 4}) == {"type": "hold"}
    shove = race({2: 9, 3: 5, 7: 3, 9: 7}, 3)
    assert clock(shove, {"type": "submit", "card": 2}) == {"type": "push", "pushed": 9, "step": 1}
    cut = race({1: 9, 4: 15, 7: 3, 11: 2}, 1)
    drawn = ({"type": "gravity", "card": 2, "target": 4}, {"type": "delete", "target": 7})
    assert clock(cut, *drawn) == {"type": "keep", "card": 1}


def test_the_clock_draws_lots_in_the_draft() -> None:
    """Among the legal."""
    state = GAME.start(4)
    assert [GAME.timeout_action(state, 0, lambda n, k=k: k % n) for k in range(4)] == GAME.legal(state, 0)
