"""Whatever is thrown at the server: a clear refusal, and the room goes on."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st
from websockets.asyncio.client import connect
from websockets.exceptions import InvalidStatus
from websockets.frames import Frame, Opcode

from mainmatch.server.limits import Bucket, Limit, Limits, network_of
from mainmatch.server.names import clean_name, look
from mainmatch.server.refusals import STATUS, Refusal
from mainmatch.server.wire import Answer, Command, Hello, Notice, TalkCommand
from tests.server.live import Live, command_id, serving

DOCS = Path(__file__).parents[2] / "docs" / "protocol.md"
DECIDE = {"type": "decide", "id": "0123456789", "decision": "1.0.1", "action": {"type": "bid", "amount": 1}}


NESTED: Any = json.loads("[" * 600 + "]" * 600)
BAD_COMMANDS: list[Any] = [
    None,
    [],
    "decide",
    {},
    {"type": "decide"},
    {**DECIDE, "extra": 1},
    {**DECIDE, "type": "cheat"},
    {**DECIDE, "type": 7},
    {**DECIDE, "id": 1},
    {**DECIDE, "id": "short"},
    {**DECIDE, "id": "x" * 65},
    {**DECIDE, "id": "no spaces here"},
    {**DECIDE, "decision": None},
    {**DECIDE, "decision": "9" * 65},
    {**DECIDE, "action": "bid"},
    {**DECIDE, "action": None},
    {"type": "sit", "id": "0123456789", "seat": -1},
    {"type": "sit", "id": "0123456789", "seat": 1.5},
    {"type": "configure", "id": "0123456789", "players": "many"},
    {"type": "configure", "id": "0123456789", "clock": {"pace": "fast", "speed": 1}},
]
BAD_ACTIONS: list[tuple[Any, str]] = [
    ({}, "invalid_action"),
    ({"type": "bid"}, "invalid_action"),
    ({"type": "bid", "amount": 10}, "invalid_action"),
    ({"type": "bid", "amount": -1}, "invalid_action"),
    ({"type": "bid", "amount": True}, "invalid_action"),
    ({"type": "bid", "amount": 1.0}, "invalid_action"),
    ({"type": "bid", "amount": "1"}, "invalid_action"),
    ({"type": "bid", "amount": [1]}, "invalid_action"),
    ({"type": "bid", "amount": {"a": {}}}, "invalid_action"),
    ({"type": "bid", "amount": 1, "more": 1}, "invalid_action"),
    ({"type": ["bid"]}, "invalid_action"),
    ({"type": "bid", "amount": NESTED}, "invalid_action"),
    ({"type": "bid", "amount": 10**30}, "invalid_action"),
    ({"type": "nod"}, "illegal_action"),
]
BAD_NAMES = [
    "",
    " ",
    "\t\n",
    "a\x00b",
    "a\x1b[31mb",
    "\u202egnp.exe",
    "a\u200bb",
    "x" * 10_000,
    "ㅎ" * 25,
    "...",
    "\ufeff",
    "a\u2066b",
]


async def test_bad_commands_are_malformed_on_the_socket_and_over_http(live: Live) -> None:
    """Each one, and the tab goes on afterwards."""
    ann = await live.host(players=2)
    async with ann.tab() as tab:
        assert (await tab.command("start"))["ok"]
        for bad in BAD_COMMANDS:
            await tab.send(json.dumps(bad))
            await tab.until(
                lambda t: t.letters and t.letters[-1]["type"] in ("error", "answer") and not t.letters[-1].get("ok")
            )
            assert tab.letters.pop()["error"]["code"] == "malformed", bad
            assert await ann.refused(f"/api/rooms/{ann.code}/commands", bad) == "malformed", bad
        assert (await tab.decide())["ok"]


async def test_bad_actions_are_refused_and_change_nothing(live: Live) -> None:
    """No action of the game, or none that is possible now, with the clause."""
    ann = await live.host(players=2)
    await live.guest(ann.code, "Ben")
    await ann.command("start")
    before = (await ann.look())["table"]
    for action, code in BAD_ACTIONS:
        assert await ann.command_refused("decide", decision="1.0.1", action=action) == code, action
    assert (await ann.look())["table"] == before


async def test_other_peoples_decisions_are_refused(live: Live) -> None:
    """By their ids, ids that never were, and ids of the past."""
    ann = await live.host(players=2)
    await live.guest(ann.code, "Ben")
    await ann.command("start")
    bid = {"type": "bid", "amount": 1}
    for decision, code in (
        ("1.1.1", "not_your_decision"),
        ("2.0.1", "not_your_decision"),
        ("1.0.2", "not_your_decision"),
        ("x", "not_your_decision"),
    ):
        assert await ann.command_refused("decide", decision=decision, action=bid) == code
    await ann.decide()
    assert await ann.command_refused("decide", decision="1.0.1", action=bid) == "decision_closed"
    assert await live.visitor().refused(f"/api/rooms/{ann.code}/commands", DECIDE) == "not_seated"


@pytest.mark.parametrize("name", BAD_NAMES)
async def test_bad_names_are_refused_everywhere(live: Live, name: str) -> None:
    """For people and rooms, creating, joining, renaming."""
    ann = await live.host(players=2)
    path = f"/api/rooms/{ann.code}/join"
    expected = "too_large" if len(name) > 8192 else "bad_name"
    assert await live.visitor().refused("/api/rooms", {"game": "envelopes", "you": {"name": name}}) == expected
    assert await live.visitor().refused(path, {"name": name}) == expected
    assert (
        await ann.refused(f"/api/rooms/{ann.code}/commands", {"type": "rename", "id": command_id(), "name": name})
        == expected
    )


async def test_two_people_never_look_the_same(live: Live) -> None:
    """Also not with letters of another alphabet."""
    ann = await live.host("Ann", players=4)
    for twin in ("Ann", "ann", "Аnn", "A n n", "Ａnn"):
        assert await live.visitor().refused(f"/api/rooms/{ann.code}/join", {"name": twin}) == "name_taken"
    assert look("하윤") != look("하은")


@given(st.text(max_size=300))
def test_a_name_is_clean_or_refused(name: str) -> None:
    """And cleaning twice changes nothing."""
    try:
        clean = clean_name(name)
    except Refusal as refusal:
        assert refusal.code == "bad_name"
    else:
        assert clean_name(clean) == clean
        assert clean.strip() == clean


async def test_huge_frames_and_bad_utf8_close_the_socket_and_nothing_else(live: Live) -> None:
    """1009 and 1007; others at the table notice nothing."""
    ann = await live.host(players=2)
    async with ann.tab() as other:
        await other.until(lambda t: t.room)
        async with ann.tab() as tab:
            await tab.send("x" * 9000)
            assert await tab.close_code() == 1009
        async with ann.tab() as tab:
            tab.socket.protocol.send_frame(Frame(Opcode.TEXT, b"\xff\xfe{}"))
            tab.socket.send_data()
            assert await tab.close_code() == 1007
        async with ann.tab() as tab:
            await tab.send(b"{}")
            await tab.until(lambda t: t.letters)
            assert tab.letters[0]["error"]["code"] == "malformed"
        await other.until(lambda t: t.letters and t.letters[-1] == {"type": "active", "active": True})
        assert (await other.command("start"))["ok"]


async def test_bad_bodies_are_refused(live: Live) -> None:
    """No JSON, another type, deep nesting, not UTF-8, too large, a foreign origin."""
    ann = await live.host(players=2)
    path = f"/api/rooms/{ann.code}/commands"
    for content in (b"", b"{", b"\xff\xfe", b'{"type":"start","id":"\xff12345678"}', b"[" * 5000, b"NaN"):
        answer = await ann.ask("POST", path, content=content)
        assert (answer.status_code, answer.json()["error"]["code"]) == (400, "malformed"), content[:20]
    assert (await ann.ask("POST", path, content=b" " * 9000)).json()["error"]["code"] == "too_large"
    typed = await ann.ask("POST", path, DECIDE, **{"content-type": "text/plain"})
    assert typed.json()["error"]["code"] == "malformed"
    foreign = await ann.ask("POST", path, DECIDE, origin="https://evil.example")
    assert (foreign.status_code, foreign.json()["error"]["code"]) == (403, "foreign_origin")


async def test_what_does_not_exist_is_said(live: Live) -> None:
    """Rooms, matches, pages, games, clocks, bots, options, chairs."""
    ann = await live.host(players=2)
    for path in (
        "/api/rooms/XXXXXX",
        "/api/rooms/nope",
        f"/api/rooms/{ann.code}/matches/7",
        "/api/nothing",
        "/api/games/chess/words/en",
    ):
        assert (await ann.ask("GET", path)).status_code == 404
    you = {"name": "Eve"}
    for body, code in (
        ({"game": "chess", "you": you}, "bad_game"),
        ({"game": "envelopes", "you": you, "players": 9}, "bad_options"),
        ({"game": "envelopes", "you": you, "options": {"rounds": 0}}, "bad_options"),
        ({"game": "envelopes", "you": you, "options": {"speed": 1}}, "bad_options"),
        ({"game": "envelopes", "you": you, "clock": {"pace": "blitz"}}, "bad_clock"),
        ({"game": "envelopes", "you": you, "clock": {"pace": "days", "amount": 99}}, "bad_clock"),
        ({"game": "envelopes", "you": you, "clock": {"pace": "fast", "amount": 3}}, "bad_clock"),
        ({"game": "envelopes", "you": you, "bots": "genius"}, "bad_bots"),
        ({"game": "envelopes", "you": {"name": "Eve", "seat": 7}}, "no_such_seat"),
        ({"game": "envelopes", "you": you, "language": "fr"}, "malformed"),
    ):
        assert await live.visitor().refused("/api/rooms", body) == code
    kinds: list[tuple[str, dict[str, Any], str]] = [
        ("change_seat", {"seat": 7}, "no_such_seat"),
        ("remove", {"seat": 1}, "no_such_person"),
        ("remove", {"seat": 0}, "no_such_person"),
        ("hand_over", {"seat": 1}, "no_such_person"),
        ("add_bot", {"seat": 0}, "seat_taken"),
        ("add_bot", {"seat": 1, "bot": "genius"}, "bad_bots"),
        ("away", {}, "not_playing"),
        ("stop", {}, "not_playing"),
        ("decide", {"decision": "1.0.1", "action": {}}, "not_playing"),
    ]
    for kind, fields, code in kinds:
        assert await ann.command_refused(kind, **fields) == code, kind


async def test_sockets_close_with_their_codes(live: Live) -> None:
    """Another protocol, no such room; a foreign page does not get in at all."""
    ann = await live.host()
    base = f"ws://{live.address}/api/rooms"
    for address, code in (
        (f"{base}/{ann.code}/socket", 4400),
        (f"{base}/{ann.code}/socket?protocol=2", 4400),
        (f"{base}/XXXXXX/socket?protocol=1", 4404),
    ):
        async with connect(address) as socket:
            await socket.wait_closed()
            assert socket.close_code == code
    with pytest.raises(InvalidStatus, match="403"):
        await connect(f"{base}/{ann.code}/socket?protocol=1", origin="https://evil.example")  # type: ignore[arg-type]


async def test_who_floods_is_slowed_and_then_closed(tmp_path: Path) -> None:
    """An answer to each at first, then 4429; the others play on."""
    limits = Limits(socket_messages=Limit(3, 0.001), flood=5)
    async with serving(tmp_path, limits=limits) as live:
        ann = await live.host(players=2)
        async with ann.tab() as tab:
            for _ in range(9):
                await tab.send({"type": "ping"})
            assert await tab.close_code() == 4429
            assert [m["type"] for m in tab.letters] == ["pong"] * 3 + ["error"] * 4
        assert (await ann.command("start"))["room"]["status"] == "playing"


async def test_addresses_are_limited(tmp_path: Path) -> None:
    """Requests, rooms and sockets, with `Retry-After`."""
    limits = Limits(rooms=Limit(2, 0.001), sockets_per_address=1)
    async with serving(tmp_path, limits=limits) as live:
        ann = await live.host()
        await live.host()
        answer = await live.visitor().ask("POST", "/api/rooms", {"game": "envelopes", "you": {"name": "Eve"}})
        assert answer.status_code == 429
        assert int(answer.headers["retry-after"]) > 1
        async with ann.tab() as first:
            await first.until(lambda t: t.room)
            async with ann.tab() as second:
                assert await second.close_code() == 4429


def test_buckets_fill_with_time_and_networks_count_as_one() -> None:
    """So many at once, then so many a second; an IPv6 person has a /64."""
    now = 0.0
    bucket = Bucket(Limit(2, 1), lambda: now)
    assert [bucket.take() for _ in range(3)] == [True, True, False]
    now = 1.0
    assert [bucket.take() for _ in range(2)] == [True, False]
    assert network_of("2001:db8::1") == network_of("2001:db8::ffff") != network_of("2001:db8:0:1::1")
    assert network_of("10.0.0.1") != network_of("10.0.0.2")


def test_everything_of_the_protocol_is_written_down() -> None:
    """Every code, every command, every letter is in docs/protocol.md."""
    text = DOCS.read_text(encoding="utf-8")
    for code in STATUS:
        assert f"`{code}`" in text, code
    commands = {*Command.__subclasses__(), *TalkCommand.__subclasses__()} - {TalkCommand}
    for command in commands:
        assert f'"type": "{command.__struct_config__.tag}"' in text
    for letter in (Hello, Answer, Notice):
        assert f'"type": "{letter.__struct_config__.tag}"' in text
