"""The running score of an evening: everybody of a room by the matches that they have played to the end.

Points of different games cannot be added up, so what counts is neutral: matches played, matches won, places.
"""

from __future__ import annotations

import json
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from statistics import fmean
from typing import Any

from mainmatch.server.names import look
from mainmatch.server.storage import Row

Json = dict[str, Any]


@dataclass(frozen=True)
class Result:
    """What one match was for one seat."""

    place: int | None
    """From 1; None where the game ranks nobody, or nobody won."""
    won: bool


@dataclass
class Somebody:
    """A row of the score: a person under its latest name, or a bot."""

    name: str
    is_bot: bool
    results: dict[int, Result] = field(default_factory=dict)
    """By number of the match."""


def results_of(outcome: Mapping[str, Any] | None, players: int) -> list[Result]:
    """Results by seat from a stored outcome.

    `ranks` are places. Else `winners` or `winner` name the seats that won; where `winner` names a side, those with a
    token of life (`tokens`) have won. An outcome that says nothing of this kind gives no places.
    """
    given = outcome or {}
    ranks = _numbers(given.get("ranks"))
    if ranks is not None and len(ranks) == players:
        return [Result(rank, rank == 1) for rank in ranks]
    winner = given.get("winner")
    if isinstance(winner, str):
        tokens = _numbers(given.get("tokens")) or []
        return [Result(None, seat in tokens) for seat in range(players)]
    winners = _numbers(given.get("winners"))
    if winners is None:
        winners = _numbers([winner]) or []
    return [Result((1 if seat in winners else 2) if winners else None, seat in winners) for seat in range(players)]


def _numbers(value: object) -> list[int] | None:
    if isinstance(value, list) and all(type(one) is int for one in value):
        return value
    return None


def evening(matches: Sequence[Row], holders: Sequence[Row], notes: Sequence[Row]) -> Json:
    """The score as the protocol gives it out.

    Args:
        matches: Rows of `matches` of one room by number; only those that are over count.
        holders: Rows of `holders` of these matches.
        notes: Rows of `room_events` of these matches, by number.
    """
    everybody: list[Somebody] = []
    by_person: dict[str, Somebody] = {}
    by_name: dict[tuple[bool, str], Somebody] = {}
    over = [match for match in matches if match["status"] == "over"]
    for match in over:
        names: list[str] = json.loads(match["names"])
        outcome = None if match["outcome"] is None else json.loads(match["outcome"])
        results = results_of(outcome, match["players"])
        seats = _people(match["id"], match["players"], holders, notes)
        # Who is known by key first, so that nobody takes a row by name that is somebody else's.
        order = sorted(range(match["players"]), key=lambda seat, s=seats: s[seat].person not in by_person)
        for seat in order:
            about, name = seats[seat], names[seat]
            known = by_person.get(about.person) if about.person is not None else None
            known = known or by_name.get((about.is_bot, look(name)))
            if known is None or match["number"] in known.results:
                known = Somebody(name, about.is_bot)
                everybody.append(known)
            if by_name.get((known.is_bot, look(known.name))) is known:
                del by_name[known.is_bot, look(known.name)]
            known.name = name
            known.results[match["number"]] = results[seat]
            by_name[known.is_bot, look(name)] = known
            if about.person is not None:
                by_person[about.person] = known
    everybody.sort(key=_standing)
    return {
        "matches": [{"match": m["number"], "game": m["game"], "ended": m["ended_at"]} for m in over],
        "people": [_row(one, [m["number"] for m in over]) for one in everybody],
    }


@dataclass(frozen=True)
class _Seat:
    """Who played a seat to the end."""

    is_bot: bool
    person: str | None
    """The only key that has held it; None where it had several, or a bot plays it."""


def _people(match: str, players: int, holders: Sequence[Row], notes: Sequence[Row]) -> list[_Seat]:
    keys: dict[int, list[str]] = {}
    for row in holders:
        if row["match"] == match:
            keys.setdefault(row["seat"], []).append(row["person"])
    last: dict[int, str] = {}
    for row in notes:
        note = json.loads(row["note"]) if row["match"] == match else {}
        if note.get("type") in ("left", "removed", "took_seat"):
            last[note["seat"]] = note["type"]
    found = []
    for seat in range(players):
        held = keys.get(seat, [])
        is_bot = not held or last.get(seat) in ("left", "removed")
        found.append(_Seat(is_bot, held[0] if len(held) == 1 and not is_bot else None))
    return found


def _standing(one: Somebody) -> tuple[int, float]:
    """More wins before fewer, then the better average place; equal ones keep their order."""
    places = [result.place for result in one.results.values() if result.place is not None]
    return -_wins(one), fmean(places) if places else float("inf")


def _wins(one: Somebody) -> int:
    return sum(result.won for result in one.results.values())


def _row(one: Somebody, numbers: Sequence[int]) -> Json:
    return {
        "name": one.name,
        "bot": one.is_bot,
        "played": len(one.results),
        "wins": _wins(one),
        "results": [
            {"place": found.place, "won": found.won} if (found := one.results.get(number)) is not None else None
            for number in numbers
        ],
    }
