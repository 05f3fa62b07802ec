"""Indian Poker: the state, then the clauses in rulebook order.

Cards are ranks from 1; a deck is a count per rank (index rank - 1), and a card is dealt by drawing one of the
cards that are left: the same as shuffling, since nobody knows the order.
"""

from mainmatch.core.actions import Family, actions
from mainmatch.core.domains import NUMBER, PLAYER, Domain
from mainmatch.core.events import Event, events
from mainmatch.core.record import OTHERS, PUBLIC, SECRET, SPECTATOR, Record, i8, i16, i32, i64, known, u64
from mainmatch.core.rules import clause, draw, rule, subroutine, tell

SEATS = 2
MOST_RANKS = 50
MOST_COPIES = 100
MOST_CHIPS = 1_000_000
HANDS = 32
"""Hands finished since the last decision that are kept; more than that in a row without a decision is a
chain of ties or of doubled all-ins whose chance is below 2**-30."""

NOBODY = -1
BET, CHECK = 0, 1  # option opening
CONTINUOUS, EVERY_HAND = 0, 1  # option deck
WINNER, LOSER, ALTERNATE = 0, 1, 2  # option leader
NONE, SHOW, FOLDED, FOULED = 0, 1, 2, 3  # how a hand ended

ACTIONS = actions(
    Family("call"),
    Family("fold"),
    Family("foul"),
    Family("raise", to=Domain("chips", range(MOST_CHIPS + 1))),
)
CALL, FOLD, FOUL, RAISE = (ACTIONS.offset(name) for name in ("call", "fold", "foul", "raise"))

EVENTS = events(
    Event("shuffled", "IP-9"),
    Event("hand", "IP-2", hand=NUMBER, leader=PLAYER, ante=NUMBER, carried=NUMBER),
    Event("dealt", "IP-2", OTHERS, player=PLAYER, card=NUMBER),
    Event("raised", "IP-3", player=PLAYER, to=NUMBER),
    Event("called", "IP-3", player=PLAYER, to=NUMBER),
    Event("showdown", "IP-3", first=NUMBER, second=NUMBER),
    Event("all_in", "IP-5", first=NUMBER, second=NUMBER),
    Event("won", "IP-6", player=PLAYER, pot=NUMBER),
    Event("tied", "IP-7", pot=NUMBER),
    Event("folded", "IP-8", player=PLAYER, card=NUMBER, winner=PLAYER, pot=NUMBER),
    Event("penalty", "IP-8", player=PLAYER, chips=NUMBER),
    Event("fouled", "IP-13", player=PLAYER, winner=PLAYER, pot=NUMBER),
    Event("split", "IP-14", pot=NUMBER),
    Event("broke", "IP-11", player=PLAYER),
    Event("match_over", "IP-14", first=NUMBER, second=NUMBER),
)
(
    SHUFFLED,
    HAND,
    DEALT,
    RAISED,
    CALLED,
    SHOWDOWN,
    ALL_IN,
    WON,
    TIED,
    FOLDED_BY,
    PENALTY,
    FOULED_BY,
    SPLIT,
    BROKE,
    MATCH_OVER,
) = range(15)


class State(Record):
    """A match of Indian Poker: options, table, deck, finished hands."""

    seed = u64(SECRET)
    counter = i64(SECRET)
    # options
    players = i8(PUBLIC)
    ranks = i8(PUBLIC)
    copies = i8(PUBLIC)
    chips = i32(PUBLIC)
    ante = i32(PUBLIC)
    opening = i8(PUBLIC)
    fold_penalty = i32(PUBLIC)
    deck_rule = i8(PUBLIC)
    leader_rule = i8(PUBLIC)
    fouls = i8(PUBLIC)
    max_hands = i32(PUBLIC)
    # the table
    done = i8(PUBLIC)
    hand = i32(PUBLIC)
    leader = i8(PUBLIC)
    turn = i8(PUBLIC)
    stacks = i32(PUBLIC, SEATS)
    bets = i32(PUBLIC, SEATS)
    carried = i32(PUBLIC)
    cards = i8(OTHERS, SEATS)  # the rank on a player's forehead, 0 when the match is over
    # the deck, since the last shuffle
    left = i16(PUBLIC)  # cards not dealt
    pile = i8(SECRET, MOST_RANKS)  # which
    shown = i8(PUBLIC, MOST_RANKS)  # cards that became public
    unshown = i8(OTHERS, SEATS, MOST_RANKS)  # cards of finished hands that their holder never saw
    # the same at the last hand, when the deck was shuffled after it
    shuffled = i8(PUBLIC)  # was it?
    past_shown = i8(PUBLIC, MOST_RANKS)
    past_unshown = i8(OTHERS, SEATS, MOST_RANKS)
    # finished hands
    last_hand = i32(PUBLIC)
    last_how = i8(PUBLIC)
    last_winner = i8(PUBLIC)
    last_pot = i32(PUBLIC)
    last_penalty = i32(PUBLIC)
    last_cards = i8(known("last_card_known"), SEATS)
    since = i8(PUBLIC)  # how many hands since the last decision; the newest is the last hand
    since_how = i8(PUBLIC, HANDS)
    since_winner = i8(PUBLIC, HANDS)
    since_pot = i32(PUBLIC, HANDS)
    since_penalty = i32(PUBLIC, HANDS)
    since_first = i8(known("since_first_known"), HANDS)
    since_second = i8(known("since_second_known"), HANDS)


# ---------------------------------------------------------------- a match
@rule
@clause("IP-1", "IP-10")
def setup(s):
    """Both start with the same chips; chance names the first leader."""
    for p in range(SEATS):
        s.stacks[p] = s.chips
    s.last_winner = NOBODY
    s.leader = draw(s, 2)
    gather(s)
    next_hand(s)


@rule
@clause("IP-9")
def gather(s):
    """All cards are shuffled anew, a single one left included."""
    for r in range(s.ranks):
        s.pile[r] = s.copies
        s.shown[r] = 0
        for p in range(SEATS):
            s.unshown[p][r] = 0
    s.left = s.ranks * s.copies


@rule
@clause("IP-9")
def shuffle(s):
    """The cards seen before the shuffle stay known for the hand that lies on the table last."""
    if s.shuffled == 0:
        for r in range(s.ranks):
            s.past_shown[r] = s.shown[r]
            for p in range(SEATS):
                s.past_unshown[p][r] = s.unshown[p][r]
    s.shuffled = 1
    gather(s)
    tell(s, SHUFFLED)


@rule
def take(s):
    """One card from the deck, every one left equally likely."""
    k = draw(s, s.left)
    rank = 0
    while k >= s.pile[rank]:
        k -= s.pile[rank]
        rank += 1
    s.pile[rank] -= 1
    s.left -= 1
    return rank + 1


# ---------------------------------------------------------------- a hand
@rule
@clause("IP-2")
def deal(s):
    """Antes, never more than the smaller stack; one card each; the leader bets first."""
    if s.hand > 0:
        lead(s)
        if s.left < 2 or s.deck_rule == EVERY_HAND:
            shuffle(s)
    s.hand += 1
    ante = min(s.ante, min(s.stacks[0], s.stacks[1]))
    for p in range(SEATS):
        s.stacks[p] -= ante
        s.bets[p] = ante
    s.turn = s.leader
    tell(s, HAND, s.hand, s.leader, ante, s.carried)
    for p in range(SEATS):
        s.cards[p] = take(s)
    for p in range(SEATS):
        tell(s, DEALT, p, s.cards[p])


@rule
@clause("IP-10", "IP-13")
def lead(s):
    """Who leads: the winner of the last hand, its loser, or always the other one; after equal cards the same again; after a foul its winner."""
    if s.last_how == FOULED:
        s.leader = s.last_winner
    elif s.leader_rule == ALTERNATE:
        s.leader = 1 - s.leader
    elif s.last_winner != NOBODY:
        if s.leader_rule == WINNER:
            s.leader = s.last_winner
        else:
            s.leader = 1 - s.last_winner


@rule
@clause("IP-5", "IP-11")
def next_hand(s):
    """Deal; while one of them has nothing left to bet after the antes, the cards are shown at once."""
    deal(s)
    while s.stacks[0] == 0 or s.stacks[1] == 0:
        tell(s, ALL_IN, s.cards[0], s.cards[1])
        show(s)
        if ended(s):
            return
        deal(s)


@rule
def ended(s):
    """After a hand: is the match over? Then it is closed."""
    if s.max_hands > 0 and s.hand >= s.max_hands:
        split_pot(s)
        close(s)
        return True
    if s.carried == 0 and (s.stacks[0] == 0 or s.stacks[1] == 0):
        if s.stacks[0] == 0:
            tell(s, BROKE, 0)
        else:
            tell(s, BROKE, 1)
        close(s)
        return True
    return False


@rule
@clause("IP-14")
def split_pot(s):
    """A pot still carried after the last hand is split evenly."""
    if s.carried > 0:
        tell(s, SPLIT, s.carried)
        half = s.carried // 2
        for p in range(SEATS):
            s.stacks[p] += half
        s.carried = 0


@rule
def close(s):
    """The match is over."""
    s.done = 1
    s.turn = NOBODY
    for p in range(SEATS):
        s.cards[p] = 0
    tell(s, MATCH_OVER, s.stacks[0], s.stacks[1])


# ---------------------------------------------------------------- decisions
@rule
def actors(s):
    """The player whose turn it is."""
    if s.done == 1:
        return 0
    return 1 << s.turn


@rule
@clause("IP-3", "IP-5")
def most(s):
    """The largest total that both players can reach with bet and stack together."""
    return min(s.bets[0] + s.stacks[0], s.bets[1] + s.stacks[1])


@rule
@clause("IP-4")
def opens(s, seat):
    """Is this the leader's first decision of the hand?"""
    return seat == s.leader and s.bets[0] == s.bets[1]


@rule
def legal(s, seat, acts):
    """Call, fold, admit a foul, raise to any total above the other's bet that both can reach."""
    n = 0
    if s.opening == CHECK or not opens(s, seat):
        acts[n] = CALL
        n += 1
    acts[n] = FOLD
    n += 1
    if s.fouls == 1:
        acts[n] = FOUL
        n += 1
    for to in range(s.bets[1 - seat] + 1, most(s) + 1):
        acts[n] = RAISE + to
        n += 1
    return n


@rule
def refusal(s, seat, action):
    """The clause that forbids an action."""
    if action == CALL:
        if s.opening == BET and opens(s, seat):
            return 4
        return 0
    if action == FOLD:
        return 0
    if action == FOUL:
        if s.fouls == 0:
            return 13
        return 0
    to = action - RAISE
    if to <= s.bets[1 - seat]:
        return 3
    if to > most(s):
        return 5
    return 0


@rule
def apply(s, seat, action):
    """Carry out a decision and everything automatic up to the next one."""
    s.since = 0
    if action >= RAISE:
        bring(s, seat, action - RAISE)
        tell(s, RAISED, seat, action - RAISE)
        s.turn = 1 - seat
        return
    if action == CALL:
        bring(s, seat, s.bets[1 - seat])
        tell(s, CALLED, seat, s.bets[seat])
        tell(s, SHOWDOWN, s.cards[0], s.cards[1])
        show(s)
    elif action == FOLD:
        fold(s, seat)
    else:
        foul(s, seat)
    if not ended(s):
        next_hand(s)


@rule
def bring(s, seat, to):
    """Bring a bet to a total."""
    s.stacks[seat] -= to - s.bets[seat]
    s.bets[seat] = to


# ---------------------------------------------------------------- the end of a hand
@rule
def pot(s):
    """Both bets and what was carried."""
    return s.bets[0] + s.bets[1] + s.carried


@rule
def clear_bets(s, carried):
    """The bets leave the table; so much is carried."""
    s.bets[0] = 0
    s.bets[1] = 0
    s.carried = carried


@rule
@clause("IP-6", "IP-7")
def show(s):
    """The higher card takes the pot; equal cards carry it."""
    total = pot(s)
    winner = NOBODY
    if s.cards[0] > s.cards[1]:
        winner = 0
    elif s.cards[1] > s.cards[0]:
        winner = 1
    for p in range(SEATS):
        s.shown[s.cards[p] - 1] += 1
    if winner == NOBODY:
        clear_bets(s, total)
        tell(s, TIED, total)
    else:
        s.stacks[winner] += total
        clear_bets(s, 0)
        tell(s, WON, winner, total)
    note(s, SHOW, winner, total, 0)


@rule
@clause("IP-8", "IP-12")
def fold(s, seat):
    """The other takes the pot; whoever folds the highest rank pays the penalty; only the folder's card becomes public."""
    other = 1 - seat
    total = pot(s)
    s.stacks[other] += total
    clear_bets(s, 0)
    s.shown[s.cards[seat] - 1] += 1
    s.unshown[other][s.cards[other] - 1] += 1
    tell(s, FOLDED_BY, seat, s.cards[seat], other, total)
    penalty = 0
    if s.cards[seat] == s.ranks:
        penalty = min(s.fold_penalty, s.stacks[seat])
        s.stacks[seat] -= penalty
        s.stacks[other] += penalty
        if penalty > 0:
            tell(s, PENALTY, seat, penalty)
    note(s, FOLDED, other, total, penalty)


@rule
@clause("IP-13")
def foul(s, seat):
    """The hand is void: the whole pot goes to the other, who leads; neither card becomes public."""
    other = 1 - seat
    total = pot(s)
    s.stacks[other] += total
    clear_bets(s, 0)
    for p in range(SEATS):
        s.unshown[p][s.cards[p] - 1] += 1
    tell(s, FOULED_BY, seat, other, total)
    note(s, FOULED, other, total, 0)


@rule
def note(s, how, winner, total, penalty):
    """Keep the finished hand for everybody to read."""
    if s.since == 0:
        s.shuffled = 0
    s.last_hand = s.hand
    s.last_how = how
    s.last_winner = winner
    s.last_pot = total
    s.last_penalty = penalty
    for p in range(SEATS):
        s.last_cards[p] = s.cards[p]
    i = s.since
    if i < HANDS:
        s.since_how[i] = how
        s.since_winner[i] = winner
        s.since_pot[i] = total
        s.since_penalty[i] = penalty
        s.since_first[i] = s.cards[0]
        s.since_second[i] = s.cards[1]
        s.since += 1


# ---------------------------------------------------------------- the end of the match
@rule
def over(s):
    """Has the match ended?"""
    return s.done == 1


@rule
@clause("IP-11", "IP-14")
def score(s, seat):
    """1 for more chips, -1 for fewer, 0 for a draw."""
    if s.stacks[seat] > s.stacks[1 - seat]:
        return 1
    if s.stacks[seat] < s.stacks[1 - seat]:
        return -1
    return 0


# ---------------------------------------------------------------- hidden
@rule
@clause("IP-12")
def card_public(how, winner, owner):
    """Did this player's card of a finished hand become public?"""
    return how == SHOW or (how == FOLDED and winner != owner)


@rule
@clause("IP-12", "IP-13")
def last_card_known(s, owner, viewer):
    """Audience of the last hand's cards: whoever asks, only what became public."""
    return card_public(s.last_how, s.last_winner, owner)


@rule
@clause("IP-12", "IP-13")
def since_first_known(s, i, viewer):
    """Audience of player 1's cards in the hands since the last decision."""
    return card_public(s.since_how[i], s.since_winner[i], 0)


@rule
@clause("IP-12", "IP-13")
def since_second_known(s, i, viewer):
    """Audience of player 2's cards in the hands since the last decision."""
    return card_public(s.since_how[i], s.since_winner[i], 1)


@rule
def hidden_from(owner, viewer):
    """Is this player's forehead hidden from the viewer?"""
    return viewer == SPECTATOR or viewer == owner


@subroutine
@clause("IP-9", "IP-12")
def redeal(s, viewer, r):
    """Whatever the viewer never saw is dealt anew: the cards on foreheads, those folded or fouled away unseen, the deck."""
    if s.shuffled == 1:
        redeal_past(s, viewer, r)
    for q in range(SEATS):
        if hidden_from(q, viewer):
            collect(s, q)
    for q in range(SEATS):
        if hidden_from(q, viewer):
            hand_out(s, q, r)


@rule
def collect(s, q):
    """Put a player's unseen cards back on the pile; the count of the unshown ones waits in the first cell."""
    n = 0
    for k in range(s.ranks):
        n += s.unshown[q][k]
        s.pile[k] += s.unshown[q][k]
        s.unshown[q][k] = 0
    s.unshown[q][0] = n
    s.left += n
    if s.cards[q] > 0:
        s.pile[s.cards[q] - 1] += 1
        s.left += 1


@rule
def hand_out(s, q, r):
    """Deal a player's unseen cards again from the pile."""
    n = s.unshown[q][0]
    s.unshown[q][0] = 0
    for k in range(n):
        card = imagined(s, r)
        s.unshown[q][card - 1] += 1
        if k == 0 and last_hidden(s, q):
            set_last(s, q, card)
    if s.cards[q] > 0:
        s.cards[q] = imagined(s, r)


@rule
def imagined(s, r):
    """One card from the pile, drawn by the imagining stream."""
    k = draw(r, s.left)
    rank = 0
    while k >= s.pile[rank]:
        k -= s.pile[rank]
        rank += 1
    s.pile[rank] -= 1
    s.left -= 1
    return rank + 1


@rule
def last_hidden(s, q):
    """Did this player's card of the secret hand never become public? (Only the first hand since the decision can hold a secret.)"""
    if s.since > 0:
        return not card_public(s.since_how[0], s.since_winner[0], q)
    return s.last_how != NONE and not card_public(s.last_how, s.last_winner, q)


@rule
def set_last(s, q, card):
    """Write the imagined card of the secret hand wherever it lies."""
    if s.since > 0:
        if q == 0:
            s.since_first[0] = card
        else:
            s.since_second[0] = card
    if s.since <= 1:
        s.last_cards[q] = card


@rule
def redeal_past(s, viewer, r):
    """The same for the cards of the deck before the last shuffle, one of which may lie in the secret hand."""
    for q in range(SEATS):
        if hidden_from(q, viewer):
            for k in range(1, s.ranks):
                s.past_unshown[q][0] += s.past_unshown[q][k]
                s.past_unshown[q][k] = 0
    for q in range(SEATS):
        if hidden_from(q, viewer):
            kept = s.past_unshown[q][0]
            s.past_unshown[q][0] = 0
            waiting = 0
            if q == 0 and hidden_from(1, viewer):
                waiting = s.past_unshown[1][0]
                s.past_unshown[1][0] = 0
            for k in range(kept):
                card = past_card(s, r)
                s.past_unshown[q][card - 1] += 1
                if k == 0 and last_hidden(s, q):
                    set_last(s, q, card)
            if waiting > 0:
                s.past_unshown[1][0] = waiting


@rule
def past_left(s, rank):
    """How many cards of a rank the earlier deck still hides."""
    return s.copies - s.past_shown[rank] - s.past_unshown[0][rank] - s.past_unshown[1][rank]


@rule
def past_card(s, r):
    """One of the cards that the earlier deck hides."""
    total = 0
    for rank in range(s.ranks):
        total += past_left(s, rank)
    k = draw(r, total)
    rank = 0
    while k >= past_left(s, rank):
        k -= past_left(s, rank)
        rank += 1
    return rank + 1
