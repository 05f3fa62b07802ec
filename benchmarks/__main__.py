"""`make bench`: every measurement, or those named: `python -m benchmarks backends server`."""

import importlib
import sys
from pathlib import Path

STRENGTH = {"beliefs", "levels", "ratings"}
"""How well the levels play, not how fast: they want a game and take long, so each is started by itself."""

if __name__ == "__main__":
    here = Path(__file__).parent
    known = sorted(p.stem for p in here.glob("*.py") if not p.stem.startswith("_") and p.stem not in STRENGTH)
    wanted = sys.argv[1:] or known
    if unknown := set(wanted) - set(known):
        sys.exit(f"there is no measurement {', '.join(sorted(unknown))}; there are {', '.join(known)}")
    for name in wanted:
        importlib.import_module(f"benchmarks.{name}").main()
