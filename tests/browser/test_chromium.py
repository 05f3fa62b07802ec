"""The browser that the other tests of this folder stand on."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

import pytest
from playwright.sync_api import BrowserContext, Page

from tests.browser import chromium
from tests.browser.conftest import PHONE


def test_a_page_shows_hangul(page: Page) -> None:
    """Chromium starts and lays out Korean text."""
    page.goto("data:text/html;charset=utf-8,<html lang=ko><h1>가넷과 블랙가넷</h1>")
    assert page.inner_text("h1") == "가넷과 블랙가넷"
    assert page.evaluate("navigator.language") == "ko-KR"


def test_two_people_share_nothing(new_context: Callable[..., BrowserContext]) -> None:
    """Each context has its own cookies and its own screen."""
    first, second = new_context(viewport=PHONE), new_context()
    first.add_cookies([{"name": "seat", "value": "1", "url": "http://127.0.0.1"}])
    assert second.cookies() == []
    assert first.new_page().evaluate("innerWidth") == PHONE["width"]


def test_a_wrong_name_in_the_environment_is_refused(monkeypatch: pytest.MonkeyPatch) -> None:
    """CHROMIUM is taken at its word, or the person is told."""
    monkeypatch.setenv("CHROMIUM", "/no/such/browser")
    with pytest.raises(chromium.NoBrowser, match="CHROMIUM names /no/such/browser"):
        chromium.find_chromium()


def test_the_environment_names_the_browser(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    """CHROMIUM comes before the PATH."""
    mine = tmp_path / "mine"
    mine.write_text("#!/bin/sh\n")
    mine.chmod(0o755)
    monkeypatch.setenv("CHROMIUM", str(mine))
    assert chromium.find_chromium() == str(mine)
