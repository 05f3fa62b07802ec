"""`mainmatch tournament`: agents compared on the same deals, in every seat, with ratings and 95 % intervals.

Duplicate, as in bridge: each deal (a seed: cards, roles, characters, who begins) is played once for every entrant, and
from one of these matches to the next everybody moves up, so that every entrant has played every seat of every deal, and
its role, exactly once. What chance does after the deal comes from the same seed, and so do the dice of an agent at a
given decision of a given seat: where the matches of a deal run alike, they see the same luck. A deal ranks the entrants
by their mean score over its seats; these rankings make the ratings. Intervals are bootstrapped over deals, which are
independent of each other, as matches of one deal are not.

Rating: Weng and Lin (JMLR 2011), Plackett-Luce, by openskill. Needs openskill and numpy.
"""

from __future__ import annotations

import csv
import importlib.util
import io
import math
import random
from collections.abc import Callable, Iterator
from dataclasses import dataclass, field
from pathlib import Path
from typing import TYPE_CHECKING, ClassVar

from mainmatch.agents import find_agent
from mainmatch.core.errors import InvalidInput
from mainmatch.core.game import Game, Value
from mainmatch.games import find
from mainmatch.study.estimates import FEWEST, Estimate, within
from mainmatch.study.matches import Plan, Row, facts, played
from mainmatch.study.pieces import Where
from mainmatch.study.results import collect
from mainmatch.study.simulate import percent, points

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray

    Floats = NDArray[np.float64]

RESAMPLES = 400
"""Of the deals, for an interval of a rating."""
QUICK, SLOW = 10, 1
"""Deals of a piece, without and with `strong`."""
OVERALL = ""
"""The part under which all seats are counted."""


@dataclass(frozen=True)
class Contest(Plan):
    """Here `agents` are the entrants, at least two; a second of the same name is called `normal (2)`."""

    study: ClassVar[str] = "tournament"
    unit: ClassVar[str] = "deals"

    @classmethod
    def of(cls, game: Game, players: int | None, options: dict[str, Value], agents: list[str]) -> Contest:
        """A contest that can be played here. Raises InvalidInput."""
        count = game.check_players(players)
        values = game.check_options(count, options)
        if len(agents) < 2:
            raise InvalidInput("a tournament is between at least two agents: --agents normal,easy")
        for name in agents:
            find_agent(name)
        called = [name if name not in agents[:i] else f"{name} ({agents[:i].count(name) + 1})" for i, name in enumerate(agents)]  # fmt: skip
        return cls(game.id, game.version, count, values, tuple(called))

    def rows(self, seeds: range) -> Iterator[list[Row]]:
        """For each deal a match for every entrant."""
        game = find(self.game)
        for seed in seeds:
            for seated in self.seatings(seed):
                plan = Plan(self.game, self.version, self.players, self.options, tuple(map(_kind, seated)))
                state, decisions = played(game, plan, seed)
                rows = facts(game, plan, seed, state, decisions)
                yield [row._replace(agent=name) for row, name in zip(rows, seated, strict=True)]

    def seatings(self, seed: int) -> Iterator[list[str]]:
        """Who sits where in the matches of a deal: all in an order drawn for it, and in each match one seat further."""
        order = list(self.agents)
        random.Random(f"seating/{seed}").shuffle(order)
        for turn in range(len(order)):
            yield [order[(seat + turn) % len(order)] for seat in range(self.players)]


def _kind(entrant: str) -> str:
    """The agent behind an entrant's name."""
    return entrant.partition(" ")[0]


@dataclass
class Deals:
    """What each entrant reached in each deal, by the part (role, character) that it had; OVERALL: in all seats."""

    agents: tuple[str, ...]
    score: dict[str, list[list[float]]] = field(default_factory=dict[str, list[list[float]]])
    """By part: for each deal the mean score of each agent; a deal without that part is left out."""
    beaten: dict[str, list[list[float]]] = field(default_factory=dict[str, list[list[float]]])
    _rows: list[list[str]] = field(default_factory=list[list[str]])

    def add(self, text: str) -> None:
        """Rows as CSV, deal by deal."""
        for row in csv.reader(io.StringIO(text)):
            if self._rows and row[0] != self._rows[-1][0]:
                self._close()
            self._rows.append(row)
        self._close()

    def _close(self) -> None:
        """The deal is whole."""
        rows = [Row(int(seed), int(seat), agent, part, int(first), int(score), int(place), float(beaten), int(best), int(length))
                for seed, seat, agent, part, first, score, place, beaten, best, length in self._rows]  # fmt: skip
        self._rows = []
        for part in dict.fromkeys([OVERALL, *(row.part for row in rows)]):
            mine = [[row for row in rows if row.agent == name and part in (OVERALL, row.part)] for name in self.agents]
            if all(mine):
                self.score.setdefault(part, []).append([sum(r.score for r in its) / len(its) for its in mine])
                self.beaten.setdefault(part, []).append([sum(r.beaten for r in its) / len(its) for its in mine])


@dataclass(frozen=True)
class Standing:
    """One entrant in one part (OVERALL: in all)."""

    agent: str
    deals: int
    rating: Estimate
    score: Estimate
    """Mean points."""
    lead: Estimate
    """Mean points above what all entrants reached in the same seats of the same deals."""
    beaten: Estimate
    """Share of rivals with a lower score; an equal one counts half."""


@dataclass(frozen=True)
class Report:
    """What a tournament gave. Standings by part, the best rating first; `duels[a][b]`: how often a was ahead of b in a deal."""

    path: Path
    deals: int
    matches: int
    standings: dict[str, list[Standing]]
    duels: dict[str, dict[str, Estimate]]

    def tables(self) -> Iterator[tuple[str, list[tuple[str, ...]]]]:
        """Title and cells, with a head, of each table."""
        head = ("", "rating", "points", "above the field", "rivals beaten")
        for part, its in self.standings.items():
            lines = [(s.agent, _rated(s.rating), points(s.score), points(s.lead), percent(s.beaten)) for s in its]
            yield part or "all seats", [head, *lines]
        names = [s.agent for s in self.standings[OVERALL]]
        if len(names) > 2:
            lines = [(a, *(percent(self.duels[a][b]) if a != b else "" for b in names)) for a in names]
            yield "deals in which the one at the left was ahead (half for a tie)", [("", *names), *lines]


def check() -> None:
    """Can ratings be computed here? Raises InvalidInput."""
    if any(importlib.util.find_spec(package) is None for package in ("openskill", "numpy")):
        raise InvalidInput("a tournament needs openskill and numpy: pip install mainmatch[study]")


def tournament(
    contest: Contest,
    seeds: range,
    out: Path,
    columns: list[str],
    resume: bool,
    where: Where,
    progress: Callable[[int], None],
) -> Report:
    """Play these deals and write their rows to `out`, as `collect` says. Raises what that raises, and as `check` does."""
    check()
    deals = Deals(contest.agents)
    size = SLOW if any(name.startswith("strong") for name in contest.agents) else QUICK
    collect(contest, seeds, size, out, columns, resume, where, progress, deals.add)
    standings = {part: _standings(deals, part, seeds.start) for part in sorted(deals.score)}
    return Report(out, len(seeds), len(seeds) * len(contest.agents), standings, _duels(deals, seeds.start))


# ---------------------------------------------------------------- what the deals say
def _standings(deals: Deals, part: str, seed: int) -> list[Standing]:
    """The entrants in one part, the best rating first."""
    import numpy as np

    score, beaten = np.array(deals.score[part]), np.array(deals.beaten[part])
    picks = _picks(len(score), f"{seed}/{part}")
    rating = _estimates(_ratings(score), [_ratings(score[pick]) for pick in picks])
    means = _means(score, picks)
    lead = _means(score - score.mean(axis=1, keepdims=True), picks)
    share = [within(one) for one in _means(beaten, picks)]
    found = [
        Standing(name, len(score), *of) for name, *of in zip(deals.agents, rating, means, lead, share, strict=True)
    ]
    return sorted(found, key=lambda one: -one.rating.value)


def _ratings(score: Floats) -> Floats:
    """Openskill's mu of each entrant after these deals, from 25 for everybody; score: deals × entrants."""
    import numpy as np
    from openskill.models import PlackettLuce

    model = PlackettLuce(tau=0.0)  # nobody learns meanwhile
    ratings = [model.rating() for _ in range(score.shape[1])]
    for ranks in (score[:, None, :] > score[:, :, None]).sum(axis=2).tolist():  # how many were ahead
        ratings = [team[0] for team in model.rate([[one] for one in ratings], ranks=ranks)]
    return np.array([one.mu for one in ratings])


def _duels(deals: Deals, seed: int) -> dict[str, dict[str, Estimate]]:
    """How often each was ahead of each other in a deal; half for a tie."""
    import numpy as np

    score = np.array(deals.score[OVERALL])
    ahead = (np.sign(score[:, :, None] - score[:, None, :]) + 1) / 2
    picks = _picks(len(score), f"{seed}/duels")
    found: dict[str, dict[str, Estimate]] = {}
    for i, name in enumerate(deals.agents):
        found[name] = dict(zip(deals.agents, map(within, _means(ahead[:, i], picks)), strict=True))
    return found


def _picks(deals: int, seed: str) -> list[NDArray[np.int64]]:
    """Numbers of deals, drawn with replacement, RESAMPLES times; none when the deals are too few to say anything."""
    import numpy as np

    if deals < FEWEST:
        return []
    dice = np.random.default_rng(list(seed.encode()))
    return list(dice.integers(0, deals, (RESAMPLES, deals)))


def _means(values: Floats, picks: list[NDArray[np.int64]]) -> list[Estimate]:
    """Of each column."""
    return _estimates(values.mean(axis=0), [values[pick].mean(axis=0) for pick in picks])


def _estimates(found: Floats, resampled: list[Floats]) -> list[Estimate]:
    """With the percentile interval of the bootstrap."""
    import numpy as np

    if not resampled:
        return [Estimate(value, math.nan, math.nan) for value in found.tolist()]
    low, high = np.percentile(np.array(resampled), (2.5, 97.5), axis=0)
    return [Estimate(*one) for one in zip(found.tolist(), low.tolist(), high.tolist(), strict=True)]


def _rated(rating: Estimate) -> str:
    if math.isnan(rating.low):
        return f"{rating.value:.1f}"
    return f"{rating.value:.1f} [{rating.low:.1f}, {rating.high:.1f}]"
