# type: ignore  (a template: RULES and BACKEND stand above it in the generated module)
"""Drivers of one game. Everything is fixed at compile time: the rules' functions are globals."""

import numpy as np
from llvmlite import ir
from numba import njit, prange, types
from numba.extending import intrinsic

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


@intrinsic
def lowest(typing_context, bits):  # noqa: ARG001  (Numba's form of an intrinsic)
    """The number of the lowest set bit: the first seat of those that owe a decision, in one instruction."""

    def generate(context, builder, signature, arguments):  # noqa: ARG001
        return builder.cttz(arguments[0], ir.Constant(ir.IntType(1), 1))

    return types.int64(types.int64), generate


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
        seat = lowest(owing)
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
    p = lowest(owing)
    return (p << 32) + legal(s, p, acts)


# ---------------------------------------------------------------- many tables at once
@inner
def show_table(s, seat, observation, mask, acts):
    """What the seat that decides may know, and a 1 for each of its legal actions."""
    observe(s, seat, observation)  # noqa: F821
    mask[:] = 0
    for k in range(legal(s, seat, acts)):
        mask[acts[k]] = 1


@inner
def first_owing(s):
    """The lowest seat that owes a decision; -1: the match is over."""
    owing = actors(s)
    if owing == 0:
        return -1
    return lowest(owing)


@driver
def deal_all(deals, blank, first):
    """Fresh matches of seeds first, first + 1, …"""
    for i in range(len(deals)):
        deals[i] = blank[0]
        deals[i].seed = first + np.uint64(i)
        deals[i].counter = 0
        setup(deals[i])


@wide
def step_all(states, deals, following, actions, seats, observations, masks, rewards, ended, acts):
    """One decision at every table; finished ones are rewarded and begin the next stored deal.

    actions[i] < 0: table i only begins. Tables are split into as many runs as `acts` has rows.
    """
    runs = len(acts)
    for t in prange(runs):
        for i in range(len(states) * t // runs, len(states) * (t + 1) // runs):
            ended[i] = 0
            rewards[i, :] = 0.0
            if actions[i] < 0:
                states[i] = deals[following[i]]
                following[i] = (following[i] + len(states)) % len(deals)
            else:
                apply(states[i], seats[i], actions[i])
            seat = first_owing(states[i])
            if seat < 0:
                for p in range(states[i].players):
                    rewards[i, p] = score(states[i], p)
                ended[i] = 1
                states[i] = deals[following[i]]
                following[i] = (following[i] + len(states)) % len(deals)
                seat = first_owing(states[i])
            seats[i] = seat
            show_table(states[i], seat, observations[i], masks[i], acts[t])


# ---------------------------------------------------------------- search
# A tree is flat arrays: nodes in a hash table by information set, each with a list of edges by action.
# `head[0]` counts nodes, `head[1]` edges; `bounds` holds the lowest and highest score seen, for scaling to 0 … 1.


@inner
def imagine(states, root, viewer, r):
    """states[0] becomes a world that the viewer holds possible, with a future of its own: one of several given ones, or root[0] dealt anew."""
    if len(root) > 1:
        states[0] = root[draw(r, len(root))]
    else:
        states[0] = root[0]
        redeal(states[0], viewer, r)  # noqa: F821
    states[0].seed = (np.uint64(draw(r, 1 << 32)) << np.uint64(32)) | np.uint64(draw(r, 1 << 32))
    states[0].counter = 0


@inner
def mixed(key, number):
    """A key that depends on another and a number (splitmix64's finish)."""
    x = np.uint64(key) + np.uint64(number) * np.uint64(0x9E3779B97F4A7C15) + np.uint64(0x632BE59BD9B4E019)
    x = (x ^ (x >> np.uint64(30))) * np.uint64(0xBF58476D1CE4E5B9)
    x = (x ^ (x >> np.uint64(27))) * np.uint64(0x94D049BB133111EB)
    return x ^ (x >> np.uint64(31))


@inner
def seen_key(s, seat, out):
    """The information set of a seat, as a hash of all that it may know."""
    observe(s, seat, out)  # noqa: F821
    key = np.uint64(seat + 1)
    for i in range(len(out)):
        key = mixed(key, out[i])
    return key


@inner
def find_node(key, keys, first, head):
    """The node of an information set, made if there is room; -1: no room."""
    mask = len(keys) - 1
    i = np.int64(key & np.uint64(mask))
    while keys[i] != 0:
        if keys[i] == key:
            return i
        i = (i + 1) & mask
    if head[0] * 2 > mask:
        return -1
    head[0] += 1
    keys[i] = key
    first[i] = -1
    return i


@inner
def choose_edge(node, acts, n, first, action, visits, available, value, following, head, r, explore):
    """The edge to follow among n legal actions: an untried one at random, else by UCB. Its sign is ~edge when it is new; -1 << 40: no room."""
    untried = 0
    best = -1
    top = -1e300
    for k in range(n):
        e = first[node]
        while e >= 0 and action[e] != acts[k]:
            e = following[e]
        if e < 0:
            untried += 1
            if draw(r, untried) == 0:
                best = k
        elif untried == 0:
            available[e] += 1
            bound = value[e] / visits[e] + explore * np.sqrt(np.log(available[e]) / visits[e])
            if bound > top:
                top = bound
                best = e
        else:
            available[e] += 1
    if untried == 0:
        return best
    e = head[1]
    if e >= len(action):
        return -(1 << 40)
    head[1] += 1
    action[e] = acts[best]
    visits[e] = 0
    available[e] = 1
    value[e] = 0.0
    following[e] = first[node]
    first[node] = e
    return ~e


@inner
def remember_bounds(s, bounds):
    """Keep the lowest and the highest score seen."""
    for p in range(s.players):
        got = score(s, p)
        if bounds[1] < bounds[0]:
            bounds[0] = got
            bounds[1] = got
        bounds[0] = min(bounds[0], got)
        bounds[1] = max(bounds[1], got)


@inner
def scaled(got, bounds):
    """A score between 0 (the lowest seen) and 1 (the highest)."""
    if bounds[1] > bounds[0]:
        return (got - bounds[0]) / (bounds[1] - bounds[0])
    return 0.5


@driver
def flat_monte_carlo(root, states, streams, viewer, candidates, chances, acts, visits, value, bounds):
    """Random playouts after each candidate in turn, every one in a newly imagined world; sums scores into `value`."""
    r = streams[0]
    for i in range(chances):
        imagine(states, root, viewer, r)
        k = i % len(candidates)
        apply(states[0], viewer, candidates[k])
        play_on(states[0], r, acts)
        remember_bounds(states[0], bounds)
        visits[k] += 1
        value[k] += score(states[0], viewer)


@driver
def tree_search(
    root,
    states,
    streams,
    viewer,
    per_observer,
    iterations,
    explore,
    acts,
    out,
    keys,
    first,
    action,
    visits,
    available,
    value,
    following,
    head,
    bounds,
    path_edge,
    path_seat,
    only,
    total,
):
    """Information-set Monte Carlo tree search from root[0] for `viewer`; the tree in the arrays is continued.

    per_observer 0: one tree of what the searcher observes (SO-ISMCTS, others' sealed answers not observed);
    1: a node for every information set of whoever decides (MO-ISMCTS, by what that seat knows).
    only: the one action that the viewer takes at the root; -1: any. total[0] gathers the viewer's scores.
    """
    r = streams[0]
    for _ in range(iterations):
        imagine(states, root, viewer, r)
        s = states[0]
        length = 0
        inside = True
        key = np.uint64(1)
        owing = actors(s)
        while owing != 0 and inside:
            seat = lowest(owing)
            if length == 0:
                seat = viewer
            n = legal(s, seat, acts)
            if length == 0 and only >= 0:
                acts[0] = only
                n = 1
            node_key = key
            if per_observer == 1:
                node_key = seen_key(s, seat, out)
            node = find_node(node_key, keys, first, head)
            if node < 0 or length >= len(path_edge):
                break
            e = choose_edge(node, acts, n, first, action, visits, available, value, following, head, r, explore)
            if e == -(1 << 40):
                break
            if e < 0:
                inside = False
                e = ~e
            path_edge[length] = e
            path_seat[length] = seat
            length += 1
            sealed = owing & (owing - 1) != 0 and seat != viewer
            key = mixed(key, seat if sealed else seat + 16 * (action[e] + 1))
            apply(s, seat, action[e])
            owing = actors(s)
        play_on(s, r, acts)
        remember_bounds(s, bounds)
        total[0] += score(s, viewer)
        for k in range(length):
            visits[path_edge[k]] += 1
            value[path_edge[k]] += scaled(score(s, path_seat[k]), bounds)


@driver
def root_visits(
    root, viewer, per_observer, candidates, out, keys, first, action, visits, value, following, found, mean
):
    """Visits and mean scaled score of each candidate at the root."""
    key = np.uint64(1)
    if per_observer == 1:
        key = seen_key(root[0], viewer, out)
    mask = len(keys) - 1
    i = np.int64(key & np.uint64(mask))
    while keys[i] != 0 and keys[i] != key:
        i = (i + 1) & mask
    for k in range(len(candidates)):
        found[k] = 0
        mean[k] = 0.0
        e = first[i] if keys[i] == key else -1
        while e >= 0:
            if action[e] == candidates[k]:
                found[k] = visits[e]
                mean[k] = value[e] / max(visits[e], 1)
            e = following[e]
