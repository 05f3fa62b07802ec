"""The outbox: a reader that stalls misses no event and holds nobody up."""

from __future__ import annotations

import asyncio
import json
from typing import Any

import pytest

from mainmatch.core.record import SPECTATOR
from mainmatch.server.outbox import MOST_LETTERS, WINDOW, Outbox, Overflow
from mainmatch.server.projection import LiveViews, Projection, Viewer, project
from mainmatch.server.table import Table
from mainmatch.server.wire import Answer, Hello
from tests.server.envelopes.game import GAME
from tests.server.test_secrecy import KEY, Nobody, room_of


class Game:
    """A match whose decisions the test makes, and an outbox of a spectator's connection."""

    def __init__(self) -> None:
        self.room = room_of(GAME, 2)
        self.table = Table("BCDFGH", 1, GAME, 2, GAME.check_options(2, {"rounds": 100}), KEY, 0)
        self.views = LiveViews(self.table)
        self.outbox = Outbox(self.look, lambda: 0)
        self.sent: list[dict[str, Any]] = []
        self.may_send = asyncio.Event()
        self.was_sent = asyncio.Event()

    def look(self) -> Projection:
        """What the spectator may have."""
        return project(self.room, GAME, self.views, Nobody(), Viewer(None, None), "link", f"v{self.table.revision}")

    def decide(self) -> None:
        """The next decision is made and everybody told."""
        seat = self.table.actors[0]
        self.table.install(self.table.prepare(seat, GAME.legal(self.table.state, seat)[0], "person", 0), None)
        self.outbox.ring()

    async def send(self, data: bytes) -> None:
        """The socket: takes a message when it may."""
        await self.may_send.wait()
        self.sent.append(json.loads(data))
        self.was_sent.set()

    async def until(self, count: int) -> None:
        """Returns when so many messages went out."""
        async with asyncio.timeout(10):
            while len(self.sent) < count:
                self.was_sent.clear()
                await self.was_sent.wait()


@pytest.fixture
def game() -> Game:
    """A match that has begun."""
    return Game()


async def test_updates_melt_together_and_no_event_is_lost(game: Game) -> None:
    """Fifty decisions while the reader stalls: then the newest table and every event, once."""
    task = asyncio.create_task(game.outbox.run(game.send))
    for _ in range(50):
        game.decide()
        await asyncio.sleep(0)
    game.may_send.set()
    await game.until(1)
    game.decide()
    await game.until(len(game.sent) + 1)
    task.cancel()
    assert len(game.sent) <= 3
    numbers = [item["n"] for update in game.sent for item in update.get("events", {}).get("items", [])]
    assert numbers == list(range(1, len(game.views.log(SPECTATOR)) + 1))
    assert game.sent[-1]["table"]["view"] == GAME.view(game.table.state)
    assert [update["seq"] for update in game.sent] == list(range(1, len(game.sent) + 1))


async def test_an_unchanged_part_is_not_sent_again(game: Game) -> None:
    """The room is in the first update only."""
    game.may_send.set()
    task = asyncio.create_task(game.outbox.run(game.send))
    game.outbox.ring()
    await game.until(1)
    game.decide()
    await game.until(2)
    game.outbox.ring()
    game.outbox.say(Answer("command-1", ok=True))
    await game.until(3)
    task.cancel()
    assert ["room" in m for m in game.sent] == [True, False, False]
    assert [m["type"] for m in game.sent] == ["update", "update", "answer"]


async def test_news_comes_before_the_answer_and_hello_before_both(game: Game) -> None:
    """However they were put in."""
    game.may_send.set()
    game.outbox.say(Hello(0, None, active=False, ping_s=15))
    game.outbox.say(Answer("command-1", ok=True))
    game.outbox.ring()
    task = asyncio.create_task(game.outbox.run(game.send))
    await game.until(3)
    task.cancel()
    assert [m["type"] for m in game.sent] == ["hello", "update", "answer"]


async def test_another_viewer_gets_everything_anew(game: Game) -> None:
    """After a new hello."""
    game.may_send.set()
    task = asyncio.create_task(game.outbox.run(game.send))
    game.outbox.ring()
    await game.until(1)
    game.outbox.restart(Hello(0, 1, active=True, ping_s=15))
    await game.until(3)
    task.cancel()
    assert [m["type"] for m in game.sent] == ["update", "hello", "update"]
    assert game.sent[2]["events"]["after"] == 0
    assert "room" in game.sent[2]


async def test_who_acknowledges_has_a_window(game: Game) -> None:
    """Not more than so many updates under way; the rest melts together behind the acknowledgement."""
    game.may_send.set()
    task = asyncio.create_task(game.outbox.run(game.send))
    game.outbox.ring()
    await game.until(1)
    game.outbox.acknowledge(1)
    for i in range(WINDOW):
        game.decide()
        await game.until(i + 2)
    game.decide()
    game.decide()
    for _ in range(5):
        await asyncio.sleep(0)
    assert len(game.sent) == WINDOW + 1
    game.outbox.acknowledge(WINDOW + 1)
    await game.until(WINDOW + 2)
    task.cancel()
    assert game.sent[-1]["table"]["events"] == len(game.views.log(SPECTATOR))


def test_who_never_reads_is_cut_off(game: Game) -> None:
    """Letters do not pile up for ever."""
    for i in range(MOST_LETTERS):
        game.outbox.say(Answer(f"command-{i}", ok=True))
    with pytest.raises(Overflow):
        game.outbox.say(Answer("command-x", ok=True))
