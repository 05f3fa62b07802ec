"""Maskmen for people: its options, state as JSON, views and outcome."""

from __future__ import annotations

import random
from collections.abc import Callable, Sequence
from typing import Any, ClassVar

from mainmatch.core.actions import Action
from mainmatch.core.errors import InvalidOption
from mainmatch.core.events import EventJson
from mainmatch.core.game import FAR, Bounds, Game, Option, Reason, Sight, State, Value
from mainmatch.games.maskmen.belief import likelihood
from mainmatch.games.maskmen.bot import choose
from mainmatch.games.maskmen.reading import read
from mainmatch.games.maskmen.reasons import explain


class Maskmen(Game):
    """See the rulebook. `score` is a player's points."""

    id = "maskmen"
    package = "mainmatch.games.maskmen"
    prefix = "MM"
    seats = (2, 6)
    default_seats = 4
    retractable: ClassVar[dict[str, frozenset[str]]] = {"pass": frozenset({"passed"})}
    pace_s = 20
    presets: ClassVar[dict[str, dict[str, Value]]] = {
        "show": {},
        "quick": {"seasons": 1},
        "half": {"seasons": 2, "season_wins": 2},
    }
    options = (
        Option("cards", 0, 0, 30),
        Option("opening", "debut", choices=("debut", "ranked")),
        Option("first_host", -1, -1, 5),
        Option("seasons", 4, 1, trials=(1, 2)),
        Option("season_wins", 3, 1, field="wins_needed", trials=(1, 2)),
        Option("tie_break", "season", choices=("season", "round")),
    )
    headline_kinds: ClassVar[dict[str, str]] = {"player": "player"}

    def check_together(self, players: int, options: dict[str, Value]) -> None:
        """The deck must do for all, and the first host sit at the table."""
        most = self.rules.CARDS // players
        if int(options["cards"]) > most:
            raise InvalidOption(f"option cards takes 0 to {most} with {players} players, not {options['cards']} (MM-2)")
        if int(options["first_host"]) >= players:
            raise InvalidOption(
                f"option first_host takes -1 to {players - 1} with {players} players, not {options['first_host']} (MM-14)"
            )

    def bounds(self, players: int, options: dict[str, Value]) -> Bounds:
        """A season: every play puts down a card, and between two plays everybody else passes at most once."""
        wins = int(options["season_wins"])
        seasons = 2 * wins - 1 if players == 2 else int(options["seasons"])
        a_season = 1 if players == 2 else 2
        dealt = players * (int(options["cards"]) or min(15, self.rules.CARDS // players))
        return Bounds(
            least=-seasons,
            most=2 * seasons,
            total=seasons * a_season if players > 2 or wins == 1 else None,
            decisions=min(seasons * dealt * players, FAR),
            draws=min(1 + seasons * dealt, FAR),
            outcomes=self.rules.CARDS,
            few=dealt <= 8,
            together=False,
        )

    def likelihood(self, worlds: Sequence[State], seat: int, events: Sequence[EventJson]) -> list[float] | None:
        """See `belief.likelihood`."""
        return likelihood(self, worlds, seat, events)

    # ------------------------------------------------------------ JSON
    def state_json(self, state: State) -> dict[str, Any]:
        """The full truth (data section of the rules)."""
        return self._json(
            state,
            hands=[self._counts(hand) for hand in state.hands[: state.players]],
            aside=self._counts(state.aside),
        )

    def view_json(self, shown: State, viewer: int) -> dict[str, Any]:
        """Own hand, everybody's number of cards, how many are set aside, and what was played of each wrestler."""
        hands = shown.hands[: shown.players]
        sizes = shown.left[: shown.players]
        return self._json(
            shown,
            hands=[None if hand is None else self._counts(hand) for hand in hands],
            hand_sizes=list(sizes),
            aside=self.rules.CARDS - sum(sizes) - sum(shown.played),
            played=self._counts(shown.played),
        )

    def _json(self, s: State, **cards: Any) -> dict[str, Any]:
        names = self.rules.NAMES
        ranked = [[a, b] for i, a in enumerate(names) for j, b in enumerate(names) if s.below[i] >> j & 1]
        table = [
            {"player": s.play_by[i], "wrestler": names[s.play_of[i]], "count": s.play_count[i]} for i in range(s.plays)
        ]
        over = self.is_over(s)
        return {
            "phase": "over" if over else "play",
            "season": s.season,
            **cards,
            "stronger": ranked,
            "debuted": [name for name, n in zip(names, s.played, strict=True) if n],
            "table": table,
            "passed": [p for p in range(s.players) if s.passed >> p & 1],
            "out": s.out[: s.outs],
            "host": s.host,
            "turn": None if over else s.turn,
            "points": s.points[: s.players],
            "season_wins": s.season_wins[: s.players],
        }

    def _counts(self, counts: Sequence[int]) -> dict[str, int]:
        return dict(zip(self.rules.NAMES, counts, strict=True))

    def outcome(self, state: State) -> dict[str, Any]:
        """Points, +2 tokens and ranks by player."""
        return {
            "points": state.points[: state.players],
            "season_wins": state.season_wins[: state.players],
            "ranks": [self.rules.rank(state, p) for p in range(state.players)],
        }

    def read_state(self, state: State, given: dict[str, Any]) -> None:
        """See `Game.read_state`."""
        read(state, given, self.rules)

    # ------------------------------------------------------------ people
    def timeout_action(self, state: State, seat: int, lot: Callable[[int], int]) -> int:
        """The clock passes; as host it opens with one card of the first wrestler in hand."""
        if state.top != self.rules.NOBODY:
            return self.rules.PASS
        return next(w for w, n in enumerate(state.hands[seat]) if n) * self.rules.MOST

    def headline(self, view: dict[str, Any]) -> tuple[str, dict[str, Any]]:
        """Who opens or answers, in which season."""
        phase = "over" if view["phase"] == "over" else "answer" if view["table"] else "open"
        return phase, {"season": view["season"], "player": view["turn"]}

    def advise(self, sight: Sight, dice: random.Random) -> Action:
        """See `bot.choose`."""
        return choose(sight, dice)

    def explain(self, sight: Sight, action: Action) -> list[Reason]:
        """See `reasons.explain`."""
        return explain(sight, action)

    reason_kinds: ClassVar[dict[str, str]] = {"wrestler": "wrestler", "top": "wrestler"}


GAME = Maskmen()
