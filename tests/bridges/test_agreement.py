"""One match, every interface: the same observations, the same legal actions, the same returns."""

from __future__ import annotations

import json
import random
import re
from pathlib import Path

import numpy as np
import pyspiel
import pytest

from mainmatch.bridges.openspiel import register_game, short_name
from mainmatch.bridges.pettingzoo import env, parallel_env
from mainmatch.bridges.text import TextMatch
from mainmatch.core.chance import draw, rng
from mainmatch.core.game import Game
from mainmatch.core.match import Match
from tests.bridges.small import every_game, short


class Seeded:
    """The chance of a seed, from outside: what the engine draws by itself when it is given the seed."""

    def __init__(self, seed: int) -> None:
        self.seed = seed

    def draw(self, counter: int, outcomes: int) -> int:
        """See `Chance.draw`."""
        stream = rng(self.seed)
        stream.counter = counter - 1
        return draw(stream, outcomes)


@pytest.mark.parametrize("seed", [11, 12])
@every_game
def test_all_interfaces_play_the_same_match(game: Game, seed: int) -> None:
    """The engine itself, OpenSpiel together and in turns, PettingZoo AEC and Parallel, and words, decision by decision."""
    options, players = short(game), game.default_seats
    register_game(game)
    dice = random.Random(seed)
    truth = Match(game, players, options, Seeded(seed))
    seeded = Match(game, players, options, seed)
    words = TextMatch(Match(game, players, options, seed))
    aec = env(game, players=players, options=options)
    aec.reset(seed=seed)
    parallel = parallel_env(game, players=players, options=options)
    seen, _ = parallel.reset(seed=seed)
    rewards: dict[str, float] = {}
    settings = {"players": players, **options, "chance": "explicit"}
    together = pyspiel.load_game(short_name(game), settings).new_initial_state()
    in_turns = pyspiel.load_game(short_name(game), {**settings, "in_turns": True}).new_initial_state()
    drawn: dict[int, int] = {}

    def settle(state: pyspiel.State) -> None:
        """Let chance fall as it fell in the true match."""
        recorder = truth.recorder
        assert recorder is not None
        draws = [value for _, (outcomes, value) in sorted(recorder.draws.items()) if outcomes > 1]
        while state.is_chance_node():
            place = drawn.get(id(state), 0)
            state.apply_action(draws[place])
            drawn[id(state)] = place + 1

    def same() -> None:
        """Everything that any seat gets, from every interface."""
        settle(together)
        settle(in_turns)
        state = truth.state
        assert seeded.state.dump() | {"seed": 0} == state.dump()
        for p in range(players):
            numbers, view, legal = game.observe(state, p), game.view(state, p), game.legal(state, p)
            assert words.match.view(p) == view
            assert [game.actions.encode(action) for action in words.match.legal(p)] == legal
            assert seen[f"player_{p}"]["observation"].tolist() == numbers
            assert np.flatnonzero(seen[f"player_{p}"]["action_mask"]).tolist() == legal
            if p in [p for p, agent in enumerate(aec.possible_agents) if agent in aec.agents]:
                assert aec.observe(f"player_{p}")["observation"].tolist() == numbers
            for spiel in (together, in_turns):
                assert json.loads(spiel.observation_string(p)) == json.loads(json.dumps(view))
                assert spiel.observation_tensor(p) == np.array(numbers, np.float32).tolist()
            assert together.is_terminal() or together.legal_actions(p) == legal

    while not truth.is_over:
        same()
        decisions = [(seat, dice.choice(game.legal(truth.state, seat))) for seat in truth.actors]
        joint = [dict(decisions).get(p, 0) for p in range(players)]
        for seat, action in decisions:
            legal = game.legal(truth.state, seat)
            assert aec.agent_selection == f"player_{seat}"
            assert np.flatnonzero(aec.observe(aec.agent_selection)["action_mask"]).tolist() == legal
            assert (in_turns.current_player(), in_turns.legal_actions()) == (seat, legal)
            aec.step(action)
            in_turns.apply_action(action)
            assert words.choices(seat).splitlines()[0] == "Your choices:"
            assert words.play(seat, str(legal.index(action) + 1)) == game.actions.decode(action)
            truth.play(seat, action)
            seeded.play(seat, action)
            settle(in_turns)
        if together.is_simultaneous_node():
            together.apply_actions(joint)
        else:
            together.apply_action(decisions[0][1])
        seen, rewards, _, _, _ = parallel.step({f"player_{p}": action for p, action in enumerate(joint)})
        assert set(rewards.values()) == {0.0} or truth.is_over
    same()
    scores = [game.score(truth.state, p) for p in range(players)]
    assert together.returns() == in_turns.returns() == [float(score) for score in scores]
    assert list(rewards.values()) == list(aec.rewards.values()) == scores
    assert all(aec.terminations.values()) and not parallel.agents
    assert [int(part.split()[-1]) for part in words.observation().splitlines()[-1].split("; ")] == scores


def test_the_examples_of_the_documentation_run(capsys: pytest.CaptureFixture[str]) -> None:
    """As they stand in `docs/interfaces.md`, and they print what it says that they print."""
    text = (Path(__file__).parents[2] / "docs" / "interfaces.md").read_text(encoding="utf-8")
    examples = re.findall(r"```python\n(.*?)```", text, re.DOTALL)
    for example in examples:
        exec(compile(example, "docs/interfaces.md", "exec"), {})
    printed = capsys.readouterr().out
    assert len(examples) == 3
    assert re.search(r"^0\.0025", printed, re.MULTILINE)
    assert "Your choices:" in printed
