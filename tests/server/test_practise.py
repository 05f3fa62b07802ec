"""Practising: alone among bots that say why, in public only what everybody may know, at the end everything."""

from __future__ import annotations

import itertools
import json
from collections.abc import AsyncIterator
from pathlib import Path
from typing import Any

import pytest

from mainmatch.games import all_games
from mainmatch.server.limits import Limit, Limits
from tests.server.live import Live, Visitor, serving

Json = dict[str, Any]


@pytest.fixture
async def gym(tmp_path: Path) -> AsyncIterator[Live]:
    """A server with all games."""
    async with serving(tmp_path, games=all_games(), limits=Limits(requests=Limit(10_000, 1_000))) as running:
        yield running


async def begin(gym: Live, game: str, **wanted: Any) -> Visitor:
    """Somebody practises."""
    ann = await gym.host(game=game, practise=True, bots="normal", **wanted)
    await ann.command("start")
    return ann


async def my_turn(ann: Visitor) -> Json:
    """The room once Ann owes a decision, or the match is over."""
    while True:
        seen = await ann.look()
        if seen["table"]["over"] or seen["table"]["decision"]:
            return seen
        await ann.get(f"/api/rooms/{ann.code}/events?wait=20&version={seen['version']}")


async def play(ann: Visitor, most: int = 400) -> list[Json]:
    """Ann follows the advice to the end; what she was advised."""
    advised = []
    for _ in range(most):
        seen = await my_turn(ann)
        if seen["table"]["over"]:
            return advised
        found = await ann.get(f"/api/rooms/{ann.code}/advice")
        assert found["decision"] == seen["table"]["decision"]["id"]
        advised.append(found)
        await ann.decide(found["action"])
    raise AssertionError("the match did not end")


def reasons(seen: Json) -> list[Json]:
    """The remarks of the bots in somebody's log."""
    items = seen["events"]["items"]
    return [item["note"] for item in items if item.get("note", {}).get("type") == "reason"]


async def test_bots_say_why_and_at_the_end_everything(gym: Live) -> None:
    """A match of Indian Poker by advice: remarks of public facts meanwhile, the odds at the end."""
    ann = await begin(gym, "indian-poker", options={"chips": 6, "fold_penalty": 0})
    assert (await ann.look())["room"]["practise"]
    early = await ann.refused_get(f"/api/rooms/{ann.code}/matches/1/reasons")
    assert early in ("already_playing", "still_playing")
    advised = await play(ann)
    assert advised
    assert all(found["reasons"] for found in advised)
    said = reasons(await ann.look())
    assert {note["seat"] for note in said} <= {1}
    items = (await ann.look())["events"]["items"]
    after = [items[i + 1]["event"] for i, item in enumerate(items) if item.get("note", {}).get("type") == "reason"]
    assert {event["type"] for event in after} <= {"raised", "called", "folded"}
    assert {event["player"] for event in after} <= {1}
    assert all(reason["key"] in ("size", "price", "too_dear") for note in said for reason in note["reasons"])
    whole = await ann.get(f"/api/rooms/{ann.code}/matches/1/reasons")
    assert {row["seat"] for row in whole["reasons"]} == {1}
    replay = await ann.get(f"/api/rooms/{ann.code}/matches/1/replay?as=1")
    for row in whole["reasons"]:
        then = [step["decision"] for step in replay["steps"] if step["step"] == row["step"] + 1]
        assert [(made["seat"], made["action"]) for made in then] == [(1, row["action"])]
    assert {reason["key"] for row in whole["reasons"] for reason in row["reasons"]} <= {
        "odds", "open", "bluff", "worth", "insure", "poor", "hopeless", "doubt", "risk",
    }  # fmt: skip


@pytest.mark.parametrize("game", ["maskmen", "infiltration", "loyalists-and-traitors", "middle-race"])
async def test_a_remark_is_the_same_to_everybody(gym: Live, game: str) -> None:
    """Whoever watches hears of the bots' reasons what the practising person hears: so none can hold a secret of a seat."""
    ann = await begin(gym, game)
    seen: Json = {}
    for number in itertools.count():
        seen = await my_turn(ann)
        if seen["table"]["over"] or (number > 5 and reasons(seen)):
            break
        await ann.decide((await ann.get(f"/api/rooms/{ann.code}/advice"))["action"])
    watcher = gym.visitor()
    watcher.code = ann.code
    assert reasons(await watcher.look()) == reasons(seen)
    assert reasons(seen)
    keys = json.dumps(reasons(seen))
    for private in (
        "keep",
        "stuck",
        "finish",
        "unbeaten",
        "sure",
        "crowd",
        "hide",
        "strike",
        "least",
        "spare",
        "friend",
        "trust",
    ):
        assert f'"{private}"' not in keys


async def test_a_sealed_decision_shows_the_moment_before_all_of_them(gym: Live) -> None:
    """Everybody moves at once at Infiltration: the replay's step is that before the first of them."""
    ann = await begin(gym, "infiltration", players=3, options={"rounds": 2})
    await play(ann)
    whole = await ann.get(f"/api/rooms/{ann.code}/matches/1/reasons")
    placed = [row for row in whole["reasons"] if row["action"]["type"] == "place"]
    assert sorted((row["seat"], row["step"]) for row in placed) == [(1, 0), (2, 0)]
    replay = await ann.get(f"/api/rooms/{ann.code}/matches/1/replay")
    made = [(step["step"], step["decision"]["seat"], step["decision"]["action"]) for step in replay["steps"][1:]]
    patrolled = [row for row in whole["reasons"] if row["action"]["type"] == "patrol"]
    assert patrolled
    assert all((row["step"] + 1, row["seat"], row["action"]) in made for row in patrolled)


async def test_nobody_else_sits_down_while_somebody_practises(gym: Live) -> None:
    """Others may watch; the host ends practising between matches, then they may sit."""
    ann = await gym.host(game="maskmen", practise=True)
    ben = gym.visitor()
    ben.code = ann.code
    assert await ben.refused(f"/api/rooms/{ann.code}/join", {"name": "Ben"}) == "practising"
    await ann.command("start")
    assert await ben.refused(f"/api/rooms/{ann.code}/join", {"name": "Ben", "seat": 1}) == "practising"
    assert (await ben.look())["seat"] is None
    await ann.command("leave")
    assert await ben.refused_get(f"/api/rooms/{ann.code}/advice") == "not_seated"


async def test_practising_ends_by_the_host(gym: Live) -> None:
    """And does not begin where others sit."""
    ann = await gym.host(game="maskmen", practise=True)
    await ann.command("configure", practise=False)
    ben = await gym.guest(ann.code, "Ben")
    assert await ann.command_refused("configure", practise=True) == "practising"
    assert await ben.refused_get(f"/api/rooms/{ann.code}/advice") == "not_practising"
    assert await ben.refused_get(f"/api/rooms/{ann.code}/matches/1/reasons") == "not_practising"


async def test_advice_needs_a_decision(gym: Live) -> None:
    """One clear refusal for each thing that is missing; the same question has the same answer."""
    ann = await gym.host(game="maskmen", practise=True, options={"first_host": 0})
    path = f"/api/rooms/{ann.code}/advice"
    assert await ann.refused_get(path) == "not_playing"
    await ann.command("start")
    assert await gym.visitor().refused_get(path) == "not_seated"
    first = await ann.get(path)
    assert await ann.get(path) == first
    assert first["action"] in (await ann.look())["table"]["decision"]["legal"]


async def test_remarks_are_still_there_after_a_restart(tmp_path: Path) -> None:
    """They are stored with the decision that they explain."""
    async with serving(tmp_path, games=all_games()) as gym:
        ann = await begin(gym, "maskmen", options={"first_host": 0})
        before: list[Json] = []
        while not before:
            await my_turn(ann)
            await ann.decide()
            before = reasons(await my_turn(ann))
    async with serving(tmp_path, games=all_games()) as again:
        ann.address = again.address
        after = reasons(await ann.look())
        assert after[: len(before)] == before
        assert (await ann.look())["room"]["practise"]
