"""Bots get a sight, take over, give back, and their delay says nothing."""

from __future__ import annotations

import random
from pathlib import Path
from typing import Any

import pytest

from mainmatch.agents import AGENTS
from mainmatch.core.game import Sight
from mainmatch.server import bots
from tests.server.live import Live, serving, told


async def test_bots_fill_the_empty_chairs_and_play_to_the_end(live: Live) -> None:
    """A host without a seat watches four bots."""
    ann = await live.host(seat=None, players=4, options={"rounds": 2}, bots="random")
    async with ann.tab() as tab:
        await tab.command("start")
        await tab.until(lambda t: t.table and t.table["over"])
        assert [s["kind"] for s in tab.room["seats"]] == ["bot"] * 4
        assert tab.table["names"] == ["Bot 1", "Bot 2", "Bot 3", "Bot 4"]
        assert not told(tab, "by_bot")


async def test_a_bot_takes_over_and_gives_back(live: Live) -> None:
    """`away` and `back`; what it decided meanwhile is marked. A decision of one's own is coming back too."""
    ann = await live.host(players=2, options={"rounds": 50})
    ben = await live.guest(ann.code, "Ben")
    await ann.command("start")
    async with ann.tab() as tab:
        await tab.until(lambda t: t.table)
        assert (await tab.command("away"))["ok"]
        await tab.until(lambda t: told(t, "by_bot"))
        assert [s["bot"] for s in tab.room["seats"]] == ["random", None]
        assert (await tab.command("back"))["ok"]
        assert [s["bot"] for s in tab.room["seats"]] == [None, None]
        await ben.decide()
        assert (await tab.decide({"type": "nod"}))["ok"]


async def test_deciding_brings_a_person_back(tmp_path: Path) -> None:
    """Who plays is there."""
    async with serving(tmp_path, bot_delay=lambda: 3600.0) as live:
        ann = await live.host(players=2)
        await ann.command("start")
        await ann.command("away")
        seen = await ann.decide()
        assert not seen["room"]["seats"][0]["away"]
        assert [i["note"]["type"] for i in seen["events"]["items"] if "note" in i] == ["started", "away", "back"]


async def test_the_host_lets_a_bot_stand_in_only_for_who_is_not_there(live: Live) -> None:
    """A connected person is never replaced."""
    ann = await live.host(players=2)
    ben = await live.guest(ann.code, "Ben")
    await ann.command("start")
    async with ben.tab() as tab:
        await tab.until(lambda t: t.room)
        assert await ann.command_refused("stand_in", seat=1) == "no_such_person"
    await live.empty(ann.code)
    live.time.pass_s(60)
    seen = await ann.command("stand_in", seat=1)
    assert seen["room"]["seats"][1]["away"]


async def test_bots_get_nothing_but_the_sight_of_their_seat(live: Live, monkeypatch: pytest.MonkeyPatch) -> None:
    """What the other seats and the deck hold is not in it."""
    seen: list[Sight] = []

    def spy(sight: Sight, dice: random.Random) -> dict[str, Any]:
        seen.append(sight)
        return dice.choice(sight.legal)

    monkeypatch.setitem(AGENTS, "random", spy)
    ann = await live.host(seat=None, players=2, options={"rounds": 1}, bots="random")
    async with ann.tab() as tab:
        await tab.command("start")
        await tab.until(lambda t: t.table and t.table["over"])
    for sight in seen:
        assert sight.view["owns"][1 - sight.seat] is None
        assert sight.view["marks"][sight.seat] is None
        assert sight.view["hidden"] is None


async def test_a_bot_that_fails_plays_at_random(live: Live, monkeypatch: pytest.MonkeyPatch) -> None:
    """The match goes on."""

    def broken(sight: Sight, dice: random.Random) -> dict[str, Any]:
        raise ZeroDivisionError

    monkeypatch.setitem(AGENTS, "random", broken)
    ann = await live.host(seat=None, players=2, options={"rounds": 1}, bots="random")
    async with ann.tab() as tab:
        await tab.command("start")
        await tab.until(lambda t: t.table and t.table["over"])


async def test_the_delay_does_not_depend_on_the_position(tmp_path: Path) -> None:
    """It is drawn with no argument at all, once a decision, one option or ten."""
    drawn: list[tuple[object, ...]] = []

    def delay(*given: object) -> float:
        drawn.append(given)
        return 0.0

    async with serving(tmp_path, bot_delay=delay) as live:
        ann = await live.host(seat=None, players=2, options={"rounds": 3})
        async with ann.tab() as tab:
            await tab.command("start")
            await tab.until(lambda t: t.table and t.table["over"])
        assert drawn == [()] * 12


def test_delays_are_short_and_human() -> None:
    """Between 0.7 and 4 seconds, mostly one to two."""
    delays = sorted(bots.human_delay_s() for _ in range(2000))
    assert delays[0] >= 0.7
    assert delays[-1] <= 4.0
    assert 1.0 < delays[1000] < 2.0


async def test_bots_go_on_after_a_restart(tmp_path: Path) -> None:
    """A match of bots that was in the middle is played to its end by the next process."""
    async with serving(tmp_path, bot_delay=lambda: 3600.0) as live:
        ann = await live.host(seat=None, players=2, options={"rounds": 2})
        await ann.command("start")
    async with serving(tmp_path) as live:
        ann.address = live.address
        async with ann.tab() as tab:
            await tab.until(lambda t: t.table and t.table["over"])
