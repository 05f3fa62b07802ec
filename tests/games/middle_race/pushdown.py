"""How many Mirrors can wait: an exhaustive search of the pushdown system of Push, Union and Mirror on a short track.

Within a letter only these three move these three: a fourth piece that is pushed, pulled or mirrored leaves Push's
square or comes to Union's, and moves none of them. So a position is their three squares, who of them sleeps, and which
of them Mirror designated last (OTHER: somebody else, or nobody); a sleeper may wake at any moment (Silence crosses).
A *phase* is what Push and Union do until neither has anything to do; its *word* is Mirror's displacements on the way,
each a frame. Between phases the top frame is taken off and displaces a piece of Mirror's choice. `deepest` follows all
choices and returns the largest number of frames that ever wait, or None if it can grow without end.
"""

from __future__ import annotations

import itertools
from collections import defaultdict, deque
from collections.abc import Iterator

Squares = tuple[int, int, int]
Position = tuple[Squares, int]
"""Squares of Push, Union, Mirror; who sleeps (SOMEBODY_ELSE: none of them)."""
Word = tuple[int, ...]
Head = tuple[Position, int, int]
"""A position where nothing is left to do for Push and Union, Mirror's memory, the distance of the top frame."""

PUSH, UNION, MIRROR, SOMEBODY_ELSE = range(4)
OTHER = SOMEBODY_ELSE


class Track:
    """A track of `length` ordinary squares between Start and the goal."""

    def __init__(self, length: int) -> None:
        self.goal = length + 1
        self.phases: dict[Position, list[tuple[Position, Word]]] = {}

    def moves(self, position: Position) -> Iterator[tuple[int, int]]:
        """Who may be displaced next in a phase, and by how much: Push before Union, the lowest number first."""
        squares, sleeper = position
        if sleeper != PUSH and 0 < squares[PUSH] < self.goal:
            for piece in (UNION, MIRROR):
                if squares[piece] == squares[PUSH]:
                    yield from ((piece, 1), (piece, -1))
                    return
        if sleeper != UNION and 0 < squares[UNION] < self.goal - 1:
            for piece in (PUSH, MIRROR):
                if squares[piece] == squares[UNION] + 1:
                    yield piece, -1
                    return

    def phase(self, position: Position) -> list[tuple[Position, Word]]:
        """All ends of a phase from here, with their words."""
        if position not in self.phases:
            ends: set[tuple[Position, Word]] = set()
            seen: set[tuple[Position, Word]] = set()
            waiting: list[tuple[Position, Word]] = [(position, ())]
            while waiting:
                node = waiting.pop()
                if node in seen:
                    continue
                seen.add(node)
                (squares, sleeper), word = node
                if sleeper != SOMEBODY_ELSE:
                    waiting.append(((squares, SOMEBODY_ELSE), word))
                moves = list(self.moves((squares, sleeper)))
                if not moves:
                    ends.add(node)
                for piece, step in moves:
                    after = self.displaced(squares, piece, step)
                    frame = (step,) if piece == MIRROR and after[MIRROR] < self.goal else ()
                    waiting.append(((after, sleeper), word + frame))
            self.phases[position] = list(ends)
        return self.phases[position]

    def displaced(self, squares: Squares, piece: int, distance: int) -> Squares:
        """One piece displaced, on the track."""
        after = list(squares)
        after[piece] = max(0, min(self.goal, squares[piece] + distance))
        return after[0], after[1], after[2]

    def taken_off(self, head: Head) -> Iterator[tuple[Position, int, Word]]:
        """What the top frame may come to: the end of the phase that it sets off, the memory, the phase's word."""
        (squares, sleeper), last, distance = head
        if squares[MIRROR] == self.goal or sleeper == MIRROR:
            yield (squares, sleeper), last, ()
            return
        for end, word in self.phase((squares, sleeper)):
            yield end, OTHER, word
        for piece in (PUSH, UNION):
            if piece != last and squares[piece] < self.goal:
                for end, word in self.phase((self.displaced(squares, piece, -distance), sleeper)):
                    yield end, piece, word


def deepest(length: int) -> int | None:
    """The most frames that wait at any time, on a track of `length` ordinary squares; None: no end to it."""
    track = Track(length)
    everywhere = itertools.product(range(length + 2), range(length + 2), range(length + 1))
    positions = [(squares, sleeper) for squares in everywhere for sleeper in range(4)]
    results: dict[Head, set[tuple[Position, int]]] = defaultdict(set)  # what a head's frame may have come to, all done
    waiting: dict[Head, set[tuple[Head, Word]]] = defaultdict(set)  # who goes on with which frames after a head
    below: dict[Head, dict[Head, int]] = defaultdict(dict)  # frames left under the next head
    known: set[Head] = set()
    tasks: deque[tuple[Head, Position, int, Word]] = deque()

    def meet(head: Head) -> None:
        if head not in known:
            known.add(head)
            for end, last, word in track.taken_off(head):
                tasks.append((head, end, last, word))

    def settle(owner: Head, position: Position, last: int, word: Word) -> None:
        if not word:
            if (position, last) not in results[owner]:
                results[owner].add((position, last))
                tasks.extend((earlier, position, last, rest) for earlier, rest in waiting[owner])
            return
        head, rest = (position, last, word[-1]), word[:-1]
        below[owner][head] = max(below[owner].get(head, 0), len(rest))
        meet(head)
        if (owner, rest) not in waiting[head]:
            waiting[head].add((owner, rest))
            tasks.extend((owner, after, memory, rest) for after, memory in results[head])

    first_words: list[tuple[Position, Word]] = []
    for position in positions:
        first_words += [(end, word) for end, word in track.phase(position) if word]
    firsts = [((end, last, word[-1]), len(word) - 1) for end, word in set(first_words) for last in (0, 1, OTHER)]
    for head, _ in firsts:
        meet(head)
    done: set[tuple[Head, Position, int, Word]] = set()
    while tasks:
        task = tasks.popleft()
        if task not in done:
            done.add(task)
            settle(*task)
    heights = _heights(known, below)
    return None if heights is None else 1 + max(left + heights[head] for head, left in firsts)


def _heights(heads: set[Head], below: dict[Head, dict[Head, int]]) -> dict[Head, int] | None:
    """The most frames under any head that can be reached from each; None when a circle leaves some behind."""
    heights = dict.fromkeys(heads, 0)
    for _ in range(2000):
        changed = False
        for head in heads:
            for after, left in below[head].items():
                if left + heights[after] > heights[head]:
                    heights[head] = left + heights[after]
                    changed = True
        if not changed:
            return heights
    return None
