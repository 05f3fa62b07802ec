"""Infiltration: the state, then the clauses in rulebook order.

What was announced in a round stays in the state as a ledger of the last rounds, and so do the players' own
paths: from these `redeal` imagines other pasts (redeal_rules.py). A *moment* is a round counted from the first
round of the ledger; moment 0 is the placement as long as no round was dropped.
"""

from mainmatch.core.actions import Family, actions
from mainmatch.core.ballot import (
    NOBODY,
    close_ballot,
    count_votes,
    lot,
    only_candidate,
    open_ballot,
    seal_vote,
    settle_tie,
)
from mainmatch.core.domains import NUMBER, NUMBERS, PLAYER, PLAYERS, named, numbers, players, words
from mainmatch.core.events import Event, events
from mainmatch.core.record import OWNER, PUBLIC, SECRET, Record, i8, i16, i32, i64, known, u64
from mainmatch.core.rules import clause, draw, rule, subroutine, tell
from mainmatch.games.infiltration.redeal_rules import imagine_past
from mainmatch.games.infiltration.zones_rules import (
    ABROAD,
    CENSUSES,
    EVERY,
    HOMES,
    KINDS,
    MOMENTS,
    NEVER,
    POWERS,
    WINDOW,
    ZONES,
    A,
    B,
    at_home,
    live,
    on_the_line,
    place_of,
    zone_in,
)  # fmt: skip

SEATS = 8
PIECES = SEATS * KINDS
SILENT = -1  # a number that was not announced
PLACE, VOTE, MOVE, PATROL, OVER = 0, 1, 2, 3, 4  # phases

PIECE = words("piece", ("A", "B"))
STEP = numbers("step", (-1, 0, 1))
ACTIONS = actions(
    Family("place", A=numbers("zone", (1, 2, 5, 6)), B=numbers("zone", (3, 4, 7, 8))),
    Family("vote", {"for": players(SEATS)}),
    Family("move", A=STEP, B=STEP),
    Family("bluff", type="move", A=STEP, B=STEP, declare=numbers("count", range(3))),
    Family("patrol", zone=numbers("patrol", (1, 2, 3, 4, 5, 6, 7, 8, None))),
)
AT, FOR, STEPS, BLUFF, LAMP = (ACTIONS.offset(name) for name in ("place", "vote", "move", "bluff", "patrol"))
DARK = LAMP + ZONES  # no patrol

EVENTS = events(
    Event("placed", "IN-2", OWNER, player=PLAYER, A=NUMBER, B=NUMBER),
    Event("counted", "IN-10", round=NUMBER, counts=NUMBERS),
    Event("opening_count", "IN-2", counts=NUMBERS),
    Event("tied", "IN-3", candidates=PLAYERS),
    Event("lot", "IN-3", player=PLAYER),
    Event("elected", "IN-3", player=PLAYER, votes=NUMBER),
    Event("round", "IN-11", round=NUMBER, leader=PLAYER),
    Event("moved", "IN-4", OWNER, player=PLAYER, A=NUMBER, B=NUMBER),
    Event("declared", "IN-5", player=PLAYER, count=NUMBER),
    Event("patrolled", "IN-6", player=PLAYER, zone=NUMBER),
    Event("no_patrol", "IN-6", player=PLAYER),
    Event("nobody_there", "IN-7", zone=NUMBER),
    Event("shown", "IN-7", player=PLAYER, piece=named(PIECE), zone=NUMBER),
    Event("arrested", "IN-7", player=PLAYER, piece=named(PIECE), zone=NUMBER),
    Event("scored", "IN-8", OWNER, player=PLAYER, points=NUMBER),
    Event("round_points", "IN-9", player=PLAYER, points=NUMBER),
    Event("round_total", "IN-9", round=NUMBER, total=NUMBER),
    Event("all_arrested", "IN-12", round=NUMBER),
    Event("last_round", "IN-12", round=NUMBER),
    Event("final", "IN-13", player=PLAYER, points=NUMBER, bonus=NUMBER, final=NUMBER),
    Event("won", "IN-14", winners=PLAYERS, final=NUMBER),
    Event("lowest", "IN-14", candidates=PLAYERS, final=NUMBER),
    Event("all_equal", "IN-14", final=NUMBER),
)
(PLACED, COUNTED, OPENING_COUNT, TIED, LOT, ELECTED, ROUND, MOVED, DECLARED, PATROLLED, NO_PATROL, NOBODY_THERE, SHOWN, ARRESTED,
 SCORED, ROUND_POINTS, ROUND_TOTAL, ALL_ARRESTED, LAST_ROUND, FINAL, WON, LOWEST, ALL_EQUAL) = range(23)  # fmt: skip


class State(Record):
    """A match of Infiltration: the table, the ledger, everybody's paths."""

    seed = u64(SECRET)
    counter = i64(SECRET)
    # options
    players = i8(PUBLIC)
    bluff = i8(PUBLIC)  # declaration
    must_patrol = i8(PUBLIC)  # patrol
    individual = i8(PUBLIC)  # score_reveal
    of_sum = i8(PUBLIC)  # bonus
    vote_limit = i32(PUBLIC)
    arrest_points = i32(PUBLIC)
    rounds = i32(PUBLIC)
    # the table
    phase = i8(PUBLIC)
    leader = i8(PUBLIC)
    round = i32(PUBLIC)
    zone = i8(known("piece_known"), SEATS, KINDS)  # 0: not placed, or arrested
    points = i64(known("points_known"), SEATS)
    arrested = i8(PUBLIC, PIECES)  # pieces in order of arrest; a piece is 2 * player + kind
    arrests = i8(PUBLIC)
    counts = i8(PUBLIC, ZONES)
    counts_round = i32(PUBLIC)
    declared = i8(PUBLIC, SEATS)
    patrolled = i8(PUBLIC)  # the zone of the latest round's patrol, 0: none
    shown = i32(PUBLIC)  # the pieces that it showed (bit set)
    round_total = i64(PUBLIC)
    round_points = i64(known("points_known"), SEATS)
    # answers and ballots
    committed = i32(OWNER, SEATS)
    waiting = i16(PUBLIC)
    voters = i16(PUBLIC)
    candidates = i16(PUBLIC)
    ballot = i32(PUBLIC)
    tally = i8(PUBLIC, SEATS)
    # the ledger, by moment
    base = i32(PUBLIC)  # the round of moment 0
    held = i8(PUBLIC)  # earlier rounds were dropped: moment 0 is not imagined anew
    gone = i8(PUBLIC, SEATS, KINDS)  # the moment of each piece's arrest
    said = i16(PUBLIC, MOMENTS)  # declarations (digits)
    lamp = i8(PUBLIC, MOMENTS)  # the zone patrolled, 0: none
    finds = i32(PUBLIC, MOMENTS)  # the pieces shown (bit set)
    abroad = i8(PUBLIC, MOMENTS)  # how many pieces scored
    each = i16(PUBLIC, MOMENTS)  # by player (digits), when that is announced
    census = i8(PUBLIC, CENSUSES, ZONES)  # the counts of the ledger's rounds
    path = i8(known("piece_known"), SEATS, MOMENTS)  # both zones of a player as one number
    # what redeal works with
    draft = i8(SECRET, MOMENTS)
    may = i32(SECRET, 2, MOMENTS)
    gap = i8(SECRET, MOMENTS)
    surplus = i8(SECRET, CENSUSES, ZONES)
    spare = i8(SECRET, SEATS, MOMENTS)


# ---------------------------------------------------------------- hidden
@rule
def piece_known(s, owner, viewer):
    """Where a player's pieces are, and were, only the player knows until the match is over."""
    return viewer == owner or s.phase == OVER


@rule
@clause("IN-9")
def points_known(s, owner, viewer):
    """A player's points are its own secret when only totals are announced, until the match is over."""
    return viewer == owner or s.individual == 1 or s.phase == OVER


@subroutine
def redeal(s, viewer, r):
    """Imagine other paths, points and answers of all others, so that nothing that was announced changes."""
    if s.phase == OVER:
        return
    if s.phase != PLACE:
        imagine_past(s, viewer, moment(s), r)
    for p in range(s.players):
        if p != viewer and s.committed[p] > 0:
            s.committed[p] = imagined_answer(s, p, r)


@rule
def imagined_answer(s, p, r):
    """One of the answers that this player may have sealed, each equally likely."""
    if s.phase == PLACE:
        return AT + draw(r, FOR - AT) + 1
    if s.phase == VOTE:
        return lot(r, s.candidates, s.players) + 1
    ways = 0
    for move in range(9):
        if step_fits(s, p, A, move // 3 - 1) and step_fits(s, p, B, move % 3 - 1):
            ways += 1
    k = draw(r, ways)
    move = NOBODY
    while k >= 0:
        move += 1
        if step_fits(s, p, A, move // 3 - 1) and step_fits(s, p, B, move % 3 - 1):
            k -= 1
    if s.bluff == 0:
        return STEPS + move + 1
    return BLUFF + 3 * move + draw(r, pieces(s, p) + 1) + 1


# ---------------------------------------------------------------- a match
@rule
def setup(s):
    """Everybody is to place two pieces."""
    s.leader = NOBODY
    s.counts_round = SILENT
    s.waiting = (1 << s.players) - 1
    for p in range(SEATS):
        for k in range(KINDS):
            s.gone[p][k] = NEVER
    for m in range(MOMENTS):
        s.abroad[m] = SILENT


@rule
def moment(s):
    """The latest moment of the ledger: the moves last made."""
    if s.phase == MOVE:
        return s.round - 1 - s.base
    return s.round - s.base


@rule
def pieces(s, p):
    """How many pieces of a player are in the game."""
    n = 0
    for k in range(KINDS):
        if s.gone[p][k] == NEVER:
            n += 1
    return n


@rule
def actors(s):
    """Everybody who has not submitted; the leader alone decides on the patrol."""
    if s.phase == PATROL:
        return 1 << s.leader
    return s.waiting


# ---------------------------------------------------------------- what may be decided
@rule
def step_fits(s, seat, k, d):
    """May this piece move by d?"""
    if d == 0:
        return True
    return s.gone[seat][k] == NEVER and on_the_line(s.zone[seat][k] + d)


@rule
def legal(s, seat, acts):
    """Places at home; candidates; moves along the line (and what to declare); zones to patrol, or none."""
    n = 0
    if s.phase == PLACE:
        for a in range(AT, FOR):
            acts[n] = a
            n += 1
    elif s.phase == VOTE:
        for p in range(s.players):
            if (s.candidates >> p) & 1 == 1:
                acts[n] = FOR + p
                n += 1
    elif s.phase == MOVE:
        for da in range(-1, 2):
            for db in range(-1, 2):
                if step_fits(s, seat, A, da) and step_fits(s, seat, B, db):
                    move = 3 * (da + 1) + db + 1
                    if s.bluff == 0:
                        acts[n] = STEPS + move
                        n += 1
                    else:
                        for stated in range(pieces(s, seat) + 1):
                            acts[n] = BLUFF + 3 * move + stated
                            n += 1
    else:
        for a in range(LAMP, DARK):
            acts[n] = a
            n += 1
        if s.must_patrol == 0:
            acts[n] = DARK
            n += 1
    return n


@rule
def refusal(s, seat, action):
    """The clause that forbids an action."""
    if s.phase == PLACE:
        if action >= FOR:
            return 2
        return 0
    if s.phase == VOTE:
        if action < FOR or action >= STEPS or (s.candidates >> (action - FOR)) & 1 == 0:
            return 3
        return 0
    if s.phase == MOVE:
        return move_refusal(s, seat, action)
    if action < LAMP or (action == DARK and s.must_patrol == 1):
        return 6
    return 0


@rule
@clause("IN-4", "IN-5")
def move_refusal(s, seat, action):
    """A piece in the game moves by one zone at most, within the line; only a bluff states a number, up to the pieces left."""
    if action < STEPS or action >= LAMP:
        return 4
    if (action >= BLUFF) != (s.bluff == 1):
        return 5
    if not (step_fits(s, seat, A, step_of(action, A)) and step_fits(s, seat, B, step_of(action, B))):
        return 4
    if s.bluff == 1 and (action - BLUFF) % 3 > pieces(s, seat):
        return 5
    return 0


@rule
def step_of(action, k):
    """By how much a move moves one piece."""
    move = action - STEPS
    if action >= BLUFF:
        move = (action - BLUFF) // 3
    if k == A:
        return move // 3 - 1
    return move % 3 - 1


@rule
def apply(s, seat, action):
    """Carry out a decision and everything automatic up to the next one."""
    if s.phase == PATROL:
        patrol(s, action)
    elif s.phase == VOTE:
        if seal_vote(s, seat, action - FOR):
            elect(s)
    else:
        s.committed[seat] = action + 1
        s.waiting &= ~(1 << seat)
        if s.waiting == 0:
            if s.phase == PLACE:
                place(s)
            else:
                move(s)


@rule
def opened(s, seat):
    """A sealed answer, which is sealed no more."""
    action = s.committed[seat] - 1
    s.committed[seat] = 0
    return action


# ---------------------------------------------------------------- placing and the first leader
@rule
@clause("IN-2")
def place(s):
    """Each has placed a piece at home in each country; the number of pieces in each zone is announced."""
    for p in range(s.players):
        action = opened(s, p)
        s.zone[p][A] = HOMES[A][(action - AT) // 4]
        s.zone[p][B] = HOMES[B][(action - AT) % 4]
        s.path[p][0] = place_of(s.zone[p][A], s.zone[p][B])
        tell(s, PLACED, p, s.zone[p][A], s.zone[p][B])
    count_pieces(s)
    tell(s, OPENING_COUNT, s.counts)
    s.phase = VOTE
    open_ballot(s, (1 << s.players) - 1, (1 << s.players) - 1)


@rule
@clause("IN-2", "IN-10")
def count_pieces(s):
    """The number of pieces in each zone becomes public."""
    slot = s.round // EVERY % CENSUSES
    for z in range(ZONES):
        s.counts[z] = 0
    for p in range(s.players):
        for k in range(KINDS):
            if s.zone[p][k] > 0:
                s.counts[s.zone[p][k] - 1] += 1
    for z in range(ZONES):
        s.census[slot][z] = s.counts[z]
    s.counts_round = s.round


@rule
@clause("IN-3")
def elect(s):
    """Most votes lead first; a tie is voted again among the tied, at the limit a lot decides."""
    leader = NOBODY
    if count_votes(s, s.players):
        leader = only_candidate(s, s.players)
        tell(s, ELECTED, leader, s.tally[leader])
    else:
        tell(s, TIED, s.candidates)
        leader = settle_tie(s, s.players)
        if leader != NOBODY:
            tell(s, LOT, leader)
    if leader != NOBODY:
        close_ballot(s)
        s.leader = leader
        begin_round(s)


# ---------------------------------------------------------------- a round
@rule
@clause("IN-4")
def begin_round(s):
    """All who have a piece left decide on their moves."""
    s.round += 1
    s.phase = MOVE
    for p in range(s.players):
        s.declared[p] = 0
        if pieces(s, p) > 0:
            s.waiting |= 1 << p
    tell(s, ROUND, s.round, s.leader)


@rule
@clause("IN-4", "IN-5")
def move(s):
    """All pieces move at once; then each player's declaration is announced: the true number, or the stated one."""
    if s.round - s.base > WINDOW:
        drop_moment(s)
    s.phase = PATROL
    m = moment(s)
    blank_line(s, m)
    for p in range(s.players):
        place = s.path[p][m - 1]
        if s.committed[p] > 0:
            action = opened(s, p)
            da = step_of(action, A)
            db = step_of(action, B)
            place += ZONES * da + db
            s.declared[p] = abs(da) + abs(db)
            if s.bluff == 1:
                s.declared[p] = (action - BLUFF) % 3
            for k in range(KINDS):
                if s.gone[p][k] == NEVER:
                    s.zone[p][k] = zone_in(place, k)
            tell(s, MOVED, p, s.zone[p][A], s.zone[p][B])
        s.path[p][m] = place
        s.said[m] += POWERS[p] * s.declared[p]
    for p in range(s.players):
        if pieces(s, p) > 0:
            tell(s, DECLARED, p, s.declared[p])


@rule
@clause("IN-6")
def patrol(s, action):
    """The leader patrols one zone, or none."""
    m = moment(s)
    caught = 0
    if action == DARK:
        tell(s, NO_PATROL, s.leader)
    else:
        s.lamp[m] = action - LAMP + 1
        tell(s, PATROLLED, s.leader, s.lamp[m])
        caught = light(s, m)
    s.patrolled = s.lamp[m]
    s.shown = s.finds[m]
    score_round(s, m, caught)
    end_round(s)


@rule
@clause("IN-7")
def light(s, m):
    """All pieces in the patrolled zone are shown, those of the other country arrested; how many of them were not the leader's."""
    caught = 0
    for p in range(s.players):
        for k in range(KINDS):
            if s.zone[p][k] == s.lamp[m]:
                s.finds[m] |= 1 << (KINDS * p + k)
                tell(s, SHOWN, p, k, s.lamp[m])
                if not at_home(k, s.lamp[m]):
                    arrest(s, p, k, m)
                    if p != s.leader:
                        caught += 1
    if s.finds[m] == 0:
        tell(s, NOBODY_THERE, s.lamp[m])
    return caught


@rule
@clause("IN-7")
def arrest(s, p, k, m):
    """A piece is out of the game."""
    tell(s, ARRESTED, p, k, s.zone[p][k])
    s.zone[p][k] = 0
    s.gone[p][k] = m
    s.arrested[s.arrests] = KINDS * p + k
    s.arrests += 1


@rule
@clause("IN-8", "IN-9")
def score_round(s, m, caught):
    """Each piece in the other country scores 1, each arrest of another's piece what the option says; the total is announced."""
    s.abroad[m] = 0
    s.round_total = 0
    for p in range(s.players):
        abroad = ABROAD[live(s, p, m)][s.path[p][m]]
        s.abroad[m] += abroad
        if s.individual == 1:
            s.each[m] += POWERS[p] * abroad
        s.round_points[p] = abroad
        if p == s.leader:
            s.round_points[p] += s.arrest_points * caught
        s.points[p] += s.round_points[p]
        s.round_total += s.round_points[p]
        if s.individual == 1:
            tell(s, ROUND_POINTS, p, s.round_points[p])
        else:
            tell(s, SCORED, p, s.round_points[p])
    tell(s, ROUND_TOTAL, s.round, s.round_total)


@rule
@clause("IN-10", "IN-11", "IN-12")
def end_round(s):
    """Every fifth round ends with a count; after the last round, or without any piece, all is over; else the next number leads."""
    if s.round % EVERY == 0:
        count_pieces(s)
        tell(s, COUNTED, s.round, s.counts)
    if s.arrests == KINDS * s.players:
        tell(s, ALL_ARRESTED, s.round)
        s.phase = OVER
        results(s)
    elif s.round == s.rounds:
        tell(s, LAST_ROUND, s.round)
        s.phase = OVER
        results(s)
    else:
        s.leader = (s.leader + 1) % s.players
        begin_round(s)


@rule
def blank_line(s, m):
    """A fresh line of the ledger: nothing is announced yet."""
    s.said[m] = 0
    s.lamp[m] = 0
    s.finds[m] = 0
    s.abroad[m] = SILENT
    s.each[m] = 0


@rule
def drop_moment(s):
    """The ledger is full: its first moment leaves it."""
    if s.base % EVERY == 0:
        for z in range(ZONES):
            s.census[s.base // EVERY % CENSUSES][z] = 0
    s.base += 1
    s.held = 1
    for m in range(WINDOW):
        s.said[m] = s.said[m + 1]
        s.lamp[m] = s.lamp[m + 1]
        s.finds[m] = s.finds[m + 1]
        s.abroad[m] = s.abroad[m + 1]
        s.each[m] = s.each[m + 1]
    for p in range(s.players):
        for m in range(WINDOW):
            s.path[p][m] = s.path[p][m + 1]
        for k in range(KINDS):
            if s.gone[p][k] != NEVER:
                s.gone[p][k] = max(SILENT, s.gone[p][k] - 1)


# ---------------------------------------------------------------- the end
@rule
def over(s):
    """Has the match ended?"""
    return s.phase == OVER


@rule
@clause("IN-13")
def bonus(s, seat):
    """A third of the points for each piece still in the game, rounded down each time, or once for all."""
    if s.of_sum == 1:
        return s.points[seat] * pieces(s, seat) // 3
    return s.points[seat] // 3 * pieces(s, seat)


@rule
@clause("IN-13")
def score(s, seat):
    """Final points: points and bonus."""
    return s.points[seat] + bonus(s, seat)


@rule
@clause("IN-14")
def results(s):
    """The highest final points win, the lowest are candidates; when all are equal, everybody has won."""
    highest = score(s, 0)
    lowest = highest
    for p in range(s.players):
        tell(s, FINAL, p, s.points[p], bonus(s, p), score(s, p))
        highest = max(highest, score(s, p))
        lowest = min(lowest, score(s, p))
    if highest == lowest:
        tell(s, ALL_EQUAL, highest)
    else:
        tell(s, WON, all_with(s, highest), highest)
        tell(s, LOWEST, all_with(s, lowest), lowest)


@rule
@clause("IN-14")
def all_with(s, final):
    """The players (bit set) with so many final points."""
    bits = 0
    for p in range(s.players):
        if score(s, p) == final:
            bits |= 1 << p
    return bits
