"""The report on a finished match, for a terminal."""

from __future__ import annotations

from typing import Any

from mainmatch.core.errors import InvalidFile, MainmatchError
from mainmatch.core.match import Match
from mainmatch.core.report import in_words, played_of, report_of
from mainmatch.games import find

WORDS = {
    "ko": {"moments": "전환점", "step": "{n}번째 결정 뒤", "player": "플레이어 {n}", "place": "{n}위"},
    "en": {"moments": "Turning points", "step": "after decision {n}", "player": "Player {n}", "place": "{n}."},
}


def read(file: object, lang: str) -> dict[str, Any]:
    """The report on the match of a file, as `core.report.in_words` gives it. Raises InvalidFile."""
    try:
        match = Match.load(file, find)
    except MainmatchError as error:
        raise InvalidFile(f"there is no report: {error}") from error
    except (AttributeError, IndexError, OverflowError, RecursionError) as error:
        raise InvalidFile(f"there is no report: the match file is damaged: {error!r}") from error
    if not match.is_over:
        raise InvalidFile(f"there is no report: the match is not over after decision {len(match.decisions)}")
    return in_words(match.game, report_of(match.game, played_of(match)), lang, _names(file, match.players, lang))


def _names(file: object, players: int, lang: str) -> list[str]:
    """The names that `mainmatch play` keeps beside a match; files of the server have none."""
    seating = file.get("table") if isinstance(file, dict) else None
    names = seating.get("names") if isinstance(seating, dict) else None
    if isinstance(names, list) and len(names) == players and all(isinstance(n, str) and n.isprintable() for n in names):
        return names
    return [WORDS[lang]["player"].format(n=seat + 1) for seat in range(players)]


def sheet(said: dict[str, Any], lang: str) -> str:
    """Places, then the turning points with their steps."""
    words = WORDS[lang]
    lines = []
    for place in said["places"]:
        rank = "" if place["rank"] is None else words["place"].format(n=place["rank"])
        known = [said["names"][place["seat"]], place["part"], place["reward"], place["score"]]
        lines.append(f"{rank:<5}" + " · ".join(text for text in known if text))
    if said["moments"]:
        lines += ["", words["moments"]]
    for moment in said["moments"]:
        lines.append(f"  {moment['name']} ({words['step'].format(n=moment['step'])})")
        lines += [f"    {moment['what']}", f"    {moment['why']}"]
    return "\n".join(lines)
