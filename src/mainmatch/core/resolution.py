"""Frames on a stack: effects that wait. Last put happens first.

A room that needs them declares

    frame_kind = i8(PUBLIC, n)      # what waits, from 1 in the room's own numbers
    frame_amount = i32(PUBLIC, n)   # the number that belongs to it
    depth = i16(PUBLIC)             # how many wait

and shows why n suffices. Two lists of numbers rather than a list of records: a copy of the state costs two
slices. Cells above `depth` are zero, so that equal stacks are equal states. A full stack raises RangeError in the
python backend; compiled code, which cannot raise, leaves the frame out rather than write beyond the record.
"""

from mainmatch.core.rules import overflow, rule


@rule
def then(s, kind, amount):
    """Put a frame on top: it happens before everything that waits already."""
    if s.depth >= len(s.frame_kind):
        overflow(s)
    else:
        s.frame_kind[s.depth] = kind
        s.frame_amount[s.depth] = amount
        s.depth += 1


@rule
def top_kind(s):
    """What happens next; 0: nothing waits."""
    if s.depth == 0:
        return 0
    return s.frame_kind[s.depth - 1]


@rule
def top_amount(s):
    """The number that belongs to the top frame; there must be one."""
    return s.frame_amount[s.depth - 1]


@rule
def drop_top(s):
    """Take the top frame off."""
    s.depth -= 1
    s.frame_kind[s.depth] = 0
    s.frame_amount[s.depth] = 0


@rule
def drop_all(s):
    """Nothing waits any more."""
    while s.depth > 0:
        drop_top(s)
