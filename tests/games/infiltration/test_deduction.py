"""What follows for one player: against every history that would have looked the same, and never against the truth."""

from __future__ import annotations

import random
from typing import Any

import pytest

from mainmatch.core.match import Match
from mainmatch.games.infiltration import deduction
from mainmatch.games.infiltration.deduction import Deduction, deduce
from tests.games.infiltration.exact import KINDS, Exact, Places
from tests.games.infiltration.positions import GAME

Options = dict[str, Any]


def played(players: int, options: Options, seed: int, number: int, phase: str, calm: bool = False) -> Match:
    """A random match in this phase of this round, or at its end; `calm`: nobody patrols."""
    dice, match = random.Random(seed), Match(GAME, players, options, seed)
    while (match.state.round, match.view()["phase"]) != (number, phase) and not match.is_over:
        seat = dice.choice(match.actors)
        legal = match.legal(seat)
        match.play(seat, legal[-1] if calm and match.view()["phase"] == "patrol" else dice.choice(legal))
    return match


def found(match: Match, viewer: int) -> Deduction:
    """What follows for a viewer."""
    answer = deduce(match.events(viewer), match.players, viewer, match.options)
    assert answer is not None
    return answer


def by_enumeration(match: Match, viewer: int) -> dict[tuple[int, int], list[int]]:
    """The same by going through every history that fits the view."""
    exact = Exact(match.view(viewer), viewer, match.options)
    stands: dict[tuple[int, int], set[int]] = {}
    for places in exact.now():
        for p, place in zip(exact.others, places, strict=True):
            for k, zone in enumerate(place):
                if zone is not None:
                    stands.setdefault((p, k), set()).add(zone)
    return {piece: [z for z in range(1, 9) if z not in zones] for piece, zones in stands.items()}


@pytest.mark.parametrize(
    "options",
    [
        {},
        {"declaration": "bluff"},
        {"score_reveal": "individual", "arrest_points": 2},
        {"arrest_points": 1, "patrol": "mandatory"},
    ],
)
@pytest.mark.parametrize(("number", "phase"), [(0, "vote"), (1, "patrol"), (2, "move"), (3, "patrol"), (4, "move")])
def test_it_is_what_every_possible_history_says(options: Options, number: int, phase: str) -> None:
    """Neither more nor less, for three players whose histories can be gone through."""
    for seed in range(3):
        match = played(3, options, seed, number, phase)
        if match.is_over:
            continue
        answer = found(match, seed)
        assert answer.exact
        assert answer.impossible == by_enumeration(match, seed)


@pytest.mark.parametrize("seed", range(4))
def test_a_count_later_in_the_match_is_used_to_the_full(seed: int) -> None:
    """After the count of round 5 and once more after the moves behind it."""
    for number, phase in ((6, "move"), (6, "patrol")):
        match = played(3, {}, seed, number, phase)
        answer = found(match, 0)
        assert answer.exact
        assert answer.impossible == by_enumeration(match, 0)


def as_played(history: tuple[Places, ...], others: list[int], match: Match) -> Match:
    """The match in which the others went these ways, and everything else was decided as before. Nobody was arrested."""
    other = Match(GAME, match.players, match.options, int(match.state.seed))
    for seat, number in match.decisions:
        action = dict(GAME.actions.decode(number))
        if seat in others:
            i, m = others.index(seat), other.state.round
            for k, kind in enumerate(KINDS):
                if action["type"] == "place":
                    action[kind] = history[0][i][k]
                elif action["type"] == "move":
                    action[kind] = (history[m][i][k] or 0) - (history[m - 1][i][k] or 0)
        other.play(seat, action)
    return other


@pytest.mark.parametrize("seed", range(3))
def test_two_truths_that_look_the_same_give_the_same_answer(seed: int) -> None:
    """Matches in which the others stand elsewhere are played; the viewer is told the same, and learns the same."""
    match = played(3, {"declaration": "bluff"}, seed, 2, "patrol", calm=True)
    exact = Exact(match.view(0), 0, match.options)
    histories = sorted(exact.histories(), key=str)
    others = [as_played(h, exact.others, match) for h in random.Random(seed).sample(histories, min(40, len(histories)))]
    assert len({str([other.view(p)["pieces"][p] for p in exact.others]) for other in others}) > 1
    for other in others:
        assert other.events(0) == match.events(0)
        assert found(other, 0) == found(match, 0)


@pytest.mark.parametrize(("players", "options"), [(5, {}), (8, {}), (6, {"declaration": "bluff"})])
def test_the_truth_is_never_crossed_out(players: int, options: Options) -> None:
    """Whole matches, after all moves and all patrols; with five players the answer is always exact."""
    for seed in range(2):
        dice, match = random.Random(seed), Match(GAME, players, options, seed)
        seen = None
        while not match.is_over:
            seat = match.actors[0]
            match.play(seat, GAME.advise(GAME.sight(match.state, seat), dice))
            view = match.view()
            if view["phase"] in ("move", "patrol") and seen != (view["round"], view["phase"]):
                seen = view["round"], view["phase"]
                answer = found(match, 0)
                assert answer.exact or players > 5
                for (p, k), zones in answer.impossible.items():
                    assert match.view(p)["pieces"][p][KINDS[k]] not in zones


def test_where_the_search_ends_early_less_is_crossed_out_and_it_says_so(monkeypatch: pytest.MonkeyPatch) -> None:
    """Never anything wrong, never by the clock: the limit is a number of steps."""
    match = played(5, {}, 1, 3, "move")
    whole = found(match, 0)
    monkeypatch.setattr(deduction, "MOST", 0)
    part = found(match, 0)
    assert whole.exact
    assert not part.exact
    for piece, zones in part.impossible.items():
        assert set(zones) <= set(whole.impossible[piece])


def test_a_very_long_match_is_looked_at_from_its_later_counts_on() -> None:
    """What is crossed out is still certain; it only may not be all."""
    dice, match = random.Random(1), Match(GAME, 3, {"rounds": 40}, 1)
    while match.state.round < 33:
        seat = match.actors[0]
        legal = match.legal(seat)
        match.play(seat, {"type": "patrol", "zone": None} if match.view()["phase"] == "patrol" else dice.choice(legal))
    answer = found(match, 1)
    assert not answer.exact
    for (p, k), zones in answer.impossible.items():
        assert match.view(p)["pieces"][p][KINDS[k]] not in zones


def test_before_anybody_stands_nothing_follows() -> None:
    """While agents are being placed."""
    match = Match(GAME, 3, {}, 1)
    assert deduce(match.events(0), 3, 0, match.options) is None
    assert GAME.deduce(3, match.options, 0, match.events(0)) is None


def test_events_that_no_history_explains_are_an_error() -> None:
    """A total that nobody can have scored."""
    match = played(3, {}, 1, 2, "move")
    events = [{**e, "total": 99} if e["type"] == "round_total" else e for e in match.events(0)]
    with pytest.raises(ValueError, match="contradict"):
        deduce(events, 3, 0, match.options)


def test_the_game_gives_it_as_json() -> None:
    """Players, kinds and zones as everywhere else."""
    match = played(5, {}, 1, 1, "patrol")
    given = GAME.deduce(5, match.options, 0, match.events(0))
    assert given is not None
    assert (given["round"], given["exact"]) == (1, True)
    assert {(p, k) for p, k, _ in given["impossible"]} == {(p, k) for p in range(1, 5) for k in KINDS}
