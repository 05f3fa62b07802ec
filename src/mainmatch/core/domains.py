"""What a number in an action or an event stands for: a player, a wrestler, a zone.

A domain has the name under which people's words are found (`terms` of the catalogues) and the JSON
values that its indices stand for. Ints inside, JSON outside.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import Any

Json = Any


class Domain:
    """A named, ordered set of JSON values. Index i stands for `values[i]`."""

    def __init__(self, kind: str, values: Sequence[Json]) -> None:
        self.kind = kind
        self.values = values
        self._index = None if isinstance(values, range) else {_key(v): i for i, v in enumerate(values)}

    def __len__(self) -> int:
        return len(self.values)

    def index(self, value: Json) -> int | None:
        """The index of a JSON value, or None when it is not one of this domain (True is not 1)."""
        if self._index is None:
            return self.values.index(value) if type(value) is int and value in self.values else None
        try:
            return self._index.get(_key(value))
        except TypeError:
            return None

    def describe(self) -> str:
        """The values in words, for error messages."""
        if isinstance(self.values, range):
            return f"a whole number from {self.values[0]} to {self.values[-1]}"
        shown = ", ".join("null" if v is None else str(v) for v in self.values[:12])
        return f"one of {shown}" + (", …" if len(self.values) > 12 else "")


def _key(value: Json) -> Any:
    if isinstance(value, (list, tuple)):
        return tuple(_key(v) for v in value)
    if isinstance(value, dict):
        raise TypeError("an object is no value here")
    return (type(value).__name__, value)


def players(seats: int) -> Domain:
    """Seats 0 … seats - 1."""
    return Domain("player", range(seats))


def words(kind: str, names: Iterable[str]) -> Domain:
    """Named things; index = position."""
    return Domain(kind, tuple(names))


def numbers(kind: str, values: Sequence[Json]) -> Domain:
    """Numbers (or other JSON values, null included) of one kind."""
    return Domain(kind, values)


# ---------------------------------------------------------------- what an event's numbers become
class Kind:
    """How an event's int (or copied field) becomes JSON, and under which name people's words are found."""

    def __init__(self, name: str, many: bool = False, bits: bool = False, values: Sequence[Json] | None = None) -> None:
        self.name = name
        self.many = many
        self.bits = bits
        self.values = values

    def to_json(self, value: Any) -> Json:
        """A list for copied fields and bit sets; null for negative ints."""
        if self.bits:
            return [self.one(i) for i in range(int(value).bit_length()) if int(value) >> i & 1]
        if self.many or isinstance(value, list):
            return [self.one(v) for v in value]
        return self.one(value)

    def one(self, value: int) -> Json:
        """One int."""
        if self.values is not None:
            return self.values[value] if value >= 0 else None
        return value


class _Seat(Kind):
    def one(self, value: int) -> Json:
        return value if value >= 0 else None


PLAYER = _Seat("player")
PLAYERS = Kind("player", bits=True)
"""A bit set of seats."""
NUMBER = Kind("number")
NUMBERS = Kind("number", many=True)
"""A copied field."""


def named(domain: Domain, bits: bool = False) -> Kind:
    """The words of a domain, by index (or by a bit set of indices)."""
    return Kind(domain.kind, bits=bits, values=domain.values)
