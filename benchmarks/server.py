"""The live server under load: rooms with nine people, one decision a second each, on loopback.

Reports the time from sending a decision until the last of nine sockets has its view, and the server's CPU time
for one decision (everything included: rules, nine projections, storage on disk, nine socket writes).
The server runs in a process of its own; the load comes from this one.

    python -m benchmarks server
"""

from __future__ import annotations

import argparse
import asyncio
import os
import random
import subprocess
import sys
import tempfile
import time
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

import httpx
import msgspec
from websockets.asyncio.client import ClientConnection, connect

GAME = "loyalists-and-traitors"
PEOPLE = 9
ROOMS = 100
SECONDS = 15
TICKS = os.sysconf("SC_CLK_TCK")


def serve() -> None:
    """The server's process: no limits, its port on standard output."""
    from mainmatch.server import log
    from mainmatch.server.app import listen
    from mainmatch.server.app import serve as make
    from mainmatch.server.limits import Limit, Limits
    from mainmatch.server.settings import Settings

    free = Limit(1e9, 1e9)
    settings = Settings("127.0.0.1", 0, sys.argv[2], limits=Limits(free, 10**9, free, free, 10**9))
    log.set_up()
    listening = listen(settings.host, 0)
    settings.port = listening.getsockname()[1]
    server = make(settings)
    print(settings.port, flush=True)
    with asyncio.Runner(loop_factory=server.config.get_loop_factory()) as runner:
        runner.run(server.serve([listening]))


@dataclass
class Person:
    """One seat with one socket."""

    socket: ClientConnection
    decision: Any = None
    is_over: bool = False
    news: asyncio.Event = field(default_factory=asyncio.Event)

    async def listen(self) -> None:
        """Take in what comes."""
        async for text in self.socket:
            message = msgspec.json.decode(text)
            if message["type"] == "update" and message.get("table"):
                table = message["table"]
                self.decision, self.is_over = table["decision"], table["over"]
                self.news.set()
            elif message["type"] == "answer" and not message["ok"]:
                raise RuntimeError(message["error"])


async def open_room(address: str, number: int) -> list[Person]:
    """A room with nine connected people, its match begun."""
    people: list[Person] = []
    code = ""
    async with httpx.AsyncClient(base_url=f"http://{address}", verify=False, timeout=60) as client:
        for seat in range(PEOPLE):
            client.cookies.clear()
            body: dict[str, Any] = {"name": f"P{seat}"}
            if seat == 0:
                made = await client.post("/api/rooms", json={"game": GAME, "you": body})
                code = made.json()["room"]["code"]
            else:
                made = await client.post(f"/api/rooms/{code}/join", json=body)
            cookie = made.headers["set-cookie"].split(";")[0]
            url = f"ws://{address}/api/rooms/{code}/socket?protocol=1"
            socket = await connect(
                url, additional_headers={"Cookie": cookie}, compression=None, max_size=None, open_timeout=60
            )
            people.append(Person(socket))
    for person in people:
        asyncio.get_running_loop().create_task(person.listen())
    await command(people, 0, {"type": "start"}, f"start-{number:08}")
    return people


async def command(people: list[Person], seat: int, body: dict[str, Any], known: str) -> float:
    """Send a command; the seconds until everybody has the view after it."""
    for person in people:
        person.news.clear()
    begun = time.perf_counter()
    await people[seat].socket.send(msgspec.json.encode({**body, "id": known}).decode())
    for person in people:
        await person.news.wait()
    return time.perf_counter() - begun


async def play(people: list[Person], number: int, until: float, dice: random.Random) -> list[float]:
    """One decision a second; the seconds that each took."""
    took: list[float] = []
    due = time.perf_counter() + dice.random()
    while due < until:
        await asyncio.sleep(max(0.0, due - time.perf_counter()))
        due += 1
        known = f"room-{number}-{len(took)}-{dice.getrandbits(40)}"
        owing = [i for i, p in enumerate(people) if p.decision is not None]
        if not owing:
            await command(people, 0, {"type": "start"}, known)
            continue
        seat = dice.choice(owing)
        decision = people[seat].decision
        body = {"type": "decide", "decision": decision["id"], "action": dice.choice(decision["legal"])}
        took.append(await command(people, seat, body, known))
    return took


def cpu_s(process: int) -> float:
    """CPU seconds that a process has used."""
    fields = Path(f"/proc/{process}/stat").read_text(encoding="ascii").rsplit(")", 1)[1].split()
    return (int(fields[11]) + int(fields[12])) / TICKS


def memory_mb(process: int) -> float:
    """Resident memory of a process."""
    return int(Path(f"/proc/{process}/statm").read_text(encoding="ascii").split()[1]) * os.sysconf("SC_PAGE_SIZE") / 1e6


async def measure(address: str, process: int, rooms: int, seconds: float) -> dict[str, float]:
    """Open the rooms, play, and sum up."""
    before_mb = memory_mb(process)
    tables: list[list[Person]] = []
    for first in range(0, rooms, 10):
        tables += await asyncio.gather(*(open_room(address, i) for i in range(first, min(first + 10, rooms))))
    used = cpu_s(process)
    until = time.perf_counter() + seconds
    played = await asyncio.gather(*(play(people, i, until, random.Random(i)) for i, people in enumerate(tables)))
    used = cpu_s(process) - used
    took = sorted(t for times in played for t in times)
    return {
        "rooms": rooms,
        "decisions": len(took),
        "p50 ms": took[len(took) // 2] * 1000,
        "p99 ms": took[len(took) * 99 // 100] * 1000,
        "CPU ms a decision": used / len(took) * 1000,
        "server CPU %": used / seconds * 100,
        "MB a room": (memory_mb(process) - before_mb) / rooms,
    }


def main(rooms: int = ROOMS, seconds: float = SECONDS) -> None:
    """Start a server on a fresh database, load it, print one line."""
    with tempfile.TemporaryDirectory() as folder:
        arguments = [sys.executable, "-m", "benchmarks.server", "--serve", f"{folder}/rooms.sqlite3"]
        with subprocess.Popen(arguments, stdout=subprocess.PIPE, text=True) as server:
            assert server.stdout is not None
            port = int(server.stdout.readline())
            try:
                found = asyncio.run(measure(f"127.0.0.1:{port}", server.pid, rooms, seconds))
            finally:
                server.terminate()
    print("server: " + ", ".join(f"{name} {value:.4g}" for name, value in found.items()))


if __name__ == "__main__":
    if sys.argv[1:2] == ["--serve"]:
        serve()
    else:
        parser = argparse.ArgumentParser(description=__doc__)
        parser.add_argument("--rooms", type=int, default=ROOMS)
        parser.add_argument("--seconds", type=float, default=SECONDS)
        given = parser.parse_args()
        main(given.rooms, given.seconds)
