"""A sensible beginner at Indian Poker: counts the cards it has seen, bets by the odds, bluffs now and then.

It remembers that the other sees its card: a high bet against it makes it doubt.
"""

from __future__ import annotations

import random

from mainmatch.core.actions import Action
from mainmatch.core.game import Sight

RAISES_ABOVE = 0.7
OPENS_ABOVE = 0.3
BLUFF = 0.04
"""How often it raises whatever the odds."""
BRAVE_OPENING = 0.35
"""How often it opens although the odds are bad: folding the first decision gives the ante away."""
DOUBT = 0.3
"""How much of its chance a bet as high as the pot takes away."""
SIZES = (0.4, 0.7, 1.0)
"""Its raises, as parts of the pot that it expects to win."""


def choose(sight: Sight, dice: random.Random) -> Action:
    """Raise what looks won, call what pays, fold what looks lost."""
    view, me = sight.view, sight.seat
    theirs, mine = view["bets"][1 - me], view["bets"][me]
    pot = sum(view["bets"]) + view["carried"]
    price = theirs - mine
    win, highest = odds(sight)
    win = max(0.0, win - DOUBT * price / pot)
    raises = [a["to"] for a in sight.legal if a["type"] == "raise"]
    if raises and (win > RAISES_ABOVE or dice.random() < BLUFF):
        wanted = theirs + max(1, round(pot * dice.choice(SIZES) * win))
        return {"type": "raise", "to": min(max(wanted, raises[0]), raises[-1])}
    if not any(a["type"] == "call" for a in sight.legal):
        opens = win > OPENS_ABOVE or dice.random() < BRAVE_OPENING
        return {"type": "raise", "to": raises[0]} if raises and opens else {"type": "fold"}
    penalty = highest * min(int(sight.options["fold_penalty"]), view["stacks"][me])
    return {"type": "call"} if win * (pot + price) - price >= -penalty else {"type": "fold"}


def odds(sight: Sight) -> tuple[float, float]:
    """The chances that the own card beats the other's (a tie counts half) and that it is the highest rank.

    Every card not seen since the shuffle is equally likely.
    """
    ranks = int(sight.options["ranks"])
    theirs = sight.view["cards"][1 - sight.seat]
    unseen = dict.fromkeys(range(1, ranks + 1), int(sight.options["copies"]))
    for card in sight.view["seen"]:
        unseen[card] -= 1
    higher = sum(n for rank, n in unseen.items() if rank > theirs)
    return (higher + unseen[theirs] / 2) / sum(unseen.values()), unseen[ranks] / sum(unseen.values())
