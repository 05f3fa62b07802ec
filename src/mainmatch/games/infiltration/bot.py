"""A sensible beginner at Infiltration: keeps a notebook of where the others may be, and goes where a patrol is unlikely.

The notebook holds a chance for every zone of every piece of the others, each piece for itself: counts, declarations,
patrols and totals move these chances about. (What they say together, the ledger's exact conclusions, is beyond it.)
"""

from __future__ import annotations

import random
from typing import Any

from mainmatch.core.actions import Action
from mainmatch.core.game import Sight

HOMES = {"A": (1, 2, 5, 6), "B": (3, 4, 7, 8)}
ZONES = range(1, 9)
Piece = tuple[int, str]


def is_home(kind: str, zone: int) -> bool:
    """Is the zone in the piece's own country?"""
    return zone in HOMES[kind]


def from_border(kind: str, zone: int) -> int:
    """How many steps it is to the other country."""
    return min(abs(zone - z) for z in ZONES if not is_home(kind, z))


def choose(sight: Sight, dice: random.Random) -> Action:
    """Place at a border, vote for oneself, move where it pays, patrol where most of the others may be caught."""
    phase = sight.view["phase"]
    if phase == "place":
        border = [a for a in sight.legal if from_border("A", a["A"]) == from_border("B", a["B"]) == 1]
        return dice.choice(border)
    if phase == "vote":
        mine: Action = {"type": "vote", "for": sight.seat}
        return mine if sight.view["ballot"] == 1 else dice.choice(sight.legal)
    notebook = Notebook(sight)
    if phase == "patrol":
        return max(sight.legal, key=lambda a: notebook.catch(a["zone"]) + dice.random() * 0.05)
    worth = {kind: notebook.worth(kind) for kind in HOMES}
    moves = max(sight.legal, key=lambda a: sum(worth[k].get(a[k], 0.0) for k in HOMES) + dice.random() * 0.3)
    stated = [a for a in sight.legal if (a["A"], a["B"]) == (moves["A"], moves["B"])]
    return dice.choice(stated)


class Notebook:
    """What the bot makes of its sight: chances by zone for each piece of the others that is still in the game."""

    def __init__(self, sight: Sight) -> None:
        self.sight = sight
        self.view = sight.view
        self.chances: dict[Piece, dict[int, float]] = {}
        counts = {c["round"]: c["counts"] for c in self.view["censuses"]}
        for p in range(sight.players):
            for kind, homes in HOMES.items():
                if p != sight.seat:
                    start = homes if 0 in counts else ZONES
                    self.chances[p, kind] = {z: 1 / len(start) if z in start else 0.0 for z in ZONES}
        earlier = {(p, k) for p, k in self.view["arrested"]} - {
            (p, k) for line in self.view["ledger"] for p, k in line["arrested"]
        }
        for piece in earlier:
            self.chances.pop(piece, None)
        if 0 in counts:
            self.counted(0, counts[0])
        for line in self.view["ledger"]:
            self.moved(line["declared"])
            self.patrolled(line)
            if line["round"] in counts:
                self.counted(line["round"], counts[line["round"]])

    # ------------------------------------------------------------ reading the ledger
    def moved(self, declared: list[int] | None) -> None:
        """Every piece may have gone up or down, the likelier the more of its player's pieces moved."""
        for (p, kind), chance in self.chances.items():
            pieces = sum((p, k) in self.chances for k in HOMES)
            share = 2 / 3 if declared is None or self.sight.options["declaration"] == "bluff" else declared[p] / pieces
            spread = dict.fromkeys(ZONES, 0.0)
            for zone, c in chance.items():
                ways = [z for z in (zone - 1, zone + 1) if z in ZONES]
                spread[zone] += c * (1 - share)
                for z in ways:
                    spread[z] += c * share / len(ways)
            self.chances[p, kind] = spread

    def patrolled(self, line: dict[str, Any]) -> None:
        """Who was shown is there, or out of the game; who was not is elsewhere. Then the total of the round."""
        shown = {(p, k) for p, k in line["shown"]}
        for piece in {(p, k) for p, k in line["arrested"]}:
            self.chances.pop(piece, None)
        for piece, chance in self.chances.items():
            if line["zone"] is not None:
                here = piece in shown
                self.weigh(chance, {z: float((z == line["zone"]) == here) for z in ZONES})
        if line["total"] is None:
            return
        reward = sum(p != line["leader"] for p, _ in line["arrested"]) * int(self.sight.options["arrest_points"])
        scored = line["total"] - reward - sum(not is_home(k, z) for k, z in self.own(line["round"]).items())
        guess = sum(self.abroad(piece) for piece in self.chances)
        odds = (scored + 0.1) / (guess + 0.1)
        for (_, kind), chance in self.chances.items():
            self.weigh(chance, {z: 1.0 if is_home(kind, z) else odds for z in ZONES})

    def counted(self, number: int, counts: list[int]) -> None:
        """Chances that add up, about, to the pieces counted in each zone."""
        mine = list(self.own(number).values())
        for _ in range(4):
            guess = {z: sum(c[z] for c in self.chances.values()) for z in ZONES}
            odds = {z: max(counts[z - 1] - mine.count(z), 0) / (guess[z] + 1e-9) for z in ZONES}
            for chance in self.chances.values():
                self.weigh(chance, odds)

    @staticmethod
    def weigh(chance: dict[int, float], odds: dict[int, float]) -> None:
        """Multiply and make it add up to 1 again; leave it where nothing would remain."""
        total = sum(chance[z] * odds[z] for z in ZONES)
        if total > 1e-12:
            for z in ZONES:
                chance[z] *= odds[z] / total

    def own(self, number: int) -> dict[str, int]:
        """Where the own pieces were after a round."""
        for at in self.view["paths"][self.sight.seat]:
            if at["round"] == number:
                return {k: at[k] for k in HOMES if at[k] is not None}
        return {}

    def abroad(self, piece: Piece) -> float:
        """The chance that a piece stands in the other country."""
        return sum(c for z, c in self.chances[piece].items() if not is_home(piece[1], z))

    # ------------------------------------------------------------ deciding
    def catch(self, zone: int | None) -> float:
        """How many of the others a patrol may catch, less what it costs oneself."""
        if zone is None:
            return 0.1
        mine = self.view["pieces"][self.sight.seat]
        lost = sum(not is_home(k, zone) for k in HOMES if mine[k] == zone)
        return self.crowd(zone) - 1.5 * lost

    def crowd(self, zone: int) -> float:
        """How many pieces of the others may be abroad in a zone."""
        return sum(c[zone] for (_, kind), c in self.chances.items() if not is_home(kind, zone))

    def worth(self, kind: str) -> dict[int, float]:
        """What each step of an own piece promises: a point abroad against what an arrest would cost; at home, the way to a border."""
        zone = self.view["pieces"][self.sight.seat][kind]
        if zone is None:
            return {}
        left = int(self.sight.options["rounds"]) - self.view["round"]
        cost = 0.5 * min(left, 6) + self.view["points"][self.sight.seat] / 3
        crowds = {z: self.crowd(z) + 0.2 for z in ZONES}
        if self.view["leader"] == self.sight.seat:
            danger = dict.fromkeys(ZONES, 0.0)
        else:
            danger = {z: 0.1 + 0.4 * crowds[z] / sum(crowds.values()) for z in ZONES}
        return {
            step: -0.2 * from_border(kind, to) if is_home(kind, to) else 1 - danger[to] * (1 + cost)
            for step in (-1, 0, 1)
            for to in (zone + step,)
            if to in ZONES
        }
