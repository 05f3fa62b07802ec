"""A season short enough to read: decisions, and what everybody was told."""

from __future__ import annotations

import random
from pathlib import Path

from mainmatch.core.match import Match
from tests.games.maskmen.positions import GAME

GOLDEN = Path(__file__).with_name("golden.txt")
NAMES = ["Hayun", "Doha", "Jiu"]


def playthrough() -> str:
    """Three players, four cards each, one season; each decision with its events, then the outcome."""
    match = Match(GAME, 3, {"cards": 4, "seasons": 1}, chance=21)
    words, dice = GAME.sentences("en", NAMES), random.Random(3)
    lines = [words.event(e) for e in match.events()]
    while not match.is_over:
        seat = match.actors[0]
        hand = ", ".join(f"{w} {n}" for w, n in match.view(seat)["hands"][seat].items() if n)
        choices = match.legal(seat)
        action = dice.choice(choices[:-1] or choices) if len(match.decisions) % 3 else choices[-1]
        lines.append(f"{NAMES[seat]} ({hand}): {words.action(action)}")
        since = len(match.told)
        match.play(seat, action)
        lines += [f"    {e['clause']}  {words.event(e)}" for e in match.events(since=since)]
    lines += [words.headline(match.view()), str(GAME.outcome(match.state))]
    return "\n".join(lines) + "\n"


def test_the_golden_playthrough_is_what_the_rules_do() -> None:
    """Line by line as written down (and read) in golden.txt."""
    assert GOLDEN.read_text(encoding="utf-8").splitlines() == playthrough().splitlines()
