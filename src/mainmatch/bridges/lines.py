"""A match as positions that never change, chained to what came before: what a bridge to search and solvers stands on.

A `Moment` is where a match is: at its last complete position, and perhaps in the middle of decisions whose chance is
not settled yet. `draw` is the only door of chance, so chance becomes explicit by scripting it: the decisions are carried
out on a copy until the script runs out, and the engine says how many outcomes come next. Nothing here is ever changed,
so that a copy of a moment is the moment itself.

A `Line` is a complete position with its past: decisions, chance, events. It tells a viewer everything that has reached it,
in order: its own decisions, the events that it received, and what changed in its observation. That is perfect recall.
"""

from __future__ import annotations

import functools
import hashlib
import json
import random
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import Any

from mainmatch.core.chance import RecordedChance, ScriptedChance, rng
from mainmatch.core.errors import IllegalAction, NeedChance
from mainmatch.core.events import Told
from mainmatch.core.game import Game, State, Value
from mainmatch.core.observe import Section
from mainmatch.core.record import SPECTATOR
from mainmatch.games import find

Decision = tuple[int, int]
"""A seat and the number of its action."""
Entry = tuple[int, ...]
"""One line of a viewer's record: kind (1: own decision, 2: event), its number, and `VALUES` values."""
VALUES = 12
"""So many numbers of an event stand in an entry, lists laid out; the rest is zeros."""
OWN, RECEIVED = 1, 2
_STRIDE = 32
"""Every so many positions the text up to there is kept."""
_GAMES: dict[str, Game] = {}


@dataclass(frozen=True)
class Channel:
    """What somebody hears: a seat (or SPECTATOR), and perhaps only what a spectator does not."""

    viewer: int
    private: bool = False


@dataclass(frozen=True, eq=False)
class Setting:
    """What is fixed for all matches of a bridge's game."""

    game: Game
    players: int
    options: dict[str, Value]
    explicit: bool
    """Every outcome of chance is a choice of its own; otherwise all chance up to the next decision is one draw of `dice`."""
    in_turns: bool
    """Seats that owe a decision together are asked one after the other; the engine keeps the answers sealed."""
    recall: int
    """Entries in a viewer's record."""
    dice: random.Random

    def __post_init__(self) -> None:
        _GAMES.setdefault(self.game.id, self.game)

    def __deepcopy__(self, memo: dict[int, Any]) -> Setting:
        return self

    def key(self) -> tuple[Any, ...]:
        """By value, for files."""
        return (self.game.id, self.players, self.options, self.explicit, self.in_turns, self.recall)

    @functools.cached_property
    def root(self) -> Line:
        """Players and options alone: nothing is set up."""
        return Line(self, self.game.blank(self.players, self.options, 0))

    @functools.cached_property
    def first(self) -> Moment:
        """The beginning of a match: the first chance event, or the first decision."""
        return _advance(self.root, (), ())

    @functools.cached_property
    def hidden_sections(self) -> list[Section]:
        """The parts of the observation that not everybody may know."""
        return [section for section in self.game.observation_layout if section.flagged]


@functools.lru_cache(maxsize=64)
def _known(
    game_id: str, players: int, options: tuple[tuple[str, Value], ...], explicit: bool, in_turns: bool, recall: int
) -> Setting:
    game = _GAMES.get(game_id) or find(game_id)
    return Setting(game, players, dict(options), explicit, in_turns, recall, random.Random())


@dataclass(frozen=True, eq=False)
class Dream:
    """What a seat that imagines another world takes along: its own past, and everybody's."""

    seat: int
    past: dict[Channel, str]
    """Text by channel: of the seat, and of a spectator."""
    entries: dict[Channel, tuple[Entry, ...]]


class Line:
    """A complete position and how it came about. Never changed."""

    __slots__ = (
        "__weakref__",
        "decisions",
        "depth",
        "draws",
        "dream",
        "kept",
        "mark",
        "parent",
        "record",
        "setting",
        "told",
    )

    def __init__(
        self,
        setting: Setting,
        record: State,
        parent: Line | None = None,
        decisions: tuple[Decision, ...] = (),
        draws: tuple[int, ...] = (),
        told: Sequence[Told] = (),
        dream: Dream | None = None,
    ) -> None:
        self.setting = setting
        self.record = record
        self.parent = parent
        self.decisions = decisions
        self.draws = draws
        self.told = told
        self.dream = dream
        self.depth = 0 if parent is None else parent.depth + 1
        before = "" if parent is None else parent.mark
        if dream is not None:
            before = dream.past[Channel(dream.seat)] + json.dumps(record.dump())
        self.mark = hashlib.blake2b(f"{before}{decisions}{draws}".encode(), digest_size=8).hexdigest()
        self.kept: dict[Channel, str] = {}

    def __deepcopy__(self, memo: dict[int, Any]) -> Line:
        return self

    def steps(self) -> tuple[Line, list[tuple[tuple[Decision, ...], tuple[int, ...]]]]:
        """The root, and decisions and draws of everything since."""
        line = self
        found: list[tuple[tuple[Decision, ...], tuple[int, ...]]] = []
        while line.parent is not None:
            found.append((line.decisions, line.draws))
            line = line.parent
        return line, found[::-1]

    @property
    def has_begun(self) -> bool:
        """Is the match set up?"""
        return self.parent is not None or self.dream is not None

    # ------------------------------------------------------------ what a viewer knows
    def observation(self, channel: Channel) -> list[int]:
        """The observation tensor; of a private channel only the rows that a spectator does not know."""
        return _observation(self, channel)

    def text(self, channel: Channel) -> str:
        """Everything that has reached a viewer, in order."""
        pieces: list[str] = []
        line: Line | None = self
        while line is not None:
            whole = line.kept.get(channel) if line.depth % _STRIDE == 0 else None
            if whole is not None:
                pieces.append(whole)
                break
            pieces.append(line.piece(channel))
            line = line.parent
        text = "".join(reversed(pieces))
        if self.depth % _STRIDE == 0:
            self.kept[channel] = text
        return text

    def piece(self, channel: Channel) -> str:
        """What the last step has told a viewer."""
        if self.depth % _STRIDE and channel in self.kept:
            return self.kept[channel]
        now = self.observation(channel)
        if self.parent is not None:
            before = self.parent.observation(channel)
            changes = " ".join(f"{i}:{new}" for i, (old, new) in enumerate(zip(before, now, strict=True)) if old != new)
            told = "".join(f"\n{text}" for text in self._heard(channel))
            piece = f"{told}\n@{changes}"
        else:
            known = " ".join(f"{i}:{value}" for i, value in enumerate(now) if value)
            piece = known
            if self.dream is not None:
                mine = channel.viewer == self.dream.seat
                past = self.dream.past[channel if mine else Channel(SPECTATOR, channel.private)]
                piece = past if mine else f"{past}\n={known}"
        if self.depth % _STRIDE:
            self.kept[channel] = piece
        return piece

    def _heard(self, channel: Channel) -> Iterator[str]:
        for seat, action in self.decisions:
            if seat == channel.viewer:
                yield "!" + _compact(self.setting.game.actions.decode(action))
        events = self.setting.game.events
        for told in self.told:
            event = events.project(told, channel.viewer)
            if event is not None and not (channel.private and event == events.project(told, SPECTATOR)):
                yield _compact([value for name, value in event.items() if name != "clause"])

    def entries(self, channel: Channel, most: int) -> list[Entry]:
        """The latest entries of a viewer's record, the newest last."""
        found: list[Entry] = []
        line: Line | None = self
        while line is not None and len(found) < most:
            if line.dream is not None:
                mine = channel.viewer == line.dream.seat
                key = channel if mine else Channel(SPECTATOR, channel.private)
                found += reversed(line.dream.entries[key])
            found += reversed(line.latest(channel))
            line = line.parent
        return found[:most][::-1]

    def latest(self, channel: Channel) -> list[Entry]:
        """The entries of the last step."""
        found: list[Entry] = [(OWN, action, *[0] * VALUES) for seat, action in self.decisions if seat == channel.viewer]
        events = self.setting.game.events
        for told in self.told:
            received = events.receive(told, channel.viewer)
            if received is None or (channel.private and received == events.receive(told, SPECTATOR)):
                continue
            event, values = received
            numbers = [n for value in values.values() for n in _flat(value)][:VALUES]
            found.append((RECEIVED, events.code(event.name), *numbers, *[0] * (VALUES - len(numbers))))
        return found

    # ------------------------------------------------------------ other worlds
    def imagine(self, seat: int, word: int) -> Line:
        """The position as this seat may imagine it, dealt anew by a number; its own past is what it was.

        What the others did and saw in secret is not imagined: in the new world each remembers what everybody knows and
        has, besides, its present observation.
        """
        record = self.record.clone()
        self.setting.game.redeal(record, seat, rng(word))
        channels = [Channel(viewer, private) for viewer in (seat, SPECTATOR) for private in (False, True)]
        past = {channel: self.text(channel) for channel in channels}
        entries = {channel: tuple(self.entries(channel, self.setting.recall)) for channel in channels}
        return Line(self.setting, record, dream=Dream(seat, past, entries))


@functools.lru_cache(maxsize=512)
def _observation(line: Line, channel: Channel) -> list[int]:
    game = line.setting.game
    seen = game.observe(line.record, channel.viewer)
    if not channel.private:
        return seen
    public = _observation(line, Channel(SPECTATOR))
    hidden = [0] * len(seen)
    for section in line.setting.hidden_sections:
        for row in range(section.rows):
            start = section.offset + row * section.width
            if seen[start] and not public[start]:
                hidden[start : start + section.width] = seen[start : start + section.width]
    return hidden


class Moment:
    """Where a match is. Never changed: what happens next is another moment."""

    __slots__ = ("_legal", "line", "outcomes", "pending", "script", "seats")

    def __init__(
        self, line: Line, pending: tuple[Decision, ...] = (), script: tuple[int, ...] = (), outcomes: int = 0
    ) -> None:
        self.line = line
        self.pending = pending
        """Decisions whose chance is not settled (none: the match is being set up)."""
        self.script = script
        """The outcomes so far."""
        self.outcomes = outcomes
        """Chance comes next, with so many equally likely outcomes; 0: it does not."""
        self.seats = [] if outcomes else line.setting.game.actors(line.record)
        self._legal: dict[int, list[int]] = {}

    def __deepcopy__(self, memo: dict[int, Any]) -> Moment:
        return self

    def __reduce__(self) -> tuple[Any, ...]:
        root, steps = self.line.steps()
        dream = None if root.dream is None else (root.record.dump(), root.dream)
        return revive, (self.line.setting.key(), dream, steps, self.pending, self.script, self.outcomes)

    @property
    def setting(self) -> Setting:
        """Game, players, options."""
        return self.line.setting

    @property
    def is_over(self) -> bool:
        """Has the match ended?"""
        return not self.outcomes and not self.seats

    @property
    def together(self) -> bool:
        """Do several seats decide now, each without knowing the others' answers?"""
        return len(self.seats) > 1 and not self.setting.in_turns

    def legal(self, seat: int) -> list[int]:
        """The seat's legal actions, ascending; none when it is not asked now."""
        if seat not in self.seats or (self.setting.in_turns and seat != self.seats[0]):
            return []
        found = self._legal.get(seat)
        if found is None:
            found = self._legal[seat] = self.setting.game.legal(self.line.record, seat)
        return found

    def decided(self, decisions: Sequence[Decision]) -> Moment:
        """The moment after these decisions. Raises IllegalAction."""
        for seat, action in decisions:
            if action not in self.legal(seat):
                clause = self.setting.game.refusal(self.line.record, seat, action) if seat in self.seats else None
                raise IllegalAction(f"player {seat + 1} may not choose action {action} now", clause)
        return _advance(self.line, tuple(decisions), ())

    def fallen(self, outcome: int) -> Moment:
        """The moment after this outcome of chance (sampled chance: 0, and the dice fall). Raises IllegalAction."""
        if not 0 <= outcome < self.outcomes:
            raise IllegalAction(f"chance has {self.outcomes} outcomes from 0 now, not {outcome}")
        if self.setting.explicit:
            return _advance(self.line, self.pending, (*self.script, outcome))
        recorder = RecordedChance(_Dice(self.setting.dice))
        record, told = _carried_out(self.line, self.pending, recorder)
        draws = tuple(value for _, (_, value) in sorted(recorder.draws.items()))
        return Moment(Line(self.setting, record, self.line, self.pending, draws, told))

    def imagine(self, seat: int, word: int) -> Moment:
        """See `Line.imagine`; only between decisions, never before an outcome of chance."""
        if self.outcomes:
            raise IllegalAction("chance comes next: nobody decides now, and nobody imagines")
        return Moment(self.line.imagine(seat, word))

    def scores(self) -> list[int]:
        """What the match is worth to each seat; zeros before its end."""
        game, record = self.setting.game, self.line.record
        return [game.score(record, p) if self.is_over else 0 for p in range(self.setting.players)]

    def __str__(self) -> str:
        record = {name: value for name, value in self.line.record.dump().items() if name not in ("seed", "counter")}
        rest = {"pending": self.pending, "script": self.script, "past": self.line.mark}
        return _compact({**record, **rest})


class _Dice:
    def __init__(self, dice: random.Random) -> None:
        self.dice = dice

    def draw(self, counter: int, outcomes: int) -> int:
        """See `Chance.draw`."""
        return self.dice.randrange(outcomes)


def _carried_out(line: Line, decisions: tuple[Decision, ...], chance: Any) -> tuple[State, list[Told]]:
    """A copy on which the decisions are carried out (none: it is set up), and what happened."""
    record = line.record.clone()
    told: list[Told] = []
    record.told, record.chance = told, chance
    game = line.setting.game
    if not decisions:
        game.rules.setup(record)
    for seat, action in decisions:
        game.apply(record, seat, action)
    record.told, record.chance = None, None
    return record, told


def _advance(line: Line, decisions: tuple[Decision, ...], script: tuple[int, ...]) -> Moment:
    """Carry out decisions by a script; a draw of one outcome needs none."""
    while True:
        try:
            record, told = _carried_out(line, decisions, ScriptedChance(script, line.record.counter))
        except NeedChance as need:
            if need.outcomes > 1:
                return Moment(line, decisions, script, need.outcomes if line.setting.explicit else 1)
            script = (*script, 0)
        else:
            return Moment(Line(line.setting, record, line, decisions, script, told))


def revive(
    key: tuple[Any, ...],
    dream: tuple[dict[str, Any], Dream] | None,
    steps: list[tuple[tuple[Decision, ...], tuple[int, ...]]],
    pending: tuple[Decision, ...],
    script: tuple[int, ...],
    outcomes: int,
) -> Moment:
    """A moment from its pickled parts: the rules are played through again."""
    game_id, players, options, *rest = key
    setting = _known(game_id, players, tuple(options.items()), *rest)
    line = setting.root
    if dream is not None:
        record, dreamt = dream
        line = Line(setting, setting.game.rules.State.load(record), dream=dreamt)
    for decisions, draws in steps:
        after, told = _carried_out(line, decisions, ScriptedChance(draws, line.record.counter))
        line = Line(setting, after, line, decisions, draws, told)
    return Moment(line, pending, script, outcomes)


def _compact(value: Any) -> str:
    return json.dumps(value, ensure_ascii=False, separators=(",", ":"))


def _flat(value: Any) -> Iterator[int]:
    if isinstance(value, list):
        for item in value:
            yield from _flat(item)
    else:
        yield int(value)
