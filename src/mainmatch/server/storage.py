"""The store: one writer task that commits many changes at once, and the few questions asked of it.

A change is a `Write`: what to delete, to insert and to update. The writer takes all that are waiting into one
transaction; when that fails, each is tried alone, so that only the faulty one is refused. `commit` returns
when the change is on disk, never before.
"""

from __future__ import annotations

import asyncio
import logging
from collections import defaultdict
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from sqlalchemy import Table, bindparam, delete, event, func, insert, select, update
from sqlalchemy.exc import IntegrityError, SQLAlchemyError
from sqlalchemy.ext.asyncio import AsyncConnection, AsyncEngine, create_async_engine

from mainmatch.core.errors import InvalidInput
from mainmatch.server import faults
from mainmatch.server.tables import COMMANDS, DEADLINES, MATCHES, METADATA, MOVE_LINKS, ROOMS, SEATS, SERVER

HEAD = "0006"
"""The newest migration."""
BATCH = 256
Row = dict[str, Any]
_ORDER = {table.name: i for i, table in enumerate(METADATA.sorted_tables)}


class Conflict(Exception):
    """The database already holds a row with this key: somebody else wrote first."""


class StoreFailed(Exception):
    """The database did not take a change; nothing of it is stored."""


@dataclass
class Write:
    """One change: stored whole or not at all. Deletes happen first, updates last."""

    deletes: list[tuple[Table, Row]] = field(default_factory=list)
    inserts: list[tuple[Table, Row]] = field(default_factory=list)
    updates: list[tuple[Table, Row, Row]] = field(default_factory=list)
    """Table, key, new values."""

    def delete(self, table: Table, **key: Any) -> None:
        """Delete the rows with this key."""
        self.deletes.append((table, key))

    def insert(self, table: Table, row: Row) -> None:
        """Insert a row."""
        self.inserts.append((table, row))

    def update(self, table: Table, key: Row, **values: Any) -> None:
        """Change the rows with this key."""
        self.updates.append((table, key, values))

    def __bool__(self) -> bool:
        return bool(self.deletes or self.inserts or self.updates)


def database_url(database: str) -> str:
    """The SQLAlchemy address for a file name or an URL. Raises InvalidInput for a database we do not know."""
    if "://" not in database:
        return f"sqlite+aiosqlite:///{Path(database).expanduser().absolute()}"
    scheme, rest = database.split("://", 1)
    if scheme in ("postgresql", "postgres", "postgresql+asyncpg"):
        return f"postgresql+asyncpg://{rest}"
    if scheme in ("sqlite", "sqlite+aiosqlite"):
        return f"sqlite+aiosqlite://{rest}"
    raise InvalidInput(f"a database is a file name or a postgresql:// address, not {scheme}://")


class Store:
    """The database. `open` brings it to today's form and starts the writer."""

    def __init__(self, database: str) -> None:
        self.url = database_url(database)
        self.engine: AsyncEngine = _sqlite(self.url) if self.url.startswith("sqlite") else create_async_engine(self.url)
        self._queue: asyncio.Queue[tuple[Write, asyncio.Future[None]] | None] = asyncio.Queue()
        self._writer: asyncio.Task[None] | None = None
        self.now_ms = 0
        """Set by whoever knows the time; goes into `server.alive_at` with every batch."""

    async def open(self) -> None:
        """Migrate if necessary and start the writer. Raises InvalidInput with what to do. Open already: nothing."""
        if self._writer is not None:
            return
        try:
            async with self.engine.begin() as connection:
                version = await connection.run_sync(_version)
                if version != HEAD:
                    await connection.run_sync(_migrate)
        except InvalidInput:
            raise
        except (SQLAlchemyError, OSError) as error:
            await asyncio.sleep(0.1)  # the driver's thread still tells this loop that it ends
            reason = str(error).splitlines()[0]
            raise InvalidInput(f"the database cannot be opened ({reason}); choose another with --database") from error
        self._writer = asyncio.create_task(self._write_all(), name="writer")

    async def close(self) -> None:
        """Finish what is waiting and close."""
        if self._writer is not None:
            self._queue.put_nowait(None)
            await self._writer
            self._writer = None
        await self.engine.dispose()

    # ------------------------------------------------------------ writing
    async def commit(self, write: Write) -> None:
        """Store a change. Raises Conflict or StoreFailed: nothing of it is stored."""
        if self._writer is None or self._writer.done():
            raise StoreFailed("the store is closed")
        done: asyncio.Future[None] = asyncio.get_running_loop().create_future()
        self._queue.put_nowait((write, done))
        await done

    async def _write_all(self) -> None:
        while True:
            first = await self._queue.get()
            if first is None:
                return
            batch = [first]
            last = False
            while len(batch) < BATCH and not self._queue.empty():
                more = self._queue.get_nowait()
                if more is None:
                    last = True
                    break
                batch.append(more)
            await self._write_batch(batch)
            if last:
                return

    async def _write_batch(self, batch: list[tuple[Write, asyncio.Future[None]]]) -> None:
        try:
            await self._transact([write for write, _ in batch])
        except Exception as error:
            if len(batch) == 1:
                _answer(batch[0][1], _explain(error))
                return
            for one in batch:
                await self._write_batch([one])
            return
        for _, done in batch:
            _answer(done, None)

    async def _transact(self, writes: Sequence[Write]) -> None:
        async with self.engine.begin() as connection:
            await _execute(connection, writes)
            if self.now_ms:
                await connection.execute(_ALIVE, {"now": self.now_ms})
            faults.point("committing")
        faults.point("committed")

    # ------------------------------------------------------------ asking
    async def rows(self, table: Table, *, order: str | None = None, **key: Any) -> list[Row]:
        """All rows with this key."""
        statement = select(table).where(*(table.c[name] == value for name, value in key.items()))
        if order is not None:
            statement = statement.order_by(table.c[order])
        async with self.engine.connect() as connection:
            found = await connection.execution_options(reads_only=True)
            return [dict(row) for row in (await found.execute(statement)).mappings()]

    async def row(self, table: Table, **key: Any) -> Row | None:
        """The row with this key."""
        found = await self.rows(table, **key)
        return found[0] if found else None

    async def rows_of_room(self, table: Table, room: str, order: str) -> list[Row]:
        """All rows that belong to matches of this room."""
        statement = select(table).join(MATCHES, table.c.match == MATCHES.c.id).where(MATCHES.c.room == room)
        return await self._read(statement.order_by(table.c.match, table.c[order]))

    async def due(self, now: int) -> list[Row]:
        """The deadlines that have passed, the oldest first."""
        statement = select(DEADLINES).where(DEADLINES.c.due_at <= now).order_by(DEADLINES.c.due_at, DEADLINES.c.seat)
        return await self._read(statement)

    async def next_due(self) -> int | None:
        """The nearest deadline."""
        rows = await self._read(select(func.min(DEADLINES.c.due_at).label("due_at")))
        return None if rows[0]["due_at"] is None else int(rows[0]["due_at"])

    async def playing(self) -> list[str]:
        """The codes of rooms with a match in progress."""
        return [r["code"] for r in await self._read(select(ROOMS.c.code).where(ROOMS.c.status == "playing"))]

    async def rooms_of(self, person: str, limit: int = 50) -> list[str]:
        """The codes of the rooms in which this person has a place, newest first."""
        seated = select(SEATS.c.room).where(SEATS.c.person == person)
        statement = (
            select(ROOMS.c.code)
            .where((ROOMS.c.host == person) | ROOMS.c.code.in_(seated))
            .order_by(ROOMS.c.updated_at.desc())
            .limit(limit)
        )
        return [r["code"] for r in await self._read(statement)]

    async def has_room(self, code: str) -> bool:
        """Is there a room with this code?"""
        return bool(await self._read(select(ROOMS.c.code).where(ROOMS.c.code == code)))

    async def _read(self, statement: Any) -> list[Row]:
        async with self.engine.connect() as connection:
            reading = await connection.execution_options(reads_only=True)
            return [dict(row) for row in (await reading.execute(statement)).mappings()]

    # ------------------------------------------------------------ starting
    async def wake(self, now: int) -> int:
        """Move all deadlines by the time that the server was away, in one transaction; returns it in ms."""
        async with self.engine.begin() as connection:
            row = (await connection.execute(select(SERVER.c.alive_at).where(SERVER.c.id == 1))).first()
            away = 0 if row is None else max(0, now - int(row[0]))
            if row is None:
                await connection.execute(insert(SERVER), {"id": 1, "alive_at": now})
            else:
                await connection.execute(update(DEADLINES).values(due_at=DEADLINES.c.due_at + away))
                await connection.execute(update(SERVER).where(SERVER.c.id == 1).values(alive_at=now))
            await connection.execute(delete(COMMANDS).where(COMMANDS.c.at < now - 7 * 86_400_000))
            await connection.execute(delete(MOVE_LINKS).where(MOVE_LINKS.c.expires_at < now))
        self.now_ms = now
        return away


_ALIVE = update(SERVER).where(SERVER.c.id == 1).values(alive_at=bindparam("now"))


def _answer(done: asyncio.Future[None], error: Exception | None) -> None:
    if done.done():
        return
    if error is None:
        done.set_result(None)
    else:
        done.set_exception(error)


def _explain(error: Exception) -> Exception:
    if isinstance(error, IntegrityError):
        return Conflict(str(error.orig))
    logging.getLogger(__name__).error("store_failed %s", type(error).__name__)
    return StoreFailed(type(error).__name__)


async def _execute(connection: AsyncConnection, writes: Sequence[Write]) -> None:
    """All writes of a batch, rows of one table and form together; parents before children."""
    gone: defaultdict[tuple[str, tuple[str, ...]], list[Row]] = defaultdict(list)
    new: defaultdict[tuple[str, tuple[str, ...]], list[Row]] = defaultdict(list)
    for write in writes:
        for table, key in write.deletes:
            gone[table.name, tuple(sorted(key))].append({f"key_{k}": v for k, v in key.items()})
        for table, row in write.inserts:
            new[table.name, tuple(sorted(row))].append(row)
    for (name, keys), rows in sorted(gone.items(), key=lambda item: -_ORDER[item[0][0]]):
        table = METADATA.tables[name]
        await connection.execute(delete(table).where(*_matches(table, keys)), rows)
    for (name, _), rows in sorted(new.items(), key=lambda item: _ORDER[item[0][0]]):
        await connection.execute(insert(METADATA.tables[name]), rows)
    for write in writes:
        for table, key, values in write.updates:
            statement = (
                update(table).where(*_matches(table, sorted(key))).values({k: bindparam(f"new_{k}") for k in values})
            )
            await connection.execute(
                statement, {f"key_{k}": v for k, v in key.items()} | {f"new_{k}": v for k, v in values.items()}
            )


def _matches(table: Table, keys: Iterable[str]) -> list[Any]:
    return [table.c[k] == bindparam(f"key_{k}") for k in keys]


def _sqlite(url: str) -> AsyncEngine:
    engine = create_async_engine(url)

    @event.listens_for(engine.sync_engine, "connect")
    def _connect(connection: Any, _: object) -> None:
        connection.isolation_level = None  # the driver begins nothing by itself: `_begin` does
        cursor = connection.cursor()
        for pragma in ("journal_mode=WAL", "synchronous=FULL", "foreign_keys=ON", "busy_timeout=10000"):
            cursor.execute(f"PRAGMA {pragma}")
        cursor.close()

    @event.listens_for(engine.sync_engine, "begin")
    def _begin(connection: Any) -> None:
        reads: Mapping[str, Any] = connection.get_execution_options()
        connection.exec_driver_sql("BEGIN" if reads.get("reads_only") else "BEGIN IMMEDIATE")

    return engine


def _version(connection: Any) -> str | None:
    if not connection.dialect.has_table(connection, "alembic_version"):
        return None
    row = connection.exec_driver_sql("SELECT version_num FROM alembic_version").first()
    return None if row is None else str(row[0])


def _migrate(connection: Any) -> None:
    from alembic import command  # a second to import: only when there is something to do
    from alembic.config import Config
    from alembic.util import CommandError

    config = Config()
    config.set_main_option("script_location", "mainmatch.server:migrations")
    config.attributes["connection"] = connection
    try:
        command.upgrade(config, "head")
    except CommandError as error:
        raise InvalidInput(
            f"the database was made by a newer mainmatch ({error}); update mainmatch, or choose another with --database"
        ) from error
