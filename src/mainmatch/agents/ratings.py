"""How strong each level is at each of our games: measured ratings, kept beside this file.

`python -m benchmarks.ratings` plays the tournaments and writes `ratings.json`; docs/agents.md says how and what they mean.
"""

from __future__ import annotations

import functools
import json
from dataclasses import dataclass
from pathlib import Path
from typing import Any

FILE = Path(__file__).with_name("ratings.json")


@dataclass(frozen=True)
class Rating:
    """A level's rating among the levels of its game; 25 is the middle. `low` to `high`: its 95 % interval.

    Both are None where the deals were too few for an interval.
    """

    value: float
    low: float | None
    high: float | None
    brief: bool = False
    """It thought less than it does at the table."""

    def to_json(self) -> dict[str, float | bool | None]:
        """As it stands in the protocol."""
        return {"value": self.value, "low": self.low, "high": self.high, "brief": self.brief}


@functools.cache
def measured() -> dict[str, dict[str, Any]]:
    """For each game its tournament: `version` of the rules, `players`, `deals`, `iterations` (None: as at the table), and `ratings` by level."""
    found: dict[str, dict[str, Any]] = json.loads(FILE.read_text(encoding="utf-8"))
    return found


def ratings(game_id: str, version: str) -> dict[str, Rating]:
    """The rating of each level at these rules; none for a game that was not measured, or under other rules."""
    found = measured().get(game_id)
    if found is None or found["version"] != version:
        return {}
    return {level: Rating(**rating) for level, rating in found["ratings"].items()}
