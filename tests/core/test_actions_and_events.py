"""Tables of actions and events."""

import pytest

from mainmatch.core.actions import Family, actions
from mainmatch.core.domains import NUMBER, NUMBERS, PLAYER, PLAYERS, Domain, named, numbers, players, words
from mainmatch.core.errors import InvalidAction
from mainmatch.core.events import Event, events
from mainmatch.core.record import OTHERS, OWNER

COLOURS = words("colour", ("red", "blue"))
TABLE = actions(
    Family("paint", colour=COLOURS, count=numbers("count", (1, 2, 3))),
    "pass",
    Family("vote", {"for": players(4)}),
    Family("go", zone=numbers("zone", (*range(1, 9), None))),
    Family("jail", players=Domain("players", [(0, 1), (0, 2), (1, 2)])),
    Family("go_far", type="go", zone=numbers("zone", (1, 2)), far=numbers("far", (0,))),
)


def test_every_number_is_its_json() -> None:
    """Encode is the inverse of decode over the whole table."""
    assert TABLE.size == 6 + 1 + 4 + 9 + 3 + 2
    for number in range(TABLE.size):
        assert TABLE.encode(TABLE.decode(number)) == number
    assert TABLE.decode(4) == {"type": "paint", "colour": "blue", "count": 2}
    assert TABLE.decode(TABLE.offset("jail") + 1) == {"type": "jail", "players": [0, 2]}


@pytest.mark.parametrize(
    ("action", "sentence"),
    [
        (None, "an action is an object"),
        ([], "an action is an object"),
        ({}, "needs a type"),
        ({"type": "fly"}, "there is no action 'fly'"),
        ({"type": ["pass"]}, "there is no action"),
        ({"type": "pass", "now": 1}, "has no field 'now'"),
        ({"type": "paint", "colour": "red"}, "needs the field 'count'"),
        ({"type": "paint", "colour": "green", "count": 1}, "colour must be one of red, blue"),
        ({"type": "paint", "colour": "red", "count": True}, "count must be one of 1, 2, 3"),
        ({"type": "paint", "colour": "red", "count": "1"}, "count must be"),
        ({"type": "paint", "colour": {"a": 1}, "count": 1}, "colour must be"),
        ({"type": "vote", "for": 4}, "a whole number from 0 to 3"),
        ({"type": "vote", "for": True}, "a whole number from 0 to 3"),
        ({"type": "vote", "for": 1.0}, "a whole number from 0 to 3"),
        ({"type": "jail", "players": [1, 0]}, "players must be"),
        ({"type": "go", "zone": 0}, "zone must be"),
        ({"type": "go", "far": 0}, "needs the field 'zone'"),
    ],
)
def test_what_is_no_action_is_named(action: object, sentence: str) -> None:
    """The error says which field and what it may be."""
    with pytest.raises(InvalidAction, match=sentence):
        TABLE.encode(action)


def test_events_reach_their_audience_only() -> None:
    """The owner's event, its public twin, and nothing."""
    table = events(
        Event("peeked", "X-1", OWNER, twin="looked", player=PLAYER, hand=NUMBERS, colour=named(COLOURS)),
        Event("looked", "X-1", player=PLAYER),
        Event("dealt", "X-2", OTHERS, player=PLAYER, card=NUMBER),
        Event("voted", "X-3", who=PLAYERS, king=PLAYER),
    )
    peeked = (0, (2, [1, 4], 1))
    assert table.project(peeked, 2) == {
        "type": "peeked",
        "clause": "X-1",
        "player": 2,
        "hand": [1, 4],
        "colour": "blue",
    }
    assert table.project(peeked, 1) == table.project(peeked, -1) == {"type": "looked", "clause": "X-1", "player": 2}
    dealt = (2, (0, 9))
    assert table.project(dealt, 0) is None
    assert table.project(dealt, -1) is None, "a spectator is not one of the others"
    assert table.project(dealt, 1) == {"type": "dealt", "clause": "X-2", "player": 0, "card": 9}
    told = {"peeked": peeked, "dealt": dealt, "voted": (3, (0b1011, -1))}
    private = {
        (name, viewer) for name, one in told.items() for viewer in (-1, 0, 1, 2) if table.is_private(one, viewer)
    }
    assert private == {("peeked", 2), ("dealt", 1), ("dealt", 2)}, "who hears the twin hears what all hear"
    assert table.project((3, (0b1011, -1)), 0) == {"type": "voted", "clause": "X-3", "who": [0, 1, 3], "king": None}


def test_a_twin_must_be_public_and_made_of_the_same_values() -> None:
    """Otherwise the room does not load."""
    with pytest.raises(ValueError, match="twin"):
        events(Event("a", "X-1", OWNER, twin="b", player=PLAYER), Event("b", "X-1", player=PLAYER, card=NUMBER))
    with pytest.raises(ValueError, match="needs no twin"):
        Event("a", "X-1", twin="b", player=PLAYER)
