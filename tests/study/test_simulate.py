"""`mainmatch simulate`: the same results in any number of processes and after any stop; every fault is one sentence."""

from __future__ import annotations

import csv
import errno
import importlib.util
import json
import statistics
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest

from mainmatch.fast import reference_playout
from mainmatch.games import find
from mainmatch.study import matches, pieces
from tests.cli.running import is_one_sentence, run

POKER = ["simulate", "indian-poker", "--agents", "normal,easy", "--option", "max_hands=4"]


@pytest.fixture(autouse=True)
def here(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """An empty folder, and one process: the tests that want two say so."""
    monkeypatch.chdir(tmp_path)
    monkeypatch.setattr("os.cpu_count", lambda: 1)
    return tmp_path


def table(path: str) -> list[dict[str, str]]:
    """The rows of a CSV."""
    with Path(path).open(encoding="utf-8", newline="") as file:
        return list(csv.DictReader(file))


def test_a_row_says_what_happened_to_a_seat() -> None:
    """Held against the match itself, played again."""
    assert run("simulate", "loyalists-and-traitors", "-n", "5", "--seed", "7", "--out", "l.csv").code == 0
    found = table("l.csv")
    assert len(found) == 5 * 9
    game = find("loyalists-and-traitors")
    state, decisions = reference_playout(game, 8)
    mine = [row for row in found if row["seed"] == "8"]
    assert [int(row["score"]) for row in mine] == [game.score(state, p) for p in range(9)]
    assert [row["part"] for row in mine] == [("loyalist", "traitor")[r] for r in state.role]
    assert {row["decisions"] for row in mine} == {str(decisions)}
    assert [row["seat"] for row in mine if row["first"] == "1"] == [str(state.order[0])]


def test_every_game_can_be_simulated() -> None:
    """Places are those of the rulebook, parts are characters and sides."""
    for game in ("middle-race", "infiltration", "loyalists-and-traitors", "indian-poker", "maskmen"):
        assert run("simulate", game, "-n", "2").code == 0
        rows = table(f"simulate-{game}.csv")
        assert all(0 <= float(row["beaten"]) <= 1 for row in rows)
        assert any(row["best"] == "1" for row in rows)
    race = table("simulate-middle-race.csv")[:11]
    assert sorted(int(row["place"]) for row in race) == list(range(1, 12))
    assert len({row["part"] for row in race}) == 11
    assert "gravity" in {row["part"] for row in race}


def test_the_screen_shows_the_means_of_the_file() -> None:
    """By agent, who decides first, and seat."""
    done = run(*POKER, "-n", "50", "--out", "p.csv")
    rows = table("p.csv")
    mean = statistics.fmean(int(row["score"]) for row in rows if row["agent"] == "normal")
    line = next(line for line in done.out.splitlines() if line.startswith("agent normal"))
    assert f"{mean:.3f} [" in line
    assert line.split()[2] == "50"
    assert "50 matches of indian-poker" in done.out


def test_two_processes_give_the_same_as_one() -> None:
    """To the byte."""
    one = run(*POKER, "-n", "65", "--out", "one.csv", "--processes", "1")
    two = run(*POKER, "-n", "65", "--out", "two.csv", "--processes", "2")
    assert (one.code, two.code) == (0, 0)
    assert Path("one.csv").read_bytes() == Path("two.csv").read_bytes()
    assert one.out.replace("one.csv", "") == two.out.replace("two.csv", "")


@pytest.mark.parametrize(
    "words",
    [
        ["indian-poker", "--option", "chips=3", "--option", "ranks=3", "--option", "fold_penalty=1"],
        ["infiltration", "--option", "rounds=1"],
    ],
)
def test_strong_plays_in_any_number_of_processes(words: list[str]) -> None:
    """It thinks in the process that plays, which ends when the study does."""
    strong = ["simulate", *words, "--agents", "strong", "-n", "4"]
    assert run(*strong, "--out", "one.csv").code == 0
    assert run(*strong, "--out", "two.csv", "--processes", "2").code == 0
    assert Path("one.csv").read_bytes() == Path("two.csv").read_bytes()


STOP = """
import os, signal, sys
from mainmatch.cli import main
from mainmatch.study import pieces
signal.signal(signal.SIGINT, signal.default_int_handler)  # as in a terminal, wherever the tests run
keep = pieces.Folder.keep
def kept(self, piece, content):
    keep(self, piece, content)
    os.kill(os.getpid(), signal.SIGINT)
pieces.Folder.keep = kept
sys.exit(main(sys.argv[1:]))
"""


@pytest.mark.parametrize("processes", ["1", "2"])
def test_ctrl_c_keeps_what_is_finished_and_resume_goes_on(processes: str) -> None:
    """One sentence, exit code 130; then the same file as without a stop, of more matches than first asked for, too."""
    words = [*POKER, "-n", "100", "--out", "a.csv", "--processes", processes]
    stopped = subprocess.run([sys.executable, "-c", STOP, *words], capture_output=True, text=True, check=False)
    assert stopped.returncode == 130
    sentence = stopped.stderr.strip().splitlines()[-1]
    assert "mainmatch: stopped; 20 of 100 matches are kept in a.csv.pieces" in sentence
    assert "--resume goes on" in sentence
    assert "Traceback" not in stopped.stderr
    assert not Path("a.csv").exists()
    assert "20 of 100 matches are kept" in run(*POKER, "-n", "100", "--out", "a.csv").err
    assert run(*POKER, "-n", "105", "--out", "a.csv", "--resume").code == 0
    assert run(*POKER, "-n", "105", "--out", "b.csv").code == 0
    assert Path("a.csv").read_bytes() == Path("b.csv").read_bytes()
    assert not Path("a.csv.pieces").exists()


def stop_after(count: int, monkeypatch: pytest.MonkeyPatch) -> None:
    """Ctrl-C when so many pieces are kept."""
    keep = pieces.Folder.keep
    left = [count]

    def kept(self: pieces.Folder, piece: pieces.Piece, content: str) -> None:
        keep(self, piece, content)
        left[0] -= 1
        if not left[0]:
            raise KeyboardInterrupt

    monkeypatch.setattr(pieces.Folder, "keep", kept)


def test_only_what_is_missing_or_damaged_is_played_again(monkeypatch: pytest.MonkeyPatch) -> None:
    """A damaged piece costs that piece."""
    with monkeypatch.context() as patch:
        stop_after(3, patch)
        assert run(*POKER, "-n", "80", "--out", "a.csv").code == 130
    damaged = Path("a.csv.pieces/1.piece")
    damaged.write_text(damaged.read_text()[:-5])
    played: list[int] = []
    play = pieces.play

    def noted(plan: matches.Plan, piece: pieces.Piece) -> str:
        played.append(piece.number)
        return play(plan, piece)

    monkeypatch.setattr(pieces, "play", noted)
    assert run(*POKER, "-n", "80", "--out", "a.csv", "--resume").code == 0
    assert played == [1, 3]
    assert run(*POKER, "-n", "80", "--out", "b.csv").code == 0
    assert Path("a.csv").read_bytes() == Path("b.csv").read_bytes()


@pytest.mark.parametrize("where", ["piece", "part"])
def test_a_full_disk_keeps_what_is_finished(where: str, monkeypatch: pytest.MonkeyPatch) -> None:
    """Whether a piece or the results find no room; when there is room again, it goes on."""
    write, open_ = Path.write_text, Path.open

    def full(self: Path) -> bool:
        return (where == "piece" and self.name == "2.piece.new") or (where == "part" and self.suffix == ".part")

    def write_text(self: Path, *words: Any, **more: Any) -> int:
        if full(self):
            raise OSError(errno.ENOSPC, "No space left on device")
        return write(self, *words, **more)

    def opened(self: Path, *words: Any, **more: Any) -> Any:
        if full(self) and words and "w" in words[0]:
            raise OSError(errno.ENOSPC, "No space left on device")
        return open_(self, *words, **more)

    with monkeypatch.context() as patch:
        patch.setattr(Path, "write_text", write_text)
        patch.setattr(Path, "open", opened)
        done = run(*POKER, "-n", "70", "--out", "a.csv")
    assert done.code == 1
    assert "cannot be written: no space left on device; " in done.err
    assert f"{40 if where == 'piece' else 70} of 70 matches are kept" in done.err
    assert not Path("a.csv").exists()
    assert run(*POKER, "-n", "70", "--out", "a.csv", "--resume").code == 0
    assert len(table("a.csv")) == 140


def test_without_compiled_play_the_rows_are_the_same(monkeypatch: pytest.MonkeyPatch) -> None:
    """Random matches are the same match for match in plain Python."""
    assert run("simulate", "maskmen", "-n", "3", "--out", "fast.csv").code == 0

    def missing(*_: object) -> None:
        raise matches.MissingExtra("numba is missing")

    monkeypatch.setattr(matches, "Playouts", missing)
    assert run("simulate", "maskmen", "-n", "3", "--out", "plain.csv").code == 0
    assert Path("fast.csv").read_bytes() == Path("plain.csv").read_bytes()


def test_parquet_holds_the_same_rows_with_types() -> None:
    """Numbers as numbers, yes and no as such; chosen columns in the order asked for."""
    from pyarrow import parquet

    words = ["simulate", "middle-race", "-n", "3"]
    assert run(*words, "--out", "m.parquet").code == 0
    assert run(*words, "--out", "m.csv").code == 0
    found = parquet.read_table("m.parquet").to_pylist()
    assert [{k: str(int(v) if isinstance(v, bool) else v) for k, v in row.items()} for row in found] == table("m.csv")
    assert run(*words, "--out", "few.parquet", "--columns", "score,part").code == 0
    few = parquet.read_table("few.parquet")
    assert few.column_names == ["score", "part"]
    assert few.to_pylist() == [{"score": row["score"], "part": row["part"]} for row in found]


def test_chosen_columns_in_a_csv() -> None:
    """In the order asked for."""
    assert run("simulate", "maskmen", "-n", "1", "--columns", "score, seat", "--out", "few.csv").code == 0
    assert Path("few.csv").read_text().splitlines()[0] == "score,seat"
    assert [row["seat"] for row in table("few.csv")] == ["0", "1", "2", "3"]


def test_without_pyarrow_parquet_says_what_it_needs(monkeypatch: pytest.MonkeyPatch) -> None:
    """Before anything is played."""
    there = importlib.util.find_spec

    def without(name: str, package: str | None = None) -> Any:
        return None if name == "pyarrow" else there(name, package)

    monkeypatch.setattr(importlib.util, "find_spec", without)
    done = run("simulate", "maskmen", "-n", "1", "--out", "m.parquet")
    assert "Parquet files need pyarrow: pip install mainmatch[study]" in done.err
    assert not Path("m.parquet.pieces").exists()


@pytest.mark.parametrize(
    ("words", "sentence"),
    [
        (["chess"], "chess"),
        (["maskmen", "--agents", "genius"], "there is no agent 'genius'; there are easy, normal"),
        (["maskmen", "--agents", "easy,normal"], "one name for all seats or one for each of 4, not 2"),
        (["maskmen", "--players", "9"], "maskmen is for 2 to 6 players"),
        (["maskmen", "--option", "colour=red"], "has no option 'colour'"),
        (["maskmen", "--option", "seasons"], "written NAME=VALUE"),
        (["maskmen", "--columns", "score,luck"], "there is no column 'luck'; there are seed, seat"),
        (["maskmen", "--columns", "score,score"], "twice"),
        (["maskmen", "-n", "0"], "0"),
        (["maskmen", "-n", "many"], "many"),
        (["maskmen", "--seed", "-1"], "a seed is a whole number"),
        (["maskmen", "--seed", str(2**64 - 1), "-n", "2"], "a seed is a whole number"),
        (["maskmen", "--processes", "0"], "0"),
        (["maskmen", "--out", "m.xlsx"], "written as .csv or .parquet, not as m.xlsx"),
        (["maskmen", "--out", "there.csv"], "there.csv exists already"),
        (["maskmen", "--out", "there.csv/m.csv"], "cannot be made: not a directory"),
        (["maskmen", "--resume"], "nothing to resume: simulate-maskmen.csv.pieces does not exist"),
        (["maskmen", "--out", "foreign.csv", "--resume"], "no folder of a study: its plan.json cannot be read"),
        (["maskmen", "--out", "odd.csv", "--resume"], "no folder of a study: its plan.json holds no plan"),
        (["maskmen", "--out", "other.csv", "--resume"], "holds another study (game is indian-poker, here maskmen)"),
    ],
)
def test_faults_are_one_sentence(words: list[str], sentence: str, monkeypatch: pytest.MonkeyPatch) -> None:
    """And nothing that was there is lost."""
    Path("there.csv").write_text("mine\n")
    Path("foreign.csv.pieces").mkdir()
    Path("odd.csv.pieces").mkdir()
    Path("odd.csv.pieces/plan.json").write_text(json.dumps({"game": "maskmen"}))
    with monkeypatch.context() as patch:
        stop_after(1, patch)
        assert run(*POKER, "-n", "40", "--out", "other.csv").code == 130
    before = sorted(str(path) for path in Path().rglob("*"))
    done = run("simulate", *words)
    assert done.code == 2
    assert is_one_sentence(done)
    assert sentence in done.err
    assert sorted(str(path) for path in Path().rglob("*")) == before
    assert Path("there.csv").read_text() == "mine\n"


def test_another_option_is_another_study(monkeypatch: pytest.MonkeyPatch) -> None:
    """Pieces of other terms are never mixed in: the sentence names what differs."""
    stop_after(1, monkeypatch)
    assert run(*POKER, "-n", "40", "--out", "a.csv").code == 130
    done = run(*POKER[:-1], "max_hands=5", "-n", "40", "--out", "a.csv", "--resume")
    assert "a.csv.pieces holds another study (max_hands is 4, here 5)" in done.err


def test_a_process_that_dies_costs_only_its_piece() -> None:
    """One sentence; then --resume goes on."""
    kill = "import multiprocessing; [child.kill() for child in multiprocessing.active_children()]"
    dying = STOP.replace("os.kill(os.getpid(), signal.SIGINT)", kill)
    words = [*POKER, "-n", "400", "--out", "a.csv"]
    died = subprocess.run(
        [sys.executable, "-c", dying, *words, "--processes", "2"], capture_output=True, text=True, check=False
    )
    assert died.returncode == 1
    assert "a process of the study died; " in died.stderr
    assert "Traceback" not in died.stderr
    assert run(*words, "--resume").code == 0
    assert len(table("a.csv")) == 800
