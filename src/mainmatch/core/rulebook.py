"""The text of rulebooks, whole and by clause."""

from __future__ import annotations

import re
from collections.abc import Iterable
from importlib import resources

from mainmatch.core.errors import InvalidFile, InvalidInput
from mainmatch.core.game import Game

_CLAUSE = re.compile(r"\*\*([A-Z]{2,4}-\d+)\*\*\s*")
NUMBER = re.compile(r"([A-Za-z]{2,4})-?(\d+)")
"""How people write a clause: MR-18, mr18."""


def rulebook(game: Game, lang: str) -> str:
    """The whole rulebook, in Markdown. Raises InvalidFile."""
    try:
        return resources.files(game.package).joinpath(f"rulebook.{lang}.md").read_text(encoding="utf-8")
    except (OSError, ModuleNotFoundError) as error:
        raise InvalidFile(f"the rulebook of {game.id} in this language ({lang}) cannot be read: {error}") from error


def clauses(text: str) -> dict[str, str]:
    """The text of every clause of a rulebook, by number, in order."""
    found: dict[str, str] = {}
    number = None
    for line in text.splitlines():
        start = _CLAUSE.match(line)
        if start:
            number = start[1]
            found[number] = line[start.end() :]
        elif line.startswith("#"):
            number = None
        elif number is not None:
            found[number] += f"\n{line}"
    return {number: words.strip() for number, words in found.items()}


def find_clause(games: Iterable[Game], written: str) -> tuple[Game, str]:
    """The game and the number of a clause as people write it. Raises InvalidInput that says what there is."""
    match = NUMBER.fullmatch(written.strip())
    games = list(games)
    if match is None:
        raise InvalidInput(
            f"{written!r} is neither a game nor a clause: `mainmatch games` lists the games, a clause reads MR-18"
        )
    prefix, number = match[1].upper(), f"{match[1].upper()}-{int(match[2])}"
    for game in games:
        if game.prefix == prefix:
            known = list(clauses(rulebook(game, "en")))
            if number in known:
                return game, number
            raise InvalidInput(f"{game.id} has no clause {number}; its clauses go from {known[0]} to {known[-1]}")
    raise InvalidInput(f"no game has clauses {prefix}-…; there are {', '.join(game.prefix for game in games)}")
