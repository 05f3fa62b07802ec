"""Law 1 at the wire: nobody receives a byte that depends on what it may not know. With planted leaks."""

from __future__ import annotations

import asyncio
import json
import random
from pathlib import Path
from typing import Any

import pytest

from mainmatch.core.chance import rng
from mainmatch.core.game import Game
from mainmatch.core.record import SPECTATOR
from mainmatch.games import all_games
from mainmatch.server.etiquette import ETIQUETTE, stage_of, stages
from mainmatch.server.heard import Ears
from mainmatch.server.projection import LiveViews, Projection, Viewer, deduction_of, past_of, project, told_to
from mainmatch.server.room import Room
from mainmatch.server.seats import HUMAN, PLAYING, RoomState, Seat
from mainmatch.server.table import Table
from mainmatch.server.talk import Talk, newcomers
from mainmatch.server.talking import Scene
from mainmatch.server.wire import encode
from tests.server.envelopes.game import GAME as ENVELOPES
from tests.server.live import Live, Tab, Visitor, serving

KEY = bytes(range(32))
NOTE = "notebook-canary-"
OF_A_MATCH = (
    "", "/frames", "/replay", "/replay?as=watch", "/replay?as=0", "/replay?as=1", "/trace", "/report", "/report?lang=ko",
    "/reasons", "/talk", "/past?item=0", "/past?item=3", "/past?item=9", "/past?item=9&as=watch",
)  # fmt: skip
OF_A_ROOM = ("?as=watch", "/events?wait=0&as=watch", "/talk", "/evening", "/advice", "/deduction", "/qr.svg")
"""What can be asked for beside the table itself; much of it is refused while a match is in progress."""


class Nobody:
    """Nobody is connected."""

    spectators = 0

    def is_connected(self, person: str | None) -> bool:
        """See `Presence`."""
        return False


def room_of(game: Game, players: int) -> RoomState:
    """A room in which everybody plays."""
    seats = tuple(Seat(HUMAN, f"P{i}", f"person{i}") for i in range(players))
    return RoomState(
        "BCDFGH",
        "en",
        game.id,
        players,
        dict(game.check_options(players)),
        seats,
        status=PLAYING,
        matches=1,
        talk={**ETIQUETTE, "quiet": stages(game)[::2]},
    )


def bytes_for(room: RoomState, table: Table, viewer: int) -> bytes:
    """Everything that a viewer receives, log included."""
    person = None if viewer == SPECTATOR else f"person{viewer}"
    seat = None if viewer == SPECTATOR else viewer
    views = LiveViews(table)
    talk = Talk()
    for event in newcomers(talk, room, {}):
        talk.take(event, 0)
    heard = (Ears(talk), Scene(room, {}, stage_of(table), lambda: "side"))
    shown = project(room, table.game, views, Nobody(), Viewer(person, seat), "link", "version", heard).snapshot(0)
    names = [chair.name or "" for chair in room.seats]
    told = len(views.log(viewer))
    shown += b"".join(encode(past_of(table, viewer, names, item)) for item in {0, told // 2, told})
    if seat is None or not table.game.deduces:
        return shown
    return shown + deduction_of(table.game, 1, table.players, table.options, seat, told_to(table, seat))


def leaks(game: Game, seed: int, steps: int) -> list[str]:
    """Where along a random match some viewer's bytes change when what it may not know is dealt anew."""
    dice = random.Random(seed)
    players = dice.randint(*game.seats)
    room = room_of(game, players)
    table = Table("BCDFGH", 1, game, players, game.check_options(players), KEY, 0)
    found = []
    for step in range(steps):
        if table.is_over:
            break
        for viewer in (SPECTATOR, *range(players)):
            real = bytes_for(room, table, viewer)
            other = table.copy()
            other.state = table.state.clone()
            game.redeal(other.state, viewer, rng(dice.getrandbits(64)))
            if bytes_for(room, other, viewer) != real:
                found.append(f"{game.id} step {step} viewer {viewer}")
        seat = dice.choice(table.actors)
        made = table.prepare(seat, dice.choice(game.legal(table.state, seat)), "person", 0)
        table.install(made, None)
    return found


@pytest.mark.parametrize("game", [*all_games(), "envelopes"])
def test_bytes_do_not_depend_on_what_a_viewer_may_not_know(game: str) -> None:
    """View, headline, legal and refused actions, what the clock would take, who owes what: all of a snapshot."""
    for seed in range(2):
        assert leaks({**all_games(), "envelopes": ENVELOPES}[game], seed, 25) == []


class LeakyView(type(ENVELOPES)):  # type: ignore[misc]
    """Shows everything to everybody."""

    def view(self, state: Any, viewer: int = SPECTATOR) -> dict[str, Any]:
        """Without concealing."""
        return {**super().view(state, viewer), "owns": list(state.owns), "hidden": state.hidden}


class LeakyDecision(type(ENVELOPES)):  # type: ignore[misc]
    """Its legal actions depend on a secret."""

    def legal(self, state: Any, seat: int) -> list[int]:
        """One fewer where the hidden number is odd."""
        found = super().legal(state, seat)
        return found[1:] if len(found) > 1 and state.hidden % 2 else found


@pytest.mark.parametrize("leaky", [LeakyView(), LeakyDecision()])
def test_a_planted_leak_is_found(leaky: Game) -> None:
    """The test above can fail."""
    assert leaks(leaky, 0, 25) != []


# ---------------------------------------------------------------- canaries on real sockets
async def every_byte(live: Live) -> tuple[dict[int, bytes], Live, str]:
    """Three people and a spectator play over sockets and HTTP, with mistakes; all bytes each has received."""
    ann = await live.host(players=3, options={"rounds": 3})
    people: list[Visitor] = [ann, *[await live.guest(ann.code, name) for name in ("Ben", "Cat")]]
    watcher = live.visitor()
    watcher.code = ann.code
    heard: dict[int, bytes] = {}
    async with people[0].tab() as a, people[1].tab() as b, people[2].tab() as c, watcher.tab() as w:
        tabs = {0: a, 1: b, 2: c, SPECTATOR: w}
        assert (await a.command("start"))["ok"]

        for seat, (tab, visitor) in enumerate(zip((a, b, c), people, strict=True)):
            assert (await tab.command("note", match=1, notebook={"note": f"{NOTE}{seat}"}))["ok"]
            await visitor.command("note", match=1, notebook={"note": f"{NOTE}{seat}", "again": True})
        await asyncio.gather(*(_until_third_round(tabs[p], people[p]) for p in range(3)))
        for seat, visitor in ((0, ann), (1, people[1]), (2, people[2]), (SPECTATOR, watcher)):
            await visitor.look()
            await visitor.ask(
                "POST",
                f"/api/rooms/{ann.code}/commands",
                {"type": "decide", "id": "x" * 10, "decision": "1.0.1", "action": {}},
            )
            await visitor.ask("GET", "/metrics")
            await visitor.ask("GET", f"/api/rooms/{ann.code}/matches")
            for path in OF_A_MATCH:
                await visitor.ask("GET", f"/api/rooms/{ann.code}/matches/1{path}")
            for path in OF_A_ROOM:
                await visitor.ask("GET", f"/api/rooms/{ann.code}{path}")
            heard[seat] = b"\n".join([*visitor.heard, *(f.encode() for f in tabs[seat].frames)])
    return heard, live, ann.code


async def _until_third_round(tab: Tab, visitor: Visitor) -> None:
    """Play, and try what is not allowed, until the bids of the third round are made."""
    while True:
        await tab.until(lambda t: t.table and t.table["decision"])
        third = tab.table["view"]["round"] == 3
        await tab.command("decide", decision=tab.table["decision"]["id"], action={"type": "steal"})
        await tab.command("decide", decision="1.0.1", action={"type": "bid", "amount": 3})
        await tab.decide()
        await visitor.look()
        if third:
            return


def secrets_of(live: Live, code: str) -> dict[str, dict[int, set[bytes]]]:
    """All canaries of the match so far: by kind and seat."""
    table = live.room(code).playing
    assert table is not None
    found: dict[str, dict[int, set[bytes]]] = {"owns": {}, "marks": {}, "hidden": {0: set()}}
    found["notes"] = {seat: {f"{NOTE}{seat}".encode()} for seat in range(3)}
    for state in table.states:
        found["hidden"][0].add(str(state.hidden).encode())
        for kind in ("owns", "marks"):
            for seat in range(3):
                found[kind].setdefault(seat, set()).add(str(getattr(state, kind)[seat]).encode())
    return found


def caught(heard: dict[int, bytes], live: Live, code: str) -> list[str]:
    """The canaries that somebody received who may not know them."""
    secret = secrets_of(live, code)
    table = live.room(code).playing
    assert table is not None
    wrong: list[str] = []
    for viewer, received in heard.items():
        forbidden = set(secret["hidden"][0]) | {table.chance.key.hex().encode()}
        for seat in range(3):
            if seat != viewer:
                forbidden |= secret["owns"][seat] | secret["notes"][seat]
            if viewer in (seat, SPECTATOR):
                forbidden |= secret["marks"][seat]
        wrong += [f"viewer {viewer} received {canary!r}" for canary in forbidden if canary in received]
    return wrong


async def test_no_canary_reaches_anybody_who_may_not_know_it(live: Live, capfd: pytest.CaptureFixture[str]) -> None:
    """Every frame, answer, error, metric and log line; and the own secrets do arrive, so the scan can see."""
    heard, _, code = await every_byte(live)
    assert caught(heard, live, code) == []
    secret = secrets_of(live, code)
    for seat in range(3):
        assert all(canary in heard[seat] for canary in secret["owns"][seat] | secret["notes"][seat])
        assert all(canary in heard[seat] for other in range(3) if other != seat for canary in secret["marks"][other])
    logged = "".join(capfd.readouterr())
    for kind in secret.values():
        for canaries in kind.values():
            assert not any(canary.decode() in logged for canary in canaries)


class LeakyNotebooks(Room):
    """Shows everybody the host's notebook."""

    def look(self, person: str | None) -> Projection:
        """With the eyes of its own seat, but another's notebook."""
        mine = self.notebooks
        self.notebooks = dict.fromkeys([*mine, person or ""], mine.get(self.state.host or "", b"{}"))
        try:
            return super().look(person)
        finally:
            self.notebooks = mine


async def test_a_planted_leak_of_a_notebook_is_caught(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """A room that mixes notebooks up is found by the scan of bytes."""
    monkeypatch.setattr("mainmatch.server.house.Room", LeakyNotebooks)
    async with serving(tmp_path) as live:
        ann = await live.host(players=3, options={"rounds": 3})
        ben = await live.guest(ann.code, "Ben")
        await ann.command("start")
        await ann.command("note", match=1, notebook={"note": f"{NOTE}0"})
        await ben.look()
        assert caught({1: b"".join(ben.heard)}, live, ann.code) == [f"viewer 1 received b'{NOTE}0'"]


async def test_a_planted_leak_on_the_socket_is_caught(tmp_path: Path) -> None:
    """A view that shows too much is found by the scan of bytes."""
    async with serving(tmp_path, games={"envelopes": LeakyView()}) as live:
        heard, _, code = await every_byte(live)
        assert caught(heard, live, code) != []


def test_an_item_says_that_not_everybody_was_told_it() -> None:
    """Own numbers, others' marks and one's own sealed bid are private; a spectator hears nothing private."""
    table = Table("BCDFGH", 1, ENVELOPES, 3, ENVELOPES.check_options(3), KEY, 0)
    table.install(table.prepare(1, 0, "person", 0), None)
    for viewer in (SPECTATOR, 0, 1, 2):
        items = [json.loads(item) for item in LiveViews(table).log(viewer)]
        told = [(item["event"]["type"], item.get("private", False)) for item in items if "event" in item]
        mine = [("own", True), *[("mark", True)] * 2] if viewer != SPECTATOR else []
        assert sorted(told) == sorted([*mine, ("sealed", True) if viewer == 1 else ("sealed_by", False)])


def test_only_project_makes_a_projection() -> None:
    """Anybody else is refused, so nothing else can be sent about a room."""
    with pytest.raises(TypeError):
        Projection(object(), 0, "", b"", 1, b"", [])


def test_keys_are_not_in_the_database(tmp_path: Path) -> None:
    """Only hashes of cookies and links are stored."""

    async def play() -> tuple[str, str]:
        async with serving(tmp_path) as live:
            ann = await live.host()
            offer = await ann.post(f"/api/rooms/{ann.code}/move", {})
            return ann.cookie.split("=")[1], offer["link"].split("#")[1]

    key, token = asyncio.run(play())
    stored = b"".join(f.read_bytes() for f in tmp_path.iterdir())
    assert key.encode() not in stored
    assert token.encode() not in stored


def test_decision_ids_say_nothing_but_the_seats_own_count() -> None:
    """Match, seat, and how many this seat has made: not how many all have made."""
    table = Table("BCDFGH", 1, ENVELOPES, 3, ENVELOPES.check_options(3), KEY, 0)
    table.install(table.prepare(1, 0, "person", 0), None)
    assert [table.decision_id(p) for p in range(3)] == ["1.0.1", "1.1.2", "1.2.1"]
    for wrong in ("1.1.3", "1.3.1", "2.1.1", "1.1.0", "1.1", "1.1.1.1", "a.b.c", "1.1.²", ""):
        assert table.owner_of(wrong) is None
