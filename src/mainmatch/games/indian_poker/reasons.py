"""Why the rule of thumb bets as it does at Indian Poker: by the odds where the sight shows a card, else by the price."""

from __future__ import annotations

from mainmatch.core.actions import Action
from mainmatch.core.game import Reason, Sight
from mainmatch.games.indian_poker.bot import OPENS_ABOVE, odds


def explain(sight: Sight, action: Action) -> list[Reason]:
    """The odds against the other's card; what a call costs and what it may win."""
    view, me = sight.view, sight.seat
    theirs, mine = view["bets"][1 - me], view["bets"][me]
    price, pot = theirs - mine, sum(view["bets"]) + view["carried"]
    kind = action["type"]
    card = None if sight.is_public else view["cards"][1 - me]
    if kind == "foul":
        return []
    if card is None:
        if kind == "raise":
            return [Reason("size", {"more": action["to"] - theirs, "pot": pot})]
        return [Reason("price" if kind == "call" else "too_dear", {"price": price, "pot": pot})] if price else []
    win, highest = odds(sight)
    percent = round(100 * win)
    if kind == "raise":
        return [Reason("odds" if win > OPENS_ABOVE else "bluff", {"card": card, "percent": percent})]
    if kind == "call":
        return [Reason("worth", {"percent": percent, "price": price, "pot": pot})]
    found = [
        Reason("poor", {"card": card, "percent": max(1, percent)}) if win > 0 else Reason("hopeless", {"card": card})
    ]
    if highest > 0:
        found.append(Reason("risk", {"percent": max(1, round(100 * highest))}))
    return found
