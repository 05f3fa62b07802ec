"""Other pasts that a viewer holds possible: paths of the other players that fit all that was announced.

Exact draws are out of reach (five players and fifteen rounds leave far more histories than can be counted), so
this is a Markov chain (Metropolis et al. 1953, Hastings 1970) over the paths of the others. It starts from the
paths in the state, which fit, and is uniform over all that fit.

A step draws one player's path anew between two moments. What concerns that player alone always holds: home
zones at the start, one zone a round, the number of pieces moved (where declarations are true), who was shown by
a patrol and who was not, its own points where they are announced. The places from which the rest of the path can
be completed are found backwards (sets of 64 places, as two halves of 32 bits), then the path is drawn forwards.
What concerns all together, totals and counts, may fail on the way, at a price (`GAP`, `MISFIT`): so the chain
gets from any history to any other. A history without a failure is a *visit*; the result is the history of a
fixed number of visits. Should that take too many steps, it is the one visited last: never one that does not fit.
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
NOWHERE = -1  # before the first moment
FULL = 0xFFFFFFFF
BIAS = 1 << 31  # a set of 32 places is kept as a signed number
ROW_UP, ROW_DOWN = 0xFEFEFEFE, 0x7F7F7F7F  # places whose B may come from one zone below, above

NEXT = table(
    [
        (
            [
                x + ZONES * a + b
                for a in (-1, 0, 1)
                for b in (-1, 0, 1)
                if 0 <= x // ZONES + a < ZONES and 0 <= x % ZONES + b < ZONES
                if (a == 0 or bits & 1) and (b == 0 or bits & 2) and n in (ANY, abs(a) + abs(b))
            ]
            + [NOWHERE] * 10
        )[:10]
        for bits in range(4)
        for n in (ANY, 0, 1, 2)
        for x in range(PLACES)
    ]
)
"""The places one round later, by the pieces that can move, how many did, and the place."""
SPREAD = table([sum(1 << 8 * i for i in range(4) if four >> i & 1) for four in range(16)])
"""Four zones of A as the rows of a half; times a set of zones of B: the places of both."""
NEAR = table(0b01111111, 0b11111110)
"""Where pieces can be one round after the placement."""

GAP = table([256, 16, 2] + [1] * 15)
"""The weight of a total that is off by so many."""
MISFIT = table(64, 16, 4, 2, 1)
"""The weight of two pieces that make a count better by two … worse by two."""
LENGTHS = table(1, 1, 2, 2, 3, 4, 6, 9, 14, 21)
"""How many moments a step draws anew."""
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
    if s.gone[p][k] < m:
        if m == 0:
            return 1 << (zone_in(s.path[p][0], k) - 1)
        return 255
    zones = 255
    if m == 0 and s.base == 0:
        zones = HOME[k]
    elif m == 0 and s.base == 1:
        zones = NEAR[k]
    if s.lamp[m] > 0:
        lit = 1 << (s.lamp[m] - 1)
        if (s.finds[m] >> (KINDS * p + k)) & 1 == 1:
            zones &= lit
        else:
            zones &= ~lit
    return zones


@rule
def up_down(low, high, half):
    """The places of one half whose A is one zone from a place of the set."""
    if half == 0:
        return ((low << 8) & FULL) | (low >> 8) | ((high & 255) << 24)
    return ((high << 8) & FULL) | (high >> 8) | (low >> 24)


@rule
def aside(half):
    """The places whose B is one zone from a place of the set."""
    return ((half << 1) & ROW_UP) | ((half >> 1) & ROW_DOWN)


@rule
def half_before(low, high, half, bits, n):
    """The places of one half from which one round leads into the set: `bits` can move, n did."""
    same = low
    if half == 1:
        same = high
    moves_a = 0
    moves_b = 0
    both = 0
    if bits & 1 == 1:
        moves_a = up_down(low, high, half)
    if bits & 2 == 2:
        moves_b = aside(same)
    if bits == 3:
        both = up_down(aside(low), aside(high), half)
    if n == 0:
        return same
    if n == 1:
        return moves_a | moves_b
    if n == 2:
        return both
    return same | moves_a | moves_b | both


@rule
def rows_of(zones, half):
    """Zones of A as rows of a half."""
    if half == 0:
        return SPREAD[zones & 15]
    return SPREAD[zones >> 4]


@rule
def half_open(s, p, m, half):
    """The places of one half where a player can be at a moment: start, patrol, announced points."""
    a = zones_open(s, p, A, m)
    b = zones_open(s, p, B, m)
    if s.individual == 0 or s.abroad[m] < 0:
        return rows_of(a, half) * b
    bits = live(s, p, m)
    home_a = a
    far_a = 0
    if bits & 1 == 1:
        home_a = a & HOME[A]
        far_a = a & ~HOME[A]
    home_b = b
    far_b = 0
    if bits & 2 == 2:
        home_b = b & HOME[B]
        far_b = b & ~HOME[B]
    n = s.each[m] // POWERS[p] % 3
    if n == 0:
        return rows_of(home_a, half) * home_b
    if n == 1:
        return (rows_of(far_a, half) * home_b) | (rows_of(home_a, half) * far_b)
    return rows_of(far_a, half) * far_b


@rule
def look_back(s, p, first, final, end):
    """For each moment from the final one back: the places from which the path can be completed."""
    low = FULL
    high = FULL
    if final < end:
        x = s.path[p][final + 1]
        low = 0
        high = 0
        if x < 32:
            low = 1 << x
        else:
            high = 1 << (x - 32)
    for j in range(final - first + 1):
        m = final - j
        if m < end:
            bits = live(s, p, m)
            n = said(s, p, m + 1)
            before = half_before(low, high, 0, bits, n)
            high = half_before(low, high, 1, bits, n)
            low = before
        low &= half_open(s, p, m, 0)
        high &= half_open(s, p, m, 1)
        s.may[m][0] = low - BIAS
        s.may[m][1] = high - BIAS


@rule
def may_be(s, m, x):
    """Can the path be completed from this place?"""
    return ((s.may[m][x >> 5] + BIAS) >> (x & 31)) & 1 == 1


# ---------------------------------------------------------------- what concerns all together
@rule
def counted(s, m):
    """Was a count taken at this moment?"""
    return (s.base + m) % EVERY == 0 and s.base + m <= s.counts_round


@rule
def totalled(s, m):
    """Is only the total of this moment announced?"""
    return s.individual == 0 and s.abroad[m] >= 0


@rule
def weight(s, p, m, x):
    """How well a place of this player fits total and count, when its path is lifted."""
    bits = live(s, p, m)
    w = 1
    if totalled(s, m):
        w = GAP[abs(s.gap[m] - ABROAD[bits][x])]
    if counted(s, m):
        slot = (s.base + m) // EVERY % CENSUSES
        a = x // ZONES
        b = x % ZONES
        change = 2
        taken = 0
        if bits & 1 == 1:
            change += 1
            if s.surplus[slot][a] < 0:
                change -= 2
            if a == b:
                taken = 1
        if bits & 2 == 2:
            change += 1
            if s.surplus[slot][b] + taken < 0:
                change -= 2
        w *= MISFIT[change]
    return w


@rule
def lay(s, p, m, x, sign):
    """Add a player's place to total and count (sign 1), or take it away (-1); by how much more they fail then."""
    bits = live(s, p, m)
    strain = 0
    if totalled(s, m):
        strain -= abs(s.gap[m])
        s.gap[m] -= sign * ABROAD[bits][x]
        strain += abs(s.gap[m])
    if counted(s, m):
        slot = (s.base + m) // EVERY % CENSUSES
        for k in range(KINDS):
            if (bits >> k) & 1 == 1:
                z = zone_in(x, k) - 1
                strain -= abs(s.surplus[slot][z])
                s.surplus[slot][z] += sign
                strain += abs(s.surplus[slot][z])
    return strain


# ---------------------------------------------------------------- one step
@rule
def step_row(s, p, m):
    """Where the places after a step into this moment begin in the table."""
    return PLACES * (4 * live(s, p, m - 1) + said(s, p, m) + 1)


@rule
def ways(s, p, m, before):
    """The weights of all places that can follow."""
    total = 0
    if before == NOWHERE:
        for x in range(PLACES):
            if may_be(s, m, x):
                total += weight(s, p, m, x)
        return total
    row = step_row(s, p, m) + before
    i = 0
    while NEXT[row][i] != NOWHERE:
        if may_be(s, m, NEXT[row][i]):
            total += weight(s, p, m, NEXT[row][i])
        i += 1
    return total


@rule
def way(s, p, m, before, k):
    """The place that can follow at number k of these weights."""
    if before == NOWHERE:
        for x in range(PLACES):
            if may_be(s, m, x):
                k -= weight(s, p, m, x)
                if k < 0:
                    return x
        return NOWHERE
    row = step_row(s, p, m) + before
    i = 0
    while NEXT[row][i] != NOWHERE:
        if may_be(s, m, NEXT[row][i]):
            k -= weight(s, p, m, NEXT[row][i])
            if k < 0:
                return NEXT[row][i]
        i += 1
    return NOWHERE


@subroutine
def renew(s, p, first, final, end, r):
    """One step of the chain: a player's path between two moments; by how much more totals and counts fail after it."""
    strain = 0
    for m in range(first, final + 1):
        strain += lay(s, p, m, s.path[p][m], -1)
    look_back(s, p, first, final, end)
    old = NOWHERE
    if first > 0:
        old = s.path[p][first - 1]
    new = old
    ratio = 20 * ONE
    for m in range(first, final + 1):
        total = ways(s, p, m, new)
        if new != old:
            ratio += log2(total) - log2(ways(s, p, m, old))
        new = way(s, p, m, new, draw(r, total))
        s.draft[m] = new
        old = s.path[p][m]
    taken = log2(draw(r, 1 << 20) + 1) <= ratio
    for m in range(first, final + 1):
        if taken:
            s.path[p][m] = s.draft[m]
        strain += lay(s, p, m, s.path[p][m], 1)
    return strain


# ---------------------------------------------------------------- the chain
@rule
def other_seat(s, viewer, i):
    """Number i of the seats that the viewer does not hold."""
    if viewer >= 0 and i >= viewer:
        return i + 1
    return i


@rule
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
def keep(s, p, last):
    """This player's path belongs to a history that fits."""
    for m in range(last + 1):
        s.spare[p][m] = s.path[p][m]


VISITS = 4
STEPS = 40


@subroutine
def imagine_past(s, viewer, last, r):
    """Draw the paths of all others anew up to the last moment, and what follows from them: zones and points."""
    others = s.players
    if viewer >= 0:
        others -= 1
    for i in range(others):
        p = other_seat(s, viewer, i)
        keep(s, p, last)
        account(s, p, last, -1)
    for m in range(last + 1):
        s.gap[m] = 0
    for c in range(CENSUSES):
        for z in range(ZONES):
            s.surplus[c][z] = 0

    start = s.held
    changed = 0
    strain = 0
    visits = VISITS * others * (last + 1)
    steps = STEPS * others * (last + 1)
    while visits > 0 and steps > 0:
        steps -= 1
        p = other_seat(s, viewer, draw(r, others))
        length = LENGTHS[draw(r, 10)]
        first = start + draw(r, last - start + length) - length + 1
        final = min(first + length - 1, last)
        first = max(first, start)
        if last >= start:
            strain += renew(s, p, first, final, last, r)
            changed |= 1 << p
        if strain == 0:
            visits -= 1
            for i in range(others):
                p = other_seat(s, viewer, i)
                if (changed >> p) & 1 == 1:
                    keep(s, p, last)
            changed = 0

    for i in range(others):
        p = other_seat(s, viewer, i)
        for m in range(last + 1):
            s.path[p][m] = s.spare[p][m]
        account(s, p, last, 1)
        for k in range(KINDS):
            if s.gone[p][k] == NEVER:
                s.zone[p][k] = zone_in(s.path[p][last], k)
