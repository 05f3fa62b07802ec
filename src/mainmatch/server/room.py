"""A room that somebody uses now: one command after the other, everybody told afterwards.

The order of a command is always the same: plan on what holds, store, install, show, answer.
"""

from __future__ import annotations

import asyncio
import contextlib
from collections import OrderedDict
from collections.abc import Callable, Coroutine, Mapping
from dataclasses import replace
from typing import Any, Protocol, TypeVar

from mainmatch.core.game import Game
from mainmatch.server import commands, faults, hosting, notebooks, talking, wire
from mainmatch.server.bots import Bots
from mainmatch.server.changes import Change, Now
from mainmatch.server.clock import Time
from mainmatch.server.etiquette import stage_of
from mainmatch.server.floods import Floods
from mainmatch.server.heard import Ears
from mainmatch.server.limits import Limits
from mainmatch.server.log import LOG, where
from mainmatch.server.metrics import DECISIONS_MADE, MATCHES_STARTED, STORE_SECONDS
from mainmatch.server.outbox import Outbox
from mainmatch.server.projection import LiveViews, Projection, StoredViews, Viewer, deduction_of, project, told_to
from mainmatch.server.refusals import Refusal, restarting, try_again
from mainmatch.server.seats import PLAYING, RoomState
from mainmatch.server.storage import Conflict, Store, StoreFailed, Write
from mainmatch.server.table import BOT, CLOCK, STAND_IN, Table
from mainmatch.server.tables import COMMANDS, DEADLINES, MOVE_LINKS, NOTEBOOKS
from mainmatch.server.talk import Talk, TalkEvent, follows, newcomers
from mainmatch.server.talking import Scene

KEPT_REFUSALS = 512
POLL_MS = 40_000
"""Who polled this recently is connected."""
T = TypeVar("T")


class House(Protocol):
    """What a room needs of the house that it stands in."""

    games: Mapping[str, Game]
    store: Store
    clock: Time
    boot: str
    is_closing: bool
    limits: Limits

    def bot_delay(self) -> float:
        """Seconds until a bot answers."""
        ...

    def new_key(self) -> bytes:
        """A fresh key for a match."""
        ...

    def link(self, code: str) -> str:
        """The room's address for people."""
        ...

    def deadlines_changed(self) -> None:
        """Deadlines were stored."""
        ...

    def drop(self, room: Room) -> None:
        """Memory and database may differ: forget the room, so that it is read again."""
        ...

    def new_side_room(self) -> str:
        """An id for a side room."""
        ...

    async def run(self, work: Coroutine[Any, Any, T], *, is_counted: bool = True) -> T:
        """Work that is finished even when nobody waits for it any more. `is_counted`: its refusal is."""
        ...


class Connection:
    """One socket in a room: who looks, and what is still to be sent."""

    def __init__(
        self,
        room: Room,
        person: str | None,
        match: int | None,
        after: int,
        is_display: bool = False,
        feed: int | None = None,
        heard: int = 0,
    ) -> None:
        self.room = room
        self.person = None if is_display else person
        """A display is nobody: it sees and may do what a browser without a key does."""
        self.is_display = is_display
        self.seat = room.state.seat_of(self.person)
        self.is_active = self.seat is not None
        self.outbox = Outbox(self.look, room.house.clock.now, match, after, feed, heard)
        self.close: Callable[[int], None] = lambda _: None
        """Set by the socket: close with this code."""

    def look(self) -> Projection:
        """What it may have now."""
        return self.room.look(self.person)

    def hello(self, ping_s: int) -> wire.Hello:
        """Who this connection is."""
        return wire.Hello(self.room.house.clock.now(), self.seat, self.is_active, ping_s)


PING_S = 15


class Room:
    """One room in memory. What is here is stored; the database is the truth."""

    def __init__(
        self,
        house: House,
        state: RoomState,
        table: Table | None = None,
        stored: StoredViews | None = None,
        holders: dict[str, int] | None = None,
        done: set[tuple[str, str]] | None = None,
        kept: dict[str, bytes] | None = None,
        talk: Talk | None = None,
    ) -> None:
        self.house = house
        self.state = state
        self.table = table
        self.views: LiveViews | StoredViews | None = stored if table is None else LiveViews(table)
        self.holders = holders or {}
        self.notebooks = kept or {}
        """Of the match at the table, by person."""
        self._deducing = asyncio.Lock()
        self._deduced: dict[int, tuple[tuple[str, int, int], bytes]] = {}
        """By seat, the latest answer and what it was made of."""
        self._private: dict[str, int] = {}
        """How often something changed that one person alone can see."""
        self.lock = asyncio.Lock()
        self.connections: list[Connection] = []
        self.polled: dict[str, int] = {}
        self._left: dict[str, int] = {}
        """When the last connection of somebody ended."""
        self.used_at = self._read_at = house.clock.now()
        self.revision = 0
        self.is_dropped = False
        self.bots = Bots(self)
        self.talk = talk or Talk()
        self.ears = Ears(self.talk)
        self.floods = Floods(house.limits)
        for event in newcomers(self.talk, state, {}):  # stored together with whatever is stored next
            self.talk.take(event, house.clock.now())
        self._stage: tuple[Table | None, int, str | None] = (None, -1, None)
        self._done = done or set()
        """Commands that were carried out: person and id."""
        self._refused: OrderedDict[tuple[str, str], Refusal] = OrderedDict()
        self._changed = asyncio.Event()

    # ------------------------------------------------------------ who is there
    @property
    def playing(self) -> Table | None:
        """The match in progress."""
        return self.table if self.state.status == PLAYING else None

    @property
    def game(self) -> Game:
        """The game that is, or will be, played here."""
        return self.house.games[self.state.game]

    def is_connected(self, person: str | None) -> bool:
        """See `Presence`."""
        if person is None:
            return False
        if any(c.person == person for c in self.connections):
            return True
        return self.house.clock.now() - self.polled.get(person, -POLL_MS) < POLL_MS

    def gone_ms(self, person: str | None) -> int:
        """How long this person has had no connection; of what was before the room was read nothing is known."""
        if person is None or self.is_connected(person):
            return 0
        seen = max(self._left.get(person, self._read_at), self.polled.get(person, 0))
        return self.house.clock.now() - seen

    @property
    def spectators(self) -> int:
        """See `Presence`."""
        return sum(1 for c in self.connections if c.seat is None and not c.is_display)

    def look(self, person: str | None) -> Projection:
        """What this person may have of the room now."""
        seat = self.state.seat_of(person)
        viewer = Viewer(person, seat, None if person is None or seat is None else self.notebooks.get(person))
        link, talk = self.house.link(self.state.code), (self.ears, self.scene())
        return project(self.state, self.game, self.views, self, viewer, link, self._version_of_own(person), talk)

    def scene(self) -> Scene:
        """What talk is planned on and shown by, besides the talk itself."""
        return Scene(self.state, self.holders, self._stage_now(), self.house.new_side_room)

    def _stage_now(self) -> str | None:
        table = self.playing
        revision = -1 if table is None else table.revision
        if self._stage[:2] != (table, revision):
            self._stage = (table, revision, stage_of(table))
        return self._stage[2]

    @property
    def version(self) -> str:
        """Changes whenever anything does that everybody can see."""
        return f"{self.house.boot}.{self.revision}"

    def version_for(self, person: str | None) -> str:
        """Changes whenever anything does that this person can see, and never else."""
        return self.look(person).version

    def _version_of_own(self, person: str | None) -> str:
        private = None if person is None else self._private.get(person)
        return self.version if private is None else f"{self.version}.{private}"

    def connect(self, connection: Connection) -> None:
        """A socket joins; the newest of a seat plays."""
        for other in self.connections:
            if connection.seat is not None and other.person == connection.person and other.is_active:
                self._deactivate(other)
        self.connections.append(connection)
        self.publish()

    def disconnect(self, connection: Connection) -> None:
        """A socket is gone; an older one of the same seat plays again."""
        if connection not in self.connections:
            return
        self.connections.remove(connection)
        self.used_at = self.house.clock.now()
        if connection.person is not None:
            self._left[connection.person] = self.used_at
        if connection.is_active:
            rest = [c for c in self.connections if c.person == connection.person]
            if rest:
                rest[-1].is_active = True
                rest[-1].outbox.say(wire.Active(active=True))
        self.publish()

    def take_back(self, connection: Connection) -> None:
        """This tab plays again."""
        if connection.seat is None or connection.is_active:
            return
        for other in self.connections:
            if other.person == connection.person and other.is_active:
                self._deactivate(other)
        connection.is_active = True
        connection.outbox.say(wire.Active(active=True))

    @staticmethod
    def _deactivate(connection: Connection) -> None:
        connection.is_active = False
        text = "You play this seat in another tab or window now. You may take it back here."
        connection.outbox.say(wire.Notice("elsewhere", text))
        connection.outbox.say(wire.Active(active=False))

    # ------------------------------------------------------------ showing
    def publish(self) -> None:
        """Something changed: everybody gets the news, bots think."""
        self.revision += 1
        self._seats_changed()
        for connection in self.connections:
            connection.outbox.ring()
        self.wake_all()
        self.bots.think()

    def _publish_to(self, person: str) -> None:
        """Something changed that only this person can see: nobody else gets as much as a new version."""
        self._private[person] = self._private.get(person, 0) + 1
        for connection in self.connections:
            if connection.person == person:
                connection.outbox.ring()
        self.wake_all()

    def _seats_changed(self) -> None:
        """Connections that are another viewer now begin anew."""
        for connection in self.connections:
            seat = self.state.seat_of(connection.person)
            if seat != connection.seat:
                connection.seat = seat
                connection.is_active = seat is not None and not any(
                    c.is_active for c in self.connections if c is not connection and c.person == connection.person
                )
                connection.outbox.restart(connection.hello(PING_S))

    async def wait_for_news(self, person: str | None, version: str, seconds: float) -> None:
        """Returns when the version for this person is not this one, at the latest after so many seconds."""
        self.used_at = self.house.clock.now()
        with contextlib.suppress(TimeoutError):
            async with asyncio.timeout(seconds):
                while self.version_for(person) == version and not self.house.is_closing and not self.is_dropped:
                    await self._changed.wait()

    def wake_all(self) -> None:
        """Whoever waits looks again."""
        self._changed.set()
        self._changed = asyncio.Event()

    def poll(self, person: str) -> None:
        """This person asks without a socket: it is there."""
        was_there = self.is_connected(person)
        self.polled[person] = self.house.clock.now()
        if not was_there and self.state.seat_of(person) is not None:
            self.publish()

    # ------------------------------------------------------------ aids
    async def deduce(self, person: str | None) -> bytes:
        """What follows for this person's seat from what it was told (`deduction_of`). Raises Refusal."""
        table, seat = self.playing, self.state.seat_of(person)
        if seat is None:
            raise Refusal("not_seated", "This needs a chair at the table.")
        if not self.game.deduces:
            raise Refusal("no_such_page", "This game has nothing to cross out.")
        if not self.state.aids["cross_out"]:
            raise Refusal("aid_forbidden", "The host has switched this aid off for this table.")
        if table is None:
            raise Refusal("not_playing", "No match is in progress at this table.")
        events = told_to(table, seat)
        key = (table.id, seat, len(events))
        async with self._deducing:
            if self._deduced.get(seat, (None, b""))[0] != key:
                found = await asyncio.to_thread(
                    deduction_of, table.game, table.number, table.players, table.options, seat, events
                )
                self._deduced[seat] = (key, found)
            return self._deduced[seat][1]

    # ------------------------------------------------------------ commands
    def now(self) -> Now:
        """What planning looks at."""
        return Now(
            self.state,
            self.playing,
            self.holders,
            self.house.games,
            self.house.clock.now(),
            self.house.new_key,
            self.is_connected,
            self.gone_ms,
        )

    async def carry_out(self, person: str, command: wire.AnyCommand) -> None:
        """Carry out a person's command, once. Raises Refusal: nothing has changed."""
        # Talk is not counted: the sums in /metrics would tell that something is said where nobody else may know of it.
        await self.house.run(self._carry_out(person, command), is_counted=not isinstance(command, wire.TalkCommand))

    async def _carry_out(self, person: str, command: wire.AnyCommand) -> None:
        faults.point("received")
        async with self.lock:
            key = (person, command.id)
            if key in self._done:
                return
            if key in self._refused:
                raise self._refused[key]
            try:
                if isinstance(command, wire.KeepNotebook):
                    await self._keep(person, command)
                    return
                if isinstance(command, wire.TalkCommand):
                    await self._talk(person, command)
                    return
                await self._come_back(person, command)
                change = self._plan(lambda: commands.plan(self.now(), person, command))
                tell = (lambda: self._tell_removed(change)) if isinstance(command, wire.Remove) else None
                await self._store(change, person, command.id, tell)
            except Refusal as refusal:
                if refusal.code not in ("restarting", "try_again", "internal", "too_fast"):
                    self._remember(key, refusal)
                raise

    def _remember(self, key: tuple[str, str], refusal: Refusal) -> None:
        self._refused[key] = refusal
        if len(self._refused) > KEPT_REFUSALS:
            self._refused.popitem(last=False)

    async def seat_person(self, person: str, name: str, seat: int | None) -> None:
        """Somebody joins and takes a chair. Raises Refusal."""
        await self.house.run(self._seat_person(person, name, seat))

    async def _seat_person(self, person: str, name: str, seat: int | None) -> None:
        async with self.lock:
            change = self._plan(lambda: commands.sit(self.now(), person, name, seat))
            await self._store(change, None, None)

    async def _keep(self, person: str, command: wire.KeepNotebook) -> None:
        """Store a private notebook. Nobody but its person is told anything, and the room counts as unused."""
        notebook = notebooks.read_notebook(command.notebook)
        now = self.now()
        change = self._plan(lambda: notebooks.keep(now, person, command.match, notebook))
        commands.complete(change, now, person, command.id, "ok")
        await self._commit(change.write)
        self._done.add((person, command.id))
        if notebook is None:
            self.notebooks.pop(person, None)
        else:
            self.notebooks[person] = notebook
        self._publish_to(person)

    def _tell_removed(self, change: Change) -> None:
        for connection in self.connections:
            if connection.person is not None and connection.person in change.room.removed:
                connection.outbox.say(wire.Notice("removed", "The host asked you to leave. You may watch."))

    async def _come_back(self, person: str, command: wire.AnyCommand) -> None:
        """Whoever decides for a seat that is away plays it again."""
        seat = self.state.seat_of(person)
        if (
            isinstance(command, wire.Decide)
            and seat is not None
            and self.playing is not None
            and self.state.seats[seat].away
        ):
            await self._store(self._plan(lambda: commands.back(self.now(), seat)), None, None)

    async def _talk(self, person: str, command: wire.AnyTalk) -> None:
        """Store what a talk command says, then let those hear it who may: nobody else notices anything."""
        events: list[TalkEvent] = self._plan(lambda: talking.plan(self.talk, self.scene(), person, command))
        self.floods.take(person, command)
        write, now = Write(), self.house.clock.now()
        self.talk.write(self.state.code, events, now, write)
        row = {"room": self.state.code, "person": person, "command": command.id, "answer": "ok", "at": now}
        write.insert(COMMANDS, row)
        await self._commit(write)
        self._done.add((person, command.id))
        faults.point("installed")
        before = {c.person: self.version_for(c.person) for c in self.connections}
        self._hear(events, now)
        for connection in self.connections:
            if self.version_for(connection.person) != before[connection.person]:
                connection.outbox.ring()
        self.wake_all()
        faults.point("shown")

    def _hear(self, events: list[TalkEvent], at: int) -> None:
        for event in events:
            self.talk.take(event, at)
        self.talk.stored = len(self.talk.heard)

    async def _commit(self, write: Write) -> None:
        """Store a write. Raises Refusal `try_again`: nothing has changed."""
        try:
            await self.house.store.commit(write)
        except Conflict as error:
            self.house.drop(self)
            raise try_again() from error
        except StoreFailed as error:
            self._forget_draws()
            raise try_again() from error

    def _plan(self, planning: Callable[[], T]) -> T:
        if self.is_dropped:
            raise try_again()
        if self.house.is_closing:
            raise restarting()
        try:
            return planning()
        except Refusal:
            self._forget_draws()
            raise
        except Exception as error:
            self._forget_draws()
            LOG.error(
                "planning_failed",
                room=self.state.code,
                game=self.state.game,
                error=type(error).__name__,
                where=where(error),
            )
            raise Refusal("internal", "The server made a mistake; nothing has changed. The match goes on.") from error

    async def _store(
        self, change: Change, person: str | None, command: str | None, before_showing: Callable[[], None] | None = None
    ) -> None:
        """Store a change, then make it true and show it."""
        faults.point("applied")
        now = self.now()
        ended = await self._ending(change, now)
        commands.complete(change, now, person, command, "ok")
        said = follows(self.talk, self.state, change.room, None if ended is None else ended.number, change.moved)
        self.talk.write(self.state.code, said, now.at, change.write)
        if change.write:
            with STORE_SECONDS.time():
                await self._commit(change.write)
        if person is not None and command is not None:
            self._done.add((person, command))
        self._install(change, ended, now.at)
        self._hear(said, now.at)
        faults.point("installed")
        if before_showing is not None:
            before_showing()
        self.publish()
        faults.point("shown")

    async def _ending(self, change: Change, now: Now) -> Table | None:
        """The table at the end of its match, if this change ends it."""
        table = self.playing
        if table is None or (change.step is None and change.stopped is None):
            return None
        if change.step is not None and not table.game.is_over(change.step.after):
            return None
        ended = table.copy()
        if change.step is not None:
            ended.install(change.step, None)
        else:
            ended.stop(change.stopped or "", now.at)
        await asyncio.to_thread(commands.finish, change, ended, now)
        return ended

    def _install(self, change: Change, ended: Table | None, at: int) -> None:
        self.state = change.room
        self.used_at = at
        if change.started is not None:
            self.table = change.started
            self.views = LiveViews(change.started)
            self.holders = dict(change.holders)
            self.notebooks = {}
        else:
            self.holders.update({p: s for p, s in change.holders.items() if p not in self.holders})
        if ended is not None:
            self.table = ended
            self.views = LiveViews(ended)
        elif self.table is not None and change.started is None:
            if change.step is not None:
                self.table.install(change.step, change.due)
            for note in change.notes:
                self.table.note(note, at)
            if change.dues is not None:
                self.table.due = {seat: change.dues.get(seat) for seat in self.table.actors}
                self.table.revision += 1
        if change.step is not None:
            DECISIONS_MADE.labels(self.table.game.id if self.table else "", change.step.decision.by).inc()
        if change.started is not None:
            MATCHES_STARTED.labels(change.started.game.id).inc()
        if change.due is not None or change.dues is not None:
            self.house.deadlines_changed()

    def _forget_draws(self) -> None:
        if self.playing is not None:
            self.playing.forget_draws()

    # ------------------------------------------------------------ clock and bots
    async def expire(self, seat: int, decision: str, now: int) -> None:
        """The time of a decision has run out: take its default. A deadline of a closed decision is deleted."""
        async with self.lock:
            table = self.playing
            due = None if table is None else table.due.get(seat)
            if table is None or due is None or table.decision_id(seat) != decision:
                write = Write()
                write.delete(DEADLINES, room=self.state.code, seat=seat, decision=decision)
                await self.house.store.commit(write)
                return
            if due > now:
                return
            playing = table
            change = self._plan(
                lambda: commands.decide(self.now(), seat, decision, playing.default_action(seat), CLOCK)
            )
            await self._store(change, None, None)

    def bot_to_move(self, seat: int) -> str | None:
        """The id of the decision that a bot owes here now."""
        table = self.playing
        if table is None or seat not in table.due or not self.state.seats[seat].bot_plays or self.is_dropped:
            return None
        if self.state.paused is not None or self.state.asked is not None:
            return None
        return table.decision_id(seat)

    async def decide_for_bot(self, seat: int, decision: str, action: dict[str, object]) -> None:
        """Carry out a bot's decision, if it is still the bot's to make. Raises Refusal."""
        async with self.lock:
            if self.bot_to_move(seat) != decision:
                return
            by = STAND_IN if self.state.seats[seat].away else BOT
            change = self._plan(lambda: commands.decide(self.now(), seat, decision, action, by))
            await self._store(change, None, None)

    async def note_absence(self, away_ms: int) -> None:
        """The server was away: the clocks of this match were moved, and its log says so."""
        async with self.lock:
            if self.playing is not None and any(due is not None for due in self.playing.due.values()):
                change = Change(self.state, notes=[{"type": "waited", "ms": away_ms}])
                await self._store(change, None, None)

    async def move_person(self, old: str, new: str, token: str) -> int | None:
        """All that one device holds here goes to another, once; returns the chair. Raises Refusal."""
        async with self.lock:
            state = self.state
            seat = state.seat_of(old)
            if seat is None and state.host != old and state.lent_by(old) is None:
                raise Refusal("bad_link", "The place that this link moves is not held any more.")
            if old == new:
                return seat
            if state.seat_of(new) is not None:
                raise Refusal("seat_elsewhere", "This device has a place at this table already.")
            if seat is not None:
                state = state.with_seat(seat, replace(state.seats[seat], person=new))
            lent = state.lent_by(old)
            if lent is not None:
                state = state.with_seat(lent, replace(state.seats[lent], lender=new))
            if state.host == old:
                state = replace(state, host=new)
            held = self.holders.get(old)
            change = self._plan(lambda: Change(state, holders={} if held is None else {new: held}, moved={old: new}))
            change.write.delete(MOVE_LINKS, token=token)
            notebook = self.notebooks.get(old)
            if notebook is not None:
                match = f"{state.code}.{state.matches}"
                change.write.delete(NOTEBOOKS, match=match, person=new)
                change.write.update(NOTEBOOKS, {"match": match, "person": old}, person=new)

            def moved() -> None:
                if notebook is not None:
                    self.notebooks[new] = self.notebooks.pop(old)
                self._tell_moved(old)

            await self._store(change, None, None, moved)
            return seat

    def _tell_moved(self, person: str) -> None:
        for connection in self.connections:
            if connection.person == person:
                connection.outbox.say(wire.Notice("moved", "Your place was moved to another device."))

    async def lend(self, lender: str, borrower: str, name: str | None, token: str) -> int:
        """Somebody else plays the lender's chair, once; returns the chair. Raises Refusal."""
        async with self.lock:
            seat = self.state.seat_of(lender)
            if seat is None or self.playing is None:
                raise Refusal("bad_link", "The chair that this link lends is not held any more, or the match is over.")
            change = self._plan(lambda: hosting.lend(self.now(), lender, borrower, name, seat))
            change.write.delete(MOVE_LINKS, token=token)
            await self._store(change, None, None)
            return seat
