"""The store's contract, on SQLite and on PostgreSQL where MAINMATCH_TEST_POSTGRES names a database."""

from __future__ import annotations

import asyncio
import os
from collections.abc import AsyncIterator
from pathlib import Path

import pytest
from sqlalchemy import text

from mainmatch.core.errors import InvalidInput
from mainmatch.server.seats import RoomState, Seat, read_room
from mainmatch.server.storage import HEAD, Conflict, Store, StoreFailed, Write, database_url
from mainmatch.server.tables import COMMANDS, DEADLINES, MATCHES, METADATA, ROOMS, SEATS
from tests.server.live import serving

POSTGRES = os.environ.get("MAINMATCH_TEST_POSTGRES")


@pytest.fixture(params=["sqlite", *(["postgresql"] if POSTGRES else [])])
async def store(request: pytest.FixtureRequest, tmp_path: Path) -> AsyncIterator[Store]:
    """An open store on an empty database."""
    opened = Store(POSTGRES if request.param == "postgresql" and POSTGRES else str(tmp_path / "rooms.sqlite3"))
    if request.param == "postgresql":
        async with opened.engine.begin() as connection:
            await connection.execute(text("DROP SCHEMA public CASCADE"))
            await connection.execute(text("CREATE SCHEMA public"))
    await opened.open()
    yield opened
    await opened.close()


def room(code: str) -> Write:
    """A write that makes a room."""
    write = Write()
    RoomState(code, "en", "envelopes", 2, {"rounds": 3}, (Seat(), Seat("human", "Ann", "person"))).write(None, write, 1)
    return write


def match(code: str, number: int = 1) -> Write:
    """A write that makes a match."""
    write = Write()
    row = {
        "id": f"{code}.{number}",
        "room": code,
        "number": number,
        "game": "g",
        "version": "1",
        "players": 2,
        "options": "{}",
    }
    row |= {
        "names": "[]",
        "key": b"k" * 32,
        "commitment": "c",
        "status": "playing",
        "outcome": None,
        "started_at": 1,
        "ended_at": None,
    }
    write.insert(MATCHES, row)
    return write


async def test_a_room_comes_back_as_it_was(store: Store) -> None:
    """With its chairs in order."""
    await store.commit(room("BCDFGH"))
    row = await store.row(ROOMS, code="BCDFGH")
    assert row is not None
    state = read_room(row, await store.rows(SEATS, order="seat", room="BCDFGH"))
    assert state == RoomState("BCDFGH", "en", "envelopes", 2, {"rounds": 3}, (Seat(), Seat("human", "Ann", "person")))
    assert await store.rooms_of("person") == ["BCDFGH"]
    assert await store.has_room("BCDFGH")
    assert not await store.has_room("XXXXXX")


async def test_a_change_is_stored_whole_or_not_at_all(store: Store) -> None:
    """The second half of the write breaks, so the first is not there either."""
    await store.commit(room("BCDFGH"))
    broken = room("BCDFGJ")
    broken.insert(ROOMS, {**broken.inserts[0][1], "code": "BCDFGH"})
    with pytest.raises(Conflict):
        await store.commit(broken)
    assert not await store.has_room("BCDFGJ")


async def test_one_faulty_change_does_not_spoil_the_others_of_its_batch(store: Store) -> None:
    """All in one transaction; when that fails, each alone."""
    await store.commit(room("BCDFGH"))
    codes = ["BCDFGJ", "BCDFGH", "BCDFGK"]
    done = await asyncio.gather(*(store.commit(room(c)) for c in codes), return_exceptions=True)
    assert [type(d) for d in done] == [type(None), Conflict, type(None)]
    assert await store.has_room("BCDFGK")


async def test_a_command_is_unique_for_its_person(store: Store) -> None:
    """The second writer is refused; another person may use the same id."""
    await store.commit(room("BCDFGH"))
    row = {"room": "BCDFGH", "person": "a", "command": "c", "answer": "ok", "at": 1}
    for one, expected in ((row, None), (row, Conflict), ({**row, "person": "b"}, None)):
        write = Write()
        write.insert(COMMANDS, one)
        if expected is None:
            await store.commit(write)
        else:
            with pytest.raises(expected):
                await store.commit(write)


async def test_deadlines_are_found_in_order_and_moved_by_the_time_away(store: Store) -> None:
    """`due`, `next_due`, `wake`."""
    assert await store.wake(1000) == 0
    await store.commit(room("BCDFGH"))
    write = match("BCDFGH")
    for seat, due in ((0, 5000), (1, 3000)):
        write.insert(
            DEADLINES, {"match": "BCDFGH.1", "seat": seat, "room": "BCDFGH", "decision": f"1.{seat}.1", "due_at": due}
        )
    await store.commit(write)
    assert await store.next_due() == 3000
    assert [r["seat"] for r in await store.due(5000)] == [1, 0]
    assert await store.wake(1500) == 500
    assert await store.next_due() == 3500
    assert await store.wake(1400) == 0


async def test_deletes_come_before_inserts_and_updates_after(store: Store) -> None:
    """So that a chair can change its holder in one write."""
    await store.commit(room("BCDFGH"))
    write = Write()
    write.delete(SEATS, room="BCDFGH")
    for seat in range(2):
        write.insert(
            SEATS,
            {"room": "BCDFGH", "seat": seat, "kind": "bot", "name": "B", "person": None, "bot": "thumb", "away": False},
        )
    write.update(ROOMS, {"code": "BCDFGH"}, matches=4)
    await store.commit(write)
    assert [s["kind"] for s in await store.rows(SEATS, room="BCDFGH")] == ["bot", "bot"]
    assert (await store.row(ROOMS, code="BCDFGH") or {})["matches"] == 4


async def test_a_closed_store_takes_nothing(store: Store) -> None:
    """And says so, instead of waiting for ever."""
    await store.close()
    with pytest.raises(StoreFailed):
        await store.commit(room("BCDFGH"))
    await store.open()


async def test_migrations_make_exactly_the_tables_that_are_declared(store: Store) -> None:
    """Alembic finds nothing to do."""

    def differences(connection: object) -> list[object]:
        from alembic.autogenerate import compare_metadata
        from alembic.migration import MigrationContext

        return list(compare_metadata(MigrationContext.configure(connection), METADATA))  # type: ignore[arg-type]

    async with store.engine.connect() as connection:
        assert await connection.run_sync(differences) == []
        assert (await connection.execute(text("SELECT version_num FROM alembic_version"))).scalar() == HEAD


def test_a_database_is_a_file_or_an_address(tmp_path: Path) -> None:
    """Everything else is refused in a sentence."""
    assert database_url(str(tmp_path / "a.sqlite3")) == f"sqlite+aiosqlite:///{tmp_path}/a.sqlite3"
    assert database_url("postgresql://me@host/db") == "postgresql+asyncpg://me@host/db"
    with pytest.raises(InvalidInput):
        database_url("mysql://host/db")


async def test_a_whole_match_is_played_on_it(store: Store, tmp_path: Path) -> None:
    """One code path for both: rooms, decisions, clock, frames, and on after a restart."""
    database = store.url
    async with serving(tmp_path, database=database) as live:
        ann = await live.host(players=2, options={"rounds": 1}, clock={"pace": "fast"})
        await ann.command("start")
        await ann.decide()
    async with serving(tmp_path, database=database) as live:
        ann.address = live.address
        async with ann.tab() as tab:
            await tab.until(lambda t: t.table and t.table["decision"])
            assert (await tab.decide())["ok"]
            await tab.until(lambda t: t.table["over"])
        assert (await ann.get(f"/api/rooms/{ann.code}/matches/1"))["key"] == tab.table["key"]
