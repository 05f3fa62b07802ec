"""A sensible beginner at Loyalists and Traitors."""

from __future__ import annotations

import random

from mainmatch.core.actions import Action
from mainmatch.core.game import Sight


def choose(sight: Sight, dice: random.Random) -> Action:
    """The lowest number in the column where it costs least; otherwise a lot."""
    fills = [a for a in sight.legal if a["type"] == "fill"]
    if fills:
        return min(fills, key=lambda a: a["number"])
    return dice.choice(sight.legal)
