"""The strong agent of Indian Poker: the hand in play is solved for the cards left and the bets made, then a lot is drawn.

The deck of the hand is all that this seat has not seen since the shuffle, and the card that it sees. (The other seat has
seen a little else; that is neglected.) Values of the states after the hand come from the table of its options. It admits
no fouls. Needs numpy.
"""

from __future__ import annotations

import functools
import random
from collections.abc import Sequence
from typing import Any

import numpy as np

from mainmatch.agents.equilibrium.forest import CALL, FINE, FOLD, Betting, Deck, Floats, Forest, Hand, Solver
from mainmatch.agents.equilibrium.values import AtTheEnd, Terms, Worth, known
from mainmatch.core.actions import Action
from mainmatch.core.game import Sight

ITERATIONS = 300


@functools.cache
def worth_of(terms: Terms, last_hand: bool) -> Worth:
    """The values to play for."""
    return AtTheEnd(terms) if last_hand else known(terms)


def betting(terms: Terms) -> Betting:
    """The betting as abstracted at the table."""
    return terms.betting(FINE)


def decide(sight: Sight, seed: int, iterations: int = ITERATIONS) -> Action:
    """An action drawn from the equilibrium of the hand; the same for a seed and a number of iterations."""
    actions, chances = mixture(sight, iterations)
    action = random.Random(seed).choices(actions, chances)[0]
    if action == FOLD:
        return {"type": "fold"}
    if action == CALL:
        return {"type": "call"}
    return {"type": "raise", "to": action}


def mixture(sight: Sight, iterations: int = ITERATIONS) -> tuple[list[int], list[float]]:
    """The seat's edges (FOLD, CALL, totals) and the chance of each at equilibrium."""
    view, me = sight.view, sight.seat
    terms = Terms.of(sight.options)
    stacks = [s + b for s, b in zip(view["stacks"], view["bets"], strict=True)]
    leader = view["leader"]
    path = bets_made(sight)
    limit = int(sight.options["max_hands"])
    worth = worth_of(terms, last_hand=0 < limit <= view["hand"])
    hand = Hand(stacks[leader], stacks[1 - leader], view["carried"], path)
    theirs = view["cards"][1 - me]
    strategy, forest = solve(worth, betting(terms), hand, deck_counts(sight), iterations)
    depth, node = forest.node(0, path)
    level = forest.levels[depth]
    edges = np.flatnonzero(level.parent == node)
    return level.edge[edges].tolist(), strategy[depth][edges, theirs - 1].tolist()


def solve(
    worth: Worth, abstract: Betting, hand: Hand, counts: Sequence[int], iterations: int
) -> tuple[list[Floats], Forest]:
    """The average strategy of one hand, and its tree."""
    forest = Forest([hand], abstract)
    worth.pay(forest)
    solver = Solver(forest, Deck.of(counts))
    solver.iterate(iterations)
    return solver.average(), forest


def deck_counts(sight: Sight) -> list[int]:
    """The cards that may lie on the two foreheads, by rank: those not seen, and the one that this seat sees now."""
    counts = [int(sight.options["copies"])] * int(sight.options["ranks"])
    for card in sight.view["seen"]:
        counts[card - 1] -= 1
    counts[sight.view["cards"][1 - sight.seat] - 1] += 1
    return counts


def bets_made(sight: Sight) -> tuple[int, ...]:
    """The totals raised to in this hand, in order: as told, or else the shortest betting that leads to these bets."""
    view = sight.view
    told: list[dict[str, Any]] = []
    for event in reversed(sight.told):
        if event["type"] == "hand":
            return tuple(e["to"] for e in reversed(told))
        if event["type"] == "raised":
            told.append(event)
    mine, theirs = view["bets"][sight.seat], view["bets"][1 - sight.seat]
    if mine == theirs:
        return ()
    ante = min(int(sight.options["ante"]), *(s + b for s, b in zip(view["stacks"], view["bets"], strict=True)))
    if mine == ante:
        return (theirs,)
    if sight.seat == view["leader"]:
        return (mine, theirs)
    return ((ante + mine) // 2, mine, theirs)
