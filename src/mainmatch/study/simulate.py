"""`mainmatch simulate`: many matches, their facts in a file, and what they say with 95 % intervals."""

from __future__ import annotations

import math
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path

from mainmatch.study.estimates import Estimate, within
from mainmatch.study.matches import Plan
from mainmatch.study.pieces import Groups, Where
from mainmatch.study.results import collect

PIECE = {"random": 2000, "strong": 2}
"""Matches of a piece: about a second's or a few seconds' work. Others: USUAL."""
USUAL = 20


@dataclass(frozen=True)
class Report:
    """What a simulation gave."""

    path: Path
    matches: int
    groups: Groups

    def table(self) -> list[tuple[str, ...]]:
        """Cells, with a head: group, matches, and the estimates. Groups that say nothing of their own are left out."""
        agents = [name for name in self.groups if name.startswith("agent ")]
        shown = [name for name in sorted(self.groups, key=_order) if len(agents) > 1 or name not in agents]
        head = ("", "matches", "points", "rivals beaten", "nobody better")
        return [head, *(self._line(name) for name in shown)]

    def _line(self, name: str) -> tuple[str, ...]:
        sums = self.groups[name]
        mean, beaten, best = sums["score"].mean(), within(sums["beaten"].mean()), sums["best"].share()
        return name, str(sums["score"].matches), points(mean), percent(beaten), percent(best)


def simulate(
    plan: Plan,
    seeds: range,
    out: Path,
    columns: list[str],
    resume: bool,
    where: Where,
    progress: Callable[[int], None],
) -> Report:
    """Play the matches of these seeds and write their facts to `out`, as `collect` says. Raises what that raises."""
    size = min(PIECE.get(name, USUAL) if plan.at_random or name == "strong" else USUAL for name in plan.agents)
    return Report(out, len(seeds), collect(plan, seeds, size, out, columns, resume, where, progress))


# ---------------------------------------------------------------- the table
def _order(name: str) -> tuple[int, int, str]:
    """Agents, parts, who decides first, then seats by number."""
    kind, _, rest = name.partition(" ")
    return ("agent", "part", "first", "seat").index(kind), int(rest) if kind == "seat" else 0, rest


def points(estimate: Estimate) -> str:
    """A mean with its interval."""
    if math.isnan(estimate.low):
        return f"{estimate.value:.2f}"
    return f"{estimate.value:.3f} [{estimate.low:.3f}, {estimate.high:.3f}]"


def percent(estimate: Estimate) -> str:
    """A share with its interval."""
    value, low, high = (f"{v:.1%}".replace("-0.0%", "0.0%") for v in (estimate.value, estimate.low, estimate.high))
    return value if math.isnan(estimate.low) else f"{value} [{low}, {high}]"
