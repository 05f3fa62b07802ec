"""The report on a race: who comes into the safe middle, and the decisions that changed it."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import pairwise

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

GOAL = 31
STEPS = ("moved", "taken_along", "attracted", "stepped", "pushed", "pulled", "mirrored")
"""Events that are one displacement each."""
BY_OTHERS = ("taken_along", "attracted", "pushed", "pulled", "mirrored")
SHORT = 3
"""From so many displacements on they are a chain."""
DEATH, GARNET, BLACK = "death_match", "garnet", "black_garnet"


def report(played: Played) -> Report:
    """Places by MR-30. Squares by turn. Turning points: bands, the chain, carried over, the longest way by another's power."""
    rules = [bands(played), chains(played), carried(played), swings(played)]
    kinds = {
        "who": "character",
        "mover": "character",
        "player": "player",
        "lost": "player",
        "from": "square",
        "to": "square",
    }
    return Report(places(played), turning_points(rules), chart(played), kinds)


def places(played: Played) -> list[Place]:
    """MR-30: first and last to the death match, a garnet to all others, a black one more to the second of each end."""
    found = []
    for seat, rank in enumerate(played.outcome["ranks"]):
        reward = band(rank, played.players)
        tone = {DEATH: DANGER, BLACK: GOLD, GARNET: None}[reward]
        found.append(Place(seat, rank, reward, tone, part=("character", played.last.state["characters"][seat])))
    return found


def band(rank: int, players: int) -> str:
    """What a rank is worth."""
    if rank in (1, players):
        return DEATH
    return BLACK if rank in (2, players - 1) else GARNET


def standing(step: Step) -> list[int]:
    """Characters as they would be ranked now: finished in their order, then further first, then by lower number."""
    state = step.state
    finished: list[int] = state["finish_order"]
    running = [int(c) for c in state["squares"] if int(c) not in finished]
    return finished + sorted(running, key=lambda c: (-state["squares"][str(c)], c))


def race(played: Played) -> list[Step]:
    """The steps of the race."""
    return [step for step in played.steps if step.state["squares"] is not None]


# ---------------------------------------------------------------- rules
def bands(played: Played) -> Iterator[Moment]:
    """A decision after which others stand in the bands (death match, black garnet): how many characters changed theirs.

    It counts when nobody stands on Start any more: before that, standing says nothing.
    """
    steps = race(played)
    for before, after in pairwise(steps):
        if 0 in before.state["squares"].values():
            continue
        worth = [{c: band(i, played.players) for i, c in enumerate(standing(step), 1)} for step in (before, after)]
        changed = [c for c in worth[0] if worth[0][c] != worth[1][c]]
        if changed:
            (seat,) = after.taken
            fallen = [c for c in changed if worth[1][c] == DEATH]
            values = {"player": seat, "count": len(changed), "lost": [_seat(played, c) for c in fallen]}
            rule = "bands" if fallen else "black_bands"
            yield Moment(after.number, rule, len(changed), (seat,), values)


def chains(played: Played) -> Iterator[Moment]:
    """A turn with many displacements: how many."""
    count, mover = 0, 0
    last = played.steps[0]
    for step in played.steps:
        for event in step.events:
            if event["type"] == "turn":
                yield from _chain(played, last, mover, count)
                count, mover = 0, event["who"]
            if event["type"] in STEPS:
                count, last = count + 1, step
    yield from _chain(played, last, mover, count)


def _chain(played: Played, step: Step, mover: int, count: int) -> Iterator[Moment]:
    if count >= SHORT:
        yield Moment(step.number, "chain", count, (_seat(played, mover),), {"mover": mover})


def carried(played: Played) -> Iterator[Moment]:
    """Somebody crosses the goal by another's power: by so many squares."""
    for step in played.steps:
        for event in step.events:
            if event["type"] in BY_OTHERS and event["to"] == GOAL:
                values = {"who": event["who"], "from": event["from"]}
                yield Moment(
                    step.number, "carried", GOAL - event["from"], (_seat(played, event["who"]), *step.taken), values
                )


def swings(played: Played) -> Iterator[Moment]:
    """A character is displaced by another's power: by so many squares."""
    for step in played.steps:
        for event in step.events:
            if event["type"] in BY_OTHERS and event["to"] != GOAL:
                values = {"who": event["who"], "from": event["from"], "to": event["to"]}
                measure = abs(event["to"] - event["from"])
                yield Moment(step.number, "swing", measure, (_seat(played, event["who"]), *step.taken), values)


def _seat(played: Played, character: int) -> int:
    seat: int = played.last.state["characters"].index(character)
    return seat


# ---------------------------------------------------------------- the chart
def chart(played: Played) -> Chart:
    """Squares at the beginning of each turn, and at the end."""
    x_of: list[int] = []
    moments: list[Step] = []
    for step in played.steps:
        if any(event["type"] == "turn" for event in step.events):
            moments.append(step)
        x_of.append(max(0, len(moments) - 1))
    moments.append(played.last)
    x_of[-1] = len(moments) - 1
    series = []
    for seat, character in enumerate(played.last.state["characters"]):
        squares = [step.state["squares"][str(character)] for step in moments]
        end = squares.index(GOAL) + 1 if GOAL in squares else len(squares)
        series.append(Series(None, seat, [thinned(list(enumerate(squares[:end])))]))
    return Chart(series, x_of, limit=GOAL)
