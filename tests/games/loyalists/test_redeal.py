"""Dealing anew what a viewer cannot know: exactly the possible deals, each as likely, against enumeration."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterable
from itertools import permutations, product
from typing import Any

import pytest

from mainmatch.core.chance import rng
from mainmatch.core.game import State
from tests.games.loyalists.positions import BOARD, ELECT, GAME, LAST_JAIL, NOMINATE, R, decide, elect, read, vote

OFFERS = [o for o in product(range(10), repeat=4) if any(o)]
"""All that may be offered, by brute force."""


def makes(offer: tuple[int, ...], number: int) -> bool:
    """Can the number be made, by brute force?"""
    digits = [int(d) for d in str(number)]
    return digits in [list(p) for p in permutations(offer, len(digits))]


def packed(offers: Iterable[tuple[int, ...]]) -> list[int]:
    """Offers as the state keeps them."""
    return [a * 1000 + b * 100 + c * 10 + d for a, b, c, d in offers]


def uniform(found: Counter[Any], possible: list[Any]) -> None:
    """All of the possible and nothing else came up, as evenly as chance allows (chi-square, six standard deviations)."""
    assert set(found) == set(possible)
    expected = found.total() / len(possible)
    chi_square = sum((n - expected) ** 2 / expected for n in found.values())
    freedom = len(possible) - 1
    assert chi_square < freedom + 6 * (2 * freedom) ** 0.5 + 6


def deals(state: State, viewer: int, of: Callable[[State], Any], n: int) -> Counter[Any]:
    """What `of` says of n redealt copies."""
    stream = rng(7)
    found: Counter[Any] = Counter()
    for _ in range(n):
        dream = state.clone()
        GAME.redeal(dream, viewer, stream)
        found[of(dream)] += 1
    return found


# ---------------------------------------------------------------- roles
@pytest.mark.parametrize(("viewer", "count"), [(-1, 84), (2, 56), (7, 1)])
def test_lt1_roles_are_dealt_anew_among_all_that_the_viewer_holds_possible(viewer: int, count: int) -> None:
    """A spectator: any three of nine; a loyalist: any three of the others; a traitor knows."""
    found = deals(read(ELECT), viewer, lambda s: tuple(p for p in range(9) if s.role[p]), 60 * count)
    possible = [three for three in found if len(three) == 3 and (viewer != 2 or 2 not in three)]
    assert len(possible) == count
    uniform(found, possible)


@pytest.mark.parametrize("viewer", [-1, 0, 8])
def test_lt18_after_the_verdict_no_role_is_dealt_anew(viewer: int) -> None:
    """Everybody knows them."""
    state = read(NOMINATE)
    assert set(deals(state, viewer, lambda s: tuple(s.role), 20)) == {tuple(state.role)}


# ---------------------------------------------------------------- votes
def test_lt12_sealed_votes_of_others_are_dealt_anew_and_the_own_one_stays() -> None:
    """Uniform among the candidates."""
    state = vote(read(ELECT | {"candidates": [1, 2, 7], "ballot": 2}), {0: 1, 3: 2})
    uniform(deals(state, 8, lambda s: (s.committed[0], s.committed[3]), 1800), list(product((2, 3, 8), repeat=2)))
    uniform(deals(state, 0, lambda s: (s.committed[0], s.committed[3]), 600), [(2, 2), (2, 3), (2, 8)])
    assert set(deals(state, 8, lambda s: (s.committed[6], s.waiting), 10)) == {(0, state.waiting)}


# ---------------------------------------------------------------- offers
@pytest.mark.parametrize("number", [0, 7, 10, 77, 123, 777, 1000, 1123])
def test_lt4_an_offer_imagined_behind_a_number_is_any_that_makes_it(number: int) -> None:
    """Every offer that holds its digits, each as likely, however many ways lead from it to the number."""
    possible = packed(o for o in OFFERS if makes(o, number))
    stream = rng(number)
    uniform(Counter(R.offer_holding(number, stream) for _ in range(12 * len(possible))), possible)


@pytest.mark.parametrize("top", [1000, 1011, 1100, 2100])
def test_lt8_an_offer_imagined_behind_a_skip_is_any_that_makes_nothing_greater(top: int) -> None:
    """Against every arrangement of every offer."""
    possible = packed(o for o in OFFERS if max(packed(permutations(o))) <= top)
    stream = rng(top)
    uniform(Counter(R.offer_below(top, stream) for _ in range(30 * len(possible))), possible)


def chain(earlier: dict[str, Any], before: dict[str, Any], offer: list[int], offer_before: list[int]) -> State:
    """Player 3's turn; player 1 and player 2 had the offers before and left little choice what they were."""
    position = BOARD | {
        "turn": 2,
        "turns": 11,
        "columns": {"A": [999, 1000], "B": [1000]},
        "offer": offer,
        "offer_before": offer_before,
        "extra": {"earlier": earlier, "before": before},
    }
    return read(position)


ONE = (1000, 100, 10, 1)
"""Offers that make 1000; those of which nothing above 1000 can be made."""


def test_lt9_three_offers_in_a_row_agree_with_what_was_filled_and_differ_from_neighbour_to_neighbour() -> None:
    """Spectator, the player whose turn it is, and those who had the offers before: all against enumeration."""
    earlier = {"player": 0, "number": 1000, "offer": [0, 0, 1, 0]}
    before = {"player": 1, "nothing_above": 1000}
    state = chain(earlier, before, [0, 0, 0, 1], [0, 1, 0, 0])

    def three(s: State) -> tuple[int, int, int]:
        return s.offer_earlier, s.offer_before, s.offer

    mine = [(e, b, 1) for e in ONE for b in ONE if e != b != 1]
    uniform(deals(state, 2, three, 2000), mine)
    pairs = [(e, b) for e in ONE for b in ONE if e != b]
    uniform(deals(state, 5, lambda s: three(s)[:2], 2000), pairs)
    uniform(deals(state, 0, lambda s: three(s)[:2], 1000), [(10, b) for b in ONE if b != 10])
    uniform(deals(state, 1, lambda s: three(s)[:2], 1000), [(e, 100) for e in ONE if e != 100])
    spread = deals(state, 1, lambda s: s.offer, 20_000)
    assert not {0, 100} & set(spread)
    assert len(spread) > 8400


def test_lt9_an_offer_that_only_four_equal_digits_explain_is_known_to_all() -> None:
    """1111 was filled: the next offer is not 1111 either."""
    earlier = {"player": 0, "number": 1111, "offer": [1, 1, 1, 1]}
    before = {"player": 1, "number": 1, "offer": [0, 0, 0, 0]}
    position = BOARD | {
        "turn": 2,
        "turns": 11,
        "columns": {"A": [999, 1111], "B": [1]},
        "offer_before": [1, 1, 1, 0],
        "extra": {"earlier": earlier, "before": {"player": 1, "number": before["number"]}},
    }
    state = read(position, limit=5000)
    assert set(deals(state, 5, lambda s: s.offer_earlier, 50)) == {1111}
    assert 1111 not in deals(state, 5, lambda s: s.offer_before, 20_000)


def test_lt10_an_offer_made_into_a_number_stays_one_that_makes_it_to_the_end() -> None:
    """Through elections, the last king and the nomination; under `pi` nothing is dealt anew."""
    state = decide(read(BOARD | {"turn": 8, "turns": 15, "offer": [2, 1, 0, 0]}), 8, "fill", column="A", number=12)
    elect(state, 0)
    possible = set(packed(o for o in OFFERS if makes(o, 12)))
    found = deals(state, 0, lambda s: s.offer_before, 3000)
    assert set(found) <= possible
    assert len(found) > len(possible) * 0.9
    assert set(deals(state, 8, lambda s: s.offer_before, 20)) == {2100}
    pi = read(BOARD | {"offer": [1, 9, 7, 1], "offer_before": [2, 8, 8, 4]}, dealer="pi")
    assert set(deals(pi, 3, lambda s: (s.offer, s.offer_before), 20)) == {(1971, 2884)}


def test_a_given_position_does_not_say_who_had_the_offer_before() -> None:
    """Then it may have been anything but the present one."""
    found = deals(read(BOARD), 0, lambda s: s.offer_before, 20_000)
    assert 1234 not in found
    assert len(found) > 8400


# ---------------------------------------------------------------- what the viewer sees
@pytest.mark.parametrize("position", [BOARD, ELECT, LAST_JAIL, NOMINATE], ids=lambda p: p["phase"])
def test_redeal_changes_nothing_that_the_viewer_sees(position: dict[str, Any]) -> None:
    """View, legal actions, refusals."""
    state = read(position)
    for viewer in range(-1, 9):
        dream = GAME.imagine(state, viewer, rng(viewer + 2))
        assert GAME.view(dream, viewer) == GAME.view(state, viewer)
        assert GAME.legal(dream, viewer) == GAME.legal(state, viewer)
