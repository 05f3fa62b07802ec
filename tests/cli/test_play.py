"""`mainmatch play`: matches typed in to their ends, secrets between people at one keyboard, stopping and going on."""

from __future__ import annotations

import contextlib
import io
import json
import random
import re
from pathlib import Path
from typing import Any

import pytest
from rich.console import Console

from mainmatch.core.game import Game
from mainmatch.core.match import Match
from mainmatch.games import all_games, find
from mainmatch.terminal.asking import NoSuchChoice, choose, menu
from mainmatch.terminal.play import WIPE, Seating, Sitting, Stop
from mainmatch.terminal.sheet import Sheet, as_text, render
from tests.cli.running import Ran, is_one_sentence, run

GAMES = all_games()
each_game = pytest.mark.parametrize("game", list(GAMES.values()), ids=list(GAMES))
each_language = pytest.mark.parametrize("lang", ["ko", "en"])


@pytest.fixture(autouse=True)
def _own_folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Stopped matches are kept in the folder one plays in: here one of the test's own."""
    monkeypatch.chdir(tmp_path)


class Typist:
    """Answers every question with something possible, as a person who reads the screen would."""

    def __init__(self, sitting: Sitting, seed: int = 0, stop_after: int = 10**6) -> None:
        self.sitting = sitting
        self.dice = random.Random(seed)
        self.left = stop_after

    def __call__(self) -> str:
        """One typed line."""
        self.left -= 1
        if self.left < 0:
            return ""
        match = self.sitting.match
        screen = self.sitting.console.file
        screen.seek(max(0, screen.tell() - 400))
        question = screen.read().rsplit("\n", 1)[-1]
        if question.strip().endswith((".", "요.")):
            return "\n"
        seat = next(p for p in match.actors if p in self.sitting.seating.humans)
        words = self.sitting.words(seat)
        entries = menu(words, match.legal(seat))
        number = self.dice.randrange(len(entries))
        action = self.dice.choice(entries[number].actions)
        typed = [str(number + 1)]
        for name, domain in entries[number].family.parameters.items():
            typed += as_typed(domain.kind, action[name], [a[name] for a in entries[number].actions])
            entries[number].actions = [a for a in entries[number].actions if a[name] == action[name]]
        return " ".join(typed) + "\n"


def as_typed(kind: str, value: Any, values: list[Any]) -> list[str]:
    """How a value is typed, if it has to be: seats from 1, numbers as they are, other things by their place."""
    distinct = [v for i, v in enumerate(values) if v not in values[:i]]
    if len(distinct) == 1:
        return []
    if isinstance(value, list):
        return [str(v + 1) for v in value]
    if isinstance(value, int):
        return [str(value + 1 if kind == "player" else value)]
    return [str(distinct.index(value) + 1)]


def sit_down(
    game: Game, humans: list[int], lang: str = "en", seed: int = 1, terminal: bool = False, players: int | None = None
) -> Sitting:
    """A sitting whose screen is kept as text."""
    players = players or game.default_seats
    names = [f"Name{p}" for p in range(players)]
    seating = Seating(names, humans, ["thumb"] * players, lang)
    console = Console(file=io.StringIO(), width=100, highlight=False, force_terminal=terminal, no_color=True)
    sitting = Sitting(Match(game, players, chance=seed), seating, console, lambda: "")
    sitting.read_line = Typist(sitting, seed)
    return sitting


def screen(sitting: Sitting) -> str:
    """All that was shown."""
    file = sitting.console.file
    assert isinstance(file, io.StringIO)
    return file.getvalue()


# ---------------------------------------------------------------- whole matches
@each_game
@each_language
def test_one_person_plays_to_the_end(game: Game, lang: str) -> None:
    """Against bots, in both languages; the screen never shows a raw template or an unknown word."""
    sitting = sit_down(game, [0], lang)
    sitting.run()
    assert sitting.match.is_over
    assert not re.search(r"[{}]|None|\bnull\b", screen(sitting))


@each_game
def test_nobody_finds_the_secrets_of_the_one_before(game: Game) -> None:
    """All seats are people: the screen is wiped before the keyboard goes on."""
    players = game.seats[0]
    sitting = sit_down(game, list(range(players)), terminal=True, players=players)
    sitting.read_line = Typist(sitting, stop_after=120)
    with contextlib.suppress(Stop):
        sitting.run()
    pages = screen(sitting).split(WIPE)
    assert len(pages) > 5
    shown = [set(re.findall(r"You are (Name\d)\.", page)) for page in pages]
    assert all(len(names) <= 1 for names in shown)
    for page, names in zip(pages, shown, strict=True):
        if "Nobody else looks" in page:
            assert not names
            assert "Your choice" not in page


@each_game
def test_a_seed_makes_a_sitting_the_same_again(game: Game) -> None:
    """The same typing gives the same screen, bots included."""
    first, second = sit_down(game, [0], seed=5), sit_down(game, [0], seed=5)
    first.run()
    second.run()
    assert screen(first) == screen(second)


@each_game
def test_bots_can_be_watched(game: Game) -> None:
    """With no people at the table the log runs through, with what a spectator may know."""
    ran = run("play", game.id, "--humans", "none", "--seed", 1, "--lang", "en")
    assert (ran.code, ran.err) == (0, "")
    assert "Result" in ran.out


# ---------------------------------------------------------------- stopping and going on
@each_game
def test_a_stopped_match_goes_on_as_if_nothing_had_been(game: Game) -> None:
    """Stopped in the middle of a simultaneous decision or anywhere else, it comes back the same, bots' dice included."""
    sitting = sit_down(game, [0, 1], seed=3, players=game.seats[0])
    for stop in (1, 1, 2):
        sitting.read_line = Typist(sitting, stop, stop_after=stop)
        with pytest.raises(Stop):
            sitting.run()
        sitting.save("kept.json")
        again = Match.load(json.loads(Path("kept.json").read_text()), find)
        assert (again.decisions, again.state, again.told) == (
            sitting.match.decisions,
            sitting.match.state,
            sitting.match.told,
        )
        sitting.match, sitting.looking = again, None


def test_the_end_of_input_saves_and_says_how_to_go_on() -> None:
    """What ctrl-c does, too: a file only its owner reads, and the command that goes on with it."""
    ran = run("play", "indian-poker", "--lang", "en", "--option", "chips=5", stdin="")
    assert ran.code == 0
    assert "mainmatch play --resume mainmatch-indian-poker.json" in ran.out
    assert Path("mainmatch-indian-poker.json").stat().st_mode & 0o077 == 0
    ran = run("play", "--resume", "--lang", "en", stdin="2\n" * 200)
    assert (ran.code, "Result" in ran.out) == (0, True), ran.err
    assert run("verify", "mainmatch-indian-poker.json").code == 0
    exported = run("export", "mainmatch-indian-poker.json")
    assert run("replay", "-", stdin=exported.out).code == 0
    assert run("play", "--resume", "mainmatch-indian-poker.json").code == 2


def test_a_match_is_not_lost_where_its_file_cannot_be_written() -> None:
    """Then it is kept with the passing files, and the command to go on says where."""
    ran = run("play", "indian-poker", "--lang", "en", "--save", "no/such/folder/a.json")
    kept = re.search(r"--resume (\S+\.json)", ran.out)
    assert kept is not None
    assert json.loads(Path(kept[1]).read_text())["game"] == "indian-poker"
    Path(kept[1]).unlink()


def test_ctrl_c_saves(monkeypatch: pytest.MonkeyPatch) -> None:
    """Ctrl-C at the prompt is a way to stop, not a fault."""

    def interrupt(*_: object) -> str:
        raise KeyboardInterrupt

    monkeypatch.setattr(Sitting, "ask", interrupt)
    ran = run("play", "maskmen", "--lang", "en", "--seed", 1)
    assert (ran.code, ran.err, "--resume" in ran.out) == (0, "", True)
    assert Path("mainmatch-maskmen.json").exists()


def test_a_second_stopped_match_does_not_overwrite_the_first() -> None:
    """Each gets a name that is free; --resume takes the latest."""
    run("play", "indian-poker", stdin="")
    assert "mainmatch-indian-poker-2.json" in run("play", "indian-poker", stdin="").out


def test_a_match_without_a_seed_shows_its_commitment_and_keeps_its_key() -> None:
    """Nobody can foresee it, and everybody can check it."""
    one = run("play", "indian-poker", "--option", "chips=2", "--save", "a.json", "--lang", "en", stdin="1\n" * 50)
    commitment = re.search(r"SHA-256 is (\w{64})", one.out)
    assert commitment is not None
    file = json.loads(Path("a.json").read_text())
    assert file["commitment"] == commitment[1]
    assert "verify a.json" in one.out
    file["decisions"][0][1] = (
        {"type": "fold"} if file["decisions"][0][1] != {"type": "fold"} else {"type": "raise", "to": 2}
    )
    file["commitment"] = "0" * 64
    Path("b.json").write_text(json.dumps({**file, "decisions": json.loads(Path("a.json").read_text())["decisions"]}))
    ran = run("verify", "b.json")
    assert (ran.code, "does not belong to the commitment" in ran.err) == (1, True)


# ---------------------------------------------------------------- at the prompt
def typed(*lines: str, game: str = "indian-poker", words: tuple[str, ...] = ()) -> Ran:
    """Type these lines into a match of seed 4 (seat 0 leads with all cards in its reach)."""
    return run("play", game, "--seed", 4, "--lang", "en", *words, stdin="".join(f"{line}\n" for line in lines))


def test_a_clause_the_rules_the_state_the_log_and_the_help() -> None:
    """The keys of the prompt."""
    assert "To raise is to bring" in typed("?ip-3").out
    assert "no clause IP-99" in typed("? IP-99").out
    assert "IP-15" in typed("?").out
    assert typed("s").out.count("chips left") == typed().out.count("chips left") + 1
    assert typed("l").out.count("The leader is you") == 2
    assert "what is not possible and why" in typed("h").out


def test_what_is_not_possible_is_told_with_its_reason() -> None:
    """`w` lists refused choices by clause."""
    out = typed("w", game="maskmen", words=("--players", "2")).out
    assert re.search(r"MM-\d+  \S", out)


@pytest.mark.parametrize("line", ["0", "99", "x", "-1", "1 1", "2 1", "2 31", "2 x", "2 5 5", "²", "1" * 5000])
def test_what_chooses_nothing_is_said_and_asked_again(line: str) -> None:
    """A wrong line changes nothing."""
    ran = typed(line)
    assert re.search(r"There is no choice|is not possible here", ran.out)
    assert len(json.loads(Path("mainmatch-indian-poker.json").read_text())["decisions"]) == 0


def test_a_value_may_follow_its_number_or_be_asked_for() -> None:
    """`2 7`, or `2` and then `7`; an empty answer goes back, a wrong one is asked again."""
    for lines in (("2 7",), ("2", "7"), ("2", "", "2", "99", "7")):
        assert "Name0 raised to 7" in typed(*lines, words=("--names", "Name0,Name1")).out.replace("You", "Name0")


# ---------------------------------------------------------------- choices
@each_game
def test_every_legal_action_can_be_typed(game: Game) -> None:
    """Along a match, each legal action is the answer to some line, and few lines are enough."""
    dice = random.Random(2)
    match = Match(game, chance=7)
    words = game.sentences("en", [f"Name{p}" for p in range(match.players)])
    steps = 0
    while not match.is_over and steps < 60:
        seat = match.actors[0]
        legal = match.legal(seat)
        entries = menu(words, legal)
        assert len(entries) <= 24
        for action in dice.sample(legal, min(6, len(legal))):
            number = next(i for i, entry in enumerate(entries) if action in entry.actions)
            line = [str(number + 1)]
            rest = entries[number].actions
            for name, domain in entries[number].family.parameters.items():
                line += as_typed(domain.kind, action[name], [a[name] for a in rest])
                rest = [a for a in rest if a[name] == action[name]]
            assert choose(words, entries, " ".join(line), lambda *_: "") == action
        match.play(seat, dice.choice(legal))
        steps += 1


def test_names_of_things_can_be_typed_too() -> None:
    """A wrestler by its name, a column by its letter."""
    game = find("loyalists-and-traitors")
    words = game.sentences("en", [f"Name{p}" for p in range(9)])
    legal = [{"type": "fill", "column": c, "number": n} for c in "AB" for n in range(10, 20)]
    entries = menu(words, legal)
    wanted = {"type": "fill", "column": "B", "number": 12}
    assert choose(words, entries, "1 b 12", lambda *_: "") == wanted
    assert choose(words, entries, "1 column b 12", lambda *_: "") == wanted
    with pytest.raises(NoSuchChoice):
        choose(words, entries, "1 c 12", lambda *_: "")


def test_two_players_are_typed_in_any_order() -> None:
    """Whom to jail: two seats as they are on the screen."""
    game = find("loyalists-and-traitors")
    words = game.sentences("en", [f"Name{p}" for p in range(9)])
    legal = [{"type": "jail", "players": [p, q]} for p in range(1, 9) for q in range(p + 1, 9)]
    entries = menu(words, legal)
    assert len(entries) == 1
    for line in ("1 3 7", "1 7 3", "1 3, 7"):
        assert choose(words, entries, line, lambda *_: "") == {"type": "jail", "players": [2, 6]}


# ---------------------------------------------------------------- secrets
@each_game
def test_a_table_is_made_of_the_view_alone(game: Game) -> None:
    """A sheet that is given a view from JSON looks the same: nothing else of the match gets in."""
    match = Match(game, chance=3)
    names = [f"Name{p}" for p in range(match.players)]
    for viewer in (0, -1):
        view = match.view(viewer)
        seat = None if viewer < 0 else viewer
        words = game.sentences("en", names, seat)
        one = as_text(render(Sheet(words, view, names, seat)))
        assert one == as_text(render(Sheet(words, json.loads(json.dumps(view)), names, seat)))
        assert one.strip()


# ---------------------------------------------------------------- faults
FAULTS: list[tuple[list[str], str]] = [
    ([], "which game?"),
    (["chess"], "'chess'"),
    (["maskmen", "--players", "7"], "2 to 6 players"),
    (["maskmen", "--humans", "4"], "0 to 3"),
    (["maskmen", "--humans", "a"], "0 to 3"),
    (["maskmen", "--humans", "²"], "0 to 3"),
    (["maskmen", "--names", "A,A"], "same name"),
    (["maskmen", "--names", "A,B,C,D,E"], "5 names"),
    (["maskmen", "--names", "\x1b[2J"], "visible"),
    (["maskmen", "--names", "a" * 41], "visible"),
    (["maskmen", "--agents", "deep"], "'deep'"),
    (["maskmen", "--agents", "thumb,random"], "not 2"),
    (["maskmen", "--option", "seasons"], "NAME=VALUE"),
    (["maskmen", "--option", "seasons=0"], "seasons"),
    (["maskmen", "--option", "seasons=1", "--option", "seasons=2"], "twice"),
    (["maskmen", "--seed", "-1"], "seed"),
    (["--resume"], "no stopped match"),
    (["maskmen", "--resume"], "no stopped match of maskmen"),
    (["--resume", "nothing.json"], "no such file"),
    (["--resume", ".", "--lang", "en"], "directory"),
    (["--resume", "x.json", "--seed", "1"], "leave out"),
    (["maskmen", "--lang", "fr"], "ko or en"),
]


@pytest.mark.parametrize(("words", "told"), FAULTS, ids=[" ".join(w)[:40] for w, _ in FAULTS])
def test_a_fault_is_one_sentence(words: list[str], told: str) -> None:
    """Exit code 2 and what to do."""
    ran = run("play", *words)
    assert (ran.code, ran.out, is_one_sentence(ran)) == (2, "", True)
    assert told in ran.err, ran.err


KEPT: list[Any] = [
    {},
    {"format": 2},
    {"format": 1},
    {"format": 1, "game": "chess"},
    {"format": 1, "game": "maskmen", "version": "0"},
    {"format": 1, "game": "maskmen", "version": "1", "players": 4, "options": {}, "decisions": []},
    {"format": 1, "game": "maskmen", "version": "1", "players": 4, "options": {}, "seed": 1, "decisions": [[0, {}]]},
    {"format": 1, "game": "maskmen", "version": "1", "players": 4, "options": {}, "seed": 1, "decisions": []},
    {"format": 1, "game": "maskmen", "version": "1", "players": 4, "options": {}, "seed": 1, "decisions": 3},
    {"format": 1, "game": "maskmen", "version": "1", "players": 4, "options": [], "seed": "1", "decisions": []},
    [],
]


@pytest.mark.parametrize("kept", KEPT)
def test_a_file_that_is_no_stopped_match_is_refused(kept: Any) -> None:
    """Whatever is in it: one sentence."""
    Path("kept.json").write_text(json.dumps(kept))
    for words in (["play", "--resume", "kept.json"], ["export", "kept.json"], ["verify", "kept.json"]):
        ran = run(*words)
        assert (ran.code, ran.out, is_one_sentence(ran)) == (2, "", True)


@pytest.mark.parametrize(
    "table",
    [
        None,
        {},
        {"names": ["A"], "humans": [0], "agents": [""], "lang": "en"},
        {"names": ["A", "B"], "humans": [2], "agents": ["", ""], "lang": "en"},
        {"names": ["A", "B"], "humans": [0], "agents": ["", ""], "lang": "fr"},
        {"names": ["A", 1], "humans": [0], "agents": ["", ""], "lang": "en"},
        {"names": "AB", "humans": [0], "agents": ["", ""], "lang": "en"},
        {"names": ["A", "B"], "humans": [0], "agents": ["", "deep"], "lang": "en"},
    ],
)
def test_a_seating_that_cannot_be_is_refused(table: Any) -> None:
    """A file that was changed by hand."""
    file = Match(find("indian-poker"), chance=1).save()
    Path("kept.json").write_text(json.dumps({**file, "table": table}))
    ran = run("play", "--resume", "kept.json")
    assert (ran.code, ran.out, is_one_sentence(ran)) == (2, "", True)
