"""What the first page loads: at most 80 kB of compressed script and style, whatever is imported on the way."""

from __future__ import annotations

import gzip
from collections.abc import Callable
from pathlib import Path

from playwright.sync_api import BrowserContext, Response

from tests.browser.serving import Server

MOST = 80_000
"""Bytes after gzip, without fonts."""


def test_the_first_page_is_light(tmp_path: Path, new_context: Callable[..., BrowserContext]) -> None:
    """Everything that the first page fetches until nothing more comes."""
    fetched: list[Response] = []
    with Server(tmp_path / "rooms.sqlite3") as server:
        page = new_context().new_page()

        def note(response: Response) -> None:
            fetched.append(response)

        page.on("response", note)
        page.goto(server.address, wait_until="networkidle")
        page.get_by_role("link", name="마스크맨").first.wait_for()
        sizes = {
            response.url: len(gzip.compress(response.body()))
            for response in fetched
            if response.request.resource_type in ("script", "stylesheet")
        }
    assert sizes
    assert sum(sizes.values()) <= MOST, sizes
