"""Positions, drawn as small JSON or by dice, and what can be asked of them."""

from __future__ import annotations

import random
from typing import Any

from mainmatch.core.game import State
from mainmatch.games.middle_race.game import GAME

R = GAME.rules
GOAL = 31
DESIGNATORS = (1, 2, 4, 5, 8, 10)


def cards(c: int) -> list[int]:
    """The full set."""
    return [0, 1, 2, 3, 4] if c == 9 else [1, 2, 3, 4]


def race(squares: dict[int, int], turn: int, **more: Any) -> dict[str, Any]:
    """A position: character -> square, whose turn, and what differs from full hands and no memories.

    Characters sit in descending order. `hands` and `last` may name some characters only.
    """
    order = sorted(squares)
    hands, last = more.pop("hands", {}), more.pop("last", {})
    position: dict[str, Any] = {
        "phase": "race",
        "candidates": None,
        "ballot": None,
        "pick_order": None,
        "characters": order[::-1],
        "squares": {str(c): squares[c] for c in order},
        "hands": {str(c): hands.get(c, cards(c)) for c in order},
        "hidden_hands": [],
        "last_designated": {str(c): last.get(c) for c in order},
        "asleep": None,
        "quick_ahead": 0,
        "turn": turn,
        "lap": 2,
        "chain": 0,
        "finish_order": sorted(c for c in order if squares[c] == GOAL),
        "asked": "silence" if turn == 10 else "submit",
    }
    return position | more


def read(position: dict[str, Any], seed: int = 0, players: int | None = None, **options: Any) -> State:
    """The state of a position: by default of a random draft, if it is a race without a picking order."""
    count = len(position["characters"]) if players is None else players
    dealt = position.get("phase") == "race" and position.get("pick_order") is None
    options = {"draft": "random" if dealt else "nominate"} | options
    state = GAME.blank(count, GAME.check_options(count, options), seed)
    GAME.read_state(state, position)
    return state


def shown(state: State) -> dict[str, Any]:
    """The state as the data section has it."""
    return {k: v for k, v in GAME.state_json(state).items() if k != "extra"}


def do(state: State, *answers: dict[str, Any]) -> State:
    """One answer after the other, each by whoever is asked."""
    for answer in answers:
        seat = GAME.actors(state)[0]
        GAME.apply(state, seat, GAME.check_action(state, seat, answer))
    return state


def asked(state: State) -> str | None:
    """The open question."""
    return shown(state)["asked"]


def options_by(dice: random.Random, **more: Any) -> dict[str, Any]:
    """Options of a race, small limits often."""
    return {
        "draft": "random",
        "may_decline": dice.random() < 0.3,
        "silenced_quick": dice.choice(["x1", "x2"]),
        "chain_limit": dice.choice([400, 400, 400, 1, 2, 3, 5, 9, 30]),
        "max_laps": dice.choice([100, 9]),
        **more,
    }


def position_by(dice: random.Random) -> dict[str, Any]:
    """A position that dice make: close together as a rule, with unmet conditions, sleepers, cut hands, finished ones."""
    n = dice.randint(4, 11)
    order = dice.sample(range(1, 12), n)
    low = dice.choice([0, 0, 1, dice.randint(0, 27), 27])
    width = dice.choice([2, 3, 4, 8, 30])
    squares = {c: min(30, low + dice.randrange(width)) for c in order}
    finished = dice.sample(order, dice.choice([0, 0, 1, n - 3, n - 2]))
    for c in finished:
        squares[c] = GOAL
    running = [c for c in order if c not in finished]
    hands = {c: sorted(dice.sample(cards(c), dice.randint(1, len(cards(c))))) for c in order}
    for c in finished:
        hands[c] = dice.choice([hands[c], []])
    last = {c: dice.choice([None, *(d for d in order if d != c)]) for c in order if c in DESIGNATORS}
    hidden = [c for c in order if 4 in order and c != 4 and len(hands[c]) <= 1 and dice.random() < 0.5]
    turn = 10 if 10 in running and dice.random() < 0.4 else dice.choice(running)
    asleep = last[10] if 10 in running and dice.random() < 0.7 else None
    asks = "submit"
    if turn == 10 and set(running) - {10, last[10]} and dice.random() < 0.8:
        asks = "silence"
    if turn == 9 and asleep != 9 and dice.random() < 0.3:
        asks, hands[9] = "renew", sorted(dice.sample(cards(9), 2))
        hidden = [c for c in hidden if c != 9]
    position = race(squares, turn, hands=hands, last=last, asleep=asleep, asked=asks)
    return position | {
        "characters": order,
        "hidden_hands": sorted(hidden),
        "quick_ahead": dice.randint(0, 4 - len(hands[11])) if 11 in order else 0,
        "lap": dice.randint(1, 9),
        "finish_order": finished,
    }
