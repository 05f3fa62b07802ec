"""What comes back over plain HTTP: headers, pages, pictures, words, health."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest

from mainmatch.agents.ratings import ratings
from mainmatch.games import all_games
from mainmatch.server.pages import FRESH, IMMUTABLE, Pages
from mainmatch.server.settings import Settings
from tests.server.live import Live, serving


async def test_every_answer_carries_a_strict_policy(live: Live) -> None:
    """Pages, API, errors."""
    for path in ("/", "/r/XXXXXX", "/api/games", "/api/rooms/XXXXXX", "/healthz"):
        headers = (await live.visitor().ask("GET", path)).headers
        policy = headers["content-security-policy"]
        assert "script-src 'self'" in policy
        assert "unsafe" not in policy
        assert headers["x-content-type-options"] == "nosniff"
        assert headers["referrer-policy"] == "no-referrer"


async def test_the_page_answers_at_all_its_addresses(tmp_path: Path) -> None:
    """Hashed files for ever, the rest fresh, and nothing outside of the folder."""
    (tmp_path / "assets").mkdir()
    (tmp_path / "index.html").write_text("<p>page</p>")
    (tmp_path / "assets" / "a-123.js").write_text("1;" * 1000)
    pages = Pages(tmp_path)
    for path in ("/", "/new", "/r/BCDFGH", "/rules/maskmen", "/move", "/../secret", "/assets/gone.js"):
        assert (await pages.find(path)).body == b"<p>page</p>"
    script = await pages.find("/assets/a-123.js")
    assert (script.cache, script.media_type) == (IMMUTABLE, "text/javascript")
    assert script.zipped is not None
    assert (await pages.find("/")).cache == FRESH
    assert b"not built" in (await Pages(tmp_path / "nowhere").find("/")).body


async def test_pages_are_not_sent_twice(live: Live) -> None:
    """Who has it already gets 304."""
    first = await live.visitor().ask("GET", "/")
    again = await live.visitor().ask("GET", "/", **{"if-none-match": first.headers["etag"]})
    assert again.status_code == 304
    assert again.content == b""


async def test_health_readiness_and_sums(live: Live) -> None:
    """For operators."""
    await live.host()
    for path in ("/healthz", "/readyz"):
        assert (await live.visitor().get(path)) == {"ok": True}
    text = (await live.visitor().ask("GET", "/metrics")).text
    assert "mainmatch_rooms_in_memory 1.0" in text


async def test_a_room_has_a_qr_code(live: Live) -> None:
    """An SVG without scripts."""
    ann = await live.host()
    answer = await ann.ask("GET", f"/api/rooms/{ann.code}/qr.svg")
    assert answer.headers["content-type"].startswith("image/svg+xml")
    assert answer.text.startswith("<svg")


async def test_cookies_are_for_the_server_alone(live: Live, tmp_path: Path) -> None:
    """HttpOnly and SameSite always; Secure and __Host- where people come over https."""
    answer = await live.visitor().ask("POST", "/api/rooms", {"game": "envelopes", "you": {"name": "Ann"}})
    assert {"HttpOnly", "SameSite=Lax", "Path=/"} <= set(answer.headers["set-cookie"].split("; "))
    (tmp_path / "secure").mkdir()
    async with serving(tmp_path / "secure", public_url="https://play.example") as secure:
        answer = await secure.visitor().ask(
            "POST", "/api/rooms", {"game": "envelopes", "you": {"name": "Ann"}}, origin="https://play.example"
        )
        assert answer.headers["set-cookie"].startswith("__Host-mm_key=")
        assert "Secure" in answer.headers["set-cookie"].split("; ")
        assert answer.json()["room"]["link"].startswith("https://play.example/r/")
        assert "max-age" in answer.headers["strict-transport-security"]


async def test_games_are_described_with_words_and_rulebooks(tmp_path: Path) -> None:
    """All games that there are, in both languages."""
    async with serving(tmp_path, games=all_games()) as live:
        listed = await live.visitor().get("/api/games")
        assert [g["id"] for g in listed["games"]] == list(all_games())
        for game in listed["games"]:
            assert {"options", "seats", "clocks", "actions", "events", "headline_kinds"} <= set(game)
            rated = ratings(game["id"], game["version"])
            assert game["ratings"] == {level: rating.to_json() for level, rating in rated.items()}
            for lang in listed["languages"]:
                words: Any = await live.visitor().get(f"/api/games/{game['id']}/words/{lang}")
                assert words["name"]
                book = await live.visitor().ask("GET", f"/api/games/{game['id']}/rulebook/{lang}")
                assert book.headers["content-type"].startswith("text/markdown")


def test_links_for_friends_name_this_machine_or_the_public_address() -> None:
    """Loopback only where nothing else is possible."""
    assert Settings("127.0.0.1", 80, games={}).base == "http://localhost:80"
    assert Settings("192.168.0.7", 80, games={}).base == "http://192.168.0.7:80"
    assert Settings("2001:db8::7", 80, games={}).base == "http://[2001:db8::7]:80"
    assert Settings("127.0.0.1", 80, public_url="https://play.example/", games={}).base == "https://play.example"


@pytest.mark.parametrize("module", ["numpy", "numba", "alembic", "litestar"])
def test_importing_the_server_package_is_cheap(module: str) -> None:
    """Nothing heavy comes with the name; numpy and numba never do."""
    heavy = module in ("numpy", "numba")
    imported = "mainmatch.server.app" if heavy else "mainmatch.server"
    code = f"import sys, {imported}; sys.exit({module!r} in sys.modules)"
    assert subprocess.run([sys.executable, "-c", code], check=False).returncode == 0
