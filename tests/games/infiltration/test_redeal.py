"""Other pasts: never an impossible one, and as often as enumeration says."""

from __future__ import annotations

import itertools
import random
from collections import Counter
from collections.abc import Iterator
from typing import Any

import pytest

from mainmatch.core.chance import rng
from mainmatch.core.game import State
from mainmatch.games.infiltration.game import GAME

HOMES = ((1, 2, 5, 6), (3, 4, 7, 8))
Place = tuple[int | None, int | None]
Path = tuple[Place, Place, tuple[int, ...]]
SAMPLES = 500


class Story:
    """A random match so far, with everything that was announced in it."""

    def __init__(self, seed: int, rounds: int, **options: Any) -> None:
        self.state: State = GAME.start(3, options, seed)
        self.options = GAME.options_of(self.state)
        self.dice = random.Random(seed)
        self.declared: list[list[int]] = []
        self.patrols: list[tuple[int, set[tuple[int, int]]]] = []
        self.totals: list[int] = []
        self.start: dict[str, Any] = {}
        while len(self.totals) < rounds and not GAME.is_over(self.state):
            before = GAME.state_json(self.state)
            seat = GAME.actors(self.state)[0]
            GAME.apply(self.state, seat, self.dice.choice(GAME.legal(self.state, seat)))
            after = GAME.state_json(self.state)
            if before["phase"] == "place" and after["phase"] == "vote":
                self.start = after
            if before["phase"] == "move" and after["phase"] != "move":
                self.declared.append(after["declared"] or [0, 0, 0])
            if before["phase"] == "patrol":
                shown = after["last_patrol"]
                self.patrols.append(
                    (shown["zone"], {(p, "AB".index(k)) for p, k in shown["shown"]}) if shown else (0, set())
                )
                self.totals.append(after["round_total"])

    def paths(self, player: int) -> Iterator[Path]:
        """Every history of one player that fits what was announced of it: placement, place now, pieces abroad by round."""
        for start in itertools.product(*HOMES):
            yield from self._on(player, start, start, (), 0)

    def _on(self, player: int, start: Place, at: Place, abroad: tuple[int, ...], number: int) -> Iterator[Path]:
        if number == len(self.totals):
            yield start, at, abroad
            return
        zone, shown = self.patrols[number]
        for steps in itertools.product(*((-1, 0, 1) if z is not None else (0,) for z in at)):
            if self.options["declaration"] == "truthful" and sum(map(abs, steps)) != self.declared[number][player]:
                continue
            there = tuple(None if z is None else z + d for z, d in zip(at, steps, strict=True))
            if any(z is not None and not 1 <= z <= 8 for z in there):
                continue
            if zone and any((z == zone) != ((player, k) in shown) for k, z in enumerate(there)):
                continue
            left = tuple(None if z == zone and z not in HOMES[k] else z for k, z in enumerate(there))
            out = sum(z is not None and z not in HOMES[k] for k, z in enumerate(left))
            yield from self._on(player, start, (left[0], left[1]), (*abroad, out), number + 1)

    def exact(self, viewer: int) -> dict[tuple[Place, Place], float]:
        """The chance of each place of the two others, every consistent history equally likely."""
        others = [p for p in range(3) if p != viewer]
        mine = self.played[viewer]
        opening = Counter({z + 1: n for z, n in enumerate(self.start["counts"])})
        opening.subtract(list(self.first(viewer)))
        weights: Counter[tuple[Place, Place]] = Counter()
        for (s1, at1, out1), (s2, at2, out2) in itertools.product(self.paths(others[0]), self.paths(others[1])):
            if +opening != Counter([*s1, *s2]):
                continue
            if all(a + b + c == t for a, b, c, t in zip(mine, out1, out2, self.totals, strict=True)):
                weights[at1, at2] += 1
        whole = sum(weights.values())
        return {place: n / whole for place, n in weights.items()}

    def first(self, player: int) -> tuple[int, int]:
        """Where a player placed."""
        return self.start["pieces"][player]["A"], self.start["pieces"][player]["B"]

    @property
    def played(self) -> list[tuple[int, ...]]:
        """What every player really had abroad, by round (from the told events)."""
        found: list[list[int]] = [[], [], []]
        for code, values in self.state.told:
            if GAME.events.kinds[code].name == "scored":
                found[values[0]].append(values[1])
        return [tuple(f) for f in found]


STORIES = [(1, 1), (2, 2), (3, 2)]


@pytest.mark.parametrize(("seed", "rounds"), STORIES)
@pytest.mark.parametrize("viewer", [0, 2])
def test_redeal_is_as_often_as_enumeration_says(seed: int, rounds: int, viewer: int) -> None:
    """Every drawn past fits, every possible place can come, and the frequencies agree within sampling error and 4 %."""
    story = Story(seed, rounds)
    exact = story.exact(viewer)
    others = [p for p in range(3) if p != viewer]
    stream = rng(seed * 100 + viewer)
    found: Counter[tuple[Place, Place]] = Counter()
    for _ in range(SAMPLES):
        dream = story.state.clone()
        GAME.redeal(dream, viewer, stream)
        pieces = GAME.state_json(dream)["pieces"]
        found[tuple((pieces[p]["A"], pieces[p]["B"]) for p in others)] += 1  # type: ignore[index]
    assert set(found) <= set(exact), "an impossible past"
    distance = sum(abs(found[place] / SAMPLES - chance) for place, chance in exact.items()) / 2
    noise = sum((chance * (1 - chance) / SAMPLES) ** 0.5 for chance in exact.values()) / 2
    assert distance < 1.6 * noise + 0.04, (
        f"total variation {distance:.3f}, sampling noise about {noise:.3f}, {len(exact)} places"
    )


@pytest.mark.parametrize(
    "options",
    [{}, {"declaration": "bluff"}, {"score_reveal": "individual"}, {"arrest_points": 2, "patrol": "mandatory"}],
)
def test_a_redealt_past_fits_everything_announced(options: dict[str, Any]) -> None:
    """Along whole matches of five: the imagined position passes the reader of given positions, history included."""
    state = GAME.start(5, options, 11)
    dice, stream, number = random.Random(4), rng(9), 0
    while not GAME.is_over(state):
        seat = dice.choice(GAME.actors(state))
        GAME.apply(state, seat, dice.choice(GAME.legal(state, seat)))
        number += 1
        if number % 9 or any(state.committed) or GAME.is_over(state):
            continue
        for viewer in (-1, 0, 3):
            dream = state.clone()
            GAME.redeal(dream, viewer, stream)
            given = GAME.blank(5, GAME.check_options(5, options), 0)
            GAME.read_state(given, GAME.state_json(dream))
            assert GAME.view(dream, viewer) == GAME.view(state, viewer)


def test_a_redeal_moves_away_from_the_truth() -> None:
    """Late in a match of five most imagined positions differ from the real one: a searcher is told nothing."""
    state = GAME.start(5, {}, 21)
    dice, stream = random.Random(8), rng(10)
    while GAME.state_json(state)["round"] < 8:
        seat = GAME.actors(state)[0]
        GAME.apply(state, seat, dice.choice(GAME.legal(state, seat)))
    truth = GAME.state_json(state)["pieces"]
    same = 0
    for _ in range(60):
        dream = state.clone()
        GAME.redeal(dream, 0, stream)
        same += GAME.state_json(dream)["pieces"] == truth
    assert same < 12
