"""The report at the end of a match: under the result, on a page of its own by link, and as an image."""

from __future__ import annotations

import struct
import zlib
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest
from playwright.sync_api import BrowserContext, expect

from tests.browser.looks import look_at
from tests.browser.people import Person
from tests.browser.serving import Server


@pytest.fixture
def server(tmp_path: Path) -> Iterator[Server]:
    """A server of its own."""
    with Server(tmp_path / "rooms.sqlite3") as running:
        yield running


def play_out(host: Person, code: str) -> None:
    """Fold until the chips are gone."""
    host.post(f"/api/rooms/{code}/commands", {"type": "start", "id": "start-the-match"})
    asked = 0
    while not (table := (now := host.get(f"/api/rooms/{code}"))["table"])["over"]:
        if table["decision"] is None:
            host.get(f"/api/rooms/{code}/events?wait=5&version={now['version']}")
            continue
        asked += 1
        decide = {"type": "decide", "id": f"decision-{asked}", "decision": table["decision"]["id"]}
        host.post(f"/api/rooms/{code}/commands", {**decide, "action": {"type": "fold"}})


def pixels(png: bytes) -> tuple[int, int, bytes]:
    """Width, height and the raw bytes of a PNG."""
    width, height = struct.unpack(">II", png[16:24])
    at, packed = 8, b""
    while at < len(png):
        (length,) = struct.unpack(">I", png[at : at + 4])
        if png[at + 4 : at + 8] == b"IDAT":
            packed += png[at + 8 : at + 8 + length]
        at += 12 + length
    return width, height, zlib.decompress(packed)


def test_a_match_is_looked_back_on_and_shared(server: Server, new_context: Callable[..., BrowserContext]) -> None:
    """Turning points under the result lead on; a stranger opens the link on a phone; the image has everything drawn on it."""
    host = Person(new_context(), server, "하윤", 1)
    made = host.post("/api/rooms", {"game": "indian-poker", "options": {"chips": 5}, "you": {"name": host.name}})
    code = made["room"]["code"]
    play_out(host, code)
    host.page.goto(f"{server.address}/r/{code}")
    moments = host.page.locator(".result .moments > li")
    report = host.get(f"/api/rooms/{code}/matches/1/report?lang=ko")
    expect(moments).to_have_count(len(report["moments"]))
    expect(moments.first).to_contain_text(report["moments"][0]["what"])
    assert look_at(host.page, "result") == []
    host.page.get_by_role("link", name="링크 열기").click()
    expect(host.page.get_by_role("heading", level=1)).to_contain_text("인디언 포커")

    phone = new_context(viewport={"width": 360, "height": 780}, locale="en-US", color_scheme="light")
    friend = Person(phone, server, "Mina", 2)
    friend.page.goto(f"{server.address}/r/{code}/matches/1/report")
    expect(friend.page.get_by_role("img", name="Chips by hand")).to_be_visible()
    expect(friend.page.get_by_text("eliminated")).to_be_visible()
    friend.page.get_by_text("As numbers").click()
    expect(friend.page.locator("tbody tr")).to_have_count(len(report["chart"]["series"][0]["lines"][0]))
    assert look_at(friend.page, "report") == []
    with friend.page.expect_download() as saved:
        friend.page.get_by_role("button", name="Save as image").click()
    assert saved.value.suggested_filename == f"indian-poker-{code}-1.png"
    width, height, drawn = pixels(saved.value.path().read_bytes())
    assert (width, height) == (1200, 630)
    assert len(set(drawn)) > 100
    assert host.complaints + friend.complaints == []
