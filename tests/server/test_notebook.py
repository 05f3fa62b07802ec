"""Private notebooks: kept for a person and a match, and nobody else learns that there is one."""

from __future__ import annotations

import asyncio
import json
from pathlib import Path

import pytest

from mainmatch.server.notebooks import MOST_BYTES, read_notebook
from mainmatch.server.refusals import Refusal
from tests.server.live import Live, serving

MARKS = {"marks": {"1A": [0, 2, 1]}, "note": "canary-5f1c: 도하는 3구역"}


async def test_a_notebook_survives_reload_and_restart(tmp_path: Path) -> None:
    """It is stored before it is acknowledged, and comes with the seat's table; another one replaces it."""
    async with serving(tmp_path) as live:
        ann = await live.host(players=2, options={"rounds": 3})
        assert "notebook" not in (await ann.command("start"))["table"]
        await ann.command("note", match=1, notebook={"note": "first"})
        assert (await ann.command("note", match=1, notebook=MARKS))["table"]["notebook"] == MARKS
    async with serving(tmp_path) as live:
        ann.address = live.address
        assert (await ann.look())["table"]["notebook"] == MARKS
        assert "notebook" not in (await ann.command("note", match=1, notebook=None))["table"]


async def test_nobody_else_hears_of_a_notebook(live: Live, capfd: pytest.CaptureFixture[str]) -> None:
    """No frame on a socket, no end of a long poll, no byte in an answer or in the log; the own other tab gets it."""
    ann = await live.host(players=2, options={"rounds": 3})
    ben, watcher = await live.guest(ann.code, "Ben"), live.visitor()
    watcher.code = ann.code
    await ann.command("start")
    async with ann.tab() as old, ann.tab() as new, ann.tab(eyes="watch") as display, ben.tab() as b, watcher.tab() as w:
        others = (display, b, w)
        for tab in (old, new, *others):
            await tab.send({"type": "ping"})
            await tab.until(lambda t: any(m["type"] == "pong" for m in t.letters))
        version = (await ben.look())["version"]
        news = f"/api/rooms/{ann.code}/events?version={version}&wait=1&match=1&after=99"
        poll = asyncio.create_task(ben.get(news))
        heard = [len(tab.frames) for tab in others]
        assert (await new.command("note", match=1, notebook=MARKS))["ok"]
        await old.until(lambda t: t.table and t.table.get("notebook") == MARKS)
        assert (await poll)["version"] == version
        for tab, count in zip(others, heard, strict=True):
            await tab.send({"type": "ping"})
            await tab.until(lambda t: sum(m["type"] == "pong" for m in t.letters) == 2)
            assert [json.loads(f)["type"] for f in tab.frames[count:]] == ["pong"]
    for visitor in (ben, watcher):
        await visitor.look()
        await visitor.ask("GET", "/api/me")
        await visitor.ask("GET", f"/api/rooms/{ann.code}/matches")
    await ann.command("stop")
    for visitor in (ben, watcher):
        for end in ("", "/matches/1", "/matches/1/frames"):
            await visitor.get(f"/api/rooms/{ann.code}{end}")
        assert b"canary-5f1c" not in b"".join(visitor.heard)
    assert "canary-5f1c" not in "".join(capfd.readouterr())
    assert b"canary-5f1c" in b"".join(ann.heard)


async def test_a_note_leaves_version_and_age_of_the_room_to_everybody_else(live: Live) -> None:
    """The version that others get, and when the room was used last, say nothing of it; its writer's version does."""
    ann = await live.host(players=2, options={"rounds": 3})
    await live.guest(ann.code, "Ben")
    await ann.command("start")
    room = live.room(ann.code)
    person = room.state.seats[0].person
    shared, own, used = room.version_for(None), room.version_for(person), room.used_at
    live.time.pass_s(60)
    await ann.command("note", match=1, notebook=MARKS)
    assert (room.version_for(None), room.used_at) == (shared, used)
    assert room.version_for(person) != own


async def test_a_long_poll_of_the_writer_ends(live: Live) -> None:
    """So a page without a socket shows what another tab of the same seat wrote."""
    ann = await live.host(players=2, options={"rounds": 3})
    await live.guest(ann.code, "Ben")
    await ann.command("start")
    async with ann.tab() as tab:
        await tab.until(lambda t: t.table)
        version = (await ann.look())["version"]
        news = f"/api/rooms/{ann.code}/events?version={version}&wait=25&match=1&after=99"
        poll = asyncio.create_task(ann.get(news))
        assert (await tab.command("note", match=1, notebook=MARKS))["ok"]
        assert (await poll)["table"]["notebook"] == MARKS


async def test_who_takes_over_a_chair_starts_with_an_empty_notebook(live: Live) -> None:
    """It stays with the person: who comes back to its own chair finds it again."""
    ann = await live.host(players=2, options={"rounds": 3})
    await ann.command("start")
    await ann.command("note", match=1, notebook=MARKS)
    await ann.command("leave")
    assert "notebook" not in (await ann.look())["table"]
    ben = await live.guest(ann.code, "Ben", 0)
    assert "notebook" not in (await ben.look())["table"]
    await ben.command("note", match=1, notebook={"note": "Ben's"})
    await ben.command("leave")
    assert (await ann.command("sit", seat=0, name="Ann"))["table"]["notebook"] == MARKS


async def test_a_borrower_of_a_chair_never_sees_the_notebook_of_its_lender(live: Live) -> None:
    """Each has its own, and the lender's is there again when the chair comes back."""
    ann, dan = await live.host(players=2, options={"rounds": 3}), live.visitor()
    await live.guest(ann.code, "Ben")
    await ann.command("start")
    await ann.command("note", match=1, notebook=MARKS)
    dan.code = ann.code
    link = (await ann.post(f"/api/rooms/{ann.code}/lend", {}))["link"]
    await dan.post("/api/move", {"token": link.split("#")[1], "name": "Dan"})
    assert (await dan.look())["seat"] == 0
    assert "notebook" not in (await dan.command("note", match=1, notebook=None))["table"]
    await dan.command("note", match=1, notebook={"note": "Dan's"})
    assert "notebook" not in (await ann.look())["table"]
    assert await ann.command_refused("note", match=1, notebook={}) == "not_seated"
    assert (await ann.command("reclaim"))["table"]["notebook"] == MARKS
    assert b"canary-5f1c" not in b"".join(dan.heard)
    assert b"Dan's" not in b"".join(ann.heard)


async def test_a_notebook_moves_to_another_device(live: Live) -> None:
    """With the seat, and stays on neither."""
    ann, phone = await live.host(players=2, options={"rounds": 3}), live.visitor()
    await ann.command("start")
    await ann.command("note", match=1, notebook=MARKS)
    link = (await ann.post(f"/api/rooms/{ann.code}/move", {}))["link"]
    await phone.post("/api/move", {"token": link.split("#")[1]})
    phone.code = ann.code
    assert (await phone.look())["table"]["notebook"] == MARKS
    assert "notebook" not in (await ann.look())["table"]
    assert (await phone.command("note", match=1, notebook={"note": "on"}))["table"]["notebook"] == {"note": "on"}


async def test_the_next_match_begins_with_an_empty_notebook(live: Live) -> None:
    """The old one is closed, also for a note that was on its way."""
    ann = await live.host(players=2, options={"rounds": 1})
    assert await ann.command_refused("note", match=1, notebook=MARKS) == "not_playing"
    await ann.command("start")
    await ann.command("note", match=1, notebook=MARKS)
    assert (await ann.command("stop"))["table"]["notebook"] == MARKS
    assert "notebook" not in (await ann.command("start"))["table"]
    assert await ann.command_refused("note", match=1, notebook=MARKS) == "not_playing"
    assert "notebook" not in (await ann.look())["table"]


async def test_a_bad_notebook_is_refused_and_the_old_one_stays(live: Live) -> None:
    """Too large, no object, no seat, nested without end."""
    ann = await live.host(players=2, options={"rounds": 3})
    watcher = await live.host("Cat")
    watcher.code = ann.code
    await ann.command("start")
    await ann.command("note", match=1, notebook=MARKS)
    assert await ann.command_refused("note", match=1, notebook={"note": "가" * (MOST_BYTES // 3)}) == "too_large"
    assert await ann.command_refused("note", match=1, notebook=[1]) == "malformed"
    assert await ann.command_refused("note", notebook={}) == "malformed"
    assert await watcher.command_refused("note", match=1, notebook=MARKS) == "not_seated"
    assert (await ann.look())["table"]["notebook"] == MARKS
    endless: dict[str, object] = {}
    for _ in range(100_000):
        endless = {"in": endless}
    with pytest.raises(Refusal, match="nested"):
        read_notebook(endless)
    largest = {"note": "a" * (MOST_BYTES - len(json.dumps({"note": ""}, separators=(",", ":"))))}
    assert (await ann.command("note", match=1, notebook=largest))["table"]["notebook"] == largest
