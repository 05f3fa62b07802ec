"""Why the rule of thumb moves and patrols as it does at Infiltration: moves and votes stay sealed, so nothing public explains them."""

from __future__ import annotations

from mainmatch.core.actions import Action
from mainmatch.core.game import Reason, Sight
from mainmatch.games.infiltration.bot import HOMES, Notebook, from_border, is_home


def explain(sight: Sight, action: Action) -> list[Reason]:
    """For a patrol what was counted there, or what the notebook holds; for a move what each agent is after."""
    if sight.is_public:
        return counted(sight, action)
    kind = action["type"]
    if kind == "place":
        return [Reason("border")]
    if kind == "vote":
        return [Reason("own_lamp" if action["for"] == sight.seat else "break_tie")]
    if kind == "patrol":
        zone = action["zone"]
        if zone is None:
            return [Reason("nobody")]
        crowd = Notebook(sight).crowd(zone)
        return [Reason("crowd", {"zone": zone, "number": round(crowd, 1)}), *counted(sight, action)]
    pieces = sight.view["pieces"][sight.seat]
    return [moved(sight, piece, zone, action[piece]) for piece in HOMES if (zone := pieces[piece]) is not None]


def counted(sight: Sight, action: Action) -> list[Reason]:
    """The last count of the zone that is patrolled."""
    view = sight.view
    if (
        action["type"] != "patrol"
        or action["zone"] is None
        or not view["counts"]
        or not view["counts"][action["zone"] - 1]
    ):
        return []
    values = {"zone": action["zone"], "people": view["counts"][action["zone"] - 1], "round": view["counts_round"]}
    return [Reason("counted" if view["counts_round"] else "counted_first", values)]


def moved(sight: Sight, piece: str, zone: int, step: int) -> Reason:
    """What one agent is after."""
    to = zone + step
    values = {"piece": piece, "zone": to}
    if is_home(piece, to):
        if not is_home(piece, zone):
            return Reason("go_home", values)
        return Reason("wait" if from_border(piece, to) == 1 else "approach", values)
    if sight.view["leader"] == sight.seat:
        return Reason("safe", values)
    return Reason("stay" if not is_home(piece, zone) else "cross", values)
