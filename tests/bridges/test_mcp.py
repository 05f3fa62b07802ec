"""`mainmatch mcp` over standard input and output, at tables of a real server: whole matches by its tools alone, and no more than a seat's view."""

from __future__ import annotations

import contextlib
import json
import os
import random
import re
import sys
from collections.abc import AsyncGenerator
from pathlib import Path
from typing import Any

import pytest
from mcp import Client
from mcp.client.stdio import StdioServerParameters
from mcp_types import CallToolResult

from mainmatch.bridges.live import in_order
from mainmatch.bridges.text import Voice
from mainmatch.core.rulebook import rulebook
from mainmatch.games import all_games, find
from mainmatch.server.wire import encode
from tests.cli.running import is_one_sentence, run
from tests.server.live import Live, Visitor, serving

Json = Any
GAMES = ("middle-race", "infiltration", "loyalists-and-traitors", "indian-poker", "maskmen")
BOT = {"en": "Bot", "ko": "봇"}
SHORT: dict[str, dict[str, Any]] = {
    "middle-race": {"players": 4, "options": {"max_laps": 1}},
    "infiltration": {"players": 3, "options": {"rounds": 2}},
    "loyalists-and-traitors": {"options": {"limit": 100}},
    "indian-poker": {"options": {"max_hands": 3}},
    "maskmen": {"players": 3, "options": {"seasons": 1, "cards": 6}},
}


@contextlib.asynccontextmanager
async def live(path: Path) -> AsyncGenerator[Live]:
    """A server with all five games."""
    async with serving(path, games={game: find(game) for game in GAMES}) as running:
        yield running


@contextlib.asynccontextmanager
async def model(running: Live, *words: str) -> AsyncGenerator[Client]:
    """A client of the protocol that has started the command."""
    command = ["-m", "mainmatch", "mcp", "--server", f"http://{running.address}", *words]
    env = {name: os.environ[name] for name in ("PYTHONPATH",) if name in os.environ}
    async with Client(StdioServerParameters(command=sys.executable, args=command, env=env)) as client:
        yield client


def said(result: CallToolResult) -> str:
    """The words of an answer, and nothing else in it."""
    assert len(result.content) == 1
    return str(result.content[0].text)  # type: ignore[union-attr]


async def use(client: Client, tool: str, **given: Json) -> tuple[str, Json]:
    """What a tool says, and the standing beside it."""
    result = await client.call_tool(tool, given)
    assert not result.is_error, said(result)
    return said(result), result.structured_content


async def fault(client: Client, tool: str, **given: Json) -> str:
    """The sentence with which a tool refuses."""
    result = await client.call_tool(tool, given)
    assert result.is_error, said(result)
    return said(result)


async def play(client: Client, running: Live, code: str, lang: str) -> list[str]:
    """Decide at random until the match is over; everything that was said. Whenever the seat decides, it was told what the engine says of the true state."""
    dice = random.Random(3)
    heard: list[str] = []
    for _ in range(400):
        text, now = await use(client, "wait", seconds=30)
        heard.append(text)
        if now["over"]:
            return heard
        if now["to_decide"]:
            true = running.room(code).table
            assert true is not None
            voice = Voice(true.game, lang, ["Mira", *(f"{BOT[lang]} {p + 1}" for p in range(1, true.players))], 0)
            sent = json.loads(encode(true.game.view(true.state, 0)))
            shape = {"players": true.players, "options": true.options, "seat": 0, "view": sent}
            told = voice.table(in_order(true.game, shape))
            assert text.split("\n")[text.split("\n").index(voice.phrases["sees"]) + 1 :][: len(told)] == told
            legal = true.game.legal_json(true.state, 0)
            assert now["choices"] == len(legal)
            assert voice.choices(legal) in text
            text, now = await use(client, "decide", answer=str(dice.randint(1, now["choices"])))
            heard.append(text)
            if now["over"]:
                return heard
    raise AssertionError("the match does not end")


@pytest.mark.parametrize("lang", ["en", "ko"])
@pytest.mark.parametrize("game", GAMES)
async def test_a_whole_match_by_its_tools_alone(game: str, lang: str, tmp_path: Path) -> None:
    """Join, rules, wait, decide, to the result; every decision of the seat was made by the model."""
    async with live(tmp_path) as running, model(running, "--lang", lang) as client:
        host = await running.host("Ann", game=game, seat=None, language=lang, **SHORT[game])
        _, now = await use(client, "join", table=host.code, as_name="Mira")
        assert (now["table"], now["game"], now["seat"], now["to_decide"]) == (host.code, game, 1, False)
        assert (await use(client, "rules"))[0] == rulebook(find(game), lang)
        await host.command("start")
        heard = await play(client, running, host.code, lang)
        last = (await host.look())["table"]
        assert last["over"]
        assert last["outcome"] is not None
        voice = Voice(find(game), lang, last["names"], 0)
        assert voice.result(last["outcome"]) in heard[-1]
        made = await host.get(f"/api/rooms/{host.code}/matches/1/replay?as=all")
        assert {s["decision"]["by"] for s in made["steps"] if s["decision"] and s["decision"]["seat"] == 0} == {
            "person"
        }
        assert not re.search(r"\bNone\b|\{\w+\}|undefined", "\n".join(heard))


async def test_it_gets_the_view_of_its_seat_and_nothing_else(tmp_path: Path) -> None:
    """At Indian Poker its own card is the secret, at Maskmen the others' hands: what it hears is made of its own snapshots."""
    async with live(tmp_path) as running, model(running) as client:
        host = await running.host(
            "Ann", game="indian-poker", seat=None, options={"ranks": 50, "copies": 2, "max_hands": 6}
        )
        await use(client, "join", table=host.code, as_name="Mira")
        await host.command("start")
        text, now = await use(client, "wait")
        while not now["over"]:
            cards = running.room(host.code).table.state.cards  # type: ignore[union-attr]
            own, other = cards[0], cards[1]
            shown = text.split("What happened:")[0]
            assert re.search(rf"\b{other}\b", shown), (other, shown)
            if own not in (other, 1, 2, 3) and not re.search(rf"(stack|pot|bet)\D*{own}\b", shown, re.IGNORECASE):
                assert not re.search(rf"card\D{{0,30}}\b{own}\b", shown, re.IGNORECASE), (own, shown)
            text, now = await use(client, "decide", answer="1")
            if not now["over"]:
                text, now = await use(client, "wait")


async def test_a_canary_on_every_other_seat_stays_unheard(tmp_path: Path) -> None:
    """Keys of the others, a side room without it, and its own key never appear in an answer."""
    async with live(tmp_path) as running, model(running) as client:
        host = await running.host(
            "Ann", game="maskmen", players=4, options={"seasons": 1, "cards": 6}, talk={"shows_members": False}
        )
        ben = await running.guest(host.code, "Ben")
        await use(client, "join", table=host.code, as_name="Mira")
        people = (await host.look())["talk"]["state"]["people"]
        whom = [p["who"] for p in people if p["name"] == "Ben"]
        room = (await host.command("open_side_room", whom=whom))["talk"]["state"]["rooms"][-1]["room"]
        await ben.command("enter", room=room)
        await host.command("say", room=room, text="canary-5518")
        await host.command("start")
        heard = []
        for visitor in (host, ben) * 3:
            heard.append((await use(client, "look"))[0])
            await decide_if_open(visitor)
        heard.append((await use(client, "wait", seconds=1))[0])
        all_heard = "\n".join(heard)
        cookies = [one.cookie.split("=", 1)[1] for one in (host, ben)]
        assert not any(secret in all_heard for secret in ("canary-5518", room, *cookies))


async def decide_if_open(visitor: Visitor) -> None:
    """The first legal action, where one is owed."""
    table = (await visitor.look())["table"]
    if table["decision"]:
        await visitor.command("decide", decision=table["decision"]["id"], action=table["decision"]["legal"][0])


async def test_answers_that_cannot_be_followed_change_nothing(tmp_path: Path) -> None:
    """Nonsense, numbers out of range, a forbidden play with its clause, and choices that are not the shown ones."""
    async with live(tmp_path) as running, model(running) as client:
        host = await running.host("Ann", game="maskmen", seat=None, players=2, options={"seasons": 1})
        await use(client, "join", table=host.code, as_name="Mira")
        assert "no match is in progress" in (await fault(client, "decide", answer="1")).lower()
        await host.command("start")
        _, now = await use(client, "wait")
        before = running.room(host.code).table.decisions[:]  # type: ignore[union-attr]
        assert "names no choice" in await fault(client, "decide", answer="I would rather not")
        assert f"from 1 to {now['choices']}" in await fault(client, "decide", answer="999")
        assert "no action of this game" in await fault(client, "decide", answer='{"type": "fly"}')
        forbidden = await fault(client, "decide", answer='{"type": "play", "wrestler": "blue", "count": 9}')
        assert re.search(r"not possible now|no action of this game", forbidden)
        assert running.room(host.code).table.decisions == before  # type: ignore[union-attr]
        await use(client, "decide", answer=1)


async def test_a_decision_that_was_not_shown_is_not_made(tmp_path: Path) -> None:
    """Two decisions in a row without a look between them: the second answer is refused, not taken for another question."""
    async with live(tmp_path) as running, model(running) as client:
        host = await running.host("Ann", game="indian-poker", seat=None)
        await use(client, "join", table=host.code, as_name="Mira")
        await host.command("start")
        assert "have changed" in await fault_when_open(client, running, host)
        await use(client, "look")
        await use(client, "decide", answer="1")


async def fault_when_open(client: Client, running: Live, host: Visitor) -> str:
    """An answer to choices that it has not seen."""
    room = running.room(host.code)
    while 0 not in room.table.actors:  # type: ignore[union-attr]
        await room.wait_for_news(None, room.version_for(None), 30)
    return await fault(client, "decide", answer="1")


async def test_it_talks_at_the_table_and_in_side_rooms(tmp_path: Path) -> None:
    """What others say comes in quotation marks; a side room by invitation; bots do not talk."""
    async with live(tmp_path) as running, model(running) as client:
        host = await running.host("Ann", game="maskmen", players=3)
        await use(client, "join", table=f"http://{running.address}/r/{host.code}", as_name="Mira")
        await host.command("say", room="table", text="Shall we?")
        text, _ = await use(client, "wait")
        assert "[table] 1 Ann: “Shall we?”" in text
        await use(client, "talk", text="Gladly.")
        talk = (await host.look())["talk"]
        assert [item["text"] for item in talk["items"] if item["type"] == "said"] == ["Shall we?", "Gladly."]
        me = next(p["who"] for p in talk["state"]["people"] if p["name"] == "Mira")
        room = (await host.command("open_side_room", whom=[me]))["talk"]["state"]["rooms"][-1]["room"]
        text, _ = await use(client, "wait")
        assert f"Ann invited Mira into side room {room}." in text
        await use(client, "side_room", do="enter", room=room)
        await host.command("say", room=room, text="Just us.")
        assert f"[{room}] 1 Ann: “Just us.”" in (await use(client, "wait"))[0]
        assert "bots do not talk" in await fault(client, "side_room", do="invite", room=room, seats=[3])
        await use(client, "side_room", do="leave", room=room)
        assert "You are not in this side room." in await fault(client, "talk", text="Still?", room=room)


async def test_faults_are_one_sentence(tmp_path: Path) -> None:
    """Before a table; tables that do not exist; links of others; a full table; unknown clauses and games."""
    async with live(tmp_path) as running, model(running) as client:
        assert "use join" in await fault(client, "look")
        assert "Name a game" in await fault(client, "rules")
        assert "Maskmen" in (await use(client, "rules", game="maskmen"))[0]
        assert (await use(client, "rules", clause="mm7"))[0].startswith("MM-7: ")
        assert "no clause MM-99" in await fault(client, "rules", clause="MM-99")
        assert (
            await fault(client, "join", table="BCDFGH", as_name="Mira")
            == "There is no such room. Look at the code again."
        )
        assert "neither a code" in await fault(client, "join", table="the one by the window", as_name="Mira")
        assert "other address" in await fault(client, "join", table="http://elsewhere.example/r/BCDFGH")
        host = await running.host("Ann", game="indian-poker")
        await running.guest(host.code, "Ben")
        assert "chair" in await fault(client, "join", table=host.code, as_name="Mira")


async def test_a_seat_goes_on_after_a_new_start(tmp_path: Path) -> None:
    """With --keep its key survives the process; the file is nobody else's; a foreign file is refused."""
    kept = tmp_path / "seat"
    async with live(tmp_path) as running:
        host = await running.host("Ann", game="maskmen", seat=None, players=2)
        async with model(running, "--keep", str(kept)) as client:
            await use(client, "join", table=host.code, as_name="Mira")
        await host.command("start")
        async with model(running, "--keep", str(kept)) as client:
            text, now = await use(client, "look")
            assert now["seat"] == 1
            assert kept.stat().st_mode & 0o077 == 0
            assert kept.read_text(encoding="utf-8").split()[2].split("=")[1] not in text
            assert "already" in await fault(client, "join", table=host.code)
            await use(client, "leave")
            assert not kept.exists()


async def test_prompt_and_rulebooks(tmp_path: Path) -> None:
    """What a client offers its user."""
    async with live(tmp_path) as running, model(running) as client:
        got = await client.get_prompt("play", {"table": "KXWTRM", "name": "Mira"})
        assert "KXWTRM" in json.dumps(got.model_dump(mode="json"))
        for game in all_games().values():
            if game.id in GAMES:
                read = await client.read_resource(f"mainmatch://rules/{game.id}")
                assert read.contents[0].text == rulebook(game, "en")  # type: ignore[union-attr]


@pytest.mark.parametrize(
    ("words", "told"),
    [(["--server", "localhost"], "no address of a server"), (["--keep", "."], "cannot be read")],
)
def test_faults_at_the_start_are_one_sentence(words: list[str], told: str) -> None:
    """Before any model speaks."""
    ran = run("mcp", *words)
    assert (ran.code, is_one_sentence(ran)) == (2, True)
    assert told in ran.err


def test_without_the_extra_it_says_so(monkeypatch: pytest.MonkeyPatch) -> None:
    """And how to get it."""

    def nowhere(_: str) -> None:
        """No package."""

    monkeypatch.setattr("mainmatch.cli.importlib.util.find_spec", nowhere)
    ran = run("mcp")
    assert (ran.code, is_one_sentence(ran)) == (2, True)
    assert "pip install mainmatch[mcp]" in ran.err
