"""Time: where it comes from, how long a decision may take, and the one task that scans the deadlines."""

from __future__ import annotations

import asyncio
import time
from collections.abc import Awaitable, Callable
from typing import Any, Protocol

from msgspec import Struct

from mainmatch.core.game import Game
from mainmatch.server.refusals import Refusal
from mainmatch.server.wire import ClockGiven

SECOND = 1000
"""Times are whole milliseconds."""
FACTORS = {"fast": 1, "normal": 2, "slow": 5}
LONG = {"hours": (3600, 23), "days": (86_400, 14)}
"""Seconds of one unit, and the most units."""
MAX_SLEEP_S = 1.0
RETRY_S = 0.25
"""Until a deadline that could not be carried out is tried again."""
HEARTBEAT_MS = 2000


class Time(Protocol):
    """Where the time comes from."""

    def now(self) -> int:
        """Milliseconds since 1970-01-01 UTC."""
        ...


class SystemTime:
    """The machine's clock."""

    def now(self) -> int:
        """See `Time.now`."""
        return time.time_ns() // 1_000_000


class Pace(Struct, frozen=True):
    """A table's clock: how long every decision may take."""

    pace: str = "none"
    amount: int | None = None

    def seconds(self, game: Game) -> int | None:
        """The time for one decision; None: no clock."""
        if self.pace == "none":
            return None
        if self.pace in LONG:
            return LONG[self.pace][0] * (self.amount or 1)
        return FACTORS[self.pace] * game.pace_s

    def to_json(self, game: Game) -> dict[str, Any]:
        """For the wire."""
        return {"pace": self.pace, "amount": self.amount, "seconds": self.seconds(game)}


def check_clock(given: ClockGiven) -> Pace:
    """The clock somebody asked for. Raises Refusal `bad_clock`."""
    if given.pace in LONG:
        most = LONG[given.pace][1]
        amount = given.amount or 1
        if amount > most:
            raise Refusal("bad_clock", f"A clock of {given.pace} takes an amount from 1 to {most}.")
        return Pace(given.pace, amount)
    if given.pace not in ("none", *FACTORS):
        raise Refusal("bad_clock", f"There is no clock {given.pace!r}; there are none, {', '.join((*FACTORS, *LONG))}.")
    if given.amount is not None:
        raise Refusal("bad_clock", f"The clock {given.pace} takes no amount.")
    return Pace(given.pace)


def clocks_of(game: Game) -> list[dict[str, Any]]:
    """All clocks of a game, for people who choose."""
    found: list[dict[str, Any]] = [{"pace": "none", "seconds": None}]
    found += [{"pace": pace, "seconds": Pace(pace).seconds(game)} for pace in FACTORS]
    found += [{"pace": pace, "low": 1, "high": most} for pace, (_, most) in LONG.items()]
    return found


class Deadlines:
    """The one task that looks for deadlines that have passed.

    `next_due` asks the store, `expire(now)` takes the defaults, `beat(now)` notes that the server is alive.
    """

    def __init__(
        self,
        clock: Time,
        next_due: Callable[[], Awaitable[int | None]],
        expire: Callable[[int], Awaitable[None]],
        beat: Callable[[int], Awaitable[None]],
    ) -> None:
        self.clock = clock
        self._next_due = next_due
        self._expire = expire
        self._beat = beat
        self._nearest: int | None = None
        self._stale = True
        self._changed = asyncio.Event()
        self._one = asyncio.Lock()
        self._beaten = 0

    def changed(self) -> None:
        """Deadlines were stored: look again for the nearest."""
        self._stale = True
        self._changed.set()

    async def tick(self) -> None:
        """Take the default of every deadline that has passed; note that the server is alive."""
        async with self._one:
            await self._tick()

    async def _tick(self) -> None:
        now = self.clock.now()
        if self._stale:
            self._stale = False
            self._nearest = await self._next_due()
        if self._nearest is not None and self._nearest <= now:
            await self._expire(now)
            self._stale = False
            self._nearest = await self._next_due()
        if self._nearest is not None and now - self._beaten >= HEARTBEAT_MS:
            self._beaten = now
            await self._beat(now)

    async def run(self, report: Callable[[BaseException], None]) -> None:
        """Tick until cancelled."""
        while True:
            try:
                await self.tick()
            except Exception as error:
                self._stale = True
                report(error)
            self._changed.clear()
            wait_s = MAX_SLEEP_S
            if self._stale:
                wait_s = 0.05
            elif self._nearest is not None:
                left_s = (self._nearest - self.clock.now()) / SECOND
                wait_s = min(MAX_SLEEP_S, left_s) if left_s > 0 else RETRY_S
            try:
                await asyncio.wait_for(self._changed.wait(), wait_s)
            except TimeoutError:
                continue
