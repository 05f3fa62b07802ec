# type: ignore  (a template: RULES and BACKEND stand above it in the generated module)
"""Drivers of one game. Everything is fixed at compile time: the rules' functions are globals."""

import numpy as np
from numba import njit, prange

from mainmatch.core.rules import load, numba_words

rules = load(RULES, BACKEND)  # noqa: F821
setup, actors, legal, apply, score = rules.setup, rules.actors, rules.legal, rules.apply, rules.score
SEATS = rules.SEATS
globals().update({name: rules.__dict__[name] for name in rules.__dict__ if callable(rules.__dict__[name])})
draw = numba_words(BACKEND)["draw"]  # noqa: F821
POLICY = np.uint64(1 << 32)
"""The stream of a playout's choices starts at the match's seed plus this."""

inner = njit(error_model="numpy", boundscheck=BACKEND == "numba-checked")  # noqa: F821
driver = njit(cache=True, error_model="numpy", boundscheck=BACKEND == "numba-checked")  # noqa: F821
wide = njit(cache=True, error_model="numpy", parallel=True, boundscheck=BACKEND == "numba-checked")  # noqa: F821


subroutine = inner
# observe(s, viewer, out): generated from the field table


@driver
def observe_rows(states, viewers, out):
    """Row i of `out` (float32 or int64, as long as the tensor) is what viewers[i] may know of states[i]."""
    for i in range(len(states)):
        observe(states[i], viewers[i], out[i])  # noqa: F821


@inner
def play_on(s, r, acts):
    """Uniformly random decisions, the lowest seat that owes one first, to the end; returns how many."""
    steps = 0
    owing = actors(s)
    while owing != 0:
        seat = 0
        while (owing >> seat) & 1 == 0:
            seat += 1
        n = legal(s, seat, acts)
        apply(s, seat, acts[draw(r, n)])
        steps += 1
        owing = actors(s)
    return steps


@inner
def one_match(states, blank, streams, acts, seed):
    """One match from its deal to its end in states[0]; returns its number of decisions."""
    states[0] = blank[0]
    s = states[0]
    s.seed = seed
    s.counter = 0
    r = streams[0]
    r.seed = seed + POLICY
    r.counter = 0
    setup(s)
    return play_on(s, r, acts)


@driver
def playout(states, blank, streams, acts, seed):
    """See `one_match`."""
    return one_match(states, blank, streams, acts, seed)


@driver
def continued(states, streams, acts):
    """Random decisions from the position in states[0] to the end; returns how many."""
    return play_on(states[0], streams[0], acts)


@driver
def batch(states, blank, streams, acts, first, steps, scores):
    """Matches of seeds first … first + len(steps) - 1, one after the other."""
    for i in range(len(steps)):
        steps[i] = one_match(states[0], blank, streams[0], acts[0], first + np.uint64(i))
        for p in range(SEATS):
            scores[i, p] = score(states[0, 0], p) if p < states[0, 0].players else 0


@wide
def wide_batch(states, blank, streams, acts, first, steps, scores):
    """The same over len(states) threads; each has records of its own, far enough apart for the caches."""
    threads = len(states)
    for t in prange(threads):
        for i in range(t, len(steps), threads):
            steps[i] = one_match(states[t], blank, streams[t], acts[t], first + np.uint64(i))
            for p in range(SEATS):
                scores[i, p] = score(states[t, 0], p) if p < states[t, 0].players else 0


@driver
def step(states, seat, action, acts):
    """One decision in states[0], and then the legal actions of the lowest seat that owes one.

    Returns seat * 2**32 + number of legal actions (in `acts`); -1 when the match is over.
    """
    s = states[0]
    if action >= 0:
        apply(s, seat, action)
    owing = actors(s)
    if owing == 0:
        return -1
    p = 0
    while (owing >> p) & 1 == 0:
        p += 1
    return (p << 32) + legal(s, p, acts)
