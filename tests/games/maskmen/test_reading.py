"""Given positions: what can arise is read, everything else refused with field and clause."""

from __future__ import annotations

import json
import random
from typing import Any

import pytest

from mainmatch.core.errors import InvalidState
from tests.games.maskmen.positions import GAME, dealt, drawn, read, shown

RANKED = drawn(["blue 2, red 2", "pink 3", "green 3"], "blue 4, pink 2, green 3", "pink>blue, green>pink")
"""Three players, dealt 7 cards each; player 0 hosts."""
ANSWER = RANKED | {
    "table": [
        {"player": 0, "wrestler": "blue", "count": 2},
        {"player": 1, "wrestler": "pink", "count": 2},
    ],
    "turn": 2,
}
"""The same, two plays later."""
ONE_OUT = drawn(
    ["blue 2", "", "green 3"],
    "blue 4, pink 6",
    "pink>blue",
    season=3,
    out=[1],
    points=[3, 2, 1],
    season_wins=[1, 1, 1],
)
"""The third of four seasons, player 1 is out; before that players 0 and 2 were first once each."""
TWO = drawn(["blue 2", "pink 3, red"], "blue 2", season=4, points=[3, 0], season_wins=[2, 1])


@pytest.mark.parametrize("position", [RANKED, ANSWER, ONE_OUT, TWO], ids=["ranked", "answer", "one out", "two"])
def test_a_position_that_can_arise_is_read(position: dict[str, Any]) -> None:
    """And written again as it was."""
    assert json.dumps(position) == json.dumps(shown(read(position)))


@pytest.mark.parametrize("players", [2, 3, 4, 5, 6])
def test_every_position_of_a_match_is_read(players: int) -> None:
    """With the same truth, the same decisions and the same views."""
    dice = random.Random(players)
    options = GAME.check_options(players, {"cards": 7, "seasons": 3, "opening": dice.choice(("debut", "ranked"))})
    state = GAME.start(players, options, players)
    while not GAME.is_over(state):
        given = GAME.blank(players, options, 0)
        GAME.read_state(given, shown(state) | {"extra": {}})
        seat = GAME.actors(state)[0]
        assert shown(given) == shown(state)
        assert GAME.legal(given, seat) == GAME.legal(state, seat)
        assert [GAME.view(given, p) for p in range(-1, players)] == [GAME.view(state, p) for p in range(-1, players)]
        GAME.apply(state, seat, dice.choice(GAME.legal(state, seat)))


def plays(*texts: str) -> list[dict[str, Any]]:
    """`0 blue 2` as a play of the table."""
    parts = [text.split() for text in texts]
    return [{"player": int(p), "wrestler": w, "count": int(n)} for p, w, n in parts]


REFUSED: list[tuple[str, dict[str, Any], dict[str, Any], str, str | None]] = [
    ("over", RANKED, {"phase": "over"}, "phase", None),
    ("a field of another game", RANKED, {"pot": 3}, "pot", None),
    ("something under extra", RANKED, {"extra": {"a": 1}}, "extra", None),
    ("a hand too few", RANKED, {"hands": RANKED["hands"][:2]}, "hands", None),
    ("a wrestler missing", RANKED, {"aside": {"blue": 3}}, "aside", "MM-1"),
    ("half a card", RANKED, {"aside": RANKED["aside"] | {"red": 7.5}}, "aside.red", None),
    ("eleven blue", RANKED, {"hands": [RANKED["hands"][0] | {"blue": 9}, *RANKED["hands"][1:]]}, "hands", "MM-1"),
    ("a card aside too many", RANKED, {"aside": RANKED["aside"] | {"blue": 5}}, "aside", "MM-2"),
    ("played but not debuted", RANKED, {"debuted": ["blue", "pink"]}, "debuted", "MM-5"),
    ("debuted but not played", RANKED, {"debuted": ["blue", "pink", "green", "red"]}, "debuted", "MM-5"),
    ("debuted out of order", RANKED, {"debuted": ["pink", "blue", "green"]}, "debuted", "MM-1"),
    ("debuted is no list", RANKED, {"debuted": "blue"}, "debuted", None),
    ("nobody by that name", RANKED, {"debuted": ["purple"]}, "debuted", "MM-1"),
    ("order not closed", RANKED, {"stronger": [["pink", "blue"], ["green", "pink"]]}, "stronger", "MM-4"),
    ("stronger than itself", RANKED, {"stronger": [["blue", "blue"]]}, "stronger", "MM-4"),
    ("a circle", RANKED, {"stronger": [["blue", "pink"], ["pink", "blue"]]}, "stronger", "MM-4"),
    ("never played but ranked", RANKED, {"stronger": [["red", "blue"]]}, "stronger", "MM-7"),
    ("order out of order", RANKED, {"stronger": RANKED["stronger"][::-1]}, "stronger", None),
    ("three in a pair", RANKED, {"stronger": [["green", "pink", "blue"]]}, "stronger", None),
    ("out with cards", RANKED, {"out": [0]}, "out", "MM-11"),
    ("without cards but not out", ONE_OUT, {"out": []}, "out", "MM-11"),
    ("out twice", ONE_OUT, {"out": [1, 1]}, "out", None),
    ("one player left", drawn(["", "", "blue 3"], "blue 3", out=[0, 1], turn=2, host=2), {}, "out", "MM-11"),
    ("season 0", RANKED, {"season": 0}, "season", None),
    ("after the last season", RANKED, {"season": 5}, "season", "MM-15"),
    ("a token too many", RANKED, {"season_wins": [1, 0, 0]}, "season_wins", "MM-11"),
    ("the first out without a token", ONE_OUT, {"season_wins": [2, 0, 1]}, "season_wins", "MM-11"),
    ("points out of nowhere", RANKED, {"points": [1, 0, 0]}, "points", "MM-12"),
    ("points that no seasons give", ONE_OUT, {"points": [4, 2, 0]}, "points", "MM-12"),
    ("two who share more", TWO, {"points": [4, 0]}, "points", "MM-12"),
    ("won long ago", TWO, {"season_wins": [3, 0], "points": [6, -3]}, "season_wins", "MM-16"),
    ("a play of a stranger", ANSWER, {"table": [{"player": 0, "wrestler": "blue"}]}, "table[0]", None),
    ("seven plays", ANSWER, {"table": ANSWER["table"] * 4}, "table", "MM-7"),
    ("four cards", ANSWER, {"table": plays("0 blue 4")}, "table[0].count", None),
    ("a weaker answer", ANSWER, {"table": plays("0 pink 2", "1 blue 2")}, "table[1].wrestler", "MM-7"),
    ("two cards more", ANSWER, {"table": plays("0 blue 1", "1 pink 3")}, "table[1].count", "MM-7"),
    ("answered itself", ANSWER, {"table": plays("0 blue 1", "0 pink 1")}, "table[1].player", "MM-9"),
    ("more than were played", drawn(["blue 2", "pink 3", "green 3"], "blue 4, pink 2, green 2", "green>pink"),
     {"table": plays("0 pink 2", "1 green 3"), "turn": 2}, "table[1].count", "MM-5"),
    ("a debut with two", ANSWER, {"table": plays("0 pink 2"), "turn": 1}, "table[0].count", "MM-6"),
    ("another host", ANSWER, {"host": 1}, "host", "MM-6"),
    ("the host does not open", RANKED, {"turn": 1}, "turn", "MM-6"),
    ("passed before the opening", RANKED, {"passed": [1]}, "passed", "MM-6"),
    ("passed without cards", ONE_OUT, {"passed": [1]}, "passed", "MM-7"),
    ("passed out of order", ANSWER, {"passed": [2, 1]}, "passed", None),
    ("passed over", ANSWER, {"turn": 0}, "table", "MM-7"),
    ("the turn of who played last", ANSWER, {"turn": 1, "passed": [0, 2]}, "turn", "MM-9"),
    ("the turn of who passed", ANSWER, {"table": plays("0 blue 2", "2 green 2"), "passed": [0, 1], "turn": 1}, "turn", "MM-7"),
    ("passed before its turn", ANSWER, {"passed": [0]}, "passed", "MM-7"),
    ("the turn of who is out", ONE_OUT, {"host": 1, "turn": 1}, "turn", "MM-7"),
    ("a seat that is not there", RANKED, {"host": 3, "turn": 3}, "host", None),
]  # fmt: skip


@pytest.mark.parametrize(("what", "position", "change", "field", "clause"), REFUSED, ids=[r[0] for r in REFUSED])
def test_a_position_that_cannot_arise_is_refused(
    what: str, position: dict[str, Any], change: dict[str, Any], field: str, clause: str | None
) -> None:
    """With the field that is wrong and the clause that it breaks."""
    players = len(position["hands"])
    state = GAME.blank(players, GAME.check_options(players, {"cards": dealt(position)}), 1)
    with pytest.raises(InvalidState) as refusal:
        GAME.read_state(state, position | change)
    assert (field, clause) == (refusal.value.field, refusal.value.clause)


@pytest.mark.parametrize("name", list(RANKED))
def test_a_position_with_a_field_missing_is_refused(name: str) -> None:
    """Every field of the data section is needed."""
    with pytest.raises(InvalidState, match=rf"{name}: is missing"):
        GAME.read_state(GAME.blank(3, GAME.check_options(3, {"cards": 6}), 1), {k: v for k, v in RANKED.items() if k != name})  # fmt: skip


def test_a_ranked_opening_needs_a_relation() -> None:
    """Option `opening` = `ranked`: red was played, but stands in no relation."""
    position = drawn(["blue 2, red 2", "pink 3", "green 3"], "blue 4, pink 2, red 3", "pink>blue") | {
        "table": plays("0 red 2"),
        "turn": 1,
    }
    read(position)
    with pytest.raises(InvalidState, match="MM-6"):
        read(position, opening="ranked")
