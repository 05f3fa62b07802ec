"""The report at the end of a match: places and rewards, three turning points by their rules, the chart."""

from __future__ import annotations

import functools
import random
from itertools import pairwise
from typing import Any

import pytest

from mainmatch.core.game import Game
from mainmatch.core.match import Match
from mainmatch.core.messages import LANGUAGES
from mainmatch.core.report import Moment, Played, Step, in_words, played_of, report_of, turning_points
from mainmatch.games import ROOMS, find
from mainmatch.games.indian_poker import report as poker
from mainmatch.games.infiltration import report as infiltration
from mainmatch.games.loyalists import report as loyalists
from mainmatch.games.maskmen import report as maskmen
from mainmatch.games.middle_race import report as race
from tests.server.envelopes.game import GAME as ENVELOPES

GAMES = [find(game) for game in ROOMS]
by_game = pytest.mark.parametrize("game", GAMES, ids=lambda game: game.id)
NAMES = ["하윤", "도하", "서연", "민준", "지우", "예린", "시우", "하린", "건우", "Mina", "Leo"]


@functools.cache
def finished(game: Game, seed: int, by_bots: bool) -> Match:
    """A match of random decisions, or of beginners."""
    dice = random.Random(seed)
    low, high = game.seats
    match = Match(game, low + seed % (high - low + 1), None, seed)
    while not match.is_over:
        seat = match.actors[0]
        action: Any = dice.choice(game.legal(match.state, seat))
        if by_bots:
            action = game.advise(game.sight(match.state, seat), dice)
        match.play(seat, action)
    return match


def matches(game: Game) -> list[Match]:
    """Several of both kinds, with different numbers of players."""
    return [finished(game, seed, by_bots=seed % 4 == 3) for seed in range(8)]


# ---------------------------------------------------------------- all games
@by_game
def test_steps_are_those_of_the_trace(game: Game) -> None:
    """A simultaneous decision is one step; the last one is the end."""
    for match in matches(game):
        played = played_of(match)
        assert sum(len(step.taken) for step in played.steps) == len(match.decisions)
        assert [step.number for step in played.steps] == list(range(len(played.steps)))
        assert played.last.state == game.state_json(match.state)
        assert sum(len(step.events) for step in played.steps) == len(match.told)


@by_game
def test_a_report_is_whole_in_both_languages(game: Game) -> None:
    """Every place with its reward, three turning points by step, one line a seat or column; no hole is left in a sentence."""
    for match in matches(game):
        report = report_of(game, played_of(match))
        for lang in LANGUAGES:
            said = in_words(game, report, lang, NAMES[: match.players])
            assert sorted(place["seat"] for place in said["places"]) == list(range(match.players))
            assert all(place["reward"] for place in said["places"])
            steps = [moment["step"] for moment in said["moments"]]
            assert steps == sorted(set(steps))
            assert len(steps) <= 3
            for moment in said["moments"]:
                text = moment["name"] + moment["what"] + moment["why"]
                assert "{" not in text
                assert "None" not in text
                assert set(moment["seats"]) <= set(range(match.players))
            lines = [line for series in said["chart"]["series"] for line in series["lines"]]
            assert all(a[0] < b[0] for line in lines for a, b in pairwise(line))


@by_game
def test_the_same_match_gives_the_same_report(game: Game) -> None:
    """Nothing of it is left to chance."""
    match = finished(game, 3, by_bots=True)
    assert report_of(game, played_of(match)) == report_of(game, played_of(match))


def test_a_match_of_some_length_has_three_turning_points() -> None:
    """Fewer only where there are fewer candidates: never in a whole match of these games between beginners."""
    for game in GAMES:
        match = finished(game, 3, by_bots=True)
        assert len(report_of(game, played_of(match)).moments) == 3, game.id


@by_game
def test_both_catalogues_say_the_same_rules(game: Game) -> None:
    """A rule without words in one language would break its report."""
    ko, en = (game.words(lang)["report"] for lang in LANGUAGES)
    assert ko["rewards"].keys() == en["rewards"].keys()
    assert ko["moments"].keys() == en["moments"].keys()
    assert ko["chart"].keys() == en["chart"].keys()


def test_a_game_from_outside_gets_ranks_only() -> None:
    """Without a `report.py`."""
    match = finished(ENVELOPES, 1, by_bots=False)
    report = report_of(ENVELOPES, played_of(match))
    assert (report.moments, report.chart) == ([], None)
    assert len(in_words(ENVELOPES, report, "ko", NAMES[: match.players])["places"]) == match.players


def test_three_are_chosen_rule_by_rule() -> None:
    """The greatest of each rule first, the earlier of equals; a step counts once."""

    def moment(rule: str, step: int, measure: int) -> Moment:
        return Moment(step, rule, measure, ())

    one = [moment("one", 5, 2), moment("one", 9, 7), moment("one", 2, 7)]
    two = [moment("two", 2, 9), moment("two", 4, 1)]
    assert [(m.step, m.rule) for m in turning_points([one, two])] == [(2, "one"), (4, "two"), (9, "one")]
    assert [m.step for m in turning_points([two[:1], []])] == [2]


# ---------------------------------------------------------------- positions drawn by hand
def drawn(game: str, states: list[dict[str, Any]], taken: list[Any], events: list[Any], **more: Any) -> Played:
    """A match of which only these fields matter: `taken` and `events` lead to each state but the first."""
    steps = [Step(0, states[0], events[0], {})]
    steps += [Step(i, states[i], events[i], taken[i - 1]) for i in range(1, len(states))]
    return Played(game, more.get("players", 2), more.get("options", {}), steps, more.get("outcome", {}))


def test_the_rewards_of_the_race() -> None:
    """MR-30: both ends to the death match, a black garnet for the second of each end."""
    assert [race.band(rank, 6) for rank in range(1, 7)] == [
        "death_match", "black_garnet", "garnet", "garnet", "black_garnet", "death_match",
    ]  # fmt: skip


def test_who_stands_in_the_bands_changes_with_a_decision() -> None:
    """Four on the track; the last passes two: three stand in other bands, and the new last is named."""

    def at(*squares: int) -> dict[str, Any]:
        return {
            "squares": {str(c): s for c, s in enumerate(squares, 1)},
            "finish_order": [],
            "characters": [1, 2, 3, 4],
        }

    states = [at(0, 9, 8, 7), at(6, 9, 8, 7), at(8, 9, 8, 7)]
    played = drawn("middle-race", states, [{0: {}}, {0: {}}], [[], [], []], players=4)
    (moment,) = race.bands(played)
    # before: 2 3 4 1, after: 2 1 3 4; 1 rises from the death match, 4 falls into it, 3 keeps a black garnet
    assert (moment.step, moment.measure, moment.values["lost"]) == (2, 2, [3])


def test_a_chain_is_counted_over_the_decisions_of_its_turn() -> None:
    """Three displacements in two steps of one turn; two are no chain."""
    push = {"type": "pushed", "who": 2, "from": 4, "to": 5}
    turn = [{"type": "turn", "who": 1}]
    events: list[Any] = [turn, [push, push], [push, {"type": "turn", "who": 2}], [push, push]]
    states = [{"characters": [1, 2]}] * 4
    played = drawn("middle-race", states, [{0: {}}] * 3, events)
    assert [(m.step, m.measure, m.seats) for m in race.chains(played)] == [(2, 3, (0,))]


def test_overtaking_looks_back_to_when_two_last_differed() -> None:
    """Level is not ahead: 0 leads, then both are level, then 1 leads; nobody overtakes in the first round."""
    states: list[dict[str, Any]] = []
    for number, points in enumerate([[0, 0], [1, 0], [1, 1], [1, 2]], 1):
        states += [
            {"phase": "move", "points": points, "round": number},
            {"phase": "patrol", "points": points, "round": number},
        ]
    played = drawn("infiltration", states, [{0: {}}] * 7, [[]] * 8)
    assert [(m.step, m.measure, m.values["ahead"]) for m in infiltration.overtaking(played)] == [(6, 1, [1])]


def test_a_patrol_that_misses_by_one_zone() -> None:
    """Zone 5 is patrolled; in 6 stand two agents of country B abroad, at home in 4 does not count, nor the leader's own."""
    pieces = [{"A": None, "B": 6}, {"A": 1, "B": 6}, {"A": None, "B": 6}, {"A": None, "B": 4}]
    states = [
        {"phase": "patrol", "round": 2, "pieces": pieces, "points": [0] * 4},
        {"phase": "move", "round": 3, "pieces": pieces, "points": [0] * 4},
    ]
    played = drawn("infiltration", states, [{0: {"type": "patrol", "zone": 5}}], [[], []], players=4)
    (moment,) = infiltration.misses(played)
    assert (moment.measure, moment.values["beside"]) == (2, 6)


def test_a_find_counts_agents_of_others() -> None:
    """The leader's own is arrested too, but is no find."""
    states = [{"phase": "patrol", "round": 4}, {"phase": "move", "round": 5}]
    events: list[Any] = [[], [{"type": "arrested", "player": p, "piece": "A", "zone": 3} for p in (0, 1, 1)]]
    played = drawn("infiltration", states, [{0: {"type": "patrol", "zone": 3}}], events)
    (moment,) = infiltration.finds(played)
    assert (moment.measure, moment.values["taken"]) == (2, [1])


@pytest.mark.parametrize(
    ("offer", "column", "lowest"),
    [
        ([7, 0, 8, 2], [9], 20),
        ([7, 0, 8, 2], [], 0),
        ([1, 1, 1, 1], [111], 1111),
        ([0, 0, 0, 1], [5], 10),
        ([9, 9, 8, 8], [998], 8899),
        ([3, 3, 3, 3], [3333], None),
    ],
)
def test_the_lowest_number_of_an_offer(offer: list[int], column: list[int], lowest: int | None) -> None:
    """Greater than the cell below, at most one digit more, no leading zero."""
    assert lowest == loyalists.lowest(offer, column, "one_digit")


def test_the_lowest_number_is_that_of_the_rules() -> None:
    """At every offer of matches between beginners, in both columns, against the list of legal actions."""
    game = find("loyalists-and-traitors")
    seen = 0
    for seed in (3, 7):
        match = finished(game, seed, by_bots=True)
        again = Match(game, match.players, None, seed)
        for seat, action in match.decisions:
            state = game.state_json(again.state)
            if state["phase"] == "board":
                for name in ("A", "B"):
                    column = state["columns"][name]
                    legal = [a["number"] for a in again.legal(seat) if a.get("column") == name]
                    if len(column) < 15:
                        assert min(legal, default=None) == loyalists.lowest(state["offer"], column, "one_digit")
                        seen += 1
            again.play(seat, action)
    assert seen > 40


def test_the_most_that_could_be_played_is_that_of_the_rules() -> None:
    """At every answer of random matches, against the list of legal actions."""
    game = find("maskmen")
    match = finished(game, 1, by_bots=False)
    again = Match(game, match.players, None, 1)
    for seat, action in match.decisions:
        state = game.state_json(again.state)
        counts = [a["count"] for a in again.legal(seat) if a["type"] == "play"] if state["table"] else []
        assert max(counts, default=0) == maskmen.playable(state, seat)
        again.play(seat, action)


def test_a_relation_weighs_the_cards_of_others() -> None:
    """Red over blue: two blue cards of one and one of another; the player's own do not count, nor what was weaker before."""
    hands = [{"blue": 5, "red": 2, "grey": 0}, {"blue": 2, "red": 0, "grey": 4}, {"blue": 1, "red": 0, "grey": 0}]
    states = [{"season": 1, "hands": hands}] * 2
    events: list[Any] = [[], [{"type": "stronger", "wrestler": "red", "weaker": ["blue"]}, {"type": "stronger", "wrestler": "grey", "weaker": ["blue"]}]]  # fmt: skip
    played = drawn("maskmen", states, [{0: {"type": "play", "wrestler": "red", "count": 2}}], events, players=3)
    assert [(m.step, m.measure) for m in maskmen.relations(played)] == [(1, 3)]


def test_the_chips_of_every_hand_add_up() -> None:
    """IP-15 after every hand, the pot carried on included; the last are those of the outcome."""
    game = find("indian-poker")
    for match in matches(game):
        played = played_of(match)
        hands = poker.hands(played)
        assert [hand.number for hand in hands] == list(range(1, match.state.hand + 1))
        assert hands[-1].after == played.outcome["stacks"]
        for hand in hands:
            assert sum(hand.after) + (hand.pot if hand.winner is None else 0) == 60
        for hand, after in pairwise(hands):
            assert hand.after == after.before


def test_a_fold_with_the_higher_card_is_worth_pot_and_penalty() -> None:
    """Folding a 10 against a 9; folding the lower card is none."""
    events: list[Any] = [
        [
            {"type": "hand", "hand": 1, "leader": 0, "ante": 1, "carried": 0},
            {"type": "dealt", "player": 0, "card": 10},
            {"type": "dealt", "player": 1, "card": 9},
        ],
        [{"type": "raised", "player": 0, "to": 3}],
        [{"type": "raised", "player": 1, "to": 8}],
        [
            {"type": "folded", "player": 0, "card": 10, "winner": 1, "pot": 11},
            {"type": "penalty", "player": 0, "chips": 10},
            {"type": "hand", "hand": 2, "leader": 1, "ante": 1, "carried": 0},
            {"type": "dealt", "player": 0, "card": 2},
            {"type": "dealt", "player": 1, "card": 3},
        ],
        [{"type": "folded", "player": 0, "card": 2, "winner": 1, "pot": 2}],
    ]
    played = drawn("indian-poker", [{}] * 5, [{0: {}}] * 4, events, options={"chips": 30})
    hands = poker.hands(played)
    assert [hand.after for hand in hands] == [[17, 43], [16, 44]]
    assert [(m.step, m.measure) for m in poker.better_folds(hands)] == [(3, 21)]
    assert [m.measure for m in poker.penalties(hands)] == [10]


def test_the_places_are_those_of_the_outcome() -> None:
    """Ranks as the rules give them; Loyalists have none, and those with a token stand first."""
    for game in GAMES:
        for match in matches(game):
            report = report_of(game, played_of(match))
            outcome = game.outcome(match.state)
            if "ranks" in outcome:
                assert [place.rank for place in report.places] == outcome["ranks"]
            if "tokens" in outcome:
                said = in_words(game, report, "en", NAMES[: match.players])["places"]
                first = said[: len(outcome["tokens"])]
                assert sorted(place["seat"] for place in first) == outcome["tokens"]
                assert {place["reward"] for place in first} == {"token of life"}
