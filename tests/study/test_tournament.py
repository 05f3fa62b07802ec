"""`mainmatch tournament`: the same deals for all, every seat once, ratings that find the better agent and no other."""

from __future__ import annotations

import csv
import importlib.util
import itertools
import statistics
from collections import Counter
from importlib.machinery import ModuleSpec
from pathlib import Path

import pytest

from mainmatch.games import find
from mainmatch.study import tournament as study
from mainmatch.study.pieces import Folder, Where
from mainmatch.study.tournament import OVERALL, Contest, Deals
from tests.cli.running import is_one_sentence, run

GAMES = ("middle-race", "infiltration", "loyalists-and-traitors", "indian-poker", "maskmen")
LOYALISTS = ["tournament", "loyalists-and-traitors", "--agents", "normal,random"]


@pytest.fixture(autouse=True)
def here(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """An empty folder, and one process."""
    monkeypatch.chdir(tmp_path)
    monkeypatch.setattr("os.cpu_count", lambda: 1)
    return tmp_path


def rows(path: str) -> list[dict[str, str]]:
    """The rows of a CSV."""
    with Path(path).open(encoding="utf-8", newline="") as file:
        return list(csv.DictReader(file))


@pytest.mark.parametrize("game", GAMES)
@pytest.mark.parametrize("entrants", [2, 3, 5])
def test_everybody_plays_every_seat_of_a_deal_once(game: str, entrants: int) -> None:
    """However many seats and entrants there are."""
    contest = Contest.of(find(game), None, {}, ["normal"] * entrants)
    for seed in range(5):
        seatings = list(contest.seatings(seed))
        assert len(seatings) == entrants
        for seat in range(contest.players):
            assert sorted(seated[seat] for seated in seatings) == sorted(contest.agents)


def test_neighbours_change_from_deal_to_deal() -> None:
    """So that nobody always acts after the same one."""
    contest = Contest.of(find("maskmen"), 4, {}, ["normal", "easy", "random", "normal"])
    assert contest.agents == ("normal", "easy", "random", "normal (2)")
    followers = Counter(pair for seed in range(60) for pair in itertools.pairwise(next(iter(contest.seatings(seed)))))
    assert len(followers) == 12


def test_a_deal_gives_every_entrant_the_same_roles() -> None:
    """Loyalists and Traitors: in each deal both have been each traitor once."""
    assert run(*LOYALISTS, "-n", "3", "--out", "l.csv").code == 0
    found = rows("l.csv")
    assert len(found) == 3 * 2 * 9
    for seed in ("0", "1", "2"):
        for part in ("traitor", "loyalist"):
            seats = [
                sorted(r["seat"] for r in found if (r["seed"], r["part"], r["agent"]) == (seed, part, agent))
                for agent in ("normal", "random")
            ]
            assert seats[0] == seats[1]
            assert len(seats[0]) == {"traitor": 3, "loyalist": 6}[part]


def test_the_screen_shows_what_the_rows_say() -> None:
    """Points, by role as well; the better agent has the higher rating, with intervals apart."""
    done = run(*LOYALISTS, "-n", "40", "--out", "l.csv")
    assert done.code == 0, done.err
    lines = done.out.splitlines()
    assert [title for title in lines if title in ("all seats", "loyalist", "traitor")] == [
        "all seats",
        "loyalist",
        "traitor",
    ]
    found = rows("l.csv")
    for title in ("all seats", "loyalist", "traitor"):
        start = lines.index(title)
        assert lines[start + 2].split()[0] == "normal"
        mean = statistics.fmean(
            int(r["score"]) for r in found if r["agent"] == "normal" and title in ("all seats", r["part"])
        )
        assert f" {mean:.3f} [" in lines[start + 2]
    assert "40 deals of loyalists-and-traitors, 80 matches" in lines[-1]


def test_the_better_one_is_found_and_the_equal_one_is_not() -> None:
    """`normal` twice and `random`: between the two of the same kind nothing is claimed."""
    contest = Contest.of(find("maskmen"), 3, {"seasons": 1}, ["normal", "random", "normal"])
    report = study.tournament(contest, range(100, 180), Path("m.csv"), [], False, Where(), lambda _: None)
    best, second, last = report.standings[OVERALL]
    assert last.agent == "random"
    assert {best.agent, second.agent} == {"normal", "normal (2)"}
    assert last.rating.high < second.rating.low
    assert second.rating.high > best.rating.low
    assert last.lead.high < 0
    assert report.duels["normal"]["random"].low > 0.5
    level = report.duels["normal"]["normal (2)"]
    assert level.low < 0.5 < level.high
    assert report.matches == 240


def test_ratings_and_intervals_of_known_deals() -> None:
    """Two entrants who win half of the deals each are rated alike; means are those of the deals."""
    deals = Deals(("a", "b"))
    lines = [
        f"{seed},{seat},{agent},,0,{int(won)},1,{float(won)},{int(won)},9"
        for seed in range(60)
        for turn in range(2)
        for seat in range(2)
        for agent in ["ab"[(seat + turn) % 2]]
        for won in [(agent == "a") == (seed % 2 == 0)]
    ]
    deals.add("\n".join(lines))
    first, second = study._standings(deals, OVERALL, 0)
    assert first.deals == 60
    assert abs(first.rating.value - second.rating.value) < 3
    assert first.score.value == second.score.value == 0.5
    assert first.score.low == pytest.approx(0.5 - 1.96 * 0.5 / 60**0.5, abs=0.03)
    assert first.score.high == pytest.approx(0.5 + 1.96 * 0.5 / 60**0.5, abs=0.03)


def test_two_processes_and_a_resumed_one_give_the_same() -> None:
    """To the byte of the rows, and to the digit of the ratings."""
    one = run(*LOYALISTS, "-n", "32", "--out", "one.csv")
    two = run(*LOYALISTS, "-n", "32", "--out", "two.csv", "--processes", "2")
    assert Path("one.csv").read_bytes() == Path("two.csv").read_bytes()
    assert one.out.replace("one.csv", "") == two.out.replace("two.csv", "")


def test_few_deals_claim_nothing() -> None:
    """No interval below 30."""
    done = run(*LOYALISTS, "-n", "5", "--out", "l.csv")
    assert "[" not in done.out


@pytest.mark.parametrize(
    ("words", "told"),
    [
        (["maskmen", "--agents", "normal"], "at least two agents"),
        (["maskmen", "--agents", "normal,clever"], "clever"),
        (["chess"], "chess"),
        (["maskmen", "--option", "seasons=0"], "seasons"),
        (["maskmen", "--columns", "colour"], "colour"),
        (["maskmen", "--resume"], "nothing to resume"),
        (["maskmen", "-n", "0"], "deals"),
    ],
)
def test_faults_are_one_sentence(words: list[str], told: str) -> None:
    """That names what is wrong."""
    done = run("tournament", *words)
    assert (done.code, done.out, is_one_sentence(done)) == (2, "", True)
    assert told in done.err


def test_the_folder_of_another_study_is_refused() -> None:
    """A simulation's pieces are no deals."""
    folder = Folder(Path("s.csv.pieces"), Contest.of(find("maskmen"), 4, {}, ["normal", "easy"]), range(5), 5)
    folder.begin()
    done = run("simulate", "maskmen", "--agents", "normal", "--players", "4", "-n", "5", "--out", "s.csv", "--resume")
    assert is_one_sentence(done)
    assert "another study" in done.err


def test_without_the_extra_it_says_so(monkeypatch: pytest.MonkeyPatch) -> None:
    """What is missing, and how to get it."""
    real = importlib.util.find_spec

    def without(name: str) -> ModuleSpec | None:
        return None if name == "openskill" else real(name)

    monkeypatch.setattr(importlib.util, "find_spec", without)
    done = run("tournament", "maskmen")
    assert (done.code, is_one_sentence(done)) == (2, True)
    assert "pip install mainmatch[study]" in done.err
