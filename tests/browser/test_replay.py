"""Finished matches are replayed by link through anybody's eyes; a line of a running match shows the board of then."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from pathlib import Path

import pytest
from playwright.sync_api import BrowserContext, expect

from tests.browser.looks import look_at
from tests.browser.people import Person
from tests.browser.serving import Server
from tests.browser.test_report import play_out


@pytest.fixture
def server(tmp_path: Path) -> Iterator[Server]:
    """A server of its own."""
    with Server(tmp_path / "rooms.sqlite3") as running:
        yield running


def test_a_match_is_replayed_by_keyboard_and_by_link(
    server: Server, new_context: Callable[..., BrowserContext]
) -> None:
    """From the lobby's list; step by step, to both ends, through a spectator's eyes; a stranger opens the address of a moment."""
    host = Person(new_context(), server, "하윤", 1)
    made = host.post("/api/rooms", {"game": "indian-poker", "options": {"chips": 5}, "you": {"name": host.name}})
    code = made["room"]["code"]
    play_out(host, code)
    page = host.page
    page.goto(f"{server.address}/r/{code}")
    expect(page.get_by_role("link", name="다시보기")).to_have_attribute("href", f"/r/{code}/matches/1")
    page.get_by_role("button", name="방으로 돌아가기").click()
    page.get_by_role("link", name="1번째 판").click()
    position = page.get_by_role("slider", name="장면")
    last = int(position.get_attribute("max") or "0")
    steps = host.get(f"/api/rooms/{code}/matches/1/replay?as=all")["steps"]
    assert last == steps[-1]["step"]
    expect(page.get_by_role("region", name="다시보기 조작")).to_contain_text("선이고 앤티는")
    open_card = page.locator(".me [role=img]")
    expect(open_card).to_have_count(1)

    page.keyboard.press("ArrowRight")
    expect(position).to_have_value("1")
    page.keyboard.press("End")
    expect(position).to_have_value(str(last))
    expect(page.locator(".verdict")).to_be_visible()
    page.keyboard.press("Home")
    expect(position).to_have_value("0")

    page.get_by_label("누구의 눈으로").select_option("watch")
    expect(page).to_have_url(f"{server.address}/r/{code}/matches/1?step=0&as=watch")
    expect(open_card).to_have_count(0)
    assert look_at(page, "the replay") == []

    page.get_by_label("넘기기").select_option("event")
    page.keyboard.press("Space")
    expect(position).not_to_have_value("0")
    page.keyboard.press("Space")
    expect(page.get_by_role("button", name="재생")).to_be_visible()
    assert host.complaints == []

    stranger = Person(
        new_context(viewport={"width": 360, "height": 780}, locale="en-US", color_scheme="light"), server, "누구", 2
    )
    stranger.page.goto(f"{server.address}/r/{code}/matches/1?step=1&as=all")
    expect(stranger.page.get_by_role("slider", name="Moment")).to_have_value("1")
    expect(stranger.page.locator(".told")).not_to_be_empty()
    assert look_at(stranger.page, "the replay in English") == []
    assert stranger.complaints == []


def test_a_line_of_the_log_shows_the_board_of_then(server: Server, new_context: Callable[..., BrowserContext]) -> None:
    """In a running match: the board goes back, the decision stays open; Escape returns. The match has no replay yet."""
    host = Person(new_context(), server, "하윤", 1)
    made = host.post("/api/rooms", {"game": "indian-poker", "you": {"name": host.name}})
    code = made["room"]["code"]
    host.post(f"/api/rooms/{code}/commands", {"type": "start", "id": "start-the-match"})
    page = host.page
    page.goto(f"{server.address}/r/{code}")
    host.until(lambda: host.decision is not None, "no decision")
    host.decide()
    host.until(lambda: host.decision is not None, "no second decision")
    now = page.locator(".pot").inner_text()
    page.get_by_role("button", name="1번째 판입니다.").click()
    back = page.get_by_role("button", name="지금으로 돌아가기")
    expect(back).to_be_focused()
    expect(page.locator(".mm-sheet.is-mine")).to_be_visible()
    then = host.get(f"/api/rooms/{code}/matches/1/past?item=1")["table"]["view"]
    expect(page.locator(".past .pot .sum .mm-num")).to_have_text(str(sum(then["bets"]) + then["carried"]))
    page.keyboard.press("Escape")
    expect(back).to_have_count(0)
    expect(page.locator(".pot")).to_have_text(now, use_inner_text=True)

    page.goto(f"{server.address}/r/{code}/matches/1")
    expect(page.get_by_role("alert")).to_contain_text("끝나면 다시 볼 수 있습니다")
