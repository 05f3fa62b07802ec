"""Earlier moments of a match, and replays of finished ones: nobody sees more than it had then, or may have now."""

from __future__ import annotations

import gzip
import json
import random
from copy import copy
from pathlib import Path
from typing import Any

import pytest

from mainmatch.core.match import Match
from mainmatch.core.record import SPECTATOR
from mainmatch.core.trace import of_match
from mainmatch.games import all_games, find
from mainmatch.server.projection import LiveViews, past_of, replay_of
from mainmatch.server.table import BOT, Table
from tests.server.live import Live, Visitor, serving, told

Json = Any
GAMES = ("middle-race", "infiltration", "loyalists-and-traitors", "indian-poker", "maskmen")
SHORT: dict[str, dict[str, Any]] = {
    "middle-race": {"max_laps": 4},
    "infiltration": {"rounds": 3},
    "loyalists-and-traitors": {},
    "indian-poker": {"max_hands": 4},
    "maskmen": {"seasons": 1},
}
EYES = (*range(3), SPECTATOR)


def names_of(table: Table) -> list[str]:
    """Somebody on every chair."""
    return [f"P{p}" for p in range(table.players)]


def played(game: str, seed: int) -> tuple[Table, dict[int, list[tuple[int, Json]]]]:
    """A random match, and what each viewer had after every decision: how many items of its log, and its table."""
    room, dice = find(game), random.Random(seed)
    players = 3 if room.seats[0] <= 3 <= room.seats[1] else room.default_seats
    table = Table("BCDFGH", 1, room, players, room.check_options(players, SHORT[game]), bytes([seed]) * 32, 0)
    views, had = LiveViews(table), {viewer: list[tuple[int, Json]]() for viewer in EYES if viewer < players}

    def note() -> None:
        for viewer, its in had.items():
            shown = json.loads(views.table(viewer, names_of(table)))
            its.append((len(views.log(viewer)), shown))

    note()
    while not table.is_over:
        seat = dice.choice(table.actors)
        table.install(table.prepare(seat, dice.choice(room.legal(table.state, seat)), BOT, len(table.decisions)), None)
        note()
    return table, had


def without_duties(table: Json) -> Json:
    """What an earlier moment leaves out: nothing is owed, nothing can be taken back."""
    return {**table, "decision": None, "sealed": None, "retractable": False}


@pytest.mark.parametrize("game", GAMES)
def test_a_moment_is_what_its_viewer_had_then(game: str) -> None:
    """For every item of every log: the table after the decision that told it, to the byte."""
    table, had = played(game, 3)
    for viewer, its in had.items():
        before = 0
        for count, shown in its:
            for item in {before + 1, count} if count > before else ():
                assert past_of(table, viewer, names_of(table), item) == without_duties(shown)
            before = count


@pytest.mark.parametrize("game", GAMES)
def test_a_replay_is_the_match_as_these_eyes_saw_it(game: str) -> None:
    """Step n is what the viewer had after n decisions; the items joined are its log; another's choice is never told."""
    table, had = played(game, 5)
    for viewer, its in had.items():
        found = replay_of(table, viewer, names_of(table))
        assert [step["table"] for step in found["steps"]] == [without_duties(shown) for _, shown in its]
        log = [json.loads(item) for item in LiveViews(table).log(viewer)]
        assert [item for step in found["steps"] for item in step["items"]] == log
        for step, made in zip(found["steps"][1:], table.decisions, strict=True):
            known = table.game.actions.decode(made.action) if made.seat == viewer else None
            assert (step["decision"]["seat"], step["decision"]["action"]) == (made.seat, known)
        lines = list(of_match(Match.load(table.match_file(), find)))[1:]
        first = {step["step"]: state for step, state in reversed(list(zip(found["steps"], table.states, strict=True)))}
        assert [table.game.state_json(first[n]) for n in range(len(lines))] == [line["state"] for line in lines]
        assert found["as"] == ("watch" if viewer == SPECTATOR else viewer)


@pytest.mark.parametrize("game", GAMES)
def test_a_replay_of_everything_shows_the_truth(game: str) -> None:
    """Every action, every event whole, and in every view what any seat knew of its own."""
    table, had = played(game, 7)
    found = replay_of(table, None, names_of(table))
    assert len(found["steps"]) == len(table.decisions) + 1
    assert [step["decision"]["action"] for step in found["steps"][1:]] == [
        table.game.actions.decode(made.action) for made in table.decisions
    ]
    own = {"maskmen": "hands", "infiltration": "pieces", "indian-poker": "cards"}.get(game)
    for step, (state, *_) in zip(found["steps"], zip(table.states, strict=True), strict=True):
        assert step["table"]["seat"] is None
        whole = step["table"]["view"]
        for viewer in had:
            view = table.game.view(state, viewer)
            assert whole.keys() == view.keys()
            if own and viewer != SPECTATOR and view[own] is not None:
                for mine, all_ in zip(view[own], whole[own], strict=True):
                    assert mine in (None, all_)
        if game == "loyalists-and-traitors":
            assert whole["traitors"] is not None


# ---------------------------------------------------------------- over HTTP
async def over(live: Live, **wanted: Json) -> tuple[Visitor, Visitor, list[bytes]]:
    """A finished match of two people, and everything that Ben heard while it ran."""
    ann = await live.host(players=2, options={"rounds": 2}, **wanted)
    ben = await live.guest(ann.code, "Ben")
    await ann.command("start")
    while not (await ann.look())["table"]["over"]:
        for visitor in (ann, ben):
            if (await visitor.look())["table"]["decision"] is not None:
                await visitor.decide()
    return ann, ben, ben.heard


async def test_a_running_match_is_not_replayed(live: Live) -> None:
    """By nobody, through no eyes; its moments show each only its own."""
    ann = await live.host(players=2, options={"rounds": 2})
    ben = await live.guest(ann.code, "Ben")
    eve = live.visitor_of(ann.code)
    await ann.command("start")
    await ann.decide()
    for visitor in (ann, ben, eve):
        for eyes in ("all", "watch", "0", "1"):
            answer = await visitor.ask("GET", f"/api/rooms/{ann.code}/matches/1/replay?as={eyes}")
            assert (answer.status_code, answer.json()["error"]["code"]) == (409, "already_playing")
        assert (await visitor.ask("GET", f"/api/rooms/{ann.code}/matches/1/trace")).status_code == 409
    for visitor in (ann, ben, eve):
        now = (await visitor.look())["table"]
        then = (await visitor.get(f"/api/rooms/{ann.code}/matches/1/past?item={now['events']}"))["table"]
        assert then["view"] == now["view"]
        assert then["decision"] is None
        first = (await visitor.get(f"/api/rooms/{ann.code}/matches/1/past?item=1"))["table"]
        assert first["submitted"] == []
    watched = await ann.get(f"/api/rooms/{ann.code}/matches/1/past?item=1&as=watch")
    assert watched == await eve.get(f"/api/rooms/{ann.code}/matches/1/past?item=1")


async def test_a_finished_match_is_replayed_after_a_restart_too(tmp_path: Path) -> None:
    """With the log that everybody had, notes and times included; gzipped where that is understood."""
    async with serving(tmp_path) as live:
        ann, ben, _ = await over(live)
        logs = [(await v.look())["events"]["items"] for v in (ann, ben)]
        ends = [(await v.look())["table"] for v in (ann, ben)]
    async with serving(tmp_path) as live:
        for seat, visitor in enumerate((ann, ben)):
            visitor.address = live.address
            found = await visitor.get(f"/api/rooms/{ann.code}/matches/1/replay?as={seat}")
            assert [item for step in found["steps"] for item in step["items"]] == logs[seat]
            assert found["steps"][-1]["table"] == without_duties(ends[seat])
            assert found["names"] == ["Ann", "Ben"]
        plain = await ann.ask("GET", f"/api/rooms/{ann.code}/matches/1/replay", **{"accept-encoding": "identity"})
        assert "content-encoding" not in plain.headers
        zipped = await ann.ask("GET", f"/api/rooms/{ann.code}/matches/1/replay", **{"accept-encoding": "gzip"})
        assert zipped.headers["content-encoding"] == "gzip"
        assert plain.json() == zipped.json()
        assert len(gzip.compress(plain.content)) < len(plain.content)


async def test_a_replay_keeps_what_was_taken_back_in_the_log_alone(live: Live) -> None:
    """The decision is no step; its event and the note stand where they were told."""
    ann = await live.host(players=3, options={"rounds": 1})
    others = [await live.guest(ann.code, name) for name in ("Ben", "Cat")]
    await ann.command("start")
    for visitor in (ann, *others):
        await visitor.decide()
    await ann.decide({"type": "nod"})
    await ann.command("ask_take_back")
    for visitor in others:
        await visitor.command("agree")
    for visitor in (ann, *others):
        await visitor.decide({"type": "nod"})
    found = await ann.get(f"/api/rooms/{ann.code}/matches/1/replay?as=watch")
    async with ann.tab() as tab:
        await tab.until(lambda t: t.items)
        assert len(told(tab, "nodded")) == 4
    assert len(found["steps"]) == 7
    kinds = [[i.get("event", i.get("note"))["type"] for i in step["items"]] for step in found["steps"]]
    assert kinds[3][-3:] == ["nodded", "asks_take_back", "taken_back"]


async def test_the_trace_is_the_one_of_the_command_line(live: Live, tmp_path: Path) -> None:
    """To the byte."""
    from tests.cli.running import run

    ann, _, _ = await over(live)
    answer = await ann.ask("GET", f"/api/rooms/{ann.code}/matches/1/trace")
    assert answer.status_code == 200
    assert answer.headers["content-disposition"].endswith('.jsonl"')
    lines = [json.loads(line) for line in answer.text.splitlines()]
    file = await ann.get(f"/api/rooms/{ann.code}/matches/1")
    assert len(lines) == 2 + sum(1 for line in lines if "chosen" in line)
    assert lines[0]["key"] == file["key"]
    assert run("export", str(tmp_path / "none.json")).code == 2


@pytest.mark.parametrize(
    ("path", "code"),
    [
        ("1/replay?as=everything", "malformed"),
        ("1/replay?as=7", "no_such_seat"),
        ("2/replay", "no_such_match"),
        ("1/past", "malformed"),
        ("1/past?item=x", "malformed"),
        ("1/past?item=100000", "malformed"),
        ("2/past?item=1", "no_such_match"),
        ("2/trace", "no_such_match"),
    ],
)
async def test_what_is_not_there_is_refused(live: Live, path: str, code: str) -> None:
    """With the place that is wrong."""
    ann, _, _ = await over(live)
    answer = await ann.ask("GET", f"/api/rooms/{ann.code}/matches/{path}")
    assert answer.json()["error"]["code"] == code


async def test_a_match_of_other_rules_is_not_replayed(tmp_path: Path) -> None:
    """And says so."""
    newer = copy(all_games()["maskmen"])
    vars(newer)["version"] = "2"
    async with serving(tmp_path, games=all_games()) as live:
        ann = await live.host(game="maskmen", players=2, options={"seasons": 1})
        await ann.command("start")
        await ann.command("stop")
    async with serving(tmp_path, games={**all_games(), "maskmen": newer}) as live:
        ann.address = live.address
        for path in ("replay", "past?item=1", "trace"):
            answer = await ann.ask("GET", f"/api/rooms/{ann.code}/matches/1/{path}")
            assert (answer.status_code, answer.json()["error"]["code"]) == (409, "rules_changed")


async def test_a_stopped_match_is_replayed_up_to_its_stop(live: Live) -> None:
    """With the note at its end."""
    ann = await live.host(players=2)
    await live.guest(ann.code, "Ben")
    await ann.command("start")
    await ann.decide()
    await ann.command("stop")
    found = await ann.get(f"/api/rooms/{ann.code}/matches/1/replay?as=0")
    assert [i["note"]["type"] for i in found["steps"][-1]["items"] if "note" in i] == ["stopped", "over"]
    assert found["outcome"] is None
    assert found["steps"][-1]["table"] == without_duties((await ann.look())["table"])
