"""Loyalists and Traitors for people: its options, state as JSON, views and outcome."""

from __future__ import annotations

import random
from collections.abc import Callable
from typing import Any, ClassVar

from mainmatch.core.actions import Action
from mainmatch.core.game import Bounds, Game, Option, Reason, Sight, State, Value
from mainmatch.core.record import SPECTATOR
from mainmatch.games.loyalists.bot import choose
from mainmatch.games.loyalists.digits import four
from mainmatch.games.loyalists.reading import NAMES, PHASES, SIDES, read
from mainmatch.games.loyalists.reasons import explain


class Loyalists(Game):
    """See the rulebook. `score` is 1 for a token of life, -1 for the death match, 0 for neither."""

    id = "loyalists-and-traitors"
    package = "mainmatch.games.loyalists"
    prefix = "LT"
    seats = (9, 9)
    default_seats = 9
    pace_s = 60
    presets: ClassVar[dict[str, dict[str, Value]]] = {
        "show": {},
        "quick": {"limit": 500},
        "pi": {"dealer": "pi", "first_cell": "any"},
    }
    options = (
        Option("first_cell", "one_digit", choices=("one_digit", "any")),
        Option("dealer", "random", choices=("random", "pi")),
        Option("limit", 1000, 0, 5000, trials=(500, 2000)),
        Option("vote_limit", 3),
    )
    headline_kinds: ClassVar[dict[str, str]] = {"turn": "player", "king": "player", "nominee": "player"}

    def legal_capacity(self, state: State) -> int:
        """See `rules.MOST_LEGAL`."""
        return self.rules.MOST_LEGAL

    def bounds(self, players: int, options: dict[str, Value]) -> Bounds:
        """Nothing limits how often a turn is skipped. With π only roles, order and ties are drawn."""
        by_lot = options["dealer"] == "random"
        return Bounds(-1, 1, outcomes=self.rules.NUMBERS - 1 if by_lot else players, few=not by_lot)

    def refused(self, state: State, seat: int) -> list[tuple[Action, str]]:
        """Besides the default: why not to skip. The numbers that do not fit are too many to list."""
        found = super().refused(state, seat)
        skip = self.rules.SKIP
        if state.phase == self.rules.BOARD and seat in self.actors(state):
            clause = self.refusal(state, seat, skip)
            if clause is not None:
                found.append((self.actions.decode(skip), clause))
        return found

    # ------------------------------------------------------------ JSON
    def state_json(self, state: State) -> dict[str, Any]:
        """The full truth (data section of the rules)."""
        extra = self._extra(state)
        return {**self._json(state), "extra": extra} if extra else self._json(state)

    def view_json(self, shown: State, viewer: int) -> dict[str, Any]:
        """What the viewer may know, with its own role and sealed vote, who filled which cell, and the last tally."""
        view = self._json(shown)
        mine = viewer != SPECTATOR
        view["role"] = ("loyalist", "traitor")[shown.role[viewer]] if mine else None
        view["vote"] = shown.committed[viewer] - 1 if mine and shown.committed[viewer] else None
        view["filled_by"] = _columns(shown, shown.filled_by)
        view["tally"] = list(shown.tally) if any(shown.tally) else None
        view["death_match"] = _players(shown.death_match)
        return view

    def _json(self, s: State) -> dict[str, Any]:
        known = None not in s.role
        return {
            "phase": PHASES[s.phase],
            "round": s.round,
            "traitors": [p for p, role in enumerate(s.role) if role] if known else None,
            "order": list(s.order),
            "turn": s.order[s.place] if s.place >= 0 else None,
            "offer": four(s.offer),
            "offer_before": four(s.offer_before),
            "turns": s.turns,
            "columns": _columns(s, s.cell),
            "jailed": _players(s.jailed),
            "king": _player(s.king),
            "candidates": _players(s.candidates) if s.ballot else None,
            "ballot": s.ballot or None,
            "broken": bool(s.broken),
            "winner": SIDES[s.winner] if s.winner >= 0 else None,
            "tokens": _players(s.tokens),
            "nominee": _player(s.nominee),
        }

    @staticmethod
    def _extra(s: State) -> dict[str, Any]:
        extra: dict[str, Any] = {}
        if any(p >= 0 for column in s.filled_by for p in column):
            extra["filled_by"] = _columns(s, s.filled_by)
        if s.before_had >= 0:
            extra["before"] = _used(s.before_had, s.before_made)
        if s.offer_earlier >= 0:
            extra["earlier"] = {**_used(s.earlier_had, s.earlier_made), "offer": four(s.offer_earlier)}
        if any(s.tally):
            extra["tally"] = list(s.tally)
        if any(s.committed):
            extra["votes"] = [_player(c - 1) for c in s.committed]
        if s.death_match:
            extra["death_match"] = _players(s.death_match)
        return extra

    def outcome(self, state: State) -> dict[str, Any]:
        """The winning side, who has a token of life, who goes to the death match, whether the last king turned it round."""
        return {
            "winner": SIDES[state.winner],
            "tokens": _players(state.tokens),
            "death_match": _players(state.death_match),
            "comeback": bool(state.broken) and SIDES[state.winner] == "loyalists",
        }

    def parts(self, state: State) -> list[str]:
        """The sides."""
        return [("loyalist", "traitor")[role] for role in state.role]

    def part_names(self, lang: str) -> dict[str, str]:
        """The sides."""
        return dict(self.words(lang)["terms"]["role"])

    def results(self, lang: str) -> dict[int, str]:
        """A token of life; neither; the death match."""
        words = self.words(lang)["terms"]["word"]
        return {1: words["token"], 0: {"ko": "그 밖", "en": "neither"}[lang], -1: words["death_match"]}

    def read_state(self, state: State, given: dict[str, Any]) -> None:
        """See `Game.read_state`."""
        read(state, given, self.rules)

    # ------------------------------------------------------------ people
    def timeout_action(self, state: State, seat: int, lot: Callable[[int], int]) -> int:
        """The lowest number that fits, in A if it fits both; everything else is a lot."""
        legal = self.legal(state, seat)
        if state.phase == self.rules.BOARD:
            return min(legal, key=lambda a: (a % self.rules.NUMBERS, a))
        return legal[lot(len(legal))]

    def headline(self, view: dict[str, Any]) -> tuple[str, dict[str, Any]]:
        """The phase, whose turn it is, and which ballot."""
        phase = view["phase"]
        if phase in ("nominate", "challenge", "over"):
            phase = f"{phase}_{view['winner']}"
        if phase == "over_loyalists" and view["broken"]:
            phase = "over_comeback"
        if view["ballot"] is not None and view["ballot"] > 1:
            phase += "_again"
        return phase, {name: view[name] for name in ("round", "turn", "king", "nominee", "ballot")}

    def advise(self, sight: Sight, dice: random.Random) -> Action:
        """See `bot.choose`."""
        return choose(sight, dice)

    def explain(self, sight: Sight, action: Action) -> list[Reason]:
        """See `reasons.explain`."""
        return explain(sight, action)

    reason_kinds: ClassVar[dict[str, str]] = {"player": "player", "players": "player", "column": "column"}


def _player(number: int) -> int | None:
    return None if number < 0 else number


def _players(bits: int) -> list[int]:
    return [p for p in range(9) if bits >> p & 1]


def _columns(s: State, cells: list[list[int]]) -> dict[str, list[int | None]]:
    return {name: [None if v < 0 else v for v in cells[c][: s.height[c]]] for c, name in enumerate(NAMES)}


def _used(player: int, made: int) -> dict[str, Any]:
    if player < 0:
        return {"player": None}
    return {"player": player, "number": made} if made >= 0 else {"player": player, "nothing_above": -1 - made}


GAME = Loyalists()
