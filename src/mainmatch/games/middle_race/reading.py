"""A given position of Middle Race, checked clause by clause."""

from __future__ import annotations

import types
from collections.abc import Iterable
from typing import Any

from mainmatch.core.errors import InvalidState
from mainmatch.core.game import State

PHASES = ("vote", "nominate", "pick", "race", "over")
QUESTIONS = ("silence", "submit", "one", "push", "reset", "delete", "keep", "mirror", "renew")
ASKED = (None, *QUESTIONS)
LETTERS = (None, "a", "b", "c", "d", "e")
DRAFT_FIELDS = ("phase", "candidates", "ballot", "pick_order", "characters")
RACE_FIELDS = (
    "squares", "hands", "last_designated", "hidden_hands", "asleep", "quick_ahead", "turn", "lap", "chain",
    "finish_order", "asked",
)  # fmt: skip
BETWEEN = ("silence", "submit", "renew")
"""Questions that can stand without pending effects."""
EFFECTS = ("letter", "stride", "partner", "newest", "pending")
"""What `extra` holds at the other questions."""
DESIGNATORS = (1, 2, 4, 5, 8, 10)
LARGEST = 2**31 - 1
Given = dict[str, Any]


def read(s: State, given: Given, rules: types.ModuleType) -> None:
    """Fill a blank record; raises InvalidState naming the field and the clause."""
    for name in given:
        if name not in DRAFT_FIELDS and name not in RACE_FIELDS and name != "extra":
            raise InvalidState(name, "is no field of this state")
    for name in DRAFT_FIELDS + RACE_FIELDS:
        if name not in given:
            raise InvalidState(name, "is missing")
    if given["phase"] not in PHASES[:-1]:
        raise InvalidState("phase", f"must be one of {', '.join(PHASES[:-1])}: a given position is not over")
    extra: Any = {} if given.get("extra") is None else given["extra"]
    if not isinstance(extra, dict):
        raise InvalidState("extra", "must be an object")
    s.phase = PHASES.index(given["phase"])
    if s.draft == rules.BY_LOT and s.phase < rules.RACE:
        raise InvalidState("phase", "must be race: with draft = random the match starts with it", "MR-3")
    _Draft(s, given, rules).read()
    if s.phase == rules.RACE:
        _Race(s, given, extra, rules).read()
    else:
        for name in RACE_FIELDS:
            if given[name] is not None:
                raise InvalidState(name, "must be null before the race", "MR-3")
    _extra(s, extra, rules)


# ---------------------------------------------------------------- draft
class _Draft:
    """Ballot, picking order and characters."""

    def __init__(self, s: State, given: Given, rules: types.ModuleType) -> None:
        self.s, self.given, self.rules = s, given, rules

    def read(self) -> None:
        for i in range(self.rules.SEATS):
            self.s.pick_order[i] = self.rules.NOBODY
        for c in range(self.rules.CHARACTERS):
            self.s.seat[c] = self.rules.NOBODY
        self._ballot()
        self._pick_order()
        self._characters()

    def _ballot(self) -> None:
        s, candidates, ballot = self.s, self.given["candidates"], self.given["ballot"]
        if s.phase != self.rules.VOTE:
            for name in ("candidates", "ballot"):
                if self.given[name] is not None:
                    raise InvalidState(name, "must be null outside the vote", "MR-1")
            return
        s.ballot = _number(ballot, "ballot", 1, LARGEST, "MR-1")
        if s.vote_limit and s.ballot > s.vote_limit:
            raise InvalidState("ballot", f"after {s.vote_limit} tied ballots a lot decides", "MR-1")
        named = _ascending(candidates, "candidates", range(s.players), "MR-1")
        if len(named) < 2 or (s.ballot == 1 and len(named) < s.players):
            wanted = "all players" if s.ballot == 1 else "two or more players"
            raise InvalidState("candidates", f"must be {wanted} in ballot {s.ballot}", "MR-1")
        s.candidates = _bits(named)
        s.voters = s.waiting = (1 << s.players) - 1

    def _pick_order(self) -> None:
        s, order = self.s, self.given["pick_order"]
        if s.draft == self.rules.BY_LOT or s.phase == self.rules.VOTE:
            if order is not None:
                raise InvalidState(
                    "pick_order", "must be null before the vote is decided, and with draft = random", "MR-2"
                )
            return
        if not isinstance(order, list) or len(order) != s.players:
            raise InvalidState("pick_order", f"must be a list of {s.players}", "MR-2")
        unnamed = sum(p is None for p in order)
        named = order[unnamed:]
        if any(type(p) is not int or not 0 <= p < s.players for p in named) or len(set(named)) < len(named):
            raise InvalidState(
                "pick_order", "must be null up to the first place that is named, then players, each once", "MR-2"
            )
        if s.phase != self.rules.NOMINATE and unnamed:
            raise InvalidState("pick_order", "must name all players", "MR-2")
        if s.phase == self.rules.NOMINATE and not 2 <= unnamed < s.players:
            raise InvalidState(
                "pick_order", "must have two unnamed places or more: the last one left is not asked", "MR-2"
            )
        s.pick_order[unnamed : s.players] = named
        s.picking = unnamed - 1 if s.phase == self.rules.NOMINATE else 0

    def _characters(self) -> None:
        s, characters = self.s, self.given["characters"]
        if not isinstance(characters, list) or len(characters) != s.players:
            raise InvalidState("characters", f"must be a list of {s.players}", "MR-3")
        for p, c in enumerate(characters):
            if c is None:
                continue
            if s.phase < self.rules.PICK:
                raise InvalidState(f"characters[{p}]", "must be null before the picks", "MR-3")
            _number(c, f"characters[{p}]", 1, 11, "MR-3")
            if s.seat[c] != self.rules.NOBODY:
                raise InvalidState(f"characters[{p}]", f"character {c} is taken already", "MR-3")
            self.rules.take(s, p, c)
        picked = [c is not None for c in characters]
        if s.phase == self.rules.RACE:
            if not all(picked):
                raise InvalidState("characters", "everybody has a character in the race", "MR-3")
            s.picking = s.players if s.draft == self.rules.BY_VOTE else 0
        elif s.phase == self.rules.PICK:
            in_order = [picked[p] for p in s.pick_order[: s.players]]
            s.picking = sum(picked)
            most = s.players - (2 if s.players == self.rules.SEATS else 1)
            if s.picking > most or not all(in_order[: s.picking]):
                raise InvalidState("characters", "are picked in picking order, and somebody still has to pick", "MR-3")


# ---------------------------------------------------------------- race
class _Race:
    """Squares, hands, powers, turn."""

    def __init__(self, s: State, given: Given, extra: Given, rules: types.ModuleType) -> None:
        self.s, self.given, self.extra, self.rules = s, given, extra, rules
        self.present = [c for c in range(1, rules.CHARACTERS) if s.seat[c] != rules.NOBODY]

    def read(self) -> None:
        self._squares()
        self._hands()
        self._hidden()
        self._memory()
        self._turn()
        self._question()

    def by_character(self, name: str, clause: str) -> dict[int, Any]:
        """An object with one entry for every character in the race."""
        value = self.given[name]
        wanted = {str(c) for c in self.present}
        if not isinstance(value, dict) or set(value) != wanted:
            raise InvalidState(name, f"must have an entry for each of {', '.join(map(str, self.present))}", clause)
        return {c: value[str(c)] for c in self.present}

    def _squares(self) -> None:
        s, goal = self.s, self.rules.GOAL
        for c, square in self.by_character("squares", "MR-4").items():
            s.squares[c] = _number(square, f"squares.{c}", 0, goal, "MR-4")
            if square < goal:
                s.running |= 1 << c
        order = self.given["finish_order"]
        crossed = {c for c in self.present if s.squares[c] == goal}
        if not isinstance(order, list) or any(type(c) is not int for c in order) or len(set(order)) < len(order):
            raise InvalidState("finish_order", "must be a list of characters, each once", "MR-4")
        if set(order) != crossed:
            raise InvalidState("finish_order", f"must be the characters on square {goal}: {sorted(crossed)}", "MR-4")
        if len(order) > s.players - 2:
            raise InvalidState("finish_order", "all but one have finished: the race is over", "MR-28")
        s.finished = len(order)
        s.finish_order[: len(order)] = order

    def _hands(self) -> None:
        s, rules = self.s, self.rules
        for c, hand in self.by_character("hands", "MR-5").items():
            full = [v for v in range(5) if rules.full_set(c) >> v & 1]
            s.hands[c] = _bits(_ascending(hand, f"hands.{c}", full, "MR-5"))
        if rules.QUICK in self.present:
            s.quick_ahead = _number(self.given["quick_ahead"], "quick_ahead", 0, 4, "MR-21")
            if s.quick_ahead + s.hands[rules.QUICK].bit_count() > 4:
                raise InvalidState("quick_ahead", "no more cards went ahead than left the hand", "MR-21")
        else:
            _number(self.given["quick_ahead"], "quick_ahead", 0, 0, "MR-21")

    def _hidden(self) -> None:
        s, rules = self.s, self.rules
        hidden = _ascending(self.given["hidden_hands"], "hidden_hands", self.present, "MR-31")
        for c in hidden:
            if c == rules.DELETE or rules.DELETE not in self.present:
                raise InvalidState("hidden_hands", f"nobody can have cut the hand of {c}", "MR-31")
            if s.hands[c].bit_count() > 1:
                raise InvalidState(f"hands.{c}", "a cut hand has one card at most", "MR-13")
            if s.hands[c]:
                s.cut_from[c] = rules.full_set(c)
        s.hidden = _bits(hidden)

    def _memory(self) -> None:
        s, rules, given = self.s, self.rules, self.given
        for c, last in self.by_character("last_designated", "MR-9").items():
            if last is None:
                continue
            where = f"last_designated.{c}"
            if c not in DESIGNATORS:
                raise InvalidState(where, "must be null: this character does not designate", "MR-9")
            if type(last) is not int or last not in self.present or last == c:
                raise InvalidState(where, "must be another character of the race, or null", "MR-9")
            s.last_designated[c] = last
        asleep = given["asleep"]
        if asleep is not None:
            if type(asleep) is not int or asleep not in self.present:
                raise InvalidState("asleep", "must be a character of the race, or null", "MR-20")
            if not rules.runs(s, rules.SILENCE):
                raise InvalidState("asleep", "must be null: nobody sleeps without Silence in the race", "MR-20")
            if s.last_designated[rules.SILENCE] != asleep:
                raise InvalidState("asleep", "must be the one that Silence designated last, or null", "MR-20")
            s.asleep = asleep

    def _turn(self) -> None:
        s, given = self.s, self.given
        turn = given["turn"]
        if type(turn) is not int or turn not in self.present:
            raise InvalidState("turn", "must be a character of the race", "MR-5")
        s.turn = turn
        s.lap = _number(given["lap"], "lap", 1, s.max_laps, "MR-29")
        s.chain = _number(given["chain"], "chain", 0, LARGEST, "MR-27")

    def _question(self) -> None:
        """What is asked, and whether that can be."""
        s, rules = self.s, self.rules
        asked: Any = self.given["asked"]
        if asked not in QUESTIONS:
            raise InvalidState("asked", f"must be one of {', '.join(QUESTIONS)}", "MR-6")
        s.asked = ASKED.index(asked)
        if asked in BETWEEN:
            self._between(asked)
        else:
            _Effects(s, self.extra, rules).read()
            self._askable(asked)
        for c in self.present:
            empty = c == s.turn and s.letter in (rules.LETTER_C, rules.LETTER_D)
            if rules.runs(s, c) and s.hands[c] == 0 and not empty:
                raise InvalidState(f"hands.{c}", "an empty hand is renewed in its own turn", "MR-6")

    def _between(self, asked: str) -> None:
        s, rules = self.s, self.rules
        for name in EFFECTS:
            if name in self.extra:
                raise InvalidState(f"extra.{name}", f"nothing is pending while {asked} is asked", "MR-6")
        if not rules.runs(s, s.turn):
            raise InvalidState("turn", "has finished and takes no more turns", "MR-26")
        if asked == "silence":
            s.letter = rules.LETTER_A
            if s.turn != rules.SILENCE or not rules.targets(s, rules.SILENCE):
                raise InvalidState("asked", "silence is asked in Silence's turn, when somebody qualifies", "MR-20")
        elif asked == "submit":
            s.letter = rules.LETTER_B
        else:
            s.letter = rules.LETTER_E
            if s.turn != rules.JUMP or not rules.awake(s, rules.JUMP) or s.hands[rules.JUMP].bit_count() != 2:
                raise InvalidState("asked", "renew is asked of an awake Jump with two cards, in its turn", "MR-19")
        if s.letter == rules.LETTER_A or (s.letter == rules.LETTER_B and s.turn != rules.SILENCE):
            if s.chain:
                raise InvalidState("chain", "must be 0: nothing was displaced in this turn yet", "MR-27")
        elif s.letter == rules.LETTER_B and s.chain >= s.chain_limit:
            raise InvalidState("chain", f"{s.chain_limit} displacements end the turn", "MR-27")
        elif s.chain > s.chain_limit:
            raise InvalidState("chain", f"must be {s.chain_limit} at most", "MR-27")

    def _askable(self, asked: str) -> None:
        s, rules = self.s, self.rules
        who = rules.asked_character(s)
        if not rules.awake(s, who):
            raise InvalidState("asked", f"the power of {who} is not awake", "MR-23")
        if s.chain >= s.chain_limit:
            raise InvalidState("chain", f"{s.chain_limit} displacements end the turn", "MR-27")
        possible = {
            "one": s.letter == rules.LETTER_C and not s.step and s.turn != rules.ONE,
            "push": s.step == rules.STEP_PUSH and rules.on_pushs_square(s) != 0,
            "reset": s.moved == rules.RESET and s.distance < 0 and rules.targets(s, rules.RESET) != 0,
            "delete": rules.targets(s, rules.DELETE) != 0,
            "keep": s.last_designated[rules.DELETE] and s.hands[s.last_designated[rules.DELETE]].bit_count() > 1,
            "mirror": rules.targets(s, rules.MIRROR) != 0 and s.distance != 0,
        }
        if not possible[asked]:
            raise InvalidState("asked", f"{asked} cannot be asked here", "MR-23")


class _Effects:
    """What is pending at a question in the middle of the effects (only in dumped states)."""

    def __init__(self, s: State, extra: Given, rules: types.ModuleType) -> None:
        self.s, self.extra, self.rules = s, extra, rules

    def read(self) -> None:
        s, extra, rules = self.s, self.extra, self.rules
        for name in EFFECTS:
            if name not in extra:
                raise InvalidState(
                    "asked", f"{ASKED[s.asked]} stands in the middle of effects: extra.{name} is missing", "MR-23"
                )
        if extra["letter"] not in ("a", "c", "d"):
            raise InvalidState("extra.letter", "must be a, c or d", "MR-6")
        s.letter = LETTERS.index(extra["letter"])
        s.stride = _number(extra["stride"], "extra.stride", -8, 8, "MR-6")
        partner = extra["partner"]
        if partner is not None:
            s.partner = _number(partner, "extra.partner", 1, 11, "MR-14")
            if s.turn != rules.WITH or s.seat[partner] == rules.NOBODY or partner == rules.WITH:
                raise InvalidState("extra.partner", "only With has one, another character of the race", "MR-14")
        if s.letter != rules.LETTER_C and (s.stride or s.partner):
            raise InvalidState("extra.stride", "nothing waits to be moved outside (c)", "MR-6")
        self._newest(extra["newest"])
        self._pending(extra["pending"])

    def _newest(self, newest: Any) -> None:
        s, rules = self.s, self.rules
        if not isinstance(newest, dict) or set(newest) != {"step", "moved", "distance", "by_other"}:
            raise InvalidState("extra.newest", "must have step, moved, distance and by_other", "MR-23")
        s.step = _number(newest["step"], "extra.newest.step", 0, rules.STEP_MIRROR, "MR-23")
        if newest["moved"] is not None:
            s.moved = _number(newest["moved"], "extra.newest.moved", 1, 11, "MR-23")
        s.distance = _number(newest["distance"], "extra.newest.distance", -31, 31, "MR-23")
        if not isinstance(newest["by_other"], bool):
            raise InvalidState("extra.newest.by_other", "must be true or false", "MR-23")
        s.by_other = int(newest["by_other"])

    def _pending(self, pending: Any) -> None:
        s, rules = self.s, self.rules
        if not isinstance(pending, list) or len(pending) > rules.STACK:
            raise InvalidState("extra.pending", f"must be a list of {rules.STACK} at most", "MR-23")
        for i, frame in enumerate(reversed(pending)):
            where = f"extra.pending[{len(pending) - 1 - i}]"
            if not isinstance(frame, dict) or set(frame) != {"character", "amount"}:
                raise InvalidState(where, "must have character and amount", "MR-23")
            low, high = (-31, 31) if frame["character"] == rules.MIRROR else (1, LARGEST)
            amount = _number(frame["amount"], f"{where}.amount", low, high, "MR-23")
            if frame["character"] not in (rules.MIRROR, rules.DELETE) or amount == 0:
                raise InvalidState(where, "only Mirror and Delete wait, with a number", "MR-23")
            rules.then(s, frame["character"], amount)


# ---------------------------------------------------------------- what a dumped state adds
def _extra(s: State, extra: Given, rules: types.ModuleType) -> None:
    for name in extra:
        if name not in (*EFFECTS, "tally", "votes", "cut_from"):
            raise InvalidState(f"extra.{name}", "is no field of extra")
        if name in EFFECTS and s.phase != rules.RACE:
            raise InvalidState(f"extra.{name}", "belongs to the race", "MR-6")
    if "tally" in extra:
        tally = extra["tally"]
        if not isinstance(tally, list) or len(tally) != s.players:
            raise InvalidState("extra.tally", f"must be {s.players} numbers of votes", "MR-1")
        for p, votes in enumerate(tally):
            s.tally[p] = _number(votes, f"extra.tally[{p}]", 0, s.players, "MR-1")
    if "cut_from" in extra:
        _cut_from(s, extra["cut_from"], rules)
    if "votes" in extra:
        _votes(s, extra["votes"], rules)


def _cut_from(s: State, cut_from: Any, rules: types.ModuleType) -> None:
    hidden = {str(c) for c in range(1, rules.CHARACTERS) if s.cut_from[c]}
    if not isinstance(cut_from, dict) or set(cut_from) != hidden:
        raise InvalidState("extra.cut_from", "must have an entry for each hidden hand that is not empty", "MR-31")
    for name, cards in cut_from.items():
        c = int(name)
        full = [v for v in range(5) if rules.full_set(c) >> v & 1]
        bits = _bits(_ascending(cards, f"extra.cut_from.{c}", full, "MR-31"))
        if bits & s.hands[c] == 0 or bits.bit_count() < 2:
            raise InvalidState(
                f"extra.cut_from.{c}", "must be two cards or more, the one that stayed among them", "MR-13"
            )
        s.cut_from[c] = bits


def _votes(s: State, votes: Any, rules: types.ModuleType) -> None:
    if s.phase != rules.VOTE or not isinstance(votes, list) or len(votes) != s.players:
        raise InvalidState("extra.votes", f"must be {s.players} players or nulls, in the vote", "MR-1")
    for p, vote in enumerate(votes):
        if vote is None:
            continue
        if not s.candidates >> _number(vote, f"extra.votes[{p}]", 0, s.players - 1, "MR-1") & 1:
            raise InvalidState(f"extra.votes[{p}]", f"{vote} is no candidate", "MR-1")
        s.committed[p] = vote + 1
        s.waiting &= ~(1 << p)
    if not s.waiting:
        raise InvalidState("extra.votes", "the last sealed vote opens the ballot", "MR-1")


# ---------------------------------------------------------------- values
def _number(value: Any, where: str, low: int, high: int, clause: str | None = None) -> int:
    if type(value) is not int or not low <= value <= high:
        limits = f"{low}" if low == high else f"a whole number from {low} to {high}"
        raise InvalidState(where, f"must be {limits}", clause)
    return value


def _ascending(value: Any, where: str, allowed: Iterable[int], clause: str) -> list[int]:
    known = set(allowed)
    if not isinstance(value, list) or any(type(v) is not int or v not in known for v in value):
        raise InvalidState(where, f"must be a list of {', '.join(map(str, sorted(known))) or 'nothing'}", clause)
    if value != sorted(set(value)):
        raise InvalidState(where, "must ascend, each once", clause)
    return value


def _bits(members: Iterable[int]) -> int:
    return sum(1 << i for i in members)
