"""A sensible beginner at Indian Poker: counts the cards it has seen and bets by the odds."""

from __future__ import annotations

import random

from mainmatch.core.actions import Action
from mainmatch.core.game import Sight


def win_chance(sight: Sight) -> float:
    """The chance that the own card beats the other's (a tie counts half), every unseen card equally likely."""
    view, options = sight.view, sight.options
    theirs = view["cards"][1 - sight.seat]
    unseen = {rank: int(options["copies"]) for rank in range(1, int(options["ranks"]) + 1)}
    for card in view["seen"]:
        unseen[card] -= 1
    total = sum(unseen.values())
    if total == 0:
        return 0.5
    return sum(n * (1.0 if rank > theirs else 0.5 if rank == theirs else 0.0) for rank, n in unseen.items()) / total


def choose(sight: Sight, dice: random.Random) -> Action:
    """Fold what looks lost, call what pays, raise (and now and then bluff) what looks won."""
    view, me = sight.view, sight.seat
    chance = win_chance(sight)
    price = view["bets"][1 - me] - view["bets"][me]
    pot = sum(view["bets"]) + view["carried"]
    raises = [a["to"] for a in sight.legal if a["type"] == "raise"]
    can_call = any(a["type"] == "call" for a in sight.legal)

    def raise_to(total: float) -> Action:
        return {"type": "raise", "to": min(max(round(total), raises[0]), raises[-1])}

    if raises and (chance > 0.62 or dice.random() < 0.08):
        return raise_to(view["bets"][1 - me] + max(1.0, pot * dice.choice((0.4, 0.7, 1.0)) * chance))
    if not can_call:  # leading: the smallest raise, unless it looks lost and there is little to win
        return raise_to(raises[0]) if raises and (chance > 0.3 or dice.random() < 0.35) else {"type": "fold"}
    if chance * (pot + price) >= price * 1.1:
        return {"type": "call"}
    return {"type": "fold"}
