"""Loyalists and Traitors: the state, then the clauses in rulebook order.

An offer is kept as one number, 0001 to 9999, its four digits from the left. Columns are 0 (A) and 1 (B).
"""

from mainmatch.core.actions import Family, actions
from mainmatch.core.ballot import close_ballot, count_votes, lot, only_candidate, open_ballot, seal_vote, settle_tie
from mainmatch.core.domains import NUMBER, PLAYER, PLAYERS, Kind, named, numbers, players, words
from mainmatch.core.events import Event, events
from mainmatch.core.record import OWNER, PUBLIC, SECRET, Record, i8, i16, i32, i64, known, u64
from mainmatch.core.rules import clause, draw, rule, subroutine, table, tell
from mainmatch.games.loyalists.arrangements import ROWS as ARRANGEMENTS
from mainmatch.games.loyalists.arrangements import START as FIRST_ROWS
from mainmatch.games.loyalists.digits import DIGITS
from mainmatch.games.loyalists.pi import GROUPS, groups

SEATS = 9
TRAITORS = 3
EVERYBODY = (1 << SEATS) - 1
COLUMNS = 2
CELLS = 15
NUMBERS = 10_000
MOST_LEGAL = 128
"""Four different digits make 64 numbers, for two columns."""

NOBODY = -1
NO_OFFER = -1
LOYALIST, TRAITOR = 0, 1  # roles; as a winner: the loyalists, the traitors
ONE_DIGIT, ANY = 0, 1  # option first_cell
RANDOM, PI = 0, 1  # option dealer
BOARD, ELECT, JAILING, LAST_ELECT, LAST_JAILING, NOMINATE, CHALLENGING, OVER = range(8)  # phases

COLUMN = words("column", ("A", "B"))
PAIRS = numbers("player", tuple((p, q) for p in range(SEATS) for q in range(p + 1, SEATS)))

ACTIONS = actions(
    Family("fill", column=COLUMN, number=numbers("number", range(NUMBERS))),
    Family("skip"),
    Family("vote", {"for": players(SEATS)}),
    Family("jail", players=PAIRS),
    Family("challenge", player=players(SEATS)),
)
FILL, SKIP, VOTE, JAIL, CHALLENGE = (ACTIONS.offset(name) for name in ("fill", "skip", "vote", "jail", "challenge"))

EVENTS = events(
    Event("role_loyalist", "LT-1", OWNER, player=PLAYER),
    Event("role_traitor", "LT-1", OWNER, player=PLAYER, traitors=PLAYERS),
    Event("order_drawn", "LT-2", order=Kind("player", many=True)),
    Event("round", "LT-4", round=NUMBER),
    Event("offered", "LT-4", OWNER, twin="in_dealer_room", player=PLAYER, digits=DIGITS),
    Event("in_dealer_room", "LT-4", player=PLAYER),
    Event("filled", "LT-10", player=PLAYER, column=named(COLUMN), number=NUMBER),
    Event("skipped", "LT-8", player=PLAYER),
    Event("line_broken", "LT-11", player=PLAYER, number=NUMBER, limit=NUMBER),
    Event("board_full", "LT-11"),
    Event("election", "LT-12", round=NUMBER),
    Event("counted", "LT-12", player=PLAYER, votes=NUMBER),
    Event("tied", "LT-12", players=PLAYERS),
    Event("lot", "LT-12", player=PLAYER),
    Event("king", "LT-12", player=PLAYER),
    Event("jailed", "LT-12", king=PLAYER, players=PLAYERS),
    Event("last_election", "LT-15"),
    Event("last_king", "LT-15", player=PLAYER),
    Event("last_jailed", "LT-15", king=PLAYER, players=PLAYERS),
    Event("roles_shown", "LT-18", traitors=PLAYERS),
    Event("loyalists_won", "LT-14", tokens=PLAYERS),
    Event("comeback", "LT-16", tokens=PLAYERS, death_match=PLAYERS),
    Event("traitors_won", "LT-17", tokens=PLAYERS),
    Event("nominated", "LT-14", player=PLAYER),
    Event("nominated_by_traitors", "LT-17", player=PLAYER),
    Event("challenged", "LT-14", player=PLAYER, opponent=PLAYER),
    Event("challenged_loyalist", "LT-17", player=PLAYER, opponent=PLAYER),
)
(
    ROLE_LOYALIST, ROLE_TRAITOR, ORDER_DRAWN, ROUND, OFFERED, IN_DEALER_ROOM, FILLED, SKIPPED, LINE_BROKEN, BOARD_FULL,
    ELECTION, COUNTED, TIED, LOT, KING, JAILED, LAST_ELECTION, LAST_KING, LAST_JAILED, ROLES_SHOWN, LOYALISTS_WON,
    COMEBACK, TRAITORS_WON, NOMINATED, NOMINATED_BY_TRAITORS, CHALLENGED, CHALLENGED_LOYALIST,
) = range(len(EVENTS.kinds))  # fmt: skip

PAIR_COUNT = len(PAIRS)
PAIR = table(tuple((1 << p) | (1 << q) for p, q in PAIRS.values))
POWER = table(1, 10, 100, 1000, 10_000)
LEAST = table(0, 0, 10, 100, 1000)
"""The least number with so many digits."""
ROW = table(ARRANGEMENTS)
FIRST_ROW = table(FIRST_ROWS)
CHOOSE = table((1, 0, 0, 0, 0), (1, 1, 0, 0, 0), (1, 2, 1, 0, 0), (1, 3, 3, 1, 0), (1, 4, 6, 4, 1))
PI_GROUP = table(groups(GROUPS))


class State(Record):
    """A match: options, roles, the board, the newest offers, jail, ballots, verdict."""

    seed = u64(SECRET)
    counter = i64(SECRET)
    # options
    players = i8(PUBLIC)
    first_cell = i8(PUBLIC)
    dealer = i8(PUBLIC)
    limit = i16(PUBLIC)
    vote_limit = i32(PUBLIC)
    # the match
    phase = i8(PUBLIC)
    round = i32(PUBLIC)
    turns = i32(PUBLIC)
    role = i8(known("role_known"), SEATS)
    order = i8(PUBLIC, SEATS)
    place = i8(PUBLIC)  # whose turn it is, as a place in the playing order; NOBODY outside the board phase
    # the board
    height = i8(PUBLIC, COLUMNS)
    cell = i16(PUBLIC, COLUMNS, CELLS)
    filled_by = i8(PUBLIC, COLUMNS, CELLS)  # NOBODY: before a given position
    # the newest three offers; who had the two that are used up, and what he made of it in public
    offer = i16(known("offer_known"))
    offer_before = i16(known("offer_before_known"))
    offer_earlier = i16(known("offer_earlier_known"))
    before_had = i8(PUBLIC)  # NOBODY: not known (a given position), or no offer
    earlier_had = i8(PUBLIC)
    before_made = i16(PUBLIC)  # the number; below 0: nothing, see `skip`
    earlier_made = i16(PUBLIC)
    # kings and jail
    jailed = i16(PUBLIC)
    king = i8(PUBLIC)
    # ballots
    committed = i8(OWNER, SEATS)
    waiting = i16(PUBLIC)
    voters = i16(PUBLIC)
    candidates = i16(PUBLIC)
    ballot = i32(PUBLIC)
    tally = i8(PUBLIC, SEATS)
    # the verdict
    broken = i8(PUBLIC)
    winner = i8(PUBLIC)
    tokens = i16(PUBLIC)
    nominee = i8(PUBLIC)
    death_match = i16(PUBLIC)


# ---------------------------------------------------------------- roles and order
@rule
def setup(s):
    """Roles, playing order, the first round."""
    clear(s)
    deal_roles(s, s, NOBODY)
    tell_roles(s)
    draw_order(s)
    begin_round(s)


@rule
def clear(s):
    """Nothing has happened yet."""
    s.round = 1
    s.place = NOBODY
    for c in range(COLUMNS):
        for i in range(CELLS):
            s.filled_by[c][i] = NOBODY
    s.offer = NO_OFFER
    s.offer_before = NO_OFFER
    s.offer_earlier = NO_OFFER
    s.before_had = NOBODY
    s.earlier_had = NOBODY
    s.king = NOBODY
    s.winner = NOBODY
    s.nominee = NOBODY


@rule
@clause("LT-1")
def deal_roles(s, r, loyalist):
    """Three of the nine are traitors, any three equally likely; `loyalist` (or NOBODY) is none of them."""
    free = EVERYBODY
    if loyalist != NOBODY:
        free &= ~(1 << loyalist)
    for p in range(SEATS):
        s.role[p] = LOYALIST
    for _ in range(TRAITORS):
        p = lot(r, free, SEATS)
        s.role[p] = TRAITOR
        free &= ~(1 << p)


@rule
@clause("LT-1")
def tell_roles(s):
    """Each learns its own role; a traitor learns all three."""
    for p in range(SEATS):
        if s.role[p] == TRAITOR:
            tell(s, ROLE_TRAITOR, p, side(s, TRAITOR))
        else:
            tell(s, ROLE_LOYALIST, p)


@rule
def side(s, role):
    """The players of a role, as a bit set."""
    found = 0
    for p in range(SEATS):
        if s.role[p] == role:
            found |= 1 << p
    return found


@rule
@clause("LT-2")
def draw_order(s):
    """All nine in random order, for the whole match."""
    for p in range(SEATS):
        s.order[p] = p
    for i in range(SEATS - 1, 0, -1):
        j = draw(s, i + 1)
        p = s.order[i]
        s.order[i] = s.order[j]
        s.order[j] = p
    tell(s, ORDER_DRAWN, s.order)


# ---------------------------------------------------------------- a round
@rule
@clause("LT-4")
def begin_round(s):
    """Every player not in jail gets one turn, in playing order."""
    s.phase = BOARD
    s.place = NOBODY
    tell(s, ROUND, s.round)
    next_turn(s)


@rule
@clause("LT-4", "LT-12", "LT-13")
def next_turn(s):
    """The next in playing order who is not in jail is offered four digits; after the last one a king is elected."""
    place = s.place + 1
    while place < SEATS and in_jail(s, s.order[place]):
        place += 1
    if place == SEATS:
        s.place = NOBODY
        s.phase = ELECT
        tell(s, ELECTION, s.round)
        open_ballot(s, free_players(s), free_players(s))
    else:
        s.place = place
        offer_digits(s)
        tell(s, OFFERED, s.order[place], s.offer)


@rule
def in_jail(s, player):
    """Does this player sit out?"""
    return (s.jailed >> player) & 1 == 1


@rule
def free_players(s):
    """Those not in jail, as a bit set."""
    return EVERYBODY & ~s.jailed


@rule
@clause("LT-9")
def offer_digits(s):
    """Four random digits, never 0000 and never the offer before again; or the next group of π."""
    if s.dealer == PI:
        s.offer = PI_GROUP[s.turns % GROUPS]
        return
    if s.offer_before == NO_OFFER:
        s.offer = any_offer(s)
        return
    offer = 1 + draw(s, NUMBERS - 2)
    if offer >= s.offer_before:
        offer += 1
    s.offer = offer


@rule
def any_offer(r):
    """Four random digits, not 0000."""
    return 1 + draw(r, NUMBERS - 1)


# ---------------------------------------------------------------- numbers and columns
@rule
def digits_in(number):
    """How many digits a number has."""
    if number < 10:
        return 1
    if number < 100:
        return 2
    if number < 1000:
        return 3
    return 4


@rule
def sorted_up(offer):
    """The four digits of an offer in ascending order, as one number."""
    a = offer // 1000
    b = offer // 100 % 10
    c = offer // 10 % 10
    d = offer % 10
    low = min(a, b)
    high = max(a, b)
    low_2 = min(c, d)
    high_2 = max(c, d)
    inner = max(low, low_2)
    inner_2 = min(high, high_2)
    return min(low, low_2) * 1000 + min(inner, inner_2) * 100 + max(inner, inner_2) * 10 + max(high, high_2)


@rule
def count_digits(number, digits):
    """How often each digit occurs among so many from the right: four bits a digit."""
    counts = 0
    for _ in range(digits):
        counts += 1 << (4 * (number % 10))
        number //= 10
    return counts


@rule
@clause("LT-4", "LT-5")
def can_make(offer, number):
    """Can the number be made of the offer, each offered digit used at most once? 0 alone is a number."""
    have = count_digits(offer, 4)
    need = count_digits(number, digits_in(number))
    for _ in range(10):
        if need & 15 > have & 15:
            return False
        have >>= 4
        need >>= 4
    return True


@rule
@clause("LT-8")
def is_full(s, c):
    """No cell of this column is empty."""
    return s.height[c] == CELLS


@rule
@clause("LT-6")
def lowest_number(s, c):
    """The lowest number for the next cell: one more than the cell below holds, anything in the first cell."""
    if s.height[c] == 0:
        return 0
    return s.cell[c][s.height[c] - 1] + 1


@rule
@clause("LT-7")
def most_digits(s, c):
    """One digit more than the cell below; in the first cell one digit, or any number of digits by option."""
    if s.height[c] > 0:
        return min(4, digits_in(s.cell[c][s.height[c] - 1]) + 1)
    if s.first_cell == ONE_DIGIT:
        return 1
    return 4


@rule
@clause("LT-8")
def something_fits(s):
    """Does any number of the offer fit anywhere? If one does, so does the largest with as many digits as allowed."""
    up = sorted_up(s.offer)
    for c in range(COLUMNS):
        if not is_full(s, c) and largest(up, most_digits(s, c)) >= lowest_number(s, c):
            return True
    return False


@rule
def largest(up, digits):
    """The largest number of so many of four digits, which are given in ascending order."""
    number = 0
    for _ in range(digits):
        number = number * 10 + up % 10
        up //= 10
    return number


# ---------------------------------------------------------------- decisions
@rule
def actors(s):
    """Whose turn it is; all who still owe a vote; the king; the candidate."""
    if s.phase == BOARD:
        return 1 << s.order[s.place]
    if s.phase == JAILING or s.phase == LAST_JAILING:
        return 1 << s.king
    if s.phase == CHALLENGING:
        return 1 << s.nominee
    if s.phase == OVER:
        return 0
    return s.waiting


@rule
def legal(s, seat, acts):
    """The actions of a seat that owes a decision, ascending."""
    if s.phase == BOARD:
        return legal_fills(s, acts)
    if s.phase == JAILING or s.phase == LAST_JAILING:
        return legal_pairs(s, seat, acts)
    if s.phase == CHALLENGING:
        return legal_players(opponents(s), CHALLENGE, acts)
    return legal_players(s.candidates, VOTE, acts)


@rule
@clause("LT-4", "LT-5", "LT-6", "LT-7", "LT-8")
def legal_fills(s, acts):
    """Every number of the offered digits that fits a column; to skip only when there is none."""
    up = sorted_up(s.offer)
    a = up // 1000
    b = up // 100 % 10
    c = up // 10 % 10
    d = up % 10
    kind = 0
    if a == b:
        kind |= 1
    if b == c:
        kind |= 2
    if c == d:
        kind |= 4
    n = 0
    for column in range(COLUMNS):
        if not is_full(s, column):
            lowest = lowest_number(s, column)
            for digits in range(digits_in(lowest), most_digits(s, column) + 1):
                least = max(lowest, LEAST[digits])
                for i in range(FIRST_ROW[kind][digits - 1], FIRST_ROW[kind][digits]):
                    number = a * ROW[i][0] + b * ROW[i][1] + c * ROW[i][2] + d * ROW[i][3]
                    if number >= least:
                        acts[n] = FILL + column * NUMBERS + number
                        n += 1
    if n == 0:
        acts[0] = SKIP
        n = 1
    return n


@rule
@clause("LT-12", "LT-15")
def legal_pairs(s, seat, acts):
    """Exactly two players other than the king."""
    n = 0
    for i in range(PAIR_COUNT):
        if (PAIR[i] >> seat) & 1 == 0:
            acts[n] = JAIL + i
            n += 1
    return n


@rule
def legal_players(among, first, acts):
    """One action for each player of a bit set."""
    n = 0
    for p in range(SEATS):
        if (among >> p) & 1 == 1:
            acts[n] = first + p
            n += 1
    return n


@rule
def refusal(s, seat, action):
    """The clause that forbids an action to a seat that owes a decision."""
    if s.phase == BOARD:
        if action < SKIP:
            return refusal_of_fill(s, action // NUMBERS, action % NUMBERS)
        if action == SKIP:
            if something_fits(s):
                return 8
            return 0
    elif s.phase == JAILING or s.phase == LAST_JAILING:
        if JAIL <= action and action < CHALLENGE and (PAIR[action - JAIL] >> seat) & 1 == 0:
            return 0
    elif s.phase == CHALLENGING:
        if action >= CHALLENGE and (opponents(s) >> (action - CHALLENGE)) & 1 == 1:
            return 0
    elif VOTE <= action and action < JAIL:
        if (s.candidates >> (action - VOTE)) & 1 == 1:
            return 0
        if s.phase == ELECT and in_jail(s, action - VOTE):
            return 13
    return clause_of_phase(s)


@rule
@clause("LT-4", "LT-5", "LT-6", "LT-7", "LT-8")
def refusal_of_fill(s, c, number):
    """A full column, digits that were not offered, too many digits, not greater than the cell below."""
    if is_full(s, c):
        return 8
    if not can_make(s.offer, number):
        return 4
    if digits_in(number) > most_digits(s, c):
        return 7
    if number < lowest_number(s, c):
        return 6
    return 0


@rule
def clause_of_phase(s):
    """The clause that says what is to be decided now."""
    if s.phase == BOARD:
        return 4
    if s.phase == ELECT or s.phase == JAILING:
        return 12
    if s.phase == LAST_ELECT or s.phase == LAST_JAILING:
        return 15
    if s.winner == LOYALIST:
        return 14
    return 17


@rule
def apply(s, seat, action):
    """Carry out a decision and everything automatic up to the next one."""
    if action < SKIP:
        fill(s, seat, action // NUMBERS, action % NUMBERS)
    elif action == SKIP:
        skip(s, seat)
    elif action < JAIL:
        vote(s, seat, action - VOTE)
    elif action < CHALLENGE:
        jail(s, PAIR[action - JAIL])
    else:
        challenge(s, action - CHALLENGE)


# ---------------------------------------------------------------- a turn
@rule
@clause("LT-3", "LT-10", "LT-11")
def fill(s, seat, c, number):
    """The lowest empty cell takes the number; a broken line is examined before a full board."""
    s.cell[c][s.height[c]] = number
    s.filled_by[c][s.height[c]] = seat
    s.height[c] += 1
    tell(s, FILLED, seat, c, number)
    use_up_offer(s, seat, number)
    if number > s.limit:
        break_line(s, seat, number)
    elif is_full(s, 0) and is_full(s, 1):
        fill_board(s)
    else:
        next_turn(s)


@rule
@clause("LT-8")
def skip(s, seat):
    """No cell is filled; everybody learns that the offer makes nothing above the lowest top cell t, kept as -1 - t."""
    tell(s, SKIPPED, seat)
    lowest = NUMBERS
    for c in range(COLUMNS):
        if not is_full(s, c):
            lowest = min(lowest, lowest_number(s, c) - 1)
    use_up_offer(s, seat, -1 - lowest)
    next_turn(s)


@rule
@clause("LT-8", "LT-10")
def use_up_offer(s, seat, made):
    """The offer is used up and stays secret; the turn counts."""
    s.offer_earlier = s.offer_before
    s.earlier_had = s.before_had
    s.earlier_made = s.before_made
    s.offer_before = s.offer
    s.before_had = seat
    s.before_made = made
    s.offer = NO_OFFER
    s.turns += 1


@rule
@clause("LT-11", "LT-15")
def break_line(s, seat, number):
    """A number above the limit ends the board phase; those not in jail elect the last king."""
    s.broken = 1
    s.place = NOBODY
    tell(s, LINE_BROKEN, seat, number, s.limit)
    s.phase = LAST_ELECT
    tell(s, LAST_ELECTION)
    open_ballot(s, free_players(s), free_players(s))


@rule
@clause("LT-11", "LT-14")
def fill_board(s):
    """All thirty cells are filled and no line is broken: the loyalists win."""
    s.place = NOBODY
    tell(s, BOARD_FULL)
    give_verdict(s, LOYALIST, side(s, LOYALIST))
    tell(s, LOYALISTS_WON, s.tokens)
    nominate(s, side(s, LOYALIST))


# ---------------------------------------------------------------- ballots
@rule
def vote(s, seat, candidate):
    """The last sealed vote opens the ballot; tied votes are repeated, at the limit a lot decides."""
    if not seal_vote(s, seat, candidate):
        return
    decided = count_votes(s, SEATS)
    for p in range(SEATS):
        if s.tally[p] > 0:
            tell(s, COUNTED, p, s.tally[p])
    if decided:
        elected(s, only_candidate(s, SEATS))
        return
    tell(s, TIED, s.candidates)
    chosen = settle_tie(s, SEATS)
    if chosen != NOBODY:
        tell(s, LOT, chosen)
        elected(s, chosen)


@rule
@clause("LT-12", "LT-14", "LT-15", "LT-17")
def elected(s, player):
    """The king jails; so does the last king; the candidate for elimination chooses an opponent."""
    close_ballot(s)
    if s.phase == ELECT:
        s.king = player
        s.phase = JAILING
        tell(s, KING, player)
    elif s.phase == LAST_ELECT:
        s.king = player
        s.phase = LAST_JAILING
        tell(s, LAST_KING, player)
    else:
        s.nominee = player
        s.phase = CHALLENGING
        if s.winner == LOYALIST:
            tell(s, NOMINATED, player)
        else:
            tell(s, NOMINATED_BY_TRAITORS, player)


@rule
@clause("LT-12", "LT-13", "LT-15")
def jail(s, pair):
    """The two sit out the next round and the election after it; those of before are free. The last king's two decide."""
    s.jailed = pair
    if s.phase == JAILING:
        tell(s, JAILED, s.king, pair)
        s.round += 1
        begin_round(s)
    else:
        tell(s, LAST_JAILED, s.king, pair)
        judge(s)


# ---------------------------------------------------------------- the verdict
@rule
@clause("LT-16", "LT-17")
def judge(s):
    """Two traitors in jail: the loyalists win after all, and the two go to the death match. Otherwise the traitors win."""
    if s.jailed & side(s, TRAITOR) == s.jailed:
        give_verdict(s, LOYALIST, side(s, LOYALIST) | 1 << s.king)
        tell(s, COMEBACK, s.tokens, s.jailed)
        fight(s, s.jailed)
    else:
        give_verdict(s, TRAITOR, side(s, TRAITOR) | 1 << s.king)
        tell(s, TRAITORS_WON, s.tokens)
        nominate(s, side(s, TRAITOR))


@rule
@clause("LT-18")
def give_verdict(s, winner, tokens):
    """The roles become public; the winners (and a last king) get a token of life."""
    s.winner = winner
    s.tokens = tokens
    tell(s, ROLES_SHOWN, side(s, TRAITOR))


@rule
@clause("LT-14", "LT-17")
def nominate(s, voters):
    """The winners choose one player without a token as candidate for elimination."""
    s.phase = NOMINATE
    open_ballot(s, voters, EVERYBODY & ~s.tokens)


@rule
@clause("LT-14", "LT-17")
def opponents(s):
    """Whom the candidate may choose: the others without a token."""
    return EVERYBODY & ~s.tokens & ~(1 << s.nominee)


@rule
@clause("LT-14", "LT-17")
def challenge(s, opponent):
    """The candidate and the player it chooses go to the death match."""
    if s.winner == LOYALIST:
        tell(s, CHALLENGED, s.nominee, opponent)
    else:
        tell(s, CHALLENGED_LOYALIST, s.nominee, opponent)
    fight(s, 1 << s.nominee | 1 << opponent)


@rule
@clause("LT-14", "LT-16", "LT-17")
def fight(s, two):
    """Two go to the death match; the match is over."""
    s.death_match = two
    s.phase = OVER


@rule
def over(s):
    """Has the match ended?"""
    return s.phase == OVER


@rule
@clause("LT-14", "LT-16", "LT-17")
def score(s, seat):
    """1 for a token of life, -1 for the death match, 0 for neither."""
    if (s.tokens >> seat) & 1 == 1:
        return 1
    return -((s.death_match >> seat) & 1)


# ---------------------------------------------------------------- hidden
@rule
@clause("LT-1", "LT-18")
def role_known(s, player, viewer):
    """Each knows its own role, a traitor all roles, and everybody all roles after the verdict."""
    return s.winner != NOBODY or (viewer != NOBODY and (viewer == player or s.role[viewer] == TRAITOR))


@rule
@clause("LT-10")
def seen_by(s, had, viewer):
    """An offer is seen by the player who had it, and by everybody when the match is over."""
    return s.phase == OVER or (viewer != NOBODY and viewer == had)


@rule
def offer_known(s, _, viewer):
    """Audience of the offer."""
    if s.place == NOBODY:
        return True
    return seen_by(s, s.order[s.place], viewer)


@rule
def offer_before_known(s, _, viewer):
    """Audience of the offer before."""
    return s.offer_before == NO_OFFER or seen_by(s, s.before_had, viewer)


@rule
def offer_earlier_known(s, _, viewer):
    """Audience of the offer before that."""
    return s.offer_earlier == NO_OFFER or seen_by(s, s.earlier_had, viewer)


@subroutine
@clause("LT-1", "LT-10")
def redeal(s, viewer, r):
    """Deal anew the roles, the sealed votes and the newest three offers, as far as the viewer does not know them."""
    if s.winner == NOBODY and (viewer == NOBODY or s.role[viewer] == LOYALIST):
        deal_roles(s, r, viewer)
    for p in range(SEATS):
        if p != viewer and s.committed[p] > 0:
            s.committed[p] = lot(r, s.candidates, SEATS) + 1
    if s.dealer == RANDOM:
        redeal_offers(s, viewer, r)


@rule
@clause("LT-9")
def redeal_offers(s, viewer, r):
    """Each offer agrees with what was made of it, and none is the one before again."""
    earlier = s.offer_earlier
    before = s.offer_before
    now = s.offer
    differ = False
    while not differ:
        if not offer_earlier_known(s, 0, viewer):
            earlier = imagined_offer(s.earlier_had, s.earlier_made, r)
        if not offer_before_known(s, 0, viewer):
            before = imagined_offer(s.before_had, s.before_made, r)
        if not offer_known(s, 0, viewer):
            now = any_offer(r)
        differ = (before == NO_OFFER or before != earlier) and (now == NO_OFFER or now != before)
    s.offer_earlier = earlier
    s.offer_before = before
    s.offer = now


@rule
def imagined_offer(had, made, r):
    """Any offer that could have led to what was made of it in public."""
    if had == NOBODY:
        return any_offer(r)
    if made >= 0:
        return offer_holding(made, r)
    return offer_below(-1 - made, r)


@rule
@clause("LT-4")
def offer_holding(number, r):
    """Any offer that makes this number: its digits and random others, mixed; each offer once, however many ways lead to it."""
    digits = digits_in(number)
    while True:
        offer = 0
        rest = number
        for i in range(4):
            digit = rest % 10
            rest //= 10
            if i >= digits:
                digit = draw(r, 10)
            place = POWER[draw(r, i + 1)]
            offer = offer // place * place * 10 + digit * place + offer % place
        if offer > 0 and draw(r, ways(offer, number)) == 0:
            return offer


@rule
def ways(offer, number):
    """In how many ways the number's digits can be picked among those of the offer."""
    have = count_digits(offer, 4)
    need = count_digits(number, digits_in(number))
    found = 1
    for _ in range(10):
        found *= CHOOSE[have & 15][need & 15]
        have >>= 4
        need >>= 4
    return found


@rule
@clause("LT-8")
def offer_below(top, r):
    """Any offer of which nothing above `top` (which has four digits) can be made: no digit is above its first one."""
    first = top // 1000
    while True:
        offer = 0
        for _ in range(4):
            offer = offer * 10 + draw(r, first + 1)
        if offer > 0 and largest(sorted_up(offer), 4) <= top:
            return offer
