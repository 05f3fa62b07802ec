"""Search: the same for a seed, blind to what its seat may not know, and better than chance."""

import random

import pytest

from mainmatch.core.chance import rng
from mainmatch.core.game import Game
from mainmatch.core.match import Match
from mainmatch.fast.search import METHODS, Search
from tests.conformance.worlds import games, walk

every_game = pytest.mark.parametrize("game", games(), ids=lambda g: g.id)
every_method = pytest.mark.parametrize("method", METHODS)


@every_game
@every_method
def test_a_search_is_the_same_for_a_seed(game: Game, method: str) -> None:
    """Same world, seed and iterations: same advice; and a legal one for every seat that decides."""
    search = Search(game, method)
    for number, (state, _) in enumerate(walk((game, game.default_seats, {}), 4, limit=30)):
        for seat in game.actors(state)[:1]:
            if number % 6:
                continue
            advice = search.advise(state, seat, seed=number, iterations=60)
            assert advice == search.advise(state, seat, seed=number, iterations=60)
            assert advice.best in game.legal(state, seat)
            assert advice.iterations == 60


@every_game
@every_method
def test_the_worth_of_an_action_is_a_mean_score(game: Game, method: str) -> None:
    """The same for a seed, and within what a match can come to."""
    search = Search(game, method)
    for number, (state, _) in enumerate(walk((game, game.default_seats, {}), 4, limit=30)):
        for seat in game.actors(state)[:1]:
            if number % 6:
                continue
            action = game.legal(state, seat)[-1]
            worth = search.worth(state, seat, action, number, 40)
            assert worth == search.worth(state, seat, action, number, 40)
            bounds = game.bounds(game.default_seats, game.options_of(state))
            assert bounds.least <= worth <= bounds.most


@every_method
def test_an_action_that_ends_the_match_is_worth_what_it_brings(method: str) -> None:
    """Indian Poker, a single hand: to fold it loses the match."""
    from mainmatch.games.indian_poker.game import GAME

    state = GAME.start(None, {"max_hands": 1}, 11)
    fold = GAME.actions.encode({"type": "fold"})
    assert Search(GAME, method).worth(state, GAME.actors(state)[0], fold, 3, 40) == -1


@every_method
def test_a_search_does_not_peek(method: str) -> None:
    """Maskmen, whose redeal forgets the dealt hands: any world that the seat holds possible is as good a start.

    The advice of a search from the truth and from redealt worlds has the same distribution: here, the share of
    the most advised action over many seeds differs by less than five standard errors.
    """
    from mainmatch.games.maskmen.game import GAME

    search = Search(GAME, method)
    state = GAME.start(3, {"cards": 6}, 11)
    seat = GAME.actors(state)[0]
    stream = rng(3)
    runs = 120

    def shares(worlds: list[object]) -> dict[int, int]:
        found: dict[int, int] = {}
        for seed, world in enumerate(worlds):
            best = search.advise(world, seat, seed=seed * 7919, iterations=40).best  # type: ignore[arg-type]
            found[best] = found.get(best, 0) + 1
        return found

    truth = shares([state] * runs)
    dreams = shares([GAME.imagine(state, seat, stream) for _ in range(runs)])
    for action in truth.keys() | dreams.keys():
        p, q = truth.get(action, 0) / runs, dreams.get(action, 0) / runs
        error = (2 * max(p, q, 0.05) * (1 - min(p, q, 0.95)) / runs) ** 0.5
        assert abs(p - q) < 5 * error


@every_method
def test_a_search_beats_chance_at_maskmen(method: str) -> None:
    """Two hundred iterations win clearly more points than uniformly random play."""
    from mainmatch.games.maskmen.game import GAME

    search, dice = Search(GAME, method), random.Random(1)
    margin = 0.0
    for seed in range(8):
        match = Match(GAME, 3, {"seasons": 1}, seed)
        me = seed % 3
        while not match.is_over:
            seat = match.actors[0]
            if seat == me:
                match.play(seat, search.advise(match.state, seat, seed=len(match.decisions), iterations=200).best)
            else:
                match.play(seat, dice.choice(match.legal(seat)))
        scores = [GAME.score(match.state, p) for p in range(3)]
        margin += scores[me] - (sum(scores) - scores[me]) / 2
    assert margin / 8 > 0.7


def test_a_search_needs_a_budget() -> None:
    """And a method that exists."""
    from mainmatch.games.indian_poker.game import GAME

    state = GAME.start()
    with pytest.raises(ValueError, match="iterations or of seconds"):
        Search(GAME).advise(state, state.turn, 0)
    with pytest.raises(ValueError, match="flat, so, mo"):
        Search(GAME, "alpha-beta")
    assert Search(GAME, "so").advise(state, state.turn, 0, seconds=0.01).iterations > 0
