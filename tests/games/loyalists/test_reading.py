"""Given positions: what cannot arise is refused, by field and clause."""

from __future__ import annotations

import json
import random
from typing import Any

import pytest

from mainmatch.core.errors import InvalidState
from mainmatch.core.match import Match
from tests.games.loyalists.positions import BOARD, ELECT, FULL, GAME, LAST_ELECT, LAST_JAIL, NOMINATE, read

ROUND_1 = BOARD | {
    "round": 1,
    "turns": 0,
    "offer_before": None,
    "jailed": [],
    "king": None,
    "columns": {"A": [], "B": []},
}
CHALLENGE = NOMINATE | {"phase": "challenge", "candidates": None, "ballot": None, "nominee": 7}
TRAITORS_WON = LAST_JAIL | {
    "phase": "nominate", "jailed": [0, 1], "candidates": [0, 1, 2, 4, 5], "ballot": 1, "winner": "traitors", "tokens": [3, 6, 7, 8]
}  # fmt: skip
BEFORE = {"player": 8, "number": 9}

REFUSED: list[tuple[dict[str, Any], dict[str, Any], str, str | None]] = [
    (BOARD, {"phase": "over"}, "phase", None),
    (BOARD, {"phase": 3}, "phase", None),
    (BOARD, {"offers": []}, "offers", None),
    (BOARD, {"round": 0}, "round", None),
    (BOARD, {"round": True}, "round", None),
    (BOARD, {"traitors": [6, 7]}, "traitors", "LT-1"),
    (BOARD, {"traitors": [8, 7, 6]}, "traitors", "LT-1"),
    (BOARD, {"traitors": [6, 7, 9]}, "traitors", "LT-1"),
    (BOARD, {"order": [0, 1, 2, 3, 4, 5, 6, 7, 7]}, "order", "LT-2"),
    (BOARD, {"order": "012345678"}, "order", "LT-2"),
    (BOARD, {"columns": {"A": [5]}}, "columns", "LT-3"),
    (BOARD, {"columns": {"A": [*FULL, 16], "B": []}}, "columns.A", "LT-3"),
    (BOARD, {"columns": {"A": [5, 5], "B": []}}, "columns.A[1]", "LT-6"),
    (BOARD, {"columns": {"A": [], "B": [7, 100]}}, "columns.B[1]", "LT-7"),
    (BOARD, {"columns": {"A": [], "B": [10_000]}}, "columns.B[0]", "LT-4"),
    (BOARD, {"columns": {"A": [1, 2, 3, 4, 5], "B": [1, 2, 3, 4, 5]}}, "columns", "LT-4"),
    (BOARD, {"columns": {"A": [999, 1001], "B": []}}, "broken", "LT-11"),
    (BOARD, {"columns": {"A": [1001], "B": [1001]}}, "columns", "LT-11"),
    (BOARD, {"columns": {"A": [1001], "B": []}, "broken": True}, "broken", "LT-15"),
    (BOARD, {"broken": 0}, "broken", "LT-11"),
    (BOARD, {"round": 6, "turns": 37, "columns": {"A": FULL, "B": FULL}}, "phase", "LT-11"),
    (BOARD, {"jailed": []}, "jailed", "LT-13"),
    (BOARD, {"jailed": [5, 4]}, "jailed", "LT-13"),
    (ROUND_1, {"jailed": [1, 2]}, "jailed", "LT-13"),
    (ROUND_1, {"king": 1}, "king", "LT-12"),
    (ROUND_1, {"offer_before": [1, 1, 1, 1]}, "offer_before", "LT-9"),
    (BOARD, {"king": None}, "king", "LT-12"),
    (BOARD, {"king": 4}, "king", "LT-12"),
    (BOARD, {"turn": 4}, "turn", "LT-13"),
    (BOARD, {"turn": None}, "turn", "LT-4"),
    (ELECT, {"turn": 1}, "turn", "LT-4"),
    (BOARD, {"turns": 10}, "turns", "LT-4"),
    (BOARD, {"turn": 6}, "turns", "LT-4"),
    (ELECT, {"turns": 15}, "turns", "LT-4"),
    (LAST_ELECT, {"turns": 9}, "turns", "LT-4"),
    (BOARD, {"offer": None}, "offer", "LT-4"),
    (BOARD, {"offer": [1, 2, 3]}, "offer", "LT-4"),
    (BOARD, {"offer": [1, 2, 3, 10]}, "offer", "LT-4"),
    (BOARD, {"offer": [0, 0, 0, 0]}, "offer", "LT-9"),
    (BOARD, {"offer": [9, 9, 9, 9]}, "offer", "LT-9"),
    (BOARD, {"offer_before": None}, "offer_before", "LT-4"),
    (ELECT, {"offer": [1, 2, 3, 4]}, "offer", "LT-4"),
    (BOARD, {"ballot": 1}, "ballot", "LT-12"),
    (BOARD, {"candidates": []}, "candidates", "LT-12"),
    (ELECT, {"ballot": 4}, "ballot", "LT-12"),
    (ELECT, {"ballot": None}, "ballot", "LT-12"),
    (ELECT, {"candidates": [0, 1]}, "candidates", "LT-12"),
    (ELECT, {"ballot": 2, "candidates": [0, 4]}, "candidates", "LT-12"),
    (ELECT, {"ballot": 2, "candidates": [0]}, "candidates", "LT-12"),
    (LAST_ELECT, {"candidates": [0, 1, 2, 3, 4, 5, 6, 7, 8]}, "candidates", "LT-15"),
    (LAST_ELECT, {"broken": False}, "broken", "LT-11"),
    (NOMINATE, {"candidates": [0, 6, 7]}, "candidates", "LT-14"),
    (TRAITORS_WON, {"candidates": [0, 1, 2, 3, 4, 5]}, "candidates", "LT-17"),
    (ELECT, {"winner": "loyalists"}, "winner", "LT-18"),
    (NOMINATE, {"winner": None}, "winner", "LT-18"),
    (NOMINATE, {"winner": "traitors"}, "winner", "LT-17"),
    (TRAITORS_WON, {"winner": "loyalists"}, "winner", "LT-14"),
    (TRAITORS_WON, {"jailed": [6, 7]}, "jailed", "LT-16"),
    (BOARD, {"tokens": [0]}, "tokens", "LT-18"),
    (NOMINATE, {"tokens": [0, 1]}, "tokens", "LT-14"),
    (TRAITORS_WON, {"tokens": [6, 7, 8]}, "tokens", "LT-17"),
    (BOARD, {"nominee": 6}, "nominee", "LT-14"),
    (CHALLENGE, {"nominee": None}, "nominee", "LT-14"),
    (CHALLENGE, {"nominee": 0}, "nominee", "LT-14"),
    (BOARD, {"extra": {"more": 1}}, "extra", None),
    (BOARD, {"extra": {"filled_by": {"A": [1, 2], "B": [3]}}}, "extra.filled_by.A", None),
    (BOARD, {"extra": {"before": BEFORE | {"number": 8}}}, "extra.before.number", "LT-4"),
    (BOARD, {"extra": {"before": {"player": 8, "nothing_above": 1000}}}, "extra.before.nothing_above", "LT-8"),
    (BOARD, {"extra": {"before": {"player": 8}}}, "extra.before", "LT-10"),
    (BOARD, {"extra": {"earlier": BEFORE | {"offer": [9, 9, 9, 9]}}}, "extra.earlier.offer", "LT-9"),
    (BOARD, {"extra": {"tally": [1]}}, "extra.tally", None),
    (ELECT, {"extra": {"votes": [4, *[None] * 8]}}, "extra.votes[0]", "LT-12"),
    (ELECT, {"extra": {"votes": [*[None] * 4, 1, *[None] * 4]}}, "extra.votes[4]", "LT-12"),
    (ELECT, {"extra": {"votes": [0, 0, 0, 0, None, None, 0, 0, 0]}}, "extra.votes", None),
]  # fmt: skip


@pytest.mark.parametrize(("base", "change", "field", "clause"), REFUSED)
def test_an_impossible_position_is_refused(
    base: dict[str, Any], change: dict[str, Any], field: str, clause: str | None
) -> None:
    """The error names the field and, where a rule is broken, its clause."""
    read(base)
    with pytest.raises(InvalidState) as refusal:
        read(base | change)
    assert (refusal.value.field, refusal.value.clause) == (field, clause)


@pytest.mark.parametrize("field", sorted(BOARD))
def test_a_missing_field_is_refused(field: str) -> None:
    """Only `extra` may miss."""
    with pytest.raises(InvalidState, match=rf"state\.{field}: is missing"):
        read({k: v for k, v in BOARD.items() if k != field})


def test_lt9_under_pi_an_offer_that_is_not_the_next_group_is_refused() -> None:
    """Turn 10 takes the tenth group, 1971."""
    right = BOARD | {"offer": [1, 9, 7, 1], "offer_before": [2, 8, 8, 4]}
    read(right, dealer="pi")
    for change, field in (({"offer": [1, 9, 7, 2]}, "offer"), ({"offer_before": [1, 1, 1, 1]}, "offer_before")):
        with pytest.raises(InvalidState) as refusal:
            read(right | change, dealer="pi")
        assert (refusal.value.field, refusal.value.clause) == (field, "LT-9")


def test_lt7_a_given_first_cell_may_hold_any_number() -> None:
    """Whatever the option says: positions like column B from 15 upwards are given."""
    read(BOARD | {"columns": {"A": [3], "B": [15]}})


@pytest.mark.parametrize("seed", range(12))
def test_every_state_of_a_match_is_read_back_as_it_was(seed: int) -> None:
    """Sealed votes, tallies and the history of the offers included."""
    dice = random.Random(seed)
    options: dict[str, Any] = {
        "limit": dice.choice([9, 99, 1000, 5000]),
        "first_cell": dice.choice(["one_digit", "any"]),
        "dealer": dice.choice(["random", "pi"]),
        "vote_limit": dice.choice([0, 1, 3]),
    }
    match = Match(GAME, options=options, chance=seed)
    while not match.is_over:
        again = read(json.loads(json.dumps(GAME.state_json(match.state))), seed, **options)
        again.counter = match.state.counter
        assert again == match.state
        seat = dice.choice(match.actors)
        match.play(seat, dice.choice(match.legal(seat)))
