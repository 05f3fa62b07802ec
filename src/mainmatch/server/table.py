"""A match at a table: its state, its decisions and its log. Knows the truth; shows nothing (`projection` does).

A decision is prepared as a `Step` on a copy of the state; `install` makes it the truth once it is stored.
"""

from __future__ import annotations

import hashlib
import hmac
import json
from collections.abc import Iterable
from copy import copy
from dataclasses import dataclass, field, replace
from typing import Any

from mainmatch.core.actions import Action
from mainmatch.core.chance import Chance, KeyedChance, RecordedChance
from mainmatch.core.errors import InvalidInput
from mainmatch.core.events import Told
from mainmatch.core.game import Game, State, Value
from mainmatch.core.record import SPECTATOR

PERSON, BOT, STAND_IN, CLOCK = "person", "bot", "stand_in", "clock"
"""Who made a decision."""
TAKEN_BACK = ("unsealed", "taken_back")
"""Notes that say that the latest decision of their `seat` counts no more."""
FIRST = ("reason",)
"""Notes of the decision itself: in the log they stand before what it sets off."""
LOTS_PER_DECISION = 64
Note = dict[str, Any]


@dataclass(frozen=True)
class Entry:
    """One line of the log: something told by the game, or a note of the table."""

    at: int
    told: Told | None = None
    note: Note | None = None
    taken_back: bool = False
    """It belongs to a decision that counts no more: it stays in the log, and is no part of the match."""


@dataclass(frozen=True)
class Decision:
    """One decision that was made."""

    number: int
    """Among all that are stored, those taken back as well."""
    seat: int
    action: int
    by: str
    at: int


@dataclass(frozen=True)
class Step:
    """A decision with everything that it sets off, not yet true."""

    decision: Decision
    after: State
    told: list[Told]
    draws: list[tuple[int, int]]
    notes: list[tuple[Note, int]] = field(default_factory=list)
    """What else happens at the table together with it, and when."""


class RulesChanged(Exception):
    """The stored match does not come out the same under today's rules."""


class Table:
    """One match in progress, or just finished."""

    def __init__(
        self, room: str, number: int, game: Game, players: int, options: dict[str, Value], key: bytes, started_at: int
    ) -> None:
        self.id = f"{room}.{number}"
        self.number = number
        self.game = game
        self.players = players
        self.options = options
        self.chance = KeyedChance(key)
        self.recorder = RecordedChance(self.source())
        self.state: State = self.deal()
        self.started_at = started_at
        self.ended_at: int | None = None
        self.stopped: str | None = None
        self.decisions: list[Decision] = []
        self.states: list[State] = [self.state]
        self.notes = 0
        """How many notes are stored."""
        self.stored = 0
        """How many decisions are stored: those that stand, and those that were taken back."""
        self.quiet = 0
        """How many of the latest decisions were sealed choices that set nothing off."""
        self.made = [0] * players
        """Decisions made, by seat."""
        self.late = [0] * players
        """Decisions in a row that the clock made, by seat."""
        self.due: dict[int, int | None] = {}
        """Open decisions: when their time runs out, by seat."""
        self.submitted: list[int] = []
        self.revision = 0
        self.entries: list[Entry] = [Entry(started_at, note={"type": "started"})]
        self.entries += [Entry(started_at, told=t) for t in self.state.told]
        self.told_counts = [len(self.state.told)]
        """Events told by the start and by every decision."""
        self.begins = [0]
        """Where in `entries` the start, and every decision, begins."""
        self.waited_for: list[list[int]] = [[]]
        """Who had submitted already, after the start and after every decision."""
        self.state.told = None
        self._open(self.actors, None)

    def source(self) -> Chance:
        """Where chance comes from: the key."""
        return self.chance

    def deal(self) -> State:
        """The first state."""
        return self.game.start(self.players, self.options, self.recorder)

    # ------------------------------------------------------------ what holds now
    @property
    def is_over(self) -> bool:
        """Has it ended, one way or the other?"""
        return self.stopped is not None or self.game.is_over(self.state)

    @property
    def actors(self) -> list[int]:
        """The seats that owe a decision."""
        return [] if self.stopped is not None else self.game.actors(self.state)

    def decision_id(self, seat: int) -> str:
        """The id of a seat's next decision: it tells nothing but how many this seat has made."""
        return f"{self.number}.{seat}.{self.made[seat] + 1}"

    def owner_of(self, decision: str) -> int | None:
        """The seat that a decision of this match belongs to; None: no decision that there was or is."""
        parts = decision.split(".")
        if len(parts) != 3 or not all(p.isascii() and p.isdigit() and len(p) < 9 for p in parts):
            return None
        number, seat, count = map(int, parts)
        if number != self.number or seat >= self.players or not 1 <= count <= self.made[seat] + 1:
            return None
        return seat

    # ------------------------------------------------------------ deciding
    def prepare(self, seat: int, action: Action | int, by: str, at: int) -> Step:
        """The step that this action is. Raises InvalidAction or IllegalAction; changes nothing."""
        given = self.game.actions.decode(action) if isinstance(action, int) else action
        number = self.game.check_action(self.state, seat, given)
        after = self.state.clone()
        after.told = []
        before = self.state.counter
        self.game.apply(after, seat, number)
        told: list[Told] = after.told
        after.told = None
        draws = [self.recorder.draws[c] for c in range(before + 1, after.counter + 1)]
        return Step(Decision(self.stored + 1, seat, number, by, at), after, told, draws)

    def install(self, step: Step, due: int | None) -> None:
        """Make a stored step true. `due`: when the time of decisions that open now runs out."""
        decision = step.decision
        self.begins.append(len(self.entries))
        self.stored = decision.number
        before = self.actors
        self.state = step.after
        self.states.append(step.after)
        self.decisions.append(decision)
        self.made[decision.seat] += 1
        self.late[decision.seat] = self.late[decision.seat] + 1 if decision.by == CLOCK else 0
        if decision.by in (CLOCK, STAND_IN):
            self._log(
                Entry(
                    decision.at, note={"type": "by_clock" if decision.by == CLOCK else "by_bot", "seat": decision.seat}
                )
            )
        for note, at in step.notes:
            if note["type"] in FIRST:
                self.note(note, at)
        for told in step.told:
            self._log(Entry(decision.at, told=told))
        self.told_counts.append(len(step.told))
        self.revision += 1
        now = self.actors
        still = [p for p in before if p != decision.seat]
        is_sealed = bool(still) and now == still and not step.told and not step.draws
        self.quiet = self.quiet + 1 if is_sealed else 0
        self.submitted = sorted({*self.submitted, decision.seat}) if still and now == still else []
        self.waited_for.append(self.submitted)
        del self.due[decision.seat]
        self._open(now, due)
        for note, at in step.notes:
            if note["type"] not in FIRST:
                self.note(note, at)
        if self.is_over:
            self.end(decision.at)

    def opening(self, step: Step) -> list[int]:
        """The seats whose next decision opens with this step."""
        if self.game.is_over(step.after):
            return []
        return [p for p in self.game.actors(step.after) if p == step.decision.seat or p not in self.due]

    def _open(self, actors: Iterable[int], due: int | None) -> None:
        self.due = {p: self.due.get(p, due) for p in actors}

    def note(self, note: Note, at: int) -> None:
        """A stored note of the table joins the log. One of TAKEN_BACK takes the seat's latest decision away."""
        self.notes += 1
        if note["type"] in TAKEN_BACK:
            self._withdraw(note["seat"])
        self._log(Entry(at, note=note))

    # ------------------------------------------------------------ taking back
    def sealed(self, seat: int) -> int | None:
        """The place among `decisions` of a sealed choice that this seat may still take back; None: there is none.

        It is one of the latest, all of which are sealed choices of a decision that others still owe: nothing has
        happened since, nobody was told anything, and no lot was drawn.
        """
        if self.is_over:
            return None
        for place in range(len(self.decisions) - 1, len(self.decisions) - 1 - self.quiet, -1):
            if self.decisions[place].seat == seat:
                return place if self.decisions[place].by == PERSON else None
        return None

    def sealed_id(self, viewer: int) -> str | None:
        """The id of the choice that this viewer may take back out of the sealed ones."""
        return (
            None
            if viewer == SPECTATOR or self.sealed(viewer) is None
            else f"{self.number}.{viewer}.{self.made[viewer]}"
        )

    def may_take_back(self, seat: int) -> bool:
        """Is the last decision this seat's own, and did it neither show anything nor draw a lot?

        What shows nothing, the game says: `Game.is_retractable`.
        """
        if self.is_over or not self.decisions or self.quiet:
            return False
        last, before, after = self.decisions[-1], self.states[-2], self.states[-1]
        if last.seat != seat or last.by != PERSON or self.game.actors(before) != [seat]:
            return False
        if before.counter != after.counter:
            return False
        told = {self.game.events.kinds[e.told[0]].name for _, e in self._told_last() if e.told is not None}
        return self.game.is_retractable(before, after, last.action, told)

    def _told_last(self) -> list[tuple[int, Entry]]:
        """What the last decision told, with its places in `entries`."""
        found: list[tuple[int, Entry]] = []
        for place in range(len(self.entries) - 1, -1, -1):
            if len(found) == self.told_counts[-1]:
                break
            if self.entries[place].told is not None and not self.entries[place].taken_back:
                found.append((place, self.entries[place]))
        return found

    def _withdraw(self, seat: int) -> None:
        """This seat's latest decision counts no more, and is open again under a new id."""
        place = max(i for i, decision in enumerate(self.decisions) if decision.seat == seat)
        if place == len(self.decisions) - 1:
            for at, entry in self._told_last():
                self.entries[at] = replace(entry, taken_back=True)
        later = self.decisions[place + 1 :]
        del self.decisions[place], self.told_counts[place + 1], self.begins[place + 1], self.waited_for[place + 1]
        del self.states[place + 1 :]
        for number, decision in enumerate(later, place + 1):
            state = self.states[-1].clone()
            self.game.apply(state, decision.seat, decision.action)
            self.states.append(state)
            self.waited_for[number] = [p for p in self.waited_for[number] if p != seat]
        self.state = self.states[-1]
        self.quiet = max(0, self.quiet - 1)
        self.submitted = [p for p in self.submitted if p != seat]
        self.due = {p: self.due.get(p) for p in self.actors}
        self.revision += 1

    def stop(self, why: str, at: int) -> None:
        """End without a result."""
        self.stopped = why
        self.due = {}
        self.submitted = []
        self.note({"type": "stopped", "why": why}, at)
        self.end(at)

    def end(self, at: int) -> None:
        """The last line of the log."""
        self.ended_at = at
        self._log(Entry(at, note={"type": "over"}))

    def _log(self, entry: Entry) -> None:
        self.entries.append(entry)
        self.revision += 1

    def copy(self) -> Table:
        """The same table, to be ended on trial: what happens to the copy does not happen to this one."""
        other = copy(self)
        for name in (
            "decisions",
            "states",
            "made",
            "late",
            "submitted",
            "entries",
            "told_counts",
            "begins",
            "waited_for",
        ):
            setattr(other, name, list(getattr(self, name)))
        other.due = dict(self.due)
        return other

    def at(self, step: int) -> Table:
        """The table as it was after so many of the decisions that stand; nobody owes anything on it by a clock."""
        if step == len(self.decisions) and self.is_over:
            return self
        other = self.copy()
        other.state, other.submitted, other.stopped, other.ended_at = (
            self.states[step],
            self.waited_for[step],
            None,
            None,
        )
        other.due, other.quiet = dict[int, int | None](), 0
        return other

    def entries_of(self, step: int) -> list[Entry]:
        """What joined the log with this decision and before the next one; 0: with the start."""
        ends = self.begins[step + 1] if step + 1 < len(self.begins) else len(self.entries)
        return self.entries[self.begins[step] : ends]

    def forget_draws(self) -> None:
        """A step was not stored: so neither are its draws."""
        for counter in [c for c in self.recorder.draws if c > self.state.counter]:
            del self.recorder.draws[counter]

    # ------------------------------------------------------------ the clock
    def default_action(self, seat: int) -> int:
        """What the clock takes: the game's default, lots drawn from the key's own stream for the clock."""
        lots = clock_chance(self.chance.key)
        drawn = 0

        def lot(outcomes: int) -> int:
            nonlocal drawn
            drawn += 1
            return lots.draw(LOTS_PER_DECISION * (len(self.decisions) + 1) + drawn, outcomes)

        return self.game.timeout_action(self.state, seat, lot)

    # ------------------------------------------------------------ the file
    def match_file(self) -> dict[str, Any]:
        """The match as `Match.save` writes it, with key and draws."""
        from mainmatch.core.match import FORMAT

        return {
            "format": FORMAT,
            "game": self.game.id,
            "version": self.game.version,
            "players": self.players,
            "options": self.options,
            "commitment": self.chance.commitment,
            "key": self.chance.key.hex(),
            "draws": [list(v) for _, v in sorted(self.recorder.draws.items())],
            "decisions": [[d.seat, self.game.actions.decode(d.action)] for d in self.decisions],
        }


def clock_chance(key: bytes) -> KeyedChance:
    """The stream of lots that the clock draws: fixed by the match's key, apart from its deals."""
    return KeyedChance(hmac.digest(key, b"clock", hashlib.sha256))


class _Lot(Exception):
    """The default is drawn."""


def by_clock(game: Game, state: State, seat: int) -> dict[str, Any]:
    """What the clock would take for a seat, in the form of the protocol. Draws nothing."""

    def lot(outcomes: int) -> int:
        if outcomes > 1:
            raise _Lot
        return 0

    try:
        return {"lot": False, "action": game.actions.decode(game.timeout_action(state, seat, lot))}
    except _Lot:
        return {"lot": True, "action": None}


def dump_told(told: list[Told]) -> str:
    """As it is stored."""
    return json.dumps([[code, list(values)] for code, values in told], separators=(",", ":"), default=_plain)


def _plain(value: Any) -> Any:
    try:
        return list(value)
    except TypeError as error:
        raise InvalidInput(f"an event holds {value!r}, which cannot be stored") from error
