"""What a viewer receives: `project` is the only maker of it, and the only code that looks at a table for people.

A `Projection` cannot be made elsewhere, and sockets and answers take nothing else about rooms and matches.
Everything in it comes from `Game.view`, `Game.headline`, `Game.legal`, `Game.refused` and projected events of
one viewer, and from facts that everybody at the table may know.
"""

from __future__ import annotations

import json
import zlib
from dataclasses import dataclass
from typing import Any, Protocol

from mainmatch.core.actions import Action
from mainmatch.core.events import EventJson
from mainmatch.core.game import Game, Value
from mainmatch.core.record import SPECTATOR
from mainmatch.core.report import in_words, played_from, report_of
from mainmatch.server.heard import Ears, Hearing
from mainmatch.server.refusals import Refusal
from mainmatch.server.seats import RoomState, waited_for
from mainmatch.server.table import Decision, Entry, Table, by_clock
from mainmatch.server.talking import Scene
from mainmatch.server.wire import encode

MOST_LISTED = 500
"""More legal actions than this are sent as spans."""


@dataclass(frozen=True)
class Viewer:
    """Who looks: the holder of a seat, or a spectator."""

    person: str | None
    seat: int | None
    notebook: bytes | None = None
    """Its own, as JSON; only with a seat."""


class Presence(Protocol):
    """Who is there now."""

    def is_connected(self, person: str | None) -> bool:
        """Has this person a connection?"""
        ...

    @property
    def spectators(self) -> int:
        """Connections without a seat."""
        ...


class Views(Protocol):
    """A match as its viewers see it."""

    match: int
    players: int

    def table(self, viewer: int, names: list[str]) -> bytes:
        """The `table` of a viewer (a seat or SPECTATOR)."""
        ...

    def log(self, viewer: int) -> list[bytes]:
        """All items that a viewer has received; only ever grows."""
        ...


class Projection:
    """What one viewer may have of a room now. Made by `project` alone."""

    __slots__ = ("log", "match", "number", "room", "seat", "table", "talk", "version")

    def __init__(
        self,
        maker: object,
        seat: int | None,
        version: str,
        room: bytes,
        match: int | None,
        table: bytes,
        log: list[bytes],
        talk: Hearing | None = None,
    ) -> None:
        if maker is not _PROJECT:
            raise TypeError("only project() makes what a viewer receives")
        self.seat = seat
        self.version = version if talk is None else f"{version}.{talk.stamp}"
        self.talk = talk
        self.room = room
        self.match = match
        self.table = table
        self.log = log
        self.number = len(log)
        """How many items the log had at this moment."""

    def after(self, match: int | None, number: int) -> int:
        """From which item on somebody goes on who has this item of this match."""
        return number if match == self.match and 0 <= number <= self.number else 0

    def events(self, after: int) -> bytes:
        """The items behind number `after`."""
        return b'{"match":%d,"after":%d,"items":[%s]}' % (
            self.match or 0,
            after,
            b",".join(self.log[after : self.number]),
        )

    def snapshot(
        self, time: int, match: int | None = None, after: int = 0, feed: int | None = None, heard: int = 0
    ) -> bytes:
        """Everything, as one JSON object."""
        events = b"null" if self.match is None else self.events(self.after(match, after))
        talk = b"null" if self.talk is None else self.talk.part(self.talk.after(feed, heard), is_whole=True)
        return b'{"time":%d,"version":%s,"seat":%s,"room":%s,"table":%s,"events":%s,"talk":%s}' % (
            time,
            encode(self.version),
            encode(self.seat),
            self.room,
            self.table,
            events,
            talk,
        )


_PROJECT = object()


def project(
    room: RoomState,
    game: Game,
    views: Views | None,
    presence: Presence,
    viewer: Viewer,
    link: str,
    version: str,
    talk: tuple[Ears, Scene] | None = None,
) -> Projection:
    """What this viewer may have of the room now."""
    seat = viewer.seat
    heard = None if talk is None else talk[0].hearing(viewer.person, talk[1])
    shown = encode(_room(room, game, views, presence, viewer, link))
    if views is None:
        return Projection(_PROJECT, seat, version, shown, None, b"null", [], heard)
    eyes = seat if seat is not None and seat < views.players else SPECTATOR
    table = views.table(eyes, room.names())
    if eyes != SPECTATOR and viewer.notebook is not None:
        table = b'%s,"notebook":%s}' % (table.removesuffix(b"}"), viewer.notebook)
    return Projection(_PROJECT, seat, version, shown, views.match, table, views.log(eyes), heard)


def _room(
    room: RoomState, game: Game, views: Views | None, presence: Presence, viewer: Viewer, link: str
) -> dict[str, Any]:
    is_host = viewer.person is not None and viewer.person == room.host
    return {
        "code": room.code,
        "link": link,
        "name": room.name,
        "language": room.language,
        "status": room.status,
        "game": room.game,
        "players": room.players,
        "options": room.options,
        "clock": room.pace.to_json(game),
        "bots": room.bots,
        "aids": room.aids,
        "talk": room.talk,
        "practise": room.practise,
        "seats": [
            {
                "seat": i,
                "kind": s.kind,
                "name": s.name,
                "bot": s.bot if s.bot_plays else None,
                "connected": s.kind == "bot" or presence.is_connected(s.person),
                "away": s.away,
                "host": s.person is not None and s.person == room.host,
                "you": s.person is not None and s.person == viewer.person,
                "lent_to": s.lent_to,
            }
            for i, s in enumerate(room.seats)
        ],
        "host": None
        if room.host is None
        else {"name": room.host_name, "seat": room.seat_of(room.host), "connected": presence.is_connected(room.host)},
        "you": {
            "seat": viewer.seat,
            "name": None if viewer.person is None else room.name_of(viewer.person),
            "host": is_host,
            "removed": viewer.person in room.removed,
            "lends": room.lent_by(viewer.person),
        },
        "spectators": presence.spectators,
        "match": None if views is None else views.match,
        "matches": room.matches,
        "stopped": room.stopped,
        "paused": None
        if room.paused is None
        else {"at": room.paused.at, "left": {str(p): ms for p, ms in room.paused.left.items()}},
        "asked": None if room.asked is None else {"seat": room.asked.seat, "waiting": waited_for(room, room.asked)},
    }


# ---------------------------------------------------------------- a match in progress
class LiveViews:
    """The views of a table that is being played, or has just been."""

    def __init__(self, table: Table) -> None:
        self.source = table
        self.match = table.number
        self.players = table.players
        self._tables: dict[int, tuple[tuple[int, list[str]], bytes]] = {}
        self._logs: dict[int, list[bytes]] = {}
        self._read: dict[int, int] = {}

    def table(self, viewer: int, names: list[str]) -> bytes:
        """See `Views.table`."""
        shown = names[: self.players]
        stamp = (self.source.revision, shown)
        kept = self._tables.get(viewer)
        if kept is None or kept[0] != stamp:
            kept = (stamp, encode(_table(self.source, viewer, shown, len(self.log(viewer)))))
            self._tables[viewer] = kept
        return kept[1]

    def log(self, viewer: int) -> list[bytes]:
        """See `Views.log`."""
        log = self._logs.setdefault(viewer, [])
        entries = self.source.entries
        for entry in entries[self._read.get(viewer, 0) :]:
            item = _item(self.source.game, entry, viewer, len(log) + 1)
            if item is not None:
                log.append(encode(item))
        self._read[viewer] = len(entries)
        return log


def _item(game: Game, entry: Entry, viewer: int, number: int) -> dict[str, Any] | None:
    if entry.note is not None:
        return {"n": number, "time": entry.at, "note": entry.note}
    event = None if entry.told is None else game.events.project(entry.told, viewer)
    if entry.told is None or event is None:
        return None
    item = {"n": number, "time": entry.at, "event": event}
    return {**item, "private": True} if game.events.is_private(entry.told, viewer) else item


def _table(table: Table, viewer: int, names: list[str], events: int) -> dict[str, Any]:
    game, state = table.game, table.state
    view = game.view(state, viewer)
    key, values = game.headline(view)
    is_over = table.is_over
    return {
        "match": table.number,
        "game": game.id,
        "version": game.version,
        "players": table.players,
        "options": table.options,
        "names": names,
        "seat": None if viewer == SPECTATOR else viewer,
        "view": view,
        "headline": {
            "key": key,
            "values": values,
            "kinds": {k: v for k, v in game.headline_kinds.items() if k in values},
        },
        "actors": [{"seat": p, "due": table.due.get(p)} for p in table.actors],
        "submitted": table.submitted,
        "sealed": table.sealed_id(viewer),
        "retractable": viewer != SPECTATOR and table.may_take_back(viewer),
        "decision": _decision(table, viewer),
        "events": events,
        "over": is_over,
        "outcome": game.outcome(state) if is_over and table.stopped is None else None,
        "commitment": table.chance.commitment,
        "key": table.chance.key.hex() if is_over else None,
        "started": table.started_at,
        "ended": table.ended_at,
    }


def _decision(table: Table, viewer: int) -> dict[str, Any] | None:
    if viewer == SPECTATOR or viewer not in table.actors:
        return None
    legal, spans = _legal(table.game, table.game.legal(table.state, viewer))
    return {
        "id": table.decision_id(viewer),
        "legal": legal,
        "spans": spans,
        "refused": [{"action": a, "clause": c} for a, c in table.game.refused(table.state, viewer)],
        "due": table.due.get(viewer),
        "by_clock": by_clock(table.game, table.state, viewer),
    }


def _legal(game: Game, numbers: list[int]) -> tuple[list[Action], list[dict[str, Any]]]:
    """The legal actions one by one; when they are very many, runs of one growing number as spans."""
    if len(numbers) <= MOST_LISTED:
        return [game.actions.decode(a) for a in numbers], []
    listed: list[Action] = []
    spans: list[dict[str, Any]] = []
    first = 0
    for i in range(1, len(numbers) + 1):
        if i < len(numbers) and _follows(game, numbers[i - 1], numbers[i]):
            continue
        start, end = game.actions.decode(numbers[first]), game.actions.decode(numbers[i - 1])
        if i - first < 3:
            listed += [game.actions.decode(a) for a in numbers[first:i]]
        else:
            field = next(k for k in start if start[k] != end[k])
            spans.append({"action": start, "field": field, "low": start[field], "high": end[field]})
        first = i
    return listed, spans


def _follows(game: Game, one: int, next_one: int) -> bool:
    """Do two actions differ by one in one whole number only?"""
    if next_one != one + 1:
        return False
    a, b = game.actions.decode(one), game.actions.decode(next_one)
    changed = [k for k in a if a[k] != b.get(k)]
    return (
        a.keys() == b.keys() and len(changed) == 1 and type(a[changed[0]]) is int and b[changed[0]] == a[changed[0]] + 1
    )


# ---------------------------------------------------------------- what follows from what a seat was told
def told_to(table: Table, seat: int) -> list[EventJson]:
    """All events that a seat has received so far."""
    events = (None if entry.told is None else table.game.events.project(entry.told, seat) for entry in table.entries)
    return [event for event in events if event is not None]


def deduction_of(
    game: Game, match: int, players: int, options: dict[str, Value], seat: int, events: list[EventJson]
) -> bytes:
    """What follows for a seat from these events alone, as JSON: no state, no decision and no other seat comes into it."""
    return encode({"match": match, "events": len(events), "found": game.deduce(players, options, seat, events)})


# ---------------------------------------------------------------- earlier moments of a match
def past_of(table: Table, viewer: int, names: list[str], item: int) -> dict[str, Any]:
    """The table as this viewer had it when item `item` of its log was new (0: at the start); nothing can be decided on it.

    Items that one decision set off have one moment: when all of it had happened. Raises Refusal.
    """
    heard = 0
    for step in range(len(table.states)):
        heard += sum(_item(table.game, entry, viewer, 0) is not None for entry in table.entries_of(step))
        if item <= heard:
            return _moment(table, step, viewer, names, heard)
    raise Refusal("malformed", f"item is a number from 0 to {heard}.")


def replay_of(table: Table, eyes: int | None, names: list[str]) -> dict[str, Any]:
    """A finished match step by step, as somebody saw it (a seat, SPECTATOR), or as it was (None: everything face up).

    Step n is the state after n decisions. What others chose is told by what happened, never by their action.
    """
    game, viewer = table.game, SPECTATOR if eyes is None else eyes
    steps: list[dict[str, Any]] = []
    heard, number_of = 0, _numbers(table)
    for step in range(len(table.states)):
        items: list[dict[str, Any]] = []
        for entry in table.entries_of(step):
            number = heard + len(items) + 1
            item = _whole_item(game, entry, number) if eyes is None else _item(game, entry, viewer, number)
            if item is not None:
                items.append(item)
        heard += len(items)
        made = table.decisions[step - 1] if step else None
        shown = _moment(table, step, viewer, names, heard)
        if eyes is None:
            shown["view"] = game.whole(table.states[step])
        steps.append(
            {
                "step": number_of[step],
                "table": shown,
                "items": items,
                "decision": None if made is None else _made(game, made, eyes),
            }
        )
    return {
        "match": table.number,
        "game": game.id,
        "version": game.version,
        "players": table.players,
        "options": table.options,
        "names": names,
        "as": "all" if eyes is None else "watch" if eyes == SPECTATOR else eyes,
        "outcome": game.outcome(table.state) if game.is_over(table.state) else None,
        "steps": steps,
    }


def _numbers(table: Table) -> list[int]:
    """The number of each state in a trace, where a simultaneous decision counts once: until it is whole, the one before."""
    found = [0]
    while len(found) < len(table.states):
        together = max(1, len(table.game.actors(table.states[len(found) - 1])))
        found += [found[-1]] * (together - 1) + [found[-1] + 1]
    return found[: len(table.states)]


def _made(game: Game, made: Decision, eyes: int | None) -> dict[str, Any]:
    """Who decided; what, only to these eyes that may know it from the decision itself."""
    action = game.actions.decode(made.action) if eyes in (None, made.seat) else None
    return {"seat": made.seat, "action": action, "by": made.by, "time": made.at}


def _moment(table: Table, step: int, viewer: int, names: list[str], events: int) -> dict[str, Any]:
    then = table.at(step)
    actors = [{"seat": p, "due": None} for p in then.actors]
    return {
        **_table(then, viewer, names, events),
        "actors": actors,
        "decision": None,
        "sealed": None,
        "retractable": False,
    }


def _whole_item(game: Game, entry: Entry, number: int) -> dict[str, Any]:
    """An item with nothing taken away."""
    if entry.told is None:
        return {"n": number, "time": entry.at, "note": entry.note}
    return {"n": number, "time": entry.at, "event": game.events.whole(entry.told)}


# ---------------------------------------------------------------- a match that is over
def frames_of(table: Table, names: list[str]) -> dict[str, Any]:
    """Every state of a finished match with its truth, as `…/frames` gives it out."""
    game = table.game
    entries = iter(e for e in table.entries if e.told is not None and not e.taken_back)
    told = [game.events.whole(e.told) for e in entries if e.told is not None]
    counts = table.told_counts
    frames: list[dict[str, Any]] = []
    first = 0
    for i, state in enumerate(table.states):
        made = table.decisions[i - 1] if i else None
        frames.append(
            {
                "state": game.state_json(state),
                "actors": game.actors(state),
                "events": told[first : first + counts[i]],
                "decision": None
                if made is None
                else {"seat": made.seat, "action": game.actions.decode(made.action), "by": made.by, "time": made.at},
            }
        )
        first += counts[i]
    return {
        "match": table.number,
        "game": game.id,
        "version": game.version,
        "players": table.players,
        "options": table.options,
        "names": names,
        "commitment": table.chance.commitment,
        "key": table.chance.key.hex(),
        "outcome": game.outcome(table.state) if game.is_over(table.state) else None,
        "frames": frames,
    }


def report_on(game: Game, record: dict[str, Any], lang: str) -> dict[str, Any]:
    """The report on a finished match, from the frames that are kept of it."""
    said = in_words(game, report_of(game, played_from(record)), lang, record["names"])
    return {"match": record["match"], **said}


def pack_final(views: LiveViews, names: list[str]) -> bytes:
    """The last table and the log of every viewer, compressed: showing them needs no rules."""
    viewers = [SPECTATOR, *range(views.players)]
    kept = {
        str(v): {"table": views.table(v, names).decode(), "log": [item.decode() for item in views.log(v)]}
        for v in viewers
    }
    return pack({"match": views.match, "players": views.players, "viewers": kept})


def pack(value: Any) -> bytes:
    """Compressed JSON."""
    return zlib.compress(json.dumps(value, ensure_ascii=False, separators=(",", ":")).encode(), 6)


def unpack(packed: bytes) -> Any:
    """The inverse of `pack`."""
    return json.loads(zlib.decompress(packed))


class StoredViews:
    """The views of a finished match, from its frames."""

    def __init__(self, packed: bytes) -> None:
        kept = unpack(packed)
        self.match: int = kept["match"]
        self.players: int = kept["players"]
        self._tables = {int(v): k["table"].encode() for v, k in kept["viewers"].items()}
        self._logs = {int(v): [item.encode() for item in k["log"]] for v, k in kept["viewers"].items()}

    def table(self, viewer: int, names: list[str]) -> bytes:
        """See `Views.table`."""
        return self._tables[viewer]

    def log(self, viewer: int) -> list[bytes]:
        """See `Views.log`."""
        return self._logs[viewer]
