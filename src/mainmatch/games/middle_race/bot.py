"""A sensible beginner at Middle Race: close behind the leader until somebody has crossed, then as fast as it can.

It looks one displacement ahead and at no power but its own: what the board would look like just after its choice,
before anything else is set off.
"""

from __future__ import annotations

import random
from typing import Any

from mainmatch.core.actions import Action
from mainmatch.core.game import Sight

GOAL = 31
GRAVITY, ONE, JUMP = 1, 7, 9
LIKED = (1, 11, 9, 5, 3, 8, 7, 6, 4, 10, 2)
"""Characters in the order in which a beginner picks them: those that decide for themselves how far they go come first."""
Board = dict[int, int]


def choose(sight: Sight, dice: random.Random) -> Action:
    """The action after which its own place looks best; a lot among equals."""
    view = sight.view
    if view["phase"] == "pick":
        return min(sight.legal, key=lambda a: LIKED.index(a["character"]))
    if view["phase"] != "race":
        return dice.choice(sight.legal)
    me = view["characters"][sight.seat]
    return max(sight.legal, key=lambda a: (_worth(view, me, a), dice.random()))


def _worth(view: dict[str, Any], me: int, action: Action) -> float:
    """How good a choice looks."""
    board = {int(c): square for c, square in view["squares"].items()}
    running = [c for c in board if board[c] < GOAL]
    first_gone = bool(view["finish_order"])
    kind = action["type"]
    if kind in ("silence", "delete"):
        return _rivalry(view, board, me, action["target"])
    if kind == "reset":
        return float(view["hand_sizes"][str(action["target"])])  # whom it helps least
    if kind == "keep":
        return -action["card"] if first_gone else action["card"]
    if kind in ("renew", "hold"):
        slow = max(view["hands"][str(JUMP)]) < 3
        return float((kind == "renew") == (slow or not first_gone))
    if kind == "decline":
        return _standing(view, board, me)
    after = dict(board)
    for c, distance in displaced(view, me, action, board).items():
        if c in running:
            after[c] = max(0, min(GOAL, board[c] + distance))
    return _standing(view, after, me, before=board)


def displaced(view: dict[str, Any], me: int, action: Action, board: Board) -> dict[int, int]:
    """Who goes how far by an action."""
    kind = action["type"]
    if kind == "one":
        return {ONE: action["step"]}
    if kind == "push":
        return {action["pushed"]: action["step"]}
    if kind == "mirror":
        return {action["target"]: view["distance"]}
    if kind == "gravity":
        target = action["target"]
        side = 1 if board[target] > board[GRAVITY] else -1
        return {target: board[GRAVITY] + side - board[target]}
    distance = action["card"]
    if "direction" in action:
        distance *= 2 if action["direction"] == "ahead" else -2
    if me == JUMP and view["asleep"] != JUMP:
        distance = _jump(board, distance)
    partner = action.get("target")
    return {me: distance} if partner is None else {me: distance, partner: distance}


def _jump(board: Board, count: int) -> int:
    """How far an awake Jump gets."""
    to = board[JUMP]
    while count and to < GOAL:
        to += 1
        count -= all(square != to or c == JUMP for c, square in board.items())
    return to - board[JUMP]


def _standing(view: dict[str, Any], board: Board, me: int, before: Board | None = None) -> float:
    """How good the board looks for `me`: like the score, from -1 to 2."""
    before = before or board
    crossed = sorted((c for c in board if board[c] == GOAL > before[c]), key=lambda c: (-before[c], c))
    order = [*view["finish_order"], *crossed]
    players = len(board)
    if me in order:
        rank = order.index(me) + 1
        return -1.0 if rank in (1, players) else 2.0 if rank in (2, players - 1) else 1.0
    mine = board[me]
    others = [board[c] for c in board if c != me and c not in order]
    behind = sum(square < mine for square in others)
    if order:
        return 0.4 + 0.01 * mine + (0.2 if behind else -0.6)
    lead = max(others)
    return -0.01 * abs(lead - mine) - (0.4 if mine > lead else 0) - (0 if behind else 0.3 * lead / GOAL)


def _rivalry(view: dict[str, Any], board: Board, me: int, target: int) -> float:
    """Whom to hinder: whoever is near, and whose hand is full."""
    return -abs(board[target] - board[me]) + view["hand_sizes"][str(target)]
