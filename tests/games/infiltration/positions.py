"""Positions, drawn as few words as they need, and what can be asked of a state.

Pieces are drawn as the zones of A and B for each player: `"28 x7 14"` is A in 2 and B in 8, A arrested and B in 7, …
"""

from __future__ import annotations

from typing import Any

from mainmatch.core.game import State
from mainmatch.games.infiltration.game import GAME

Json = dict[str, Any]
HOMES = {"A": (1, 2, 5, 6), "B": (3, 4, 7, 8)}


def abroad(pieces: list[Json]) -> list[int]:
    """How many pieces of each player stand in the other country."""
    return [sum(p[k] is not None and p[k] not in HOMES[k] for k in HOMES) for p in pieces]


def counted(pieces: list[Json]) -> list[int]:
    """The pieces in each zone."""
    return [sum(p[k] == zone for p in pieces for k in HOMES) for zone in range(1, 9)]


def drawn(pieces: str, phase: str = "move", number: int = 1, counts: str = "", **fields: Any) -> Json:
    """A position in round `number` whose leader is player 0; `counts` are the last ones announced, else those of now.

    `fields` say what is otherwise.
    """
    zones: list[Json] = [
        dict(zip("AB", (None if z == "x" else int(z) for z in word), strict=True)) for word in pieces.split()
    ]
    n = len(zones)
    scored = abroad(zones) if number > 1 and phase == "move" else [0] * n
    position: Json = {
        "phase": phase,
        "round": number,
        "leader": 0,
        "candidates": None,
        "ballot": None,
        "pieces": zones,
        "arrested": [[p, k] for p in range(n) for k in HOMES if zones[p][k] is None],
        "points": list(scored),
        "counts": [int(c) for c in counts] if counts else counted(zones),
        "counts_round": (number - 1) // 5 * 5,
        "declared": [0] * n if phase == "patrol" else None,
        "last_patrol": None,
        "round_total": sum(scored) if number > 1 else None,
        "round_points": list(scored) if number > 1 else None,
    }
    if phase == "vote":
        position |= {"round": 0, "leader": None, "candidates": list(range(n)), "ballot": 1, "counts_round": 0}
        position |= {"round_total": None, "round_points": None}
    return position | fields


def read(position: Json, seed: int = 1, players: int = 0, **options: Any) -> State:
    """The state of a position (its number of players: that of its pieces)."""
    players = players or len(position["pieces"])
    state = GAME.blank(players, GAME.check_options(players, options), seed)
    state.told = []
    GAME.read_state(state, position)
    return state


def action(text: str) -> Json:
    """`place 2 3`, `vote 1`, `move + 0`, `move + 0 declare 2`, `patrol 3` or `patrol none`."""
    kind, *words = text.split()
    step = {"-": -1, "0": 0, "+": 1}
    if kind == "place":
        return {"type": kind, "A": int(words[0]), "B": int(words[1])}
    if kind == "vote":
        return {"type": kind, "for": int(words[0])}
    if kind == "patrol":
        return {"type": kind, "zone": None if words[0] == "none" else int(words[0])}
    declared = {"declare": int(words[3])} if len(words) > 2 else {}
    return {"type": kind, "A": step[words[0]], "B": step[words[1]], **declared}


def decide(state: State, *decisions: str) -> State:
    """One decision each of the players who owe one, in order; again as often as there are decisions; returns the state."""
    waiting = list(decisions)
    while waiting:
        for seat in GAME.actors(state):
            GAME.apply(state, seat, GAME.check_action(state, seat, action(waiting.pop(0))))
    return state


def may(state: State, seat: int) -> list[Json]:
    """What a player may do."""
    return GAME.legal_json(state, seat)


def why_not(state: State, seat: int, text: str) -> str | None:
    """The clause that forbids a decision to a player."""
    return GAME.refusal(state, seat, GAME.actions.encode(action(text)))


def shown(state: State) -> Json:
    """The state as JSON."""
    return GAME.state_json(state)


def told(state: State, viewer: int = -1) -> list[str]:
    """The types of the events that a viewer received."""
    events = [GAME.events.project(t, viewer) for t in state.told]
    return [e["type"] for e in events if e is not None]
