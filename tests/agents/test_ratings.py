"""The levels' ratings: measured for every game of ours, shown as they stand in the file, and told in the documentation."""

from __future__ import annotations

import json
import re
from pathlib import Path

import pytest

from benchmarks import ratings as measuring
from mainmatch.agents import LEVELS
from mainmatch.agents.levels import BY_THUMB, MINDS
from mainmatch.agents.ratings import measured, ratings
from mainmatch.core.game import Game
from mainmatch.games import find
from tests.conformance.worlds import games

DOCS = Path(__file__).parents[2] / "docs" / "agents.md"
ours = [g for g in games() if g.package.startswith("mainmatch.")]
every_room = pytest.mark.parametrize("game", ours, ids=lambda g: g.id)


@every_room
def test_every_level_of_a_game_is_rated_under_its_present_rules(game: Game) -> None:
    """With an interval that holds the rating; only a search can have thought less than at the table."""
    found = ratings(game.id, game.version)
    assert set(found) == set(LEVELS)
    for level, rating in found.items():
        assert rating.low is not None and rating.high is not None
        assert rating.low <= rating.value <= rating.high
        assert not rating.brief or (level == "strong" and game.id not in BY_THUMB | set(MINDS))
    assert (measured()[game.id]["iterations"] is not None) == found["strong"].brief


def test_other_rules_and_unknown_games_have_no_ratings() -> None:
    """A rating of other rules would say nothing."""
    assert ratings("maskmen", "0") == {}
    assert ratings("chess", "1") == {}


@every_room
def test_the_documentation_tells_the_measured_ratings(game: Game) -> None:
    """Its table has the numbers of the file."""
    found = measured()[game.id]
    row = next(line for line in DOCS.read_text(encoding="utf-8").splitlines() if line.startswith(f"| `{game.id}` |"))
    cells = [cell.strip() for cell in row.strip("|").split("|")]
    shown = [
        f"{rating.value} [{rating.low}, {rating.high}]"
        for rating in (ratings(game.id, game.version)[level] for level in LEVELS)
    ]
    assert cells == [f"`{game.id}`", str(found["players"]), str(found["deals"]), *shown]


def test_a_measurement_changes_its_game_alone(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    """It is written in the form in which it is read; nothing of the others is lost."""
    file = tmp_path / "ratings.json"
    file.write_text('{"maskmen": {"version": "1"}}', encoding="utf-8")
    monkeypatch.setattr(measuring, "FILE", file)
    monkeypatch.setattr("sys.argv", ["ratings", "infiltration", "--deals", "2", "--rows", str(tmp_path)])
    measuring.main()
    kept = json.loads(file.read_text(encoding="utf-8"))
    assert kept["maskmen"] == {"version": "1"}
    assert kept["infiltration"]["version"] == find("infiltration").version
    assert set(kept["infiltration"]) == set(measured()["infiltration"])
    assert set(kept["infiltration"]["ratings"]) == set(LEVELS)
    assert re.match(r"infiltration \{", capsys.readouterr().out)


def test_only_a_search_can_think_briefly() -> None:
    """Elsewhere the number of iterations would change nothing, and the file would lie."""
    with pytest.raises(SystemExit, match="strong does not search at loyalists-and-traitors"):
        measuring.think_briefly("loyalists-and-traitors", 10)
