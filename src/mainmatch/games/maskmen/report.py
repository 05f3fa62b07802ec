"""The report on a match of Maskmen: who got rid of the cards, and the plays that made others' cards heavy."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import pairwise
from typing import Any

from mainmatch.core.report import (
    DANGER,
    GOLD,
    Chart,
    Moment,
    Place,
    Played,
    Report,
    Series,
    Step,
    thinned,
    turning_points,
)

MOST = 3
"""The most cards of one play."""


def report(played: Played) -> Report:
    """Places by MM-17. Cards left by decision. Turning points: relations, passes that cost a season, going out far ahead."""
    rules = [relations(played), passes(played), exits(played)]
    kinds = {"weaker": "wrestler"}
    return Report(places(played), turning_points(rules), chart(played), kinds)


def places(played: Played) -> list[Place]:
    """MM-17: points, then +2 tokens."""
    outcome = played.outcome
    ranks: list[int] = outcome["ranks"]
    found = []
    for seat, rank in enumerate(ranks):
        won, last = rank == 1, rank == max(ranks)
        reward = "won" if won else "last" if last else "survivor"
        score = {"points": f"{outcome['points'][seat]:+d}".replace("-", "−").replace("+0", "0"), "tokens": outcome["season_wins"][seat]}  # fmt: skip
        found.append(Place(seat, rank, reward, GOLD if won else DANGER if last else None, score))
    return found


def left(state: dict[str, Any], seat: int) -> int:
    """How many cards a player holds."""
    return sum(state["hands"][seat].values())


def pairs(played: Played) -> Iterator[tuple[Step, Step, int, dict[str, Any]]]:
    """Each decision: the step before it, the one after it, who took it and what."""
    for before, after in pairwise(played.steps):
        for seat, action in after.taken.items():
            yield before, after, seat, action


# ---------------------------------------------------------------- rules
def relations(played: Played) -> Iterator[Moment]:
    """A play makes its wrestler stronger than others: how many cards of those the others hold, which are worth less from now on."""
    for before, after, seat, action in pairs(played):
        weaker = [
            name
            for event in after.events
            if event["type"] == "stronger" and event["wrestler"] == action.get("wrestler")
            for name in event["weaker"]
        ]
        hands = before.state["hands"]
        hit = sum(hands[other][name] for other in range(played.players) if other != seat for name in weaker)
        if hit:
            values = {
                "player": seat,
                "season": before.state["season"],
                "wrestler": action["wrestler"],
                "weaker": weaker,
            }
            yield Moment(after.number, "relation", hit, (seat,), values)


def passes(played: Played) -> Iterator[Moment]:
    """The last pass in a season, although cards could be played, of the one who is left with cards: how many are left."""
    passed: dict[int, tuple[int, int, int]] = {}
    for before, after, seat, action in pairs(played):
        could = playable(before.state, seat)
        if action["type"] == "pass" and could:
            passed[seat] = (after.number, could, left(before.state, seat))
        loser = next((event["player"] for event in after.events if event["type"] == "held"), None)
        if loser is None:
            continue
        if loser in passed:
            number, could, held = passed[loser]
            values = {"player": loser, "season": before.state["season"], "could": could, "held": held}
            yield Moment(number, "pass", left(before.state, loser), (loser,), values)
        passed = {}


def playable(state: dict[str, Any], seat: int) -> int:
    """The most cards that a player could answer with (MM-7); 0: none."""
    if not state["table"]:
        return 0
    top, count = state["table"][-1]["wrestler"], state["table"][-1]["count"]
    most = 0
    for wrestler, held in state["hands"][seat].items():
        if wrestler == top or [top, wrestler] in state["stronger"]:
            continue
        needed = count if [wrestler, top] in state["stronger"] else count + 1
        if needed <= min(MOST, held):
            most = max(most, needed)
    return most


def exits(played: Played) -> Iterator[Moment]:
    """Going out first in a season: how many cards the next one still holds."""
    for before, after, seat, action in pairs(played):
        if any(event["type"] == "out" and event["place"] == 1 for event in after.events):
            gap = min(left(before.state, other) for other in range(played.players) if other != seat)
            values = {"player": seat, "season": before.state["season"], "wrestler": action["wrestler"]}
            yield Moment(after.number, "exit", gap, (seat,), values)


# ---------------------------------------------------------------- the chart
def chart(played: Played) -> Chart:
    """Cards left after each decision; every season begins anew."""
    lines: list[list[list[tuple[int, int]]]] = [[] for _ in range(played.players)]
    marks: list[tuple[int, int]] = []
    x = -1
    x_of: list[int] = []
    before: Step | None = None
    for step in played.steps:
        x += 1
        season = step.state["season"]
        if before is None or before.state["season"] != season:
            if before is not None:
                for seat in range(played.players):
                    shed = step.taken.get(seat, {}).get("count", 0)
                    lines[seat][-1].append((x, left(before.state, seat) - shed))
                x_of.append(x)
                x += 1
            for line in lines:
                line.append([])
            marks.append((x, season))
        if len(x_of) <= step.number:
            x_of.append(x)
        for seat in range(played.players):
            lines[seat][-1].append((x, left(step.state, seat)))
        before = step
    series = [Series(None, seat, [thinned(line) for line in lines[seat]]) for seat in range(played.players)]
    return Chart(series, x_of, marks)
