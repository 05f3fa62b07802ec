"""Every game in PettingZoo 1.27: `env("maskmen", players=3)` (AEC) and `parallel_env("infiltration")` (Parallel).

An agent is a seat: `player_0`, `player_1`, …. It observes a dictionary: `observation`, the numbers that it may know
(`core/observe.py`: layout from the field table, exact, as int64), and `action_mask`, 1 where an action is legal for it
now. The mask stands in `infos` too. Rewards come at the end: the game's score.

AEC asks one seat after the other; seats that owe a decision together are asked in seat order, and the engine keeps the
answers sealed until the last one. Parallel goes decision point by decision point: all seats that owe one decide at once; the
mask of the others is all zeros, and whatever they submit is not looked at. In Infiltration and in ballots that is
everybody; in games of turns it is one seat at a time.

`illegal` says what becomes of an action that the mask forbids: `refuse` raises IllegalAction with the clause, and nothing
has happened; `random` takes a legal one by lot from the env's own dice instead (the info of its agent then has
`replaced`), for learners that do not know masks and for tests that ignore them.

`reset(seed=…)` decides the whole match, chance and dice: the global random numbers are never touched. Without a seed the
next one of the env's own stream is taken.
"""

from __future__ import annotations

import random
import sys
from typing import Any

from mainmatch.bridges.text import Voice
from mainmatch.core.errors import IllegalAction, InvalidInput, MainmatchError
from mainmatch.core.game import Game, Value
from mainmatch.core.match import Match
from mainmatch.core.record import PUBLIC, SPECTATOR, RecordArray
from mainmatch.games import find


class NoPettingZoo(MainmatchError, ImportError):
    """PettingZoo is not installed."""


try:
    import numpy as np
    from gymnasium import spaces
    from pettingzoo import AECEnv, ParallelEnv
except ImportError as missing:
    raise NoPettingZoo("PettingZoo is not installed: pip install 'mainmatch[pettingzoo]'") from missing

ILLEGAL = ("refuse", "random")
RENDER_MODES = ["human", "ansi"]
MOST_SEED = 1 << 63
Seen = dict[str, Any]
"""`observation` and `action_mask`."""


class Table:
    """What both kinds of env share: the match, its spaces, what an agent sees of it."""

    def __init__(
        self,
        game: str | Game,
        players: int | None,
        options: dict[str, Value] | None,
        render_mode: str | None,
        max_cycles: int | None,
        illegal: str,
        lang: str,
    ) -> None:
        self.game = find(game) if isinstance(game, str) else game
        self.players = self.game.check_players(players)
        self.options = self.game.check_options(self.players, options)
        if render_mode not in (None, *RENDER_MODES):
            raise InvalidInput(f"render_mode is {' or '.join(RENDER_MODES)}, not {render_mode!r}")
        if illegal not in ILLEGAL:
            raise InvalidInput(f"illegal is {' or '.join(ILLEGAL)}, not {illegal!r}")
        if max_cycles is not None and max_cycles < 1:
            raise InvalidInput(f"max_cycles is 1 or more, not {max_cycles}")
        self.max_cycles = max_cycles
        self.illegal = illegal
        self.agents = [f"player_{seat}" for seat in range(self.players)]
        names = [f"Player {seat + 1}" for seat in range(self.players)]
        self.voices = {p: Voice(self.game, lang, names, None if p == SPECTATOR else p) for p in range(-1, self.players)}
        self.actions = self.game.action_count(self.options)
        self.none_legal = np.zeros(self.actions, np.int8)
        low, high = _limits(self.game)
        mask = spaces.Box(0, 1, (self.actions,), np.int8)
        self.observation_spaces = {
            agent: spaces.Dict({"action_mask": mask, "observation": spaces.Box(low, high, dtype=np.int64)})
            for agent in self.agents
        }
        self.action_spaces = {agent: spaces.Discrete(self.actions) for agent in self.agents}
        self.seeds = random.Random()
        self.deal(None)

    def deal(self, seed: int | None) -> None:
        """A fresh match."""
        if seed is not None:
            self.seeds = random.Random(seed)
        word = self.seeds.randrange(MOST_SEED) if seed is None else seed
        self.match = Match(self.game, self.players, self.options, word)
        self.dice = random.Random(word)
        self.cycles = 0
        self.heard = dict.fromkeys(self.voices, 0)

    def mask(self, seat: int) -> Any:
        """1 where an action is legal for this seat now."""
        legal = self.game.legal(self.match.state, seat)
        if not legal:
            return self.none_legal
        mask = np.zeros(self.actions, np.int8)
        mask[legal] = 1
        return mask

    def observe(self, seat: int, mask: Any) -> dict[str, Any]:
        """What this seat may know, and do."""
        return {"action_mask": mask, "observation": np.array(self.game.observe(self.match.state, seat), np.int64)}

    def play(self, decisions: list[tuple[int, int]]) -> None:
        """Carry out the decisions of one cycle."""
        for viewer in (SPECTATOR, *(seat for seat, _ in decisions)):
            self.heard[viewer] = len(self.match.told)
        for seat, number in decisions:
            self.match.play(seat, number)
        self.cycles += 1

    def checked(self, seat: int, action: Any) -> tuple[int, bool]:
        """An action to carry out, and whether it stands for an illegal one. Raises IllegalAction."""
        legal = self.game.legal(self.match.state, seat)
        number = int(action)
        if number in legal:
            return number, False
        if self.illegal == "random":
            return self.dice.choice(legal), True
        within = 0 <= number < self.actions
        clause = self.game.refusal(self.match.state, seat, number) if within else None
        label = (
            f"{number} ({self.voices[SPECTATOR].words.action(self.game.actions.decode(number))})"
            if within
            else f"{number}"
        )
        by = f" by {clause}" if clause else ""
        raise IllegalAction(f"action {label} is not possible now{by}: the action mask says what is", clause)

    @property
    def is_cut_off(self) -> bool:
        """Were all cycles used up before the end?"""
        return self.max_cycles is not None and self.cycles >= self.max_cycles and not self.match.is_over

    def scores(self) -> dict[str, float]:
        """Rewards now: the scores at the end, zeros before it."""
        if not self.match.is_over:
            return dict.fromkeys(self.agents, 0.0)
        return {agent: float(self.game.score(self.match.state, seat)) for seat, agent in enumerate(self.agents)}

    def text(self, seat: int) -> str:
        """The view of a seat (or SPECTATOR) in words, and what happened since its last decision (or the last cycle)."""
        voice = self.voices[seat]
        text = voice.observation(self.match.view(seat), self.match.events(seat, self.heard[seat]))
        return text if seat == SPECTATOR or self.match.is_over else f"{text}\n\n{voice.choices(self.match.legal(seat))}"


def _limits(game: Game) -> tuple[Any, Any]:
    """The least and the greatest value of each number of an observation, from the fields' types."""
    low = np.zeros(game.observation_size, np.int64)
    high = np.ones(game.observation_size, np.int64)
    fields = game.rules.State.FIELDS
    for section in game.observation_layout[1:]:
        field = fields[section.name]
        end = section.offset + section.rows * section.width
        if isinstance(field, RecordArray):
            parts = [n for inner in field.record.FIELDS.values() for n in [inner] * inner.size] * section.rows
            low[section.offset : end] = [part.low for part in parts]
            high[section.offset : end] = [min(part.high, MOST_SEED - 1) for part in parts]
            continue
        low[section.offset : end] = min(field.low, 0)
        high[section.offset : end] = min(field.high, MOST_SEED - 1)
        if field.audience is not PUBLIC:
            low[section.offset : end : section.width] = 0
            high[section.offset : end : section.width] = 1
    return low, high


class MatchEnv(AECEnv[str, Seen, int]):
    """A game as an AEC env; see the module. A cycle is one decision."""

    def __init__(
        self,
        game: str | Game,
        players: int | None = None,
        options: dict[str, Value] | None = None,
        render_mode: str | None = None,
        max_cycles: int | None = None,
        illegal: str = "refuse",
        lang: str = "en",
    ) -> None:
        super().__init__()
        self.table = Table(game, players, options, render_mode, max_cycles, illegal, lang)
        self.render_mode = render_mode
        self.metadata = {"name": _name(self.table.game), "render_modes": RENDER_MODES, "is_parallelizable": False}
        self.possible_agents = list(self.table.agents)
        self.seat_of = {agent: seat for seat, agent in enumerate(self.possible_agents)}
        self.reset()

    def observation_space(self, agent: str) -> Any:
        """See the module."""
        return self.table.observation_spaces[agent]

    def action_space(self, agent: str) -> Any:
        """All actions of the game under its options."""
        return self.table.action_spaces[agent]

    def reset(self, seed: int | None = None, options: dict[str, Any] | None = None) -> None:
        """A fresh match. `options` is there for PettingZoo: a game's own options belong to the env."""
        self.table.deal(seed)
        self.agents = list(self.possible_agents)
        self.rewards = dict.fromkeys(self.agents, 0.0)
        self._cumulative_rewards = dict.fromkeys(self.agents, 0.0)
        self.terminations = dict.fromkeys(self.agents, False)
        self.truncations = dict.fromkeys(self.agents, False)
        self._skip_agent_selection = None
        self.infos = {agent: {"action_mask": self.table.none_legal} for agent in self.agents}
        self._ask()

    def _ask(self) -> None:
        seat = self.table.match.actors[0]
        self.agent_selection = self.possible_agents[seat]
        self.infos[self.agent_selection] = {"action_mask": self.table.mask(seat)}

    def observe(self, agent: str) -> dict[str, Any]:
        """What this agent may know now, and its mask, which is all zeros while another one is asked."""
        asked = agent == self.agent_selection and not (self.terminations.get(agent) or self.truncations.get(agent))
        mask = self.infos[agent]["action_mask"] if asked else self.table.none_legal
        return self.table.observe(self.seat_of[agent], mask)

    def step(self, action: Any) -> None:
        """The selected agent decides (None, once its match is over). Raises IllegalAction: nothing has happened then."""
        agent = self.agent_selection
        if self.terminations[agent] or self.truncations[agent]:
            self._was_dead_step(action)
            return
        table, seat = self.table, self.seat_of[agent]
        number, replaced = table.checked(seat, action)
        table.play([(seat, number)])
        self._cumulative_rewards[agent] = 0.0
        self.infos[agent] = {"action_mask": table.none_legal, **({"replaced": True} if replaced else {})}
        self.rewards = table.scores()
        self._accumulate_rewards()
        if table.match.is_over:
            self.terminations = dict.fromkeys(self.agents, True)
            self.agent_selection = self.agents[0]
        elif table.is_cut_off:
            self.truncations = dict.fromkeys(self.agents, True)
            self.agent_selection = self.agents[0]
        else:
            self._ask()

    def render(self) -> str | None:
        """`ansi`: the view of the selected agent in words, and its choices (at the end: what everybody sees). `human`: prints it."""
        over = not self.agents or self.table.match.is_over
        return _shown(self.render_mode, self.table.text(SPECTATOR if over else self.seat_of[self.agent_selection]))

    def close(self) -> None:
        """Nothing is open."""


class MatchParallelEnv(ParallelEnv[str, Seen, int]):
    """A game as a Parallel env; see the module. A cycle is one step."""

    def __init__(
        self,
        game: str | Game,
        players: int | None = None,
        options: dict[str, Value] | None = None,
        render_mode: str | None = None,
        max_cycles: int | None = None,
        illegal: str = "refuse",
        lang: str = "en",
    ) -> None:
        super().__init__()
        self.table = Table(game, players, options, render_mode, max_cycles, illegal, lang)
        self.render_mode = render_mode
        self.metadata = {"name": _name(self.table.game), "render_modes": RENDER_MODES}
        self.possible_agents = list(self.table.agents)
        self.agents: list[str] = []

    def observation_space(self, agent: str) -> Any:
        """See the module."""
        return self.table.observation_spaces[agent]

    def action_space(self, agent: str) -> Any:
        """All actions of the game under its options."""
        return self.table.action_spaces[agent]

    def reset(
        self, seed: int | None = None, options: dict[str, Any] | None = None
    ) -> tuple[dict[str, dict[str, Any]], dict[str, dict[str, Any]]]:
        """A fresh match. `options` is there for PettingZoo: a game's own options belong to the env."""
        self.table.deal(seed)
        self.agents = list(self.possible_agents)
        return self._seen(set())

    def _seen(self, replaced: set[int]) -> tuple[dict[str, dict[str, Any]], dict[str, dict[str, Any]]]:
        observations: dict[str, Seen] = {}
        infos: dict[str, dict[str, Any]] = {}
        for seat, agent in enumerate(self.possible_agents):
            mask = self.table.mask(seat)
            observations[agent] = self.table.observe(seat, mask)
            infos[agent] = {"action_mask": mask, **({"replaced": True} if seat in replaced else {})}
        return observations, infos

    def step(
        self, actions: dict[str, Any]
    ) -> tuple[dict[str, Any], dict[str, float], dict[str, bool], dict[str, bool], dict[str, Any]]:
        """All seats that owe a decision make it. Raises IllegalAction, also where one is missing: nothing has happened then."""
        table = self.table
        if not self.agents:
            raise IllegalAction("the match is over: reset the env")
        decisions: list[tuple[int, int]] = []
        replaced: set[int] = set()
        for seat in table.match.actors:
            agent = self.possible_agents[seat]
            if agent not in actions:
                raise IllegalAction(f"{agent} owes a decision: its action is missing")
            number, was_illegal = table.checked(seat, actions[agent])
            decisions.append((seat, number))
            replaced |= {seat} if was_illegal else set()
        table.play(decisions)
        observations, infos = self._seen(replaced)
        over, cut = table.match.is_over, table.is_cut_off
        agents = list(self.agents)
        if over or cut:
            self.agents = []
        return observations, table.scores(), dict.fromkeys(agents, over), dict.fromkeys(agents, cut), infos

    def render(self) -> str | None:
        """`ansi`: what everybody sees, in words. `human`: prints it."""
        return _shown(self.render_mode, self.table.text(SPECTATOR))

    def close(self) -> None:
        """Nothing is open."""


def _name(game: Game) -> str:
    return f"mainmatch_{game.id.replace('-', '_')}_v{game.version}"


def _shown(mode: str | None, text: str) -> str | None:
    if mode == "human":
        sys.stdout.write(text + "\n")
    return text if mode == "ansi" else None


def env(game: str | Game, **parameters: Any) -> MatchEnv:
    """See `MatchEnv`."""
    return MatchEnv(game, **parameters)


def parallel_env(game: str | Game, **parameters: Any) -> MatchParallelEnv:
    """See `MatchParallelEnv`."""
    return MatchParallelEnv(game, **parameters)
