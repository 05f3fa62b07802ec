"""The laws, as checks on one world and seed. Each raises AssertionError where the law is broken."""

from __future__ import annotations

import json
import random
from typing import Any

from mainmatch.core.chance import rng
from mainmatch.core.errors import InvalidInput
from mainmatch.core.game import Game, State
from mainmatch.core.match import Match
from tests.conformance.worlds import World, start, viewers, walk


def sees(game: Game, state: State, viewer: int) -> str:
    """Everything that reaches a viewer of a state, as bytes would."""
    found = [
        game.view(state, viewer),
        game.headline(game.view(state, viewer)),
        game.actors(state),
        game.observe(state, viewer),
    ]
    if viewer >= 0:
        found += [game.legal_json(state, viewer)]
        if viewer in game.actors(state):
            found += [game.refused(state, viewer)]
    return json.dumps(found, sort_keys=True)


def told(game: Game, state: State, seat: int, action: int, viewer: int) -> tuple[State, str]:
    """The state after a decision, and the events of it that reach a viewer."""
    after = state.clone()
    after.told = []
    game.apply(after, seat, action)
    return after, json.dumps([game.events.project(t, viewer) for t in after.told])


WRONG: list[Any] = [None, {}, {"type": "nonsense"}, {"type": ["vote"]}, []]
"""What is no action of any game."""


def secrecy(world: World, seed: int, every: int = 1) -> None:
    """Law 1: what a viewer gets is the same in every world that it holds possible, until a reveal.

    Views, legal actions and refusals of a redealt state are identical; and where the same decision leaves
    both states looking the same to the viewer, it was told the same.
    """
    game = world[0]
    for number, (state, dice) in enumerate(walk(world, seed)):
        if number % every:
            continue
        for viewer in viewers(game, state):
            dream = state.clone()
            game.redeal(dream, viewer, rng(dice.getrandbits(60)))
            assert sees(game, dream, viewer) == sees(game, state, viewer), f"viewer {viewer} can tell them apart"
            for seat in game.actors(state)[:2]:
                both = sorted(set(game.legal(state, seat)) & set(game.legal(dream, seat)))
                if not both:
                    continue
                action = dice.choice(both)
                after, heard = told(game, state, seat, action, viewer)
                after_dream, heard_dream = told(game, dream, seat, action, viewer)
                if sees(game, after, viewer) == sees(game, after_dream, viewer):
                    assert heard == heard_dream, f"viewer {viewer} is told more than it sees"


def sealed(world: World, seed: int) -> None:
    """Law 1 for simultaneous decisions: nobody else learns what a seat has submitted before the last one has."""
    game = world[0]
    for state, dice in walk(world, seed):
        seats = game.actors(state)
        if len(seats) < 2:
            continue
        seat = dice.choice(seats)
        legal = game.legal(state, seat)
        first, second = dice.choice(legal), dice.choice(legal)
        for viewer in viewers(game, state):
            if viewer == seat:
                continue
            after, heard = told(game, state, seat, first, viewer)
            other, heard_other = told(game, state, seat, second, viewer)
            assert (sees(game, after, viewer), heard) == (sees(game, other, viewer), heard_other)


def agreement(world: World, seed: int, every: int = 1) -> None:
    """Law 3: `legal` and `refusal` agree on every action of the table (on a sample of very large families)."""
    game, players, _ = world
    told_by = [game.sentences(lang, [f"P{p}" for p in range(players)]) for lang in ("ko", "en")]
    for number, (state, dice) in enumerate(walk(world, seed)):
        if number % every:
            continue
        for seat in game.actors(state):
            legal = game.legal(state, seat)
            assert legal == sorted(set(legal)), "ascending, none twice"
            assert legal, "an actor has a choice"
            possible = set(legal)
            for family in game.actions.families:
                whole = range(family.offset, family.offset + family.size)
                tried = whole if family.size <= 400 else [*dice.sample(whole, 100), *(a for a in legal if a in whole)]
                for action in tried:
                    clause = game.refusal(state, seat, action)
                    assert (clause is None) == (action in possible), (game.actions.decode(action), clause)
                    if clause:
                        assert clause in game.words("ko")["why"], f"no sentence says why {clause} forbids"
                        assert clause in game.words("en")["why"], f"no sentence says why {clause} forbids"
            for action, clause in game.refused(state, seat):
                for words in told_by:
                    assert words.action(action), "names nobody who is not in the match"
                    assert words.why(clause)


def refused_changes_nothing(world: World, seed: int) -> None:
    """Law 3: a refused action changes nothing."""
    game, players, options = world
    match = Match(game, players, options, seed)
    dice = random.Random(seed)
    while not match.is_over and len(match.decisions) < 60:
        before = match.state.clone()
        events = len(match.told)
        seat = dice.choice(match.actors)
        legal = set(game.legal(match.state, seat))
        for action in dice.sample(range(game.actions.size), min(20, game.actions.size)):
            if action in legal:
                continue
            try:
                match.play(seat, game.actions.decode(action))
            except InvalidInput as refusal:
                assert str(refusal)
            else:
                raise AssertionError(f"{game.actions.decode(action)} was carried out")
        for wrong in WRONG:
            try:
                match.play(seat, wrong)
            except InvalidInput as refusal:
                assert str(refusal)
            else:
                raise AssertionError(f"{wrong} was carried out")
        assert match.state == before and len(match.told) == events
        match.play(seat, dice.choice(sorted(legal)))


def replay(world: World, seed: int) -> None:
    """Law 4: replay equals play, through the match file; a state survives JSON and back; a clone is independent."""
    game, players, options = world
    match = Match(game, players, options, seed)
    dice = random.Random(seed)
    while not match.is_over and len(match.decisions) < 3000:
        state = match.state
        assert game.rules.State.load(json.loads(json.dumps(state.dump()))) == state
        seat = dice.choice(match.actors)
        twin = state.clone()
        action = dice.choice(game.legal(state, seat))
        game.apply(twin, seat, action)
        match.play(seat, action)
        assert match.state == twin
    again = Match.load(json.loads(json.dumps(match.save())), lambda _: game)
    assert again.state == match.state
    assert again.told == match.told


def given(world: World, seed: int, every: int = 1) -> None:
    """Law 4: a state written as JSON and read as a given position is the same position."""
    game, players, options = world
    full = game.check_options(players, options)
    number = 0
    for state, _ in walk(world, seed):
        number += 1
        seats = game.actors(state)
        truth = json.loads(json.dumps(game.state_json(state)))
        if not seats or number % every or any(getattr(state, "committed", [])) or "pending" in truth.get("extra", {}):
            continue
        read = game.blank(players, full, 0)
        game.read_state(read, truth)
        assert game.state_json(read) == truth
        assert game.actors(read) == seats
        for seat in seats:
            assert game.legal(read, seat) == game.legal(state, seat)
        for viewer in viewers(game, state):
            assert game.view(read, viewer) == game.view(state, viewer)


def any_order(world: World, seed: int) -> None:
    """Law 6: the order of simultaneous commitments does not matter."""
    game = world[0]
    dice = random.Random(seed)
    state = start(world, seed)
    for _ in range(400):
        seats = game.actors(state)
        if not seats:
            return
        chosen = {seat: dice.choice(game.legal(state, seat)) for seat in seats}
        forward, backward = state.clone(), state.clone()
        for seat in seats:
            game.apply(forward, seat, chosen[seat])
        for seat in dice.sample(seats, len(seats)):
            game.apply(backward, seat, chosen[seat])
        assert forward == backward
        state = forward


def ends(world: World, seed: int) -> None:
    """Law 7: random matches end, and nothing appears or vanishes on the way."""
    from tests.conformance.conservation import conserved

    game = world[0]
    state = None
    for state, _ in walk(world, seed, limit=200_000):
        conserved(game, state)
    assert state is not None and game.is_over(state)
    outcome = game.outcome(state)
    assert json.loads(json.dumps(outcome)) == outcome
    assert game.legal(state, 0) == []
    for viewer in viewers(game, state):
        game.view(state, viewer)
