"""Why a beginner does what it does: a sentence for it in both languages, and in public nothing but public facts."""

from __future__ import annotations

import random
from collections import Counter
from collections.abc import Iterator
from typing import Any

import pytest

from mainmatch.core.actions import Action
from mainmatch.core.chance import rng
from mainmatch.core.game import Game, Reason, Sight, State
from mainmatch.core.record import SPECTATOR
from tests.conformance.worlds import games

every_game = pytest.mark.parametrize("game", games(), ids=lambda game: game.id)
"""Our own and the example from outside."""
open_game = pytest.mark.parametrize(
    "game", [game for game in games() if game.id != "lanterns"], ids=lambda game: game.id
)
"""All but the example: its decisions are all sealed."""
MATCHES = {"middle-race": 2, "loyalists-and-traitors": 2}


def played(game: Game) -> Iterator[tuple[State, int, Sight, Action]]:
    """Decisions of matches between beginners: state before, seat, its sight, its action."""
    for seed in range(MATCHES.get(game.id, 4)):
        dice = random.Random(seed)
        state = game.start(chance=seed)
        state.told = None
        for _ in range(250):
            seats = game.actors(state)
            if not seats:
                break
            sight = game.sight(state, seats[0])
            action = game.advise(sight, dice)
            yield state, seats[0], sight, action
            state = state.clone()
            game.apply(state, seats[0], game.actions.encode(action))


@every_game
def test_every_reason_is_a_sentence_in_both_languages(game: Game) -> None:
    """At most two for a decision; their holes have values; a beginner can nearly always say why."""
    said: Counter[str] = Counter()
    without = decisions = 0
    for state, seat, sight, action in played(game):
        reasons = game.explain(sight, action)
        assert len(reasons) <= 2
        decisions += 1
        without += not reasons
        for reason in [*reasons, *game.explain(game.public_sight(state, seat), action)]:
            said[reason.key] += 1
            for lang in ("ko", "en"):
                names = [f"P{n}" for n in range(state.players)]
                assert "{" not in game.sentences(lang, names).reason(reason)
    assert without < decisions / 4
    assert set(said) <= set(game.words("ko")["reasons"])
    assert len(said) >= 3


@open_game
def test_in_public_nothing_is_said_that_a_spectator_could_not_say(game: Game) -> None:
    """With everything that a spectator cannot know dealt anew, the public reason for the same action is the same."""
    compared = 0
    for number, (state, seat, _, action) in enumerate(played(game)):
        if number % 5:
            continue
        said = game.explain(game.public_sight(state, seat), action)
        other = state.clone()
        game.redeal(other, -1, rng(number))
        assert game.explain(game.public_sight(other, seat), action) == said
        compared += bool(said)
    assert compared


def scalars(value: Any) -> set[Any]:
    """All that is neither a list nor an object in a JSON value."""
    if isinstance(value, dict):
        return set().union(*map(scalars, value.values()))
    return set().union(*map(scalars, value)) if isinstance(value, list) else {value}


@every_game
def test_an_action_with_a_public_reason_is_public(game: Game) -> None:
    """A remark names the action: so all that it says must stand in what everybody is told of it."""
    for state, seat, _, action in played(game):
        if game.explain(game.public_sight(state, seat), action):
            after = state.clone()
            after.told = []
            game.apply(after, seat, game.actions.encode(action))
            told = [game.events.project(event, SPECTATOR) for event in after.told]
            # Which way a piece went is told as the squares from and to.
            said = scalars({k: v for k, v in action.items() if k not in ("type", "step", "direction")})
            assert said <= scalars([e for e in told if e]), action


@every_game
def test_a_sealed_action_has_no_public_reason(game: Game) -> None:
    """A reason that is shown would say what was sealed: so where several owe a decision at once there is none."""
    for state, seat, _, action in played(game):
        if len(game.actors(state)) > 1:
            assert game.explain(game.public_sight(state, seat), action) == []


def test_a_reason_names_its_values() -> None:
    """As the page gets it."""
    assert Reason("bluff", {"percent": 3}).to_json() == {"key": "bluff", "values": {"percent": 3}}
