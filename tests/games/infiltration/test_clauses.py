"""The rules, clause by clause."""

from __future__ import annotations

from typing import Any

import pytest

from mainmatch.core.match import Match
from tests.games.infiltration.positions import GAME, action, counted, decide, drawn, may, read, shown, told, why_not

HOME = "13 14 57 68"
"""Four players, everybody at home."""


# ---------------------------------------------------------------- zones and placement
def test_in1_zones_lie_in_a_line_with_two_ends() -> None:
    """Neighbours differ by 1; 8 and 1 are not neighbours."""
    state = read(drawn("18 24 57", number=1))
    assert {(a["A"], a["B"]) for a in may(state, 0)} == {(0, -1), (0, 0), (1, -1), (1, 0)}
    assert why_not(state, 0, "move - 0") == "IN-4"
    assert why_not(state, 0, "move 0 +") == "IN-4"


@pytest.mark.parametrize("zone", range(1, 9))
def test_in1_each_zone_belongs_to_one_country(zone: int) -> None:
    """A piece of the other country scores there, one of its own does not."""
    state = read(drawn(f"{zone}{zone} 13 13", "patrol", 10, counts="00122100"))
    decide(state, "patrol none")
    assert state.points[0] == 1
    assert GAME.rules.at_home(0, zone) == (zone in (1, 2, 5, 6)) == (not GAME.rules.at_home(1, zone))


def test_in2_each_places_a_piece_at_home_in_each_country() -> None:
    """Sixteen ways; nothing else is possible."""
    state = GAME.start(3)
    assert {(a["A"], a["B"]) for a in may(state, 1)} == {(a, b) for a in (1, 2, 5, 6) for b in (3, 4, 7, 8)}
    assert why_not(state, 1, "vote 1") == why_not(state, 1, "patrol 3") == why_not(state, 1, "move 0 0") == "IN-2"


def test_in2_the_count_is_announced_when_the_last_has_placed() -> None:
    """Placements are secret, their count is public."""
    state = decide(GAME.start(3), "place 1 3", "place 1 8", "place 6 3")
    for viewer in (-1, 0, 1, 2):
        view = GAME.view(state, viewer)
        assert view["counts"] == [2, 0, 2, 0, 0, 1, 0, 1] and view["counts_round"] == 0
        assert [p is not None for p in view["pieces"]] == [p == viewer for p in range(3)]
    assert told(state) == ["opening_count"]
    assert told(state, 1) == ["placed", "opening_count"]


# ---------------------------------------------------------------- the first leader
def test_in3_most_votes_lead_the_first_round() -> None:
    """Voting for oneself is allowed; the tally is public."""
    state = decide(read(drawn(HOME, "vote")), "vote 3", "vote 3", "vote 0", "vote 3")
    assert (state.leader, state.round) == (3, 1)
    assert GAME.view(state)["tally"] == [1, 0, 0, 3]


def test_in3_a_tie_is_voted_again_among_the_tied() -> None:
    """By the same voters."""
    state = decide(read(drawn(HOME, "vote")), "vote 1", "vote 3", "vote 3", "vote 1")
    after = shown(state)
    assert (after["phase"], after["ballot"], after["candidates"]) == ("vote", 2, [1, 3])
    assert GAME.actors(state) == [0, 1, 2, 3]
    assert why_not(state, 0, "vote 2") == why_not(state, 0, "vote 7") == "IN-3"
    assert told(state) == ["tied"]


@pytest.mark.parametrize(("limit", "ties"), [(1, 1), (3, 3), (20, 20)])
def test_in3_at_the_limit_a_lot_decides(limit: int, ties: int) -> None:
    """That many tied ballots in a row; each of the tied may be drawn."""
    leaders = set()
    for seed in range(12):
        state = read(drawn(HOME, "vote"), seed, vote_limit=limit)
        decide(state, *["vote 1", "vote 3", "vote 3", "vote 1"] * ties)
        assert shown(state)["phase"] == "move"
        leaders.add(state.leader)
    assert leaders == {1, 3}


def test_in3_without_a_limit_the_vote_goes_on() -> None:
    """However often it is tied."""
    state = decide(read(drawn(HOME, "vote"), vote_limit=0), *["vote 0", "vote 1", "vote 2", "vote 3"] * 50)
    assert (shown(state)["phase"], state.ballot) == ("vote", 51)


# ---------------------------------------------------------------- a round
def test_in4_all_move_at_once() -> None:
    """Nothing moves before the last has decided."""
    state = read(drawn("13 24 57"))
    decide_one(state, 2, "move + -")
    decide_one(state, 0, "move 0 0")
    assert shown(state)["pieces"] == drawn("13 24 57")["pieces"]
    assert GAME.actors(state) == [1]
    decide_one(state, 1, "move + +")
    assert shown(state)["pieces"] == drawn("13 35 66")["pieces"]


def test_in4_an_arrested_piece_moves_by_nothing() -> None:
    """Its player decides on the other one alone."""
    state = read(drawn("x1 58 27", number=3, counts="11101011"))
    assert [(a["A"], a["B"]) for a in may(state, 0)] == [(0, 0), (0, 1)]
    assert why_not(state, 0, "move + 0") == "IN-4"
    assert why_not(state, 0, "patrol 2") == why_not(state, 0, "place 1 3") == "IN-4"


def test_in4_without_pieces_there_is_nothing_to_decide() -> None:
    """The others do not wait."""
    state = read(drawn("xx 58 27", number=3, counts="11101011"))
    assert GAME.actors(state) == [1, 2]
    decide(state, "move 0 0", "move 0 0")
    assert shown(state)["phase"] == "patrol"
    assert "declared" in told(state) and told(state).count("declared") == 2


def test_in5_the_true_number_of_moves_is_announced() -> None:
    """Which piece moved stays secret; nobody may state a number."""
    state = read(drawn("13 24 57"))
    assert why_not(state, 0, "move 0 0 declare 0") == "IN-5"
    decide(state, "move 0 +", "move 0 0", "move + -")
    assert shown(state)["declared"] == [1, 0, 2]
    assert told(state) == ["declared"] * 3


def test_in5_a_bluff_states_any_number_of_its_pieces() -> None:
    """From 0 to the pieces left, whatever was moved."""
    state = read(drawn("x1 58 27", number=3, counts="11101011"), declaration="bluff")
    assert {a["declare"] for a in may(state, 0)} == {0, 1}
    assert {a["declare"] for a in may(state, 1)} == {0, 1, 2}
    assert why_not(state, 0, "move 0 0 declare 2") == "IN-5"
    assert why_not(state, 0, "move 0 0") == "IN-5"
    decide(state, "move 0 0 declare 1", "move + - declare 0", "move 0 0 declare 2")
    assert shown(state)["declared"] == [1, 0, 2]


def test_in6_the_leader_alone_patrols_one_zone_or_none() -> None:
    """All eight zones, and none."""
    state = read(drawn("13 24 57", "patrol", leader=2))
    assert GAME.actors(state) == [2]
    assert [a["zone"] for a in may(state, 2)] == [1, 2, 3, 4, 5, 6, 7, 8, None]
    assert why_not(state, 2, "move 0 0") == "IN-6"
    decide(state, "patrol none")
    assert shown(state)["last_patrol"] is None
    assert "no_patrol" in told(state)


def test_in6_a_mandatory_patrol_names_a_zone() -> None:
    """Option `patrol`."""
    state = read(drawn("13 24 57", "patrol"), patrol="mandatory")
    assert [a["zone"] for a in may(state, 0)] == [1, 2, 3, 4, 5, 6, 7, 8]
    assert why_not(state, 0, "patrol none") == "IN-6"


def test_in7_all_in_the_zone_are_shown_and_foreigners_arrested() -> None:
    """The leader's piece as well; whoever is at home there stays."""
    state = read(drawn("33 46 38", "patrol", 2, counts="02101011"))
    decide(state, "patrol 3")
    after = shown(state)
    assert after["last_patrol"] == {"zone": 3, "shown": [[0, "A"], [0, "B"], [2, "A"]]}
    assert after["arrested"] == [[0, "A"], [2, "A"]]
    assert after["pieces"] == drawn("x3 46 x8")["pieces"]
    assert told(state)[:6] == ["patrolled", "shown", "arrested", "shown", "shown", "arrested"]


def test_in7_an_empty_zone_shows_nobody() -> None:
    """Which is public as well."""
    state = decide(read(drawn("33 46 38", "patrol", 2, counts="02101011")), "patrol 5")
    assert shown(state)["last_patrol"] == {"zone": 5, "shown": []}
    assert told(state)[:2] == ["patrolled", "nobody_there"]


def test_in8_each_free_piece_abroad_scores_one() -> None:
    """After the arrests, with or without a patrol."""
    position = drawn("33 46 38", "patrol", 2, counts="02101011")
    assert decide(read(position), "patrol none").points[:3] == [1, 2, 1]
    assert decide(read(position), "patrol 3").points[:3] == [0, 2, 0]


def test_in8_an_arrest_of_anothers_piece_pays_the_leader() -> None:
    """Option `arrest_points`; the own piece pays nothing."""
    state = read(drawn("33 46 38", "patrol", 2, counts="02101011"), arrest_points=5)
    decide(state, "patrol 3")
    assert shown(state)["round_points"] == [5, 2, 0]
    assert shown(state)["round_total"] == 7


def test_in9_the_total_is_announced_and_the_rest_is_ones_own() -> None:
    """A player knows its own points."""
    state = decide(read(drawn("33 46 38", "patrol", 2, counts="02101011")), "patrol none")
    assert GAME.view(state)["round_total"] == 4
    assert GAME.view(state)["points"] == GAME.view(state)["round_points"] == [None, None, None]
    assert GAME.view(state, 1)["points"] == [None, 2, None]
    assert told(state) == ["no_patrol", "round_total", "round"]
    assert told(state, 1) == ["no_patrol", "scored", "round_total", "round"]


def test_in9_individual_points_are_public() -> None:
    """Option `score_reveal`."""
    state = read(drawn("33 46 38", "patrol", 2, counts="02101011"), score_reveal="individual")
    decide(state, "patrol none")
    assert GAME.view(state)["points"] == [1, 2, 1]
    assert GAME.view(state)["ledger"][-1]["points"] == [1, 2, 1]
    assert told(state).count("round_points") == 3


@pytest.mark.parametrize(("number", "taken"), [(4, False), (5, True), (6, False), (10, True), (15, True)])
def test_in10_counts_are_announced_after_every_fifth_round(number: int, taken: bool) -> None:
    """After the arrests; only then."""
    state = read(drawn("33 46 38", "patrol", number, counts="02101011"), rounds=20)
    decide(state, "patrol 3")
    now = counted(drawn("x3 46 x8")["pieces"])
    assert (shown(state)["counts"] == now, shown(state)["counts_round"] == number) == (taken, taken)
    assert ("counted" in told(state)) == taken


def test_in10_a_match_that_ends_early_brings_no_count() -> None:
    """The old one stands."""
    state = decide(read(drawn("x3 xx 3x", "patrol", 4, counts="11110110")), "patrol 3")
    assert shown(state)["phase"] == "move"
    state = decide(read(drawn("xx xx 3x", "patrol", 4, counts="11110110")), "patrol 3")
    assert shown(state)["phase"] == "over"
    assert (shown(state)["counts"], shown(state)["counts_round"]) == ([1, 1, 1, 1, 0, 1, 1, 0], 0)


def test_in11_the_next_number_leads_next() -> None:
    """After the last the first, pieces or not."""
    state = decide(read(drawn("xx 46 38", "patrol", 3, counts="02101011", leader=2)), "patrol none")
    assert state.leader == 0
    decide(state, "move 0 0", "move 0 0")
    assert GAME.actors(state) == [0]
    decide(state, "patrol 1")
    assert state.leader == 1


# ---------------------------------------------------------------- the end
def test_in12_the_match_ends_after_its_rounds() -> None:
    """Option `rounds`; the leader stays who it was."""
    state = read(drawn("13 24 57", "patrol", 7, leader=2), rounds=7)
    decide(state, "patrol none")
    assert GAME.is_over(state) and (state.round, state.leader) == (7, 2)
    assert GAME.actors(state) == [] and may(state, 2) == []


def test_in12_without_pieces_it_ends_at_once() -> None:
    """As soon as the last piece is arrested."""
    state = decide(read(drawn("xx xx 3x", "patrol", 4, counts="11110110")), "patrol 3")
    assert GAME.is_over(state) and "all_arrested" in told(state)
    assert shown(state)["pieces"] == drawn("xx xx xx")["pieces"]


@pytest.mark.parametrize(("bonus", "expected"), [("per_piece", [6, 6, 3, 0]), ("of_sum", [7, 6, 3, 0])])
def test_in13_a_third_for_each_piece_left(bonus: str, expected: list[int]) -> None:
    """Rounded down for each piece, or once."""
    position = drawn("13 13 x3 xx", "patrol", 15, points=[11, 10, 11, 9], counts="20300000", counts_round=10)
    state = decide(read(position, bonus=bonus), "patrol none")
    outcome = GAME.outcome(state)
    assert outcome["bonus"] == expected
    assert outcome["final"] == [GAME.score(state, p) for p in range(4)]


def ended(points: list[int]) -> dict[str, Any]:
    """The outcome for players at home with these points."""
    position = drawn("13 13 13 13", "patrol", 15, points=points, counts_round=10)
    return GAME.outcome(decide(read(position), "patrol none"))


def test_in14_highest_wins_and_lowest_is_a_candidate() -> None:
    """All who share them."""
    outcome = ended([2, 5, 2, 5])
    assert (outcome["winners"], outcome["candidates"], outcome["ranks"]) == ([1, 3], [0, 2], [3, 1, 3, 1])
    outcome = ended([4, 7, 1, 5])
    assert (outcome["winners"], outcome["candidates"], outcome["ranks"]) == ([1], [2], [3, 1, 4, 2])


def test_in14_when_all_are_equal_everybody_won() -> None:
    """And nobody is a candidate."""
    outcome = ended([4, 4, 4, 4])
    assert (outcome["winners"], outcome["candidates"], outcome["ranks"]) == ([0, 1, 2, 3], [], [1, 1, 1, 1])


# ---------------------------------------------------------------- what people see
def test_everything_is_shown_at_the_end() -> None:
    """Pieces, points and paths of all."""
    state = decide(read(drawn("13 24 57", "patrol", 7), rounds=7), "patrol none")
    assert GAME.view(state) == GAME.view(state, 1)
    assert GAME.view(state)["pieces"] == shown(state)["pieces"]


def test_the_ledger_holds_what_was_announced() -> None:
    """Declarations, leader, patrol and finds, total, round by round; what is not known yet is null."""
    state = decide(GAME.start(3, {"arrest_points": 3}, 5), "place 2 3", "place 5 7", "place 6 8", *["vote 1"] * 3)
    decide(state, "move + -", "move - 0", "move + 0", "patrol 3", *["move 0 0"] * 3)
    first, second = GAME.view(state)["ledger"]
    assert first == {
        "round": 1, "leader": 1, "declared": [2, 1, 1], "zone": 3, "shown": [[0, "A"]], "arrested": [[0, "A"]],
        "total": 6, "points": None,
    }  # fmt: skip
    assert second == {
        "round": 2, "leader": 2, "declared": [0, 0, 0], "zone": None, "shown": [], "arrested": [], "total": None,
        "points": None,
    }  # fmt: skip
    assert GAME.view(state)["censuses"] == [{"round": 0, "counts": [0, 1, 1, 0, 1, 1, 1, 1]}]
    assert GAME.view(state, 0)["paths"] == [
        [{"round": 0, "A": 2, "B": 3}, {"round": 1, "A": 3, "B": 2}, {"round": 2, "A": None, "B": 2}],
        None,
        None,
    ]


def test_a_long_match_keeps_the_last_rounds() -> None:
    """The ledger drops its first rounds; everything else goes on."""
    match = Match(GAME, 3, {"rounds": 30}, 4)
    while not match.is_over:
        seat = match.actors[0]
        match.play(seat, next(a for a in match.legal(seat) if a["type"] != "move" or (a["A"], a["B"]) == (0, 0)))
    ledger = match.view()["ledger"]
    assert [line["round"] for line in ledger] == list(range(11, 31))
    assert [c["round"] for c in match.view()["censuses"]] == [10, 15, 20, 25, 30]


def test_the_clock_stays_and_does_not_patrol() -> None:
    """A lot for placements and votes, and for a mandatory patrol."""
    asked: list[int] = []

    def lot(n: int) -> int:
        asked.append(n)
        return n - 1

    def default(position: dict[str, Any], seat: int = 0, **options: Any) -> dict[str, Any]:
        return GAME.actions.decode(GAME.timeout_action(read(position, **options), seat, lot))

    assert default(drawn("13 24 57")) == action("move 0 0")
    assert default(drawn("13 24 57"), declaration="bluff") == action("move 0 0 declare 0")
    assert default(drawn("13 24 57", "patrol")) == action("patrol none")
    assert asked == []
    assert default(drawn("13 24 57", "patrol"), patrol="mandatory") == action("patrol 8")
    assert default(drawn(HOME, "vote")) == action("vote 3")
    assert GAME.actions.decode(GAME.timeout_action(GAME.start(3), 0, lot)) == action("place 6 8")
    assert asked == [8, 4, 16]


def test_headlines_name_the_phase() -> None:
    """The round, the leader, the ballot."""
    words = GAME.sentences("en", ["Hayun", "Doha", "Seojun", "Minji"])
    assert words.headline(GAME.view(GAME.start(3))) == "Everybody places two agents"
    assert words.headline(GAME.view(read(drawn(HOME, "vote")))) == "Vote for the first leader"
    again = read(drawn(HOME, "vote", ballot=2, candidates=[1, 3]))
    assert words.headline(GAME.view(again)) == "First leader, among the tied · ballot 2"
    assert words.headline(GAME.view(read(drawn("13 24 57")))) == "Round 1 · everybody moves"
    assert words.headline(GAME.view(read(drawn("13 24 57", "patrol")))) == "Round 1 · Hayun to patrol"


def decide_one(state: Any, seat: int, text: str) -> None:
    """One player's decision."""
    GAME.apply(state, seat, GAME.check_action(state, seat, action(text)))
