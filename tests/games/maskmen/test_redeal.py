"""What a viewer imagines: every deal that it holds possible, each as often as it should."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from itertools import combinations

import pytest

from mainmatch.core.chance import rng
from mainmatch.core.game import State
from tests.games.maskmen.positions import GAME, NAMES, drawn, read

LATE = drawn(["blue, red", "pink 2", "blue, green"], "blue 8, pink 8, green 7, orange 8, grey 10, red 7", host=0)
"""Three players dealt 18 cards each, two left to each, six set aside."""

Deal = tuple[tuple[int, ...], ...]
"""The hands of all players and the cards aside, as counts of each wrestler."""


def deal(state: State) -> Deal:
    """The hidden cards of a state."""
    return (*(tuple(state.hands[p]) for p in range(state.players)), tuple(state.aside))


def enumerated(state: State, viewer: int) -> Counter[Deal]:
    """Every way to deal the single cards that the viewer does not see, counted by what it looks like."""
    others = [p for p in range(state.players) if p != viewer]
    unseen = [w for w in range(len(NAMES)) for _ in range(state.aside[w] + sum(state.hands[p][w] for p in others))]

    def ways(seats: list[int], left: tuple[int, ...], hands: dict[int, tuple[int, ...]]) -> Iterator[Deal]:
        if not seats:
            full = [hands[p] if p in hands else tuple(state.hands[p]) for p in range(state.players)]
            yield (*full, counted(unseen[i] for i in left))
            return
        for chosen in combinations(left, state.left[seats[0]]):
            rest = tuple(i for i in left if i not in chosen)
            yield from ways(seats[1:], rest, hands | {seats[0]: counted(unseen[i] for i in chosen)})

    return Counter(ways(others, tuple(range(len(unseen))), {}))


def counted(wrestlers: Iterator[int]) -> tuple[int, ...]:
    """Cards as counts of each wrestler."""
    counts = Counter(wrestlers)
    return tuple(counts[w] for w in range(len(NAMES)))


@pytest.mark.parametrize("viewer", [-1, 0, 2])
def test_a_redeal_is_uniform_over_all_single_cards(viewer: int) -> None:
    """Chi-square of 30,000 redeals against the enumeration; no impossible deal, and none left out."""
    state = read(LATE)
    expected = enumerated(state, viewer)
    stream, found, redeals = rng(11), Counter[Deal](), 30_000
    for _ in range(redeals):
        dream = state.clone()
        GAME.redeal(dream, viewer, stream)
        found[deal(dream)] += 1
    assert set(found) <= set(expected)
    total = sum(expected.values())
    often = {d: redeals * n / total for d, n in expected.items() if redeals * n / total >= 8}
    assert set(often) <= set(found)
    fit = sum((found[d] - e) ** 2 / e for d, e in often.items())
    freedom = len(often)
    assert fit < freedom + 4 * (2 * freedom) ** 0.5


def test_a_redeal_keeps_the_own_hand_and_everybodys_number_of_cards() -> None:
    """And draws from the imagining stream alone."""
    state = GAME.start(4, {"cards": 11}, 3)
    dream = state.clone()
    GAME.redeal(dream, 2, rng(5))
    assert dream.hands[2] == state.hands[2]
    assert dream.hands[0] != state.hands[0]
    assert [sum(hand) for hand in dream.hands[:4]] == [11] * 4
    assert (dream.seed, dream.counter) == (state.seed, state.counter)
    assert GAME.view(dream, 2) == GAME.view(state, 2)


def test_the_last_two_hands_of_a_shared_out_deck_are_all_that_is_unknown() -> None:
    """Six players, no cards aside: the unseen cards are exactly the other hands."""
    state = GAME.start(6, chance=8)
    dream = state.clone()
    GAME.redeal(dream, 0, rng(1))
    for w in range(len(NAMES)):
        assert sum(hand[w] for hand in dream.hands) == 10
