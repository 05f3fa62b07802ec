"""The matches of a study: who plays what with which seeds, and the facts of each finished match.

A match is a pure function of a plan and a seed, so it comes out the same in any process, in any order.
"""

from __future__ import annotations

import importlib
import random
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from typing import Any, ClassVar, NamedTuple

from mainmatch.agents import AGENTS, find_agent, mind, searches, thumb
from mainmatch.agents.levels import BY_THUMB, SEARCH
from mainmatch.core.actions import Action
from mainmatch.core.chance import rng
from mainmatch.core.errors import InvalidInput
from mainmatch.core.game import Game, Sight, State, Value
from mainmatch.core.match import Match
from mainmatch.fast import MissingExtra, Playouts, reference_playout
from mainmatch.games import find


class Row(NamedTuple):
    """One seat of a finished match; docs/studies.md says what each column holds."""

    seed: int
    seat: int
    agent: str
    part: str
    first: int
    score: int
    place: int
    beaten: float
    best: int
    decisions: int


COLUMNS = Row._fields


@dataclass(frozen=True)
class Plan:
    """What is played: all that a match depends on besides its seed. The base of what other studies play."""

    study: ClassVar[str] = "simulate"
    unit: ClassVar[str] = "matches"
    """What a seed gives."""

    game: str
    version: str
    players: int
    options: dict[str, Value]
    agents: tuple[str, ...]
    """By seat."""

    @classmethod
    def of(cls, game: Game, players: int | None, options: dict[str, Value], agents: list[str]) -> Plan:
        """A plan that can be played here; one agent sits on all seats. Raises InvalidInput."""
        count = game.check_players(players)
        values = game.check_options(count, options)
        names = agents * count if len(agents) == 1 else agents
        if len(names) != count:
            raise InvalidInput(f"--agents takes one name for all seats or one for each of {count}, not {len(names)}")
        for name in names:
            find_agent(name)
        return cls(game.id, game.version, count, values, tuple(names))

    @property
    def at_random(self) -> bool:
        """Is everybody random, so that the matches are playouts?"""
        return set(self.agents) == {"random"}

    def rows(self, seeds: range) -> Iterator[list[Row]]:
        """The facts of the matches with these seeds, a list for each match."""
        game = find(self.game)
        play = _playouts(game, self) if self.at_random else lambda seed: played(game, self, seed)
        for seed in seeds:
            state, decisions = play(seed)
            yield facts(game, self, seed, state, decisions)

    def to_json(self) -> dict[str, Any]:
        """For the folder of a study."""
        return {
            "game": self.game,
            "version": self.version,
            "players": self.players,
            "options": self.options,
            "agents": list(self.agents),
        }


def facts(game: Game, plan: Plan, seed: int, state: State, decisions: int) -> list[Row]:
    """What is kept of a finished match: a row a seat, as in COLUMNS."""
    scores = [game.score(state, p) for p in range(plan.players)]
    places = game.outcome(state).get("ranks") or [1 + sum(other > mine for other in scores) for mine in scores]
    parts = game.parts(state) or [""] * plan.players
    begins = game.actors(game.start(plan.players, plan.options, seed))
    found: list[Row] = []
    for p, mine in enumerate(scores):
        rivals = scores[:p] + scores[p + 1 :]
        beaten = sum((mine > other) + (mine == other) / 2 for other in rivals) / len(rivals)
        best, first = int(mine == max(scores)), int(begins == [p])
        found.append(Row(seed, p, plan.agents[p], parts[p], first, mine, places[p], beaten, best, decisions))
    return found


def _playouts(game: Game, plan: Plan) -> Callable[[int], tuple[State, int]]:
    """Random matches: compiled where that is installed, and otherwise the same in plain Python."""
    try:
        return Playouts(game, plan.players, plan.options).playout
    except MissingExtra:
        return lambda seed: reference_playout(game, seed, plan.players, plan.options)


def played(game: Game, plan: Plan, seed: int) -> tuple[State, int]:
    """One match of agents. Each decision has dice of its own, from seed, seat and number."""
    match = Match(game, plan.players, plan.options, seed)
    while not match.is_over:
        for seat in match.actors:
            dice = random.Random(f"{seed}/{seat}/{len(match.decisions)}")
            name = plan.agents[seat]
            if searches(name):
                sight = game.sight(match.state, seat, match.told, rng(dice.getrandbits(64)))
            else:
                sight = game.sight(match.state, seat)
            match.play(seat, (_strong if searches(name) else AGENTS[name])(sight, dice))
    return match.state, len(match.decisions)


def _strong(sight: Sight, dice: random.Random) -> Action:
    """What `strong` plays, thought in this process (a pool inside a pool never ends) and without a limit of time."""
    if sight.game in BY_THUMB:
        return thumb(sight, dice)
    seed = dice.getrandbits(63)
    module = importlib.import_module(mind(sight.game))
    action: Action = module.decide(sight, seed, None, None) if module.__name__ == SEARCH else module.decide(sight, seed)
    return action
