"""Every game from the lobby's button to its result by touch on a phone, by keyboard alone, and by roles and names alone."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import Any

import pytest
from playwright.sync_api import BrowserContext, ViewportSize, expect

from tests.browser.hands import Keys, Touch, Tree
from tests.browser.people import Person
from tests.browser.serving import Server

TABLES: dict[str, tuple[int, dict[str, Any]]] = {
    "indian-poker": (2, {"max_hands": 3}),
    "maskmen": (3, {"seasons": 1, "cards": 6}),
    "infiltration": (3, {"rounds": 3}),
    "loyalists-and-traitors": (9, {"limit": 30, "vote_limit": 1}),
    "middle-race": (4, {"max_laps": 3, "vote_limit": 1}),
}
"""Options that keep a match short, and as many seats as the game needs at least."""
PHONE: ViewportSize = {"width": 360, "height": 780}
DESKTOP: ViewportSize = {"width": 1280, "height": 800}
MANNERS: dict[str, tuple[type[Touch] | type[Keys] | type[Tree], dict[str, Any]]] = {
    "touch": (Touch, {"viewport": PHONE, "has_touch": True, "is_mobile": True}),
    "keys": (Keys, {"viewport": DESKTOP}),
    "tree": (Tree, {"viewport": DESKTOP}),
}


@pytest.fixture(scope="module")
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Server]:
    """One server for all: every match has a room of its own."""
    with Server(tmp_path_factory.mktemp("rooms") / "rooms.sqlite3") as running:
        yield running


@pytest.mark.parametrize("game", TABLES)
@pytest.mark.parametrize("manner", MANNERS)
def test_a_whole_match_in_one_manner(
    game: str, manner: str, server: Server, new_context: Callable[..., BrowserContext]
) -> None:
    """Begun by the lobby's button, every decision made, the result read; the page says nothing to its console."""
    kind, settings = MANNERS[manner]
    players, options = TABLES[game]
    me = kind(new_context(**settings), server, "하윤", 7)
    room = me.post(
        "/api/rooms",
        {"game": game, "you": {"name": me.name}, "players": players, "options": options, "bots": "easy"},
    )
    code = room["room"]["code"]
    me.page.goto(f"{server.address}/r/{code}")
    me.press_named("시작하기")
    me.until(lambda: me.table is not None, "no table came")
    play(me)
    expect(me.page.get_by_role("region", name="끝났습니다")).to_be_visible()
    assert me.complaints == []


def play(me: Person) -> None:
    """Decide until the end; the bots answer at once."""
    while not me.is_over:
        me.until(lambda: me.decision is not None or me.is_over, "nothing is asked")
        if not me.is_over:
            me.decide()
