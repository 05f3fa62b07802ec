"""How well the levels play: one seat against rules of thumb, and the rule of thumb in the same seat with the same deals.

    python -m benchmarks.levels maskmen --level strong --matches 40
    python -m benchmarks.levels maskmen --method so --iterations 1000 --seconds 60

Prints the share of rivals that the seat beat (a tie counts half) and its points against those of a rule of thumb in the
same seat, each with the 95 % interval of the mean over matches.
"""

from __future__ import annotations

import argparse
import random
import statistics
import time
from collections.abc import Callable
from typing import Any

from mainmatch.agents import Agent, find_agent, thumb
from mainmatch.agents.levels import BY_THUMB
from mainmatch.core.actions import Action
from mainmatch.core.chance import rng
from mainmatch.core.game import Game, Sight
from mainmatch.core.match import Match
from mainmatch.games import find

Choose = Callable[[Sight, random.Random], Action]


def level(name: str, method: str | None, iterations: int | None, belief: str) -> Choose:
    """The agent asked for, thinking in this process."""
    if name != "strong":
        agent: Agent = find_agent(name)
        return agent

    def think(sight: Sight, dice: random.Random) -> Action:
        if method is None and sight.game in BY_THUMB:
            return thumb(sight, dice)
        seed = dice.getrandbits(63)
        if sight.game == "indian-poker" and method is None:
            from mainmatch.agents.equilibrium import player

            return player.decide(sight, seed, iterations or player.ITERATIONS)
        from mainmatch.agents.search.player import BUDGETS, Budget, decide

        usual = BUDGETS.get(sight.game, Budget())
        return decide(sight, seed, Budget(method or usual.method, iterations or usual.iterations, belief), None)

    return think


def play(game: Game, players: int | None, options: dict[str, Any], seed: int, me: int, choose: Choose) -> list[int]:
    """The scores of one match in which one seat is `choose`'s and all others are rules of thumb."""
    match = Match(game, players, options, seed)
    while not match.is_over:
        for seat in match.actors:
            dice = random.Random(f"{seed}/{seat}/{len(match.decisions)}")
            if seat == me and choose is not thumb:
                sight = game.sight(match.state, seat, match.told, rng(dice.getrandbits(64)))
                match.play(seat, choose(sight, dice))
            else:
                match.play(seat, thumb(game.sight(match.state, seat), dice))
    return [game.score(match.state, p) for p in range(match.players)]


def interval(values: list[float]) -> str:
    """Mean and 95 % interval."""
    mean = statistics.fmean(values)
    half = 1.96 * statistics.stdev(values) / len(values) ** 0.5 if len(values) > 1 else float("inf")
    return f"{mean:+.3f} ± {half:.3f}"


def main() -> None:
    """See the module."""
    parser = argparse.ArgumentParser(description="How well a level plays against rules of thumb.")
    parser.add_argument("game")
    parser.add_argument("--players", type=int)
    parser.add_argument("--level", default="strong")
    parser.add_argument("--method", help="flat, so or mo, for the level strong")
    parser.add_argument("--iterations", type=int)
    parser.add_argument(
        "--belief", default="uniform", choices=("uniform", "weighted"), help="the worlds that are searched"
    )
    parser.add_argument("--matches", type=int, default=1000)
    parser.add_argument("--seconds", type=float, default=float("inf"), help="begin no match after so long")
    parser.add_argument("--option", action="append", default=[], metavar="NAME=VALUE")
    asked = parser.parse_args()
    game = find(asked.game)
    given = dict(text.split("=", 1) for text in asked.option)
    options = {name: game.option(name).parse(value) for name, value in given.items()}
    choose = level(asked.level, asked.method, asked.iterations, asked.belief)
    players = game.check_players(asked.players)
    beaten: list[float] = []
    points: list[float] = []
    until = time.monotonic() + asked.seconds
    for seed in range(asked.matches):
        if time.monotonic() > until:
            break
        me = seed % players
        ours = play(game, players, options, seed, me, choose)
        usual = play(game, players, options, seed, me, thumb)
        rivals = [score for p, score in enumerate(ours) if p != me]
        beaten.append(statistics.fmean((ours[me] > r) + (ours[me] == r) / 2 for r in rivals))
        points.append(ours[me] - usual[me])
    words = [
        asked.game,
        f"{players} players",
        asked.level,
        asked.method or "",
        f"{asked.iterations or ''}",
        asked.belief if asked.belief != "uniform" else "",
    ]
    print(f"{' '.join(w for w in words if w)}: {len(beaten)} matches, rivals beaten {interval(beaten)}, points more than a rule of thumb {interval(points)}", flush=True)  # fmt: skip


if __name__ == "__main__":
    main()
