"""How long after its arrival over the socket a decision is on the screen of a browser, with nothing told in between. Needs the tests' browser."""

from __future__ import annotations

import statistics
import sys
import tempfile
from pathlib import Path
from typing import Any

from playwright.sync_api import Page, sync_playwright

from tests.browser.chromium import FLAGS, find_chromium
from tests.browser.people import Person
from tests.browser.serving import Server

DECISIONS = 12
GAMES: dict[str, dict[str, Any]] = {
    "middle-race": {}, "infiltration": {}, "loyalists-and-traitors": {}, "indian-poker": {}, "maskmen": {},
}  # fmt: skip
WATCH = """
  globalThis.__shown = [];
  let last = null;
  const Socket = globalThis.WebSocket;
  globalThis.WebSocket = class extends Socket {
    constructor(...given) {
      super(...given);
      this.addEventListener("message", ({ data }) => {
        const id = JSON.parse(data).table?.decision?.id;
        if (!id || id === last) return;
        last = id;
        const arrived = performance.now();
        const look = () => {
          if (document.querySelector(".mm-sheet.is-mine")) requestAnimationFrame(() => setTimeout(() => __shown.push(performance.now() - arrived)));
          else requestAnimationFrame(look);
        };
        look();
      });
    }
  };
"""
"""From the message until the frame after the one in which the sheet asks has been painted."""


def shown(page: Page, person: Person, code: str) -> list[float]:
    """Milliseconds of every decision of a match against bots, its answers sent over HTTP."""
    asked = 0
    while asked < DECISIONS and not person.is_over:
        person.until(lambda: person.is_over or person.decision is not None, "nothing to decide")
        decision = person.decision
        if decision is None:
            break
        count = page.evaluate("() => __shown.length")
        if count <= asked:
            person.until(lambda n=asked: page.evaluate("() => __shown.length") > n, "the sheet does not ask")
        asked += 1
        body = {"type": "decide", "id": f"decision-{asked}", "decision": decision["id"]}
        person.post(
            f"/api/rooms/{code}/commands", {**body, "action": decision["by_clock"]["action"] or decision["legal"][0]}
        )
        person.until(lambda d=decision: person.decision is None or person.decision["id"] != d["id"], "it stays open")
    return page.evaluate("() => __shown")


def main() -> None:
    """Print the medians and the largest, at full speed and with a processor six times slower."""
    if find_chromium() is None:
        sys.exit("this measurement needs the tests' browser: make test finds or installs it")
    print(
        "milliseconds from the arrival of a decision to its paint: median (largest) | the same on a processor slowed 6 times"
    )
    with (
        tempfile.TemporaryDirectory() as folder,
        Server(Path(folder) / "rooms.sqlite3") as server,
        sync_playwright() as playwright,
    ):
        browser = playwright.chromium.launch(executable_path=find_chromium(), args=FLAGS)
        for game, options in GAMES.items():
            told = []
            for slower in (1, 6):
                context = browser.new_context(viewport={"width": 360, "height": 780}, reduced_motion="reduce")
                context.set_default_timeout(30_000)
                person = Person(context, server, "Ada", 1)
                person.page.add_init_script(WATCH)
                made = person.post("/api/rooms", {"game": game, "options": options, "you": {"name": "Ada"}})
                code = made["room"]["code"]
                context.new_cdp_session(person.page).send("Emulation.setCPUThrottlingRate", {"rate": slower})
                person.page.goto(f"{server.address}/r/{code}")
                person.until(lambda p=person: bool(p.frames), "no frame came")
                person.post(f"/api/rooms/{code}/commands", {"type": "start", "id": "start-the-match"})
                times = shown(person.page, person, code)[1:]  # the first one also loads the table
                told.append(f"{statistics.median(times):6.0f} ({max(times):.0f})")
                context.close()
            print(f"{game:24} {' | '.join(told)}", flush=True)
        browser.close()


if __name__ == "__main__":
    main()
