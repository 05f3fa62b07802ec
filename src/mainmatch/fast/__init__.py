"""Compiled drivers for any game: seeded random playouts, one by one and in batches over all cores.

Needs numpy and numba: `pip install mainmatch[fast]`. Without them `Playouts` raises MissingExtra with that
sentence, and everything else of mainmatch still works.
"""

from mainmatch.fast.playouts import MissingExtra, Playouts, Results, reference_playout
from mainmatch.fast.search import Advice, Search
from mainmatch.fast.tables import Tables

__all__ = ["Advice", "MissingExtra", "Playouts", "Results", "Search", "Tables", "reference_playout"]
