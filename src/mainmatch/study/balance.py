"""`mainmatch balance`: is a game fair, and what do its options change? The matches, and the numbers that they give.

Three kinds of matches between agents of one kind: the game as it is; the same with every other number of players; and the
same with every option changed, one at a time, from the same seeds as the game as it is, so that differences are taken
within a seed. Results hold for these agents; a report says which they were. Needs numpy.
"""

from __future__ import annotations

import contextlib
import csv
import io
import math
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from pathlib import Path
from statistics import NormalDist
from typing import TYPE_CHECKING, Any

import numpy as np

from mainmatch.core.errors import InvalidOption
from mainmatch.core.game import Game, Value
from mainmatch.study.estimates import FEWEST, Estimate, Sums, Z, within
from mainmatch.study.matches import Plan
from mainmatch.study.pieces import Folder, Where, run

if TYPE_CHECKING:
    from numpy.typing import NDArray

    Floats = NDArray[np.float64]
    Ints = NDArray[np.int64]

VARIED = 4
"""A variation gets so much fewer matches than the game as it is."""
SIZE = 20
"""Matches of a piece."""
RESAMPLES = 300
AS_IT_IS, DEALT = "base", "dealt"


# ---------------------------------------------------------------- what is played
@dataclass(frozen=True)
class Variation:
    """One way to play: AS_IT_IS; another number of players (`players`); DEALT; or one option changed (its name)."""

    what: str
    value: Value
    plan: Plan
    seeds: range

    @property
    def name(self) -> str:
        """Of its folder."""
        return self.what if self.what in (AS_IT_IS, DEALT) else f"{self.what}-{self.value}"


def variations(game: Game, plan: Plan, seeds: range, given: dict[str, Value]) -> list[Variation]:
    """The game as it is planned, then all others. `given`: options that stay as they are.

    DEALT, where there are more parts than seats: a middling number of players get theirs by lot. Values that do not go together with the rest are left out.
    """
    fewer = seeds[: max(1, len(seeds) // VARIED)]
    agent = plan.agents[0]
    found = [Variation(AS_IT_IS, "", plan, seeds)]

    def add(what: str, value: Value, players: int, options: dict[str, Value]) -> None:
        with contextlib.suppress(InvalidOption):
            found.append(Variation(what, value, Plan.of(game, players, options, [agent]), fewer))

    low, high = game.seats
    for players in range(low, high + 1):
        if players != plan.players:
            add("players", players, players, given)
    if game.dealt:
        dealt = Plan.of(game, (low + high) // 2, {**given, **game.dealt}, [agent])
        found.append(Variation(DEALT, "", dealt, seeds))
    for option in game.options:
        if option.name in given:
            continue
        for value in option.others:
            add(option.name, value, plan.players, {**given, option.name: value})
    return found


def total(game: Game, plan: Plan, seeds: range, given: dict[str, Value]) -> int:
    """Matches in all."""
    return sum(len(one.seeds) for one in variations(game, plan, seeds, given))


# ---------------------------------------------------------------- matches as arrays
@dataclass(frozen=True)
class Table:
    """Matches × seats."""

    score: Floats
    place: Ints
    beaten: Floats
    best: Ints
    part: NDArray[np.str_]
    first: Ints
    decisions: Ints
    """Of each match."""

    @classmethod
    def read(cls, texts: Iterator[str], players: int) -> Table:
        """From the rows of pieces."""
        rows = [row for text in texts for row in csv.reader(io.StringIO(text))]
        columns = list(zip(*rows, strict=True))

        def column(i: int, kind: Any) -> NDArray[Any]:
            return np.array(columns[i], kind).reshape(-1, players)

        return cls(
            column(5, float), column(6, np.int64), column(7, float), column(8, np.int64), column(3, np.str_),
            column(4, np.int64), column(9, np.int64)[:, 0],
        )  # fmt: skip

    def __len__(self) -> int:
        return len(self.score)

    @property
    def players(self) -> int:
        """Seats."""
        return self.score.shape[1]

    def head(self, matches: int) -> Table:
        """The first so many."""
        return Table(*(getattr(self, name)[:matches] for name in self.__dataclass_fields__))

    def masks(self, factor: str) -> dict[str, NDArray[np.bool_]]:
        """Which seats of which matches belong to each group of a factor: `part`, `seat`, `first`; none where it has no groups."""
        if factor == "seat":
            return {str(p): np.tile(np.arange(self.players) == p, (len(self), 1)) for p in range(self.players)}
        if factor == "part":
            return {str(part): self.part == part for part in np.unique(self.part) if part}
        alone = self.first.sum(axis=1, keepdims=True) == 1
        if not alone.any():
            return {}
        return {"first": alone & (self.first == 1), "later": alone & (self.first == 0)}


@dataclass(frozen=True)
class Group:
    """What a character, a role, a seat or whoever begins can expect. Estimates over matches with 95 % intervals."""

    name: str
    matches: int
    score: Estimate
    beaten: Estimate
    """Share of rivals with a lower score; an equal one counts half."""
    best: Estimate
    """Chance that nobody scores more."""
    places: list[Estimate]
    """Chance of each place; in games that have `Game.results`, of each of these."""


@dataclass(frozen=True)
class Settled:
    """How much of the variance of scores a factor settles before the first decision (ω², from 0 to 1)."""

    factor: str
    share: Estimate


@dataclass(frozen=True)
class Change:
    """What a variation changes against the game as it is, over the same seeds."""

    what: str
    value: Value
    matches: int
    length: Estimate
    """Decisions of a match: the relative change, 0.1 = 10 % longer."""
    settled: Estimate
    """The change of what is settled before the first decision."""
    first: Estimate | None
    """The change of the share of rivals that whoever begins beats; None: nobody begins alone."""
    parts: dict[str, Estimate]
    """The change of each part's mean score."""
    groups: list[Group]
    """What each group of the main factor can expect then."""
    is_clear: dict[str, bool]
    """Do `length`, `settled`, `first` change beyond doubt: is 0 outside of the interval widened for all comparisons of the report?"""


@dataclass(frozen=True)
class Crowd:
    """The game with a number of players."""

    players: int
    matches: int
    decisions: Estimate
    first: Estimate | None
    """The share of rivals that whoever begins beats."""
    factor: str
    """What groups the seats: `part` or `seat`."""
    settled: Estimate
    groups: list[Group]


@dataclass(frozen=True)
class Balance:
    """All that a report says."""

    game: Game
    plan: Plan
    seeds: range
    factor: str
    """What groups the seats most tellingly: `part` where seats differ, else `seat`."""
    groups: dict[str, list[Group]]
    """By factor; the best mean score first for parts, seats in order."""
    settled: list[Settled]
    crowds: list[Crowd]
    changes: list[Change]
    decisions: Estimate
    lengths: Ints
    presence: dict[str, dict[str, Estimate]]
    """presence[a][b]: how much more a scores when b is in the match; empty where everybody always is."""


# ---------------------------------------------------------------- measuring
def balance(
    game: Game,
    plan: Plan,
    seeds: range,
    given: dict[str, Value],
    path: Path,
    processes: int,
    progress: Callable[[int], None],
) -> Balance:
    """Play everything that is not finished, its pieces in folders below `path`, and measure. `progress(matches)`.

    Raises InvalidFile, Stopped, Interrupted.
    """
    found = variations(game, plan, seeds, given)
    folders = [Folder(path / one.name, one.plan, one.seeds, SIZE) for one in found]
    for folder in folders:
        if folder.path.exists():
            folder.check()
        else:
            folder.begin()
    tables: dict[str, Table] = {}
    before = 0
    for one, folder in zip(found, folders, strict=True):
        run(folder, Where(processes), lambda done, start=before: progress(start + done))
        before += len(one.seeds)
        tables[one.name] = Table.read((text for _, _, text in folder.finished()), one.plan.players)
    return measure(game, plan, seeds, found, tables)


def remove(path: Path) -> None:
    """What `balance` wrote below `path`."""
    for kept in [*path.glob("*/*.piece"), *path.glob("*/*.new"), *path.glob("*/plan.json")]:
        kept.unlink(missing_ok=True)
    for folder in [*path.glob("*/"), path]:
        if folder.is_dir() and not any(folder.iterdir()):
            folder.rmdir()


def measure(game: Game, plan: Plan, seeds: range, found: list[Variation], tables: dict[str, Table]) -> Balance:
    """What the matches say."""
    base = tables[AS_IT_IS]
    dice = np.random.default_rng(seeds.start)
    factors = [factor for factor in ("part", "seat", "first") if len(base.masks(factor)) > 1]
    factor = factors[0]
    options = [one for one in found if one.what not in (AS_IT_IS, DEALT, "players")]
    compared = 3 * max(1, len(options))
    results = list(game.results("en"))
    crowds = [_crowd(base, results, dice)] + [
        _crowd(tables[one.name], results, dice) for one in found if one.what == "players"
    ]
    return Balance(
        game, plan, seeds, factor,
        {name: _groups(base, name, results) for name in factors},
        [Settled(name, _settled(base, name, dice)) for name in factors],
        sorted(crowds, key=lambda crowd: crowd.players),
        [_change(base, tables[one.name], one, factor, results, compared, dice) for one in options],
        mean(base.decisions), base.decisions,
        _presence(tables[DEALT]) if DEALT in tables else {},
    )  # fmt: skip


def mean(values: NDArray[Any]) -> Estimate:
    """One value a match."""
    sums = Sums()
    for value in values.tolist():
        sums.add([value])
    return sums.mean()


def _mean_of(values: NDArray[Any], mask: NDArray[np.bool_]) -> Estimate:
    """Of the chosen seats; a match is the unit."""
    sums = Sums()
    for row, chosen in zip(values, mask, strict=True):
        if chosen.any():
            sums.add(row[chosen].tolist())
    return sums.mean()


def _share_of(hits: NDArray[np.bool_], mask: NDArray[np.bool_]) -> Estimate:
    sums = Sums()
    for row, chosen in zip(hits, mask, strict=True):
        if chosen.any():
            sums.add(row[chosen].astype(float).tolist())
    return sums.share()


def _groups(table: Table, factor: str, results: list[int]) -> list[Group]:
    hits = [table.score == score for score in results] or [table.place == k + 1 for k in range(table.players)]
    groups = [
        Group(
            name, int(mask.any(axis=1).sum()), _mean_of(table.score, mask), within(_mean_of(table.beaten, mask)),
            _share_of(table.best == 1, mask), [_share_of(hit, mask) for hit in hits],
        )
        for name, mask in table.masks(factor).items()
    ]  # fmt: skip
    return groups if factor != "part" else sorted(groups, key=lambda group: -group.score.value)


def _omega(score: Floats, masks: list[NDArray[np.bool_]]) -> float:
    """ω² of one factor: the variance between its groups less what chance alone would make of it, over all variance."""
    within_groups = total = between = 0.0
    count = sum(int(mask.sum()) for mask in masks)
    grand = sum(float(score[mask].sum()) for mask in masks) / count
    for mask in masks:
        values = score[mask]
        between += len(values) * (values.mean() - grand) ** 2
        within_groups += float(((values - values.mean()) ** 2).sum())
    total = between + within_groups
    spread = within_groups / max(1, count - len(masks))
    return float((between - (len(masks) - 1) * spread) / (total + spread)) if total else 0.0


def _settled(table: Table, factor: str, dice: np.random.Generator) -> Estimate:
    """With the interval of the bootstrap over matches."""
    masks = [mask for mask in table.masks(factor).values() if mask.any()]
    if len(masks) < 2:
        return Estimate(0.0, math.nan, math.nan)
    return _bootstrapped(len(table), lambda pick: _omega(table.score[pick], [mask[pick] for mask in masks]), dice)


def _bootstrapped(matches: int, measure: Callable[[Any], float], dice: np.random.Generator) -> Estimate:
    """`measure(rows)`, with the normal interval that has the deviation of the bootstrap over matches."""
    value = measure(slice(None))
    if matches < FEWEST:
        return Estimate(value, math.nan, math.nan)
    half = Z * float(np.std([measure(pick) for pick in dice.integers(0, matches, (RESAMPLES, matches))], ddof=1))
    return Estimate(value, value - half, value + half)


def _first(table: Table) -> Estimate | None:
    masks = table.masks("first")
    return within(_mean_of(table.beaten, masks["first"])) if masks else None


def _crowd(table: Table, results: list[int], dice: np.random.Generator) -> Crowd:
    factor = "part" if len(table.masks("part")) > 1 else "seat"
    return Crowd(
        table.players, len(table), mean(table.decisions), _first(table), factor, _settled(table, factor, dice),
        _groups(table, factor, results),
    )  # fmt: skip


def _change(
    base: Table,
    varied: Table,
    one: Variation,
    factor: str,
    results: list[int],
    compared: int,
    dice: np.random.Generator,
) -> Change:
    base = base.head(len(varied))
    masks = [[mask for mask in table.masks(factor).values() if mask.any()] for table in (base, varied)]

    def settled(pick: Any) -> float:
        before, after = (
            _omega(t.score[pick], [m[pick] for m in its]) for t, its in zip((base, varied), masks, strict=True)
        )
        return after - before

    measured: dict[str, Estimate | None] = {
        "length": _bootstrapped(len(varied), lambda pick: float(varied.decisions[pick].mean() / base.decisions[pick].mean() - 1), dice),
        "settled": _bootstrapped(len(varied), settled, dice),
        "first": _difference(base.beaten, varied.beaten, base.masks("first").get("first"), varied.masks("first").get("first")),
    }  # fmt: skip
    wide = NormalDist().inv_cdf(1 - 0.05 / compared / 2) / Z
    is_clear = {name: found is not None and _beyond(found, wide) for name, found in measured.items()}
    parts = {
        name: difference
        for name, mask in base.masks("part").items()
        if (difference := _difference(base.score, varied.score, mask, varied.masks("part").get(name))) is not None
    }
    length, change = measured["length"], measured["settled"]
    assert length is not None and change is not None
    groups = _groups(varied, factor, results)
    return Change(one.what, one.value, len(varied), length, change, measured["first"], parts, groups, is_clear)


def _difference(
    before: Floats, after: Floats, mask_before: NDArray[np.bool_] | None, mask_after: NDArray[np.bool_] | None
) -> Estimate | None:
    """The mean over matches of how much the chosen seats' mean changes, where both have some; None: nowhere."""
    if mask_before is None or mask_after is None:
        return None
    rows = mask_before.any(axis=1) & mask_after.any(axis=1)
    if not rows.any():
        return None
    old, new = (
        (v * m).sum(axis=1)[rows] / m.sum(axis=1)[rows] for v, m in ((before, mask_before), (after, mask_after))
    )
    return mean(new - old)


def _beyond(estimate: Estimate, wide: float) -> bool:
    """Is 0 outside of the interval, made `wide` times as wide?"""
    half = (estimate.high - estimate.low) / 2 * wide
    return abs(estimate.value) > half


def _presence(table: Table) -> dict[str, dict[str, Estimate]]:
    """Each part's mean score in the matches with another part, less that in those without it."""
    names = [str(part) for part in np.unique(table.part)]
    there = {name: (table.part == name).any(axis=1) for name in names}
    found: dict[str, dict[str, Estimate]] = {}
    for mine in names:
        score = np.where(table.part == mine, table.score, 0).sum(axis=1)
        for other in names:
            both, alone = score[there[mine] & there[other]], score[there[mine] & ~there[other]]
            if min(len(both), len(alone)) >= FEWEST:
                value = float(both.mean() - alone.mean())
                half = Z * math.sqrt(both.var(ddof=1) / len(both) + alone.var(ddof=1) / len(alone))
                found.setdefault(mine, {})[other] = Estimate(value, value - half, value + half)
    return found
