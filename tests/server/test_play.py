"""A match from the first click to the last event, over sockets and over HTTP."""

from __future__ import annotations

import asyncio
import json
from pathlib import Path

from mainmatch.core.match import verify
from tests.server.envelopes.game import GAME
from tests.server.live import Live, Tab, command_id, serving, told


async def play_out(*tabs: Tab) -> None:
    """Everybody makes its decisions until the match is over."""

    async def one(tab: Tab) -> None:
        while True:
            await tab.until(lambda t: t.table and (t.table["over"] or t.table["decision"]))
            if tab.table["over"]:
                return
            answer = await tab.decide()
            assert answer["ok"], answer

    await asyncio.gather(*(one(t) for t in tabs))


async def test_three_people_play_a_match_to_the_end_and_a_rematch(live: Live) -> None:
    """Lobby, start, simultaneous and single decisions, outcome, key, the same people again."""
    ann = await live.host(players=3, options={"rounds": 2})
    ben = await live.guest(ann.code, "Ben")
    cat = await live.guest(ann.code, "Cat")
    async with ann.tab() as a, ben.tab() as b, cat.tab() as c:
        await c.until(lambda t: t.room and all(s["connected"] for s in t.room["seats"]))
        assert [s["name"] for s in c.room["seats"]] == ["Ann", "Ben", "Cat"]
        assert (await b.command("start"))["error"]["code"] == "not_host"
        assert (await a.command("start"))["ok"]
        await play_out(a, b, c)
        for tab in (a, b, c):
            assert tab.room["status"] == "over"
            assert tab.table["outcome"] == {"sums": [0, 0, 0]}
            assert tab.items[0]["note"] == {"type": "started"}
            assert tab.items[-1]["note"] == {"type": "over"}
        assert len({t.table["key"] for t in (a, b, c)}) == 1
        assert (await a.command("start"))["ok"]
        for tab in (a, b, c):
            await tab.until(lambda t: t.table["match"] == 2)
        assert b.table["names"] == ["Ann", "Ben", "Cat"]
        assert b.table["key"] is None
        await play_out(a, b, c)


async def test_a_finished_match_can_be_downloaded_and_verified(live: Live) -> None:
    """The file holds the key that belongs to the commitment shown at the start."""
    ann = await live.host(players=2, options={"rounds": 1})
    started = await ann.command("start")
    assert (await ann.ask("GET", f"/api/rooms/{ann.code}/matches/1")).status_code == 409
    while not (await ann.look())["table"]["over"]:
        if (await ann.look())["table"]["decision"]:
            await ann.decide()
    file = await ann.get(f"/api/rooms/{ann.code}/matches/1")
    assert file["commitment"] == started["table"]["commitment"]
    assert verify(file, {"envelopes": GAME}.__getitem__) == []
    frames = await ann.get(f"/api/rooms/{ann.code}/matches/1/frames")
    assert len(frames["frames"]) == len(file["decisions"]) + 1
    assert [f["decision"]["by"] for f in frames["frames"][1:]].count("person") == 2
    listed = await ann.get(f"/api/rooms/{ann.code}/matches")
    assert [m["status"] for m in listed] == ["over"]


async def test_a_tab_goes_on_from_its_last_event(live: Live) -> None:
    """After a reconnect only what is missing comes, with the same numbers."""
    ann = await live.host(players=2, options={"rounds": 3})
    ben = await live.guest(ann.code, "Ben")
    await ann.command("start")
    async with ann.tab() as tab:
        await tab.until(lambda t: t.table and len(t.items) == t.table["events"])
        before = list(tab.items)
    await ann.decide()
    await ben.decide()
    async with ann.tab(match=1, after=before[-1]["n"]) as tab:
        await tab.until(lambda t: t.items)
        assert tab.items[0]["n"] == before[-1]["n"] + 1
        rest = list(tab.items)
    async with ann.tab() as tab:
        await tab.until(lambda t: t.items)
        assert tab.items == before + rest


async def test_numbers_have_no_gaps_for_anybody_and_survive_a_restart(tmp_path: Path) -> None:
    """A viewer's log is the same, byte for byte, whenever and from whichever process it is read."""
    async with serving(tmp_path) as live:
        ann = await live.host(players=3)
        ben = await live.guest(ann.code, "Ben")
        await ann.command("start")
        await ann.decide()
        await ben.decide()
        before = [(await v.look())["events"] for v in (ann, ben, live.visitor()) if not setattr(v, "code", ann.code)]
    for events in before:
        assert [i["n"] for i in events["items"]] == list(range(1, len(events["items"]) + 1))
    async with serving(tmp_path) as live:
        again = live.visitor()
        after = []
        for visitor in (ann, ben, again):
            visitor.address, visitor.code = live.address, ann.code
            after.append((await visitor.look())["events"])
        for old, new in zip(before, after, strict=True):
            assert new["items"][: len(old["items"])] == old["items"]


async def test_long_poll_answers_when_something_changes(live: Live) -> None:
    """Nothing new: it waits; somebody joins: it answers."""
    ann = await live.host(players=2)
    version = (await ann.get(f"/api/rooms/{ann.code}/events"))["version"]
    waiting = asyncio.create_task(ann.get(f"/api/rooms/{ann.code}/events?version={version}&wait=25"))
    await live.guest(ann.code, "Ben")
    news = await waiting
    assert news["room"]["seats"][1]["name"] == "Ben"
    assert news["version"] != version


async def test_a_resent_command_is_carried_out_once(live: Live) -> None:
    """The same id gives the same answer and changes nothing more."""
    ann = await live.host(players=2)
    ben = await live.guest(ann.code, "Ben")
    await ann.command("start")
    decision = (await ann.look())["table"]["decision"]
    body = {"type": "decide", "id": command_id(), "decision": decision["id"], "action": {"type": "bid", "amount": 4}}
    path = f"/api/rooms/{ann.code}/commands"
    assert (await ann.post(path, body))["ok"]
    assert (await ann.post(path, body))["ok"]
    assert len(live.room(ann.code).table.decisions) == 1  # type: ignore[union-attr]
    assert await ben.refused(path, body) == "not_your_decision"
    body["id"] = command_id()
    assert await ann.refused(path, body) == "decision_closed"
    first = {**body, "id": command_id(), "action": {"type": "nod"}, "decision": "1.1.1"}
    answers = [await ben.ask("POST", path, first) for _ in range(2)]
    assert [a.json()["error"]["code"] for a in answers] == ["illegal_action"] * 2
    assert answers[0].json()["error"]["clause"] == "EN-2"


async def test_two_deciders_at_once_do_not_conflict(live: Live) -> None:
    """Each names its own open decision; the order does not matter."""
    ann = await live.host(players=2)
    ben = await live.guest(ann.code, "Ben")
    await ann.command("start")
    seen = [(await v.look())["table"]["decision"] for v in (ann, ben)]
    bids = [
        v.command("decide", decision=d["id"], action={"type": "bid", "amount": i + 3})
        for i, (v, d) in enumerate(zip((ann, ben), seen, strict=True))
    ]
    await asyncio.gather(*bids)
    assert (await ann.look())["table"]["view"]["bids"] == [3, 4]


async def test_who_has_submitted_is_seen_and_what_is_not(live: Live) -> None:
    """With a simultaneous decision the others learn that, never what."""
    ann = await live.host(players=3)
    ben = await live.guest(ann.code, "Ben")
    await live.guest(ann.code, "Cat")
    await ann.command("start")
    await ann.decide({"type": "bid", "amount": 7})
    seen = (await ben.look())["table"]
    assert seen["submitted"] == [0]
    assert [a["seat"] for a in seen["actors"]] == [1, 2]
    assert seen["view"]["sealed"] == 0
    assert (await ann.look())["table"]["view"]["sealed"] == 8
    assert (await ann.look())["table"]["decision"] is None


async def test_the_older_tab_is_told_in_words_and_may_take_back(live: Live) -> None:
    """Both see everything; one plays."""
    ann = await live.host(players=2)
    await live.guest(ann.code, "Ben")
    async with ann.tab() as old:
        await old.until(lambda t: t.hello)
        assert old.hello["active"]
        async with ann.tab() as new:
            await old.until(lambda t: any(m["type"] == "active" for m in t.letters))
            assert [m["code"] for m in old.letters if m["type"] == "notice"] == ["elsewhere"]
            assert (await old.command("start"))["error"]["code"] == "elsewhere"
            assert (await new.command("start"))["ok"]
            await old.until(lambda t: t.table)
            await old.send({"type": "take_back"})
            await new.until(lambda t: any(m["type"] == "active" for m in t.letters))
            assert (await old.decide())["ok"]
            assert (await new.command("leave"))["error"]["code"] == "elsewhere"
            await new.send({"type": "take_back"})
            await old.until(lambda t: t.letters[-1] == {"type": "active", "active": False})
        await old.until(lambda t: t.letters[-1] == {"type": "active", "active": True})


async def test_the_update_comes_before_the_answer(live: Live) -> None:
    """Who hears "ok" has seen the effect."""
    ann = await live.host(players=2)
    async with ann.tab() as tab:
        await tab.until(lambda t: t.room)
        assert (await tab.command("start"))["ok"]
        kinds = [json.loads(f)["type"] for f in tab.frames]
        assert kinds == ["hello", "update", "update", "answer"]
        assert tab.room["status"] == "playing"
        assert told(tab, "started")
