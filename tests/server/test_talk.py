"""People talk: at the table, in side rooms, among those who watch. Who hears what, and that it stays."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest

from mainmatch.games import all_games
from mainmatch.server.etiquette import stages
from mainmatch.server.limits import Limit, Limits
from mainmatch.server.refusals import Refusal
from mainmatch.server.storage import StoreFailed, Write
from mainmatch.server.texts import clean_text
from tests.server.live import Live, Visitor, command_id, serving

Json = Any


def heard(snapshot: Json) -> list[str]:
    """The texts that somebody has heard."""
    return [item["text"] for item in snapshot["talk"]["items"] if item["type"] == "said"]


def room_in(snapshot: Json, room: str) -> Json:
    """A room as somebody sees it; None: it sees none."""
    return next((one for one in snapshot["talk"]["state"]["rooms"] if one["room"] == room), None)


def side_of(snapshot: Json) -> str:
    """The first side room that somebody knows of."""
    return next(one["room"] for one in snapshot["talk"]["state"]["rooms"] if one["room"] not in ("table", "watchers"))


def who(snapshot: Json, name: str) -> int:
    """Somebody's number."""
    return next(one["who"] for one in snapshot["talk"]["state"]["people"] if one["name"] == name)


async def three(live: Live, **wanted: Json) -> tuple[Visitor, Visitor, Visitor]:
    """Ann, who is the host, Ben and Cat."""
    ann = await live.host(players=3, **wanted)
    return ann, await live.guest(ann.code, "Ben"), await live.guest(ann.code, "Cat")


async def aside(one: Visitor, other: Visitor, name: str) -> str:
    """A side room with these two inside."""
    opened = await one.command("open_side_room", whom=[who(await one.look(), name)])
    room = side_of(opened)
    await other.command("enter", room=room)
    return room


# ---------------------------------------------------------------- the table
async def test_everybody_hears_the_table(live: Live) -> None:
    """People on chairs and those who watch, in the order of saying, with the match and stage it was said in."""
    ann, ben, _ = await three(live)
    watcher = live.visitor()
    watcher.code = ann.code
    await ann.command("say", room="table", text="  Shall we?\n ")
    await ann.command("start")
    told = await ben.command("say", room="table", text="한글도 됩니다 🙂")
    assert heard(told) == ["Shall we?", "한글도 됩니다 🙂"]
    assert heard(await watcher.look()) == heard(told)
    first, second = told["talk"]["items"]
    assert (first["n"], first["match"], first["name"], first["seat"]) == (1, None, "Ann", 0)
    assert (second["match"], second["stage"], second["who"]) == (1, "nod", who(told, "Ben"))
    assert "id" in second
    assert "id" not in first


async def test_a_message_sent_twice_is_said_once(live: Live) -> None:
    """The id of a command makes sending again harmless."""
    ann = await live.host()
    body = {"type": "say", "id": command_id(), "room": "table", "text": "once"}
    path = f"/api/rooms/{ann.code}/commands"
    answers = [await ann.post(path, body) for _ in range(3)]
    assert [heard(answer["snapshot"]) for answer in answers] == [["once"]] * 3


async def test_talk_goes_on_behind_what_somebody_has(live: Live) -> None:
    """By feed and number, over HTTP and on a socket; another feed begins anew."""
    ann = await live.host()
    for text in ("one", "two"):
        await ann.command("say", room="table", text=text)
    path = f"/api/rooms/{ann.code}"
    assert heard(await ann.get(f"{path}?feed=1&heard=1")) == ["two"]
    assert heard(await ann.get(f"{path}?feed=0&heard=1")) == ["one", "two"]
    assert heard(await ann.get(f"{path}?feed=1&heard=9")) == ["one", "two"]
    async with ann.tab() as tab:
        await tab.until(lambda t: t.table is None and t.sequence)
        await tab.command("say", room="table", text="three")
    update = next(f for f in map(json.loads, tab.frames) if "three" in str(f))
    assert set(update) == {"type", "seq", "time", "version", "talk"}
    assert [item["n"] for item in update["talk"]["items"]] == [3]
    assert "state" not in update["talk"]


async def test_long_talk_comes_in_pieces(live: Live, monkeypatch: pytest.MonkeyPatch) -> None:
    """The newest first, the others on asking."""
    monkeypatch.setattr("mainmatch.server.heard.MOST_AT_ONCE", 3)
    ann = await live.host()
    for number in range(8):
        await ann.command("say", room="table", text=f"say {number}")
    talk = (await ann.look())["talk"]
    assert (talk["after"], heard({"talk": talk})) == (5, ["say 5", "say 6", "say 7"])
    path = f"/api/rooms/{ann.code}/talk"
    assert heard({"talk": await ann.get(f"{path}?before=6")}) == ["say 2", "say 3", "say 4"]
    assert heard({"talk": await ann.get(f"{path}?before=3")}) == ["say 0", "say 1"]
    assert heard({"talk": await ann.get(f"{path}?before=1")}) == []


async def test_what_could_not_be_stored_is_not_heard(live: Live, monkeypatch: pytest.MonkeyPatch) -> None:
    """Nobody hears it; sent again with the same id it is said."""
    ann = await live.host()
    body = {"type": "say", "id": command_id(), "room": "table", "text": "stored first"}
    path = f"/api/rooms/{ann.code}/commands"

    async def fail(write: Write) -> None:
        raise StoreFailed("full")

    with monkeypatch.context() as broken:
        broken.setattr(live.house.store, "commit", fail)
        assert await ann.refused(path, body) == "try_again"
        assert heard(await ann.look()) == []
    assert heard((await ann.post(path, body))["snapshot"]) == ["stored first"]


# ---------------------------------------------------------------- side rooms
async def test_members_hear_what_was_said_while_they_were_members(live: Live) -> None:
    """Nothing from before, nothing from after; what was heard stays, after a reload too."""
    ann, ben, cat = await three(live)
    room = await aside(ann, ben, "Ben")
    await ann.command("say", room=room, text="before")
    await cat.command("knock", room=room)
    await ben.command("invite", room=room, whom=who(await ben.look(), "Cat"))
    await cat.command("say", room=room, text="together")
    await cat.command("leave_side_room", room=room)
    await ben.command("say", room=room, text="after")
    assert heard(await ann.look()) == heard(await ben.look()) == ["before", "together", "after"]
    assert heard(await cat.look()) == ["together"]
    assert await cat.command_refused("say", room=room, text="I am gone") == "not_member"


async def test_talk_survives_a_restart(tmp_path: Path) -> None:
    """Everything: what was said, who is inside, who is silenced, and everybody's numbers."""
    async with serving(tmp_path) as live:
        ann, ben, cat = await three(live)
        room = await aside(ann, ben, "Ben")
        await ann.command("say", room=room, text="secretly")
        await ann.command("silence", whom=who(await ann.look(), "Cat"))
        await ben.command("mute", whom=1)
        before = [(await one.look())["talk"] for one in (ann, ben, cat)]
    async with serving(tmp_path) as again:
        for one in (ann, ben, cat):
            one.address = again.address
        assert [(await one.look())["talk"] for one in (ann, ben, cat)] == before


async def test_a_side_room_is_for_two_at_least(live: Live) -> None:
    """Nobody talks to itself, and the last one out closes the room."""
    ann, ben, _ = await three(live)
    assert await ann.command_refused("open_side_room", whom=[1]) == "alone"
    room = side_of(await ann.command("open_side_room", whom=[who(await ann.look(), "Ben")]))
    assert await ann.command_refused("say", room=room, text="Anybody?") == "alone"
    await ben.command("leave_side_room", room=room)
    assert await ben.command_refused("enter", room=room) == "not_member"
    assert room_in(await ann.command("leave_side_room", room=room), room) is None
    assert await ben.command_refused("knock", room=room) == "no_such_side_room"


async def test_knocking_inviting_and_turning_away(live: Live) -> None:
    """Any member lets in; who was turned away may knock again; who is invited only enters."""
    ann, ben, cat = await three(live)
    room = await aside(ann, ben, "Ben")
    assert room_in(await cat.command("knock", room=room), room)["you"] == "knocking"
    assert room_in(await ben.look(), room)["knocking"] == [who(await ben.look(), "Cat")]
    assert await cat.command_refused("knock", room=room) == "already_there"
    number = who(await ann.look(), "Cat")
    await ann.command("turn_away", room=room, whom=number)
    assert room_in(await cat.look(), room)["you"] is None
    await ben.command("invite", room=room, whom=number)
    assert room_in(await cat.command("knock", room=room), room)["members"] == [1, 2, 3]
    assert await ann.command_refused("invite", room=room, whom=number) == "already_there"
    assert await ann.command_refused("invite", room=room, whom=77) == "no_such_talker"


async def test_the_host_limits_side_rooms(live: Live) -> None:
    """How many people, and whether at all; turning them off closes them."""
    ann, ben, cat = await three(live, talk={"largest": 2})
    room = await aside(ann, ben, "Ben")
    assert await cat.command_refused("knock", room=room) == "side_room_full"
    assert await cat.command_refused("open_side_room", whom=[1, 2]) == "side_room_full"
    shown = await ann.command("configure", talk={"side_rooms": False})
    assert shown["room"]["talk"]["largest"] == 2
    assert room_in(shown, room) is None
    assert shown["talk"]["state"]["open"] == "off"
    assert await ann.command_refused("open_side_room", whom=[2]) == "side_rooms_closed"
    assert await ann.command_refused("configure", talk={"quiet": ["noon"]}) == "bad_talk"
    assert await ann.command_refused("configure", talk={"largest": 1}) == "malformed"
    assert await ben.command_refused("configure", talk={"side_rooms": True}) == "not_host"
    await ann.command("start")
    assert await ann.command_refused("configure", talk={"side_rooms": True}) == "already_playing"


async def test_whoever_takes_a_chair_over_inherits_nothing(live: Live) -> None:
    """Giving up a chair leaves the side rooms; the next person hears none of it."""
    ann, ben, cat = await three(live)
    await ann.command("start")
    room = await aside(ann, ben, "Ben")
    await ben.command("say", room=room, text="our plan")
    await cat.command("knock", room=room)
    await cat.command("leave")
    assert room_in(await ann.look(), room)["knocking"] == []
    await ben.command("leave")
    assert room_in(await ann.look(), room)["members"] == [1]
    dan = await live.guest(ann.code, "Dan", 1)
    assert heard(await dan.look()) == []
    assert await dan.command_refused("say", room=room, text="hello") == "not_member"
    assert heard(await ben.look()) == ["our plan"]


async def test_another_device_takes_what_was_heard_along(live: Live) -> None:
    """Rooms, words and numbers go with the person."""
    ann, ben, _ = await three(live)
    room = await aside(ann, ben, "Ben")
    await ann.command("say", room=room, text="wherever you are")
    before = (await ben.look())["talk"]
    offer = await ben.post(f"/api/rooms/{ann.code}/move", {})
    phone = live.visitor()
    phone.code = ann.code
    await phone.post("/api/move", {"token": offer["link"].split("#")[1]})
    assert (await phone.look())["talk"] == before
    assert heard(await ben.look()) == []
    assert room_in(await ann.look(), room)["members"] == [1, 2]


# ---------------------------------------------------------------- those who watch
async def test_those_who_watch_have_their_own_room(live: Live) -> None:
    """By a name; nobody on a chair hears it; it is left by sitting down."""
    ann, _, cat = await three(live)
    await cat.command("leave")
    eve, fay = live.visitor(), live.visitor()
    eve.code = fay.code = ann.code
    assert room_in(await eve.look(), "watchers") == {"room": "watchers", "you": None, "members": [], "write": "name"}
    assert await eve.command_refused("introduce", name="Ann") == "name_taken"
    await eve.command("introduce", name="Eve")
    await fay.command("introduce", name="Fay")
    assert await ann.command_refused("introduce", name="Ann") == "seat_elsewhere"
    await eve.command("say", room="watchers", text="Ann looks nervous")
    assert heard(await fay.look()) == ["Ann looks nervous"]
    assert heard(await ann.look()) == []
    assert room_in(await ann.look(), "watchers") is None
    await eve.command("say", room="table", text="May I play?")
    await ann.command("start")
    assert await eve.command_refused("say", room="table", text="Bet 3!") == "only_watching"
    assert await eve.command_refused("open_side_room", whom=[1]) == "not_seated"
    await fay.command("sit", name="Fay")
    assert room_in(await eve.look(), "watchers")["members"] == [who(await eve.look(), "Eve")]
    await eve.command("say", room="watchers", text="Fay is gone")
    assert "Fay is gone" not in heard(await fay.look())
    assert await ann.command_refused("say", room="watchers", text="boo") == "not_member"


async def test_whoever_has_seen_a_hand_may_not_watch_with_the_others(live: Live) -> None:
    """Until the match is over."""
    ann, ben, _ = await three(live)
    await ann.command("start")
    await ben.command("leave")
    assert await ben.command_refused("introduce", name="Ben") == "knows_too_much"
    assert room_in(await ben.look(), "watchers") is None
    await ann.command("stop")
    await ben.command("introduce", name="Ben")


async def test_the_spectators_room_is_bounded(live: Live, monkeypatch: pytest.MonkeyPatch) -> None:
    """Strangers cannot fill it without end; who is inside stays, under another name too."""
    monkeypatch.setattr("mainmatch.server.talking.MOST_WATCHERS", 1)
    ann = await live.host()
    eve, fay = live.visitor_of(ann.code), live.visitor_of(ann.code)
    await eve.command("introduce", name="Eve")
    assert await fay.command_refused("introduce", name="Fay") == "room_full"
    await eve.command("introduce", name="Evelyn")
    assert [one["name"] for one in (await ann.look())["talk"]["state"]["people"]] == ["Ann", "Evelyn"]


# ---------------------------------------------------------------- order
async def test_floods_are_held_back(tmp_path: Path) -> None:
    """By person and by room, with when to go on; what was too fast can be sent again with its id."""
    limits = Limits(talk_person=Limit(2, 0.0001), talk_room=Limit(3, 0.0001))
    async with serving(tmp_path, limits=limits) as live:
        ann = await live.host()
        ben = await live.guest(ann.code, "Ben")
        for text in ("one", "two"):
            await ann.command("say", room="table", text=text)
        body = {"type": "say", "id": command_id(), "room": "table", "text": "three"}
        answer = await ann.ask("POST", f"/api/rooms/{ann.code}/commands", body)
        assert (answer.status_code, answer.json()["error"]["code"]) == (429, "too_fast")
        assert int(answer.headers["retry-after"]) > 0
        await ben.command("say", room="table", text="mine")
        assert await ben.command_refused("say", room="table", text="too much") == "too_fast"
        live.room(ann.code).floods = type(live.room(ann.code).floods)(Limits())
        assert heard((await ann.post(f"/api/rooms/{ann.code}/commands", body))["snapshot"]) == [
            "one",
            "two",
            "mine",
            "three",
        ]


async def test_the_host_silences_and_hears_again(live: Live) -> None:
    """Who is silenced reads; nobody but the host may."""
    ann, ben, cat = await three(live)
    number = who(await ann.look(), "Ben")
    assert await cat.command_refused("silence", whom=number) == "not_host"
    assert await ann.command_refused("silence", whom=1) == "no_such_talker"
    await ann.command("silence", whom=number)
    assert await ben.command_refused("say", room="table", text="but") == "silenced"
    assert await ben.command_refused("open_side_room", whom=[1]) == "silenced"
    assert room_in(await ben.look(), "table")["write"] == "silenced"
    await ann.command("unsilence", whom=number)
    shown = await ben.command("say", room="table", text="thanks")
    assert [item["type"] for item in shown["talk"]["items"]] == ["silenced", "unsilenced", "said"]


async def test_muting_is_kept_for_oneself(live: Live) -> None:
    """Nobody else is told."""
    ann, ben, _ = await three(live)
    before = (await ann.look())["talk"]
    assert (await ben.command("mute", whom=1))["talk"]["state"]["muted"] == [1]
    assert (await ann.look())["talk"] == before
    assert (await ben.command("unmute", whom=1))["talk"]["state"]["muted"] == []


async def test_a_report_shows_the_host_one_message(live: Live) -> None:
    """From a side room this message alone; not the room, nor who else is in it."""
    ann, ben, cat = await three(live)
    room = await aside(ben, cat, "Cat")
    await ben.command("say", room=room, text="fine words")
    shown = await ben.command("say", room=room, text="an insult")
    assert heard(await ann.look()) == []
    number = next(i["n"] for i in (await cat.look())["talk"]["items"] if i.get("text") == "an insult")
    assert await cat.command_refused("report", n=number, reason="") == "bad_text"
    assert await cat.command_refused("report", n=999, reason="so") == "no_such_message"
    assert await cat.command_refused("report", n=1, reason="so") == "no_such_message"
    await cat.command("report", n=number, reason="It hurts.")
    assert await cat.command_refused("report", n=number, reason="again") == "already_there"
    report = (await ann.look())["talk"]["items"][-1]
    assert (report["type"], report["reason"], report["message"]["text"]) == ("reported", "It hurts.", "an insult")
    assert report["message"]["is_aside"]
    assert "room" not in report["message"]
    assert "id" not in report["message"]
    assert (await ben.look())["talk"] == shown["talk"]


@pytest.mark.parametrize("is_open", [True, False])
async def test_transcripts_open_after_the_match_or_never(live: Live, is_open: bool) -> None:
    """Of side rooms and of those who watched, of this match alone; all side rooms close."""
    ann, ben, cat = await three(live, talk={"transcripts": is_open, "shows_members": False})
    eve = live.visitor()
    eve.code = ann.code
    await eve.command("introduce", name="Eve")
    room = await aside(ann, ben, "Ben")
    await ann.command("say", room=room, text="before the match")
    await ann.command("start")
    await ben.command("say", room=room, text="let us win")
    await eve.command("say", room="watchers", text="they plot")
    path = f"/api/rooms/{ann.code}/matches/1/talk"
    assert (await cat.ask("GET", path)).json()["error"]["code"] == "already_playing"
    await ann.command("stop")
    assert room_in(await ann.look(), room) is None
    answer = await cat.ask("GET", path)
    ended = [i for i in (await cat.look())["talk"]["items"] if i["type"] == "ended"]
    if is_open:
        found = answer.json()
        assert [[said["text"] for said in one["said"]] for one in found["rooms"]] == [["let us win"], ["they plot"]]
        assert found["rooms"][0]["heard_by"] == [1, 2]
        assert ended == [{"n": ended[0]["n"], "time": ended[0]["time"], "type": "ended", "match": 1}]
    else:
        assert answer.json()["error"]["code"] == "transcripts_closed"
        assert ended == []


async def test_side_rooms_rest_in_quiet_stages(tmp_path: Path) -> None:
    """They may be read and left, not written, opened or entered; a re-vote belongs to its vote."""
    async with serving(tmp_path, games=all_games()) as live:
        ann, ben, cat = await three(live, game="maskmen", talk={"quiet": ["open"]})
        room = await aside(ann, ben, "Ben")
        await ann.command("say", room=room, text="in the lobby")
        shown = await ann.command("start")
        assert room_in(shown, room)["write"] == "quiet"
        assert shown["talk"]["state"]["open"] == "quiet"
        assert await ann.command_refused("say", room=room, text="hush") == "side_rooms_closed"
        assert await cat.command_refused("knock", room=room) == "side_rooms_closed"
        assert heard(await ben.look()) == ["in the lobby"]
        await ann.command("say", room="table", text="The table talks on")
        opener = shown["table"]["actors"][0]["seat"]
        await (ann, ben, cat)[opener].decide()
        assert room_in(await ben.look(), room)["write"] is None
        await ben.command("leave_side_room", room=room)
        await ann.command("stop")
        assert (await ann.command("configure", game="infiltration", players=5))["room"]["talk"]["quiet"] == []
    assert [stage for stage in stages(all_games()["loyalists-and-traitors"]) if "elect" in stage] == [
        "elect",
        "last_elect",
    ]


@pytest.mark.parametrize(
    "text",
    [
        "",
        " \n ",
        "x" * 501,
        "\n".join("x" * 11),
        "a\x00b",
        "a\u202eb",
        "a\u200bb",
        "\u200d",
        "e" + "\u0301" * 9,
        "\ud800",
    ],
)
def test_texts_that_are_refused(text: str) -> None:
    """Empty, long, with signs that cannot be seen or that turn the direction."""
    with pytest.raises(Refusal) as refusal:
        clean_text(text)
    assert refusal.value.code == "bad_text"


@pytest.mark.parametrize(
    ("text", "clean"),
    [
        ("가" * 500, "가" * 500),
        ("각", "각"),
        ("👨\u200d👩\u200d👧", "👨\u200d👩\u200d👧"),
        ("a\r\nb", "a\nb"),
        ("🫨", "🫨"),
    ],
)
def test_texts_that_are_taken(text: str, clean: str) -> None:
    """In their composed form."""
    assert clean_text(text) == clean
