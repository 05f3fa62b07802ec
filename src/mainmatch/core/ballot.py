"""Ballots: sealed votes, a public tally, re-votes among the tied, at last a lot.

A room that votes declares these fields:

    committed = i32(OWNER, SEATS)      # each seat's sealed answer + 1; 0: none yet
    waiting = i16(PUBLIC)              # seats that still owe a sealed answer (bit set)
    voters = i16(PUBLIC)               # who may vote (bit set)
    candidates = i16(PUBLIC)           # for whom (bit set); 0 outside votes
    ballot = i32(PUBLIC)               # number of the ballot in progress, from 1; 0 outside votes
    tally = i8(PUBLIC, SEATS)          # votes per candidate of the last ballot
    vote_limit = i32(PUBLIC)           # option: that many ties in a row, then a lot; 0: no limit
"""

from mainmatch.core.rules import draw, rule

NOBODY = -1


@rule
def open_ballot(s, voters, candidates):
    """All voters choose one candidate in secret at the same time."""
    s.voters = voters
    s.candidates = candidates
    s.waiting = voters
    s.ballot = 1


@rule
def seal_vote(s, seat, candidate):
    """Keep a vote sealed; true when it was the last one."""
    s.committed[seat] = candidate + 1
    s.waiting &= ~(1 << seat)
    return s.waiting == 0


@rule
def count_votes(s, seats):
    """The tally becomes public, who voted for whom does not; true when one candidate has the most votes."""
    for p in range(seats):
        s.tally[p] = 0
    for p in range(seats):
        if (s.voters >> p) & 1 == 1:
            s.tally[s.committed[p] - 1] += 1
            s.committed[p] = 0
    most = 0
    tied = 0
    for p in range(seats):
        if s.tally[p] > most:
            most = s.tally[p]
            tied = 0
        if s.tally[p] == most and most > 0:
            tied |= 1 << p
    s.candidates = tied
    return tied & (tied - 1) == 0


@rule
def settle_tie(s, seats):
    """After a tied count: vote again among the tied, or, at the limit, a lot. The chosen one, or NOBODY."""
    if s.vote_limit == 0 or s.ballot < s.vote_limit:
        s.ballot += 1
        s.waiting = s.voters
        return NOBODY
    return lot(s, s.candidates, seats)


@rule
def lot(s, among, seats):
    """One of a bit set, each equally likely."""
    n = 0
    for p in range(seats):
        n += (among >> p) & 1
    k = draw(s, n)
    for p in range(seats):
        if (among >> p) & 1 == 1:
            if k == 0:
                return p
            k -= 1
    return NOBODY


@rule
def only_candidate(s, seats):
    """The single candidate left after a decided count."""
    for p in range(seats):
        if (s.candidates >> p) & 1 == 1:
            return p
    return NOBODY


@rule
def close_ballot(s):
    """Votes are over: nobody is a candidate any more."""
    s.candidates = 0
    s.voters = 0
    s.waiting = 0
    s.ballot = 0
