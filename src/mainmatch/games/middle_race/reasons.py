"""Why the rule of thumb runs as it does at Middle Race: where one's own piece and the designated one will stand."""

from __future__ import annotations

from mainmatch.core.actions import Action
from mainmatch.core.game import Reason, Sight
from mainmatch.games.middle_race.bot import GOAL, LIKED, Board, displaced

MASTERS = 5
"""So many of the best liked characters decide for themselves how far they go."""


def explain(sight: Sight, action: Action) -> list[Reason]:
    """The rank or the place that one's own piece gets, and what becomes of the others."""
    view, kind = sight.view, action["type"]
    if kind == "pick":
        is_master = action["character"] in LIKED[:MASTERS]
        return [Reason("pick" if is_master else "left", {"character": action["character"]})]
    if view["phase"] != "race":
        return []
    if kind in ("silence", "delete", "reset"):
        target = action["target"]
        return [Reason(kind, {"target": target, "cards": view["hand_sizes"][str(target)]})]
    if kind == "keep":
        return [] if sight.is_public else [Reason("keep", {"card": action["card"]})]
    if kind in ("renew", "hold", "decline"):
        return [Reason(kind)]
    board = {int(c): square for c, square in view["squares"].items()}
    return moved(
        view["finish_order"],
        board,
        view["characters"][sight.seat],
        displaced(view, view["characters"][sight.seat], action, board),
    )


def moved(finished: list[int], before: Board, me: int, distances: dict[int, int]) -> list[Reason]:
    """What the board looks like just after."""
    after = dict(before)
    for c, distance in distances.items():
        if before[c] < GOAL:
            after[c] = max(0, min(GOAL, before[c] + distance))
    found: list[Reason] = []
    sent = [c for c in distances if c != me and after[c] == GOAL > before[c]]
    if sent:
        found.append(Reason("sends", {"target": sent[0], "rank": len(finished) + 1}))
    if after[me] == GOAL > before[me]:
        return [Reason("finish", {"rank": len(finished) + 1}), *found]
    others = [c for c in before if c != me and after[c] < GOAL]
    if not others or before[me] == GOAL:
        return found
    leader = max(others, key=lambda c: (after[c], -c))
    gap = after[leader] - after[me]
    if finished or sent:
        found.append(Reason("hurry", {"square": after[me]}))
    elif gap > 0:
        found.append(Reason("behind", {"leader": leader, "gap": gap}))
    elif gap < 0:
        found.append(Reason("ahead", {"gap": -gap}))
    else:
        found.append(Reason("level", {"leader": leader}))
    return found
