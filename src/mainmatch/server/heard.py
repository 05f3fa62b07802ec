"""What one person hears of the talk: the items it was there for, and which rooms it may know of. Used by `projection`.

Items are numbered for each person from 1 without a gap, and never change: what somebody could not hear leaves no trace
in its numbers. Nothing here depends on the time, so that showing it again shows the same.
"""

from __future__ import annotations

import zlib
from dataclasses import dataclass
from typing import Any

from mainmatch.server.talk import TABLE, WATCHERS, SideRoom, Talk, Talker, TalkEvent
from mainmatch.server.talking import Scene
from mainmatch.server.wire import encode

NOBODY = 0
"""The number of everybody who is no talker: they hear what all hear."""
MOST_AT_ONCE = 400
"""Items that somebody gets who has none yet; those before them come on asking."""
_SHOWN = {
    "said": ("room", "who", "name", "seat", "text", "match", "stage"),
    "opened": ("room", "who", "hidden"),
    "invited": ("room", "who", "by"),
    "knocked": ("room", "who"),
    "turned_away": ("room", "who", "by"),
    "joined": ("room", "who"),
    "left": ("room", "who"),
    "closed": ("room", "why"),
    "silenced": ("who",),
    "unsilenced": ("who",),
    "reported": ("who", "to", "reason", "message"),
    "ended": ("match",),
}
"""What everybody who hears an event hears of it."""


@dataclass(frozen=True)
class Hearing:
    """The talk as one person has it now."""

    feed: int
    """Whose items these are: its number as a talker, or NOBODY."""
    state: bytes
    items: list[bytes]
    number: int
    """How many there were at this moment."""

    @property
    def stamp(self) -> str:
        """Changes when anything does that this person can see of the talk, and never else."""
        return f"{self.number}.{zlib.crc32(self.state):08x}"

    def after(self, feed: int | None, number: int) -> int:
        """From which item on somebody goes on who has this item of this feed."""
        if feed == self.feed and 0 < number <= self.number:
            return number
        return max(0, self.number - MOST_AT_ONCE)

    def part(self, after: int, *, is_whole: bool) -> bytes:
        """The items behind number `after`, and the state if this is the whole."""
        state = b'"state":' + self.state + b"," if is_whole else b""
        items = b",".join(self.items[after : self.number])
        return b'{"feed":%d,%s"after":%d,"items":[%s]}' % (self.feed, state, after, items)

    def before(self, number: int) -> bytes:
        """The items before this one, as many as there are at once."""
        last = max(0, min(number - 1, self.number))
        first = max(0, last - MOST_AT_ONCE)
        return b'{"feed":%d,"after":%d,"items":[%s]}' % (self.feed, first, b",".join(self.items[first:last]))


class Ears:
    """What everybody has heard of one room's talk so far."""

    def __init__(self, talk: Talk) -> None:
        self.talk = talk
        self._items: dict[int, list[bytes]] = {}
        self._read: dict[int, int] = {}

    def hearing(self, person: str | None, scene: Scene) -> Hearing:
        """The talk as this person has it now."""
        talker = self.talk.talker(person)
        items = self._heard_by(NOBODY if talker is None else talker.number)
        state = encode(_state(self.talk, scene, person, talker))
        return Hearing(NOBODY if talker is None else talker.number, state, items, len(items))

    def _heard_by(self, who: int) -> list[bytes]:
        items = self._items.setdefault(who, [])
        for heard in self.talk.heard[self._read.get(who, 0) :]:
            if heard.audience is None or who in heard.audience:
                items.append(encode(_item(heard.event, heard.at, who, len(items) + 1)))
        self._read[who] = len(self.talk.heard)
        return items


def _item(event: TalkEvent, at: int, who: int, number: int) -> dict[str, Any]:
    shown = {key: event[key] for key in _SHOWN[event["type"]] if key in event}
    own = {"id": event["id"]} if event["type"] == "said" and event["who"] == who else {}
    return {"n": number, "time": at, "type": event["type"], **shown, **own}


def _state(talk: Talk, scene: Scene, person: str | None, talker: Talker | None) -> dict[str, Any]:
    me = None if talker is None else talker.number
    rooms: list[dict[str, Any]] = [{"room": TABLE, "write": scene.why_not_say(talker, TABLE)}]
    is_watching = talker is not None and talker.is_watching
    if is_watching or scene.may_watch(person):
        rooms.append(
            {
                "room": WATCHERS,
                "you": "in" if is_watching else None,
                "members": sorted(talk.watching) if is_watching else [],
                "write": scene.why_not_say(talker, WATCHERS) if is_watching else "name",
            }
        )
    rooms += [_side(scene, talker, side) for side in talk.sides.values() if talk.knows_of(me, side)]
    return {
        "me": me,
        "people": [
            {
                "who": t.number,
                "name": t.name,
                "seat": scene.room.seat_of(t.person),
                "watching": t.is_watching,
                "silenced": t.is_silenced,
                "host": t.person == scene.room.host,
            }
            for t in talk.talkers.values()
        ],
        "rooms": rooms,
        "open": scene.why_no_side_rooms(talker),
        "muted": [] if talker is None else sorted(talker.mutes),
    }


def _side(scene: Scene, talker: Talker | None, side: SideRoom) -> dict[str, Any]:
    me = None if talker is None else talker.number
    you = None
    if me is not None:
        you = (
            "in"
            if me in side.members
            else "invited"
            if me in side.invited
            else "knocking"
            if me in side.knocking
            else None
        )
    inside = you == "in"
    return {
        "room": side.id,
        "hidden": side.is_hidden,
        "members": side.members,
        "you": you,
        "by": None if me is None else side.invited.get(me),
        "invited": sorted(side.invited) if inside else [],
        "knocking": side.knocking if inside else [],
        "full": len(side.members) >= scene.largest,
        "write": scene.why_not_say(talker, side) if inside else None,
    }


def transcripts(talk: Talk, match: int) -> dict[str, Any] | None:
    """What was said in closed rooms during a match, once it may be read; None: it may not.

    Rooms stand in the order of their first words, with everybody who was ever in them.
    """
    ended = next((h.event for h in talk.heard if h.event["type"] == "ended" and h.event["match"] == match), None)
    if ended is None or not ended["open"]:
        return None
    rooms: dict[str, dict[str, Any]] = {}
    for heard in talk.heard:
        event = heard.event
        if event["type"] == "said" and event["match"] == match and event["room"] != TABLE:
            room = rooms.setdefault(event["room"], {"room": event["room"], "heard_by": [], "said": []})
            room["heard_by"] = sorted({*room["heard_by"], *(heard.audience or ())})
            room["said"].append({"time": heard.at, **{k: event[k] for k in ("who", "name", "seat", "text", "stage")}})
    return {"match": match, "rooms": list(rooms.values())}
