"""Why the rule of thumb bets as it does at Indian Poker: by the odds where the sight shows a card, else by the price."""

from __future__ import annotations

from mainmatch.core.actions import Action
from mainmatch.core.game import Reason, Sight
from mainmatch.games.indian_poker.bot import DOUBT, OPENS_ABOVE, RAISES_ABOVE, odds

SERIOUS = 0.1
"""A bet that takes away so much of its chance is worth a word."""


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
    doubt = DOUBT * price / pot
    values = {"card": card, "percent": max(1, round(100 * win)) if win > 0 else 0}
    if kind == "raise":
        if win - doubt > RAISES_ABOVE:
            return [Reason("odds", values)]
        return [Reason("open" if not price and win > OPENS_ABOVE else "bluff", values)]
    if kind == "call":
        pays = (win - doubt) * (pot + price) >= price
        return [Reason("worth" if pays else "insure", {**values, "price": price, "pot": pot})]
    found = [Reason("poor" if win > 0 else "hopeless", values)]
    if doubt >= SERIOUS and win > 0:
        found.append(Reason("doubt", {"price": price}))
    elif highest > 0:
        found.append(Reason("risk", {"percent": max(1, round(100 * highest))}))
    return found
