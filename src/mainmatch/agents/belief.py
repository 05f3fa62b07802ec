"""Worlds that a seat holds possible, weighted by what the others' decisions suggest (a particle filter).

`Game.imagine` deals anew, uniformly, all that a seat cannot know. But whoever passes has rarely the cards to play, and
whoever raises rarely sees a ten. `believe` deals many worlds and weights each by the likelihood of what the others
decided in it, were they rules of thumb that make mistakes (`Game.likelihood`); a search may draw its worlds from these.
"""

from __future__ import annotations

import itertools
import math
import random
from collections.abc import Sequence
from dataclasses import dataclass

from mainmatch.core.chance import rng
from mainmatch.core.errors import InvalidInput
from mainmatch.core.game import Sight, State
from mainmatch.games import find

PARTICLES = 200
FLOOR = 0.05
"""The part of all weight that is spread evenly: the others may not think at all as the model does."""


@dataclass(frozen=True)
class Belief:
    """Possible worlds and their weights, which add up to 1."""

    worlds: tuple[State, ...]
    weights: tuple[float, ...]

    @property
    def effective(self) -> float:
        """The effective sample size: how many equally likely worlds would say as much (Kong 1992), 1 to `len(worlds)`."""
        return 1 / math.fsum(w * w for w in self.weights)

    def resampled(self, count: int, seed: int) -> list[State]:
        """So many worlds, each about as often as its weight says (systematic resampling, Carpenter et al. 1999)."""
        at = random.Random(f"resample/{seed}").random()
        upto = list(itertools.accumulate(self.weights))
        found: list[State] = []
        i = 0
        for k in range(count):
            while i < len(upto) - 1 and upto[i] * count <= k + at:
                i += 1
            found.append(self.worlds[i])
        return found


def weighed(logs: Sequence[float]) -> tuple[float, ...]:
    """Weights from log-likelihoods, with the floor; equal ones where nothing is likely at all."""
    count = len(logs)
    top = max(logs)
    if math.isinf(top):
        return (1 / count,) * count
    raw = [math.exp(log - top) for log in logs]
    total = math.fsum(raw)
    return tuple(FLOOR / count + (1 - FLOOR) * w / total for w in raw)


def believe(sight: Sight, seed: int, particles: int = PARTICLES) -> Belief | None:
    """What the seat may believe; the same for a sight and a seed. None: the game has no model, or nothing was decided.

    Raises InvalidInput without a world in the sight.
    """
    if sight.world is None:
        raise InvalidInput("a belief needs a world to start from: make the sight with a stream")
    game = find(sight.game)
    stream = rng(seed)
    worlds = [game.imagine(sight.world, sight.seat, stream) for _ in range(particles)]
    logs = game.likelihood(worlds, sight.seat, sight.told)
    return None if logs is None else Belief(tuple(worlds), weighed(logs))
