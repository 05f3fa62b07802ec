"""Maskmen: the state, then the clauses in rulebook order.

Cards of a wrestler are alike, so a hand is a count per wrestler and a card is dealt by drawing one of those
that are left. The strength order is one bit set per wrestler: all that are weaker.
"""

from mainmatch.core.actions import Family, actions
from mainmatch.core.domains import NUMBER, PLAYER, named, numbers, words
from mainmatch.core.events import Event, events
from mainmatch.core.record import OWNER, PUBLIC, SECRET, Record, i8, i32, i64, u64
from mainmatch.core.rules import clause, draw, rule, tell

SEATS = 6
WRESTLERS = 6
NAMES = ("blue", "pink", "green", "orange", "grey", "red")
COPIES = 10
CARDS = WRESTLERS * COPIES
MOST = 3
"""The most cards of one play."""

NOBODY = -1
DEBUT, RANKED = 0, 1  # option opening
SEASON, ROUND = 0, 1  # option tie_break

WRESTLER = words("wrestler", NAMES)
ACTIONS = actions(
    Family("play", wrestler=WRESTLER, count=numbers("count", (1, 2, 3))),
    Family("pass"),
)
PASS = ACTIONS.offset("pass")

EVENTS = events(
    Event("season", "MM-2", season=NUMBER, cards=NUMBER, host=PLAYER),
    Event("lot", "MM-14", player=PLAYER),
    Event("opened", "MM-6", player=PLAYER, wrestler=named(WRESTLER), count=NUMBER),
    Event("played", "MM-7", player=PLAYER, wrestler=named(WRESTLER), count=NUMBER),
    Event("debuted", "MM-5", wrestler=named(WRESTLER)),
    Event("stronger", "MM-4", wrestler=named(WRESTLER), weaker=named(WRESTLER, bits=True)),
    Event("passed", "MM-7", player=PLAYER),
    Event("host", "MM-10", player=PLAYER),
    Event("out", "MM-11", player=PLAYER, place=NUMBER, points=NUMBER),
    Event("held", "MM-11", player=PLAYER),
    Event("last_season", "MM-15", season=NUMBER),
    Event("match_won", "MM-16", player=PLAYER, seasons=NUMBER),
)
DEALT, LOT, OPENED, PLAYED, DEBUTED, STRONGER, PASSED, HOSTS, WENT_OUT, HELD, LAST_SEASON, MATCH_WON = range(12)


class State(Record):
    """A match of Maskmen: options, season, round."""

    seed = u64(SECRET)
    counter = i64(SECRET)
    # options
    seasons = i32(PUBLIC)
    wins_needed = i32(PUBLIC)
    players = i8(PUBLIC)
    cards = i8(PUBLIC)
    opening = i8(PUBLIC)
    first_host = i8(PUBLIC)
    tie_break = i8(PUBLIC)
    # the match
    turn = i8(PUBLIC)  # NOBODY when the match is over
    season = i32(PUBLIC)
    points = i32(PUBLIC, SEATS)
    season_wins = i32(PUBLIC, SEATS)
    # the season
    hands = i8(OWNER, SEATS, WRESTLERS)
    aside = i8(SECRET, WRESTLERS)
    left = i8(PUBLIC, SEATS)  # cards in hand
    played = i8(PUBLIC, WRESTLERS)  # cards played of each wrestler
    below = i8(PUBLIC, WRESTLERS)  # the weaker wrestlers of each (bit set)
    out = i8(PUBLIC, SEATS)  # who went out, in order
    outs = i8(PUBLIC)  # how many
    # the round
    host = i8(PUBLIC)
    passed = i8(PUBLIC)  # players (bit set)
    last = i8(PUBLIC)  # who played last, NOBODY before the opening
    top = i8(PUBLIC)  # the wrestler played last, NOBODY before the opening
    count = i8(PUBLIC)  # its cards
    plays = i8(PUBLIC)  # how many plays; each wrestler at most once, as it beats all before it
    play_by = i8(PUBLIC, WRESTLERS)
    play_of = i8(PUBLIC, WRESTLERS)
    play_count = i8(PUBLIC, WRESTLERS)


# ---------------------------------------------------------------- the deal
@rule
@clause("MM-14")
def setup(s):
    """The first host of the match is drawn by lot, or named by option."""
    host = s.first_host
    if host == NOBODY:
        host = draw(s, s.players)
        tell(s, LOT, host)
    begin_season(s, host)


@rule
@clause("MM-1", "MM-2", "MM-13")
def begin_season(s, host):
    """All 60 cards are shuffled and dealt anew, the rest set aside; nothing is known about strength."""
    s.season += 1
    s.outs = 0
    for w in range(WRESTLERS):
        s.aside[w] = COPIES
        s.played[w] = 0
        s.below[w] = 0
    size = hand_size(s)
    tell(s, DEALT, s.season, size, host)
    unseen = CARDS
    for p in range(s.players):
        s.left[p] = size
        deal_hand(s, p, unseen, s)
        unseen -= size
    open_round(s, host)


@rule
@clause("MM-2")
def hand_size(s):
    """15 cards with up to four players, 12 with five, 10 with six; or as many as the option says."""
    if s.cards > 0:
        return s.cards
    if s.players <= 4:
        return 15
    return CARDS // s.players


@rule
def deal_hand(s, p, unseen, r):
    """A player's hand, from the `unseen` cards lying aside; every card is equally likely."""
    if unseen == s.left[p]:
        for w in range(WRESTLERS):
            s.hands[p][w] = s.aside[w]
            s.aside[w] = 0
        return
    for w in range(WRESTLERS):
        s.hands[p][w] = 0
    for k in range(s.left[p]):
        i = draw(r, unseen - k)
        w = 0
        while i >= s.aside[w]:
            i -= s.aside[w]
            w += 1
        s.aside[w] -= 1
        s.hands[p][w] += 1


@rule
@clause("MM-3")
def redeal(s, viewer, r):
    """What a viewer cannot know is dealt anew: the other hands, sizes kept, and the cards set aside."""
    unseen = 0
    for w in range(WRESTLERS):
        for p in range(s.players):
            if p != viewer:
                s.aside[w] += s.hands[p][w]
        unseen += s.aside[w]
    for p in range(s.players):
        if p != viewer:
            deal_hand(s, p, unseen, r)
            unseen -= s.left[p]


# ---------------------------------------------------------------- strength
@rule
@clause("MM-4")
def stronger(s, a, b):
    """Is wrestler a known to be stronger than wrestler b?"""
    return (s.below[a] >> b) & 1 == 1


@rule
@clause("MM-4")
def make_stronger(s, a, b):
    """The winner, and all that are stronger than it, become stronger than the loser and all that are weaker than that."""
    lower = s.below[b] | (1 << b)
    for w in range(WRESTLERS):
        if w == a or stronger(s, w, a):
            gained = lower & ~s.below[w]
            if gained != 0:
                tell(s, STRONGER, w, gained)
            s.below[w] |= lower


@rule
def related(s, w):
    """Does this wrestler stand in any strength relation?"""
    above = 0
    for v in range(WRESTLERS):
        above |= (s.below[v] >> w) & 1
    return above == 1 or s.below[w] != 0


@rule
@clause("MM-5")
def debuted(s, w):
    """Was a card of this wrestler played in this season?"""
    return s.played[w] > 0


# ---------------------------------------------------------------- a round
@rule
@clause("MM-6")
def opening_limit(s, w):
    """The host opens with up to three cards, but with one if the wrestler is not debuted (or not ranked) yet."""
    if s.opening == RANKED:
        if related(s, w):
            return MOST
        return 1
    if debuted(s, w):
        return MOST
    return 1


@rule
@clause("MM-7")
def cards_needed(s, w):
    """How many cards of a wrestler answer the play on the table; 0: it may not answer."""
    if w == s.top or stronger(s, s.top, w):
        return 0
    if stronger(s, w, s.top):
        return s.count
    return s.count + 1


@rule
def actors(s):
    """The player whose turn it is."""
    if s.turn == NOBODY:
        return 0
    return 1 << s.turn


@rule
@clause("MM-6", "MM-7", "MM-8")
def legal(s, seat, acts):
    """Open with cards of one wrestler; or answer with the right number of cards, or pass."""
    n = 0
    if s.top == NOBODY:
        for w in range(WRESTLERS):
            limit = min(s.hands[seat][w], opening_limit(s, w))
            for k in range(MOST):
                acts[n] = w * MOST + k  # written always, kept if legal: cheaper than a branch
                if k < limit:
                    n += 1
        return n
    for w in range(WRESTLERS):
        needed = cards_needed(s, w)
        acts[n] = w * MOST + needed - 1
        if 0 < needed and needed <= min(MOST, s.hands[seat][w]):
            n += 1
    acts[n] = PASS
    return n + 1


@rule
@clause("MM-6", "MM-7", "MM-8")
def refusal(s, seat, action):
    """The clause that forbids an action."""
    if action == PASS:
        if s.top == NOBODY:
            return 6
        return 0
    w = action // MOST
    count = action % MOST + 1
    if s.top == NOBODY:
        if count > opening_limit(s, w):
            return 6
    elif count != cards_needed(s, w):
        return 7
    if count > s.hands[seat][w]:
        return 8
    return 0


@rule
def apply(s, seat, action):
    """Carry out a decision and everything automatic up to the next one."""
    if action == PASS:
        s.passed |= 1 << seat
        tell(s, PASSED, seat)
    else:
        play(s, seat, action // MOST, action % MOST + 1)
        if s.left[seat] == 0:
            go_out(s, seat)
            if s.outs == s.players - 1:
                end_season(s)
                return
    next_turn(s, seat)


@rule
@clause("MM-5", "MM-7")
def play(s, seat, w, count):
    """Put cards on the table; a wrestler unrelated to the one before becomes stronger than it."""
    if s.top == NOBODY:
        tell(s, OPENED, seat, w, count)
    else:
        tell(s, PLAYED, seat, w, count)
    if not debuted(s, w):
        tell(s, DEBUTED, w)
    if s.top != NOBODY and not stronger(s, w, s.top):
        make_stronger(s, w, s.top)
    s.played[w] += count
    s.hands[seat][w] -= count
    s.left[seat] -= count
    s.play_by[s.plays] = seat
    s.play_of[s.plays] = w
    s.play_count[s.plays] = count
    s.plays += 1
    s.last = seat
    s.top = w
    s.count = count


@rule
@clause("MM-7", "MM-9")
def next_turn(s, seat):
    """Clockwise to the next player with cards who has not passed; the round ends where it would return to the last play."""
    p = clockwise(s, seat)
    while p != s.last:
        if s.left[p] > 0 and (s.passed >> p) & 1 == 0:
            s.turn = p
            return
        p = clockwise(s, p)
    next_round(s)


@rule
def clockwise(s, p):
    """The next higher player number, then from 0 again."""
    if p + 1 == s.players:
        return 0
    return p + 1


@rule
@clause("MM-10")
def next_round(s):
    """Who played last hosts the next round; if out, the next player clockwise that holds cards."""
    host = s.last
    while s.left[host] == 0:
        host = clockwise(s, host)
    open_round(s, host)
    tell(s, HOSTS, host)


@rule
def open_round(s, host):
    """An empty table, and the host's turn."""
    s.host = host
    s.turn = host
    s.passed = 0
    s.last = NOBODY
    s.top = NOBODY
    s.count = 0
    s.plays = 0


# ---------------------------------------------------------------- a season
@rule
@clause("MM-11", "MM-12")
def go_out(s, seat):
    """First out +2 points, second out +1, at once."""
    s.out[s.outs] = seat
    s.outs += 1
    gain = max(3 - s.outs, 0)
    s.points[seat] += gain
    if s.outs == 1:
        s.season_wins[seat] += 1
    tell(s, WENT_OUT, seat, s.outs, gain)


@rule
@clause("MM-11", "MM-12", "MM-13", "MM-15", "MM-16")
def end_season(s):
    """One player holds cards: it gets -1 and hosts the next season, unless the match is over."""
    loser = 0
    while s.left[loser] == 0:
        loser += 1
    s.points[loser] -= 1
    tell(s, HELD, loser)
    if match_decided(s):
        s.turn = NOBODY
        return
    begin_season(s, loser)


@rule
@clause("MM-15", "MM-16")
def match_decided(s):
    """Two play until one has won three seasons; more play four seasons."""
    if s.players == 2:
        if s.season_wins[s.out[0]] < s.wins_needed:
            return False
        tell(s, MATCH_WON, s.out[0], s.wins_needed)
        return True
    if s.season < s.seasons:
        return False
    tell(s, LAST_SEASON, s.season)
    return True


# ---------------------------------------------------------------- the match
@rule
def over(s):
    """Has the match ended?"""
    return s.turn == NOBODY


@rule
@clause("MM-11")
def score(s, seat):
    """The points of the match."""
    return s.points[seat]


@rule
@clause("MM-17")
def ahead(s, a, b):
    """Does player a rank before player b: points, then +2 tokens, then first out of the last season (or the last play)?"""
    if s.points[a] != s.points[b]:
        return s.points[a] > s.points[b]
    if s.season_wins[a] != s.season_wins[b]:
        return s.season_wins[a] > s.season_wins[b]
    if s.tie_break == ROUND:
        return a == s.last
    return a == s.out[0]


@rule
@clause("MM-17")
def rank(s, seat):
    """A player's rank from 1; equal players share it."""
    place = 1
    for p in range(s.players):
        if p != seat and ahead(s, p, seat):
            place += 1
    return place
