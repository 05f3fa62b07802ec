"""Law 9: the process is really killed at every step between receiving and acknowledging.

Nothing acknowledged is lost, nothing unstored is shown, nothing happens twice; everybody goes on by itself afterwards.
"""

from __future__ import annotations

import asyncio
import contextlib
import signal
import sqlite3
import sys
from collections.abc import AsyncGenerator
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

import pytest
from websockets.exceptions import ConnectionClosed
from websockets.protocol import State

from mainmatch.server.clock import SystemTime
from mainmatch.server.faults import POINTS
from tests.server.live import PATIENCE_S, Tab, Visitor, command_id, serving

Json = Any
ROOT = Path(__file__).parents[2]


@dataclass
class Running:
    """A server process."""

    process: asyncio.subprocess.Process
    address: str


@contextlib.asynccontextmanager
async def process(database: Path, point: str = "none", nth: int = 1, *more: str) -> AsyncGenerator[Running]:
    """A server in its own process; it is gone at the end of the block."""
    arguments = [sys.executable, "-m", "tests.server.crashing", str(database), point, str(nth), *more]
    running = await asyncio.create_subprocess_exec(
        *arguments, stdout=asyncio.subprocess.PIPE, stderr=asyncio.subprocess.DEVNULL, cwd=ROOT
    )
    assert running.stdout is not None
    async with asyncio.timeout(PATIENCE_S):
        port = int(await running.stdout.readline())
    try:
        yield Running(running, f"127.0.0.1:{port}")
    finally:
        with contextlib.suppress(ProcessLookupError):
            running.kill()
        await running.wait()


@dataclass
class Diary:
    """What one person knows for certain."""

    visitor: Visitor
    acknowledged: list[str] = field(default_factory=list)
    """Decisions that were answered with ok."""
    shown: list[Json] = field(default_factory=list)
    """Events received, in order."""
    pending: Json = None
    """The command without an answer."""


async def play(diary: Diary, until_over: bool) -> None:
    """Play in one tab, keeping a diary, until the server dies or the match is over."""
    with contextlib.suppress(ConnectionClosed, OSError):
        async with diary.visitor.tab() as tab:
            try:
                await _decide_all(tab, diary)
            finally:
                diary.shown = _merged(diary.shown, tab.items)
    assert not until_over or (diary.shown and diary.shown[-1].get("note") == {"type": "over"})


async def _decide_all(tab: Tab, diary: Diary) -> None:
    while True:
        await tab.until(lambda t: t.table and (t.table["over"] or t.table["decision"] or diary.pending))
        if diary.pending is None:
            if tab.table["over"]:
                return
            decision = tab.table["decision"]
            diary.pending = {
                "type": "decide",
                "id": command_id(),
                "decision": decision["id"],
                "action": decision["legal"][-1],
            }
        sent = diary.pending
        await tab.send(sent)
        answer = await tab.answer(sent["id"])
        assert answer["ok"], answer
        diary.acknowledged.append(sent["decision"])
        diary.pending = None


def _merged(before: list[Json], now: list[Json]) -> list[Json]:
    """What was shown earlier is what is shown again."""
    shared = min(len(before), len(now))
    assert now[:shared] == before[:shared]
    return now if len(now) > len(before) else before


def stored_decisions(database: Path) -> list[tuple[int, int]]:
    """(number, seat) of every stored decision."""
    with contextlib.closing(sqlite3.connect(database)) as connection:
        return list(connection.execute("SELECT number, seat FROM decisions ORDER BY number"))


def contradictions(database: Path, diaries: list[Diary]) -> list[str]:
    """Seats whose acknowledged decisions are not stored, or that have more stored than they asked for."""
    kept = stored_decisions(database)
    made = [sum(1 for _, s in kept if s == seat) for seat in range(len(diaries))]
    return [
        f"seat {seat}: {len(diary.acknowledged)} acknowledged, {made[seat]} stored"
        for seat, diary in enumerate(diaries)
        if not len(diary.acknowledged) <= made[seat] <= len(diary.acknowledged) + 1
    ]


ROUNDS = 3


@pytest.fixture
async def begun(tmp_path: Path) -> tuple[Path, Visitor, Visitor]:
    """The database of a match that has begun, and its two people."""
    async with serving(tmp_path, clock=SystemTime()) as live:
        ann = await live.host(players=2, options={"rounds": ROUNDS}, clock={"pace": "slow"})
        ben = await live.guest(ann.code, "Ben")
        await ann.command("start")
    return tmp_path / "rooms.sqlite3", ann, ben


@pytest.mark.parametrize("nth", [1, 6])
@pytest.mark.parametrize("point", POINTS)
async def test_law9_nothing_acknowledged_is_lost_and_nothing_unstored_is_shown(
    begun: tuple[Path, Visitor, Visitor], point: str, nth: int
) -> None:
    """Two people play; the server dies at its nth passing of the point; a new one goes on from the database."""
    database, ann, ben = begun
    diaries = [Diary(ann), Diary(ben)]
    async with process(database, point, nth) as dying:
        ann.address = ben.address = dying.address
        await asyncio.gather(*(play(d, until_over=False) for d in diaries))
        await dying.process.wait()
        assert dying.process.returncode == -signal.SIGKILL
    assert contradictions(database, diaries) == []
    async with serving(database.parent, clock=SystemTime()) as live:
        ann.address = ben.address = live.address
        shown = [list(d.shown) for d in diaries]
        await asyncio.gather(*(play(d, until_over=True) for d in diaries))
        for diary, before in zip(diaries, shown, strict=True):
            assert diary.shown[: len(before)] == before
    kept = stored_decisions(database)
    assert [number for number, _ in kept] == list(range(1, 4 * ROUNDS + 1))
    for seat, diary in enumerate(diaries):
        assert len(set(diary.acknowledged)) == len(diary.acknowledged) == 2 * ROUNDS
        assert sum(1 for _, s in kept if s == seat) == 2 * ROUNDS


async def test_a_server_that_acknowledges_without_storing_is_caught(begun: tuple[Path, Visitor, Visitor]) -> None:
    """The planted fault of law 9."""
    database, ann, ben = begun
    diaries = [Diary(ann), Diary(ben)]
    async with process(database, "answered", 4, "lying") as dying:
        ann.address = ben.address = dying.address
        await asyncio.gather(*(play(d, until_over=False) for d in diaries))
        await dying.process.wait()
    assert contradictions(database, diaries) != []


async def test_sigterm_tells_everybody_to_wait_and_leaves_within_five_seconds(
    begun: tuple[Path, Visitor, Visitor],
) -> None:
    """A notice, close code 1012, exit, also with a tab that reads nothing; afterwards the match goes on."""
    database, ann, ben = begun
    async with process(database) as running:
        ann.address = ben.address = running.address
        async with ann.tab() as tab, ben.tab() as silent:
            await tab.until(lambda t: t.table)
            running.process.send_signal(signal.SIGTERM)
            async with asyncio.timeout(5):
                assert await tab.close_code() == 1012
                assert [m["code"] for m in tab.letters if m["type"] == "notice"] == ["restarting"]
                assert await running.process.wait() in (0, -signal.SIGTERM)
            assert silent.socket.state is not State.CONNECTING
    diaries = [Diary(ann), Diary(ben)]
    async with serving(database.parent, clock=SystemTime()) as live:
        ann.address = ben.address = live.address
        await asyncio.gather(*(play(d, until_over=True) for d in diaries))
