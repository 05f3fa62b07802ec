"""OpenSpiel's own suites on every game and player count; what they do not check: recall, secrecy, other worlds."""

from __future__ import annotations

import importlib
import random
import subprocess
import sys
import unittest
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import numpy as np
import pyspiel
import pytest
from absl import flags
from open_spiel.integration_tests import api_test
from open_spiel.python.algorithms import sample_some_states
from open_spiel.python.observation import make_observation

from mainmatch.bridges.lines import Channel
from mainmatch.bridges.openspiel import MatchGame, MatchState, NoOpenSpiel, load, register, register_game, short_name
from mainmatch.core.errors import IllegalAction, InvalidInput, InvalidOption, InvalidPlayers
from mainmatch.core.game import FAR, Game
from mainmatch.core.record import SPECTATOR
from mainmatch.games import all_games
from tests.bridges.small import ALL, every_count, every_game, short

flags.FLAGS(["tests"])
for _game in ALL:
    register_game(_game)


def opened(game: Game, players: int | None = None, **parameters: Any) -> Any:
    """The game as OpenSpiel loads it, by name and parameters."""
    return pyspiel.load_game(short_name(game), {"players": players or game.default_seats, **short(game), **parameters})


def walk(game: Any, seed: int) -> Iterator[Any]:
    """The states of a random match, the last one included; each is there until the next is asked for."""
    dice = random.Random(seed)
    state = game.new_initial_state()
    while True:
        yield state
        if state.is_terminal():
            return
        if state.is_chance_node():
            state.apply_action(dice.choice(state.chance_outcomes())[0])
        elif state.is_simultaneous_node():
            state.apply_actions([dice.choice(state.legal_actions(p) or [0]) for p in range(game.num_players())])
        else:
            state.apply_action(dice.choice(state.legal_actions()))


# ---------------------------------------------------------------- OpenSpiel's suites
@every_count
def test_random_matches_keep_the_api(game: Game, players: int) -> None:
    """`random_sim_test`: clones, serialisation, masks, labels, tensors, returns and bounds, with all chance explicit."""
    pyspiel.random_sim_test(opened(game, players, chance="explicit"), num_sims=1, serialize=True, verbose=False)


@every_count
def test_random_matches_with_sampled_chance_keep_the_api(game: Game, players: int) -> None:
    """The same with sampled chance, one seat asked after the other. OpenSpiel serialises no sampled Python game: see below."""
    settings = {"chance": "sampled", "in_turns": True, "recall": 4}
    pyspiel.random_sim_test(opened(game, players, **settings), num_sims=1, serialize=False, verbose=False)


@pytest.mark.parametrize("game", [g for g in ALL if g.id != "middle-race"], ids=lambda game: game.id)
def test_a_whole_match_keeps_the_api(game: Game) -> None:
    """Default players, options and chance."""
    whole = pyspiel.load_game(short_name(game))
    explicit = whole.get_type().chance_mode == pyspiel.GameType.ChanceMode.EXPLICIT_STOCHASTIC
    pyspiel.random_sim_test(whole, num_sims=1, serialize=explicit, verbose=False)


def run(case: type[unittest.TestCase], tests: int) -> None:
    """Run a class of OpenSpiel's tests."""
    result = unittest.TestResult()
    unittest.defaultTestLoader.loadTestsFromTestCase(case).run(result)
    assert [trace for _, trace in result.failures + result.errors] == []
    assert result.testsRun == tests


@every_count
def test_sampled_states_keep_the_api(game: Game, players: int) -> None:
    """`EnforceAPIOnPartialTreeBase` in turns, on states sampled by OpenSpiel, which are early ones, and on those of a match."""
    loaded = opened(game, players, in_turns=True, chance="explicit", recall=8)
    enforce(loaded, 100 if players == game.default_seats and players < 9 else 20)


@every_game
def test_first_states_keep_the_api(game: Game) -> None:
    """The same as OpenSpiel loads the game by default: of a simultaneous game it samples the first state only."""
    enforce(opened(game), 20)


def enforce(loaded: Any, sampled: int) -> None:
    """Run the five tests of `EnforceAPIOnPartialTreeBase`."""
    states = sample_some_states.sample_some_states(loaded, max_states=sampled)
    states += [state.clone() for state, _ in zip(walk(loaded, 2), range(50), strict=False)]

    class Partial(api_test.EnforceAPIOnPartialTreeBase):
        game, game_type, game_name = loaded, loaded.get_type(), loaded.get_type().short_name
        some_states = states

        @classmethod
        def setUpClass(cls) -> None:
            """The states are there already."""

    run(Partial, 5)


COUNTED = (9, 48, 84)
"""Chance: the leader (1), the first card (2), the second (6). Twelve deals, with 4 decisions and 7 ends each."""
RECALLED = 24
"""Each of two players, leading or not, before two decisions, sees one of three cards."""
TINY = {"ranks": 3, "copies": 1, "chips": 3, "max_hands": 1, "deck": "every_hand"}
"""Indian Poker for one hand."""


def test_the_whole_tree_of_a_small_game_keeps_the_api() -> None:
    """`EnforceAPIOnFullTreeBase`: nodes, perfect recall, sums, information states that no two players share."""
    name = "mainmatch_tiny"
    api_test.TOTAL_NUM_STATES[name] = COUNTED
    api_test.PERFECT_RECALL_NUM_STATES[name] = RECALLED

    class Full(api_test.EnforceAPIOnFullTreeBase):
        game = load("indian-poker", **TINY)
        game_name = name

    run(Full, 8)


# ---------------------------------------------------------------- parameters
def test_registering_twice_changes_nothing() -> None:
    """Names come back, and every room is there."""
    names = register()
    assert register() == names
    assert {"mainmatch_maskmen", "mainmatch_indian_poker", "mainmatch_loyalists_and_traitors"} <= set(names)
    assert set(names) <= set(pyspiel.registered_names())


@every_game
def test_players_and_every_option_are_parameters(game: Game) -> None:
    """With the defaults of the game."""
    parameters = load_type(game).parameter_specification
    assert parameters["players"] == game.default_seats
    for option in game.options:
        assert parameters[option.name] == option.default


def load_type(game: Game) -> Any:
    """The registered type."""
    return next(t for t in pyspiel.registered_games() if t.short_name == short_name(game))


def test_what_is_wrong_with_parameters_is_said() -> None:
    """The engine's own sentences come through OpenSpiel."""
    with pytest.raises(InvalidPlayers, match="for 2 to 6 players, not 9"):
        pyspiel.load_game("mainmatch_maskmen(players=9)")
    with pytest.raises(InvalidOption, match="deck takes continuous or every_hand"):
        pyspiel.load_game("mainmatch_indian_poker(deck=marked)")
    with pytest.raises(InvalidInput, match="chance is default or explicit or sampled"):
        load("maskmen", chance="none")
    with pytest.raises(InvalidInput, match="has no parameter 'stakes'"):
        load("maskmen", stakes=1)
    with pytest.raises(InvalidInput, match="recall is 0 or more"):
        load("maskmen", recall=-1)
    with pytest.raises(InvalidInput, match="there is no game"):
        load("chess")


def test_without_openspiel_the_extra_is_named(monkeypatch: pytest.MonkeyPatch) -> None:
    """And nothing of mainmatch imports it by itself."""
    monkeypatch.setitem(sys.modules, "pyspiel", None)
    monkeypatch.delitem(sys.modules, "mainmatch.bridges.openspiel")
    with pytest.raises(ImportError, match=r"pip install 'mainmatch\[openspiel\]'") as caught:
        importlib.import_module("mainmatch.bridges.openspiel")
    assert type(caught.value).__name__ == NoOpenSpiel.__name__
    code = "import sys, mainmatch.bridges.text, mainmatch.cli; sys.exit(bool({'pyspiel', 'pettingzoo', 'numpy'} & set(sys.modules)))"
    assert subprocess.run([sys.executable, "-c", code], check=False).returncode == 0


def test_python_ends_quietly_after_registering() -> None:
    """OpenSpiel lets go of a game's creator after Python has ended; a function there would end in a crash."""
    code = "from mainmatch.bridges import openspiel as o; o.register(); import pyspiel; pyspiel.load_game('mainmatch_maskmen')"
    assert subprocess.run([sys.executable, "-c", code], check=False).returncode == 0


@every_game
def test_types_say_what_a_match_can_come_to(game: Game) -> None:
    """Dynamics, chance and utility follow from the game's bounds and the parameters."""
    kinds = pyspiel.GameType
    bounds = game.bounds(game.default_seats, game.check_options(game.default_seats, short(game)))
    for in_turns in (False, True):
        loaded = opened(game, in_turns=in_turns)
        kind = loaded.get_type()
        together = bounds.together and not in_turns
        assert kind.dynamics == (kinds.Dynamics.SIMULTANEOUS if together else kinds.Dynamics.SEQUENTIAL)
        explicit = kinds.ChanceMode.EXPLICIT_STOCHASTIC if bounds.few else kinds.ChanceMode.SAMPLED_STOCHASTIC
        assert kind.chance_mode == explicit
        assert loaded.utility_sum() == bounds.total
        assert (loaded.min_utility(), loaded.max_utility()) == (bounds.least, bounds.most)


# ---------------------------------------------------------------- what a player knows
@every_game
def test_information_states_grow_and_hold_what_one_did(game: Game) -> None:
    """Perfect recall: an information state begins with every earlier one of its seat, and then names the seat's decisions."""
    loaded = opened(game, in_turns=True, chance="explicit")
    earlier = [""] * loaded.num_players()
    for state in walk(loaded, 3):
        if state.is_chance_node():
            continue
        for p in range(loaded.num_players()):
            now = state.information_state_string(p)
            assert now.startswith(earlier[p])
            own = [action for seat, action in state.now.line.decisions if seat == p]
            assert now[len(earlier[p]) :].count("\n!") == len(own)
            earlier[p] = now
    assert len(set(earlier)) == loaded.num_players()


@every_game
def test_observations_are_the_engines_own(game: Game) -> None:
    """Tensor and string are `Game.observe` and `Game.view`; the information-state tensor ends with the latest entries."""
    loaded = opened(game, in_turns=True, recall=3)
    for state in walk(loaded, 4):
        if state.is_chance_node():
            continue
        record = state.now.line.record
        for p in range(loaded.num_players()):
            seen = state.observation_tensor(p)
            assert seen == np.array(game.observe(record, p), np.float32).tolist()
            whole = state.information_state_tensor(p)
            assert whole[: len(seen)] == seen
            entries = state.now.line.entries(Channel(p), 3)
            assert whole[len(whole) - 14 * len(entries) :] == [float(n) for entry in entries for n in entry]


@every_game
def test_observers_keep_public_and_private_apart(game: Game) -> None:
    """What everybody sees is the spectator's; what only one sees is in nobody's public part; all is all of them."""
    loaded = opened(game, in_turns=True)
    none, single, everybody = (
        pyspiel.PrivateInfoType.NONE,
        pyspiel.PrivateInfoType.SINGLE_PLAYER,
        pyspiel.PrivateInfoType.ALL_PLAYERS,
    )

    def observer(public: bool, private: Any, recall: bool = False) -> Any:
        kind = pyspiel.IIGObservationType(public_info=public, private_info=private, perfect_recall=recall)
        return make_observation(loaded, kind)

    for recall in (False, True):
        public, private = observer(True, none, recall), observer(False, single, recall)
        secrets, nothing = observer(False, everybody, recall), observer(False, none, recall)
        differing = False
        for state in walk(loaded, 5):
            if state.is_chance_node():
                continue
            public.set_from(state, 0)
            shown = public.tensor.copy()
            assert (
                shown[: game.observation_size].tolist()
                == np.array(game.observe(state.now.line.record, SPECTATOR), np.float32).tolist()
            )
            public.set_from(state, 1)
            assert (shown == public.tensor).all()
            assert public.string_from(state, 0) == public.string_from(state, 1)
            private.set_from(state, 1)
            mine = private.tensor.copy()
            secrets.set_from(state, 0)
            assert (secrets.tensor.reshape(loaded.num_players(), -1)[1] == mine).all()
            differing |= private.string_from(state, 0) != private.string_from(state, 1)
            assert nothing.tensor.size == 0 and nothing.string_from(state, 0) == ""
        assert differing, "players have secrets of their own"


# ---------------------------------------------------------------- copies and files
@every_game
def test_a_copy_goes_its_own_way(game: Game) -> None:
    """A clone is equal, and stays what it was."""
    for state in walk(opened(game, chance="explicit"), 6):
        twin = state.clone()
        before = str(state)
        assert str(twin) == before and twin.now is state.now
        if not state.is_terminal() and state.current_player() >= 0:
            twin.apply_action(twin.legal_actions()[0])
            assert str(state) == before != str(twin)


@every_game
def test_a_state_with_sampled_chance_survives_a_file(game: Game) -> None:
    """OpenSpiel cannot serialise a sampled Python game together with its state; the state alone it can."""
    loaded = opened(game, chance="sampled", in_turns=True)
    for number, state in enumerate(walk(loaded, 7)):
        if number % 7:
            continue
        again = loaded.deserialize_state(state.serialize())
        assert str(again) == str(state) and again.history() == state.history()
        if not state.is_chance_node():
            for p in range(loaded.num_players()):
                assert again.information_state_string(p) == state.information_state_string(p)
                assert again.information_state_tensor(p) == state.information_state_tensor(p)


def test_sampled_chance_follows_its_dice() -> None:
    """The same dice deal the same matches, other dice others; a copy has a future of its own."""

    def deals(dice: int) -> list[str]:
        game = load("maskmen", dice=dice)
        found = []
        for _ in range(3):
            state = game.new_initial_state()
            while state.is_chance_node():
                state.apply_action(0)
            found.append(str(state))
        return found

    assert deals(1) == deals(1) != deals(2)
    assert len(set(deals(1))) == 3
    state = load("maskmen", dice=1).new_initial_state()
    twin = state.clone()
    state.apply_action(0)
    twin.apply_action(0)
    assert str(state) != str(twin)


def test_an_illegal_action_is_refused_and_changes_nothing() -> None:
    """OpenSpiel itself lets any number through to a Python game."""
    state = load("indian-poker").new_initial_state()
    while state.is_chance_node():
        state.apply_action(0)
    before = str(state)
    with pytest.raises(IllegalAction) as caught:
        state.apply_action(0)
    assert caught.value.clause == "IP-4"
    assert str(state) == before
    with pytest.raises(InvalidInput, match="starts at its beginning"):
        load("indian-poker").new_initial_state("anything")


# ---------------------------------------------------------------- other worlds
@every_game
def test_another_world_is_one_that_the_player_cannot_tell_from_the_true_one(game: Game) -> None:
    """`resample_from_infostate`: everything that the seat gets is the same, to the letter, and legal for it the same; worlds vary."""
    loaded = opened(game, in_turns=True, chance="explicit")
    dice = random.Random(8)
    varied = 0
    for number, state in enumerate(walk(loaded, 8)):
        if state.is_chance_node() or state.is_terminal() or number % 3:
            continue
        player = state.current_player()
        for _ in range(3):
            other = state.resample_from_infostate(player, dice.random)
            assert isinstance(other, MatchState)
            assert other.current_player() == player
            assert other.legal_actions() == state.legal_actions()
            assert other.information_state_string(player) == state.information_state_string(player)
            assert other.information_state_tensor(player) == state.information_state_tensor(player)
            assert other.observation_string(player) == state.observation_string(player)
            varied += other.now.line.record != state.now.line.record
            again = other.resample_from_infostate(player, dice.random)
            assert again.information_state_string(player) == state.information_state_string(player)
            kept = loaded.deserialize_state(other.serialize())
            assert kept.information_state_string(player) == state.information_state_string(player)
    assert varied, "the true world comes back every time"


def test_what_the_others_know_in_another_world_is_of_that_world() -> None:
    """Their information states follow from the new deal and from what everybody knows, never from the true one."""
    state = load("maskmen", 3, cards=4, seasons=1, chance="explicit").new_initial_state()
    dice = random.Random(9)
    while state.is_chance_node() or state.now.line.depth < 4:
        state.apply_action(dice.choice(state.legal_actions()))
    me = state.current_player()
    worlds = [state.resample_from_infostate(me, dice.random) for _ in range(20)]
    for other in range(3):
        if other == me:
            continue
        hands = {str(world.now.line.record.hands[other]) for world in worlds}
        texts = {world.information_state_string(other) for world in worlds}
        everybodys = state.now.line.text(Channel(SPECTATOR))
        assert all(text.startswith(f"{everybodys}\n=") for text in texts), "nothing of what the player alone knows"
        assert len(texts) == len(hands) > 1
        assert state.information_state_string(other) not in texts


def test_nobody_imagines_while_chance_is_open() -> None:
    """There is no decision to imagine for."""
    with pytest.raises(IllegalAction, match="chance comes next"):
        load("maskmen").new_initial_state().resample_from_infostate(0, lambda: 0.5)


# ---------------------------------------------------------------- JSON
@every_game
def test_states_views_and_actions_are_structures_too(game: Game) -> None:
    """OpenSpiel 2's structures are our JSON."""
    loaded = opened(game, in_turns=True, chance="explicit")
    assert isinstance(loaded, MatchGame)
    for state in walk(loaded, 10):
        if state.is_chance_node() or state.is_terminal():
            continue
        record, seat = state.now.line.record, state.current_player()
        assert state.to_dict()["state"] == game.state_json(record)
        assert state.to_observation_struct(seat).to_dict() == {"view": game.view(record, seat)}
        for action in state.legal_actions():
            struct = state.action_to_struct(seat, action)
            assert struct.to_dict() == game.actions.decode(action)
            assert state.struct_to_actions(struct) == [action]


# ---------------------------------------------------------------- the documentation
def test_the_table_in_the_documentation_is_true() -> None:
    """`docs/interfaces.md` says of every game what the games say."""
    text = (Path(__file__).parents[2] / "docs" / "interfaces.md").read_text(encoding="utf-8")
    rows = {
        cells[0].strip("` "): [c.strip() for c in cells[1:-1]]
        for cells in (line.split("|")[1:] for line in text.splitlines())
        if len(cells) == 11
    }
    for game in all_games().values():
        players, dynamics, chance, outcomes, returns, total, longest, zoo, words = rows[game.id]
        options = game.check_options(game.default_seats, {})
        bounds = game.bounds(game.default_seats, options)
        assert players == f"{game.seats[0]}–{game.seats[1]}"
        assert dynamics == ("simultaneous" if bounds.together else "sequential")
        assert chance == ("explicit" if bounds.few else "sampled")
        assert outcomes == str(bounds.outcomes)
        assert returns == f"{bounds.least} to {bounds.most}"
        sums = {
            "any": None,
            "0": 0,
            "players - 2": game.default_seats - 2,
            "2 a season": 2 * int(options.get("seasons", 0)),
        }
        assert sums[total] == bounds.total
        assert longest == ("no limit" if bounds.decisions == FAR else str(bounds.decisions))
        assert (zoo, words) == ("AEC, Parallel", "ko, en")
