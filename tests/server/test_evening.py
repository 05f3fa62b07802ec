"""The running score of an evening: who has won how often, across games, names and devices."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest

from mainmatch.server.evening import evening, results_of
from tests.server.live import Live, Visitor, serving

Json = Any


def match(number: int, names: list[str], ranks: list[int], status: str = "over") -> Json:
    """A row of `matches`."""
    return {
        "id": f"BCDFGH.{number}",
        "number": number,
        "game": "maskmen",
        "players": len(names),
        "names": json.dumps(names),
        "status": status,
        "outcome": json.dumps({"ranks": ranks}) if status == "over" else None,
        "ended_at": number,
    }


def holder(number: int, person: str, seat: int) -> Json:
    """A row of `holders`."""
    return {"match": f"BCDFGH.{number}", "person": person, "seat": seat}


def note(number: int, kind: str, seat: int) -> Json:
    """A row of `room_events`."""
    return {"match": f"BCDFGH.{number}", "note": json.dumps({"type": kind, "seat": seat, "name": "?"})}


def wins(score: Json) -> dict[str, tuple[int, int]]:
    """Wins and matches by name, in their order."""
    return {row["name"]: (row["wins"], row["played"]) for row in score["people"]}


@pytest.mark.parametrize(
    ("outcome", "places", "won"),
    [
        ({"ranks": [2, 1, 2]}, [2, 1, 2], [1]),
        ({"ranks": [1, 1, 3], "winners": [0, 1]}, [1, 1, 3], [0, 1]),
        ({"winner": 2, "stacks": [0, 0, 9]}, [2, 2, 1], [2]),
        ({"winner": None, "stacks": [3, 3, 3]}, [None] * 3, []),
        ({"winner": "traitors", "tokens": [0, 2], "death_match": [1]}, [None] * 3, [0, 2]),
        ({"sums": [1, 2, 3]}, [None] * 3, []),
        (None, [None] * 3, []),
    ],
)
def test_places_and_wins_are_read_from_every_kind_of_outcome(outcome: Json, places: Json, won: Json) -> None:
    """Ranks, winners, one winner, a draw, sides, and games that say none of it."""
    found = results_of(outcome, 3)
    assert [r.place for r in found] == places
    assert [seat for seat in range(3) if found[seat].won] == won


def test_a_person_is_one_row_under_its_latest_name() -> None:
    """A new name keeps the row; the old name is then free for somebody else."""
    score = evening(
        [match(1, ["Ann", "Ben"], [1, 2]), match(2, ["Bea", "Ann"], [1, 2])],
        [holder(1, "a", 0), holder(1, "b", 1), holder(2, "a", 0), holder(2, "c", 1)],
        [],
    )
    assert wins(score) == {"Bea": (2, 2), "Ben": (0, 1), "Ann": (0, 1)}
    assert score["people"][1]["results"] == [{"place": 2, "won": False}, None]


def test_a_seat_that_moved_to_another_device_stays_one_row() -> None:
    """Two keys, one name."""
    score = evening(
        [match(1, ["Ann", "Ben"], [1, 2]), match(2, ["Ann", "Ben"], [2, 1])],
        [holder(1, "a", 0), holder(1, "b", 1), holder(2, "a", 0), holder(2, "phone", 0), holder(2, "b", 1)],
        [],
    )
    assert wins(score) == {"Ann": (1, 2), "Ben": (1, 2)}


def test_who_left_gets_nothing_from_the_bot_that_played_on_and_who_took_over_gets_its_own() -> None:
    """The seat's last player counts."""
    held = [holder(1, "a", 0), holder(1, "b", 1), holder(2, "a", 0), holder(2, "b", 1), holder(2, "c", 1)]
    score = evening(
        [match(1, ["Bot 1", "Ben"], [1, 2]), match(2, ["Ann", "Cat"], [2, 1])],
        held,
        [note(1, "left", 0), note(2, "left", 1), note(2, "took_seat", 1)],
    )
    assert wins(score) == {"Bot 1": (1, 1), "Cat": (1, 1), "Ben": (0, 1), "Ann": (0, 1)}
    assert [row["bot"] for row in score["people"]] == [True, False, False, False]


def test_a_person_with_a_bots_name_is_no_bot() -> None:
    """Bots and people of one name are two rows."""
    score = evening([match(1, ["Bot 2", "Bot 2"], [1, 2])], [holder(1, "a", 0)], [])
    assert [(row["bot"], row["wins"]) for row in score["people"]] == [(False, 1), (True, 0)]


def test_matches_without_a_result_do_not_count() -> None:
    """Stopped and running ones."""
    rows = [match(1, ["Ann"], [1], "stopped"), match(2, ["Ann"], [1]), match(3, ["Ann"], [1], "playing")]
    score = evening(rows, [holder(n, "a", 0) for n in (1, 2, 3)], [])
    assert [m["match"] for m in score["matches"]] == [2]
    assert wins(score) == {"Ann": (1, 1)}


async def play_to_the_end(people: list[Visitor]) -> None:
    """Whoever owes a decision makes it, until the match is over."""
    while not (await people[0].look())["table"]["over"]:
        for one in people:
            table = (await one.look())["table"]
            if not table["over"] and table["decision"] is not None:
                await one.decide()


async def test_the_score_of_a_room_goes_on_over_a_restart_and_says_nothing_of_a_match_in_progress(
    tmp_path: Path,
) -> None:
    """From what is stored; for everybody who has the code; without keys."""
    async with serving(tmp_path) as live:
        ann = await live.host(players=2, options={"rounds": 1})
        ben = await live.guest(ann.code, "Ben")
        assert (await ann.get(f"/api/rooms/{ann.code}/evening"))["people"] == []
        await ann.command("start")
        assert (await ann.get(f"/api/rooms/{ann.code}/evening"))["matches"] == []
        await play_to_the_end([ann, ben])
        await ben.command("rename", name="Benny")
        await ann.command("start")
        await play_to_the_end([ann, ben])
        await ann.command("start")
        before = await ann.get(f"/api/rooms/{ann.code}/evening")
    assert [m["match"] for m in before["matches"]] == [1, 2]
    assert {row["name"]: row["played"] for row in before["people"]} == {"Ann": 2, "Benny": 2}
    async with serving(tmp_path) as live:
        stranger: Visitor = live.visitor()
        after = await stranger.get(f"/api/rooms/{ann.code}/evening")
    assert {**after, "time": 0} == {**before, "time": 0}
    assert set(after["people"][0]) == {"name", "bot", "played", "wins", "results"}


async def test_a_room_that_is_not_there_has_no_score(live: Live) -> None:
    """Refused like every question about it."""
    answer = await live.visitor().ask("GET", "/api/rooms/BCDFGH/evening")
    assert (answer.status_code, answer.json()["error"]["code"]) == (404, "no_such_room")
