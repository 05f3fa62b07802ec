"""`mainmatch solve`: the values of a game's match states, with progress, resumable; for Indian Poker.

Every round is written to the file, so that an interruption costs one round. Needs numpy.
"""

from __future__ import annotations

import importlib.util
import json
from collections.abc import Callable
from contextlib import nullcontext
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Any

from mainmatch.core.errors import InvalidFile, InvalidInput
from mainmatch.core.game import Game, Value
from mainmatch.study import cluster
from mainmatch.study.pieces import Stopped

if TYPE_CHECKING:
    from mainmatch.agents.equilibrium.values import Table, Terms

SOLVED = ("indian-poker",)


@dataclass(frozen=True)
class Report:
    """What was found. Exploitability is in parts of what is won or lost with the antes and the carried pot of a hand."""

    path: Path
    rounds: int
    change: float
    start: float
    """The value to the leader of the first hand."""
    worst: float
    mean: float
    """Exploitability in the abstract game, over all states with a decision."""
    outside: float | None
    """Exploitability at the first hand when the answer may bet any total."""

    @property
    def sentences(self) -> list[str]:
        """For people."""
        lines = [
            f"{self.rounds} rounds, the last one changed no value by more than {self.change:.5f}",
            f"the first leader wins {(1 + self.start) / 2:.2%} of matches when both play on at equilibrium",
            f"exploitability of a hand among the bet sizes of the abstraction: {self.worst:.2%} of its stake at most, {self.mean:.2%} on average",
        ]
        if self.outside is not None:
            lines.append(
                f"exploitability of the first hand when every total may be bet: {self.outside:.2%} of its stake"
            )
        return [*lines, f"the values are in {self.path}"]


def check(game: Game, options: dict[str, Value]) -> None:
    """Can this be solved here? Raises InvalidInput."""
    if game.id not in SOLVED:
        raise InvalidInput(f"{game.id} cannot be solved; {', '.join(SOLVED)} can")
    if importlib.util.find_spec("numpy") is None:
        raise InvalidInput("solving needs numpy: pip install mainmatch[fast]")
    if options["max_hands"]:
        raise InvalidInput("a match with max_hands has no table of values: leave the option out")


def solve(
    game: Game,
    options: dict[str, Value],
    out: Path | None,
    resume: bool,
    rounds: int,
    iterations: int,
    best_response: bool,
    progress: Callable[[str, int, int], None],
    ray: str | None = None,
) -> Report:
    """Solve, write the table after every round, measure. `progress(what, done, of)` is called often.

    `ray`: the rounds are worked out on the Ray cluster at this address, with the same numbers (see `cluster.check`).

    Raises InvalidInput, InvalidFile, OSError.
    """
    check(game, options)
    if ray is not None:
        cluster.check(ray)
    from mainmatch.agents.equilibrium import player, response, values
    from mainmatch.agents.equilibrium.forest import Hand

    terms = values.Terms.of(options)
    path = out or values.kept(terms)
    start, done = _begun(path, terms) if resume else (None, 0)
    if done >= rounds:
        raise InvalidInput(f"{path} holds {done} rounds already: ask for more with --rounds")
    path.parent.mkdir(parents=True, exist_ok=True)
    change, worth = 0.0, start
    with nullcontext() if ray is None else cluster.joined(ray):
        spread = values.one_by_one if ray is None else cluster.spread
        try:
            for step in values.iterate(terms, terms.betting(), rounds, iterations, start, done, spread):
                change, worth = step.change, step.worth
                _write(path, worth.to_json(rounds=step.round, iterations=iterations, change=round(change, 6)))
                progress("values", step.round - done, rounds - done)
        except cluster.Lost as error:
            raise Stopped(f"the cluster lost a part of a round ({error}); --resume goes on from {path}") from None
    assert worth is not None
    count = player.ITERATIONS
    found = values.exploitability(worth, terms.betting(), count, lambda i: progress("exploitability", i, count))
    outside = None
    first = Hand(terms.chips, terms.chips, 0)
    if best_response:
        progress("best response", 0, 1)
        outside, _ = response.outside(worth, player.betting(terms), first)
        progress("best response", 1, 1)
    import numpy as np

    value = float(worth.leads(np.array([terms.chips]), np.array([0]))[0])
    worst, mean = (float(found.max()), float(found.mean())) if len(found) else (0.0, 0.0)
    return Report(path, rounds, change, value, worst, mean, outside)


def _begun(path: Path, terms: Terms) -> tuple[Table | None, int]:
    """Values and rounds of a file that is to be continued; nothing when there is none. Raises InvalidFile."""
    from mainmatch.agents.equilibrium.values import Table

    if not path.exists():
        return None, 0
    table = Table.read(path)
    if table.terms != terms:
        raise InvalidFile(f"{path} holds the values of other options: give them again, or another file with --out")
    rounds = json.loads(path.read_text(encoding="utf-8")).get("rounds")
    if type(rounds) is not int:
        raise InvalidFile(f"{path} does not say how many rounds it holds")
    return table, rounds


def _write(path: Path, content: dict[str, Any]) -> None:
    """All or nothing."""
    new = path.with_name(path.name + ".new")
    new.write_text(json.dumps(content, separators=(",", ":")) + "\n", encoding="utf-8")
    new.replace(path)
