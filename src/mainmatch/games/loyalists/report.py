"""The report on a board of loyalists and traitors: what was placed, what could have been, and whom the kings jailed."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import pairwise, permutations
from typing import Any

from mainmatch.core.report import DANGER, GOLD, Chart, Moment, Place, Played, Report, Series, turning_points

COLUMNS = ("A", "B")
ROLES = ("loyalist", "traitor")


def report(played: Played) -> Report:
    """Tokens and the death match. Columns by turn. Turning points: the line broken or the closest call, leaps, jail, a traitor king."""
    rules = [verdicts(played), breaks(played), leaps(played), jails(played), kings(played), close_calls(played)]
    kinds = {"king": "player", "jailed": "player", "digits": "digit"}
    return Report(places(played), turning_points(rules), chart(played), kinds)


def places(played: Played) -> list[Place]:
    """Nobody is ranked: a token of life, the death match, or neither."""
    outcome, traitors = played.outcome, played.last.state["traitors"]
    found = []
    for seat in range(played.players):
        token, fights = seat in outcome["tokens"], seat in outcome["death_match"]
        reward = "token" if token else "death_match" if fights else "survivor"
        tone = GOLD if token else DANGER if fights else None
        found.append(Place(seat, None, reward, tone, part=("role", ROLES[seat in traitors])))
    return found


def numbers_of(offer: list[int]) -> list[int]:
    """All numbers that the offered digits make, ascending (LT-4, LT-5)."""
    made = {int("".join(map(str, row))) for n in range(1, 5) for row in permutations(offer, n) if row[0] or n == 1}
    return sorted(made)


def lowest(offer: list[int], column: list[int], first_cell: object) -> int | None:
    """The lowest number of an offer that a column takes (LT-6, LT-7)."""
    top = column[-1] if column else -1
    most = (4 if first_cell == "any" else 1) if not column else len(str(top)) + 1
    return next((number for number in numbers_of(offer) if number > top and len(str(number)) <= most), None)


# ---------------------------------------------------------------- rules
def fills(played: Played) -> Iterator[tuple[int, int, dict[str, Any], str, int]]:
    """Each number placed: the step it led to, who placed it, the state before, column and number."""
    for before, after in pairwise(played.steps):
        for seat, action in after.taken.items():
            if action["type"] == "fill":
                yield after.number, seat, before.state, action["column"], action["number"]


def verdicts(played: Played) -> Iterator[Moment]:
    """The last king jails two: how many of them are traitors."""
    traitors = played.last.state["traitors"]
    for step in played.steps:
        for event in step.events:
            if event["type"] == "last_jailed":
                found = sum(1 for seat in event["players"] if seat in traitors)
                values = {"king": event["king"], "jailed": event["players"]}
                rule = "comeback" if found == len(event["players"]) else "last_king"
                yield Moment(step.number, rule, found, (event["king"], *event["players"]), values)


def breaks(played: Played) -> Iterator[Moment]:
    """The line is broken: by how much."""
    for number, seat, state, column, made in fills(played):
        if made > int(played.options["limit"]):
            could = lowest(state["offer"], state["columns"][column], played.options["first_cell"])
            values = {"player": seat, "column": column, "number": made, "digits": state["offer"], "lowest": could}
            yield Moment(number, "broke", made - int(played.options["limit"]), (seat,), values)


def leaps(played: Played) -> Iterator[Moment]:
    """A number above the lowest that the same offer would have made in the same column: by how much."""
    for number, seat, state, column, made in fills(played):
        could = lowest(state["offer"], state["columns"][column], played.options["first_cell"])
        if could is not None and made > could:
            rule = "leap_traitor" if seat in state["traitors"] else "leap"
            values = {"player": seat, "column": column, "number": made, "digits": state["offer"], "lowest": could}
            yield Moment(number, rule, made - could, (seat,), values)


def jails(played: Played) -> Iterator[Moment]:
    """A king jails traitors: how many."""
    traitors = played.last.state["traitors"]
    for step in played.steps:
        for event in step.events:
            found = [seat for seat in event.get("players", ()) if seat in traitors]
            if event["type"] == "jailed" and found:
                values = {"king": event["king"], "jailed": found}
                yield Moment(step.number, "jail", len(found), (event["king"], *found), values)


def kings(played: Played) -> Iterator[Moment]:
    """A traitor is elected king: with so many votes."""
    for step in played.steps:
        king = next((e["player"] for e in step.events if e["type"] in ("king", "last_king")), None)
        if king is not None and king in step.state["traitors"]:
            votes = [e["votes"] for e in step.events if e["type"] == "counted" and e["player"] == king]
            yield Moment(step.number, "traitor_king", max(votes, default=0), (king,), {"king": king})


def close_calls(played: Played) -> Iterator[Moment]:
    """A number that just does not break the line: how near it comes to the limit (the limit, less the distance)."""
    limit = int(played.options["limit"])
    for number, seat, _, column, made in fills(played):
        if made <= limit:
            values = {"player": seat, "column": column, "left": limit - made}
            yield Moment(number, "close_call", made, (seat,), values)


# ---------------------------------------------------------------- the chart
def chart(played: Played) -> Chart:
    """Every number placed, by turn and column."""
    lines: dict[str, list[tuple[int, int]]] = {name: [] for name in COLUMNS}
    for _, _, state, column, number in fills(played):
        lines[column].append((state["turns"] + 1, number))
    series = [Series(name, None, [lines[name]] if lines[name] else []) for name in COLUMNS]
    return Chart(series, [step.state["turns"] for step in played.steps], limit=int(played.options["limit"]))
