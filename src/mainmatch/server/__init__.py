"""Live play: people, rooms, clocks, storage. Adds no rule.

`run` serves; it is imported when used, because a server brings many libraries with it.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from mainmatch.server.app import run

__all__ = ["run"]


def __getattr__(name: str) -> Any:
    if name == "run":
        from mainmatch.server.app import run

        return run
    raise AttributeError(name)
