# pyrefly: ignore-errors
"""Envelopes: everybody gets a number that only it sees and one that only the others see, bids in secret, nods."""

from mainmatch.core.actions import Family, actions
from mainmatch.core.domains import NUMBER, NUMBERS, PLAYER, Domain
from mainmatch.core.events import Event, events
from mainmatch.core.record import OTHERS, OWNER, PUBLIC, SECRET, Record, i8, i16, i32, i64, u64
from mainmatch.core.rules import clause, draw, rule, tell

SEATS = 4
ACTIONS = actions(Family("bid", amount=Domain("number", range(10))), Family("nod"))
BID, NOD = ACTIONS.offset("bid"), ACTIONS.offset("nod")
EVENTS = events(
    Event("own", "EN-1", OWNER, player=PLAYER, number=NUMBER),
    Event("mark", "EN-1", OTHERS, player=PLAYER, number=NUMBER),
    Event("sealed", "EN-2", OWNER, "sealed_by", player=PLAYER, amount=NUMBER, number=NUMBER),
    Event("sealed_by", "EN-2", player=PLAYER),
    Event("opened", "EN-3", bids=NUMBERS),
    Event("nodded", "EN-4", player=PLAYER),
)
OWN, MARK, SEALED, SEALED_BY, OPENED, NODDED = range(6)
LOW, SPAN = 100000000, 800000000


class State(Record):
    """The match."""

    seed = u64(SECRET)
    counter = i64(SECRET)
    players = i8(PUBLIC)
    rounds = i8(PUBLIC)
    round = i8(PUBLIC)
    waiting = i16(PUBLIC)
    nodding = i8(PUBLIC)
    owns = i32(OWNER, SEATS)
    marks = i32(OTHERS, SEATS)
    hidden = i32(SECRET)
    committed = i8(OWNER, SEATS)
    bids = i8(PUBLIC, SEATS)
    sums = i16(PUBLIC, SEATS)


@rule
@clause("EN-1")
def setup(s):
    """Everybody gets its two numbers."""
    s.round = 0
    next_round(s)


@rule
@clause("EN-1")
def next_round(s):
    """New numbers for all."""
    s.round += 1
    s.hidden = LOW + draw(s, SPAN)
    for p in range(s.players):
        s.owns[p] = LOW + draw(s, SPAN)
        s.marks[p] = LOW + draw(s, SPAN)
        tell(s, OWN, p, s.owns[p])
        tell(s, MARK, p, s.marks[p])
    s.waiting = (1 << s.players) - 1
    s.nodding = 0


@rule
def over(s):
    """After the last round."""
    return s.round > s.rounds


@rule
def actors(s):
    """All bid at once, then one after the other nods."""
    if over(s):
        return 0
    if s.waiting != 0:
        return s.waiting
    return 1 << s.nodding


@rule
def refusal(s, seat, action):
    """Bids while bids are open, nods afterwards."""
    if s.waiting != 0 and action >= NOD:
        return 2
    if s.waiting == 0 and action < NOD:
        return 4
    return 0


@rule
def legal(s, seat, acts):
    """In ascending order."""
    n = 0
    for a in range(11):
        if refusal(s, seat, a) == 0:
            acts[n] = a
            n += 1
    return n


@rule
@clause("EN-2", "EN-3", "EN-4")
def apply(s, seat, action):
    """Seal a bid, or nod."""
    if action < NOD:
        s.committed[seat] = action + 1
        s.waiting &= ~(1 << seat)
        tell(s, SEALED, seat, action, s.owns[seat])
        if s.waiting == 0:
            for p in range(s.players):
                s.bids[p] = s.committed[p] - 1
                s.committed[p] = 0
                s.sums[p] += s.bids[p]
            tell(s, OPENED, s.bids)
    else:
        tell(s, NODDED, seat)
        s.nodding += 1
        if s.nodding == s.players:
            if s.round == s.rounds:
                s.round += 1
            else:
                next_round(s)


@rule
def score(s, seat):
    """The sum of the bids."""
    return s.sums[seat]


@rule
def redeal(s, viewer, r):
    """All that the viewer cannot know anew."""
    s.hidden = LOW + draw(r, SPAN)
    for p in range(s.players):
        if p != viewer:
            s.owns[p] = LOW + draw(r, SPAN)
            if s.committed[p] > 0:
                s.committed[p] = 1 + draw(r, 10)
        if p == viewer:
            s.marks[p] = LOW + draw(r, SPAN)
        if viewer == -1:
            s.marks[p] = LOW + draw(r, SPAN)
