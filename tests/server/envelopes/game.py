"""Envelopes for people."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, ClassVar

from mainmatch.core.errors import InvalidState
from mainmatch.core.game import Game, Option, State


class Envelopes(Game):
    """2 to 4 players; a seat's own number is its secret, its mark is everybody else's."""

    id = "envelopes"
    package = "tests.server.envelopes"
    prefix = "EN"
    seats = (2, 4)
    default_seats = 3
    options = (Option("rounds", 3, 1, 100),)
    retractable: ClassVar[dict[str, frozenset[str]]] = {"nod": frozenset({"nodded"})}
    headline_kinds: ClassVar[dict[str, str]] = {"player": "player"}

    def state_json(self, state: State) -> dict[str, Any]:
        return {
            "round": state.round,
            "owns": list(state.owns),
            "marks": list(state.marks),
            "hidden": state.hidden,
            "sums": list(state.sums),
        }

    def view_json(self, shown: State, viewer: int) -> dict[str, Any]:
        n = shown.players
        return {
            "round": shown.round,
            "owns": shown.owns[:n],
            "marks": shown.marks[:n],
            "hidden": shown.hidden,
            "bids": shown.bids[:n],
            "sums": shown.sums[:n],
            "sealed": shown.committed[viewer] if viewer >= 0 else None,
            "nodding": shown.nodding,
        }

    def read_state(self, state: State, given: dict[str, Any]) -> None:
        raise InvalidState("phase", "this game of the tests is never given a position")

    def outcome(self, state: State) -> dict[str, Any]:
        return {"sums": list(state.sums)[: state.players]}

    def timeout_action(self, state: State, seat: int, lot: Callable[[int], int]) -> int:
        """A lot among the bids; a nod."""
        return lot(10) if state.waiting else self.rules.NOD

    def headline(self, view: dict[str, Any]) -> tuple[str, dict[str, Any]]:
        return "nod", {"player": view["nodding"]}


GAME = Envelopes()
