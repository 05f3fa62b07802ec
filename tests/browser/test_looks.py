"""Every screen in Korean on a dark phone and in English on a light desktop: no violation of axe's rules, nothing that runs over at 320 px or at 200 %."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import Any

import pytest
from playwright.sync_api import BrowserContext, Page, ViewportSize

from tests.browser.looks import look_at
from tests.browser.people import Person
from tests.browser.serving import Server
from tests.browser.test_hands import TABLES

PHONE: ViewportSize = {"width": 360, "height": 780}
DESKTOP: ViewportSize = {"width": 1280, "height": 800}
KOREAN: dict[str, Any] = {"viewport": PHONE, "locale": "ko-KR", "color_scheme": "dark"}
ENGLISH: dict[str, Any] = {"viewport": DESKTOP, "locale": "en-US", "color_scheme": "light"}
SETTINGS = {"ko": KOREAN, "en": ENGLISH}
NewContext = Callable[..., BrowserContext]


@pytest.fixture(scope="module")
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Server]:
    """One server for all: every match has a room of its own."""
    with Server(tmp_path_factory.mktemp("rooms") / "rooms.sqlite3") as running:
        yield running


def open_all(page: Page) -> None:
    """Everything that folds lies open."""
    page.evaluate("() => document.querySelectorAll('details').forEach((one) => (one.open = true))")


@pytest.mark.parametrize("lang", SETTINGS)
def test_the_pages_around_a_match(lang: str, server: Server, new_context: NewContext) -> None:
    """First page, new room, rules, primers, lobby of a host, of a guest and of a stranger, an address that leads nowhere."""
    host = Person(new_context(**SETTINGS[lang]), server, "하윤", 1)
    guest = Person(new_context(**SETTINGS[lang]), server, "도현", 2)
    wrong: list[str] = []

    def visit(person: Person, path: str, ready: str) -> None:
        person.page.goto(f"{server.address}{path}")
        person.page.locator(ready).first.wait_for()
        open_all(person.page)
        nonlocal wrong
        wrong += look_at(person.page, path)

    visit(host, "/", "h1")
    visit(host, "/nowhere", "h1")
    for game in TABLES:
        visit(host, f"/new?game={game}", "form .mm-btn--decide")
        visit(host, f"/rules/{game}", "h1")
        visit(host, f"/learn/{game}", ".coach")
    code = host.post("/api/rooms", {"game": "maskmen", "you": {"name": host.name}})["room"]["code"]
    visit(guest, f"/r/{code}", "form")
    visit(guest, f"/r/{code}/display", ".code")
    guest.post(f"/api/rooms/{code}/join", {"name": guest.name})
    visit(guest, f"/r/{code}", ".summary")
    visit(host, f"/r/{code}", ".summary")
    host.page.locator("#rules-of-room button").click()
    wrong += look_at(host.page, "lobby, settings open")
    assert wrong == []
    assert host.complaints + guest.complaints == []


@pytest.mark.parametrize("game", TABLES)
def test_every_phase_of_a_match(game: str, server: Server, new_context: NewContext) -> None:
    """On a phone in Korean and on a desktop in English: every phase as who decides (and on the phone as who waits), every tab, the result, the display."""
    players, options = TABLES[game]
    people = {
        lang: Person(new_context(**SETTINGS[lang]), server, name, 3)
        for lang, name in (("ko", "하윤"), ("en", "Dohyun"))
    }
    host, friend = people.values()
    room = host.post(
        "/api/rooms",
        {"game": game, "you": {"name": host.name}, "players": players, "options": options, "bots": "easy"},
    )
    code = room["room"]["code"]
    friend.post(f"/api/rooms/{code}/join", {"name": friend.name})
    for person in people.values():
        person.page.goto(f"{server.address}/r/{code}")
        person.until(lambda p=person: bool(p.frames), "no frame came")
    host.post(f"/api/rooms/{code}/commands", {"type": "start", "id": "start-the-match"})
    for person in people.values():
        person.until(lambda p=person: p.table is not None, "no table came")
        person.page.locator(".mm-board").wait_for()
    wall = friend.context.new_page()
    wall.set_viewport_size(DESKTOP)
    wall.goto(f"{server.address}/r/{code}/display")
    wall.locator(".board").wait_for()
    wrong = look_at(host.page, "ko: first")
    for tab in host.page.get_by_role("tab").all()[1:]:
        tab.click()
        open_all(host.page)
        wrong += look_at(host.page, f"ko: tab {tab.inner_text()}")
    host.page.get_by_role("tab").first.click()
    for button in friend.page.get_by_role("group", name="Views").get_by_role("button").all():
        button.click()
        open_all(friend.page)
        wrong += look_at(friend.page, f"en: {button.inner_text()}")
    seen: set[tuple[str, str]] = set()
    while not all(p.is_over for p in people.values()):
        for lang, person in people.items():
            moment = moment_of(person)
            if (lang, moment) not in seen and (lang == "ko" or person.decision):
                seen.add((lang, moment))
                wrong += look_at(person.page, f"{lang}: {moment}")
        owing = [p for p in people.values() if p.decision is not None]
        if owing:
            owing[0].decide()
        else:
            for person in people.values():
                person.page.evaluate("() => new Promise(requestAnimationFrame)")
    for lang, person in people.items():
        person.page.locator(".result").wait_for()
        open_all(person.page)
        wrong += look_at(person.page, f"{lang}: result")
    wall.locator(".result").wait_for()
    wrong += look_at(wall, "display: result")
    assert wrong == []
    assert host.complaints + friend.complaints == []


def moment_of(person: Person) -> str:
    """What the match asks, and whether it asks this person."""
    assert person.table is not None
    view = person.table["view"]
    parts = [view["phase"], view.get("asked"), "decides" if person.decision else "waits"]
    return " ".join(part for part in parts if part)


def test_planted_faults_are_found(page: Page) -> None:
    """A button without a name, and a line that runs out of the window; what a box can scroll to is no fault."""
    page.set_content(
        '<html lang="ko"><title>x</title><main><h1>x</h1><button></button>'
        '<div style="overflow: hidden"><p style="width: 700px">too wide</p></div>'
        '<div style="overflow: auto" tabindex="0"><p style="width: 900px">this scrolls</p></div></main></html>'
    )
    wrong = look_at(page, "planted")
    assert [one.split(":")[1].strip() for one in wrong] == ["button-name", "at 320 px", "at 640 px"]
    assert "too wide" in wrong[1]
    assert "this scrolls" not in "".join(wrong)
