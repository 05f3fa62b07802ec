"""Talk at a table: what was said, in which room, and who could hear it. Pure: events in, state out.

Everything is an event that is stored and never changed; the state is what they add up to. Who hears an event is
settled at the moment it happens, by who is in the room then: nobody hears what was said before it came or after it went.
"""

from __future__ import annotations

import json
from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass, field
from typing import Any

from mainmatch.server.seats import RoomState
from mainmatch.server.storage import Row, Write
from mainmatch.server.tables import TALK

TABLE, WATCHERS = "table", "watchers"
"""The rooms that are always there: the table, which everybody hears, and the room of those who watch."""
EMPTY, OVER, OFF = "empty", "over", "off"
"""Why a side room closes: everybody has left, the match has ended, the host allows none any more."""
TalkEvent = dict[str, Any]
EVERYBODY = None
NOBODY: frozenset[int] = frozenset()


@dataclass
class Talker:
    """Somebody who has or had a place here, by number; numbers follow the order of coming, from 1."""

    number: int
    person: str
    name: str
    is_watching: bool = False
    """In the spectators' room."""
    is_silenced: bool = False
    mutes: list[int] = field(default_factory=list)


@dataclass
class SideRoom:
    """A side room that is open."""

    id: str
    is_hidden: bool
    """Only those inside and those who were invited know of it."""
    members: list[int]
    invited: dict[int, int] = field(default_factory=dict)
    """Who, and by whom."""
    knocking: list[int] = field(default_factory=list)


@dataclass(frozen=True)
class Heard:
    """An event with those who hear it; audience None: everybody."""

    at: int
    event: TalkEvent
    audience: frozenset[int] | None


class Talk:
    """The talk of one room from its first word on."""

    def __init__(self, rows: Iterable[Row] = ()) -> None:
        self.talkers: dict[int, Talker] = {}
        self.sides: dict[str, SideRoom] = {}
        self.heard: list[Heard] = []
        self.stored = 0
        """So many events are in the database."""
        self.by_person: dict[str, int] = {}
        for row in rows:
            self.take(json.loads(row["event"]), row["at"])
        self.stored = len(self.heard)

    # ------------------------------------------------------------ asking
    def talker(self, person: str | None) -> Talker | None:
        """Who this person is here."""
        number = None if person is None else self.by_person.get(person)
        return None if number is None else self.talkers[number]

    def knows_of(self, who: int | None, side: SideRoom) -> bool:
        """May somebody know that this side room exists?"""
        return not side.is_hidden or (who is not None and (who in side.members or who in side.invited))

    @property
    def watching(self) -> frozenset[int]:
        """Who is in the spectators' room."""
        return frozenset(t.number for t in self.talkers.values() if t.is_watching)

    def inside(self, room: str) -> frozenset[int] | None:
        """Who hears what is said in a room now."""
        if room == TABLE:
            return EVERYBODY
        return self.watching if room == WATCHERS else frozenset(self.sides[room].members)

    # ------------------------------------------------------------ storing
    def write(self, room: str, events: Iterable[TalkEvent], at: int, write: Write) -> None:
        """Add to `write` these events, and those before them that are not stored yet."""
        number = self.stored
        waiting = [(heard.event, heard.at) for heard in self.heard[self.stored :]]
        for event, when in [*waiting, *((event, at) for event in events)]:
            number += 1
            row = {"room": room, "number": number, "event": json.dumps(event, ensure_ascii=False), "at": when}
            write.insert(TALK, row)

    # ------------------------------------------------------------ taking in
    def take(self, event: TalkEvent, at: int) -> None:
        """An event happens."""
        self.heard.append(Heard(at, event, TAKING[event["type"]](self, event)))


# ---------------------------------------------------------------- taking in: what each event changes, and who hears it
def _came(talk: Talk, event: TalkEvent) -> frozenset[int] | None:
    talk.talkers[event["who"]] = Talker(event["who"], event["person"], event["name"])
    talk.by_person[event["person"]] = event["who"]
    return NOBODY


def _moved(talk: Talk, event: TalkEvent) -> frozenset[int] | None:
    talker = talk.talkers[event["who"]]
    talk.by_person.pop(talker.person, None)
    talker.person = event["person"]
    talk.by_person[talker.person] = talker.number
    return NOBODY


def _named(talk: Talk, event: TalkEvent) -> frozenset[int] | None:
    talk.talkers[event["who"]].name = event["name"]
    return NOBODY


def _said(talk: Talk, event: TalkEvent) -> frozenset[int] | None:
    return talk.inside(event["room"])


def _opened(talk: Talk, event: TalkEvent) -> frozenset[int] | None:
    side = SideRoom(event["room"], event["hidden"], [event["who"]])
    talk.sides[side.id] = side
    return _of_side(side)


def _of_side(side: SideRoom, *more: int) -> frozenset[int] | None:
    return frozenset((*side.members, *more)) if side.is_hidden else EVERYBODY


def _invited(talk: Talk, event: TalkEvent) -> frozenset[int] | None:
    side = talk.sides[event["room"]]
    side.invited[event["who"]] = event["by"]
    return frozenset((*side.members, event["who"]))


def _knocked(talk: Talk, event: TalkEvent) -> frozenset[int] | None:
    side = talk.sides[event["room"]]
    side.knocking.append(event["who"])
    return frozenset((*side.members, event["who"]))


def _turned_away(talk: Talk, event: TalkEvent) -> frozenset[int] | None:
    side = talk.sides[event["room"]]
    side.invited.pop(event["who"], None)
    side.knocking = [who for who in side.knocking if who != event["who"]]
    return frozenset((*side.members, event["who"]))


def _joined(talk: Talk, event: TalkEvent) -> frozenset[int] | None:
    if event["room"] == WATCHERS:
        talk.talkers[event["who"]].is_watching = True
        return talk.watching
    side = talk.sides[event["room"]]
    side.invited.pop(event["who"], None)
    side.knocking = [who for who in side.knocking if who != event["who"]]
    side.members.append(event["who"])
    return _of_side(side)


def _left(talk: Talk, event: TalkEvent) -> frozenset[int] | None:
    who = event["who"]
    if event["room"] == WATCHERS:
        heard = talk.watching
        talk.talkers[who].is_watching = False
        return heard
    side = talk.sides[event["room"]]
    side.members.remove(who)
    return _of_side(side, who)


def _closed(talk: Talk, event: TalkEvent) -> frozenset[int] | None:
    side = talk.sides.pop(event["room"])
    return _of_side(side, *side.invited, *event.get("last", ()))


def _mutes(talk: Talk, event: TalkEvent) -> frozenset[int] | None:
    mutes = talk.talkers[event["who"]].mutes
    if event["on"]:
        mutes.append(event["whom"])
    else:
        mutes.remove(event["whom"])
    return NOBODY


def _silenced(talk: Talk, event: TalkEvent) -> frozenset[int] | None:
    talk.talkers[event["who"]].is_silenced = event["type"] == "silenced"
    return EVERYBODY


def _reported(_: Talk, event: TalkEvent) -> frozenset[int] | None:
    return frozenset((event["who"], event["to"]))


def _ended(_: Talk, event: TalkEvent) -> frozenset[int] | None:
    return EVERYBODY if event["open"] else NOBODY


TAKING: dict[str, Callable[[Talk, TalkEvent], frozenset[int] | None]] = {
    "came": _came,
    "moved": _moved,
    "named": _named,
    "said": _said,
    "opened": _opened,
    "invited": _invited,
    "knocked": _knocked,
    "turned_away": _turned_away,
    "joined": _joined,
    "left": _left,
    "closed": _closed,
    "mutes": _mutes,
    "silenced": _silenced,
    "unsilenced": _silenced,
    "reported": _reported,
    "ended": _ended,
}
"""How each kind of event happens; returns who hears it."""


# ---------------------------------------------------------------- what follows from what happens at the table
def newcomers(talk: Talk, room: RoomState, moved: Mapping[str, str]) -> list[TalkEvent]:
    """Whoever has a place and is no talker yet becomes one; whoever has another name goes by it."""
    placed = [(seat.person, seat.name or "") for seat in room.seats if seat.person is not None]
    if room.host is not None and all(room.host != person for person, _ in placed):
        placed.append((room.host, room.host_name or ""))
    old_of = {new: old for old, new in moved.items()}
    events: list[TalkEvent] = []
    for person, name in placed:
        talker = talk.talker(old_of.get(person, person))
        if talker is None:
            came = sum(event["type"] == "came" for event in events)
            events.append({"type": "came", "who": len(talk.talkers) + came + 1, "person": person, "name": name})
        elif talker.name != name:
            events.append({"type": "named", "who": talker.number, "name": name})
    return events


def follows(
    talk: Talk, before: RoomState, after: RoomState, ended: int | None, moved: Mapping[str, str] | None = None
) -> list[TalkEvent]:
    """What a change at the table does to its talk.

    Args:
        ended: The number of the match that ends with it.
        moved: Whose place goes to another device, by hash of the old key; all that it could hear goes along.
    """
    moved = moved or {}
    events: list[TalkEvent] = []
    for old, new in moved.items():
        talker = talk.talker(old)
        if talker is not None:
            events.append({"type": "moved", "who": talker.number, "person": new})
    events += newcomers(talk, after, moved)
    for talker in talk.talkers.values():
        sits = after.seat_of(moved.get(talker.person, talker.person)) is not None
        if sits and talker.is_watching:
            events.append({"type": "left", "room": WATCHERS, "who": talker.number})
        if not sits and before.seat_of(talker.person) is not None:
            events += parting(talk, talker.number)
    if ended is not None or not after.talk["side_rooms"]:
        gone = {event["room"] for event in events if event["type"] == "closed"}
        why = OFF if ended is None else OVER
        events += [{"type": "closed", "room": side, "why": why} for side in talk.sides if side not in gone]
    if ended is not None:
        events.append({"type": "ended", "match": ended, "open": after.talk["transcripts"]})
    return events


def parting(talk: Talk, who: int) -> list[TalkEvent]:
    """Somebody gives its chair up: it leaves every side room, and nobody waits for it."""
    events: list[TalkEvent] = []
    for side in talk.sides.values():
        if who in side.members:
            events += leaving(side, who)
        elif who in side.invited or who in side.knocking:
            events.append({"type": "turned_away", "room": side.id, "who": who})
    return events


def leaving(side: SideRoom, who: int) -> list[TalkEvent]:
    """Somebody leaves a side room; the last one closes it."""
    events: list[TalkEvent] = [{"type": "left", "room": side.id, "who": who}]
    if side.members == [who]:
        events.append({"type": "closed", "room": side.id, "why": EMPTY, "last": [who]})
    return events
