"""What each talk command does: pure planning of events. Nothing is changed here; events are stored, then taken in."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass

from mainmatch.server import wire
from mainmatch.server.names import clean_name, look
from mainmatch.server.refusals import Refusal
from mainmatch.server.seats import PLAYING, RoomState
from mainmatch.server.talk import TABLE, WATCHERS, SideRoom, Talk, Talker, TalkEvent, leaving
from mainmatch.server.texts import clean_text

MOST_SIDE_ROOMS = 8
"""That one person is in, has been invited to or knocks at."""


MOST_WATCHERS = 100
"""In the spectators' room."""


@dataclass(frozen=True)
class Scene:
    """What planning and showing talk look at besides the talk itself."""

    room: RoomState
    holders: Mapping[str, int]
    """Who has held a seat in the latest match."""
    stage: str | None
    """Of the match in progress."""
    new_id: Callable[[], str]
    """An id for a side room that says nothing, not even how many there are."""

    @property
    def is_playing(self) -> bool:
        """Is a match in progress?"""
        return self.room.status == PLAYING

    @property
    def is_quiet(self) -> bool:
        """Do side rooms rest?"""
        return self.stage is not None and self.stage in self.room.talk["quiet"]

    def sits(self, talker: Talker | None) -> bool:
        """Has it a chair?"""
        return talker is not None and self.room.seat_of(talker.person) is not None

    def is_at_table(self, talker: Talker | None) -> bool:
        """May it always talk at the table: from a chair, or as the host?"""
        return talker is not None and (self.sits(talker) or talker.person == self.room.host)

    def may_watch(self, person: str | None) -> bool:
        """May somebody be in the spectators' room? Nobody who has seen a hand of the match in progress."""
        if person is None:
            return True
        if person in self.room.removed or self.room.seat_of(person) is not None:
            return False
        return not (self.is_playing and person in self.holders)

    @property
    def largest(self) -> int:
        """Most people in one side room."""
        return self.room.talk["largest"] or len(self.room.seats)

    def why_no_side_rooms(self, talker: Talker | None) -> str | None:
        """Why somebody may not open or enter a side room now: `off`, `quiet`, `seat`, `silenced`; None: it may."""
        if not self.room.talk["side_rooms"]:
            return "off"
        if not self.sits(talker):
            return "seat"
        if talker is not None and talker.is_silenced:
            return "silenced"
        return "quiet" if self.is_quiet else None

    def why_not_say(self, talker: Talker | None, room: str | SideRoom) -> str | None:
        """Why somebody may not write in a room: `silenced`, `name`, `watching`, `quiet`, `alone`; None: it may."""
        if talker is None:
            return "name"
        if talker.is_silenced:
            return "silenced"
        if isinstance(room, SideRoom):
            return "quiet" if self.is_quiet else "alone" if len(room.members) < 2 else None
        if room == TABLE and not self.is_at_table(talker):
            if not talker.is_watching:
                return "name"
            return "watching" if self.is_playing else None
        return None


def plan(talk: Talk, scene: Scene, person: str, command: wire.AnyTalk) -> list[TalkEvent]:
    """The events of a command of a person. Raises Refusal."""
    if isinstance(command, wire.Introduce):
        return introduce(talk, scene, person, command.name)
    talker = talk.talker(person)
    if talker is None:
        raise Refusal("not_seated", "Talking needs a chair, or a name in the spectators' room.")
    match command:
        case wire.Say():
            return say(talk, scene, talker, command)
        case wire.OpenSideRoom():
            return open_side_room(talk, scene, talker, command.whom)
        case wire.Invite():
            return invite(talk, scene, talker, command.room, command.whom)
        case wire.TurnAway():
            return turn_away(talk, talker, command.room, command.whom)
        case wire.Knock():
            return knock(talk, scene, talker, command.room)
        case wire.Enter():
            return enter(talk, scene, talker, command.room)
        case wire.LeaveSideRoom():
            return leave_side_room(talk, talker, command.room)
        case wire.Mute() | wire.Unmute():
            return mute(talk, talker, command.whom, on=isinstance(command, wire.Mute))
        case wire.Report():
            return report(talk, scene, talker, command.n, command.reason)
        case _:
            return silence(talk, scene, talker, command)


# ---------------------------------------------------------------- saying
def introduce(talk: Talk, scene: Scene, person: str, given: str) -> list[TalkEvent]:
    """Enter the spectators' room under a name."""
    room = scene.room
    if person in room.removed:
        raise Refusal("removed", "The host asked you to leave. You may watch.")
    if room.seat_of(person) is not None:
        raise Refusal("seat_elsewhere", "The spectators' room is for those who have no chair.")
    if not scene.may_watch(person):
        raise Refusal("knows_too_much", "You held a chair in this match: the spectators' room opens to you at its end.")
    name = clean_name(given)
    taken = {look(seat.name) for seat in room.seats if seat.name is not None}
    taken |= {look(t.name) for t in talk.talkers.values() if t.is_watching and t.person != person}
    if room.host_name is not None and room.host != person:
        taken.add(look(room.host_name))
    if look(name) in taken:
        raise Refusal("name_taken", "Somebody at this table is called that already.")
    talker = talk.talker(person)
    if len(talk.watching) >= MOST_WATCHERS and (talker is None or not talker.is_watching):
        raise Refusal("room_full", f"The spectators' room holds {MOST_WATCHERS} people. You may read the table's talk.")
    if talker is None:
        number = len(talk.talkers) + 1
        came: TalkEvent = {"type": "came", "who": number, "person": person, "name": name}
        return [came, {"type": "joined", "room": WATCHERS, "who": number}]
    events: list[TalkEvent] = []
    if talker.name != name:
        events.append({"type": "named", "who": talker.number, "name": name})
    if not talker.is_watching:
        events.append({"type": "joined", "room": WATCHERS, "who": talker.number})
    return events


def say(talk: Talk, scene: Scene, talker: Talker, command: wire.Say) -> list[TalkEvent]:
    """Say something in a room."""
    room: str | SideRoom = command.room
    if command.room == WATCHERS:
        if not talker.is_watching:
            raise Refusal("not_member", "You are not in the spectators' room.")
    elif command.room != TABLE:
        room = _inside(talk, talker, command.room)
    _check_may_say(scene.why_not_say(talker, room))
    event: TalkEvent = {
        "type": "said",
        "room": command.room,
        "who": talker.number,
        "name": talker.name,
        "seat": scene.room.seat_of(talker.person),
        "text": clean_text(command.text),
        "match": scene.room.matches if scene.is_playing else None,
        "stage": scene.stage,
        "id": command.id,
    }
    return [event]


_NOT_SAID = {
    "name": ("not_seated", "Talking needs a chair, or a name in the spectators' room."),
    "silenced": ("silenced", "The host lets you write no longer. You may read."),
    "watching": (
        "only_watching",
        "While a match is in progress only its people talk at the table; those who watch have their own room.",
    ),
    "quiet": ("side_rooms_closed", "Side rooms rest in this stage of the match; you may read."),
    "alone": ("alone", "Nobody else is in this room yet, so nobody would ever read it."),
}


def _check_may_say(why: str | None) -> None:
    if why is not None:
        raise Refusal(*_NOT_SAID[why])


# ---------------------------------------------------------------- side rooms
_NO_SIDE_ROOMS = {
    "off": ("side_rooms_closed", "The host allows no side rooms at this table."),
    "seat": ("not_seated", "Side rooms are for the people on the chairs."),
    "silenced": ("silenced", "The host lets you write no longer. You may read."),
    "quiet": ("side_rooms_closed", "Side rooms rest in this stage of the match."),
}


def _check_side_rooms(talk: Talk, scene: Scene, talker: Talker, is_new: bool) -> None:
    why = scene.why_no_side_rooms(talker)
    if why is not None:
        raise Refusal(*_NO_SIDE_ROOMS[why])
    about = [s for s in talk.sides.values() if talker.number in (*s.members, *s.knocking)]
    if is_new and len(about) >= MOST_SIDE_ROOMS:
        raise Refusal("too_many_side_rooms", f"One person is in {MOST_SIDE_ROOMS} side rooms at most; leave one.")


def _side(talk: Talk, talker: Talker, room: str) -> SideRoom:
    """The side room; one that somebody may not know of is none."""
    side = talk.sides.get(room)
    if side is None or not talk.knows_of(talker.number, side):
        raise Refusal("no_such_side_room", "There is no such side room (any more).")
    return side


def _inside(talk: Talk, talker: Talker, room: str) -> SideRoom:
    side = _side(talk, talker, room)
    if talker.number not in side.members:
        raise Refusal("not_member", "You are not in this side room.")
    return side


def _somebody(talk: Talk, scene: Scene, whom: int) -> Talker:
    """A person on a chair."""
    other = talk.talkers.get(whom)
    if other is None or not scene.sits(other):
        raise Refusal("no_such_talker", "Nobody with this number sits at the table.")
    return other


def _check_room_for(scene: Scene, side: SideRoom) -> None:
    if len(side.members) >= scene.largest:
        raise Refusal("side_room_full", f"This side room is full; the host allows {scene.largest} people.")


def open_side_room(talk: Talk, scene: Scene, talker: Talker, whom: list[int]) -> list[TalkEvent]:
    """Open a side room and invite people."""
    _check_side_rooms(talk, scene, talker, is_new=True)
    others = [_somebody(talk, scene, other).number for other in dict.fromkeys(whom) if other != talker.number]
    if not others:
        raise Refusal("alone", "A side room is for two people at least.")
    if len(others) + 1 > scene.largest:
        raise Refusal("side_room_full", f"The host allows {scene.largest} people in one side room.")
    room = scene.new_id()
    hidden = not scene.room.talk["shows_members"]
    opened: TalkEvent = {"type": "opened", "room": room, "who": talker.number, "hidden": hidden}
    return [opened, *({"type": "invited", "room": room, "who": n, "by": talker.number} for n in others)]


def invite(talk: Talk, scene: Scene, talker: Talker, room: str, whom: int) -> list[TalkEvent]:
    """Invite somebody, or let in who has knocked."""
    side = _inside(talk, talker, room)
    _check_side_rooms(talk, scene, talker, is_new=False)
    other = _somebody(talk, scene, whom)
    if other.number in side.members or other.number in side.invited:
        raise Refusal("already_there", "This person is in the room already, or has been invited.")
    _check_room_for(scene, side)
    if other.number in side.knocking:
        return [{"type": "joined", "room": side.id, "who": other.number, "by": talker.number}]
    return [{"type": "invited", "room": side.id, "who": other.number, "by": talker.number}]


def turn_away(talk: Talk, talker: Talker, room: str, whom: int) -> list[TalkEvent]:
    """Do not let in who has knocked; take an invitation back."""
    side = _inside(talk, talker, room)
    if whom not in side.invited and whom not in side.knocking:
        raise Refusal("no_such_talker", "This person has neither knocked nor been invited.")
    return [{"type": "turned_away", "room": side.id, "who": whom, "by": talker.number}]


def knock(talk: Talk, scene: Scene, talker: Talker, room: str) -> list[TalkEvent]:
    """Ask to be let in; who was invited enters."""
    side = _side(talk, talker, room)
    _check_side_rooms(talk, scene, talker, is_new=True)
    if talker.number in side.invited:
        return enter(talk, scene, talker, room)
    if talker.number in side.members or talker.number in side.knocking:
        raise Refusal("already_there", "You are in this room already, or have knocked.")
    _check_room_for(scene, side)
    return [{"type": "knocked", "room": side.id, "who": talker.number}]


def enter(talk: Talk, scene: Scene, talker: Talker, room: str) -> list[TalkEvent]:
    """Accept an invitation."""
    side = _side(talk, talker, room)
    if talker.number not in side.invited:
        raise Refusal("not_member", "You have not been invited into this side room; you may knock.")
    _check_side_rooms(talk, scene, talker, is_new=True)
    _check_room_for(scene, side)
    return [{"type": "joined", "room": side.id, "who": talker.number, "by": side.invited[talker.number]}]


def leave_side_room(talk: Talk, talker: Talker, room: str) -> list[TalkEvent]:
    """Leave; decline an invitation; knock no longer."""
    side = _side(talk, talker, room)
    if talker.number in side.members:
        return leaving(side, talker.number)
    if talker.number in side.invited or talker.number in side.knocking:
        return [{"type": "turned_away", "room": side.id, "who": talker.number, "by": talker.number}]
    raise Refusal("not_member", "You are not in this side room.")


# ---------------------------------------------------------------- order
def mute(talk: Talk, talker: Talker, whom: int, *, on: bool) -> list[TalkEvent]:
    """Hear somebody no longer, or again."""
    if whom not in talk.talkers or whom == talker.number:
        raise Refusal("no_such_talker", "There is nobody else with this number.")
    if (whom in talker.mutes) == on:
        return []
    return [{"type": "mutes", "who": talker.number, "whom": whom, "on": on}]


def report(talk: Talk, scene: Scene, talker: Talker, number: int, reason: str) -> list[TalkEvent]:
    """Show the host one message, as the `number`-th thing that this person has heard."""
    heard = [i for i, one in enumerate(talk.heard) if one.audience is None or talker.number in one.audience]
    if number > len(heard) or talk.heard[heard[number - 1]].event["type"] != "said":
        raise Refusal("no_such_message", "You have received no message with this number.")
    host = talk.talker(scene.room.host)
    if host is None:
        raise Refusal("no_such_person", "This room has no host now.")
    index = heard[number - 1]
    said = talk.heard[index]
    if any(
        e.event["type"] == "reported" and e.event["who"] == talker.number and e.event["index"] == index
        for e in talk.heard
    ):
        raise Refusal("already_there", "You have reported this message.")
    shown = {key: said.event[key] for key in ("who", "name", "seat", "text", "match", "stage")}
    return [
        {
            "type": "reported",
            "who": talker.number,
            "to": host.number,
            "index": index,
            "reason": clean_text(reason),
            "message": {**shown, "time": said.at, "is_aside": said.event["room"] not in (TABLE, WATCHERS)},
        }
    ]


def silence(talk: Talk, scene: Scene, talker: Talker, command: wire.Silence | wire.Unsilence) -> list[TalkEvent]:
    """Let somebody write no longer, or again."""
    if talker.person != scene.room.host:
        raise Refusal("not_host", "Only the host may do this.")
    other = talk.talkers.get(command.whom)
    if other is None or other is talker:
        raise Refusal("no_such_talker", "There is nobody else with this number.")
    on = isinstance(command, wire.Silence)
    if other.is_silenced == on:
        return []
    return [{"type": "silenced" if on else "unsilenced", "who": other.number}]
