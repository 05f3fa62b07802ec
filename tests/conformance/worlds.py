"""Which games, player counts and options the laws are tried on, and random walks through them."""

from __future__ import annotations

import random
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import Any

from mainmatch.core.errors import InvalidOption
from mainmatch.core.game import Game, State
from mainmatch.games import all_games

EXAMPLE = Path(__file__).parents[2] / "docs" / "example_game"


def games() -> list[Game]:
    """Our games and the example game of the documentation, registered from outside."""
    sys.path.insert(0, str(EXAMPLE)) if str(EXAMPLE) not in sys.path else None
    from example_game.game import GAME  # type: ignore[import-not-found]

    found = all_games()
    return [*found.values(), *([] if GAME.id in found else [GAME])]


World = tuple[Game, int, dict[str, Any]]

SHORT: dict[str, dict[str, Any]] = {"middle-race": {"max_laps": 12}, "maskmen": {"seasons": 2, "season_wins": 2}}
"""Options that keep random matches short where a test tries many of them."""


def worlds(game: Game) -> list[World]:
    """Every player count with the defaults, then every other value of every option (limits for numbers)."""
    low, high = game.seats
    found: list[World] = [(game, n, {}) for n in range(low, high + 1)]
    for option in game.options:
        if option.choices:
            values: list[Any] = [c for c in option.choices if c != option.default]
        elif option.kind == "bool":
            values = [not option.default]
        else:
            top = option.low + 7 if option.high > 10_000 else option.high
            values = sorted({option.low, option.low + 1, top} - {option.default})
        for value in values:
            for players in {game.default_seats, low}:
                try:
                    game.check_options(players, {option.name: value})
                except InvalidOption:  # a room's own limit between options and players
                    continue
                found.append((game, players, {option.name: value}))
    return found


def name(world: World) -> str:
    """A short id for pytest."""
    game, players, options = world
    return f"{game.id}-{players}" + "".join(f"-{k}={v}" for k, v in options.items())


def all_worlds() -> list[World]:
    """The worlds of all games."""
    return [w for g in games() for w in worlds(g)]


def plain_worlds() -> list[World]:
    """Every game and player count, defaults only."""
    return [w for g in games() for w in worlds(g) if not w[2]]


def start(world: World, seed: int, **more: Any) -> State:
    """The first state of a match in this world."""
    game, players, options = world
    return game.start(players, {**options, **more}, seed)


def walk(world: World, seed: int, limit: int = 4000, **more: Any) -> Iterator[tuple[State, random.Random]]:
    """States along a random match (the state is advanced in place after each yield), the last one included."""
    game = world[0]
    dice = random.Random(seed)
    state = start(world, seed, **more)
    for _ in range(limit):
        yield state, dice
        seats = game.actors(state)
        if not seats:
            return
        seat = dice.choice(seats)
        game.apply(state, seat, dice.choice(game.legal(state, seat)))


def viewers(game: Game, state: State) -> range:
    """A spectator and every seat."""
    return range(-1, state.players)
