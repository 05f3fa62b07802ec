"""A real server on a real socket inside a test, with a clock of its own, and people who visit it."""

from __future__ import annotations

import asyncio
import contextlib
import itertools
import json
import shutil
from collections.abc import AsyncGenerator, Callable, Mapping
from pathlib import Path
from typing import Any

import httpx
from websockets.asyncio.client import ClientConnection, connect

from mainmatch.core.game import Game
from mainmatch.server import wire
from mainmatch.server.app import Serving, listen, serve
from mainmatch.server.house import House
from mainmatch.server.room import Room
from mainmatch.server.settings import Settings
from tests.server.envelopes.game import GAME as ENVELOPES

Json = Any
PATIENCE_S = 60
GAMES: Mapping[str, Game] = {ENVELOPES.id: ENVELOPES}
_ids = itertools.count(1)
template: list[Path] = []
"""An empty database in today's form, when there is one: faster than migrating for every test."""


class StillTime:
    """Time that passes only when told to."""

    def __init__(self, start: int = 1_000_000) -> None:
        self.ms = start

    def now(self) -> int:
        """See `Time.now`."""
        return self.ms

    def pass_s(self, seconds: float) -> None:
        """Time passes."""
        self.ms += int(seconds * 1000)


def no_delay() -> float:
    """Bots answer at once."""
    return 0.0


def settings_for(path: Path, **given: Any) -> Settings:
    """Settings for a test: loopback, a fresh database, the game of the tests."""
    settings: dict[str, Any] = {
        "host": "127.0.0.1",
        "port": 0,
        "database": str(path / "rooms.sqlite3"),
        "games": GAMES,
        "clock": StillTime(),
        "bot_delay": no_delay,
        "lang": "en",
    }
    if template and "database" not in given and not (path / "rooms.sqlite3").exists():
        shutil.copy(template[0], path / "rooms.sqlite3")
    return Settings(**settings | given)


def command_id() -> str:
    """A fresh id for a command."""
    return f"command-{next(_ids)}"


class Live:
    """A running server."""

    def __init__(self, server: Serving, settings: Settings, address: str) -> None:
        self.server = server
        self.settings = settings
        self.address = address

    @property
    def house(self) -> House:
        """Its house."""
        return self.server.house

    @property
    def time(self) -> StillTime:
        """Its clock."""
        assert isinstance(self.settings.clock, StillTime)
        return self.settings.clock

    def room(self, code: str) -> Room:
        """A room in its memory."""
        return self.house.rooms[code]

    async def empty(self, code: str) -> None:
        """Returns when nobody is connected to the room."""
        room = self.room(code)
        while room.connections:
            await room.wait_for_news(None, room.version_for(None), PATIENCE_S)

    async def tick(self) -> None:
        """The clock's task looks once."""
        await self.house.deadlines.tick()

    def visitor(self) -> Visitor:
        """Somebody new."""
        return Visitor(self.address)

    def visitor_of(self, code: str) -> Visitor:
        """Somebody new who looks at this room."""
        visitor = self.visitor()
        visitor.code = code
        return visitor

    async def host(self, name: str = "Ann", **wanted: Json) -> Visitor:
        """Somebody who has created a room."""
        ann = self.visitor()
        await ann.create(name, **wanted)
        return ann

    async def guest(self, code: str, name: str, seat: int | None = None) -> Visitor:
        """Somebody who has joined a room."""
        ben = self.visitor()
        ben.code = code
        await ben.post(f"/api/rooms/{code}/join", {"name": name, **({} if seat is None else {"seat": seat})})
        return ben


@contextlib.asynccontextmanager
async def serving(path: Path, **given: Any) -> AsyncGenerator[Live]:
    """A server until the end of the block."""
    settings = settings_for(path, **given)
    listening = listen("127.0.0.1", 0)
    settings.port = listening.getsockname()[1]
    server = serve(settings)
    task = asyncio.create_task(server.serve([listening]))
    try:
        yield Live(server, settings, f"127.0.0.1:{settings.port}")
    finally:
        server.should_exit = True
        await task


class Visitor:
    """A browser: its cookie, its requests, its tabs."""

    def __init__(self, address: str) -> None:
        self.address = address
        self.code = ""
        self.cookie = ""
        self.heard: list[bytes] = []
        """The bytes of every answer."""

    async def ask(
        self, method: str, path: str, body: Json = None, content: bytes | None = None, **headers: str
    ) -> httpx.Response:
        """One request."""
        data = content if content is not None else None if body is None else json.dumps(body).encode()
        sent = {"content-type": "application/json", **({"cookie": self.cookie} if self.cookie else {}), **headers}
        async with httpx.AsyncClient(base_url=f"http://{self.address}", timeout=PATIENCE_S, verify=False) as client:
            answer = await client.request(method, path, content=data, headers=sent)
        self.heard.append(answer.content)
        for line in answer.headers.get_list("set-cookie"):
            self.cookie = line.split(";")[0]
        return answer

    async def get(self, path: str) -> Json:
        """The JSON at this address."""
        answer = await self.ask("GET", path)
        assert answer.status_code == 200, answer.text
        return answer.json()

    async def post(self, path: str, body: Json) -> Json:
        """The JSON answer to a body."""
        answer = await self.ask("POST", path, body)
        assert answer.status_code in (200, 201), answer.text
        return answer.json()

    async def refused(self, path: str, body: Json) -> str:
        """The code with which a body is refused."""
        answer = await self.ask("POST", path, body)
        assert answer.status_code >= 400, answer.text
        return answer.json()["error"]["code"]

    async def refused_get(self, path: str) -> str:
        """The code with which looking there is refused."""
        answer = await self.ask("GET", path)
        assert answer.status_code >= 400, answer.text
        return answer.json()["error"]["code"]

    async def create(self, name: str, **wanted: Json) -> Json:
        """A room."""
        you = {"name": name, **({"seat": wanted.pop("seat")} if "seat" in wanted else {})}
        made = await self.post("/api/rooms", {"game": "envelopes", "bots": "random", "you": you, **wanted})
        self.code = made["room"]["code"]
        return made

    async def look(self) -> Json:
        """The room as it is seen."""
        return await self.get(f"/api/rooms/{self.code}")

    async def command(self, kind: str, **fields: Json) -> Json:
        """Carry out a command; the snapshot after it."""
        body = {"type": kind, "id": command_id(), **fields}
        return (await self.post(f"/api/rooms/{self.code}/commands", body))["snapshot"]

    async def command_refused(self, kind: str, **fields: Json) -> str:
        """The code with which a command is refused."""
        return await self.refused(f"/api/rooms/{self.code}/commands", {"type": kind, "id": command_id(), **fields})

    async def decide(self, action: Json = None) -> Json:
        """Make the open decision: the first legal action, or this one."""
        decision = (await self.look())["table"]["decision"]
        return await self.command("decide", decision=decision["id"], action=action or decision["legal"][0])

    @contextlib.asynccontextmanager
    async def tab(
        self, match: int | None = None, after: int | None = None, *, eyes: str | None = None
    ) -> AsyncGenerator[Tab]:
        """An open tab at the room's table; `eyes`: what it asks to be."""
        asked = (("match", match), ("after", after), ("as", eyes))
        more = "".join(f"&{k}={v}" for k, v in asked if v is not None)
        address = f"ws://{self.address}/api/rooms/{self.code}/socket?protocol={wire.PROTOCOL}{more}"
        headers = {"Cookie": self.cookie} if self.cookie else {}
        async with connect(address, additional_headers=headers, max_size=None) as socket:
            yield Tab(socket)


class Tab:
    """One socket: what it has heard, and what it shows."""

    def __init__(self, socket: ClientConnection) -> None:
        self.socket = socket
        self.frames: list[str] = []
        self.letters: list[Json] = []
        self.room: Json = None
        self.table: Json = None
        self.items: list[Json] = []
        self.hello: Json = None
        self.sequence = 0

    async def read(self) -> Json:
        """The next message, taken in as a page would."""
        async with asyncio.timeout(PATIENCE_S):
            text = await self.socket.recv()
        assert isinstance(text, str)
        self.frames.append(text)
        message = json.loads(text)
        if message["type"] == "hello":
            self.hello, self.table = message, None
            self.items = []
        elif message["type"] == "update":
            self.sequence += 1
            assert message["seq"] == self.sequence
            self.room = message.get("room", self.room)
            self.table = message.get("table", self.table)
            self._take(message.get("events"))
        else:
            self.letters.append(message)
        return message

    def _take(self, events: Json) -> None:
        if events is None:
            return
        if events["after"] == 0:
            self.items = []
        for item in events["items"]:
            if self.items:
                assert item["n"] == self.items[-1]["n"] + 1
            self.items.append(item)

    async def until(self, holds: Callable[[Tab], Any]) -> None:
        """Read until something holds."""
        while not holds(self):
            await self.read()

    async def send(self, message: Json) -> None:
        """One frame."""
        await self.socket.send(message if isinstance(message, str | bytes) else json.dumps(message))

    async def command(self, kind: str, **fields: Json) -> Json:
        """Send a command and read until its answer."""
        known = fields.pop("id", None) or command_id()
        await self.send({"type": kind, "id": known, **fields})
        return await self.answer(known)

    async def answer(self, known: str) -> Json:
        """The answer to a command."""
        await self.until(lambda tab: any(m["type"] == "answer" and m["id"] == known for m in tab.letters))
        return next(m for m in self.letters if m["type"] == "answer" and m["id"] == known)

    async def decide(self, action: Json = None) -> Json:
        """Make the open decision as soon as there is one."""
        await self.until(lambda tab: tab.table and tab.table["decision"])
        decision = self.table["decision"]
        return await self.command("decide", decision=decision["id"], action=action or decision["legal"][0])

    async def close_code(self) -> int | None:
        """Read until the server closes; its code."""
        async with asyncio.timeout(PATIENCE_S):
            try:
                while True:
                    await self.read()
            except Exception:
                return self.socket.close_code


def told(tab: Tab, kind: str) -> list[Json]:
    """The notes or events of one type that a tab has received."""
    return [i for i in tab.items if i.get("note", i.get("event"))["type"] == kind]
