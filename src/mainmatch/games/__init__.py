"""The list of rooms, and the games registered from outside (entry point group `mainmatch.games`)."""

from __future__ import annotations

import functools
import importlib
from importlib.metadata import entry_points

from mainmatch.core.errors import InvalidInput
from mainmatch.core.game import Game

ROOMS = (
    "mainmatch.games.middle_race",
    "mainmatch.games.infiltration",
    "mainmatch.games.loyalists",
    "mainmatch.games.indian_poker",
    "mainmatch.games.maskmen",
)
"""Our rooms; each has a module `game` with its `GAME`."""


@functools.cache
def all_games() -> dict[str, Game]:
    """Every game by id: our rooms first, then those registered from outside."""
    games = [importlib.import_module(f"{room}.game").GAME for room in ROOMS]
    games += [entry.load() for entry in entry_points(group="mainmatch.games")]
    return {game.id: game for game in games}


def find(game_id: object) -> Game:
    """The game with this id. Raises InvalidInput that lists what there is."""
    games = all_games()
    if not isinstance(game_id, str) or game_id not in games:
        raise InvalidInput(f"there is no game {game_id!r}; there are {', '.join(games)}")
    return games[game_id]
