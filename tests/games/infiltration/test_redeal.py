"""What a viewer imagines, against every history that would have looked the same to it."""

from __future__ import annotations

import functools
import json
import math
import random
from collections import Counter, defaultdict
from typing import Any

import numpy as np
import pytest

from mainmatch.core.chance import rng
from mainmatch.core.game import State
from tests.games.infiltration.exact import Exact, Places
from tests.games.infiltration.positions import GAME, decide, drawn, read

Options = dict[str, Any]


def played(players: int, options: Options, seed: int, number: int, phase: str) -> State:
    """The first state of a random match in this phase of this round (or the last one)."""
    dice, state = random.Random(seed), GAME.start(players, options, seed)
    state.told = None
    while not GAME.is_over(state) and (state.round, GAME.view(state)["phase"]) != (number, phase):
        seat = dice.choice(GAME.actors(state))
        GAME.apply(state, seat, dice.choice(GAME.legal(state, seat)))
    return state


def places(state: State, viewer: int, m: int) -> Places:
    """Where the others are after the moves and arrests of a moment."""
    rules = GAME.rules
    found: list[tuple[int | None, int | None]] = []
    for p in range(state.players):
        if p != viewer:
            a, b = (rules.zone_in(state.path[p][m], k) if state.gone[p][k] > m else None for k in (0, 1))
            found.append((a, b))
    return tuple(found)


def redealt(state: State, viewer: int, redeals: int, chain: int = 1) -> list[State]:
    """Redeals of a state, made by the compiled rules; `chain` of them in a row each time."""
    compiled, streams = GAME.load("numba"), rng(11).to_array()
    found: list[State] = []
    for _ in range(redeals):
        row = state.to_array()
        for _ in range(chain):
            compiled.redeal(row[0], viewer, streams[0])
        found.append(type(state).from_array(row[0]))
    return found


# ---------------------------------------------------------------- small cases, whole histories
SMALL: list[tuple[int, Options, int, int, str, int]] = [
    (3, {}, 1, 1, "move", 0),
    (3, {}, 2, 2, "patrol", 1),
    (3, {}, 3, 3, "move", 2),
    (3, {}, 4, 2, "move", -1),
    (3, {"declaration": "bluff"}, 5, 1, "patrol", 0),
    (3, {"declaration": "bluff", "arrest_points": 3}, 6, 2, "move", 1),
    (3, {"score_reveal": "individual"}, 7, 3, "move", 2),
    (3, {"score_reveal": "individual", "declaration": "bluff"}, 8, 2, "move", 0),
    (4, {}, 9, 2, "move", 0),
    (4, {"patrol": "mandatory"}, 10, 3, "move", 3),
]


@pytest.mark.parametrize("case", SMALL, ids=str)
def test_every_possible_history_is_imagined_alike_and_no_other(case: tuple[int, Options, int, int, str, int]) -> None:
    """Chi-square of whole histories against the enumeration, eight redeals in a row each time."""
    players, options, seed, number, phase, viewer = case
    state = played(players, options, seed, number, phase)
    possible = Exact(GAME.view(state, viewer), viewer, GAME.options_of(state)).histories()
    last = GAME.rules.moment(state)
    redeals = 30 * len(possible) + 100
    found = Counter(
        tuple(places(dream, viewer, m) for m in range(last + 1)) for dream in redealt(state, viewer, redeals, 8)
    )
    assert tuple(places(state, viewer, m) for m in range(last + 1)) in possible
    assert set(found) == possible
    expected = redeals / len(possible)
    fit = sum((found[history] - expected) ** 2 / expected for history in possible)
    assert fit < len(possible) + 5 * math.sqrt(2 * len(possible)) + 5


# ---------------------------------------------------------------- longer matches, the places now
LONGER: list[tuple[int, Options, int, int, str]] = [
    *((3, {}, seed, number, "move") for seed in (1, 2, 3) for number in (5, 9)),
    *((3, {"declaration": "bluff"}, seed, 4, "patrol") for seed in (1, 2)),
    *((4, {}, seed, 5, "move") for seed in (1, 2, 3, 5)),
    (4, {"score_reveal": "individual"}, 1, 6, "move"),
    *((5, {}, seed, number, "move") for seed in (4, 5) for number in (4, 6, 9)),
]


@functools.cache
def measured(number: int) -> tuple[State, int, Counter[Places]]:
    """Number so many of the longer matches: the state, a viewer, the exact number of histories by where they end."""
    players, options, seed, round_number, phase = LONGER[number]
    state, viewer = played(players, options, seed, round_number, phase), seed % players
    return state, viewer, Exact(GAME.view(state, viewer), viewer, GAME.options_of(state)).now()


def distance(number: int, chain: int) -> float:
    """Total variation between exact and redealt places of a player now, the mean over players, less the sample's noise."""
    state, viewer, exact = measured(number)
    redeals, total, last = 400, sum(exact.values()), GAME.rules.moment(state)
    dreams = [places(dream, viewer, last) for dream in redealt(state, viewer, redeals, chain)]
    assert set(dreams) <= set(exact)
    far: list[float] = []
    for i in range(state.players - 1):
        right: dict[Any, float] = defaultdict(float)
        for end, n in exact.items():
            right[end[i]] += n / total
        got = Counter(end[i] for end in dreams)
        off = sum(abs(got[place] / redeals - share) for place, share in right.items()) / 2
        noise = sum(math.sqrt(share * (1 - share) / redeals) for share in right.values()) / math.sqrt(2 * math.pi)
        far.append(math.sqrt(max(0.0, off**2 - noise**2)))
    return float(np.mean(far))


def test_one_redeal_is_near_the_exact_distribution() -> None:
    """The error that the sampler states (measured: 0.04 on average, 0.31 at worst)."""
    far = [distance(number, 1) for number in range(len(LONGER))]
    assert np.mean(far) < 0.08 and max(far) < 0.45


def test_redeals_in_a_row_come_closer() -> None:
    """A redealt state is as good a start as any: after eight the first one is forgotten (0.01, at worst 0.05)."""
    far = [distance(number, 8) for number in range(len(LONGER))]
    assert np.mean(far) < 0.03 and max(far) < 0.12


# ---------------------------------------------------------------- never an impossible one
WORLDS: list[tuple[int, Options]] = [
    (3, {"rounds": 28}),
    (4, {"declaration": "bluff", "arrest_points": 2, "rounds": 24}),
    (5, {"score_reveal": "individual"}),
    (5, {"patrol": "mandatory", "bonus": "of_sum"}),
    (6, {"declaration": "bluff", "score_reveal": "individual"}),
    (8, {"arrest_points": 7}),
]


@pytest.mark.parametrize(("players", "options"), WORLDS, ids=str)
def test_no_redeal_is_impossible(players: int, options: Options) -> None:
    """Along random matches: nothing that the viewer sees changes, and the whole is a history that the reader accepts."""
    full = GAME.check_options(players, options)
    for seed in range(3):
        dice, state, stream = random.Random(seed), GAME.start(players, options, seed), rng(seed)
        state.told = None
        while not GAME.is_over(state):
            if dice.random() < 0.06:
                viewer = dice.randrange(-1, players)
                dream = state.clone()
                GAME.redeal(dream, viewer, stream)
                assert GAME.view(dream, viewer) == GAME.view(state, viewer)
                assert viewer < 0 or GAME.legal(dream, viewer) == GAME.legal(state, viewer)
                again = GAME.blank(players, full, 0)
                GAME.read_state(again, json.loads(json.dumps(GAME.state_json(dream))))
                assert GAME.state_json(again) == GAME.state_json(dream)
            seat = dice.choice(GAME.actors(state))
            GAME.apply(state, seat, dice.choice(GAME.legal(state, seat)))


# ---------------------------------------------------------------- sealed answers and given positions
def sealed(state: State, seat: int, answer: int) -> State:
    """One player's answer."""
    GAME.apply(state, seat, answer)
    return state


@pytest.mark.parametrize("phase", ["place", "vote", "move", "bluff"])
def test_sealed_answers_of_others_are_imagined(phase: str) -> None:
    """Each legal one equally likely; one's own stays, who has not answered has not."""
    options: Options = {"declaration": "bluff"} if phase == "bluff" else {}
    state = GAME.start(3, options, 1) if phase == "place" else read(drawn("13 24 58", "vote"), 1, 3, **options)
    if phase in ("move", "bluff"):
        decide(state, "vote 1", "vote 1", "vote 1")
    for seat in (0, 1):
        sealed(state, seat, GAME.legal(state, seat)[0])
    answers: Counter[int] = Counter()
    stream = rng(3)
    for _ in range(300):
        dream = state.clone()
        GAME.redeal(dream, 0, stream)
        assert dream.committed[0] == state.committed[0] and dream.committed[2] == 0
        answers[dream.committed[1]] += 1
        own = dream.clone()
        own.committed[1], own.waiting = 0, 2
        first = GAME.rules.FOR if phase == "vote" else 0
        assert dream.committed[1] - 1 + first in GAME.legal(own, 1)
    least = {"place": 16, "vote": 3, "move": 4, "bluff": 12}[phase]
    assert len(answers) >= least
    if phase in ("place", "vote"):
        assert max(answers.values()) < 2 * min(answers.values()) + 10


def test_a_given_position_without_history_leaves_the_others_open() -> None:
    """Its pieces may be wherever country, patrol, total and count do not exclude them."""
    state = read(drawn("23 54 18", "patrol", 4, counts="11111001"))
    stream, seen = rng(2), set()
    for _ in range(60):
        dream = state.clone()
        GAME.redeal(dream, 0, stream)
        assert GAME.view(dream, 0) == GAME.view(state, 0)
        seen.add(json.dumps(GAME.state_json(dream)["pieces"]))
    assert len(seen) > 40


def test_right_after_a_count_a_given_position_adds_up_to_it() -> None:
    """The pieces of others may only change places."""
    state = read(drawn("23 54 18", "move", 6, counts_round=5))
    for seed in range(20):
        GAME.redeal(state, 0, rng(seed))
        pieces = GAME.state_json(state)["pieces"]
        assert pieces[0] == {"A": 2, "B": 3}
        assert sorted(z for p in pieces[1:] for z in p.values()) == [1, 4, 5, 8]


def test_at_the_end_nothing_is_imagined() -> None:
    """Everything is shown."""
    state = decide(read(drawn("13 24 57", "patrol", 7), rounds=7), "patrol none")
    dream = state.clone()
    GAME.redeal(dream, 0, rng(1))
    assert dream == state
