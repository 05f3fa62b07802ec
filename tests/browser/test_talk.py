"""Talk in real browsers: a side room by invitation, an outsider who receives nothing of it, a reload, and Hangul."""

from __future__ import annotations

import json
from collections.abc import Callable, Iterator
from pathlib import Path

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


def received(person: Person) -> str:
    """Everything that reached somebody, and what its page shows."""
    person.look()
    return json.dumps([person.frames, person.fetched, person.pages], ensure_ascii=False)


def test_two_people_plot_in_a_side_room(server: Server, new_context: Callable[..., BrowserContext]) -> None:
    """Nobody knows of it but these two; what is written in Hangul is said once and whole, and stays over a reload."""
    phone = new_context(viewport=PHONE, has_touch=True)
    host = Person(new_context(), server, "하윤", 1)
    guest, outsider = Person(phone, server, "도하", 2), Person(new_context(), server, "서윤", 3)
    room = {"game": "maskmen", "you": {"name": "하윤"}, "players": 3, "talk": {"shows_members": False}}
    code = host.post("/api/rooms", room)["room"]["code"]
    for person in (guest, outsider):
        person.post(f"/api/rooms/{code}/join", {"name": person.name})
    host.post(f"/api/rooms/{code}/commands", {"type": "start", "id": "start-the-match"})
    for person in (host, guest, outsider):
        person.page.goto(f"{server.address}/r/{code}")

    # One opens a side room, the other is called over the table and enters.
    host.page.get_by_role("button", name="밀실 열기").click()
    host.page.get_by_role("checkbox", name="도하").check()
    host.page.get_by_role("button", name="1명 초대하고 열기").click()
    expect(host.page.get_by_text("아직 들어온 사람이 없습니다.")).to_be_visible()
    expect(guest.page.get_by_role("status").filter(has_text="하윤이 밀실로 불렀습니다.")).to_be_visible()
    guest.page.get_by_role("button", name="보기", exact=True).click()
    guest.page.get_by_role("button", name="들어가기").click()

    # A syllable under way belongs to the input method: Enter sends only when it is whole.
    write = guest.page.get_by_role("textbox", name="메시지")
    write.tap()
    keyboard = phone.new_cdp_session(guest.page)
    for state in ("ㅁ", "미", "밀", "밀담"):
        keyboard.send(
            "Input.imeSetComposition", {"text": state, "selectionStart": len(state), "selectionEnd": len(state)}
        )
    write.evaluate(
        "field => field.dispatchEvent(new KeyboardEvent('keydown', {key: 'Enter', isComposing: true, bubbles: true}))"
    )
    expect(write).to_have_value("밀담")
    keyboard.send("Input.insertText", {"text": "밀담"})
    guest.page.keyboard.press("Enter")
    expect(write).to_have_value("")
    said = host.page.get_by_role("log").locator(".said").filter(has_text="밀담")
    expect(said).to_have_count(1)
    expect(said).to_have_text("밀담 ⋯")

    # What is half written is kept, what was said stays.
    host.page.get_by_role("textbox", name="메시지").fill("아직 쓰는 중")
    host.keep_fetched()
    host.page.reload()
    host.page.get_by_role("button", name="밀실: 도하").click()
    expect(host.page.get_by_role("log").get_by_text("밀담")).to_be_visible()
    expect(host.page.get_by_role("textbox", name="메시지")).to_have_value("아직 쓰는 중")
    host.page.keyboard.press("Tab")
    host.page.get_by_role("textbox", name="메시지").press("Enter")
    expect(guest.page.get_by_role("log").get_by_text("아직 쓰는 중")).to_be_visible()

    # The third one hears the table, and nothing else.
    host.page.get_by_role("button", name="테이블", exact=True).click()
    host.page.get_by_role("textbox", name="메시지").fill("모두 들으세요")
    host.page.get_by_role("button", name="보내기").click()
    expect(outsider.page.get_by_role("log").get_by_text("모두 들으세요")).to_be_visible()
    aside = next(
        one["room"]
        for frame in guest.frames
        if (frame.get("talk") or {}).get("state")
        for one in frame["talk"]["state"]["rooms"]
        if one.get("hidden")
    )
    for secret in ("밀담", "아직 쓰는 중", aside):
        assert secret not in received(outsider)
        assert secret in received(guest)
    assert [item["n"] for f in outsider.frames if f.get("talk") for item in f["talk"]["items"]] == [1]
    for person in (host, guest, outsider):
        assert person.complaints == []
        assert person.page.evaluate("() => document.documentElement.scrollWidth - innerWidth") <= 0
