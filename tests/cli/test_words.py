"""`mainmatch games`, `rules`, `--help`, start-up, and faults that belong to no single command."""

from __future__ import annotations

import os
import re
import subprocess
import sys
from pathlib import Path

import pytest

from mainmatch import cli
from mainmatch.core import rulebook
from mainmatch.core.game import Game
from mainmatch.games import all_games
from mainmatch.terminal import places
from tests.cli.running import is_one_sentence, run

GAMES = all_games()
each_game = pytest.mark.parametrize("game", list(GAMES.values()), ids=list(GAMES))
COMMANDS = ("games", "rules", "trace", "replay", "play", "serve", "verify", "export")


# ---------------------------------------------------------------- games and rules
@pytest.mark.parametrize("lang", ["ko", "en"])
def test_games_lists_every_game(lang: str) -> None:
    """Id, name, players, time."""
    out = run("games", "--lang", lang).out
    for game in GAMES.values():
        assert re.search(rf"^{game.id} +{game.words(lang)['name']} ", out, re.MULTILINE)


@each_game
def test_a_game_is_listed_with_its_options(game: Game) -> None:
    """Name, type, limits, default and a sentence in both languages."""
    out = run("games", game.id).out
    for option in game.options:
        assert f"\n  {option.name} = {str(option.default).lower()}    {option.kind}: {option.limits}\n" in out
        for lang in ("ko", "en"):
            assert game.words(lang)["options"][option.name]["help"] in out
    assert out.rstrip() in run("games", "--options").out


@each_game
@pytest.mark.parametrize("lang", ["ko", "en"])
def test_rules_show_the_rulebook(game: Game, lang: str) -> None:
    """As it is written, when nobody looks at it on a screen."""
    assert run("rules", game.id, "--lang", lang).out.rstrip() == rulebook.rulebook(game, lang).rstrip()


@each_game
def test_every_clause_has_its_text_in_both_languages_and_its_function(game: Game) -> None:
    """The same clauses in both languages, each implemented by a marked function."""
    ko, en = (rulebook.clauses(rulebook.rulebook(game, lang)) for lang in ("ko", "en"))
    assert list(ko) == list(en)
    assert [f"{game.prefix}-{n}" for n in range(1, len(en) + 1)] == list(en)
    assert all(ko.values())
    assert all(en.values())


@pytest.mark.parametrize("written", ["IP-8", "ip-8", "Ip8", " ip-8 ", "IP-08"])
def test_a_clause_shows_text_function_and_tests(written: str) -> None:
    """However it is written."""
    out = run("rules", written, "--lang", "en").out
    assert out.startswith("IP-8 · Indian Poker\n")
    assert "pays a penalty" in out or "fold" in out
    assert re.search(r"Implemented by\n  \w+  src/mainmatch/games/indian_poker/rules.py:\d+\n", out)
    assert re.search(r'Shown by\n(  .+\n)*  case ".+"  tests/cases/indian_poker.json:\d+\n', out)


def test_tests_are_found_by_name_and_by_docstring(tmp_path: Path) -> None:
    """`test_mr1_…` shows MR-1, `test_mr18_…` does not; a docstring that names the clause does."""
    folder = tmp_path / "tests"
    folder.mkdir()
    (folder / "test_a.py").write_text(
        "def test_mr1_all_vote():\n    pass\n\n"
        "def test_mr18_mirror():\n    pass\n\n"
        "class TestB:\n    async def test_votes(self):\n        '''All players vote (MR-1).'''\n\n"
        "def test_c():\n    '''MR-19'''\n"
    )
    assert [place.name for place in places.showing(tmp_path, "MR-1")] == ["test_mr1_all_vote", "test_votes"]


def test_it_is_said_when_the_tests_are_not_installed(monkeypatch: pytest.MonkeyPatch) -> None:
    """An installed package has no tests."""
    monkeypatch.setattr(places, "checkout", lambda: None)
    assert "the tests are not installed here" in run("rules", "IP-1").out


def test_rules_alone_says_what_there_is() -> None:
    """Every game with its clauses."""
    out = run("rules", "--lang", "en").out
    assert re.search(r"indian-poker +IP-1 … IP-15   Indian Poker", out)


@pytest.mark.parametrize(
    ("what", "told"),
    [
        ("chess", "neither a game nor a clause"),
        ("XX-1", "there are MR"),
        ("IP-16", "from IP-1 to IP-15"),
        ("IP-0", "from IP-1"),
        ("", "neither"),
    ],
)
def test_rules_of_what_is_not_there(what: str, told: str) -> None:
    """One sentence that says what there is."""
    ran = run("rules", what)
    assert (ran.code, ran.out, is_one_sentence(ran)) == (2, "", True)
    assert told in ran.err


# ---------------------------------------------------------------- help and usage
@pytest.mark.parametrize("command", COMMANDS)
def test_help_has_an_example_and_says_every_option(command: str) -> None:
    """Every command."""
    ran = run(command, "--help")
    assert (ran.code, ran.err) == (0, "")
    assert re.search(rf"Examples?: mainmatch [\s\S]*{command}", ran.out)
    for line in re.findall(r"^  (--?\S.*)$", ran.out, re.MULTILINE):
        assert len(line.split()) > 1


def test_help_without_a_command() -> None:
    """All commands with a line each."""
    assert run().out == run("--help").out
    assert all(re.search(rf"^  {command} +\w.*[^.]\.$", run().out, re.MULTILINE) for command in COMMANDS)


@pytest.mark.parametrize(
    "words",
    [
        ["deal"],
        ["--deal"],
        ["trace"],
        ["trace", "maskmen", "extra"],
        ["trace", "maskmen", "--players"],
        ["trace", "maskmen", "--players", "four"],
        ["trace", "maskmen", "--players", "4.0"],
        ["trace", "maskmen", "--matches", "0"],
        ["trace", "maskmen", "--seed", "18446744073709551616"],
        ["trace", "maskmen", "--seed", "18446744073709551615", "--matches", "2"],
        ["trace", "maskmen", "--lang", "ko"],
        ["trace", "maskmen", "--from", "/nowhere/at/all"],
        ["trace", "maskmen", "--from", "/"],
        ["trace", "maskmen", "--from", "a\0b"],
        ["replay"],
        ["replay", "/nowhere"],
        ["verify", "/nowhere"],
        ["export", "/nowhere"],
        ["export", "KXWTRM", "--database", "/nowhere/at.all"],
        ["export", "KXWTRM.2", "--database", "mysql://x"],
        ["serve", "--port", "70000"],
        ["serve", "--port", "http"],
        ["serve", "--public-url", "play.example.org"],
        ["games", "chess"],
    ],
)
def test_a_fault_in_the_words_is_one_sentence(words: list[str]) -> None:
    """Exit code 2, nothing on standard output."""
    ran = run(*words)
    assert (ran.code, ran.out, is_one_sentence(ran)) == (2, "", True), ran


def test_what_was_typed_cannot_play_tricks_on_the_terminal() -> None:
    """Control characters in a word come back as text."""
    ran = run("trace", "\x1b[2J\nmaskmen")
    assert "\x1b" not in ran.err
    assert is_one_sentence(ran)


# ---------------------------------------------------------------- what nobody expects
def test_a_fault_of_ours_is_a_sentence_too(monkeypatch: pytest.MonkeyPatch) -> None:
    """No traceback, unless the developer asks for it."""

    def broken(_: object) -> str:
        raise RuntimeError("cards fell on the floor")

    monkeypatch.setattr(cli, "_language", broken)
    ran = run("games")
    assert (ran.code, is_one_sentence(ran)) == (1, True)
    monkeypatch.setenv(cli.DEBUG, "1")
    with pytest.raises(RuntimeError):
        run("games")


@pytest.mark.parametrize(("fault", "code"), [(OSError(28, "No space left on device"), 1), (KeyboardInterrupt(), 130)])
def test_the_system_and_the_person_may_interrupt(
    fault: BaseException, code: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A full disk is a sentence, ctrl-c is silence."""

    def interrupted(_: object) -> str:
        raise fault

    monkeypatch.setattr(cli, "_language", interrupted)
    ran = run("games")
    assert (ran.code, ran.err.count("\n")) == (code, int(code == 1))


# ---------------------------------------------------------------- starting
def modules_after(*words: str) -> set[str]:
    """The modules that a command brings in, in a process of its own."""
    code = f"import sys, io; from mainmatch.cli import main; sys.stdout = io.StringIO(); main({list(words)!r}); sys.stderr.write(' '.join(sys.modules))"
    ran = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    return set(ran.stderr.split())


@pytest.mark.parametrize("words", [("games",), ("trace", "maskmen"), ("rules", "MM-7"), ("trace", "--help")])
def test_a_start_waits_for_no_library_that_it_does_not_need(words: tuple[str, ...]) -> None:
    """Neither a server nor arrays nor models nor styled text."""
    heavy = {"numpy", "numba", "litestar", "uvicorn", "sqlalchemy", "msgspec", "pydantic", "rich.table"}
    assert not heavy & modules_after(*words)


def test_the_command_is_installed_and_runs_as_a_module() -> None:
    """`mainmatch` and `python -m mainmatch` are the same, in Korean where the system is."""
    environment = {**os.environ, "LC_ALL": "ko_KR.UTF-8"}
    module = subprocess.run(
        [sys.executable, "-m", "mainmatch", "games"], capture_output=True, text=True, check=True, env=environment
    )
    assert "인디언 포커" in module.stdout
    assert run("--version").out.startswith("mainmatch ")
