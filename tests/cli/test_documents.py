"""What the documents say is true: the Python runs, commands and options exist, links lead somewhere, pages are fresh."""

from __future__ import annotations

import doctest
import re
import subprocess
import sys
from pathlib import Path

import pytest

from tests.cli.running import run

ROOT = Path(__file__).parents[2]
READMES = ["README.md", "README.ko.md"]
DOCUMENTS = [*READMES, "CONTRIBUTING.md", "docs/architecture.md", "docs/example_game/README.md"]
PAGES = sorted(str(path.relative_to(ROOT)) for path in (ROOT / "docs" / "games").glob("*.md"))


@pytest.mark.parametrize("name", READMES)
def test_the_python_of_the_readme_runs(name: str) -> None:
    """As a doctest."""
    failed, tried = doctest.testfile(str(ROOT / name), module_relative=False, encoding="utf-8")
    assert (failed, tried > 5) == (0, True)


@pytest.mark.parametrize("name", [*DOCUMENTS, *PAGES])
def test_links_lead_somewhere(name: str) -> None:
    """Files and clauses; screenshots are taken by docs/screens.py."""
    path = ROOT / name
    text = path.read_text(encoding="utf-8")
    for target in re.findall(r"\]\(([^)\s]+)\)", text):
        if target.startswith("#"):
            assert f'<a id="{target[1:]}"></a>' in text, target
        elif "://" not in target and "screens/" not in target:
            assert (path.parent / target).exists(), target


@pytest.mark.parametrize("name", READMES)
def test_commands_of_the_readme_exist(name: str) -> None:
    """With the options that they are shown with."""
    text = (ROOT / name).read_text(encoding="utf-8")
    shown = re.findall(r"^mainmatch (\w+)(.*)$", text, re.MULTILINE)
    assert len(shown) >= 8
    for command, rest in shown:
        documented = run(command, "--help").out
        for option in re.findall(r"--[a-z-]+", rest.split("#")[0]):
            assert option in documented, (command, option)


@pytest.mark.parametrize("name", READMES)
def test_the_readme_says_whose_words_these_are(name: str) -> None:
    """Neither the broadcaster's nor the publishers'."""
    text = (ROOT / name).read_text(encoding="utf-8")
    assert re.search(
        "not affiliated with the broadcaster or the publishers|방송사나 출판사와 아무 관계가 없습니다", text
    )


def test_pages_are_made_from_todays_rulebooks() -> None:
    """`make docs` would change nothing."""
    ran = subprocess.run(
        [sys.executable, "docs/generate.py", "--check"], cwd=ROOT, capture_output=True, text=True, check=False
    )
    assert (ran.returncode, ran.stderr) == (0, "")


def test_rooms_of_the_architecture_exist() -> None:
    """Every file that its table names."""
    text = (ROOT / "docs" / "architecture.md").read_text(encoding="utf-8")
    for line in re.findall(r"^\| (`.+?) \|", text, re.MULTILINE):
        folder = ""
        for name in re.findall(r"`([^`]+)`", line):
            folder = name.rsplit("/", 1)[0] + "/" if "/" in name.rstrip("/") else folder
            named = name if "/" in name or name == "cli.py" else folder + name
            for room in ("maskmen",) if "<room>" in named else ("",):
                pattern = named.replace("<room>", room).rstrip("/")
                base = ROOT if pattern == "web" else ROOT / "src" / "mainmatch"
                assert list(base.glob(pattern)), named
