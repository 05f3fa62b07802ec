"""Monte Carlo search from the imagined world in a sight: for each game the method that measured best (docs/agents.md)."""

from __future__ import annotations

import functools
from dataclasses import dataclass

from mainmatch.agents.belief import believe
from mainmatch.core.actions import Action
from mainmatch.core.errors import InvalidInput
from mainmatch.core.game import Sight
from mainmatch.fast import Search
from mainmatch.games import find

LONGEST_S = 4.0
"""A decision ends after so long, however many iterations were made; on an ordinary machine it is never reached."""

RESAMPLED = 400
"""Worlds that a search draws from when they are weighted."""


@dataclass(frozen=True)
class Budget:
    """How a game is searched."""

    method: str = "mo"
    iterations: int = 20_000
    belief: str = "uniform"
    """Where its worlds come from: `uniform`, all that are possible alike; `weighted`, by what the others decided."""


BUDGETS = {
    "maskmen": Budget("so", 20_000),
    "infiltration": Budget("mo", 4_000),
    "middle-race": Budget("mo", 10_000),
}


@functools.cache
def searcher(game_id: str, method: str) -> Search:
    """The search of a game, compiled at its first decision and then kept."""
    return Search(find(game_id), method)


def decide(sight: Sight, seed: int, budget: Budget | None = None, seconds: float | None = LONGEST_S) -> Action:
    """The action that the search likes best; the same for a world, a seed and a number of iterations."""
    if sight.world is None:
        raise InvalidInput("a search needs a world to start from: make the sight with a stream")
    budget = budget or BUDGETS.get(sight.game, Budget())
    search = searcher(sight.game, budget.method)
    belief = believe(sight, seed) if budget.belief == "weighted" else None
    worlds = () if belief is None else belief.resampled(RESAMPLED, seed)
    advice = search.advise(sight.world, sight.seat, seed, budget.iterations, seconds, worlds)
    return search.game.actions.decode(advice.best)
