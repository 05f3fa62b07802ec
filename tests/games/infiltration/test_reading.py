"""Given positions: what is read, and why an impossible one is refused."""

from __future__ import annotations

import copy
import json
import random
from typing import Any

import pytest

from mainmatch.core.errors import InvalidState
from mainmatch.core.game import State
from tests.games.infiltration.positions import GAME, decide, drawn, read, shown

PIECES = "23 54 18"
EMPTY = drawn("xx xx xx", "vote", arrested=[]) | {
    "phase": "place",
    "candidates": None,
    "ballot": None,
    "counts": None,
    "counts_round": None,
}
"""Before anything is placed."""


def refusal(position: Any, **options: Any) -> InvalidState:
    """Why it cannot be read."""
    with pytest.raises(InvalidState) as refused:
        read(position, 1, 3, **options)
    return refused.value


WRONG: list[tuple[str, str | None, dict[str, Any]]] = [
    # field, clause, the position
    ("phase", None, drawn(PIECES, phase="over")),
    ("phase", None, drawn(PIECES) | {"phase": None}),
    ("mood", None, drawn(PIECES) | {"mood": 1}),
    ("round", "IN-12", drawn(PIECES, round=0)),
    ("round", "IN-12", drawn(PIECES, round=16, counts_round=15)),
    ("round", "IN-12", drawn(PIECES, round=True)),
    ("round", "IN-4", drawn(PIECES, "vote", round=1)),
    ("leader", "IN-11", drawn(PIECES, leader=3)),
    ("leader", "IN-11", drawn(PIECES, leader=None)),
    ("leader", "IN-3", drawn(PIECES, "vote", leader=1)),
    ("candidates", "IN-3", drawn(PIECES, candidates=[1])),
    ("candidates", "IN-3", drawn(PIECES, "vote", candidates=None)),
    ("candidates", "IN-3", drawn(PIECES, "vote", candidates=[0, 1])),
    ("candidates", "IN-3", drawn(PIECES, "vote", candidates=[1], ballot=2)),
    ("candidates", None, drawn(PIECES, "vote", candidates=[2, 1], ballot=2)),
    ("candidates[1]", "IN-3", drawn(PIECES, "vote", candidates=[1, 7], ballot=2)),
    ("ballot", "IN-3", drawn(PIECES, ballot=1)),
    ("ballot", "IN-3", drawn(PIECES, "vote", ballot=21)),
    ("pieces", None, drawn(PIECES) | {"pieces": []}),
    ("pieces[0]", None, drawn(PIECES) | {"pieces": [{"A": 1}, {}, {}]}),
    ("pieces[1].B", "IN-1", drawn("23 59 18", counts="11111001")),
    ("pieces[0].A", "IN-2", drawn("x3 54 18", counts="11111001", arrested=[])),
    ("pieces[0].A", "IN-7", drawn(PIECES, number=3, arrested=[[0, "A"]], counts="11111001")),
    ("arrested", "IN-7", drawn("x3 54 18", counts="11111001")),
    ("arrested", "IN-7", drawn(PIECES, arrested=None)),
    ("arrested[0]", "IN-7", drawn(PIECES, number=3, arrested=[[0, "C"]], counts="11111001")),
    ("arrested[1]", "IN-7", drawn("x3 54 18", number=3, arrested=[[0, "A"], [0, "A"]], counts="11111001")),
    ("arrested", "IN-12", drawn("xx xx xx", number=3, counts="11111001")),
    ("counts", "IN-10", drawn(PIECES, counts="1111100")),
    ("counts", "IN-10", drawn(PIECES, number=6, counts_round=5, counts="11111000")),
    ("counts", "IN-2", drawn(PIECES, number=3, counts="11111100")),
    ("pieces[0].A", "IN-2", drawn(PIECES, "vote") | {"phase": "place", "candidates": None, "ballot": None}),
    ("counts", "IN-2", EMPTY | {"counts": [0] * 8}),
    ("counts_round", "IN-2", EMPTY | {"counts_round": 0}),
    ("counts_round", "IN-10", drawn(PIECES, counts_round=5)),
    ("counts_round", "IN-10", drawn(PIECES, number=7, counts_round=0)),
    ("pieces", "IN-4", drawn(PIECES, counts="20111001")),
    ("pieces", "IN-4", drawn("88 54 18", "patrol", 2, counts="11111001")),
    ("declared", "IN-5", drawn(PIECES, declared=[0, 0, 0])),
    ("declared", None, drawn(PIECES, "patrol", declared=None)),
    ("declared[2]", "IN-5", drawn("23 54 1x", "patrol", 3, counts="11111001", declared=[2, 2, 2])),
    ("points[0]", "IN-8", drawn(PIECES, points=[1, 0, 0])),
    ("points[1]", "IN-8", drawn(PIECES, number=3, counts="11111001", points=[0, 5, 0])),
    ("points[1]", "IN-8", drawn(PIECES, number=3, counts="11111001", points=[0, -1, 0])),
    ("round_total", "IN-9", drawn(PIECES, round_total=0)),
    ("round_points", "IN-9", drawn(PIECES, round_points=[0, 0, 0])),
    ("round_points[0]", "IN-8", drawn("33 54 18", number=3, counts="11111001", round_points=[0, 0, 0], round_total=0)),
    ("round_total", "IN-9", drawn("33 54 18", number=3, counts="11111001", round_total=0)),
    ("last_patrol", "IN-6", drawn(PIECES, last_patrol={"zone": 3, "shown": []})),
    ("last_patrol", "IN-7", drawn(PIECES, number=3, counts="11111001", last_patrol={"zone": 3})),
    ("last_patrol.zone", "IN-6", drawn(PIECES, number=3, counts="11111001", last_patrol={"zone": 9, "shown": []})),
    ("last_patrol.shown", "IN-7", drawn(PIECES, number=3, counts="11111001", last_patrol={"zone": 3, "shown": []})),
    (
        "last_patrol.shown",
        "IN-7",
        drawn(PIECES, number=3, counts="11111001", last_patrol={"zone": 4, "shown": [[1, "B"], [0, "A"]]}),
    ),
    (
        "last_patrol.shown",
        "IN-7",
        drawn(PIECES, number=3, counts="11111001", last_patrol={"zone": 4, "shown": [[0, "A"], [1, "B"]]}),
    ),
    ("extra", None, drawn(PIECES, extra={"future": 1})),
    ("extra.tally", None, drawn(PIECES, extra={"tally": [1, 2]})),
    ("extra.committed[0]", None, drawn(PIECES, extra={"committed": [{"type": "jump"}, None, None]})),
    ("extra.committed[0]", "IN-4", drawn(PIECES, extra={"committed": [{"type": "patrol", "zone": 1}, None, None]})),
    ("extra.committed", None, drawn(PIECES, extra={"committed": [{"type": "move", "A": 0, "B": 0}] * 3})),
    ("extra.history", None, drawn(PIECES, extra={"history": []})),
]


@pytest.mark.parametrize(("field", "clause", "position"), WRONG, ids=lambda v: v if isinstance(v, str) else "")
def test_an_impossible_position_is_refused(field: str, clause: str | None, position: dict[str, Any]) -> None:
    """Naming the field and the clause."""
    error = refusal(position)
    assert (error.field, error.clause) == (field, clause)
    assert str(error).startswith(f"state.{field}")


def test_every_field_is_needed() -> None:
    """And no other is known."""
    for name in drawn(PIECES):
        position = drawn(PIECES)
        del position[name]
        assert refusal(position).field == name


def test_what_was_written_is_read_back_with_its_secrets() -> None:
    """At every step of random matches, sealed answers, ledger and all; and without `extra` the same position."""
    for seed in range(8):
        dice = random.Random(seed)
        players = 3 + seed % 6
        options = {"rounds": dice.choice([4, 24]), "declaration": dice.choice(["truthful", "bluff"])}
        options["score_reveal"] = dice.choice(["total", "individual"])
        full = GAME.check_options(players, options)
        state = GAME.start(players, options, seed)
        while not GAME.is_over(state):
            truth = json.loads(json.dumps(shown(state)))
            again = GAME.blank(players, full, 0)
            GAME.read_state(again, truth)
            again.seed, again.counter = state.seed, state.counter
            assert again == state
            bare = GAME.blank(players, full, 0)
            GAME.read_state(bare, {k: v for k, v in truth.items() if k != "extra"})
            assert {**shown(bare), "extra": None} == {**truth, "extra": None}
            seat = dice.choice(GAME.actors(state))
            GAME.apply(state, seat, dice.choice(GAME.legal(state, seat)))


# ---------------------------------------------------------------- the ledger of a given position
def two_rounds() -> State:
    """A match in its third round, with an arrest in the first."""
    state = decide(GAME.start(3, {}, 5), "place 2 3", "place 5 7", "place 6 8", *["vote 1"] * 3)
    return decide(state, "move + -", "move - 0", "move + 0", "patrol 3", *["move 0 0"] * 3, "patrol none")


CHANGES: list[tuple[str, str | None, tuple[Any, ...], Any]] = [
    # field, clause, where in the history, what is put there
    ("first", None, ("first",), 3),
    ("held", None, ("held",), True),
    ("declared", None, ("declared",), [[0, 0, 0]]),
    ("declared[1]", "IN-5", ("declared", 1), [1, 1, 1]),
    ("declared[1]", "IN-5", ("declared", 1), [2, 1, 3]),
    ("patrols[1]", "IN-6", ("patrols", 1), 9),
    ("shown[2]", "IN-7", ("shown", 2), [[1, "B"]]),
    ("shown[1]", "IN-7", ("shown", 1), [[0, "A"], [1, "B"]]),
    ("shown[1]", "IN-7", ("shown", 1), [[1, "A"]]),
    ("paths", None, ("paths",), []),
    ("paths[1]", None, ("paths", 1), [[5, 7]]),
    ("paths[1]", "IN-2", ("paths", 1, 0), [4, 7]),
    ("paths[1]", "IN-4", ("paths", 1, 0), [1, 7]),
    ("paths[1]", None, ("paths", 1, 2), [5, 7]),
    ("paths[0]", "IN-4", ("paths", 0, 2), [4, 2]),
    ("abroad[1]", "IN-8", ("abroad", 1), 1),
    ("abroad[1]", "IN-9", ("abroad", 1), None),
    ("abroad[0]", "IN-9", ("abroad", 0), 0),
]


@pytest.mark.parametrize(("field", "clause", "where", "value"), CHANGES, ids=lambda v: str(v)[:30])
def test_a_history_must_lead_to_the_position(
    field: str, clause: str | None, where: tuple[Any, ...], value: Any
) -> None:
    """Announcements and paths follow from one another."""
    position = copy.deepcopy(shown(two_rounds()))
    read(position)
    inner = position["extra"]["history"]
    for step in where[:-1]:
        inner = inner[step]
    inner[where[-1]] = value
    error = refusal(position)
    assert (error.field, error.clause) == (f"extra.history.{field}", clause)


def test_a_history_must_hold_the_count() -> None:
    """The opening count follows from the paths."""
    position = shown(two_rounds())
    position["counts"] = [1, 0, 1, 0, 1, 1, 1, 1]
    assert (refusal(position).field, refusal(position).clause) == ("counts", "IN-10")


def test_without_a_find_nobody_was_arrested() -> None:
    """Who is out was shown in some patrol of a whole history."""
    position = shown(two_rounds())
    history = position["extra"]["history"]
    history["patrols"][1] = None
    history["shown"][1].clear()
    assert (refusal(position).field, refusal(position).clause) == ("arrested", "IN-7")
