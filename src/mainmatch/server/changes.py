"""What planning looks at, and what it makes: a `Change`, which is stored, then installed."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field

from mainmatch.core.game import Game
from mainmatch.server.names import look
from mainmatch.server.refusals import Refusal
from mainmatch.server.seats import EMPTY, RoomState
from mainmatch.server.storage import Write
from mainmatch.server.table import Note, Step, Table
from mainmatch.server.tables import DEADLINES


@dataclass(frozen=True)
class Now:
    """Everything that planning looks at."""

    room: RoomState
    table: Table | None
    """The match in progress; None when there is none."""
    holders: Mapping[str, int]
    """Who has held which seat in this match."""
    games: Mapping[str, Game]
    at: int
    new_key: Callable[[], bytes]
    is_connected: Callable[[str | None], bool]
    gone_ms: Callable[[str | None], int]
    """How long somebody has had no connection."""

    @property
    def game(self) -> Game:
        """The game that is, or will be, played here."""
        return self.games[self.room.game]


@dataclass
class Change:
    """What will be true once `write` is stored."""

    room: RoomState
    write: Write = field(default_factory=Write)
    step: Step | None = None
    due: int | None = None
    """When the time of the decisions that open with the step runs out."""
    dues: dict[int, int | None] | None = None
    """Without a step: when the time of every open decision runs out from now on."""
    withdrawn: bool = False
    """A decision is taken back."""
    notes: list[Note] = field(default_factory=list)
    started: Table | None = None
    stopped: str | None = None
    holders: dict[str, int] = field(default_factory=dict)
    """Added to those who have held a seat in this match."""
    moved: dict[str, str] = field(default_factory=dict)
    """Whose place goes to another device: hash of the old key, of the new."""


def playing(now: Now) -> Table:
    """The match in progress. Raises Refusal `not_playing`."""
    if now.table is None:
        raise Refusal("not_playing", "No match is in progress at this table.")
    return now.table


def held_by(now: Now, person: str) -> int:
    """The chair of a person. Raises Refusal `not_seated`."""
    seat = now.room.seat_of(person)
    if seat is None:
        raise Refusal("not_seated", "This needs a chair at the table.")
    return seat


def check_open(room: RoomState, person: str) -> None:
    """Raises Refusal `practising` when somebody else practises here."""
    if room.practise and room.host is not None and room.host != person:
        raise Refusal("practising", "Somebody practises here among bots. You may watch.")


def check_free_name(room: RoomState, name: str, person: str) -> None:
    """Raises Refusal `name_taken` when somebody else is called the same, or looks it."""
    taken = {look(s.name) for s in room.seats if s.name is not None and s.person != person and s.kind != EMPTY}
    if room.host is not None and room.host != person and room.host_name is not None:
        taken.add(look(room.host_name))
    if look(name) in taken:
        raise Refusal("name_taken", "Somebody at this table is called that already.")


def set_deadlines(write: Write, code: str, table: Table, decisions: dict[int, str], due: int) -> None:
    """The time of these open decisions (by seat) runs out then."""
    for p, decision in decisions.items():
        row = {"match": table.id, "seat": p, "room": code, "decision": decision, "due_at": due}
        write.insert(DEADLINES, row)
