"""Indian Poker for people: its options, state as JSON, views and outcome."""

from __future__ import annotations

import random
from collections.abc import Callable
from typing import Any, ClassVar

from mainmatch.core.actions import Action
from mainmatch.core.game import FAR, Bounds, Game, Option, Reason, Sight, State, Value
from mainmatch.core.record import SPECTATOR
from mainmatch.games.indian_poker.bot import choose
from mainmatch.games.indian_poker.reasons import explain

MOST_RANKS, MOST_COPIES, MOST_CHIPS = 50, 100, 1_000_000
HOW = (None, "show", "fold", "foul")


class IndianPoker(Game):
    """See the rulebook. `score` is 1 for more chips, -1 for fewer, 0 for a draw."""

    id = "indian-poker"
    package = "mainmatch.games.indian_poker"
    prefix = "IP"
    seats = (2, 2)
    default_seats = 2
    retractable: ClassVar[dict[str, frozenset[str]]] = {"raise": frozenset({"raised"})}
    pace_s = 20
    presets: ClassVar[dict[str, dict[str, Value]]] = {
        "show": {},
        "quick": {"chips": 15},
        "twenty": {"max_hands": 20},
        "even": {"leader": "alternate", "opening": "check"},
    }
    options = (
        Option("ranks", 10, 2, MOST_RANKS, trials=(5, 13)),
        Option("copies", 2, 1, MOST_COPIES, trials=(1, 4)),
        Option("chips", 30, 1, MOST_CHIPS, trials=(15, 60)),
        Option("ante", 1, 1, trials=(2, 3)),
        Option("opening", "bet", choices=("bet", "check")),
        Option("fold_penalty", 10, trials=(0, 5, 20)),
        Option("deck", "continuous", choices=("continuous", "every_hand"), field="deck_rule"),
        Option("leader", "winner", choices=("winner", "loser", "alternate"), field="leader_rule"),
        Option("fouls", False),
        Option("max_hands", 0, trials=(10, 20)),
    )
    headline_kinds: ClassVar[dict[str, str]] = {"turn": "player"}

    def legal_capacity(self, state: State) -> int:
        """Call, fold, foul, and a raise to each total up to all chips of one player."""
        return 3 + state.chips

    def action_count(self, options: dict[str, Value]) -> int:
        """Raises go up to all chips of one player."""
        return self.rules.RAISE + int(options["chips"]) + 1

    def bounds(self, players: int, options: dict[str, Value]) -> Bounds:
        """Every raise is higher than the one before and nobody can raise above the chips of one player."""
        cards = int(options["ranks"]) * int(options["copies"])
        hands = int(options["max_hands"]) or FAR
        decisions = min(hands * (int(options["chips"]) + 1), FAR)
        draws = min(2 * hands + 1, FAR)
        return Bounds(-1, 1, 0, decisions, draws, cards, few=cards <= 100, together=False)

    def refused(self, state: State, seat: int) -> list[tuple[Action, str]]:
        """A call that is not possible; the totals that are not are too many to list."""
        if seat not in self.actors(state):
            return []
        clause = self.refusal(state, seat, self.rules.CALL)
        return [(self.actions.decode(self.rules.CALL), clause)] if clause else []

    # ------------------------------------------------------------ JSON
    def state_json(self, state: State) -> dict[str, Any]:
        """The full truth (data section of the rules)."""
        full = self._json(state)
        full["deck_left"] = _cards(state.pile, state.ranks)
        extra: dict[str, Any] = {}
        if state.shuffled or any(map(any, state.unshown)):
            extra["unshown"] = [_cards(row, state.ranks) for row in state.unshown]
        if state.shuffled:
            extra["earlier"] = {
                "shown": _cards(state.past_shown, state.ranks),
                "unshown": [_cards(row, state.ranks) for row in state.past_unshown],
            }
        if extra:
            full["extra"] = extra
        return full

    def view_json(self, shown: State, viewer: int) -> dict[str, Any]:
        """What a viewer knows; a seat also gets `seen`: every card it has seen since the last shuffle."""
        view = self._json(shown)
        view["deck_left"] = shown.left
        seen = _cards(shown.shown, shown.ranks)
        if viewer != SPECTATOR:
            seen += _cards(shown.unshown[1 - viewer], shown.ranks)
            if not shown.done:
                seen.append(shown.cards[1 - viewer])
        view["seen"] = sorted(seen)
        return view

    def _json(self, s: State) -> dict[str, Any]:
        since = [self._hand(s.last_hand - s.since + 1 + i, s.since_how[i], [s.since_first[i], s.since_second[i]], s.since_winner[i], s.since_pot[i], s.since_penalty[i])
                 for i in range(s.since)]  # fmt: skip
        last = None
        if s.last_how:
            last = self._hand(s.last_hand, s.last_how, list(s.last_cards), s.last_winner, s.last_pot, s.last_penalty)
        return {
            "phase": "over" if s.done else "bet",
            "hand": s.hand,
            "leader": s.leader,
            "turn": None if s.done else s.turn,
            "stacks": list(s.stacks),
            "bets": list(s.bets),
            "carried": s.carried,
            "cards": None if s.done else list(s.cards),
            "deck_left": None,
            "last": last,
            "since": since,
        }

    @staticmethod
    def _hand(number: int, how: int, cards: list[int | None], winner: int, pot: int, penalty: int) -> dict[str, Any]:
        return {
            "hand": number,
            "how": HOW[how],
            "cards": cards,
            "winner": None if winner < 0 else winner,
            "pot": pot,
            "penalty": penalty,
        }

    def outcome(self, state: State) -> dict[str, Any]:
        """Winner (null: a draw by IP-14), stacks, hands played."""
        first, second = state.stacks
        return {
            "winner": None if first == second else int(second > first),
            "stacks": list(state.stacks),
            "hands": state.hand,
        }

    def results(self, lang: str) -> dict[int, str]:
        """Won, drawn (IP-14), lost."""
        return {"ko": {1: "승리", 0: "무승부", -1: "패배"}, "en": {1: "won", 0: "drawn", -1: "lost"}}[lang]

    def read_state(self, state: State, given: dict[str, Any]) -> None:
        """See `Game.read_state`."""
        from mainmatch.games.indian_poker.reading import read

        read(state, given)

    # ------------------------------------------------------------ people
    def timeout_action(self, state: State, seat: int, lot: Callable[[int], int]) -> int:
        """The clock folds."""
        return self.rules.FOLD

    def headline(self, view: dict[str, Any]) -> tuple[str, dict[str, Any]]:
        """Whose turn it is in which hand."""
        return view["phase"], {"hand": view["hand"], "turn": view["turn"]}

    def advise(self, sight: Sight, dice: random.Random) -> Action:
        """See `bot.choose`."""
        return choose(sight, dice)

    def explain(self, sight: Sight, action: Action) -> list[Reason]:
        """See `reasons.explain`."""
        return explain(sight, action)


def _cards(counts: Any, ranks: int) -> list[int]:
    return [rank + 1 for rank in range(ranks) for _ in range(counts[rank])]


GAME = IndianPoker()
