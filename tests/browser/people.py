"""People at a table, each with a browser of their own, who decide by pressing what the sheet offers.

A person keeps every frame of its socket, so that a test can hold all that reached it against the truth.
"""

from __future__ import annotations

import json
import random
import time
from collections.abc import Callable
from typing import Any

from playwright.sync_api import BrowserContext, Locator, Page, Response, WebSocket

from tests.browser.serving import Server

PATIENCE_S = 30
CHOICES = (
    '.mm-sheet button:not([aria-disabled="true"]):not(.mm-clause), .mm-sheet [role="radio"]:not([aria-disabled="true"]), '
    '.mm-sheet input[type="radio"]:not(:disabled), .mm-sheet input[type="checkbox"]:not(:disabled)'
)


WITNESS = """
  const tell = (kind, text) => globalThis.__told?.(kind, String(text));
  const watch = () => {
    let title = "", icon = "";
    const look = () => {
      if (document.title !== title) tell("title", (title = document.title));
      const href = document.querySelector('link[rel~="icon"]')?.getAttribute("href") ?? "";
      if (href !== icon) tell("icon", (icon = href));
    };
    new MutationObserver(look).observe(document.head, { subtree: true, childList: true, characterData: true, attributes: true });
    look();
  };
  if (document.head) watch(); else addEventListener("DOMContentLoaded", watch);
  const set = Storage.prototype.setItem;
  Storage.prototype.setItem = function (key, value) { tell("stored", `${key}=${value}`); return set.call(this, key, value); };
"""
"""Tells of every title, icon and stored value of a page."""


class Person:
    """One seat, one browser."""

    def __init__(self, context: BrowserContext, server: Server, name: str, seed: int) -> None:
        self.context = context
        self.server = server
        self.name = name
        self.dice = random.Random(seed)
        self.frames: list[dict[str, Any]] = []
        self.table: dict[str, Any] | None = None
        self.sent = 0
        self.answers: list[dict[str, Any]] = []
        self.complaints: list[str] = []
        self.pages: list[str] = []
        self.outside: set[tuple[str, str]] = set()
        """Titles, icons and stored values: what stays behind, or is seen without looking at the page."""
        self.fetched: list[dict[str, Any]] = []
        self._answers: list[Response] = []
        self.page = self.open()

    # ------------------------------------------------------------ the browser
    def open(self) -> Page:
        """A tab that is listened to; its console must stay quiet."""
        page = self.context.new_page()
        page.expose_function("__told", self._witness)
        page.add_init_script(WITNESS)
        page.on("websocket", self._listen)
        page.on("response", self._fetch)
        page.on("pageerror", lambda error: self.complaints.append(str(error)))
        page.on(
            "console",
            lambda m: (
                self.complaints.append(m.text)
                if m.type == "error" and "WebSocket" not in m.text and "ERR_" not in m.text
                else None
            ),
        )
        return page

    def _witness(self, kind: str, text: str) -> None:
        self.outside.add((kind, text))

    def _listen(self, socket: WebSocket) -> None:
        socket.on("framereceived", self._hear)
        socket.on("framesent", self._say)

    def _fetch(self, response: Response) -> None:
        if "/api/" in response.url and response.ok and "json" in response.headers.get("content-type", ""):
            self._answers.append(response)

    def look(self) -> None:
        """Keep the page as it is now, and what it has fetched."""
        self.pages.append(self.page.content())
        self.keep_fetched()

    def keep_fetched(self) -> None:
        """Keep what the page has fetched (before a reload: a browser forgets it)."""
        while self._answers:
            self.fetched.append(self._answers.pop(0).json())

    def _say(self, frame: str | bytes) -> None:
        if '"decide"' in str(frame):
            self.sent += 1

    def _hear(self, frame: str | bytes) -> None:
        message = json.loads(frame)
        self.frames.append(message)
        if message["type"] == "update" and "table" in message:
            self.table = message["table"]
        elif message["type"] == "answer":
            self.answers.append(message)

    def until(self, what: Callable[[], bool], why: str) -> None:
        """Let the browser go on until something is true."""
        deadline = time.monotonic() + PATIENCE_S
        while not what():
            assert time.monotonic() < deadline, f"{self.name} waited in vain: {why}"
            self.page.evaluate("() => new Promise(requestAnimationFrame)")

    # ------------------------------------------------------------ HTTP, with this browser's cookie
    def post(self, path: str, body: dict[str, Any]) -> dict[str, Any]:
        """A request as the page makes it."""
        answer = self.context.request.post(f"{self.server.address}{path}", data=body)
        assert answer.ok, answer.text()
        return answer.json()

    def get(self, path: str) -> Any:
        """A request as the page makes it."""
        answer = self.context.request.get(f"{self.server.address}{path}")
        assert answer.ok, answer.text()
        return answer.json()

    # ------------------------------------------------------------ playing
    @property
    def decision(self) -> dict[str, Any] | None:
        """What this seat owes."""
        return self.table["decision"] if self.table else None

    @property
    def is_over(self) -> bool:
        """Has this person seen the end?"""
        return bool(self.table and self.table["over"])

    def decide(self) -> None:
        """Press what the sheet offers, at random but liking the button that decides, until a decision is sent and answered."""
        assert self.decision is not None
        decision = self.decision["id"]
        self.look()
        sent, answered = self.sent, len(self.answers)
        self.until(lambda: self.page.locator(".mm-sheet.is-mine").count() > 0, "the sheet does not ask")
        for _ in range(300):
            self.press_something()
            self.page.evaluate("() => new Promise(requestAnimationFrame)")
            if self.sent > sent:
                break
        else:
            raise AssertionError(
                f"{self.name} found no way to decide {decision}: {self.page.locator('.mm-sheet').inner_text()}"
            )
        self.until(lambda: len(self.answers) > answered, "no answer to a decision")
        assert self.answers[-1]["ok"], self.answers[-1]
        self.until(lambda: self.decision is None or self.decision["id"] != decision, "the decision stays open")

    def press_something(self) -> None:
        """Press a choice of the sheet."""
        button = self._pick()
        if button is not None:
            button.dispatch_event("click")

    def _pick(self) -> Locator | None:
        decides = self.page.locator('.mm-sheet .mm-btn--decide:not([aria-disabled="true"])')
        if decides.count() and self.dice.random() < 0.6:
            return decides.first
        choices = self.page.locator(CHOICES)
        count = choices.count()
        return choices.nth(self.dice.randrange(count)) if count else None


def play_to_the_end(people: list[Person], most: int = 3000) -> None:
    """Everybody decides in turn until all have seen the end."""
    for _ in range(most):
        if all(p.is_over for p in people):
            return
        owing = [p for p in people if p.decision is not None and not p.is_over]
        if owing:
            owing[0].decide()
        else:
            for person in people:
                person.page.evaluate("() => new Promise(requestAnimationFrame)")
    raise AssertionError("the match did not end")
