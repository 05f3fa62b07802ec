"""How deep effects wait on each other, and that the stack of the state is deep enough."""

from __future__ import annotations

import pytest

from mainmatch.core.errors import RangeError
from tests.games.middle_race.positions import GAME, R, asked, do, race, read
from tests.games.middle_race.pushdown import deepest


@pytest.mark.parametrize("length", [3, 4, 5, 6, 8])
def test_at_most_one_mirror_more_than_squares_waits(length: int) -> None:
    """The search that the bound of `rules.STACK` rests on."""
    assert deepest(length) == length + 1


def test_the_bound_leaves_room() -> None:
    """31 Mirrors on 30 squares, one below them, a frame of Deletes around each."""
    assert R.STACK >= 2 * (30 + 1 + 1) + 1


def test_a_pile_of_all_leaves_sixty_waiting() -> None:
    """Push slides the pile from 30 to Start: at every square Delete's and Mirror's effects are left behind."""
    state = read(race(dict.fromkeys(range(1, 12), 30) | {3: 28}, 3))
    do(state, {"type": "submit", "card": 2})
    deepest_stack = 0
    while asked(state) in ("push", "reset"):
        seat = GAME.actors(state)[0]
        GAME.apply(state, seat, GAME.legal(state, seat)[-1])
        deepest_stack = max(deepest_stack, state.depth)
    assert (deepest_stack, state.chain) == (60, 330)


def test_deletes_pile_up_without_end_in_one_frame() -> None:
    """Push and Mirror go round with Delete in the middle, and each round leaves one more Delete waiting."""
    state = read(race({3: 1, 4: 2, 6: 2, 8: 3, 11: 10}, 11), chain_limit=10**9)
    do(state, {"type": "submit", "card": 4, "direction": "ahead"})
    for _ in range(100):
        do(state, {"type": "mirror", "target": 3})
        for pushed, step in ((4, -1), (6, -1), (8, -1), (4, 1), (6, 1), (8, 1)):
            do(state, {"type": "push", "pushed": pushed, "step": step})
        do(state, {"type": "mirror", "target": 4}, {"type": "push", "pushed": 4, "step": 1})
        while asked(state) != "mirror":
            seat = GAME.actors(state)[0]
            GAME.apply(state, seat, GAME.legal(state, seat)[0])
    waiting = [(state.frame_kind[i], state.frame_amount[i]) for i in range(state.depth)]
    assert waiting == [(R.DELETE, 100)]


def test_a_full_stack_raises() -> None:
    """In the python backend, in words; it cannot happen in a match."""
    state = read(race({3: 5, 4: 7, 8: 7, 11: 1}, 3))
    for _ in range(R.STACK):
        R.then(state, R.MIRROR, -1)
    with pytest.raises(RangeError, match="more effects wait than its stack can hold"):
        R.then(state, R.MIRROR, -1)
    assert state.depth == R.STACK
