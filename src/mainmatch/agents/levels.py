"""Agents by the names under which people choose them."""

from __future__ import annotations

import importlib.util
import random
from collections.abc import Callable

from mainmatch.agents.worker import think
from mainmatch.core.actions import Action
from mainmatch.core.errors import InvalidInput
from mainmatch.core.game import Sight
from mainmatch.games import find

Agent = Callable[[Sight, random.Random], Action]

MISTAKES = 0.3
"""How often `easy` does not think."""


def uniform(sight: Sight, dice: random.Random) -> Action:
    """Uniformly random among the legal actions."""
    return dice.choice(sight.legal)


def thumb(sight: Sight, dice: random.Random) -> Action:
    """The game's rule of thumb: plays like a sensible beginner."""
    return find(sight.game).advise(sight, dice)


def easy(sight: Sight, dice: random.Random) -> Action:
    """The rule of thumb with mistakes: three decisions in ten are made at random."""
    return (uniform if dice.random() < MISTAKES else thumb)(sight, dice)


def strong(sight: Sight, dice: random.Random) -> Action:
    """Search, or play at equilibrium where the game has it; thinks in a process of its own. Needs `sight.world`."""
    if sight.game in BY_THUMB:
        return thumb(sight, dice)
    return think(mind(sight.game), sight, dice.getrandbits(63))


MINDS = {"indian-poker": "mainmatch.agents.equilibrium.player"}
"""Modules with `decide(sight, seed)` that know one game; all others are searched. By name: nobody who asks imports them."""
SEARCH = "mainmatch.agents.search.player"
BY_THUMB = {"infiltration", "loyalists-and-traitors"}
"""Games at which search did not measure stronger than the rule of thumb (docs/agents.md): strong plays that."""


def mind(game_id: str) -> str:
    """The module in which `strong` thinks about a game."""
    return MINDS.get(game_id, SEARCH)


AGENTS: dict[str, Agent] = {"easy": easy, "normal": thumb, "strong": strong, "random": uniform, "thumb": thumb}
"""Agents by the name under which people choose them."""
LEVELS = ("easy", "normal", "strong", "random")
"""The names to offer; `thumb` is the older name of `normal`."""


def searches(name: str) -> bool:
    """Does this agent want an imagined world and what its seat was told?"""
    return name == "strong"


def missing(name: str) -> str | None:
    """Why an agent cannot play on this machine, in one sentence; None: it can."""
    if not searches(name):
        return None
    lacking = [package for package in ("numpy", "numba") if importlib.util.find_spec(package) is None]
    if not lacking:
        return None
    verb = "is" if len(lacking) == 1 else "are"
    return (
        f"the level strong needs numpy and numba ({' and '.join(lacking)} {verb} missing): pip install mainmatch[fast]"
    )


def find_agent(name: str) -> Agent:
    """The agent with this name. Raises InvalidInput that lists what there is, or says what it needs."""
    if name not in AGENTS:
        raise InvalidInput(f"there is no agent {name!r}; there are {', '.join(AGENTS)}")
    lacking = missing(name)
    if lacking is not None:
        raise InvalidInput(lacking)
    return AGENTS[name]
