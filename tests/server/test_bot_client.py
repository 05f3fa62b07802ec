"""The example client plays a whole match of every game over the protocol."""

from __future__ import annotations

import asyncio
import importlib.util
import random
from pathlib import Path
from types import ModuleType
from typing import Any

import pytest

from mainmatch.core.match import verify
from mainmatch.games import all_games, find
from mainmatch.server.clock import SystemTime
from mainmatch.server.limits import Limit, Limits
from tests.server.live import serving

EXAMPLE = Path(__file__).parents[2] / "examples" / "bot_client.py"
PATIENT = Limits(requests=Limit(10_000, 1000))


def example() -> ModuleType:
    """The example as a module."""
    spec = importlib.util.spec_from_file_location("bot_client", EXAMPLE)
    assert spec is not None
    assert spec.loader is not None
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    return module


@pytest.mark.parametrize("game", list(all_games()))
async def test_the_example_plays_a_match_of_every_game(tmp_path: Path, game: str) -> None:
    """Against another example and the server's bots; the finished file verifies."""
    client = example()
    async with serving(tmp_path, games=all_games(), clock=SystemTime(), limits=PATIENT) as live:
        ann, ben = client.Client(f"http://{live.address}"), client.Client(f"http://{live.address}")
        options = {"chips": 5} if game == "indian-poker" else {}

        def begin() -> str:
            made = ann.ask(
                "POST", "/api/rooms", {"game": game, "you": {"name": "Ann"}, "bots": "random", "options": options}
            )
            code: str = made["room"]["code"]
            ben.ask("POST", f"/api/rooms/{code}/join", {"name": "Ben"})
            ann.command(code, "start")
            return code

        code = await asyncio.to_thread(begin)
        heard: list[Any] = []
        ends = await asyncio.gather(
            asyncio.to_thread(ann.play, code, random.Random(1), heard.append),
            asyncio.to_thread(ben.play, code, random.Random(2)),
        )
        assert ends[0]["table"]["outcome"] == ends[1]["table"]["outcome"] is not None
        assert [item["n"] for item in heard] == list(range(1, len(heard) + 1))
        file = await asyncio.to_thread(ann.ask, "GET", f"/api/rooms/{code}/matches/1")
        assert verify(file, find) == []


def test_the_example_is_short() -> None:
    """About a hundred lines of code."""
    lines = [
        line
        for line in EXAMPLE.read_text(encoding="utf-8").splitlines()
        if line.strip() and not line.strip().startswith(('"""', "#"))
    ]
    assert len(lines) <= 115
