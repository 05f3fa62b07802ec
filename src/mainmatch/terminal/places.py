"""Where a clause is implemented, and which tests show it."""

from __future__ import annotations

import ast
import json
import re
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from mainmatch.core.game import Game
from mainmatch.core.rules import rule_files


@dataclass(frozen=True)
class Place:
    """Where something stands: a name, a file, a line."""

    name: str
    path: str
    line: int

    def __str__(self) -> str:
        return f"{self.name}  {self.path}:{self.line}"


def implementing(game: Game, number: str) -> list[Place]:
    """The functions of the room's rules that are marked with the clause."""
    return [
        Place(node.name, _shown(path), node.lineno)
        for path in rule_files(f"{game.package}.rules")
        for node in ast.parse(path.read_text(encoding="utf-8")).body
        if isinstance(node, ast.FunctionDef) and number in _marks(node)
    ]


def _marks(node: ast.FunctionDef) -> Iterator[str]:
    for mark in node.decorator_list:
        if isinstance(mark, ast.Call) and isinstance(mark.func, ast.Name) and mark.func.id == "clause":
            yield from (str(a.value) for a in mark.args if isinstance(a, ast.Constant))


def checkout() -> Path | None:
    """The source checkout that this program runs from, if it does: the folder with `tests`."""
    root = Path(__file__).parents[3]
    return root if (root / "pyproject.toml").is_file() and (root / "tests").is_dir() else None


def showing(root: Path, number: str) -> list[Place]:
    """The tests of a checkout that name the clause: `test_mr18_…`, by docstring, or a case by its `clauses`."""
    plain = number.replace("-", "").lower()
    named = re.compile(rf"(?:^|_){plain}(?:_|$)")
    told = re.compile(rf"\b{re.escape(number)}(?!\d)")
    anywhere = re.compile(rf"{plain}(?!\d)|{re.escape(number)}(?!\d)", re.IGNORECASE)
    found: list[Place] = []
    for path in _sources(root / "tests", "*.py"):
        text = path.read_text(encoding="utf-8")
        if not anywhere.search(text):
            continue
        tests = (n for n in ast.walk(ast.parse(text)) if isinstance(n, ast.FunctionDef | ast.AsyncFunctionDef))
        found += [
            Place(test.name, _shown(path), test.lineno)
            for test in tests
            if test.name.startswith("test_") and (named.search(test.name) or told.search(ast.get_docstring(test) or ""))
        ]
    for path in _sources(root / "tests" / "cases", "*.json"):
        text = path.read_text(encoding="utf-8")
        if f'"{number}"' in text:
            found += _cases(path, text, number)
    return found


def _cases(path: Path, text: str, number: str) -> Iterator[Place]:
    lines = text.splitlines()
    cases: list[dict[str, Any]] = json.loads(text)
    for case in cases:
        if number in case.get("clauses", []):
            title = json.dumps(case["name"], ensure_ascii=False)
            line = next((i for i, words in enumerate(lines, 1) if title in words), 1)
            yield Place(f"case {title}", _shown(path), line)


def _sources(folder: Path, pattern: str) -> list[Path]:
    return sorted(p for p in folder.rglob(pattern) if "node_modules" not in p.parts)


def _shown(path: Path) -> str:
    """A path as a reader of the checkout would type it."""
    for base in (checkout(), Path.cwd()):
        if base is not None and path.is_relative_to(base):
            return path.relative_to(base).as_posix()
    return str(path)
