"""Seeded random playouts: compiled, and the same in plain Python as their reference."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from mainmatch.core.chance import draw, rng
from mainmatch.core.errors import MainmatchError
from mainmatch.core.game import Game, State

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray

POLICY = 1 << 32
LINE = 128
"""Bytes that two threads' records keep apart: two cache lines."""


class MissingExtra(MainmatchError):
    """numpy or numba is not installed."""


@dataclass(frozen=True)
class Results:
    """What a batch of matches gave.

    `steps`: int64 of shape (matches,), decisions of each match; `scores`: int64 of shape (matches, seats),
    `Game.score` of each seat (0 for seats that do not play).
    """

    first_seed: int
    steps: NDArray[np.int64]
    scores: NDArray[np.int64]


def reference_playout(
    game: Game, seed: int, players: int | None = None, options: dict[str, Any] | None = None
) -> tuple[State, int]:
    """One uniformly random match in the python backend: its last state and its number of decisions.

    The choices draw from a stream of their own, seeded with seed + 2**32; the lowest seat decides first.
    """
    state = game.start(players, options, seed)
    state.told = None
    stream = rng(seed + POLICY)
    rules = game.rules
    acts = [0] * game.legal_capacity(state)
    steps = 0
    while owing := rules.actors(state):
        seat = (owing & -owing).bit_length() - 1
        n = rules.legal(state, seat, acts)
        rules.apply(state, seat, acts[draw(stream, n)])
        steps += 1
    return state, steps


class Playouts:
    """Compiled random playouts of one game under fixed players and options.

    Raises MissingExtra when numpy or numba is not installed. `backend="numba-checked"` also checks bounds.
    """

    def __init__(
        self, game: Game, players: int | None = None, options: dict[str, Any] | None = None, backend: str = "numba"
    ) -> None:
        try:
            import numba
            import numpy as np

            from mainmatch.fast.bind import drivers
        except ImportError as error:
            raise MissingExtra(
                f"compiled play needs numpy and numba ({error.name} is missing): pip install mainmatch[fast]"
            ) from None
        self.game = game
        self.players = game.check_players(players)
        self.options = game.check_options(self.players, options)
        self.drivers = drivers(f"{game.package}.rules", backend)
        self.threads = numba.get_num_threads()
        blank = game.blank(self.players, self.options, 0)
        self.blank = blank.to_array()
        from mainmatch.core.chance import Rng

        size = self.blank.dtype.itemsize
        apart = LINE // size + 1 + (1 if size > LINE else 0)
        capacity = game.legal_capacity(blank)
        self._states = np.zeros((self.threads, apart), self.blank.dtype)
        self._streams = np.zeros((self.threads, 1 + LINE // Rng.dtype().itemsize), Rng.dtype())
        self._acts = np.zeros((self.threads, capacity + LINE // 8), np.int64)

    def playout(self, seed: int) -> tuple[State, int]:
        """One match: its last state and its number of decisions, the same as `reference_playout`."""
        import numpy as np

        steps = self.drivers.playout(self._states[0], self.blank, self._streams[0], self._acts[0], np.uint64(seed))
        return self.game.rules.State.from_array(self._states[0][0]), int(steps)

    def observe(self, states: NDArray[Any], viewers: NDArray[np.int64]) -> NDArray[np.float32]:
        """Observation tensors of shape (len(states), `Game.observation_size`): what viewers[i] (-1: a spectator) may know of states[i]."""
        import numpy as np

        out = np.zeros((len(states), self.game.observation_size), np.float32)
        self.drivers.observe_rows(states, viewers, out)
        return out

    def batch(self, matches: int, first_seed: int = 0, threads: int | None = None) -> Results:
        """`matches` matches of seeds first_seed, first_seed + 1, … over `threads` threads (default: all cores).

        The results do not depend on the number of threads.
        """
        import numpy as np

        steps = np.zeros(matches, np.int64)
        scores = np.zeros((matches, self.game.seats[1]), np.int64)
        count = min(threads or self.threads, self.threads)
        run = self.drivers.batch if count == 1 else self.drivers.wide_batch
        run(
            self._states[:count],
            self.blank,
            self._streams[:count],
            self._acts[:count],
            np.uint64(first_seed),
            steps,
            scores,
        )
        return Results(first_seed, steps, scores)
