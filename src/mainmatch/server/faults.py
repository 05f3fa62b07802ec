"""Named points on the way of a command, where the crash tests kill the process. In use they do nothing.

`received` -> `applied` -> `committing` (inside the transaction) -> `committed` -> `installed` -> `shown`
-> `answered`
"""

from __future__ import annotations

from collections.abc import Callable

POINTS = ("received", "applied", "committing", "committed", "installed", "shown", "answered")


def _nothing(_: str) -> None:
    return None


hook: Callable[[str], None] = _nothing
"""What happens at a point; tests put their own here."""


def point(name: str) -> None:
    """The way of a command passes here."""
    hook(name)
