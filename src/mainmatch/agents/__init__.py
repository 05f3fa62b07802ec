"""Who may sit on a seat: agents that get a seat's sight and nothing else.

An agent is a function of a `Sight` and a source of dice that returns one of the sight's legal actions. `AGENTS` holds them
by name; `LEVELS` are the names that people choose from: `easy`, `normal` (the rule of thumb, also called `thumb`), `strong`
and `random`. `strong` searches, in a process of its own, from a world that the seat holds possible: whoever asks it makes
the sight with a stream and with what was told (`Game.sight`). docs/agents.md says how well each plays,
`ratings` holds it. `believe` weights the worlds that a seat holds possible by what the others decided.
"""

from mainmatch.agents.belief import Belief, believe, weighed
from mainmatch.agents.levels import (
    AGENTS,
    LEVELS,
    Agent,
    easy,
    find_agent,
    mind,
    missing,
    searches,
    strong,
    thumb,
    uniform,
)
from mainmatch.agents.ratings import Rating, measured, ratings
from mainmatch.agents.worker import think

__all__ = [
    "AGENTS",
    "LEVELS",
    "Agent",
    "Belief",
    "Rating",
    "believe",
    "easy",
    "find_agent",
    "measured",
    "mind",
    "missing",
    "ratings",
    "searches",
    "strong",
    "think",
    "thumb",
    "uniform",
    "weighed",
]
