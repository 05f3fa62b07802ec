"""Law 9: the process is really killed at every step between receiving and acknowledging. Nothing acknowledged is
lost, nothing unstored is shown, nothing happens twice; everybody goes on by itself afterwards.
"""

from __future__ import annotations

import asyncio
import contextlib
import json
import signal
import sqlite3
import sys
from collections.abc import AsyncIterator
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

import pytest
from websockets.exceptions import ConnectionClosed

from mainmatch.server.faults import POINTS
from tests.server.live import PATIENCE_S, Tab, Visitor, command_id

Json = Any
ROOT = Path(__file__).parents[2]


@dataclass
class Running:
    """A server process."""

    process: asyncio.subprocess.Process
    address: str


@contextlib.asynccontextmanager
async def process(database: Path, point: str = "none", nth: int = 1) -> AsyncIterator[Running]:
    """A server in its own process; it is gone at the end of the block."""
    arguments = [sys.executable, "-m", "tests.server.crashing", str(database), point, str(nth)]
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


@pytest.mark.parametrize("nth", [1, 4, 9])
@pytest.mark.parametrize("point", POINTS)
async def test_law9_nothing_acknowledged_is_lost_and_nothing_unstored_is_shown(
    tmp_path: Path, point: str, nth: int
) -> None:
    """Two people play; the server dies at its nth passing of the point; a new one goes on from the database."""
    database = tmp_path / "rooms.sqlite3"
    rounds = 3
    async with process(database) as first:  # room and people exist before anything is counted
        ann, ben = Visitor(first.address), Visitor(first.address)
        await ann.create("Ann", players=2, options={"rounds": rounds})
        ben.code = ann.code
        await ben.post(f"/api/rooms/{ann.code}/join", {"name": "Ben"})
        await ann.command("start")
    diaries = [Diary(ann), Diary(ben)]
    async with process(database, point, nth) as second:
        ann.address = ben.address = second.address
        await asyncio.gather(*(play(d, until_over=False) for d in diaries))
        await second.process.wait()
        assert second.process.returncode == -signal.SIGKILL
    kept = stored_decisions(database)
    for seat, diary in enumerate(diaries):
        made = sum(1 for _, s in kept if s == seat)
        assert len(diary.acknowledged) <= made <= len(diary.acknowledged) + 1
    async with process(database) as third:
        ann.address = ben.address = third.address
        shown = [list(d.shown) for d in diaries]
        await asyncio.gather(*(play(d, until_over=True) for d in diaries))
        for diary, before in zip(diaries, shown, strict=True):
            assert diary.shown[: len(before)] == before
        final = await ann.look()
    assert final["table"]["outcome"] is not None
    kept = stored_decisions(database)
    assert [number for number, _ in kept] == list(range(1, 4 * rounds + 1))
    for seat, diary in enumerate(diaries):
        assert len(set(diary.acknowledged)) == len(diary.acknowledged) == 2 * rounds
        assert sum(1 for _, s in kept if s == seat) == 2 * rounds


async def test_a_point_that_lies_would_be_seen(tmp_path: Path) -> None:
    """The fault for the test above: an answer before its commit. Its decision is missing after the kill."""
    database = tmp_path / "rooms.sqlite3"
    async with process(database, "applied", 2) as running:  # 1: start, 2: the decision
        ann = Visitor(running.address)
        await ann.create("Ann", players=2)
        await ann.command("start")
        async with ann.tab() as tab:
            await tab.until(lambda t: t.table and t.table["decision"])
            await tab.send(
                {"type": "decide", "id": command_id(), "decision": "1.0.1", "action": {"type": "bid", "amount": 1}}
            )
            assert await tab.close_code() == 1006
        claimed = 1  # what a server that answers first would have claimed
    assert len([1 for _, seat in stored_decisions(database) if seat == 0]) != claimed


async def test_sigterm_tells_everybody_to_wait_and_leaves_within_five_seconds(tmp_path: Path) -> None:
    """A notice, close code 1012, exit; afterwards the match goes on."""
    database = tmp_path / "rooms.sqlite3"
    async with process(database) as running:
        ann = Visitor(running.address)
        await ann.create("Ann", players=2, options={"rounds": 3}, clock={"pace": "slow"})
        await ann.command("start")
        async with ann.tab() as tab, ann.tab() as stalled:
            await stalled.until(lambda t: t.table)
            await tab.until(lambda t: t.table)
            running.process.send_signal(signal.SIGTERM)
            assert await tab.close_code() == 1012
            assert [m["code"] for m in tab.letters if m["type"] == "notice"] == ["restarting"]
        async with asyncio.timeout(5):
            assert await running.process.wait() in (0, -signal.SIGTERM)
    async with process(database) as running:
        ann.address = running.address
        async with ann.tab() as tab:
            await tab.until(lambda t: t.table and t.table["decision"])
            while not tab.table["over"]:
                await tab.until(lambda t: t.table["over"] or t.table["decision"])
                if tab.table["decision"]:
                    assert (await tab.decide())["ok"]
            assert json.dumps(tab.table["outcome"])
