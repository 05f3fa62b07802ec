"""A server in a process of its own that kills itself at a named point: `python -m tests.server.crashing DATABASE POINT NTH [lying]`.

It prints its port. POINT `none` never kills. `lying`: it acknowledges without storing anything, the fault that the
tests must be able to see. Its clock is the machine's, its bots answer at once.
"""

from __future__ import annotations

import asyncio
import os
import signal
import sys

from mainmatch.server import faults, log
from mainmatch.server.app import listen, serve
from mainmatch.server.clock import SystemTime
from mainmatch.server.settings import Settings
from mainmatch.server.storage import Store, Write
from tests.server.envelopes.game import GAME


def kill_at(point: str, nth: int) -> None:
    """From now on the process dies when it passes `point` for the nth time."""
    passed = 0

    def hook(name: str) -> None:
        nonlocal passed
        passed += name == point
        if name == point and passed == nth:
            os.kill(os.getpid(), signal.SIGKILL)

    faults.hook = hook


async def forget(self: Store, write: Write) -> None:
    """A store that lies."""


async def main(database: str) -> None:
    """Serve until killed or stopped."""
    settings = Settings("127.0.0.1", 0, database, lang="en", games={GAME.id: GAME}, clock=SystemTime(), bot_delay=float)
    log.set_up()
    listening = listen(settings.host, 0)
    settings.port = listening.getsockname()[1]
    server = serve(settings)
    sys.stdout.write(f"{settings.port}\n")
    sys.stdout.flush()
    await server.serve([listening])


if __name__ == "__main__":
    if sys.argv[4:] == ["lying"]:
        Store.commit = forget  # type: ignore[method-assign]
    kill_at(sys.argv[2], int(sys.argv[3]))
    asyncio.run(main(sys.argv[1]))
