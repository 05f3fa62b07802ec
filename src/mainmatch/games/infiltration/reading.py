"""A given position of Infiltration, checked clause by clause.

A position without `extra` has no history. Then the ledger begins with the position itself: for `redeal`, the
pieces of others may be wherever the fields do not exclude them, and points scored before it stay as given.
"""

from __future__ import annotations

from typing import Any

from mainmatch.core.errors import InvalidAction, InvalidState
from mainmatch.core.game import Game, State
from mainmatch.games.infiltration.history import read_history

FIELDS = (
    "phase", "round", "leader", "candidates", "ballot", "pieces", "arrested", "points", "counts", "counts_round",
    "declared", "last_patrol", "round_total", "round_points",
)  # fmt: skip
PHASES = ("place", "vote", "move", "patrol")
KINDS = ("A", "B")
EXTRAS = ("history", "committed", "tally")


def read(s: State, given: dict[str, Any], game: Game) -> None:
    """Fill a blank record; raises InvalidState naming the field and the clause."""
    if not isinstance(given, dict):
        raise InvalidState("state", "must be an object")
    for name in given:
        if name not in FIELDS and name != "extra":
            raise InvalidState(name, "is no field of this state")
    for name in FIELDS:
        if name not in given:
            raise InvalidState(name, "is missing")
    phase = given["phase"]
    if phase not in PHASES:
        raise InvalidState("phase", "must be place, vote, move or patrol: a given position is not over")
    game.rules.setup(s)
    Reader(s, given, game).read(PHASES.index(phase))


class Reader:
    """Reads field by field into one record."""

    def __init__(self, s: State, given: dict[str, Any], game: Game) -> None:
        self.s = s
        self.given = given
        self.game = game
        self.rules = game.rules
        self.seats = range(s.players)

    def read(self, phase: int) -> None:
        """All fields, in the order in which they lean on one another."""
        s, rules = self.s, self.rules
        s.phase = phase
        begun = phase in (rules.MOVE, rules.PATROL)
        self._round(begun)
        self._ballot(phase == rules.VOTE)
        self._pieces(phase == rules.PLACE)
        self._counts(phase)
        self._declared(phase == rules.PATROL)
        self._points(begun)
        self._last_patrol(phase)
        if phase == rules.MOVE and s.round > 1:
            self._standing()
        extra = self.given.get("extra") or {}
        if not isinstance(extra, dict) or set(extra) - set(EXTRAS):
            raise InvalidState("extra", f"may have {', '.join(EXTRAS)}")
        if phase != rules.PLACE:
            self._begin_ledger(phase)
        if "history" in extra and phase != rules.PLACE:
            read_history(self, extra["history"], phase == rules.PATROL)
        if "tally" in extra:
            s.tally[: s.players] = self._numbers(extra["tally"], "extra.tally", 0, s.players)
        self._waiting(phase)
        if "committed" in extra:
            self._committed(extra["committed"])

    # ------------------------------------------------------------ one field each
    def _round(self, begun: bool) -> None:
        s, given = self.s, self.given
        if not begun:
            if given["round"] != 0 or type(given["round"]) is not int:
                raise InvalidState("round", "is 0 before the first round", "IN-4")
            self._null("leader", "nobody leads before the first round", "IN-3")
            return
        s.round = self.number(given["round"], "round", 1, s.rounds, "IN-12")
        s.leader = self.number(given["leader"], "leader", 0, s.players - 1, "IN-11")

    def _ballot(self, voting: bool) -> None:
        s, given = self.s, self.given
        if not voting:
            self._null("candidates", "there are candidates only in the vote", "IN-3")
            self._null("ballot", "there is a ballot only in the vote", "IN-3")
            return
        s.ballot = self.number(given["ballot"], "ballot", 1, s.vote_limit or 2**31 - 1, "IN-3")
        candidates = given["candidates"]
        if not isinstance(candidates, list):
            raise InvalidState("candidates", "must be a list of players in the vote", "IN-3")
        seats = [self.number(p, f"candidates[{i}]", 0, s.players - 1, "IN-3") for i, p in enumerate(candidates)]
        if seats != sorted(set(seats)):
            raise InvalidState("candidates", "must ascend")
        if s.ballot == 1 and len(seats) != s.players:
            raise InvalidState("candidates", "in the first ballot everybody is a candidate", "IN-3")
        if len(seats) < 2:
            raise InvalidState("candidates", "a ballot is repeated among two or more", "IN-3")
        s.voters = (1 << s.players) - 1
        s.candidates = sum(1 << p for p in seats)

    def _pieces(self, placing: bool) -> None:
        s, given = self.s, self.given
        rows = self.rows(given["pieces"], "pieces")
        for p, row in enumerate(rows):
            if not isinstance(row, dict) or set(row) != set(KINDS):
                raise InvalidState(f"pieces[{p}]", "must have A and B")
            for k, kind in enumerate(KINDS):
                if row[kind] is not None:
                    s.zone[p][k] = self.number(row[kind], f"pieces[{p}].{kind}", 1, 8, "IN-1")
                if placing and s.zone[p][k]:
                    raise InvalidState(f"pieces[{p}].{kind}", "nothing is placed yet", "IN-2")
        arrested = given["arrested"]
        if not isinstance(arrested, list):
            raise InvalidState("arrested", "must be a list of pieces", "IN-7")
        for i, piece in enumerate(arrested):
            p, k = self.piece(piece, f"arrested[{i}]")
            if s.gone[p][k] != self.rules.NEVER:
                raise InvalidState(f"arrested[{i}]", "is arrested twice", "IN-7")
            s.gone[p][k] = -1
            s.arrested[i] = 2 * p + k
        s.arrests = len(arrested)
        if arrested and s.round <= 1:
            raise InvalidState("arrested", "no round is finished, so nobody was arrested", "IN-7")
        for p in self.seats:
            for k, kind in enumerate(KINDS):
                if s.zone[p][k] and s.gone[p][k] < 0:
                    raise InvalidState(f"pieces[{p}].{kind}", "was arrested and is out of the game", "IN-7")
                if not placing and not s.zone[p][k] and s.gone[p][k] >= 0:
                    raise InvalidState(f"pieces[{p}].{kind}", "was placed and not arrested, so it is in a zone", "IN-2")
        if s.arrests == 2 * s.players:
            raise InvalidState("arrested", "without any piece the match is over", "IN-12")

    def _counts(self, phase: int) -> None:
        s, given, rules = self.s, self.given, self.rules
        if phase == rules.PLACE:
            self._null("counts", "nothing is counted before all have placed", "IN-2")
            self._null("counts_round", "nothing is counted before all have placed", "IN-2")
            return
        counts = given["counts"]
        if not isinstance(counts, list) or len(counts) != rules.ZONES:
            raise InvalidState("counts", "must be eight numbers", "IN-10")
        s.counts = [self.number(n, f"counts[{z}]", 0, 2 * s.players, "IN-10") for z, n in enumerate(counts)]
        finished = max(s.round - 1, 0)
        latest = finished // rules.EVERY * rules.EVERY
        s.counts_round = self.number(given["counts_round"], "counts_round", 0, s.rounds, "IN-10")
        if s.counts_round != latest:
            raise InvalidState("counts_round", f"the latest count was taken after round {latest}", "IN-10")
        left = 2 * s.players - s.arrests
        if not left <= sum(s.counts) <= 2 * s.players:
            raise InvalidState("counts", f"{left} to {2 * s.players} pieces were there to be counted", "IN-10")
        steps = s.round - latest if phase == rules.PATROL else finished - latest
        if latest == 0:
            for k, kind in enumerate(KINDS):
                home = [n if rules.at_home(k, z + 1) else 0 for z, n in enumerate(s.counts)]
                if sum(home) != s.players:
                    raise InvalidState("counts", f"each player has placed a piece in country {kind}", "IN-2")
                self._within(home, [s.zone[p][k] for p in self.seats if s.zone[p][k]], steps)
        self._within(s.counts, [z for p in self.seats for z in s.zone[p] if z], steps)
        if steps == 0 and sum(s.counts) != left:
            raise InvalidState("counts", f"{left} pieces were counted", "IN-10")

    @staticmethod
    def _within(counts: list[int], zones: list[int], steps: int) -> None:
        """Each piece comes from a counted one, a zone a round; if it can be done, the lowest that fits will do."""
        free = list(counts)
        for zone in sorted(zones):
            near = [z for z in range(8) if free[z] and abs(z + 1 - zone) <= steps]
            if not near:
                raise InvalidState(
                    "pieces", f"a piece in zone {zone} cannot come from the zones counted, {steps} rounds ago", "IN-4"
                )
            free[near[0]] -= 1

    def _declared(self, patrolling: bool) -> None:
        s = self.s
        if not patrolling:
            self._null("declared", "declarations are announced after the moves", "IN-5")
            return
        for p, n in enumerate(self.rows(self.given["declared"], "declared")):
            s.declared[p] = self.number(n, f"declared[{p}]", 0, self.rules.pieces(s, p), "IN-5")

    def _points(self, begun: bool) -> None:
        s, given = self.s, self.given
        finished = s.round - 1 if begun else 0
        for p, n in enumerate(self.rows(given["points"], "points")):
            others = sum(1 for i in s.arrested[: s.arrests] if i // 2 != p)
            s.points[p] = self.number(n, f"points[{p}]", 0, 2 * finished + s.arrest_points * others, "IN-8")
        if finished == 0:
            self._null("round_total", "no round is finished", "IN-9")
            self._null("round_points", "no round is finished", "IN-9")
            return
        for p, n in enumerate(self.rows(given["round_points"], "round_points")):
            s.round_points[p] = self.number(n, f"round_points[{p}]", 0, s.points[p], "IN-8")
        s.round_total = self.number(given["round_total"], "round_total", 0, sum(s.points), "IN-9")
        if s.round_total != sum(s.round_points):
            raise InvalidState("round_total", "must be the sum of round_points", "IN-9")

    def _last_patrol(self, phase: int) -> None:
        s, patrol = self.s, self.given["last_patrol"]
        if patrol is None:
            return
        if s.round <= 1:
            raise InvalidState("last_patrol", "no round is finished", "IN-6")
        if not isinstance(patrol, dict) or set(patrol) != {"zone", "shown"} or not isinstance(patrol["shown"], list):
            raise InvalidState("last_patrol", "must have zone and shown", "IN-7")
        s.patrolled = self.number(patrol["zone"], "last_patrol.zone", 1, 8, "IN-6")
        shown = [
            2 * p + k for i, q in enumerate(patrol["shown"]) for p, k in [self.piece(q, f"last_patrol.shown[{i}]")]
        ]
        if shown != sorted(set(shown)):
            raise InvalidState("last_patrol.shown", "goes by player, A before B", "IN-7")
        s.shown = sum(1 << i for i in shown)
        foreign = [i for i in shown if not self.rules.at_home(i % 2, s.patrolled)]
        if foreign != s.arrested[s.arrests - len(foreign) : s.arrests]:
            raise InvalidState("last_patrol.shown", "the pieces of the other country were arrested last", "IN-7")
        for i in set(shown) - set(foreign):
            if s.gone[i // 2][i % 2] < 0:
                raise InvalidState("last_patrol.shown", "an arrested piece was shown at home", "IN-7")
        if phase == self.rules.MOVE:
            there = [2 * p + k for p in self.seats for k in (0, 1) if s.zone[p][k] == s.patrolled]
            if there != [i for i in shown if i not in foreign]:
                raise InvalidState(
                    "last_patrol.shown", "all pieces in the zone are shown, those of the other country arrested", "IN-7"
                )

    def _standing(self) -> None:
        """Before the next moves everybody stands where the latest round was scored."""
        s, rules = self.s, self.rules
        leader = (s.leader - 1) % s.players
        taken = [i for i in range(2 * s.players) if s.shown >> i & 1 and not rules.at_home(i % 2, s.patrolled)]
        for p in self.seats:
            abroad = sum(1 for k in (0, 1) if s.zone[p][k] and not rules.at_home(k, s.zone[p][k]))
            reward = s.arrest_points * sum(1 for i in taken if i // 2 != p) if p == leader else 0
            if s.round_points[p] != abroad + reward:
                raise InvalidState(f"round_points[{p}]", f"the pieces stand for {abroad + reward}", "IN-8")

    # ------------------------------------------------------------ what the fields do not hold
    def _begin_ledger(self, phase: int) -> None:
        """The ledger of a position without history: the position is its moment 0."""
        s, rules = self.s, self.rules
        s.base = s.round if phase == rules.PATROL else max(s.round - 1, 0)
        for p in self.seats:
            for k in (0, 1):
                if phase == rules.MOVE and s.shown >> 2 * p + k & 1 and s.gone[p][k] < 0:
                    s.gone[p][k] = 0
            zones = [s.zone[p][k] or (s.patrolled if s.gone[p][k] == 0 else 1) for k in (0, 1)]
            s.path[p][0] = rules.place_of(*zones)
        if phase == rules.PATROL:
            s.said[0] = sum(3**p * s.declared[p] for p in self.seats)
        if phase == rules.MOVE and s.round > 1:
            s.lamp[0], s.finds[0] = s.patrolled, s.shown
            self.score(0)
        if s.counts_round == s.base:
            s.census[s.base // rules.EVERY % rules.CENSUSES] = list(s.counts)

    def score(self, m: int) -> None:
        """The pieces that scored at a moment, as they were announced."""
        s, rules = self.s, self.rules
        scored = [rules.ABROAD[rules.live(s, p, m)][s.path[p][m]] for p in self.seats]
        s.abroad[m] = sum(scored)
        s.each[m] = sum(3**p * n for p, n in enumerate(scored)) if s.individual else 0

    def _waiting(self, phase: int) -> None:
        s, rules = self.s, self.rules
        if phase == rules.MOVE:
            s.waiting = sum(1 << p for p in self.seats if rules.pieces(s, p))
        elif phase == rules.PATROL:
            s.waiting = 0

    def _committed(self, answers: Any) -> None:
        s = self.s
        for p, answer in enumerate(self.rows(answers, "extra.committed")):
            if answer is None:
                continue
            try:
                number = self.game.actions.encode(answer)
            except InvalidAction as error:
                raise InvalidState(f"extra.committed[{p}]", str(error)) from None
            if not s.waiting >> p & 1:
                raise InvalidState(f"extra.committed[{p}]", "owes no decision")
            clause = self.game.refusal(s, p, number)
            if clause is not None:
                raise InvalidState(f"extra.committed[{p}]", "is not possible", clause)
            s.committed[p] = number - self.rules.FOR + 1 if s.phase == self.rules.VOTE else number + 1
            s.waiting &= ~(1 << p)
        if not s.waiting:
            raise InvalidState("extra.committed", "the last answer would have opened them all")

    # ------------------------------------------------------------ forms
    def _null(self, name: str, reason: str, clause: str) -> None:
        if self.given[name] is not None:
            raise InvalidState(name, f"must be null: {reason}", clause)

    def rows(self, value: Any, where: str) -> list[Any]:
        """A list with one entry a player."""
        if not isinstance(value, list) or len(value) != self.s.players:
            raise InvalidState(where, f"must be a list of {self.s.players}")
        return value

    def _numbers(self, value: Any, where: str, low: int, high: int) -> list[int]:
        return [self.number(n, f"{where}[{i}]", low, high) for i, n in enumerate(self.rows(value, where))]

    def piece(self, value: Any, where: str) -> tuple[int, int]:
        """A piece as [player, "A" or "B"]: player and kind."""
        if not isinstance(value, list) or len(value) != 2 or value[1] not in KINDS:
            raise InvalidState(where, 'must be a player and "A" or "B"', "IN-7")
        return self.number(value[0], where, 0, self.s.players - 1, "IN-7"), KINDS.index(value[1])

    @staticmethod
    def number(value: Any, where: str, low: int, high: int, clause: str | None = None) -> int:
        """A whole number within limits."""
        if type(value) is not int or not low <= value <= high:
            raise InvalidState(where, f"must be a whole number from {low} to {high}", clause)
        return value
