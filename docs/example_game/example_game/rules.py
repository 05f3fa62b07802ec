"""Lanterns: the state, then the clauses in rulebook order.

A card is its number from 1; `dealt` marks the cards that left the deck in this round (bit = number - 1).
"""

from mainmatch.core.actions import Family, actions
from mainmatch.core.domains import NUMBER, PLAYER
from mainmatch.core.events import Event, events
from mainmatch.core.record import OWNER, PUBLIC, SECRET, Record, i8, i16, i32, i64, u64
from mainmatch.core.rules import clause, draw, rule, tell

SEATS = 4
CARDS = 12

ACTIONS = actions(Family("keep"), Family("swap"))
KEEP, SWAP = (ACTIONS.offset(name) for name in ("keep", "swap"))

EVENTS = events(
    Event("round", "LN-1", round=NUMBER),
    Event("dealt", "LN-1", OWNER, player=PLAYER, card=NUMBER),
    Event("drew", "LN-2", OWNER, twin="swapped", player=PLAYER, card=NUMBER),  # everybody else hears the next one
    Event("swapped", "LN-2", player=PLAYER),
    Event("shown", "LN-4", player=PLAYER, card=NUMBER),
    Event("lit", "LN-4", player=PLAYER, points=NUMBER),
    Event("won", "LN-5", player=PLAYER),
)
ROUND, DEALT, DREW, SWAPPED, SHOWN, LIT, WON = range(7)


class State(Record):
    """A round in progress, and the lanterns so far."""

    seed = u64(SECRET)
    counter = i64(SECRET)
    # options
    players = i8(PUBLIC)
    lanterns = i8(PUBLIC)  # so many win
    # the table
    round = i32(PUBLIC)
    points = i8(PUBLIC, SEATS)
    cards = i8(OWNER, SEATS)  # 0 when the match is over
    dealt = i16(SECRET)
    swapped = i8(PUBLIC, SEATS)  # in the round before this one
    last = i8(PUBLIC, SEATS)  # the cards shown in the round before, 0 in the first
    # the sealed decision
    committed = i8(OWNER, SEATS)  # action + 1; 0: none yet
    waiting = i8(PUBLIC)  # who still owes it (bit set)


# ---------------------------------------------------------------- a round
@rule
@clause("LN-1")
def setup(s):
    """The first round is dealt."""
    deal(s)


@rule
@clause("LN-1")
def deal(s):
    """All twelve cards are shuffled; each player gets one that only that player sees."""
    s.round += 1
    s.dealt = 0
    tell(s, ROUND, s.round)
    for p in range(s.players):
        s.cards[p] = take(s, s)
        tell(s, DEALT, p, s.cards[p])
    s.waiting = (1 << s.players) - 1


@rule
def take(s, stream):
    """One of the cards left in the deck, each equally likely, drawn from a stream of chance."""
    left = 0
    for card in range(CARDS):
        left += 1 - ((s.dealt >> card) & 1)
    k = draw(stream, left)
    found = 0
    for card in range(CARDS):
        if (s.dealt >> card) & 1 == 0:
            if k == 0:
                found = card
            k -= 1
    s.dealt |= 1 << found
    return found + 1


# ---------------------------------------------------------------- decisions
@rule
def actors(s):
    """Everybody who has not decided yet in this round."""
    return s.waiting


@rule
def legal(s, seat, acts):
    """Keep always, swap unless the player swapped in the round before."""
    acts[0] = KEEP
    if refusal(s, seat, SWAP) != 0:
        return 1
    acts[1] = SWAP
    return 2


@rule
@clause("LN-3")
def refusal(s, seat, action):
    """Who swapped in one round keeps in the next."""
    if action == SWAP and s.swapped[seat] == 1:
        return 3
    return 0


@rule
@clause("LN-2")
def apply(s, seat, action):
    """A decision stays sealed until the last one is made; then the round is played."""
    s.committed[seat] = action + 1
    s.waiting &= ~(1 << seat)
    if s.waiting == 0:
        swap(s)
        show(s)


@rule
@clause("LN-2")
def swap(s):
    """Who swaps lays its card aside unseen and draws another, in the order of seats."""
    for p in range(s.players):
        s.swapped[p] = 0
        if s.committed[p] == SWAP + 1:
            s.swapped[p] = 1
            s.cards[p] = take(s, s)
            tell(s, DREW, p, s.cards[p])
        s.committed[p] = 0


@rule
@clause("LN-4", "LN-5")
def show(s):
    """All cards are shown, the highest lights a lantern; with enough of them its player wins, else a new round is dealt."""
    best = 0
    for p in range(s.players):
        tell(s, SHOWN, p, s.cards[p])
        s.last[p] = s.cards[p]
        if s.cards[p] > s.cards[best]:
            best = p
    s.points[best] += 1
    tell(s, LIT, best, s.points[best])
    if s.points[best] < s.lanterns:
        deal(s)
        return
    for p in range(s.players):
        s.cards[p] = 0
    s.dealt = 0
    tell(s, WON, best)


# ---------------------------------------------------------------- the end
@rule
@clause("LN-5")
def over(s):
    """Does somebody have enough lanterns?"""
    return score(s, 0) + score(s, 1) + score(s, 2) + score(s, 3) > 0


@rule
def score(s, seat):
    """1 for the winner, 0 for the others."""
    if s.points[seat] >= s.lanterns:
        return 1
    return 0


# ---------------------------------------------------------------- hidden
@rule
@clause("LN-1", "LN-2")
def redeal(s, viewer, r):
    """Deal anew what the viewer cannot know: the others' cards, and what they have sealed."""
    if over(s):
        return
    s.dealt = 0
    if viewer >= 0:
        s.dealt = 1 << (s.cards[viewer] - 1)
    for p in range(s.players):
        if p != viewer:
            s.cards[p] = take(s, r)
            if s.committed[p] > 0:
                s.committed[p] = KEEP + 1
                if s.swapped[p] == 0:
                    s.committed[p] += draw(r, 2)
