"""What people and the host do to a room before, during and after a match."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

from mainmatch.core.errors import InvalidInput
from mainmatch.server.house import LETTERS
from mainmatch.server.limits import Limit, Limits
from mainmatch.server.settings import Settings
from mainmatch.server.storage import Store
from tests.server.live import GAMES, Live, serving, told


async def test_the_host_changes_everything_before_the_start(live: Live) -> None:
    """Game, players, options, clock, bots and name; chairs follow the number of players."""
    ann = await live.host(players=2)
    await live.guest(ann.code, "Ben")
    room = (
        await ann.command(
            "configure", players=4, options={"rounds": 5}, clock={"pace": "slow"}, bots="random", name="Friday"
        )
    )["room"]
    assert (room["players"], room["options"], room["bots"], room["name"]) == (4, {"rounds": 5}, "random", "Friday")
    assert room["clock"] == {"pace": "slow", "amount": None, "seconds": 150}
    assert [s["kind"] for s in room["seats"]] == ["human", "human", "empty", "empty"]
    await ann.command("change_seat", seat=3)
    room = (await ann.command("configure", players=2))["room"]
    assert sorted(s["name"] for s in room["seats"]) == ["Ann", "Ben"]
    assert (await ann.command("configure", name=None))["room"]["name"] is None


async def test_the_host_allows_what_the_table_remembers(live: Live) -> None:
    """Everything at first; what is not named stays; fixed while a match is on; an aid that does not exist is refused."""
    ann = await live.host(players=2, aids={"cross_out": False})
    ben = await live.guest(ann.code, "Ben")
    assert (await ann.look())["room"]["aids"] == {"cards_seen": True, "cross_out": False}
    assert (await ann.command("configure", aids={"cards_seen": False}))["room"]["aids"] == {
        "cards_seen": False,
        "cross_out": False,
    }
    assert await ben.command_refused("configure", aids={"cards_seen": True}) == "not_host"
    assert await ann.command_refused("configure", aids={"x_ray": True}) == "malformed"
    await ann.command("start")
    assert await ann.command_refused("configure", aids={"cards_seen": True}) == "already_playing"
    assert (await ben.look())["room"]["aids"] == {"cards_seen": False, "cross_out": False}


async def test_the_host_may_not_shrink_the_table_under_people(live: Live) -> None:
    """People are never pushed off their chairs by a number."""
    ann = await live.host(players=3)
    await live.guest(ann.code, "Ben")
    await live.guest(ann.code, "Cat")
    assert await ann.command_refused("configure", players=2) == "bad_options"


async def test_only_the_host_may_do_what_the_host_does(live: Live) -> None:
    """Everybody else is refused."""
    ann = await live.host(players=3)
    ben = await live.guest(ann.code, "Ben")
    kinds: list[tuple[str, dict[str, Any]]] = [
        ("configure", {"players": 2}),
        ("add_bot", {"seat": 2}),
        ("remove", {"seat": 0}),
        ("readmit", {}),
        ("hand_over", {"seat": 1}),
        ("start", {}),
        ("stop", {}),
        ("stand_in", {"seat": 0}),
    ]
    for kind, fields in kinds:
        assert await ben.command_refused(kind, **fields) == "not_host"
    await ann.command("hand_over", seat=1)
    assert (await ben.look())["room"]["you"]["host"]
    assert (await ben.command("start"))["room"]["status"] == "playing"


async def test_who_is_removed_may_watch_but_not_sit_down_again(live: Live) -> None:
    """Until the host readmits everybody."""
    ann = await live.host(players=3)
    ben = await live.guest(ann.code, "Ben")
    async with ben.tab() as tab:
        await tab.until(lambda t: t.room)
        await ann.command("remove", seat=1)
        await tab.until(lambda t: t.letters)
        assert tab.letters[0]["code"] == "removed"
        await tab.until(lambda t: t.hello["seat"] is None and t.room["you"]["removed"])
    assert await ben.refused(f"/api/rooms/{ann.code}/join", {"name": "Ben"}) == "removed"
    assert (await ben.look())["seat"] is None
    await ann.command("readmit")
    assert (await ben.post(f"/api/rooms/{ann.code}/join", {"name": "Ben"}))["seat"] == 1


async def test_in_a_match_a_bot_plays_on_for_who_leaves_and_the_chair_can_be_taken(live: Live) -> None:
    """By its old holder too; not by somebody who knows another seat's secrets."""
    ann = await live.host(players=2, options={"rounds": 50})
    ben = await live.guest(ann.code, "Ben")
    await ann.command("start")
    await ben.command("leave")
    room = (await ann.look())["room"]
    assert room["seats"][1]["kind"] == "bot"
    await ann.command("leave")
    assert (await ben.look())["room"]["host"] is None
    assert await ben.command_refused("sit", name="Ben", seat=0) == "knows_too_much"
    assert (await ben.command("sit", name="Ben", seat=1))["room"]["you"] == {
        "seat": 1,
        "name": "Ben",
        "host": True,
        "removed": False,
        "lends": None,
    }
    new = await live.guest(ann.code, "Cat")
    assert (await new.look())["seat"] == 0
    assert await live.visitor().refused(f"/api/rooms/{ann.code}/join", {"name": "Dan"}) == "room_full"
    async with new.tab() as tab:
        await tab.until(lambda t: t.items)
        assert [i["note"]["name"] for i in told(tab, "left")] == ["Ben", "Ann"]
        assert [i["note"]["name"] for i in told(tab, "took_seat")] == ["Ben", "Cat"]


async def test_a_holder_gets_no_spectators_view(live: Live) -> None:
    """The cookie alone decides what a browser sees; a stranger is a spectator."""
    ann = await live.host(players=2)
    await ann.command("start")
    seen = (await ann.look())["table"]
    assert seen["seat"] == 0
    assert seen["view"]["owns"][0] is not None
    stranger = live.visitor()
    stranger.code = ann.code
    spectator = (await stranger.look())["table"]
    assert spectator["seat"] is None
    assert spectator["view"]["owns"] == spectator["view"]["marks"] == [None, None]
    assert spectator["decision"] is None


async def test_a_one_time_link_moves_the_seat_to_another_device(live: Live) -> None:
    """The old device becomes a spectator and is told; the link works once."""
    ann = await live.host(players=2)
    await ann.command("start")
    offer = await ann.post(f"/api/rooms/{ann.code}/move", {})
    token = offer["link"].split("#")[1]
    assert "#" in offer["link"]
    assert offer["qr"].startswith("data:image/svg+xml;base64,")
    phone = live.visitor()
    async with ann.tab() as old:
        await old.until(lambda t: t.table)
        assert await phone.post("/api/move", {"token": token}) == {"room": ann.code, "seat": 0}
        await old.until(lambda t: t.hello["seat"] is None and t.table and t.letters)
        assert [m["code"] for m in old.letters] == ["moved"]
        assert old.table["view"]["owns"] == [None, None]
    phone.code = ann.code
    seen = await phone.look()
    assert seen["seat"] == 0
    assert seen["room"]["you"]["host"]
    assert await live.visitor().refused("/api/move", {"token": token}) == "bad_link"
    assert await ann.command_refused("away") == "not_seated"


async def test_a_move_link_runs_out_and_a_newer_one_replaces_it(live: Live) -> None:
    """Ten minutes, one at a time."""
    ann = await live.host(players=2)
    first, second = [(await ann.post(f"/api/rooms/{ann.code}/move", {}))["link"].split("#")[1] for _ in range(2)]
    assert await live.visitor().refused("/api/move", {"token": first}) == "bad_link"
    live.time.pass_s(601)
    assert await live.visitor().refused("/api/move", {"token": second}) == "bad_link"


async def test_a_browser_finds_its_rooms_again(live: Live) -> None:
    """With its seat, and whether it is its turn."""
    ann = await live.host(players=2)
    await ann.command("start")
    [mine] = (await ann.get("/api/me"))["rooms"]
    assert (mine["code"], mine["seat"], mine["host"], mine["your_turn"]) == (ann.code, 0, True, True)
    assert (await live.visitor().get("/api/me"))["rooms"] == []


async def test_the_host_may_play_no_seat_and_stop_a_match(live: Live) -> None:
    """A stopped match is over without an outcome, and a new one can begin."""
    ann = await live.host(seat=None, players=2)
    await live.guest(ann.code, "Ben")
    assert (await ann.look())["room"]["host"] == {"name": "Ann", "seat": None, "connected": False}
    await ann.command("start")
    stopped = await ann.command("stop")
    assert stopped["room"]["status"] == "over"
    assert (stopped["table"]["over"], stopped["table"]["outcome"]) == (True, None)
    assert [i["note"]["type"] for i in stopped["events"]["items"][-2:]] == ["stopped", "over"]
    assert (await ann.command("start"))["table"]["match"] == 2


async def test_between_matches_only(live: Live) -> None:
    """What would change the match under people's hands is refused."""
    ann = await live.host(players=2)
    await ann.command("start")
    kinds: list[tuple[str, dict[str, Any]]] = [
        ("configure", {"players": 3}),
        ("change_seat", {"seat": 1}),
        ("rename", {"name": "Eve"}),
        ("add_bot", {"seat": 1}),
        ("start", {}),
    ]
    for kind, fields in kinds:
        assert await ann.command_refused(kind, **fields) == "already_playing"
    assert (await ann.command("configure", name="Still ours"))["room"]["name"] == "Still ours"


async def test_matches_and_rooms_survive_a_restart(tmp_path: Path) -> None:
    """Seats, names, options, the finished table and its log."""
    async with serving(tmp_path) as live:
        ann = await live.host(players=2, options={"rounds": 1})
        await ann.command("start")
        while not (await ann.look())["table"]["over"]:
            if (await ann.look())["table"]["decision"]:
                await ann.decide()
        before = await ann.look()
    async with serving(tmp_path) as live:
        ann.address = live.address
        after = await ann.look()
        for part in ("table", "events", "seat"):
            assert after[part] == before[part]
        assert (await ann.command("start"))["table"]["match"] == 2


def test_codes_have_no_signs_that_look_alike() -> None:
    """No vowels, no digits, no I, L, O, U."""
    assert not set(LETTERS) & set("AEIOU0123456789L")


def test_settings_that_cannot_be_used_are_refused_in_a_sentence() -> None:
    """An address with a path, a language that does not exist, a database of another kind."""
    wrongs: list[dict[str, Any]] = [
        {"public_url": "play.example"},
        {"public_url": "https://play.example/game"},
        {"lang": "fr"},
    ]
    for wrong in wrongs:
        with pytest.raises(InvalidInput):
            Settings(games=GAMES, **wrong)


async def test_a_database_that_cannot_be_opened_is_refused_in_a_sentence(tmp_path: Path) -> None:
    """With what to do."""
    store = Store(str(tmp_path / "nowhere" / "rooms.sqlite3"))
    with pytest.raises(InvalidInput, match="--database"):
        await store.open()


class NewRules(type(GAMES["envelopes"])):  # type: ignore[misc]
    """The same game under other rules."""

    version = "2"


async def test_a_match_is_not_continued_under_other_rules(tmp_path: Path) -> None:
    """It is stopped in words; the people keep their chairs and may begin anew. A finished one is shown as it was."""
    async with serving(tmp_path) as live:
        ann = await live.host(seat=None, players=2, options={"rounds": 1})
        async with ann.tab() as tab:
            await tab.command("start")
            await tab.until(lambda t: t.table and t.table["over"])
        finished = await ann.look()
        ben = await live.host("Ben", players=2)
        await ben.command("start")
        await ben.decide()
    async with serving(tmp_path, games={"envelopes": NewRules()}) as live:
        ann.address = ben.address = live.address
        assert (await ann.look())["table"] == finished["table"]
        assert (await ann.get(f"/api/rooms/{ann.code}/matches/1"))["version"] == "1"
        room = (await ben.look())["room"]
        assert (room["status"], room["stopped"]) == ("lobby", "rules_changed")
        assert (
            await ben.refused(f"/api/rooms/{ben.code}/commands", {"type": "stop", "id": "0123456789"}) == "not_playing"
        )
        started = await ben.command("start")
        assert (started["table"]["match"], started["table"]["version"], started["room"]["stopped"]) == (2, "2", None)


async def test_the_address_of_a_client_comes_from_a_trusted_proxy_alone(tmp_path: Path) -> None:
    """Two people behind one proxy are two addresses; a stranger's word is not taken."""
    limits = Limits(rooms=Limit(1, 0.0001))
    body = {"game": "envelopes", "you": {"name": "Ann"}}
    for trusted, expected in ((("127.0.0.1",), 201), (("10.0.0.1",), 429)):
        folder = tmp_path / trusted[0]
        folder.mkdir()
        async with serving(folder, limits=limits, trusted_proxies=trusted) as live:
            answers = [
                await live.visitor().ask("POST", "/api/rooms", body, **{"x-forwarded-for": f"203.0.113.{i}"})
                for i in range(2)
            ]
            assert [a.status_code for a in answers] == [201, expected]
