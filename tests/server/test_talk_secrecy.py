"""Law 1 for talk: whoever is not inside receives no byte, no number and no moment that depends on what is said there."""

from __future__ import annotations

import asyncio
from pathlib import Path
from typing import Any

import pytest

from mainmatch.server.heard import Ears
from mainmatch.server.talk import TAKING, Talk, TalkEvent
from tests.server.live import Live, Tab, Visitor, serving
from tests.server.test_talk import aside, heard, side_of, three, who

Json = Any
CANARIES = ("canary-table", "canary-aside", "canary-watch", "canary-later")


async def plot(ann: Visitor, ben: Visitor) -> str:
    """Everything that two people can do in a side room, with mistakes; its id."""
    room = await aside(ann, ben, "Ben")
    for one in (ann, ben):
        await one.command("say", room=room, text="canary-aside")
    await ann.command_refused("say", room=room, text="\x00")
    await ann.command_refused("invite", room=room, whom=2)
    await ann.command("mute", whom=2)
    await ben.command("leave_side_room", room=room)
    await ann.command("invite", room=room, whom=2)
    await ben.command("enter", room=room)
    return room


async def everything_of(visitor: Visitor, code: str) -> tuple[bytes, ...]:
    """All that somebody can ask for about a room."""
    paths = ("", "/events?wait=0", "/talk", "/matches", "/evening", "?as=watch")
    answers = [await visitor.ask("GET", f"/api/rooms/{code}{path}") for path in paths]
    return (*(a.content for a in answers), (await visitor.ask("GET", "/api/me")).content)


def sums(metrics: bytes) -> list[bytes]:
    """What the server's own counters say."""
    return [line for line in metrics.splitlines() if line.startswith(b"mainmatch_") and b"_created" not in line]


async def test_a_hidden_side_room_leaves_no_trace_with_others(live: Live) -> None:
    """Opened, talked in, left, entered and closed: to everybody else every byte is the same, numbers and metrics too."""
    ann, ben, cat = await three(live, talk={"shows_members": False})
    eve = live.visitor()
    eve.code = ann.code
    await eve.command("introduce", name="Eve")
    await ann.command("start")
    keyless = live.visitor()
    outside = (cat, eve, keyless)
    for one in outside:
        await everything_of(one, ann.code)  # whoever asks is connected from then on
    before = [await everything_of(one, ann.code) for one in outside]
    counted = sums((await cat.ask("GET", "/metrics")).content)
    room = await plot(ann, ben)
    assert [await everything_of(one, ann.code) for one in outside] == before
    assert sums((await cat.ask("GET", "/metrics")).content) == counted
    for name in (room, "aaaaaaaa"):
        refused = [await cat.command_refused(kind, room=name) for kind in ("knock", "enter", "leave_side_room")]
        assert refused == ["no_such_side_room"] * 3
        assert await cat.command_refused("say", room=name, text="hello") == "no_such_side_room"
    for one in (ann, ben):
        await one.command("leave_side_room", room=room)
    assert [await everything_of(one, ann.code) for one in outside] == before


def waiting_begins(live: Live, code: str, monkeypatch: pytest.MonkeyPatch) -> asyncio.Event:
    """Set as soon as somebody's long poll waits."""
    begun, room = asyncio.Event(), live.room(code)
    wait = room.wait_for_news

    async def note(person: str | None, version: str, seconds: float) -> None:
        begun.set()
        await wait(person, version, seconds)

    monkeypatch.setattr(room, "wait_for_news", note)
    return begun


async def test_a_hidden_side_room_wakes_nobody_else(live: Live, monkeypatch: pytest.MonkeyPatch) -> None:
    """No frame on the sockets of others; a long poll sleeps on, and the next thing that all may see wakes it."""
    ann, ben, cat = await three(live, talk={"shows_members": False})
    async with cat.tab() as tab:
        await cat.get(f"/api/rooms/{ann.code}/events")
        await tab.until(lambda t: t.sequence)
        version = (await cat.look())["version"]
        waits = waiting_begins(live, ann.code, monkeypatch)
        poll = asyncio.create_task(cat.get(f"/api/rooms/{ann.code}/events?wait=25&version={version}&feed=3"))
        await waits.wait()
        await plot(ann, ben)
        assert not poll.done()
        await ben.command("say", room="table", text="canary-table")
        assert [item["text"] for item in (await poll)["talk"]["items"]] == ["canary-table"]
        await tab.until(lambda t: "canary-table" in t.frames[-1])
    assert len(tab.frames) == 3


async def test_a_seat_that_polls_wakes_for_its_own_talk(live: Live, monkeypatch: pytest.MonkeyPatch) -> None:
    """Whoever is inside hears it at once, over HTTP too."""
    ann, ben, _ = await three(live, talk={"shows_members": False})
    room = await aside(ann, ben, "Ben")
    await ben.get(f"/api/rooms/{ann.code}/events")
    version = (await ben.look())["version"]
    waits = waiting_begins(live, ann.code, monkeypatch)
    poll = asyncio.create_task(ben.get(f"/api/rooms/{ann.code}/events?wait=25&version={version}&feed=2&heard=2"))
    await waits.wait()
    await ann.command("say", room=room, text="psst")
    assert heard(await poll) == ["psst"]


# ---------------------------------------------------------------- canaries on real sockets
async def every_byte(live: Live) -> dict[str, bytes]:
    """Four people and one who watches talk everywhere over sockets and HTTP; all bytes that each received."""
    ann, ben, cat = await three(live)
    eve = live.visitor()
    eve.code = ann.code
    await eve.command("introduce", name="Eve")
    people = {"Ann": ann, "Ben": ben, "Cat": cat, "Eve": eve}
    tabs: dict[str, Tab] = {}
    async with ann.tab() as a, ben.tab() as b, cat.tab() as c, eve.tab() as e, live.visitor_of(ann.code).tab() as w:
        tabs |= {"Ann": a, "Ben": b, "Cat": c, "Eve": e, "wall": w}
        await a.command("start")
        await a.command("say", room="table", text="canary-table")
        await e.command("say", room="watchers", text="canary-watch")
        await a.command("open_side_room", whom=[who(await ann.look(), "Ben")])
        room = side_of(await ben.look())
        await b.command("enter", room=room)
        await a.command("say", room=room, text="canary-aside")
        await b.command("leave_side_room", room=room)
        await c.command("knock", room=room)
        await a.command("invite", room=room, whom=who(await ann.look(), "Cat"))
        await c.command("say", room=room, text="canary-later")
        await a.command("say", room="table", text="the end")
        for tab in tabs.values():
            await tab.until(lambda t: any("the end" in frame for frame in t.frames))
        for one in people.values():
            await everything_of(one, ann.code)
    frames = {name: b"\n".join(frame.encode() for frame in tab.frames) for name, tab in tabs.items()}
    return {name: got + b"".join(people[name].heard if name in people else ()) for name, got in frames.items()}


EXPECTED = {
    "Ann": {"canary-table", "canary-aside", "canary-later"},
    "Ben": {"canary-table", "canary-aside"},
    "Cat": {"canary-table", "canary-later"},
    "Eve": {"canary-table", "canary-watch"},
    "wall": {"canary-table"},
}


async def test_every_word_reaches_those_inside_and_nobody_else(live: Live, capfd: pytest.CaptureFixture[str]) -> None:
    """Frames, answers, polls and log lines."""
    received = await every_byte(live)
    assert {name: {c for c in CANARIES if c.encode() in got} for name, got in received.items()} == EXPECTED
    assert not any(canary in "".join(capfd.readouterr()) for canary in CANARIES)


async def test_a_planted_leak_is_caught(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """The scan above can fail: here a side room is heard by all."""

    def heard_by_all(talk: Talk, room: str) -> None:
        return None

    monkeypatch.setattr(Talk, "inside", heard_by_all)
    async with serving(tmp_path) as live:
        received = await every_byte(live)
    assert {name: {c for c in CANARIES if c.encode() in got} for name, got in received.items()} != EXPECTED


def test_what_is_not_to_be_told_has_no_words() -> None:
    """Every kind of event is either heard by nobody, or says by field what is heard of it."""
    from mainmatch.server.heard import _SHOWN

    silent: set[TalkEvent | str] = {"came", "moved", "named", "mutes"}
    assert set(TAKING) == silent | set(_SHOWN)
    assert Ears(Talk())._heard_by(0) == []
