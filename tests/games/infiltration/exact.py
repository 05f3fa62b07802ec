"""All histories that a viewer holds possible, counted from its view alone: the measure of `redeal`.

Moment by moment, for the places of all other players together, the number of histories that lead there. It takes
memory for every combination of places, so it is for few players.
"""

from __future__ import annotations

import itertools
from collections import Counter
from typing import Any

Json = dict[str, Any]
Place = tuple[int | None, int | None]
Places = tuple[Place, ...]
HOMES = ((1, 2, 5, 6), (3, 4, 7, 8))
KINDS = ("A", "B")


class Exact:
    """What a view says, as conditions on the others' places."""

    def __init__(self, view: Json, viewer: int, options: Json) -> None:
        self.view = view
        self.viewer = viewer
        self.options = options
        self.others = [p for p in range(len(view["pieces"])) if p != viewer]
        self.counts = {c["round"]: c["counts"] for c in view["censuses"]}
        self.lines = {line["round"]: line for line in view["ledger"]}
        self.rounds = [0, *self.lines]

    def now(self) -> Counter[Places]:
        """The number of histories by where they end."""
        found: Counter[Places] = Counter()
        for history, n in self._walk(keep=1).items():
            found[history[-1]] += n
        return found

    def histories(self) -> set[tuple[Places, ...]]:
        """Every history: the places after each round."""
        return set(self._walk(keep=len(self.rounds)))

    def _walk(self, keep: int) -> Counter[tuple[Places, ...]]:
        homes = list(itertools.product(*HOMES))
        here: Counter[tuple[Places, ...]] = Counter()
        for places in itertools.product(homes, repeat=len(self.others)):
            if self._fits(0, places):
                here[places,] = 1
        for number in self.rounds[1:]:
            before, here = here, Counter()
            for history, n in before.items():
                for places in self._moves(number, history[-1]):
                    here[(*history, places)[-keep:]] += n
        return here

    def _moves(self, number: int, places: Places) -> list[Places]:
        """The places after a round's moves and arrests, as far as the ledger's line allows."""
        line = self.lines[number]
        each = []
        for p, place in zip(self.others, places, strict=True):
            ways = []
            for steps in itertools.product((-1, 0, 1), repeat=2):
                if self.options["declaration"] == "truthful" and sum(map(abs, steps)) != line["declared"][p]:
                    continue
                if any(d and z is None for z, d in zip(place, steps, strict=True)):
                    continue
                to = tuple(z if z is None else z + d for z, d in zip(place, steps, strict=True))
                if all(z is None or 1 <= z <= 8 for z in to):
                    after = self._after_patrol(line, p, to)
                    if after is not None:
                        ways.append(after)
            each.append(ways)
        return [after for after in itertools.product(*each) if self._fits(number, after)]

    @staticmethod
    def _after_patrol(line: Json, p: int, place: tuple[int | None, ...]) -> Place | None:
        """The place after the arrests; None when the patrol would have shown something else."""
        left: list[int | None] = []
        for kind, zone in zip(KINDS, place, strict=True):
            lit = zone is not None and zone == line["zone"]
            if lit != ([p, kind] in line["shown"]):
                return None
            left.append(None if [p, kind] in line["arrested"] else zone)
        return left[0], left[1]

    def _fits(self, number: int, places: Places) -> bool:
        """Do counts, total and points of a round agree with where everybody is after it?"""
        standing = dict(zip(self.others, places, strict=True))
        if self.viewer >= 0:
            at = next(at for at in self.view["paths"][self.viewer] if at["round"] == number)
            gone = self.lines[number]["arrested"] if number else []
            a, b = (None if [self.viewer, k] in gone else at[k] for k in KINDS)
            standing[self.viewer] = a, b
        if number in self.counts:
            zones = [z for place in standing.values() for z in place]
            if self.counts[number] != [zones.count(z) for z in range(1, 9)]:
                return False
        line = self.lines.get(number)
        if line is None or line["total"] is None:
            return True
        points = [
            sum(z is not None and z not in h for z, h in zip(standing[p], HOMES, strict=True)) for p in sorted(standing)
        ]
        points[line["leader"]] += self.options["arrest_points"] * sum(p != line["leader"] for p, _ in line["arrested"])
        return sum(points) == line["total"] and line["points"] in (None, points)
