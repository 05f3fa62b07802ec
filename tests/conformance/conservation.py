"""What must add up in each game, at every step."""

from __future__ import annotations

from mainmatch.core.game import Game, State


def conserved(game: Game, state: State) -> None:
    """Chips, cards and pieces: nothing appears or vanishes. Games from outside have nothing to add up here."""
    check = CHECKS.get(game.id)
    if check:
        check(game, state)


def _chips(game: Game, s: State) -> None:
    """IP-15, and the deck of IP-1."""
    assert sum(s.stacks) + sum(s.bets) + s.carried == 2 * s.chips
    for rank in range(s.ranks):
        on_heads = sum(1 for c in s.cards if c == rank + 1)
        dealt = s.shown[rank] + s.unshown[0][rank] + s.unshown[1][rank]
        assert s.done or s.pile[rank] + on_heads + dealt == s.copies


def _sixty_cards(game: Game, s: State) -> None:
    """MM-1: sixty cards; what is not held or aside was played this season."""
    view = game.state_json(s)
    for wrestler in view["aside"]:
        assert 0 <= view["aside"][wrestler] + sum(h[wrestler] for h in view["hands"]) <= 10


def _agents(game: Game, s: State) -> None:
    """IN-2: two pieces a player, each placed, arrested or (before placing) not there yet."""
    view = game.state_json(s)
    if view["phase"] == "place":
        return
    arrested = {tuple(a) for a in view["arrested"]}
    for player, pieces in enumerate(view["pieces"]):
        for kind, zone in pieces.items():
            assert (zone is None) == ((player, kind) in arrested)
    if view["counts"] is not None:
        assert sum(view["counts"]) <= 2 * s.players


def _columns(game: Game, s: State) -> None:
    """LT-3, LT-6, LT-12: rising columns of at most fifteen, two in jail or nobody, three traitors."""
    view = game.state_json(s)
    for column in view["columns"].values():
        assert len(column) <= 15 and column == sorted(set(column))
    assert len(view["jailed"]) in (0, 2) and len(view["traitors"]) == 3


def _race(game: Game, s: State) -> None:
    """MR-4, MR-5: squares 0 to 31, hands from the full set, everybody in the race is on a square or has finished."""
    view = game.state_json(s)
    if view["squares"] is None:
        return
    assert all(0 <= square <= 31 for square in view["squares"].values())
    for character, hand in view["hands"].items():
        assert hand == sorted(set(hand)) and set(hand) <= set(range(0 if character == "9" else 1, 5))
    assert sorted(map(str, view["finish_order"])) == sorted(c for c, square in view["squares"].items() if square == 31)


CHECKS = {
    "indian-poker": _chips,
    "maskmen": _sixty_cards,
    "infiltration": _agents,
    "loyalists-and-traitors": _columns,
    "middle-race": _race,
}
