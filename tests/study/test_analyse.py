"""`mainmatch analyse`: a planted blunder comes out on top, by what its seat knew alone; every other file is refused in one sentence."""

from __future__ import annotations

import importlib.util
import json
import random
import re
import xml.etree.ElementTree as ET
from importlib.machinery import ModuleSpec
from pathlib import Path
from typing import Any

import pytest

from mainmatch.agents import AGENTS
from mainmatch.agents.search.player import searcher
from mainmatch.core.chance import KeyedChance, rng
from mainmatch.core.game import Game, State
from mainmatch.core.match import Match
from mainmatch.games import find
from mainmatch.study import analyse as study
from mainmatch.study.analyse_text import Report, scale, wrapped
from tests.cli.running import is_one_sentence, run

POKER, MASKMEN = find("indian-poker"), find("maskmen")
SVG = "{http://www.w3.org/2000/svg}"
NAMES = ["<b>Ann & 서연", "도하"]


def by_thumb(game: Game, state: State, seat: int, dice: random.Random) -> dict[str, Any]:
    """The rule of thumb."""
    return AGENTS["normal"](game.sight(state, seat), dice)


def blundered() -> tuple[Match, int]:
    """Three hands of Indian Poker; in the last a seat that sees a 1 gives up the match. And the number of that decision."""
    for seed in range(1000):
        match, dice, planted = Match(POKER, options={"max_hands": 3}, chance=seed), random.Random(seed), 0
        while not match.is_over:
            seat = match.actors[0]
            view = match.view(seat)
            action = by_thumb(POKER, match.state, seat, dice)
            level = sum(s + b for s, b in zip(view["stacks"][:1], view["bets"][:1], strict=True)) == 30
            if view["hand"] == 3 and view["cards"][1 - seat] == 1 and level and not planted:
                action, planted = {"type": "fold"}, len(match.decisions) + 1
            match.play(seat, action)
        if planted > 2:
            return match, planted
    raise AssertionError("no seed deals a 1 in the third hand")


@pytest.fixture(scope="module")
def poker() -> tuple[Match, int, study.Analysis]:
    """The match with the blunder, and what search thinks of it."""
    match, planted = blundered()
    return match, planted, study.analyse(match, NAMES, iterations=4000)


@pytest.fixture
def file(poker: tuple[Match, int, study.Analysis], tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> dict[str, Any]:
    """The same match as `mainmatch play` keeps it, in match.json of an empty folder."""
    monkeypatch.chdir(tmp_path)
    kept = {**poker[0].save(), "table": {"names": NAMES, "humans": [0], "agents": ["", "thumb"], "lang": "ko"}}
    Path("match.json").write_text(json.dumps(kept), encoding="utf-8")
    return kept


# ---------------------------------------------------------------- what search thinks
def test_a_planted_blunder_comes_out_on_top(poker: tuple[Match, int, study.Analysis]) -> None:
    """To fold against a 1 in the last hand throws the match away: worth −1, where anything else nearly wins it."""
    match, planted, found = poker
    first = found.judged[0]
    assert (first.number, first.action) == (planted, {"type": "fold"})
    assert first.weighed.is_mistake
    assert first.weighed.value == -1
    assert first.weighed.better_value > 0.5
    assert first.weighed.loss.value == pytest.approx(first.weighed.better_value - first.weighed.value)
    assert first.when["cards"][first.seat] is None
    assert [one.number for one in found.mistakes] == [one.number for one in found.judged[: len(found.mistakes)]]
    losses = [one.weighed.loss.value for one in found.mistakes]
    assert losses == sorted(losses, reverse=True)
    assert len(found.judged) + found.forced == found.decisions == len(match.decisions)


@pytest.mark.parametrize("game", [POKER, MASKMEN], ids=lambda game: game.id)
def test_only_what_the_seat_knew_counts(game: Game) -> None:
    """Hidden cards of others dealt anew: the same to the last digit."""
    match, dice, differ = Match(game, chance=5), random.Random(5), 0
    search = searcher(game.id, "mo")
    for number in range(24):
        seat = match.actors[0]
        legal = game.legal(match.state, seat)
        if len(legal) > 1 and not number % 3:
            other = game.imagine(match.state, seat, rng(number))
            differ += game.state_json(other) != game.state_json(match.state)
            mine = study.weigh(search, match.state, seat, legal[0], 256, f"{number}")
            assert mine == study.weigh(search, other, seat, legal[0], 256, f"{number}")
        match.play(seat, by_thumb(game, match.state, seat, dice))
    assert differ > 2


def test_the_same_for_a_seed_and_a_budget(poker: tuple[Match, int, study.Analysis]) -> None:
    """And another seed imagines something else."""
    match = poker[0]
    one = study.analyse(match, NAMES, iterations=300, seed=1)
    assert one == study.analyse(match, NAMES, iterations=300, seed=1)
    assert one.judged != study.analyse(match, NAMES, iterations=300, seed=2).judged


def test_a_seat_alone_is_weighed_as_in_the_whole(poker: tuple[Match, int, study.Analysis]) -> None:
    """What is weighed besides changes nothing."""
    match, _, whole = poker
    alone = study.analyse(match, NAMES, seat=1, iterations=4000)
    assert alone.judged == [one for one in whole.judged if one.seat == 1]
    assert 0 < len(alone.judged) < len(whole.judged)


def test_the_interval_covers_what_is_true() -> None:
    """The only hand, the other all-in: a fold is worth −1, a call what the unseen cards say. 40 intervals of 95 %."""
    state = POKER.start(None, {"max_hands": 1}, 4)
    POKER.apply(state, POKER.actors(state)[0], POKER.actions.encode({"type": "raise", "to": 30}))
    seat = POKER.actors(state)[0]
    fold, call = (POKER.actions.encode({"type": kind}) for kind in ("fold", "call"))
    assert POKER.legal(state, seat) == sorted([fold, call])
    card = POKER.view(state, seat)["cards"][1 - seat]
    truth = (2 * (10 - card) - 2 * (card - 1)) / 19 + 1
    search = searcher("indian-poker", "mo")
    found = [study.weigh(search, state, seat, fold, 2000, f"{k}") for k in range(40)]
    assert {(one.value, one.better) for one in found} == {(-1.0, call)}
    assert 33 <= sum(one.loss.low <= truth <= one.loss.high for one in found) <= 40
    assert sum(one.loss.value for one in found) / 40 == pytest.approx(truth, abs=0.05)
    other = study.weigh(search, state, seat, call, 2000, "0")
    assert other.better == fold
    assert other.is_mistake == (truth < 0)


def test_keyed_matches_are_gone_through_like_seeded_ones() -> None:
    """Every state before a decision is the one in which it was made."""
    match, dice = Match(MASKMEN, 3, {"seasons": 1}, KeyedChance(b"k" * 32)), random.Random(2)
    before: list[Any] = []
    while not match.is_over:
        before.append(MASKMEN.state_json(match.state))
        match.play(match.actors[0], dice.choice(match.legal(match.actors[0])))
    read, names = study.read(json.loads(json.dumps(match.save())), "server.json")
    gone = list(study.states(read))
    assert [MASKMEN.state_json(state) for state, _, _ in gone] == before
    assert [(seat, action) for _, seat, action in gone] == match.decisions
    assert names == [None, None, None]


# ---------------------------------------------------------------- the command
def test_the_command_shows_a_table(file: dict[str, Any], poker: tuple[Match, int, study.Analysis]) -> None:
    """Largest mistake first, `--top` of them, then what it means and the sum of each seat."""
    ran = run("analyse", "match.json", "--iterations", 4000, "--top", 2, "--lang", "en")
    assert ran.code == 0
    lines = ran.out.splitlines()
    heads = next(k for k, line in enumerate(lines) if line.split()[:1] == ["#"])
    assert lines[heads + 1].split()[0] == f"*{poker[1]}"
    assert "Fold" in lines[heads + 1]
    assert re.search(r"\d\.\d{3} ± \d\.\d{3}", lines[heads + 1])
    assert lines[heads + 3] == f"… {len(poker[2].judged) - 2} more: --top shows them"
    assert "seat  player" in ran.out
    assert NAMES[0] in lines[-2] and NAMES[1] in lines[-1]
    assert ran.out.splitlines() == Report(poker[2], "en").lines(2)


def test_in_korean(file: dict[str, Any]) -> None:
    """Every sentence, with the game's own words."""
    ran = run("analyse", "match.json", "--iterations", 300, "--lang", "ko", "--seat", 1)
    assert ran.code == 0
    assert ran.out.startswith("인디언 포커")
    assert "손실" in ran.out
    assert not set(re.findall(r"[A-Za-z]+", ran.out)) - {"docs", "studies", "md"}


def test_the_picture_stands_alone(file: dict[str, Any], poker: tuple[Match, int, study.Analysis]) -> None:
    """Title, description, both themes, a bar as high as the loss; names are text, and nothing is fetched."""
    ran = run("analyse", "match.json", "--iterations", 4000, "--picture", "mistakes.svg", "--lang", "en")
    assert ran.code == 0
    text = Path("mistakes.svg").read_text(encoding="utf-8")
    assert text == Report(poker[2], "en").picture()
    root = ET.fromstring(text)
    assert root.get("role") == "img"
    assert root.get("aria-labelledby") == "title desc"
    title, desc = root.find(f"{SVG}title"), root.find(f"{SVG}desc")
    assert title is not None and title.text == "Indian Poker: what search thinks of the decisions"
    assert desc is not None and f"1: #{poker[1]} " in (desc.text or "")
    assert "prefers-color-scheme:light" in text
    assert not re.search(r"href|url\(|@import|<script|https?:(?!//www\.w3\.org/2000/svg)", text)
    assert any(element.text == NAMES[0] for element in root.iter(f"{SVG}text"))
    bars = [float(r.get("height", 0)) for r in root.iter(f"{SVG}rect") if r.find(f"{SVG}title") is not None]
    costs = [one.weighed.loss.value for one in poker[2].judged if one.weighed.loss.value > 0]
    assert len(bars) == len(costs)
    assert max(bars) == pytest.approx(max(bars) * max(costs) / poker[2].judged[0].weighed.loss.value)


def test_progress_goes_to_the_other_stream(file: dict[str, Any]) -> None:
    """So that the table can be kept in a file."""
    ran = run("analyse", "match.json", "--iterations", 300)
    count = len(study.analyse(study.read(file, "m")[0], NAMES, iterations=300).judged)
    assert f"{count}/{count}" in ran.err
    assert f"{count}/{count}" not in ran.out


# ---------------------------------------------------------------- refusals
@pytest.mark.parametrize(
    ("change", "told"),
    [
        ({"format": 2}, "no match file"),
        ({"game": "chess"}, "chess"),
        ({"version": "0"}, "version 0"),
        ({"players": 3}, "2 players"),
        ({"options": ["chips"]}, "damaged"),
        ({"options": {"chips": -1}}, "chips"),
        ({"seed": "7"}, "seed"),
        ({"decisions": 7}, "damaged"),
        ({"decisions": [[0, {"type": "castle"}]]}, "decision 1"),
        ({"decisions": [[1, {"type": "call"}], [1, {"type": "call"}]]}, "decision "),
        ({"decisions": []}, "not over"),
    ],
)
def test_a_damaged_foreign_or_unfinished_file_is_named(file: dict[str, Any], change: dict[str, Any], told: str) -> None:
    """In one sentence that says what is wrong with it."""
    Path("other.json").write_text(json.dumps({**file, **change}), encoding="utf-8")
    ran = run("analyse", "other.json")
    assert (ran.code, ran.out, is_one_sentence(ran)) == (2, "", True)
    assert "other.json" in ran.err
    assert told in ran.err


@pytest.mark.parametrize("content", [b"{", b"[]", b"7", b'"match"', b"\xff\xfe", b"", b"<svg/>"])
def test_what_is_no_match_at_all_is_named(file: dict[str, Any], content: bytes) -> None:
    """Also half a file, other JSON, other bytes."""
    Path("other.json").write_bytes(content)
    ran = run("analyse", "other.json")
    assert (ran.code, ran.out, is_one_sentence(ran)) == (2, "", True)
    assert "other.json" in ran.err


def test_a_script_that_ran_out_of_draws_is_named(file: dict[str, Any]) -> None:
    """A file with draws instead of a seed, cut short."""
    short = {key: value for key, value in file.items() if key != "seed"} | {"draws": [[20, 3]]}
    Path("other.json").write_text(json.dumps(short), encoding="utf-8")
    ran = run("analyse", "other.json")
    assert (ran.code, is_one_sentence(ran)) == (2, True)
    assert "other.json cannot be analysed" in ran.err


@pytest.mark.parametrize(
    ("words", "told"),
    [
        (["--seat", "2"], "from 0 to 1"),
        (["--seat", "-1"], "from 0 to 1"),
        (["--iterations", "10"], "at least 256"),
        (["--seed", "-1"], "seed"),
        (["--top", "0"], "top"),
        (["--picture", "mistakes.png"], ".svg"),
        (["--picture", "nowhere/mistakes.svg"], "nowhere"),
    ],
)
def test_other_faults_are_said_before_anything_is_computed(file: dict[str, Any], words: list[str], told: str) -> None:
    """One sentence each."""
    ran = run("analyse", "match.json", *words)
    assert (ran.code, ran.out, is_one_sentence(ran)) == (2, "", True)
    assert told in ran.err


def test_without_the_extra_it_says_so(file: dict[str, Any], monkeypatch: pytest.MonkeyPatch) -> None:
    """What is missing, and how to get it."""
    real = importlib.util.find_spec

    def without_numba(name: str) -> ModuleSpec | None:
        return None if name == "numba" else real(name)

    monkeypatch.setattr(importlib.util, "find_spec", without_numba)
    ran = run("analyse", "match.json")
    assert (ran.code, ran.out, is_one_sentence(ran)) == (2, "", True)
    assert "numba is missing" in ran.err
    assert "pip install mainmatch[fast]" in ran.err


@pytest.mark.parametrize("names", [["a"], [1, 2], ["\x1b[31m", "b"], "ab", None, ["x" * 41, "b"], [" ", "b"]])
def test_names_that_nobody_should_print_are_left_out(file: dict[str, Any], names: Any) -> None:
    """The file is somebody else's."""
    assert study.read({**file, "table": {"names": names}}, "m")[1][0] is None


# ---------------------------------------------------------------- words
@pytest.mark.parametrize(
    ("most", "end"), [(0.0, 1), (0.1, 0.1), (0.11, 0.15), (1.03, 1.5), (4.0, 5), (6.0, 7), (7.1, 10)]
)
def test_an_axis_ends_at_a_round_number(most: float, end: float) -> None:
    """That is not below what is shown."""
    assert scale(most) == end


def test_lines_break_between_words_and_count_hangul_twice() -> None:
    """A word that is too long is cut."""
    assert wrapped("가나 다라 마바", 10) == ["가나 다라", "마바"]
    assert wrapped("abcdefgh ij", 5) == ["abcd…", "ij"]
