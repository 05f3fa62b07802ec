"""How fast people may talk: everybody alone, and all together in one room."""

from __future__ import annotations

from mainmatch.server import wire
from mainmatch.server.limits import Bucket, Limits
from mainmatch.server.refusals import Refusal

FREE = (wire.LeaveSideRoom, wire.Enter, wire.TurnAway, wire.Silence, wire.Unsilence)
"""Answers to what others did, and what keeps order: never too fast."""


class Floods:
    """The buckets of one table's talk. The bucket of a side room is felt only by those inside."""

    def __init__(self, limits: Limits) -> None:
        self._limits = limits
        self._people: dict[str, Bucket] = {}
        self._rooms: dict[str, Bucket] = {}

    def take(self, person: str, command: wire.AnyTalk) -> None:
        """Count one command that is possible otherwise. Raises Refusal `too_fast`."""
        if isinstance(command, FREE):
            return
        _take(self._people.setdefault(person, Bucket(self._limits.talk_person)), "You talk too fast")
        if isinstance(command, wire.Say):
            _take(self._rooms.setdefault(command.room, Bucket(self._limits.talk_room)), "Too much is said here at once")


def _take(bucket: Bucket, sentence: str) -> None:
    if not bucket.take():
        raise Refusal("too_fast", f"{sentence}; wait {bucket.wait_s} s.", retry_after_s=bucket.wait_s)
