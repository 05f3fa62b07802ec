"""Matches that were played on a server, out of its database: `mainmatch export` and `mainmatch verify`."""

from __future__ import annotations

import asyncio
from pathlib import Path

import pytest

from mainmatch.games import find
from tests.cli.running import is_one_sentence, run
from tests.server.live import serving


async def play(path: Path) -> str:
    """A match against a bot in a room of a real server, and a second one that has just begun; the room's code."""
    game = find("indian-poker")
    async with serving(path, games={game.id: game}) as live:
        ann = await live.host(game=game.id, players=2, options={"chips": 3})
        await ann.command("start")
        while not (table := (await ann.look())["table"])["over"]:
            if table["decision"]:
                await ann.decide({"type": "fold"})
        await ann.command("start")
        return ann.code


@pytest.fixture(scope="module")
def played(tmp_path_factory: pytest.TempPathFactory) -> tuple[str, Path]:
    """The code of the room, and the database."""
    path = tmp_path_factory.mktemp("server")
    return asyncio.run(play(path)), path / "rooms.sqlite3"


def test_a_finished_match_of_the_server_is_a_trace_that_replays(played: tuple[str, Path]) -> None:
    """By its id, or by the code of its room, in any case."""
    code, database = played
    ran = run("export", f"{code}.1", "--database", database)
    assert (ran.code, ran.err) == (0, "")
    assert ran.lines[0]["options"]["chips"] == 3
    assert ran.lines[-1]["state"]["phase"] == "over"
    assert run("replay", "-", stdin=ran.out).code == 0
    assert run("export", code.lower(), "--database", database).out == ran.out


def test_a_match_of_the_server_is_verified(played: tuple[str, Path]) -> None:
    """Its key and every deal."""
    code, database = played
    ran = run("verify", code, "--database", database)
    assert (ran.code, ran.err) == (0, "")


@pytest.mark.parametrize(("name", "told"), [("2", "not over"), ("3", "no match 3"), ("x", "cannot be read")])
def test_what_is_not_over_or_not_there_stays_closed(played: tuple[str, Path], name: str, told: str) -> None:
    """Nobody gets the truth of a match in progress."""
    code, database = played
    ran = run("export", f"{code}.{name}", "--database", database)
    assert (ran.code, ran.out, is_one_sentence(ran)) == (2, "", True)
    assert told in ran.err


def test_a_database_that_is_none(tmp_path: Path) -> None:
    """A file of another kind, an unknown code."""
    other = tmp_path / "other.sqlite3"
    other.write_text("this is no database, it is a text that is long enough to be looked at")
    ran = run("export", "KXWTRM", "--database", other)
    assert (ran.code, ran.out, is_one_sentence(ran)) == (2, "", True)
    assert "cannot be read" in ran.err
