"""A match short enough to read: decisions, and what everybody was told."""

from __future__ import annotations

import random
from pathlib import Path

from mainmatch.core.match import Match
from tests.games.indian_poker.positions import GAME

GOLDEN = Path(__file__).with_name("golden.txt")
NAMES = ["Hayun", "Doha"]


def playthrough() -> str:
    """Twelve chips each, the cards written for the reader; each decision with its events, then the outcome."""
    match = Match(GAME, 2, {"chips": 12, "max_hands": 6, "fold_penalty": 3}, chance=490)
    words, dice = GAME.sentences("en", NAMES), random.Random(5)
    lines = [words.event(e) for e in match.events()]
    while not match.is_over:
        seat = match.actors[0]
        action = dice.choice([a for a in match.legal(seat) if a["type"] != "raise" or a["to"] <= 5])
        lines.append(f"{NAMES[seat]} ({match.state.cards[0]} and {match.state.cards[1]}): {words.action(action)}")
        since = len(match.told)
        match.play(seat, action)
        lines += [f"    {e['clause']}  {words.event(e)}" for e in match.events(since=since)]
    lines += [words.headline(match.view()), str(GAME.outcome(match.state))]
    return "\n".join(lines) + "\n"


def test_the_golden_playthrough_is_what_the_rules_do() -> None:
    """Line by line as written down (and read) in golden.txt."""
    assert GOLDEN.read_text(encoding="utf-8").splitlines() == playthrough().splitlines()
