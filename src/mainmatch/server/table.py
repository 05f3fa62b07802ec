"""A match at a table: its state, its decisions and its log. Knows the truth; shows nothing (`projection` does).

A decision is prepared as a `Step` on a copy of the state; `install` makes it the truth once it is stored.
"""

from __future__ import annotations

import hashlib
import hmac
import json
from collections.abc import Iterable
from copy import copy
from dataclasses import dataclass, field
from typing import Any

from mainmatch.core.actions import Action
from mainmatch.core.chance import Chance, KeyedChance, RecordedChance
from mainmatch.core.errors import InvalidInput
from mainmatch.core.events import EventJson, Told
from mainmatch.core.game import Game, State, Value
from mainmatch.core.record import OTHERS, PUBLIC, SPECTATOR

PERSON, BOT, STAND_IN, CLOCK = "person", "bot", "stand_in", "clock"
"""Who made a decision."""
LOTS_PER_DECISION = 64
Note = dict[str, Any]


@dataclass(frozen=True)
class Entry:
    """One line of the log: something told by the game, or a note of the table."""

    at: int
    told: Told | None = None
    note: Note | None = None


@dataclass(frozen=True)
class Decision:
    """One decision that was made."""

    number: int
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
        return Step(Decision(len(self.decisions) + 1, seat, number, by, at), after, told, draws)

    def install(self, step: Step, due: int | None) -> None:
        """Make a stored step true. `due`: when the time of decisions that open now runs out."""
        decision = step.decision
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
        for told in step.told:
            self._log(Entry(decision.at, told=told))
        self.told_counts.append(len(step.told))
        self.revision += 1
        now = self.actors
        still = [p for p in before if p != decision.seat]
        self.submitted = sorted({*self.submitted, decision.seat}) if still and now == still else []
        del self.due[decision.seat]
        self._open(now, due)
        for note, at in step.notes:
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
        """A stored note of the table joins the log."""
        self.notes += 1
        self._log(Entry(at, note=note))

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
        for name in ("decisions", "states", "made", "late", "submitted", "entries", "told_counts"):
            setattr(other, name, list(getattr(self, name)))
        other.due = dict(self.due)
        return other

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


def whole_event(game: Game, told: Told) -> EventJson:
    """An event with nothing taken away, for the record of a finished match."""
    kind = game.events.kinds[told[0]]
    if kind.audience is PUBLIC:
        viewer = SPECTATOR
    elif kind.audience is OTHERS:
        viewer = int(told[1][0]) + 1
    else:
        viewer = int(told[1][0])
    event = game.events.project(told, viewer)
    return event if event is not None else {}


def dump_told(told: list[Told]) -> str:
    """As it is stored."""
    return json.dumps([[code, list(values)] for code, values in told], separators=(",", ":"), default=_plain)


def _plain(value: Any) -> Any:
    try:
        return list(value)
    except TypeError as error:
        raise InvalidInput(f"an event holds {value!r}, which cannot be stored") from error
