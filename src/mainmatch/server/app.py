"""The application, and how it is served: `run` is what `mainmatch serve` calls."""

from __future__ import annotations

import asyncio
import socket
import sys
from collections.abc import Sequence

import uvicorn
from litestar import Litestar, Router
from litestar.config.app import AppConfig
from litestar.datastructures import State
from litestar.exceptions import HTTPException

from mainmatch.core.errors import InvalidInput
from mainmatch.server import http, log, wire
from mainmatch.server.gate import Gate
from mainmatch.server.house import House
from mainmatch.server.pages import Pages
from mainmatch.server.refusals import Refusal
from mainmatch.server.settings import LOOPBACK, Settings
from mainmatch.server.socket import room_socket

SHUTDOWN_S = 1
__all__ = ["Serving", "build", "run"]


def build(settings: Settings, house: House | None = None) -> Gate:
    """The ASGI application for these settings."""
    house = house or House(settings)
    api = Router("/", route_handlers=[*http.API], before_request=http.count_request)

    def set_up(config: AppConfig) -> AppConfig:
        config.state = State({"house": house, "pages": Pages()})
        return config

    app = Litestar(
        [api, room_socket, *http.OTHERS],
        on_app_init=[set_up],
        on_startup=[house.open],
        on_shutdown=[house.close],
        exception_handlers={Refusal: http.refuse, HTTPException: http.refuse_http, Exception: http.fail},
        openapi_config=None,
        logging_config=None,
        request_max_body_size=wire.MAX_FRAME,
    )
    return Gate(app, settings)


class Serving(uvicorn.Server):
    """Uvicorn that lets the house finish before it closes the sockets."""

    def __init__(self, config: uvicorn.Config, house: House) -> None:
        super().__init__(config)
        self.house = house

    async def shutdown(self, sockets: list[socket.socket] | None = None) -> None:
        """Finish what is committed, tell clients to wait, then close."""
        await self.house.close()
        await super().shutdown(sockets)


def serve(settings: Settings) -> Serving:
    """A server for a socket that listens already."""
    house = House(settings)
    config = uvicorn.Config(
        build(settings, house),  # type: ignore[arg-type]
        ws="websockets-sansio",
        ws_per_message_deflate=False,
        ws_max_size=wire.MAX_FRAME,
        ws_ping_interval=20,
        ws_ping_timeout=20,
        proxy_headers=True,
        forwarded_allow_ips=list(settings.trusted_proxies),
        server_header=False,
        date_header=False,
        access_log=False,
        log_config=None,
        timeout_graceful_shutdown=SHUTDOWN_S,
        lifespan="on",
    )
    return Serving(config, house)


def listen(host: str, port: int) -> socket.socket:
    """A listening socket. Raises InvalidInput with what to do."""
    family = socket.AF_INET6 if ":" in host else socket.AF_INET
    try:
        return socket.create_server((host, port), family=family, backlog=512)
    except OSError as error:
        reason = error.strerror or str(error)
        raise InvalidInput(
            f"cannot listen on {host}:{port} ({reason}); choose another with --host or --port"
        ) from error


def welcome(settings: Settings) -> str:
    """What a person who starts the server reads."""
    words = {
        "ko": (
            "이 컴퓨터에서",
            "같은 네트워크의 친구",
            "밖에서",
            "링크를 브라우저로 열어 방을 만들고 친구에게 보내세요. 끝내려면 Ctrl+C.",
        ),
        "en": (
            "On this computer",
            "Friends on the same network",
            "From outside",
            "Open the link in a browser, make a room and send its link. Ctrl+C ends.",
        ),
    }[settings.lang]
    lines = [f"{words[0]}: {settings.local_link}"]
    if settings.network_link is not None:
        lines.append(f"{words[1]}: {settings.network_link}")
    if settings.public_url is not None:
        lines.append(f"{words[2]}: {settings.public_url}")
    return "\n".join([*lines, words[3]])


def run(
    host: str = "0.0.0.0",  # noqa: S104  (friends on the same network are the point)
    port: int = 8000,
    database: str = "mainmatch.sqlite3",
    public_url: str | None = None,
    trusted_proxies: Sequence[str] = LOOPBACK[:2],
    lang: str = "ko",
) -> None:
    """Serve until stopped. Raises InvalidInput, in a sentence, when it cannot begin."""
    settings = Settings(host, port, database, public_url, tuple(trusted_proxies), lang)
    log.set_up()
    listening = listen(host, port)
    settings.port = int(listening.getsockname()[1])
    server = serve(settings)
    with asyncio.Runner(loop_factory=server.config.get_loop_factory()) as runner:
        runner.run(_open_and_serve(server, listening, settings))


async def _open_and_serve(server: Serving, listening: socket.socket, settings: Settings) -> None:
    await server.house.store.open()  # its errors are sentences; uvicorn would make a traceback of them
    sys.stdout.write(welcome(settings) + "\n")
    sys.stdout.flush()
    await server.serve([listening])
