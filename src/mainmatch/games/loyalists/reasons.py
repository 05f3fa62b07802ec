"""Why the rule of thumb fills, votes and jails as it does at Loyalists and Traitors.

A role is never a public reason; votes stay sealed, so nothing public explains them.
"""

from __future__ import annotations

from mainmatch.core.actions import Action
from mainmatch.core.game import Reason, Sight
from mainmatch.games.loyalists.bot import below, cost, suspicion

THRIFTY = 1.5
"""A fill that takes away no more numbers than this raises the line as little as one can expect."""
DOUBTED = 2.0
"""From here on somebody has raised the line more than needed."""


def explain(sight: Sight, action: Action) -> list[Reason]:
    """The own side's aim where the sight shows a role; then by how much the line goes up, or who has raised it most."""
    kind = action["type"]
    if kind == "fill":
        return [*aim(sight, action), *step(sight, action)][:2]
    if kind == "skip":
        return [Reason("skip")]
    if kind == "vote":
        return [] if sight.is_public else [voted(sight, action["for"])]
    doubts = suspicion(sight.view, int(sight.options["limit"]))
    named = action["players"] if kind == "jail" else [action["player"]]
    doubted = [p for p in named if doubts[p] >= DOUBTED]
    found = [Reason("raised", {"players": doubted})] if doubted else []
    if not sight.is_public and sight.view["role"] == "traitor" and kind == "jail":
        found.insert(0, Reason("spare"))
    return found


def aim(sight: Sight, action: Action) -> list[Reason]:
    """What the own side wants of a number."""
    role = None if sight.is_public else sight.view["role"]
    if role is None:
        return []
    limit = int(sight.options["limit"])
    if role == "traitor":
        return [Reason("strike" if action["number"] > limit else "hide")]
    return [Reason("least" if action["number"] <= limit else "forced")]


def step(sight: Sight, action: Action) -> list[Reason]:
    """By how much the line goes up."""
    limit = int(sight.options["limit"])
    column, number = action["column"], action["number"]
    if number > limit:
        return []
    under = below(sight.view["columns"][column], len(sight.view["columns"][column]))
    values = {"column": column, "number": number, "gap": number - under}
    if under < 0:
        return [Reason("first", values)]
    return [Reason("small" if cost(sight.view, action, limit) <= THRIFTY else "large", values)]


def voted(sight: Sight, candidate: int) -> Reason:
    """Whom one trusts or doubts."""
    if candidate == sight.seat:
        return Reason("myself")
    if sight.view["phase"] == "nominate":
        return Reason("doubt", {"player": candidate})
    if sight.view["role"] == "traitor" and candidate in sight.view["traitors"]:
        return Reason("friend", {"player": candidate})
    has_filled = any(candidate in players for players in sight.view["filled_by"].values())
    return Reason("trust" if has_filled else "untested", {"player": candidate})
