"""The rulebook, clause by clause."""

from __future__ import annotations

from collections import Counter
from decimal import Decimal, getcontext
from itertools import permutations, product
from typing import Any

import pytest

from mainmatch.games.loyalists.pi import decimals
from tests.games.loyalists.positions import (
    BOARD,
    ELECT,
    FULL,
    FULL_BOARD,
    GAME,
    LAST_ELECT,
    LAST_JAIL,
    NOMINATE,
    R,
    decide,
    elect,
    events,
    numbers,
    read,
    shown,
    vote,
    why_not,
)


# ---------------------------------------------------------------- roles and order
def test_lt1_three_of_nine_are_traitors_any_three() -> None:
    """Six loyalists and three traitors; every three come up."""
    found = {tuple(shown(GAME.start(chance=seed))["traitors"]) for seed in range(1500)}
    assert len(found) == 84
    assert {len(t) for t in found} == {3}


def test_lt1_each_knows_its_own_role_and_traitors_know_one_another() -> None:
    """A loyalist sees no other role, a spectator none."""
    state = read(BOARD)
    assert (GAME.view(state, 0)["role"], GAME.view(state, 0)["traitors"]) == ("loyalist", None)
    assert (GAME.view(state, 6)["role"], GAME.view(state, 6)["traitors"]) == ("traitor", [6, 7, 8])
    assert (GAME.view(state)["role"], GAME.view(state)["traitors"]) == (None, None)


def test_lt1_roles_are_told_in_private() -> None:
    """At the start a player is told about its own role alone."""
    state = GAME.start(chance=5)
    traitors = shown(state)["traitors"]
    for viewer in range(-1, 9):
        roles = [e for e in events(state, viewer) if e["type"].startswith("role")]
        if viewer < 0:
            assert roles == []
        elif viewer in traitors:
            assert roles == [{"type": "role_traitor", "clause": "LT-1", "player": viewer, "traitors": traitors}]
        else:
            assert roles == [{"type": "role_loyalist", "clause": "LT-1", "player": viewer}]


def test_lt2_the_order_is_drawn_once_and_leaves_out_who_is_in_jail() -> None:
    """Any order may come; it is public and stays; the jailed are passed over."""
    assert {GAME.start(chance=seed).order[0] for seed in range(200)} == set(range(9))
    order = [4, 2, 8, 0, 1, 3, 5, 6, 7]
    state = read(BOARD | {"order": order, "turn": 2, "jailed": [1, 4]})
    turns: list[int] = []
    while state.phase == R.BOARD:
        turns += GAME.actors(state)
        GAME.apply(state, turns[-1], GAME.legal(state, turns[-1])[0])
    assert turns == [2, 8, 0, 3, 5, 6, 7]
    assert [e["player"] for e in events(state) if e["type"] == "in_dealer_room"] == turns[1:]
    assert GAME.view(state)["order"] == order


# ---------------------------------------------------------------- placing numbers
def test_lt3_columns_are_filled_from_the_bottom() -> None:
    """Fifteen cells each; a number goes to the lowest empty one."""
    state = decide(read(BOARD), 0, "fill", column="B", number=12)
    assert shown(state)["columns"] == {"A": [5], "B": [7, 12]}
    assert (R.COLUMNS, R.CELLS) == (2, 15)
    assert GAME.view(state)["filled_by"] == {"A": [None], "B": [None, 0]}


def arrangements(offer: tuple[int, ...]) -> list[int]:
    """All numbers of the offered digits, by brute force."""
    found = {p for n in range(1, 5) for p in permutations(offer, n) if n == 1 or p[0] > 0}
    return sorted({int("".join(map(str, p))) for p in found})


def test_lt4_every_number_of_the_offered_digits_and_no_other() -> None:
    """Each offered digit at most once, in any order: against brute force for every kind of offer."""
    empty = BOARD | {"columns": {"A": [], "B": []}}
    for offer in product((0, 1, 2, 5), repeat=4):
        if not any(offer):
            continue
        state = read(empty | {"offer": list(offer)}, first_cell="any")
        assert numbers(state, "A") == numbers(state, "B") == arrangements(offer)
        for number in range(0, 5600, 41):
            assert (why_not(state, "fill", column="A", number=number) is None) == (number in arrangements(offer))


def test_lt4_each_not_in_jail_has_one_turn_a_round() -> None:
    """Nine turns in round 1, seven in later rounds, then an election."""
    state = GAME.start(chance=3, options={"limit": 5000})
    while state.phase == R.BOARD:
        seat = GAME.actors(state)[0]
        GAME.apply(state, seat, GAME.legal(state, seat)[0])
    assert (state.phase, state.turns) == (R.ELECT, 9)


def test_lt4_digits_that_were_not_offered_are_refused() -> None:
    """44 needs two fours."""
    state = read(BOARD)
    assert why_not(state, "fill", column="A", number=44) == "LT-4"
    assert why_not(state, "vote", for_=1) == "LT-4"
    assert why_not(state, "fill", column="A", number=43) is None


def test_lt5_no_leading_zero_but_zero_alone() -> None:
    """Of 0 3 0 0 come 0, 3, 30, 300 and 3000, not 03."""
    state = read(BOARD | {"columns": {"A": [], "B": [2]}, "offer": [0, 3, 0, 0]}, first_cell="any")
    assert numbers(state, "A") == [0, 3, 30, 300, 3000]
    assert numbers(state, "B") == [3, 30]


def test_lt6_greater_than_the_cell_below() -> None:
    """Equal is not greater; the other column does not matter."""
    state = read(BOARD | {"columns": {"A": [3], "B": [24]}})
    assert numbers(state, "A")[0] == 4
    assert why_not(state, "fill", column="A", number=3) == "LT-6"
    assert why_not(state, "fill", column="B", number=24) == "LT-6"
    assert why_not(state, "fill", column="A", number=24) is None


def test_lt7_at_most_one_digit_more_than_the_cell_below() -> None:
    """Above 5 two digits, above 24 three."""
    state = read(BOARD | {"columns": {"A": [5], "B": [24]}})
    assert max(numbers(state, "A")) == 43
    assert max(numbers(state, "B")) == 432
    assert why_not(state, "fill", column="A", number=123) == "LT-7"


def test_lt7_the_first_cell_takes_one_digit_or_any_by_option() -> None:
    """Option first_cell."""
    empty = BOARD | {"columns": {"A": [], "B": [7]}}
    assert numbers(read(empty), "A") == [1, 2, 3, 4]
    assert why_not(read(empty), "fill", column="A", number=12) == "LT-7"
    assert len(numbers(read(empty, first_cell="any"), "A")) == 64


def test_lt8_a_full_column_cannot_be_chosen() -> None:
    """Its fifteen cells are filled."""
    state = read(BOARD | {"round": 4, "turns": 23, "columns": {"A": FULL, "B": [7]}})
    assert numbers(state, "A") == []
    assert why_not(state, "fill", column="A", number=43) == "LT-8"


def test_lt8_to_skip_is_possible_only_when_nothing_fits() -> None:
    """1000 on top of both and 0 0 0 1: no number is greater. The offer is used up, no cell filled."""
    stuck = BOARD | {"columns": {"A": [1, 10, 100, 1000], "B": [2, 20, 200, 1000]}, "offer": [0, 0, 0, 1]}
    state = read(stuck)
    assert GAME.legal_json(state, 0) == [{"type": "skip"}]
    decide(state, 0, "skip")
    assert shown(state)["columns"] == stuck["columns"]
    assert (state.turns, shown(state)["offer_before"]) == (10, [0, 0, 0, 1])
    assert events(state)[0] == {"type": "skipped", "clause": "LT-8", "player": 0}
    higher = stuck | {"columns": {"A": [998, 1000], "B": [999, 1100]}}
    assert shown(decide(read(higher, limit=5000), 0, "skip"))["extra"]["before"] == {"player": 0, "nothing_above": 1000}
    assert why_not(read(stuck | {"offer": [0, 0, 1, 1]}), "skip") == "LT-8"
    assert GAME.refused(read(BOARD), 0) == [({"type": "skip"}, "LT-8")]


@pytest.mark.parametrize("first_cell", ["one_digit", "any"])
def test_lt8_something_fits_exactly_when_a_number_is_legal(first_cell: str) -> None:
    """The short cut of `something_fits` agrees with the list of numbers, for many tops and all offers of 0, 1, 4, 9."""
    for a, b in product((None, 0, 9, 10, 99, 440, 994, 1000, 4500, 5000), repeat=2):
        columns = {name: [top] if top is not None else [] for name, top in (("A", a), ("B", b))}
        for offer in product((0, 1, 4, 9), repeat=4):
            if any(offer):
                position = BOARD | {"columns": columns, "offer": list(offer), "offer_before": [8, 8, 8, 8]}
                state = read(position, first_cell=first_cell, limit=5000)
                assert (GAME.legal(state, 0) == [R.SKIP]) != bool(R.something_fits(state))


def test_lt9_random_never_0000_and_never_the_offer_before() -> None:
    """All other offers are equally likely: one draw, no digits left out."""
    state = read(BOARD)
    state.offer_before = 1234
    found = Counter()
    for _ in range(40_000):
        R.offer_digits(state)
        found[state.offer] += 1
    assert 0 not in found
    assert 1234 not in found
    for place in (1, 10, 100, 1000):
        digits = Counter(offer // place % 10 for offer in found.elements())
        assert min(digits.values()) > 3700
        assert max(digits.values()) < 4300


def test_lt9_the_offer_before_counts_across_an_election() -> None:
    """The first offer of a round differs from the last one of the round before."""
    state = decide(elect(read(ELECT), 0), 0, "jail", players=[1, 2])
    assert shown(state)["offer_before"] == [9, 9, 9, 9]
    state.offer_before = 8888
    R.offer_digits(state)
    assert state.offer != 8888


def test_lt9_pi_gives_four_decimals_a_turn() -> None:
    """1415, 9265, 3589, …"""
    state = GAME.start(options={"dealer": "pi", "limit": 5000}, chance=1)
    offers = []
    while state.phase == R.BOARD:
        offers.append(state.offer)
        seat = GAME.actors(state)[0]
        GAME.apply(state, seat, GAME.legal(state, seat)[0])
    assert offers == [1415, 9265, 3589, 7932, 3846, 2643, 3832, 7950, 2884]


def test_lt9_the_decimals_are_those_of_pi() -> None:
    """Against another formula: the arithmetic-geometric mean of Gauss, Brent and Salamin."""
    getcontext().prec = 4020
    a, b, t, p = Decimal(1), 1 / Decimal(2).sqrt(), Decimal("0.25"), Decimal(1)
    for _ in range(12):
        mean = (a + b) / 2
        b, t, a, p = (a * b).sqrt(), t - p * (a - mean) ** 2, mean, 2 * p
    assert str((a + b) ** 2 / (4 * t))[2:4002] == decimals(4000)


def test_lt9_no_match_runs_out_of_pi() -> None:
    """At a turn a cell is filled, the line is broken, or no four digits exceed the limit (at most 5000): never long in a row."""
    longest = run = 0
    for group in R.PI_GROUP:
        run = run + 1 if int("".join(sorted(f"{group:04d}", reverse=True))) <= 5000 else 0
        longest = max(longest, run)
    assert 30 * (longest + 1) < R.GROUPS


def test_lt10_the_offer_is_its_players_alone_until_the_match_is_over() -> None:
    """Also the one before, with `pi` too; number and column are public."""
    for dealer, offer, before in (("random", [1, 2, 3, 1], [9, 9, 9, 9]), ("pi", [1, 9, 7, 1], [2, 8, 8, 4])):
        state = read(BOARD | {"offer": offer, "offer_before": before}, dealer=dealer)
        decide(state, 0, "fill", column="A", number=11)
        for viewer in range(-1, 9):
            view = GAME.view(state, viewer)
            assert (view["offer"] is not None) == (viewer == 1)
            assert view["offer_before"] == (offer if viewer == 0 else None)
            assert view["columns"]["A"] == [5, 11]
    state = read(BOARD)
    decide(state, 0, "fill", column="A", number=14)
    filled = {"type": "filled", "clause": "LT-10", "player": 0, "column": "A", "number": 14}
    assert events(state, 2) == [filled, {"type": "in_dealer_room", "clause": "LT-4", "player": 1}]
    assert events(state, 1)[1]["digits"] == shown(state)["offer"]


def test_lt10_offers_are_public_when_the_match_is_over() -> None:
    """The last one in the state; those before come from the match's decisions."""
    state = elect(read(LAST_ELECT), 3)
    assert GAME.view(state)["offer_before"] is None
    decide(state, 3, "jail", players=[6, 7])
    assert GAME.is_over(state)
    assert GAME.view(state)["offer_before"] == [9, 9, 9, 9]


def test_lt11_above_the_limit_breaks_the_line_and_exactly_the_limit_does_not() -> None:
    """Default 1000; option limit."""
    position = BOARD | {"columns": {"A": [999], "B": [7]}, "offer": [1, 0, 0, 0]}
    assert not decide(read(position), 0, "fill", column="A", number=1000).broken
    broken = decide(read(position, limit=999), 0, "fill", column="A", number=1000)
    assert (shown(broken)["phase"], shown(broken)["broken"]) == ("last_elect", True)
    assert shown(broken)["turn"] is None


def test_lt11_a_full_board_with_no_broken_line_wins_for_the_loyalists() -> None:
    """The thirtieth cell."""
    state = decide(read(FULL_BOARD), 0, "fill", column="B", number=90)
    assert (shown(state)["phase"], shown(state)["winner"]) == ("nominate", "loyalists")


def test_lt11_a_broken_line_is_examined_before_a_full_board() -> None:
    """The thirtieth number breaks the line: the traitors may still win."""
    state = decide(read(FULL_BOARD, limit=80), 0, "fill", column="B", number=90)
    assert (shown(state)["phase"], shown(state)["winner"]) == ("last_elect", None)


# ---------------------------------------------------------------- king and jail
def test_lt12_after_a_round_those_not_in_jail_elect_a_king_among_themselves() -> None:
    """Voters and candidates are the same seven."""
    state = read(BOARD | {"turn": 8, "turns": 15})
    decide(state, 8, "fill", column="A", number=12)
    assert shown(state)["phase"] == "elect"
    assert shown(state)["candidates"] == GAME.actors(state) == [0, 1, 2, 3, 6, 7, 8]


def test_lt12_a_vote_is_sealed_until_the_last_one() -> None:
    """Only the voter knows; then the tally is public, and who voted for whom is not."""
    state = vote(read(ELECT), {0: 1, 1: 1, 2: 1, 3: 1})
    assert GAME.actors(state) == [6, 7, 8]
    assert [GAME.view(state, p)["vote"] for p in (0, 6, -1)] == [1, None, None]
    assert state.told == []
    vote(state, {6: 6, 7: 6, 8: 0})
    assert GAME.view(state)["tally"] == [1, 4, 0, 0, 0, 0, 2, 0, 0]
    assert [(e["player"], e["votes"]) for e in events(state) if e["type"] == "counted"] == [(0, 1), (1, 4), (6, 2)]
    assert GAME.view(state, 0)["vote"] is None


def test_lt12_a_tie_is_voted_again_among_the_tied_then_a_lot_decides() -> None:
    """Option vote_limit: after so many tied ballots in a row."""
    tie = {0: 1, 1: 1, 2: 1, 3: 2, 6: 2, 7: 2, 8: 0}
    state = vote(read(ELECT, vote_limit=2), tie)
    assert (shown(state)["phase"], shown(state)["ballot"], shown(state)["candidates"]) == ("elect", 2, [1, 2])
    assert why_not(state, "vote", for_=0) == "LT-12"
    assert vote(state, {0: 1, 1: 1, 2: 1, 3: 2, 6: 2, 7: 2, 8: 1}).king == 1
    third = ELECT | {"ballot": 3, "candidates": [1, 2, 7]}
    kings = {vote(read(third, seed), tie | {8: 7}).king for seed in range(30)}
    assert kings == {1, 2}
    kings = {vote(read(ELECT, seed, vote_limit=1), tie).king for seed in range(30)}
    assert kings == {1, 2}


def test_lt12_the_king_jails_two_others() -> None:
    """Exactly two, not himself; one who was in jail may be jailed again."""
    state = elect(read(ELECT), 6)
    assert GAME.actors(state) == [6]
    assert len(GAME.legal(state, 6)) == 28
    assert why_not(state, "jail", players=[5, 6]) == "LT-12"
    assert why_not(state, "vote", for_=0) == "LT-12"
    decide(state, 6, "jail", players=[0, 5])
    assert (shown(state)["round"], shown(state)["jailed"], shown(state)["king"]) == (3, [0, 5], 6)


def test_lt13_the_jailed_sit_out_the_next_round_and_its_election_then_are_free() -> None:
    """Players 5 and 6 take no part; after the next king's word they do again."""
    state = read(ELECT)
    assert why_not(state, "vote", for_=4) == "LT-13"
    decide(elect(state, 0), 0, "jail", players=[1, 2])
    seats: list[int] = []
    while state.phase == R.BOARD:
        seats += GAME.actors(state)
        GAME.apply(state, seats[-1], GAME.legal(state, seats[-1])[0])
    assert seats == GAME.actors(state) == [0, 3, 4, 5, 6, 7, 8]


# ---------------------------------------------------------------- the verdict
def test_lt14_the_loyalists_choose_a_traitor_who_takes_another_along() -> None:
    """All loyalists have a token; the candidate chooses one of the two other traitors."""
    state = read(NOMINATE)
    assert (GAME.actors(state), shown(state)["tokens"]) == ([0, 1, 2, 3, 4, 5], [0, 1, 2, 3, 4, 5])
    assert why_not(state, "vote", for_=0) == "LT-14"
    elect(state, 7)
    assert GAME.actors(state) == [7]
    assert GAME.legal_json(state, 7) == [{"type": "challenge", "player": p} for p in (6, 8)]
    assert why_not(state, "challenge", player=7) == "LT-14"
    decide(state, 7, "challenge", player=8)
    assert GAME.outcome(state) == {
        "winner": "loyalists",
        "tokens": [0, 1, 2, 3, 4, 5],
        "death_match": [7, 8],
        "comeback": False,
    }
    assert [GAME.score(state, p) for p in range(9)] == [1, 1, 1, 1, 1, 1, 0, -1, -1]


def test_lt15_the_free_elect_the_last_king_who_may_jail_anybody_else() -> None:
    """In jail or not; he gets his token with the verdict, whatever happens."""
    state = read(LAST_ELECT)
    assert GAME.actors(state) == shown(state)["candidates"] == [0, 1, 2, 3, 6, 7, 8]
    assert why_not(state, "vote", for_=4) == "LT-15"
    elect(state, 3)
    assert (shown(state)["king"], shown(state)["tokens"]) == (3, [])
    assert {"type": "jail", "players": [4, 5]} in GAME.legal_json(state, 3)
    assert why_not(state, "jail", players=[3, 4]) == "LT-15"
    decide(state, 3, "jail", players=[4, 5])
    assert shown(state)["tokens"] == [3, 6, 7, 8]
    assert shown(state)["jailed"] == [4, 5]


def test_lt15_in_round_1_all_nine_elect() -> None:
    """Nobody is in jail yet."""
    position = BOARD | {"round": 1, "turns": 0, "offer_before": None, "jailed": [], "king": None}
    state = decide(read(position | {"columns": {"A": [], "B": []}}, limit=3), 0, "fill", column="A", number=4)
    assert GAME.actors(state) == list(range(9))


def test_lt16_two_traitors_in_jail_turn_it_round() -> None:
    """The loyalists win after all; the two go to the death match at once; the third traitor gets nothing."""
    state = decide(read(LAST_JAIL), 3, "jail", players=[6, 8])
    assert GAME.outcome(state) == {
        "winner": "loyalists",
        "tokens": [0, 1, 2, 3, 4, 5],
        "death_match": [6, 8],
        "comeback": True,
    }
    assert GAME.score(state, 7) == 0


def test_lt16_a_traitor_as_last_king_keeps_his_token() -> None:
    """He jails the two other traitors."""
    state = decide(read(LAST_JAIL | {"king": 7}), 7, "jail", players=[6, 8])
    assert GAME.outcome(state)["tokens"] == [0, 1, 2, 3, 4, 5, 7]


@pytest.mark.parametrize("two", [[0, 1], [0, 6]])
def test_lt17_otherwise_the_traitors_win_and_choose_a_player_without_a_token(two: list[int]) -> None:
    """The candidate chooses an opponent among the others without one; the last king is safe."""
    state = decide(read(LAST_JAIL), 3, "jail", players=two)
    assert (shown(state)["winner"], shown(state)["tokens"]) == ("traitors", [3, 6, 7, 8])
    assert (GAME.actors(state), shown(state)["candidates"]) == ([6, 7, 8], [0, 1, 2, 4, 5])
    assert why_not(state, "vote", for_=3) == "LT-17"
    elect(state, 0)
    assert [a["player"] for a in GAME.legal_json(state, 0)] == [1, 2, 4, 5]
    assert why_not(state, "challenge", player=3) == "LT-17"
    decide(state, 0, "challenge", player=5)
    assert GAME.outcome(state)["death_match"] == [0, 5]


def test_lt18_roles_become_public_with_the_verdict() -> None:
    """Not with the broken line, but when the last king has jailed, or the board is full; before the ballots."""
    state = read(LAST_JAIL)
    assert GAME.view(state)["traitors"] is None
    decide(state, 3, "jail", players=[0, 1])
    assert (GAME.view(state)["traitors"], shown(state)["phase"]) == ([6, 7, 8], "nominate")
    assert {"type": "roles_shown", "clause": "LT-18", "traitors": [6, 7, 8]} in events(state)
    full = decide(read(FULL_BOARD), 0, "fill", column="B", number=90)
    assert (GAME.view(full)["traitors"], shown(full)["phase"]) == ([6, 7, 8], "nominate")


# ---------------------------------------------------------------- options, the clock, words
@pytest.mark.parametrize(
    ("name", "value"),
    [
        ("limit", 5001),
        ("limit", -1),
        ("limit", "1000"),
        ("dealer", "e"),
        ("first_cell", "two"),
        ("vote_limit", -1),
        ("x", 1),
    ],
)
def test_options_outside_their_limits_are_refused(name: str, value: Any) -> None:
    """The error names the option."""
    with pytest.raises(Exception, match=name):
        GAME.check_options(9, {name: value})


def test_nine_players() -> None:
    """No other number."""
    with pytest.raises(Exception, match="9 players"):
        GAME.check_players(8)


def test_the_clock_places_the_lowest_number_in_a_if_it_fits_both() -> None:
    """Skips when nothing fits; everything else is a lot."""
    clock = GAME.timeout_action
    never: Any = None
    state = read(BOARD | {"columns": {"A": [5], "B": [2]}})
    assert GAME.actions.decode(clock(state, 0, never)) == {"type": "fill", "column": "B", "number": 3}
    state = read(BOARD | {"columns": {"A": [1], "B": [2]}, "offer": [3, 3, 9, 9]})
    assert GAME.actions.decode(clock(state, 0, never)) == {"type": "fill", "column": "A", "number": 3}
    state = read(BOARD | {"columns": {"A": [1000], "B": [1000]}, "offer": [0, 0, 0, 1]})
    assert GAME.actions.decode(clock(state, 0, never)) == {"type": "skip"}
    assert GAME.actions.decode(clock(read(ELECT), 0, lambda n: n - 1)) == {"type": "vote", "for": 8}


def test_headlines_say_the_phase_and_the_ballot() -> None:
    """In both languages, from the view alone."""
    words = GAME.sentences("en", [f"P{p}" for p in range(1, 10)], 0)
    found = [words.headline(GAME.view(read(p), 0)) for p in (BOARD, ELECT, ELECT | {"ballot": 2}, LAST_JAIL, NOMINATE)]
    assert found == [
        "Round 2 · you to fill",
        "Round 2 · electing a king",
        "Round 2 · electing a king · ballot 2",
        "Line broken · P4 to jail the last two",
        "The loyalists have won · candidate vote",
    ]


def test_no_seat_has_more_actions_than_the_buffer_holds() -> None:
    """Two empty columns, four different digits, any first cell."""
    state = read(BOARD | {"columns": {"A": [], "B": []}}, first_cell="any")
    assert len(GAME.legal(state, 0)) == GAME.legal_capacity(state) == 128
