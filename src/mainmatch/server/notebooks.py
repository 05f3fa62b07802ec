"""Private notebooks: what somebody on a seat writes down during a match. Nobody else ever learns that there is one.

A notebook belongs to a match and a person, not to the seat: who plays on from a chair, or plays it for a while,
starts with an empty one. It goes with its person to another device, and is thrown away when the next match begins.
"""

from __future__ import annotations

from typing import Any

from mainmatch.server.commands import Change, Now
from mainmatch.server.refusals import Refusal
from mainmatch.server.seats import LOBBY
from mainmatch.server.tables import NOTEBOOKS
from mainmatch.server.wire import encode

MOST_BYTES = 4096
"""The largest notebook, as JSON."""


def read_notebook(notebook: dict[str, Any] | None) -> bytes | None:
    """The notebook as it is stored; None: an empty one. Raises Refusal `malformed` or `too_large`."""
    if not notebook:
        return None
    try:
        stored = encode(notebook)
    except RecursionError as error:
        raise Refusal("malformed", "A notebook is not nested that deeply.") from error
    if len(stored) > MOST_BYTES:
        raise Refusal("too_large", f"A notebook has at most {MOST_BYTES} bytes; this one has {len(stored)}.")
    return stored


def keep(now: Now, person: str, match: int, notebook: bytes | None) -> Change:
    """A person's notebook of the match at the table is this one from now on (None: empty). Raises Refusal."""
    room = now.room
    if room.seat_of(person) is None:
        raise Refusal("not_seated", "A notebook belongs to somebody on a chair.")
    if room.status == LOBBY or match != room.matches:
        raise Refusal("not_playing", "That match is not at the table any more; its notebook is closed.")
    change = Change(room)
    key = {"match": f"{room.code}.{match}", "person": person}
    change.write.delete(NOTEBOOKS, **key)
    if notebook is not None:
        change.write.insert(NOTEBOOKS, {**key, "notebook": notebook.decode()})
    return change
