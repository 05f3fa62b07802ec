"""The cases worked out by hand from the rules."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest

from mainmatch.core.errors import IllegalAction, InvalidAction
from mainmatch.core.game import State
from tests.games.infiltration.positions import GAME, shown

CASES: list[dict[str, Any]] = json.loads(Path(__file__).with_name("cases.json").read_text(encoding="utf-8"))


def start(case: dict[str, Any], seed: int) -> State:
    """The case's position, or the start of a match."""
    players, options = case["players"], case["options"]
    if case["state"] is None:
        return GAME.start(players, options, seed)
    state = GAME.blank(players, GAME.check_options(players, options), seed)
    GAME.read_state(state, case["state"])
    return state


def reached(case: dict[str, Any], seed: int) -> State:
    """The position after the case's decisions."""
    state = start(case, seed)
    for decision in case["decisions"]:
        for player, action in decision.items():
            GAME.apply(state, int(player), GAME.check_action(state, int(player), action))
    return state


def as_list(one_or_more: Any) -> list[Any]:
    """An action, or a list of them."""
    return one_or_more if isinstance(one_or_more, list) else [one_or_more]


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
            assert expected == GAME.actors(state)
        elif name == "legal":
            for player, actions in expected.items():
                assert in_any_order(actions) == in_any_order(GAME.legal_json(state, int(player)))
        elif name == "offered":
            legal = [a for seat in GAME.actors(state) for a in GAME.legal_json(state, seat)]
            assert all(a in legal for a in as_list(expected))
        elif name == "refused":
            for action in as_list(expected):
                for seat in GAME.actors(state):
                    with pytest.raises((IllegalAction, InvalidAction)):
                        GAME.check_action(state, seat, action)
        elif name == "outcome":
            assert expected == {k: GAME.outcome(state)[k] for k in expected}
        else:
            found = shown(state)[name]
            assert expected == (found if not isinstance(expected, dict) else {k: found[k] for k in expected})


@pytest.mark.parametrize("case", [c for c in CASES if c["state"]], ids=lambda c: c["name"])
def test_a_given_state_is_written_as_it_was_read(case: dict[str, Any]) -> None:
    """Exactly the fields of the data section, in their order; under `extra` the ledger."""
    written = shown(start(case, 1))
    assert json.dumps(case["state"]) == json.dumps({name: v for name, v in written.items() if name != "extra"})
