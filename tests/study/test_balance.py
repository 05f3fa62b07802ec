"""`mainmatch balance`: known advantages are found with honest intervals, and the report stands alone."""

from __future__ import annotations

import importlib.util
import re
import struct
import subprocess
import sys
import xml.etree.ElementTree as ET
from importlib.machinery import ModuleSpec
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from mainmatch.games import find
from mainmatch.study import balance as study
from mainmatch.study.balance import AS_IT_IS, DEALT, Table
from mainmatch.study.balance_page import Report
from mainmatch.study.matches import Plan
from tests.cli.running import is_one_sentence, run

GAMES = ("middle-race", "infiltration", "loyalists-and-traitors", "indian-poker", "maskmen")
POKER = ["balance", "indian-poker", "--agents", "random", "--lang", "en"]


@pytest.fixture(autouse=True)
def here(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """An empty folder, and one process."""
    monkeypatch.chdir(tmp_path)
    monkeypatch.setattr("os.cpu_count", lambda: 1)
    return tmp_path


def plan(game: str, **options: Any) -> Plan:
    """With random agents."""
    return Plan.of(find(game), None, options, ["random"])


def table(score: Any, part: Any = None, first: Any = None, decisions: Any = 10) -> Table:
    """Matches with these scores; the best score is the best place."""
    values = np.asarray(score, float)
    ahead = (values[:, None, :] > values[:, :, None]).sum(axis=2)
    behind = (values[:, None, :] < values[:, :, None]).sum(axis=2)
    rivals = values.shape[1] - 1
    return Table(
        values, ahead + 1, (behind + (rivals - ahead - behind) / 2) / rivals, (ahead == 0).astype(int),
        np.full(values.shape, "", dtype="<U9") if part is None else np.asarray(part),
        np.zeros(values.shape, int) if first is None else np.asarray(first),
        np.broadcast_to(np.asarray(decisions), len(values)).copy(),
    )  # fmt: skip


# ---------------------------------------------------------------- what is played
@pytest.mark.parametrize("game", GAMES)
def test_every_number_of_players_and_every_option_is_tried(game: str) -> None:
    """One at a time, with a quarter of the matches and the first of the same seeds."""
    room = find(game)
    found = study.variations(room, plan(game), range(100, 180), {})
    assert (found[0].what, len(found[0].seeds)) == (AS_IT_IS, 80)
    low, high = room.seats
    counts = [one.value for one in found if one.what == "players"]
    assert sorted([*counts, room.default_seats]) == list(range(low, high + 1))
    assert {one.what for one in found} >= {option.name for option in room.options if option.others}
    for one in found[1:]:
        assert one.seeds == (range(100, 180) if one.what == DEALT else range(100, 120))
        changed = {name for name, value in one.plan.options.items() if value != found[0].plan.options[name]}
        if one.what not in (DEALT, "players"):
            assert changed == {one.what}
    assert len({one.name for one in found}) == len(found)


def test_a_given_option_stays() -> None:
    """And is not varied."""
    found = study.variations(find("maskmen"), plan("maskmen", seasons=1), range(8), {"seasons": 1})
    assert {one.plan.options["seasons"] for one in found} == {1}
    assert "seasons" not in {one.what for one in found}


def test_what_does_not_go_together_is_left_out() -> None:
    """Maskmen with one season to play cannot ask for more wins than that."""
    room = find("maskmen")
    for one in study.variations(room, plan("maskmen"), range(8), {}):
        assert room.check_options(one.plan.players, one.plan.options) == one.plan.options


# ---------------------------------------------------------------- what is measured
def test_a_strong_part_is_found() -> None:
    """Two points more for `red`: its mean, what is settled, and nothing for the seat."""
    dice = np.random.default_rng(1)
    part = np.array([dice.permutation(["red", "blue", "green"]) for _ in range(600)])
    score = dice.normal(0, 1, (600, 3)) + 2 * (part == "red")
    found = study.measure(find("maskmen"), plan("maskmen"), range(600), [], {AS_IT_IS: table(score, part)})
    best = found.groups["part"][0]
    assert best.name == "red"
    assert best.score.low < 2 < best.score.high
    assert best.best.value > 0.8
    truth = (2 / 9 * 4) / (1 + 2 / 9 * 4)  # variance between the parts: 4 · 1/3 · 2/3
    settled = {one.factor: one.share for one in found.settled}
    assert settled["part"].low < truth < settled["part"].high
    assert settled["seat"].low < 0 < settled["seat"].high
    assert found.factor == "part"


def test_chance_alone_is_not_taken_for_an_effect() -> None:
    """Of 20 games in which nothing matters, the interval of the seat's share rarely misses 0."""
    missed = 0
    for seed in range(20):
        dice = np.random.default_rng(seed)
        score = table(dice.normal(0, 1, (120, 4)))
        share = study.measure(find("maskmen"), plan("maskmen"), range(120), [], {AS_IT_IS: score}).settled[0].share
        missed += share.low > 0
    assert missed <= 3


def test_who_begins_is_measured_where_one_begins_alone() -> None:
    """Matches in which all begin at once do not count."""
    score = [[1, 0], [1, 0], [0, 1], [0, 1]] * 30
    first = [[1, 0], [1, 0], [1, 0], [1, 1]] * 30
    found = study.measure(find("maskmen"), plan("maskmen"), range(120), [], {AS_IT_IS: table(score, first=first)})
    begins = next(group for group in found.groups["first"] if group.name == "first")
    assert begins.matches == 90
    assert begins.beaten.value == pytest.approx(2 / 3)


def test_a_change_is_taken_within_the_seed() -> None:
    """Matches twice as long under an option, whatever their length: no doubt about the length, none claimed elsewhere."""
    dice = np.random.default_rng(3)
    score, length = dice.normal(0, 1, (80, 4)), dice.integers(10, 200, 80)
    first = np.tile([1, 0, 0, 0], (80, 1))
    room, base = find("maskmen"), plan("maskmen")
    varied = study.Variation("opening", "ranked", base, range(40))
    tables = {
        AS_IT_IS: table(score, first=first, decisions=length),
        varied.name: table(score[:40], first=first[:40], decisions=2 * length[:40]),
    }
    change = study.measure(room, base, range(80), [varied], tables).changes[0]
    assert (change.length.value, change.length.low, change.length.high) == pytest.approx((1, 1, 1))
    assert change.is_clear == {"length": True, "settled": False, "first": False}
    assert change.first is not None
    assert change.first.value == 0
    assert [group.places[0].value for group in change.groups] == pytest.approx(
        [(varied_first == 1).mean() for varied_first in tables[varied.name].place.T]
    )


def test_presence_says_who_gains_from_whom() -> None:
    """`red` scores 3 more when `blue` is there; `green` does not care."""
    dice = np.random.default_rng(5)
    part = np.array([dice.permutation(["red", "blue", "green", "grey"])[:3] for _ in range(800)])
    helped = (part == "red") & (part == "blue").any(axis=1, keepdims=True)
    dealt = study.Variation(DEALT, "", plan("middle-race"), range(800))
    tables = {
        AS_IT_IS: table(dice.normal(0, 1, (50, 3)), part[:50]),
        DEALT: table(dice.normal(0, 1, (800, 3)) + 3 * helped, part),
    }
    found = study.measure(find("middle-race"), plan("middle-race"), range(50), [dealt], tables).presence
    assert found["red"]["blue"].low < 3 < found["red"]["blue"].high
    assert found["green"]["blue"].low < 0 < found["green"]["blue"].high
    assert "red" not in found["red"]


# ---------------------------------------------------------------- the command
@pytest.fixture(scope="module")
def made(tmp_path_factory: pytest.TempPathFactory) -> tuple[str, bytes, str]:
    """A small report: the page, the picture, and what was said."""
    folder = tmp_path_factory.mktemp("made")
    words = [*POKER, "-n", "40", "--out", str(folder / "b.html"), "--option", "chips=6", "--processes", "1"]
    done = run(*words)
    assert done.code == 0, done.err
    assert sorted(path.name for path in folder.iterdir()) == ["b.html", "b.png"]
    return (folder / "b.html").read_text(encoding="utf-8"), (folder / "b.png").read_bytes(), done.out


def test_the_page_stands_alone(made: tuple[str, bytes, str]) -> None:
    """Nothing is fetched; pictures have names; tables have heads; the command is named."""
    page, _, said = made
    assert not re.search(r'(src|href)="(?!#|data:)|url\((?!#)|@import|<script', page)
    assert len(re.findall(r'<svg role="img" aria-label="[^"]+"', page)) == 6
    assert page.count('<th scope="col">') > 10
    assert "mainmatch balance indian-poker -n 40 --agents random --option chips=6 --lang en" in page
    for picture in re.findall(r"<svg.*?</svg>", page, re.DOTALL):
        ET.fromstring(picture)
    for line in said.splitlines()[:-1]:
        assert line.replace(">", "&gt;") in page


def test_every_option_has_its_chances_of_each_place(made: tuple[str, bytes, str]) -> None:
    """Folded away below what it changes: a row for each seat, a column for each result."""
    folded = dict(re.findall(r"<details><summary>(.*?)</summary>(.*?)</details>", made[0], re.DOTALL))
    assert "Ante = 2" in folded
    for table in folded.values():
        assert re.findall(r'<th scope="row">(.*?)</th>', table) == ["seat 1", "seat 2"]
        for result in find("indian-poker").results("en").values():
            assert f"{result}</th>" in table


def test_the_picture_is_a_png(made: tuple[str, bytes, str]) -> None:
    """Of a size that shows something."""
    picture = made[1]
    assert picture.startswith(b"\x89PNG\r\n\x1a\n")
    width, height = struct.unpack(">II", picture[16:24])
    assert width == 1500
    assert height > 1000
    assert len(picture) > 30_000


def test_a_korean_page_has_korean_words(monkeypatch: pytest.MonkeyPatch) -> None:
    """In its pictures too; without a Korean font the PNG is in English, and that is said."""
    monkeypatch.setattr("mainmatch.study.balance_page.korean_font", lambda: None)
    done = run("balance", "maskmen", "--agents", "random", "-n", "30", "--option", "seasons=1", "--lang", "ko")
    assert done.code == 0, done.err
    page = Path("balance-maskmen.html").read_text(encoding="utf-8")
    pictures = " ".join(re.findall(r"<svg.*?</svg>", page, re.DOTALL))
    for word in ("마스크맨", "등수별 확률", "1번 자리", "인원", "옵션은 무엇을 바꾸나"):
        assert word in page
    assert "1번 자리" in pictures
    assert "no font with Hangul" in done.out
    assert "balance" not in re.sub(r"<[^>]*>|mainmatch balance", "", page)


def test_the_same_for_the_same_seeds(made: tuple[str, bytes, str]) -> None:
    """To the byte, from two processes and after a stop as well."""
    stop = """
import sys
from mainmatch import cli
from mainmatch.study import pieces

keep, count = pieces.Folder.keep, 0

def kept(self, piece, content):
    global count
    keep(self, piece, content)
    count += 1
    if count == 3:
        raise KeyboardInterrupt

pieces.Folder.keep = kept
sys.exit(cli.main(sys.argv[1:]))
"""
    words = [*POKER, "-n", "40", "--option", "chips=6", "--out", "b.html"]
    stopped = subprocess.run([sys.executable, "-c", stop, *words], capture_output=True, text=True, check=False)
    assert stopped.returncode == 130, stopped.stderr
    assert "--resume" in stopped.stderr
    refused = run(*words)
    assert (refused.code, is_one_sentence(refused)) == (2, True)
    assert "--resume goes on" in refused.err
    other = run(*words[:-4], "--option", "chips=7", "--out", "b.html", "--resume")
    assert (other.code, is_one_sentence(other)) == (2, True)
    assert "another study" in other.err
    assert run(*words, "--resume", "--processes", "2").code == 0
    assert Path("b.html").read_text(encoding="utf-8") == made[0]
    assert Path("b.png").read_bytes() == made[1]
    assert not Path("b.html.pieces").exists()


@pytest.mark.parametrize(
    ("words", "told"),
    [
        (["chess"], "chess"),
        (["maskmen", "--agents", "normal,easy"], "one kind of agent"),
        (["maskmen", "--agents", "clever"], "clever"),
        (["maskmen", "--out", "b.pdf"], ".html"),
        (["maskmen", "--out", "nowhere/b.html"], "nowhere"),
        (["maskmen", "--option", "colour=red"], "colour"),
        (["maskmen", "--players", "9"], "9"),
        (["maskmen", "--resume"], "nothing to resume"),
    ],
)
def test_faults_are_one_sentence(words: list[str], told: str, here: Path) -> None:
    """Before anything is begun."""
    done = run("balance", *words)
    assert (done.code, done.out, is_one_sentence(done)) == (2, "", True)
    assert told in done.err
    assert not list(here.iterdir())


def test_without_the_extra_it_says_so(monkeypatch: pytest.MonkeyPatch) -> None:
    """What is missing, and how to get it."""
    real = importlib.util.find_spec

    def without(name: str) -> ModuleSpec | None:
        return None if name == "matplotlib" else real(name)

    monkeypatch.setattr(importlib.util, "find_spec", without)
    done = run("balance", "maskmen")
    assert (done.code, is_one_sentence(done)) == (2, True)
    assert "pip install mainmatch[study]" in done.err


@pytest.mark.parametrize("lang", ["ko", "en"])
@pytest.mark.parametrize("game", GAMES)
def test_every_game_has_its_words(game: str, lang: str) -> None:
    """Parts, options, values and results have names in both languages."""
    room = find(game)
    base = plan(game)
    report = Report(study.measure(room, base, range(2), [], {AS_IT_IS: table([[1, 0], [0, 1]])}), lang, "")
    for option in room.options:
        for value in option.others:
            nothing = study.Estimate(0, 0, 0)
            change = study.Change(option.name, value, 1, nothing, nothing, None, {}, [], {})
            label, shown = report.option(change)
            assert label
            assert shown
            if option.kind != "int":
                assert shown != str(value)
    parts = room.parts(room.start(None, dict(room.dealt), 1))
    if parts is not None:
        assert set(parts) <= set(room.part_names(lang))
