"""The rule of thumb: legal, from its sight alone, clearly better than chance."""

from __future__ import annotations

import random
from collections.abc import Callable

import pytest

from mainmatch.agents import thumb, uniform
from mainmatch.core.game import State
from tests.games.loyalists.positions import BOARD, ELECT, GAME, LAST_JAIL, NOMINATE, read

Seats = Callable[[set[int]], set[int]]


def matches(n: int, thumbs: Seats) -> list[State]:
    """Finished matches; `thumbs` says, of the traitors, who plays by the rule of thumb. The others play at random."""
    found = []
    for seed in range(n):
        dice = random.Random(seed)
        state = GAME.start(chance=seed)
        state.told = None
        clever = thumbs({p for p in range(9) if state.role[p]})
        while not GAME.is_over(state):
            seat = GAME.actors(state)[0]
            action = (thumb if seat in clever else uniform)(GAME.sight(state, seat), dice)
            GAME.apply(state, seat, GAME.check_action(state, seat, action))
        found.append(state)
    return found


def won(states: list[State], side: str) -> float:
    """The share of matches that a side won."""
    return sum(GAME.outcome(s)["winner"] == side for s in states) / len(states)


def test_loyalists_by_the_rule_of_thumb_beat_random_ones() -> None:
    """Against the same random traitors: about three matches of four instead of one of twelve."""
    assert won(matches(100, lambda traitors: set()), "loyalists") < 0.2
    assert won(matches(100, lambda traitors: set(range(9)) - traitors), "loyalists") > 0.55


def test_traitors_by_the_rule_of_thumb_beat_random_ones() -> None:
    """Against loyalists by the rule of thumb: nearly half the matches instead of a quarter."""
    clever = won(matches(120, lambda traitors: set(range(9))), "traitors")
    assert 0.33 < clever < 0.7
    assert clever > won(matches(120, lambda traitors: set(range(9)) - traitors), "traitors") + 0.08


@pytest.mark.parametrize("seat", [0, 8])
def test_one_random_player_fares_worse_than_its_clever_neighbours(seat: int) -> None:
    """By score, over a hundred matches."""
    states = matches(100, lambda traitors: set(range(9)) - {seat})
    lone = sum(GAME.score(s, seat) for s in states) / 100
    others = sum(GAME.score(s, p) for s in states for p in range(9) if p != seat) / 800
    assert others > lone + 0.5


def test_a_loyalist_raises_the_line_as_little_as_it_can() -> None:
    """12 above 5 rather than 43 above 7."""
    sight = GAME.sight(read(BOARD | {"columns": {"A": [5], "B": [11]}}), 0)
    assert thumb(sight, random.Random(1)) == {"type": "fill", "column": "B", "number": 12}


def test_a_traitor_strikes_when_the_board_is_nearly_full() -> None:
    """And not in round 2."""
    low = {"A": [1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13], "B": [1, 2, 3, 4, 5, 6, 7, 8, 10, 100]}
    late = BOARD | {"round": 4, "turns": 23, "traitors": [0, 7, 8], "columns": low}
    assert thumb(GAME.sight(read(late), 0), random.Random(1))["number"] > 1000
    early = BOARD | {"traitors": [0, 7, 8], "columns": {"A": [100], "B": [7]}}
    assert thumb(GAME.sight(read(early), 0), random.Random(1))["number"] <= 1000


def test_a_king_jails_by_what_others_placed_and_by_its_side() -> None:
    """A loyalist those who raised most; a traitor loyalists."""
    suspects = LAST_JAIL | {"extra": {"filled_by": {"A": [0, 7, 6, 6], "B": [2]}}}
    assert thumb(GAME.sight(read(suspects), 3), random.Random(1)) == {"type": "jail", "players": [6, 7]}
    two = thumb(GAME.sight(read(suspects | {"king": 8}), 8), random.Random(1))["players"]
    assert not set(two) & {6, 7}


@pytest.mark.parametrize("position", [ELECT, NOMINATE], ids=lambda p: p["phase"])
def test_votes_are_legal(position: dict[str, object]) -> None:
    """Of every voter."""
    state = read(position)
    for seat in GAME.actors(state):
        assert GAME.sight(state, seat).legal.count(thumb(GAME.sight(state, seat), random.Random(seat))) == 1
