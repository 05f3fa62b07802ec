"""What the host allows people to say to whom: the settings of talk, and when side rooms rest."""

from __future__ import annotations

from typing import Any

from msgspec import UNSET, UnsetType

from mainmatch.core.errors import InvalidFile
from mainmatch.core.game import Game
from mainmatch.core.record import SPECTATOR
from mainmatch.server import wire
from mainmatch.server.refusals import Refusal
from mainmatch.server.table import Table

ETIQUETTE: dict[str, Any] = {
    "side_rooms": True,
    "shows_members": True,
    "largest": None,
    "quiet": [],
    "transcripts": False,
}
"""Every setting with what a new room has.

side_rooms: people may open side rooms; shows_members: everybody sees which there are and who is in them; largest: most
people in one (None: as many as there are); quiet: stages of the game in which side rooms rest; transcripts: when a
match ends, everybody may read what was said in them.
"""
AGAIN = "_again"
"""A ballot among the tied belongs to the stage of the first one."""


def stages(game: Game) -> list[str]:
    """The stages of a match: those that the catalogue names, else its phases, re-votes with their first vote."""
    try:
        words = game.words("en")
    except InvalidFile:
        return []
    phases = words.get("stages") or words.get("phases", {})
    return [key for key in phases if not key.endswith(AGAIN) and key != "over" and not key.startswith("over_")]


def stage_of(table: Table | None) -> str | None:
    """The stage of a match in progress as everybody sees it; None without one."""
    if table is None or table.is_over:
        return None
    key, _ = table.game.headline(table.game.view(table.state, SPECTATOR))
    return key.removesuffix(AGAIN)


def with_etiquette(before: dict[str, Any], given: wire.TalkGiven, game: Game) -> dict[str, Any]:
    """The settings after these are set; those that are not named stay. Raises Refusal `bad_talk`."""
    after = {name: old if (new := getattr(given, name)) is UNSET else new for name, old in before.items()}
    known = stages(game)
    wrong = [stage for stage in after["quiet"] if stage not in known]
    if wrong and not isinstance(given.quiet, UnsetType):
        raise Refusal("bad_talk", f"This game has no such stage; it has {', '.join(known) or 'none'}.")
    after["quiet"] = [stage for stage in known if stage in after["quiet"]]
    return after
