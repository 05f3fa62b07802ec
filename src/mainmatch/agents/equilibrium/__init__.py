"""Indian Poker at equilibrium: hands solved by CFR+, the match by value iteration over its states.

The match is a zero-sum stochastic game: its states are the leader's stack and the carried pot (the other's stack is the
rest), and the value of a state is the leader's chance to win less its chance to lose. A hand is solved with the values of
the states that it leads to as payoffs (`forest`), all states at once, and that gives their values anew (`values`). At the
table the hand is solved again for the cards that are left and the bets that were made (`player`); `response` measures
what the best answer to that could win. Needs numpy: `pip install mainmatch[fast]`.
"""
