"""What the server does not do, and why: a stable code, one English sentence, the clause where a rule forbids."""

from __future__ import annotations

from mainmatch.core.errors import MainmatchError
from mainmatch.server.wire import Problem

STATUS: dict[str, int] = {
    "malformed": 400,
    "too_large": 413,
    "bad_name": 400,
    "name_taken": 409,
    "bad_options": 400,
    "bad_clock": 400,
    "bad_bots": 400,
    "bad_game": 400,
    "no_such_room": 404,
    "no_such_match": 404,
    "no_such_page": 404,
    "no_such_seat": 404,
    "no_such_person": 404,
    "room_full": 409,
    "seat_taken": 409,
    "seat_elsewhere": 409,
    "knows_too_much": 403,
    "removed": 403,
    "not_seated": 403,
    "not_host": 403,
    "aid_forbidden": 403,
    "already_playing": 409,
    "not_playing": 409,
    "illegal_action": 409,
    "invalid_action": 400,
    "decision_closed": 409,
    "paused": 409,
    "not_paused": 409,
    "not_sealed": 409,
    "not_retractable": 409,
    "nothing_asked": 409,
    "not_lent": 409,
    "lent": 409,
    "host_is_here": 409,
    "not_your_decision": 403,
    "elsewhere": 409,
    "bad_link": 404,
    "bad_talk": 400,
    "bad_text": 400,
    "silenced": 403,
    "only_watching": 403,
    "no_such_talker": 404,
    "no_such_side_room": 404,
    "no_such_message": 404,
    "not_member": 403,
    "side_rooms_closed": 409,
    "side_room_full": 409,
    "already_there": 409,
    "alone": 409,
    "too_many_side_rooms": 409,
    "transcripts_closed": 403,
    "too_fast": 429,
    "foreign_origin": 403,
    "restarting": 503,
    "try_again": 503,
    "internal": 500,
    "rules_changed": 409,
    "primer_changed": 409,
    "practising": 409,
    "not_practising": 409,
}
"""Every code with its HTTP status; `docs/protocol.md` explains them."""


class Refusal(MainmatchError):
    """A request that is not carried out; nothing has changed."""

    def __init__(self, code: str, text: str, clause: str | None = None, retry_after_s: int | None = None) -> None:
        super().__init__(text)
        self.code = code
        self.text = text
        self.clause = clause
        self.retry_after_s = retry_after_s

    @property
    def status(self) -> int:
        """The HTTP status."""
        return STATUS[self.code]

    @property
    def problem(self) -> Problem:
        """As it goes over the wire."""
        return Problem(self.code, self.text, self.clause)


def restarting() -> Refusal:
    """The server is going down for a moment."""
    return Refusal("restarting", "The server restarts. Connect again in a moment and send this again.")


def try_again() -> Refusal:
    """The store did not take it."""
    return Refusal("try_again", "The server could not store this, so nothing has changed. Send it again.")
