"""Every game and player count, with options that keep a match short."""

from __future__ import annotations

from typing import Any

import pytest

from mainmatch.core.game import Game, Value
from tests.conformance.worlds import games

SHORT: dict[str, dict[str, Value]] = {
    "middle-race": {"max_laps": 2},
    "infiltration": {"rounds": 2},
    "loyalists-and-traitors": {"limit": 60},
    "indian-poker": {"max_hands": 3},
    "maskmen": {"cards": 4, "seasons": 1, "season_wins": 1},
}
ALL = games()
BY_ID = {game.id: game for game in ALL}
every_game = pytest.mark.parametrize("game", ALL, ids=lambda game: game.id)
every_count = pytest.mark.parametrize(
    ("game", "players"),
    [pytest.param(game, n, id=f"{game.id}-{n}") for game in ALL for n in range(game.seats[0], game.seats[1] + 1)],
)


def short(game: Game) -> dict[str, Any]:
    """Options for a short match."""
    return SHORT.get(game.id, {})
