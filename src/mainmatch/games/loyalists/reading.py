"""A given position of Loyalists and Traitors, checked clause by clause."""

from __future__ import annotations

import types
from typing import Any

from mainmatch.core.errors import InvalidState
from mainmatch.core.game import State

PHASES = ("board", "elect", "jail", "last_elect", "last_jail", "nominate", "challenge", "over")
SIDES = ("loyalists", "traitors")
FIELDS = (
    "phase", "round", "traitors", "order", "turn", "offer", "offer_before", "turns", "columns", "jailed", "king",
    "candidates", "ballot", "broken", "winner", "tokens", "nominee",
)  # fmt: skip
EXTRA = ("filled_by", "before", "earlier", "tally", "votes")
VOTING = ("elect", "last_elect", "nominate")
VERDICT = ("nominate", "challenge")
NAMES = ("A", "B")
EVERYBODY = frozenset(range(9))
Given = dict[str, Any]


def read(s: State, given: Given, rules: types.ModuleType) -> None:
    """Fill a blank record; raises InvalidState naming the field and the clause."""
    for name in given:
        if name not in FIELDS and name != "extra":
            raise InvalidState(name, "is no field of this state")
    for name in FIELDS:
        if name not in given:
            raise InvalidState(name, "is missing")
    if given["phase"] not in PHASES[:-1]:
        raise InvalidState("phase", f"must be one of {', '.join(PHASES[:-1])}: a given position is not over")
    rules.clear(s)
    s.phase = PHASES.index(given["phase"])
    _roles(s, given)
    _columns(s, given, rules.CELLS)
    _jail(s, given)
    _verdict(s, given, 2 * rules.CELLS)
    _turn(s, given)
    _offers(s, given, rules)
    _ballot(s, given)
    _extra(s, given.get("extra"), rules)


# ---------------------------------------------------------------- roles, columns
def _roles(s: State, given: Given) -> None:
    for p in _players(given["traitors"], "traitors", 3, "LT-1"):
        s.role[p] = 1
    order = given["order"]
    if not isinstance(order, list) or [type(p) for p in order] != [int] * 9 or set(order) != EVERYBODY:
        raise InvalidState("order", "must name all nine players once", "LT-2")
    s.order = list(order)


def _columns(s: State, given: Given, cells: int) -> None:
    """LT-7 is asked of every cell but the first: a given column may start with any number, whatever `first_cell` says."""
    columns = given["columns"]
    if not isinstance(columns, dict) or set(columns) != set(NAMES):
        raise InvalidState("columns", "must have A and B", "LT-3")
    above = []
    for c, name in enumerate(NAMES):
        where = f"columns.{name}"
        column = columns[name]
        if not isinstance(column, list) or len(column) > cells:
            raise InvalidState(where, f"must be a list of at most {cells} numbers", "LT-3")
        for i, number in enumerate(column):
            _number(number, f"{where}[{i}]", 0, 9999, "LT-4")
            if i and number <= column[i - 1]:
                raise InvalidState(f"{where}[{i}]", f"must be greater than {column[i - 1]} below it", "LT-6")
            if i and len(str(number)) > len(str(column[i - 1])) + 1:
                raise InvalidState(f"{where}[{i}]", f"{number} has too many digits for this cell", "LT-7")
            if number > s.limit:
                above.append((name, number))
            s.cell[c][i] = number
        s.height[c] = len(column)
    broken = given["broken"]
    if not isinstance(broken, bool):
        raise InvalidState("broken", "must be true or false", "LT-11")
    if len(above) > 1:
        raise InvalidState("columns", f"the first number above {s.limit} ends the board phase", "LT-11")
    if broken != (len(above) == 1):
        raise InvalidState(
            "broken", f"the line is broken when a number above {s.limit} is placed, and only then", "LT-11"
        )
    s.broken = int(broken)


# ---------------------------------------------------------------- king, jail, verdict
def _jail(s: State, given: Given) -> None:
    phase = given["phase"]
    s.round = _number(given["round"], "round", 1, 10**8)
    nobody_yet = s.round == 1 and phase not in VERDICT
    jailed = _players(given["jailed"], "jailed", 0 if nobody_yet else 2, "LT-13")
    s.jailed = _bits(jailed)
    king = given["king"]
    if s.round == 1 and phase in ("board", "elect", "last_elect"):
        if king is not None:
            raise InvalidState("king", "must be null before the first election", "LT-12")
        return
    s.king = _number(king, "king", 0, 8, "LT-12")
    if king in jailed:
        raise InvalidState(
            "king", "is not in jail: a king jails others, and only the free elect and are elected", "LT-12"
        )


def _verdict(s: State, given: Given, cells: int) -> None:
    phase, winner = given["phase"], given["winner"]
    full = sum(s.height) == cells
    traitors = {p for p in range(9) if s.role[p]}
    tokens: set[int] = set()
    if phase not in VERDICT:
        if winner is not None:
            raise InvalidState("winner", "must be null before the verdict", "LT-18")
        if bool(s.broken) != (phase in ("last_elect", "last_jail")):
            raise InvalidState("broken", "the last king is elected when the line is broken, and only then", "LT-15")
        if full and not s.broken:
            raise InvalidState("phase", "the board is full, so the loyalists have won", "LT-11")
    elif winner == "loyalists":
        if s.broken or not full:
            raise InvalidState(
                "winner", "the loyalists choose a candidate only with a full board and no broken line", "LT-14"
            )
        tokens = set(EVERYBODY) - traitors
    elif winner == "traitors":
        if not s.broken:
            raise InvalidState("winner", "the traitors win only by a broken line", "LT-17")
        if _set(s.jailed) <= traitors:
            raise InvalidState("jailed", "the last king jailed two traitors, so the loyalists have won", "LT-16")
        tokens = traitors | {s.king}
    else:
        raise InvalidState("winner", "must be loyalists or traitors after the verdict", "LT-18")
    s.winner = SIDES.index(winner) if winner is not None else -1
    if _players(given["tokens"], "tokens") != sorted(tokens):
        clause = "LT-18" if winner is None else "LT-14" if winner == "loyalists" else "LT-17"
        raise InvalidState("tokens", f"must be {sorted(tokens)}", clause)
    s.tokens = _bits(tokens)
    nominee = given["nominee"]
    if phase != "challenge":
        if nominee is not None:
            raise InvalidState("nominee", "must be null until a candidate is chosen", "LT-14")
        return
    s.nominee = _number(nominee, "nominee", 0, 8, "LT-14")
    if nominee in tokens:
        raise InvalidState("nominee", "has a token of life", "LT-14" if winner == "loyalists" else "LT-17")


# ---------------------------------------------------------------- turns and offers
def _turn(s: State, given: Given) -> None:
    phase, turn = given["phase"], given["turn"]
    s.turns = _number(given["turns"], "turns", 0, 10**9)
    before = 0 if s.round == 1 else 9 + 7 * (s.round - 2)
    playing = 9 if s.round == 1 else 7
    if phase == "board":
        _number(turn, "turn", 0, 8, "LT-4")
        if s.jailed >> turn & 1:
            raise InvalidState("turn", "is in jail", "LT-13")
        s.place = s.order.index(turn)
        first = last = before + sum(not s.jailed >> p & 1 for p in s.order[: s.place])
    else:
        if turn is not None:
            raise InvalidState("turn", "must be null outside the board phase", "LT-4")
        last = before + playing
        first = last if phase in ("elect", "jail") else before + 1
    if not first <= s.turns <= last:
        wanted = str(first) if first == last else f"{first} to {last}"
        raise InvalidState("turns", f"must be {wanted} here: one for each player not in jail, round by round", "LT-4")
    if sum(s.height) > s.turns:
        raise InvalidState("columns", f"{sum(s.height)} cells are filled in {s.turns} turns", "LT-4")


def _offers(s: State, given: Given, rules: types.ModuleType) -> None:
    if given["phase"] == "board":
        s.offer = _digits(s, given["offer"], "offer")
    elif given["offer"] is not None:
        raise InvalidState("offer", "must be null outside the board phase", "LT-4")
    if s.turns:
        s.offer_before = _digits(s, given["offer_before"], "offer_before")
    elif given["offer_before"] is not None:
        raise InvalidState("offer_before", "must be null before the first turn is taken", "LT-9")
    if s.dealer == rules.RANDOM:
        if s.offer >= 0 and s.offer == s.offer_before:
            raise InvalidState(
                "offer", "must not be the same four digits in the same order as the offer before", "LT-9"
            )
        return
    for name, offer, turn in (("offer", s.offer, s.turns), ("offer_before", s.offer_before, s.turns - 1)):
        group = rules.PI_GROUP[turn % rules.GROUPS]
        if offer >= 0 and offer != group:
            raise InvalidState(name, f"the decimals of π for this turn are {group:04d}", "LT-9")


def _digits(s: State, offer: Any, where: str) -> int:
    if not isinstance(offer, list) or len(offer) != 4 or any(type(d) is not int or not 0 <= d <= 9 for d in offer):
        raise InvalidState(where, "must be four digits", "LT-4")
    number = int("".join(map(str, offer)))
    if number == 0 and s.dealer == 0:
        raise InvalidState(where, "0000 is never offered", "LT-9")
    return number


# ---------------------------------------------------------------- ballots
def _ballot(s: State, given: Given) -> None:
    phase, ballot, candidates = given["phase"], given["ballot"], given["candidates"]
    if phase not in VOTING:
        for name in ("ballot", "candidates"):
            if given[name] is not None:
                raise InvalidState(name, "must be null outside votes", "LT-12")
        return
    clause = {
        "elect": "LT-12",
        "last_elect": "LT-15",
        "nominate": "LT-14" if given["winner"] == "loyalists" else "LT-17",
    }[phase]
    s.ballot = _number(ballot, "ballot", 1, 2**31 - 1, clause)
    if s.vote_limit and s.ballot > s.vote_limit:
        raise InvalidState("ballot", f"after {s.vote_limit} tied ballots a lot decides", clause)
    if phase == "nominate":
        s.voters = _bits(p for p in range(9) if s.role[p] == s.winner)
        able = EVERYBODY - _set(s.tokens)
    else:
        able = EVERYBODY - _set(s.jailed)
        s.voters = _bits(able)
    named = _players(candidates, "candidates", clause=clause)
    if not set(named) <= able or len(named) < 2 or (s.ballot == 1 and len(named) < len(able)):
        wanted = "must be" if s.ballot == 1 else "must be two or more of"
        raise InvalidState("candidates", f"{wanted} {sorted(able)}", clause)
    s.candidates = _bits(named)
    s.waiting = s.voters


# ---------------------------------------------------------------- what a dumped state adds
def _extra(s: State, extra: Any, rules: types.ModuleType) -> None:
    """Who filled which cell, the public history of the newest offers, sealed votes, the last tally. All of it may miss."""
    if extra is None:
        return
    if not isinstance(extra, dict) or set(extra) - set(EXTRA):
        raise InvalidState("extra", f"may have {', '.join(EXTRA)}")
    if "filled_by" in extra:
        _filled_by(s, extra["filled_by"])
    if "before" in extra:
        s.before_had, s.before_made = _used(s, extra["before"], "before", s.offer_before, rules)
    if "earlier" in extra:
        earlier = extra["earlier"]
        if s.turns < 2 or not isinstance(earlier, dict) or "offer" not in earlier:
            raise InvalidState("extra.earlier", "must name the offer two turns ago", "LT-9")
        s.offer_earlier = _digits(s, earlier["offer"], "extra.earlier.offer")
        if s.dealer == rules.RANDOM and s.offer_earlier == s.offer_before:
            raise InvalidState(
                "extra.earlier.offer", "must not be the same four digits in the same order as offer_before", "LT-9"
            )
        used = {k: v for k, v in earlier.items() if k != "offer"}
        s.earlier_had, s.earlier_made = _used(s, used, "earlier", s.offer_earlier, rules)
    if "tally" in extra:
        tally = extra["tally"]
        if not isinstance(tally, list) or len(tally) != 9:
            raise InvalidState("extra.tally", "must be nine numbers of votes")
        s.tally = [_number(v, f"extra.tally[{p}]", 0, 9) for p, v in enumerate(tally)]
    if "votes" in extra:
        _votes(s, extra["votes"])


def _filled_by(s: State, filled_by: Any) -> None:
    if not isinstance(filled_by, dict) or set(filled_by) != set(NAMES):
        raise InvalidState("extra.filled_by", "must have A and B", "LT-3")
    for c, name in enumerate(NAMES):
        column = filled_by[name]
        if not isinstance(column, list) or len(column) != s.height[c]:
            raise InvalidState(f"extra.filled_by.{name}", "must name a player or null for each filled cell")
        for i, p in enumerate(column):
            s.filled_by[c][i] = -1 if p is None else _number(p, f"extra.filled_by.{name}[{i}]", 0, 8)


def _used(s: State, used: Any, name: str, offer: int, rules: types.ModuleType) -> tuple[int, int]:
    """Who had a used offer and what he made of it: {"player": P, "number": N} or {"player": P, "nothing_above": TOP}."""
    where = f"extra.{name}"
    if used == {"player": None}:
        return -1, 0
    if not isinstance(used, dict) or offer < 0 or set(used) not in ({"player", "number"}, {"player", "nothing_above"}):
        raise InvalidState(where, "must have player, and number or nothing_above", "LT-10")
    player = _number(used["player"], f"{where}.player", 0, 8)
    if "number" in used:
        number = _number(used["number"], f"{where}.number", 0, 9999, "LT-4")
        if not rules.can_make(offer, number):
            raise InvalidState(f"{where}.number", f"{number} cannot be made of {offer:04d}", "LT-4")
        return player, number
    top = _number(used["nothing_above"], f"{where}.nothing_above", 0, 9999, "LT-8")
    if s.dealer == rules.RANDOM and (top < 1000 or rules.largest(rules.sorted_up(offer), 4) > top):
        raise InvalidState(f"{where}.nothing_above", f"a number above {top} can be made of {offer:04d}", "LT-8")
    return player, -1 - top


def _votes(s: State, votes: Any) -> None:
    if not isinstance(votes, list) or len(votes) != 9:
        raise InvalidState("extra.votes", "must be nine players or nulls")
    for p, vote in enumerate(votes):
        if vote is None:
            continue
        where = f"extra.votes[{p}]"
        if not s.voters >> p & 1:
            raise InvalidState(where, "has no vote now", "LT-12")
        if not s.candidates >> _number(vote, where, 0, 8) & 1:
            raise InvalidState(where, f"{vote} is no candidate", "LT-12")
        s.committed[p] = vote + 1
        s.waiting &= ~(1 << p)
    if not s.waiting:
        raise InvalidState("extra.votes", "the last sealed vote opens the ballot")


# ---------------------------------------------------------------- values
def _number(value: Any, where: str, low: int, high: int, clause: str | None = None) -> int:
    if type(value) is not int or not low <= value <= high:
        raise InvalidState(where, f"must be a whole number from {low} to {high}", clause)
    return value


def _players(value: Any, where: str, count: int | None = None, clause: str | None = None) -> list[int]:
    if not isinstance(value, list) or any(type(p) is not int or not 0 <= p <= 8 for p in value):
        raise InvalidState(where, "must be a list of players from 0 to 8", clause)
    if count is not None and len(value) != count:
        raise InvalidState(where, f"must name {count} players", clause)
    if value != sorted(set(value)):
        raise InvalidState(where, "must name players in ascending order, each once", clause)
    return value


def _bits(players: Any) -> int:
    return sum(1 << p for p in players)


def _set(bits: int) -> set[int]:
    return {p for p in range(9) if bits >> p & 1}
