"""Every game in OpenSpiel 2.0: `register()`, then `pyspiel.load_game("mainmatch_maskmen(players=3)")`.

Parameters are `players`, every option of the game, and

- `chance`: `explicit` makes every chance event a chance node with all its outcomes; `sampled` makes all chance up to the
  next decision one chance node with one outcome, for which the game rolls its own dice (`dice`: their seed, -1: any);
  `default` is explicit where the game's chance events are few, see `docs/interfaces.md`.
- `in_turns`: where several seats owe a decision at once, ask them one after the other, the answers sealed, and so declare
  a sequential game. Without it such a game is declared simultaneous and such a node asks all of them together; seats
  that are not asked then have no legal actions. Solvers and ISMCTS want `in_turns=True`.
- `recall`: how many of a seat's own decisions and received events the information-state tensor holds (the latest).

The information-state string holds everything that has reached a seat, without limit: perfect recall. The observation
string is the seat's view as JSON.

**Never hand these games to `pyspiel.MCTSBot` or `pyspiel.ISMCTSBot`**: in OpenSpiel 2.0.2 the bots written in C++ kill the
process on any game written in Python, its own included. Use `open_spiel.python.algorithms.mcts` and `.ismcts`. For
solvers on small games, `pyspiel.convert_to_cached_tree(game)` takes Python out of the loop.
"""

from __future__ import annotations

import functools
import json
import random
from collections.abc import Callable
from typing import Any

from mainmatch.bridges.lines import VALUES, Channel, Moment, Setting
from mainmatch.core.errors import InvalidInput, MainmatchError
from mainmatch.core.game import Bounds, Game, Value
from mainmatch.core.record import SPECTATOR
from mainmatch.games import all_games, find


class NoOpenSpiel(MainmatchError, ImportError):
    """OpenSpiel is not installed."""


try:
    import numpy as np
    import pyspiel
except ImportError as missing:
    raise NoOpenSpiel("OpenSpiel is not installed: pip install 'mainmatch[openspiel]'") from missing

RECALL = 32
"""Entries of the information-state tensor by default."""
OWN_PARAMETERS: dict[str, Any] = {"chance": "default", "in_turns": False, "recall": RECALL, "dice": -1}
"""Parameters that are not the game's own, with their defaults."""
CHANCE = ("default", "explicit", "sampled")
MOST_LENGTH = 100_000_000
"""OpenSpiel multiplies lengths by players in 32 bits."""


def short_name(game: Game) -> str:
    """The game's name in OpenSpiel, for example `mainmatch_indian_poker`."""
    return "mainmatch_" + game.id.replace("-", "_")


def register() -> list[str]:
    """Make every game known to OpenSpiel in this process (once; again changes nothing). The names."""
    return [register_game(game) for game in all_games().values()]


def register_game(game: Game) -> str:
    """Make one game known to OpenSpiel: also one that is no entry point. Its name. Raises InvalidInput."""
    name = short_name(game)
    if name not in pyspiel.registered_names():
        taken = {"players", *OWN_PARAMETERS} & {option.name for option in game.options}
        if taken:
            raise InvalidInput(
                f"{game.id} has an option {min(taken)!r}: the bridge to OpenSpiel needs this name for itself"
            )
        pyspiel.register_game(_game_type(game, None, explicit=True, together=True), _creator(game))
    return name


def _creator(game: Game) -> type[MatchGame]:
    """What OpenSpiel calls for a new game: a class, since it lets go of it only after Python has ended, which a class survives."""

    class Room(MatchGame):
        def __init__(self, parameters: dict[str, Any] | None = None) -> None:
            super().__init__(game, parameters or {})

    return Room


def load(game_id: str, players: int | None = None, **parameters: Value) -> MatchGame:
    """A game of ours as OpenSpiel's. Raises InvalidInput with what is wrong with players, options or parameters."""
    game = find(game_id)
    name = register_game(game)
    known = {"players", *OWN_PARAMETERS, *(option.name for option in game.options)}
    for parameter in parameters:
        if parameter not in known:
            raise InvalidInput(f"{name} has no parameter {parameter!r}; it has {', '.join(sorted(known))}")
    return MatchGame(game, {**_defaults(game), "players": game.check_players(players), **parameters})


def _defaults(game: Game) -> dict[str, Any]:
    options = {option.name: option.default for option in game.options}
    return {"players": game.default_seats, **options, **OWN_PARAMETERS}


def _game_type(game: Game, bounds: Bounds | None, explicit: bool, together: bool) -> Any:
    kinds = pyspiel.GameType
    total = None if bounds is None else bounds.total
    utility = (
        kinds.Utility.GENERAL_SUM
        if total is None
        else kinds.Utility.ZERO_SUM
        if total == 0
        else kinds.Utility.CONSTANT_SUM
    )
    return kinds(
        short_name=short_name(game),
        long_name=str(game.words("en")["name"]),
        dynamics=kinds.Dynamics.SIMULTANEOUS if together else kinds.Dynamics.SEQUENTIAL,
        chance_mode=kinds.ChanceMode.EXPLICIT_STOCHASTIC if explicit else kinds.ChanceMode.SAMPLED_STOCHASTIC,
        information=kinds.Information.IMPERFECT_INFORMATION,
        utility=utility,
        reward_model=kinds.RewardModel.TERMINAL,
        max_num_players=game.seats[1],
        min_num_players=game.seats[0],
        provides_information_state_string=True,
        provides_information_state_tensor=True,
        provides_observation_string=True,
        provides_observation_tensor=True,
        provides_factored_observation_string=True,
        parameter_specification=_defaults(game),
    )


class MatchGame(pyspiel.Game):
    """One of our games, with players and options, as OpenSpiel's."""

    def __init__(self, game: Game, parameters: dict[str, Any]) -> None:
        given = {**_defaults(game), **parameters}
        players = game.check_players(given["players"])
        options = game.check_options(players, {o.name: given[o.name] for o in game.options})
        bounds = game.bounds(players, options)
        if given["chance"] not in CHANCE:
            raise InvalidInput(f"chance is {' or '.join(CHANCE)}, not {given['chance']!r}")
        if given["recall"] < 0:
            raise InvalidInput(f"recall is 0 or more, not {given['recall']}")
        explicit = bounds.few if given["chance"] == "default" else given["chance"] == "explicit"
        dice = random.Random(given["dice"] if given["dice"] >= 0 else None)
        self.setting = Setting(game, players, options, explicit, bool(given["in_turns"]), given["recall"], dice)
        self.most_chance = min(bounds.draws if explicit else min(bounds.draws, bounds.decisions + 1), MOST_LENGTH)
        info = pyspiel.GameInfo(
            num_distinct_actions=game.action_count(options),
            max_chance_outcomes=bounds.outcomes if explicit else 1,
            num_players=players,
            min_utility=float(bounds.least),
            max_utility=float(bounds.most),
            utility_sum=None if bounds.total is None else float(bounds.total),
            max_game_length=min(bounds.decisions, MOST_LENGTH),
        )
        together = bounds.together and not given["in_turns"]
        super().__init__(_game_type(game, bounds, explicit, together), info, parameters)

    def new_initial_state(self, *arguments: Any) -> MatchState:
        """A match before anything happened."""
        if arguments:
            raise InvalidInput("a match starts at its beginning: new_initial_state takes no position")
        return MatchState(self)

    def max_chance_nodes_in_history(self) -> int:
        """See `Bounds.draws`."""
        return self.most_chance

    def make_py_observer(self, iig_obs_type: Any = None, params: Any = None) -> MatchObserver:
        """An observer of this kind (default: what one seat knows now)."""
        return MatchObserver(self.setting, iig_obs_type or pyspiel.IIGObservationType(perfect_recall=False), params)


@functools.lru_cache(maxsize=65536)
def _label(words: Any, action: int) -> str:
    return str(words.action(words.game.actions.decode(action)))


@functools.lru_cache(maxsize=64)
def _english(setting: Setting) -> Any:
    return setting.game.sentences("en", [f"Player {p + 1}" for p in range(setting.players)])


class MatchState(pyspiel.State):
    """A match in progress. All that it holds is a `Moment`, which never changes: a copy costs nothing."""

    def __init__(self, game: MatchGame) -> None:
        super().__init__(game)
        self.now: Moment = game.setting.first

    # ------------------------------------------------------------ whose move
    def current_player(self) -> int:
        """A seat, or chance, all together, nobody."""
        now = self.now
        if now.outcomes:
            return int(pyspiel.PlayerId.CHANCE)
        if not now.seats:
            return int(pyspiel.PlayerId.TERMINAL)
        return int(pyspiel.PlayerId.SIMULTANEOUS) if now.together else now.seats[0]

    def is_terminal(self) -> bool:
        """Is the match over?"""
        return self.now.is_over

    def _legal_actions(self, player: int) -> list[int]:
        return self.now.legal(player)

    def chance_outcomes(self) -> list[tuple[int, float]]:
        """All equally likely."""
        n = self.now.outcomes
        return [(outcome, 1.0 / n) for outcome in range(n)]

    # ------------------------------------------------------------ moves
    def _apply_action(self, action: int) -> None:
        now = self.now
        self.now = now.fallen(action) if now.outcomes else now.decided(((now.seats[0], action),))

    def _apply_actions(self, actions: list[int]) -> None:
        self.now = self.now.decided([(seat, actions[seat]) for seat in self.now.seats])

    def _action_to_string(self, player: int, action: int) -> str:
        if player < 0:
            return f"outcome {action + 1} of {self.now.outcomes}" if self.now.setting.explicit else "the dice fall"
        return _label(_english(self.now.setting), action)

    # ------------------------------------------------------------ the end
    def returns(self) -> list[float]:
        """The game's score of each seat; zeros before the end."""
        return [float(score) for score in self.now.scores()]

    def __str__(self) -> str:
        return str(self.now)

    # ------------------------------------------------------------ other worlds
    def resample_from_infostate(self, player: int, probability_sampler: Callable[[], float]) -> MatchState:
        """A match that this seat cannot tell from the true one, dealt anew (`Game.redeal`).

        The seat's own past is kept to the letter. What the others did and saw in secret is not invented: their information
        states are made of what everybody knows and of what they see in the new deal. Its history starts here.
        """
        other = MatchState(self.get_game())
        other.now = self.now.imagine(player, int(probability_sampler() * (1 << 53)))
        return other

    # ------------------------------------------------------------ as JSON
    def _to_struct(self) -> dict[str, Any]:
        line = self.now.line
        return {
            "state": self.now.setting.game.state_json(line.record) if line.has_begun else None,
            "pending": [[seat, line.setting.game.actions.decode(action)] for seat, action in self.now.pending],
            "chance": list(self.now.script),
        }

    def _to_observation_struct(self, player: int) -> dict[str, Any]:
        line = self.now.line
        return {"view": line.setting.game.view(line.record, player) if line.has_begun else None}

    def _action_to_struct(self, player: int, action: int) -> dict[str, Any]:
        return {"type": "chance", "outcome": action} if player < 0 else self.now.setting.game.actions.decode(action)

    def _struct_to_actions(self, struct: dict[str, Any]) -> list[int]:
        if struct.get("type") == "chance":
            return [int(struct["outcome"])]
        return [self.now.setting.game.actions.encode(struct)]


class MatchObserver:
    """What one seat, all seats or nobody in particular knows: `tensor`, its named parts `dict`, and a string.

    The parts are the fields of the game that a viewer may know, in declaration order, shape (rows, width); see
    `core/observe.py`. With perfect recall also `record`, shape (recall, 2 + 12): the latest own decisions (1, action
    number) and received events (2, event number, values), the newest last. Without public information only the rows that a
    spectator does not know. With the private information of all players the parts come once a player.
    """

    def __init__(self, setting: Setting, kind: Any, params: Any = None) -> None:
        if params:
            raise InvalidInput(f"observers take no parameters, not {params}")
        self.setting = setting
        self.public = bool(kind.public_info)
        self.recalls = bool(kind.perfect_recall)
        self.private = kind.private_info
        several = self.private == pyspiel.PrivateInfoType.ALL_PLAYERS
        nothing = not self.public and self.private == pyspiel.PrivateInfoType.NONE
        self.count = 0 if nothing else setting.players if several else 1
        sections = setting.game.observation_layout if self.public else setting.hidden_sections
        self.picked = [
            i for section in sections for i in range(section.offset, section.offset + section.rows * section.width)
        ]
        self.is_whole = len(self.picked) == setting.game.observation_size
        size = len(self.picked) + (setting.recall * (2 + VALUES) if self.recalls else 0)
        self.tensor = np.zeros(self.count * size, np.float32)
        self.dict: dict[str, Any] = {}
        offset = 0
        for i in range(self.count):
            shapes = [(section.name, (section.rows, section.width)) for section in sections]
            if self.recalls:
                shapes.append(("record", (setting.recall, 2 + VALUES)))
            for name, (rows, width) in shapes:
                part = self.tensor[offset : offset + rows * width].reshape(rows, width)
                self.dict[f"player {i}: {name}" if several else name] = part
                offset += rows * width

    def channels(self, player: int) -> list[Channel]:
        """Whose knowledge this observer shows when it is asked for a player."""
        if self.count == 0:
            return []
        if self.count > 1:
            return [Channel(p, not self.public) for p in range(self.count)]
        if self.private == pyspiel.PrivateInfoType.NONE:
            return [Channel(SPECTATOR)]
        return [Channel(player, not self.public)]

    def set_from(self, state: MatchState, player: int) -> None:
        """Write what is known in `state` into the tensor."""
        values: list[int] = []
        line = state.now.line
        for channel in self.channels(player):
            seen = line.observation(channel)
            values += seen if self.is_whole else [seen[i] for i in self.picked]
            if self.recalls:
                entries = line.entries(channel, self.setting.recall)
                values += [0] * ((self.setting.recall - len(entries)) * (2 + VALUES))
                for entry in entries:
                    values += entry
        self.tensor[:] = values

    def string_from(self, state: MatchState, player: int) -> str:
        """The same as text: with perfect recall everything that was ever heard, otherwise the view as JSON."""
        return "\n".join(text for text in (self._text(state.now, channel) for channel in self.channels(player)) if text)

    def _text(self, now: Moment, channel: Channel) -> str:
        line = now.line
        if self.recalls:
            return line.text(channel)
        if not line.has_begun:
            return ""
        if not channel.private:
            return json.dumps(self.setting.game.view(line.record, channel.viewer), ensure_ascii=False)
        seen = line.observation(channel)
        hidden: dict[str, dict[int, list[int]]] = {}
        for section in self.setting.hidden_sections:
            for row in range(section.rows):
                start = section.offset + row * section.width
                if seen[start]:
                    hidden.setdefault(section.name, {})[row] = seen[start + 1 : start + section.width]
        return json.dumps(hidden) if hidden else ""
