"""The example game of the documentation: registered from outside, it is everywhere. (The laws run on it in tests/conformance.)"""

from __future__ import annotations

import json
import sys
import tomllib
from collections.abc import Iterator
from importlib.metadata import EntryPoint
from pathlib import Path
from typing import Any

import pytest

from mainmatch import games
from tests.cli.running import is_one_sentence, run

EXAMPLE = Path(__file__).parents[2] / "docs" / "example_game"


@pytest.fixture
def _registered(monkeypatch: pytest.MonkeyPatch) -> Iterator[None]:
    """As if the example were installed: its entry point is the one of its pyproject.toml."""
    monkeypatch.syspath_prepend(str(EXAMPLE))
    project = tomllib.loads((EXAMPLE / "pyproject.toml").read_text())["project"]
    (name, value), *rest = project["entry-points"]["mainmatch.games"].items()
    assert not rest

    def entry_points(*, group: str) -> list[EntryPoint]:
        return [EntryPoint(name, value, group)]

    monkeypatch.setattr(games, "entry_points", entry_points)
    games._from_outside.cache_clear()
    yield
    games._from_outside.cache_clear()
    assert "example_game" in sys.modules


@pytest.mark.usefixtures("_registered")
def test_a_game_from_outside_is_everywhere(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Listed, explained by clause, traced, replayed, played."""
    monkeypatch.chdir(tmp_path)
    assert "lanterns" in run("games").out
    clause = run("rules", "ln-3", "--lang", "en").out
    assert "must keep in the next" in clause
    assert "refusal  docs/example_game/example_game/rules.py:" in clause
    assert "test_ln3_" in clause
    trace = run("trace", "lanterns", "--players", 4, "--views", "--option", "lanterns=2")
    assert run("replay", "-", stdin=trace.out).code == 0
    played = run("play", "lanterns", "--lang", "en", "--seed", 1, stdin="1\n" * 50)
    assert (played.code, played.err) == (0, "")
    assert "Result" in played.out


def test_a_broken_game_from_outside_is_named(monkeypatch: pytest.MonkeyPatch) -> None:
    """With the package to repair, and our own games stay playable."""

    def entry_points(*, group: str) -> list[EntryPoint]:
        return [EntryPoint("dice", "no_such_package.game:GAME", group)]

    monkeypatch.setattr(games, "entry_points", entry_points)
    games._from_outside.cache_clear()
    try:
        ran = run("games")
        assert (ran.code, ran.out, is_one_sentence(ran)) == (2, "", True)
        assert "dice" in ran.err
        assert run("trace", "indian-poker").code == 0
    finally:
        games._from_outside.cache_clear()


def trace(state: dict[str, Any] | None, *decisions: dict[str, str]) -> Any:
    """The trace of a position of two players, decisions by their types."""
    given = {
        "players": 2,
        "state": state,
        "decisions": [{p: {"type": kind} for p, kind in decision.items()} for decision in decisions],
    }
    return run("trace", "lanterns", "--from", "-", stdin=json.dumps(given))


SECOND = {"phase": "choose", "round": 2, "points": [1, 0], "cards": [12, 1], "swapped": [False, True], "last": [9, 4]}
"""Player 0 holds the highest card; player 1 has just swapped."""


@pytest.mark.usefixtures("_registered")
def test_ln3_who_swapped_keeps_in_the_next_round() -> None:
    """A swap after a swap is refused with its clause."""
    ran = trace(SECOND, {"0": "keep", "1": "swap"})
    assert (ran.code, "LN-3" in ran.err) == (2, True)


@pytest.mark.usefixtures("_registered")
def test_ln4_the_highest_card_lights_a_lantern() -> None:
    """And the next round is dealt."""
    last = trace(SECOND, {"0": "keep", "1": "keep"}).lines[-1]
    assert (last["state"]["points"], last["state"]["last"], last["state"]["round"]) == ([2, 0], [12, 1], 3)


@pytest.mark.usefixtures("_registered")
def test_ln5_enough_lanterns_win() -> None:
    """The match is over at once."""
    position = {**SECOND, "round": 3, "points": [2, 0]}
    last = trace(position, {"0": "keep", "1": "keep"}).lines[-1]
    assert (last["state"]["phase"], last["outcome"]) == ("over", {"winner": 0, "points": [3, 0]})


@pytest.mark.usefixtures("_registered")
@pytest.mark.parametrize(
    ("change", "told"),
    [
        ({"cards": [3, 3]}, "state.cards: there is one card of each number (LN-1)"),
        ({"points": [1, 1]}, "state.points"),
        ({"points": [3, 0], "round": 4}, "state.points[0]"),
        ({"last": None}, "state.last"),
        ({"swapped": [0, 1]}, "state.swapped"),
        ({"phase": "over"}, "state.phase"),
        ({"round": 0}, "state.round"),
    ],
)
def test_a_position_that_cannot_arise_is_refused(change: dict[str, Any], told: str) -> None:
    """With field and clause."""
    ran = trace({**SECOND, **change})
    assert (ran.code, told in ran.err) == (2, True), ran.err
