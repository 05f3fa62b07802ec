"""One match from the first offer to the death match, as people read it."""

from __future__ import annotations

import json
from pathlib import Path

from mainmatch.core.match import Match
from tests.games.loyalists.positions import GAME

GOLDEN = Path(__file__).with_name("playthrough.txt")
NAMES = [f"P{p}" for p in range(1, 10)]


def log(match: Match, since: int) -> list[str]:
    """The events as the spectators read them; a private one as its owner reads it, behind the owner's name."""
    lines = []
    for told in match.told[since:]:
        kind = GAME.events.kinds[told[0]]
        viewer = told[1][0] if str(kind.audience) == "OWNER" else -1
        event = GAME.events.project(told, viewer)
        assert event is not None
        text = GAME.sentences("en", NAMES, viewer).event(event)
        lines.append(f"    {text}" if viewer < 0 else f"    [{NAMES[viewer]}] {text}")
    return lines


def transcript(text: str) -> list[str]:
    """Plays the decisions of a transcript (lines that begin with >) and writes it again."""
    head, *rest = text.splitlines()
    match = Match(GAME, **json.loads(head))
    lines = [head, *log(match, 0)]
    for decision in (line for line in rest if line.startswith(">")):
        seat, action = decision.removeprefix("> ").split(" ", 1)
        since = len(match.told)
        match.play(NAMES.index(seat), json.loads(action))
        lines += [decision, *log(match, since)]
    lines.append(json.dumps(GAME.outcome(match.state)))
    return lines


def test_the_golden_playthrough() -> None:
    """The same decisions tell the same story, word for word."""
    text = GOLDEN.read_text(encoding="utf-8")
    assert transcript(text) == text.splitlines()
