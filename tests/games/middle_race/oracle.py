"""A second, naive Middle Race, written from the text of the rules with generators and recursion.

It shares nothing with the room: no stack, no bit sets, nothing merged. A question is
`answer = yield player, asked, legal`; "depth first" is Python's own recursion; what ends a chain or the race is an
exception. `Race.play()` is the whole match from the position that `Race` was made of.
"""

from __future__ import annotations

import sys
from collections.abc import Generator
from typing import Any

Action = dict[str, Any]
Question = tuple[int, str, list[Action]]
Asking = Generator[Question, Action, Any]

GRAVITY, RESET, PUSH, DELETE, WITH, UNION, ONE, MIRROR, JUMP, SILENCE, QUICK = range(1, 12)
GOAL = 31
sys.setrecursionlimit(20_000)


class Dropped(Exception):
    """MR-27: all that is still pending in the turn."""


class Over(Exception):
    """MR-28: the race is over at this displacement."""


def full_set(c: int) -> list[int]:
    """MR-5."""
    return [0, 1, 2, 3, 4] if c == JUMP else [1, 2, 3, 4]


class Race:
    """A race from a position as JSON (the data section of the rules), at a question that nothing is pending under."""

    def __init__(self, players: int, options: dict[str, Any], state: dict[str, Any]) -> None:
        self.players = players
        self.options = options
        self.draft = {k: state[k] for k in ("phase", "candidates", "ballot", "pick_order", "characters")}
        self.player: dict[int, int] = {c: p for p, c in enumerate(state["characters"])}
        self.square: dict[int, int] = {int(c): n for c, n in state["squares"].items()}
        self.hand: dict[int, list[int]] = {int(c): list(h) for c, h in state["hands"].items()}
        self.hidden: set[int] = set(state["hidden_hands"])
        self.last: dict[int, int | None] = {int(c): t for c, t in state["last_designated"].items()}
        self.asleep: int | None = state["asleep"]
        self.quick_ahead: int = state["quick_ahead"]
        self.turn: int = state["turn"]
        self.lap: int = state["lap"]
        self.chain: int = state["chain"]
        self.finish_order: list[int] = list(state["finish_order"])
        self.asked: str | None = state["asked"]

    # ------------------------------------------------------------ what is asked of it from outside
    def json(self) -> dict[str, Any]:
        """The position as JSON."""
        return {
            **self.draft,
            "squares": {str(c): n for c, n in sorted(self.square.items())},
            "hands": {str(c): h for c, h in sorted(self.hand.items())},
            "hidden_hands": sorted(self.hidden),
            "last_designated": {str(c): t for c, t in sorted(self.last.items())},
            "asleep": self.asleep,
            "quick_ahead": self.quick_ahead,
            "turn": self.turn,
            "lap": self.lap,
            "chain": self.chain,
            "finish_order": self.finish_order,
            "asked": self.asked,
        }

    def outcome(self) -> dict[str, Any]:
        """MR-28 to MR-30."""
        left = sorted((c for c in self.player if self.runs(c)), key=lambda c: (-self.square[c], c))
        order = [self.player[c] for c in self.finish_order + left]
        first, second, before_last, last = order[0], order[1], order[-2], order[-1]
        seats = range(self.players)
        return {
            "ranks": [order.index(p) + 1 for p in seats],
            "garnets": [int(p not in (first, last)) for p in seats],
            "black_garnets": [int(p in (second, before_last)) for p in seats],
            "death_match": sorted((first, last)),
        }

    # ------------------------------------------------------------ turns
    def play(self) -> Asking:
        """From the open question to the end of the race."""
        start: str | None = self.asked
        try:
            while True:
                yield from self.one_turn(start)
                start = None
                later = [c for c in self.player if self.runs(c) and c > self.turn]
                if not later:
                    if self.lap == self.options["max_laps"]:
                        break
                    self.lap += 1
                    later = [c for c in self.player if self.runs(c)]
                self.turn = min(later)
                self.chain = 0
        except Over:
            pass
        self.draft["phase"] = "over"
        self.asked = None

    def one_turn(self, start: str | None) -> Asking:
        """MR-6, from (a), or from the letter whose question `start` is."""
        c = self.turn
        try:
            if start in (None, "silence") and c == SILENCE:
                yield from self.silence()
            if start != "renew" and self.runs(c):
                yield from self.submit_and_move()
        except Dropped:
            pass
        if self.runs(c):
            if not self.hand[c]:
                self.renew(c)
            if c == JUMP and self.awake(JUMP) and len(self.hand[JUMP]) == 2:
                answer = yield from self.ask(JUMP, "renew", [{"type": "renew"}, {"type": "hold"}])
                if answer["type"] == "renew":
                    self.renew(JUMP)

    def ask(self, c: int, asked: str, legal: list[Action]) -> Asking:
        """A question to a character's player."""
        self.asked = asked
        answer = yield self.player[c], asked, legal
        self.asked = None
        return answer

    def submit_and_move(self) -> Asking:
        """(b), (c), (d)."""
        c = self.turn
        hand = self.hand[c]
        legal: list[Action] = [{"type": "submit", "card": v} for v in hand]
        if c == QUICK and self.awake(QUICK):
            ahead = ["ahead"] if self.quick_ahead < 2 else []
            legal = [{**a, "direction": way} for a in legal for way in [*ahead, "back"]]
        partners = self.designable(WITH) if c == WITH and self.awake(WITH) and len(hand) == 1 else []
        if partners:
            alone = [None] if self.options["may_decline"] else []
            legal = [{**legal[0], "target": t} for t in [*alone, *partners]]
        if c == GRAVITY and self.awake(GRAVITY):
            pulled = [t for t in self.designable(GRAVITY) if self.square[t] != self.square[GRAVITY]]
            legal += [{"type": "gravity", "card": v, "target": t} for v in hand for t in pulled]
        a = yield from self.ask(c, "submit", legal)
        hand.remove(a["card"])
        if a["type"] == "gravity":
            yield from self.gravity(a["target"])
            return
        distance = a["card"]
        if c == QUICK:
            if "direction" in a:
                distance *= 2 if a["direction"] == "ahead" else -2
            elif self.options["silenced_quick"] == "x2":
                distance *= 2
            if distance > 0:
                self.quick_ahead += 1
        partner = a.get("target")
        if partner is not None:
            self.last[WITH] = partner
        if a["card"] == 1 and c != ONE and self.awake(ONE):
            ways = [1] if self.square[ONE] == 0 else [1, -1]
            step = yield from self.ask(ONE, "one", [{"type": "one", "step": w} for w in ways])
            yield from self.displace(ONE, step["step"], ONE)
        if not self.runs(c):
            return
        if partner is not None and self.runs(partner):
            yield from self.move_together(partner, distance)
        elif c == JUMP and self.awake(JUMP):
            yield from self.displace(JUMP, self.jump(distance), None)
        else:
            yield from self.displace(c, distance, None)

    def renew(self, c: int) -> None:
        """A hand becomes the full set."""
        self.hand[c] = full_set(c)
        self.hidden.discard(c)
        if c == QUICK:
            self.quick_ahead = 0

    # ------------------------------------------------------------ displacements
    def runs(self, c: int) -> bool:
        """In the race, not finished."""
        return c in self.player and c not in self.finish_order

    def awake(self, c: int) -> bool:
        """In the race, not finished, not silenced."""
        return self.runs(c) and c != self.asleep

    def set_down(self, c: int, distance: int) -> int:
        """MR-4: one piece to its new square; by how much its square really changed."""
        before = self.square[c]
        self.square[c] = max(0, min(GOAL, before + distance))
        return self.square[c] - before

    def finish(self, c: int) -> None:
        """MR-26, MR-20."""
        self.finish_order.append(c)
        if c == SILENCE:
            self.asleep = None

    def after(self, count: int, displaced: list[tuple[int, int, int | None]]) -> Asking:
        """The ends that a displacement may bring (MR-28, then MR-27), then MR-23, MR-25."""
        self.chain += count
        if len(self.finish_order) >= self.players - 1:
            raise Over
        if self.chain >= self.options["chain_limit"]:
            raise Dropped
        yield from self.resolve(displaced)
        if SILENCE in [x for x, _, _ in displaced] and not self.runs(SILENCE):
            yield from self.push()
            yield from self.union()

    def displace(self, c: int, distance: int, cause: int | None) -> Asking:
        """One piece, by the power of the character `cause` (None: its own card)."""
        d = self.set_down(c, distance)
        if d == 0:
            return
        if self.square[c] == GOAL:
            self.finish(c)
        yield from self.after(1, [(c, d, cause)])

    def resolve(self, displaced: list[tuple[int, int, int | None]]) -> Asking:
        """MR-23, for one displacement or, by MR-24, for the two of a joint move."""
        for x, d, _ in displaced:
            if x == RESET and d < 0:
                yield from self.reset()
        yield from self.push()
        for x, _, cause in displaced:
            if x == DELETE and cause not in (None, DELETE):
                yield from self.delete()
        yield from self.union()
        for x, d, cause in displaced:
            if x == MIRROR and cause not in (None, MIRROR):
                yield from self.mirror(d)

    # ------------------------------------------------------------ powers
    def designable(self, c: int) -> list[int]:
        """MR-9."""
        return [t for t in sorted(self.player) if t != c and self.runs(t) and t != self.last[c]]

    def designate(self, c: int, asked: str) -> Asking:
        """MR-9: the designated, or None when nobody qualifies or it declines."""
        if not self.awake(c):
            return None
        targets = self.designable(c)
        if not targets:
            return None
        legal: list[Action] = [{"type": asked, "target": t} for t in targets]
        if self.options["may_decline"]:
            legal.append({"type": "decline"})
        answer = yield from self.ask(c, asked, legal)
        if answer["type"] == "decline":
            return None
        self.last[c] = answer["target"]
        return answer["target"]

    def gravity(self, target: int) -> Asking:
        """MR-10."""
        self.last[GRAVITY] = target
        here, there = self.square[GRAVITY], self.square[target]
        to = here + 1 if there > here else here - 1
        yield from self.displace(target, to - there, GRAVITY)

    def reset(self) -> Asking:
        """MR-11."""
        target = yield from self.designate(RESET, "reset")
        if target is not None:
            self.renew(target)

    def push(self) -> Asking:
        """MR-12, until no piece shares its square."""
        while self.awake(PUSH) and self.square[PUSH] != 0:
            here = [
                c for c in sorted(self.player) if c != PUSH and self.runs(c) and self.square[c] == self.square[PUSH]
            ]
            if not here:
                return
            legal: list[Action] = [{"type": "push", "pushed": here[0], "step": w} for w in (1, -1)]
            answer = yield from self.ask(PUSH, "push", legal)
            yield from self.displace(here[0], answer["step"], PUSH)

    def delete(self) -> Asking:
        """MR-13."""
        target = yield from self.designate(DELETE, "delete")
        if target is not None and len(self.hand[target]) > 1:
            legal: list[Action] = [{"type": "keep", "card": v} for v in self.hand[target]]
            answer = yield from self.ask(DELETE, "keep", legal)
            self.hand[target] = [answer["card"]]
            self.hidden.add(target)

    def move_together(self, partner: int, distance: int) -> Asking:
        """MR-14, MR-15, MR-24."""
        before = dict(self.square)
        moved: list[tuple[int, int, int | None]] = [
            (WITH, self.set_down(WITH, distance), None),
            (partner, self.set_down(partner, distance), WITH),
        ]
        for c in sorted((WITH, partner), key=lambda c: (-before[c], c)):
            if self.square[c] == GOAL:
                self.finish(c)
        yield from self.after(2, moved)

    def union(self) -> Asking:
        """MR-16, until no piece is one ahead."""
        while self.awake(UNION) and self.square[UNION] != 0:
            ahead = [c for c in sorted(self.player) if self.runs(c) and self.square[c] == self.square[UNION] + 1]
            if not ahead:
                return
            yield from self.displace(ahead[0], -1, UNION)

    def mirror(self, d: int) -> Asking:
        """MR-18."""
        target = yield from self.designate(MIRROR, "mirror")
        if target is not None:
            yield from self.displace(target, -d, MIRROR)

    def jump(self, count: int) -> int:
        """MR-19: how far Jump goes when it counts only squares on which no other piece stands."""
        others = {self.square[c] for c in self.player if c != JUMP and self.runs(c)}
        square = self.square[JUMP]
        while count:
            square += 1
            count -= square not in others
        return square - self.square[JUMP]

    def silence(self) -> Asking:
        """MR-20, MR-25."""
        self.asleep = yield from self.designate(SILENCE, "silence")
        yield from self.push()
        yield from self.union()
