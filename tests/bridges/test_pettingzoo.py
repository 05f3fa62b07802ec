"""PettingZoo's own suites on every game and player count; what they do not check: whole matches, masks, what becomes of the illegal."""

from __future__ import annotations

import functools
import hashlib
import importlib
import os
import random
import subprocess
import sys
import types
from typing import Any

import numpy as np
import pytest
from pettingzoo.test import api_test, max_cycles_test, parallel_api_test, parallel_seed_test, render_test, seed_test
from pettingzoo.utils.conversions import parallel_to_aec

from mainmatch.bridges.pettingzoo import NoPettingZoo, env, parallel_env
from mainmatch.core.errors import IllegalAction, InvalidInput
from mainmatch.core.game import Game
from mainmatch.games import all_games
from tests.bridges.small import every_count, every_game, short

# PettingZoo exempts its own classic games from these by name: observations with masks are dictionaries, and who is not
# asked has no legal action.
pytestmark = [
    pytest.mark.filterwarnings("ignore:Action mask numpy array is all zeros"),
    pytest.mark.filterwarnings("ignore:Observation is not a NumPy array"),
    pytest.mark.filterwarnings("ignore:Observation space for each agent probably should be"),
]


LONG: dict[str, dict[str, Any]] = {"lanterns": {"lanterns": 9}}
"""Options with which no match ends in four cycles."""


# ---------------------------------------------------------------- PettingZoo's suites
@every_count
def test_aec_keeps_the_api(game: Game, players: int) -> None:
    """`api_test`: agents, spaces, rewards, masks; a match to its end and beyond."""
    api_test(env(game, players=players, options=short(game)), num_cycles=60)


@every_count
def test_parallel_keeps_the_api(game: Game, players: int) -> None:
    """`parallel_api_test`."""
    parallel_api_test(parallel_env(game, players=players, options=short(game)), num_cycles=60)


@every_game
def test_seeds_decide(game: Game) -> None:
    """`seed_test`; and `parallel_seed_test`, which looks at one step only and does not know masks."""
    seed_test(functools.partial(env, game, options=short(game)), num_cycles=40)
    parallel_seed_test(functools.partial(parallel_env, game, options=short(game), illegal="random"), num_cycles=40)


@every_game
def test_max_cycles_cut_a_match_off(game: Game) -> None:
    """`max_cycles_test`, on Parallel and on the AEC env that PettingZoo makes of it: in ours not everybody acts every cycle."""

    def parallel(max_cycles: int) -> Any:
        table = parallel_env(game, options=LONG.get(game.id), illegal="random", max_cycles=max_cycles)
        table.table.seeds = random.Random(1)  # the test seeds nothing, and a match may end by itself
        for space in table.table.action_spaces.values():
            space.seed(1)
        return table

    def aec(max_cycles: int) -> Any:
        return parallel_to_aec(parallel(max_cycles))

    max_cycles_test(types.SimpleNamespace(parallel_env=parallel, env=aec))


@every_game
def test_rendering_keeps_the_api(game: Game) -> None:
    """`render_test`: text is returned, or printed."""
    made: Any = functools.partial(env, game)  # PettingZoo's test is annotated for Gymnasium's envs
    render_test(made, {"ansi": lambda text: len(text.splitlines()) > 5})


# ---------------------------------------------------------------- whole matches
def whole_match(game: Game, seed: int, kind: str) -> str:
    """A digest of everything that came out of a random match."""
    dice = random.Random(seed)
    digest = hashlib.sha256()

    def note(*values: Any) -> None:
        for value in values:
            digest.update(value.tobytes() if isinstance(value, np.ndarray) else repr(value).encode())

    if kind == "aec":
        aec = env(game, options=short(game))
        aec.reset(seed=seed)
        for agent in aec.agent_iter():
            seen, reward, terminated, truncated, _ = aec.last()
            assert seen is not None
            note(agent, seen["observation"], seen["action_mask"], reward, terminated, truncated)
            aec.step(None if terminated else dice.choice(np.flatnonzero(seen["action_mask"]).tolist()))
    else:
        parallel = parallel_env(game, options=short(game))
        seen, _ = parallel.reset(seed=seed)
        while parallel.agents:
            asked = {a: np.flatnonzero(seen[a]["action_mask"]).tolist() for a in parallel.agents}
            seen, rewards, terminated, truncated, _ = parallel.step(
                {a: dice.choice(legal or [0]) for a, legal in asked.items()}
            )
            note(
                rewards,
                terminated,
                truncated,
                *(s[part] for s in seen.values() for part in ("observation", "action_mask")),
            )
    return digest.hexdigest()


def digests() -> list[str]:
    """Of both kinds of env, for our games."""
    return [
        whole_match(game, seed, kind)
        for game in all_games().values()
        for seed in (1, 2)
        for kind in ("aec", "parallel")
    ]


def test_a_seed_decides_whole_matches_in_any_process() -> None:
    """Whatever the hash seed, and however the global random numbers stand; other seeds give other matches."""
    ours = digests()
    assert len(set(ours)) == len(ours)
    code = (
        "import random, numpy; random.seed(99); numpy.random.seed(99)\n"
        "from tests.bridges.test_pettingzoo import digests; print('\\n'.join(digests()))\n"
        "assert random.random() == random.Random(99).random(), 'the global random numbers were touched'"
    )
    other = subprocess.run(
        [sys.executable, "-c", code],
        env={**os.environ, "PYTHONHASHSEED": "7"},
        capture_output=True,
        text=True,
        check=True,
    )
    assert other.stdout.split() == ours


def test_matches_without_a_seed_differ_and_follow_the_last_seed() -> None:
    """`reset()` after `reset(seed=…)` goes on in the env's own stream."""

    def hands(table: Any) -> list[list[int]]:
        found = []
        for seed in (5, None, None):
            table.reset(seed=seed)
            found.append(table.observe("player_0")["observation"].tolist())
        return found

    first, second = hands(env("maskmen")), hands(env("maskmen"))
    assert first == second
    assert len({str(hand) for hand in first}) == 3


# ---------------------------------------------------------------- one decision
@every_game
def test_masks_are_the_legal_actions_of_whoever_is_asked(game: Game) -> None:
    """In observations and infos, AEC and Parallel; all zeros for the others."""
    aec, parallel = env(game, options=short(game)), parallel_env(game, options=short(game))
    aec.reset(seed=3)
    seen, infos = parallel.reset(seed=3)
    state = aec.table.match.state
    for seat, agent in enumerate(aec.agents):
        legal = game.legal(state, seat)
        assert np.flatnonzero(seen[agent]["action_mask"]).tolist() == legal
        assert (infos[agent]["action_mask"] == seen[agent]["action_mask"]).all()
        asked = agent == aec.agent_selection
        assert np.flatnonzero(aec.observe(agent)["action_mask"]).tolist() == (legal if asked else [])
        assert np.flatnonzero(aec.infos[agent]["action_mask"]).tolist() == (legal if asked else [])
        assert aec.observe(agent)["observation"].tolist() == game.observe(state, seat)


def test_an_illegal_action_is_refused_by_its_clause_or_replaced_by_lot() -> None:
    """Refused by default: then nothing has happened."""
    table = env("indian-poker")
    table.reset(seed=1)
    agent, before = table.agent_selection, table.table.match.state
    with pytest.raises(IllegalAction, match=r"action 0 \(Call\) is not possible now by IP-4") as caught:
        table.step(0)
    assert caught.value.clause == "IP-4"
    with pytest.raises(IllegalAction, match="action 99999 is not possible"):
        table.step(99999)
    assert table.agent_selection == agent and table.table.match.state == before
    table = env("indian-poker", illegal="random")
    table.reset(seed=1)
    table.step(0)
    assert table.infos[agent]["replaced"] is True


def test_parallel_takes_every_answer_that_is_owed_and_looks_at_no_other() -> None:
    """A missing answer is refused; one too many is not looked at."""
    table = parallel_env("maskmen", players=3)
    seen, _ = table.reset(seed=1)
    asked = next(agent for agent, s in seen.items() if s["action_mask"].any())
    with pytest.raises(IllegalAction, match=f"{asked} owes a decision"):
        table.step({agent: 0 for agent in table.agents if agent != asked})
    legal = int(np.flatnonzero(seen[asked]["action_mask"])[0])
    after, *_ = table.step({agent: legal if agent == asked else 10**9 for agent in table.agents})
    assert not after[asked]["action_mask"].any()
    table = parallel_env("indian-poker", options={"max_hands": 1})
    seen, _ = table.reset(seed=1)
    while table.agents:
        seen, *_ = table.step(
            {a: int(np.flatnonzero(s["action_mask"])[-1]) if s["action_mask"].any() else 0 for a, s in seen.items()}
        )
    with pytest.raises(IllegalAction, match="reset"):
        table.step({})


@every_game
def test_text_shows_the_view_of_whoever_is_asked(game: Game) -> None:
    """`ansi`: headline, view and choices of the selected agent; Parallel shows what everybody sees."""
    table = env(game, render_mode="ansi")
    table.reset(seed=2)
    text = table.render()
    assert text is not None
    assert f"Player {table.seat_of[table.agent_selection] + 1}" in text.splitlines()[1]
    assert "Answer with a number" in text
    parallel = parallel_env(game, render_mode="ansi", lang="ko")
    parallel.reset(seed=2)
    shown = parallel.render()
    assert shown is not None and "관전합니다" in shown
    assert env(game).render() is None


def test_what_is_wrong_with_an_env_is_said() -> None:
    """In the engine's sentences; and without PettingZoo the extra is named."""
    with pytest.raises(InvalidInput, match="there is no game 'chess'"):
        env("chess")
    with pytest.raises(InvalidInput, match="render_mode is human or ansi"):
        env("maskmen", render_mode="rgb_array")
    with pytest.raises(InvalidInput, match="illegal is refuse or random"):
        parallel_env("maskmen", illegal="ignore")
    with pytest.raises(InvalidInput, match="max_cycles is 1 or more"):
        env("maskmen", max_cycles=0)
    with pytest.raises(InvalidInput, match="for 2 to 6 players"):
        env("maskmen", players=7)


def test_without_pettingzoo_the_extra_is_named(monkeypatch: pytest.MonkeyPatch) -> None:
    """One sentence that says what to do."""
    monkeypatch.setitem(sys.modules, "pettingzoo", None)
    monkeypatch.delitem(sys.modules, "mainmatch.bridges.pettingzoo")
    with pytest.raises(ImportError, match=r"pip install 'mainmatch\[pettingzoo\]'") as caught:
        importlib.import_module("mainmatch.bridges.pettingzoo")
    assert type(caught.value).__name__ == NoPettingZoo.__name__
