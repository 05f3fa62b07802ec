"""The levels: names, what they get, what they lack, and the process in which strong thinks."""

from __future__ import annotations

import importlib.util
import os
import random
import subprocess
import sys
from typing import Any

import pytest

from mainmatch import agents
from mainmatch.agents import AGENTS, LEVELS, find_agent, levels, searches, think, uniform, worker
from mainmatch.core.chance import rng
from mainmatch.core.errors import InvalidInput
from mainmatch.core.game import Game, Sight
from mainmatch.core.match import Match
from mainmatch.games import find
from mainmatch.server import bots
from mainmatch.server.table import Table
from tests.conformance.worlds import games

ours = [g for g in games() if g.package.startswith("mainmatch.")]
every_room = pytest.mark.parametrize("game", ours, ids=lambda g: g.id)


def test_every_level_is_an_agent_and_the_old_names_still_are() -> None:
    """`thumb` is `normal`."""
    assert set(LEVELS) | {"thumb"} == set(AGENTS)
    assert find_agent("thumb") is find_agent("normal") is agents.thumb
    assert [name for name in AGENTS if searches(name)] == ["strong"]
    with pytest.raises(InvalidInput, match="there is no agent 'genius'; there are easy, normal, strong"):
        find_agent("genius")


def test_without_the_extra_strong_says_why_it_is_not_there(monkeypatch: pytest.MonkeyPatch) -> None:
    """One sentence with the command; the others are there."""
    there = importlib.util.find_spec

    def without(name: str, package: str | None = None) -> Any:
        return None if name == "numba" else there(name, package)

    monkeypatch.setattr(importlib.util, "find_spec", without)
    sentence = r"the level strong needs numpy and numba \(numba is missing\): pip install mainmatch\[fast\]"
    with pytest.raises(InvalidInput, match=sentence):
        find_agent("strong")
    for name in ("easy", "normal", "random"):
        assert find_agent(name) is AGENTS[name]


def test_the_server_and_the_names_of_agents_load_neither_numpy_nor_the_drivers() -> None:
    """They are loaded in the process that thinks."""
    program = (
        "import sys, mainmatch.server.app, mainmatch.agents, mainmatch.terminal.play\n"
        "print([m for m in sys.modules if m.split('.')[0] in ('numpy', 'numba') or m.startswith('mainmatch.fast')])"
    )
    found = subprocess.run([sys.executable, "-c", program], capture_output=True, text=True, check=True)
    assert found.stdout.strip() == "[]"


@every_room
def test_easy_is_the_rule_of_thumb_with_mistakes(game: Game) -> None:
    """Legal, and the same for a seed; mostly what the rule of thumb does (where that is no lot: now and then not)."""
    match, same, asked = Match(game, None, {}, 2), 0, 0
    while not match.is_over and asked < 60:
        for seat in match.actors:
            sight = game.sight(match.state, seat)
            action = agents.easy(sight, random.Random(asked))
            assert action in sight.legal
            assert action == agents.easy(sight, random.Random(asked))
            dice = random.Random(asked)
            dice.random()
            same += action == agents.thumb(sight, dice)
            asked += 1
            match.play(seat, action)
    assert asked * 0.4 < same
    assert same < asked or game.id != "maskmen"


# ---------------------------------------------------------------- what a searching agent gets
@every_room
def test_the_world_in_a_sight_is_imagined_and_hides_what_the_seat_may_not_know(game: Game) -> None:
    """Its chance is its own, its seat sees in it what it sees, and it is made only for a stream."""
    match = Match(game, None, {}, 4)
    for number in range(12):
        if match.is_over:
            break
        seat = match.actors[0]
        sight = game.sight(match.state, seat, match.told, rng(number))
        assert game.sight(match.state, seat).world is None
        assert sight.world is not None
        assert sight.world is not match.state
        assert (sight.world.chance, sight.world.counter) == (None, 0)
        assert sight.world.seed != match.state.seed
        assert game.view(sight.world, seat) == sight.view
        assert list(sight.told) == match.events(seat)
        match.play(seat, random.Random(number).choice(match.legal(seat)))


def test_worlds_do_not_tell_the_hidden_card() -> None:
    """Indian Poker: over many streams the own card is every rank, as often as the deck has it."""
    game = find("indian-poker")
    match = Match(game, 2, {"ranks": 4, "copies": 1, "chips": 9}, 1)
    seat = match.actors[0]
    found = [game.sight(match.state, seat, (), rng(k)).world for k in range(300)]
    own = [w.cards[seat] for w in found if w is not None]
    others = {1, 2, 3, 4} - {match.state.cards[1 - seat]}
    assert set(own) == others
    assert all(60 < own.count(card) < 140 for card in others)


def test_a_live_table_gives_a_strong_bot_a_world_and_what_its_seat_was_told_and_others_neither() -> None:
    """Drawn anew at every question: the deal of the table is not in it."""
    game = find("indian-poker")
    table = Table("ROOM", 1, game, 2, game.check_options(2, {"ranks": 9, "copies": 1}), bytes(32), 0)
    seat = table.actors[0]
    sights = [bots.sight_of(table, seat, "strong") for _ in range(40)]
    assert len({s.world.cards[seat] for s in sights if s.world is not None}) > 3
    assert all(s.world is not None and s.world.chance is None for s in sights)
    hidden = [e for e in sights[0].told if e["type"] == "dealt" and e.get("player") == seat]
    assert all(e.get("card") is None for e in hidden)
    plain = bots.sight_of(table, seat, "normal")
    assert (plain.world, plain.told) == (None, ())


# ---------------------------------------------------------------- thinking
def test_strong_thinks_in_another_process_the_same_as_in_this_one() -> None:
    """Deterministic for a seed; what is asked goes over as data."""
    from mainmatch.agents.equilibrium import player

    game = find("indian-poker")
    match = Match(game, 2, {"ranks": 4, "chips": 6}, 1)
    seat = match.actors[0]
    sight = game.sight(match.state, seat, match.told, rng(1))
    action = find_agent("strong")(sight, random.Random(5))
    assert action == player.decide(sight, random.Random(5).getrandbits(63))
    assert action in sight.legal


def test_a_thinking_process_that_died_is_replaced() -> None:
    """The decision is made all the same."""
    game = find("indian-poker")
    match = Match(game, 2, {"ranks": 4, "chips": 6}, 1)
    seat = match.actors[0]
    sight = game.sight(match.state, seat, match.told, rng(1))
    before = think("tests.agents.minds", sight, 1)
    assert before == {"type": "process", "id": before["id"]}
    assert before["id"] != os.getpid()
    for process in list(worker._running()._processes.values()):
        process.kill()
    assert think("tests.agents.minds", sight, 1)["id"] != before["id"]


def test_a_fault_in_thought_reaches_who_asked() -> None:
    """As the exception that it was."""
    with pytest.raises(ModuleNotFoundError):
        think("tests.agents.nobody", Sight("indian-poker", 2, {}, 0, {}, []), 1)


def test_a_game_without_a_mind_of_its_own_is_searched() -> None:
    """Only Indian Poker has one; at Loyalists search did not measure stronger than the rule of thumb."""
    match = Match(find("loyalists-and-traitors"), None, {}, 1)
    sight = match.game.sight(match.state, match.actors[0])
    assert find_agent("strong")(sight, random.Random(1)) == agents.thumb(sight, random.Random(1))
    assert levels.mind("indian-poker") == "mainmatch.agents.equilibrium.player"
    assert levels.mind("maskmen") == levels.mind("a-game-from-outside") == "mainmatch.agents.search.player"


# ---------------------------------------------------------------- search
@every_room
def test_search_plays_legally_and_the_same_for_a_seed(game: Game) -> None:
    """A few decisions of every game by each game's own method."""
    from mainmatch.agents.search.player import BUDGETS, Budget, decide

    match = Match(game, None, {}, 6)
    method = BUDGETS.get(game.id, Budget()).method
    for number in range(3):
        seat = match.actors[0]
        sight = game.sight(match.state, seat, match.told, rng(number))
        action = decide(sight, number, Budget(method, 60), None)
        assert action in sight.legal
        assert action == decide(sight, number, Budget(method, 60), None)
        match.play(seat, action)


def test_search_without_a_world_says_what_it_needs() -> None:
    """Whoever asks forgot the stream."""
    from mainmatch.agents.search.player import decide

    game = find("maskmen")
    match = Match(game, 3, {}, 6)
    with pytest.raises(InvalidInput, match="needs a world"):
        decide(game.sight(match.state, match.actors[0]), 1)
    assert uniform(game.sight(match.state, match.actors[0]), random.Random(1))
