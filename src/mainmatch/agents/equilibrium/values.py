"""What the states of a match are worth to the leader, and how that is found: value iteration around CFR+.

Every hand is taken as dealt from a fresh deck: what was dealt before the next hand changes its value little, and for
both alike. At the table the hand in play is solved for the cards that are left.
"""

from __future__ import annotations

import json
import os
from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass
from functools import lru_cache
from importlib import resources
from pathlib import Path
from typing import Any, Protocol, TypeVar

import numpy as np

from mainmatch.agents.equilibrium.forest import COARSE, Betting, Deck, Floats, Forest, Hand, Ints, Level, Solver
from mainmatch.core.errors import InvalidFile, InvalidInput
from mainmatch.core.game import Value

T = TypeVar("T")
R = TypeVar("R")
FORMAT = 1
SHIPPED = "indian_poker.json"
WARM_UP = 12
SHARES = 8
"""Parts into which the hands are dealt out, so that several machines can work on them. Always the same: sums are then equal to the last digit."""
MOST_CHIPS = 100
"""Of one player: up to here the states are few enough to solve them all."""


@dataclass(frozen=True)
class Terms:
    """The options on which the value of a state depends."""

    ranks: int = 10
    copies: int = 2
    chips: int = 30
    ante: int = 1
    opening: str = "bet"
    fold_penalty: int = 10
    leader: str = "winner"

    @classmethod
    def of(cls, options: dict[str, Value]) -> Terms:
        """From a match's options."""
        return cls(**{name: options[name] for name in cls.__dataclass_fields__})  # type: ignore[arg-type]

    @property
    def total(self) -> int:
        """All chips."""
        return 2 * self.chips

    @property
    def deck(self) -> Deck:
        """The fresh deck."""
        return Deck.of([self.copies] * self.ranks)

    def betting(self, sizes: tuple[float, ...] = COARSE, by_one: int = 2, wide: int = 0) -> Betting:
        """The betting under these options."""
        return Betting(self.ante, self.opening == "check", sizes, by_one, wide)

    def hands(self) -> list[Hand]:
        """Every state in which a hand can begin."""
        return [
            Hand(lead, self.total - carried - lead, carried)
            for carried in range(0, self.total + 1, 2)
            for lead in range(self.total - carried + 1)
            if carried or 0 < lead < self.total
        ]


class Spread(Protocol):
    """Where work is done: gives each task with what came of it, in any order."""

    def __call__(self, work: Callable[[T], R], tasks: list[T], /) -> Iterable[tuple[T, R]]:
        """See the class."""
        ...


def one_by_one(work: Callable[[T], R], tasks: list[T], /) -> Iterator[tuple[T, R]]:
    """In this process."""
    return ((task, work(task)) for task in tasks)


class Worth:
    """What every state is worth to the leader, from -1 to 1. This one: chips are worth what they are, a carried pot is shared."""

    def __init__(self, terms: Terms) -> None:
        self.terms = terms

    def leads(self, lead: Ints, carried: Ints) -> Floats:
        """The value to the leader, who has `lead`."""
        return np.clip((2 * lead + carried) / self.terms.total - 1, -1.0, 1.0)

    def after(self, stack: Ints, carried: Ints, leader: int) -> Floats:
        """The value to player 0, who then has `stack`; `leader`: who leads the next hand."""
        if leader == 0:
            return self.leads(stack, carried)
        return -self.leads(self.terms.total - stack - carried, carried)

    def pay(self, forest: Forest) -> None:
        """Write the payoffs of all hands of a forest."""
        lead = np.array([h.lead for h in forest.hands])
        other = np.array([h.other for h in forest.hands])
        carried = np.array([h.carried for h in forest.hands])
        for depth, level in enumerate(forest.levels):
            self._pay_calls(level, lead[level.call_tree], carried[level.call_tree])
            tree = level.fold_tree
            self._pay_folds(level, depth % 2, lead[tree], other[tree], carried[tree])

    def next_leader(self, winner: int | None) -> int:
        """Who leads after a hand that player 0 led (None: equal cards)."""
        if self.terms.leader == "alternate":
            return 1
        if winner is None:
            return 0
        return winner if self.terms.leader == "winner" else 1 - winner

    def _pay_calls(self, level: Level, lead: Ints, carried: Ints) -> None:
        bet, none = level.call_bet, np.zeros_like(carried)
        for name, stack, left, winner in (
            ("win", lead + bet + carried, none, 0),
            ("lose", lead - bet, none, 1),
            ("tie", lead - bet, carried + 2 * bet, None),
        ):
            setattr(level, name, self.after(stack, left, self.next_leader(winner))[:, None])

    def _pay_folds(self, level: Level, folder: int, lead: Ints, other: Ints, carried: Ints) -> None:
        bet, none = level.fold_bet, np.zeros_like(carried)
        kept = (other if folder else lead) - bet
        for name, stack in (
            ("fold_value", kept),
            ("fold_highest", kept - np.minimum(self.terms.fold_penalty, kept)),
        ):
            mine = self.terms.total - stack if folder else stack
            setattr(level, name, self.after(mine, none, self.next_leader(1 - folder))[:, None])

    def stakes(self, hands: list[Hand]) -> Floats:
        """Of each hand: what winning the antes and the carried pot is worth over losing the ante."""
        lead = np.array([h.lead for h in hands])
        carried = np.array([h.carried for h in hands])
        ante = np.array([min(self.terms.ante, h.lead, h.other) for h in hands])
        none = np.zeros_like(carried)
        won = self.after(lead + ante + carried, none, self.next_leader(0))
        lost = self.after(lead - ante, none, self.next_leader(1))
        return won - lost


class AtTheEnd(Worth):
    """After the last hand that `max_hands` allows: more chips win."""

    def leads(self, lead: Ints, carried: Ints) -> Floats:
        """See `Worth.leads`."""
        return np.sign(2 * lead + carried - self.terms.total).astype(np.float64)


class Table(Worth):
    """Solved values: `values[carried // 2, leader's stack]`."""

    def __init__(self, terms: Terms, values: Floats) -> None:
        super().__init__(terms)
        self.values = values

    def leads(self, lead: Ints, carried: Ints) -> Floats:
        """See `Worth.leads`."""
        return self.values[carried // 2, lead]

    # ------------------------------------------------------------ files
    def to_json(self, **more: Any) -> dict[str, Any]:
        """As kept in a file: values to five digits, row by row of carried pots."""
        rows = [[round(float(v), 5) for v in row[: self.terms.total - 2 * i + 1]] for i, row in enumerate(self.values)]
        return {"format": FORMAT, "game": "indian-poker", "options": vars(self.terms), **more, "values": rows}

    @classmethod
    def from_json(cls, file: Any, path: str) -> Table:
        """The inverse of `to_json`. Raises InvalidFile."""
        try:
            if file["format"] != FORMAT or file["game"] != "indian-poker":
                raise InvalidFile(f"{path} is no table of values of indian-poker (format {FORMAT})")
            terms = Terms(**file["options"])
            table = np.zeros((terms.chips + 1, terms.total + 1))
            for i, row in enumerate(file["values"]):
                table[i, : terms.total - 2 * i + 1] = row
            if i != terms.chips or not np.all(np.abs(table) <= 1):
                raise InvalidFile(f"{path} does not hold a value from -1 to 1 for every state")
        except (KeyError, TypeError, ValueError, IndexError) as error:
            raise InvalidFile(f"{path} is no table of values, or a damaged one: {error!r}") from error
        return cls(terms, table)

    @classmethod
    def read(cls, path: Path) -> Table:
        """From a file. Raises InvalidFile."""
        try:
            return cls.from_json(json.loads(path.read_text(encoding="utf-8")), str(path))
        except (OSError, ValueError) as error:
            raise InvalidFile(f"{path} cannot be read: {error}") from error

    @classmethod
    def shipped(cls) -> Table:
        """The table of the default options that comes with the package."""
        text = resources.files("mainmatch.agents.equilibrium").joinpath(SHIPPED).read_text(encoding="utf-8")
        return cls.from_json(json.loads(text), SHIPPED)


@dataclass(frozen=True)
class Progress:
    """Where value iteration stands: `round` of `rounds`; `change`: the largest change of a value in the last one."""

    round: int
    rounds: int
    change: float
    worth: Table


@dataclass(frozen=True)
class Share:
    """A part of the hands in one round of value iteration: a pure function of this, wherever it is worked out."""

    terms: Terms
    betting: Betting
    hands: tuple[Hand, ...]
    regrets: list[Floats] | None
    """As the last round left them; None: nothing was kept."""
    worth: Worth
    iterations: int
    warm_up: int
    """Iterations before the ones whose average counts."""


def advance(share: Share) -> tuple[list[Floats], Floats]:
    """The regrets after a round, and what each hand is worth to its leader."""
    forest = _forest(share.hands, share.betting)
    solver = Solver(forest, share.terms.deck, share.regrets)
    share.worth.pay(forest)
    solver.iterate(share.warm_up)
    solver.forget_average()
    solver.iterate(share.iterations)
    return solver.regrets, np.clip(solver.value(solver.average()), -1.0, 1.0)


@lru_cache(maxsize=2 * SHARES)
def _forest(hands: tuple[Hand, ...], betting: Betting) -> Forest:
    """Planting takes longer than a round."""
    return Forest(hands, betting)


def iterate(
    terms: Terms, betting: Betting, rounds: int, iterations: int, start: Worth | None = None, done: int = 0, spread: Spread = one_by_one
) -> Iterator[Progress]:  # fmt: skip
    """Value iteration: `iterations` of CFR+ on all hands, then the values of their averages as payoffs, `rounds` times.

    Regrets are kept from round to round, so that a round begins near where the last one ended. The hands are dealt out
    into SHARES, and `spread` says where these are worked out, which changes no number. Raises InvalidInput when there are
    too many states.
    """
    if terms.chips > MOST_CHIPS:
        raise InvalidInput(f"with {terms.chips} chips there are too many states to solve: up to {MOST_CHIPS} can be")
    worth = start or Worth(terms)
    hands = [tuple(terms.hands()[i::SHARES]) for i in range(SHARES)]
    carried, lead = np.array([(h.carried, h.lead) for some in hands for h in some]).T
    before = worth.leads(lead, carried)
    regrets: list[list[Floats] | None] = [None] * SHARES
    warm_up = 0 if start is None else WARM_UP * iterations  # no regrets were kept: first back to where they were
    for number in range(done + 1, rounds + 1):
        shares = [Share(terms, betting, some, left, worth, iterations, warm_up) for some, left in zip(hands, regrets, strict=True) if some]  # fmt: skip
        advanced = {share.hands: result for share, result in spread(advance, shares)}
        regrets = [advanced[some][0] if some else None for some in hands]
        found = np.concatenate([advanced[some][1] for some in hands if some])
        values = np.zeros((terms.chips + 1, terms.total + 1))
        values[0, terms.total], values[0, 0] = 1.0, -1.0
        values[carried // 2, lead] = found
        worth, warm_up = Table(terms, values), 0
        yield Progress(number, rounds, float(np.abs(found - before).max()), worth)
        before = found


def exploitability(
    worth: Worth, betting: Betting, iterations: int, step: Callable[[int], None] | None = None
) -> Floats:
    """Of each hand, solved from nothing under these values: exploitability as a part of its stake.

    Hands without a decision have none. `step` is called with the number of iterations made.
    """
    hands = [h for h in worth.terms.hands() if min(h.lead, h.other) > worth.terms.ante]
    forest = Forest(hands, betting)
    worth.pay(forest)
    solver = Solver(forest, worth.terms.deck)
    for i in range(iterations):
        solver.iterate()
        if step is not None:
            step(i + 1)
    return solver.exploitability(solver.average()) / worth.stakes(hands)


def kept(terms: Terms) -> Path:
    """Where `mainmatch solve` keeps the table of other options than the shipped ones: in the user's cache folder."""
    chosen = os.environ.get("MAINMATCH_CACHE")
    base = os.environ.get("LOCALAPPDATA") if os.name == "nt" else os.environ.get("XDG_CACHE_HOME")
    folder = Path(chosen) if chosen else Path(base or Path.home() / ".cache") / "mainmatch"
    return folder / ("indian-poker-" + "-".join(str(v) for v in vars(terms).values()) + ".json")


def known(terms: Terms) -> Worth:
    """The best there is for these options: solved before, shipped, else by chips."""
    path = kept(terms)
    if path.exists():
        return Table.read(path)
    if terms == Terms():
        return Table.shipped()
    return Worth(terms)
