"""All numbers that four digits can make, as a table: which digit counts how much, in ascending order (LT-4).

The four digits are sorted; `kind` says which neighbours are equal (bit i: digit i equals digit i + 1), so that each
number is listed once. Row r of `ROWS` makes the number Σ ROWS[r][i] * digit i; the rows of kind k with n digits are
those from START[k][n - 1] to START[k][n].
"""

from __future__ import annotations

from collections.abc import Iterator


def _sequences(kind: int, length: int, used: tuple[int, ...] = ()) -> Iterator[tuple[int, ...]]:
    """Which digit stands where, from the left; of equal digits the one sorted first is used first."""
    if length == 0:
        yield used
        return
    for i in range(4):
        equal_before = i > 0 and kind >> (i - 1) & 1 and i - 1 not in used
        if i not in used and not equal_before:
            yield from _sequences(kind, length - 1, (*used, i))


def _row(sequence: tuple[int, ...]) -> list[int]:
    row = [0, 0, 0, 0]
    for place, i in enumerate(reversed(sequence)):
        row[i] = 10**place
    return row


ROWS: list[list[int]] = []
START: list[list[int]] = []
for _kind in range(8):
    _start = [len(ROWS)]
    for _length in range(1, 5):
        ROWS.extend(_row(s) for s in _sequences(_kind, _length))
        _start.append(len(ROWS))
    START.append(_start)
