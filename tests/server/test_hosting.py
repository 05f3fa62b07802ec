"""Pausing, taking back, lending: what the people at a table agree on around the play, and what nobody learns by it."""

from __future__ import annotations

import asyncio
from pathlib import Path
from typing import Any

import pytest

from mainmatch.core.chance import rng
from mainmatch.core.match import Match
from mainmatch.games import all_games, find
from mainmatch.server.hosting import HOST_GONE_MS
from tests.server.live import Live, Visitor, command_id, serving, told

Json = Any
REAL = all_games()


async def notes(visitor: Visitor) -> list[Json]:
    """The notes that somebody has received, oldest first."""
    return [item["note"] for item in (await visitor.look())["events"]["items"] if "note" in item]


async def table_of(visitor: Visitor) -> Json:
    """The match as somebody sees it."""
    return (await visitor.look())["table"]


# ---------------------------------------------------------------- sealed choices
async def infiltrators(live: Live) -> list[Visitor]:
    """Three people at Infiltration, whose agents are still to be placed."""
    ann = await live.host(game="infiltration", players=3, clock={"pace": "slow"})
    others = [await live.guest(ann.code, name) for name in ("Ben", "Cat")]
    await ann.command("start")
    return [ann, *others]


async def test_a_sealed_choice_is_taken_back_until_all_have_sealed(tmp_path: Path) -> None:
    """It is open again under a new id; a stale tab cannot use the old one; after the last has sealed it is too late."""
    async with serving(tmp_path, games=REAL) as live:
        ann, ben, cat = await infiltrators(live)
        await ann.decide({"type": "place", "A": 1, "B": 3})
        table = await table_of(ann)
        assert (table["sealed"], table["decision"], table["submitted"]) == ("1.0.1", None, [0])
        assert (await table_of(ben))["sealed"] is None
        assert await ben.command_refused("unseal", decision="1.0.1") == "not_sealed"
        table = (await ann.command("unseal", decision="1.0.1"))["table"]
        assert (table["sealed"], table["decision"]["id"], table["submitted"]) == (None, "1.0.2", [])
        assert table["decision"]["due"] == (await table_of(ben))["decision"]["due"]
        place = {"type": "place", "A": 2, "B": 4}
        assert await ann.command_refused("decide", decision="1.0.1", action=place) == "decision_closed"
        await ann.command("decide", decision="1.0.2", action=place)
        await ben.decide({"type": "place", "A": 5, "B": 7})
        assert (await table_of(ben))["sealed"] == "1.1.1"
        await ann.command("unseal", decision="1.0.2")
        assert (await table_of(ann))["submitted"] == [1]
        await ann.command("decide", decision="1.0.3", action=place)
        await cat.decide({"type": "place", "A": 1, "B": 3})
        assert (await table_of(ann))["sealed"] is None
        assert await ann.command_refused("unseal", decision="1.0.3") == "not_sealed"
        frames = live.room(ann.code).table
        assert frames is not None
        match = Match.load(frames.match_file() | {"decisions": frames.match_file()["decisions"]}, find)
        assert [seat for seat, _ in match.decisions] == [1, 0, 2]


async def test_others_learn_only_that_it_is_owed_again(tmp_path: Path) -> None:
    """Two truths, one appearance: what is sealed, taken back and sealed anew never reaches anybody else."""
    heard: list[list[Json]] = []
    for first, second in (({"A": 1, "B": 3}, {"A": 2, "B": 4}), ({"A": 6, "B": 8}, {"A": 5, "B": 7})):
        path = tmp_path / str(first["A"])
        path.mkdir()
        async with serving(path, games=REAL) as live:
            ann, ben, _ = await infiltrators(live)
            eve = live.visitor_of(ann.code)
            seen: list[Json] = []
            for step in ("seal", "unseal", "seal"):
                if step == "seal":
                    await ann.decide({"type": "place", **(first if not seen else second)})
                else:
                    await ann.command("unseal", decision="1.0.1")
                for visitor in (ben, eve):
                    snapshot = await visitor.look()
                    table = {k: v for k, v in snapshot["table"].items() if k != "commitment"}
                    seen.append([table, snapshot["events"]["items"]])
            heard.append(seen)
    assert heard[0] == heard[1]


async def test_unsealed_choices_survive_a_restart(tmp_path: Path) -> None:
    """The same log, the same open ids, the same sealed choices of the others."""
    async with serving(tmp_path, games=REAL) as live:
        ann, ben, cat = await infiltrators(live)
        await ben.decide({"type": "place", "A": 5, "B": 7})
        await ann.decide({"type": "place", "A": 1, "B": 3})
        await ann.command("unseal", decision="1.0.1")
        await ann.decide({"type": "place", "A": 2, "B": 4})
        await ben.command("unseal", decision="1.1.1")
        before = [(await v.look()) for v in (ann, ben, cat)]
    async with serving(tmp_path, games=REAL) as live:
        for visitor, snapshot in zip((ann, ben, cat), before, strict=True):
            visitor.address = live.address
            now = await visitor.look()
            assert now["table"] == snapshot["table"]
            assert now["events"] == snapshot["events"]
        assert (await table_of(ben))["decision"]["id"] == "1.1.2"
        await ben.decide({"type": "place", "A": 6, "B": 8})
        await cat.decide({"type": "place", "A": 1, "B": 3})
        assert (await table_of(ann))["headline"]["key"] != "place"


async def test_a_choice_that_told_something_stays_sealed(live: Live) -> None:
    """In this game everybody hears that a bid was made."""
    ann = await live.host(players=2)
    await live.guest(ann.code, "Ben")
    await ann.command("start")
    await ann.decide()
    assert (await table_of(ann))["sealed"] is None


# ---------------------------------------------------------------- the last decision
async def nodding(live: Live, **wanted: Json) -> list[Visitor]:
    """Three people of whom the first has just nodded."""
    ann = await live.host(players=3, options={"rounds": 5}, **wanted)
    others = [await live.guest(ann.code, name) for name in ("Ben", "Cat")]
    await ann.command("start")
    for visitor in (ann, *others):
        await visitor.decide()
    await ann.decide({"type": "nod"})
    return [ann, *others]


async def test_the_last_decision_is_taken_back_when_everybody_agrees(live: Live) -> None:
    """It is open again with its whole time, under a new id; the log says so and keeps what was said."""
    ann, ben, cat = await nodding(live, clock={"pace": "slow"})
    before = await table_of(ann)
    assert before["retractable"] is True
    assert (await table_of(ben))["retractable"] is False
    live.time.pass_s(5)
    assert (await ann.command("ask_take_back"))["room"]["asked"] == {"seat": 0, "waiting": [1, 2]}
    assert (await ben.command("agree"))["room"]["asked"] == {"seat": 0, "waiting": [2]}
    after = await cat.command("agree")
    assert after["room"]["asked"] is None
    table = await table_of(ann)
    assert (table["decision"]["id"], [a["seat"] for a in table["actors"]]) == ("1.0.3", [0])
    assert table["decision"]["due"] == live.time.now() + 150_000
    assert [n["type"] for n in await notes(ben)][-2:] == ["asks_take_back", "taken_back"]
    assert len(told(await _tab(ann), "nodded")) == 1
    await ann.decide({"type": "nod"})
    assert len(told(await _tab(ann), "nodded")) == 2


async def _tab(visitor: Visitor) -> Any:
    async with visitor.tab() as tab:
        await tab.until(lambda t: t.items)
        return tab


async def test_one_who_declines_is_enough(live: Live) -> None:
    """And whoever asked may ask no more."""
    ann, ben, _ = await nodding(live)
    await ann.command("ask_take_back")
    await ben.command("decline")
    assert (await notes(ann))[-1] == {"type": "keeps_decision", "seat": 1}
    assert await ben.command_refused("agree") == "nothing_asked"
    await ann.command("ask_take_back")
    await ann.command("decline")
    assert (await ann.look())["room"]["asked"] is None


async def test_whoever_acts_ends_the_request(live: Live) -> None:
    """Then nothing can be taken back any more."""
    ann, ben, cat = await nodding(live)
    await ann.command("ask_take_back")
    await ben.decide({"type": "nod"})
    assert (await ann.look())["room"]["asked"] is None
    assert await cat.command_refused("agree") == "nothing_asked"
    assert await ann.command_refused("ask_take_back") == "not_retractable"


async def test_two_who_agree_and_one_who_acts_at_once(live: Live) -> None:
    """Whatever comes first holds, and the other is refused or without effect."""
    ann, ben, cat = await nodding(live)
    await ann.command("ask_take_back")
    decision = (await table_of(ben))["decision"]["id"]
    body = {"type": "decide", "id": command_id(), "decision": decision, "action": {"type": "nod"}}
    answers = await asyncio.gather(
        ben.ask("POST", f"/api/rooms/{ben.code}/commands", body),
        cat.ask("POST", f"/api/rooms/{cat.code}/commands", {"type": "agree", "id": command_id()}),
        ben.ask("POST", f"/api/rooms/{ben.code}/commands", {"type": "agree", "id": command_id()}),
    )
    table = live.room(ann.code).table
    assert table is not None
    if answers[0].status_code == 200:
        assert [d.seat for d in table.decisions[-2:]] == [0, 1]
        assert any(answer.json().get("error", {}).get("code") == "nothing_asked" for answer in answers[1:])
    else:
        assert answers[0].json()["error"]["code"] == "not_your_decision"
        assert table.actors == [0]
    assert live.room(ann.code).state.asked is None


async def test_bots_agree_and_wait(tmp_path: Path) -> None:
    """Only people are asked; meanwhile no bot acts, and with nobody besides it is done at once."""
    delay = [0.0]
    async with serving(tmp_path, bot_delay=lambda: delay[0]) as live:
        ann = await live.host(players=3, options={"rounds": 5})
        ben = await live.guest(ann.code, "Ben", 2)
        await ann.command("start")
        await ann.decide()
        await ben.decide()
        room = live.room(ann.code)
        while (await table_of(ann))["decision"] is None:
            await room.wait_for_news(None, room.version_for(None), 60)
        delay[0] = 3600
        await ann.decide({"type": "nod"})
        assert room.bot_to_move(1) == "1.1.2"
        assert (await ann.command("ask_take_back"))["room"]["asked"] == {"seat": 0, "waiting": [2]}
        assert room.bot_to_move(1) is None
        await ben.command("decline")
        assert room.bot_to_move(1) == "1.1.2"
        await ann.command("ask_take_back")
        await ben.command("leave")
        assert (await table_of(ann))["decision"]["id"] == "1.0.3"
        assert room.state.asked is None
        await ann.decide({"type": "nod"})
        await ann.command("ask_take_back")
        assert (await table_of(ann))["decision"]["id"] == "1.0.4"


async def test_taking_back_survives_a_restart(tmp_path: Path) -> None:
    """A request that was made, and a decision that was taken back: logs, numbers and ids stay."""
    async with serving(tmp_path) as live:
        ann, ben, cat = await nodding(live)
        await ann.command("ask_take_back")
        await ben.command("agree")
    async with serving(tmp_path) as live:
        for visitor in (ann, ben, cat):
            visitor.address = live.address
        assert (await ann.look())["room"]["asked"] == {"seat": 0, "waiting": [2]}
        await cat.command("agree")
        before = [await v.look() for v in (ann, ben, cat)]
    async with serving(tmp_path) as live:
        for visitor, snapshot in zip((ann, ben, cat), before, strict=True):
            visitor.address = live.address
            now = await visitor.look()
            assert (now["table"], now["events"]) == (snapshot["table"], snapshot["events"])
        for _ in range(5):
            for visitor in (ann, ben, cat) * 2:
                if (await table_of(visitor))["decision"] is not None:
                    await visitor.decide()
        file = await ann.get(f"/api/rooms/{ann.code}/matches/1")
        frames = await ann.get(f"/api/rooms/{ann.code}/matches/1/frames")
        assert len(frames["frames"]) == len(file["decisions"]) + 1
        nods = [e for f in frames["frames"] for e in f["events"] if e["type"] == "nodded"]
        assert len(nods) == 15


async def test_what_drew_a_lot_or_showed_something_stays(live: Live) -> None:
    """The last nod of a round deals anew; a bid opens all bids."""
    ann = await live.host(players=2, options={"rounds": 5})
    ben = await live.guest(ann.code, "Ben")
    await ann.command("start")
    await ann.decide()
    await ben.decide()
    assert await ben.command_refused("ask_take_back") == "not_retractable"
    await ann.decide({"type": "nod"})
    await ben.decide({"type": "nod"})
    assert await ben.command_refused("ask_take_back") == "not_retractable"


@pytest.mark.parametrize("game", ["middle-race", "indian-poker", "maskmen", "loyalists-and-traitors", "infiltration"])
def test_what_may_be_taken_back_shows_nothing_in_any_world(game: str) -> None:
    """Everybody else would have seen the same, whatever is true of what it cannot know. And there is something to take back."""
    import random

    room, found = find(game), 0
    for seed in range(8):
        state, dice = room.start(None, {}, seed), random.Random(seed)
        while not room.is_over(state):
            seats = room.actors(state)
            seat = dice.choice(seats)
            before, number = state.clone(), dice.choice(room.legal(state, seat))
            state.told = []
            room.apply(state, seat, number)
            told_now, state.told = state.told, None
            kinds = {room.events.kinds[t[0]].name for t in told_now}
            if state.counter != before.counter or not room.is_retractable(before, state, number, kinds):
                continue
            found += 1
            if dice.random() > 0.15:
                continue
            for viewer in set(range(room.default_seats)) - {seat}:
                world = room.imagine(before, viewer, rng(dice.getrandbits(60)))
                assert number in room.legal(world, seat)
                world.told = []
                room.apply(world, seat, number)
                shown = [[room.events.project(t, viewer) for t in its] for its in (told_now, world.told)]
                assert shown[0] == shown[1]
                world.told = None
                assert room.view(world, viewer) == room.view(state, viewer)
    assert (found > 0) == (game in ("middle-race", "indian-poker", "maskmen"))


# ---------------------------------------------------------------- pausing
async def test_a_paused_match_stands_still(live: Live) -> None:
    """Nobody decides, no clock runs; going on, everybody has the time that was left."""
    ann, ben, _ = await nodding(live, clock={"pace": "slow"})
    live.time.pass_s(100)
    assert await ben.command_refused("pause") == "not_host"
    room = (await ann.command("pause"))["room"]
    assert room["paused"] == {"at": live.time.now(), "left": {"1": 50_000}}
    table = await table_of(ben)
    assert [a["due"] for a in table["actors"]] == [None]
    refused = await ben.command_refused("decide", decision=table["decision"]["id"], action={"type": "nod"})
    assert refused == "paused"
    live.time.pass_s(10_000)
    await live.tick()
    assert (await table_of(ben))["decision"]["id"] == table["decision"]["id"]
    await ann.command("pause")  # once more changes nothing
    await ann.command("resume")
    assert (await table_of(ben))["decision"]["due"] == live.time.now() + 50_000
    assert [n for n in await notes(ben) if n["type"] in ("paused", "resumed")] == [
        {"type": "paused"},
        {"type": "resumed", "ms": 10_000_000},
    ]
    assert await ann.command_refused("resume") == "not_paused"
    live.time.pass_s(51)
    await live.tick()
    assert (await notes(ben))[-1] == {"type": "by_clock", "seat": 1}


async def test_a_pause_survives_a_restart(tmp_path: Path) -> None:
    """With what every clock has left."""
    async with serving(tmp_path) as live:
        ann, ben, _ = await nodding(live, clock={"pace": "slow"})
        live.time.pass_s(30)
        await ann.command("pause")
    async with serving(tmp_path) as live:
        ann.address = ben.address = live.address
        assert (await ann.look())["room"]["paused"]["left"] == {"1": 120_000}
        await live.tick()
        await ann.command("resume")
        assert (await table_of(ben))["decision"]["due"] == live.time.now() + 120_000
        await ben.decide({"type": "nod"})


async def test_bots_wait_while_a_match_is_paused(live: Live) -> None:
    """And go on afterwards."""
    ann = await live.host(players=2)
    await ann.command("start")
    await ann.command("pause")
    room = live.room(ann.code)
    assert [room.bot_to_move(seat) for seat in range(2)] == [None, None]
    await ann.command("resume")
    while not (await table_of(ann))["over"]:
        if (await table_of(ann))["decision"] is not None:
            await ann.decide()
    assert (await ann.look())["room"]["paused"] is None


async def test_taking_back_while_paused_keeps_its_time(live: Live) -> None:
    """The decision has its whole time when the match goes on."""
    ann, ben, cat = await nodding(live, clock={"pace": "slow"})
    await ann.command("pause")
    await ann.command("ask_take_back")
    await ben.command("agree")
    room = (await cat.command("agree"))["room"]
    assert room["paused"]["left"] == {"0": 150_000}
    await ann.command("resume")
    assert (await table_of(ann))["decision"]["due"] == live.time.now() + 150_000


async def test_stopping_ends_the_pause_and_the_request(live: Live) -> None:
    """The next match begins as always."""
    ann, ben, _ = await nodding(live)
    await ann.command("ask_take_back")
    await ann.command("pause")
    room = (await ann.command("stop"))["room"]
    assert (room["paused"], room["asked"], room["status"]) == (None, None, "over")
    await ann.command("start")
    await ben.decide()


# ---------------------------------------------------------------- lending
async def lent(live: Live) -> tuple[Visitor, Visitor, Visitor, str]:
    """Ben's chair is lent to Dan, who holds the link's secret."""
    ann, ben, _ = await nodding(live)
    offered = await ben.post(f"/api/rooms/{ben.code}/lend", {})
    token = offered["link"].partition("#")[2]
    dan = live.visitor_of(ann.code)
    return ann, ben, dan, token


async def test_a_chair_is_lent_until_it_is_taken_back(live: Live) -> None:
    """The borrower plays it and sees what it sees; the lender watches, and then plays again."""
    ann, ben, dan, token = await lent(live)
    seen = await table_of(ben)
    shown = await dan.post("/api/move/look", {"token": token})
    assert (shown["kind"], shown["seat"], shown["name"]) == ("lend", 1, "Ben")
    assert await dan.refused("/api/move", {"token": token}) == "bad_name"
    assert await dan.refused("/api/move", {"token": token, "name": "Ann"}) == "name_taken"
    assert await dan.post("/api/move", {"token": token, "name": "Dan"}) == {"room": ann.code, "seat": 1}
    table = await table_of(dan)
    assert (table["seat"], table["view"]) == (1, seen["view"])
    assert (await table_of(ben))["seat"] is None
    room = (await ben.look())["room"]
    assert (room["seats"][1]["name"], room["seats"][1]["lent_to"], room["you"]["lends"]) == ("Ben", "Dan", 1)
    assert await dan.refused("/api/move", {"token": token, "name": "Dan"}) == "bad_link"
    assert await ben.command_refused("decide", decision=table["decision"]["id"], action={"type": "nod"}) == "not_seated"
    await dan.decide({"type": "nod"})
    await ben.command("reclaim")
    assert (await table_of(ben))["seat"] == 1
    assert (await table_of(dan))["seat"] is None
    assert [n["type"] for n in await notes(ann)][-2:] == ["lent", "reclaimed"]
    assert await ben.command_refused("reclaim") == "not_lent"


async def test_who_borrows_knows_too_much_for_another_chair(live: Live) -> None:
    """And who holds one may not borrow."""
    ann, ben, dan, token = await lent(live)
    assert await ann.refused("/api/move", {"token": token, "name": "Ann"}) == "seat_elsewhere"
    assert await ben.refused("/api/move", {"token": token, "name": "Ben"}) == "seat_elsewhere"
    await dan.post("/api/move", {"token": token, "name": "Dan"})
    await ben.command("reclaim")
    await ann.command("leave")
    assert await dan.command_refused("sit", name="Dan", seat=0) == "knows_too_much"


async def test_a_loan_ends_with_the_match_and_with_the_borrower(live: Live) -> None:
    """Leaving gives the chair back; so does the end; a chair on loan is not lent on."""
    ann, ben, dan, token = await lent(live)
    await dan.post("/api/move", {"token": token, "name": "Dan"})
    assert await dan.refused(f"/api/rooms/{ann.code}/lend", {}) == "lent"
    assert await ben.command_refused("leave") == "lent"
    await dan.command("leave")
    assert (await table_of(ben))["seat"] == 1
    token = (await ben.post(f"/api/rooms/{ben.code}/lend", {}))["link"].partition("#")[2]
    await dan.post("/api/move", {"token": token, "name": "Dan"})
    await ann.command("stop")
    room = (await ben.look())["room"]
    assert (room["you"]["seat"], room["seats"][1]["lent_to"]) == (1, None)
    assert await ben.refused(f"/api/rooms/{ben.code}/lend", {}) == "not_playing"


async def test_a_loan_survives_a_restart_and_a_move(tmp_path: Path) -> None:
    """The lender's other device has it back."""
    async with serving(tmp_path) as live:
        _, ben, dan, token = await lent(live)
        await dan.post("/api/move", {"token": token, "name": "Dan"})
    async with serving(tmp_path) as live:
        ben.address = dan.address = live.address
        assert (await table_of(dan))["seat"] == 1
        assert (await ben.look())["room"]["you"]["lends"] == 1
        await ben.command("reclaim")
        assert (await table_of(ben))["seat"] == 1


async def test_a_borrower_does_not_see_the_notebook(live: Live) -> None:
    """It belongs to the lender."""
    _, ben, dan, token = await lent(live)
    await ben.command("note", match=1, notebook={"secret": 735})
    await dan.post("/api/move", {"token": token, "name": "Dan"})
    assert "notebook" not in await table_of(dan)
    await ben.command("reclaim")
    assert (await table_of(ben))["notebook"] == {"secret": 735}


# ---------------------------------------------------------------- the host's part
async def test_somebody_takes_over_from_a_host_who_is_gone(live: Live) -> None:
    """Not while the host is there, not for a short absence, only from a chair."""
    ann = await live.host(players=3)
    ben = await live.guest(ann.code, "Ben")
    eve = live.visitor_of(ann.code)
    async with ann.tab() as tab:
        await tab.until(lambda t: t.room)
        live.time.ms += 10 * HOST_GONE_MS
        assert await ben.command_refused("take_host") == "host_is_here"
    await live.empty(ann.code)
    live.time.ms += HOST_GONE_MS - 1
    assert await ben.command_refused("take_host") == "host_is_here"
    live.time.ms += 50_000
    assert await eve.command_refused("take_host") in ("not_seated", "malformed")
    assert (await ben.command("take_host"))["room"]["host"]["name"] == "Ben"
    assert await ann.command_refused("start") == "not_host"
