"""A sensible beginner at Maskmen: sheds cards in few plays, likes to keep the lead, and passes rather than waste.

It counts the cards that it has not seen, and knows the strength order as everybody does.
"""

from __future__ import annotations

import math
import random

from mainmatch.core.actions import Action
from mainmatch.core.game import Sight

MOST = 3
COPIES = 10
WORTH_A_PLAY = 2.0
"""Passing is better than a play worth less: a lone card that leaves no wrestler done and will be beaten."""
RISE = 0.1
"""What each card more of the wrestler that rises in strength is worth, over those of the one that it beats."""


def choose(sight: Sight, dice: random.Random) -> Action:
    """The play worth most, or a pass."""
    table = Table(sight)
    return max(sight.legal, key=lambda action: table.worth(action) + dice.random() * 0.01)


class Table:
    """What the bot makes of its sight."""

    def __init__(self, sight: Sight) -> None:
        view = sight.view
        self.hand: dict[str, int] = view["hands"][sight.seat]
        self.stronger = {(a, b) for a, b in view["stronger"]}
        self.top: str | None = view["table"][-1]["wrestler"] if view["table"] else None
        sizes = {p: n for p, n in enumerate(view["hand_sizes"]) if p != sight.seat}
        self.rivals = [n for p, n in sizes.items() if n and p not in view["passed"]]
        self.hidden = sum(sizes.values()) + view["aside"]
        self.unseen = {w: COPIES - n - self.hand[w] for w, n in view["played"].items()}

    def worth(self, action: Action) -> float:
        """Cards shed, plays saved, the chance to keep the lead, and whom the play makes strong."""
        if action["type"] == "pass":
            return WORTH_A_PLAY
        wrestler, count = action["wrestler"], action["count"]
        held = self.hand[wrestler]
        worth = count + plays(held) - plays(held - count) + self.unbeaten(wrestler, count)
        if self.top:
            worth += RISE * (held - count - self.hand[self.top])
        return worth

    def unbeaten(self, wrestler: str, count: int) -> float:
        """The chance that nobody can answer: unseen cards fall to each rival like rain (Poisson)."""
        weaker = self.weaker(wrestler)
        if self.top:
            weaker |= {self.top} | self.weaker(self.top)
        chance = 1.0
        for other, unseen in self.unseen.items():
            if other == wrestler or other in weaker:
                continue
            needed = count if (other, wrestler) in self.stronger else count + 1
            if needed <= MOST:
                for size in self.rivals:
                    chance *= fewer(needed, unseen * size / self.hidden)
        return chance

    def weaker(self, wrestler: str) -> set[str]:
        """Whom a wrestler is known to beat."""
        return {b for a, b in self.stronger if a == wrestler}


def plays(held: int) -> int:
    """How many plays so many cards of one wrestler take at least."""
    return math.ceil(held / MOST)


def fewer(needed: int, mean: float) -> float:
    """The chance of fewer than `needed` under a Poisson distribution."""
    return sum(math.exp(-mean) * mean**k / math.factorial(k) for k in range(needed))
