"""`mainmatch report`: how a finished match went."""

from __future__ import annotations

import json
import random
from pathlib import Path

import pytest

from mainmatch.core.match import Match
from mainmatch.games import find
from tests.cli.running import is_one_sentence, run


@pytest.fixture
def file(tmp_path: Path) -> Path:
    """A finished match of Maskmen, as `mainmatch play` keeps it."""
    dice, match = random.Random(1), Match(find("maskmen"), 3, {"seasons": 2}, 1)
    while not match.is_over:
        seat = match.actors[0]
        match.play(seat, dice.choice(match.legal(seat)))
    path = tmp_path / "match.json"
    path.write_text(json.dumps(match.save() | {"table": {"names": ["하윤", "도하", "서연"]}}), encoding="utf-8")
    return path


def test_it_says_places_and_turning_points(file: Path) -> None:
    """In the language asked for, with the names of the file."""
    ran = run("report", file, "--lang", "ko")
    assert (ran.code, ran.err) == (0, "")
    assert "전환점" in ran.out
    assert "우승" in ran.out
    assert all(name in ran.out for name in ("하윤", "도하", "서연"))
    assert "Turning points" in run("report", file, "--lang", "en").out


def test_as_json_it_has_the_chart_and_steps_of_the_trace(file: Path) -> None:
    """The steps can be looked up in the trace."""
    (said,) = run("report", file, "--json").lines
    trace = run("export", file).lines
    assert len(said["chart"]["series"]) == 3
    assert all(0 < moment["step"] < len(trace) - 1 for moment in said["moments"])


def test_what_is_no_finished_match_is_refused(file: Path, tmp_path: Path) -> None:
    """With one sentence that says why."""
    kept = json.loads(file.read_text(encoding="utf-8"))
    wrongs: list[tuple[object, str]] = [
        (kept | {"decisions": kept["decisions"][:5]}, "not over"),
        ({"format": 1}, "damaged"),
        ("a word", "no match file"),
    ]
    for wrong, word in wrongs:
        path = tmp_path / "wrong.json"
        path.write_text(json.dumps(wrong), encoding="utf-8")
        ran = run("report", path)
        assert ran.code == 2
        assert is_one_sentence(ran)
        assert word in ran.err
