"""The ratings of the levels, as they play at the table, into `agents/ratings.json`: a tournament of all levels a game.

    python -m benchmarks.ratings maskmen --deals 40 --rows /tmp/ratings

Default options and number of players. `strong` makes as many iterations as at the table, however long they take;
`--iterations` lets its search make fewer, which the file then says (`brief`). A tournament that was stopped goes on from its
rows. Only the games that are named change in the file.
"""

from __future__ import annotations

import argparse
import json
import math
import sys
from dataclasses import replace
from pathlib import Path
from typing import Any

from mainmatch.agents import LEVELS
from mainmatch.agents.levels import BY_THUMB, MINDS
from mainmatch.agents.ratings import FILE
from mainmatch.games import find
from mainmatch.study.estimates import Estimate
from mainmatch.study.pieces import Where
from mainmatch.study.tournament import OVERALL, Contest, tournament


def rating(found: Estimate) -> dict[str, Any]:
    """To a tenth: what the file holds."""
    low, high = (None if math.isnan(end) else round(end, 1) for end in (found.low, found.high))
    return {"value": round(found.value, 1), "low": low, "high": high}


def think_briefly(game_id: str, iterations: int) -> None:
    """From now on the search of this game makes so many iterations a decision. Raises SystemExit where nothing is searched."""
    from mainmatch.agents.search.player import BUDGETS, Budget

    if game_id in BY_THUMB or game_id in MINDS:
        sys.exit(f"strong does not search at {game_id}: leave --iterations out")
    BUDGETS[game_id] = replace(BUDGETS.get(game_id, Budget()), iterations=iterations)


def measure(game_id: str, deals: int, rows: Path, iterations: int | None) -> dict[str, Any]:
    """Play the tournament of one game; what the file says about it."""
    game = find(game_id)
    if iterations is not None:
        think_briefly(game_id, iterations)
    contest = Contest.of(game, None, {}, list(LEVELS))
    out = rows / f"{game_id}.csv"
    resume = out.with_name(out.name + ".pieces").exists()

    def progress(done: int) -> None:
        print(f"\r{game_id}: {done} of {deals} deals", end="", file=sys.stderr, flush=True)

    report = tournament(contest, range(deals), out, [], resume, Where(), progress)
    print(file=sys.stderr)
    found = {standing.agent: rating(standing.rating) for standing in report.standings[OVERALL]}
    if iterations is not None:
        found["strong"]["brief"] = True
    return {
        "version": game.version,
        "players": contest.players,
        "deals": deals,
        "iterations": iterations,
        "ratings": {level: found[level] for level in LEVELS},
    }


def main() -> None:
    """See the module."""
    parser = argparse.ArgumentParser(description="Measure the ratings of the levels.")
    parser.add_argument("games", nargs="+")
    parser.add_argument("--deals", type=int, default=40)
    parser.add_argument("--iterations", type=int, help="of strong's search a decision, fewer than at the table")
    parser.add_argument("--rows", type=Path, default=Path(), help="a folder for the rows of the tournaments")
    asked = parser.parse_args()
    for game_id in asked.games:
        found = measure(game_id, asked.deals, asked.rows, asked.iterations)
        known = json.loads(FILE.read_text(encoding="utf-8")) if FILE.exists() else {}
        known[game_id] = found
        FILE.write_text(json.dumps(known, indent=1, sort_keys=True) + "\n", encoding="utf-8")
        print(game_id, json.dumps(found["ratings"]))


if __name__ == "__main__":
    main()
