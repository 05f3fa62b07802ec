"""Every case holds through `mainmatch trace GAME --from FILE`, for several seeds."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest

from tests.cli.running import is_one_sentence, run

Case = dict[str, Any]
GAMES = {
    "indian_poker": "indian-poker",
    "infiltration": "infiltration",
    "loyalists": "loyalists-and-traitors",
    "maskmen": "maskmen",
    "middle_race": "middle-race",
}
CASES = [
    pytest.param(game, case, id=f"{game}: {case['name']}")
    for file, game in GAMES.items()
    for case in json.loads(Path(__file__).with_name(f"{file}.json").read_text(encoding="utf-8"))
]
SPECIAL = {"actors", "legal", "offered", "refused", "outcome"}


def written(action: Any) -> str:
    """An action as a text to compare."""
    return json.dumps(action, sort_keys=True)


def agrees(expected: Any, found: Any) -> bool:
    """Is the named part there? Objects by name, everything else exactly."""
    if isinstance(expected, dict) and isinstance(found, dict):
        return all(name in found and agrees(value, found[name]) for name, value in expected.items())
    return type(expected) is type(found) and expected == found


def trace(game: str, case: Case, decisions: list[Any], seed: int) -> Any:
    """Run a case with these decisions."""
    given = {"players": case["players"], "options": case["options"], "state": case["state"], "decisions": decisions}
    return run("trace", game, "--from", "-", "--seed", seed, stdin=json.dumps(given))


@pytest.mark.parametrize(("game", "case"), CASES)
def test_what_must_come_out_comes_out(game: str, case: Case) -> None:
    """The position after the last decision is as the case says, for every seed."""
    for seed in (0, 1, 2):
        ran = trace(game, case, case["decisions"], seed)
        assert (ran.code, ran.err) == (0, "")
        last = ran.lines[-1]
        expect = case["expect"]
        assert len(ran.lines) == len(case["decisions"]) + 2
        for name, value in expect.items():
            if name not in SPECIAL:
                assert agrees(value, last["state"][name]), (name, value, last["state"][name])
        if "actors" in expect:
            assert expect["actors"] == last["actors"]
        if "outcome" in expect:
            assert agrees(expect["outcome"], last["outcome"])
        for player, actions in expect.get("legal", {}).items():
            assert sorted(map(written, actions)) == sorted(map(written, last["legal"][player]))
        offered = {written(action) for actions in last["legal"].values() for action in actions}
        assert offered >= {written(action) for action in listed(expect.get("offered", []))}
        assert not offered & {written(action) for action in listed(expect.get("refused", []))}


@pytest.mark.parametrize(("game", "case"), [c for c in CASES if "refused" in c.values[1]["expect"]])  # type: ignore[index]
def test_what_is_refused_ends_with_code_2(game: str, case: Case) -> None:
    """A refused action, given as a decision, is answered with exit code 2 and one line."""
    last = trace(game, case, case["decisions"], 0).lines[-1]
    for action in listed(case["expect"]["refused"]):
        for actor in last["actors"]:
            others = {str(p): last["legal"][str(p)][0] for p in last["actors"] if p != actor}
            ran = trace(game, case, [*case["decisions"], {**others, str(actor): action}], 0)
            assert (ran.code, ran.out) == (2, "")
            assert is_one_sentence(ran)


def listed(actions: Any) -> list[Any]:
    """One action or several as a list."""
    return actions if isinstance(actions, list) else [actions]
