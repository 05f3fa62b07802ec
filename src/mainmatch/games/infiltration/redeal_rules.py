"""Other pasts that a viewer holds possible: paths of the other players that fit all that was announced.

Exact draws are out of reach (with five players there are far more histories than can be counted), so this is a
Markov chain (Metropolis et al. 1953, Hastings 1970) over the paths of the others. It starts from the paths in the
state, which fit, and is uniform over all that fit. A redealt state is as good a start as any: more redeals in a
row forget the first one better.

A step draws one player's path anew. What concerns that player alone always holds: home zones at the start, one
zone a round, the number of pieces moved (where declarations are true), who was shown by a patrol and who was
not, its own points where they are announced. The places from which the rest of the path can be completed are
found backwards (sets of 64 places, as two halves of 32 bits), then the path is drawn forwards. What concerns all
together, totals and counts, may fail on the way, at a price (`GAP`, `MISFIT`): so the chain gets from any history
to any other. A history without a failure is a *visit*. Before each, two players may exchange the beginnings of
their paths. The result is the history of a fixed number of visits. Where it takes too many steps to the next one,
the chain goes back to the last one: a history that does not fit is never the result.

How well one redeal forgets its start, in total variation between redealt and exact places of a player's pieces now
(random play, beyond the noise of the sample; tests/games/infiltration/test_redeal.py): on average 0.02 with 3
players, 0.03 with 4, 0.06 with 5, where the worst of 20 positions had 0.31. Eight redeals in a row: 0.01, the
worst 0.05.

A ledger that is full drops its first moment; then moment 0 is the truth's and is not imagined anew (`held`), nor
are the points scored before it. A given position without history begins its ledger: there the first places are
free, as far as the country, the latest patrol, total and count say.
"""

import math

from mainmatch.core.rules import draw, rule, subroutine, table
from mainmatch.games.infiltration.zones_rules import (
    ABROAD,
    CENSUSES,
    EVERY,
    HOME,
    KINDS,
    NEVER,
    POWERS,
    ZONES,
    A,
    B,
    live,
    zone_in,
)

PLACES = ZONES * ZONES
ANY = -1  # any number of pieces may have moved
NOWHERE = -1  # the end of a row
OPEN = 99  # a total that is not announced
FULL = 0xFFFFFFFF
BIAS = 1 << 31  # a set of 32 places is kept as a signed number
ROW_UP, ROW_DOWN = 0xFEFEFEFE, 0x7F7F7F7F  # places whose B may come from one zone below, above

FOLLOWING = [
    [
        x + ZONES * a + b
        for a in (-1, 0, 1)
        for b in (-1, 0, 1)
        if 0 <= x // ZONES + a < ZONES and 0 <= x % ZONES + b < ZONES
        if (a == 0 or bits & 1) and (b == 0 or bits & 2) and n in (ANY, abs(a) + abs(b))
    ]
    for bits in range(4)
    for n in (ANY, 0, 1, 2)
    for x in range(PLACES)
] + [[x for x in range(PLACES) if HOME[A] >> x // ZONES & 1 and HOME[B] >> x % ZONES & 1], list(range(PLACES))]
NEXT = table([x for places in FOLLOWING for x in [*places, NOWHERE]])
"""The places one round later: by the pieces that can move, how many did, and the place; then those of the placement, and all."""
FROM = table([sum(len(places) + 1 for places in FOLLOWING[:i]) for i in range(len(FOLLOWING))])
"""Where each row of `NEXT` begins."""
PLACEMENT = 16 * PLACES
ALL = PLACEMENT + 1
SPREAD = table([sum(1 << 8 * i for i in range(4) if four >> i & 1) for four in range(16)])
"""Four zones of A as the rows of a half; times a set of zones of B: the places of both."""
NEAR = table(0b01111111, 0b11111110)
"""Where pieces can be one round after the placement."""

GAP = table([[g**3, g**2, g] + [1] * 16 for g in (8, 16)])
"""The weight of a total that is off by so many: with true declarations, and with bluffs, where more histories fail."""
MISFIT = table([[g**4, g**3, g**2, g, 1] for g in (3, 4)])
"""The weight of two pieces that make a count better by two … worse by two."""
VISITS = 24
"""How many histories that fit are visited, for each player imagined."""
STEPS = 400
"""After so many steps without a visit the chain goes back to the last one."""
ONE = 1 << 16
LOG = table([0] + [round(ONE * math.log2(n)) for n in range(1, 4097)])


@rule
def log2(n):
    """The logarithm of a whole number from 1 on, in units of 1 / ONE; from 4096 on exact to 1 in 2000."""
    bits = 0
    while n > 4096:
        n >>= 1
        bits += ONE
    return bits + LOG[n]


# ---------------------------------------------------------------- what concerns one player
@rule
def said(s, p, m):
    """How many pieces a player moved into a moment, as far as that is known."""
    if s.bluff == 1:
        return ANY
    return s.said[m] // POWERS[p] % 3


@rule
def zones_open(s, p, k, m):
    """The zones (bit set) where a piece can be at a moment, by start and patrol alone."""
    if m == 0:
        return first_zones(s, p, k)
    if s.lamp[m] == 0 or s.gone[p][k] < m:
        return 255
    if (s.finds[m] >> (KINDS * p + k)) & 1 == 1:
        return 1 << (s.lamp[m] - 1)
    return 255 & ~(1 << (s.lamp[m] - 1))


@rule
def first_zones(s, p, k):
    """The same at moment 0: at home after the placement, near it one round later."""
    if s.gone[p][k] < 0:
        return 1 << (zone_in(s.path[p][0], k) - 1)
    zones = 255
    if s.base == 0:
        zones = HOME[k]
    elif s.base == 1:
        zones = NEAR[k]
    if s.lamp[0] > 0:
        lit = 1 << (s.lamp[0] - 1)
        if (s.finds[0] >> (KINDS * p + k)) & 1 == 1:
            return lit
        return zones & ~lit
    return zones


@rule
def look_back(s, p, start, last):
    """For each moment from the last one back: the places from which the path can be completed."""
    low = FULL
    high = FULL
    m = last
    while m >= start:
        bits = live(s, p, m)
        if m < last:
            # the places from which one round leads into the set: the pieces in `bits` can move, n did
            n = said(s, p, m + 1)
            up_low = 0
            up_high = 0
            on_low = 0
            on_high = 0
            both_low = 0
            both_high = 0
            if bits & 2 == 2:
                on_low = ((low << 1) & ROW_UP) | ((low >> 1) & ROW_DOWN)
                on_high = ((high << 1) & ROW_UP) | ((high >> 1) & ROW_DOWN)
            if bits & 1 == 1:
                up_low = ((low << 8) & FULL) | (low >> 8) | ((high & 255) << 24)
                up_high = ((high << 8) & FULL) | (high >> 8) | (low >> 24)
                both_low = ((on_low << 8) & FULL) | (on_low >> 8) | ((on_high & 255) << 24)
                both_high = ((on_high << 8) & FULL) | (on_high >> 8) | (on_low >> 24)
            if n == 1:
                low = up_low | on_low
                high = up_high | on_high
            elif n == 2:
                low = both_low
                high = both_high
            elif n == ANY:
                low |= up_low | on_low | both_low
                high |= up_high | on_high | both_high
        a = zones_open(s, p, A, m)
        b = zones_open(s, p, B, m)
        if s.individual == 1 and s.abroad[m] >= 0:
            n = s.each[m] // POWERS[p] % 3
            low &= scoring(a & 15, b, 15 & HOME[A], bits, n)
            high &= scoring(a >> 4, b, HOME[A] >> 4, bits, n)
        else:
            low &= SPREAD[a & 15] * b
            high &= SPREAD[a >> 4] * b
        s.may[0][m] = low - BIAS
        s.may[1][m] = high - BIAS
        m -= 1


@rule
def scoring(a, b, home, bits, n):
    """Of the places of one half (zones of A, zones of B) those that score n."""
    home_a = a
    far_a = 0
    if bits & 1 == 1:
        home_a = a & home
        far_a = a & ~home
    home_b = b
    far_b = 0
    if bits & 2 == 2:
        home_b = b & HOME[B]
        far_b = b & ~HOME[B]
    if n == 0:
        return SPREAD[home_a] * home_b
    if n == 1:
        return (SPREAD[far_a] * home_b) | (SPREAD[home_a] * far_b)
    return SPREAD[far_a] * far_b


# ---------------------------------------------------------------- what concerns all together
@rule
def counted(s, m):
    """Was a count taken at this moment?"""
    return (s.base + m) % EVERY == 0 and s.base + m <= s.counts_round


@rule
def misfit(s, m, bits, x):
    """How well the pieces of a place fit a count, which does not hold them."""
    slot = (s.base + m) // EVERY % CENSUSES
    a = x // ZONES
    b = x % ZONES
    worse = 2
    taken = 0
    if bits & 1 == 1:
        worse += 1
        if s.surplus[slot][a] < 0:
            worse -= 2
        if a == b:
            taken = 1
    if bits & 2 == 2:
        worse += 1
        if s.surplus[slot][b] + taken < 0:
            worse -= 2
    return MISFIT[s.bluff][worse]


@rule
def set_down(s, m, bits, x, sign):
    """Add the pieces of a place to a count (sign 1), or lift them from it (-1); by how much more it fails then."""
    slot = (s.base + m) // EVERY % CENSUSES
    strain = 0
    for k in range(KINDS):
        if (bits >> k) & 1 == 1:
            z = zone_in(x, k) - 1
            strain -= abs(s.surplus[slot][z])
            s.surplus[slot][z] += sign
            strain += abs(s.surplus[slot][z])
    return strain


# ---------------------------------------------------------------- one step
@rule
def counted_weight(s, m, bits, x, free):
    """The weight of a place where a count was taken."""
    w = misfit(s, m, bits, x)
    if free != OPEN:
        w *= GAP[s.bluff][abs(free - ABROAD[bits][x])]
    return w


@rule
def counted_ways(s, m, row, bits, free):
    """The weights of all places that can follow where a count was taken."""
    total = 0
    i = FROM[row]
    while NEXT[i] != NOWHERE:
        x = NEXT[i]
        if ((s.may[x >> 5][m] + BIAS) >> (x & 31)) & 1 == 1:
            total += counted_weight(s, m, bits, x, free)
        i += 1
    return total


@rule
def counted_way(s, m, row, bits, free, k):
    """The place that can follow at number k of these weights."""
    x = NOWHERE
    i = FROM[row]
    while k >= 0:
        x = NEXT[i]
        if ((s.may[x >> 5][m] + BIAS) >> (x & 31)) & 1 == 1:
            k -= counted_weight(s, m, bits, x, free)
        i += 1
    return x


@rule
def ways(s, m, row, far, free):
    """The weights of all places that can follow."""
    low = s.may[0][m] + BIAS
    high = s.may[1][m] + BIAS
    total = 0
    i = FROM[row]
    x = NEXT[i]
    while x != NOWHERE:
        if (x < 32 and (low >> x) & 1 == 1) or (x >= 32 and (high >> (x - 32)) & 1 == 1):
            if free == OPEN:
                total += 1
            else:
                total += GAP[s.bluff][abs(free - far[x])]
        i += 1
        x = NEXT[i]
    return total


@rule
def way(s, m, row, far, free, k):
    """The place that can follow at number k of these weights."""
    x = NOWHERE
    i = FROM[row]
    while k >= 0:
        x = NEXT[i]
        if ((s.may[x >> 5][m] + BIAS) >> (x & 31)) & 1 == 1:
            if free == OPEN:
                k -= 1
            else:
                k -= GAP[s.bluff][abs(free - far[x])]
        i += 1
    return x


@subroutine
def renew(s, p, start, last, r):
    """One step of the chain: a player's whole path; by how much more totals and counts fail after it."""
    look_back(s, p, start, last)
    gone_a = s.gone[p][A]
    gone_b = s.gone[p][B]
    strain = 0
    ratio = 0
    old = NOWHERE
    row = ALL
    if s.base == 0:
        row = PLACEMENT
    row_old = row
    if start > 0:
        old = s.path[p][start - 1]
    new = old
    for m in range(start, last + 1):
        here = s.path[p][m]
        if m > 0:
            moves = ANY
            if s.bluff == 0:
                moves = s.said[m] // POWERS[p] % 3
            row = PLACES * (4 * live(s, p, m - 1) + moves + 1)
            row_old = row + old
            row += new
        bits = 0
        if gone_a > m:
            bits = 1
        if gone_b > m:
            bits += 2
        far = ABROAD[bits]
        free = OPEN
        if s.individual == 0 and s.abroad[m] >= 0:
            free = s.gap[m] + far[here]
        if counted(s, m):
            strain += set_down(s, m, bits, here, -1)
            total = counted_ways(s, m, row, bits, free)
            if new != old:
                ratio += log2(total) - log2(counted_ways(s, m, row_old, bits, free))
            new = counted_way(s, m, row, bits, free, draw(r, total))
        else:
            total = ways(s, m, row, far, free)
            if new != old:
                ratio += log2(total) - log2(ways(s, m, row_old, far, free))
            if total == 1:
                new = way(s, m, row, far, free, 0)
            else:
                new = way(s, m, row, far, free, draw(r, total))
        s.draft[m] = new
        old = here
    taken = ratio >= 0
    if not taken:
        taken = log2(draw(r, 1 << 20) + 1) <= ratio + 20 * ONE
    for m in range(start, last + 1):
        here = s.path[p][m]
        if taken and here != s.draft[m]:
            if s.individual == 0 and s.abroad[m] >= 0:
                bits = live(s, p, m)
                strain -= abs(s.gap[m])
                s.gap[m] += ABROAD[bits][here] - ABROAD[bits][s.draft[m]]
                strain += abs(s.gap[m])
            here = s.draft[m]
            s.path[p][m] = here
        if counted(s, m):
            strain += set_down(s, m, live(s, p, m), here, 1)
    return strain


@rule
def stands(s, p, m):
    """Can a player be at its place of a moment, coming from the one before, as far as it alone is concerned?"""
    x = s.path[p][m]
    if (zones_open(s, p, A, m) >> (x // ZONES)) & 1 == 0 or (zones_open(s, p, B, m) >> (x % ZONES)) & 1 == 0:
        return False
    if s.individual == 1 and s.abroad[m] >= 0 and s.each[m] // POWERS[p] % 3 != ABROAD[live(s, p, m)][x]:
        return False
    if m == 0:
        return True
    i = FROM[PLACES * (4 * live(s, p, m - 1) + said(s, p, m) + 1) + s.path[p][m - 1]]
    while NEXT[i] != NOWHERE:
        if NEXT[i] == x:
            return True
        i += 1
    return False


@rule
def exchange(s, p, q, kinds, final):
    """Two players exchange the beginnings of their paths, of one kind of piece (bit set) or both."""
    for m in range(final + 1):
        x = s.path[p][m]
        y = s.path[q][m]
        if kinds == 1:
            s.path[p][m] = y // ZONES * ZONES + x % ZONES
            s.path[q][m] = x // ZONES * ZONES + y % ZONES
        elif kinds == 2:
            s.path[p][m] = x // ZONES * ZONES + y % ZONES
            s.path[q][m] = y // ZONES * ZONES + x % ZONES
        else:
            s.path[p][m] = y
            s.path[q][m] = x


@subroutine
def trade(s, p, q, kinds, final, last):
    """An exchange of beginnings, which leaves totals and counts as they are; false if the two paths do not allow it."""
    for k in range(KINDS):
        if (kinds >> k) & 1 == 1 and (s.gone[p][k] <= final or s.gone[q][k] <= final):
            return False
    exchange(s, p, q, kinds, final)
    m = min(final + 1, last)
    fine = True
    while fine and m >= 0:
        fine = stands(s, p, m) and stands(s, q, m)
        m -= 1
    if not fine:
        exchange(s, p, q, kinds, final)
    return fine


# ---------------------------------------------------------------- the chain
@rule
def other_seat(s, viewer, i):
    """Number i of the seats that the viewer does not hold."""
    if viewer >= 0 and i >= viewer:
        return i + 1
    return i


@subroutine
def account(s, p, last, sign):
    """Take the points of a player's path away (-1), or add them (1)."""
    latest = NOWHERE
    for m in range(last + 1):
        if s.abroad[m] >= 0:
            latest = m
            s.points[p] += sign * ABROAD[live(s, p, m)][s.path[p][m]]
    if latest >= 0:
        s.round_points[p] += sign * ABROAD[live(s, p, latest)][s.path[p][latest]]


@rule
def give_back(s, p, last):
    """This player's path is again what it was at the last visit."""
    for m in range(last + 1):
        bits = live(s, p, m)
        if s.individual == 0 and s.abroad[m] >= 0:
            s.gap[m] += ABROAD[bits][s.path[p][m]] - ABROAD[bits][s.spare[p][m]]
        if counted(s, m):
            set_down(s, m, bits, s.path[p][m], -1)
            set_down(s, m, bits, s.spare[p][m], 1)
        s.path[p][m] = s.spare[p][m]


@rule
def keep(s, p, last):
    """This player's path belongs to a history that fits."""
    for m in range(last + 1):
        s.spare[p][m] = s.path[p][m]


@rule
def visit_another(s, viewer, others, start, last, r):
    """Steps of the chain until all fits again; after too many of them everything is as before."""
    changed = 0
    strain = 0
    steps = STEPS
    while steps > 0:
        p = other_seat(s, viewer, draw(r, others))
        changed |= 1 << p
        strain += renew(s, p, start, last, r)
        steps -= 1
        if strain == 0:
            steps = 0
    for p in range(s.players):
        if (changed >> p) & 1 == 1:
            if strain == 0:
                keep(s, p, last)
            else:
                give_back(s, p, last)


@subroutine
def imagine_past(s, viewer, last, r):
    """Draw the paths of all others anew up to the last moment, and what follows from them: zones and points."""
    others = s.players
    if viewer >= 0:
        others -= 1
    for i in range(others):
        account(s, other_seat(s, viewer, i), last, -1)
        keep(s, other_seat(s, viewer, i), last)
    for m in range(last + 1):
        s.gap[m] = 0
    for c in range(CENSUSES):
        for z in range(ZONES):
            s.surplus[c][z] = 0

    start = s.held
    if last >= start:
        for _visit in range(VISITS * others):
            i = draw(r, others)
            p = other_seat(s, viewer, i)
            q = other_seat(s, viewer, (i + 1 + draw(r, others - 1)) % others)
            if start == 0 and trade(s, p, q, 1 + draw(r, 3), draw(r, last + 1), last):
                keep(s, p, last)
                keep(s, q, last)
            visit_another(s, viewer, others, start, last, r)

    for i in range(others):
        p = other_seat(s, viewer, i)
        account(s, p, last, 1)
        for k in range(KINDS):
            if s.gone[p][k] == NEVER:
                s.zone[p][k] = zone_in(s.path[p][last], k)
