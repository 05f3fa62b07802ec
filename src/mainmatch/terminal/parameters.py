"""The words of a command line as values, without pydantic.

Typer hands every word to pydantic, whose import takes twice as long as the rest of a start (measured:
`python -X importtime -m mainmatch games`). Our parameters are texts, whole numbers, switches and lists of
texts, so we read them ourselves, and refuse them in sentences. Whatever else comes is left to Typer.
"""

from __future__ import annotations

import enum
import types
from typing import Any, Union, get_args, get_origin

import typer
import typer.core

_typers_own = typer.core.build_runtime_param


def install() -> None:
    """From now on Typer reads parameters this way."""
    typer.core.build_runtime_param = _build


class Plain:
    """Reads the values of one parameter."""

    def __init__(self, kind: Any, low: float | None, high: float | None) -> None:
        self.kind = kind
        self.low = low
        self.high = high

    def coerce(self, value: Any, param: Any, ctx: Any) -> Any:
        """The value of a word (None: not given). Raises BadParameter."""
        if value is None:
            return () if param.multiple or param.nargs == -1 else None
        if param.multiple or param.nargs == -1:
            return [self.one(v, param, ctx) for v in value]
        return self.one(value, param, ctx)

    def one(self, value: Any, param: Any, ctx: Any) -> Any:
        """One word."""
        if self.kind is str or not isinstance(value, str):
            return value
        if self.kind is int:
            try:
                number = int(value)
            except ValueError:
                number = None
            if number is not None and self.holds(number):
                return number
        elif value in self.kind.__members__:
            return self.kind[value]
        raise typer.BadParameter(f"{value!r} is not {self.wanted}", ctx=ctx, param=param)

    def holds(self, number: int) -> bool:
        """Is the number within the limits?"""
        return (self.low is None or number >= self.low) and (self.high is None or number <= self.high)

    @property
    def wanted(self) -> str:
        """What the parameter takes, in words."""
        if self.kind is int:
            limits = [f"from {self.low}"] if self.low is not None else []
            return " ".join(["a whole number", *limits, *([f"to {self.high}"] if self.high is not None else [])])
        return " or ".join(self.kind.__members__)


def _build(descriptor: Any) -> Any:
    kind = descriptor.annotation
    if get_origin(kind) in (Union, types.UnionType):
        kind = next(k for k in get_args(kind) if k is not type(None))
    if get_origin(kind) is list:
        kind = get_args(kind)[0]
    info = descriptor.parameter_info
    if info.parser is None and (kind in (str, int, bool) or (isinstance(kind, type) and issubclass(kind, enum.Enum))):
        return Plain(kind, info.min, info.max)
    return _typers_own(descriptor)
