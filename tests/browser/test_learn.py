"""A primer done by touch on a phone: the hint, the refusal that is shown, what was done kept over a reload, the end."""

from __future__ import annotations

import itertools
import re
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest
from playwright.sync_api import BrowserContext, Page, expect

from tests.browser.conftest import PHONE
from tests.browser.looks import look_at
from tests.browser.serving import Server


@pytest.fixture
def server(tmp_path: Path) -> Iterator[Server]:
    """A server of its own."""
    with Server(tmp_path / "rooms.sqlite3") as running:
        yield running


def stands_at(page: Page, step: int) -> None:
    """The coach is at this step of ten."""
    expect(page.locator(".coach .mm-num")).to_have_text(f"{step} / 10")
    assert page.evaluate("document.documentElement.scrollWidth - innerWidth") <= 0


def test_a_primer_is_done_by_touch(server: Server, new_context: Callable[..., BrowserContext]) -> None:
    """From the first page to the end of Indian Poker, with one wrong answer, one reload and one step shown."""
    context = new_context(viewport=PHONE, has_touch=True)
    page = context.new_page()
    complaints: list[str] = []
    page.on("pageerror", lambda error: complaints.append(str(error)))
    page.goto(server.address)
    page.get_by_role("link", name="인디언 포커 배우기").tap()
    coach = page.get_by_role("region", name="길잡이")
    go_on = page.get_by_role("button", name="계속")
    stands_at(page, 1)
    expect(coach).to_be_focused()
    expect(page.locator("body")).not_to_contain_text("카드는 8")
    go_on.tap()

    stands_at(page, 2)
    expect(page.locator(".mm-sheet").get_by_role("button", name=re.compile("^받기"))).to_have_attribute(
        "aria-disabled", "true"
    )
    page.locator(".mm-sheet").get_by_role("button", name=re.compile("^접기")).tap()
    expect(coach).to_contain_text("상대가 3인데 접기는 아깝습니다")
    assert look_at(page, "hint") == []
    stands_at(page, 2)
    page.get_by_role("button", name="하나 늘리기").tap()
    page.get_by_role("button", name="하나 늘리기").tap()
    page.get_by_role("button", name=re.compile("4까지 올리기")).tap()

    stands_at(page, 3)
    page.reload()
    stands_at(page, 3)
    page.locator(".mm-sheet").get_by_role("button", name=re.compile("^받기")).tap()
    stands_at(page, 4)
    expect(coach).to_contain_text("판돈 14개")
    page.get_by_role("button", name="뒤로").tap()
    stands_at(page, 3)
    page.get_by_role("button", name="보여 주기").tap()
    stands_at(page, 4)
    for step in range(4, 11):
        stands_at(page, step)
        if go_on.count():
            go_on.tap()
        else:
            page.get_by_role("button", name="보여 주기").tap()
    expect(coach).to_contain_text("다 배웠습니다")
    expect(page.get_by_role("link", name="친구 부르기")).to_be_visible()
    assert look_at(page, "learnt") == []
    assert complaints == []


def test_practising_asks_a_bot(server: Server, new_context: Callable[..., BrowserContext]) -> None:
    """From the rules to a table of bots; what a bot would do here is said with its reason, and nobody else may sit."""
    context = new_context(viewport=PHONE)
    page = context.new_page()
    complaints: list[str] = []
    page.on("pageerror", lambda error: complaints.append(str(error)))
    page.goto(f"{server.address}/rules/indian-poker")
    page.get_by_role("link", name="봇과 연습하기").click()
    page.get_by_label("내 이름").fill("지은")
    page.get_by_role("radio", name="빠르게").check()
    assert look_at(page, "practise") == []
    page.get_by_role("button", name="시작하기").click()
    page.get_by_role("button", name="봇이라면?").click()
    advice = page.locator(".coach .advice")
    expect(advice).to_contain_text("봇이라면")
    expect(advice).not_to_contain_text("뚜렷한 까닭 없이")
    expect(page.locator(".coach .ask")).to_be_focused()
    assert look_at(page, "advice") == []
    expect(advice).to_be_visible()
    code = page.url.rsplit("/", 1)[1]
    assert context.request.get(f"{server.address}/api/rooms/{code}").json()["room"]["options"]["chips"] == 15
    assert page.get_by_role("tab").all_inner_texts() == ["테이블", "기록", "규칙", "방"]
    watcher = new_context().new_page()
    refused = watcher.request.post(f"{server.address}/api/rooms/{code}/join", data={"name": "도하"})
    assert refused.json()["error"]["code"] == "practising"
    watcher.goto(page.url)
    expect(watcher.get_by_role("heading", name="인디언 포커")).to_be_visible()
    expect(watcher.locator(".coach")).to_have_count(0)
    assert complaints == []


def test_at_the_end_every_thought_leads_to_its_moment(
    server: Server, new_context: Callable[..., BrowserContext]
) -> None:
    """A short match by advice; then what the bot knew and thought, each with the board as the bot had it."""
    context = new_context(viewport=PHONE)
    room = {
        "game": "indian-poker",
        "you": {"name": "지은"},
        "practise": True,
        "options": {"chips": 4, "fold_penalty": 0},
    }
    code = context.request.post(f"{server.address}/api/rooms", data=room).json()["room"]["code"]
    address = f"{server.address}/api/rooms/{code}"
    context.request.post(f"{address}/commands", data={"type": "start", "id": "start-it"})
    for number in itertools.count():
        seen = context.request.get(address).json()
        if seen["table"]["over"]:
            break
        if seen["table"]["decision"] is None:
            context.request.get(f"{address}/events?wait=20&version={seen['version']}")
            continue
        advised = context.request.get(f"{address}/advice").json()
        decision = {"type": "decide", "decision": advised["decision"], "action": advised["action"]}
        context.request.post(f"{address}/commands", data={"id": f"decide-{number}", **decision})
    page = context.new_page()
    page.goto(f"{server.address}/r/{code}")
    page.get_by_text("봇들의 속마음").click()
    row = page.locator("details li").first
    expect(row).to_contain_text("봇 2")
    assert look_at(page, "thoughts") == []
    row.get_by_role("link").click()
    expect(page.get_by_label("누구의 눈으로")).to_have_value("1")


def test_practising_ends_where_friends_come(server: Server, new_context: Callable[..., BrowserContext]) -> None:
    """In the lobby of a room to practise in nobody finds a chair, until the host ends practising."""
    context = new_context(viewport=PHONE)
    room = {"game": "maskmen", "you": {"name": "지은"}, "practise": True}
    code = context.request.post(f"{server.address}/api/rooms", data=room).json()["room"]["code"]
    page, other = context.new_page(), new_context(viewport=PHONE).new_page()
    for one in (page, other):
        one.goto(f"{server.address}/r/{code}")
    expect(other.get_by_text("혼자 연습하는 방입니다.")).to_be_visible()
    expect(other.get_by_role("button", name="앉기")).to_have_count(0)
    expect(page.get_by_role("button", name="링크 복사")).to_have_count(0)
    page.get_by_role("button", name="연습 끝내고 친구 부르기").click()
    expect(page.get_by_role("button", name="링크 복사")).to_be_visible()
    expect(other.get_by_role("button", name="앉기").first).to_be_visible()
