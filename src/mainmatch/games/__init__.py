"""The list of rooms, and the games registered from outside (entry point group `mainmatch.games`)."""

from __future__ import annotations

import functools
import importlib
from importlib.metadata import entry_points

from mainmatch.core.errors import InvalidInput
from mainmatch.core.game import Game

ROOMS = {
    "middle-race": "mainmatch.games.middle_race",
    "infiltration": "mainmatch.games.infiltration",
    "loyalists-and-traitors": "mainmatch.games.loyalists",
    "indian-poker": "mainmatch.games.indian_poker",
    "maskmen": "mainmatch.games.maskmen",
}
"""Our rooms by game id; each has a module `game` with its `GAME`."""


@functools.cache
def _room(game_id: str) -> Game:
    return importlib.import_module(f"{ROOMS[game_id]}.game").GAME


@functools.cache
def _from_outside() -> dict[str, Game]:
    games: dict[str, Game] = {}
    for entry in entry_points(group="mainmatch.games"):
        try:
            game = entry.load()
        except Exception as error:  # whatever a foreign package does wrong
            raise InvalidInput(
                f"the game {entry.name} of an installed package cannot be loaded ({entry.value}: {error}): "
                "repair that package or uninstall it"
            ) from error
        games[game.id] = game
    return games


def all_games() -> dict[str, Game]:
    """Every game by id: our rooms first, then those registered from outside."""
    return {**{i: _room(i) for i in ROOMS}, **_from_outside()}


def find(game_id: object) -> Game:
    """The game with this id. Raises InvalidInput that lists what there is."""
    if isinstance(game_id, str) and game_id in ROOMS:
        return _room(game_id)
    if isinstance(game_id, str) and game_id in _from_outside():
        return _from_outside()[game_id]
    raise InvalidInput(f"there is no game {game_id!r}; there are {', '.join([*ROOMS, *_from_outside()])}")
