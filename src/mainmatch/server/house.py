"""The house: all rooms, who comes in, the clocks, and going down in order."""

from __future__ import annotations

import asyncio
import contextlib
import gzip
import hashlib
import json
import secrets
from collections import OrderedDict
from collections.abc import Coroutine
from dataclasses import replace
from typing import Any, TypeVar

import msgspec

from mainmatch.core.chance import KeyedChance
from mainmatch.core.record import SPECTATOR
from mainmatch.server import wire
from mainmatch.server.clock import Deadlines
from mainmatch.server.commands import new_room
from mainmatch.server.evening import evening
from mainmatch.server.heard import transcripts
from mainmatch.server.limits import Addresses
from mainmatch.server.log import LOG, where
from mainmatch.server.metrics import REFUSALS, ROOMS_IN_MEMORY
from mainmatch.server.projection import StoredViews, past_of, replay_of, unpack
from mainmatch.server.refusals import Refusal, restarting, try_again
from mainmatch.server.room import Room
from mainmatch.server.seats import LOBBY, PLAYING, RoomState, read_room
from mainmatch.server.settings import Settings
from mainmatch.server.storage import Conflict, Row, Store, StoreFailed, Write
from mainmatch.server.table import RulesChanged, Table, dump_told
from mainmatch.server.tables import (
    COMMANDS,
    DEADLINES,
    DECISIONS,
    FRAMES,
    HOLDERS,
    MATCHES,
    MOVE_LINKS,
    NOTEBOOKS,
    ROOM_EVENTS,
    ROOMS,
    SEATS,
    TALK,
)
from mainmatch.server.talk import Talk, follows

LETTERS = "BCDFGHJKMNPQRSTVWXYZ"
"""Letters of room codes: no vowels (no words), nothing that looks like a digit or another letter."""
CODE_LENGTH = 6
IDLE_MS = 600_000
MOVE_MS = 600_000
KEPT_REPLAYS = 32
DRAIN_S = 3.0
T = TypeVar("T")


def hash_of(key: str) -> str:
    """What is stored of a key."""
    return hashlib.sha256(key.encode()).hexdigest()


class House:
    """All rooms of one server process; it alone writes to its database."""

    def __init__(self, settings: Settings) -> None:
        self.settings = settings
        self.games = settings.games
        self.clock = settings.clock
        self.store = Store(settings.database)
        self.limits = settings.limits
        self.boot = secrets.token_hex(4)
        self.is_closing = False
        self.rooms: dict[str, Room] = {}
        self.requests = Addresses(settings.limits.requests)
        self.creations = Addresses(settings.limits.rooms)
        self.sockets: dict[str, int] = {}
        self._replays: OrderedDict[tuple[str, int | None], bytes] = OrderedDict()
        self.deadlines = Deadlines(self.clock, self.store.next_due, self.expire, self._beat)
        self._reading: dict[str, asyncio.Lock] = {}
        self._tasks: set[asyncio.Task[Any]] = set()
        self._background: list[asyncio.Task[None]] = []

    # ------------------------------------------------------------ opening and closing
    async def open(self) -> None:
        """Open the store, move the clocks by the time away, go on with every match in progress."""
        await self.store.open()
        away_ms = await self.store.wake(self.clock.now())
        self._background = [
            asyncio.create_task(self._go_on(away_ms), name="go on"),
            asyncio.create_task(self.deadlines.run(self._report), name="deadlines"),
            asyncio.create_task(self._sweep(), name="sweep"),
        ]

    async def _go_on(self, away_ms: int) -> None:
        for code in await self.store.playing():
            try:
                room = await self.find(code)
                if away_ms >= 1000:
                    await self.run(room.note_absence(away_ms))
            except Refusal as refusal:
                LOG.error("room_not_loaded", room=code, code=refusal.code)
        self.deadlines.changed()

    async def close(self) -> None:
        """Take no more commands, finish those under way, tell everybody to wait, close the store."""
        if self.is_closing:
            return
        self.is_closing = True
        for task in self._background:
            task.cancel()
        for room in self.rooms.values():
            room.bots.stop()
        if self._tasks:
            await asyncio.wait(self._tasks, timeout=DRAIN_S)
        boxes = [c.outbox for room in self.rooms.values() for c in room.connections]
        for box in boxes:
            with contextlib.suppress(Exception):
                box.say(wire.Notice("restarting", "The server restarts. You will be connected again in a moment."))
        for _ in range(20):
            if all(box.is_empty for box in boxes):
                break
            await asyncio.sleep(0.02)
        for room in list(self.rooms.values()):
            room.wake_all()
            for connection in list(room.connections):
                connection.close(1012)
        await asyncio.gather(*self._background, return_exceptions=True)
        self.store.now_ms = self.clock.now()
        with contextlib.suppress(StoreFailed):
            await self.store.commit(Write())
        await self.store.close()

    async def run(self, work: Coroutine[Any, Any, T], *, is_counted: bool = True) -> T:
        """Work that is finished even when nobody waits for it any more. `is_counted`: its refusal is."""
        task = asyncio.ensure_future(work)
        self._tasks.add(task)
        task.add_done_callback(self._done if is_counted else self._tasks.discard)
        return await asyncio.shield(task)

    def _done(self, task: asyncio.Task[Any]) -> None:
        self._tasks.discard(task)
        if not task.cancelled() and isinstance(task.exception(), Refusal):
            REFUSALS.labels(getattr(task.exception(), "code", "")).inc()

    def _report(self, error: BaseException) -> None:
        LOG.error("clock_failed", error=type(error).__name__, where=where(error))

    # ------------------------------------------------------------ time
    def deadlines_changed(self) -> None:
        """Deadlines were stored."""
        self.deadlines.changed()

    async def expire(self, now: int) -> None:
        """Take the default of every decision whose time has run out."""
        for row in await self.store.due(now):
            try:
                room = await self.find(row["room"])
                await self.run(room.expire(row["seat"], row["decision"], now))
            except Refusal as refusal:
                LOG.error("deadline_refused", room=row["room"], code=refusal.code)

    async def _beat(self, now: int) -> None:
        self.store.now_ms = now
        await self.store.commit(Write())

    async def _sweep(self) -> None:
        """Rooms that nobody looks at leave the memory."""
        while True:
            await asyncio.sleep(60)
            self.sweep()

    def sweep(self) -> None:
        """Forget rooms that were not used for long and owe nothing to anybody."""
        limit = self.clock.now() - IDLE_MS
        for code, room in list(self.rooms.items()):
            if not room.connections and room.used_at < limit and not room.bots.tasks and not room.lock.locked():
                room.is_dropped = True
                del self.rooms[code]
        ROOMS_IN_MEMORY.set(len(self.rooms))

    # ------------------------------------------------------------ what rooms need
    def bot_delay(self) -> float:
        """Seconds until a bot answers."""
        return self.settings.bot_delay()

    def new_side_room(self) -> str:
        """An id for a side room: drawn by lot, so that it says nothing, not even how many there are."""
        return secrets.token_hex(4)

    def new_key(self) -> bytes:
        """A fresh key for a match."""
        return self.settings.new_key()

    def link(self, code: str) -> str:
        """The room's address for people."""
        return f"{self.settings.base}/r/{code}"

    def drop(self, room: Room) -> None:
        """Memory and database may differ: forget the room; its connections come again."""
        room.is_dropped = True
        room.bots.stop()
        if self.rooms.get(room.state.code) is room:
            del self.rooms[room.state.code]
        for connection in list(room.connections):
            connection.close(1012)

    # ------------------------------------------------------------ rooms
    async def create(self, given: wire.CreateRoom, person: str) -> Room:
        """A new room. Raises Refusal."""
        if self.is_closing:
            raise restarting()
        now = self.clock.now()
        for _ in range(20):
            code = "".join(secrets.choice(LETTERS) for _ in range(CODE_LENGTH))
            state = new_room(given, person, code, self.games, self.settings.lang, now)
            write = Write()
            state.write(None, write, now)
            try:
                await self.run(self.store.commit(write))
            except Conflict:
                continue
            except StoreFailed as error:
                raise try_again() from error
            room = Room(self, state)
            self.rooms[code] = room
            ROOMS_IN_MEMORY.set(len(self.rooms))
            return room
        raise try_again()

    async def find(self, code: str) -> Room:
        """The room with this code. Raises Refusal `no_such_room`."""
        code = code.upper()
        room = self.rooms.get(code)
        if room is not None:
            return room
        if len(code) != CODE_LENGTH or not set(code) <= set(LETTERS):
            raise Refusal("no_such_room", "There is no such room. Look at the code again.")
        lock = self._reading.setdefault(code, asyncio.Lock())
        async with lock:
            try:
                if code not in self.rooms:
                    read = await self._read(code)
                    if self.rooms.setdefault(code, read) is read:
                        read.bots.think()
                    ROOMS_IN_MEMORY.set(len(self.rooms))
                return self.rooms[code]
            finally:
                self._reading.pop(code, None)

    async def _read(self, code: str) -> Room:
        row = await self.store.row(ROOMS, code=code)
        if row is None:
            raise Refusal("no_such_room", "There is no such room. Look at the code again.")
        state = read_room(row, await self.store.rows(SEATS, order="seat", room=code))
        if state.game not in self.games:
            raise Refusal("bad_game", "This server does not have the game of this room any more.")
        match_id = f"{code}.{state.matches}"
        done = {(r["person"], r["command"]) for r in await self.store.rows(COMMANDS, room=code)}
        holders = {r["person"]: r["seat"] for r in await self.store.rows(HOLDERS, match=match_id)}
        kept = {r["person"]: r["notebook"].encode() for r in await self.store.rows(NOTEBOOKS, match=match_id)}
        talk = Talk(await self.store.rows(TALK, order="number", room=code))
        if state.status == PLAYING:
            match = await self.store.row(MATCHES, id=match_id)
            if match is None:
                raise Refusal("no_such_match", "The room's match is missing in the database.")
            try:
                table = await self._replay(match)
            except RulesChanged:
                return await self._stop_old(state, match_id, talk)
            return Room(self, state, table, None, holders, done, kept, talk)
        stored = None
        if state.status != LOBBY:
            frames = await self.store.row(FRAMES, match=match_id)
            stored = None if frames is None else StoredViews(frames["tables"])
        return Room(self, state, None, stored, holders, done, kept, talk)

    async def _replay(self, match: Row) -> Table:
        """The table of a match in progress, from its key and its decisions. Raises RulesChanged."""
        decisions = await self.store.rows(DECISIONS, order="number", match=match["id"])
        notes = await self.store.rows(ROOM_EVENTS, order="number", match=match["id"])
        dues = {r["seat"]: r["due_at"] for r in await self.store.rows(DEADLINES, match=match["id"])}
        game = self.games.get(match["game"])
        if game is None or game.version != match["version"]:
            raise RulesChanged
        table = await asyncio.to_thread(_replay, self, match, decisions, notes)
        table.due = {p: dues.get(p) for p in table.actors}
        return table

    async def _stop_old(self, state: RoomState, match_id: str, talk: Talk) -> Room:
        """A match that today's rules cannot go on with is stopped; the people keep their chairs."""
        now = self.clock.now()
        after = replace(state, status=LOBBY, stopped="rules_changed")
        write = Write()
        after.write(state, write, now)
        write.update(MATCHES, {"id": match_id}, status="stopped", ended_at=now)
        write.delete(DEADLINES, match=match_id)
        said = follows(talk, state, after, state.matches)
        talk.write(state.code, said, now, write)
        await self.store.commit(write)
        for event in said:
            talk.take(event, now)
        talk.stored = len(talk.heard)
        LOG.warning("match_stopped", match=match_id, why="rules_changed")
        return Room(self, after, talk=talk)

    # ------------------------------------------------------------ people
    async def rooms_of(self, person: str) -> list[dict[str, Any]]:
        """The rooms in which this person has a place, newest first."""
        found = []
        for code in await self.store.rooms_of(person):
            try:
                room = await self.find(code)
            except Refusal:
                continue
            seat = room.state.seat_of(person)
            table = room.playing
            turn = table is not None and seat is not None and seat in table.due
            found.append(
                {
                    "code": code,
                    "name": room.state.name,
                    "game": room.state.game,
                    "status": room.state.status,
                    "seat": seat,
                    "host": room.state.host == person,
                    "your_turn": turn,
                    "due": table.due[seat] if turn and table is not None and seat is not None else None,
                    "updated": room.used_at,
                }
            )
        return found

    async def offer_loan(self, room: Room, person: str) -> tuple[str, int]:
        """The secret of a link that lends this person's chair, and when it runs out."""
        seat = room.state.seat_of(person)
        if seat is None:
            raise Refusal("not_seated", "Lending needs a chair at the table.")
        if room.playing is None:
            raise Refusal("not_playing", "A chair is lent while a match is in progress.")
        if room.state.seats[seat].lender is not None:
            raise Refusal("lent", "This chair is lent to you; its holder alone lends it.")
        return await self._offer(room, person, "lend")

    async def offer_move(self, room: Room, person: str) -> tuple[str, int]:
        """The secret of a link that moves this person's place to another device, and when it runs out."""
        if room.state.seat_of(person) is None and room.state.host != person:
            raise Refusal("not_seated", "You have no place at this table that could move.")
        return await self._offer(room, person, "move")

    async def _offer(self, room: Room, person: str, kind: str) -> tuple[str, int]:
        token = secrets.token_urlsafe(32)
        expires = self.clock.now() + MOVE_MS
        write = Write()
        write.delete(MOVE_LINKS, room=room.state.code, person=person)
        write.insert(
            MOVE_LINKS,
            {
                "token": hash_of(token),
                "room": room.state.code,
                "person": person,
                "kind": kind,
                "expires_at": expires,
            },
        )
        await self._commit(write)
        return token, expires

    async def look_at_link(self, token: str) -> tuple[str, Room, int | None]:
        """What a link does (`move`, `lend`), in which room, with which chair. Raises Refusal `bad_link`."""
        link = await self._link(token)
        room = await self.find(link["room"])
        return link["kind"], room, room.state.seat_of(link["person"])

    async def _link(self, token: str) -> Row:
        link = await self.store.row(MOVE_LINKS, token=hash_of(token))
        if link is None or link["expires_at"] < self.clock.now():
            raise Refusal("bad_link", "This link was used already or has run out. Make a new one on the other device.")
        return link

    async def take_move(self, token: str, person: str, name: str | None) -> tuple[Room, int | None]:
        """Another device takes a place over, or somebody a chair on loan. Raises Refusal `bad_link`."""
        link = await self._link(token)
        room = await self.find(link["room"])
        if link["kind"] == "lend":
            return room, await self.run(room.lend(link["person"], person, name, link["token"]))
        seat = await self.run(room.move_person(link["person"], person, link["token"]))
        return room, seat

    async def _commit(self, write: Write) -> None:
        try:
            await self.run(self.store.commit(write))
        except (Conflict, StoreFailed) as error:
            raise try_again() from error

    # ------------------------------------------------------------ finished matches
    async def matches_of(self, room: Room) -> list[dict[str, Any]]:
        """All matches of a room."""
        rows = await self.store.rows(MATCHES, order="number", room=room.state.code)
        return [
            {
                "match": r["number"],
                "game": r["game"],
                "players": r["players"],
                "names": json.loads(r["names"]),
                "status": r["status"],
                "started": r["started_at"],
                "ended": r["ended_at"],
                "outcome": None if r["outcome"] is None else json.loads(r["outcome"]),
            }
            for r in rows
        ]

    async def evening_of(self, room: Room) -> dict[str, Any]:
        """The running score of a room."""
        code = room.state.code
        return evening(
            await self.store.rows(MATCHES, order="number", room=code),
            await self.store.rows_of_room(HOLDERS, code, "seat"),
            await self.store.rows_of_room(ROOM_EVENTS, code, "number"),
        )

    async def transcripts_of(self, room: Room, number: int) -> dict[str, Any]:
        """What was said in closed rooms during a match. Raises Refusal."""
        match = await self.store.row(MATCHES, id=f"{room.state.code}.{number}")
        if match is None:
            raise Refusal("no_such_match", "This room had no such match.")
        if match["status"] == "playing":
            raise Refusal("already_playing", "The match is in progress; what was said may be read when it is over.")
        found = transcripts(room.talk, number)
        if found is None:
            raise Refusal("transcripts_closed", "What was said in side rooms of this match stays with those inside.")
        return found

    async def past_of(self, room: Room, number: int, person: str | None, item: int) -> dict[str, Any]:
        """A match's table as this person had it at an item of its log. Raises Refusal."""
        seat = room.state.seat_of(person)
        table, names = room.table, room.state.names()
        if table is None or table.number != number:
            match = await self._match_of(room, number)
            table, names = await self._again(match), json.loads(match["names"])
        if room.state.matches != number:  # an earlier match: who holds a chair now may have held another then
            held = await self.store.rows(HOLDERS, match=table.id)
            seat = next((r["seat"] for r in held if r["person"] == person), None)
        viewer = seat if seat is not None and seat < table.players else SPECTATOR
        return await asyncio.to_thread(past_of, table, viewer, names[: table.players], item)

    async def replay_of(self, room: Room, number: int, eyes: int | None) -> bytes:
        """A finished match step by step, as gzipped JSON; eyes: a seat, SPECTATOR, or None for everything. Raises Refusal."""
        key = (f"{room.state.code}.{number}", eyes)
        if key not in self._replays:
            match = await self._match_of(room, number)
            if match["status"] == "playing":
                raise Refusal("already_playing", "The match is in progress; it can be replayed when it is over.")
            if eyes is not None and eyes >= match["players"]:
                raise Refusal("no_such_seat", f"The table of this match had chairs 0 to {match['players'] - 1}.")
            table = await self._again(match)
            self._replays[key] = await asyncio.to_thread(_zipped_replay, table, eyes, json.loads(match["names"]))
            if len(self._replays) > KEPT_REPLAYS:
                self._replays.popitem(last=False)
        self._replays.move_to_end(key)
        return self._replays[key]

    async def _match_of(self, room: Room, number: int) -> Row:
        match = await self.store.row(MATCHES, id=f"{room.state.code}.{number}")
        if match is None:
            raise Refusal("no_such_match", "This room had no such match.")
        return match

    async def _again(self, match: Row) -> Table:
        """The table of a match, played again from its key and decisions. Raises Refusal `rules_changed`."""
        try:
            table = await self._replay(match)
        except RulesChanged as error:
            text = "This match was played by other rules than this server has now; it cannot be replayed."
            raise Refusal("rules_changed", text) from error
        if match["status"] == "stopped":
            table.stopped = "host"
            table.submitted = []
            table.due.clear()
        if match["status"] != "playing" and table.ended_at is None:
            table.end(match["ended_at"])
        return table

    async def record_of(self, room: Room, number: int, part: str) -> Any:
        """A finished match: `file` or `frames`. Raises Refusal."""
        match = await self._match_of(room, number)
        if match["status"] == "playing":
            raise Refusal("already_playing", "The match is in progress; its record is open when it is over.")
        frames = await self.store.row(FRAMES, match=match["id"])
        if frames is None:
            raise Refusal("rules_changed", "This match was stopped when the rules changed; it has no record.")
        return await asyncio.to_thread(unpack, frames[part])


def _zipped_replay(table: Table, eyes: int | None, names: list[str]) -> bytes:
    return gzip.compress(msgspec.json.encode(replay_of(table, eyes, names)), 6)


def _replay(house: House, match: Row, decisions: list[Row], notes: list[Row]) -> Table:
    """Play the stored decisions again and compare what came out. Raises RulesChanged."""
    game = house.games[match["game"]]
    try:
        options = game.check_options(match["players"], json.loads(match["options"]))
        table = Table(
            match["room"], match["number"], game, match["players"], options, match["key"], match["started_at"]
        )
        if KeyedChance(match["key"]).commitment != match["commitment"]:
            raise RulesChanged
        behind: dict[int, list[tuple[dict[str, Any], int]]] = {}
        for row in notes:
            behind.setdefault(row["after_decision"], []).append((json.loads(row["note"]), row["at"]))
        for note, at in behind.get(0, []):
            table.note(note, at)
        for row in decisions:
            step = table.prepare(row["seat"], row["action"], row["by"], row["at"])
            same = dump_told(step.told) == row["told"] and json.dumps(step.draws, separators=(",", ":")) == row["draws"]
            if not same or step.decision.number != row["number"]:
                raise RulesChanged
            step.notes.extend(behind.get(row["number"], []))
            table.install(step, None)
    except RulesChanged:
        raise
    except Exception as error:
        raise RulesChanged from error
    return table
