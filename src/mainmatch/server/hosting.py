"""What a host and the people at a table agree on around the play: pausing, taking back, lending a chair. Pure planning."""

from __future__ import annotations

from dataclasses import replace

from mainmatch.server.changes import Change, Now, check_free_name, check_open, held_by, playing, set_deadlines
from mainmatch.server.clock import SECOND
from mainmatch.server.names import clean_name
from mainmatch.server.refusals import Refusal
from mainmatch.server.seats import Asking, Pause, RoomState, waited_for
from mainmatch.server.tables import DEADLINES

HOST_GONE_MS = 120_000
"""So long must a host have been gone before somebody else may take the part."""


# ---------------------------------------------------------------- pausing
def pause(now: Now) -> Change:
    """The match stands still: nobody decides, clocks keep what they have."""
    table = playing(now)
    if now.room.paused is not None:
        return Change(now.room)
    left = {seat: max(0, due - now.at) for seat, due in table.due.items() if due is not None}
    change = Change(replace(now.room, paused=Pause(now.at, left)), notes=[{"type": "paused"}])
    change.write.delete(DEADLINES, match=table.id)
    change.dues = dict.fromkeys(table.due)
    return change


def resume(now: Now) -> Change:
    """The match goes on, every clock with the time that it had."""
    table, paused = playing(now), now.room.paused
    if paused is None:
        raise Refusal("not_paused", "The match is not paused.")
    change = Change(replace(now.room, paused=None), notes=[{"type": "resumed", "ms": max(0, now.at - paused.at)}])
    change.dues = {seat: now.at + paused.left[seat] if seat in paused.left else None for seat in table.actors}
    for seat, due in change.dues.items():
        if due is not None:
            set_deadlines(change.write, now.room.code, table, {seat: table.decision_id(seat)}, due)
    return change


# ---------------------------------------------------------------- taking back
def unseal(now: Now, seat: int, decision: str) -> Change:
    """A sealed choice is taken back while others still owe theirs. They learn that it is owed again, and nothing else."""
    table = playing(now)
    if table.sealed(seat) is None or decision != table.sealed_id(seat):
        raise Refusal("not_sealed", "This choice can no longer be taken back.")
    change = Change(now.room, notes=[{"type": "unsealed", "seat": seat}])
    dues = [due for due in table.due.values() if due is not None]
    if now.room.paused is not None:
        left = now.room.paused.left
        change.room = replace(now.room, paused=replace_left(now.room.paused, seat, min(left.values(), default=None)))
        change.dues = {**table.due, seat: None}
    else:
        due = min(dues, default=None)
        change.dues = {**table.due, seat: due}
        if due is not None:
            set_deadlines(change.write, now.room.code, table, {seat: table.decision_id(seat)}, due)
    return change


def replace_left(paused: Pause, seat: int, left: int | None) -> Pause:
    """The pause, with the time that one more open decision has left."""
    return paused if left is None else Pause(paused.at, {**paused.left, seat: left})


def ask_take_back(now: Now, seat: int) -> Change:
    """Ask the people at the table; when there are none besides, it is done at once."""
    table = playing(now)
    if not table.may_take_back(seat):
        raise Refusal(
            "not_retractable",
            "Only your own last decision can be taken back, before anybody has acted, and only if it showed nothing hidden and no lot was drawn.",
        )
    asking = Asking(seat, table.stored)
    room = replace(now.room, asked=asking)
    if not waited_for(room, asking):
        return _taken_back(now, asking)
    return Change(room, notes=[{"type": "asks_take_back", "seat": seat}])


def agree(now: Now, seat: int) -> Change:
    """One more agrees; the last one does it."""
    asking = _asked(now)
    if seat == asking.seat or seat in asking.agreed:
        return Change(now.room)
    asking = Asking(asking.seat, asking.decision, (*asking.agreed, seat))
    room = replace(now.room, asked=asking)
    if not waited_for(room, asking):
        return _taken_back(now, asking)
    return Change(room)


def decline(now: Now, seat: int) -> Change:
    """One who does not agree is enough; whoever asked may withdraw it."""
    _asked(now)
    return Change(replace(now.room, asked=None), notes=[{"type": "keeps_decision", "seat": seat}])


def settled(now: Now, change: Change) -> None:
    """What was asked is settled by other things: a decision, a stop; or the last one waited for has gone."""
    asking = change.room.asked
    if asking is None or change.withdrawn:
        return
    if (
        change.step is not None
        or change.stopped is not None
        or (now.table is not None and change.room.seats[asking.seat].person != now.room.seats[asking.seat].person)
    ):
        change.room = replace(change.room, asked=None)
    elif now.table is not None and now.room.asked is not None and not waited_for(change.room, asking):
        done = _taken_back(replace(now, room=change.room), asking)
        change.room, change.dues, change.withdrawn = done.room, done.dues, True
        change.notes += done.notes
        change.write.deletes += done.write.deletes
        change.write.inserts += done.write.inserts


def _asked(now: Now) -> Asking:
    table, asking = playing(now), now.room.asked
    if asking is None or asking.decision != table.stored:
        raise Refusal("nothing_asked", "Nobody asks to take a decision back.")
    return asking


def _taken_back(now: Now, asking: Asking) -> Change:
    """The decision is open again, with its whole time."""
    table, seat = playing(now), asking.seat
    change = Change(replace(now.room, asked=None), notes=[{"type": "taken_back", "seat": seat}], withdrawn=True)
    change.write.delete(DEADLINES, match=table.id)
    seconds = now.room.pace.seconds(now.game)
    change.dues = {seat: None}
    if seconds is not None and now.room.paused is not None:
        change.room = replace(change.room, paused=Pause(now.room.paused.at, {seat: seconds * SECOND}))
    elif seconds is not None:
        change.dues = {seat: now.at + seconds * SECOND}
        set_deadlines(change.write, now.room.code, table, {seat: table.decision_id(seat)}, now.at + seconds * SECOND)
    return change


# ---------------------------------------------------------------- lending
def lend(now: Now, lender: str, borrower: str, given_name: str | None, seat: int) -> Change:
    """Somebody else plays this chair for its holder, until it is taken back or the match ends. Raises Refusal."""
    playing(now)
    room = now.room
    if borrower == lender:
        raise Refusal("seat_elsewhere", "This is your own chair: open the link on the other person's device.")
    if room.seat_of(borrower) is not None:
        raise Refusal("seat_elsewhere", "This device has a place at this table already.")
    if borrower in room.removed:
        raise Refusal("removed", "The host asked you to leave. You may watch.")
    check_open(room, borrower)
    held = now.holders.get(borrower)
    if held is not None and held != seat:
        raise Refusal("knows_too_much", f"You held chair {held + 1} in this match: you may not play for another.")
    if given_name is None:
        raise Refusal("bad_name", "Playing for somebody needs a name.")
    name = clean_name(given_name)
    check_free_name(room, name, borrower)
    sitting = replace(room.seats[seat], person=borrower, lender=lender, lent_to=name, away=False)
    note = {"type": "lent", "seat": seat, "name": name}
    return Change(room.with_seat(seat, sitting), notes=[note], holders={borrower: seat})


def reclaim(now: Now, lender: str) -> Change:
    """The lender plays again."""
    seat = now.room.lent_by(lender)
    if seat is None:
        raise Refusal("not_lent", "You have lent no chair of this table.")
    return Change(given_back(now.room, seat), notes=[{"type": "reclaimed", "seat": seat}] if now.table else [])


def given_back(room: RoomState, seat: int) -> RoomState:
    """The room with a lent chair back in its lender's hands."""
    there = room.seats[seat]
    return room.with_seat(seat, replace(there, person=there.lender, lender=None, lent_to=None, away=False))


def all_given_back(room: RoomState) -> RoomState:
    """The match is over: whoever lent a chair has it again."""
    for seat, there in enumerate(room.seats):
        if there.lender is not None:
            room = given_back(room, seat)
    return room


# ---------------------------------------------------------------- the host's part
def take_host(now: Now, person: str) -> Change:
    """Somebody at the table becomes the host in place of one who has gone without leaving."""
    seat = held_by(now, person)
    if now.room.host == person:
        return Change(now.room)
    if now.room.host is not None and now.gone_ms(now.room.host) < HOST_GONE_MS:
        minutes = HOST_GONE_MS // 60_000
        raise Refusal(
            "host_is_here", f"Only when the host has been gone for {minutes} minutes may somebody else take the part."
        )
    return Change(replace(now.room, host=person, host_name=now.room.seats[seat].lent_to or now.room.seats[seat].name))
