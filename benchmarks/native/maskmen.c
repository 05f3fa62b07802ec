/* Maskmen in plain C, of the same structure as games/maskmen/rules.py: the yardstick of `make bench`. */
#include "common.h"

enum { SEATS = 6, WRESTLERS = 6, COPIES = 10, CARDS = 60, MOST = 3, NOBODY = -1, PASS = 18, RANKED = 1 };

typedef struct {
    uint64_t seed;
    int64_t counter;
    int32_t seasons, wins_needed;
    int8_t players, cards, opening, first_host, tie_break, turn;
    int32_t season, points[SEATS], season_wins[SEATS];
    int8_t hands[SEATS][WRESTLERS], aside[WRESTLERS], left[SEATS], played[WRESTLERS], below[WRESTLERS], out[SEATS], outs;
    int8_t host, passed, last, top, count, plays, play_by[WRESTLERS], play_of[WRESTLERS], play_count[WRESTLERS];
} State;

static inline int64_t draw(State *s, int64_t n) { return drawn(s->seed, &s->counter, n); }

static inline void open_round(State *s, int host) {
    s->host = s->turn = (int8_t)host;
    s->passed = 0;
    s->last = s->top = NOBODY;
    s->count = s->plays = 0;
}

static inline void deal_hand(State *s, int p, int unseen) {
    if (unseen == s->left[p]) {
        for (int w = 0; w < WRESTLERS; w++) { s->hands[p][w] = s->aside[w]; s->aside[w] = 0; }
        return;
    }
    for (int w = 0; w < WRESTLERS; w++) s->hands[p][w] = 0;
    for (int k = 0; k < s->left[p]; k++) {
        int64_t i = draw(s, unseen - k);
        int w = 0;
        while (i >= s->aside[w]) i -= s->aside[w++];
        s->aside[w]--;
        s->hands[p][w]++;
    }
}

static inline int hand_size(const State *s) { return s->cards > 0 ? s->cards : s->players <= 4 ? 15 : CARDS / s->players; }

static inline void begin_season(State *s, int host) {
    s->season++;
    s->outs = 0;
    for (int w = 0; w < WRESTLERS; w++) { s->aside[w] = COPIES; s->played[w] = s->below[w] = 0; }
    int size = hand_size(s), unseen = CARDS;
    for (int p = 0; p < s->players; p++) {
        s->left[p] = (int8_t)size;
        deal_hand(s, p, unseen);
        unseen -= size;
    }
    open_round(s, host);
}

static inline void setup(State *s) {
    int host = s->first_host;
    if (host == NOBODY) host = (int)draw(s, s->players);
    begin_season(s, host);
}

static inline int stronger(const State *s, int a, int b) { return (s->below[a] >> b) & 1; }

static inline void make_stronger(State *s, int a, int b) {
    int lower = s->below[b] | (1 << b);
    for (int w = 0; w < WRESTLERS; w++)
        if (w == a || stronger(s, w, a)) s->below[w] |= (int8_t)lower;
}

static inline int related(const State *s, int w) {
    int above = 0;
    for (int v = 0; v < WRESTLERS; v++) above |= (s->below[v] >> w) & 1;
    return above == 1 || s->below[w] != 0;
}

static inline int opening_limit(const State *s, int w) {
    if (s->opening == RANKED) return related(s, w) ? MOST : 1;
    return s->played[w] > 0 ? MOST : 1;
}

static inline int cards_needed(const State *s, int w) {
    if (w == s->top || stronger(s, s->top, w)) return 0;
    return stronger(s, w, s->top) ? s->count : s->count + 1;
}

static inline int64_t actors(const State *s) { return s->turn == NOBODY ? 0 : 1 << s->turn; }

static inline int64_t legal(const State *s, int seat, int64_t *acts) {
    int64_t n = 0;
    if (s->top == NOBODY) {
        for (int w = 0; w < WRESTLERS; w++) {
            int64_t limit = least(s->hands[seat][w], opening_limit(s, w));
            for (int k = 0; k < MOST; k++) {
                acts[n] = w * MOST + k;
                if (k < limit) n++;
            }
        }
        return n;
    }
    for (int w = 0; w < WRESTLERS; w++) {
        int needed = cards_needed(s, w);
        acts[n] = w * MOST + needed - 1;
        if (0 < needed && needed <= least(MOST, s->hands[seat][w])) n++;
    }
    acts[n] = PASS;
    return n + 1;
}

static inline int clockwise(const State *s, int p) { return p + 1 == s->players ? 0 : p + 1; }

static inline void next_turn(State *s, int seat) {
    int p = clockwise(s, seat);
    while (p != s->last) {
        if (s->left[p] > 0 && ((s->passed >> p) & 1) == 0) { s->turn = (int8_t)p; return; }
        p = clockwise(s, p);
    }
    int host = s->last;
    while (s->left[host] == 0) host = clockwise(s, host);
    open_round(s, host);
}

static inline void end_season(State *s) {
    int loser = 0;
    while (s->left[loser] == 0) loser++;
    s->points[loser]--;
    int decided = s->players == 2 ? s->season_wins[s->out[0]] >= s->wins_needed : s->season >= s->seasons;
    if (decided) s->turn = NOBODY;
    else begin_season(s, loser);
}

static inline void apply(State *s, int seat, int64_t action) {
    if (action == PASS) {
        s->passed |= (int8_t)(1 << seat);
    } else {
        int w = (int)action / MOST, count = (int)action % MOST + 1;
        if (s->top != NOBODY && !stronger(s, w, s->top)) make_stronger(s, w, s->top);
        s->played[w] += (int8_t)count;
        s->hands[seat][w] -= (int8_t)count;
        s->left[seat] -= (int8_t)count;
        s->play_by[s->plays] = (int8_t)seat;
        s->play_of[s->plays] = (int8_t)w;
        s->play_count[s->plays] = (int8_t)count;
        s->plays++;
        s->last = (int8_t)seat;
        s->top = (int8_t)w;
        s->count = (int8_t)count;
        if (s->left[seat] == 0) {
            s->out[s->outs++] = (int8_t)seat;
            s->points[seat] += (int32_t)most_of(3 - s->outs, 0);
            if (s->outs == 1) s->season_wins[seat]++;
            if (s->outs == s->players - 1) { end_season(s); return; }
        }
    }
    next_turn(s, seat);
}

static inline int64_t score(const State *s, int p) { return s->points[p]; }

DRIVER(SEATS, 24)
