"""A sensible beginner at Middle Race."""

from __future__ import annotations

import random

from mainmatch.core.actions import Action
from mainmatch.core.game import Sight


def choose(sight: Sight, dice: random.Random) -> Action:
    """Any legal action."""
    return dice.choice(sight.legal)
