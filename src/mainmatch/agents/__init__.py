"""Who may sit on a seat: agents that get a seat's sight and nothing else.

An agent is a function of a `Sight` and a source of dice that returns one of the sight's legal actions.
"""

from __future__ import annotations

import random
from collections.abc import Callable

from mainmatch.core.actions import Action
from mainmatch.core.errors import InvalidInput
from mainmatch.core.game import Sight
from mainmatch.games import find

Agent = Callable[[Sight, random.Random], Action]


def uniform(sight: Sight, dice: random.Random) -> Action:
    """Uniformly random among the legal actions."""
    return dice.choice(sight.legal)


def thumb(sight: Sight, dice: random.Random) -> Action:
    """The game's rule of thumb: plays like a sensible beginner."""
    return find(sight.game).advise(sight, dice)


AGENTS: dict[str, Agent] = {"thumb": thumb, "random": uniform}
"""Agents by the name under which people choose them."""


def find_agent(name: str) -> Agent:
    """The agent with this name. Raises InvalidInput that lists what there is."""
    if name not in AGENTS:
        raise InvalidInput(f"there is no agent {name!r}; there are {', '.join(AGENTS)}")
    return AGENTS[name]


__all__ = ["AGENTS", "Agent", "find_agent", "thumb", "uniform"]
