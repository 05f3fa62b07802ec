"""Why the rule of thumb plays what it plays at Maskmen: from the hand where the sight shows it, else from the table."""

from __future__ import annotations

from mainmatch.core.actions import Action
from mainmatch.core.game import Reason, Sight
from mainmatch.games.maskmen.bot import MOST, Table

LIKELY = 0.6
"""From this chance on it says that nobody will answer."""


def explain(sight: Sight, action: Action) -> list[Reason]:
    """Going out, finishing a wrestler, keeping the lead; then what the play does to the order of strength."""
    hand = sight.view["hands"][sight.seat]
    if action["type"] == "pass":
        if hand is None:
            return []
        return [Reason("keep" if any(a["type"] == "play" for a in sight.legal) else "stuck")]
    wrestler, count = action["wrestler"], action["count"]
    if sight.view["hand_sizes"][sight.seat] == count:
        return [Reason("out", {"count": count})]
    found: list[Reason] = []
    if hand is not None:
        if hand[wrestler] == count:
            found.append(Reason("finish", {"wrestler": wrestler}))
        chance = Table(sight).unbeaten(wrestler, count)
        if chance == 1:
            found.append(Reason("sure"))
        elif chance >= LIKELY:
            found.append(Reason("unbeaten", {"percent": min(99, round(100 * chance))}))
    return [*found, *on_the_table(sight, wrestler, count)][:2]


def on_the_table(sight: Sight, wrestler: str, count: int) -> list[Reason]:
    """What everybody can see of a play."""
    view = sight.view
    top = view["table"][-1]["wrestler"] if view["table"] else None
    found: list[Reason] = []
    if top is None:
        if wrestler not in view["debuted"]:
            found.append(Reason("debut", {"wrestler": wrestler}))
        elif count > 1:
            found.append(Reason("shed", {"count": count}))
    elif [wrestler, top] in view["stronger"]:
        found.append(Reason("cheap", {"wrestler": wrestler, "top": top}))
    else:
        found.append(Reason("rise", {"wrestler": wrestler, "top": top}))
    if count == MOST:
        found.append(Reason("three"))
    return found
