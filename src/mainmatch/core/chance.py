"""Chance: one door, `draw(s, n)`, always uniform over 0 … n-1.

In simulation a draw is splitmix64 of (seed, counter): a state is its own complete replay. splitmix64 is
predictable from its outputs, so live matches draw from a key instead: HMAC-SHA-256 of a 256-bit key and
the counter. SHA-256 of the key is published at the start and the key at the end, so that everybody can
check every deal. A script lets a bridge or a physical table supply the outcomes.

splitmix64: Steele, Lea, Flood, "Fast splittable pseudorandom number generators" (OOPSLA 2014).
Range reduction by multiply-high: Lemire, "Fast random integer generation in an interval" (2019), without
rejection; the bias is below n / 2**32 (n / 2**256 for keyed draws).
"""

from __future__ import annotations

import hashlib
import hmac
import secrets
from collections.abc import Iterable
from typing import Any, Protocol

from mainmatch.core.errors import NeedChance
from mainmatch.core.record import SECRET, Record, i64, u64

MASK = (1 << 64) - 1
GOLDEN, MIX_1, MIX_2 = 0x9E3779B97F4A7C15, 0xBF58476D1CE4E5B9, 0x94D049BB133111EB


class Rng(Record):
    """A stream of its own, for whoever chooses or imagines: policies, search, `redeal`.

    The fields stand in another order than in a state, or Numba would take every state for a kind of Rng.
    """

    counter = i64(SECRET)
    seed = u64(SECRET)


def rng(seed: int) -> Rng:
    """A fresh stream for a seed (0 to 2**64 - 1)."""
    stream = Rng()
    stream.seed = seed & MASK
    return stream


class Chance(Protocol):
    """Where a match's chance events come from, when not from its seed."""

    def draw(self, counter: int, outcomes: int) -> int:
        """The outcome of chance event number `counter` (from 1), in 0 … outcomes - 1."""
        ...


def draw(s: Any, n: int) -> int:
    """One chance event of record `s`: uniform over 0 … n-1; advances its counter."""
    s.counter += 1
    if s.chance is not None:
        return s.chance.draw(s.counter, n)
    x = (s.seed + s.counter * GOLDEN) & MASK
    x = ((x ^ x >> 30) * MIX_1) & MASK
    x = ((x ^ x >> 27) * MIX_2) & MASK
    x ^= x >> 31
    return ((x >> 32) * n) >> 32


class KeyedChance:
    """Unpredictable draws for live play: HMAC-SHA-256(key, counter)."""

    def __init__(self, key: bytes | None = None) -> None:
        self.key = secrets.token_bytes(32) if key is None else key
        if len(self.key) != 32:
            raise ValueError("a key has 32 bytes")

    @property
    def commitment(self) -> str:
        """SHA-256 of the key, hexadecimal: shown at the start of the match."""
        return hashlib.sha256(self.key).hexdigest()

    def draw(self, counter: int, outcomes: int) -> int:
        """See `Chance.draw`."""
        digest = hmac.digest(self.key, counter.to_bytes(8, "big"), "sha256")
        return (int.from_bytes(digest, "big") * outcomes) >> 256


class ScriptedChance:
    """Outcomes given from outside, in order; raises NeedChance(n) at the first that is not there.

    `needed` of the exception is the number of equally likely outcomes, so a bridge can make an explicit
    chance node of it and try again with one outcome more.
    """

    def __init__(self, outcomes: Iterable[int] = (), start: int = 0) -> None:
        self.outcomes = list(outcomes)
        self.start = start

    def draw(self, counter: int, outcomes: int) -> int:
        """See `Chance.draw`."""
        index = counter - self.start - 1
        if index >= len(self.outcomes):
            raise NeedChance(outcomes)
        value = self.outcomes[index]
        if not 0 <= value < outcomes:
            raise ValueError(f"chance event {counter} has {outcomes} outcomes (0 to {outcomes - 1}), not {value}")
        return value


class RecordedChance:
    """Passes draws on and keeps what came: `draws` is a list of [outcomes, value]."""

    def __init__(self, source: Chance) -> None:
        self.source = source
        self.draws: dict[int, tuple[int, int]] = {}

    def draw(self, counter: int, outcomes: int) -> int:
        """See `Chance.draw`."""
        value = self.source.draw(counter, outcomes)
        self.draws[counter] = (outcomes, value)
        return value
