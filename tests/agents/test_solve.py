"""`mainmatch solve`: rounds are kept, continued and measured; every fault is one sentence."""

from __future__ import annotations

import importlib.util
import json
from pathlib import Path
from typing import Any

import pytest

from tests.cli.running import run

SMALL = ["--option", "chips=3", "--option", "ranks=3", "--option", "fold_penalty=1"]


def test_solve_writes_values_and_says_how_exploitable_they_are(tmp_path: Path) -> None:
    """And --resume goes on where it stopped, with the best response over all totals if asked."""
    path = tmp_path / "values.json"
    first = run("solve", "indian-poker", *SMALL, "--out", str(path), "--rounds", "3")
    assert first.code == 0
    assert "3 rounds" in first.out
    assert "of its stake at most" in first.out
    kept = json.loads(path.read_text())
    assert (kept["rounds"], kept["options"]["chips"], len(kept["values"])) == (3, 3, 4)
    more = run("solve", "indian-poker", *SMALL, "--out", str(path), "--rounds", "5", "--resume", "--best-response")
    assert more.code == 0
    assert "when every total may be bet" in more.out
    assert json.loads(path.read_text())["rounds"] == 5


def test_without_out_strong_bots_find_the_values(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """They are kept in the user's cache folder, by options."""
    from mainmatch.agents.equilibrium.values import Table, Terms, known

    monkeypatch.setenv("MAINMATCH_CACHE", str(tmp_path))
    assert run("solve", "indian-poker", *SMALL, "--rounds", "2").code == 0
    assert isinstance(known(Terms(ranks=3, chips=3, fold_penalty=1)), Table)


@pytest.mark.parametrize(
    ("words", "sentence"),
    [
        (["maskmen"], "maskmen cannot be solved; indian-poker can"),
        (["indian-poker", "--option", "max_hands=3"], "leave the option out"),
        (["indian-poker", "--option", "chips=101"], "up to 100 can be"),
        (["indian-poker", *SMALL, "--rounds", "0"], "0"),
        (["indian-poker", "--out", "foreign.json", "--resume"], "foreign.json"),
        (["indian-poker", "--out", "old.json", "--resume"], "the values of other options"),
        (["indian-poker", *SMALL, "--out", "old.json", "--resume", "--rounds", "2"], "holds 2 rounds already"),
        (["indian-poker", *SMALL, "--out", "file/values.json"], "file"),
    ],
)
def test_faults_are_one_sentence(
    words: list[str], sentence: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """What was asked, what holds, what to do."""
    monkeypatch.chdir(tmp_path)
    Path("foreign.json").write_text('{"game": "chess"}')
    Path("file").write_text("")
    assert run("solve", "indian-poker", *SMALL, "--out", "old.json", "--rounds", "2").code == 0
    done = run("solve", *words)
    assert done.code in (1, 2)
    assert sentence in done.err
    assert "Traceback" not in done.err


def test_without_numpy_solve_says_what_it_needs(monkeypatch: pytest.MonkeyPatch) -> None:
    """And play says it of strong bots."""
    there = importlib.util.find_spec

    def without(name: str, package: str | None = None) -> Any:
        return None if name == "numpy" else there(name, package)

    monkeypatch.setattr(importlib.util, "find_spec", without)
    assert "solving needs numpy: pip install mainmatch[fast]" in run("solve", "indian-poker").err
    done = run("play", "maskmen", "--agents", "strong", "--humans", "none")
    assert done.code == 2
    assert "the level strong needs numpy and numba (numpy is missing): pip install mainmatch[fast]" in done.err
