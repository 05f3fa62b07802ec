"""Middle Race: the state, then the clauses in rulebook order, then the hidden.

Characters are their numbers 1 to 11; index 0 of their lists is not used. Sets of characters, cards and seats are
bit sets.

Resolution (MR-23) in three layers. `step` says how far the newest displacement is: to be set down, then its five
examinations; `moved`, `distance` and `by_other` describe it. What older displacements still set off waits on the stack: a Delete or a
Mirror (see `leave`). Below both, `letter` says which part of the turn (MR-6) is being resolved. `resolve` takes the
uppermost layer that has something to do, until somebody is asked or the race is over.
"""

from mainmatch.core.actions import Family, actions
from mainmatch.core.ballot import (
    close_ballot,
    count_votes,
    lot,
    only_candidate,
    open_ballot,
    seal_vote,
    settle_tie,
)
from mainmatch.core.domains import NUMBER, PLAYER, PLAYERS, Kind, numbers, players, words
from mainmatch.core.events import Event, events
from mainmatch.core.record import OWNER, PUBLIC, SECRET, Record, i8, i16, i32, i64, known, u64
from mainmatch.core.resolution import drop_all, drop_top, then, top_amount, top_kind
from mainmatch.core.rules import clause, rule, subroutine, tell

SEATS = 11
CHARACTERS = 12
"""Length of a list by character number."""
GRAVITY, RESET, PUSH, DELETE, WITH, UNION, ONE, MIRROR, JUMP, SILENCE, QUICK = range(1, 12)
NOBODY = -1
START, GOAL = 0, 31
FULL_SET, JUMP_SET = 0b11110, 0b11111  # bit v: card v

VOTE, NOMINATE, PICK, RACE, OVER = range(5)  # phase
BY_VOTE, BY_LOT = 0, 1  # option draft
ONCE, TWICE = 0, 1  # option silenced_quick

NO_LETTER, LETTER_A, LETTER_B, LETTER_C, LETTER_D, LETTER_E = range(6)
(
    NOTHING,
    ASK_SILENCE,
    ASK_CARD,
    ASK_ONE,
    ASK_PUSH,
    ASK_RESET,
    ASK_DELETE,
    ASK_KEEP,
    ASK_MIRROR,
    ASK_RENEW,
) = range(10)
DONE, SET_DOWN, STEP_RESET, STEP_PUSH, STEP_DELETE, STEP_UNION, STEP_MIRROR = range(
    7
)  # MR-23, after the piece is set down

STACK = 72
"""Frames that can wait, and why more never do.

Delete waits with a number of times and Mirror with a distance. Deletes on top of each other are one frame, for they can
pile up without end (Push and Mirror go round with Delete in the middle). So the stack is as deep as twice the Mirrors,
plus one. Beyond the displacement that a letter begins with, only Push, Union and Mirror move Push, Union and Mirror:
another piece that is pushed, pulled or mirrored leaves Push's square or comes to Union's, and moves none of the three.
So the waiting Mirrors follow from three squares, Mirror's memory, and who of the three sleeps. An exhaustive search of
that pushdown system on tracks of 3 to 12 squares, a sleeper waking at any moment, finds one more Mirror than squares:
31 for 30 squares. One more may wait below, from the card or Gravity's power: 32, and 2 * 32 + 1 = 65. The deepest stack
met in play is 60: a pile of all pieces that Push slides from 30 to Start. `tests/games/middle_race/test_stack.py`
searches and slides again.
"""

_CARDS = numbers("card", (0, 1, 2, 3, 4))
_PRINTED = numbers("card", (1, 2, 3, 4))
_CHARACTER = numbers("character", range(1, 12))
_STEPS = numbers("step", (1, -1))

ACTIONS = actions(
    Family("vote", {"for": players(SEATS)}),
    Family("nominate", player=players(SEATS)),
    Family("pick", character=_CHARACTER),
    Family("decline"),
    Family("silence", target=_CHARACTER),
    Family("submit", card=_CARDS),
    Family("quick", type="submit", card=_PRINTED, direction=words("direction", ("ahead", "back"))),
    Family("together", type="submit", card=_PRINTED, target=numbers("partner", (None, *range(1, 12)))),
    Family("gravity", card=_PRINTED, target=_CHARACTER),
    Family("one", step=_STEPS),
    Family("push", pushed=_CHARACTER, step=_STEPS),
    Family("reset", target=_CHARACTER),
    Family("delete", target=_CHARACTER),
    Family("keep", card=_CARDS),
    Family("mirror", target=_CHARACTER),
    Family("hold"),
    Family("renew"),
)
(
    VOTE_FOR,
    NAME,
    TAKE,
    DECLINE,
    HUSH,
    SUBMIT,
    QUICK_SUBMIT,
    WITH_SUBMIT,
    GRAVITATE,
    STEP_ONE,
    SHOVE,
    RESTORE,
    CUT,
    KEEP,
    REFLECT,
    HOLD,
    RENEW,
) = (family.offset for family in ACTIONS.families)
MOST_LEGAL = 48
"""Gravity with four cards: to submit each, or to discard it for each of ten characters; rounded up."""

CHARACTER = Kind("character")
CARD = Kind("card")
CARDS = Kind("card", bits=True)
SQUARE = Kind("square")
_FROM_TO = {"from": SQUARE, "to": SQUARE}

EVENTS = events(
    Event("counted", "MR-1", player=PLAYER, votes=NUMBER),
    Event("tied", "MR-1", players=PLAYERS, ballot=NUMBER),
    Event("drawn", "MR-1", player=PLAYER),
    Event("picks_last", "MR-1", player=PLAYER),
    Event("named", "MR-2", player=PLAYER, by=PLAYER),
    Event("picks_first", "MR-2", player=PLAYER),
    Event("picked", "MR-3", player=PLAYER, character=CHARACTER),
    Event("got_the_rest", "MR-3", player=PLAYER, character=CHARACTER),
    Event("dealt", "MR-3", player=PLAYER, character=CHARACTER),
    Event("lap", "MR-29", lap=NUMBER),
    Event("turn", "MR-5", who=CHARACTER, player=PLAYER),
    Event("silenced", "MR-20", target=CHARACTER),
    Event("woke", "MR-20", who=CHARACTER),
    Event("nobody_to_designate", "MR-9", who=CHARACTER),
    Event("declined", "MR-9", who=CHARACTER),
    Event("submitted", "MR-6", who=CHARACTER, card=CARD),
    Event("submitted_ahead", "MR-21", who=CHARACTER, card=CARD),
    Event("submitted_back", "MR-21", who=CHARACTER, card=CARD),
    Event("submitted_with", "MR-14", who=CHARACTER, card=CARD, target=CHARACTER),
    Event("discarded", "MR-10", who=CHARACTER, card=CARD, target=CHARACTER),
    Event("moved", "MR-6", who=CHARACTER, **_FROM_TO),
    Event("taken_along", "MR-14", who=CHARACTER, **_FROM_TO),
    Event("attracted", "MR-10", who=CHARACTER, **_FROM_TO),
    Event("stepped", "MR-17", who=CHARACTER, **_FROM_TO),
    Event("pushed", "MR-12", who=CHARACTER, **_FROM_TO),
    Event("pulled", "MR-16", who=CHARACTER, **_FROM_TO),
    Event("mirrored", "MR-18", who=CHARACTER, **_FROM_TO),
    Event("stayed", "MR-8", who=CHARACTER, at=SQUARE),
    Event("finished", "MR-26", who=CHARACTER, rank=NUMBER),
    Event("carried_over", "MR-7", who=CHARACTER),
    Event("restored", "MR-11", target=CHARACTER),
    Event("renewed", "MR-6", who=CHARACTER),
    Event("jump_renewed", "MR-19", who=CHARACTER),
    Event("jump_held", "MR-19", who=CHARACTER),
    Event("delete_designated", "MR-13", target=CHARACTER),
    Event("nothing_to_cut", "MR-13", target=CHARACTER),
    Event("cut", "MR-13", target=CHARACTER),
    Event("cut_seen", "MR-13", OWNER, twin="cut", player=PLAYER, target=CHARACTER, card=CARD),
    Event("cut_kept", "MR-31", OWNER, player=PLAYER, target=CHARACTER, card=CARD),
    Event("mirror_designated", "MR-18", target=CHARACTER, distance=NUMBER),
    Event("dropped", "MR-27", count=NUMBER),
    Event("last_left", "MR-28", who=CHARACTER),
    Event("laps_over", "MR-29", laps=NUMBER),
    Event("death_match", "MR-30", players=PLAYERS),
    Event("garnets", "MR-30", players=PLAYERS),
    Event("black_garnets", "MR-30", players=PLAYERS),
)
(
    COUNTED,
    TIED,
    DRAWN,
    PICKS_LAST,
    NAMED,
    PICKS_FIRST,
    PICKED,
    GOT_THE_REST,
    DEALT,
    LAP,
    TURN,
    SILENCED,
    WOKE,
    NOBODY_TO_DESIGNATE,
    DECLINED,
    SUBMITTED,
    SUBMITTED_AHEAD,
    SUBMITTED_BACK,
    SUBMITTED_WITH,
    DISCARDED,
    MOVED,
    TAKEN_ALONG,
    ATTRACTED,
    STEPPED,
    PUSHED,
    PULLED,
    MIRRORED,
    STAYED,
    FINISHED,
    CARRIED_OVER,
    RESTORED,
    RENEWED,
    JUMP_RENEWED,
    JUMP_HELD,
    DELETE_DESIGNATED,
    NOTHING_TO_CUT,
    CUT_OPENLY,
    CUT_SEEN,
    CUT_KEPT,
    MIRROR_DESIGNATED,
    DROPPED,
    LAST_LEFT,
    LAPS_OVER,
    DEATH_MATCH,
    GARNETS,
    BLACK_GARNETS,
) = range(46)


class State(Record):
    """A match of Middle Race."""

    seed = u64(SECRET)
    counter = i64(SECRET)
    # options
    players = i8(PUBLIC)
    draft = i8(PUBLIC)
    may_decline = i8(PUBLIC)
    silenced_quick = i8(PUBLIC)
    chain_limit = i32(PUBLIC)
    max_laps = i32(PUBLIC)
    vote_limit = i32(PUBLIC)
    # the draft
    phase = i8(PUBLIC)
    picking = i8(PUBLIC)  # the place in pick_order that is to be named, or that picks
    committed = i8(OWNER, SEATS)
    waiting = i16(PUBLIC)
    voters = i16(PUBLIC)
    candidates = i16(PUBLIC)
    ballot = i32(PUBLIC)
    tally = i8(PUBLIC, SEATS)
    pick_order = i8(PUBLIC, SEATS)
    character = i8(PUBLIC, SEATS)  # 0: none yet
    # the race
    seat = i8(PUBLIC, CHARACTERS)  # NOBODY: not in the race
    running = i16(PUBLIC)  # in the race and not finished (bit set)
    squares = i8(PUBLIC, CHARACTERS)
    hands = i8(known("hand_known"), CHARACTERS)  # bit sets of cards
    hidden = i16(PUBLIC)  # cut and not renewed since (bit set)
    cut_from = i8(PUBLIC, CHARACTERS)  # what a hidden hand was before the cut (bit set); 0 when it is empty
    last_designated = i8(PUBLIC, CHARACTERS)  # 0: nobody
    asleep = i8(PUBLIC)  # 0: nobody
    quick_ahead = i8(PUBLIC)
    turn = i8(PUBLIC)
    lap = i32(PUBLIC)
    chain = i32(PUBLIC)
    finish_order = i8(PUBLIC, SEATS)
    finished = i8(PUBLIC)
    # the turn
    letter = i8(PUBLIC)
    asked = i8(PUBLIC)
    stride = i8(PUBLIC)  # the submitted move until (d)
    partner = i8(PUBLIC)  # With's, until (d)
    # the newest displacement
    step = i8(PUBLIC)
    moved = i8(PUBLIC)
    distance = i8(PUBLIC)
    by_other = i8(PUBLIC)  # was it by another character's power?
    # what older ones still set off
    frame_kind = i8(PUBLIC, STACK)
    frame_amount = i32(PUBLIC, STACK)
    depth = i16(PUBLIC)


# ---------------------------------------------------------------- bit sets
@rule
def has(bits, i):
    """Is i in the bit set?"""
    return (bits >> i) & 1 == 1


@rule
def count(bits):
    """How many are in the bit set?"""
    n = 0
    while bits > 0:
        bits &= bits - 1
        n += 1
    return n


@rule
def lowest(bits):
    """The lowest in a bit set that is not empty."""
    i = 0
    while (bits >> i) & 1 == 0:
        i += 1
    return i


# ---------------------------------------------------------------- draft
@subroutine
@clause("MR-1", "MR-3")
def setup(s):
    """All vote for the one who picks last; with `draft` = `random` chance deals the characters and the race starts."""
    for c in range(CHARACTERS):
        s.seat[c] = NOBODY
    for p in range(SEATS):
        s.pick_order[p] = NOBODY
    if s.draft == BY_LOT:
        deal(s)
        start_race(s)
        resolve(s)
    else:
        everybody = (1 << s.players) - 1
        open_ballot(s, everybody, everybody)


@rule
@clause("MR-3")
def deal(s):
    """Chance deals the characters at once."""
    free = (1 << CHARACTERS) - 2
    for p in range(s.players):
        c = lot(s, free, CHARACTERS)
        free &= ~(1 << c)
        take(s, p, c)
        tell(s, DEALT, p, c)


@rule
def take(s, p, c):
    """The player runs with this character."""
    s.character[p] = c
    s.seat[c] = p


@subroutine
@clause("MR-1")
def vote(s, p, candidate):
    """A sealed vote; the last one opens the ballot, and after enough ties a lot decides."""
    if not seal_vote(s, p, candidate):
        return
    chosen = NOBODY
    decided = count_votes(s, s.players)
    for q in range(s.players):
        if s.tally[q] > 0:
            tell(s, COUNTED, q, s.tally[q])
    if decided:
        chosen = only_candidate(s, s.players)
    else:
        tell(s, TIED, s.candidates, s.ballot)
        chosen = settle_tie(s, s.players)
        if chosen != NOBODY:
            tell(s, DRAWN, chosen)
    if chosen != NOBODY:
        close_ballot(s)
        s.phase = NOMINATE
        s.pick_order[s.players - 1] = chosen
        s.picking = s.players - 2
        tell(s, PICKS_LAST, chosen)


@rule
@clause("MR-2")
def may_be_named(s, p):
    """Nobody is named twice."""
    if p >= s.players:
        return False
    for i in range(s.players):
        if s.pick_order[i] == p:
            return False
    return True


@subroutine
@clause("MR-2")
def nominate(s, p):
    """Each names the one who picks just before; the last one left picks first, without being asked."""
    tell(s, NAMED, p, s.pick_order[s.picking + 1])
    s.pick_order[s.picking] = p
    s.picking -= 1
    if s.picking == 0:
        for q in range(s.players):
            if may_be_named(s, q):
                s.pick_order[0] = q
                tell(s, PICKS_FIRST, q)
                break
        s.phase = PICK


@subroutine
@clause("MR-3")
def pick(s, p, c):
    """In picking order each takes a free character; the eleventh gets what is left."""
    take(s, p, c)
    tell(s, PICKED, p, c)
    s.picking += 1
    if s.players == SEATS and s.picking == SEATS - 1:
        for left in range(1, CHARACTERS):
            if s.seat[left] == NOBODY:
                take(s, s.pick_order[s.picking], left)
                tell(s, GOT_THE_REST, s.pick_order[s.picking], left)
                break
        s.picking += 1
    if s.picking == s.players:
        start_race(s)


# ---------------------------------------------------------------- track, cards, turns
@rule
@clause("MR-4")
def on_track(square):
    """Nothing moves below Start or beyond the goal."""
    return max(START, min(GOAL, square))


@rule
@clause("MR-5")
def full_set(c):
    """Cards 1 to 4; Jump also 0."""
    if c == JUMP:
        return JUMP_SET
    return FULL_SET


@rule
@clause("MR-11", "MR-21", "MR-31")
def renew_hand(s, c):
    """A hand becomes the full set: public again, and Quick's cards that went ahead are forgotten."""
    s.hands[c] = full_set(c)
    s.hidden &= ~(1 << c)
    s.cut_from[c] = 0
    if c == QUICK:
        s.quick_ahead = 0


@rule
def runs(s, c):
    """Is this character in the race and not finished?"""
    return has(s.running, c)


@rule
def awake(s, c):
    """Is its power awake: in the race, not finished, not silenced?"""
    return has(s.running, c) and c != s.asleep


@subroutine
@clause("MR-4", "MR-5")
def start_race(s):
    """All on Start, with full hands; the lowest number begins."""
    s.phase = RACE
    for c in range(1, CHARACTERS):
        if s.seat[c] != NOBODY:
            s.running |= 1 << c
            renew_hand(s, c)
    s.turn = lowest(s.running)
    s.lap = 1
    tell(s, LAP, 1)
    start_turn(s)


@rule
@clause("MR-6", "MR-20")
def start_turn(s):
    """(a) Silence designates, at its turn."""
    s.chain = 0
    s.letter = LETTER_A
    tell(s, TURN, s.turn, s.seat[s.turn])
    if s.turn == SILENCE:
        if targets(s, SILENCE) == 0:
            tell(s, NOBODY_TO_DESIGNATE, SILENCE)
            silence_decided(s, 0)
        else:
            s.asked = ASK_SILENCE


@subroutine
@clause("MR-6", "MR-7")
def next_letter(s):
    """The turn's next letter; a mover that finished before (d) does not move and has no (e)."""
    if s.letter == LETTER_E:
        end_turn(s)
    elif s.letter == LETTER_D:
        s.letter = LETTER_E
        end_of_hand(s)
    elif not runs(s, s.turn):
        tell(s, CARRIED_OVER, s.turn)
        s.letter = LETTER_E
        s.stride = 0
        s.partner = 0
    elif s.letter == LETTER_A:
        s.letter = LETTER_B
        s.asked = ASK_CARD
    else:
        s.letter = LETTER_D
        move(s)


@rule
@clause("MR-6", "MR-19")
def end_of_hand(s):
    """(e) The mover's empty hand is renewed, unless it has finished; an awake Jump may renew exactly 2 cards."""
    c = s.turn
    if runs(s, c):
        if s.hands[c] == 0:
            renew_hand(s, c)
            tell(s, RENEWED, c)
        elif c == JUMP and awake(s, JUMP) and count(s.hands[JUMP]) == 2:
            s.asked = ASK_RENEW


@rule
@clause("MR-5", "MR-29")
def end_turn(s):
    """The next number that has not finished; a lap ends when the turn passes to a lower or equal number."""
    after = s.running & ~((1 << (s.turn + 1)) - 1)
    if after == 0:
        if s.lap >= s.max_laps:
            tell(s, LAPS_OVER, s.lap)
            end_race(s)
            return
        s.lap += 1
        after = s.running
        tell(s, LAP, s.lap)
    s.turn = lowest(after)
    start_turn(s)


# ---------------------------------------------------------------- displacements
@rule
def put_newest(s, step, who, distance, by_other):
    """The newest displacement, and its next step."""
    s.step = step
    s.moved = who
    s.distance = distance
    s.by_other = by_other


@rule
def forget_newest(s):
    """Nothing is left of the newest displacement."""
    s.step = DONE
    s.moved = 0
    s.distance = 0
    s.by_other = 0


@rule
@clause("MR-8", "MR-23")
def displace(s, who, to, by_other):
    """A piece is to change its square; that, and what it sets off, comes before all that is pending."""
    leave(s)
    put_newest(s, SET_DOWN, who, to - s.squares[who], by_other)


@subroutine
@clause("MR-8", "MR-26", "MR-27")
def set_down(s):
    """The newest displacement happens."""
    s.step = STEP_RESET
    s.squares[s.moved] += s.distance
    s.chain += 1
    if s.squares[s.moved] == GOAL:
        cross(s, s.moved)
    check_limits(s)


@rule
@clause("MR-23")
def leave(s):
    """What the newest displacement has not set off yet waits while a newer one is handled.

    Only Delete's and Mirror's: when the newer one is handled completely, no piece shares Push's square and none is
    one ahead of Union, so that there is nothing left to examine for Push and Union.
    """
    if s.by_other == 1:
        if s.moved == DELETE and s.step == STEP_PUSH:
            if top_kind(s) == DELETE:
                s.frame_amount[s.depth - 1] += 1
            else:
                then(s, DELETE, 1)
        elif s.moved == MIRROR and (s.step == STEP_PUSH or s.step == STEP_UNION):
            then(s, MIRROR, s.distance)


@rule
@clause("MR-26", "MR-20")
def cross(s, who):
    """Crossing the goal ends a power at once; when Silence finishes, the sleeper wakes."""
    s.finish_order[s.finished] = who
    s.finished += 1
    s.running &= ~(1 << who)
    tell(s, FINISHED, who, s.finished)
    if who == SILENCE:
        wake(s)


@rule
@clause("MR-20")
def wake(s):
    """The sleeper wakes; one that has finished does not, but is named no more."""
    if runs(s, s.asleep):
        tell(s, WOKE, s.asleep)
    s.asleep = 0


@rule
@clause("MR-27", "MR-28")
def check_limits(s):
    """When all but one have finished the race is over at once; else the limit of the chain drops all that is pending."""
    if s.finished >= s.players - 1:
        if s.running != 0:
            tell(s, LAST_LEFT, lowest(s.running))
        end_race(s)
    elif s.chain >= s.chain_limit:
        tell(s, DROPPED, s.chain)
        drop_pending(s)
        s.letter = LETTER_D


@rule
@clause("MR-27")
def drop_pending(s):
    """All that is still pending in the turn."""
    forget_newest(s)
    drop_all(s)
    s.stride = 0
    s.partner = 0


@subroutine
@clause("MR-23")
def resolve(s):
    """Whatever is set off is resolved completely, depth first, before the next letter: up to a question or the end."""
    while s.asked == NOTHING and s.phase == RACE:
        if s.step != DONE:
            examine(s)
        elif s.depth > 0:
            resume(s)
        else:
            next_letter(s)


@subroutine
@clause("MR-23")
def examine(s):
    """The newest displacement's next step, if its condition holds now that its turn has come."""
    if s.step == SET_DOWN:
        set_down(s)
    elif s.step == STEP_RESET:
        s.step = STEP_PUSH
        if s.moved == RESET and s.distance < 0:
            ask_designation(s, RESET, ASK_RESET)
    elif s.step == STEP_PUSH:
        if on_pushs_square(s) != 0:
            s.asked = ASK_PUSH
        else:
            s.step = STEP_DELETE
    elif s.step == STEP_DELETE:
        s.step = STEP_UNION
        if s.moved == DELETE and s.by_other == 1:
            ask_designation(s, DELETE, ASK_DELETE)
    elif s.step == STEP_UNION:
        if ahead_of_union(s) != 0:
            pull(s)
        else:
            s.step = STEP_MIRROR
    else:
        s.step = DONE
        if s.moved == MIRROR and s.by_other == 1:
            ask_designation(s, MIRROR, ASK_MIRROR)
        if s.asked == NOTHING:
            forget_newest(s)


@rule
@clause("MR-23")
def resume(s):
    """An older displacement goes on with what it had not set off yet."""
    if top_kind(s) == MIRROR:
        put_newest(s, STEP_MIRROR, MIRROR, top_amount(s), 1)
        drop_top(s)
    else:
        put_newest(s, STEP_DELETE, DELETE, 0, 1)
        s.frame_amount[s.depth - 1] -= 1
        if top_amount(s) == 0:
            drop_top(s)


# ---------------------------------------------------------------- designation
@rule
@clause("MR-9")
def targets(s, c):
    """Whom a character may designate: another one that has not finished, and not the last one again (bit set)."""
    return s.running & ~(1 << c) & ~(1 << s.last_designated[c])


@rule
@clause("MR-9")
def ask_designation(s, c, question):
    """An awake power designates, if anybody qualifies."""
    if awake(s, c):
        if targets(s, c) == 0:
            tell(s, NOBODY_TO_DESIGNATE, c)
        else:
            s.asked = question


# ---------------------------------------------------------------- 1 Gravity
@rule
@clause("MR-10")
def gravity_targets(s):
    """Not a character on Gravity's own square (bit set)."""
    bits = targets(s, GRAVITY)
    for c in range(1, CHARACTERS):
        if has(bits, c) and s.squares[c] == s.squares[GRAVITY]:
            bits &= ~(1 << c)
    return bits


@rule
@clause("MR-10")
def gravitate(s, card, target):
    """A card is discarded openly; the designated comes to the square just ahead of Gravity, or just behind."""
    spend(s, GRAVITY, card)
    s.last_designated[GRAVITY] = target
    tell(s, DISCARDED, GRAVITY, card, target)
    s.letter = LETTER_D
    start = s.squares[target]
    to = s.squares[GRAVITY] - 1
    if start > s.squares[GRAVITY]:
        to = s.squares[GRAVITY] + 1
    if to == start:
        tell(s, STAYED, target, start)
    else:
        tell(s, ATTRACTED, target, start, to)
        displace(s, target, to, 1)


# ---------------------------------------------------------------- 2 Reset
@rule
@clause("MR-11")
def restore(s, target):
    """The designated's hand becomes the full set at once."""
    s.last_designated[RESET] = target
    renew_hand(s, target)
    tell(s, RESTORED, target)


# ---------------------------------------------------------------- 3 Push
@rule
@clause("MR-12")
def on_pushs_square(s):
    """The lowest number that an awake Push must push off its square (not on Start); 0: nobody."""
    square = s.squares[PUSH]
    if awake(s, PUSH) and square != START:
        for c in range(1, CHARACTERS):
            if s.squares[c] == square and c != PUSH and runs(s, c):
                return c
    return 0


@rule
@clause("MR-12")
def push(s, c, step):
    """One square, ahead or back as Push chooses."""
    start = s.squares[c]
    tell(s, PUSHED, c, start, start + step)
    displace(s, c, start + step, 1)


# ---------------------------------------------------------------- 4 Delete
@rule
@clause("MR-13")
def designate_cut(s, target):
    """Delete sees the hand; a hand of one card or none stays as it is."""
    s.last_designated[DELETE] = target
    tell(s, DELETE_DESIGNATED, target)
    if count(s.hands[target]) > 1:
        s.asked = ASK_KEEP
    else:
        tell(s, NOTHING_TO_CUT, target)


@rule
@clause("MR-13", "MR-31")
def keep(s, card):
    """One card stays; which one, only its owner and Delete's player know."""
    target = s.last_designated[DELETE]
    s.cut_from[target] = s.hands[target]
    s.hands[target] = 1 << card
    s.hidden |= 1 << target
    tell(s, CUT_SEEN, s.seat[DELETE], target, card)
    tell(s, CUT_KEPT, s.seat[target], target, card)


# ---------------------------------------------------------------- 5 With
@rule
@clause("MR-14", "MR-22")
def takes_partner(s):
    """Does With, awake and with one card left, have somebody to designate?"""
    return awake(s, WITH) and count(s.hands[WITH]) == 1 and targets(s, WITH) != 0


@subroutine
@clause("MR-15", "MR-24")
def move_together(s):
    """One step for both: set down, ranked by who was nearer to the goal, and MR-23 once, for the partner's sake."""
    c = s.partner
    tell(s, MOVED, WITH, s.squares[WITH], on_track(s.squares[WITH] + s.stride))
    tell(s, TAKEN_ALONG, c, s.squares[c], on_track(s.squares[c] + s.stride))
    first = min(c, WITH)
    second = max(c, WITH)
    if s.squares[second] > s.squares[first]:
        first = second
        second = c + WITH - first
    before = s.squares[c]
    s.squares[WITH] = on_track(s.squares[WITH] + s.stride)
    s.squares[c] = on_track(before + s.stride)
    put_newest(s, STEP_RESET, c, s.squares[c] - before, 1)
    s.chain += 2
    if s.squares[first] == GOAL:
        cross(s, first)
    if s.squares[second] == GOAL:
        cross(s, second)
    check_limits(s)


# ---------------------------------------------------------------- 6 Union
@rule
@clause("MR-16")
def ahead_of_union(s):
    """The lowest number exactly one square ahead of an awake Union (not on Start); 0: nobody."""
    ahead = s.squares[UNION] + 1
    if awake(s, UNION) and ahead != START + 1:
        for c in range(1, CHARACTERS):
            if s.squares[c] == ahead and runs(s, c):
                return c
    return 0


@rule
@clause("MR-16")
def pull(s):
    """It is displaced to Union's square."""
    c = ahead_of_union(s)
    tell(s, PULLED, c, s.squares[c], s.squares[UNION])
    displace(s, c, s.squares[UNION], 1)


# ---------------------------------------------------------------- 7 One
@rule
@clause("MR-17")
def react(s, card):
    """(c) One reacts when another player submits a 1 for movement."""
    if card == 1 and s.turn != ONE and awake(s, ONE):
        s.asked = ASK_ONE


@rule
@clause("MR-17")
def step_one(s, step):
    """One square, ahead or back; by its own power."""
    start = s.squares[ONE]
    tell(s, STEPPED, ONE, start, start + step)
    displace(s, ONE, start + step, 0)


# ---------------------------------------------------------------- 8 Mirror
@rule
@clause("MR-18")
def reflect(s, target):
    """The designated is displaced by as many squares as Mirror was, the other way."""
    s.last_designated[MIRROR] = target
    tell(s, MIRROR_DESIGNATED, target, -s.distance)
    start = s.squares[target]
    to = on_track(start - s.distance)
    forget_newest(s)
    if to == start:
        tell(s, STAYED, target, start)
    else:
        tell(s, MIRRORED, target, start, to)
        displace(s, target, to, 1)


# ---------------------------------------------------------------- 9 Jump
@subroutine
@clause("MR-19", "MR-22")
def jump_to(s, cards):
    """Where Jump lands: an awake one counts only squares on which no other piece stands."""
    to = s.squares[JUMP]
    taken = 0
    if awake(s, JUMP):
        for c in range(1, CHARACTERS):
            if c != JUMP and runs(s, c):
                taken |= 1 << s.squares[c]
    left = cards
    while left > 0 and to < GOAL:
        to += 1
        if not has(taken, to):
            left -= 1
    return to


# ---------------------------------------------------------------- 10 Silence
@rule
@clause("MR-20", "MR-25")
def silence_decided(s, target):
    """The earlier one wakes, the designated (0: nobody) sleeps; then Push and Union are examined."""
    wake(s)
    s.asleep = target
    put_newest(s, STEP_PUSH, 0, 0, 0)


# ---------------------------------------------------------------- 11 Quick, and the cards of all
@rule
@clause("MR-21", "MR-22")
def may_go_ahead(s):
    """At most two cards since Quick's hand was last renewed."""
    return s.quick_ahead < 2


@rule
@clause("MR-22")
def sleeping_stride(s, card):
    """A sleeping Quick moves ahead by the number itself (option: twice), and that card counts."""
    s.quick_ahead += 1
    if s.silenced_quick == TWICE:
        return 2 * card
    return card


@rule
@clause("MR-5")
def spend(s, c, card):
    """A played card leaves the hand face up."""
    s.hands[c] &= ~(1 << card)
    if s.hands[c] == 0:
        s.cut_from[c] = 0


@rule
@clause("MR-6")
def submit(s, card):
    """(b) One card, with nothing else."""
    spend(s, s.turn, card)
    tell(s, SUBMITTED, s.turn, card)
    s.letter = LETTER_C
    s.stride = card
    if s.turn == QUICK:
        s.stride = sleeping_stride(s, card)
    react(s, card)


@rule
@clause("MR-21")
def submit_quick(s, card, back):
    """(b) Twice the number, ahead or back as declared."""
    spend(s, QUICK, card)
    s.letter = LETTER_C
    if back == 1:
        tell(s, SUBMITTED_BACK, QUICK, card)
        s.stride = -2 * card
    else:
        tell(s, SUBMITTED_AHEAD, QUICK, card)
        s.stride = 2 * card
        s.quick_ahead += 1
    react(s, card)


@rule
@clause("MR-14")
def submit_with(s, card, target):
    """(b) With's last card and its partner, made and remembered now; 0: it declined."""
    spend(s, WITH, card)
    s.letter = LETTER_C
    s.stride = card
    s.partner = target
    if target == 0:
        tell(s, SUBMITTED, WITH, card)
        tell(s, DECLINED, WITH)
    else:
        s.last_designated[WITH] = target
        tell(s, SUBMITTED_WITH, WITH, card, target)
    react(s, card)


@subroutine
@clause("MR-6", "MR-14")
def move(s):
    """(d) The piece moves; With alone, when its partner has finished meanwhile."""
    c = s.turn
    if runs(s, s.partner):
        move_together(s)
    else:
        start = s.squares[c]
        to = on_track(start + s.stride)
        if c == JUMP:
            to = jump_to(s, s.stride)
        if to == start:
            tell(s, STAYED, c, start)
        else:
            tell(s, MOVED, c, start, to)
            displace(s, c, to, 0)
    s.stride = 0
    s.partner = 0


# ---------------------------------------------------------------- the end
@subroutine
@clause("MR-28", "MR-29", "MR-30")
def end_race(s):
    """Nothing pending is done."""
    drop_pending(s)
    s.phase = OVER
    s.letter = NO_LETTER
    first_and_last = 0
    others = 0
    seconds = 0
    for p in range(s.players):
        worth = score(s, p)
        if worth < 0:
            first_and_last |= 1 << p
        else:
            others |= 1 << p
            if worth == 2:
                seconds |= 1 << p
    tell(s, DEATH_MATCH, first_and_last)
    tell(s, GARNETS, others)
    tell(s, BLACK_GARNETS, seconds)


@subroutine
@clause("MR-28", "MR-29")
def rank(s, p):
    """A player's rank, from 1: those who crossed in their order, then by square, further first, then by lower number."""
    c = s.character[p]
    if not runs(s, c):
        for i in range(s.finished):
            if s.finish_order[i] == c:
                return i + 1
    place = s.finished + 1
    for d in range(1, CHARACTERS):
        if runs(s, d) and (s.squares[d] > s.squares[c] or (s.squares[d] == s.squares[c] and d < c)):
            place += 1
    return place


@rule
@clause("MR-30")
def score(s, p):
    """-1 for the death match, else 1 for a garnet, 2 with a black one."""
    place = rank(s, p)
    if place == 1 or place == s.players:
        return -1
    if place == 2 or place == s.players - 1:
        return 2
    return 1


@rule
def over(s):
    """Has the match ended?"""
    return s.phase == OVER


# ---------------------------------------------------------------- decisions
@rule
def asked_character(s):
    """Whose power asks."""
    q = s.asked
    if q == ASK_SILENCE:
        return SILENCE
    if q == ASK_ONE:
        return ONE
    if q == ASK_PUSH:
        return PUSH
    if q == ASK_RESET:
        return RESET
    if q == ASK_DELETE or q == ASK_KEEP:
        return DELETE
    if q == ASK_MIRROR:
        return MIRROR
    return s.turn


@subroutine
def actors(s):
    """All who have not voted, or the one who names, picks, or is asked."""
    if s.phase == VOTE:
        return s.waiting
    if s.phase == NOMINATE:
        return 1 << s.pick_order[s.picking + 1]
    if s.phase == PICK:
        return 1 << s.pick_order[s.picking]
    if s.phase == RACE:
        return 1 << s.seat[asked_character(s)]
    return 0


@subroutine
def apply(s, seat, a):
    """Carry out a decision, and everything that it sets off up to the next one."""
    if s.phase == VOTE:
        vote(s, seat, a - VOTE_FOR)
    elif s.phase == NOMINATE:
        nominate(s, a - NAME)
    elif s.phase == PICK:
        pick(s, seat, a - TAKE + 1)
    else:
        answer(s, a)
    resolve(s)


@rule
def answer(s, a):
    """What the answer to the open question does."""
    q = s.asked
    s.asked = NOTHING
    if q == ASK_CARD:
        play(s, a)
    elif q == ASK_PUSH:
        push(s, (a - SHOVE) // 2 + 1, 1 - 2 * ((a - SHOVE) % 2))
    elif a == DECLINE:
        decline(s, q)
    elif q == ASK_MIRROR:
        reflect(s, a - REFLECT + 1)
    elif q == ASK_DELETE:
        designate_cut(s, a - CUT + 1)
    elif q == ASK_KEEP:
        keep(s, a - KEEP)
    elif q == ASK_RESET:
        restore(s, a - RESTORE + 1)
    elif q == ASK_ONE:
        step_one(s, 1 - 2 * (a - STEP_ONE))
    elif q == ASK_SILENCE:
        hush(s, a - HUSH + 1)
    elif a == RENEW:
        renew_hand(s, JUMP)
        tell(s, JUMP_RENEWED, JUMP)
    else:
        tell(s, JUMP_HELD, JUMP)


@rule
def play(s, a):
    """(b) in its four forms."""
    if a >= GRAVITATE:
        gravitate(s, (a - GRAVITATE) // 11 + 1, (a - GRAVITATE) % 11 + 1)
    elif a >= WITH_SUBMIT:
        submit_with(s, (a - WITH_SUBMIT) // 12 + 1, (a - WITH_SUBMIT) % 12)
    elif a >= QUICK_SUBMIT:
        submit_quick(s, (a - QUICK_SUBMIT) // 2 + 1, (a - QUICK_SUBMIT) % 2)
    else:
        submit(s, a - SUBMIT)


@rule
@clause("MR-20")
def hush(s, target):
    """Silence designates."""
    s.last_designated[SILENCE] = target
    tell(s, SILENCED, target)
    silence_decided(s, target)


@rule
@clause("MR-9")
def decline(s, question):
    """Option `may_decline`: declining does not change the memory."""
    if question == ASK_SILENCE:
        tell(s, DECLINED, SILENCE)
        silence_decided(s, 0)
    elif question == ASK_RESET:
        tell(s, DECLINED, RESET)
    elif question == ASK_DELETE:
        tell(s, DECLINED, DELETE)
    else:
        tell(s, DECLINED, MIRROR)
        forget_newest(s)


# ---------------------------------------------------------------- legal
@rule
def list_bits(bits, first, acts, n):
    """Append action `first` + i for every i in the bit set; how many there are then."""
    i = 0
    while bits > 0:
        if bits & 1 == 1:
            acts[n] = first + i
            n += 1
        bits >>= 1
        i += 1
    return n


@subroutine
def legal(s, seat, acts):
    """The legal actions, ascending."""
    if s.phase == VOTE:
        return list_bits(s.candidates, VOTE_FOR, acts, 0)
    if s.phase == NOMINATE:
        n = 0
        for p in range(s.players):
            if may_be_named(s, p):
                acts[n] = NAME + p
                n += 1
        return n
    if s.phase == PICK:
        n = 0
        for c in range(1, CHARACTERS):
            if s.seat[c] == NOBODY:
                acts[n] = TAKE + c - 1
                n += 1
        return n
    if s.asked == ASK_CARD:
        return legal_cards(s, acts)
    return legal_answers(s, acts)


@rule
def list_targets(s, c, family, acts):
    """Designations, after declining where that is allowed."""
    n = 0
    if s.may_decline == 1:
        acts[0] = DECLINE
        n = 1
    return list_bits(targets(s, c) >> 1, family, acts, n)


@subroutine
def legal_answers(s, acts):
    """The answers to a question of a power."""
    q = s.asked
    if q == ASK_PUSH:
        first = SHOVE + 2 * (on_pushs_square(s) - 1)
        acts[0] = first
        acts[1] = first + 1
        return 2
    if q == ASK_MIRROR:
        return list_targets(s, MIRROR, REFLECT, acts)
    if q == ASK_DELETE:
        return list_targets(s, DELETE, CUT, acts)
    if q == ASK_RESET:
        return list_targets(s, RESET, RESTORE, acts)
    if q == ASK_SILENCE:
        return list_targets(s, SILENCE, HUSH, acts)
    if q == ASK_KEEP:
        return list_bits(s.hands[s.last_designated[DELETE]], KEEP, acts, 0)
    if q == ASK_ONE:
        acts[0] = STEP_ONE
        if s.squares[ONE] == START:
            return 1
        acts[1] = STEP_ONE + 1
        return 2
    acts[0] = HOLD
    acts[1] = RENEW
    return 2


@subroutine
@clause("MR-5", "MR-10", "MR-14", "MR-21", "MR-22")
def legal_cards(s, acts):
    """The cards of the mover's hand, each with what belongs to it."""
    hand = s.hands[s.turn]
    n = 0
    if s.turn == QUICK and awake(s, QUICK):
        for v in range(1, 5):
            if has(hand, v):
                if may_go_ahead(s):
                    acts[n] = QUICK_SUBMIT + 2 * (v - 1)
                    n += 1
                acts[n] = QUICK_SUBMIT + 2 * (v - 1) + 1
                n += 1
        return n
    if s.turn == WITH and takes_partner(s):
        partners = targets(s, WITH)
        if s.may_decline == 1:
            partners |= 1
        return list_bits(partners, WITH_SUBMIT + 12 * (lowest(hand) - 1), acts, 0)
    n = list_bits(hand, SUBMIT, acts, 0)
    if s.turn == GRAVITY and awake(s, GRAVITY):
        wanted = gravity_targets(s) >> 1
        for v in range(1, 5):
            if has(hand, v):
                n = list_bits(wanted, GRAVITATE + 11 * (v - 1), acts, n)
    return n


# ---------------------------------------------------------------- why not
@subroutine
def refusal(s, seat, a):
    """The number of the clause that forbids an action; 0: it is legal."""
    if s.phase == VOTE:
        if a < NAME and has(s.candidates, a - VOTE_FOR):
            return 0
        return 1
    if s.phase == NOMINATE:
        if a >= NAME and a < TAKE and may_be_named(s, a - NAME):
            return 0
        return 2
    if s.phase == PICK:
        if a >= TAKE and a < DECLINE and s.seat[a - TAKE + 1] == NOBODY:
            return 0
        return 3
    if s.asked == ASK_CARD:
        return card_refusal(s, a)
    return answer_refusal(s, a)


@subroutine
def answer_refusal(s, a):
    """The same for the answers to a question of a power."""
    q = s.asked
    if q == ASK_PUSH:
        if a >= SHOVE and a < RESTORE and (a - SHOVE) // 2 + 1 == on_pushs_square(s):
            return 0
        return 12
    if q == ASK_SILENCE:
        return designation_refusal(s, a, SILENCE, HUSH, 20)
    if q == ASK_RESET:
        return designation_refusal(s, a, RESET, RESTORE, 11)
    if q == ASK_DELETE:
        return designation_refusal(s, a, DELETE, CUT, 13)
    if q == ASK_MIRROR:
        return designation_refusal(s, a, MIRROR, REFLECT, 18)
    if q == ASK_KEEP:
        if a >= KEEP and a < REFLECT and has(s.hands[s.last_designated[DELETE]], a - KEEP):
            return 0
        return 13
    if q == ASK_ONE:
        if a == STEP_ONE or (a == STEP_ONE + 1 and s.squares[ONE] != START):
            return 0
        return 17
    if a == HOLD or a == RENEW:
        return 0
    return 19


@rule
@clause("MR-9")
def designation_refusal(s, a, c, family, number):
    """Whom a power may not designate, and whether it may decline; `number` is the power's own clause."""
    if a == DECLINE:
        return 9 * (1 - s.may_decline)
    if a < family or a >= family + 11:
        return number
    if has(targets(s, c), a - family + 1):
        return 0
    return 9


@subroutine
def card_refusal(s, a):
    """The same for the cards of (b)."""
    if a < SUBMIT or a >= STEP_ONE:
        return 6
    if a >= GRAVITATE:
        return gravity_refusal(s, (a - GRAVITATE) // 11 + 1, (a - GRAVITATE) % 11 + 1)
    if a >= WITH_SUBMIT:
        return with_refusal(s, (a - WITH_SUBMIT) // 12 + 1, (a - WITH_SUBMIT) % 12)
    if a >= QUICK_SUBMIT:
        return quick_refusal(s, (a - QUICK_SUBMIT) // 2 + 1, (a - QUICK_SUBMIT) % 2)
    if not has(s.hands[s.turn], a - SUBMIT):
        return 5
    if s.turn == QUICK and awake(s, QUICK):
        return 21
    if s.turn == WITH and takes_partner(s):
        return 14
    return 0


@rule
@clause("MR-10")
def gravity_refusal(s, card, target):
    """Gravity's power instead of a card."""
    if s.turn != GRAVITY:
        return 10
    if not awake(s, GRAVITY):
        return 22
    if not has(s.hands[GRAVITY], card):
        return 5
    if not has(targets(s, GRAVITY), target):
        return 9
    if not has(gravity_targets(s), target):
        return 10
    return 0


@rule
@clause("MR-14")
def with_refusal(s, card, target):
    """With's last card and a partner (0: none)."""
    if s.turn != WITH:
        return 14
    if not awake(s, WITH):
        return 22
    if not has(s.hands[WITH], card):
        return 5
    if count(s.hands[WITH]) > 1:
        return 14
    if target == 0:
        if s.may_decline == 1 and takes_partner(s):
            return 0
        return 9
    if has(targets(s, WITH), target):
        return 0
    return 9


@rule
@clause("MR-21", "MR-22")
def quick_refusal(s, card, back):
    """Quick's card and its direction."""
    if s.turn != QUICK:
        return 21
    if not awake(s, QUICK):
        return 22
    if not has(s.hands[QUICK], card):
        return 5
    if back == 0 and not may_go_ahead(s):
        return 21
    return 0


# ---------------------------------------------------------------- hidden
@rule
@clause("MR-31")
def hand_known(s, c, viewer):
    """A hand is public until Delete cuts it; then only its owner and Delete's player know it, until it is renewed."""
    return not has(s.hidden, c) or s.hands[c] == 0 or viewer == s.seat[c] or viewer == s.seat[DELETE]


@subroutine
@clause("MR-31")
def redeal(s, viewer, r):
    """A hidden hand is one card of those it was cut from; a sealed vote is for any candidate."""
    for c in range(1, CHARACTERS):
        if not hand_known(s, c, viewer):
            s.hands[c] = 1 << lot(r, s.cut_from[c], 5)
    for p in range(s.players):
        if p != viewer and s.committed[p] > 0:
            s.committed[p] = lot(r, s.candidates, s.players) + 1
