"""Bots at a table: they get a seat's sight and nothing else, and answer after a delay that says nothing.

The delay is drawn from one distribution before anything is looked at; the choice itself is made meanwhile in
a thread (which for a strong bot waits for a process of its own), so that a slow agent neither stops the house nor shows
in the delay.
"""

from __future__ import annotations

import asyncio
import random
from typing import TYPE_CHECKING

from mainmatch.agents import find_agent, searches, uniform
from mainmatch.core.actions import Action
from mainmatch.core.chance import rng
from mainmatch.core.game import Sight
from mainmatch.server.log import LOG
from mainmatch.server.refusals import Refusal

if TYPE_CHECKING:
    from mainmatch.server.room import Room
    from mainmatch.server.table import Table

_DICE = random.SystemRandom()
SHORTEST_S, LONGEST_S = 0.7, 4.0
RETRY_S = 5.0


def human_delay_s() -> float:
    """A short pause as people make it: mostly one to two seconds."""
    return min(LONGEST_S, max(SHORTEST_S, _DICE.lognormvariate(0.3, 0.4)))


def choose(bot: str, sight: Sight) -> Action:
    """The bot's choice; a bot that fails plays at random, so that the match goes on."""
    dice = random.Random(_DICE.getrandbits(64))
    try:
        action = find_agent(bot)(sight, dice)
        if action in sight.legal:
            return action
        LOG.error("bot_chose_illegal", bot=bot, game=sight.game)
    except Exception as error:
        LOG.error("bot_failed", bot=bot, game=sight.game, error=type(error).__name__)
    return uniform(sight, dice)


def sight_of(table: Table, seat: int, bot: str) -> Sight:
    """What the bot gets; one that searches also an imagined world and what its seat was told, never the truth."""
    if not searches(bot):
        return table.game.sight(table.state, seat)
    told = (e.told for e in table.entries if e.told is not None)
    return table.game.sight(table.state, seat, told, rng(_DICE.getrandbits(64)))


class Bots:
    """The bots of one room."""

    def __init__(self, room: Room) -> None:
        self.room = room
        self.tasks: dict[int, tuple[str, asyncio.Task[None]]] = {}

    def think(self) -> None:
        """Begin every decision that a bot owes; give up those that are no bot's any more."""
        for seat in range(len(self.room.state.seats)):
            owed = self.room.bot_to_move(seat)
            running = self.tasks.get(seat)
            if running is not None and running[0] == owed:
                continue
            if running is not None:
                del self.tasks[seat]
                if running[1] is not asyncio.current_task():
                    running[1].cancel()
            if owed is not None:
                self.tasks[seat] = (
                    owed,
                    asyncio.create_task(self._decide(seat, owed), name=f"bot {self.room.state.code}.{seat}"),
                )

    def stop(self) -> None:
        """All bots get up."""
        for _, task in self.tasks.values():
            task.cancel()
        self.tasks.clear()

    async def _decide(self, seat: int, decision: str) -> None:
        house = self.room.house
        while self.room.bot_to_move(seat) == decision:
            table = self.room.playing
            if table is None:
                return
            delay_s = house.bot_delay()
            bot = self.room.state.seats[seat].bot or self.room.state.bots
            sight = sight_of(table, seat, bot)
            action, _ = await asyncio.gather(asyncio.to_thread(choose, bot, sight), asyncio.sleep(delay_s))
            try:
                await house.run(self.room.decide_for_bot(seat, decision, action))
            except Refusal as refusal:
                if refusal.code == "restarting":
                    return
                LOG.error("bot_refused", room=self.room.state.code, code=refusal.code)
                await asyncio.sleep(RETRY_S)
