"""Traces: matches as JSON lines, with the full truth of every state and all legal actions.

    {"game": "maskmen", "players": 4, "options": {…}, "seed": 7}
    {"state": {…}, "actors": [2], "legal": {"2": […]}, "chosen": {"2": {…}}}
    …
    {"state": {…}, "actors": [], "legal": {}, "outcome": {…}}

The decisions of a trace draw from a stream of their own, made of the seed by SHA-256, so that they have
nothing to do with the chance events of the match.
"""

from __future__ import annotations

import hashlib
import json
from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass
from typing import Any

from mainmatch.core.actions import Action
from mainmatch.core.chance import Chance, KeyedChance, Rng, draw, rng
from mainmatch.core.errors import IllegalAction, InvalidFile, InvalidInput, InvalidState, MainmatchError, RangeError
from mainmatch.core.game import Game, State, Value
from mainmatch.core.match import Match
from mainmatch.core.record import SPECTATOR

Line = dict[str, Any]
"""One line of a trace."""

MOST_SEED = 2**64 - 1
encode: Callable[[Any], str] = json.JSONEncoder(ensure_ascii=False, separators=(",", ":"), check_circular=False).encode
"""A line as text: compact, fields in the order in which they were put."""


# ---------------------------------------------------------------- writing
def header(game: Game, players: int, options: dict[str, Value], seed: int) -> Line:
    """The first line of a match."""
    return {"game": game.id, "players": players, "options": options, "seed": seed}


def policy(seed: int) -> Rng:
    """The stream from which a trace's decisions are drawn."""
    return rng(int.from_bytes(hashlib.sha256(b"decisions of a trace %d" % seed).digest()[:8], "big"))


def position(game: Game, state: State, views: bool = False) -> Line:
    """A state with its actors and their legal actions; when the match is over with its outcome."""
    actors = game.actors(state)
    line: Line = {
        "state": game.state_json(state),
        "actors": actors,
        "legal": {str(seat): game.legal_json(state, seat) for seat in actors},
    }
    if game.is_over(state):
        line["outcome"] = game.outcome(state)
    if views:
        shown = {str(seat): game.view(state, seat) for seat in range(state.players)}
        line["views"] = {**shown, "spectator": game.view(state, SPECTATOR)}
    return line


def random_match(game: Game, players: int, options: dict[str, Value], seed: int, views: bool = False) -> Iterator[Line]:
    """A match of uniformly random legal decisions, line by line."""
    yield header(game, players, options, seed)
    state = game.start(players, options, seed)
    state.told = None
    stream = policy(seed)
    while True:
        line = position(game, state, views)
        if not line["actors"]:
            yield line
            return
        chosen = {seat: actions[draw(stream, len(actions))] for seat, actions in line["legal"].items()}
        yield _with_decision(line, chosen)
        for seat, action in chosen.items():
            game.apply(state, int(seat), game.actions.encode(action))


def of_match(match: Match) -> Iterator[Line]:
    """A finished match as a trace. A keyed match has no seed; its header has `"seed": null` and its key."""
    game = match.game
    source = match.source
    if isinstance(source, int):
        yield header(game, match.players, match.options, source)
    elif isinstance(source, KeyedChance):
        yield {**header(game, match.players, match.options, 0), "seed": None, "key": source.key.hex()}
    else:
        raise InvalidInput("the match has neither seed nor key, so nobody could replay its trace")
    state = game.start(match.players, match.options, source)
    state.told = None
    decisions = iter(match.decisions)
    while True:
        line = position(game, state)
        if not line["actors"]:
            yield line
            return
        # One line a decision: whoever decided first, all seats that owed it stand in one line, in order.
        taken = dict(next(decisions, (-1, -1)) for _ in line["actors"])
        if sorted(taken) != line["actors"]:
            raise InvalidInput("the match is not over: only a finished match can be exported")
        yield _with_decision(line, {str(seat): game.actions.decode(taken[seat]) for seat in line["actors"]})
        for seat in line["actors"]:
            game.apply(state, seat, taken[seat])


def _with_decision(line: Line, chosen: dict[str, Action]) -> Line:
    views = line.pop("views", None)
    line["chosen"] = chosen
    if views is not None:
        line["views"] = views
    return line


# ---------------------------------------------------------------- from a given position
@dataclass(frozen=True)
class Given:
    """A given position: what stands in the file of `--from`. `state` None: the start of a fresh match."""

    players: int
    options: dict[str, Value]
    state: dict[str, Any] | None
    decisions: list[dict[str, Action]]


def read_given(game: Game, file: object, players: int | None = None, options: dict[str, Value] | None = None) -> Given:
    """Check the file of `--from` against the game. `players` and `options` were given beside it and must agree.

    Raises InvalidInput naming the field.
    """
    fields = ("players", "options", "state", "decisions")
    if not isinstance(file, dict):
        raise InvalidFile(f"a position is one JSON object with {', '.join(fields)}")
    for name in file:
        if name not in fields:
            raise InvalidFile(f"{name!r} is no field of a position; it has {', '.join(fields)}")
    if "state" not in file:
        raise InvalidFile("state is missing; null is the start of a fresh match")
    count = game.check_players(file.get("players", players))
    if players is not None and players != count:
        raise InvalidInput(f"the position is for {count} players, --players says {players}: leave the option out")
    named = file.get("options", {})
    if not isinstance(named, dict):
        raise InvalidFile("options must be an object, for example {}")
    for name, value in (options or {}).items():
        if name in named and not _same(named[name], value):
            raise InvalidInput(
                f"the position has option {name} {encode(named[name])}, --option says {encode(value)}: leave one out"
            )
    state, decisions = file["state"], file.get("decisions", [])
    if state is not None and not isinstance(state, dict):
        raise InvalidFile("state must be an object, or null for the start of a fresh match")
    if not isinstance(decisions, list) or not all(isinstance(d, dict) for d in decisions):
        raise InvalidFile('decisions must be a list of objects, for example [{"0": {"type": "pass"}}]')
    return Given(count, game.check_options(count, {**(options or {}), **named}), state, decisions)


def enter(game: Game, given: Given, chance: int | Chance) -> State:
    """The state of a given position, with the chance events to come. Raises InvalidState."""
    if given.state is None:
        state = game.start(given.players, given.options, chance)
    else:
        state = game.blank(given.players, given.options, chance)
        try:
            game.read_state(state, given.state)
        except (RangeError, TypeError, KeyError, ValueError, IndexError, AttributeError) as error:
            raise InvalidFile(f"state cannot arise: {error}") from error
        if game.is_over(state):
            raise InvalidState("phase", "a given position is not over")
    state.told = None
    return state


def from_position(game: Game, given: Given, seed: int, views: bool = False) -> Iterator[Line]:
    """The given decisions from a given position, and the state that they reach."""
    yield header(game, given.players, given.options, seed)
    state = enter(game, given, seed)
    for number, decision in enumerate(given.decisions):
        line = position(game, state, views)
        numbers = check_decision(game, state, decision, f"decisions[{number}]")
        yield _with_decision(line, {str(seat): game.actions.decode(action) for seat, action in numbers.items()})
        for seat, action in numbers.items():
            game.apply(state, seat, action)
    yield position(game, state, views)


def check_decision(game: Game, state: State, decision: object, where: str) -> dict[int, int]:
    """The action numbers by seat of a decision that all actors take. Raises InvalidInput: the field, the action, the clause."""
    actors = game.actors(state)
    if not isinstance(decision, dict):
        raise InvalidFile(f"{where} must be an object with an action for every actor")
    if not actors:
        raise InvalidInput(f"{where}: the match is over, nobody decides any more")
    for key in decision:
        if key not in map(str, actors):
            raise IllegalAction(f"{where}: {key!r} owes no decision now; the actors are {', '.join(map(str, actors))}")
    numbers = {}
    for seat in actors:
        if str(seat) not in decision:
            raise InvalidInput(f"{where}: player {seat} owes a decision too")
        action = decision[str(seat)]
        try:
            numbers[seat] = game.check_action(state, seat, action)
        except IllegalAction as error:
            reason = f": {game.words('en').get('why', {}).get(error.clause, 'that clause')}" if error.clause else ""
            raise IllegalAction(
                f"{where}.{seat}: {encode(action)} is refused by {error.clause}{reason}", error.clause
            ) from None
        except InvalidInput as error:
            raise InvalidInput(f"{where}.{seat}: {error}") from None
    return numbers


# ---------------------------------------------------------------- replaying
class Differs(MainmatchError):
    """The replay of a trace comes out differently; names line and field."""


@dataclass
class Tally:
    """What a replay went through."""

    matches: int = 0
    decisions: int = 0


def replay(lines: Iterable[tuple[int, Any]], find: Callable[[object], Game], start: object = None) -> Tally:
    """Play the decisions of a trace again. `start`: the position that it was made `--from`.

    Raises Differs at the first line that comes out differently, InvalidInput when it is no trace.
    """
    tally = Tally()
    source = _Lines(lines)
    while (first := source.take()) is not None:
        _replay_match(source, *first, find, start, tally)
    if not tally.matches:
        raise InvalidFile("there is no trace in this file: it is empty")
    return tally


def _replay_match(
    source: _Lines, number: int, given: Any, find: Callable[[object], Game], start: object, tally: Tally
) -> None:
    if not isinstance(given, dict) or "game" not in given:
        raise InvalidFile(f"line {number}: a match starts with a header that names its game")
    game = find(given["game"])
    for name in ("players", "options", "seed"):
        if name not in given:
            raise InvalidFile(f"line {number}: the header has no {name}")
    if not isinstance(given["options"], dict):
        raise InvalidFile(f"line {number}: options must be an object")
    players = game.check_players(given["players"])
    options = game.check_options(players, given["options"])
    chance = _chance(given, number)
    _compare(number, "", {**given, "game": game.id, "players": players, "options": options}, given)
    if set(given) - {"game", "players", "options", "seed"} - ({"key"} if given["seed"] is None else set()):
        unknown = min(set(given) - {"game", "players", "options", "seed", "key"} or {"key"})
        raise Differs(f"line {number}: {unknown} does not belong into a header")
    position_given = Given(players, options, None, []) if start is None else read_given(game, start, players, options)
    try:
        state = enter(game, position_given, chance)
    except InvalidInput as error:
        raise InvalidInput(f"the position: {error}") from None
    tally.matches += 1
    while True:
        taken = source.take()
        if taken is None:
            raise Differs(f"line {source.last + 1}: state is missing: the trace ends before its match does")
        number, line = taken
        if not isinstance(line, dict):
            raise InvalidFile(f"line {number}: a line of a trace is a JSON object")
        if "game" in line:
            raise Differs(f"line {number}: state is missing: the next match starts before this one ends")
        ours = position(game, state, "views" in line)
        chosen = line.get("chosen")
        if isinstance(line.get("state"), dict) and "extra" not in line["state"]:
            ours["state"].pop("extra", None)
        theirs = {name: value for name, value in line.items() if name != "chosen"}
        _compare(number, "", _unordered(ours), _unordered(theirs))
        if not ours["actors"]:
            if chosen is not None:
                raise Differs(f"line {number}: chosen: the match is over, nobody decides any more")
            return
        if chosen is None:
            if source.goes_on:
                raise Differs(f"line {number}: chosen is missing")
            return  # what --from writes last: a position without a decision
        try:
            numbers = check_decision(game, state, chosen, "chosen")
        except InvalidInput as error:
            raise Differs(f"line {number}: {error}") from None
        for seat, action in numbers.items():
            game.apply(state, seat, action)
        tally.decisions += 1


class _Lines:
    """The lines of a trace with a look at the next one."""

    def __init__(self, lines: Iterable[tuple[int, Any]]) -> None:
        self.rest = iter(lines)
        self.next = next(self.rest, None)
        self.last = 0

    @property
    def goes_on(self) -> bool:
        """Is the next line one of the same match?"""
        return self.next is not None and not (isinstance(self.next[1], dict) and "game" in self.next[1])

    def take(self) -> tuple[int, Any] | None:
        """The next line with its number, or None at the end."""
        taken = self.next
        if taken is not None:
            self.last = taken[0]
            self.next = next(self.rest, None)
        return taken


def _chance(given: Line, number: int) -> int | Chance:
    seed = given["seed"]
    if seed is None and isinstance(given.get("key"), str):
        try:
            return KeyedChance(bytes.fromhex(given["key"]))
        except ValueError:
            raise InvalidFile(f"line {number}: key must be 64 hexadecimal digits") from None
    if type(seed) is not int or not 0 <= seed <= MOST_SEED:
        raise InvalidFile(f"line {number}: seed must be a whole number from 0 to {MOST_SEED}")
    return seed


def _unordered(line: Line) -> Line:
    """The line with its legal actions in a fixed order, as theirs carries no meaning."""
    legal = line.get("legal")
    if not isinstance(legal, dict):
        return line
    return {**line, "legal": {k: sorted(v, key=_canonical) if isinstance(v, list) else v for k, v in legal.items()}}


def _canonical(value: Any) -> str:
    return json.dumps(value, sort_keys=True)


def _same(one: Any, other: Any) -> bool:
    return type(one) is type(other) and one == other


def _compare(number: int, where: str, ours: Any, theirs: Any) -> None:
    """Raise Differs at the first field in which a line is not what the replay gives."""
    if encode(ours) == encode(theirs):
        return
    if isinstance(ours, dict) and isinstance(theirs, dict):
        for name in [*ours, *theirs]:
            path = f"{where}.{name}" if where else name
            if name not in theirs:
                raise Differs(f"line {number}: {path} is missing, the replay gives {_short(ours[name])}")
            if name not in ours:
                raise Differs(f"line {number}: {path} is {_short(theirs[name])}, the replay has no such field")
            _compare(number, path, ours[name], theirs[name])
    elif isinstance(ours, list) and isinstance(theirs, list) and len(ours) == len(theirs):
        for i, (mine, other) in enumerate(zip(ours, theirs, strict=True)):
            _compare(number, f"{where}[{i}]", mine, other)
    elif not _same(ours, theirs):
        raise Differs(f"line {number}: {where} is {_short(theirs)}, the replay gives {_short(ours)}")


def _short(value: Any) -> str:
    text = encode(value)
    return text if len(text) <= 60 else text[:59] + "…"
