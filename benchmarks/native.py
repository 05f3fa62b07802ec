"""Compiled rules against plain C of the same structure, drawing the same random numbers: results identical, speed as a ratio.

Needs a C compiler (`cc`); the two run in turn, and the median of the rounds' ratios counts. Also: a clone of a
state against a copy of as many bytes, and 1000 iterations of search.
"""

import ctypes
import shutil
import statistics
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable
from pathlib import Path
from typing import Any

import numpy as np

from mainmatch.core.game import Game
from mainmatch.fast import Playouts, Results, Search
from mainmatch.games import all_games, find

HERE = Path(__file__).parent / "native"
SOURCES = {"maskmen": "maskmen.c", "indian-poker": "indian_poker.c"}
ROUNDS = 9
CLONES = 2_000_000


def build(source: str, folder: Path) -> ctypes.CDLL:
    """The shared library of a reference."""
    compiler = shutil.which("cc") or shutil.which("gcc")
    if compiler is None:
        sys.exit("this measurement needs a C compiler (cc)")
    target = folder / f"{source}.so"
    subprocess.run(
        [compiler, "-O3", "-march=native", "-shared", "-fPIC", "-o", str(target), str(HERE / source)], check=True
    )
    return ctypes.CDLL(str(target))


class Native:
    """The C reference of a game, on the very record of the compiled rules."""

    def __init__(self, game: Game, folder: Path) -> None:
        self.library = build(SOURCES[game.id], folder)
        self.game = game
        self.blank = Playouts(game).blank

    def batch(self, matches: int, first_seed: int) -> Results:
        """See `Playouts.batch`."""
        steps = np.zeros(matches, np.int64)
        scores = np.zeros((matches, self.game.seats[1]), np.int64)
        pointers = [ctypes.c_void_p(a.ctypes.data) for a in (self.blank, steps, scores)]
        self.library.batch(pointers[0], ctypes.c_uint64(first_seed), ctypes.c_int64(matches), pointers[1], pointers[2])
        return Results(first_seed, steps, scores)


def speed(batch: Callable[[int, int], Results], matches: int, seed: int) -> float:
    """Decisions a second."""
    start = time.perf_counter()
    results = batch(matches, seed)
    return float(results.steps.sum()) / (time.perf_counter() - start)


def clones(game: Game, folder: Path) -> str:
    """A game's line: nanoseconds of a clone in compiled code and of a copy of as many bytes in C, and the median ratio."""
    from numba import njit

    @njit(error_model="numpy")
    def cloned(ring: Any, root: Any, count: int) -> None:
        for i in range(count):
            ring[i & 1023] = root[0]

    root = game.start(chance=1).to_array()
    ring = np.zeros(1024, root.dtype)
    library, size = build("copy.c", folder), root.dtype.itemsize
    pointers = (ctypes.c_void_p(ring.ctypes.data), ctypes.c_void_p(root.ctypes.data))
    cloned(ring, root, 1024)
    rounds: list[tuple[float, float]] = []
    for _ in range(ROUNDS):
        start = time.perf_counter()
        cloned(ring, root, CLONES)
        middle = time.perf_counter()
        library.copies(*pointers, ctypes.c_int64(size), ctypes.c_int64(CLONES))
        rounds.append((middle - start, time.perf_counter() - middle))
    ours, theirs = (1e9 * statistics.median(times) / CLONES for times in zip(*rounds, strict=True))
    ratio = statistics.median(a / b for a, b in rounds)
    return f"{game.id:24} {ours:8.1f} {theirs:8.1f} {ratio:8.2f} {size:8d}"


def main() -> None:
    """Print the ratios."""
    print("playouts in one thread, million decisions a second: compiled | C | median ratio")
    with tempfile.TemporaryDirectory() as folder:
        for name in SOURCES:
            game = find(name)
            fast, native = Playouts(game), Native(game, Path(folder))

            def compiled(matches: int, seed: int, fast: Playouts = fast) -> Results:
                return fast.batch(matches, seed, threads=1)

            ours, theirs = compiled(5000, 0), native.batch(5000, 0)
            assert np.array_equal(ours.steps, theirs.steps) and np.array_equal(ours.scores, theirs.scores), (
                "the reference plays another game"
            )
            rounds = [(speed(compiled, 4000, i * 4000), speed(native.batch, 4000, i * 4000)) for i in range(ROUNDS)]
            ratio = statistics.median(a / b for a, b in rounds)
            print(
                f"{name:24} {statistics.median(a for a, _ in rounds) / 1e6:8.2f} {statistics.median(b for _, b in rounds) / 1e6:8.2f} {ratio:8.2f}",
                flush=True,
            )
        print("a clone of a state, nanoseconds: compiled | memcpy in C | median ratio | bytes")
        for game in all_games().values():
            print(clones(game, Path(folder)), flush=True)
    print("1000 iterations from the first position, milliseconds: flat | single-observer | per-observer")
    for name in SOURCES:
        game = find(name)
        state = game.start(chance=1)
        row: list[float] = []
        for method in ("flat", "so", "mo"):
            search = Search(game, method)
            search.advise(state, game.actors(state)[0], 0, iterations=10)
            start = time.perf_counter()
            search.advise(state, game.actors(state)[0], 0, iterations=1000)
            row.append((time.perf_counter() - start) * 1000)
        print(f"{name:24} " + " ".join(f"{t:8.1f}" for t in row), flush=True)


if __name__ == "__main__":
    main()
