"""One connection's outbox: the newest projection and the letters that have not gone out yet.

A slow reader never holds anybody up: whoever has news only rings the bell. The sender then takes the newest
projection, leaves out what its reader has already, and sends every event since the last one exactly once.
"""

from __future__ import annotations

import asyncio
from collections import deque
from collections.abc import Awaitable, Callable

from mainmatch.server.projection import Projection
from mainmatch.server.wire import Answer, Hello, Letter, encode

MOST_LETTERS = 256
WINDOW = 32
"""Updates under way to a client that acknowledges."""


class Overflow(Exception):
    """A client sends and never reads."""


class Outbox:
    """What is still to be sent on one connection."""

    def __init__(
        self,
        look: Callable[[], Projection],
        now: Callable[[], int],
        match: int | None = None,
        after: int = 0,
        feed: int | None = None,
        heard: int = 0,
    ) -> None:
        self._look = look
        self._now = now
        self._letters: deque[Letter] = deque()
        self._bell = asyncio.Event()
        self._has_news = False
        self._match = match
        self._after = after
        self._feed = feed
        self._heard = heard
        self._sent: tuple[bytes, bytes] | None = None
        self._sent_talk: bytes | None = None
        self._sequence = 0
        self._acknowledged: int | None = None

    def ring(self) -> None:
        """There is news in the room."""
        self._has_news = True
        self._bell.set()

    def say(self, letter: Letter) -> None:
        """Something for this connection alone. Raises Overflow when it does not read at all."""
        if len(self._letters) >= MOST_LETTERS:
            raise Overflow
        self._letters.append(letter)
        self._bell.set()

    def restart(self, hello: Hello) -> None:
        """The connection is another viewer now: everything follows anew."""
        self._letters = deque(letter for letter in self._letters if not isinstance(letter, Hello))
        self._letters.appendleft(hello)
        self._match, self._after, self._sent = None, 0, None
        self._feed, self._heard, self._sent_talk = None, 0, None
        self.ring()

    def acknowledge(self, sequence: int) -> None:
        """The client has taken in this update."""
        self._acknowledged = max(self._acknowledged or 0, min(sequence, self._sequence))
        self._bell.set()

    @property
    def is_empty(self) -> bool:
        """Has everything gone out?"""
        return not self._letters and not self._has_news

    async def run(self, send: Callable[[bytes], Awaitable[None]]) -> None:
        """Send until cancelled. `send` may wait as long as it likes."""
        while True:
            await self._bell.wait()
            self._bell.clear()
            while self._letters and isinstance(self._letters[0], Hello):
                await send(encode(self._letters.popleft()))
            if self._has_news and self._may_send():
                self._has_news = False
                update = self._update(self._look())
                if update is not None:
                    await send(update)
            for _ in range(len(self._letters)):
                if isinstance(self._letters[0], Hello) or (
                    self._has_news and isinstance(self._letters[0], Answer) and self._may_send()
                ):
                    self._bell.set()
                    break
                await send(encode(self._letters.popleft()))

    def _may_send(self) -> bool:
        return self._acknowledged is None or self._sequence - self._acknowledged < WINDOW

    def _update(self, shown: Projection) -> bytes | None:
        """What this reader does not have yet; None: nothing."""
        after = shown.after(self._match, self._after)
        parts: list[bytes] = []
        if self._sent is None or self._sent[0] != shown.room:
            parts.append(b'"room":' + shown.room)
        if self._sent is None or self._sent[1] != shown.table:
            parts.append(b'"table":' + shown.table)
        if shown.match is not None and (after < shown.number or self._match != shown.match):
            parts.append(b'"events":' + shown.events(after))
        talk = self._talk(shown)
        if talk is not None:
            parts.append(b'"talk":' + talk)
        if not parts:
            return None
        self._sent = (shown.room, shown.table)
        self._match, self._after = shown.match, shown.number
        self._sequence += 1
        head = b'{"type":"update","seq":%d,"time":%d,"version":%s,' % (
            self._sequence,
            self._now(),
            encode(shown.version),
        )
        return head + b",".join(parts) + b"}"

    def _talk(self, shown: Projection) -> bytes | None:
        """The talk that this reader does not have yet; None: nothing."""
        talk = shown.talk
        if talk is None:
            return None
        is_whole = self._sent_talk != talk.state
        after = talk.after(self._feed, self._heard)
        if not is_whole and self._feed == talk.feed and after == talk.number:
            return None
        self._feed, self._heard, self._sent_talk = talk.feed, talk.number, talk.state
        return talk.part(after, is_whole=is_whole)
