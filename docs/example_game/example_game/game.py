"""Lanterns for people: its option, state as JSON, views and outcome."""

from __future__ import annotations

import random
from collections.abc import Callable
from typing import Any, ClassVar

from mainmatch.core.actions import Action
from mainmatch.core.errors import InvalidState
from mainmatch.core.game import Game, Option, Reason, Sight, State
from mainmatch.core.record import SPECTATOR

FIELDS = ("phase", "round", "points", "cards", "swapped", "last")


class Lanterns(Game):
    """See the rulebook. `score` is 1 for the winner, 0 for the others."""

    id = "lanterns"
    package = "example_game"
    prefix = "LN"
    seats = (2, 4)
    default_seats = 2
    options = (Option("lanterns", 3, 1, 9),)
    headline_kinds: ClassVar[dict[str, str]] = {}

    # ------------------------------------------------------------ JSON
    def state_json(self, state: State) -> dict[str, Any]:
        """The full truth."""
        return self._json(state)

    def view_json(self, shown: State, viewer: int) -> dict[str, Any]:
        """The same; cards that the viewer may not know are None already. A seat also sees its own sealed decision."""
        sealed = 0 if viewer == SPECTATOR else shown.committed[viewer]
        return {
            **self._json(shown),
            "waiting": [p for p in range(shown.players) if shown.waiting >> p & 1],
            "sealed": self.actions.decode(sealed - 1)["type"] if sealed else None,
        }

    def _json(self, s: State) -> dict[str, Any]:
        over = self.is_over(s)
        return {
            "phase": "over" if over else "choose",
            "round": s.round,
            "points": s.points[: s.players],
            "cards": None if over else s.cards[: s.players],
            "swapped": [bool(n) for n in s.swapped[: s.players]],
            "last": s.last[: s.players] if s.last[0] else None,
        }

    def outcome(self, state: State) -> dict[str, Any]:
        """The winner, and everybody's lanterns."""
        points = state.points[: state.players]
        return {"winner": points.index(state.lanterns), "points": points}

    def read_state(self, state: State, given: dict[str, Any]) -> None:
        """See `Game.read_state`."""
        for name in (*given, *FIELDS):
            if name not in FIELDS:
                raise InvalidState(name, "is no field of this state")
            if name not in given:
                raise InvalidState(name, "is missing")
        n = state.players
        if given["phase"] != "choose":
            raise InvalidState("phase", 'must be "choose": a given position is not over')
        state.round = _number(given["round"], "round", 1, 10**9)
        state.points[:n] = _numbers(given, "points", n, 0, state.lanterns - 1)
        state.cards[:n] = _cards(given, "cards", n)
        swapped = given["swapped"]
        if not isinstance(swapped, list) or len(swapped) != n or not all(isinstance(b, bool) for b in swapped):
            raise InvalidState("swapped", f"must be true or false for each of the {n} players")
        state.swapped[:n] = [int(b) for b in swapped]
        if sum(state.points) != state.round - 1:
            raise InvalidState("points", "every round before this one lit one lantern", "LN-4")
        if (given["last"] is None) != (state.round == 1):
            raise InvalidState("last", "holds the cards of the round before, and null in the first", "LN-4")
        if given["last"] is not None:
            state.last[:n] = _cards(given, "last", n)
        elif any(swapped):
            raise InvalidState("swapped", "nobody has swapped before the first round", "LN-3")
        state.dealt = sum(1 << card - 1 for card in state.cards[:n])
        state.waiting = (1 << n) - 1

    # ------------------------------------------------------------ people
    def timeout_action(self, state: State, seat: int, lot: Callable[[int], int]) -> int:
        """The clock keeps the card."""
        return self.rules.KEEP

    def headline(self, view: dict[str, Any]) -> tuple[str, dict[str, Any]]:
        """Which round it is."""
        return view["phase"], {"round": view["round"]}

    def advise(self, sight: Sight, dice: random.Random) -> Action:
        """Swap a card of the lower half."""
        low = sight.view["cards"][sight.seat] <= 6
        return {"type": "swap"} if low and {"type": "swap"} in sight.legal else {"type": "keep"}

    def explain(self, sight: Sight, action: Action) -> list[Reason]:
        """Its own card says why; to everybody else it says nothing, for decisions are sealed."""
        if sight.is_public:
            return []
        if {"type": "swap"} not in sight.legal:
            return [Reason("must")]
        return [Reason(action["type"], {"card": sight.view["cards"][sight.seat]})]


def _number(value: object, field: str, low: int, high: int) -> int:
    if type(value) is not int or not low <= value <= high:
        raise InvalidState(field, f"must be a whole number from {low} to {high}")
    return value


def _numbers(given: dict[str, Any], field: str, n: int, low: int, high: int) -> list[int]:
    value = given[field]
    if not isinstance(value, list) or len(value) != n:
        raise InvalidState(field, f"must be a list of {n}, one for each player")
    return [_number(v, f"{field}[{p}]", low, high) for p, v in enumerate(value)]


def _cards(given: dict[str, Any], field: str, n: int) -> list[int]:
    cards = _numbers(given, field, n, 1, 12)
    if len(set(cards)) < n:
        raise InvalidState(field, "there is one card of each number", "LN-1")
    return cards


GAME = Lanterns()
