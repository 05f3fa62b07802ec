"""One hand of Indian Poker as an OpenSpiel game, played by the rules file: an independent judge of our hands.

The match ends after the hand, and a player's return is its share of the chips, from -1 to 1.
"""

from __future__ import annotations

from typing import Any

import pyspiel

from mainmatch.core.chance import ScriptedChance
from mainmatch.games.indian_poker.game import GAME

RULES = GAME.rules


class HandGame(pyspiel.Game):
    """Player 0 leads."""

    def __init__(self, options: dict[str, Any]) -> None:
        self.options = {**options, "max_hands": 1}
        ranks, copies, chips = (int(options[name]) for name in ("ranks", "copies", "chips"))
        self.deals: list[tuple[int, int, float]] = []
        cards = ranks * copies
        for first in range(ranks):
            for second in range(ranks):
                ways = copies * (copies - (first == second))
                if ways:
                    self.deals.append((first, second, ways / (cards * (cards - 1))))
        kind = pyspiel.GameType(
            short_name="indian_poker_hand",
            long_name="A hand of Indian Poker",
            dynamics=pyspiel.GameType.Dynamics.SEQUENTIAL,
            chance_mode=pyspiel.GameType.ChanceMode.EXPLICIT_STOCHASTIC,
            information=pyspiel.GameType.Information.IMPERFECT_INFORMATION,
            utility=pyspiel.GameType.Utility.ZERO_SUM,
            reward_model=pyspiel.GameType.RewardModel.TERMINAL,
            max_num_players=2,
            min_num_players=2,
            provides_information_state_string=True,
            provides_information_state_tensor=False,
            provides_observation_string=False,
            provides_observation_tensor=False,
            parameter_specification={},
        )
        info = pyspiel.GameInfo(
            num_distinct_actions=RULES.RAISE + chips + 1,
            max_chance_outcomes=len(self.deals),
            num_players=2,
            min_utility=-1.0,
            max_utility=1.0,
            utility_sum=0.0,
            max_game_length=chips + 2,
        )
        super().__init__(kind, info, {})

    def new_initial_state(self) -> HandState:
        return HandState(self)


class HandState(pyspiel.State):
    """Chance deals both cards at once; then the rules file plays."""

    def __init__(self, game: HandGame) -> None:
        super().__init__(game)
        self.deals, self.options = game.deals, game.options
        self.hand: Any = None
        self.path: list[int] = []

    def current_player(self) -> int:
        if self.hand is None:
            return int(pyspiel.PlayerId.CHANCE)
        return int(pyspiel.PlayerId.TERMINAL) if GAME.is_over(self.hand) else int(self.hand.turn)

    def chance_outcomes(self) -> list[tuple[int, float]]:
        return [(k, chance) for k, (_, _, chance) in enumerate(self.deals)]

    def _legal_actions(self, player: int) -> list[int]:
        return GAME.legal(self.hand, player)

    def _apply_action(self, action: int) -> None:
        if self.hand is None:
            first, second, _ = self.deals[action]
            copies = int(self.options["copies"])
            draws = [0, first * copies, second * copies - (copies > 0 and second > first)]
            self.hand = GAME.start(2, self.options, ScriptedChance(draws))
            assert [c - 1 for c in self.hand.cards] == [first, second]
            return
        self.hand = self.hand.clone()
        GAME.apply(self.hand, self.hand.turn, action)
        self.path.append(action)

    def _action_to_string(self, player: int, action: int) -> str:
        return f"{player}:{action}"

    def is_terminal(self) -> bool:
        return self.hand is not None and GAME.is_over(self.hand)

    def returns(self) -> list[float]:
        if not self.is_terminal():
            return [0.0, 0.0]
        total = sum(self.hand.stacks)
        return [2 * stack / total - 1 for stack in self.hand.stacks]

    def information_state_string(self, player: int | None = None) -> str:
        seat = self.hand.turn if player is None else player
        return key(seat, self.hand.cards[1 - seat], self.path)

    def __repr__(self) -> str:
        return str(self)

    def __str__(self) -> str:
        return f"{None if self.hand is None else self.hand.cards} {self.path}"


def key(seat: int, seen: int, path: list[int]) -> str:
    """An information state: who, the rank that it sees, the actions so far."""
    return f"{seat} sees {seen}: {path}"
