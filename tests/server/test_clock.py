"""Deadlines are rows: they pass, they are marked, they survive a restart, and stand still while the server is down."""

from __future__ import annotations

from pathlib import Path

from mainmatch.server.clock import Pace, check_clock
from mainmatch.server.table import clock_chance
from mainmatch.server.wire import ClockGiven
from tests.server.envelopes.game import GAME
from tests.server.live import Live, StillTime, Visitor, serving


def notes(snapshot: dict) -> list[tuple[str, int]]:  # type: ignore[type-arg]
    """The notes of a log about seats."""
    return [(i["note"]["type"], i["note"]["seat"]) for i in snapshot["events"]["items"] if "seat" in i.get("note", {})]


async def two(live: Live, pace: str = "fast", **wanted: object) -> tuple[Visitor, Visitor]:
    """Two people at a table with a clock, started."""
    ann = await live.host(players=2, options={"rounds": 9}, clock={"pace": pace, **wanted})
    ben = await live.guest(ann.code, "Ben")
    await ann.command("start")
    return ann, ben


async def test_at_the_deadline_the_default_is_taken_and_marked_for_all(live: Live) -> None:
    """Not before; for the seat that owes it alone."""
    ann, ben = await two(live)
    assert (await ann.look())["table"]["decision"]["due"] == live.time.now() + 30_000
    assert (await ann.look())["table"]["decision"]["by_clock"] == {"lot": True, "action": None}
    await ben.decide()
    live.time.pass_s(29)
    await live.tick()
    assert (await ann.look())["table"]["actors"] == [{"seat": 0, "due": 1_030_000}]
    live.time.pass_s(1)
    await live.tick()
    for visitor in (ann, ben):
        assert notes(await visitor.look()) == [("by_clock", 0)]
    seen = await ann.look()
    assert seen["table"]["actors"] == [{"seat": 0, "due": 1_060_000}]
    assert seen["table"]["decision"]["by_clock"] == {"lot": False, "action": {"type": "nod"}}


async def test_after_two_in_a_row_a_bot_plays_until_the_person_is_back(live: Live) -> None:
    """And a decision of one's own in between counts anew."""
    ann, ben = await two(live)
    await ben.decide()
    live.time.pass_s(30)
    await live.tick()
    live.time.pass_s(30)
    await live.tick()
    await ben.decide()
    seen = await ben.look()
    assert seen["room"]["seats"][0]["away"]
    assert notes(seen)[:3] == [("by_clock", 0), ("by_clock", 0), ("away", 0)]
    async with ben.tab() as tab:
        await tab.until(lambda t: any(i.get("note", {}).get("type") == "by_bot" for i in t.items))
    back = await ann.command("back")
    assert not back["room"]["seats"][0]["away"]
    assert notes(back)[-1] == ("back", 0)


async def test_an_own_decision_starts_the_count_anew(live: Live) -> None:
    """Once late, once in time, once late: still there."""
    ann, ben = await two(live)
    await ben.decide()
    live.time.pass_s(30)
    await live.tick()
    await ann.decide()  # the nod
    await ben.decide()
    await ben.decide()
    live.time.pass_s(30)
    await live.tick()
    assert not (await ann.look())["room"]["seats"][0]["away"]


async def test_time_stands_still_while_the_server_is_down(tmp_path: Path) -> None:
    """An hour down moves every deadline by an hour, and the log says so."""
    time = StillTime()
    async with serving(tmp_path, clock=time) as live:
        ann, ben = await two(live)
        time.pass_s(10)
        await live.tick()
    time.pass_s(3600)
    async with serving(tmp_path, clock=time) as live:
        ann.address = ben.address = live.address
        async with ann.tab() as tab:
            await tab.until(lambda t: any(i.get("note", {}).get("type") == "waited" for i in t.items))
            assert [i["note"]["ms"] for i in tab.items if i.get("note", {}).get("type") == "waited"] == [3_600_000]
            assert tab.table["decision"]["due"] == 1_030_000 + 3_600_000
        time.pass_s(19)
        await live.tick()
        assert len((await ann.look())["table"]["actors"]) == 2
        time.pass_s(1)
        await live.tick()
        assert ("by_clock", 0) in notes(await ann.look())


async def test_correspondence_deadlines_work_for_rooms_that_are_not_in_memory(live: Live) -> None:
    """Days a decision: nobody looks, the row is enough."""
    ann, _ = await two(live, "days", amount=2)
    live.time.pass_s(700)
    live.house.sweep()
    assert ann.code not in live.house.rooms
    live.time.pass_s(2 * 86_400 - 700)
    await live.tick()
    assert notes(await ann.look()) == [("by_clock", 0), ("by_clock", 1)]


async def test_the_clocks_lot_comes_from_the_key_and_can_be_checked(live: Live) -> None:
    """From its own stream, so that the deals stay what the commitment says."""
    ann, _ = await two(live)
    live.time.pass_s(30)
    await live.tick()
    table = live.room(ann.code).playing
    assert table is not None
    expected = [clock_chance(table.chance.key).draw(64 * (i + 1) + 1, 10) for i in range(2)]
    assert expected == [d.action for d in table.decisions]


def test_every_pace_has_its_seconds() -> None:
    """None, three speeds by the game, hours and days by amount."""
    assert Pace("none").seconds(GAME) is None
    assert [Pace(p).seconds(GAME) for p in ("fast", "normal", "slow")] == [30, 60, 150]
    assert check_clock(ClockGiven("hours", 12)).seconds(GAME) == 43_200
    assert check_clock(ClockGiven("days", 14)).seconds(GAME) == 14 * 86_400
