"""Plays a match with beginners and records what one viewer sees at every step, for the tables' workbench.

    python web/dev/record.py maskmen                                    # seat 1, seed 1, default players
    python web/dev/record.py middle-race --players 11 --viewer 4 --seed 7 --option draft=random
    python web/dev/record.py indian-poker --viewer spectator

Writes web/dev/recordings/GAME.json (git-ignored). Then `npm run dev` and open /dev/?game=GAME.
It needs the rules only, no server.
"""

from __future__ import annotations

import argparse
import json
import random
from collections.abc import Callable
from pathlib import Path
from typing import Any

from mainmatch.core.game import Game
from mainmatch.core.match import Match
from mainmatch.core.record import SPECTATOR
from mainmatch.games import find

NAMES = ["하윤", "도현", "서연", "지우", "민재", "태오", "은채", "준호", "수아", "건우", "다은"]
HERE = Path(__file__).resolve().parent


def kinds(game: Game) -> dict[str, Any]:
    """Which kind of value each hole of a sentence takes."""
    return {
        "actions": {
            f.name: {"type": f.type, "fields": {k: d.kind for k, d in f.parameters.items()}}
            for f in game.actions.families
        },
        "events": {e.name: {k: v.name for k, v in e.values.items()} for e in game.events.kinds},
        "phases": game.headline_kinds,
    }


def timeout(game: Game, state: Any, seat: int) -> tuple[Any, bool]:
    """What the clock would do, and whether it draws a lot for it (then nobody knows which)."""
    drawn: list[int] = []

    def lot(n: int) -> int:
        drawn.append(n)
        return 0

    action = game.actions.decode(game.timeout_action(state, seat, lot))
    return (None, True) if drawn else (action, False)


def decision(game: Game, state: Any, seat: int, number: int) -> dict[str, Any]:
    """What a seat owes, as the page gets it."""
    action, is_lot = timeout(game, state, seat)
    return {
        "id": f"d{number}",
        "legal": game.legal_json(state, seat),
        "refused": [{"action": a, "clause": c} for a, c in game.refused(state, seat)],
        "by_clock": {"lot": is_lot, "action": action},
    }


def record(
    game: Game,
    players: int | None,
    options: dict[str, Any],
    seed: int,
    viewer: int,
    choose: Callable[[Match, int], Any],
    most: int,
) -> dict[str, Any]:
    """A whole match as one viewer saw it."""
    match = Match(game, players, options, seed)
    steps: list[dict[str, Any]] = []
    seen = 0
    submitted: set[int] = set()
    while True:
        view = match.view(viewer)
        key, values = game.headline(view)
        events = match.events(viewer, seen)
        seen = len(match.told)
        owes = viewer in match.actors
        steps.append(
            {
                "view": view,
                "actors": match.actors,
                "submitted": sorted(submitted),
                "phase": {"key": key, "values": values},
                "events": events,
                "decision": decision(game, match.state, viewer, len(steps)) if owes else None,
            }
        )
        if match.is_over or len(steps) >= most:
            break
        seat = match.actors[0]
        before = match.actors
        match.play(seat, choose(match, seat))
        # In a simultaneous decision those who have submitted owe nothing more, and the rest still owe.
        submitted = submitted | {seat} if set(match.actors) == set(before) - {seat} and match.actors else set()
    return {
        "game": game.id,
        "names": NAMES[: match.players],
        "viewer": None if viewer == SPECTATOR else viewer,
        "options": match.options,
        "kinds": kinds(game),
        "steps": steps,
        "outcome": game.outcome(match.state) if match.is_over else None,
    }


def main() -> None:
    """The command line described above."""
    parser = argparse.ArgumentParser(description="Record a match for the workbench of the tables.")
    parser.add_argument("game")
    parser.add_argument("--players", type=int)
    parser.add_argument("--viewer", default="0", help="a seat from 0, or spectator")
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--option", action="append", default=[], metavar="NAME=VALUE")
    parser.add_argument("--random", action="store_true", help="uniformly random decisions in place of beginners'")
    parser.add_argument("--most", type=int, default=400, help="the most steps")
    given = parser.parse_args()
    game = find(given.game)
    options = {name: game.option(name).parse(value) for name, value in (o.split("=", 1) for o in given.option)}
    dice = random.Random(given.seed)

    def choose(match: Match, seat: int) -> Any:
        legal = match.legal(seat)
        return dice.choice(legal) if given.random else game.advise(game.sight(match.state, seat), dice)

    viewer = SPECTATOR if given.viewer == "spectator" else int(given.viewer)
    recording = record(game, given.players, options, given.seed, viewer, choose, given.most)
    target = HERE / "recordings" / f"{game.id}.json"
    target.parent.mkdir(exist_ok=True)
    target.write_text(json.dumps(recording, ensure_ascii=False))
    print(f"{len(recording['steps'])} steps in {target.relative_to(HERE.parent.parent)}")


if __name__ == "__main__":
    main()
