"""Means and shares over matches, with 95 % intervals; sums that can be added up piece by piece."""

from __future__ import annotations

import math
from collections.abc import Iterable, Sequence
from dataclasses import dataclass

Z = 1.959963984540054
"""Quantile 0.975 of the normal distribution."""
FEWEST = 30
"""Matches from which on a mean has an interval: with fewer the normal quantile would promise too much."""


@dataclass(frozen=True)
class Estimate:
    """A value with its 95 % interval. `low` and `high` are NaN where the matches are too few to say."""

    value: float
    low: float
    high: float


def wilson(hits: float, of: int) -> Estimate:
    """A share, with the score interval of Wilson (1927): in [0, 1] also for few matches and shares of 0 or 1."""
    if not of:
        return Estimate(math.nan, math.nan, math.nan)
    share = hits / of
    centre = (share + Z * Z / (2 * of)) / (1 + Z * Z / of)
    half = Z / (1 + Z * Z / of) * math.sqrt(share * (1 - share) / of + Z * Z / (4 * of * of))
    return Estimate(share, max(0.0, centre - half), min(1.0, centre + half))


def within(mean: Estimate) -> Estimate:
    """A mean of values from 0 to 1: its interval ends there, too."""
    if math.isnan(mean.low):
        return mean
    return Estimate(mean.value, max(0.0, mean.low), min(1.0, mean.high))


@dataclass
class Sums:
    """Sums of a quantity over matches that may each bring several values, which need not be independent.

    With N values of sum S in a match: matches, ΣN, ΣN², ΣS, ΣS², ΣSN.
    """

    matches: int = 0
    n: int = 0
    nn: int = 0
    s: float = 0.0
    ss: float = 0.0
    sn: float = 0.0

    def add(self, values: Sequence[float]) -> None:
        """The values of one match."""
        count, total = len(values), math.fsum(values)
        self.matches += 1
        self.n += count
        self.nn += count * count
        self.s += total
        self.ss += total * total
        self.sn += total * count

    def merge(self, other: Sums) -> None:
        """All matches of the other, too."""
        self.matches += other.matches
        self.n += other.n
        self.nn += other.nn
        self.s += other.s
        self.ss += other.ss
        self.sn += other.sn

    def mean(self) -> Estimate:
        """The mean of all values. The interval takes a match as the unit (ratio estimator, linearised; normal quantile)."""
        if not self.n:
            return Estimate(math.nan, math.nan, math.nan)
        value = self.s / self.n
        if self.matches < FEWEST:
            return Estimate(value, math.nan, math.nan)
        spread = max(0.0, self.ss - 2 * value * self.sn + value * value * self.nn)
        half = Z * math.sqrt(spread * self.matches / (self.matches - 1)) / self.n
        return Estimate(value, value - half, value + half)

    def share(self) -> Estimate:
        """The mean of values that are 0 or 1: Wilson's where no match brought two."""
        if self.nn == self.n:
            return wilson(self.s, self.n)
        return within(self.mean())

    def to_json(self) -> list[float]:
        """As six numbers."""
        return [self.matches, self.n, self.nn, self.s, self.ss, self.sn]

    @classmethod
    def from_json(cls, numbers: Iterable[float]) -> Sums:
        """The inverse. Raises ValueError."""
        matches, n, nn, s, ss, sn = numbers
        return cls(int(matches), int(n), int(nn), s, ss, sn)
