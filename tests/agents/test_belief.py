"""Worlds weighted by what the others decided: likelier where a decision makes sense, never by what a seat cannot know."""

from __future__ import annotations

import math
import random
from dataclasses import replace

import pytest

from mainmatch.agents import thumb
from mainmatch.agents.belief import FLOOR, Belief, believe, weighed
from mainmatch.agents.search.player import Budget, decide
from mainmatch.core.chance import rng
from mainmatch.core.errors import InvalidInput
from mainmatch.core.game import Sight
from mainmatch.core.match import Match
from mainmatch.games import find

GAME = find("maskmen")


def played(decisions: int, seed: int = 3) -> Match:
    """A match of rules of thumb, after so many decisions."""
    match = Match(GAME, 4, {"seasons": 1}, seed)
    dice = random.Random(seed)
    for _ in range(decisions):
        seat = match.actors[0]
        match.play(seat, thumb(GAME.sight(match.state, seat), dice))
    return match


def seen(match: Match, seed: int = 1) -> Sight:
    """What whoever decides now may know, with a world."""
    return GAME.sight(match.state, match.actors[0], match.told, rng(seed))


def test_who_passes_rather_lacks_the_cards_than_holds_three_of_them() -> None:
    """In a world in which a pass gives up a play that is worth much, it is unlikely."""
    match = Match(GAME, 3, {"seasons": 1, "first_host": 0}, 5)
    opener = next(w for w in range(6) if match.state.hands[0][w])
    match.play(0, {"type": "play", "wrestler": GAME.rules.NAMES[opener], "count": 1})
    match.play(1, {"type": "pass"})
    rich, poor = match.state.clone(), match.state.clone()
    others = [w for w in range(6) if w != opener]
    for hand, counts in ((rich.hands[1], (2, 1, 1, 1, 1)), (poor.hands[1], (1, 1, 1, 1, 1))):
        hand[opener] = 0
        for w, count in zip(others, counts, strict=True):
            hand[w] = count
    told = [e for e in (GAME.events.project(t, 2) for t in match.told) if e is not None]
    logs = GAME.likelihood([rich, poor], 2, told)
    assert logs is not None
    assert logs[1] - logs[0] > math.log(2)  # both begin with the same opening; then one could only pass


def test_the_truth_is_likelier_than_a_uniform_deal_would_have_it() -> None:
    """Over many positions the weighted worlds hold more of the others' real cards."""
    gains: list[float] = []
    for seed in range(6):
        match = played(24, seed)
        seat = match.actors[0]
        belief = believe(seen(match), seed, 60)
        assert belief is not None

        def close(weights: tuple[float, ...], belief: Belief = belief, match: Match = match, seat: int = seat) -> float:
            rivals = [p for p in range(4) if p != seat]
            return sum(
                weight
                * sum(min(a, b) for p in rivals for a, b in zip(world.hands[p], match.state.hands[p], strict=True))
                for world, weight in zip(belief.worlds, weights, strict=True)
            )

        gains.append(close(belief.weights) - close((1 / 60,) * 60))
    assert sum(gains) / len(gains) > 0.3


def test_a_belief_is_the_same_whatever_world_it_begins_from() -> None:
    """It is made of what the seat was told and of worlds dealt anew: from the truth, or any redeal of it, it comes out alike."""
    match = played(20)
    seat = match.actors[0]
    sight = seen(match)
    found, again = believe(sight, 7, 40), believe(replace(sight, world=match.state.clone()), 7, 40)
    assert found is not None and again is not None
    assert sight.world is not None and sight.world.hands != match.state.hands
    assert [world.hands for world in found.worlds] == [world.hands for world in again.worlds]
    assert found.weights == again.weights
    assert all(GAME.view(world, seat) == sight.view for world in found.worlds)
    assert all(weight >= FLOOR / 40 for weight in found.weights)
    assert math.isclose(sum(found.weights), 1.0)
    assert found.effective < 40


def test_the_effective_number_and_the_resampling_follow_the_weights() -> None:
    """Equal weights count all; systematic resampling takes each world as often as its weight says, within one."""
    worlds = tuple(GAME.start(4, {**GAME.check_options(4, {})}, seed) for seed in range(4))
    assert Belief(worlds, (0.25,) * 4).effective == 4
    belief = Belief(worlds, (0.7, 0.3, 0.0, 0.0))
    assert math.isclose(belief.effective, 1 / 0.58)
    drawn = belief.resampled(100, 5)
    assert [sum(one is world for one in drawn) for world in worlds] == [70, 30, 0, 0]
    assert belief.resampled(100, 5) == drawn


def test_where_nothing_is_likely_all_worlds_count_alike() -> None:
    """The floor: no world is ever given up, and none of no weight divides by zero."""
    assert weighed([-math.inf, -math.inf]) == (0.5, 0.5)
    assert weighed([0.0, -math.inf]) == pytest.approx((1 - FLOOR / 2, FLOOR / 2))


def test_a_game_without_a_model_and_a_sight_without_a_world() -> None:
    """None, and one sentence."""
    other = Match(find("indian-poker"), 2, {}, 1)
    assert believe(other.game.sight(other.state, other.actors[0], other.told, rng(1)), 1, 5) is None
    with pytest.raises(InvalidInput, match="a belief needs a world to start from"):
        believe(GAME.sight(played(3).state, 0), 1)


def test_a_search_of_weighted_worlds_is_the_same_for_a_sight_and_a_seed() -> None:
    """And legal."""
    sight = seen(played(9))
    budget = Budget("so", 300, "weighted")
    chosen = decide(sight, 11, budget, None)
    assert chosen in sight.legal
    assert decide(sight, 11, budget, None) == chosen
