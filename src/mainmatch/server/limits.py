"""How much one socket and one address may ask for: token buckets, generous for people."""

from __future__ import annotations

import ipaddress
import math
import time
from collections import OrderedDict
from collections.abc import Callable
from dataclasses import dataclass

from mainmatch.server.refusals import Refusal

KEPT_ADDRESSES = 10_000


@dataclass(frozen=True)
class Limit:
    """So many at once, then so many a second."""

    burst: float
    per_second: float


@dataclass(frozen=True)
class Limits:
    """All limits; `docs/protocol.md` states them."""

    socket_messages: Limit = Limit(60, 20)
    flood: int = 200
    """Messages over the limit in a row until the socket is closed."""
    requests: Limit = Limit(120, 20)
    rooms: Limit = Limit(30, 0.1)
    sockets_per_address: int = 256
    talk_person: Limit = Limit(8, 0.5)
    talk_room: Limit = Limit(30, 5)
    """Of everybody together, at the table or in one side room."""


class Bucket:
    """Tokens that come back with time."""

    def __init__(self, limit: Limit, now: Callable[[], float] = time.monotonic) -> None:
        self._limit = limit
        self._now = now
        self._tokens = limit.burst
        self._at = now()

    def take(self) -> bool:
        """One token, if there is one."""
        now = self._now()
        self._tokens = min(self._limit.burst, self._tokens + (now - self._at) * self._limit.per_second)
        self._at = now
        if self._tokens < 1:
            return False
        self._tokens -= 1
        return True

    @property
    def wait_s(self) -> int:
        """Whole seconds until the next token."""
        return max(1, math.ceil((1 - self._tokens) / self._limit.per_second))


class Addresses:
    """The buckets of all addresses for one limit; the longest unused are forgotten."""

    def __init__(self, limit: Limit) -> None:
        self._limit = limit
        self._buckets: OrderedDict[str, Bucket] = OrderedDict()

    def take(self, address: str) -> None:
        """Count one. Raises Refusal `too_fast`."""
        network = network_of(address)
        bucket = self._buckets.setdefault(network, Bucket(self._limit))
        self._buckets.move_to_end(network)
        if len(self._buckets) > KEPT_ADDRESSES:
            self._buckets.popitem(last=False)
        if not bucket.take():
            raise Refusal("too_fast", f"Too many requests; wait {bucket.wait_s} s.", retry_after_s=bucket.wait_s)


def network_of(address: str) -> str:
    """The address, for IPv6 its /64: that is what one person has."""
    try:
        parsed = ipaddress.ip_address(address)
    except ValueError:
        return address
    if isinstance(parsed, ipaddress.IPv6Address) and parsed.ipv4_mapped is None:
        return str(ipaddress.ip_network((parsed, 64), strict=False))
    return str(parsed)
