"""Takes the screenshots of docs/screens from real matches: `make screens`.

A whole table plays: one person in a real browser, the others over HTTP. Every game is played until each of its four key
moments was on the screen of the one; each is taken on a phone and on a desktop, with the choice composed as far as a
hand would have it. Then the pages around a match: first page, room, talk, end, replay, report, display, lesson.
"""

from __future__ import annotations

import random
import sys
import tempfile
from collections.abc import Callable
from pathlib import Path
from typing import Any

from playwright.sync_api import APIRequestContext, Browser, Page, Playwright, ViewportSize, sync_playwright

ROOT = Path(__file__).parents[1]
sys.path.insert(0, str(ROOT))

from tests.browser.chromium import FLAGS, find_chromium  # noqa: E402
from tests.browser.people import Person  # noqa: E402
from tests.browser.serving import Server  # noqa: E402

SCREENS = ROOT / "docs" / "screens"
SIZES: dict[int, ViewportSize] = {360: {"width": 360, "height": 780}, 1280: {"width": 1280, "height": 800}}
WALL: ViewportSize = {"width": 1280, "height": 720}
SETTLED_MS = 700
NAMES = ("하윤", "도현", "서연", "지우", "민재", "태오", "은채", "준호", "수아", "건우", "다은")
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
        "raised": lambda t: mine(t) and t["view"]["bets"][0] != t["view"]["bets"][1] and sum(t["view"]["bets"]) > 5,
        "late": lambda t: mine(t) and t["view"]["hand"] > 4,
        "over": over,
    },
    "maskmen": {
        "open": lambda t: mine(t) and not t["view"]["table"] and bool(t["view"]["stronger"]),
        "answer": lambda t: (
            mine(t)
            and len(t["view"]["stronger"]) > 2
            and any(a["type"] == "play" for a in t["decision"]["legal"])
            and bool(t["view"]["table"])
        ),
        "out": lambda t: mine(t) and bool(t["view"]["out"]),
        "over": over,
    },
    "infiltration": {
        "place": phase("place"),
        "move": lambda t: mine(t) and t["view"]["phase"] == "move" and t["view"]["round"] > 3,
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
SETUP: dict[str, int] = {
    "indian-poker": 2,
    "maskmen": 4,
    "infiltration": 5,
    "loyalists-and-traitors": 9,
    "middle-race": 11,
}
"""Players of each game."""

COMPOSE: dict[str, tuple[str, ...]] = {
    "indian-poker": (".mm-preset >> nth=1",),
    "maskmen": (".mm-secret", 'button.tile:not([aria-disabled="true"])'),
    "infiltration": ('input[type="radio"] >> nth=2', 'input[type="radio"] >> nth=5'),
    "loyalists-and-traitors": (".link", ".pick >> nth=2", '.pick input[type="checkbox"] >> nth=5'),
    "middle-race": (
        '.card:not([aria-disabled="true"]) >> nth=1',
        '.target:not([aria-disabled="true"]) >> nth=7',
        ".pick >> nth=1",
    ),
}
"""What a hand presses in the sheet before the picture is taken, as far as it is there; nothing of it decides."""
MATCHES = 8


class Guest:
    """Somebody at the table without a screen: decides over HTTP, as people would rather than as dice."""

    def __init__(self, playwright: Playwright, server: Server, code: str, seat: int) -> None:
        self.http: APIRequestContext = playwright.request.new_context(base_url=server.address)
        self.code = code
        self.seat = seat
        self.dice = random.Random(seat)
        self.sent = 0
        self.post("join", {"name": NAMES[seat], "seat": seat})

    def post(self, path: str, body: dict[str, Any]) -> None:
        """A request with this person's cookie."""
        answer = self.http.post(f"/api/rooms/{self.code}/{path}", data=body)
        assert answer.ok, answer.text()

    def command(self, **fields: Any) -> None:
        """A command with an id of its own."""
        self.sent += 1
        self.post("commands", {"id": f"guest-{self.seat}-{self.sent:06}", **fields})

    def decide(self) -> None:
        """Decide what is owed, if anything still is."""
        table = self.http.get(f"/api/rooms/{self.code}").json()["table"]
        if decision := table["decision"]:
            self.command(type="decide", decision=decision["id"], action=self.choose(decision["legal"]))

    def choose(self, legal: list[dict[str, Any]]) -> dict[str, Any]:
        """Low numbers, low raises, few passes; for the rest a lot."""
        if numbers := [a for a in legal if a["type"] == "fill"]:
            return min(numbers, key=lambda a: (a["number"] > 999, a["number"] // 30, self.dice.random()))
        if raises := sorted((a for a in legal if a["type"] == "raise"), key=lambda a: a["to"]):
            calls = [a for a in legal if a["type"] == "call"]
            return self.dice.choice([*raises[:5], *calls, *calls, *calls])
        bold = [a for a in legal if a["type"] not in ("pass", "fold", "foul", "decline")]
        return self.dice.choice(bold if bold and self.dice.random() < 0.8 else legal)


class Company:
    """One person in a browser and the others of a table."""

    def __init__(self, playwright: Playwright, browser: Browser, server: Server, game: str, **settings: Any) -> None:
        self.game = game
        self.server = server
        context = browser.new_context(
            viewport=SIZES[1280], locale="ko-KR", color_scheme="dark", reduced_motion="reduce"
        )
        self.person = Person(context, server, NAMES[0], 1)
        players = SETUP[game]
        made = self.person.post(
            "/api/rooms",
            {"game": game, "you": {"name": NAMES[0]}, "players": players, "clock": {"pace": "slow"}, **settings},
        )
        self.code: str = made["room"]["code"]
        self.guests = {seat: Guest(playwright, server, self.code, seat) for seat in range(1, players)}
        self.matches = 0
        self.hour = 0

    @property
    def page(self) -> Page:
        """The one screen."""
        return self.person.page

    def start(self) -> None:
        """Begin a match; who has a secret role looks at it, and the person marks two of the others."""
        self.matches += 1
        self.person.post(
            f"/api/rooms/{self.code}/commands", {"type": "start", "id": f"start-{self.game}-{self.matches}"}
        )
        self.person.until(
            lambda: self.person.table is not None and self.person.table["match"] == self.matches, "no match began"
        )
        if self.game == "loyalists-and-traitors":
            self.page.locator(".mm-sheet .mm-secret").first.hover()
            self.page.mouse.down()
            self.page.wait_for_timeout(SETTLED_MS)
            self.page.mouse.up()
            for seat in (1, 4):
                self.page.locator(".mm-side button.unknown").nth(seat).click()

    def wait(self) -> None:
        """Until the person owes a decision or the match is over: meanwhile the others decide."""
        while self.person.decision is None and not self.person.is_over:
            table = self.person.table
            version = len(self.person.frames)
            for actor in [] if table is None else table["actors"]:
                if actor["seat"] in self.guests:
                    self.guests[actor["seat"]].decide()
            self.person.until(lambda seen=version: len(self.person.frames) > seen, "nothing happens")

    def compose(self) -> None:
        """Choose as a hand would before it decides."""
        if (told := self.page.locator(".stage header button")).count():
            told.click()
        for selector in COMPOSE[self.game]:
            found = self.page.locator(f".mm-sheet {selector}")
            if found.count():
                found.first.dispatch_event("click")
                self.page.wait_for_timeout(100)


def shoot(page: Page, name: str, sizes: dict[int, ViewportSize] = SIZES) -> None:
    """A page on each size."""
    for width, size in sizes.items():
        page.set_viewport_size(size)
        page.wait_for_timeout(SETTLED_MS)
        page.screenshot(path=SCREENS / f"{name}-{width}.png")


def play(company: Company) -> list[str]:
    """All moments of a game; returns those that never came."""
    person, game = company.person, company.game
    company.page.goto(f"{company.server.address}/r/{company.code}")
    if game == "infiltration":
        company.page.wait_for_load_state("networkidle")
        shoot(company.page, "room")
    missing = dict(MOMENTS[game])
    while missing and company.matches < MATCHES:
        company.start()
        while True:
            company.wait()
            table = person.table
            assert table is not None
            for name in [n for n, moment in missing.items() if moment(table)]:
                del missing[name]
                if person.decision is not None:
                    company.compose()
                shoot(company.page, f"{game}-{name}")
            if person.is_over:
                break
            person.decide()
    return list(missing)


def talk(company: Company) -> None:
    """A match of masks in which people talk: at the table, and two of them aside."""
    company.page.goto(f"{company.server.address}/r/{company.code}")
    company.start()
    company.wait()
    said = ((2, "서연 여덟 장 남으면 위험해."), (1, "누가 좀 막아 봐."), (3, "나는 빨강 없어."))
    for seat, text in said:
        company.guests[seat].command(type="say", room="table", text=text)
    company.guests[1].command(type="open_side_room", whom=[1])
    person = company.person
    person.until(
        lambda: any("talk" in f and any(i["type"] == "invited" for i in f["talk"]["items"]) for f in person.frames),
        "no invitation",
    )
    aside = next(i["room"] for f in person.frames if "talk" in f for i in f["talk"]["items"] if i["type"] == "invited")
    person.post(f"/api/rooms/{company.code}/commands", {"type": "enter", "id": "enter-the-room", "room": aside})
    for n, (who, text) in enumerate(
        ((1, "분홍만 안 건드리면 내가 막을게."), (0, "좋아. 세 장 한꺼번에?"), (1, "응, 다음 라운드에."))
    ):
        if who == 0:
            person.post(
                f"/api/rooms/{company.code}/commands",
                {"type": "say", "id": f"said-aside-{n}", "room": aside, "text": text},
            )
        else:
            company.guests[who].command(type="say", room=aside, text=text)
    company.compose()
    company.page.get_by_role("button", name="밀실: 도현").click()
    shoot(company.page, "talk", {1280: SIZES[1280]})
    company.page.set_viewport_size(SIZES[360])
    company.page.get_by_role("tab", name="대화").click()
    shoot(company.page, "talk", {360: SIZES[360]})


def around(company: Company) -> None:
    """What lies around a finished match: replay and report by link; a new one on the wall."""
    address = f"{company.server.address}/r/{company.code}"
    page = company.page
    for name, path in (
        ("replay", f"/matches/{company.matches}?step=60&as=all"),
        ("report", f"/matches/{company.matches}/report"),
    ):
        company.person.keep_fetched()
        page.goto(address + path)
        page.wait_for_load_state("networkidle")
        shoot(page, name)
    company.person.keep_fetched()
    page.goto(address)
    wall = company.person.context.new_page()
    wall.set_viewport_size(WALL)
    wall.goto(f"{address}/display")
    wall.wait_for_load_state("networkidle")
    wall.wait_for_timeout(SETTLED_MS)
    company.start()
    for _ in range(24):
        company.wait()
        company.person.decide()
    company.wait()
    wall.wait_for_timeout(SETTLED_MS)
    wall.screenshot(path=SCREENS / "display-1280.png")


def pages(browser: Browser, server: Server) -> None:
    """First page, a new room, a lesson; the first page by day and in English too."""
    for locale, theme, names in (("ko-KR", "dark", ("first-page", "lesson")), ("en-US", "light", ("first-page-en",))):
        context = browser.new_context(locale=locale, color_scheme=theme, reduced_motion="reduce")
        page = context.new_page()
        page.goto(server.address)
        page.wait_for_load_state("networkidle")
        shoot(page, names[0])
        if len(names) > 1:
            page.goto(f"{server.address}/learn/maskmen")
            page.wait_for_load_state("networkidle")
            shoot(page, names[1])
        context.close()


def main() -> None:
    """All of them, or those of the games named."""
    SCREENS.mkdir(exist_ok=True)
    with (
        tempfile.TemporaryDirectory() as folder,
        Server(Path(folder) / "rooms.sqlite3") as server,
        sync_playwright() as playwright,
    ):
        browser = playwright.chromium.launch(executable_path=find_chromium(), args=FLAGS)
        if not sys.argv[1:]:
            pages(browser, server)
            talk(Company(playwright, browser, server, "maskmen"))
        for game in sys.argv[1:] or MOMENTS:
            company = Company(playwright, browser, server, game)
            left = play(company)
            print(game, "all there" if not left else f"never seen: {', '.join(left)}", flush=True)
            if game == "middle-race":
                around(company)
            company.person.context.close()
        browser.close()


if __name__ == "__main__":
    main()
