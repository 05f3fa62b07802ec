"""Frames on a stack: pending effects and questions. Last put happens first.

A room that needs them declares `stack = Frame.many(PUBLIC, n)` and `depth = i16(PUBLIC)`.
"""

from mainmatch.core.record import PUBLIC, Record, i8, i16
from mainmatch.core.rules import rule


class Frame(Record):
    """One pending effect or question; what the numbers mean is the room's."""

    kind = i8(PUBLIC)
    who = i8(PUBLIC)
    target = i8(PUBLIC)
    amount = i16(PUBLIC)
    cause = i8(PUBLIC)


@rule
def then(s, kind, who, target, amount, cause):
    """Put a frame on top: it happens before everything that is already there."""
    f = s.stack[s.depth]
    f.kind = kind
    f.who = who
    f.target = target
    f.amount = amount
    f.cause = cause
    s.depth += 1
