"""A sensible beginner at Loyalists and Traitors.

A loyalist raises the line as little as it can, and trusts those who did the same. A traitor hides: it raises a little
more than it must, until a number above the limit is within reach and the board is far enough filled.
"""

from __future__ import annotations

import random
from typing import Any

from mainmatch.core.actions import Action
from mainmatch.core.game import Sight

SPACING = {1: 2.5, 2: 8.0, 3: 38.0, 4: 380.0}
"""How far the next number is, on average, that four digits can make with so many of them."""


def room(top: int, limit: int) -> float:
    """How many more numbers, about, fit above `top` without breaking the line, when everybody raises as little as possible."""
    found, low = 0.0, 0
    for digits, spacing in SPACING.items():
        high = min(10**digits - 1, limit)
        found += max(0, high - max(low - 1, top)) / spacing
        low = 10**digits
    return found


def below(column: list[int], i: int) -> int:
    """The number under cell i; -1 under the first."""
    return column[i - 1] if i else -1


def cost(view: dict[str, Any], action: Action, limit: int) -> float:
    """How many numbers, about, a fill takes away from its column; breaking the line costs most."""
    if action["number"] > limit:
        return 1000.0 + action["number"]
    column = view["columns"][action["column"]]
    return room(below(column, len(column)), limit) - room(action["number"], limit)


def suspicion(view: dict[str, Any], limit: int) -> list[float]:
    """How much more than needed each player has raised the line, by what lies on the table."""
    found = [0.0] * 9
    for name, column in view["columns"].items():
        for i, player in enumerate(view["filled_by"][name]):
            if player is not None:
                raised = room(below(column, i), limit) - room(column[i], limit)
                found[player] += max(0.0, raised - 1.5) + (20.0 if column[i] > limit else 0.0)
    return found


def choose(sight: Sight, dice: random.Random) -> Action:
    """What this seat decides."""
    view, limit = sight.view, int(sight.options["limit"])
    kind = sight.legal[0]["type"]
    traitor = view["role"] == "traitor"
    if kind == "fill":
        return (
            strike_or_hide(sight, dice, limit)
            if traitor
            else min(sight.legal, key=lambda a: (cost(view, a, limit), dice.random()))
        )
    if kind == "skip":
        return sight.legal[0]
    doubt = [d + 0.01 * dice.random() for d in suspicion(view, limit)]
    friends = set(view["traitors"]) if traitor else set()
    if kind == "challenge":
        return max(sight.legal, key=lambda a: doubt[a["player"]])
    if kind == "jail":
        return max(
            sight.legal,
            key=lambda a: sum(-doubt[p] - 100 * (p in friends) if traitor else doubt[p] for p in a["players"]),
        )
    if view["phase"] == "nominate":
        return max(sight.legal, key=lambda a: doubt[a["for"]])
    return min(sight.legal, key=lambda a: doubt[a["for"]] - (5 if a["for"] in friends else 0))


def strike_or_hide(sight: Sight, dice: random.Random, limit: int) -> Action:
    """Break the line when enough is filled; before that, raise it a little more than needed."""
    view = sight.view
    filled = sum(len(column) for column in view["columns"].values())
    breaking = [a for a in sight.legal if a["number"] > limit]
    if breaking and dice.random() < (filled - 8) / 12:
        return dice.choice(breaking)
    safe = sorted((a for a in sight.legal if a["number"] <= limit), key=lambda a: cost(view, a, limit))
    if not safe:
        return sight.legal[0]
    hidden = [a for a in safe if cost(view, a, limit) < (2.5 if filled < 14 else 6)]
    return hidden[-1] if hidden else safe[0]
