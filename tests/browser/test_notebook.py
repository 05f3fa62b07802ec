"""The notebook under Infiltration's map in a real browser: marks by key and click, on this device and the next."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest
from playwright.sync_api import BrowserContext, expect

from tests.browser.conftest import PHONE
from tests.browser.people import Person
from tests.browser.serving import Server


@pytest.fixture
def server(tmp_path: Path) -> Iterator[Server]:
    """A server of its own."""
    with Server(tmp_path / "rooms.sqlite3") as running:
        yield running


def test_a_notebook_is_written_and_found_again(server: Server, new_context: Callable[..., BrowserContext]) -> None:
    """Marks by mouse and arrows, a line, crossing out; all there after a reload, a restart and on another device."""
    me = Person(new_context(), server, "하윤", 1)
    made = me.post("/api/rooms", {"game": "infiltration", "players": 3, "bots": "random", "you": {"name": me.name}})
    code = made["room"]["code"]
    me.post(f"/api/rooms/{code}/commands", {"type": "start", "id": "start-the-match"})
    me.page.goto(f"{server.address}/r/{code}")
    me.until(lambda: me.decision is not None, "no decision came")
    me.decide()
    me.until(lambda: me.decision is not None, "no ballot came")

    def kept(holds: Callable[[dict[str, Any]], bool]) -> None:
        """Until the server has shown that it keeps this."""
        me.until(lambda: holds((me.table or {}).get("notebook") or {}), "the notebook is not kept")

    page = me.page
    page.get_by_role("button", name="봇 2 A, 1구역: 가능").click()
    expect(page.get_by_role("button", name="봇 2 A, 1구역: 의심")).to_be_focused()
    page.keyboard.press("ArrowRight")
    page.keyboard.press("ArrowDown")
    for _ in range(2):
        page.keyboard.press("Enter")
    expect(page.get_by_role("button", name="봇 2 B, 2구역: 아님")).to_be_focused()
    page.get_by_role("button", name="봇 2에 대한 메모").click()
    page.get_by_role("textbox", name="봇 2에 대한 메모").fill("A를 먼저 움직인다")
    page.get_by_role("switch", name="불가능한 곳 지우기").click()
    # At home in zones 1, 2, 5 and 6: agent A stands in none of the others.
    expect(page.get_by_role("button", name="봇 2 A, 8구역: 있을 수 없음")).to_be_visible()
    expect(page.get_by_text("정확", exact=True)).to_be_visible()
    kept(lambda book: book.get("cross") is True and book.get("lines") == {"2": "A를 먼저 움직인다"})

    server.kill()
    server.start()
    page.reload()
    expect(page.get_by_role("button", name="봇 2 A, 1구역: 의심")).to_be_visible()
    assert not me.complaints

    link = me.post(f"/api/rooms/{code}/move", {})["link"]
    phone = Person(new_context(viewport=PHONE), server, "하윤", 2)
    phone.post("/api/move", {"token": link.split("#")[1]})
    phone.page.goto(f"{server.address}/r/{code}")
    expect(phone.page.get_by_role("button", name="봇 2 A, 1구역: 의심")).to_be_visible()
    expect(phone.page.get_by_role("textbox", name="봇 2에 대한 메모")).to_have_value("A를 먼저 움직인다")
    expect(phone.page.get_by_role("switch", name="불가능한 곳 지우기")).to_be_checked()
    expect(page.get_by_role("switch", name="불가능한 곳 지우기")).to_have_count(0)
    assert not phone.complaints
