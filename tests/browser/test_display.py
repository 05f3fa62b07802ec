"""The table display, opened from the browser of somebody who holds a seat."""

from __future__ import annotations

import json
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest
from playwright.sync_api import BrowserContext, Page, ViewportSize, expect

from tests.browser.people import Person
from tests.browser.serving import Server

SCREEN: ViewportSize = {"width": 1280, "height": 720}


@pytest.fixture
def server(tmp_path: Path) -> Iterator[Server]:
    """A server of its own."""
    with Server(tmp_path / "rooms.sqlite3") as running:
        yield running


def overflow(page: Page) -> list[int]:
    """By how much the page is larger than its screen."""
    measured: list[int] = page.evaluate(
        "() => [document.documentElement.scrollWidth - innerWidth, document.documentElement.scrollHeight - innerHeight]"
    )
    return measured


def test_a_display_shows_the_table_and_nothing_of_its_browsers_seat(
    server: Server, new_context: Callable[..., BrowserContext]
) -> None:
    """Lobby with QR and code, then board and phase; every frame is a spectator's."""
    context = new_context()
    host = Person(context, server, "하윤", 1)
    made = host.post("/api/rooms", {"game": "indian-poker", "you": {"name": host.name}})
    code = made["room"]["code"]
    host.page.goto(f"{server.address}/r/{code}")

    heard: list[dict[str, Any]] = []

    def listen(page: Page) -> None:
        page.on("websocket", lambda s: s.on("framereceived", lambda text: heard.append(json.loads(text))))

    context.on("page", listen)
    with context.expect_page() as opened:
        host.page.get_by_role("link", name="큰 화면에 띄우기").click()
    wall = opened.value
    wall.set_viewport_size(SCREEN)
    expect(wall.locator(".large .code")).to_contain_text(code)
    assert wall.locator(".large img").evaluate("image => image.decode().then(() => image.naturalWidth)") > 100
    expect(wall.get_by_text(host.name, exact=True)).to_be_visible()

    host.post(f"/api/rooms/{code}/commands", {"type": "start", "id": "start-the-match"})
    for _ in range(3):
        host.until(lambda: host.decision is not None, "no decision came")
        host.decide()
    expect(wall.locator(".mm-phase__now")).not_to_be_empty()
    expect(wall.locator(".latest li").first).to_be_visible()
    expect(wall.locator(".board")).to_contain_text(host.name)
    assert max(overflow(wall)) <= 0

    tables = [frame["table"] for frame in heard if frame.get("table")]
    assert tables
    assert all(table["seat"] is None and table["decision"] is None for table in tables)
    assert all(frame["seat"] is None for frame in heard if frame["type"] == "hello")
    assert host.complaints == []
