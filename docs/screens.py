"""Takes the screenshots of docs/screens from real matches: `make screens`.

One person in a real browser plays every game against bots until each of its four key moments was on the
screen; each is taken on a phone (360 px) in Korean and on a desktop in both languages.
"""

from __future__ import annotations

import sys
import tempfile
from collections.abc import Callable
from pathlib import Path
from typing import Any

from playwright.sync_api import Browser, ViewportSize, sync_playwright

ROOT = Path(__file__).parents[1]
sys.path.insert(0, str(ROOT))

from tests.browser.chromium import FLAGS, find_chromium  # noqa: E402
from tests.browser.people import Person  # noqa: E402
from tests.browser.serving import Server  # noqa: E402

SCREENS = ROOT / "docs" / "screens"
PHONE: ViewportSize = {"width": 360, "height": 780}
DESKTOP: ViewportSize = {"width": 1280, "height": 800}
SETTLED_MS = 700
Table = dict[str, Any]
Moment = Callable[[Table], bool]


def mine(table: Table) -> bool:
    """Does the person at the screen owe a decision?"""
    return table["decision"] is not None


def asks(*questions: str) -> Moment:
    """A decision of the race about one of these."""
    return lambda t: mine(t) and t["view"].get("asked") in questions


def phase(*names: str) -> Moment:
    """A decision in one of these phases."""
    return lambda t: mine(t) and t["view"]["phase"] in names


def over(table: Table) -> bool:
    """The end."""
    return bool(table["over"]) and table["outcome"] is not None


MOMENTS: dict[str, dict[str, Moment]] = {
    "indian-poker": {
        "lead": lambda t: mine(t) and t["view"]["bets"][0] == t["view"]["bets"][1] and t["view"]["hand"] > 1,
        "raised": lambda t: mine(t) and t["view"]["bets"][0] != t["view"]["bets"][1],
        "late": lambda t: mine(t) and t["view"]["hand"] > 4,
        "over": over,
    },
    "maskmen": {
        "open": lambda t: mine(t) and not t["view"]["table"] and bool(t["view"]["stronger"]),
        "answer": lambda t: mine(t) and len(t["view"]["stronger"]) > 2 and bool(t["view"]["table"]),
        "out": lambda t: mine(t) and bool(t["view"]["out"]),
        "over": over,
    },
    "infiltration": {
        "place": phase("place"),
        "move": lambda t: mine(t) and t["view"]["phase"] == "move" and t["view"]["round"] > 2,
        "patrol": phase("patrol"),
        "over": over,
    },
    "loyalists-and-traitors": {
        "dealer-room": lambda t: mine(t) and t["view"]["phase"] == "board" and len(t["view"]["columns"]["A"]) > 1,
        "election": phase("elect", "last_elect"),
        "jail": phase("jail", "last_jail", "challenge", "nominate"),
        "over": over,
    },
    "middle-race": {
        "draft": phase("pick", "nominate", "vote"),
        "submit": lambda t: mine(t) and t["view"].get("asked") == "submit" and t["view"]["lap"] > 3,
        "reaction": asks("one", "push", "mirror", "delete", "reset", "keep"),
        "over": over,
    },
}
SETUP: dict[str, tuple[int, dict[str, Any]]] = {
    "indian-poker": (2, {}),
    "maskmen": (4, {}),
    "infiltration": (5, {}),
    "loyalists-and-traitors": (9, {}),
    "middle-race": (11, {}),
}
MATCHES = 8


def shoot(browser: Browser, server: Server, game: str) -> list[str]:
    """All moments of a game; returns those that never came."""
    players, options = SETUP[game]
    context = browser.new_context(viewport=DESKTOP, locale="ko-KR", color_scheme="dark", reduced_motion="reduce")
    person = Person(context, server, "하윤", 1)
    room = person.post(
        "/api/rooms", {"game": game, "you": {"name": person.name}, "players": players, "options": options}
    )
    code = room["room"]["code"]
    person.page.goto(f"{server.address}/r/{code}")
    missing = dict(MOMENTS[game])
    for number in range(MATCHES):
        person.post(f"/api/rooms/{code}/commands", {"type": "start", "id": f"start-{game}-{number}"})
        person.until(lambda n=number: person.table is not None and person.table["match"] == n + 1, "no match began")
        while not person.is_over:
            person.until(lambda: person.decision is not None or person.is_over, "nothing happens")
            take(person, game, missing)
            if person.decision is not None and not person.is_over:
                person.decide()
        take(person, game, missing)
        if not missing:
            break
    context.close()
    return list(missing)


def take(person: Person, game: str, missing: dict[str, Moment]) -> None:
    """The moments that are on the screen now."""
    table = person.table
    for name in [n for n, moment in missing.items() if table is not None and moment(table)]:
        del missing[name]
        for size, width in ((PHONE, 360), (DESKTOP, 1280)):
            person.page.set_viewport_size(size)
            person.page.wait_for_timeout(SETTLED_MS)
            person.page.screenshot(path=SCREENS / f"{game}-{name}-{width}.png")


def lobby(browser: Browser, server: Server) -> None:
    """The first page and the page of a new room."""
    for size, width in ((PHONE, 360), (DESKTOP, 1280)):
        for lang, locale in (("ko", "ko-KR"), ("en", "en-US")):
            context = browser.new_context(viewport=size, locale=locale, color_scheme="dark")
            page = context.new_page()
            page.goto(server.address)
            page.wait_for_load_state("networkidle")
            page.screenshot(path=SCREENS / f"first-page-{width}-{lang}.png")
            context.close()


def main() -> None:
    """All of them, or the games named."""
    SCREENS.mkdir(exist_ok=True)
    with (
        tempfile.TemporaryDirectory() as folder,
        Server(Path(folder) / "rooms.sqlite3") as server,
        sync_playwright() as playwright,
    ):
        browser = playwright.chromium.launch(executable_path=find_chromium(), args=FLAGS)
        if not sys.argv[1:]:
            lobby(browser, server)
        for game in sys.argv[1:] or MOMENTS:
            left = shoot(browser, server, game)
            print(game, "all there" if not left else f"never seen: {', '.join(left)}", flush=True)
        browser.close()


if __name__ == "__main__":
    main()
