"""Random playouts of every game: decisions a second compiled, in Python, and their ratio; two cores against one; start-up.

The two backends run in turn, several rounds; the ratio of each round is taken, and the median printed.
"""

import os
import statistics
import subprocess
import sys
import tempfile
import time

from mainmatch.core.game import Game
from mainmatch.fast import Playouts, reference_playout
from mainmatch.games import all_games

ROUNDS = 5
PYTHON_S, COMPILED_S = 0.4, 0.25


def python_speed(game: Game, seed: int) -> float:
    """Decisions a second of the python backend, over about PYTHON_S."""
    steps, start = 0, time.perf_counter()
    while (spent := time.perf_counter() - start) < PYTHON_S:
        steps += reference_playout(game, seed)[1]
        seed += 1
    return steps / spent


def compiled_speed(fast: Playouts, matches: int, seed: int, threads: int) -> float:
    """Decisions a second of one batch."""
    start = time.perf_counter()
    results = fast.batch(matches, seed, threads)
    return float(results.steps.sum()) / (time.perf_counter() - start)


def row(game: Game) -> str:
    """One game's line."""
    fast = Playouts(game)
    fast.batch(8, threads=1)
    fast.batch(8)
    start = time.perf_counter()
    fast.batch(64, threads=1)
    matches = max(64, int(64 * COMPILED_S / (time.perf_counter() - start)))
    rounds = []
    for i in range(ROUNDS):
        one = compiled_speed(fast, matches, i * matches, 1)
        plain = python_speed(game, i * 1000)
        both = compiled_speed(fast, matches, i * matches, fast.threads)
        rounds.append((one, plain, one / plain, both / one))
    one, plain, ratio, cores = (statistics.median(column) for column in zip(*rounds, strict=True))
    size = game.rules.State.dtype().itemsize
    return f"{game.id:24} {one / 1e6:8.2f} {plain / 1e6:8.3f} {ratio:8.0f} {cores:8.2f} {size:8d}"


def start_up(game: Game, cache: str) -> float:
    """Seconds from the start of a fresh process to the end of its first match with every driver."""
    code = (
        "import time; t = time.perf_counter()\n"
        "from mainmatch.games import find\nfrom mainmatch.fast import Playouts\n"
        f"p = Playouts(find({game.id!r})); p.playout(0); p.batch(2, threads=1); p.batch(2)\n"
        "print(time.perf_counter() - t)"
    )
    done = subprocess.run(
        [sys.executable, "-c", code],
        capture_output=True,
        text=True,
        check=True,
        env={**os.environ, "MAINMATCH_CACHE": cache},
    )
    return float(done.stdout)


def main() -> None:
    """Print both tables."""
    print("decisions a second, million: compiled one thread | python | ratio | two cores : one | bytes a state")
    for game in all_games().values():
        print(row(game), flush=True)
    print("seconds to the first match of all drivers: cold (compiling) | from the cache")
    for game in all_games().values():
        with tempfile.TemporaryDirectory() as cache:
            cold = start_up(game, cache)
            warm = statistics.median(start_up(game, cache) for _ in range(3))
        print(f"{game.id:24} {cold:8.1f} {warm:8.2f}", flush=True)


if __name__ == "__main__":
    main()
