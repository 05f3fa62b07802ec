"""The table display: a page that only watches, whatever its browser holds."""

from __future__ import annotations

from typing import Any

import pytest

from tests.server.live import Live, Visitor, serving
from tests.server.test_secrecy import LeakyView, secrets_of


async def play_on(visitor: Visitor, others: list[Visitor], decisions: int) -> None:
    """So many decisions, by whoever owes one."""
    made = 0
    while made < decisions:
        for one in (visitor, *others):
            if (await one.look())["table"]["decision"] is not None:
                await one.decide()
                made += 1


async def display_bytes(live: Live) -> tuple[bytes, str]:
    """A match of three; all that the seat holder's own browser received as a display, over socket and HTTP."""
    ann = await live.host(players=3, options={"rounds": 3})
    others = [await live.guest(ann.code, name) for name in ("Ben", "Cat")]
    heard: list[bytes] = []
    async with ann.tab(eyes="watch") as wall:
        await ann.command("start")
        await play_on(ann, others, 5)
        table = live.room(ann.code).playing
        assert table is not None
        await wall.until(lambda t: t.table and t.items and t.table["events"] == len(t.items))
        paths = ("?as=watch", "/events?as=watch&wait=0")
        heard += [(await ann.ask("GET", f"/api/rooms/{ann.code}{path}")).content for path in paths]
        # Everything up to now has arrived: an answer is sent behind the updates before it.
        await wall.command("away")
        heard += [frame.encode() for frame in wall.frames]
    return b"\n".join(heard), ann.code


def leaked(live: Live, code: str, heard: bytes) -> list[bytes]:
    """The match's secrets among these bytes."""
    secret = secrets_of(live, code)
    table = live.room(code).playing
    assert table is not None
    canaries = {
        table.chance.key.hex().encode(),
        *(c for kind in secret.values() for seat in kind.values() for c in seat),
    }
    return sorted(canary for canary in canaries if canary in heard)


async def test_a_seat_holders_display_receives_no_secret(live: Live) -> None:
    """Nobody's: not even those of the seat that its browser holds."""
    heard, code = await display_bytes(live)
    assert leaked(live, code, heard) == []


async def test_a_leak_to_a_display_is_found(tmp_path: Any) -> None:
    """The scan above can fail."""
    async with serving(tmp_path, games={"envelopes": LeakyView()}) as live:
        heard, code = await display_bytes(live)
        assert leaked(live, code, heard) != []


async def test_a_display_sees_exactly_what_somebody_without_a_key_sees(live: Live) -> None:
    """Over the socket and over HTTP, byte for byte but for the clock; also who "you" are."""
    ann = await live.host()
    ben = await live.guest(ann.code, "Ben")
    await ann.command("start")
    await play_on(ann, [ben], 2)
    stranger = live.visitor()
    stranger.code = ann.code
    for path in ("", "/events?wait=0"):
        sign = "&" if "?" in path else "?"
        own = await ann.get(f"/api/rooms/{ann.code}{path}{sign}as=watch")
        assert own == await stranger.get(f"/api/rooms/{ann.code}{path}")
        assert own["seat"] is None
        assert own["room"]["you"] == {"seat": None, "name": None, "host": False, "removed": False, "lends": None}
    assert (await ann.look())["seat"] == 0


async def test_a_display_is_nobody(live: Live) -> None:
    """No spectator, no seat's connection, no tab that takes the play away, and no command."""
    ann = await live.host()
    async with ann.tab(eyes="watch") as wall:
        await wall.until(lambda t: t.room)
        assert (wall.hello["seat"], wall.hello["active"]) == (None, False)
        assert wall.room["spectators"] == 0
        assert not wall.room["seats"][0]["connected"]
        async with ann.tab() as phone:
            await phone.until(lambda t: t.room and t.room["seats"][0]["connected"])
            assert phone.hello["active"]
            async with ann.tab(eyes="watch") as second:
                await second.until(lambda t: t.room)
                assert (await phone.command("start"))["ok"]
                assert not any(letter["type"] in ("active", "notice") for letter in phone.letters)
                for kind in ("stop", "away", "leave"):
                    assert (await second.command(kind))["error"]["code"] == "not_seated"
        await wall.until(lambda t: t.room["status"] == "playing" and not t.room["seats"][0]["connected"])
    assert (await ann.look())["room"]["spectators"] == 0


async def test_polling_a_display_does_not_say_that_its_browsers_seat_is_there(live: Live) -> None:
    """The long poll of a seat says so; that of a display does not."""
    ann = await live.host()
    where = f"/api/rooms/{ann.code}/events?wait=0"
    assert not (await ann.get(f"{where}&as=watch"))["room"]["seats"][0]["connected"]
    assert (await ann.get(where))["room"]["seats"][0]["connected"]


async def test_a_display_stays_one_when_its_browser_sits_down_or_leaves(live: Live) -> None:
    """A cookie that comes to hold a seat afterwards changes nothing."""
    ann = await live.host(players=2)
    ben = await live.guest(ann.code, "Ben")
    async with ben.tab(eyes="watch") as wall:
        await ben.command("leave")
        await ben.post(f"/api/rooms/{ann.code}/join", {"name": "Ben"})
        await ann.command("start")
        await wall.until(lambda t: t.table)
        assert sum('"hello"' in frame for frame in wall.frames) == 1
        assert (wall.hello["seat"], wall.table["seat"], wall.table["decision"]) == (None, None, None)


@pytest.mark.parametrize("asked", ["player", "Watch", "", "watch&as=seat"])
async def test_any_other_way_of_looking_is_refused(live: Live, asked: str) -> None:
    """A misspelt display must not show a seat."""
    ann = await live.host()
    for path in ("", "/events"):
        answer = await ann.ask("GET", f"/api/rooms/{ann.code}{path}?as={asked}")
        assert (answer.status_code, answer.json()["error"]["code"]) == (400, "malformed")
    async with ann.tab(eyes=asked) as tab:
        assert await tab.close_code() == 4400
        assert tab.frames == []
