"""Runs the command line inside this process, as a shell would."""

from __future__ import annotations

import contextlib
import io
import json
import sys
from dataclasses import dataclass
from typing import Any

from mainmatch.cli import main


@dataclass
class Ran:
    """What a command left behind."""

    code: int
    out: str
    err: str

    @property
    def lines(self) -> list[Any]:
        """Standard output as JSON lines."""
        return [json.loads(line) for line in self.out.splitlines()]


def run(*words: object, stdin: str | bytes = "") -> Ran:
    """Run `mainmatch` with these words and this standard input."""
    raw = stdin.encode() if isinstance(stdin, str) else stdin
    out, err = io.StringIO(), io.StringIO()
    before = sys.stdin
    sys.stdin = io.TextIOWrapper(io.BytesIO(raw), encoding="utf-8")
    try:
        with contextlib.redirect_stdout(out), contextlib.redirect_stderr(err):
            code = main([str(word) for word in words])
    finally:
        sys.stdin = before
    return Ran(code, out.getvalue(), err.getvalue())


def is_one_sentence(ran: Ran) -> bool:
    """Exactly one line on standard error, and no traceback."""
    return ran.err.count("\n") == 1 and ran.err.startswith("mainmatch: ") and "Traceback" not in ran.err
