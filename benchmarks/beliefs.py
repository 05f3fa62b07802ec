"""How much better a weighted belief knows the others' hands than a uniform one: Maskmen among rules of thumb.

    python -m benchmarks.beliefs --matches 40

At decisions of a match, for each other player and wrestler: the log-likelihood (nats) of how many cards it really holds,
by the weighted share of worlds that say so (with one world's weight spread evenly, so that no share is 0). Means over
matches with 95 % intervals, and the effective number of worlds. Deeper: at decisions late in a season.
"""

from __future__ import annotations

import argparse
import math
import random
import statistics
from collections.abc import Sequence

from benchmarks.levels import interval
from mainmatch.agents import thumb
from mainmatch.agents.belief import PARTICLES, Belief, believe
from mainmatch.core.chance import rng
from mainmatch.core.game import State
from mainmatch.core.match import Match
from mainmatch.games import find

MOST_HELD = 10


def told(worlds: Sequence[State], weights: Sequence[float], truth: State, seat: int) -> float:
    """The mean log-likelihood of what the others hold of each wrestler."""
    found: list[float] = []
    for p in range(truth.players):
        if p != seat and truth.left[p]:
            for w, count in enumerate(truth.hands[p]):
                share = sum(weight for world, weight in zip(worlds, weights, strict=True) if world.hands[p][w] == count)
                spread = 1 / (len(worlds) + 1)
                found.append(math.log((1 - spread) * share + spread / (MOST_HELD + 1)))
    return statistics.fmean(found)


def gain(truth: State, seat: int, belief: Belief) -> tuple[float, float]:
    """Nats of a uniform and of the weighted belief."""
    even = (1 / len(belief.worlds),) * len(belief.worlds)
    return told(belief.worlds, even, truth, seat), told(belief.worlds, belief.weights, truth, seat)


def main() -> None:
    """See the module."""
    parser = argparse.ArgumentParser(description="Measure a weighted belief against a uniform one.")
    parser.add_argument("--matches", type=int, default=40)
    parser.add_argument("--share", type=float, default=0.15, help="of the decisions that are looked at")
    asked = parser.parse_args()
    game = find("maskmen")
    uniform: list[float] = []
    better: list[float] = []
    effective: list[float] = []
    for seed in range(asked.matches):
        match = Match(game, None, {"seasons": 1}, seed)
        dice = random.Random(f"beliefs/{seed}")
        plain: list[float] = []
        more: list[float] = []
        while not match.is_over:
            seat = match.actors[0]
            if dice.random() < asked.share:
                sight = game.sight(match.state, seat, match.told, rng(dice.getrandbits(64)))
                belief = believe(sight, dice.getrandbits(63))
                if belief is not None:
                    even, weighted = gain(match.state, seat, belief)
                    plain.append(even)
                    more.append(weighted - even)
                    effective.append(belief.effective)
            match.play(seat, thumb(game.sight(match.state, seat), dice))
        if plain:
            uniform.append(statistics.fmean(plain))
            better.append(statistics.fmean(more))
    print(f"{len(uniform)} matches, {PARTICLES} worlds: uniform {interval(uniform)} nats a count, weighted better by {interval(better)}, effective worlds {statistics.fmean(effective):.0f}")  # fmt: skip


if __name__ == "__main__":
    main()
