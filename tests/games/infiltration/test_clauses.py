"""The rulebook, clause by clause."""

from __future__ import annotations

from typing import Any

import pytest

from mainmatch.core.errors import IllegalAction, InvalidAction, InvalidOption, InvalidPlayers
from mainmatch.core.game import State
from mainmatch.games.infiltration.game import GAME

Pieces = list[tuple[int | None, int | None]]
HOME: Pieces = [(1, 3), (2, 4), (6, 8)]


def position(pieces: Pieces, *, options: dict[str, Any] | None = None, **fields: Any) -> State:
    """A round in progress: everybody's pieces as (zone of A, zone of B), None for an arrested one."""
    players = len(pieces)
    given: dict[str, Any] = {
        "phase": "move",
        "round": 4,
        "leader": 0,
        "candidates": None,
        "ballot": None,
        "pieces": [{"A": a, "B": b} for a, b in pieces],
        "arrested": [
            [p, kind] for p, pair in enumerate(pieces) for kind, zone in zip("AB", pair, strict=True) if zone is None
        ],
        "points": [0] * players,
        "counts": None,
        "counts_round": 0,
        "declared": None,
        "last_patrol": None,
        "round_total": 0,
        "round_points": [0] * players,
        **fields,
    }
    if given["phase"] == "patrol" and given["declared"] is None:
        given["declared"] = [0] * players
    given["counts"] = counted(pieces, given["counts_round"] == 0)
    state = GAME.blank(players, GAME.check_options(players, options), 1)
    state.told = []
    GAME.read_state(state, given)
    return state


def counted(pieces: Pieces, at_the_start: bool) -> list[int]:
    """A count from which the pieces may have come: at the start all in their nearest zone at home, later where they are."""
    counts = [0] * 8
    for pair in pieces:
        for zone, home in zip(pair, ((1, 2, 5, 6), (3, 4, 7, 8)), strict=True):
            if at_the_start:
                counts[min(home, key=lambda z: abs(z - (zone or z))) - 1] += 1
            elif zone is not None:
                counts[zone - 1] += 1
    return counts


def place(state: State, *zones: tuple[int, int]) -> None:
    """Everybody places."""
    for player, (a, b) in enumerate(zones):
        do(state, player, {"type": "place", "A": a, "B": b})


def do(state: State, player: int, action: dict[str, Any]) -> None:
    """One decision."""
    GAME.apply(state, player, GAME.check_action(state, player, action))


def stay(state: State, *moves: tuple[int, int]) -> None:
    """Everybody who owes a move moves (nobody: all stay)."""
    for player in GAME.actors(state):
        a, b = moves[player] if moves else (0, 0)
        do(state, player, {"type": "move", "A": a, "B": b})


def see(state: State) -> dict[str, Any]:
    """The whole truth."""
    return GAME.state_json(state)


def started(players: int = 3, **options: Any) -> State:
    """Placed and elected: round 1, player 0 leads."""
    state = GAME.start(players, options, 1)
    place(state, *[(1, 3)] * players)
    for player in range(players):
        do(state, player, {"type": "vote", "for": 0})
    return state


def test_in1_the_line_has_two_ends() -> None:
    """8 and 1 are not neighbours; A's country is 1, 2, 5, 6, B's 3, 4, 7, 8."""
    state = position([(1, 8), (8, 1), (5, 4)], points=[0, 2, 0], round_total=2, round_points=[0, 2, 0])
    moves = GAME.legal_json(state, 0)
    assert {m["A"] for m in moves} == {0, 1} and {m["B"] for m in moves} == {-1, 0}
    homes = {(a["A"], a["B"]) for a in GAME.legal_json(GAME.start(3), 0)}
    assert homes == {(a, b) for a in (1, 2, 5, 6) for b in (3, 4, 7, 8)}


def test_in2_placing_is_secret_and_then_counted() -> None:
    """Nothing is announced before the last one has placed."""
    state = GAME.start(3)
    do(state, 0, {"type": "place", "A": 1, "B": 3})
    do(state, 2, {"type": "place", "A": 6, "B": 3})
    assert GAME.actors(state) == [1]
    assert GAME.view(state, 1)["counts"] is None and GAME.view(state)["phase"] == "place"
    do(state, 1, {"type": "place", "A": 1, "B": 8})
    assert see(state)["counts"] == [2, 0, 2, 0, 0, 1, 0, 1] and see(state)["counts_round"] == 0
    with pytest.raises(InvalidAction, match="A must be"):
        GAME.check_action(GAME.start(3), 0, {"type": "place", "A": 3, "B": 3})


@pytest.mark.parametrize(("limit", "ballots"), [(1, 1), (2, 2), (20, 20)])
def test_in3_ties_are_voted_again_until_the_limit(limit: int, ballots: int) -> None:
    """So many tied ballots in a row, then a lot among the tied."""
    state = GAME.start(4, {"vote_limit": limit}, 3)
    place(state, *[(1, 3)] * 4)
    for _ in range(ballots):
        assert see(state)["phase"] == "vote"
        for player, chosen in enumerate((1, 3, 3, 1)):
            do(state, player, {"type": "vote", "for": chosen})
    assert see(state)["phase"] == "move" and see(state)["leader"] in (1, 3)


def test_in3_only_the_tied_stand_again() -> None:
    """Whoever was not tied can no longer be voted for."""
    state = GAME.start(4)
    place(state, *[(1, 3)] * 4)
    for player, chosen in enumerate((1, 3, 3, 1)):
        do(state, player, {"type": "vote", "for": chosen})
    assert see(state)["candidates"] == [1, 3] and see(state)["ballot"] == 2
    with pytest.raises(IllegalAction, match="IN-3"):
        do(state, 0, {"type": "vote", "for": 0})


def test_in4_a_player_without_pieces_decides_nothing() -> None:
    """And an arrested piece moves by 0."""
    state = position([(None, None), (None, 4), (6, 8)])
    assert GAME.actors(state) == [1, 2]
    assert {m["A"] for m in GAME.legal_json(state, 1)} == {0}
    with pytest.raises(IllegalAction, match="IN-4"):
        do(state, 1, {"type": "move", "A": 1, "B": 0})


def test_in5_the_true_number_is_announced() -> None:
    """How many pieces each has moved."""
    state = position([(1, 3), (2, 4), (6, 8)])
    stay(state, (1, 0), (1, 1), (0, 0))
    assert see(state)["declared"] == [1, 2, 0]
    with pytest.raises(IllegalAction, match="IN-5"):
        GAME.check_action(position(HOME), 0, {"type": "move", "A": 0, "B": 0, "declare": 0})


def test_in5_a_bluff_states_any_number_up_to_the_pieces() -> None:
    """From 0 to the number of pieces in the game."""
    state = position([(1, 3), (None, 4), (6, 8)], options={"declaration": "bluff"})
    assert {a["declare"] for a in GAME.legal_json(state, 0)} == {0, 1, 2}
    assert {a["declare"] for a in GAME.legal_json(state, 1)} == {0, 1}
    for player, number in enumerate((2, 1, 0)):
        do(state, player, {"type": "move", "A": 0, "B": 0, "declare": number})
    assert see(state)["declared"] == [2, 1, 0]


def test_in6_the_leader_patrols_a_zone_or_none() -> None:
    """With `mandatory` a zone must be named; nobody else patrols."""
    state = position(HOME, phase="patrol")
    assert GAME.actors(state) == [0] and len(GAME.legal(state, 0)) == 9
    must = position(HOME, phase="patrol", options={"patrol": "mandatory"})
    assert len(GAME.legal(must, 0)) == 8
    with pytest.raises(IllegalAction, match="IN-6"):
        do(must, 0, {"type": "patrol", "zone": None})


def test_in7_a_patrol_shows_all_and_arrests_the_foreign() -> None:
    """The leader's own too; pieces at home are shown and stay."""
    state = position([(3, 3), (4, 6), (3, 8)], phase="patrol")
    do(state, 0, {"type": "patrol", "zone": 3})
    after = see(state)
    assert after["last_patrol"] == {"zone": 3, "shown": [[0, "A"], [0, "B"], [2, "A"]]}
    assert after["arrested"] == [[0, "A"], [2, "A"]]
    assert after["pieces"][0] == {"A": None, "B": 3}


def test_in7_an_empty_zone_shows_nobody() -> None:
    """It was patrolled all the same."""
    state = position(HOME, phase="patrol")
    do(state, 0, {"type": "patrol", "zone": 5})
    assert see(state)["last_patrol"] == {"zone": 5, "shown": []}


def test_in8_pieces_abroad_score_after_the_arrests() -> None:
    """One point each, whether or not there was a patrol."""
    state = position([(3, 3), (4, 6), (3, 8)], phase="patrol")
    do(state, 0, {"type": "patrol", "zone": None})
    assert see(state)["points"] == [1, 2, 1]
    caught = position([(3, 3), (4, 6), (3, 8)], phase="patrol")
    do(caught, 0, {"type": "patrol", "zone": 3})
    assert see(caught)["points"] == [0, 2, 0]


def test_in8_arrest_points_go_to_the_leader_for_others_only() -> None:
    """Not for its own arrested piece."""
    state = position([(3, 3), (4, 6), (3, 8)], phase="patrol", options={"arrest_points": 2})
    do(state, 0, {"type": "patrol", "zone": 3})
    assert see(state)["points"] == [2, 2, 0] and see(state)["round_total"] == 4


def test_in9_the_total_is_announced_and_the_points_are_not() -> None:
    """`score_reveal=individual` announces each."""
    for reveal, others in (("total", None), ("individual", 2)):
        state = position([(3, 3), (4, 6), (3, 8)], phase="patrol", options={"score_reveal": reveal})
        do(state, 0, {"type": "patrol", "zone": None})
        view = GAME.view(state, 0)
        assert view["round_total"] == 4
        assert view["points"][0] == 1 and view["points"][1] == others


@pytest.mark.parametrize("number", [4, 5, 9, 10, 15])
def test_in10_counts_after_every_fifth_round(number: int) -> None:
    """Only then."""
    state = position(HOME, phase="patrol", round=number, options={"rounds": 20}, counts_round=(number - 1) // 5 * 5)
    do(state, 0, {"type": "patrol", "zone": None})
    assert see(state)["counts_round"] == (number if number % 5 == 0 else (number - 1) // 5 * 5)


def test_in11_the_next_number_leads() -> None:
    """After the last the first; having no pieces does not matter."""
    state = position([(None, None), (2, 4), (6, 8)], phase="patrol", leader=2)
    do(state, 2, {"type": "patrol", "zone": None})
    assert see(state)["leader"] == 0


@pytest.mark.parametrize("rounds", [1, 3])
def test_in12_the_match_ends_after_its_rounds(rounds: int) -> None:
    """Or as soon as no piece is left."""
    state = started(rounds=rounds)
    for number in range(rounds):
        stay(state)
        do(state, number % 3, {"type": "patrol", "zone": None})
    assert GAME.is_over(state) and see(state)["round"] == rounds
    last = position([(3, None), (None, None), (None, None)], phase="patrol")
    do(last, 0, {"type": "patrol", "zone": 3})
    assert GAME.is_over(last) and see(last)["round"] == 4 and see(last)["counts_round"] == 0


@pytest.mark.parametrize(("bonus", "expected"), [("per_piece", [6, 6, 3]), ("of_sum", [7, 6, 3])])
def test_in13_a_third_of_the_points_for_each_piece_left(bonus: str, expected: list[int]) -> None:
    """Rounded down for each piece, or once for both."""
    state = position(
        [(1, 3), (2, 4), (None, 8)],
        phase="patrol",
        round=15,
        points=[11, 9, 9],
        counts_round=10,
        options={"bonus": bonus},
    )
    do(state, 0, {"type": "patrol", "zone": None})
    outcome = GAME.outcome(state)
    assert outcome["bonus"] == expected
    assert outcome["final"] == [p + b for p, b in zip(outcome["points"], expected, strict=True)]


def test_in14_all_who_share_the_highest_win() -> None:
    """All who share the lowest are candidates; if all are equal everybody won."""
    state = position([(1, 3), (2, 4), (6, 8)], phase="patrol", round=15, points=[6, 6, 3], counts_round=10)
    do(state, 0, {"type": "patrol", "zone": None})
    outcome = GAME.outcome(state)
    assert outcome["winners"] == [0, 1] and outcome["candidates"] == [2] and outcome["ranks"] == [1, 1, 3]
    equal = position([(1, 3), (2, 4), (6, 8)], phase="patrol", round=15, points=[6, 6, 6], counts_round=10)
    do(equal, 0, {"type": "patrol", "zone": None})
    assert GAME.outcome(equal)["winners"] == [0, 1, 2] and GAME.outcome(equal)["candidates"] == []


def test_hidden_a_view_shows_its_own_pieces_and_points_only() -> None:
    """Until the match is over: then everything is shown."""
    state = position([(3, 3), (4, 6), (3, 8)], phase="patrol", points=[5, 4, 3])
    mine, watching = GAME.view(state, 1), GAME.view(state)
    assert mine["pieces"][1] == {"A": 4, "B": 6} and mine["points"] == [None, 4, None]
    assert mine["pieces"][0] != {"A": 3, "B": 3}
    assert watching["points"] == [None, None, None]
    over = position([(1, 3), (2, 4), (6, 8)], phase="patrol", round=15, points=[6, 6, 3], counts_round=10)
    do(over, 0, {"type": "patrol", "zone": None})
    assert GAME.view(over)["points"] == see(over)["points"] and GAME.view(over)["pieces"] == see(over)["pieces"]


def test_players_and_options_have_limits() -> None:
    """3 to 8 players; every option says what it takes."""
    for wrong in (2, 9):
        with pytest.raises(InvalidPlayers, match="3 to 8"):
            GAME.check_players(wrong)
    for option, value in (
        ("rounds", 0),
        ("vote_limit", -1),
        ("arrest_points", -1),
        ("patrol", "never"),
        ("bonus", None),
    ):
        with pytest.raises(InvalidOption, match=option):
            GAME.check_options(5, {option: value})


def test_the_clock_stays_and_does_not_patrol() -> None:
    """Both stay (a bluff declares 0), no patrol (mandatory: a lot), a lot for placing and votes."""
    lots: list[int] = []

    def lot(n: int) -> int:
        lots.append(n)
        return n - 1

    decode = GAME.actions.decode
    assert decode(GAME.timeout_action(position(HOME), 0, lot)) == {"type": "move", "A": 0, "B": 0}
    bluff = position(HOME, options={"declaration": "bluff"})
    assert decode(GAME.timeout_action(bluff, 0, lot)) == {"type": "move", "A": 0, "B": 0, "declare": 0}
    assert decode(GAME.timeout_action(position(HOME, phase="patrol"), 0, lot)) == {"type": "patrol", "zone": None}
    assert lots == []
    must = position(HOME, phase="patrol", options={"patrol": "mandatory"})
    assert decode(GAME.timeout_action(must, 0, lot)) == {"type": "patrol", "zone": 8}
    assert GAME.timeout_action(GAME.start(3), 0, lot) == GAME.legal(GAME.start(3), 0)[-1]
    assert lots == [8, 16]
