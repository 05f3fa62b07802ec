"""Indian Poker at equilibrium: against OpenSpiel and a linear programme on small hands, and what holds for the whole match."""

from __future__ import annotations

import importlib
import json
import random
import time
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from mainmatch.agents.equilibrium import player, values
from mainmatch.agents.equilibrium.forest import CALL, FOLD, Betting, Deck, Forest, Hand, Solver, Strategy
from mainmatch.agents.equilibrium.response import outside
from mainmatch.agents.equilibrium.values import AtTheEnd, Table, Terms, Worth
from mainmatch.core.chance import rng
from mainmatch.core.errors import InvalidFile
from mainmatch.core.match import Match
from mainmatch.games.indian_poker.game import GAME

EVERY_TOTAL = 99
SMALL = [
    {"ranks": 3, "copies": 1, "chips": 4, "fold_penalty": 0},
    {"ranks": 3, "copies": 2, "chips": 4, "fold_penalty": 2, "leader": "loser"},
    {"ranks": 4, "copies": 1, "chips": 5, "fold_penalty": 10, "ante": 2, "opening": "check", "leader": "alternate"},
]
small = pytest.mark.parametrize("options", SMALL, ids=lambda o: "-".join(map(str, o.values())))


def solved(options: dict[str, Any], iterations: int) -> tuple[Solver, Strategy]:
    """The first hand of a match with every total in its tree, for the share of the chips."""
    terms = Terms.of(GAME.check_options(2, options))
    forest = Forest([Hand(terms.chips, terms.chips, 0)], terms.betting(wide=EVERY_TOTAL))
    Worth(terms).pay(forest)
    solver = Solver(forest, terms.deck)
    solver.iterate(iterations)
    return solver, solver.average()


@small
def test_openspiel_finds_the_same_exploitability(options: dict[str, Any]) -> None:
    """In the hand as the rules file plays it, OpenSpiel's best responses gain exactly what ours say, and next to nothing."""
    from open_spiel.python import policy
    from open_spiel.python.algorithms import exploitability

    from tests.agents import spiel_hand

    solver, strategy = solved(options, 600)
    game = spiel_hand.HandGame(options)
    number = {FOLD: spiel_hand.RULES.FOLD, CALL: spiel_hand.RULES.CALL}
    paths: list[list[int]] = [[]]
    chances: dict[str, dict[int, float]] = {}
    for depth, level in enumerate(solver.forest.levels):
        following = []
        for e, (node, edge) in enumerate(zip(level.parent.tolist(), level.edge.tolist(), strict=True)):
            action = number.get(edge, spiel_hand.RULES.RAISE + edge)
            for seen in range(solver.ranks):
                where = spiel_hand.key(depth % 2, seen + 1, paths[node])
                chances.setdefault(where, {})[action] = float(strategy[depth][e, seen])
            if edge > 0:
                following.append([*paths[node], action])
        paths = following

    class Ours(policy.Policy):
        def action_probabilities(self, state: Any, player_id: int | None = None) -> dict[int, float]:
            return chances[state.information_state_string()]

    gain: Any = exploitability.nash_conv(game, Ours(game, [0, 1]))
    ours = float(solver.exploitability(strategy)[0])
    assert gain / 2 == pytest.approx(ours, abs=1e-9)
    assert ours < 1e-3


@small
def test_a_linear_programme_finds_the_same_value(options: dict[str, Any]) -> None:
    """The sequence form (Koller, Megiddo, von Stengel 1994), solved by HiGHS, has the value that CFR+ converges to."""
    solver, strategy = solved(options, 600)
    exact = sequence_form_value(solver)
    assert float(solver.value(strategy)[0]) == pytest.approx(exact, abs=2e-3)
    assert float(solver.best_response(0, strategy)[0]) >= exact - 1e-9
    assert -float(solver.best_response(1, strategy)[0]) <= exact + 1e-9


def sequence_form_value(solver: Solver) -> float:
    """The leader's value of a forest of one tree, by a linear programme that shares nothing with CFR+ but the payoffs."""
    linprog = importlib.import_module("scipy.optimize").linprog  # scipy brings no types
    sparse = importlib.import_module("scipy.sparse")

    ranks, levels = solver.ranks, solver.forest.levels
    count, sets = [1, 1], [1, 1]
    payoff: dict[tuple[int, int], float] = {}
    flows: list[list[tuple[int, int, float]]] = [[(0, 0, 1.0)], [(0, 0, 1.0)]]
    # of each node: the sequence of each player, by the rank that it sees
    nodes = [([0] * ranks, [0] * ranks)]
    for depth, level in enumerate(levels):
        me = depth % 2
        following = []
        fold = {int(e): k for k, e in enumerate(level.folds)}
        call = {int(e): k for k, e in enumerate(level.calls)}
        for node, sequences in enumerate(nodes):
            rows = list(range(sets[me], sets[me] + ranks))
            sets[me] += ranks
            for seen in range(ranks):
                flows[me].append((rows[seen], sequences[me][seen], -1.0))
            for e in np.flatnonzero(level.parent == node).tolist():
                mine = list(range(count[me], count[me] + ranks))
                count[me] += ranks
                for seen in range(ranks):
                    flows[me].append((rows[seen], mine[seen], 1.0))
                after = (mine, sequences[1]) if me == 0 else (sequences[0], mine)
                if e not in fold and e not in call:
                    following.append(after)
                    continue
                for own in range(ranks):  # the leader's card, which player 1 sees
                    for other in range(ranks):
                        if e in call:
                            k = call[e]
                            worth = level.win if own > other else level.lose if own < other else level.tie
                            value = float(worth[k, 0])
                        else:
                            highest = (own if me == 0 else other) == ranks - 1
                            value = float((level.fold_highest if highest else level.fold_value)[fold[e], 0])
                        cell = (after[0][other], after[1][own])
                        payoff[cell] = payoff.get(cell, 0.0) + value * solver.deck.pairs[own, other]
        nodes = following

    def matrix(cells: list[tuple[int, int, float]], shape: tuple[int, int]) -> Any:
        i, j, v = zip(*cells, strict=True)
        return sparse.coo_array((v, (i, j)), shape=shape).tocsr()

    pay = matrix([(i, j, v) for (i, j), v in payoff.items()], (count[0], count[1]))
    first, second = (matrix(flows[p], (sets[p], count[p])) for p in (0, 1))
    # max q·f over x >= 0, q: first x = e, second^T q <= pay^T x
    start = np.zeros(sets[0])
    start[0] = 1.0
    objective = np.zeros(count[0] + sets[1])
    objective[count[0]] = -1.0
    equal = sparse.hstack([first, sparse.coo_array((sets[0], sets[1]))]).tocsr()
    below = sparse.hstack([-pay.T, second.T]).tocsr()
    bounds = [(0, None)] * count[0] + [(None, None)] * sets[1]
    found = linprog(objective, below, np.zeros(count[1]), equal, start, bounds, method="highs")
    return -float(found.fun)


def test_the_shipped_values_belong_to_the_standard_options() -> None:
    """Between -1 and 1, more chips are worth more, the leader must open and so stands a little worse."""
    worth = Table.shipped()
    assert worth.terms == Terms.of(GAME.check_options(2))
    for carried in range(0, 60, 2):
        row = worth.values[carried // 2, : 61 - carried]
        assert np.all(np.diff(row) > -1e-3)
    assert worth.values[0, 0] == -1.0
    assert worth.values[0, 60] == 1.0
    assert -0.03 < worth.values[0, 30] < 0.0


def test_the_shipped_values_are_a_fixed_point() -> None:
    """A hand solved with them as payoffs has them as its value, in states all over the match."""
    worth = Table.shipped()
    hands = [Hand(30, 30, 0), Hand(10, 50, 0), Hand(45, 15, 0), Hand(20, 20, 20), Hand(3, 57, 0), Hand(0, 40, 20)]
    forest = Forest(hands, worth.terms.betting())
    worth.pay(forest)
    solver = Solver(forest, worth.terms.deck)
    solver.iterate(400)
    expected = [worth.values[h.carried // 2, h.lead] for h in hands]
    assert solver.value(solver.average()) == pytest.approx(expected, abs=1.5e-3)


def test_a_hand_is_exploitable_by_less_than_one_percent_of_its_stake() -> None:
    """Measured exactly in the abstract game, with the iterations made at the table."""
    worth = Table.shipped()
    hands = [Hand(30, 30, 0), Hand(31, 29, 0), Hand(20, 36, 4), Hand(8, 52, 0)]
    forest = Forest(hands, player.betting(worth.terms))
    worth.pay(forest)
    solver = Solver(forest, worth.terms.deck)
    solver.iterate(player.ITERATIONS)
    assert np.all(solver.exploitability(solver.average()) < 0.01 * worth.stakes(hands))


def test_the_search_outside_the_abstraction_finds_what_is_inside() -> None:
    """Where the tree holds every total, the best answer over all totals gains what it gains in the tree; with few sizes, more."""
    terms = Terms(ranks=4, copies=1, chips=6, fold_penalty=2)
    worth, hand = Worth(terms), Hand(6, 6, 0)
    everything = terms.betting(wide=EVERY_TOTAL)
    forest = Forest([hand], everything)
    worth.pay(forest)
    solver = Solver(forest, terms.deck)
    solver.iterate(300)
    inside = float(solver.exploitability(solver.average())[0] / worth.stakes([hand])[0])
    found, histories = outside(worth, everything, hand, 300, free=2)
    assert found == pytest.approx(inside, abs=2e-5)  # the rarest raises are not followed
    assert histories > 20
    few, _ = outside(worth, Betting(sizes=(1.0,), by_one=0), hand, 300, free=2)
    assert few > inside


def test_rounds_of_value_iteration_converge_and_can_be_continued() -> None:
    """A small match: changes fall, and going on from a file's values stays there."""
    terms = Terms(ranks=4, copies=1, chips=5, fold_penalty=2)
    steps = list(values.iterate(terms, terms.betting(), 12, 40))
    assert steps[-1].change < 0.002 < steps[0].change
    again = Table.from_json(json.loads(json.dumps(steps[-1].worth.to_json())), "file")
    (further,) = values.iterate(terms, terms.betting(), 13, 40, again, 12)
    assert further.change < 0.004
    assert further.round == 13


def test_the_last_hand_is_played_for_more_chips() -> None:
    """IP-14: whatever the margin."""
    worth = AtTheEnd(Terms())
    assert worth.leads(np.array([29, 30, 31]), np.array([0, 0, 0])).tolist() == [-1.0, 0.0, 1.0]
    assert worth.leads(np.array([20, 28]), np.array([20, 2])).tolist() == [0.0, -1.0]


@pytest.mark.parametrize("broken", ["", "[]", "{}", '{"format": 1, "game": "maskmen"}'])
def test_a_damaged_table_is_one_sentence(tmp_path: Path, broken: str) -> None:
    """Naming the file."""
    path = tmp_path / "values.json"
    path.write_text(broken)
    with pytest.raises(InvalidFile, match=r"values\.json"):
        Table.read(path)
    with pytest.raises(InvalidFile, match="cannot be read"):
        Table.read(tmp_path / "nothing.json")


def test_the_table_of_other_options_is_found_where_solve_keeps_it(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Else chips are worth what they are."""
    monkeypatch.setenv("MAINMATCH_CACHE", str(tmp_path))
    terms = Terms(chips=5)
    assert type(values.known(terms)) is Worth
    table = Table(terms, np.zeros((6, 11)))
    values.kept(terms).write_text(json.dumps(table.to_json()))
    assert isinstance(values.known(terms), Table)


# ---------------------------------------------------------------- at the table
def test_the_bets_of_a_hand_are_read_from_what_was_told() -> None:
    """And where nothing was told, the shortest betting that leads to them is taken."""
    match = Match(GAME, 2, {}, 3)
    leader = match.state.leader
    for seat, to in ((leader, 3), (1 - leader, 6), (leader, 11)):
        match.play(seat, {"type": "raise", "to": to})
    sight = GAME.sight(match.state, 1 - leader, match.told)
    assert player.bets_made(sight) == (3, 6, 11)
    assert player.bets_made(GAME.sight(match.state, 1 - leader)) == (3, 6, 11)
    match = Match(GAME, 2, {}, 3)
    assert player.bets_made(GAME.sight(match.state, leader)) == ()


@pytest.mark.parametrize(
    "options",
    [
        {},
        {"ranks": 3, "copies": 1, "chips": 5},
        {"chips": 5000, "ante": 10},
        {"max_hands": 3, "opening": "check", "fouls": True},
    ],
    ids=["standard", "small", "many chips", "few hands"],
)
def test_the_agent_plays_legally_and_the_same_for_a_seed(options: dict[str, Any]) -> None:
    """Against random play, under various options."""
    match, dice = Match(GAME, 2, options, 1), random.Random(1)
    for _ in range(40):
        if match.is_over:
            break
        seat = match.actors[0]
        if seat == 0:
            sight = GAME.sight(match.state, seat, match.told)
            action = player.decide(sight, 5, iterations=20)
            assert action == player.decide(sight, 5, iterations=20)
            assert action in sight.legal
        else:
            action = dice.choice(match.legal(seat))
        match.play(seat, action)


def test_the_agent_counts_the_cards_left() -> None:
    """When no card left can beat the one it sees, it does not call; when none can beat its own, it does not fold."""
    counts = [0] * 9 + [2]
    counts[0] = 2
    worth = Table.shipped()
    strategy, forest = player.solve(worth, player.betting(worth.terms), Hand(30, 30, 0, (8,)), counts, 200)
    depth, node = forest.node(0, (8,))
    edges = np.flatnonzero(forest.levels[depth].parent == node)
    fold = strategy[depth][edges][forest.levels[depth].edge[edges] == FOLD]
    assert fold[0, 0] < 0.05  # sees a 1: a 10 (penalty) or a tie
    deck = Deck.of(counts)
    assert deck.pairs.sum() == pytest.approx(1.0)
    assert deck.pairs[0, 1] == 0.0


def test_a_decision_takes_well_under_a_second() -> None:
    """In processor time, from the first hand with a bet outside the abstraction."""
    match = Match(GAME, 2, {}, 3)
    leader = match.state.leader
    match.play(leader, {"type": "raise", "to": 7})
    sight = GAME.sight(match.state, 1 - leader, match.told, rng(1))
    player.decide(sight, 0, iterations=2)
    began = time.process_time()
    player.decide(sight, 0)
    assert time.process_time() - began < 0.8
