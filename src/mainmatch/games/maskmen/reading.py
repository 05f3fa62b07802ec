"""A given position of Maskmen, checked clause by clause."""

from __future__ import annotations

import types
from itertools import pairwise
from typing import Any

from mainmatch.core.errors import InvalidState
from mainmatch.core.game import State

FIELDS = (
    "phase",
    "season",
    "hands",
    "aside",
    "stronger",
    "debuted",
    "table",
    "passed",
    "out",
    "host",
    "turn",
    "points",
    "season_wins",
)
LARGEST = 2_000_000_000


def read(s: State, given: dict[str, Any], rules: types.ModuleType) -> None:
    """Fill a blank record; raises InvalidState naming the field and the clause."""
    Reading(s, given, rules).read()


class Reading:
    """One position being read: the record to fill, the JSON, and the words of the rules file."""

    def __init__(self, s: State, given: dict[str, Any], rules: types.ModuleType) -> None:
        self.s = s
        self.given = given
        self.rules = rules
        self.names: tuple[str, ...] = rules.NAMES
        self.order = {name: i for i, name in enumerate(self.names)}

    def read(self) -> None:
        """All paragraphs, the cheap ones first."""
        for name in self.given:
            if name not in (*FIELDS, "extra"):
                raise InvalidState(name, "is no field of this state")
        for name in FIELDS:
            if name not in self.given:
                raise InvalidState(name, "is missing")
        if self.given.get("extra") not in (None, {}):
            raise InvalidState("extra", "holds nothing in this game")
        if self.given["phase"] != "play":
            raise InvalidState("phase", 'must be "play": a given position is not over')
        self.cards()
        self.strength()
        self.out()
        self.score()
        self.table()
        self.turn()

    # ------------------------------------------------------------ paragraphs
    def cards(self) -> None:
        """Hands, cards set aside, and so the cards that were played."""
        s, rules = self.s, self.rules
        size = rules.hand_size(s)
        hands = self.given["hands"]
        if not isinstance(hands, list) or len(hands) != s.players:
            raise InvalidState("hands", f"must be a list of {s.players}, one for each player")
        for p, hand in enumerate(hands):
            s.hands[p] = self.counts(hand, f"hands[{p}]")
            s.left[p] = sum(s.hands[p])
        s.aside = self.counts(self.given["aside"], "aside")
        if sum(s.aside) != rules.CARDS - s.players * size:
            raise InvalidState(
                "aside", f"{rules.CARDS - s.players * size} cards are set aside, not {sum(s.aside)}", "MM-2"
            )
        for w, name in enumerate(self.names):
            s.played[w] = rules.COPIES - s.aside[w] - sum(hand[w] for hand in s.hands)
            if s.played[w] < 0:
                raise InvalidState(
                    "hands", f"there are {rules.COPIES} cards of {name}, not {rules.COPIES - s.played[w]}", "MM-1"
                )
        debuted = self.wrestlers(self.given["debuted"], "debuted")
        for w, name in enumerate(self.names):
            if s.played[w] and w not in debuted:
                raise InvalidState("debuted", f"{s.played[w]} cards of {name} were played, so it has debuted", "MM-5")
            if w in debuted and not s.played[w]:
                raise InvalidState("debuted", f"no card of {name} was played, so it has not debuted", "MM-5")

    def strength(self) -> None:
        """The strength order."""
        s = self.s
        pairs = self.given["stronger"]
        if not isinstance(pairs, list) or any(not isinstance(p, list) or len(p) != 2 for p in pairs):
            raise InvalidState("stronger", "must be a list of pairs")
        read = [(self.wrestler(a, "stronger"), self.wrestler(b, "stronger")) for a, b in pairs]
        if read != sorted(set(read)):
            raise InvalidState("stronger", "must be sorted by the first, then the second, without repetition")
        for a, b in read:
            s.below[a] |= 1 << b
        for a, b in read:
            if not (s.played[a] and s.played[b]):
                raise InvalidState(
                    "stronger", f"{self.names[a]} and {self.names[b]} must both have been played", "MM-7"
                )
            if s.below[b] & ~s.below[a]:
                raise InvalidState("stronger", f"what {self.names[b]} beats, {self.names[a]} beats too", "MM-4")
        if any(s.below[w] >> w & 1 for w in range(len(self.names))):
            raise InvalidState("stronger", "no wrestler is stronger than itself", "MM-4")

    def out(self) -> None:
        """Who went out in this season: exactly those without cards."""
        s = self.s
        gone = self.seats(self.given["out"], "out")
        for p in range(s.players):
            if p in gone and s.left[p]:
                raise InvalidState("out", f"player {p} still holds cards", "MM-11")
            if p not in gone and not s.left[p]:
                raise InvalidState("out", f"player {p} holds no cards, so it is out", "MM-11")
        if len(gone) > s.players - 2:
            raise InvalidState("out", "a season ends at once when one player holds cards", "MM-11")
        s.outs = len(gone)
        s.out[: s.outs] = gone

    def score(self) -> None:
        """Points and +2 tokens: those of the finished seasons and of who is out in this one."""
        s = self.s
        s.season = self.number(self.given["season"], "season", 1, LARGEST)
        points = self.numbers(self.given["points"], "points", -LARGEST, LARGEST)
        wins = self.numbers(self.given["season_wins"], "season_wins", 0, LARGEST)
        s.points[: s.players], s.season_wins[: s.players] = points, wins
        finished = s.season - 1
        if s.players > 2 and s.season > s.seasons:
            raise InvalidState("season", f"the match has {s.seasons} seasons", "MM-15")
        if sum(wins) != finished + min(s.outs, 1):
            raise InvalidState(
                "season_wins", f"there must be {finished + min(s.outs, 1)} of them in all in season {s.season}", "MM-11"
            )
        for place, p in enumerate(s.out[: s.outs]):
            points[p] -= max(2 - place, 0)
        if s.outs:
            wins[s.out[0]] -= 1
        if min(wins) < 0:
            raise InvalidState("season_wins", f"player {s.out[0]} is first out in this season", "MM-11")
        if s.players == 2 and max(wins) >= s.wins_needed:
            raise InvalidState("season_wins", f"the match ended with the first to win {s.wins_needed} seasons", "MM-16")
        if not self.possible(finished, [n - 2 * w for n, w in zip(points, wins, strict=True)], wins):
            raise InvalidState(
                "points",
                f"{finished} finished seasons cannot have given these points",
                "MM-12" if s.players <= 3 else "MM-11",
            )

    def possible(self, seasons: int, rest: list[int], wins: list[int]) -> bool:
        """Can so many finished seasons have given each player `rest` points beside its +2 tokens?

        Every season gives one +2, one +1 (with three or more) and one -1, to three different players. A
        player with n seasons of -1 has rest + n of +1, and all three kinds fit into the seasons. By König's
        edge-colouring theorem such numbers can be spread over the seasons whenever they add up.
        """
        players = len(rest)
        if players == 2:
            return rest == [-wins[1], -wins[0]]
        if sum(rest):
            return False
        fewest = [max(0, -r) for r in rest]
        most = [(seasons - w - r) // 2 for w, r in zip(wins, rest, strict=True)]
        if any(low > high for low, high in zip(fewest, most, strict=True)):
            return False
        if players == 3:  # each player gets something in every season
            return all((seasons - w - r) % 2 == 0 for w, r in zip(wins, rest, strict=True)) and sum(most) == seasons
        return sum(fewest) <= seasons <= sum(most)

    def table(self) -> None:
        """The plays of the round, each answering the one before."""
        s, rules = self.s, self.rules
        plays = self.given["table"]
        if not isinstance(plays, list) or len(plays) > len(self.names):
            raise InvalidState("table", "must be a list of the round's plays, each wrestler at most once", "MM-7")
        for i, play in enumerate(plays):
            where = f"table[{i}]"
            if not isinstance(play, dict) or set(play) != {"player", "wrestler", "count"}:
                raise InvalidState(where, "must have player, wrestler and count")
            s.play_by[i] = self.number(play["player"], f"{where}.player", 0, s.players - 1)
            s.play_of[i] = self.wrestler(play["wrestler"], f"{where}.wrestler")
            s.play_count[i] = self.number(play["count"], f"{where}.count", 1, rules.MOST)
        s.plays = len(plays)
        s.last = s.play_by[s.plays - 1] if plays else rules.NOBODY
        s.top = s.play_of[s.plays - 1] if plays else rules.NOBODY
        s.count = s.play_count[s.plays - 1] if plays else 0
        for i, (before, after) in enumerate(pairwise(range(s.plays)), 1):
            if s.play_by[after] == s.play_by[before]:
                raise InvalidState(
                    f"table[{i}].player", "the turn does not return to the player who played last", "MM-9"
                )
            if not rules.stronger(s, s.play_of[after], s.play_of[before]):
                raise InvalidState(f"table[{i}].wrestler", "a play is stronger than the one before", "MM-7")
            if s.play_count[after] - s.play_count[before] not in (0, 1):
                raise InvalidState(
                    f"table[{i}].count", "an answer has as many cards as the play before, or one more", "MM-7"
                )
        for i in range(s.plays):
            w, count = s.play_of[i], s.play_count[i]
            if count > s.played[w]:
                raise InvalidState(
                    f"table[{i}].count", f"only {s.played[w]} cards of {self.names[w]} were played", "MM-5"
                )
        if plays and s.play_count[0] > 1:
            self.opening()

    def opening(self) -> None:
        """More than one card opens only with a wrestler that had debuted (or was ranked) before."""
        s, rules = self.s, self.rules
        w = s.play_of[0]
        if s.opening == rules.RANKED and not rules.related(s, w):
            raise InvalidState(
                "table[0].count", f"{self.names[w]} is in no strength relation, so one card opens", "MM-6"
            )
        if s.played[w] <= s.play_count[0]:
            raise InvalidState("table[0].count", f"{self.names[w]} had not debuted, so one card opens", "MM-6")

    def turn(self) -> None:
        """Host, players who passed, and whose turn it is: the round played again clockwise."""
        s = self.s
        s.host = self.number(self.given["host"], "host", 0, s.players - 1)
        turn = self.number(self.given["turn"], "turn", 0, s.players - 1)
        passed = self.seats(self.given["passed"], "passed")
        if passed != sorted(passed):
            raise InvalidState("passed", "must be sorted")
        for p in passed:
            s.passed |= 1 << p
            if not s.left[p]:
                raise InvalidState("passed", f"player {p} holds no cards, so it did not pass", "MM-7")
        s.turn = turn
        if not s.left[turn]:
            raise InvalidState("turn", f"player {turn} holds no cards", "MM-7")
        if s.plays == 0:
            if passed:
                raise InvalidState("passed", "the host may not pass the opening", "MM-6")
            if turn != s.host:
                raise InvalidState("turn", "the host opens the round", "MM-6")
            return
        if s.play_by[0] != s.host:
            raise InvalidState("host", "the host made the round's first play", "MM-6")
        self.clockwise(set(passed))

    def clockwise(self, passed: set[int]) -> None:
        """Everybody who came by in this round played or passed."""
        s, rules = self.s, self.rules
        acted: set[int] = set()
        p, next_play = s.host, 0
        while next_play < s.plays or p != s.turn:
            later = any(s.play_by[i] == p for i in range(next_play, s.plays))
            if p in acted or (not s.left[p] and not later):
                pass
            elif next_play < s.plays and s.play_by[next_play] == p:
                next_play += 1
            elif p in passed and not later:
                acted.add(p)
            else:
                raise InvalidState(
                    "table", f"player {p} was passed over: it neither played nor passed when it was its turn", "MM-7"
                )
            p = rules.clockwise(s, p)
        if s.turn in acted or s.turn == s.last:
            raise InvalidState("turn", f"player {s.turn} cannot answer now", "MM-7" if s.turn in acted else "MM-9")
        if acted != passed:
            raise InvalidState("passed", f"player {min(passed - acted)} has not passed yet", "MM-7")

    # ------------------------------------------------------------ values
    def number(self, value: Any, where: str, low: int, high: int) -> int:
        """A whole number within limits."""
        if type(value) is not int or not low <= value <= high:
            raise InvalidState(where, f"must be a whole number from {low} to {high}")
        return value

    def numbers(self, value: Any, where: str, low: int, high: int) -> list[int]:
        """One number for each player."""
        if not isinstance(value, list) or len(value) != self.s.players:
            raise InvalidState(where, f"must be a list of {self.s.players}, one for each player")
        return [self.number(v, f"{where}[{i}]", low, high) for i, v in enumerate(value)]

    def seats(self, value: Any, where: str) -> list[int]:
        """Players, each at most once."""
        if not isinstance(value, list):
            raise InvalidState(where, "must be a list of players")
        seats = [self.number(v, f"{where}[{i}]", 0, self.s.players - 1) for i, v in enumerate(value)]
        if len(set(seats)) != len(seats):
            raise InvalidState(where, "names each player at most once")
        return seats

    def wrestler(self, value: Any, where: str) -> int:
        """One wrestler by name."""
        if not isinstance(value, str) or value not in self.order:
            raise InvalidState(where, f"must be one of {', '.join(self.names)}", "MM-1")
        return self.order[value]

    def wrestlers(self, value: Any, where: str) -> list[int]:
        """Wrestlers in the order of MM-1, each at most once."""
        if not isinstance(value, list):
            raise InvalidState(where, "must be a list of wrestlers")
        read = [self.wrestler(v, where) for v in value]
        if read != sorted(set(read)):
            raise InvalidState(where, "must be sorted in the order of MM-1, without repetition", "MM-1")
        return read

    def counts(self, value: Any, where: str) -> list[int]:
        """Cards of each wrestler."""
        if not isinstance(value, dict) or set(value) != set(self.names):
            raise InvalidState(where, f"must name {', '.join(self.names)}", "MM-1")
        return [self.number(value[name], f"{where}.{name}", 0, self.rules.COPIES) for name in self.names]
