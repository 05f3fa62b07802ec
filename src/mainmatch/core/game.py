"""The contract that everybody outside `games/` depends on: `Game`, its `Option`s and `Bounds`, and a seat's `Sight`.

A room subclasses `Game`, names its rules file and writes what people see (state as JSON, outcome, the
clock's defaults, headlines, a sensible beginner). Everything else is derived here from the rules file.

A rules file offers: `State`, `SEATS` (the most players), `ACTIONS`, `EVENTS`, and
`setup(s)`, `actors(s)` (bit set), `legal(s, seat, acts)` (fills action numbers in ascending order, returns
how many), `refusal(s, seat, action)` (clause number that forbids it, 0: legal), `apply(s, seat, action)`,
`over(s)`, `score(s, seat)`, `redeal(s, viewer, r)` (viewer -1: a spectator). The state has the fields `seed`,
`counter`, `players` and one per option.
"""

from __future__ import annotations

import functools
import random
import types
from abc import ABC, abstractmethod
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass, field
from typing import Any, ClassVar

from mainmatch.core.actions import Action, ActionTable
from mainmatch.core.chance import MASK, Chance, Rng
from mainmatch.core.errors import IllegalAction, InvalidOption, InvalidPlayers
from mainmatch.core.events import EventJson, EventTable, Told
from mainmatch.core.messages import Sentences, catalogue
from mainmatch.core.observe import Section, layout, source
from mainmatch.core.record import SPECTATOR, Record, conceal
from mainmatch.core.rules import load, rule

Json = Any
State = Record
UNLIMITED = 1_000_000_000
"""The largest value of an option without an upper limit of its own."""
Value = int | bool | str


@dataclass(frozen=True)
class Option:
    """One option of a game: name, type, default and limits. Its words are in the room's catalogues.

    `default` decides the type: bool, str (one of `choices`) or int (`low` to `high`).
    """

    name: str
    default: Value
    low: int = 0
    high: int = UNLIMITED
    choices: tuple[str, ...] = ()
    field: str = ""
    """The state's field that holds it, when that is not its name."""
    trials: tuple[int, ...] = ()
    """Of a number: other values that a study of the game's balance tries."""

    @property
    def others(self) -> tuple[Value, ...]:
        """What a study tries instead of the default."""
        if self.kind == "int":
            return self.trials
        return tuple(value for value in self.choices or (True, False) if value != self.default)

    @property
    def kind(self) -> str:
        """`int`, `bool` or `choice`."""
        return "bool" if isinstance(self.default, bool) else "choice" if self.choices else "int"

    def check(self, value: object) -> Value:
        """The value, if it is within the limits; raises InvalidOption."""
        if self.kind == "bool":
            if isinstance(value, bool):
                return value
        elif self.kind == "choice":
            if isinstance(value, str) and value in self.choices:
                return value
        elif type(value) is int and self.low <= value <= self.high:
            return value
        raise InvalidOption(f"option {self.name} takes {self.limits}, not {value!r}")

    @property
    def limits(self) -> str:
        """The allowed values in words."""
        if self.kind == "bool":
            return "true or false"
        if self.kind == "choice":
            return " or ".join(self.choices)
        return (
            f"a whole number, {self.low} or more"
            if self.high == UNLIMITED
            else f"a whole number from {self.low} to {self.high}"
        )

    def parse(self, text: str) -> Value:
        """A value written by a person, for example on a command line; raises InvalidOption."""
        if self.kind == "bool":
            words: dict[str, Value] = {
                "true": True,
                "yes": True,
                "on": True,
                "1": True,
                "false": False,
                "no": False,
                "off": False,
                "0": False,
            }
            return self.check(words.get(text.strip().lower(), text))
        if self.kind == "choice":
            return self.check(text.strip())
        try:
            return self.check(int(text))
        except ValueError:
            raise InvalidOption(f"option {self.name} takes {self.limits}, not {text!r}") from None

    @property
    def holder(self) -> str:
        """The name of the state's field that holds it."""
        return self.field or self.name

    def to_field(self, value: Value) -> int:
        """The number that the state's field holds."""
        return self.choices.index(str(value)) if self.choices else int(value)

    def to_json(self) -> Json:
        """For the page and for scripts."""
        return {
            "name": self.name,
            "kind": self.kind,
            "default": self.default,
            "low": self.low,
            "high": self.high,
            "choices": list(self.choices),
        }


@dataclass(frozen=True)
class Sight:
    """All that an agent gets: what its seat may know, and what it may do."""

    game: str
    players: int
    options: dict[str, Value]
    seat: int
    view: dict[str, Json]
    """The seat's view, as in `Game.view`."""
    legal: list[Action]
    """The seat's legal actions."""
    told: tuple[EventJson, ...] = ()
    """What the seat has been told so far, in order, where whoever asks keeps it."""
    world: State | None = None
    """A world that the seat holds possible, to search from (`Game.imagine`, never the truth), for agents that want one."""

    @property
    def is_public(self) -> bool:
        """Is this what everybody sees of the seat (see `Game.public_sight`)?"""
        return not self.legal


@dataclass(frozen=True)
class Reason:
    """Why somebody does something, in one sentence: a key of the catalogue's `reasons` and the values of its holes."""

    key: str
    values: dict[str, Json] = field(default_factory=dict)

    def to_json(self) -> Json:
        """For the page."""
        return {"key": self.key, "values": self.values}


FAR = 1_000_000
"""So many decisions are declared where the rules set no limit to a match."""


@dataclass(frozen=True)
class Bounds:
    """What a match can come to under given players and options: for solvers and learners, who must know it beforehand.

    The values here promise nothing: a room that is not asked for more need not name any.
    """

    least: int = -FAR
    """The least score of a seat."""
    most: int = FAR
    """Its greatest."""
    total: int | None = None
    """The sum of all scores, where it is the same in every match."""
    decisions: int = FAR
    """The most decisions of a match, all seats together."""
    draws: int = FAR
    """The most chance events of a match."""
    outcomes: int = FAR
    """The most outcomes of one chance event."""
    few: bool = False
    """Are the chance events few enough, between two decisions, to go through all their outcomes?"""
    together: bool = True
    """Can several seats owe a decision at once?"""


class Game(ABC):
    """One game. Stateless: all state is in the records that its methods take."""

    id: ClassVar[str]
    """For example `indian-poker`."""
    package: ClassVar[str]
    """The room's package, where `rules`, the rulebooks and the catalogues are."""
    prefix: ClassVar[str]
    """The clauses' prefix, for example `IP`."""
    seats: ClassVar[tuple[int, int]]
    """Fewest and most players."""
    default_seats: ClassVar[int]
    options: ClassVar[tuple[Option, ...]]
    presets: ClassVar[dict[str, dict[str, Value]]] = {}
    """Sets of options to choose at once, by a key of the catalogue's `presets`; options not named have their defaults."""
    dealt: ClassVar[dict[str, Value]] = {}
    """Options under which a lot decides who plays which of the `parts`; for studies of what each is worth."""
    retractable: ClassVar[dict[str, frozenset[str]]] = {}
    """See `is_retractable`: types of actions, and the events that may come of each."""
    pace_s: ClassVar[int] = 30
    """Seconds in which somebody who knows the game decides: a table's fast clock (normal: twice, slow: five times)."""
    version: ClassVar[str] = "1"
    """Changes whenever the rules' behaviour does: a stored match names the version that it was played with."""

    # ------------------------------------------------------------ the rules
    def load(self, backend: str = "python") -> types.ModuleType:
        """The rules file under a backend."""
        return load(f"{self.package}.rules", backend)

    @functools.cached_property
    def rules(self) -> types.ModuleType:
        """The rules file under the python backend."""
        return self.load()

    @property
    def actions(self) -> ActionTable:
        """All actions of the game."""
        return self.rules.ACTIONS

    @property
    def events(self) -> EventTable:
        """All events of the game."""
        return self.rules.EVENTS

    def legal_capacity(self, state: State) -> int:
        """The most legal actions a seat can have under this state's options: the length of `legal`'s buffer."""
        return self.actions.size

    def action_count(self, options: dict[str, Value]) -> int:
        """How many action numbers these options can make legal: 0 … action_count - 1."""
        return self.actions.size

    # ------------------------------------------------------------ players and options
    def check_players(self, players: int | None) -> int:
        """The number of players (None: the default); raises InvalidPlayers."""
        if players is None:
            return self.default_seats
        low, high = self.seats
        if type(players) is not int or not low <= players <= high:
            several = f"{low}" if low == high else f"{low} to {high}"
            raise InvalidPlayers(f"{self.id} is for {several} players, not {players}")
        return players

    def check_options(self, players: int, given: dict[str, Any] | None = None) -> dict[str, Value]:
        """All options with their values, in declared order; raises InvalidOption."""
        given = given or {}
        known = {o.name for o in self.options}
        for name in given:
            if name not in known:
                raise InvalidOption(f"{self.id} has no option {name!r}; it has {', '.join(sorted(known))}")
        options = {o.name: o.check(given.get(o.name, o.default)) for o in self.options}
        self.check_together(players, options)
        return options

    def check_together(self, players: int, options: dict[str, Value]) -> None:
        """Room's own limits between options and players; raises InvalidOption."""

    def option(self, name: str) -> Option:
        """A declared option; raises InvalidOption."""
        for option in self.options:
            if option.name == name:
                return option
        raise InvalidOption(f"{self.id} has no option {name!r}; it has {', '.join(o.name for o in self.options)}")

    def bounds(self, players: int, options: dict[str, Value]) -> Bounds:
        """What a match can come to (options: all of them, as from `check_options`)."""
        return Bounds()

    # ------------------------------------------------------------ playing
    def blank(self, players: int, options: dict[str, Value], chance: int | Chance) -> State:
        """A record with players, options and chance set, before `setup`. `chance`: a seed or a source."""
        state = self.rules.State()
        state.players = players
        for option in self.options:
            setattr(state, option.holder, option.to_field(options[option.name]))
        if isinstance(chance, int):
            state.seed = chance & MASK
        else:
            state.chance = chance
        return state

    def start(
        self, players: int | None = None, options: dict[str, Any] | None = None, chance: int | Chance = 0
    ) -> State:
        """The first state of a match. `told` holds what happened already."""
        count = self.check_players(players)
        state = self.blank(count, self.check_options(count, options), chance)
        state.told = []
        self.rules.setup(state)
        return state

    def actors(self, state: State) -> list[int]:
        """The seats that owe a decision now, ascending; none when the match is over."""
        owing = self.rules.actors(state)
        return [p for p in range(self.seats[1]) if owing >> p & 1]

    def legal(self, state: State, seat: int) -> list[int]:
        """The legal action numbers of a seat, ascending; none when it owes no decision."""
        if seat < 0 or not self.rules.actors(state) >> seat & 1:
            return []
        acts = [0] * self.legal_capacity(state)
        return acts[: self.rules.legal(state, seat, acts)]

    def legal_json(self, state: State, seat: int) -> list[Action]:
        """The legal actions of a seat as JSON."""
        return [self.actions.decode(a) for a in self.legal(state, seat)]

    def refusal(self, state: State, seat: int, action: int) -> str | None:
        """The clause that forbids an action to a seat that owes a decision, or None when it is legal."""
        number = self.rules.refusal(state, seat, action)
        return f"{self.prefix}-{number}" if number else None

    def refused(self, state: State, seat: int) -> list[tuple[Action, str]]:
        """Choices worth showing although they are not possible now, each with the clause that forbids it.

        By default: of every family that has a legal action and at most 100 actions, the others that name nobody but
        the players of this match (a table of actions goes up to the most players).
        """
        legal = set(self.legal(state, seat))
        found: list[tuple[Action, str]] = []
        for family in self.actions.families:
            whole = range(family.offset, family.offset + family.size)
            if family.size > 100 or not any(a in legal for a in whole):
                continue
            seats = [name for name, domain in family.parameters.items() if domain.kind == "player"]
            for number in whole:
                action = self.actions.decode(number)
                if number not in legal and all(_is_below(action[name], state.players) for name in seats):
                    found.append((action, self.refusal(state, seat, number) or ""))
        return found

    def check_action(self, state: State, seat: int, action: object) -> int:
        """The number of a JSON action that is legal for the seat now. Raises InvalidAction or IllegalAction."""
        number = self.actions.encode(action)
        if seat not in self.actors(state):
            raise IllegalAction(f"player {seat + 1} owes no decision now")
        clause = self.refusal(state, seat, number)
        if clause is not None:
            raise IllegalAction(f"{action} is not possible now by {clause}", clause)
        return number

    def apply(self, state: State, seat: int, action: int) -> None:
        """Carry out a legal action, with everything that it sets off up to the next decision; changes `state`."""
        self.rules.apply(state, seat, action)

    def is_over(self, state: State) -> bool:
        """Has the match ended?"""
        return bool(self.rules.over(state))

    def score(self, state: State, seat: int) -> int:
        """What the match is worth to a seat at its end (the room says how)."""
        return int(self.rules.score(state, seat))

    # ------------------------------------------------------------ hidden information
    @functools.cached_property
    def predicates(self) -> dict[str, Callable[[Any, int, int], bool]]:
        """The room's audience predicates by name."""
        names = {f.audience.name for f in self.rules.State.FIELDS.values()}
        return {n: getattr(self.rules, n) for n in names if hasattr(self.rules, n)}

    def conceal(self, state: State, viewer: int) -> State:
        """A copy in which everything that the viewer (a seat, or SPECTATOR) may not know is None."""
        return conceal(state, viewer, self.predicates)

    def view(self, state: State, viewer: int = SPECTATOR) -> dict[str, Json]:
        """What the viewer may know, as JSON."""
        return self.view_json(self.conceal(state, viewer), viewer)

    def whole(self, state: State) -> dict[str, Json]:
        """The same with nothing hidden, for a match that is over."""
        return self.view_json(state.clone(), SPECTATOR)

    @functools.cached_property
    def observation_layout(self) -> list[Section]:
        """Where each field stands in the observation tensor (see core/observe.py)."""
        return layout(self.rules.State, self.seats[1])[0]

    @functools.cached_property
    def observation_size(self) -> int:
        """The length of the observation tensor."""
        return layout(self.rules.State, self.seats[1])[1]

    @functools.cached_property
    def _observe(self) -> Callable[[Any, int, list[int]], None]:
        space: dict[str, Any] = {**self.rules.__dict__, "subroutine": rule}
        exec(source(self.rules.State, self.seats[1]), space)  # noqa: S102  (generated from the field table)
        return space["observe"]

    def observe(self, state: State, viewer: int) -> list[int]:
        """What the viewer may know as `observation_size` numbers, generated from the field table."""
        out = [0] * self.observation_size
        self._observe(state, viewer, out)
        return out

    def redeal(self, state: State, viewer: int, stream: Rng) -> None:
        """Deal anew, in place, all that the viewer cannot know, uniformly among what it holds possible."""
        self.rules.redeal(state, viewer, stream)

    def imagine(self, state: State, viewer: int, stream: Rng) -> State:
        """A copy as the viewer may imagine it: redealt, with a future of its own."""
        dream = state.clone()
        dream.chance = None
        self.redeal(dream, viewer, stream)
        dream.seed = self._word(stream)
        dream.counter = 0
        return dream

    @staticmethod
    def _word(stream: Rng) -> int:
        from mainmatch.core.chance import draw

        return draw(stream, 1 << 32) << 32 | draw(stream, 1 << 32)

    def sight(self, state: State, seat: int, told: Iterable[Told] = (), stream: Rng | None = None) -> Sight:
        """All that an agent on this seat gets: of what was `told` only what is for it; with a `stream` an imagined world."""
        events = (self.events.project(t, seat) for t in told)
        return Sight(
            self.id,
            state.players,
            self.options_of(state),
            seat,
            self.view(state, seat),
            self.legal_json(state, seat),
            tuple(e for e in events if e is not None),
            None if stream is None else self.imagine(state, seat, stream),
        )

    def options_of(self, state: State) -> dict[str, Value]:
        """The option values that a state holds."""
        found: dict[str, Value] = {}
        for o in self.options:
            number = getattr(state, o.holder)
            found[o.name] = o.choices[number] if o.choices else bool(number) if o.kind == "bool" else int(number)
        return found

    deduces: ClassVar[bool] = False
    """Does the game offer `deduce`?"""

    def deduce(
        self, players: int, options: dict[str, Value], seat: int, events: Iterable[EventJson]
    ) -> dict[str, Json] | None:
        """What follows without doubt, for a seat, from all that it was told (projected events, in order).

        None: nothing yet, or the game does not offer it.
        """
        return None

    def likelihood(self, worlds: Sequence[State], seat: int, events: Sequence[EventJson]) -> list[float] | None:
        """For each of these worlds, which `seat` holds possible: how likely the others would have decided as they did.

        Natural logarithms, by a rule of thumb that makes mistakes; `events`: all that the seat was told. None: the game
        has no such model, or there is nothing to judge by.
        """
        return None

    # ------------------------------------------------------------ what the room writes
    @abstractmethod
    def state_json(self, state: State) -> dict[str, Json]:
        """The full truth as JSON, with exactly the fields of the room's data section (and `extra`)."""

    @abstractmethod
    def view_json(self, shown: State, viewer: int) -> dict[str, Json]:
        """The view of a concealed copy: fields that are None are not known to the viewer."""

    @abstractmethod
    def read_state(self, state: State, given: dict[str, Json]) -> None:
        """Fill a blank record from a given position (the inverse of `state_json`; `extra` may miss).

        Raises InvalidState, naming the field and the clause, for a position that cannot arise.
        """

    @abstractmethod
    def outcome(self, state: State) -> dict[str, Json]:
        """The result of a match that is over."""

    def parts(self, state: State) -> list[str] | None:
        """What each seat plays, in a word, where that differs (a character, a side): for studies of finished matches."""
        return None

    def part_names(self, lang: str) -> dict[str, str]:
        """What `parts` can hold, in their order, with the names that people know."""
        return {}

    def results(self, lang: str) -> dict[int, str]:
        """What scores mean to people, best first, in games that know a few results and no ranks."""
        return {}

    def is_retractable(self, before: State, after: State, action: int, told: set[str]) -> bool:
        """Did this decision, which told these kinds of events, show nobody anything hidden? Then a table may let it be taken back.

        In doubt no. Whether lots were drawn is minded elsewhere.
        """
        allowed = self.retractable.get(str(self.actions.decode(action)["type"]))
        return allowed is not None and told <= allowed

    @abstractmethod
    def timeout_action(self, state: State, seat: int, lot: Callable[[int], int]) -> int:
        """The fixed default that the clock takes. `lot(n)` draws 0 … n-1 where the rules say so."""

    @abstractmethod
    def headline(self, view: dict[str, Json]) -> tuple[str, dict[str, Json]]:
        """The phase as a key of the catalogue's `phases` and the values of its holes (see `headline_kinds`)."""

    headline_kinds: ClassVar[dict[str, str]] = {}
    """Kinds of the values in headlines (`player`, …), for rendering."""

    def advise(self, sight: Sight, dice: random.Random) -> Action:
        """What a sensible beginner does, from its sight alone. Default: uniformly random."""
        return dice.choice(sight.legal)

    def public_sight(self, state: State, seat: int) -> Sight:
        """A seat as everybody sees it: a spectator's view, and no legal actions."""
        return Sight(self.id, state.players, self.options_of(state), seat, self.view(state), [])

    def explain(self, sight: Sight, action: Action) -> list[Reason]:
        """Why a sensible beginner would do this, the weightiest first: at most two reasons, made of what the sight shows.

        With a public sight only what public facts explain, and nothing about an action that stays sealed. Default: no reason.
        """
        return []

    reason_kinds: ClassVar[dict[str, str]] = {}
    """Kinds of the values in reasons, for rendering."""

    # ------------------------------------------------------------ words
    def words(self, lang: str) -> dict[str, Any]:
        """The room's catalogue in a language (`ko`, `en`)."""
        return catalogue(self.package, lang)

    def sentences(self, lang: str, names: Iterable[str], viewer: int | None = None) -> Words:
        """Everything sayable about this game, in a language, to a viewer."""
        return Words(self, lang, list(names), viewer)


def _is_below(seats: Json, players: int) -> bool:
    """Is a value of players (a seat, several, None) within a match of so many?"""
    return all(seat is None or seat < players for seat in (seats if isinstance(seats, list) else [seats]))


class Words:
    """Sentences of one game in one language: events, actions, headlines, refusals."""

    def __init__(self, game: Game, lang: str, names: list[str], viewer: int | None) -> None:
        self.game = game
        self.words = game.words(lang)
        self.sentences = Sentences(self.words, lang, names, viewer)

    def event(self, event: dict[str, Json]) -> str:
        """A projected event as a sentence."""
        kind = next(e for e in self.game.events.kinds if e.name == event["type"])
        return self.sentences.fill(
            self.words["events"][event["type"]], event, {k: v.name for k, v in kind.values.items()}
        )

    def action(self, action: Action) -> str:
        """An action as the label of a choice."""
        family = self.game.actions.family(self.game.actions.encode(action))
        kinds = {k: d.kind for k, d in family.parameters.items()}
        return self.sentences.fill(self.words["actions"][family.name], action, kinds)

    def headline(self, view: dict[str, Json]) -> str:
        """The phase as a sentence."""
        key, values = self.game.headline(view)
        return self.sentences.fill(self.words["phases"][key], values, self.game.headline_kinds)

    def reason(self, reason: Reason) -> str:
        """A reason as a sentence."""
        return self.sentences.fill(self.words["reasons"][reason.key], reason.values, self.game.reason_kinds)

    def why(self, clause: str) -> str:
        """Why a clause forbids something, in one sentence."""
        return str(self.words["why"].get(clause, clause))
