"""Search at native speed: flat Monte Carlo and information-set Monte Carlo tree search, for any game.

Every iteration plays in a world that the searcher holds possible (`redeal`), with a future of its own, so that
neither hidden cards nor coming chance are peeked at. Deterministic for a seed and a number of iterations.

* `flat`: Monte Carlo with imagined deals (Ginsberg, "GIB: Imperfect information in a computationally challenging
  game", JAIR 2001, without its minimax).
* `so`: single-observer information-set MCTS; what others seal is not observed (SO-ISMCTS with partially
  observable moves), `mo`: one node for every information set of whoever decides, as in multiple-observer
  ISMCTS; both: Cowling, Powley, Whitehouse, "Information set Monte Carlo tree search", IEEE TCIAIG 4(2), 2012.

Sealed (simultaneous) decisions are searched in seat order; nobody's node depends on what others have sealed.
"""

from __future__ import annotations

import time
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING

from mainmatch.core.chance import MASK, Rng
from mainmatch.core.game import Game, State
from mainmatch.fast.playouts import Playouts

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray

METHODS = ("flat", "so", "mo")
CHUNK = 64
"""Iterations between two looks at the clock."""
ANY = -1
"""No action is asked for at the root."""


@dataclass(frozen=True)
class Advice:
    """What a search found at its root.

    `actions`: the legal action numbers; `visits`, `values`: for each the number of iterations and the mean
    score between 0 (the worst seen) and 1 (the best). `iterations`: how many were made.
    """

    actions: list[int]
    visits: list[int]
    values: list[float]
    iterations: int

    @property
    def best(self) -> int:
        """The action most visited (flat: of the highest mean); the lowest number on a tie."""
        return self.actions[max(range(len(self.actions)), key=lambda k: (self.visits[k], self.values[k], -k))]


class Search:
    """A search for one game under fixed players and options. `nodes` bounds the tree's information sets.

    Raises MissingExtra when numpy or numba is not installed.
    """

    def __init__(self, game: Game, method: str = "mo", nodes: int = 1 << 14, explore: float = 0.7) -> None:
        if method not in METHODS:
            raise ValueError(f"there is no search method {method!r}; there are {', '.join(METHODS)}")
        self.game = game
        self.method = method
        self.explore = explore
        self.size = 1 << max(4, (nodes - 1).bit_length() + 1)
        self._base = Playouts(game)
        self.drivers = self._base.drivers

    def advise(
        self,
        world: State,
        seat: int,
        seed: int,
        iterations: int | None = None,
        seconds: float | None = None,
        worlds: Sequence[State] = (),
    ) -> Advice:
        """Search for `seat`, which owes a decision in `world` (the truth, or any world that it holds possible).

        Every iteration plays in a world dealt anew, or in one of `worlds` (two at least), each equally likely.

        Ends after `iterations` or `seconds`, whichever comes first (give at least one).
        """
        import numpy as np

        if iterations is None and seconds is None:
            raise ValueError("a search needs a number of iterations or of seconds")
        root, states, streams = self._begin(world, seed)
        if worlds:
            root = np.concatenate([one.to_array() for one in worlds])
        candidates = np.array(self.game.legal(world, seat), np.int64)
        if self.method == "flat":
            acts, bounds = np.zeros(self.game.legal_capacity(world), np.int64), np.array([1.0, 0.0])
            return self._flat(root, states, streams, seat, candidates, acts, bounds, iterations, seconds)
        tree, out = _Tree(self.size, self.size * 8), np.zeros(self.game.observation_size, np.int64)
        several = int(self.method == "mo")
        more = self._growing(world, root, states, streams, seat, tree, out, ANY, np.zeros(1))
        done = _run(more, iterations, seconds, CHUNK)
        found, mean = np.zeros(len(candidates), np.int64), np.zeros(len(candidates))
        self.drivers.root_visits(
            root,
            seat,
            several,
            candidates,
            out,
            tree.keys,
            tree.first,
            tree.action,
            tree.visits,
            tree.value,
            tree.following,
            found,
            mean,
        )
        return Advice(candidates.tolist(), found.tolist(), mean.tolist(), done)

    def worth(self, world: State, seat: int, action: int, seed: int, iterations: int) -> float:
        """The mean score of `seat` (`Game.score`) over so many iterations that all begin with this legal action.

        After it everybody goes on as the search does; `flat`: at random.
        """
        import numpy as np

        root, states, streams = self._begin(world, seed)
        total = np.zeros(1)
        if self.method == "flat":
            acts, bounds = np.zeros(self.game.legal_capacity(world), np.int64), np.array([1.0, 0.0])
            one, visits = np.array([action], np.int64), np.zeros(1, np.int64)
            self.drivers.flat_monte_carlo(root, states, streams, seat, one, iterations, acts, visits, total, bounds)
        else:
            tree, out = _Tree(self.size, self.size * 8), np.zeros(self.game.observation_size, np.int64)
            self._growing(world, root, states, streams, seat, tree, out, action, total)(iterations)
        return float(total[0]) / iterations

    def _begin(self, world: State, seed: int) -> tuple[NDArray[np.void], NDArray[np.void], NDArray[np.void]]:
        """The root, room for the worlds imagined from it, and the stream that they come from."""
        import numpy as np

        root = world.to_array()
        streams = np.zeros(1, Rng.dtype())
        streams["seed"] = seed & MASK
        return root, np.zeros(1, root.dtype), streams

    def _growing(
        self, world: State, root: NDArray[np.void], states: NDArray[np.void], streams: NDArray[np.void], seat: int, tree: _Tree,
        out: NDArray[np.int64], only: int, total: NDArray[np.float64],
    ) -> Callable[[int], None]:  # fmt: skip
        """What grows the tree by a number of iterations. `only`: the one action at the root, or ANY."""
        import numpy as np

        acts, bounds = np.zeros(self.game.legal_capacity(world), np.int64), np.array([1.0, 0.0])
        several = int(self.method == "mo")

        def more(count: int) -> None:
            self.drivers.tree_search(
                root, states, streams, seat, several, count, self.explore, acts, out, tree.keys, tree.first, tree.action, tree.visits,
                tree.available, tree.value, tree.following, tree.head, bounds, tree.path_edge, tree.path_seat, only, total,
            )  # fmt: skip

        return more

    def _flat(
        self, root: NDArray[np.void], states: NDArray[np.void], streams: NDArray[np.void], seat: int, candidates: NDArray[np.int64],
        acts: NDArray[np.int64], bounds: NDArray[np.float64], iterations: int | None, seconds: float | None,
    ) -> Advice:  # fmt: skip
        import numpy as np

        visits, value = np.zeros(len(candidates), np.int64), np.zeros(len(candidates))

        def more(count: int) -> None:
            self.drivers.flat_monte_carlo(root, states, streams, seat, candidates, count, acts, visits, value, bounds)

        turn = len(candidates)
        done = _run(more, iterations, seconds, turn * max(1, CHUNK // turn))
        low, high = bounds.tolist()
        means = [
            (v / n - low) / (high - low) if n and high > low else 0.5
            for n, v in zip(visits.tolist(), value.tolist(), strict=True)
        ]
        return _FlatAdvice(candidates.tolist(), visits.tolist(), means, done)


class _FlatAdvice(Advice):
    @property
    def best(self) -> int:
        return self.actions[max(range(len(self.actions)), key=lambda k: (self.values[k], -k))]


class _Tree:
    """The arrays of one tree (see the template)."""

    def __init__(self, nodes: int, edges: int) -> None:
        import numpy as np

        self.keys = np.zeros(nodes, np.uint64)
        self.first = np.full(nodes, -1, np.int64)
        self.action = np.zeros(edges, np.int64)
        self.visits = np.zeros(edges, np.int64)
        self.available = np.zeros(edges, np.int64)
        self.value = np.zeros(edges)
        self.following = np.zeros(edges, np.int64)
        self.head = np.zeros(2, np.int64)
        self.path_edge = np.zeros(512, np.int64)
        self.path_seat = np.zeros(512, np.int64)


def _run(more: Callable[[int], None], iterations: int | None, seconds: float | None, chunk: int) -> int:
    """Call `more` in chunks until the budget is used; the number of iterations made."""
    done = 0
    until = None if seconds is None else time.monotonic() + seconds
    while iterations is None or done < iterations:
        count = chunk if iterations is None else min(chunk, iterations - done) if until else iterations - done
        more(count)
        done += count
        if until is not None and time.monotonic() >= until:
            break
    return done
