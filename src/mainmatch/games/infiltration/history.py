"""The ledger of a given position: what was announced, and everybody's path, each following from the other."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from mainmatch.core.errors import InvalidState

if TYPE_CHECKING:
    from mainmatch.games.infiltration.reading import Reader

FIELDS = ("first", "held", "declared", "patrols", "shown", "abroad", "paths")
WHERE = "extra.history"


def read_history(reader: Reader, history: Any, patrolling: bool) -> None:
    """Fill the ledger from `extra.history`; raises InvalidState where it does not lead to the position."""
    if not isinstance(history, dict) or set(history) != set(FIELDS):
        raise InvalidState(WHERE, f"must have {', '.join(FIELDS)}")
    moments = _moments(reader, history)
    _announced(reader, history, moments)
    _arrests(reader, moments)
    for p, path in enumerate(reader.rows(history["paths"], f"{WHERE}.paths")):
        _path(reader, p, path, moments)
    _scores(reader, history["abroad"], moments, patrolling)
    _censuses(reader, moments)


def _moments(reader: Reader, history: dict[str, Any]) -> range:
    s, last = reader.s, reader.s.base
    s.base = reader.number(history["first"], f"{WHERE}.first", 0, last)
    if type(history["held"]) is not bool or (history["held"] and s.base == 0):
        raise InvalidState(f"{WHERE}.held", "must be true when rounds were dropped, else false")
    s.held = int(history["held"])
    moments = range(last - s.base + 1)
    if len(moments) > reader.rules.MOMENTS:
        raise InvalidState(f"{WHERE}.first", f"a ledger holds {reader.rules.WINDOW} rounds")
    for name in ("declared", "patrols", "shown", "abroad"):
        if not isinstance(history[name], list) or len(history[name]) != len(moments):
            raise InvalidState(
                f"{WHERE}.{name}", f"must be a list of {len(moments)}, for the rounds {s.base} to {last}"
            )
    return moments


def _announced(reader: Reader, history: dict[str, Any], moments: range) -> None:
    """Declarations, patrols and what they showed."""
    s = reader.s
    for m in moments:
        where = f"{WHERE}.declared[{m}]"
        digits = [reader.number(n, where, 0, 2, "IN-5") for n in reader.rows(history["declared"][m], where)]
        s.said[m] = sum(3**p * n for p, n in enumerate(digits))
        zone = history["patrols"][m]
        s.lamp[m] = 0 if zone is None else reader.number(zone, f"{WHERE}.patrols[{m}]", 1, 8, "IN-6")
        where = f"{WHERE}.shown[{m}]"
        if not isinstance(history["shown"][m], list) or (history["shown"][m] and zone is None):
            raise InvalidState(where, "must be the pieces in the zone patrolled", "IN-7")
        pieces = [2 * p + k for p, k in (reader.piece(piece, where) for piece in history["shown"][m])]
        s.finds[m] = sum(1 << i for i in set(pieces))


def _arrests(reader: Reader, moments: range) -> None:
    """When each arrested piece was arrested: in the ledger, or before it."""
    s, rules = reader.s, reader.rules
    for m in moments:
        for i in range(2 * s.players):
            p, k = divmod(i, 2)
            if not s.finds[m] >> i & 1 or rules.at_home(k, s.lamp[m]):
                continue
            if s.gone[p][k] == rules.NEVER:
                raise InvalidState(f"{WHERE}.shown[{m}]", "a piece of the other country is arrested", "IN-7")
            s.gone[p][k] = m
    if s.base == 0 and any(s.gone[p][k] == -1 for p in reader.seats for k in (0, 1)):
        raise InvalidState("arrested", "no patrol of the history shows one of them", "IN-7")


def _path(reader: Reader, p: int, path: Any, moments: range) -> None:
    """A player's two pieces, moment by moment."""
    s, rules = reader.s, reader.rules
    where = f"{WHERE}.paths[{p}]"
    if (
        not isinstance(path, list)
        or len(path) != len(moments)
        or any(not isinstance(at, list) or len(at) != 2 for at in path)
    ):
        raise InvalidState(where, f"must be {len(moments)} pairs of zones")
    zones = [[reader.number(z, where, 1, 8, "IN-1") for z in at] for at in path]
    for k in (0, 1):
        if s.base == 0 and not rules.at_home(k, zones[0][k]):
            raise InvalidState(where, "a piece is placed in its own country", "IN-2")
        if s.zone[p][k] and zones[-1][k] != s.zone[p][k]:
            raise InvalidState(where, "must lead to where the pieces are")
        for m in moments:
            step = abs(zones[m][k] - zones[m - 1][k]) if m else 0
            if step > (1 if s.gone[p][k] >= m else 0):
                raise InvalidState(where, "a piece in the game moves by one zone at most", "IN-4")
            if (s.gone[p][k] >= m and zones[m][k] == s.lamp[m]) != bool(s.finds[m] >> 2 * p + k & 1):
                raise InvalidState(f"{WHERE}.shown[{m}]", "must be all pieces in the zone patrolled", "IN-7")
    for m in moments:
        s.path[p][m] = rules.place_of(*zones[m])
        moved = sum(abs(zones[m][k] - zones[m - 1][k]) for k in (0, 1)) if m else 0
        if m and not s.bluff and s.said[m] // 3**p % 3 != moved:
            raise InvalidState(f"{WHERE}.declared[{m}]", f"player {p} moved {moved} pieces", "IN-5")


def _scores(reader: Reader, abroad: list[Any], moments: range, patrolling: bool) -> None:
    """The number of pieces that scored in each round; null where it is not announced."""
    s, rules = reader.s, reader.rules
    for m in moments:
        where = f"{WHERE}.abroad[{m}]"
        open_round = patrolling and m == moments[-1]
        s.abroad[m] = rules.SILENT
        s.each[m] = 0
        if abroad[m] is None:
            if m and not open_round:
                raise InvalidState(where, "was announced", "IN-9")
            continue
        if open_round or s.base + m == 0:
            raise InvalidState(where, "is not announced yet", "IN-9")
        reader.score(m)
        if type(abroad[m]) is not int or abroad[m] != s.abroad[m]:
            raise InvalidState(where, f"by their paths {s.abroad[m]} pieces scored", "IN-8")


def _censuses(reader: Reader, moments: range) -> None:
    """The counts that were announced follow from the paths."""
    s, rules = reader.s, reader.rules
    for m in moments:
        number = s.base + m
        if number % rules.EVERY or number > s.counts_round:
            continue
        counts = [0] * rules.ZONES
        for p in reader.seats:
            for k in (0, 1):
                if s.gone[p][k] > m:
                    counts[rules.zone_in(s.path[p][m], k) - 1] += 1
        s.census[number // rules.EVERY % rules.CENSUSES] = counts
        if number == s.counts_round and counts != s.counts:
            raise InvalidState("counts", f"must be the pieces of round {number} by their paths", "IN-10")
