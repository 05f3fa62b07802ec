"""Given positions: what is read is what was written, and what cannot be is refused by field and clause."""

from __future__ import annotations

import json
import random
from typing import Any

import pytest

from mainmatch.core.errors import InvalidState
from mainmatch.core.game import State
from tests.games.middle_race.positions import GAME, options_by, position_by, race, read, shown

RACE = race({1: 9, 4: 12, 9: 3, 10: 7, 11: 5}, 1)
"""Gravity's turn in the second lap; nobody sleeps."""
VOTE: dict[str, Any] = RACE | dict.fromkeys(shown(GAME.start(4)))
VOTE = VOTE | {"phase": "vote", "candidates": [0, 1, 2, 3, 4], "ballot": 1, "characters": [None] * 5}
NOMINATE = VOTE | {"phase": "nominate", "candidates": None, "ballot": None, "pick_order": [None, None, 3, 0, 1]}
PICK = NOMINATE | {"phase": "pick", "pick_order": [4, 2, 3, 0, 1], "characters": [None, None, None, None, 6]}


def known(state: State) -> dict[str, Any]:
    """A state without its chance."""
    return {k: v for k, v in state.dump().items() if k not in ("seed", "counter")}


@pytest.mark.parametrize("draft", ["nominate", "random"])
@pytest.mark.parametrize("players", [4, 7, 11])
def test_every_state_of_a_match_is_read_as_it_was_written(players: int, draft: str) -> None:
    """In the middle of a vote and of effects, too."""
    for seed in range(4):
        dice = random.Random(seed)
        options = GAME.check_options(players, options_by(dice, draft=draft, max_laps=12))
        state = GAME.start(players, options, seed)
        while not GAME.is_over(state):
            again = GAME.blank(players, options, 0)
            GAME.read_state(again, json.loads(json.dumps(GAME.state_json(state))))
            assert known(again) == known(state)
            seat = dice.choice(GAME.actors(state))
            GAME.apply(state, seat, dice.choice(GAME.legal(state, seat)))


def test_positions_with_unmet_conditions_are_read() -> None:
    """MR-27 can leave such."""
    for seed in range(300):
        position = position_by(random.Random(seed))
        assert shown(read(position)) == position


WRONG: list[tuple[dict[str, Any], dict[str, Any], str, str | None]] = [
    (RACE, {"speed": 1}, "speed", None),
    (RACE, {"phase": "over"}, "phase", None),
    (RACE, {"phase": "sprint"}, "phase", None),
    (RACE, {"candidates": [0, 1]}, "candidates", "MR-1"),
    (RACE, {"ballot": 1}, "ballot", "MR-1"),
    (RACE, {"pick_order": [0, 1, 2, 3, 4]}, "pick_order", "MR-2"),
    (RACE, {"characters": [11, 10, 9, 4]}, "characters", "MR-3"),
    (RACE, {"characters": [11, 10, 9, 4, None]}, "characters", "MR-3"),
    (RACE, {"characters": [11, 10, 9, 4, 4]}, "characters[4]", "MR-3"),
    (RACE, {"characters": [11, 10, 9, 4, 12]}, "characters[4]", "MR-3"),
    (RACE, {"squares": None}, "squares", "MR-4"),
    (RACE, {"squares": RACE["squares"] | {"2": 4}}, "squares", "MR-4"),
    (RACE, {"squares": RACE["squares"] | {"1": 32}}, "squares.1", "MR-4"),
    (RACE, {"squares": RACE["squares"] | {"1": -1}}, "squares.1", "MR-4"),
    (RACE, {"squares": RACE["squares"] | {"1": True}}, "squares.1", "MR-4"),
    (RACE, {"squares": RACE["squares"] | {"4": 31}}, "finish_order", "MR-4"),
    (RACE, {"finish_order": [4]}, "finish_order", "MR-4"),
    (RACE, {"finish_order": "4"}, "finish_order", "MR-4"),
    (race({1: 9, 4: 31, 7: 31, 11: 31}, 1), {}, "finish_order", "MR-28"),
    (race({1: 31, 4: 31, 7: 3, 11: 1}, 7), {"finish_order": [1, 1]}, "finish_order", "MR-4"),
    (RACE, {"hands": RACE["hands"] | {"1": [0, 1]}}, "hands.1", "MR-5"),
    (RACE, {"hands": RACE["hands"] | {"1": [2, 1]}}, "hands.1", "MR-5"),
    (RACE, {"hands": RACE["hands"] | {"1": [1, 1]}}, "hands.1", "MR-5"),
    (RACE, {"hands": RACE["hands"] | {"1": 7}}, "hands.1", "MR-5"),
    (RACE, {"hands": RACE["hands"] | {"4": []}}, "hands.4", "MR-6"),
    (RACE, {"hands": RACE["hands"] | {"9": [1, 2]}, "hidden_hands": [9]}, "hands.9", "MR-13"),
    (RACE, {"hands": RACE["hands"] | {"4": [1]}, "hidden_hands": [4]}, "hidden_hands", "MR-31"),
    (RACE, {"hidden_hands": [2]}, "hidden_hands", "MR-31"),
    (race({1: 9, 7: 3, 9: 1, 11: 5}, 1, hands={7: [1]}), {"hidden_hands": [7]}, "hidden_hands", "MR-31"),
    (RACE, {"last_designated": RACE["last_designated"] | {"9": 1}}, "last_designated.9", "MR-9"),
    (RACE, {"last_designated": RACE["last_designated"] | {"1": 1}}, "last_designated.1", "MR-9"),
    (RACE, {"last_designated": RACE["last_designated"] | {"1": 2}}, "last_designated.1", "MR-9"),
    (RACE, {"asleep": 2}, "asleep", "MR-20"),
    (RACE, {"asleep": 9}, "asleep", "MR-20"),
    (race({1: 9, 7: 3, 9: 1, 11: 5}, 1), {"asleep": 7}, "asleep", "MR-20"),
    (race({1: 9, 4: 3, 9: 1, 10: 31}, 1, last={10: 4}), {"asleep": 4}, "asleep", "MR-20"),
    (RACE, {"quick_ahead": 1}, "quick_ahead", "MR-21"),
    (RACE, {"quick_ahead": 5}, "quick_ahead", "MR-21"),
    (RACE, {"quick_ahead": None}, "quick_ahead", "MR-21"),
    (race({1: 9, 4: 3, 9: 1, 10: 4}, 1), {"quick_ahead": 1}, "quick_ahead", "MR-21"),
    (RACE, {"turn": 2}, "turn", "MR-5"),
    (RACE, {"turn": None}, "turn", "MR-5"),
    (race({1: 31, 4: 3, 9: 1, 10: 4}, 4), {"turn": 1}, "turn", "MR-26"),
    (RACE, {"lap": 0}, "lap", "MR-29"),
    (RACE, {"lap": 101}, "lap", "MR-29"),
    (RACE, {"chain": -1}, "chain", "MR-27"),
    (RACE, {"chain": 3}, "chain", "MR-27"),
    (RACE | {"turn": 10}, {"chain": 400}, "chain", "MR-27"),
    (RACE, {"asked": None}, "asked", "MR-6"),
    (RACE, {"asked": "sing"}, "asked", "MR-6"),
    (RACE, {"asked": "silence"}, "asked", "MR-20"),
    (RACE | {"turn": 10, "asked": "silence"}, {"chain": 1}, "chain", "MR-27"),
    (RACE, {"asked": "renew"}, "asked", "MR-19"),
    (RACE | {"turn": 9}, {"asked": "renew"}, "asked", "MR-19"),
    (RACE, {"asked": "push"}, "asked", "MR-23"),
    (RACE, {"extra": {"pending": []}}, "extra.pending", "MR-6"),
    (RACE, {"extra": {"weather": 1}}, "extra.weather", None),
    (RACE, {"extra": [1]}, "extra", None),
    (RACE, {"extra": {"cut_from": {"1": [1, 2]}}}, "extra.cut_from", "MR-31"),
    (RACE, {"extra": {"votes": [None] * 5}}, "extra.votes", "MR-1"),
    (VOTE, {"candidates": [0, 1, 2, 3]}, "candidates", "MR-1"),
    (VOTE, {"candidates": [0], "ballot": 2}, "candidates", "MR-1"),
    (VOTE, {"candidates": [0, 5], "ballot": 2}, "candidates", "MR-1"),
    (VOTE, {"candidates": [1, 0], "ballot": 2}, "candidates", "MR-1"),
    (VOTE, {"ballot": 4}, "ballot", "MR-1"),
    (VOTE, {"ballot": None}, "ballot", "MR-1"),
    (VOTE, {"pick_order": [None] * 5}, "pick_order", "MR-2"),
    (VOTE, {"turn": 1}, "turn", "MR-3"),
    (VOTE, {"characters": [1, None, None, None, None]}, "characters[0]", "MR-3"),
    (NOMINATE, {"pick_order": [None, 2, 3, 0, 1]}, "pick_order", "MR-2"),
    (NOMINATE, {"pick_order": [None] * 5}, "pick_order", "MR-2"),
    (NOMINATE, {"pick_order": [None, None, 3, 3, 1]}, "pick_order", "MR-2"),
    (NOMINATE, {"pick_order": [None, 3, None, 0, 1]}, "pick_order", "MR-2"),
    (NOMINATE, {"pick_order": None}, "pick_order", "MR-2"),
    (PICK, {"pick_order": [None, 2, 3, 0, 1]}, "pick_order", "MR-2"),
    (PICK, {"characters": [None, None, 6, None, None]}, "characters", "MR-3"),
    (PICK, {"characters": [1, 2, 3, 4, 5]}, "characters", "MR-3"),
]


@pytest.mark.parametrize(("position", "changes", "field", "clause"), WRONG)
def test_an_impossible_position_is_refused(
    position: dict[str, Any], changes: dict[str, Any], field: str, clause: str | None
) -> None:
    """By field and clause; nothing but the change is wrong."""
    players = len(position["characters"])
    draft = "random" if position["phase"] == "race" else "nominate"
    if changes:
        read(position, draft=draft)
    with pytest.raises(InvalidState) as error:
        read(position | changes, players=players, draft=draft)
    assert (error.value.field, error.value.clause) == (field, clause)


@pytest.mark.parametrize("field", list(RACE))
def test_a_missing_field_is_refused(field: str) -> None:
    """Every field of the data section must be there."""
    with pytest.raises(InvalidState) as error:
        read({k: v for k, v in RACE.items() if k != field}, players=5, draft="random")
    assert error.value.field == field


def test_the_draft_of_a_random_match_does_not_exist() -> None:
    """With draft = random the match starts with the race."""
    for position in (VOTE, NOMINATE, PICK):
        with pytest.raises(InvalidState, match="MR-3"):
            read(position, draft="random")


def test_a_pending_effect_must_fit_its_question() -> None:
    """Dumped states carry them under extra; a changed dump is checked."""
    state = read(race({1: 10, 4: 9, 6: 10, 8: 20, 11: 4}, 1))
    seat = GAME.actors(state)[0]
    GAME.apply(state, seat, GAME.check_action(state, seat, {"type": "gravity", "card": 4, "target": 8}))
    good = json.loads(json.dumps(GAME.state_json(state)))
    assert known(read(good)) == known(state)
    extra = good["extra"]
    wrong: list[dict[str, Any]] = [
        {"letter": "b"},
        {"stride": 9},
        {"stride": 1},
        {"partner": 4},
        {"newest": None},
        {"newest": extra["newest"] | {"step": 7}},
        {"newest": extra["newest"] | {"by_other": 1}},
        {"newest": extra["newest"] | {"distance": 0}},
        {"pending": [{"character": 3, "amount": 1}]},
        {"pending": [{"character": 8, "amount": 0}]},
        {"pending": [{"character": 4}]},
        {"pending": None},
    ]
    for change in wrong:
        with pytest.raises(InvalidState):
            read(good | {"extra": extra | change})
    for name in extra:
        with pytest.raises(InvalidState):
            read(good | {"extra": {k: v for k, v in extra.items() if k != name}})
    for question in ("one", "push", "reset", "keep", "renew"):
        with pytest.raises(InvalidState):
            read(good | {"asked": question})
