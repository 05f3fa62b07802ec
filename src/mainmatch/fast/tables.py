"""Thousands of matches of one game, stepped in one call: for learners.

tables = Tables(find("maskmen"), 4096)
tables.reset()
while learning:
    actions = policy(tables.observations, tables.legal)     # one number a table
    tables.step(actions)
    learn(tables.rewards, tables.ended)
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from mainmatch.core.errors import InvalidInput
from mainmatch.core.game import Game
from mainmatch.fast.playouts import LINE, Playouts

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray


class Tables:
    """`count` matches side by side over all cores. The arrays are yours: they are filled anew by every call.

    * `seats`: int64 (count,): who decides at each table; with simultaneous decisions the lowest that still owes one.
    * `observations`: float32 (count, `Game.observation_size`): what that seat may know (see core/observe.py).
    * `legal`: uint8 (count, actions): 1 for each legal action number of that seat.
    * `rewards`: float32 (count, seats): `Game.score` of every seat where a match has just ended, else 0.
    * `ended`: uint8 (count,): 1 where a match has just ended; the next one, a stored deal, has begun already.

    `deals` matches are dealt beforehand, from the seed on, and come round again (default: eight a table).
    Raises MissingExtra without numpy and numba.
    """

    def __init__(
        self,
        game: Game,
        count: int,
        players: int | None = None,
        options: dict[str, Any] | None = None,
        seed: int = 0,
        deals: int | None = None,
    ) -> None:
        base = Playouts(game, players, options)
        import numpy as np

        if count < 1:
            raise InvalidInput(f"there must be at least one table, not {count}")
        self.game = game
        self.count = count
        self._drivers = base.drivers
        self._states = np.zeros(count, base.blank.dtype)
        self._deals = np.zeros(max(deals or 8 * count, count), base.blank.dtype)
        self._drivers.deal_all(self._deals, base.blank, np.uint64(seed))
        self._acts = np.zeros(
            (base.threads, game.legal_capacity(game.blank(base.players, base.options, 0)) + LINE // 8), np.int64
        )
        self._following = np.arange(count)
        self.seats: NDArray[np.int64] = np.zeros(count, np.int64)
        self.observations: NDArray[np.float32] = np.zeros((count, game.observation_size), np.float32)
        self.legal: NDArray[np.uint8] = np.zeros((count, self.actions), np.uint8)
        self.rewards: NDArray[np.float32] = np.zeros((count, game.seats[1]), np.float32)
        self.ended: NDArray[np.uint8] = np.zeros(count, np.uint8)

    @property
    def actions(self) -> int:
        """The width of `legal`: all action numbers that these options allow."""
        return self.game.action_count(self.game.options_of(self.game.rules.State.from_array(self._deals[0])))

    def reset(self) -> None:
        """Begin a stored deal at every table."""
        import numpy as np

        self._following[:] = np.arange(self.count)
        self._step(np.full(self.count, -1, np.int64))

    def step(self, actions: NDArray[np.int64]) -> None:
        """One decision at every table. Raises InvalidInput, naming the table, when one is not legal: nothing has changed."""
        import numpy as np

        if actions.shape != (self.count,):
            raise InvalidInput(
                f"there must be one action a table: an array of shape ({self.count},), not {actions.shape}"
            )
        inside = (actions >= 0) & (actions < self.legal.shape[1])
        right = inside & (self.legal[np.arange(self.count), np.where(inside, actions, 0)] == 1)
        if not right.all():
            table = int(np.argmin(right))
            raise InvalidInput(
                f"table {table}: action {int(actions[table])} is not legal for seat {int(self.seats[table])}"
            )
        self._step(actions.astype(np.int64, copy=False))

    def _step(self, actions: NDArray[np.int64]) -> None:
        self._drivers.step_all(
            self._states,
            self._deals,
            self._following,
            actions,
            self.seats,
            self.observations,
            self.legal,
            self.rewards,
            self.ended,
            self._acts,
        )
