"""A room as it is stored: its chairs, who sits on them, and what will be played."""

from __future__ import annotations

import json
from dataclasses import dataclass, field, replace
from typing import Any

import msgspec
from msgspec import Struct

from mainmatch.core.game import Value
from mainmatch.server.aids import AIDS
from mainmatch.server.clock import Pace
from mainmatch.server.etiquette import ETIQUETTE
from mainmatch.server.storage import Row, Write
from mainmatch.server.tables import ROOMS, SEATS

LOBBY, PLAYING, OVER = "lobby", "playing", "over"
NO_CLOCK = Pace()
HUMAN, BOT, EMPTY = "human", "bot", "empty"


@dataclass(frozen=True)
class Seat:
    """One chair."""

    kind: str = EMPTY
    name: str | None = None
    person: str | None = None
    """Hash of the holder's key."""
    bot: str | None = None
    """Which bot plays here, or plays while its person is away."""
    away: bool = False
    lender: str | None = None
    """Hash of the key of whoever lends this chair to its holder; the name stays the lender's."""
    lent_to: str | None = None
    """The holder's own name, on a chair that is lent."""

    @property
    def bot_plays(self) -> bool:
        """Does a bot decide here now?"""
        return self.kind == BOT or self.away


class Pause(Struct, frozen=True):
    """The match stands still."""

    at: int
    left: dict[int, int]
    """Milliseconds that each open decision has left, by seat; without a clock none."""


class Asking(Struct, frozen=True):
    """Somebody asks to take back the last decision."""

    seat: int
    decision: int
    """Its number among those stored."""
    agreed: tuple[int, ...] = ()
    """Seats whose people have agreed."""


@dataclass(frozen=True)
class RoomState:
    """All that is stored of a room, besides its matches."""

    code: str
    language: str
    game: str
    players: int
    options: dict[str, Value]
    seats: tuple[Seat, ...]
    name: str | None = None
    status: str = LOBBY
    pace: Pace = NO_CLOCK
    bots: str = "normal"
    aids: dict[str, bool] = field(default_factory=lambda: dict(AIDS))
    """What the table remembers for people, by name."""
    talk: dict[str, Any] = field(default_factory=lambda: dict(ETIQUETTE))
    """What the host allows of talk, by name."""
    practise: bool = False
    """One person among bots that say why; nobody else may sit."""
    host: str | None = None
    host_name: str | None = None
    removed: tuple[str, ...] = ()
    matches: int = 0
    stopped: str | None = None
    paused: Pause | None = None
    asked: Asking | None = None
    created_at: int = 0

    # ------------------------------------------------------------ who sits where
    def seat_of(self, person: str | None) -> int | None:
        """The chair that this person holds."""
        if person is None:
            return None
        return next((i for i, s in enumerate(self.seats) if s.person == person), None)

    def names(self) -> list[str]:
        """The names by chair; an empty one has none."""
        return [s.name or "" for s in self.seats]

    def name_of(self, person: str) -> str | None:
        """What this person is called here."""
        seat = self.seat_of(person)
        if seat is not None:
            return self.seats[seat].lent_to or self.seats[seat].name
        lent = self.lent_by(person)
        if lent is not None:
            return self.seats[lent].name
        return self.host_name if person == self.host else None

    def with_seat(self, index: int, seat: Seat) -> RoomState:
        """The room with one chair changed."""
        return replace(self, seats=(*self.seats[:index], seat, *self.seats[index + 1 :]))

    def bot_seat(self, index: int, bot: str | None = None) -> Seat:
        """A bot for this chair."""
        word = "봇" if self.language == "ko" else "Bot"
        return Seat(BOT, f"{word} {index + 1}", bot=bot or self.bots)

    def lent_by(self, person: str | None) -> int | None:
        """The chair that this person lends to somebody else."""
        if person is None:
            return None
        return next((i for i, s in enumerate(self.seats) if s.lender == person), None)

    def next_host(self) -> RoomState:
        """The room after its host has gone: the next person is the host, or nobody."""
        heir = next((s for s in self.seats if s.person is not None and s.person != self.host), None)
        if heir is None:
            return replace(self, host=None, host_name=None)
        return replace(self, host=heir.person, host_name=heir.name)

    # ------------------------------------------------------------ the database
    def row(self, now: int) -> Row:
        """The row of `rooms`."""
        return {
            "code": self.code,
            "name": self.name,
            "language": self.language,
            "status": self.status,
            "game": self.game,
            "players": self.players,
            "options": json.dumps(self.options),
            "pace": self.pace.pace,
            "amount": self.pace.amount,
            "bots": self.bots,
            "aids": json.dumps(self.aids),
            "talk": json.dumps(self.talk),
            "practise": self.practise,
            "host": self.host,
            "host_name": self.host_name,
            "removed": json.dumps(self.removed),
            "matches": self.matches,
            "stopped": self.stopped,
            "paused": _json(self.paused),
            "asked": _json(self.asked),
            "created_at": self.created_at,
            "updated_at": now,
        }

    def write(self, before: RoomState | None, write: Write, now: int) -> None:
        """Add to `write` all that differs from `before` (None: everything)."""
        if before is None:
            write.insert(ROOMS, self.row(now))
        elif self != before:
            write.update(ROOMS, {"code": self.code}, **{k: v for k, v in self.row(now).items() if k != "code"})
        if before is None or self.seats != before.seats:
            if before is not None:
                write.delete(SEATS, room=self.code)
            for i, s in enumerate(self.seats):
                write.insert(
                    SEATS,
                    {
                        "room": self.code,
                        "seat": i,
                        "kind": s.kind,
                        "name": s.name,
                        "person": s.person,
                        "bot": s.bot,
                        "away": s.away,
                        "lender": s.lender,
                        "lent_to": s.lent_to,
                    },
                )


def read_room(row: Row, seats: list[Row]) -> RoomState:
    """The room of these rows."""
    options: dict[str, Any] = json.loads(row["options"])
    return RoomState(
        code=row["code"],
        language=row["language"],
        game=row["game"],
        players=row["players"],
        options=options,
        seats=tuple(
            Seat(s["kind"], s["name"], s["person"], s["bot"], bool(s["away"]), s["lender"], s["lent_to"]) for s in seats
        ),
        name=row["name"],
        status=row["status"],
        pace=Pace(row["pace"], row["amount"]),
        bots=row["bots"],
        aids={**AIDS, **json.loads(row["aids"])},
        talk={**ETIQUETTE, **json.loads(row["talk"])},
        practise=bool(row["practise"]),
        host=row["host"],
        host_name=row["host_name"],
        removed=tuple(json.loads(row["removed"])),
        matches=row["matches"],
        stopped=row["stopped"],
        paused=None if row["paused"] is None else msgspec.json.decode(row["paused"], type=Pause),
        asked=None if row["asked"] is None else msgspec.json.decode(row["asked"], type=Asking),
        created_at=row["created_at"],
    )


def waited_for(room: RoomState, asking: Asking) -> list[int]:
    """The seats whose people have not answered: bots, and people for whom a bot plays, agree."""
    return [
        i
        for i, s in enumerate(room.seats)
        if s.kind == HUMAN and not s.away and i != asking.seat and i not in asking.agreed
    ]


def _json(value: Struct | None) -> str | None:
    return None if value is None else msgspec.json.encode(value).decode()
