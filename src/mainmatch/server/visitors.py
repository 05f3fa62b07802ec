"""Who asks: the key in the cookie, the address, and whether the question comes from our own page."""

from __future__ import annotations

import re
import secrets
from typing import Any
from urllib.parse import urlsplit

from litestar.connection import ASGIConnection

from mainmatch.server.house import House, hash_of
from mainmatch.server.refusals import Refusal
from mainmatch.server.settings import Settings

_KEY = re.compile(r"^[A-Za-z0-9_-]{43}$")
YEAR_S = 31_536_000
Connection = ASGIConnection[Any, Any, Any, Any]


def house_of(connection: Connection) -> House:
    """The house that this application serves."""
    house: House = connection.app.state.house
    return house


def person_of(connection: Connection) -> str | None:
    """The hash of the visitor's key, if it has one."""
    key = connection.cookies.get(house_of(connection).settings.cookie, "")
    return hash_of(key) if _KEY.match(key) else None


def only_watches(connection: Connection) -> bool:
    """Does this page watch (`as=watch`), whatever key its browser has? Raises Refusal for any other `as`."""
    none: list[str] = []
    asked = connection.query_params.getall("as", none)
    if any(word != "watch" for word in asked):
        raise Refusal("malformed", "as is watch, or missing.")
    return bool(asked)


def new_key() -> str:
    """A key for somebody who comes for the first time: 256 bit."""
    return secrets.token_urlsafe(32)


def cookie(settings: Settings, key: str) -> str:
    """The Set-Cookie header."""
    secure = "; Secure" if settings.is_secure else ""
    return f"{settings.cookie}={key}; Path=/; Max-Age={YEAR_S}; HttpOnly; SameSite=Lax{secure}"


def address_of(connection: Connection) -> str:
    """The client's address (a trusted proxy's word for it is taken before we see it)."""
    client = connection.client
    return "unknown" if client is None else client.host


def is_own_origin(headers: dict[bytes, bytes], settings: Settings) -> bool:
    """Does the request come from our own page, or from no page at all?"""
    origin = headers.get(b"origin")
    if origin is None:
        return True
    text = origin.decode("latin-1")
    if text == settings.public_url:
        return True
    host = headers.get(b"host", b"").decode("latin-1")
    return bool(host) and urlsplit(text).netloc == host
