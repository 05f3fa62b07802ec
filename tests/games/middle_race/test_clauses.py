"""Every clause of Middle Race, by its number."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest

from mainmatch.core.errors import IllegalAction
from mainmatch.core.game import State
from tests.games.middle_race.positions import GAME, R, asked, do, race, read, shown

Action = dict[str, Any]


def submit(card: int, **more: Any) -> Action:
    """A card, with what belongs to it."""
    return {"type": "submit", "card": card, **more}


def target(kind: str, c: int) -> Action:
    """A designation."""
    return {"type": kind, "target": c}


def push(c: int, step: int) -> Action:
    """A push."""
    return {"type": "push", "pushed": c, "step": step}


def one(step: int) -> Action:
    """One's step."""
    return {"type": "one", "step": step}


def gravity(card: int, c: int) -> Action:
    """Gravity's power."""
    return {"type": "gravity", "card": card, "target": c}


def squares(state: State) -> dict[int, int]:
    """Who stands where."""
    return {int(c): square for c, square in shown(state)["squares"].items()}


def hand(state: State, c: int) -> list[int]:
    """A character's cards."""
    return shown(state)["hands"][str(c)]


def legal(state: State) -> list[Action]:
    """What the asked player may do."""
    return GAME.legal_json(state, GAME.actors(state)[0])


def refused(state: State, action: Action) -> str | None:
    """The clause that forbids an action to the asked player."""
    with pytest.raises(IllegalAction) as error:
        GAME.check_action(state, GAME.actors(state)[0], action)
    return error.value.clause


def told(state: State, answer: Callable[[State], object]) -> list[str]:
    """The names of the events that an answer brings."""
    state.told = []
    answer(state)
    return [GAME.events.kinds[code].name for code, _ in state.told]


# ---------------------------------------------------------------- draft
def vote(state: State, *votes: int) -> State:
    """All vote, in seat order."""
    for seat, candidate in enumerate(votes):
        GAME.apply(state, seat, GAME.check_action(state, seat, {"type": "vote", "for": candidate}))
    return state


def test_mr1_all_vote_for_who_picks_last() -> None:
    """The one with the most votes picks last; until the last vote nothing is known."""
    state = GAME.start(5)
    assert GAME.actors(state) == [0, 1, 2, 3, 4]
    vote(state, 3, 3, 1, 1)
    assert (shown(state)["phase"], GAME.actors(state), GAME.view(state, 4)["tally"]) == ("vote", [4], None)
    GAME.apply(state, 4, GAME.check_action(state, 4, {"type": "vote", "for": 3}))
    assert (shown(state)["phase"], shown(state)["pick_order"]) == ("nominate", [None, None, None, None, 3])


def test_mr1_a_tie_votes_again_among_the_tied_then_a_lot_decides() -> None:
    """Option vote_limit: so many ties in a row, then a lot among those tied in the last."""
    state = vote(GAME.start(4, {"vote_limit": 2}, 8), 0, 1, 2, 0)
    assert shown(state)["phase"] == "nominate"
    state = vote(GAME.start(4, {"vote_limit": 2}, 8), 0, 1, 1, 0)
    assert (shown(state)["candidates"], shown(state)["ballot"]) == ([0, 1], 2)
    assert refused(state, {"type": "vote", "for": 2}) == "MR-1"
    lots = set()
    for seed in range(20):
        state = vote(vote(GAME.start(4, {"vote_limit": 2}, seed), 0, 1, 1, 0), 0, 1, 1, 0)
        lots.add(shown(state)["pick_order"][3])
    assert {0, 1} == lots


def test_mr1_no_limit_votes_on() -> None:
    """vote_limit 0: until it is decided."""
    state = GAME.start(4, {"vote_limit": 0})
    for _ in range(30):
        vote(state, 0, 1, 1, 0)
    assert (shown(state)["phase"], shown(state)["ballot"]) == ("vote", 31)


def test_mr2_each_names_the_one_before_nobody_twice_the_last_is_not_asked() -> None:
    """Backward from the last; whoever is left picks first."""
    state = vote(GAME.start(4), 3, 3, 3, 3)
    assert GAME.actors(state) == [3]
    assert refused(state, {"type": "nominate", "player": 3}) == "MR-2"
    do(state, {"type": "nominate", "player": 0})
    assert GAME.actors(state) == [0]
    assert [{"type": "nominate", "player": p} for p in (1, 2)] == legal(state)
    do(state, {"type": "nominate", "player": 2})
    assert (shown(state)["phase"], shown(state)["pick_order"]) == ("pick", [1, 2, 0, 3])
    assert GAME.actors(state) == [1]


def picking(players: int) -> State:
    """The last player picks last, and so on backward."""
    state = vote(GAME.start(players), *[players - 1] * players)
    for p in range(players - 2, 0, -1):
        do(state, {"type": "nominate", "player": p})
    return state


def test_mr3_free_characters_in_picking_order() -> None:
    """Nobody takes a taken one; with fewer players the last is asked too, and the race is among the picked."""
    state = do(picking(4), *({"type": "pick", "character": c} for c in (6, 2, 9)))
    assert refused(state, {"type": "pick", "character": 9}) == "MR-3"
    assert len(legal(state)) == 8
    do(state, {"type": "pick", "character": 11})
    assert (shown(state)["characters"], list(shown(state)["squares"])) == ([6, 2, 9, 11], ["2", "6", "9", "11"])
    assert (shown(state)["turn"], asked(state), GAME.actors(state)) == (2, "submit", [1])


@pytest.mark.parametrize("players", [10, 11])
def test_mr3_only_with_eleven_the_last_gets_what_is_left(players: int) -> None:
    """Ten players pick ten times of eleven; eleven players pick ten times."""
    state = do(picking(players), *({"type": "pick", "character": c} for c in range(11, 1, -1)))
    assert list(range(11, 11 - players, -1)) == shown(state)["characters"]
    assert shown(state)["phase"] == "race"


def test_mr3_random_deals_every_character_alike() -> None:
    """Option draft: the match starts with the race; each of the eleven comes to each seat."""
    dealt = set()
    for seed in range(400):
        characters = shown(GAME.start(4, {"draft": "random"}, seed))["characters"]
        assert len(set(characters)) == 4
        dealt |= set(enumerate(characters))
    assert {(p, c) for p in range(4) for c in range(1, 12)} == dealt


# ---------------------------------------------------------------- track, cards, turns
def test_mr4_never_beyond_goal_or_start() -> None:
    """Clamped at 31 and at 0."""
    assert squares(do(read(race({4: 30, 7: 3, 9: 1, 11: 5}, 4)), submit(4)))[4] == 31
    assert squares(do(read(race({4: 8, 7: 3, 9: 1, 11: 5}, 11)), submit(3, direction="back")))[11] == 0


def test_mr5_a_played_card_leaves_and_the_turn_passes_over_the_finished() -> None:
    """Turn order is the number, leaving out who has finished."""
    state = do(read(race({4: 2, 7: 31, 9: 1, 11: 5}, 4)), submit(3))
    assert (hand(state, 4), shown(state)["turn"]) == ([1, 2, 4], 9)
    assert hand(state, 9) == [0, 1, 2, 3, 4]


def test_mr5_a_card_that_is_not_held_is_refused() -> None:
    """With the clause."""
    state = read(race({4: 2, 7: 3, 9: 1, 11: 5}, 4, hands={4: [1, 3]}))
    assert refused(state, submit(2)) == "MR-5"
    assert refused(state, submit(0)) == "MR-5"
    assert refused(state, one(1)) == "MR-6"


def test_mr6_the_letters_in_their_order() -> None:
    """(a) Silence, (b) its card, (c) One, (d) the move, (e) the new hand."""
    state = read(race({4: 2, 7: 3, 9: 1, 10: 8}, 10, hands={10: [1]}))
    assert asked(state) == "silence"
    do(state, target("silence", 9))
    assert asked(state) == "submit"
    do(state, submit(1))
    assert (asked(state), hand(state, 10)) == ("one", [])
    do(state, one(1))
    assert (squares(state)[10], squares(state)[7], hand(state, 10)) == (9, 4, [1, 2, 3, 4])


def test_mr6_whoever_finishes_gets_no_new_hand() -> None:
    """(e) is left out."""
    state = do(read(race({4: 30, 7: 3, 9: 1, 11: 5}, 4, hands={4: [2]})), submit(2))
    assert hand(state, 4) == []


def test_mr7_a_mover_carried_over_in_a_submits_nothing() -> None:
    """Silence wakes Push, who pushes it over the goal."""
    state = read(race({2: 5, 3: 30, 7: 9, 10: 30}, 10, last={10: 3}, asleep=3))
    do(state, target("silence", 7), push(10, 1))
    assert (shown(state)["turn"], hand(state, 10)) == (2, [1, 2, 3, 4])


def test_mr7_a_mover_carried_over_in_c_does_not_move_and_keeps_an_empty_hand() -> None:
    """One steps onto Push's square, and Push pushes the mover, who stands there too, over the goal."""
    state = read(race({3: 30, 4: 30, 7: 29, 8: 5, 11: 2}, 4, hands={4: [1]}))
    do(state, submit(1), one(1), push(4, 1))
    assert asked(state) == "push"
    assert (squares(state)[4], hand(state, 4), shown(state)["finish_order"]) == (31, [], [4])
    names = told(state, lambda s: do(s, push(7, -1)))
    assert "carried_over" in names
    assert "moved" not in names
    assert (shown(state)["turn"], hand(state, 4)) == (7, [])


def test_mr8_no_change_of_square_sets_off_nothing() -> None:
    """Not even what stands unmet."""
    state = do(read(race({3: 9, 7: 9, 8: 3, 11: 0}, 11)), submit(4, direction="back"))
    assert (shown(state)["turn"], asked(state), shown(state)["chain"]) == (3, "submit", 0)


# ---------------------------------------------------------------- powers
def test_mr9_not_itself_not_the_finished_not_the_last_one_again() -> None:
    """The designated is another character that has not finished, and not the last one."""
    state = read(race({2: 31, 3: 4, 4: 5, 7: 6, 10: 8}, 10, last={10: 4}))
    assert [target("silence", 3), target("silence", 7)] == legal(state)
    for c in (2, 4, 10, 9):
        assert refused(state, target("silence", c)) == "MR-9"
    assert refused(state, {"type": "decline"}) == "MR-9"


def test_mr9_declining_keeps_the_memory() -> None:
    """Option may_decline: Reset, Delete, With, Mirror and Silence."""
    state = read(race({2: 7, 4: 5, 7: 6, 10: 8}, 10, last={10: 4}), may_decline=True)
    assert {"type": "decline"} in legal(state)
    do(state, {"type": "decline"})
    assert (shown(state)["asleep"], shown(state)["last_designated"]["10"], asked(state)) == (None, 4, "submit")
    state = read(race({1: 10, 2: 20, 4: 3, 8: 1}, 1), may_decline=True)
    do(state, gravity(4, 2), {"type": "decline"})
    assert (shown(state)["last_designated"]["2"], shown(state)["turn"]) == (None, 2)


def test_mr9_gravity_must_not_decline() -> None:
    """Using its power is free; then somebody is designated."""
    state = read(race({1: 10, 2: 20, 4: 3, 8: 1}, 1), may_decline=True)
    assert {"type": "decline"} not in legal(state)


def test_mr10_gravity_draws_to_the_square_next_to_it() -> None:
    """From ahead just ahead, from behind just behind; from its own square nobody."""
    state = read(race({1: 10, 4: 20, 7: 3, 11: 10}, 1))
    assert refused(state, gravity(2, 11)) == "MR-10"
    assert squares(do(state, gravity(2, 4)))[4] == 11
    assert squares(do(read(race({1: 10, 4: 20, 7: 3, 11: 10}, 1)), gravity(2, 7)))[7] == 9


def test_mr10_only_an_awake_gravity_and_only_in_its_turn() -> None:
    """Others have no such power; a discarded 1 does not call One; an empty hand is renewed."""
    assert refused(read(race({1: 10, 4: 20, 7: 3, 11: 10}, 4)), gravity(2, 7)) == "MR-10"
    sleeping = race({1: 10, 4: 20, 7: 3, 10: 10}, 1, last={10: 1}, asleep=1)
    assert refused(read(sleeping), gravity(2, 7)) == "MR-22"
    state = do(read(race({1: 10, 4: 20, 7: 3, 11: 10}, 1, hands={1: [1]})), gravity(1, 7))
    assert (shown(state)["turn"], hand(state, 1)) == (4, [1, 2, 3, 4])


def test_mr11_reset_gives_a_full_hand_whenever_it_goes_back() -> None:
    """By Union here; Quick's count begins anew, and the hand is public again."""
    position = race({2: 6, 4: 20, 6: 3, 11: 9}, 6, hands={11: [3]}, hidden_hands=[11], last={4: 11}, quick_ahead=2)
    state = do(read(position), submit(2))
    assert asked(state) == "reset"
    do(state, target("reset", 11))
    assert (hand(state, 11), shown(state)["quick_ahead"], shown(state)["hidden_hands"]) == ([1, 2, 3, 4], 0, [])


def test_mr11_the_submitted_card_does_not_come_back_separately() -> None:
    """The mover's hand becomes the full set, and stays it."""
    state = do(read(race({2: 6, 4: 20, 6: 3, 11: 9}, 6, hands={6: [2, 3]})), submit(2), target("reset", 6))
    assert hand(state, 6) == [1, 2, 3, 4]


def test_mr11_going_ahead_sets_off_nothing() -> None:
    """Only backward."""
    assert asked(do(read(race({2: 6, 4: 20, 7: 3, 11: 9}, 2)), submit(2))) == "submit"


def test_mr12_push_chooses_a_way_for_each_lowest_first() -> None:
    """Compulsory, one at a time."""
    state = do(read(race({1: 7, 3: 5, 7: 7, 11: 1}, 3)), submit(2))
    assert [push(1, 1), push(1, -1)] == legal(state)
    assert refused(state, push(7, 1)) == "MR-12"
    assert refused(state, {"type": "hold"}) == "MR-12"
    do(state, push(1, -1), push(7, 1))
    assert squares(state) == {1: 6, 3: 7, 7: 8, 11: 1}


def test_mr12_not_on_start() -> None:
    """Push on Start leaves the others alone."""
    assert shown(do(read(race({3: 0, 4: 0, 7: 5, 11: 2}, 11)), submit(1, direction="back"), one(1)))["turn"] == 3


def test_mr13_delete_leaves_one_card_of_a_hand() -> None:
    """Displaced by another's power it designates, sees the hand, and chooses what stays."""
    state = do(read(race({1: 10, 4: 20, 7: 3, 11: 4}, 1)), gravity(2, 4))
    assert asked(state) == "delete"
    assert refused(state, submit(1)) == "MR-13"
    do(state, target("delete", 7))
    assert (GAME.view(state, 2)["keep"], GAME.view(state, 1)["keep"]) == ([1, 2, 3, 4], None)
    assert refused(state, {"type": "keep", "card": 0}) == "MR-13"
    do(state, {"type": "keep", "card": 3})
    assert (hand(state, 7), shown(state)["hidden_hands"]) == ([3], [7])


def test_mr13_one_card_or_none_stays() -> None:
    """The designation counts all the same."""
    state = do(read(race({1: 10, 4: 20, 7: 3, 11: 4}, 1, hands={1: [2]})), gravity(2, 4), target("delete", 1))
    assert (shown(state)["turn"], shown(state)["last_designated"]["4"], hand(state, 1)) == (4, 1, [1, 2, 3, 4])


def test_mr13_its_own_card_sets_off_nothing() -> None:
    """Only another character's power."""
    assert asked(do(read(race({4: 10, 7: 3, 8: 2, 11: 4}, 4)), submit(2))) == "submit"


def test_mr14_with_takes_a_partner_along_with_its_last_card() -> None:
    """Named and remembered when submitting; both move by the number."""
    state = read(race({4: 12, 5: 4, 7: 3, 11: 9}, 5, hands={5: [3]}))
    assert refused(state, submit(3)) == "MR-14"
    do(state, submit(3, target=7))
    assert (squares(state), shown(state)["last_designated"]["5"]) == ({4: 12, 5: 7, 7: 6, 11: 9}, 7)
    several = read(race({4: 12, 5: 4, 7: 3, 11: 9}, 5))
    assert refused(several, submit(3, target=7)) == "MR-14"
    assert refused(do(several, submit(3)), submit(2, target=4)) == "MR-14"


def test_mr14_a_partner_that_has_finished_meanwhile_is_left() -> None:
    """One crosses in (c); With moves alone, and remembers."""
    state = do(read(race({4: 12, 5: 4, 7: 30, 11: 9}, 5, hands={5: [1]})), submit(1, target=7), one(1))
    assert (squares(state)[5], shown(state)["last_designated"]["5"], shown(state)["finish_order"]) == (5, 7, [7])


@pytest.mark.parametrize(("partner", "order"), [(28, [4, 5]), (29, [4, 5]), (27, [5, 4])])
def test_mr15_the_nearer_is_ranked_first_then_the_lower(partner: int, order: list[int]) -> None:
    """With on 28 and Delete cross together."""
    state = do(read(race({4: partner, 5: 28, 7: 3, 11: 9}, 5, hands={5: [4]})), submit(4, target=4))
    assert order == shown(state)["finish_order"]


def test_mr16_union_pulls_those_one_ahead_lowest_first() -> None:
    """To its own square, without a choice; from Start nobody."""
    state = read(race({1: 6, 4: 6, 6: 3, 11: 1}, 6))
    state.told = []
    do(state, submit(2))
    pulled = [values[0] for code, values in state.told if code == R.PULLED]
    assert (pulled, asked(state)) == ([1, 4], "delete")
    assert squares(state) == {1: 5, 4: 5, 6: 5, 11: 1}
    assert squares(do(read(race({1: 1, 4: 9, 6: 0, 11: 5}, 4)), submit(1)))[1] == 1


def test_mr17_one_steps_before_whoever_submits_a_1() -> None:
    """Ahead or back; on Start only ahead; never to its own 1."""
    state = do(read(race({4: 9, 7: 3, 8: 20, 11: 5}, 4)), submit(1))
    assert ([one(1), one(-1)], 9) == (legal(state), squares(state)[4])
    assert squares(do(state, one(-1))) == {4: 10, 7: 2, 8: 20, 11: 5}
    state = do(read(race({4: 9, 7: 0, 8: 20, 11: 5}, 4)), submit(1))
    assert ([one(1)], "MR-17") == (legal(state), refused(state, one(-1)))
    assert shown(do(read(race({4: 9, 7: 0, 8: 20, 11: 5}, 7)), submit(1)))["turn"] == 8


def test_mr18_mirror_sends_the_other_way() -> None:
    """By as many squares as it was displaced, at most to Start or the goal."""
    state = do(read(race({1: 10, 4: 3, 7: 2, 8: 20}, 1)), gravity(4, 8))
    assert (asked(state), GAME.view(state, -1)["distance"]) == ("mirror", 9)
    assert refused(state, submit(1)) == "MR-18"
    assert squares(do(state, target("mirror", 4)))[4] == 12


def test_mr19_jump_counts_free_squares_only() -> None:
    """A 0 does not move it."""
    assert squares(do(read(race({1: 4, 2: 5, 4: 7, 9: 3}, 9)), submit(3)))[9] == 9
    assert squares(do(read(race({1: 4, 2: 5, 4: 7, 9: 3}, 9)), submit(0)))[9] == 3


def test_mr19_jump_may_renew_exactly_two_cards() -> None:
    """With one card it cannot."""
    state = do(read(race({1: 4, 2: 5, 4: 7, 9: 3}, 9, hands={9: [0, 3, 4]})), submit(3))
    assert legal(state) == [{"type": "hold"}, {"type": "renew"}]
    assert refused(state, submit(0)) == "MR-19"
    assert hand(do(state.clone(), {"type": "hold"}), 9) == [0, 4]
    assert hand(do(state, {"type": "renew"}), 9) == [0, 1, 2, 3, 4]
    assert shown(do(read(race({1: 4, 2: 5, 4: 7, 9: 3}, 9, hands={9: [0, 3]})), submit(3)))["turn"] == 1


def test_mr20_a_power_sleeps_until_silences_next_turn() -> None:
    """The earlier one sleeps on until Silence has decided."""
    state = read(race({3: 9, 4: 5, 7: 2, 10: 8}, 10, last={10: 3}, asleep=3))
    assert refused(state, submit(1)) == "MR-20"
    do(state, target("silence", 7))
    assert shown(state)["asleep"] == 7
    do(state, submit(1))
    assert (asked(state), squares(state)[10], squares(state)[7]) == ("push", 9, 2)


def test_mr20_when_silence_finishes_the_sleeper_wakes() -> None:
    """A sleeper that has finished stays named until then."""
    state = do(read(race({3: 4, 4: 29, 7: 2, 10: 28}, 4, last={10: 4}, asleep=4)), submit(2))
    assert (shown(state)["asleep"], shown(state)["finish_order"]) == (4, [4])
    state = read(race({3: 4, 4: 29, 7: 2, 10: 28}, 10, last={10: 3}, asleep=3, asked="submit"))
    state.told = []
    do(state, submit(4))
    assert shown(state)["asleep"] is None
    assert R.WOKE in [code for code, _ in state.told]


def test_mr21_quick_goes_twice_the_number_ahead_only_twice() -> None:
    """Counted when submitted; back is always allowed."""
    state = do(read(race({4: 9, 7: 3, 8: 20, 11: 5}, 11)), submit(3, direction="ahead"))
    assert (squares(state)[11], shown(state)["quick_ahead"]) == (11, 1)
    spent = read(race({4: 9, 7: 3, 8: 20, 11: 5}, 11, hands={11: [2, 4]}, quick_ahead=2))
    assert [submit(2, direction="back"), submit(4, direction="back")] == legal(spent)
    assert refused(spent, submit(2, direction="ahead")) == "MR-21"
    assert refused(spent, submit(2)) == "MR-21"
    assert refused(read(race({4: 9, 7: 3, 8: 20, 11: 5}, 4)), submit(2, direction="ahead")) == "MR-21"


@pytest.mark.parametrize(("option", "square"), [("x1", 8), ("x2", 11)])
def test_mr22_a_sleeping_quick_goes_ahead_and_that_counts(option: str, square: int) -> None:
    """By the number, or twice with silenced_quick = x2; the count may pass two."""
    position = race({4: 30, 7: 20, 10: 2, 11: 5}, 11, hands={11: [3]}, quick_ahead=2, last={10: 11}, asleep=11)
    state = read(position | {"hands": position["hands"] | {"11": [3, 4]}}, silenced_quick=option)
    assert refused(state, submit(3, direction="ahead")) == "MR-22"
    do(state, submit(3))
    assert (square, 3) == (squares(state)[11], shown(state)["quick_ahead"])


def test_mr22_a_sleeping_jump_does_not_skip_and_cannot_renew() -> None:
    """It keeps its 0 and its hand of five."""
    position = race({1: 4, 4: 5, 9: 3, 10: 20}, 9, hands={9: [0, 2, 4]}, last={10: 9}, asleep=9)
    state = do(read(position), submit(2))
    assert (squares(state)[9], shown(state)["turn"], asked(state)) == (5, 10, "silence")


def test_mr22_a_sleeping_with_moves_alone() -> None:
    """No partner is asked for."""
    state = read(race({4: 12, 5: 4, 7: 3, 10: 9}, 5, hands={5: [3]}, last={10: 5}, asleep=5))
    assert refused(state, submit(3, target=7)) == "MR-22"
    assert squares(do(state, submit(3))) == {4: 12, 5: 7, 7: 3, 10: 9}


# ---------------------------------------------------------------- order of resolution
def test_mr23_reset_push_delete_union_mirror() -> None:
    """Reset, pulled onto Push's square by Gravity, designates before Push pushes; Push before Union."""
    state = do(read(race({1: 10, 2: 20, 3: 11, 6: 10, 11: 11}, 1)), gravity(2, 2))
    order = []
    while asked(state) in ("reset", "push"):
        order.append(asked(state))
        seat = GAME.actors(state)[0]
        GAME.apply(state, seat, GAME.legal(state, seat)[0])
    assert order[:3] == ["reset", "push", "push"]


def test_mr23_mirror_waits_until_union_has_nothing_to_pull() -> None:
    """Inner effects first: Mirror by Union, then Mirror by Gravity."""
    state = do(read(race({1: 10, 4: 9, 6: 10, 8: 20, 11: 4}, 1)), gravity(4, 8))
    distances = []
    while asked(state) == "mirror":
        distances.append(GAME.view(state, -1)["distance"])
        seat = GAME.actors(state)[0]
        GAME.apply(state, seat, GAME.legal(state, seat)[-1])
    assert distances == [1, 9]


def test_mr23_a_power_that_wakes_before_its_turn_acts() -> None:
    """Delete sleeps when it is drawn, and wakes when Push pushes Silence over the goal."""
    state = read(race({1: 10, 3: 30, 4: 20, 10: 30}, 1, last={10: 4}, asleep=4))
    do(state, gravity(3, 4), push(10, 1))
    assert asked(state) == "delete"


def test_mr23_a_power_that_has_finished_before_its_turn_does_not_act() -> None:
    """Delete is mirrored onto Push's square 30 and pushed over the goal: nobody is cut."""
    state = read(race({1: 10, 3: 30, 4: 27, 7: 2, 8: 14}, 1))
    do(state, gravity(3, 8), target("mirror", 4), push(4, 1))
    assert (squares(state)[4], shown(state)["turn"], asked(state)) == (31, 3, "submit")


def test_mr24_the_joint_move_is_examined_once_for_both() -> None:
    """Two displacements; only the partner was displaced by another's power."""
    state = read(race({4: 10, 5: 4, 7: 3, 11: 9}, 5, hands={5: [3]}))
    do(state, submit(3, target=4))
    assert (asked(state), shown(state)["chain"]) == ("delete", 2)


def test_mr24_the_limit_does_not_tear_it_apart() -> None:
    """With chain_limit 1 both are set down, and nothing follows."""
    state = do(read(race({4: 10, 5: 4, 7: 3, 11: 9}, 5, hands={5: [3]}), chain_limit=1), submit(3, target=4))
    assert (squares(state), shown(state)["turn"]) == ({4: 13, 5: 7, 7: 3, 11: 9}, 7)


def test_mr25_push_and_union_are_examined_when_silence_has_decided() -> None:
    """A waking Push pushes before Silence's card."""
    state = do(read(race({1: 9, 3: 9, 7: 2, 10: 7}, 10, last={10: 3}, asleep=3)), target("silence", 7))
    assert (asked(state), shown(state)["turn"], shown(state)["finish_order"]) == ("push", 10, [])


def test_mr26_whoever_crosses_has_no_power_any_more() -> None:
    """Mirror, pushed over the goal, sends nobody; Push still stands, and is examined."""
    state = do(read(race({1: 29, 3: 28, 7: 2, 8: 30, 11: 30}, 3)), submit(2), push(8, 1))
    assert (shown(state)["finish_order"], asked(state)) == ([8], "push")
    assert [push(11, 1), push(11, -1)] == legal(state)


def test_mr27_the_limit_drops_all_that_is_pending() -> None:
    """The turn goes on with (e), and what stands is taken up at the next displacement."""
    position = race({1: 7, 3: 5, 7: 7, 11: 1}, 3, hands={3: [2]})
    state = do(read(position, chain_limit=1), submit(2))
    assert (squares(state), shown(state)["turn"], hand(state, 3)) == ({1: 7, 3: 7, 7: 7, 11: 1}, 7, [1, 2, 3, 4])
    assert 0 == state.depth == state.step
    state = do(read(position, chain_limit=2), submit(2), push(1, 1))
    do(state, submit(2))
    assert (shown(state)["turn"], squares(state)[7]) == (11, 9)


def test_mr27_in_c_the_card_is_spent_and_nobody_moves() -> None:
    """One's step was the last displacement."""
    state = do(read(race({4: 9, 7: 3, 8: 20, 11: 5}, 4), chain_limit=1), submit(1), one(1))
    assert (squares(state)[4], hand(state, 4), shown(state)["turn"]) == (9, [2, 3, 4], 7)


# ---------------------------------------------------------------- the end
def test_mr28_the_race_is_over_when_all_but_one_have_finished() -> None:
    """At that displacement; the last one is ranked last."""
    state = do(read(race({2: 31, 3: 29, 7: 31, 11: 29}, 3, finish_order=[7, 2])), submit(2))
    assert (
        shown(state)["phase"], asked(state), shown(state)["finish_order"], shown(state)["chain"],
    ) == ("over", None, [7, 2, 3], 1)  # fmt: skip
    assert GAME.outcome(state)["ranks"] == [4, 1, 3, 2]


def test_mr28_the_last_two_may_cross_together() -> None:
    """Both are ranked by MR-15."""
    position = race({2: 31, 5: 29, 7: 31, 11: 30}, 5, finish_order=[7, 2], hands={5: [2]})
    state = do(read(position), submit(2, target=11))
    assert (shown(state)["finish_order"], GAME.outcome(state)["ranks"]) == ([7, 2, 11, 5], [3, 1, 4, 2])


def test_mr29_after_the_last_lap_the_squares_decide() -> None:
    """Further first, then the lower number; turn and lap stay those of the last turn."""
    position = race({2: 9, 7: 9, 9: 20, 11: 3}, 11, lap=5)
    assert shown(do(read(position, max_laps=6), submit(1, direction="back"), one(1)))["lap"] == 6
    state = do(read(position, max_laps=5), submit(2, direction="back"))
    assert (shown(state)["phase"], shown(state)["turn"], shown(state)["lap"]) == ("over", 11, 5)
    assert GAME.outcome(state)["ranks"] == [4, 1, 3, 2]


def test_mr30_first_and_last_lose_second_and_second_to_last_win_most() -> None:
    """A garnet for all between, a black one at either end of them."""
    position = race({1: 9, 2: 8, 4: 7, 7: 6, 11: 0}, 11, lap=5)
    outcome = GAME.outcome(do(read(position, max_laps=5), submit(4, direction="back")))
    assert outcome == {
        "ranks": [5, 4, 3, 2, 1],
        "garnets": [0, 1, 1, 1, 0],
        "black_garnets": [0, 1, 0, 1, 0],
        "death_match": [0, 4],
    }


# ---------------------------------------------------------------- hidden
def test_mr31_a_cut_hand_is_for_its_owner_and_delete() -> None:
    """Its size is public; the renewal makes it public again."""
    state = read(race({4: 10, 7: 3, 8: 2, 11: 4}, 4, hands={7: [3]}, hidden_hands=[7]))
    delete, owner = state.seat[4], state.seat[7]
    for viewer in (*range(4), -1):
        view = GAME.view(state, viewer)
        assert ([3] if viewer in (delete, owner) else None) == view["hands"]["7"]
        assert view["hand_sizes"]["7"] == 1
    do(state, submit(2), submit(3))
    assert GAME.view(state, -1)["hands"]["7"] == [1, 2, 3, 4]


def test_mr31_the_cut_is_told_to_two() -> None:
    """Everybody hears that it was cut; which card stayed, only two."""
    state = do(read(race({1: 10, 4: 20, 7: 3, 11: 4}, 1)), gravity(2, 4), target("delete", 7))
    state.told = []
    do(state, {"type": "keep", "card": 3})
    heard = {
        viewer: [e["type"] for t in state.told if (e := GAME.events.project(t, viewer)) and e["type"].startswith("cut")]
        for viewer in (-1, *range(4))
    }
    assert heard == {-1: ["cut"], 0: ["cut"], 1: ["cut", "cut_kept"], 2: ["cut_seen"], 3: ["cut"]}


def test_mr31_votes_stay_secret() -> None:
    """The tally is public, who voted for whom is not."""
    state = vote(GAME.start(4), 0, 0, 1)
    assert (GAME.view(state, 1)["vote"], GAME.view(state, 3)["vote"]) == (0, None)
    GAME.apply(state, 3, GAME.check_action(state, 3, {"type": "vote", "for": 0}))
    assert GAME.view(state, -1)["tally"] == [3, 1, 0, 0]
    assert not any(state.committed)
