"""Positions, drawn as short text, and what can be asked of them."""

from __future__ import annotations

from typing import Any

from mainmatch.core.game import State
from mainmatch.games.maskmen.game import GAME

NAMES: tuple[str, ...] = GAME.rules.NAMES


def cards(text: str) -> dict[str, int]:
    """`blue 2, red` as a count of each wrestler."""
    counts = dict.fromkeys(NAMES, 0)
    for part in text.split(","):
        if part.strip():
            name, _, number = part.strip().partition(" ")
            counts[name] += int(number or 1)
    return counts


def order(text: str) -> list[list[str]]:
    """`pink>blue, green>pink`: the pairs of the strength order, closed."""
    pairs = {tuple(part.strip().split(">")) for part in text.split(",") if part.strip()}
    for middle in NAMES:
        pairs |= {(a, d) for a, b in pairs for c, d in pairs if b == c == middle}
    return [[a, b] for a in NAMES for b in NAMES if (a, b) in pairs]


def drawn(hands: list[str], played: str = "", strength: str = "", **fields: Any) -> dict[str, Any]:
    """A given position: a hand a player, the cards played so far, the order; the rest lies aside.

    Nothing is on the table and player 0 hosts, unless `fields` say otherwise. More cards of the first wrestler
    that was played were played, as many as make the deal come out even.
    """
    held, gone = [cards(hand) for hand in hands], cards(played)
    players = len(hands)
    seen = sum(gone.values()) + sum(sum(hand.values()) for hand in held)
    if seen % players:
        gone[next(w for w in NAMES if gone[w])] += players - seen % players
    position: dict[str, Any] = {
        "phase": "play",
        "season": 1,
        "hands": held,
        "aside": {w: 10 - gone[w] - sum(hand[w] for hand in held) for w in NAMES},
        "stronger": order(strength),
        "debuted": [w for w in NAMES if gone[w]],
        "table": [],
        "passed": [],
        "out": [],
        "host": 0,
        "turn": 0,
        "points": [0] * players,
        "season_wins": [0] * players,
    }
    return position | fields


def dealt(position: dict[str, Any]) -> int:
    """The cards that each player was dealt in a drawn position."""
    return (60 - sum(position["aside"].values())) // len(position["hands"])


def read(position: dict[str, Any], seed: int = 1, **options: Any) -> State:
    """The state of a position; `cards` is chosen to fit it."""
    players = len(position["hands"])
    state = GAME.blank(players, GAME.check_options(players, {"cards": dealt(position)} | options), seed)
    state.told = []
    GAME.read_state(state, position)
    return state


def action(text: str) -> dict[str, Any]:
    """`pink 2` or `pass`."""
    if text == "pass":
        return {"type": "pass"}
    wrestler, _, count = text.partition(" ")
    return {"type": "play", "wrestler": wrestler, "count": int(count)}


def decide(state: State, *decisions: str) -> State:
    """Decisions one after the other, each by the player whose turn it is; returns the state."""
    for text in decisions:
        seat = GAME.actors(state)[0]
        GAME.apply(state, seat, GAME.check_action(state, seat, action(text)))
    return state


def may(state: State) -> list[str]:
    """What the player whose turn it is may do."""
    legal = GAME.legal_json(state, GAME.actors(state)[0])
    return [a["type"] if a["type"] == "pass" else f"{a['wrestler']} {a['count']}" for a in legal]


def why_not(state: State, text: str) -> str | None:
    """The clause that forbids a decision to the player whose turn it is."""
    return GAME.refusal(state, GAME.actors(state)[0], GAME.actions.encode(action(text)))


def shown(state: State) -> dict[str, Any]:
    """The state as JSON."""
    return GAME.state_json(state)


def told(state: State, *names: str) -> list[dict[str, Any]]:
    """The events of these names that everybody received."""
    events = [GAME.events.project(t, -1) for t in state.told]
    return [e for e in events if e is not None and e["type"] in names]
