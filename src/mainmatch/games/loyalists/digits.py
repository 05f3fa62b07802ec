"""Four offered digits: a number from 0 to 9999 inside, a list of four outside."""

from __future__ import annotations

from typing import Any

from mainmatch.core.domains import Kind


def four(offer: int | None) -> list[int] | None:
    """The four digits in the order offered; null when there is no offer or it is hidden."""
    if offer is None or offer < 0:
        return None
    return [int(d) for d in f"{offer:04d}"]


class _Digits(Kind):
    def to_json(self, value: Any) -> Any:
        return four(value)


DIGITS = _Digits("digit", many=True)
