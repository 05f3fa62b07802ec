"""What follows, without any doubt, from the announced facts and one player's own: where agents cannot stand now.

It reads nothing but the events that were told to one seat. A history of the others is possible when every one of
them started at home, moved by its declarations, was seen by no patrol but those that showed it, and all together
make the announced totals and counts. An agent can stand in a zone when some possible history puts it there.

The players meet only in totals (one a round) and counts (at the start and every fifth round). So the match is cut
into *legs* from count to count, and each player has few unknowns: its place at each count and now (a set of 64
*places*, as in `zones_rules`), and how many agents of it scored in each round of each leg (its *tally*, a number
whose digits are the rounds). Three filters work on them until nothing changes any more: a player's own walk from
count to count; the totals of a leg, over all players; and each count, over all players. The last two go from
player to player over all partial sums at once, which are the bits of one long number. Each filter alone is exact.
What they leave together is settled by search: every place that stays is confirmed by a whole history, or refuted.
The search has a limit that does not depend on time; where it is reached nothing more is crossed out, and the
answer says that it is not exact.

Everything here depends on the events alone, so it tells nothing that its seat does not know.
"""

from __future__ import annotations

import random
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any

from mainmatch.core.events import EventJson
from mainmatch.games.infiltration.zones_rules import ABROAD, EVERY, HOME, KINDS, ZONES

NAMES = ("A", "B")
ALL = (1 << ZONES * ZONES) - 1
COLUMN = sum(1 << ZONES * row for row in range(ZONES))
"""The places with B in zone 1."""
FROM_LEFT = ALL & ~COLUMN
FROM_RIGHT = ALL & ~(COLUMN << ZONES - 1)
SCORING = [
    [sum(1 << x for x in range(ZONES * ZONES) if ABROAD[live][x] == n) for n in range(KINDS + 1)] for live in range(4)
]
"""By live agents (bits) and points: the places that score so many."""
LEGS = 5
"""So many legs are looked at; what was announced before them is not."""
TRIES = (12, 12, 25, 25, 50, 50, 100)
"""Nodes of the search for each place that is to be settled, try after try: a lucky start is worth more than patience."""
MOST = 1500
"""Nodes of the whole search."""

Tallies = frozenset[int]


@dataclass(frozen=True)
class Deduction:
    """Where agents cannot stand after the moves of a round."""

    round: int
    impossible: dict[tuple[int, int], list[int]]
    """By player and kind (0: A), for the agents of the others in the game: zones, ascending."""
    exact: bool
    """Everything that follows is there; otherwise there may be more."""


# ---------------------------------------------------------------- what was told
@dataclass
class Line:
    """A round, as far as it was announced. Line 0 is the placement."""

    leader: int | None = None
    declared: dict[int, int] = field(default_factory=dict)
    zone: int | None = None
    is_patrolled: bool = False
    shown: set[tuple[int, int]] = field(default_factory=set)
    arrested: list[tuple[int, int]] = field(default_factory=list)
    total: int | None = None
    points: dict[int, int] = field(default_factory=dict)
    counts: list[int] | None = None
    own: tuple[int, int] | None = None


def read_lines(events: Iterable[EventJson]) -> list[Line]:
    """The rounds in which the moves were made, from what one seat was told."""
    lines: list[Line] = []
    for event in events:
        kind = event["type"]
        if kind in ("placed", "opening_count") and not lines:
            lines.append(Line())
        if kind == "placed":
            lines[0].own = (event["A"], event["B"])
        elif kind in ("opening_count", "counted"):
            lines[-1].counts = list(event["counts"])
        elif kind == "round":
            lines.append(Line(leader=event["leader"]))
        elif kind == "moved":
            lines[-1].own = (event["A"], event["B"])
        elif kind == "declared":
            lines[-1].declared[event["player"]] = event["count"]
        elif kind in ("patrolled", "no_patrol"):
            lines[-1].is_patrolled = True
            lines[-1].zone = event.get("zone")
        elif kind == "shown":
            lines[-1].shown.add((event["player"], NAMES.index(event["piece"])))
        elif kind == "arrested":
            lines[-1].arrested.append((event["player"], NAMES.index(event["piece"])))
        elif kind == "round_points":
            lines[-1].points[event["player"]] = event["points"]
        elif kind == "round_total":
            lines[-1].total = event["total"]
    if len(lines) > 1 and not lines[-1].declared:
        lines.pop()  # its moves are being sealed
    return lines


# ---------------------------------------------------------------- sets of places
def step(places: int, live: int, moved: int | None) -> int:
    """Where one can be one round later (or earlier) if so many of the live agents moved (None: any number)."""
    b = ((places & FROM_RIGHT) << 1 | (places & FROM_LEFT) >> 1) if live & 2 else 0
    a = (places << ZONES & ALL | places >> ZONES) if live & 1 else 0
    if moved == 0:
        return places
    if moved == 1:
        return a | b
    both = ((a & FROM_RIGHT) << 1 | (a & FROM_LEFT) >> 1) if live & 2 else 0
    return both if moved == 2 else places | a | b | both


def square(zones_a: int, zones_b: int) -> int:
    """The places with A and B in these zones (bit sets)."""
    return sum(zones_b << ZONES * a for a in range(ZONES) if zones_a >> a & 1)


# ---------------------------------------------------------------- sums of several players
class Sums:
    """Vectors of small numbers up to a target, each as one number; sets of them as the bits of a long number."""

    def __init__(self, target: Sequence[int]) -> None:
        self.target = target
        self.weights: list[int] = []
        size = 1
        for most in target:
            self.weights.append(size)
            size *= most + 1
        self.size = size
        self.goal = size - 1
        self._room: dict[int, int] = {}

    def room(self, vector: int) -> int:
        """The set of vectors to which this one can be added without passing the target."""
        found = self._room.get(vector)
        if found is None:
            found = (1 << self.size) - 1
            for most, weight in zip(self.target, self.weights, strict=True):
                n = vector // weight % (most + 1)
                if n:
                    period = weight * (most + 1)
                    found &= ((1 << weight * (most + 1 - n)) - 1) * (((1 << self.size) - 1) // ((1 << period) - 1))
            self._room[vector] = found
        return found

    def supported(self, choices: Sequence[Iterable[int]]) -> list[set[int]] | None:
        """Of each player's vectors those that make the target together with some of everybody else's."""
        after = [0] * len(choices) + [1 << self.goal]
        for i in range(len(choices) - 1, -1, -1):
            reach = 0
            for vector in choices[i]:
                reach |= after[i + 1] >> vector & self.room(vector)
            after[i] = reach
        if not after[0] & 1:
            return None
        kept: list[set[int]] = []
        before = 1
        for i, vectors in enumerate(choices):
            reach, stay = 0, set[int]()
            for vector in vectors:
                sums = (before & self.room(vector)) << vector & after[i + 1]
                if sums:
                    stay.add(vector)
                    reach |= sums
            kept.append(stay)
            before = reach
        return kept


# ---------------------------------------------------------------- the unknowns
@dataclass
class Leg:
    """The rounds from one count to the next (or to now)."""

    moments: range
    sums: Sums
    classes: list[list[list[tuple[int, int]]]]
    """By player and round: a tally's part, and the places with which it goes."""
    ways: list[list[tuple[int, int | None]]]
    """By player and round: which agents could move, and how many did."""


@dataclass
class Count:
    """A count of all pieces."""

    sums: Sums
    groups: list[list[tuple[int, int]]]
    """By player: what it adds to the count, and the places with which it does."""


class World:
    """What is left of everybody's unknowns."""

    __slots__ = ("places", "tallies")

    def __init__(self, places: list[list[int]], tallies: list[list[Tallies]]) -> None:
        self.places = places
        """By player and count (the last one: now)."""
        self.tallies = tallies
        """By player and leg."""

    def copy(self) -> World:
        """The same, to be narrowed on trial."""
        return World([list(row) for row in self.places], [list(row) for row in self.tallies])


class Puzzle:
    """The legs and counts of a match, for the players whom one does not know."""

    def __init__(self, lines: Sequence[Line], players: int, viewer: int, options: Mapping[str, Any]) -> None:
        self.others = [p for p in range(players) if p != viewer]
        self.viewer = viewer
        self.options = options
        self.now = len(lines) - 1
        self.lines = lines
        self.gone = {piece: m for m, line in enumerate(lines) for piece in line.arrested}
        counted = list(range(0, self.now + 1, EVERY))
        self.bounds = counted if counted[-1] == self.now else [*counted, self.now]
        self.is_whole = len(self.bounds) <= LEGS + 1
        fields = {p: [self._field(p, m) for m in range(self.now + 1)] for p in self.others}
        first = self.bounds[-LEGS - 1] if not self.is_whole else 0
        start = {p: self._reach(p, fields[p], first) for p in self.others}
        self.bounds = [m for m in self.bounds if m >= first]
        self.counts = [self._count(m) for m in self.bounds]
        self.legs = [self._leg(range(a + 1, b + 1), fields) for a, b in zip(self.bounds, self.bounds[1:], strict=False)]
        self.nodes = 0
        self.start = World(
            [[start[p], *(fields[p][m] for m in self.bounds[1:])] for p in self.others],
            [[self._tallies(leg, i) for leg in self.legs] for i in range(len(self.others))],
        )

    # ------------------------------------------------------------ what concerns one player
    def live(self, p: int, m: int) -> int:
        """Which agents of a player (bits) are in the game after the arrests of a round."""
        return sum(1 << k for k in range(KINDS) if self.gone.get((p, k), m + 1) > m)

    def _field(self, p: int, m: int) -> int:
        """The places open to a player by start, patrol and its own points."""
        line = self.lines[m]
        zones = [255, 255]
        for k in range(KINDS):
            if m == 0:
                zones[k] = HOME[k]
            if line.zone is not None and self.gone.get((p, k), m) >= m:
                lit = 1 << line.zone - 1
                zones[k] &= lit if (p, k) in line.shown else ~lit
        places = square(zones[0] & 255, zones[1] & 255)
        if p in line.points:
            points = line.points[p] - (self._reward(line) if p == line.leader else 0)
            places &= SCORING[self.live(p, m)][points]
        return places

    def _reach(self, p: int, fields: Sequence[int], last: int) -> int:
        places = fields[0]
        for m in range(1, last + 1):
            places = step(places, *self._way(p, m)) & fields[m]
        return places

    def _way(self, p: int, m: int) -> tuple[int, int | None]:
        live = self.live(p, m - 1)
        if not live:
            return 0, 0
        return live, self.lines[m].declared.get(p, 0) if self.options["declaration"] == "truthful" else None

    # ------------------------------------------------------------ what concerns all
    def _reward(self, line: Line) -> int:
        caught = sum(1 for p, _ in line.arrested if p != line.leader)
        return int(self.options["arrest_points"]) * caught

    def _own(self, m: int) -> list[int]:
        """The zones of the viewer's live agents."""
        own = self.lines[m].own or next((line.own for line in reversed(self.lines[:m]) if line.own), (0, 0))
        return [zone for k, zone in enumerate(own) if self.live(self.viewer, m) >> k & 1]

    def _total(self, m: int) -> int | None:
        """How many agents of the others scored; None: not announced, or by player."""
        line = self.lines[m]
        if line.total is None or line.points:
            return None
        own = self.lines[m].own or (0, 0)
        mine = sum(self.live(self.viewer, m) >> k & 1 and not HOME[k] >> own[k] - 1 & 1 for k in range(KINDS))
        return line.total - self._reward(line) - mine

    def _count(self, m: int) -> Count | None:
        counts = self.lines[m].counts
        if counts is None:
            return None
        left = list(counts)
        for zone in self._own(m):
            left[zone - 1] -= 1
        sums = Sums(left)
        return Count(sums, [self._groups(self.live(p, m), left, sums) for p in self.others])

    @staticmethod
    def _groups(live: int, left: Sequence[int], sums: Sums) -> list[tuple[int, int]]:
        groups: dict[int, int] = {}
        for x in range(ZONES * ZONES):
            zones = [z for k, z in enumerate((x // ZONES, x % ZONES)) if live >> k & 1]
            if all(zones.count(z) <= left[z] for z in zones):
                vector = sum(sums.weights[z] for z in zones)
                groups[vector] = groups.get(vector, 0) | 1 << x
        return list(groups.items())

    def _leg(self, moments: range, fields: Mapping[int, Sequence[int]]) -> Leg:
        totals = [self._total(m) for m in moments]
        sums = Sums([total or 0 for total in totals])
        classes = []
        for p in self.others:
            rows = []
            for m, total, weight in zip(moments, totals, sums.weights, strict=True):
                scoring = SCORING[self.live(p, m)]
                if total is None:
                    rows.append([(0, fields[p][m])])
                else:
                    rows.append([(n * weight, scoring[n] & fields[p][m]) for n in range(min(total, KINDS) + 1)])
            classes.append([[one for one in row if one[1]] for row in rows])
        return Leg(moments, sums, classes, [[self._way(p, m) for m in moments] for p in self.others])

    @staticmethod
    def _tallies(leg: Leg, i: int) -> Tallies:
        found = {0}
        for row in leg.classes[i]:
            found = {before + part for before in found for part, _ in row}
        return frozenset(found)

    # ------------------------------------------------------------ filters
    def walk(self, world: World, i: int, s: int) -> bool | None:
        """Narrow a player's places at both ends of a leg and its tally. True: something changed; None: nothing is left."""
        leg, known = self.legs[s], world.tallies[i][s]
        start, end = world.places[i][s], world.places[i][s + 1]
        weights, rows, ways = leg.sums.weights, leg.classes[i], leg.ways[i]
        last = len(rows)
        open_ = [{tally % weight for tally in known} for weight in weights] + [known]
        kept: set[int] = set()
        ends = 0

        def on(level: int, places: int, tally: int) -> int:
            nonlocal ends
            if level == last:
                places &= end
                if places:
                    ends |= places
                    kept.add(tally)
                return places
            live, moved = ways[level]
            reach = step(places, live, moved)
            back = 0
            for part, field_ in rows[level]:
                here = reach & field_
                if here and tally + part in open_[level + 1]:
                    back |= on(level + 1, here, tally + part)
            return places & step(back, live, moved) if back else 0

        starts = on(0, start, 0)
        if not starts:
            return None
        if starts == start and ends == end and len(kept) == len(known):
            return False
        world.places[i][s], world.places[i][s + 1], world.tallies[i][s] = starts, ends, frozenset(kept)
        return True

    def total(self, world: World, s: int) -> list[int] | None:
        """Narrow everybody's tallies of a leg by its totals; the players that changed. None: nothing is left."""
        kept = self.legs[s].sums.supported([row[s] for row in world.tallies])
        if kept is None:
            return None
        changed = [i for i, tallies in enumerate(kept) if len(tallies) < len(world.tallies[i][s])]
        for i in changed:
            world.tallies[i][s] = frozenset(kept[i])
        return changed

    def count(self, world: World, c: int) -> list[int] | None:
        """Narrow everybody's places at a count; the players that changed. None: nothing is left."""
        count = self.counts[c]
        if count is None:
            return []
        choices = [
            {vector: world.places[i][c] & places for vector, places in groups if world.places[i][c] & places}
            for i, groups in enumerate(count.groups)
        ]
        kept = count.sums.supported(choices)
        if kept is None:
            return None
        changed = []
        for i, vectors in enumerate(kept):
            places = 0
            for vector in vectors:
                places |= choices[i][vector]
            if places != world.places[i][c]:
                world.places[i][c] = places
                changed.append(i)
        return changed

    def narrow(self, world: World, players: Iterable[int]) -> bool:
        """Filter until nothing changes; these players have changed. False: nothing is left."""
        walks = {(i, s) for i in players for s in range(len(self.legs))}
        totals, counts = set(range(len(self.legs))), set(range(len(self.bounds)))
        while walks or totals or counts:
            if walks:
                i, s = walks.pop()
                before = world.places[i][s], world.places[i][s + 1], world.tallies[i][s]
                changed = self.walk(world, i, s)
                if changed is None:
                    return False
                if changed:
                    if world.tallies[i][s] != before[2]:
                        totals.add(s)
                    if world.places[i][s] != before[0]:
                        counts.add(s)
                        if s > 0:
                            walks.add((i, s - 1))
                    if world.places[i][s + 1] != before[1]:
                        counts.add(s + 1)
                        if s + 1 < len(self.legs):
                            walks.add((i, s + 1))
            elif counts:
                c = counts.pop()
                moved = self.count(world, c)
                if moved is None:
                    return False
                walks |= {(i, s) for i in moved for s in (c - 1, c) if 0 <= s < len(self.legs)}
            else:
                s = totals.pop()
                moved = self.total(world, s)
                if moved is None:
                    return False
                walks |= {(i, s) for i in moved}
        return True

    # ------------------------------------------------------------ search
    def choices(self, world: World) -> tuple[int, list[World]] | None:
        """The smallest unknown that is still open, as worlds; None: all is settled, and every place left is possible."""
        best: tuple[int, int, int, str] | None = None
        for i, row in enumerate(world.tallies):
            for s, tallies in enumerate(row):
                if len(tallies) > 1 and (best is None or len(tallies) < best[0]):
                    best = (len(tallies), i, s, "tally")
        for c, count in enumerate(self.counts):
            if count is None:
                continue
            for i, groups in enumerate(count.groups):
                n = sum(1 for _, places in groups if world.places[i][c] & places)
                if n > 1 and (best is None or n < best[0]):
                    best = (n, i, c, "place")
        if best is None:
            return None
        _, i, at, what = best
        worlds = []
        if what == "tally":
            for tally in sorted(world.tallies[i][at]):
                other = world.copy()
                other.tallies[i][at] = frozenset((tally,))
                worlds.append(other)
        else:
            count = self.counts[at]
            for _, places in count.groups[i] if count is not None else ():
                if world.places[i][at] & places:
                    other = world.copy()
                    other.places[i][at] &= places
                    worlds.append(other)
        return i, worlds

    def settle(self, world: World, dice: random.Random, limit: int) -> World | bool | None:
        """A settled world in this one; None: there is none; False: the limit was reached first."""
        found = self.choices(world)
        if found is None:
            return world
        i, worlds = found
        dice.shuffle(worlds)
        for other in worlds:
            if self.nodes >= limit:
                return False
            self.nodes += 1
            if self.narrow(other, (i,)):
                settled = self.settle(other, dice, limit)
                if settled is not None:
                    return settled
        return None

    def solve(self) -> Deduction:
        """Where agents cannot stand, and whether that is all. Raises ValueError where no history fits."""
        world = self.start
        if not self.narrow(world, range(len(self.others))):
            raise ValueError("these events contradict each other")
        possible = [0] * len(self.others)
        dice = random.Random(0)
        exact = self.is_whole
        impossible: dict[tuple[int, int], list[int]] = {}
        for i, p in enumerate(self.others):
            live = self.live(p, self.now)
            for k in (k for k in range(KINDS) if live >> k & 1):
                impossible[p, k] = []
                for zone in range(1, ZONES + 1):
                    here = square(1 << zone - 1, 255) if k == 0 else square(255, 1 << zone - 1)
                    if possible[i] & here:
                        continue
                    settled = self._try(world, i, here, dice)
                    if isinstance(settled, World):
                        possible = [known | row[-1] for known, row in zip(possible, settled.places, strict=True)]
                    elif settled is None:
                        impossible[p, k].append(zone)
                    else:
                        exact = False
        return Deduction(self.now, impossible, exact)

    def _try(self, world: World, i: int, here: int, dice: random.Random) -> World | bool | None:
        """A settled world in which a player is at one of these places now; None and False: see `settle`."""
        trial = world.copy()
        trial.places[i][-1] &= here
        if not trial.places[i][-1] or not self.narrow(trial, (i,)):
            return None
        settled: World | bool | None = False
        for more in TRIES:
            if settled is False:
                settled = self.settle(trial, dice, min(self.nodes + more, MOST))
        return settled


def deduce(events: Iterable[EventJson], players: int, viewer: int, options: Mapping[str, Any]) -> Deduction | None:
    """What follows for one seat from what it was told; None before anybody stands anywhere.

    `events`: all that the seat was told, projected, in order. `options`: all of the match's.
    """
    lines = read_lines(events)
    if not lines or lines[0].counts is None:
        return None
    return Puzzle(lines, players, viewer, options).solve()
