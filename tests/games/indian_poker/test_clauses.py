"""The rulebook, clause by clause."""

from __future__ import annotations

import random
from collections import Counter
from typing import Any

import pytest

from mainmatch.core.errors import IllegalAction, InvalidOption
from mainmatch.core.game import State
from tests.games.indian_poker.positions import GAME, decide, drawn, finished, may, read, shown, told, why_not


def part(state: State, *names: str) -> list[Any]:
    """Some fields of the state."""
    return [shown(state)[name] for name in names]


# ---------------------------------------------------------------- the deck and the deal
@pytest.mark.parametrize(("ranks", "copies"), [(10, 2), (2, 1), (13, 4), (3, 1)])
def test_ip1_so_many_cards_of_each_rank(ranks: int, copies: int) -> None:
    """Twenty by default; dealt or left, they are all there."""
    state = shown(GAME.start(2, {"ranks": ranks, "copies": copies}, 3))
    assert Counter(state["cards"] + state["deck_left"]) == dict.fromkeys(range(1, ranks + 1), copies)


@pytest.mark.parametrize("chips", [30, 2, 500])
def test_ip1_both_start_with_the_same_chips(chips: int) -> None:
    """Thirty by default."""
    state = shown(GAME.start(2, {"chips": chips}, 3))
    assert [s + b for s, b in zip(state["stacks"], state["bets"], strict=True)] == [chips, chips]


@pytest.mark.parametrize("option", [{"ranks": 1}, {"copies": 0}, {"chips": 0}, {"ante": 0}, {"fold_penalty": -1}, {"max_hands": -1}])  # fmt: skip
def test_ip1_options_have_limits(option: dict[str, int]) -> None:
    """One less than the least is refused."""
    GAME.check_options(2, {name: value + 1 for name, value in option.items()})
    with pytest.raises(InvalidOption):
        GAME.check_options(2, option)


def test_ip1_every_card_is_equally_likely() -> None:
    """Over many first deals."""
    cards = Counter(card for seed in range(2000) for card in shown(GAME.start(chance=seed))["cards"])
    assert set(cards) == set(range(1, 11))
    assert all(n == pytest.approx(400, abs=80) for n in cards.values())


def test_ip2_both_ante_and_the_leader_bets_first() -> None:
    """One chip each."""
    state = GAME.start(chance=5)
    assert part(state, "bets", "stacks") == [[1, 1], [29, 29]]
    assert shown(state)["turn"] == shown(state)["leader"]


def test_ip2_each_sees_the_others_card_alone() -> None:
    """A spectator sees none."""
    state = read(drawn((7, 4)))
    assert GAME.view(state, 0)["cards"] == [None, 4]
    assert GAME.view(state, 1)["cards"] == [7, None]
    assert GAME.view(state)["cards"] == [None, None]


def test_ip2_the_deal_is_told_to_the_other_alone() -> None:
    """The same event, one card each."""
    state = GAME.start(chance=5)
    assert [told(state, viewer).count("dealt") for viewer in (0, 1, -1)] == [1, 1, 0]
    mine = next(e for e in (GAME.events.project(t, 0) for t in state.told) if e and e["type"] == "dealt")
    assert (mine["player"], mine["card"]) == (1, shown(state)["cards"][1])


def test_ip2_the_ante_is_never_more_than_the_smaller_stack() -> None:
    """For both alike: of an ante of 5, player 1 can pay 3."""
    state = read(drawn((7, 4), (25, 25), (5, 5)), 6, 6, 5, 5, 3, 9, 1, 2, ante=5)
    decide(state, "raise 27", "call")
    assert [hand["pot"] for hand in shown(state)["since"]] == [54, 6, 6, 6]
    assert part(state, "hand", "bets", "stacks") == [5, [5, 5], [49, 1]]


# ---------------------------------------------------------------- betting
def test_ip3_raise_to_any_total_above_the_others_bet() -> None:
    """From one chip more to all."""
    assert may(decide(read(drawn((7, 4))), "raise 5")) == ["call", "fold", *(f"raise {n}" for n in range(6, 31))]
    assert why_not(decide(read(drawn((7, 4))), "raise 5"), "raise 5") == "IP-3"


def test_ip3_a_raise_moves_the_difference_and_the_turn() -> None:
    """Totals include the ante."""
    assert part(decide(read(drawn((7, 4))), "raise 5"), "bets", "stacks", "turn") == [[5, 1], [25, 29], 1]


def test_ip3_a_call_ends_the_betting_and_shows_both_cards() -> None:
    """The bet is brought to the other's."""
    state = decide(read(drawn((7, 4)), 2, 3), "raise 5", "call")
    assert shown(state)["last"] == finished("show", [7, 4], 0, 10)
    assert "showdown" in told(state)


def test_ip3_a_fold_gives_up_the_hand() -> None:
    """Whatever the cards are."""
    state = decide(read(drawn((7, 4)), 2, 3), "raise 5", "raise 8", "fold")
    assert shown(state)["last"] == finished("fold", [7, 4], 1, 13)


def test_ip4_the_leader_opens_with_a_raise_or_a_fold() -> None:
    """Calling the bare ante is not allowed by default."""
    state = read(drawn((7, 4)))
    assert may(state)[:2] == ["fold", "raise 2"]
    assert why_not(state, "call") == "IP-4"


def test_ip4_option_check_allows_to_call_the_bare_ante() -> None:
    """It shows the cards."""
    state = read(drawn((7, 4)), 2, 3, opening="check")
    assert may(state)[:3] == ["call", "fold", "raise 2"]
    assert shown(decide(state, "call"))["last"] == finished("show", [7, 4], 0, 2)


def test_ip4_after_a_raise_everybody_may_call() -> None:
    """The leader too."""
    assert may(decide(read(drawn((7, 4))), "raise 2", "raise 3"))[:3] == ["call", "fold", "raise 4"]


def test_ip5_no_limit_on_raises() -> None:
    """One chip at a time, until all is in."""
    state = read(drawn((7, 4)))
    for total in range(2, 31):
        decide(state, f"raise {total}")
    assert may(state) == ["call", "fold"]


@pytest.mark.parametrize(("stacks", "most"), [((49, 9), 10), ((9, 49), 10), ((29, 29), 30)])
def test_ip5_a_total_is_at_most_what_both_can_reach(stacks: tuple[int, int], most: int) -> None:
    """Bet and stack of the poorer player, whoever leads."""
    for winner in (0, 1):
        state = read(drawn((6, 4), stacks, last=finished("fold", [8, 3], winner, 2)))
        assert may(state)[-1] == f"raise {most}"
        assert why_not(state, f"raise {most + 1}") == "IP-5"


def test_ip5_with_nothing_left_after_the_antes_the_cards_are_shown() -> None:
    """Without betting, and told as such; the winner has two chips then."""
    state = read(drawn((7, 4)), 3, 6, 2, 1)
    decide(state, "raise 29", "call")
    assert shown(state)["since"] == [finished("show", [7, 4], 0, 58), finished("show", [3, 6], 1, 2, hand=2)]
    assert part(state, "hand", "stacks", "bets") == [3, [57, 1], [1, 1]]
    assert "all_in" in told(state)


# ---------------------------------------------------------------- pot and result
@pytest.mark.parametrize(("cards", "winner"), [((7, 4), 0), ((4, 7), 1), ((1, 2), 1), ((10, 9), 0)])
def test_ip6_the_higher_card_takes_the_pot(cards: tuple[int, int], winner: int) -> None:
    """Both bets."""
    state = decide(read(drawn(cards), 5, 6), "raise 4", "call")
    assert shown(state)["last"] == finished("show", list(cards), winner, 8)
    assert [s + b for s, b in zip(*part(state, "stacks", "bets"), strict=True)] == ([34, 26] if winner == 0 else [26, 34])  # fmt: skip


def tied(stacks: tuple[int, int] = (26, 26), **fields: Any) -> dict[str, Any]:
    """The second hand, six chips carried from the first."""
    return drawn((7, 4), stacks, last=finished("show", [9, 9], None, 6), carried=6, **fields)


def test_ip6_the_winner_takes_what_was_carried_too() -> None:
    """Six and six."""
    assert shown(decide(read(tied(), 5, 6), "raise 3", "call"))["last"] == finished("show", [7, 4], 0, 12, hand=2)


def test_ip7_equal_cards_carry_the_pot() -> None:
    """Nobody takes it; the next hand has antes of its own."""
    state = decide(read(drawn((5, 5)), 7, 4), "raise 3", "call")
    assert part(state, "carried", "stacks", "bets", "hand") == [6, [26, 26], [1, 1], 2]
    assert shown(state)["last"] == finished("show", [5, 5], None, 6)


def test_ip7_carried_pots_add_up() -> None:
    """Two ties in a row."""
    state = decide(read(drawn((5, 5)), 7, 7, 4, 3), "raise 3", "call", "raise 2", "call")
    assert shown(state)["carried"] == 10


def test_ip7_a_fold_gives_away_the_carried_pot() -> None:
    """As the cards would."""
    state = decide(read(tied(), 5, 6), "fold")
    assert shown(state)["last"] == finished("fold", [7, 4], 1, 8, hand=2)
    assert shown(state)["carried"] == 0


def test_ip8_a_fold_of_the_highest_rank_pays_ten_chips() -> None:
    """From the stack, beside the pot; the same if the other holds it too."""
    for cards in ((10, 3), (10, 10)):
        state = decide(read(drawn(cards), 5, 6), "fold")
        assert shown(state)["last"] == finished("fold", list(cards), 1, 2, penalty=10)
        assert part(state, "stacks") == [[18, 40]]


@pytest.mark.parametrize(("cards", "option", "penalty"), [((9, 10), 10, 0), ((10, 1), 0, 0), ((10, 1), 3, 3)])
def test_ip8_option_fold_penalty(cards: tuple[int, int], option: int, penalty: int) -> None:
    """So many chips, and only for the highest rank."""
    state = decide(read(drawn(cards), 5, 6, fold_penalty=option), "fold")
    assert shown(state)["last"]["penalty"] == penalty
    assert told(state).count("penalty") == (penalty > 0)


def test_ip8_the_highest_rank_is_the_options() -> None:
    """A six, where cards end at six."""
    state = decide(read(drawn((6, 3), deck=(6, 2)), 5, 4, ranks=6), "fold")
    assert shown(state)["last"]["penalty"] == 10


def test_ip8_who_has_less_pays_all_it_has() -> None:
    """And is out of chips."""
    state = decide(read(drawn((10, 3), (4, 54), last=finished("show", [6, 8], 1, 50))), "raise 3", "fold")
    assert shown(state)["last"] == finished("fold", [10, 3], 1, 4, penalty=4, hand=2)
    assert GAME.outcome(state) == {"winner": 1, "stacks": [0, 60], "hands": 2}


def test_ip9_cards_are_dealt_without_putting_them_back() -> None:
    """Two fewer each hand, until all twenty are dealt; the eleventh hand has a fresh deck."""
    state = GAME.start(2, {"chips": 500}, 4)
    left = []
    for _ in range(11):
        left.append(len(shown(state)["deck_left"]))
        decide(state, "fold")
    assert left == [18, 16, 14, 12, 10, 8, 6, 4, 2, 0, 18]
    assert told(state).count("shuffled") == 1


def test_ip9_a_single_card_left_is_shuffled_in() -> None:
    """Three cards: one hand, then all three again."""
    for seed in range(20):
        state = GAME.start(2, {"ranks": 3, "copies": 1}, seed)
        left = shown(state)["deck_left"]
        decide(state, "fold")
        assert len(left) == 1
        assert sorted(shown(state)["deck_left"] + shown(state)["cards"]) == [1, 2, 3]


def test_ip9_a_carried_pot_stays_when_the_deck_is_shuffled() -> None:
    """Two ranks, two copies: the third hand is dealt from a fresh deck."""
    last = finished("fold", [1, 1], 0, 2)
    state = read(drawn((2, 2), last=last, deck=(2, 2)) | {"stacks": [30, 28]}, 1, 2, ranks=2)
    decide(state, "raise 2", "call")
    assert part(state, "hand", "carried", "deck_left") == [3, 4, [1, 2]]


def test_ip9_option_every_hand() -> None:
    """All cards but the two dealt are left, always."""
    state = GAME.start(2, {"deck": "every_hand", "chips": 500}, 4)
    for _ in range(12):
        assert len(shown(state)["deck_left"]) == 18
        decide(state, "fold")


def test_ip10_chance_names_the_first_leader() -> None:
    """Either, equally likely."""
    assert sum(shown(GAME.start(chance=seed))["leader"] for seed in range(600)) == pytest.approx(300, abs=50)


@pytest.mark.parametrize(
    ("option", "after_win", "after_loss", "after_tie"),
    [("winner", 0, 1, 0), ("loser", 1, 0, 0), ("alternate", 1, 1, 1)],
)
def test_ip10_who_leads_next(option: str, after_win: int, after_loss: int, after_tie: int) -> None:
    """Player 0 led; it won or lost by the cards or by a fold, or the cards were equal."""
    leaders = {
        cards: shown(decide(read(drawn(cards), 2, 3, leader=option), "raise 2", "call"))["leader"]
        for cards in ((7, 4), (4, 7), (5, 5))
    }
    assert leaders == {(7, 4): after_win, (4, 7): after_loss, (5, 5): after_tie}
    assert shown(decide(read(drawn((7, 4)), 2, 3, leader=option), "fold"))["leader"] == after_loss
    assert shown(decide(read(drawn((7, 4)), 2, 3, leader=option), "raise 2", "fold"))["leader"] == after_win


@pytest.mark.parametrize(("option", "leader"), [("winner", 1), ("loser", 0), ("alternate", 0)])
def test_ip10_hands_shown_without_betting_count(option: str, leader: int) -> None:
    """Player 0 led and won the first hand, player 1 the second, shown at once."""
    state = decide(read(drawn((7, 4)), 3, 6, 2, 1, leader=option), "raise 29", "call")
    assert part(state, "hand", "leader", "turn") == [3, leader, leader]


def test_ip11_a_player_without_chips_loses() -> None:
    """The match is over at once."""
    state = decide(read(drawn((7, 4))), "raise 30", "call")
    assert part(state, "phase", "turn", "cards", "bets", "carried") == ["over", None, None, [0, 0], 0]
    assert GAME.outcome(state) == {"winner": 0, "stacks": [60, 0], "hands": 1}
    assert GAME.actors(state) == []


def test_ip11_while_a_pot_is_carried_cards_are_shown_until_it_is_won() -> None:
    """All chips carried: hands without antes, the last one decides."""
    state = decide(read(drawn((5, 5)), 6, 6, 3, 2), "raise 30", "call")
    assert shown(state)["since"] == [
        finished("show", [5, 5], None, 60),
        finished("show", [6, 6], None, 60, hand=2),
        finished("show", [3, 2], 0, 60, hand=3),
    ]
    assert GAME.outcome(state) == {"winner": 0, "stacks": [60, 0], "hands": 3}


def test_ip11_who_wins_the_carried_pot_without_chips_is_back() -> None:
    """Player 1 had bet all its ten chips."""
    last = finished("fold", [8, 1], 0, 2)
    state = decide(read(drawn((5, 5), (49, 9), last=last), 2, 3, 7, 4), "raise 10", "call")
    assert part(state, "hand", "stacks", "bets") == [4, [39, 19], [1, 1]]


def test_ip11_the_end_keeps_the_last_hand_and_its_leader() -> None:
    """Player 0 led the hand that player 1 won."""
    state = decide(read(drawn((4, 7))), "raise 30", "call")
    assert part(state, "hand", "leader") == [1, 0]
    assert len(shown(state)["deck_left"]) == 18


# ---------------------------------------------------------------- what becomes public
def test_ip12_after_a_fold_only_the_folders_card_is_public() -> None:
    """The winner does not learn its own."""
    state = decide(read(drawn((7, 4)), 2, 3), "fold")
    for viewer in (-1, 0, 1):
        view = GAME.view(state, viewer)
        assert view["last"]["cards"] == view["since"][0]["cards"] == [7, None]
    assert shown(state)["last"]["cards"] == [7, 4]


def test_ip12_cards_that_are_shown_are_public() -> None:
    """Both of them."""
    state = decide(read(drawn((7, 4)), 2, 3), "raise 2", "call")
    assert GAME.view(state)["last"]["cards"] == [7, 4]


def test_ip12_a_view_holds_every_card_seen_since_the_shuffle() -> None:
    """The other's card now and then, what became public; of the deck only how many."""
    state = decide(read(drawn((7, 4)), 2, 3, 6, 5), "fold", "raise 2", "call")
    assert GAME.view(state, 0)["seen"] == [2, 3, 4, 5, 7]
    assert GAME.view(state, 1)["seen"] == [2, 3, 6, 7]
    assert GAME.view(state)["seen"] == [2, 3, 7]
    assert GAME.view(state, 0)["deck_left"] == 14


def test_ip13_a_foul_gives_the_whole_pot_to_the_other() -> None:
    """No penalty, and neither card becomes public."""
    state = decide(read(drawn((10, 4)), 2, 3, fouls=True), "raise 5", "raise 9", "foul")
    assert shown(state)["last"] == finished("foul", [10, 4], 1, 14)
    assert part(state, "stacks") == [[24, 34]]
    for viewer in (-1, 0, 1):
        assert GAME.view(state, viewer)["last"]["cards"] == [None, None]


@pytest.mark.parametrize("option", ["winner", "loser", "alternate"])
@pytest.mark.parametrize("leader", [0, 1])
def test_ip13_after_a_foul_the_other_leads(option: str, leader: int) -> None:
    """Under every option; the leader admits it at once."""
    state = read(drawn((7, 4), leader=leader, turn=leader), 2, 3, fouls=True, leader=option)
    assert shown(decide(state, "foul"))["leader"] == 1 - leader


def test_ip13_fouls_only_with_the_option_and_on_the_own_turn() -> None:
    """By default there are none."""
    assert why_not(read(drawn((7, 4))), "foul") == "IP-13"
    state = read(drawn((7, 4)), fouls=True)
    assert "foul" in may(state)
    with pytest.raises(IllegalAction):
        GAME.check_action(state, 1, {"type": "foul"})


# ---------------------------------------------------------------- the end
def test_ip14_after_so_many_hands_more_chips_win() -> None:
    """The match ends although both could go on."""
    state = decide(read(drawn((7, 4)), max_hands=1), "raise 5", "call")
    assert GAME.outcome(state) == {"winner": 0, "stacks": [35, 25], "hands": 1}
    assert [GAME.score(state, p) for p in (0, 1)] == [1, -1]


def test_ip14_a_carried_pot_is_split_and_equal_is_a_draw() -> None:
    """Even where IP-11 would go on."""
    for raised in (5, 30):
        state = decide(read(drawn((5, 5)), max_hands=1), f"raise {raised}", "call")
        assert part(state, "carried", "stacks") == [0, [30, 30]]
        assert GAME.outcome(state) == {"winner": None, "stacks": [30, 30], "hands": 1}
        assert [GAME.score(state, p) for p in (0, 1)] == [0, 0]
        assert "split" in told(state)


def test_ip14_a_match_without_limit_goes_on() -> None:
    """The default."""
    assert shown(decide(read(drawn((7, 4)), 2, 3), "raise 5", "call"))["phase"] == "bet"


@pytest.mark.parametrize("options", [{}, {"ante": 7}, {"chips": 5}, {"fouls": True}, {"copies": 4, "ranks": 3}])
def test_ip15_chips_are_conserved(options: dict[str, Any]) -> None:
    """Stacks, bets and carried chips add up to twice the chips, at every step of random matches."""
    for seed in range(20):
        state, dice = GAME.start(2, options, seed), random.Random(seed)
        while True:
            end = shown(state)
            assert sum(end["stacks"]) + sum(end["bets"]) + end["carried"] == 2 * state.chips
            if GAME.is_over(state):
                break
            seat = GAME.actors(state)[0]
            GAME.apply(state, seat, dice.choice(GAME.legal(state, seat)))


# ---------------------------------------------------------------- the clock
def test_the_clock_folds() -> None:
    """Whoever has the turn."""
    state = read(drawn((7, 4)))
    assert GAME.actions.decode(GAME.timeout_action(state, 0, lambda n: 0)) == {"type": "fold"}
