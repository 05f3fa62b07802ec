"""What a server is started with."""

from __future__ import annotations

import secrets
import socket
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from urllib.parse import urlsplit

from mainmatch.core.errors import InvalidInput
from mainmatch.core.game import Game
from mainmatch.games import all_games
from mainmatch.server.bots import human_delay_s
from mainmatch.server.clock import SystemTime, Time
from mainmatch.server.limits import Limits

LANGUAGES = ("ko", "en")
LOOPBACK = ("127.0.0.1", "::1", "localhost")
ANY = "0.0.0.0"  # noqa: S104  (friends on the same network are the point)
EVERYWHERE = (ANY, "::", "")


def _new_key() -> bytes:
    return secrets.token_bytes(32)


@dataclass
class Settings:
    """Settings with their defaults; the last four are for tests."""

    host: str = ANY
    port: int = 8000
    database: str = "mainmatch.sqlite3"
    public_url: str | None = None
    """The address that people use, when it is not this machine's own: behind a reverse proxy."""
    trusted_proxies: tuple[str, ...] = ("127.0.0.1", "::1")
    """Whose word is taken for the address of a client."""
    lang: str = "ko"
    games: Mapping[str, Game] = field(default_factory=all_games)
    limits: Limits = field(default_factory=Limits)
    clock: Time = field(default_factory=SystemTime)
    bot_delay: Callable[[], float] = human_delay_s
    new_key: Callable[[], bytes] = _new_key

    def __post_init__(self) -> None:
        if self.lang not in LANGUAGES:
            raise InvalidInput(f"there is no language {self.lang!r}; there are {', '.join(LANGUAGES)}")
        if self.public_url is not None:
            parts = urlsplit(self.public_url)
            if (
                parts.scheme not in ("http", "https")
                or not parts.netloc
                or parts.path.strip("/")
                or parts.query
                or parts.fragment
            ):
                raise InvalidInput(
                    f"--public-url is like https://play.example.org, without a path, not {self.public_url!r}"
                )
            self.public_url = f"{parts.scheme}://{parts.netloc}"

    @property
    def is_secure(self) -> bool:
        """Do people come over https?"""
        return self.public_url is not None and self.public_url.startswith("https:")

    @property
    def cookie(self) -> str:
        """The name of the cookie."""
        return "__Host-mm_key" if self.is_secure else "mm_key"

    @property
    def local_link(self) -> str:
        """The address on this machine."""
        return (
            f"http://localhost:{self.port}"
            if self.host in (*LOOPBACK, *EVERYWHERE)
            else f"http://{self.host}:{self.port}"
        )

    @property
    def network_link(self) -> str | None:
        """The address for others in the same network; None when the server does not listen there."""
        if self.host in LOOPBACK:
            return None
        address = lan_address() if self.host in EVERYWHERE else self.host
        return None if address is None else f"http://{bracketed(address)}:{self.port}"

    @property
    def base(self) -> str:
        """The address in links that people share."""
        return self.public_url or self.network_link or self.local_link


def bracketed(host: str) -> str:
    """A host as it stands in an address."""
    return f"[{host}]" if ":" in host else host


def lan_address() -> str | None:
    """This machine's address in its network, without sending anything."""
    with socket.socket(socket.AF_INET, socket.SOCK_DGRAM) as probe:
        try:
            probe.connect(("192.0.2.1", 9))
            address = str(probe.getsockname()[0])
        except OSError:
            return None
    return None if address.startswith("127.") or address == ANY else address
