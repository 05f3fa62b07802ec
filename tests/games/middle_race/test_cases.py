"""The cases worked out by hand from the rules."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest

from mainmatch.core.errors import InvalidInput
from mainmatch.core.game import State
from tests.games.middle_race.positions import GAME, shown

FILE = Path(__file__).parents[2] / "cases" / "middle_race.json"
CASES: list[dict[str, Any]] = json.loads(FILE.read_text(encoding="utf-8"))


def begin(case: dict[str, Any], seed: int) -> State:
    """The case's position."""
    if case["state"] is None:
        return GAME.start(case["players"], case["options"], seed)
    state = GAME.blank(case["players"], GAME.check_options(case["players"], case["options"]), seed)
    GAME.read_state(state, case["state"])
    return state


def reached(case: dict[str, Any], seed: int) -> State:
    """The position after the case's decisions."""
    state = begin(case, seed)
    for decision in case["decisions"]:
        assert sorted(map(int, decision)) == GAME.actors(state)
        for player, action in decision.items():
            GAME.apply(state, int(player), GAME.check_action(state, int(player), action))
    return state


def in_any_order(actions: list[Any]) -> list[str]:
    """Actions to compare as sets."""
    return sorted(json.dumps(a, sort_keys=True) for a in actions)


@pytest.mark.parametrize("seed", [1, 2])
@pytest.mark.parametrize("case", CASES, ids=lambda c: c["name"])
def test_a_case_holds(case: dict[str, Any], seed: int) -> None:
    """What must come out does, whatever chance does on the way."""
    state = reached(case, seed)
    for name, expected in case["expect"].items():
        if name == "actors":
            assert GAME.actors(state) == expected
        elif name == "legal":
            for player, actions in expected.items():
                assert in_any_order(GAME.legal_json(state, int(player))) == in_any_order(actions)
        elif name == "offered":
            legal = [a for seat in GAME.actors(state) for a in GAME.legal_json(state, seat)]
            assert all(a in legal for a in (expected if isinstance(expected, list) else [expected]))
        elif name == "refused":
            for action in expected if isinstance(expected, list) else [expected]:
                for seat in GAME.actors(state):
                    with pytest.raises(InvalidInput):
                        GAME.check_action(state, seat, action)
        elif name == "outcome":
            assert {k: GAME.outcome(state)[k] for k in expected} == expected
        else:
            found = shown(state)[name]
            assert (found if not isinstance(expected, dict) else {k: found[k] for k in expected}) == expected


@pytest.mark.parametrize("case", [c for c in CASES if c["state"]], ids=lambda c: c["name"])
def test_a_given_state_is_written_as_it_was_read(case: dict[str, Any]) -> None:
    """Exactly the fields of the data section."""
    assert shown(begin(case, 0)) == case["state"]
