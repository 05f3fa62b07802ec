"""What happens is shown one after the other, and never in the way of a decision."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from pathlib import Path

import pytest
from playwright.sync_api import BrowserContext, expect

from tests.browser.conftest import PHONE
from tests.browser.people import Person
from tests.browser.serving import Server

WATCH = """() => {
  window.shown = [];
  const look = () => {
    const now = document.querySelector(".mm-now .line")?.textContent ?? "";
    const board = document.querySelector(".mm-phase__now")?.textContent ?? "";
    const last = window.shown.at(-1);
    if (last?.now !== now || last?.board !== board) window.shown.push({ now, board });
  };
  new MutationObserver(look).observe(document.body, { subtree: true, childList: true, characterData: true });
}"""


@pytest.fixture
def server(tmp_path: Path) -> Iterator[Server]:
    """A server of its own."""
    with Server(tmp_path / "rooms.sqlite3") as running:
        yield running


def test_bots_that_answer_at_once_are_shown_one_after_the_other(
    server: Server, new_context: Callable[..., BrowserContext]
) -> None:
    """Every sentence of every update, in order, each with its own board; then my decision."""
    me = Person(new_context(viewport=PHONE, reduced_motion="no-preference"), server, "하윤", 1)
    room = me.post("/api/rooms", {"game": "maskmen", "you": {"name": me.name}, "players": 4})
    code = room["room"]["code"]
    me.page.goto(f"{server.address}/r/{code}")
    me.post(f"/api/rooms/{code}/commands", {"type": "start", "id": "start-the-match"})
    me.until(lambda: me.decision is not None, "no decision came")
    me.page.locator(".mm-sheet.is-mine").wait_for()
    before = len(sentences(me))
    me.page.evaluate(WATCH)
    me.decide()
    me.until(lambda: me.decision is not None or me.is_over, "no second decision")
    me.page.locator(".mm-sheet.is-mine").wait_for()
    expect(me.page.get_by_role("button", name="건너뛰기")).to_have_count(0)

    shown = me.page.evaluate("() => window.shown")
    assert once([s["now"] for s in shown])[-len(once(sentences(me)[before:])) :] == once(sentences(me)[before:])
    assert len({s["board"] for s in shown}) >= 4, "each of the four had the board to itself"
    assert me.complaints == []


def sentences(person: Person) -> list[str]:
    """The log, the oldest first."""
    lines = person.page.locator(".mm-log .mm-logline > :nth-child(2)").all_text_contents()
    return [line.strip() for line in reversed(lines)]


def once(lines: list[str]) -> list[str]:
    """The same sentence twice in a row looks like one."""
    return [line.strip() for i, line in enumerate(lines) if i == 0 or lines[i - 1] != line]
