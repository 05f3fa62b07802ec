"""A match short enough to read: decisions, and what everybody was told."""

from __future__ import annotations

import random
from pathlib import Path

from mainmatch.core.match import Match
from tests.games.infiltration.positions import GAME

GOLDEN = Path(__file__).with_name("golden.txt")
NAMES = ["Hayun", "Doha", "Seojun"]
OPTIONS = {"rounds": 3, "arrest_points": 1, "vote_limit": 1}


def playthrough() -> str:
    """Three players, three rounds; each decision with its events and where the pieces are, then the outcome."""
    match = Match(GAME, 3, OPTIONS, 3)
    words, dice = GAME.sentences("en", NAMES), random.Random(8)
    lines: list[str] = []
    while not match.is_over:
        seat = match.actors[0]
        action = GAME.advise(GAME.sight(match.state, seat), dice)
        lines.append(f"{NAMES[seat]}: {words.action(action)}")
        since = len(match.told)
        match.play(seat, action)
        lines += [f"    {e['clause']}  {words.event(e)}" for e in match.events(since=since)]
        if match.told[since:]:
            pieces = GAME.state_json(match.state)["pieces"]
            lines.append("    (" + ", ".join("".join(str(z or "x") for z in p.values()) for p in pieces) + ")")
    lines += [words.headline(match.view()), str(GAME.outcome(match.state))]
    return "\n".join(lines) + "\n"


def test_the_golden_playthrough_is_what_the_rules_do() -> None:
    """Line by line as written down (and read) in golden.txt."""
    assert GOLDEN.read_text(encoding="utf-8").splitlines() == playthrough().splitlines()
