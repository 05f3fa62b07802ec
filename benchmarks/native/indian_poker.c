/* Indian Poker in plain C, of the same structure as games/indian_poker/rules.py: the yardstick of `make bench`. */
#include "common.h"

enum { SEATS = 2, RANKS = 50, HANDS = 32, NOBODY = -1, CALL = 0, FOLD = 1, FOUL = 2, RAISE = 3 };
enum { BET, CHECK, SHOW = 1, FOLDED, FOULED, EVERY_HAND = 1, WINNER = 0, LOSER, ALTERNATE };

typedef struct {
    uint64_t seed;
    int64_t counter;
    int8_t players, ranks, copies;
    int32_t chips, ante;
    int8_t opening;
    int32_t fold_penalty;
    int8_t deck_rule, leader_rule, fouls;
    int32_t max_hands;
    int8_t done;
    int32_t hand;
    int8_t leader, turn;
    int32_t stacks[SEATS], bets[SEATS], carried;
    int8_t cards[SEATS];
    int16_t left;
    int8_t pile[RANKS], shown[RANKS], unshown[SEATS][RANKS], shuffled, past_shown[RANKS], past_unshown[SEATS][RANKS];
    int32_t last_hand;
    int8_t last_how, last_winner;
    int32_t last_pot, last_penalty;
    int8_t last_cards[SEATS], since, since_how[HANDS], since_winner[HANDS];
    int32_t since_pot[HANDS], since_penalty[HANDS];
    int8_t since_first[HANDS], since_second[HANDS];
} State;

static inline int64_t draw(State *s, int64_t n) { return drawn(s->seed, &s->counter, n); }

static inline void gather(State *s) {
    for (int r = 0; r < s->ranks; r++) {
        s->pile[r] = s->copies;
        s->shown[r] = 0;
        for (int p = 0; p < SEATS; p++) s->unshown[p][r] = 0;
    }
    s->left = (int16_t)(s->ranks * s->copies);
}

static inline void shuffle(State *s) {
    if (s->shuffled == 0)
        for (int r = 0; r < s->ranks; r++) {
            s->past_shown[r] = s->shown[r];
            for (int p = 0; p < SEATS; p++) s->past_unshown[p][r] = s->unshown[p][r];
        }
    s->shuffled = 1;
    gather(s);
}

static inline int take(State *s) {
    int64_t k = draw(s, s->left);
    int rank = 0;
    while (k >= s->pile[rank]) k -= s->pile[rank++];
    s->pile[rank]--;
    s->left--;
    return rank + 1;
}

static inline void deal(State *s) {
    if (s->hand > 0 && (s->left < 2 || s->deck_rule == EVERY_HAND)) shuffle(s);
    s->hand++;
    int32_t ante = (int32_t)least(s->ante, least(s->stacks[0], s->stacks[1]));
    for (int p = 0; p < SEATS; p++) { s->stacks[p] -= ante; s->bets[p] = ante; }
    s->turn = s->leader;
    for (int p = 0; p < SEATS; p++) s->cards[p] = (int8_t)take(s);
}

static inline void note(State *s, int how, int winner, int32_t total, int32_t penalty) {
    if (s->since == 0) s->shuffled = 0;
    s->last_hand = s->hand;
    s->last_how = (int8_t)how;
    s->last_winner = (int8_t)winner;
    s->last_pot = total;
    s->last_penalty = penalty;
    for (int p = 0; p < SEATS; p++) s->last_cards[p] = s->cards[p];
    int i = s->since;
    if (i < HANDS) {
        s->since_how[i] = (int8_t)how;
        s->since_winner[i] = (int8_t)winner;
        s->since_pot[i] = total;
        s->since_penalty[i] = penalty;
        s->since_first[i] = s->cards[0];
        s->since_second[i] = s->cards[1];
        s->since++;
    }
}

static inline void lead(State *s, int winner) {
    if (s->leader_rule == ALTERNATE) s->leader = 1 - s->leader;
    else if (winner != NOBODY) s->leader = (int8_t)(s->leader_rule == WINNER ? winner : 1 - winner);
}

static inline int32_t pot(const State *s) { return s->bets[0] + s->bets[1] + s->carried; }

static inline void clear_bets(State *s, int32_t carried) {
    s->bets[0] = s->bets[1] = 0;
    s->carried = carried;
}

static inline void show(State *s) {
    int32_t total = pot(s);
    int winner = s->cards[0] > s->cards[1] ? 0 : s->cards[1] > s->cards[0] ? 1 : NOBODY;
    for (int p = 0; p < SEATS; p++) s->shown[s->cards[p] - 1]++;
    if (winner == NOBODY) {
        clear_bets(s, total);
    } else {
        s->stacks[winner] += total;
        clear_bets(s, 0);
    }
    note(s, SHOW, winner, total, 0);
    lead(s, winner);
}

static inline void close_match(State *s) {
    s->done = 1;
    s->turn = NOBODY;
    for (int p = 0; p < SEATS; p++) s->cards[p] = 0;
}

static inline int ended(State *s) {
    if (s->max_hands > 0 && s->hand >= s->max_hands) {
        if (s->carried > 0) {
            int32_t half = s->carried / 2;
            for (int p = 0; p < SEATS; p++) s->stacks[p] += half;
            s->carried = 0;
        }
        close_match(s);
        return 1;
    }
    if (s->carried == 0 && (s->stacks[0] == 0 || s->stacks[1] == 0)) { close_match(s); return 1; }
    return 0;
}

static inline void next_hand(State *s) {
    deal(s);
    while (s->stacks[0] == 0 || s->stacks[1] == 0) {
        show(s);
        if (ended(s)) return;
        deal(s);
    }
}

static inline void setup(State *s) {
    for (int p = 0; p < SEATS; p++) s->stacks[p] = s->chips;
    s->last_winner = NOBODY;
    s->leader = (int8_t)draw(s, 2);
    gather(s);
    next_hand(s);
}

static inline int64_t actors(const State *s) { return s->done ? 0 : 1 << s->turn; }
static inline int32_t most(const State *s) { return (int32_t)least(s->bets[0] + s->stacks[0], s->bets[1] + s->stacks[1]); }
static inline int opens(const State *s, int seat) { return seat == s->leader && s->bets[0] == s->bets[1]; }

static inline int64_t legal(const State *s, int seat, int64_t *acts) {
    int64_t n = 0;
    if (s->opening == CHECK || !opens(s, seat)) acts[n++] = CALL;
    acts[n++] = FOLD;
    if (s->fouls) acts[n++] = FOUL;
    int32_t top = most(s);
    for (int32_t to = s->bets[1 - seat] + 1; to <= top; to++) acts[n++] = RAISE + to;
    return n;
}

static inline void bring(State *s, int seat, int32_t to) {
    s->stacks[seat] -= to - s->bets[seat];
    s->bets[seat] = to;
}

static inline void fold(State *s, int seat) {
    int other = 1 - seat;
    int32_t total = pot(s), penalty = 0;
    s->stacks[other] += total;
    clear_bets(s, 0);
    s->shown[s->cards[seat] - 1]++;
    s->unshown[other][s->cards[other] - 1]++;
    if (s->cards[seat] == s->ranks) {
        penalty = (int32_t)least(s->fold_penalty, s->stacks[seat]);
        s->stacks[seat] -= penalty;
        s->stacks[other] += penalty;
    }
    note(s, FOLDED, other, total, penalty);
    lead(s, other);
}

static inline void foul(State *s, int seat) {
    int other = 1 - seat;
    int32_t total = pot(s);
    s->stacks[other] += total;
    clear_bets(s, 0);
    for (int p = 0; p < SEATS; p++) s->unshown[p][s->cards[p] - 1]++;
    note(s, FOULED, other, total, 0);
    s->leader = (int8_t)other;
}

static inline void apply(State *s, int seat, int64_t action) {
    s->since = 0;
    if (action >= RAISE) {
        bring(s, seat, (int32_t)(action - RAISE));
        s->turn = (int8_t)(1 - seat);
        return;
    }
    if (action == CALL) {
        bring(s, seat, s->bets[1 - seat]);
        show(s);
    } else if (action == FOLD) {
        fold(s, seat);
    } else {
        foul(s, seat);
    }
    if (!ended(s)) next_hand(s);
}

static inline int64_t score(const State *s, int p) {
    return s->stacks[p] > s->stacks[1 - p] ? 1 : s->stacks[p] < s->stacks[1 - p] ? -1 : 0;
}

DRIVER(SEATS, 64)
