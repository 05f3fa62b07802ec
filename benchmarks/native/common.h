/* What both references share: the random numbers of mainmatch, exactly. */
#include <stdint.h>

typedef struct { uint64_t seed; int64_t counter; } Rng;

static inline int64_t drawn(uint64_t seed, int64_t *counter, int64_t n) {
    uint64_t x = seed + (uint64_t)++*counter * 0x9E3779B97F4A7C15u;
    x = (x ^ (x >> 30)) * 0xBF58476D1CE4E5B9u;
    x = (x ^ (x >> 27)) * 0x94D049BB133111EBu;
    x ^= x >> 31;
    return (int64_t)(((x >> 32) * (uint64_t)n) >> 32);
}

static inline int64_t least(int64_t a, int64_t b) { return a < b ? a : b; }
static inline int64_t most_of(int64_t a, int64_t b) { return a > b ? a : b; }

/* Uniformly random matches of seeds first, first + 1, …: their lengths and every seat's score, as the drivers give them. */
#define DRIVER(SEATS, ACTS)                                                                                      \
    void batch(const State *blank, uint64_t first, int64_t n, int64_t *steps, int64_t *scores) {                 \
        State s;                                                                                                 \
        Rng r;                                                                                                   \
        int64_t acts[ACTS];                                                                                      \
        for (int64_t i = 0; i < n; i++) {                                                                        \
            s = *blank;                                                                                          \
            s.seed = first + (uint64_t)i;                                                                        \
            s.counter = 0;                                                                                       \
            r.seed = s.seed + (1ull << 32);                                                                      \
            r.counter = 0;                                                                                       \
            setup(&s);                                                                                           \
            int64_t k = 0, owing;                                                                                \
            while ((owing = actors(&s)) != 0) {                                                                  \
                int seat = 0;                                                                                    \
                while (((owing >> seat) & 1) == 0) seat++;                                                       \
                int64_t m = legal(&s, seat, acts);                                                               \
                apply(&s, seat, acts[drawn(r.seed, &r.counter, m)]);                                             \
                k++;                                                                                             \
            }                                                                                                    \
            steps[i] = k;                                                                                        \
            for (int p = 0; p < SEATS; p++) scores[i * SEATS + p] = p < s.players ? score(&s, p) : 0;            \
        }                                                                                                        \
    }
