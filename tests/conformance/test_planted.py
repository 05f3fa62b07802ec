"""A planted fault for each law: the check must fail, or it is worth nothing."""

import types
from collections.abc import Callable
from typing import Any

import pytest

from mainmatch.core.game import Game, State
from mainmatch.games.indian_poker.game import IndianPoker
from mainmatch.games.infiltration.game import Infiltration
from tests.conformance import laws
from tests.conformance.worlds import World


class _Altered(types.ModuleType):
    """A rules module with some functions exchanged."""

    def __init__(self, rules: types.ModuleType, **changed: Any) -> None:
        super().__init__(rules.__name__)
        self.__dict__.update(rules.__dict__)
        self.__dict__.update(changed)


def altered(game: Game, **changed: Any) -> Game:
    """The same game with some rules exchanged."""
    other = type(game)()
    other.__dict__["rules"] = _Altered(game.rules, **changed)
    return other


def world(game: Game, players: int | None = None) -> World:
    """A world of the game with the defaults."""
    return (game, players or game.default_seats, {})


def several(law: Callable[[World, int], None], where: World, seeds: int) -> None:
    """A law on several seeds."""
    for seed in range(seeds):
        law(where, seed)


def never_refused(s: Any, seat: int, action: int) -> int:
    """A refusal that forgets every clause."""
    return 0


def do_nothing(s: Any, seat: int, action: int) -> None:
    """A decision without effect."""


class _PeekingView(IndianPoker):
    """Shows, in a side field, whether the own card is high."""

    def view(self, state: State, viewer: int = -1) -> dict[str, Any]:
        return {**super().view(state, viewer), "mood": viewer >= 0 and not state.done and state.cards[viewer] > 5}


class _CarefulRefusals(IndianPoker):
    """Offers to fold only without the highest card: a legal action that betrays the card."""

    def legal(self, state: State, seat: int) -> list[int]:
        return [a for a in super().legal(state, seat) if a != self.rules.FOLD or state.cards[seat] != state.ranks]


class _LoudEvents(IndianPoker):
    """Tells the own card with every raise."""

    def apply(self, state: State, seat: int, action: int) -> None:
        super().apply(state, seat, action)
        if state.told is not None and action >= self.rules.RAISE:
            state.told.append((self.events.code("raised"), (seat, state.cards[seat])))


class _OpenVotes(Infiltration):
    """Shows what others have sealed."""

    def view(self, state: State, viewer: int = -1) -> dict[str, Any]:
        return {**super().view(state, viewer), "sealed": sum(state.committed)}


@pytest.mark.parametrize("game", [_PeekingView(), _CarefulRefusals(), _LoudEvents()], ids=lambda g: type(g).__name__)
def test_law1_sees_a_leak(game: Game) -> None:
    """In the view, in the legal actions, in the events."""
    with pytest.raises(AssertionError):
        several(laws.secrecy, world(game), 8)


def test_law1_sees_an_opened_seal() -> None:
    """A view that shows sealed answers."""
    with pytest.raises(AssertionError):
        laws.sealed(world(_OpenVotes()), 1)


def test_law3_sees_a_disagreement() -> None:
    """A refusal that forgets a clause."""
    with pytest.raises(AssertionError):
        laws.agreement(world(altered(IndianPoker(), refusal=never_refused)), 1)


def test_law3_sees_a_refused_action_that_counts() -> None:
    """An engine that carries out what it should refuse."""
    game = altered(IndianPoker(), refusal=never_refused, apply=do_nothing)
    with pytest.raises(AssertionError):
        laws.refused_changes_nothing(world(game), 1)


def test_law4_sees_hidden_state() -> None:
    """A game that remembers something outside its state."""

    class Forgetful(IndianPoker):
        calls = 0

        def apply(self, state: State, seat: int, action: int) -> None:
            super().apply(state, seat, action)
            Forgetful.calls += 1
            if Forgetful.calls % 5 == 0 and not state.done:
                state.leader = 1 - state.leader

    with pytest.raises(AssertionError):
        laws.replay(world(Forgetful()), 1)


def test_law4_sees_a_field_lost_in_json() -> None:
    """A reader that forgets what was carried."""

    class Lossy(IndianPoker):
        def read_state(self, state: State, given: dict[str, Any]) -> None:
            super().read_state(state, given)
            state.last_pot += 1

    with pytest.raises(AssertionError):
        several(laws.given, world(Lossy()), 8)


def test_law6_sees_that_the_order_matters() -> None:
    """An engine in which the first to submit is remembered."""

    class Ordered(Infiltration):
        def apply(self, state: State, seat: int, action: int) -> None:
            if len(self.actors(state)) == state.players and not self.rules.over(state):
                state.counter += seat
            super().apply(state, seat, action)

    with pytest.raises(AssertionError):
        several(laws.any_order, world(Ordered()), 3)


def test_law7_sees_a_chip_vanish() -> None:
    """A fold that loses a chip."""

    class Leaking(IndianPoker):
        def apply(self, state: State, seat: int, action: int) -> None:
            super().apply(state, seat, action)
            if state.stacks[0] > 5:
                state.stacks[0] -= 1

    with pytest.raises(AssertionError):
        laws.ends(world(Leaking()), 1)


def test_law8_sees_a_redeal_that_shows() -> None:
    """A redeal that changes what its viewer sees."""
    game = IndianPoker()

    def careless(s: Any, viewer: int, r: Any) -> None:
        s.cards[1] = s.cards[1] % s.ranks + 1

    with pytest.raises(AssertionError):
        laws.secrecy(world(altered(game, redeal=careless)), 1)
