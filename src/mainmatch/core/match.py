"""A match: game + players + options + chance + decisions. It replays, saves and loads.

The file of a match is one JSON object:

    {"format": 1, "game": "maskmen", "version": "1", "players": 4, "options": {…},
     "seed": 7                                        # a seeded match, or
     "commitment": "<SHA-256 of the key>", "key": "<hex, once the match is over>",
     "draws": [[outcomes, value], …],                 # keyed matches: every chance event, in order
     "decisions": [[seat, {action}], …]}
"""

from __future__ import annotations

import hashlib
from collections.abc import Callable
from typing import Any

from mainmatch.core.actions import Action
from mainmatch.core.chance import Chance, KeyedChance, RecordedChance, ScriptedChance
from mainmatch.core.errors import InvalidFile, MainmatchError
from mainmatch.core.events import EventJson, Told
from mainmatch.core.game import Game, State
from mainmatch.core.record import SPECTATOR

FORMAT = 1


class Match:
    """One match in progress or finished.

    `state` is the current truth, `decisions` the list of (seat, action number) so far, `told` all events.
    """

    def __init__(
        self, game: Game, players: int | None = None, options: dict[str, Any] | None = None, chance: int | Chance = 0
    ) -> None:
        self.game = game
        self.players = game.check_players(players)
        self.options = game.check_options(self.players, options)
        self.source = chance
        self.recorder = None if isinstance(chance, int) else RecordedChance(chance)
        self.state: State = game.start(self.players, self.options, chance if self.recorder is None else self.recorder)
        self.told: list[Told] = self.state.told
        self.decisions: list[tuple[int, int]] = []

    @property
    def is_over(self) -> bool:
        """Has it ended?"""
        return self.game.is_over(self.state)

    @property
    def actors(self) -> list[int]:
        """Seats that owe a decision."""
        return self.game.actors(self.state)

    def legal(self, seat: int) -> list[Action]:
        """The seat's legal actions as JSON."""
        return self.game.legal_json(self.state, seat)

    def view(self, viewer: int = SPECTATOR) -> dict[str, Any]:
        """What the viewer may know."""
        return self.game.view(self.state, viewer)

    def play(self, seat: int, action: Action | int) -> list[Told]:
        """Carry out one seat's decision; returns what happened. Raises InvalidAction or IllegalAction: nothing changes."""
        number = self.game.check_action(
            self.state, seat, self.game.actions.decode(action) if isinstance(action, int) else action
        )
        after = self.state.clone()
        after.told = []
        self.game.apply(after, seat, number)
        told: list[Told] = after.told
        after.told = None
        self.state = after
        self.decisions.append((seat, number))
        self.told.extend(told)
        return told

    def events(self, viewer: int = SPECTATOR, since: int = 0) -> list[EventJson]:
        """The events from number `since` on, as the viewer received them."""
        projected = (self.game.events.project(t, viewer) for t in self.told[since:])
        return [e for e in projected if e is not None]

    # ------------------------------------------------------------ files
    def save(self, with_key: bool = False) -> dict[str, Any]:
        """The match as JSON. The key of a keyed match is included when it is over, or `with_key` (keep that file secret)."""
        file: dict[str, Any] = {
            "format": FORMAT,
            "game": self.game.id,
            "version": self.game.version,
            "players": self.players,
            "options": self.options,
        }
        if isinstance(self.source, int):
            file["seed"] = self.source
        elif isinstance(self.source, KeyedChance):
            file["commitment"] = self.source.commitment
            if with_key or self.is_over:
                file["key"] = self.source.key.hex()
        if self.recorder is not None and (with_key or self.is_over):
            file["draws"] = [list(v) for _, v in sorted(self.recorder.draws.items())]
        file["decisions"] = [[seat, self.game.actions.decode(a)] for seat, a in self.decisions]
        return file

    @classmethod
    def load(cls, file: Any, find: Callable[[str], Game]) -> Match:
        """Rebuild a match from its file. `find(id)` gives the game. Raises InvalidFile with what is wrong."""
        if not isinstance(file, dict) or file.get("format") != FORMAT:
            raise InvalidFile("this is no match file (its format must be 1)")
        try:
            game = find(file["game"])
            if file["version"] != game.version:
                raise InvalidFile(
                    f"the match was played with version {file['version']} of the rules, this is version {game.version}"
                )
            chance: int | Chance
            if "seed" in file:
                chance = file["seed"]
                if type(chance) is not int:
                    raise InvalidFile("seed must be a whole number")
            elif "key" in file:
                chance = KeyedChance(bytes.fromhex(file["key"]))
            elif "draws" in file:
                chance = ScriptedChance([v for _, v in file["draws"]])
            else:
                raise InvalidFile(
                    "the file has neither seed nor key nor draws: an unfinished keyed match cannot be replayed"
                )
            match = cls(game, file["players"], file["options"], chance)
            for number, (seat, action) in enumerate(file["decisions"], 1):
                try:
                    match.play(seat, action)
                except MainmatchError as error:
                    raise InvalidFile(f"decision {number}: {error}") from error
        except (KeyError, TypeError, ValueError) as error:
            raise InvalidFile(f"the match file is damaged: {error!r}") from error
        return match


def verify(file: Any, find: Callable[[str], Game]) -> list[str]:
    """What is wrong with a finished keyed match: its commitment and every deal. Empty: all is right.

    Raises InvalidFile when the file cannot be checked at all.
    """
    if not isinstance(file, dict):
        raise InvalidFile("this is no match file")
    if "key" not in file or "commitment" not in file:
        raise InvalidFile("only a finished live match can be verified: the file needs its key and its commitment")
    wrong = []
    try:
        key = bytes.fromhex(file["key"])
    except (TypeError, ValueError):
        raise InvalidFile("the key is not hexadecimal") from None
    if hashlib.sha256(key).hexdigest() != file["commitment"]:
        wrong.append("the key does not belong to the commitment shown at the start")
    match = Match.load(file, find)
    if match.recorder is not None:
        drawn = [list(v) for _, v in sorted(match.recorder.draws.items())]
        given = file.get("draws", drawn)
        for i, (ours, theirs) in enumerate(zip(drawn, given, strict=False), 1):
            if ours != theirs:
                wrong.append(
                    f"chance event {i} should be {ours[1]} of {ours[0]}, the match used {theirs[1]} of {theirs[0]}"
                )
                break
        if len(drawn) != len(given):
            wrong.append(f"the match used {len(given)} chance events, the key gives {len(drawn)}")
    if not match.is_over:
        wrong.append("the match is not over")
    return wrong
