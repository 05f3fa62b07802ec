"""A sensible beginner at Maskmen: sheds as many cards as it can, and keeps the lead with what is hard to beat."""

from __future__ import annotations

import random

from mainmatch.core.actions import Action
from mainmatch.core.game import Sight


def choose(sight: Sight, dice: random.Random) -> Action:
    """Play rather than pass."""
    plays = [a for a in sight.legal if a["type"] == "play"]
    if not plays:
        return sight.legal[0]
    return max(plays, key=lambda a: (a["count"], dice.random()))
