"""The report on an infiltration: who scored abroad, and the rounds that changed the order."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import combinations, pairwise

from mainmatch.core.report import DANGER, GOLD, Chart, Moment, Place, Played, Report, Series, Step, turning_points

ABROAD = {"A": (3, 4, 7, 8), "B": (1, 2, 5, 6)}


def report(played: Played) -> Report:
    """Places by IN-14. Points by round. Turning points: arrests, overtaking, the richest round, the nearest miss."""
    rules = [finds(played), overtaking(played), harvests(played), misses(played)]
    kinds = {"taken": "player", "ahead": "player"}
    return Report(places(played), turning_points(rules), chart(played), kinds)


def places(played: Played) -> list[Place]:
    """IN-14: the highest final points win, the lowest are candidates for elimination."""
    outcome = played.outcome
    found = []
    for seat, rank in enumerate(outcome["ranks"]):
        won, lost = seat in outcome["winners"], seat in outcome["candidates"]
        reward = "won" if won else "candidate" if lost else "survivor"
        score = {name: outcome[name][seat] for name in ("final", "points", "bonus")}
        found.append(Place(seat, rank, reward, GOLD if won else DANGER if lost else None, score))
    return found


def rounds(played: Played) -> list[tuple[Step, Step]]:
    """Each patrol: the step before it, and the one after it, with the round's points."""
    pairs = pairwise(played.steps)
    return [(before, after) for before, after in pairs if before.state["phase"] == "patrol"]


# ---------------------------------------------------------------- rules
def finds(played: Played) -> Iterator[Moment]:
    """A patrol arrests agents of others: how many."""
    for before, after in rounds(played):
        (leader,) = after.taken
        taken = [event["player"] for event in after.events if event["type"] == "arrested" and event["player"] != leader]
        if taken:
            values = {
                "player": leader,
                "round": before.state["round"],
                "zone": after.taken[leader]["zone"],
                "taken": sorted(set(taken)),
            }
            yield Moment(after.number, "find", len(taken), (leader, *sorted(set(taken))), values)


def overtaking(played: Played) -> Iterator[Moment]:
    """A round in which players come past others: how many pairs stand the other way round than when they last differed."""
    ahead: dict[tuple[int, int], int] = {}
    for before, after in rounds(played):
        points = after.state["points"]
        gains = [0] * played.players
        for pair in combinations(range(played.players), 2):
            if points[pair[0]] == points[pair[1]]:
                continue
            leads = max(pair, key=lambda seat: points[seat])
            gains[leads] += ahead.get(pair, leads) != leads
            ahead[pair] = leads
        if any(gains):
            best = [seat for seat in range(played.players) if gains[seat] == max(gains)]
            values = {"round": before.state["round"], "ahead": best, "count": max(gains)}
            yield Moment(after.number, "overtaking", sum(gains), tuple(best), values)


def harvests(played: Played) -> Iterator[Moment]:
    """A round's points of all together."""
    for before, after in rounds(played):
        (leader,) = after.taken
        total = sum(after.state["round_points"])
        if total:
            values = {"player": leader, "round": before.state["round"]}
            yield Moment(after.number, "harvest", total, (leader,), values)


def misses(played: Played) -> Iterator[Moment]:
    """A patrol that arrests nobody, next to a zone with foreign agents: how many stood there."""
    for before, after in rounds(played):
        (leader,) = after.taken
        zone = after.taken[leader]["zone"]
        if zone is None or any(event["type"] == "arrested" for event in after.events):
            continue
        standing = [
            piece[kind]
            for seat, piece in enumerate(before.state["pieces"])
            for kind in ABROAD
            if seat != leader and piece[kind] in ABROAD[kind]
        ]
        beside = max(
            (near for near in (zone - 1, zone + 1) if 1 <= near <= 8), key=lambda near: (standing.count(near), -near)
        )
        if standing.count(beside):
            values = {"player": leader, "round": before.state["round"], "zone": zone, "beside": beside}
            yield Moment(after.number, "miss", standing.count(beside), (leader,), values)


# ---------------------------------------------------------------- the chart
def chart(played: Played) -> Chart:
    """Points after each round, the bonus left out."""
    finished = [after for _, after in rounds(played)]
    numbers = {after.number: before.state["round"] for before, after in rounds(played)}
    x_of: list[int] = []
    for step in played.steps:
        x_of.append(numbers.get(step.number, x_of[-1] if x_of else 0))
    series = [
        Series(
            None,
            seat,
            [[(0, 0), *((numbers[step.number], step.state["points"][seat]) for step in finished)]],
        )
        for seat in range(played.players)
    ]
    return Chart(series, x_of)
