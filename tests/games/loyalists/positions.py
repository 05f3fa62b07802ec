"""Positions, drawn as small JSON, and what can be asked of them."""

from __future__ import annotations

from typing import Any

from mainmatch.core.game import State
from mainmatch.games.loyalists.game import GAME

R = GAME.rules
FULL = list(range(1, 16))
BOARD: dict[str, Any] = {
    "phase": "board",
    "round": 2,
    "traitors": [6, 7, 8],
    "order": [0, 1, 2, 3, 4, 5, 6, 7, 8],
    "turn": 0,
    "offer": [1, 2, 3, 4],
    "offer_before": [9, 9, 9, 9],
    "turns": 9,
    "columns": {"A": [5], "B": [7]},
    "jailed": [4, 5],
    "king": 0,
    "candidates": None,
    "ballot": None,
    "broken": False,
    "winner": None,
    "tokens": [],
    "nominee": None,
}
"""Round 2, player 1 to fill, 1 2 3 4 on offer, players 5 and 6 in jail."""
ELECT = BOARD | {
    "phase": "elect",
    "turn": None,
    "offer": None,
    "turns": 16,
    "candidates": [0, 1, 2, 3, 6, 7, 8],
    "ballot": 1,
}
LAST_ELECT = ELECT | {
    "phase": "last_elect",
    "turns": 12,
    "columns": {"A": [1, 10, 100, 1001], "B": [7]},
    "broken": True,
}
LAST_JAIL = LAST_ELECT | {"phase": "last_jail", "king": 3, "candidates": None, "ballot": None}
FULL_BOARD = BOARD | {
    "round": 5,
    "turns": 30,
    "columns": {"A": FULL, "B": FULL[:-1]},
    "offer": [9, 0, 0, 0],
}
"""Player 1 fills the last cell with 90 or more."""
NOMINATE = FULL_BOARD | {
    "phase": "nominate",
    "turn": None,
    "offer": None,
    "turns": 31,
    "columns": {"A": FULL, "B": [*FULL[:-1], 90]},
    "candidates": [6, 7, 8],
    "ballot": 1,
    "winner": "loyalists",
    "tokens": [0, 1, 2, 3, 4, 5],
}


def read(position: dict[str, Any], seed: int = 1, /, **options: Any) -> State:
    """The state of a position."""
    state = GAME.blank(9, GAME.check_options(9, options), seed)
    state.told = []
    GAME.read_state(state, position)
    return state


def decide(state: State, seat: int, kind: str, **fields: Any) -> State:
    """Carry out a decision, if it is legal; returns the state."""
    action = {"type": kind, **{name.rstrip("_"): value for name, value in fields.items()}}
    GAME.apply(state, seat, GAME.check_action(state, seat, action))
    return state


def vote(state: State, votes: dict[int, int]) -> State:
    """All these votes, in this order."""
    for voter, candidate in votes.items():
        decide(state, voter, "vote", for_=candidate)
    return state


def elect(state: State, player: int) -> State:
    """Everybody votes for one player."""
    return vote(state, dict.fromkeys(GAME.actors(state), player))


def numbers(state: State, column: str) -> list[int]:
    """What the player whose turn it is may place in a column."""
    seat = GAME.actors(state)[0]
    return [a["number"] for a in GAME.legal_json(state, seat) if a["type"] == "fill" and a["column"] == column]


def why_not(state: State, kind: str, **fields: Any) -> str | None:
    """The clause that forbids an action to the first actor."""
    action = {"type": kind, **{name.rstrip("_"): value for name, value in fields.items()}}
    return GAME.refusal(state, GAME.actors(state)[0], GAME.actions.encode(action))


def shown(state: State) -> dict[str, Any]:
    """The state as JSON."""
    return GAME.state_json(state)


def events(state: State, viewer: int = -1) -> list[dict[str, Any]]:
    """What a viewer was told."""
    projected = (GAME.events.project(told, viewer) for told in state.told)
    return [event for event in projected if event is not None]
