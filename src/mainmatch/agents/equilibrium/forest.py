"""The betting of many hands as one forest, solved level by level by CFR+.

A hand's tree: the leader acts at even depths, the other at odd ones; an edge is a fold, a call or a raise to a total. A
player's information is the card on the *other's* forehead and the bets, so every node has one information set a rank.
Player 0 is the leader. All arrays are (nodes or edges of a level, ranks); a level holds the nodes of all trees at that
depth, so that an iteration is a few array operations however many hands there are.

CFR+: Tammelin, "Solving large imperfect information games using CFR+" (2014): alternating updates, regrets kept at 0 or
more, averages weighted by the iteration's number.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass, field
from typing import TypeAlias

import numpy as np
from numpy.typing import NDArray

Floats: TypeAlias = NDArray[np.float64]
Ints: TypeAlias = NDArray[np.int64]

FOLD, CALL = -1, 0
"""Edges that are no raise; a raise is its total."""
COARSE = (0.5, 1.0, 2.5)
FINE = (0.5, 1.0, 2.0, 4.0)
DEEP = 5
MANY = 64


@dataclass(frozen=True)
class Hand:
    """A hand as it begins: stacks before the antes, leader first; the carried pot; the totals bet so far, in order.

    `path` are bets that were really made: the tree holds them beside the sizes of the abstraction.
    """

    lead: int
    other: int
    carried: int
    path: tuple[int, ...] = ()


@dataclass(frozen=True)
class Betting:
    """The rules of betting, and the abstraction: raises by `sizes` of the pot after a call, by 1, and all-in.

    `by_one`: up to so many raises deep the smallest raise is in the tree as well; from `DEEP` raises on (with more than
    `MANY` chips from 2) there is one size beside all-in, from twice as many all-in alone. `wide`: up to so many raises deep every total is in the tree, where
    there are at most `MANY`.
    """

    ante: int = 1
    may_check: bool = False
    sizes: tuple[float, ...] = COARSE
    by_one: int = 2
    wide: int = 0

    def raises(self, hand: Hand, depth: int, bet: int) -> list[int]:
        """The totals to which a bet can be raised in the tree, ascending."""
        most = min(hand.lead, hand.other)
        if bet >= most:
            return []
        if depth < self.wide and most - bet <= MANY:
            return list(range(bet + 1, most + 1))
        pot = 2 * bet + hand.carried
        deep = DEEP if most <= MANY else 2
        sizes = self.sizes if depth < deep else self.sizes[1:2] if depth < 2 * deep else ()
        wanted = {bet + max(1, round(size * pot)) for size in sizes}
        if depth < self.by_one:
            wanted.add(bet + 1)
        if depth < len(hand.path):
            wanted.add(hand.path[depth])
        return sorted({to for to in wanted if to < most} | {most})


@dataclass
class Level:
    """The nodes of one depth and their edges; edges of one node stand together."""

    starts: Ints
    """Of each node: its first edge."""
    parent: Ints
    """Of each edge: its node."""
    edge: Ints
    """Of each edge: FOLD, CALL or the total raised to."""
    count: Floats
    """Of each edge: one over the number of edges of its node, as a column."""
    folds: Ints
    calls: Ints
    raises: Ints
    """Edges by kind; the raises in order are the nodes of the next level."""
    fold_tree: Ints
    fold_bet: Ints
    """Of each fold: its tree, and what the folder has bet."""
    call_tree: Ints
    call_bet: Ints
    fold_value: Floats = field(default_factory=lambda: np.zeros((0, 1)))
    fold_highest: Floats = field(default_factory=lambda: np.zeros((0, 1)))
    """What a fold is worth to the leader; the same when the folder holds the highest rank (columns)."""
    win: Floats = field(default_factory=lambda: np.zeros((0, 1)))
    lose: Floats = field(default_factory=lambda: np.zeros((0, 1)))
    tie: Floats = field(default_factory=lambda: np.zeros((0, 1)))
    """What a showdown is worth to the leader when its card is higher, lower, equal (columns)."""


class Forest:
    """The trees of some hands."""

    def __init__(self, hands: Sequence[Hand], betting: Betting) -> None:
        self.hands = list(hands)
        self.levels: list[Level] = []
        # a node: tree, what the one to act has bet, what the other has bet, does it lie on the hand's path?
        antes = [min(betting.ante, h.lead, h.other) for h in self.hands]
        nodes = [(t, ante, ante, True) for t, ante in enumerate(antes)]
        depth = 0
        while nodes:
            starts: list[int] = []
            parent: list[int] = []
            edge: list[int] = []
            raises: list[int] = []
            folds: list[tuple[int, int, int]] = []
            calls: list[tuple[int, int, int]] = []
            ahead: list[tuple[int, int, int, bool]] = []
            for number, (tree, own, bet, real) in enumerate(nodes):
                hand = self.hands[tree]
                starts.append(len(edge))
                totals = betting.raises(hand if real else Hand(hand.lead, hand.other, hand.carried), depth, bet)
                opening = depth == 0
                if totals or not opening:
                    folds.append((len(edge), tree, own))
                    edge.append(FOLD)
                if not opening or betting.may_check or not totals:
                    calls.append((len(edge), tree, bet))
                    edge.append(CALL)
                for to in totals:
                    raises.append(len(edge))
                    edge.append(to)
                    ahead.append((tree, bet, to, real and depth < len(hand.path) and hand.path[depth] == to))
                parent += [number] * (len(edge) - starts[-1])
            degree = np.diff([*starts, len(edge)])
            fold, call = np.array(folds, np.int64).reshape(-1, 3), np.array(calls, np.int64).reshape(-1, 3)
            self.levels.append(
                Level(
                    np.array(starts), np.array(parent), np.array(edge), (1.0 / degree)[parent][:, None],
                    fold[:, 0].copy(), call[:, 0].copy(), np.array(raises, np.int64),
                    fold[:, 1].copy(), fold[:, 2].copy(), call[:, 1].copy(), call[:, 2].copy(),
                )
            )  # fmt: skip
            nodes = ahead
            depth += 1

    def node(self, tree: int, path: Iterable[int]) -> tuple[int, int]:
        """The depth and number of the node after these totals."""
        node = tree
        depth = 0
        for to in path:
            level = self.levels[depth]
            edges = np.flatnonzero((level.parent == node) & (level.edge == to))
            node = int(np.searchsorted(level.raises, edges[0]))
            depth += 1
        return depth, node

    @property
    def size(self) -> int:
        """How many edges there are."""
        return sum(len(level.edge) for level in self.levels)


@dataclass(frozen=True)
class Deck:
    """The chance of each pair of cards, and its parts by who is higher: (own rank, seen rank)."""

    pairs: Floats
    higher: Floats
    lower: Floats
    equal: Floats

    @classmethod
    def of(cls, counts: Sequence[int]) -> Deck:
        """For a deck with counts[r] cards of rank r + 1."""
        n = np.array(counts, np.float64)
        pairs = np.outer(n, n) - np.diag(n)
        pairs /= pairs.sum()
        return cls(pairs, np.tril(pairs, -1), np.triu(pairs, 1), np.diag(np.diag(pairs)))


Strategy: TypeAlias = list[Floats]
"""Of each level: (edges, ranks), summing to 1 over the edges of a node."""


class Solver:
    """CFR+ on a forest; the payoffs may change between iterations (`values` does that)."""

    def __init__(self, forest: Forest, deck: Deck, regrets: Sequence[Floats] | None = None) -> None:
        """It begins with (copies of) these regrets of each level's edges; by default with none."""
        self.forest, self.deck = forest, deck
        ranks = len(deck.pairs)
        self.ranks = ranks
        none = [np.zeros((len(v.edge), ranks)) for v in forest.levels]
        self.regrets = none if regrets is None else [np.array(r) for r in regrets]
        self.sums = [np.zeros((len(v.edge), ranks)) for v in forest.levels]
        self.iterations = 0
        self._now = self.current()
        self._parts = np.hstack([deck.higher, deck.lower, deck.equal])

    # ------------------------------------------------------------ strategies
    def _matched(self, weights: Floats, level: Level) -> Floats:
        total = np.add.reduceat(weights, level.starts, axis=0)[level.parent]
        matched = np.repeat(level.count, self.ranks, axis=1)
        np.divide(weights, total, out=matched, where=total > 0)
        return matched

    def current(self) -> Strategy:
        """Regret matching."""
        return [self._matched(r, v) for r, v in zip(self.regrets, self.forest.levels, strict=True)]

    def average(self) -> Strategy:
        """The average strategy: what converges."""
        return [self._matched(s, v) for s, v in zip(self.sums, self.forest.levels, strict=True)]

    def forget_average(self) -> None:
        """Begin the average anew, and keep the regrets."""
        for s in self.sums:
            s[:] = 0.0
        self.iterations = 0

    # ------------------------------------------------------------ passes
    def _reach(self, player: int, strategy: Strategy, first: int = 0, at_first: Floats | None = None) -> list[Floats]:
        """Of the edges of the levels from `first` on: how likely `player` plays to them, by the rank that it sees.

        `at_first`: the same of that level's nodes (by default 1).
        """
        found: list[Floats] = []
        reach = np.ones((len(self.forest.levels[first].starts), self.ranks)) if at_first is None else at_first
        for depth in range(first, len(self.forest.levels)):
            level = self.forest.levels[depth]
            along = reach[level.parent]
            if depth % 2 == player:
                along *= strategy[depth]
            found.append(along)
            reach = along[level.raises]
        return found

    def _edge_values(self, player: int, depth: int, level: Level, reach: Floats, after: Floats | None) -> Floats:
        """Counterfactual values of a level's edges for `player`, by the rank that it sees; the other's reach is by player's own rank."""
        value = np.empty_like(reach)
        sign = -1.0 if player else 1.0
        parts, n = reach[level.calls] @ self._parts, self.ranks
        win, lose = (level.win, level.lose) if player == 0 else (level.lose, level.win)
        shown = win * parts[:, :n]
        shown += lose * parts[:, n : 2 * n]
        shown += level.tie * parts[:, 2 * n :]
        value[level.calls] = sign * shown
        there = reach[level.folds]
        plain = there @ self.deck.pairs
        folded = level.fold_value * plain
        extra = level.fold_highest - level.fold_value
        if depth % 2 == player:
            folded += extra * (there[:, -1:] * self.deck.pairs[-1])
        else:
            folded[:, -1:] += extra * plain[:, -1:]
        value[level.folds] = sign * folded
        if after is not None:
            value[level.raises] = after
        return value

    def _values(
        self,
        player: int,
        reach: list[Floats],
        at_own: Callable[[int, Level, Floats], Floats],
        first: int = 0,
    ) -> Floats:
        """Values of the nodes of level `first` (by default the roots) for `player`, by the rank that it sees.

        `at_own` makes a node's value of its edges'.
        """
        after: Floats | None = None
        for depth in reversed(range(first, len(self.forest.levels))):
            level = self.forest.levels[depth]
            edges = self._edge_values(player, depth, level, reach[depth - first], after)
            mine = depth % 2 == player
            after = at_own(depth, level, edges) if mine else np.add.reduceat(edges, level.starts, axis=0)
        assert after is not None
        return after

    # ------------------------------------------------------------ solving
    def iterate(self, count: int = 1) -> None:
        """So many iterations of CFR+."""
        for _ in range(count):
            self.iterations += 1
            for player in (0, 1):
                self._update(player)

    def _update(self, player: int) -> None:
        strategy = self._now
        weight = float(self.iterations)

        def learn(depth: int, level: Level, edges: Floats) -> Floats:
            value = np.add.reduceat(strategy[depth] * edges, level.starts, axis=0)
            regret = self.regrets[depth]
            regret += edges
            regret -= value[level.parent]
            np.maximum(regret, 0.0, out=regret)
            return value

        self._values(player, self._reach(1 - player, strategy), learn)
        own = self._reach(player, strategy)
        for depth in range(player, len(own), 2):
            self.sums[depth] += weight * own[depth]
            strategy[depth] = self._matched(self.regrets[depth], self.forest.levels[depth])

    # ------------------------------------------------------------ measuring
    def value(self, strategy: Strategy) -> Floats:
        """The leader's value of each tree when both play the strategy."""

        def mix(depth: int, level: Level, edges: Floats) -> Floats:
            return np.add.reduceat(strategy[depth] * edges, level.starts, axis=0)

        return self._values(0, self._reach(1, strategy), mix).sum(axis=1)

    def best_response(self, player: int, strategy: Strategy) -> Floats:
        """Of each tree: what `player` gets at most when the other plays the strategy."""
        return self.best_values(player, strategy).sum(axis=1)

    def best_values(self, player: int, strategy: Strategy, first: int = 0, reach: Floats | None = None) -> Floats:
        """The same of each node of level `first`, by the rank that `player` sees; `reach`: how likely the other plays to it."""

        def best(_: int, level: Level, edges: Floats) -> Floats:
            return np.maximum.reduceat(edges, level.starts, axis=0)

        return self._values(player, self._reach(1 - player, strategy, first, reach), best, first)

    def exploitability(self, strategy: Strategy) -> Floats:
        """Of each tree: half of what both could gain by answering the other's strategy best (NashConv / 2)."""
        return (self.best_response(0, strategy) + self.best_response(1, strategy)) / 2
