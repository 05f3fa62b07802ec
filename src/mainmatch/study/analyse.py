"""`mainmatch analyse`: for each decision of a finished match what search thinks of it, from what its seat knew.

Half of a decision's iterations look for the best alternative to what was played. The other half weigh the two against
each other: `BATCHES` independent pairs of searches, one after the decision and one after the alternative. So the loss
is not measured by the search that chose the alternative, which would overstate it. Deterministic for a seed and a
number of iterations. Needs numpy and numba.
"""

from __future__ import annotations

import importlib.util
import math
import random
import statistics
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from typing import Any

from mainmatch.agents.levels import BY_THUMB
from mainmatch.agents.search.player import BUDGETS, Budget, searcher
from mainmatch.core.actions import Action
from mainmatch.core.chance import ScriptedChance, rng
from mainmatch.core.errors import InvalidFile, InvalidInput, MainmatchError
from mainmatch.core.game import Game, State
from mainmatch.core.match import Match
from mainmatch.fast import Search
from mainmatch.games import find
from mainmatch.study.estimates import Estimate

ITERATIONS = 20_000
"""Of one decision: about a fifth of a second at Indian Poker, two seconds at Infiltration."""
BATCHES = 8
T = 2.364624251592785
"""Quantile 0.975 of Student's t with BATCHES - 1 degrees of freedom."""
FEWEST = 32 * BATCHES
"""Iterations of a decision at least, so that each batch has some."""
LONGEST_NAME = 40


@dataclass(frozen=True)
class Weighed:
    """What search thinks of one decision. Values and loss are in the score of the match (`Game.score`) of the seat."""

    played: int
    """Action numbers."""
    better: int
    """The best of the other legal actions."""
    value: float
    better_value: float
    loss: Estimate
    """What `played` costs against `better`; below 0 where search likes it more."""

    @property
    def is_mistake(self) -> bool:
        """Does the whole interval say that it cost something?"""
        return self.loss.low > 0


@dataclass(frozen=True)
class Judged:
    """One decision of a match."""

    number: int
    """From 1, in the order of the match file."""
    seat: int
    when: dict[str, Any]
    """What the seat saw before it decided."""
    action: Action
    better: Action
    weighed: Weighed


@dataclass(frozen=True)
class Analysis:
    """The decisions of a finished match, the largest mistake first, and all that is needed to read them."""

    game: Game
    names: list[str | None]
    """By seat; None: the file does not say."""
    decisions: int
    """Of the whole match, all seats together."""
    by_seat: list[int]
    """Decisions of each seat."""
    seats: list[int]
    """Whose decisions were weighed."""
    forced: int
    """Of these seats, how many decisions had only one legal action: nothing to weigh."""
    iterations: int
    seed: int
    judged: list[Judged]

    @property
    def mistakes(self) -> list[Judged]:
        """Those whose loss is above 0 with its whole interval."""
        return [one for one in self.judged if one.weighed.is_mistake]

    @property
    def is_doubtful(self) -> bool:
        """Does search play no better than the rule of thumb at this game?"""
        return self.game.id in BY_THUMB


def check() -> None:
    """Can anything be analysed here? Raises InvalidInput."""
    lacking = [package for package in ("numpy", "numba") if importlib.util.find_spec(package) is None]
    if lacking:
        verb = "is" if len(lacking) == 1 else "are"
        raise InvalidInput(
            f"analysing needs numpy and numba ({' and '.join(lacking)} {verb} missing): pip install mainmatch[fast]"
        )


def read(file: object, name: str) -> tuple[Match, list[str | None]]:
    """A finished match and its players' names, out of the file called `name`. Raises InvalidFile, which names the file."""
    try:
        match = Match.load(file, find)
    except MainmatchError as error:
        raise InvalidFile(f"{name} cannot be analysed: {error}") from error
    except (AttributeError, IndexError, OverflowError, RecursionError) as error:
        raise InvalidFile(f"{name} cannot be analysed: the match file is damaged: {error!r}") from error
    if not match.is_over:
        raise InvalidFile(f"{name} cannot be analysed: the match is not over after decision {len(match.decisions)}")
    return match, _names(file, match.players)


def _names(file: object, players: int) -> list[str | None]:
    """The names that `mainmatch play` keeps beside a match; files of the server have none."""
    seating = file.get("table") if isinstance(file, dict) else None
    names = seating.get("names") if isinstance(seating, dict) else None
    if not isinstance(names, list) or len(names) != players:
        return [None] * players
    return [
        name if isinstance(name, str) and name.isprintable() and 0 < len(name.strip()) <= LONGEST_NAME else None
        for name in names
    ]


def analyse(
    match: Match,
    names: Sequence[str | None],
    seat: int | None = None,
    iterations: int = ITERATIONS,
    seed: int = 0,
    progress: Callable[[int, int], None] | None = None,
) -> Analysis:
    """Weigh every decision of a finished match, or those of one seat. `progress(done, of)` after each.

    Raises InvalidInput.
    """
    check()
    game = match.game
    if seat is not None and not 0 <= seat < match.players:
        raise InvalidInput(f"a seat of this match is a number from 0 to {match.players - 1}, not {seat}")
    if iterations < FEWEST:
        raise InvalidInput(f"a decision needs at least {FEWEST} iterations, not {iterations}")
    seats = list(range(match.players)) if seat is None else [seat]
    search = searcher(game.id, BUDGETS.get(game.id, Budget()).method)
    asked = [(number, *one) for number, one in enumerate(states(match), 1) if one[1] in seats]
    open_ones = [one for one in asked if len(game.legal(one[1], one[2])) > 1]
    judged: list[Judged] = []
    _tell(progress, 0, len(open_ones))
    for number, state, whose, action in open_ones:
        found = weigh(search, state, whose, action, iterations, f"{seed}/{number}")
        decode = game.actions.decode
        seen = game.view(state, whose)
        judged.append(Judged(number, whose, seen, decode(action), decode(found.better), found))
        _tell(progress, len(judged), len(open_ones))
    judged.sort(key=lambda one: (not one.weighed.is_mistake, -one.weighed.loss.value, one.number))
    by_seat = [sum(whose == p for whose, _ in match.decisions) for p in range(match.players)]
    forced = len(asked) - len(open_ones)
    return Analysis(game, list(names), len(match.decisions), by_seat, seats, forced, iterations, seed, judged)


def _tell(progress: Callable[[int, int], None] | None, done: int, of: int) -> None:
    if progress is not None:
        progress(done, of)


def states(match: Match) -> Iterator[tuple[State, int, int]]:
    """Every decision as (state before it, seat, action number)."""
    source = match.source
    if match.recorder is not None:
        source = ScriptedChance([value for _, (_, value) in sorted(match.recorder.draws.items())])
    again = Match(match.game, match.players, match.options, source)
    for seat, action in match.decisions:
        yield again.state, seat, action
        again.play(seat, action)


def weigh(search: Search, state: State, seat: int, action: int, iterations: int, seed: str) -> Weighed:
    """What search thinks of `action`, out of what `seat` may know of `state`: another world that it holds possible will do.

    Needs another legal action. The same for a seed and a number of iterations.
    """
    dice = random.Random(seed)
    world = search.game.imagine(state, seat, rng(dice.getrandbits(64)))
    advice = search.advise(world, seat, dice.getrandbits(63), iterations // 2)
    others = [
        (visits, value, -other)
        for other, visits, value in zip(advice.actions, advice.visits, advice.values, strict=True)
        if other != action
    ]
    better = -max(others)[2] if search.method != "flat" else -max(others, key=lambda one: (one[1], one[2]))[2]
    each = iterations // 2 // (2 * BATCHES)
    mine = [search.worth(world, seat, action, dice.getrandbits(63), each) for _ in range(BATCHES)]
    theirs = [search.worth(world, seat, better, dice.getrandbits(63), each) for _ in range(BATCHES)]
    losses = [b - a for a, b in zip(mine, theirs, strict=True)]
    loss, half = statistics.fmean(losses), T * statistics.stdev(losses) / math.sqrt(BATCHES)
    return Weighed(
        action, better, statistics.fmean(mine), statistics.fmean(theirs), Estimate(loss, loss - half, loss + half)
    )
