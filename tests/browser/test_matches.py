"""A whole match of every game in real browsers, each with its own seat, with a crash, a reload and a second tab on the way.

Everything that reached a browser is held against the truth afterwards: each view is one that its seat might
have, each event is its seat's projection, and nothing else of the truth is anywhere in frames or pages.
"""

from __future__ import annotations

import html
import json
import re
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest
from playwright.sync_api import BrowserContext

from mainmatch.core.match import Match, verify
from mainmatch.games import find
from tests.browser.conftest import DESKTOP, PHONE
from tests.browser.people import Person, play_to_the_end
from tests.browser.serving import Server

TABLES: dict[str, tuple[int, dict[str, Any]]] = {
    "indian-poker": (2, {"max_hands": 5}),
    "maskmen": (3, {"seasons": 1, "cards": 6}),
    "infiltration": (3, {"rounds": 3}),
    "loyalists-and-traitors": (9, {"limit": 30, "vote_limit": 1}),
    "middle-race": (4, {"max_laps": 3, "vote_limit": 1}),
}
"""Options that keep a random match short, and as many people as the game needs at least."""


@pytest.fixture
def server(tmp_path: Path) -> Iterator[Server]:
    """A running server."""
    with Server(tmp_path / "rooms.sqlite3") as running:
        yield running


def seat_people(
    server: Server, new_context: Callable[..., BrowserContext], game: str, players: int, options: dict[str, Any]
) -> tuple[list[Person], str]:
    """A room with everybody in it, the match begun, every page open on its table."""
    people = []
    code = ""
    for seat in range(players):
        settings = {"viewport": PHONE if seat % 2 == 0 else DESKTOP, "locale": "ko-KR" if seat % 3 else "en-US"}
        person = Person(new_context(**settings), server, f"사람{seat + 1}", seat)
        if seat == 0:
            room = person.post(
                "/api/rooms", {"game": game, "you": {"name": person.name}, "players": players, "options": options}
            )
            code = room["room"]["code"]
        else:
            person.post(f"/api/rooms/{code}/join", {"name": person.name, "seat": seat})
        people.append(person)
    for person in people:
        person.page.goto(f"{server.address}/r/{code}")
        person.until(lambda p=person: bool(p.frames), "no frame came")
    people[0].post(f"/api/rooms/{code}/commands", {"type": "start", "id": "start-the-match"})
    for person in people:
        person.until(lambda p=person: p.table is not None, "no table came")
    return people, code


def hold_against_the_truth(person: Person, seat: int, file: dict[str, Any]) -> None:
    """All views and events that a person received are its seat's of some moment of the match, and nothing more."""
    game = find(file["game"])
    views: set[str] = set()
    known: list[str] = []
    again = Match(game, file["players"], file["options"], _key(file))
    views.add(_line(again.view(seat)))
    for player, action in file["decisions"]:
        again.play(player, action)
        views.add(_line(again.view(seat)))
    known = [_line(e) for e in again.events(seat)]
    keys = [file["key"], *(c["value"] for c in person.context.cookies())]
    assert not any(key in page for page in person.pages for key in keys), "a key in a page"
    assert not any(event in page for page in person.pages for event in ('"draws"', '"committed"')), (
        "the truth in a page"
    )
    heard: dict[int, str] = {}
    for frame in person.frames:
        if frame["type"] != "update":
            continue
        hold_table(frame.get("table"), views)
        for item in (frame.get("events") or {}).get("items", []):
            if "event" in item:
                heard[item["n"]] = _line(item["event"])
    for answer in person.fetched:
        hold_table(answer.get("table"), views)
        for item in (answer.get("events") or {}).get("items", []):
            assert "event" not in item or _line(item["event"]) in known, "an event that this seat was never told"
    assert [heard[n] for n in sorted(heard)] == known, "other events than this seat's"


def hold_against_onlookers(person: Person, seat: int, file: dict[str, Any], names: list[str]) -> None:
    """Titles, icons and storage say nothing of the match; what only this seat was told is in no page until it is held."""
    game = find(file["game"])
    words = {lang: game.words(lang)["name"] for lang in ("ko", "en")}
    kinds = {kind for kind, _ in person.outside}
    assert kinds >= {"title", "icon", "stored"}, "the witness is blind"
    for kind, text in person.outside:
        if kind == "title":
            assert re.fullmatch(
                rf"((내 차례|Your turn) · )?({words['ko']}|{words['en']}|사람1.*|mainmatch)?( · )?(mainmatch)?", text
            ), text
        elif kind == "icon":
            assert re.fullmatch(r"/[a-z-]+\.(svg|png|ico)|data:image/svg\+xml.*", text), text
        else:
            key, _, value = text.partition("=")
            assert key.startswith("mainmatch"), text
            assert not re.search(r"hand|card|piece|role|traitor|wrestler|zone|view|event", value), text
    events = [
        item
        for frame in person.frames
        if frame["type"] == "update"
        for item in (frame.get("events") or {}).get("items", [])
        if "event" in item
    ]
    pages = "\n".join(html.unescape(page) for page in person.pages)
    sentences = [game.sentences(lang, names, seat) for lang in ("ko", "en")]
    public, private = (
        [e["event"] for e in events if e.get("private", False) is is_private] for is_private in (False, True)
    )
    assert any(told.event(event) in pages for told in sentences for event in public), "the scan is blind"
    for told in sentences:
        for event in private:
            assert told.event(event) not in pages, "what only this seat was told stands in its page"


def hold_table(table: dict[str, Any] | None, views: set[str]) -> None:
    """A table that reached a seat shows a view that this seat had at some moment, and no key before the end."""
    if table is not None:
        assert _line(table["view"]) in views, "a view that this seat never had"
        assert table["key"] is None or table["over"], "the key of a running match"


def _line(value: Any) -> str:
    return json.dumps(value, sort_keys=True)


def _key(file: dict[str, Any]) -> Any:
    from mainmatch.core.chance import KeyedChance

    return KeyedChance(bytes.fromhex(file["key"]))


@pytest.mark.parametrize("game", TABLES)
def test_a_whole_match_in_real_browsers(game: str, server: Server, new_context: Callable[..., BrowserContext]) -> None:
    """To the end, by pressing what the page offers; a killed server, a reload and a second tab lose nothing."""
    players, options = TABLES[game]
    people, code = seat_people(server, new_context, game, players, options)
    moments = {4: "crash", 7: "reload", 9: "second tab"}
    for number in range(3000):
        owing = [p for p in people if p.decision is not None and not p.is_over]
        if all(p.is_over for p in people):
            break
        if not owing:
            for person in people:
                person.page.evaluate("() => new Promise(requestAnimationFrame)")
            continue
        event = moments.pop(number, None) if owing else None
        if event == "crash":
            crash(server, people)
        elif event == "reload":
            reload(owing[0])
        elif event == "second tab":
            second_tab(owing[0], f"{server.address}/r/{code}")
        owing = [p for p in people if p.decision is not None and not p.is_over]
        if owing:
            owing[0].decide()
    assert all(p.is_over for p in people), "the match did not end"
    file = people[0].get(f"/api/rooms/{code}/matches/1")
    assert verify(file, find) == []
    for seat, person in enumerate(people):
        person.keep_fetched()
        hold_against_the_truth(person, seat, file)
        hold_against_onlookers(person, seat, file, [p.name for p in people])
        assert person.complaints == []


def crash(server: Server, people: list[Person]) -> None:
    """The server dies without a word and comes back: all pages go on by themselves."""
    before = [len(p.frames) for p in people]
    server.kill()
    server.start()
    for person, count in zip(people, before, strict=True):
        person.until(
            lambda p=person, n=count: any(f["type"] == "hello" for f in p.frames[n:]), "the page did not come back"
        )
        person.until(
            lambda p=person, n=count: any(f["type"] == "update" and f.get("table") for f in p.frames[n:]),
            "no table after the crash",
        )


def reload(person: Person) -> None:
    """The page is loaded anew."""
    count = len(person.frames)
    person.look()
    person.page.reload()
    person.until(
        lambda: any(f["type"] == "update" and f.get("table") for f in person.frames[count:]), "no table after a reload"
    )


def second_tab(person: Person, address: str) -> None:
    """The seat goes on in a second tab, and the first one says so in words."""
    first = person.page
    person.look()
    count = len(person.frames)
    person.page = person.open()
    person.page.goto(address)
    person.until(
        lambda: any(f["type"] == "update" and f.get("table") for f in person.frames[count:]),
        "no table in the second tab",
    )
    first.get_by_text("다른 탭").or_(first.get_by_text("another tab")).first.wait_for()
    first.close()


def test_a_match_begun_and_ended_by_the_pages_own_buttons(
    server: Server, new_context: Callable[..., BrowserContext]
) -> None:
    """Indian Poker from the first page on: game, name, room, link, the friend's name, start, every decision."""
    host, friend = Person(new_context(), server, "하윤", 1), Person(new_context(viewport=PHONE), server, "도현", 2)
    host.page.goto(server.address)
    host.page.get_by_role("link", name="인디언 포커").first.click()
    host.page.get_by_label("내 이름").fill(host.name)
    host.page.locator("button[type=submit].mm-btn--decide").click()
    host.page.wait_for_url("**/r/*")
    friend.page.goto(host.page.url)
    friend.page.locator("form input.mm-field").first.fill(friend.name)
    friend.page.locator("form button[type=submit]").first.click()
    friend.page.get_by_text(host.name).first.wait_for()
    host.page.get_by_text(friend.name).first.wait_for()
    host.page.get_by_role("button", name="시작하기").click()
    for person in (host, friend):
        person.until(lambda p=person: p.table is not None, "no table came")
    play_to_the_end([host, friend])
    for person in (host, friend):
        person.page.get_by_role("button", name="한 판 더").or_(person.page.locator(".mm-sheet")).first.wait_for()
        assert person.complaints == []
