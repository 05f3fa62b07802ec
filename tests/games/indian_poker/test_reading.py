"""Given positions: what can arise is read, everything else refused with field and clause."""

from __future__ import annotations

import json
import random
from typing import Any

import pytest

from mainmatch.core.errors import InvalidState
from tests.games.indian_poker.positions import GAME, drawn, finished, read, shown

FIRST = drawn((7, 4))
"""Nothing has happened yet."""
RAISED = drawn((7, 4), (24, 27), (6, 3), turn=1)
"""Player 0 raised to 6 over the 3 of player 1."""
SECOND = drawn((7, 4), (28, 30), last=finished("show", [6, 8], 1, 2))
"""Player 1 won the first hand and leads the second."""
TIED = drawn((7, 4), (26, 26), last=finished("show", [9, 9], None, 6), carried=6)
"""Six chips are carried."""
FOLDED = drawn((7, 4), (18, 40), last=finished("fold", [10, 3], 1, 2, penalty=10))
"""Player 0 folded a ten."""

GOOD: dict[str, tuple[dict[str, Any], dict[str, Any]]] = {
    "first": (FIRST, {}),
    "raised": (RAISED, {}),
    "second": (SECOND, {}),
    "tied": (TIED, {}),
    "folded": (FOLDED, {}),
    "loser leads": (SECOND | {"leader": 0, "turn": 0}, {"leader": "loser"}),
    "either may lead": (SECOND | {"leader": 0, "turn": 0}, {"leader": "alternate"}),
    "fresh deck": (SECOND | {"deck_left": sorted([*SECOND["deck_left"], 6, 8])}, {"deck": "every_hand"}),
}


@pytest.mark.parametrize("name", GOOD)
def test_a_position_that_can_arise_is_read(name: str) -> None:
    """And written again as it was."""
    position, options = GOOD[name]
    written = shown(read(position, **options))
    written.pop("extra", None)
    assert json.dumps(position) == json.dumps(written)


@pytest.mark.parametrize(
    "options",
    [
        {},
        {"deck": "every_hand", "fouls": True},
        {"ranks": 3, "copies": 1, "leader": "loser"},
        {"ante": 9, "max_hands": 7},
        {"leader": "alternate", "fouls": True, "chips": 8},
    ],
)
def test_every_position_of_a_match_is_read(options: dict[str, Any]) -> None:
    """With the same truth and the same views; without `extra` with the same fields."""
    options = GAME.check_options(2, options)
    for seed in range(12):
        dice, state = random.Random(seed), GAME.start(2, options, seed)
        while not GAME.is_over(state):
            truth = json.loads(json.dumps(shown(state)))
            given = GAME.blank(2, options, 0)
            GAME.read_state(given, truth)
            assert shown(given) == truth
            assert [GAME.view(given, v) for v in (-1, 0, 1)] == [GAME.view(state, v) for v in (-1, 0, 1)]
            bare = {name: value for name, value in truth.items() if name != "extra"}
            given = GAME.blank(2, options, 0)
            GAME.read_state(given, bare)
            assert bare == {name: value for name, value in shown(given).items() if name != "extra"}
            seat = GAME.actors(state)[0]
            GAME.apply(state, seat, dice.choice(GAME.legal(state, seat)[:4]))


REFUSED: list[tuple[str, dict[str, Any], dict[str, Any], str, str | None]] = [
    ("over", FIRST, {"phase": "over"}, "phase", None),
    ("a field of another game", FIRST, {"host": 1}, "host", None),
    ("a third player", FIRST, {"turn": 2}, "turn", None),
    ("half a chip", FIRST, {"stacks": [29.0, 29]}, "stacks[0]", None),
    ("one stack", FIRST, {"stacks": [29]}, "stacks", None),
    ("a chip too many", FIRST, {"stacks": [30, 29]}, "stacks", "IP-15"),
    ("unequal at the start", FIRST, {"stacks": [30, 28]}, "stacks", "IP-1"),
    ("the ante not paid", FIRST, {"stacks": [30, 29], "bets": [0, 1]}, "bets", "IP-2"),
    ("equal bets above the ante", FIRST, {"stacks": [27, 27], "bets": [3, 3]}, "bets", "IP-3"),
    ("the leader does not open", FIRST, {"turn": 1}, "turn", "IP-2"),
    ("the turn of the higher bet", RAISED, {"turn": 0}, "turn", "IP-3"),
    ("the other raised first", FIRST, {"bets": [1, 4], "stacks": [29, 26]}, "turn", "IP-4"),
    ("more than the other can reach", SECOND, {"stacks": [2, 45], "bets": [3, 10], "turn": 0}, "bets", "IP-5"),
    ("all in but no cards shown", SECOND, {"stacks": [0, 58]}, "stacks", "IP-5"),
    ("an eleven", FIRST, {"cards": [11, 4]}, "cards[0]", None),
    ("a third seven", FIRST, {"deck_left": sorted([*FIRST["deck_left"][1:], 7])}, "deck_left", "IP-1"),
    ("deck out of order", FIRST, {"deck_left": FIRST["deck_left"][::-1]}, "deck_left", None),
    ("a card too few", FIRST, {"deck_left": FIRST["deck_left"][1:]}, "deck_left", "IP-9"),
    ("a hand's cards too few", FIRST, {"deck_left": FIRST["deck_left"][2:]}, "deck_left", "IP-9"),
    ("a first hand after another", FIRST, {"last": SECOND["last"]}, "last.hand", None),
    ("a second hand after none", SECOND, {"last": None}, "last", None),
    ("finished before the first", FIRST, {"since": SECOND["since"]}, "since", None),
    ("carried into the first hand", FIRST, {"carried": 2, "stacks": [28, 28]}, "carried", "IP-7"),
    ("an odd pot carried", TIED, {"carried": 5, "stacks": [27, 26]}, "carried", "IP-7"),
    ("carried after a win", SECOND, {"carried": 2, "stacks": [28, 28]}, "carried", "IP-7"),
    ("not all carried", TIED, {"carried": 4, "stacks": [27, 27]}, "carried", "IP-7"),
    ("the lower card won", SECOND, {"last": finished("show", [6, 8], 0, 2)}, "last.winner", "IP-6"),
    ("a fold without a winner", SECOND, {"last": finished("fold", [6, 8], None, 2)}, "last.winner", "IP-8"),
    ("a penalty for nothing", SECOND, {"last": finished("fold", [6, 8], 1, 2, penalty=10)}, "last.penalty", "IP-8"),
    ("no penalty for a ten", FOLDED, {"last": finished("fold", [10, 3], 1, 2)}, "last.penalty", "IP-8"),
    ("a foul without the option", SECOND, {"last": finished("foul", [6, 8], 1, 2)}, "last.how", "IP-13"),
    ("an unknown end", SECOND, {"last": finished("slept", [6, 8], 1, 2)}, "last.how", None),
    ("half a last hand", SECOND, {"last": {"hand": 1}}, "last", None),
    ("since without the last hand", SECOND, {"since": [finished("show", [6, 9], 1, 2)]}, "since", None),
    ("since forgotten", SECOND, {"since": []}, "since", "IP-2"),
    ("since after a raise", SECOND, {"bets": [1, 2], "stacks": [28, 29], "turn": 0}, "since", "IP-3"),
    ("the loser leads", SECOND, {"leader": 0, "turn": 0}, "leader", "IP-10"),
    ("something else under extra", FIRST, {"extra": {"deck": []}}, "extra", None),
    ("unseen cards that are not there", SECOND, {"extra": {"unshown": [[3], []]}}, "extra.unshown", "IP-1"),
]


@pytest.mark.parametrize(("what", "position", "change", "field", "clause"), REFUSED, ids=[r[0] for r in REFUSED])
def test_a_position_that_cannot_arise_is_refused(
    what: str, position: dict[str, Any], change: dict[str, Any], field: str, clause: str | None
) -> None:
    """With the field that is wrong and the clause that it breaks."""
    with pytest.raises(InvalidState) as refusal:
        read(position | change)
    assert (field, clause) == (refusal.value.field, refusal.value.clause)


@pytest.mark.parametrize("name", list(FIRST))
def test_a_position_with_a_field_missing_is_refused(name: str) -> None:
    """Every field of the data section is needed."""
    with pytest.raises(InvalidState, match=f"{name}: is missing"):
        read({k: v for k, v in FIRST.items() if k != name})


def test_hands_beyond_the_limit_are_refused() -> None:
    """Option `max_hands` (IP-14)."""
    with pytest.raises(InvalidState, match="IP-14"):
        read(SECOND, max_hands=1)


def test_without_a_decision_hands_are_shown() -> None:
    """Only the oldest hand of `since` was ended by a decision (IP-5)."""
    hands = [finished("show", [5, 5], None, 4), finished("fold", [6, 8], 1, 4, hand=2)]
    third = drawn((7, 4), (26, 32), last=hands[1], hand=3, since=hands)
    third["deck_left"] = [card for card in third["deck_left"] if card != 5]
    with pytest.raises(InvalidState, match=r"since\[1\].how.*IP-5"):
        read(third)
    wrong = [hands[0] | {"hand": 2}, hands[1]]
    with pytest.raises(InvalidState, match=r"since\[0\].hand"):
        read(third | {"since": wrong})
