"""What each command does to a room: pure planning. Nothing is changed here; a `Change` is stored, then installed."""

from __future__ import annotations

import json
from collections.abc import Mapping
from dataclasses import replace
from typing import Any, TypeVar

from msgspec import UNSET

from mainmatch.agents import AGENTS, missing
from mainmatch.core.actions import Action
from mainmatch.core.errors import IllegalAction, InvalidAction, InvalidInput
from mainmatch.core.game import Game
from mainmatch.server import hosting, wire
from mainmatch.server.aids import AIDS, with_aids
from mainmatch.server.changes import Change, Now, check_free_name, check_open, held_by, playing, set_deadlines
from mainmatch.server.clock import SECOND, check_clock
from mainmatch.server.etiquette import ETIQUETTE, with_etiquette
from mainmatch.server.names import ROOM_SIGNS, clean_name
from mainmatch.server.practise import remark
from mainmatch.server.projection import LiveViews, frames_of, pack, pack_final
from mainmatch.server.refusals import Refusal
from mainmatch.server.seats import BOT, EMPTY, HUMAN, OVER, PLAYING, RoomState, Seat
from mainmatch.server.table import BOT as BY_BOT
from mainmatch.server.table import CLOCK, PERSON, Note, Step, Table, dump_told
from mainmatch.server.tables import COMMANDS, DEADLINES, DECISIONS, FRAMES, HOLDERS, MATCHES, NOTEBOOKS, ROOM_EVENTS

MOST_CHOICES = 20_000
"""Legal actions of one decision that a live table can bear."""
TIMEOUTS_UNTIL_AWAY = 2
T = TypeVar("T")


# ---------------------------------------------------------------- rooms
def new_room(
    given: wire.CreateRoom, person: str, code: str, games: Mapping[str, Game], lang: str, at: int
) -> RoomState:
    """The room that this body describes. Raises Refusal."""
    game = find_game(games, given.game)
    name = clean_name(given.you.name)
    players = check_players(game, given.players)
    room = RoomState(
        code=code,
        language=given.language or lang,
        game=game.id,
        players=players,
        options=check_options(game, players, given.options or {}),
        seats=(Seat(),) * players,
        name=None if given.name is None else clean_name(given.name, ROOM_SIGNS),
        pace=check_clock(given.clock),
        bots=check_bot(given.bots),
        aids=with_aids(AIDS, given.aids),
        talk=with_etiquette(ETIQUETTE, given.talk, game),
        practise=given.practise,
        host=person,
        host_name=name,
        created_at=at,
    )
    if given.you.seat is None:
        return room
    if given.you.seat >= players:
        raise Refusal("no_such_seat", f"The table has chairs 0 to {players - 1}.")
    return room.with_seat(given.you.seat, Seat(HUMAN, name, person, room.bots))


def find_game(games: Mapping[str, Game], game: str) -> Game:
    """The game with this id. Raises Refusal `bad_game`."""
    if game not in games:
        raise Refusal("bad_game", f"There is no such game; there are {', '.join(games)}.")
    return games[game]


def check_players(game: Game, players: int | None) -> int:
    """The number of players. Raises Refusal `bad_options`."""
    try:
        return game.check_players(players)
    except InvalidInput as error:
        raise Refusal("bad_options", f"{error}.") from error


def check_options(game: Game, players: int, options: dict[str, Any]) -> dict[str, Any]:
    """All options with their values. Raises Refusal `bad_options`."""
    try:
        checked = game.check_options(players, options)
        if game.legal_capacity(game.blank(players, checked, 0)) > MOST_CHOICES:
            raise Refusal(
                "bad_options",
                "With these options a decision has more choices than a live table can bear; take smaller numbers.",
            )
    except InvalidInput as error:
        raise Refusal("bad_options", f"{error}.") from error
    return dict(checked)


def check_bot(bot: str) -> str:
    """The bot with this name. Raises Refusal `bad_bots`."""
    if bot not in AGENTS:
        raise Refusal("bad_bots", f"There is no such bot; there are {', '.join(AGENTS)}.")
    lacking = missing(bot)
    if lacking is not None:
        raise Refusal("bad_bots", f"{lacking[:1].upper()}{lacking[1:]}.")
    return bot


# ---------------------------------------------------------------- what everybody may ask for
def sit(now: Now, person: str, given_name: str | None, wanted: int | None) -> Change:
    """Take a chair; in a match a bot's."""
    room = now.room
    held = room.seat_of(person)
    if held is not None:
        if wanted in (None, held):
            return Change(room)
        raise Refusal("seat_elsewhere", f"You sit on chair {held + 1} of this table already.")
    if person in room.removed:
        raise Refusal("removed", "The host asked you to leave. You may watch.")
    check_open(room, person)
    name = clean_name(given_name) if given_name is not None else room.name_of(person)
    if name is None:
        raise Refusal("bad_name", "Sitting down needs a name.")
    check_free_name(room, name, person)
    seat = _free_chair(now, wanted, now.holders.get(person) if now.table else None)
    after = room.with_seat(seat, Seat(HUMAN, name, person, room.bots))
    if room.host is None or room.host == person:
        after = replace(after, host=person, host_name=name)
    change = Change(after)
    if now.table is not None:
        change.notes.append({"type": "took_seat", "seat": seat, "name": name})
        change.holders[person] = seat
    return change


def _free_chair(now: Now, wanted: int | None, held_before: int | None) -> int:
    room = now.room
    takeable = (BOT, EMPTY) if now.table is not None else (EMPTY,)
    if wanted is not None:
        if wanted >= len(room.seats):
            raise Refusal("no_such_seat", f"The table has chairs 0 to {len(room.seats) - 1}.")
        if room.seats[wanted].kind not in takeable:
            raise Refusal("seat_taken", "Somebody sits there.")
        if held_before is not None and held_before != wanted:
            raise Refusal(
                "knows_too_much", f"You held chair {held_before + 1} in this match: take that one, or wait for its end."
            )
        return wanted
    free = [i for i, s in enumerate(room.seats) if s.kind in takeable and held_before in (None, i)]
    if not free:
        raise Refusal("room_full", "No chair is free. You may watch.")
    return free[0]


# ---------------------------------------------------------------- what a seat may ask for
def decide(now: Now, seat: int, decision: str, action: Action | int, by: str) -> Change:
    """Make an open decision."""
    if now.room.paused is not None:
        raise Refusal("paused", "The match is paused; the host goes on with it.")
    table = playing(now)
    owner = table.owner_of(decision)
    if owner != seat:
        raise Refusal("not_your_decision", "That is no decision of your seat.")
    if seat not in table.due or decision != table.decision_id(seat):
        raise Refusal("decision_closed", "This decision has been made already.")
    try:
        step = table.prepare(seat, action, by, now.at)
    except InvalidAction as error:
        raise Refusal("invalid_action", f"{error}.") from error
    except RecursionError as error:
        raise Refusal("invalid_action", "An action is not nested that deeply.") from error
    except IllegalAction as error:
        raise Refusal("illegal_action", f"{error}.", error.clause) from error
    return _step(now, table, step)


def _step(now: Now, table: Table, step: Step) -> Change:
    seat, at = step.decision.seat, now.at
    change = Change(now.room, step=step)
    sitting = now.room.seats[seat]
    if (
        step.decision.by == CLOCK
        and sitting.kind == HUMAN
        and not sitting.away
        and table.late[seat] + 1 >= TIMEOUTS_UNTIL_AWAY
    ):
        change.room = now.room.with_seat(seat, replace(sitting, away=True))
        step.notes.append(({"type": "away", "seat": seat, "why": "clock"}, at))
    if step.decision.by == BY_BOT:
        said = remark(now.room, table, seat, step.decision.action)
        if said is not None:
            step.notes.append((said, at))
    write = change.write
    write.insert(
        DECISIONS,
        {
            "match": table.id,
            "number": step.decision.number,
            "seat": seat,
            "action": step.decision.action,
            "by": step.decision.by,
            "draws": json.dumps(step.draws, separators=(",", ":")),
            "told": dump_told(step.told),
            "at": at,
        },
    )
    if table.due.get(seat) is not None:
        write.delete(DEADLINES, match=table.id, seat=seat)
    seconds = now.room.pace.seconds(now.game)
    if seconds is not None:
        change.due = at + seconds * SECOND
        ids = {p: f"{table.number}.{p}.{table.made[p] + (2 if p == seat else 1)}" for p in table.opening(step)}
        set_deadlines(write, now.room.code, table, ids, change.due)
    return change


def finish(change: Change, table: Table, now: Now) -> None:
    """The step ends the match: its frames, its outcome and the room's state join the change.

    `table` is a copy of the table in which the step is already installed.
    """
    write = change.write
    names = change.room.names()[: table.players]
    outcome = None if table.stopped is not None else table.game.outcome(table.state)
    write.update(
        MATCHES,
        {"id": table.id},
        status="stopped" if table.stopped else "over",
        outcome=json.dumps(outcome),
        names=json.dumps(names),
        ended_at=now.at,
    )
    write.delete(DEADLINES, match=table.id)
    views = LiveViews(table)
    frames = {
        "match": table.id,
        "file": pack(table.match_file()),
        "frames": pack(frames_of(table, names)),
        "tables": pack_final(views, names),
    }
    write.insert(FRAMES, frames)
    change.room = replace(hosting.all_given_back(change.room), status=OVER, paused=None, asked=None)


def change_seat(now: Now, person: str, seat: int) -> Change:
    """Move to a free chair between matches."""
    _between(now)
    room, held = now.room, held_by(now, person)
    if seat == held:
        return Change(room)
    if seat >= len(room.seats):
        raise Refusal("no_such_seat", f"The table has chairs 0 to {len(room.seats) - 1}.")
    if room.seats[seat].kind == HUMAN:
        raise Refusal("seat_taken", "Somebody sits there.")
    there = room.seats[seat]
    back = room.bot_seat(held, there.bot) if there.kind == BOT else Seat()
    return Change(room.with_seat(seat, room.seats[held]).with_seat(held, back))


def rename(now: Now, person: str, name: str) -> Change:
    """Go by another name between matches."""
    _between(now)
    seat = held_by(now, person)
    clean = clean_name(name)
    check_free_name(now.room, clean, person)
    after = now.room.with_seat(seat, replace(now.room.seats[seat], name=clean))
    return Change(replace(after, host_name=clean) if person == after.host else after)


def leave(now: Now, person: str) -> Change:
    """Give up the chair (and the host's part)."""
    room = now.room
    seat = room.seat_of(person)
    if seat is None:
        if room.lent_by(person) is not None:
            raise Refusal("lent", "You have lent your chair: take it back first.")
        if room.host != person:
            raise Refusal("not_seated", "You have no place at this table.")
        return Change(room.next_host())
    return _vacate(now, seat, {"type": "left", "seat": seat, "name": room.seats[seat].name})


def _vacate(now: Now, seat: int, note: Note) -> Change:
    room = now.room
    person = room.seats[seat].person
    if room.seats[seat].lender is not None:
        back = [{"type": "reclaimed", "seat": seat}] if now.table is not None else []
        return Change(hosting.given_back(room, seat), notes=back)
    after = room.with_seat(seat, room.bot_seat(seat, room.seats[seat].bot) if now.table is not None else Seat())
    if person is not None and person == room.host:
        after = after.next_host()
    return Change(after, notes=[note] if now.table is not None else [])


def away(now: Now, seat: int, why: str) -> Change:
    """A bot plays this seat until its person comes back."""
    playing(now)
    sitting = now.room.seats[seat]
    if sitting.away:
        return Change(now.room)
    return Change(
        now.room.with_seat(seat, replace(sitting, away=True)), notes=[{"type": "away", "seat": seat, "why": why}]
    )


def back(now: Now, seat: int) -> Change:
    """The person plays again."""
    playing(now)
    sitting = now.room.seats[seat]
    if not sitting.away:
        return Change(now.room)
    return Change(now.room.with_seat(seat, replace(sitting, away=False)), notes=[{"type": "back", "seat": seat}])


# ---------------------------------------------------------------- what the host may ask for
def configure(now: Now, given: wire.Configure) -> Change:
    """Change what will be played."""
    room = now.room
    if not isinstance(given.name, type(UNSET)):
        room = replace(room, name=None if given.name is None else clean_name(given.name, ROOM_SIGNS))
    asked = (
        given.game,
        given.players,
        given.options,
        given.clock,
        given.bots,
        given.aids,
        given.talk,
        given.practise,
    )
    if all(value is UNSET for value in asked):
        return Change(room)
    _between(now)
    game = find_game(now.games, _given(given.game, room.game))
    is_new = game.id != room.game
    players = check_players(game, _given(given.players, None if is_new else room.players))
    options = _given(given.options, {} if is_new else room.options)
    room = replace(
        room,
        game=game.id,
        players=players,
        options=check_options(game, players, options),
        seats=_resize(room, players),
        pace=room.pace if isinstance(given.clock, type(UNSET)) else check_clock(given.clock),
        bots=check_bot(_given(given.bots, room.bots)),
        aids=room.aids if isinstance(given.aids, type(UNSET)) else with_aids(room.aids, given.aids),
        talk=with_etiquette(room.talk, _given(given.talk, wire.TalkGiven()), game),
        practise=_given(given.practise, room.practise),
    )
    if given.practise is True and any(s.person not in (None, room.host) for s in room.seats):
        raise Refusal("practising", "Practising is for one: others sit at this table.")
    return Change(room)


def _given(value: T | Any, otherwise: T) -> T:
    return otherwise if value is UNSET else value


def _resize(room: RoomState, players: int) -> tuple[Seat, ...]:
    """The chairs for another number of players: people move to free chairs, bots make room."""
    people = [s for s in room.seats if s.kind == HUMAN]
    if len(people) > players:
        raise Refusal("bad_options", f"{len(people)} people sit at this table; a table for {players} is too small.")
    kept = [*room.seats[:players], *([Seat()] * (players - len(room.seats)))]
    for person in [s for s in room.seats[players:] if s.kind == HUMAN]:
        free = [i for i, s in enumerate(kept) if s.kind == EMPTY] or [i for i, s in enumerate(kept) if s.kind == BOT]
        kept[free[0]] = person
    return tuple(kept)


def add_bot(now: Now, seat: int, bot: str | None) -> Change:
    """A bot takes a free chair."""
    _between(now)
    room = now.room
    if seat >= len(room.seats):
        raise Refusal("no_such_seat", f"The table has chairs 0 to {len(room.seats) - 1}.")
    if room.seats[seat].kind == HUMAN:
        raise Refusal("seat_taken", "Somebody sits there.")
    return Change(room.with_seat(seat, room.bot_seat(seat, None if bot is None else check_bot(bot))))


def remove(now: Now, host: str, seat: int) -> Change:
    """A bot leaves; a person too, and may not sit down again."""
    room = now.room
    there = _sitting(room, seat)
    if there.person == host:
        raise Refusal("no_such_person", "The host leaves by leaving.")
    if there.kind == BOT:
        _between(now)
        return Change(room.with_seat(seat, Seat()))
    change = _vacate(now, seat, {"type": "removed", "seat": seat, "name": there.name})
    change.room = replace(change.room, removed=(*change.room.removed, there.person or ""))
    return change


def stand_in(now: Now, seat: int) -> Change:
    """A bot plays for somebody who is not there."""
    there = _sitting(now.room, seat)
    playing(now)
    if there.kind != HUMAN or now.is_connected(there.person):
        raise Refusal("no_such_person", "A bot stands in only for somebody who is not connected.")
    return away(now, seat, "host")


def hand_over(now: Now, seat: int) -> Change:
    """Somebody else is the host now."""
    there = _sitting(now.room, seat)
    if there.person is None:
        raise Refusal("no_such_person", "Only a person can be the host.")
    return Change(replace(now.room, host=there.person, host_name=there.name))


def start(now: Now) -> Change:
    """Bots take the empty chairs, and a match begins."""
    _between(now)
    room, game = now.room, now.game
    seats = tuple(room.bot_seat(i) if s.kind == EMPTY else replace(s, away=False) for i, s in enumerate(room.seats))
    number = room.matches + 1
    room = replace(room, seats=seats, status=PLAYING, matches=number, stopped=None, paused=None, asked=None)
    options = game.check_options(room.players, room.options)
    table = Table(room.code, number, game, room.players, options, now.new_key(), now.at)
    change = Change(room, started=table)
    write = change.write
    write.delete(NOTEBOOKS, match=f"{room.code}.{number - 1}")
    write.insert(
        MATCHES,
        {
            "id": table.id,
            "room": room.code,
            "number": number,
            "game": game.id,
            "version": game.version,
            "players": room.players,
            "options": json.dumps(options),
            "names": json.dumps(room.names()),
            "key": table.chance.key,
            "commitment": table.chance.commitment,
            "status": "playing",
            "outcome": None,
            "started_at": now.at,
            "ended_at": None,
        },
    )
    change.holders = {s.person: i for i, s in enumerate(seats) if s.person is not None}
    seconds = room.pace.seconds(game)
    if seconds is not None:
        change.due = now.at + seconds * SECOND
        set_deadlines(write, room.code, table, {p: table.decision_id(p) for p in table.actors}, change.due)
        table.due = dict.fromkeys(table.actors, change.due)
    return change


def stop(now: Now) -> Change:
    """The match ends without a result."""
    playing(now)
    return Change(now.room, stopped="host")


# ---------------------------------------------------------------- what holds for all
def complete(change: Change, now: Now, person: str | None, command: str | None, answer: str) -> None:
    """Add to the write what the room, the notes, the holders and the stored answer need."""
    hosting.settled(now, change)
    write = change.write
    table = change.started or now.table
    if table is not None:
        number = table.notes
        after = table.stored + (1 if change.step else 0)
        notes = [*(change.step.notes if change.step else []), *((n, now.at) for n in change.notes)]
        if change.stopped is not None:
            notes.append(({"type": "stopped", "why": change.stopped}, now.at))
        for note, at in notes:
            number += 1
            write.insert(
                ROOM_EVENTS,
                {
                    "match": table.id,
                    "number": number,
                    "after_decision": after,
                    "note": json.dumps(note, ensure_ascii=False),
                    "at": at,
                },
            )
        for holder, seat in change.holders.items():
            if holder not in now.holders or change.started is not None:
                write.insert(HOLDERS, {"match": table.id, "person": holder, "seat": seat})
    change.room.write(now.room, write, now.at)
    if person is not None and command is not None:
        write.insert(
            COMMANDS, {"room": now.room.code, "person": person, "command": command, "answer": answer, "at": now.at}
        )


def _between(now: Now) -> None:
    if now.table is not None:
        raise Refusal("already_playing", "Not while a match is in progress.")


def _sitting(room: RoomState, seat: int) -> Seat:
    if seat >= len(room.seats):
        raise Refusal("no_such_seat", f"The table has chairs 0 to {len(room.seats) - 1}.")
    if room.seats[seat].kind == EMPTY:
        raise Refusal("no_such_person", "Nobody sits there.")
    return room.seats[seat]


def plan(now: Now, person: str, command: wire.AnyCommand) -> Change:
    """What a command of a person will change. Raises Refusal."""
    if isinstance(command, wire.Sit):
        return sit(now, person, command.name, command.seat)
    if isinstance(command, wire.Leave):
        return leave(now, person)
    if isinstance(command, wire.Reclaim):
        return hosting.reclaim(now, person)
    if isinstance(command, wire.TakeHost):
        return hosting.take_host(now, person)
    if isinstance(command, _OF_A_SEAT):
        return _plan_for_seat(now, person, held_by(now, person), command)
    if now.room.host != person:
        raise Refusal("not_host", "Only the host may do this.")
    return _plan_for_host(now, person, command)


_OF_A_SEAT = (
    wire.Decide,
    wire.ChangeSeat,
    wire.Rename,
    wire.Away,
    wire.Back,
    wire.Unseal,
    wire.AskTakeBack,
    wire.Agree,
    wire.Decline,
)


def _plan_for_seat(now: Now, person: str, seat: int, command: wire.AnyCommand) -> Change:
    match command:
        case wire.Decide():
            return decide(now, seat, command.decision, command.action, PERSON)
        case wire.ChangeSeat():
            return change_seat(now, person, command.seat)
        case wire.Rename():
            return rename(now, person, command.name)
        case wire.Away():
            return away(now, seat, "self")
        case wire.Unseal():
            return hosting.unseal(now, seat, command.decision)
        case wire.AskTakeBack():
            return hosting.ask_take_back(now, seat)
        case wire.Agree():
            return hosting.agree(now, seat)
        case wire.Decline():
            return hosting.decline(now, seat)
        case _:
            return back(now, seat)


def _plan_for_host(now: Now, person: str, command: wire.AnyCommand) -> Change:
    match command:
        case wire.Configure():
            return configure(now, command)
        case wire.AddBot():
            return add_bot(now, command.seat, command.bot)
        case wire.Remove():
            return remove(now, person, command.seat)
        case wire.Readmit():
            return Change(replace(now.room, removed=()))
        case wire.StandIn():
            return stand_in(now, command.seat)
        case wire.HandOver():
            return hand_over(now, command.seat)
        case wire.PauseMatch():
            return hosting.pause(now)
        case wire.Resume():
            return hosting.resume(now)
        case wire.Start():
            return start(now)
        case _:
            return stop(now)
