"""What happened, for people: a room's table of events, each with its clause, audience and redacted twin.

    EVENTS = events(
        Event("raised", "IP-3", player=PLAYER, to=NUMBER),
        Event("peeked", "MR-13", audience=OWNER, twin="cut", player=PLAYER, hand=CARDS),
        Event("cut", "MR-13", player=PLAYER, count=NUMBER),
    )
    RAISED = EVENTS.code("raised")

A rule says `tell(s, RAISED, player, to)`: values in the order of the declaration. With audience OWNER the
first value is the one seat that receives the event (OTHERS: all other seats but not spectators); everybody
else receives the twin, made of the same values by name, or nothing.
"""

from __future__ import annotations

from typing import Any

from mainmatch.core.domains import Kind
from mainmatch.core.record import OTHERS, OWNER, PUBLIC, SPECTATOR, Audience

EventJson = dict[str, Any]
"""An event as JSON: `{"type": name, "clause": "IP-3", ...values}`."""
Told = tuple[int, tuple[Any, ...]]
"""An event as `tell` records it: its code and its ints or copied fields."""


class Event:
    """One kind of event."""

    def __init__(
        self, name: str, clause: str, audience: Audience = PUBLIC, twin: str | None = None, **values: Kind
    ) -> None:
        if audience not in (PUBLIC, OWNER, OTHERS):
            raise ValueError(f"event {name}: the audience is PUBLIC, OWNER or OTHERS")
        if twin is not None and audience is PUBLIC:
            raise ValueError(f"event {name}: a public event needs no twin")
        self.name = name
        self.clause = clause
        self.audience = audience
        self.twin = twin
        self.values = values


class EventTable:
    """All events of a game, by code = position."""

    def __init__(self, kinds: tuple[Event, ...]) -> None:
        self.kinds = kinds
        self._codes = {e.name: i for i, e in enumerate(kinds)}
        for event in kinds:
            if event.twin is not None:
                twin = kinds[self._codes[event.twin]]
                if twin.audience is not PUBLIC or not set(twin.values) <= set(event.values):
                    raise ValueError(f"event {event.name}: its twin must be public and take its values by name from it")

    def code(self, name: str) -> int:
        """The code that `tell` takes."""
        return self._codes[name]

    def receive(self, told: Told, viewer: int) -> tuple[Event, dict[str, Any]] | None:
        """The event that reaches `viewer` (a seat, or SPECTATOR) with its values as recorded; None: nothing does."""
        event = self.kinds[told[0]]
        values = dict(zip(event.values, told[1], strict=True))
        if event.audience is not PUBLIC:
            owner = next(iter(values.values()))
            mine = viewer == owner if event.audience is OWNER else viewer not in (owner, SPECTATOR)
            if not mine:
                if event.twin is None:
                    return None
                event = self.kinds[self._codes[event.twin]]
        return event, {name: values[name] for name in event.values}

    def is_private(self, told: Told, viewer: int) -> bool:
        """Does `viewer` receive more than everybody does?"""
        received = self.receive(told, viewer)
        return received is not None and received[0].audience is not PUBLIC

    def project(self, told: Told, viewer: int) -> EventJson | None:
        """The same as JSON."""
        received = self.receive(told, viewer)
        if received is None:
            return None
        event, values = received
        return {
            "type": event.name,
            "clause": event.clause,
            **{name: kind.to_json(values[name]) for name, kind in event.values.items()},
        }

    def whole(self, told: Told) -> EventJson:
        """The event with nothing taken away, for the record of a finished match."""
        event = self.kinds[told[0]]
        values = {name: kind.to_json(v) for (name, kind), v in zip(event.values.items(), told[1], strict=True)}
        return {"type": event.name, "clause": event.clause, **values}


def events(*kinds: Event) -> EventTable:
    """Declare a room's table."""
    return EventTable(kinds)
