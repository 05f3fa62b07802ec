"""What the table remembers for people, as long as the host allows it; no rule depends on it."""

from __future__ import annotations

from msgspec import UNSET

from mainmatch.server import wire

AIDS: dict[str, bool] = {"cards_seen": True, "cross_out": True}
"""Every aid with what a new room has: cards seen since the shuffle; crossing out what the known facts exclude."""


def with_aids(before: dict[str, bool], given: wire.AidsGiven) -> dict[str, bool]:
    """The aids after these are set; those that are not named stay."""
    return {name: old if (new := getattr(given, name)) is UNSET else new for name, old in before.items()}
