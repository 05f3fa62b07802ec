"""Practising: one person among bots that say why. During a match only what public facts explain, at its end everything.

The reasons come from `Game.explain`: a bot's remark is made of a spectator's view, so it cannot know what would give its
cards away; advice is made of what the asking seat knows.
"""

from __future__ import annotations

import random
from typing import Any

from mainmatch.core.actions import Action
from mainmatch.core.chance import KeyedChance
from mainmatch.core.game import Game, Reason
from mainmatch.core.match import Match
from mainmatch.server.log import LOG, where
from mainmatch.server.refusals import Refusal
from mainmatch.server.seats import RoomState
from mainmatch.server.table import BOT, Note, Table

BEGINNERS = ("normal", "thumb")
"""Bots whose choices `Game.explain` explains."""


def remark(room: RoomState, table: Table, seat: int, action: int) -> Note | None:
    """What a bot says of the decision that it makes now; None: nothing that everybody may know."""
    if not room.practise or room.seats[seat].bot not in BEGINNERS:
        return None
    game = table.game
    try:
        chosen = game.actions.decode(action)
        reasons = game.explain(game.public_sight(table.state, seat), chosen)
    except Exception as error:  # a reason that cannot be given must not stop the match
        LOG.error("no_reason", game=game.id, error=type(error).__name__, where=where(error))
        return None
    return {"type": "reason", "seat": seat, "action": chosen, "reasons": _json(reasons)} if reasons else None


def advice(room: RoomState, table: Table | None, person: str | None) -> dict[str, Any]:
    """What a beginner would do on this person's seat, and why: the same for the same decision. Raises Refusal."""
    if not room.practise:
        raise Refusal("not_practising", "Advice is given while practising.")
    if table is None:
        raise Refusal("not_playing", "No match is in progress at this table.")
    seat = room.seat_of(person)
    if seat is None:
        raise Refusal("not_seated", "This needs a chair at the table.")
    if seat not in table.actors:
        raise Refusal("decision_closed", "You have nothing to decide now.")
    decision = table.decision_id(seat)
    sight = table.game.sight(table.state, seat)
    action = table.game.advise(sight, random.Random(f"{table.id} {decision}"))
    return {"decision": decision, "action": action, "reasons": _json(table.game.explain(sight, action))}


def whole_reasons(game: Game, file: dict[str, Any], frames: dict[str, Any], room: RoomState) -> list[dict[str, Any]]:
    """Why the bots of a finished match did what they did, from what each knew then.

    Args:
        game: The match's game.
        file: Its match file.
        frames: Its frames, for who decided.
        room: Its room, for who sits where.
    """
    match = Match(game, file["players"], file["options"], KeyedChance(bytes.fromhex(file["key"])))
    found = []
    step = together = 0
    for number, (seat, action) in enumerate(file["decisions"], 1):
        together = together or len(game.actors(match.state))
        if frames["frames"][number]["decision"]["by"] == BOT and room.seats[seat].bot in BEGINNERS:
            reasons = _explained(match, seat, action)
            if reasons:
                made = {"decision": number, "step": step, "seat": seat, "action": action}
                found.append({**made, "reasons": _json(reasons)})
        match.play(seat, action)
        together -= 1
        step += together == 0
    return found


def _explained(match: Match, seat: int, action: Action) -> list[Reason]:
    return match.game.explain(match.game.sight(match.state, seat), action)


def _json(reasons: list[Reason]) -> list[Any]:
    return [reason.to_json() for reason in reasons]
