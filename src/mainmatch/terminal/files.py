"""Files of people: JSON and JSON lines, from a path or from standard input (`-`), with every fault as one sentence."""

from __future__ import annotations

import json
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import Any

from mainmatch.core.errors import InvalidFile

STANDARD_INPUT = "-"


def name_of(path: str) -> str:
    """How a file is named in a sentence."""
    return "standard input" if path == STANDARD_INPUT else path


def read_text(path: str) -> str:
    """A whole file. Raises InvalidFile."""
    try:
        raw = sys.stdin.buffer.read() if path == STANDARD_INPUT else Path(path).read_bytes()
    except OSError as error:
        raise InvalidFile(f"{name_of(path)} cannot be read: {why(error)}") from None
    except ValueError:
        raise InvalidFile("a path of a file cannot hold a null character") from None
    try:
        return raw.decode("utf-8")
    except UnicodeDecodeError as error:
        line = raw.count(b"\n", 0, error.start) + 1
        raise InvalidFile(f"{name_of(path)}, line {line}, is not text in UTF-8: save the file as UTF-8") from None


def read_json(path: str) -> Any:
    """A file that holds one JSON value. Raises InvalidFile."""
    return parse(read_text(path), name_of(path))


def read_json_lines(path: str) -> Iterator[tuple[int, Any]]:
    """The number (from 1) and value of every line that is not blank. Raises InvalidFile."""
    for number, line in enumerate(read_text(path).split("\n"), 1):
        if line.strip():
            yield number, parse(line, f"{name_of(path)}, line {number},")


def write_json(path: str, value: Any) -> None:
    """Write one JSON value, all or nothing, readable by its owner alone. Raises InvalidFile."""
    target = Path(path)
    draft = target.with_name(target.name + ".part")
    try:
        draft.touch(mode=0o600)
        draft.write_text(json.dumps(value, ensure_ascii=False) + "\n", encoding="utf-8")
        draft.replace(target)
    except OSError as error:
        raise InvalidFile(f"{path} cannot be written: {why(error)}") from None


def parse(text: str, where: str) -> Any:
    """The value of a JSON text, without the liberties that Python takes. Raises InvalidFile."""
    try:
        return json.loads(text, parse_constant=_no_constant, object_pairs_hook=_no_twins)
    except json.JSONDecodeError as error:
        place = f"line {error.lineno}, column {error.colno}" if "\n" in text.strip() else f"column {error.colno}"
        raise InvalidFile(f"{where} is not JSON: {error.msg} at {place}") from None
    except (ValueError, RecursionError) as error:
        reason = "it is nested too deeply" if isinstance(error, RecursionError) else str(error)
        raise InvalidFile(f"{where} is not usable JSON: {reason}") from None


def why(error: OSError) -> str:
    """The reason of a failed file operation in lower case: `no such file or directory`."""
    reason = error.strerror or type(error).__name__
    return reason[:1].lower() + reason[1:]


def _no_constant(name: str) -> Any:
    raise ValueError(f"{name} is no JSON number")


def _no_twins(pairs: list[tuple[str, Any]]) -> dict[str, Any]:
    found = dict(pairs)
    if len(found) < len(pairs):
        names = [name for name, _ in pairs]
        twin = next(name for name in names if names.count(name) > 1)
        raise ValueError(f"the field {twin!r} stands twice in one object")
    return found
