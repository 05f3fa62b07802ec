"""What the best answer to the strong agent wins when it may bet any total, not only those of the abstraction.

The agent answers as at the table: every history of bets is solved anew, with the bets that were really made in its tree.
The answer is searched exactly over all totals for its first `free` bets of the hand; its later ones take the totals of the
tree solved last.
"""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from mainmatch.agents.equilibrium.forest import CALL, FOLD, Betting, Deck, Floats, Forest, Hand, Ints, Solver
from mainmatch.agents.equilibrium.values import Worth

RARE = 1e-3
"""A raise that the agent makes less often than this, whatever it sees, is answered like the worst of its others."""


@dataclass
class Response:
    """The search for one hand and one seat of the agent (0: it leads)."""

    worth: Worth
    betting: Betting
    hand: Hand
    deck: Deck
    agent: int
    iterations: int = 300
    free: int = 1
    solved: int = 0
    """How many histories were solved."""

    def value(self) -> float:
        """What the best answer is worth to the other seat."""
        ante = min(self.betting.ante, self.hand.lead, self.hand.other)
        everything = np.ones((1, len(self.deck.pairs)))
        if self.agent == 0:
            return float(self._agents([()], everything, self.free)[0].sum())
        totals = list(range(ante + 1, self._most + 1))
        reach = np.repeat(everything, len(totals), axis=0)
        options = self._agents([(t,) for t in totals], reach, self.free - 1)
        fold = self._end(FOLD, ante, everything, by_agent=False)
        best = np.maximum(options.max(axis=0), fold[0])
        if self.betting.may_check:
            best = np.maximum(best, self._end(CALL, ante, everything, by_agent=False)[0])
        return float(best.sum())

    @property
    def _most(self) -> int:
        return min(self.hand.lead, self.hand.other)

    def _agents(self, histories: list[tuple[int, ...]], reach: Floats, free: int) -> Floats:
        """Values to the answering seat, by the rank it sees, of nodes where the agent decides; `reach`: the agent's, by the rank that it sees."""
        forest = Forest(
            [Hand(self.hand.lead, self.hand.other, self.hand.carried, path) for path in histories], self.betting
        )
        self.worth.pay(forest)
        solver = Solver(forest, self.deck)
        solver.iterate(self.iterations)
        self.solved += len(histories)
        strategy = solver.average()
        depth = len(histories[0])
        level = forest.levels[depth]
        nodes = np.array([forest.node(tree, path)[1] for tree, path in enumerate(histories)])
        if free == 0:
            there = np.zeros((len(level.starts), reach.shape[1]))
            there[nodes] = reach
            return solver.best_values(1 - self.agent, strategy, depth, there)[nodes]
        found = np.zeros_like(reach)
        onward: list[tuple[int, tuple[int, ...], Floats]] = []
        for i, (node, path) in enumerate(zip(nodes.tolist(), histories, strict=True)):
            for edge in np.flatnonzero(level.parent == node).tolist():
                to, along = int(level.edge[edge]), reach[i] * strategy[depth][edge]
                if to > 0 and (strategy[depth][edge].max() > RARE or to == self._most):
                    onward.append((i, (*path, to), along))
                elif to > 0:
                    found[i] += self._answers([(*path, to)], along[None], 0)[0]
                else:
                    bet = (path[-1] if path else self.betting.ante) if to == CALL else self._own(path)
                    found[i] += self._end(to, bet, along[None], by_agent=True)[0]
        if not onward:
            return found
        values = self._answers([path for _, path, _ in onward], np.array([along for *_, along in onward]), free)
        np.add.at(found, np.array([i for i, *_ in onward], np.int64), values)
        return found

    def _own(self, path: tuple[int, ...]) -> int:
        """What the one to act has bet."""
        return path[-2] if len(path) > 1 else min(self.betting.ante, self._most)

    def _answers(self, histories: list[tuple[int, ...]], reach: Floats, free: int) -> Floats:
        """The same of nodes where the answering seat decides: the best of fold, call and, while bets are free, every total."""
        bets = np.array([path[-1] for path in histories])
        own = np.array([self._own(path) for path in histories])
        best = np.maximum(self._end(FOLD, own, reach, by_agent=False), self._end(CALL, bets, reach, by_agent=False))
        if free == 0:
            return best
        further = [(i, (*path, to)) for i, path in enumerate(histories) for to in range(path[-1] + 1, self._most + 1)]
        if further:
            rows = np.array([i for i, _ in further])
            values = self._agents([path for _, path in further], reach[rows], free - 1)
            np.maximum.at(best, rows, values)
        return best

    def _end(self, kind: int, bet: Ints | int, reach: Floats, by_agent: bool) -> Floats:
        """Values to the answering seat of ends of the hand: a call at a bet, or a fold of whoever has bet so much."""
        me = 1 - self.agent
        bets = np.broadcast_to(np.asarray(bet, np.int64), (len(reach),))
        hand, terms = self.hand, self.worth.terms
        none = np.zeros_like(bets)
        sign = -1.0 if me else 1.0
        if kind == CALL:
            win = self.worth.after(hand.lead + bets + hand.carried, none, self.worth.next_leader(0))[:, None]
            lose = self.worth.after(hand.lead - bets, none, self.worth.next_leader(1))[:, None]
            tie = self.worth.after(hand.lead - bets, hand.carried + 2 * bets, self.worth.next_leader(None))[:, None]
            if me:
                win, lose = lose, win
            parts = (
                win * (reach @ self.deck.higher) + lose * (reach @ self.deck.lower) + tie * (reach @ self.deck.equal)
            )
            return sign * parts
        folder = self.agent if by_agent else me
        kept = (hand.other if folder else hand.lead) - bets
        values = []
        for stack in (kept, kept - np.minimum(terms.fold_penalty, kept)):
            lead = terms.total - stack if folder else stack
            values.append(self.worth.after(lead, none, self.worth.next_leader(1 - folder))[:, None])
        usual, highest = values
        plain = reach @ self.deck.pairs
        found = usual * plain
        if by_agent:
            found[:, -1:] += (highest - usual) * plain[:, -1:]
        else:
            found += (highest - usual) * (reach[:, -1:] * self.deck.pairs[-1])
        return sign * found


def outside(worth: Worth, betting: Betting, hand: Hand, iterations: int = 300, free: int = 1) -> tuple[float, int]:
    """Exploitability with all totals allowed, as a part of the hand's stake; and how many histories were solved."""
    gain, solved = 0.0, 0
    for agent in (0, 1):
        search = Response(worth, betting, hand, worth.terms.deck, agent, iterations, free)
        gain += search.value()
        solved += search.solved
    return gain / 2 / float(worth.stakes([hand])[0]), solved
