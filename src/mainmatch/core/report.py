"""The report on a finished match: everybody's place and reward, three turning points, and a chart.

A room may have `report.py` with `report(played: Played) -> Report`; a room without it gets places only. The words are in
the room's catalogues under `report`:

    {"rewards": {"garnet": …}, "score": "{points}점",
     "moments": {"chain": {"name": …, "what": …, "why": …}},
     "chart": {"title": …, "x": …, "y": …, "series": {"A": …}, "mark": "시즌 {n}", "limit": "한도 {n}"}}

`what` and `why` are templates over a moment's values and its `measure`; `score` over a place's values. A report is made of the
match's record alone: JSON states, whole events, decisions, outcome. So a match that older rules played has its report too.
"""

from __future__ import annotations

import functools
import importlib
import importlib.util
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass, field
from typing import Any

from mainmatch.core.actions import Action
from mainmatch.core.events import EventJson
from mainmatch.core.game import Game, Value
from mainmatch.core.match import Match
from mainmatch.core.messages import Sentences

Json = dict[str, Any]
TURNING_POINTS = 3
GOLD, DANGER = "gold", "danger"
"""Tones of a reward: what everybody wants, and what nobody does."""


# ---------------------------------------------------------------- what was played
@dataclass(frozen=True)
class Step:
    """A state of the match, and what led to it. A simultaneous decision is one step, as in a trace."""

    number: int
    """So many decisions were taken before: 0 is the start."""
    state: Json
    """The whole truth, as `Game.state_json` writes it."""
    events: list[EventJson]
    """What happened since the step before, nothing taken away."""
    taken: dict[int, Action]
    """The decisions by seat that led here; none at the start."""


@dataclass(frozen=True)
class Played:
    """A finished match."""

    game: str
    players: int
    options: dict[str, Value]
    steps: list[Step]
    outcome: Json

    @functools.cached_property
    def last(self) -> Step:
        """Its end."""
        return self.steps[-1]


def played_of(match: Match) -> Played:
    """The record of a finished match, made by playing it again."""
    game = match.game
    chance = match.source
    state = game.start(match.players, match.options, chance)
    frames: list[Json] = []
    decision: Json | None = None
    coming = iter(match.decisions)
    while True:
        events = [game.events.whole(told) for told in state.told]
        frames.append(
            {"state": game.state_json(state), "actors": game.actors(state), "events": events, "decision": decision}
        )
        after = next(coming, None)
        if after is None:
            break
        state.told = []
        game.apply(state, *after)
        decision = {"seat": after[0], "action": game.actions.decode(after[1])}
    return played_from(
        {"game": game.id, "players": match.players, "options": match.options, "frames": frames}
        | {"outcome": game.outcome(state)}
    )


def played_from(record: Json) -> Played:
    """The same from the frames that are kept of a finished match: one for each decision of one seat."""
    frames = record["frames"]
    steps = [Step(0, frames[0]["state"], frames[0]["events"], {})]
    at = 0
    while at + 1 < len(frames):
        taken = frames[at + 1 : at + 1 + max(1, len(frames[at]["actors"]))]
        events = [event for frame in taken for event in frame["events"]]
        actions = {frame["decision"]["seat"]: frame["decision"]["action"] for frame in taken}
        at += len(taken)
        steps.append(Step(len(steps), frames[at]["state"], events, actions))
    return Played(record["game"], record["players"], record["options"], steps, record["outcome"])


# ---------------------------------------------------------------- what a report says
@dataclass(frozen=True)
class Place:
    """What the match brought to a seat."""

    seat: int
    rank: int | None
    """From 1; None where the game ranks nobody."""
    reward: str | None = None
    """A key of the catalogue's `rewards`."""
    tone: str | None = None
    score: Json = field(default_factory=dict)
    """Values of the catalogue's `score`."""
    part: tuple[str, Any] | None = None
    """Who played what: kind and value of a term."""


@dataclass(frozen=True)
class Moment:
    """A turning point, or a candidate for one: what happened at a step, and by which rule it counts."""

    step: int
    rule: str
    measure: int
    """The rule's measure: the more, the more it counts."""
    seats: tuple[int, ...]
    """Whose moment it is."""
    values: Json = field(default_factory=dict)


@dataclass(frozen=True)
class Series:
    """One line of a chart."""

    name: str | None
    """A key of the catalogue's `series`; None: the name of its seat."""
    seat: int | None
    lines: list[list[tuple[int, int]]]
    """Points (x, y) by rising x; a gap between one list and the next."""


@dataclass(frozen=True)
class Chart:
    """How the match went."""

    series: list[Series]
    x_of: list[int]
    """Where each step stands."""
    marks: list[tuple[int, int]] = field(default_factory=list)
    """Upright lines: x and the number in their words."""
    limit: int | None = None
    """A level with a meaning of its own."""


@dataclass(frozen=True)
class Report:
    """The report on a match, without words."""

    places: list[Place]
    moments: list[Moment] = field(default_factory=list)
    chart: Chart | None = None
    kinds: dict[str, str] = field(default_factory=dict)
    """Kinds of values whose name is not their kind."""


def turning_points(rules: Sequence[Iterable[Moment]]) -> list[Moment]:
    """Three moments: the greatest of each rule in the order of the rules, then the second of each, and so on.

    Within a rule the greater measure comes first, among equals the earlier step. No two share a step.
    """
    ranked = [sorted(candidates, key=lambda m: (-m.measure, m.step)) for candidates in rules]
    chosen: dict[int, Moment] = {}
    while any(ranked) and len(chosen) < TURNING_POINTS:
        for candidates in ranked:
            while candidates and candidates[0].step in chosen:
                candidates.pop(0)
            if candidates and len(chosen) < TURNING_POINTS:
                moment = candidates.pop(0)
                chosen[moment.step] = moment
    return [chosen[step] for step in sorted(chosen)]


def thinned(points: Sequence[tuple[int, int]]) -> list[tuple[int, int]]:
    """The same line without the points inside its level stretches."""
    return [
        point
        for i, point in enumerate(points)
        if i in (0, len(points) - 1) or not points[i - 1][1] == point[1] == points[i + 1][1]
    ]


def ranks_of(outcome: Json, players: int) -> list[int | None]:
    """Ranks by seat as far as an outcome of any game says them: `ranks`, else who won (`winners` or `winner`)."""
    ranks = outcome.get("ranks")
    if isinstance(ranks, list) and len(ranks) == players and all(type(rank) is int for rank in ranks):
        return list(ranks)
    winners = outcome.get("winners", [outcome.get("winner")])
    won = [seat for seat in range(players) if isinstance(winners, list) and seat in winners]
    return [(1 if seat in won else 2) if won else None for seat in range(players)]


def report_of(game: Game, played: Played) -> Report:
    """The report on a finished match of any game."""
    own = f"{game.package}.report"
    if importlib.util.find_spec(own) is not None:
        room: Callable[[Played], Report] = importlib.import_module(own).report
        return room(played)
    return Report([Place(seat, rank) for seat, rank in enumerate(ranks_of(played.outcome, played.players))])


# ---------------------------------------------------------------- in words
def in_words(game: Game, report: Report, lang: str, names: list[str]) -> Json:
    """The report as JSON, in a language: `places` (the best first), `moments` (by step), `chart` (or null)."""
    is_bare = not report.moments and all(place.reward is None and place.part is None for place in report.places)
    everything: Json = {} if is_bare else game.words(lang)
    words: Json = everything.get("report", {})
    sentences = Sentences(everything, lang, names)

    def fill(template: str, values: Json) -> str:
        return sentences.fill(template, values, report.kinds)

    chart = report.chart
    return {
        "game": game.id,
        "players": len(names),
        "names": names,
        "places": [
            {
                "seat": place.seat,
                "rank": place.rank,
                "part": None if place.part is None else sentences.value(*place.part),
                "reward": None if place.reward is None else words["rewards"][place.reward],
                "tone": place.tone,
                "score": fill(words["score"], place.score) if place.score else None,
            }
            for place in sorted(report.places, key=_standing)
        ],
        "moments": [
            {
                "step": moment.step,
                "x": None if chart is None else chart.x_of[moment.step],
                "rule": moment.rule,
                "measure": moment.measure,
                "seats": list(moment.seats),
                "name": words["moments"][moment.rule]["name"],
                **{
                    part: fill(words["moments"][moment.rule][part], {**moment.values, "measure": moment.measure})
                    for part in ("what", "why")
                },
            }
            for moment in report.moments
        ],
        "chart": None if chart is None else _chart_in_words(chart, words["chart"], fill, names),
    }


def _chart_in_words(chart: Chart, words: Json, fill: Callable[[str, Json], str], names: list[str]) -> Json:
    def name(series: Series) -> str:
        if series.name is not None:
            return str(words["series"][series.name])
        return names[series.seat or 0]

    def label(series: Series) -> str:
        return series.name or str((series.seat or 0) + 1)

    return {
        "title": words["title"],
        "x": words["x"],
        "y": words["y"],
        "series": [
            {
                "name": name(s),
                "label": label(s),
                "seat": s.seat,
                "lines": [[list(point) for point in line] for line in s.lines],
            }
            for s in chart.series
        ],
        "marks": [{"x": x, "text": fill(words["mark"], {"n": n})} for x, n in chart.marks],
        "limit": None if chart.limit is None else {"y": chart.limit, "text": fill(words["limit"], {"n": chart.limit})},
    }


def _standing(place: Place) -> tuple[int, int, int]:
    """By rank; where there is none, the good before the bad."""
    return place.rank or 0, {GOLD: 0, None: 1, DANGER: 2}[place.tone], place.seat
