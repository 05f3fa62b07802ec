"""The line of zones, and both pieces of a player as one number.

A *place* is `8 * (zone of A - 1) + (zone of B - 1)`, 0 to 63. An arrested piece keeps the zone where it was
seen last; whether a piece still counts, its bit of `live` says (1: A, 2: B).
"""

from mainmatch.core.rules import clause, rule, table

ZONES = 8
A, B = 0, 1
KINDS = 2
EVERY = 5  # rounds from one count to the next
WINDOW = 20  # rounds that the ledger holds
MOMENTS = WINDOW + 1
CENSUSES = WINDOW // EVERY + 1
NEVER = 127  # the moment of an arrest that did not happen
POWERS = table([3**p for p in range(8)])
"""A line of the ledger holds a number from 0 to 2 for each seat: the digits of one number to the base 3."""
HOMES = table((1, 2, 5, 6), (3, 4, 7, 8))
HOME = table(0b00110011, 0b11001100)
"""The zones of each country as a bit set (bit 0: zone 1)."""
ABROAD = table(
    [
        [(live & 1) * (0b11001100 >> x // 8 & 1) + (live >> 1) * (0b00110011 >> x % 8 & 1) for x in range(64)]
        for live in range(4)
    ]
)
"""By live bits and place: how many of the pieces stand in the other country."""


@rule
@clause("IN-1")
def at_home(kind, zone):
    """Zones 1, 2, 5 and 6 are country A, zones 3, 4, 7 and 8 are country B."""
    return (HOME[kind] >> (zone - 1)) & 1 == 1


@rule
@clause("IN-1")
def on_the_line(zone):
    """Zones 1 to 8 lie in a line; 8 and 1 are not neighbours."""
    return zone >= 1 and zone <= ZONES


@rule
def place_of(zone_a, zone_b):
    """Both zones as one number."""
    return ZONES * (zone_a - 1) + zone_b - 1


@rule
def zone_in(place, kind):
    """The zone of one piece in a place."""
    if kind == A:
        return place // ZONES + 1
    return place % ZONES + 1


@rule
def live(s, p, m):
    """Which pieces of a player (bits) are in the game after the arrests of a moment."""
    bits = 0
    if s.gone[p][A] > m:
        bits = 1
    if s.gone[p][B] > m:
        bits += 2
    return bits
