"""The rulebook, clause by clause."""

from __future__ import annotations

from typing import Any

import pytest

from mainmatch.core.chance import ScriptedChance
from mainmatch.core.errors import IllegalAction, InvalidOption
from mainmatch.core.game import State
from tests.games.maskmen.positions import GAME, NAMES, cards, decide, drawn, may, order, read, shown, told, why_not

BLUE_TO_ORANGE = "pink>blue, green>pink, orange>green"


def three(*hands: str, **fields: Any) -> State:
    """Three players, blue to orange ranked, the host is player 0."""
    return read(drawn(list(hands), "blue 3, pink 2, green 2, orange 3", BLUE_TO_ORANGE, **fields))


def counts(state: State, key: str) -> list[int]:
    """The number of cards in each hand, or aside."""
    if key == "aside":
        return [sum(shown(state)["aside"].values())]
    return [sum(hand.values()) for hand in shown(state)["hands"]]


# ---------------------------------------------------------------- parts
@pytest.mark.parametrize("players", [2, 3, 4, 5, 6])
def test_mm1_sixty_cards_ten_of_each_wrestler(players: int) -> None:
    """Whatever is dealt, hands and cards aside are the whole deck."""
    state = shown(GAME.start(players, chance=players))
    for wrestler in NAMES:
        assert state["aside"][wrestler] + sum(hand[wrestler] for hand in state["hands"]) == 10


@pytest.mark.parametrize(
    ("players", "option", "each", "aside"),
    [(2, 0, 15, 30), (3, 0, 15, 15), (4, 0, 15, 0), (5, 0, 12, 0), (6, 0, 10, 0), (2, 30, 30, 0), (5, 1, 1, 55)],
)
def test_mm2_cards_by_number_of_players_or_option(players: int, option: int, each: int, aside: int) -> None:
    """15 each up to four players, 12 with five, 10 with six, or as the option says; the rest lies aside."""
    state = GAME.start(players, {"cards": option}, 3)
    assert counts(state, "hands") == [each] * players
    assert counts(state, "aside") == [aside]


@pytest.mark.parametrize("players", [2, 3, 4, 5, 6])
def test_mm2_no_more_cards_than_the_deck_has(players: int) -> None:
    """The option ends at 60 // players."""
    GAME.check_options(players, {"cards": 60 // players})
    for wrong in (60 // players + 1, -1, True, "3"):
        with pytest.raises(InvalidOption, match="cards"):
            GAME.check_options(players, {"cards": wrong})


def test_mm2_every_card_is_equally_likely() -> None:
    """Two cards each of two players: the frequency of each wrestler and of pairs is that of a shuffled deck."""
    matches = 3000
    hands = [shown(GAME.start(2, {"cards": 2}, seed))["hands"] for seed in range(matches)]
    for player in (0, 1):
        for wrestler in NAMES:
            assert sum(h[player][wrestler] for h in hands) / matches == pytest.approx(2 / 6, abs=0.05)
        pairs = sum(2 in h[player].values() for h in hands) / matches
        assert pairs == pytest.approx(9 / 59, abs=0.03)


def test_mm3_hands_are_private_and_their_sizes_public() -> None:
    """A player sees its own hand, of the others and of the cards aside only how many; a spectator sees no card."""
    state = three("blue 2, red", "orange 2", "grey 3")
    view = GAME.view(state, 0)
    assert view["hands"] == [cards("blue 2, red"), None, None]
    assert view["hand_sizes"] == [3, 2, 3]
    assert view["aside"] == 60 - 3 - 2 - 3 - 10
    assert GAME.view(state)["hands"] == [None] * 3


def test_mm3_what_was_played_stays_public() -> None:
    """Everybody may count the cards that were played."""
    state = decide(three("blue 2, red", "orange 2", "grey 3"), "blue 2")
    assert GAME.view(state)["played"] == cards("blue 5, pink 2, green 2, orange 3")


# ---------------------------------------------------------------- strength
def test_mm4_the_order_is_empty_at_the_start() -> None:
    """Nothing is known yet."""
    assert shown(GAME.start(chance=1))["stronger"] == []


def test_mm4_the_order_closes_downward() -> None:
    """What beats a wrestler beats all that are weaker."""
    state = read(drawn(["pink 2", "green 3", "red 4"], "blue, pink 2", "pink>blue"))
    assert shown(decide(state, "pink 1", "green 2"))["stronger"] == order("pink>blue, green>pink, green>blue")


def test_mm4_the_order_closes_upward() -> None:
    """What is stronger than the winner is stronger than the loser too."""
    state = read(drawn(["red 2", "blue 3", "grey 4"], "blue, pink 2", "pink>blue"))
    assert shown(decide(state, "red 1", "blue 2"))["stronger"] == order("pink>blue, blue>red, pink>red")


def test_mm4_joining_two_chains_ranks_them_through_and_through() -> None:
    """Three above and two below: six new relations, each told."""
    state = read(drawn(["grey 2", "blue 3", "red"], "blue, pink 2, green 2, orange, grey 2", "pink>blue, green>pink, grey>orange"))  # fmt: skip
    decide(state, "grey 1", "blue 2")
    assert shown(state)["stronger"] == order("pink>blue, green>pink, grey>orange, blue>grey")
    news = {e["wrestler"]: e["weaker"] for e in told(state, "stronger")}
    assert news == {name: ["orange", "grey"] for name in ("blue", "pink", "green")}


def test_mm4_unrelated_wrestlers_stay_unrelated() -> None:
    """Two that beat the same one are not compared."""
    state = read(drawn(["green 2", "orange 3", "red"], "green, pink 2", "pink>green"))
    assert shown(decide(state, "green 1", "orange 2"))["stronger"] == order("pink>green, orange>green")


def test_mm5_a_played_card_is_a_debut() -> None:
    """Also when it opens a round; it is told once."""
    state = read(drawn(["red 3", "grey 3", "blue 3"]))
    assert shown(state)["debuted"] == []
    decide(state, "red 1", "grey 2", "pass", "pass", "grey 1")
    assert shown(state)["debuted"] == ["grey", "red"]
    assert [e["wrestler"] for e in told(state, "debuted")] == ["red", "grey"]


# ---------------------------------------------------------------- a round
def test_mm6_the_host_opens_with_one_to_three_of_a_debuted_wrestler() -> None:
    """As many as it holds, three at most."""
    assert may(three("blue 4, pink 2", "red 3", "grey")) == ["blue 1", "blue 2", "blue 3", "pink 1", "pink 2"]


def test_mm6_a_wrestler_opens_its_debut_alone() -> None:
    """One card, although more are in hand."""
    state = three("red 3, blue", "red 3", "grey")
    assert may(state) == ["blue 1", "red 1"]
    assert why_not(state, "red 2") == why_not(state, "red 3") == "MM-6"


def test_mm6_the_host_may_not_pass_the_opening() -> None:
    """A round always has a play."""
    assert why_not(three("blue", "red 2", "grey 2"), "pass") == "MM-6"


@pytest.mark.parametrize(("opening", "allowed"), [("debut", 3), ("ranked", 1)])
def test_mm6_option_opening(opening: str, allowed: int) -> None:
    """With `ranked` the limit of one card lasts until the wrestler stands in a strength relation."""
    state = read(drawn(["red 3", "grey 2", "green 2"], "red 2, blue, pink 2", "pink>blue"), opening=opening)
    assert may(state) == [f"red {n}" for n in range(1, allowed + 1)]


@pytest.mark.parametrize("wrestler", ["blue", "pink"])
def test_mm6_ranked_as_the_weaker_one_is_ranked_too(wrestler: str) -> None:
    """One relation is enough, on either side."""
    state = read(drawn([f"{wrestler} 3", "grey 2", "green 2"], "red 2, blue, pink 2", "pink>blue"), opening="ranked")
    assert may(state) == [f"{wrestler} {n}" for n in (1, 2, 3)]


def test_mm7_an_unrelated_wrestler_needs_one_card_more() -> None:
    """And thereby becomes stronger."""
    state = decide(three("pink 2", "red 4, grey", "blue 3"), "pink 1")
    assert may(state) == ["red 2", "pass"]
    assert why_not(state, "red 1") == why_not(state, "red 3") == "MM-7"
    assert ["red", "pink"] in shown(decide(state, "red 2"))["stronger"]


@pytest.mark.parametrize("count", [1, 2, 3])
def test_mm7_a_stronger_wrestler_needs_as_many(count: int) -> None:
    """Exactly as many cards as the last play; the order stays as it is."""
    state = decide(three("pink 3", "green 4", "blue 3"), f"pink {count}")
    assert may(state) == [f"green {count}", "pass"]
    assert shown(decide(state, f"green {count}"))["stronger"] == order(BLUE_TO_ORANGE)


def test_mm7_weaker_or_the_same_may_not_answer() -> None:
    """Whatever the number of cards."""
    state = decide(three("pink 2", "blue 3, pink 3", "red 2"), "pink 1")
    assert may(state) == ["pass"]
    for text in ("blue 1", "blue 2", "blue 3", "pink 1", "pink 2", "pink 3"):
        assert why_not(state, text) == "MM-7"


def test_mm7_three_cards_are_the_most() -> None:
    """On three cards only known stronger wrestlers answer."""
    state = decide(three("pink 3", "red 4, orange 3", "blue 2"), "pink 3")
    assert may(state) == ["orange 3", "pass"]


def test_mm7_who_passed_is_out_for_the_round() -> None:
    """Although it could answer the next play, it is not asked."""
    state = decide(three("pink 3, red 2", "green 3", "orange 3"), "pink 1", "pass", "orange 1")
    assert (shown(state)["turn"], shown(state)["passed"]) == (0, [1])
    decide(state, "red 2")
    assert shown(state)["turn"] == 2


def test_mm7_the_turn_goes_clockwise_past_players_without_cards() -> None:
    """From the last player to player 0."""
    state = read(
        drawn(
            ["pink 3", "", "green 3", "orange 3"],
            "blue 3, pink 2, green 2",
            "pink>blue, green>pink",
            host=3,
            turn=3,
            out=[1],
            points=[0, 2, 0, 0],
            season_wins=[0, 1, 0, 0],
        )
    )
    assert shown(decide(state, "orange 1"))["turn"] == 0
    assert shown(decide(state, "pass"))["turn"] == 2


def test_mm7_only_the_player_whose_turn_it_is_decides() -> None:
    """Others are refused, with nothing changed."""
    state = three("pink 3", "green 4", "blue 3")
    before = shown(state)
    with pytest.raises(IllegalAction):
        GAME.check_action(state, 1, {"type": "pass"})
    assert shown(state) == before


def test_mm8_only_cards_in_hand_are_played() -> None:
    """The right number of a wrestler of which there are fewer."""
    state = decide(three("pink 2", "green, red", "blue 4"), "pink 2")
    assert why_not(state, "green 2") == "MM-8"
    assert why_not(state, "red 3") == "MM-8"
    assert why_not(three("pink 2", "green", "blue 4"), "pink 3") == "MM-8"


def test_mm8_played_cards_leave_the_hand() -> None:
    """And come to lie on the table."""
    state = shown(decide(three("pink 3", "green", "blue 3"), "pink 2"))
    assert state["hands"][0] == cards("pink")
    assert state["table"] == [{"player": 0, "wrestler": "pink", "count": 2}]


def test_mm9_the_round_ends_when_all_others_have_passed() -> None:
    """Table and passes are cleared."""
    state = shown(decide(three("pink 3", "green 4", "blue"), "pink 1", "green 1", "pass", "pass"))
    assert (state["table"], state["passed"], state["host"], state["turn"]) == ([], [], 1, 1)


def test_mm9_who_played_last_is_not_asked_again() -> None:
    """With two players one pass ends the round, though the opener could go on."""
    state = read(drawn(["pink 3, green 2", "blue 2"], "blue, pink 2, green 2", "pink>blue, green>pink"))
    assert shown(decide(state, "pink 1", "pass"))["table"] == []


def test_mm9_the_last_play_of_a_player_who_went_out_can_be_answered() -> None:
    """The round goes on without it."""
    state = decide(three("pink", "green 4", "orange 2"), "pink 1")
    assert (shown(state)["out"], shown(state)["turn"], may(state)) == ([0], 1, ["green 1", "pass"])


def test_mm10_who_played_last_hosts_the_next_round() -> None:
    """It is told."""
    state = decide(three("pink 3", "blue 2", "green 4"), "pink 1", "pass", "green 1", "pass")
    assert shown(state)["host"] == 2
    assert told(state, "host") == [{"type": "host", "clause": "MM-10", "player": 2}]


def test_mm10_in_place_of_a_player_without_cards_the_next_clockwise_hosts() -> None:
    """Past another one that is out."""
    state = read(
        drawn(
            ["pink 3", "", "orange 2", "blue 3"],
            "blue 3, pink 3, orange 2",
            "pink>blue, orange>pink",
            out=[1],
            points=[0, 2, 0, 0],
            season_wins=[0, 1, 0, 0],
        )
    )
    decide(state, "pink 2", "orange 2", "pass", "pass")
    assert (shown(state)["out"], shown(state)["host"], shown(state)["turn"]) == ([1, 2], 3, 3)


# ---------------------------------------------------------------- a season
def test_mm11_first_out_two_points_second_one_the_next_none() -> None:
    """At once, while the others play on; a +2 token for the first alone."""
    state = read(drawn(["blue", "pink", "green", "orange", "red 4"], "blue 5, pink 5, green 5, orange 5, red 2"))
    for seat, points in enumerate([2, 1, 0]):
        decide(state, f"{NAMES[seat]} 1", *["pass"] * (4 - seat))
        assert shown(state)["points"][seat] == points
        assert shown(state)["out"] == list(range(seat + 1))
    assert shown(state)["season_wins"] == [1, 0, 0, 0, 0]
    assert [(e["place"], e["points"]) for e in told(state, "out")] == [(1, 2), (2, 1), (3, 0)]


def test_mm11_the_season_ends_at_once_when_one_player_holds_cards() -> None:
    """It gets -1; the last play needs no answer."""
    state = read(drawn(["", "pink 2", "green 3"], "pink 2, blue 2", "pink>blue", out=[0], host=1, turn=1, points=[2, 0, 0], season_wins=[1, 0, 0]))  # fmt: skip
    decide(state, "pink 2")
    assert shown(state)["points"] == [2, 1, -1]
    assert shown(state)["season"] == 2
    assert told(state, "held") == [{"type": "held", "clause": "MM-11", "player": 2}]


def test_mm11_every_season_gives_the_same_points() -> None:
    """Two, one, minus one, and nothing to the others."""
    state = GAME.start(5, {"cards": 3, "seasons": 6}, 9)
    before = [0] * 5
    while not GAME.is_over(state):
        season = state.season
        decide(state, may(state)[0])
        if state.season != season or GAME.is_over(state):
            gained = [now - then for now, then in zip(shown(state)["points"], before, strict=True)]
            assert sorted(gained) == [-1, 0, 0, 1, 2]
            before = shown(state)["points"]


def test_mm12_three_players_two_one_minus_one() -> None:
    """Nobody goes without."""
    state = GAME.start(3, {"cards": 2, "seasons": 1}, 4)
    while not GAME.is_over(state):
        decide(state, may(state)[0])
    assert sorted(shown(state)["points"]) == [-1, 1, 2]


def test_mm12_two_players_the_first_out_wins_the_season() -> None:
    """Two points to it, minus one to the other."""
    state = decide(read(drawn(["red", "pink 3"], "blue 2")), "red 1")
    assert (shown(state)["points"], shown(state)["season_wins"]) == ([2, -1], [1, 0])


def test_mm13_a_new_season_is_dealt_and_the_order_emptied() -> None:
    """The player who got -1 hosts; season, hands and aside are whole again."""
    position = drawn(["", "pink 2", "green 4"], "pink 2, blue 2, red 2", "pink>blue", out=[0], host=1, turn=1, points=[2, 0, 0], season_wins=[1, 0, 0])  # fmt: skip
    state = shown(decide(read(position), "pink 2"))
    assert (state["season"], state["host"], state["turn"], state["out"]) == (2, 2, 2, [])
    assert (state["stronger"], state["debuted"], state["table"], state["passed"]) == ([], [], [], [])
    assert [sum(hand.values()) for hand in state["hands"]] == [4, 4, 4]


def test_mm14_the_first_host_is_drawn() -> None:
    """Each player equally likely, and it is told."""
    hosts = [shown(GAME.start(4, {"cards": 1}, seed))["host"] for seed in range(800)]
    assert all(hosts.count(p) == pytest.approx(200, abs=45) for p in range(4))
    assert told(GAME.start(4, {"cards": 1}, ScriptedChance([3] + [0] * 60)), "lot") == [
        {"type": "lot", "clause": "MM-14", "player": 3}
    ]


@pytest.mark.parametrize("host", [0, 1, 2])
def test_mm14_option_first_host(host: int) -> None:
    """That player, and no lot; a seat that is not at the table is refused."""
    state = GAME.start(3, {"first_host": host}, 5)
    assert (shown(state)["host"], shown(state)["turn"], told(state, "lot")) == (host, host, [])
    with pytest.raises(InvalidOption, match="first_host"):
        GAME.start(3, {"first_host": 3}, 5)


# ---------------------------------------------------------------- the match
@pytest.mark.parametrize("seasons", [1, 2, 4])
def test_mm15_the_match_ends_after_the_last_season(seasons: int) -> None:
    """With three or more players; what stood on the table stays."""
    state = GAME.start(4, {"cards": 2, "seasons": seasons, "season_wins": 1}, 7)
    while not GAME.is_over(state):
        decide(state, may(state)[0])
    end = shown(state)
    assert (end["phase"], end["season"], end["turn"]) == ("over", seasons, None)
    assert sum(end["season_wins"]) == seasons
    assert len(end["out"]) == 3
    assert end["table"]
    assert GAME.actors(state) == []


def test_mm15_four_seasons_by_default() -> None:
    """Three or more players."""
    assert GAME.check_options(3, {})["seasons"] == 4
    with pytest.raises(InvalidOption, match="seasons"):
        GAME.check_options(3, {"seasons": 0})


@pytest.mark.parametrize("wins", [1, 2, 3])
def test_mm16_two_play_until_one_has_won_enough_seasons(wins: int) -> None:
    """However many seasons it takes."""
    for seed in range(6):
        state = GAME.start(2, {"cards": 3, "season_wins": wins, "seasons": 1}, seed)
        while not GAME.is_over(state):
            assert max(shown(state)["season_wins"]) < wins
            decide(state, may(state)[-1])
        assert max(shown(state)["season_wins"]) == wins
        assert shown(state)["season"] == sum(shown(state)["season_wins"])


def ranks(points: list[int], wins: list[int], **options: Any) -> list[int]:
    """The ranks after player 0 made the last play of a match; players 2 and on went out before, in this order."""
    others = len(points) - 2
    position = drawn(
        ["green", "pink 2", *[""] * others],
        "pink 2, green 3",
        "green>pink",
        season=4,
        out=list(range(2, 2 + others)),
        points=points,
        season_wins=wins,
    )
    return GAME.outcome(decide(read(position, **options), "green 1"))["ranks"]


def test_mm17_more_points_rank_first() -> None:
    """3 + 1, 2 - 1 and 3."""
    assert ranks([3, 2, 3], [2, 1, 1]) == [1, 3, 2]


def test_mm17_then_more_tokens() -> None:
    """Five points each, one token against three."""
    assert ranks([4, -1, 5], [1, 0, 3]) == [2, 3, 1]


def test_mm17_then_the_first_out_of_the_last_season() -> None:
    """Six points and two tokens each; player 2 was out first in the last season."""
    assert ranks([5, -3, 6], [2, 0, 2]) == [2, 3, 1]


def test_mm17_option_tie_break_round() -> None:
    """The same, but player 0 made the last play of the match."""
    assert ranks([5, -3, 6], [2, 0, 2], tie_break="round") == [1, 3, 2]


@pytest.mark.parametrize(("tie_break", "expected"), [("season", [2, 2, 1, 2]), ("round", [1, 2, 2, 2])])
def test_mm17_players_still_equal_share_a_rank(tie_break: str, expected: list[int]) -> None:
    """Four with two points and one token each: the tie-break lifts one."""
    assert ranks([2, 3, 2, 2], [1, 1, 1, 1], tie_break=tie_break) == expected


def test_mm17_score_is_the_points() -> None:
    """What the match is worth to a seat."""
    state = GAME.start(4, {"cards": 2, "seasons": 1}, 7)
    while not GAME.is_over(state):
        decide(state, may(state)[0])
    assert [GAME.score(state, p) for p in range(4)] == GAME.outcome(state)["points"]


# ---------------------------------------------------------------- the clock
def test_the_clock_passes_and_opens_with_the_first_wrestler() -> None:
    """As host one card of the first wrestler in hand, else a pass."""
    state = three("pink 2, red", "green 2", "blue 2")
    assert GAME.actions.decode(GAME.timeout_action(state, 0, lambda n: 0)) == {"type": "play", "wrestler": "pink", "count": 1}  # fmt: skip
    decide(state, "pink 2")
    assert GAME.actions.decode(GAME.timeout_action(state, 1, lambda n: 0)) == {"type": "pass"}


@pytest.mark.parametrize("players", [2, 3, 4, 5, 6])
def test_seats_without_a_player_hold_nothing(players: int) -> None:
    """Every list is as long as the table."""
    state = shown(GAME.start(players, chance=1))
    assert {len(state[key]) for key in ("hands", "points", "season_wins")} == {players}
