"""The socket side of `docs/protocol.md`: frames in, the outbox out."""

from __future__ import annotations

import asyncio
import contextlib
from typing import Any

import msgspec
from litestar import WebSocket, websocket
from litestar.datastructures import State
from litestar.exceptions import WebSocketException
from litestar.params import FromPath
from uvicorn.protocols.utils import ClientDisconnected

from mainmatch.server import faults, wire
from mainmatch.server.house import House
from mainmatch.server.http import malformed
from mainmatch.server.limits import Bucket, network_of
from mainmatch.server.log import LOG, where
from mainmatch.server.metrics import SOCKETS
from mainmatch.server.outbox import Overflow
from mainmatch.server.refusals import Refusal
from mainmatch.server.room import PING_S, Connection, Room
from mainmatch.server.visitors import address_of, house_of, only_watches, person_of

Socket = WebSocket[Any, Any, State]
GONE = (WebSocketException, ClientDisconnected, RuntimeError)
SILENT_S = 3 * PING_S


@websocket("/api/rooms/{code:str}/socket")
async def room_socket(socket: Socket, code: FromPath[str]) -> None:
    """One tab at one table."""
    house = house_of(socket)
    await socket.accept()
    refused = await _entrance(house, socket, code)
    if isinstance(refused, int):
        await _close(socket, refused)
        return
    network = network_of(address_of(socket))
    house.sockets[network] = house.sockets.get(network, 0) + 1
    SOCKETS.inc()
    connection = Connection(
        refused,
        person_of(socket),
        _query(socket, "match"),
        _query(socket, "after") or 0,
        is_display=only_watches(socket),
        feed=_query(socket, "feed"),
        heard=_query(socket, "heard") or 0,
    )
    try:
        await Visit(house, socket, connection).run()
    finally:
        SOCKETS.dec()
        house.sockets[network] -= 1
        if not house.sockets[network]:
            del house.sockets[network]


async def _entrance(house: House, socket: Socket, code: str) -> Room | int:
    """The room, or the code with which the socket is closed."""
    if socket.query_params.get("protocol") != str(wire.PROTOCOL):
        return 4400
    try:
        only_watches(socket)
    except Refusal:
        return 4400
    if house.is_closing:
        return 1012
    if house.sockets.get(network_of(address_of(socket)), 0) >= house.settings.limits.sockets_per_address:
        return 4429
    try:
        return await house.find(code)
    except Refusal:
        return 4404


def _query(socket: Socket, name: str) -> int | None:
    text = socket.query_params.get(name, "")
    return int(text) if text.isascii() and text.isdigit() and len(text) < 12 else None


async def _close(socket: Socket, code: int) -> None:
    with contextlib.suppress(*GONE):
        await socket.close(code)


class Visit:
    """One open socket: a task that sends, a loop that reads."""

    def __init__(self, house: House, socket: Socket, connection: Connection) -> None:
        self.house = house
        self.socket = socket
        self.connection = connection
        self.room = connection.room
        self.bucket = Bucket(house.settings.limits.socket_messages)
        self.over_limit = 0
        self.closing: asyncio.Future[int] = asyncio.get_running_loop().create_future()
        connection.close = self._wants_close

    def _wants_close(self, code: int) -> None:
        if not self.closing.done():
            self.closing.set_result(code)

    async def run(self) -> None:
        """Until either side closes."""
        self.connection.outbox.say(self.connection.hello(PING_S))
        self.room.connect(self.connection)
        tasks: list[asyncio.Future[Any]] = [
            asyncio.create_task(self.connection.outbox.run(self._send)),
            asyncio.create_task(self._read()),
            self.closing,
        ]
        try:
            await asyncio.wait(tasks, return_when=asyncio.FIRST_COMPLETED)
        finally:
            self.room.disconnect(self.connection)
            for task in tasks[:2]:
                task.cancel()
            found = await asyncio.gather(*tasks[:2], return_exceptions=True)
            for error in found:
                if isinstance(error, Exception) and not isinstance(error, GONE):
                    LOG.error("socket_failed", error=type(error).__name__, where=where(error))
        await _close(self.socket, self.closing.result() if self.closing.done() else 1000)

    async def _send(self, data: bytes) -> None:
        await self.socket.send_data(data.decode(), mode="text", encoding="utf-8")

    # ------------------------------------------------------------ reading
    async def _read(self) -> None:
        while True:
            try:
                message: Any = await asyncio.wait_for(self.socket.receive(), SILENT_S)
            except TimeoutError:
                self._wants_close(4408)
                return
            if message["type"] != "websocket.receive":
                return
            try:
                await self._frame(message.get("text"), message.get("bytes"))
            except Overflow:
                self._wants_close(4429)
                return

    async def _frame(self, text: str | None, data: bytes | None) -> None:
        if not self.bucket.take():
            self.over_limit += 1
            if self.over_limit >= self.house.settings.limits.flood:
                raise Overflow
            self._refuse(Refusal("too_fast", "Too many messages; slow down.", retry_after_s=1), text)
            return
        self.over_limit = 0
        if text is None or data:
            self._refuse(Refusal("malformed", "Messages are text frames."), None)
            return
        if len(text.encode("utf-8", "surrogatepass")) > wire.MAX_FRAME:
            self._refuse(Refusal("too_large", f"A frame has at most {wire.MAX_FRAME} bytes."), None)
            return
        try:
            frame = wire.decode_frame(text)
        except (msgspec.MsgspecError, UnicodeError, RecursionError) as error:
            self._refuse(malformed(error), text)
            return
        await self._take(frame)

    async def _take(self, frame: wire.Frame) -> None:
        box = self.connection.outbox
        if isinstance(frame, wire.Ping):
            box.say(wire.Pong(self.house.clock.now()))
        elif isinstance(frame, wire.Ack):
            box.acknowledge(frame.seq)
        elif isinstance(frame, wire.TakeBack):
            self.room.take_back(self.connection)
        else:
            await self._command(frame)

    async def _command(self, command: wire.AnyCommand) -> None:
        box, person = self.connection.outbox, self.connection.person
        try:
            if person is None:
                raise Refusal("not_seated", "This needs a place at the table: join first.")
            is_talk = isinstance(command, wire.TalkCommand)
            if self.connection.seat is not None and not self.connection.is_active and not is_talk:
                raise Refusal("elsewhere", "You play this seat in another tab or window. Take it back here first.")
            await self.room.carry_out(person, command)
        except Refusal as refusal:
            box.say(wire.Answer(command.id, ok=False, error=refusal.problem))
            box.ring()
            return
        box.say(wire.Answer(command.id, ok=True))
        faults.point("answered")

    def _refuse(self, refusal: Refusal, text: str | None) -> None:
        """An error; as the answer to a command when its id can be read."""
        known = None if text is None else _id_in(text)
        if known is None:
            self.connection.outbox.say(wire.ErrorFrame(refusal.problem))
        else:
            self.connection.outbox.say(wire.Answer(known, ok=False, error=refusal.problem))


class _Named(msgspec.Struct):
    """The part of a broken command that its answer needs."""

    id: wire.CommandId


def _id_in(text: str) -> str | None:
    try:
        return msgspec.json.decode(text, type=_Named).id
    except (msgspec.MsgspecError, UnicodeError, RecursionError):
        return None
