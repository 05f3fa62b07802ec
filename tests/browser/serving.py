"""The real server in a process of its own, with bots that answer at once: `python -m tests.browser.serving DATABASE PORT`.

`Server` starts, kills and restarts it on one port, so that pages can find it again.
"""

from __future__ import annotations

import asyncio
import os
import signal
import socket
import subprocess
import sys
from pathlib import Path
from typing import Self

from mainmatch.games import all_games
from mainmatch.server import log
from mainmatch.server.app import listen, serve
from mainmatch.server.clock import SystemTime
from mainmatch.server.settings import Settings


class Server:
    """A server process on a port of its own."""

    def __init__(self, database: Path) -> None:
        self.database = database
        with socket.socket() as probe:
            probe.bind(("127.0.0.1", 0))
            self.port: int = probe.getsockname()[1]
        self.process: subprocess.Popen[str] | None = None

    @property
    def address(self) -> str:
        """Where it listens."""
        return f"http://127.0.0.1:{self.port}"

    def start(self) -> None:
        """Start it and wait until it listens."""
        self.process = subprocess.Popen(
            [sys.executable, "-m", "tests.browser.serving", str(self.database), str(self.port)],
            stdout=subprocess.PIPE,
            text=True,
            env={**os.environ, "PYTHONUNBUFFERED": "1"},
        )
        assert self.process.stdout is not None
        line = self.process.stdout.readline()
        assert line.strip() == "listening", f"the server did not start: {line!r}"

    def kill(self) -> None:
        """As a crash would: no time to say anything."""
        assert self.process is not None
        self.process.send_signal(signal.SIGKILL)
        self._gone()

    def stop(self) -> int:
        """As a deployment would; returns the exit code."""
        assert self.process is not None
        self.process.send_signal(signal.SIGTERM)
        return self._gone()

    def _gone(self) -> int:
        assert self.process is not None and self.process.stdout is not None
        code = self.process.wait(timeout=20)
        self.process.stdout.close()
        self.process = None
        return code

    def __enter__(self) -> Self:
        self.start()
        return self

    def __exit__(self, *_: object) -> None:
        if self.process is not None:
            self.kill()


async def main(database: str, port: int) -> None:
    """Serve until killed or stopped."""
    settings = Settings("127.0.0.1", port, database, lang="ko", games=all_games(), clock=SystemTime(), bot_delay=float)
    log.set_up()
    listening = listen(settings.host, port)
    server = serve(settings)
    sys.stdout.write("listening\n")
    sys.stdout.flush()
    await server.serve([listening])


if __name__ == "__main__":
    asyncio.run(main(sys.argv[1], int(sys.argv[2])))
