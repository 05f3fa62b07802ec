"""One Chromium a worker, one context a test: cookies and storage of a test are its own."""

from __future__ import annotations

from collections.abc import Callable, Iterator

import pytest
from playwright.sync_api import Browser, BrowserContext, Page, sync_playwright

from tests.browser.chromium import FLAGS, find_chromium

PHONE = {"width": 360, "height": 740}
DESKTOP = {"width": 1440, "height": 900}


@pytest.fixture(scope="session")
def browser() -> Iterator[Browser]:
    """The worker's Chromium."""
    with sync_playwright() as playwright:
        chromium = playwright.chromium.launch(executable_path=find_chromium(), args=FLAGS)
        yield chromium
        chromium.close()


@pytest.fixture
def new_context(browser: Browser) -> Iterator[Callable[..., BrowserContext]]:
    """Makes a person with a browser of their own: ``new_context(viewport=PHONE, locale="en")``; all are closed after the test."""
    opened: list[BrowserContext] = []

    def open_one(**settings: object) -> BrowserContext:
        # With less motion every update is on the screen when it arrives: a test need not wait for what is told in between.
        usual = {"locale": "ko-KR", "viewport": DESKTOP, "reduced_motion": "reduce"}
        context = browser.new_context(**{**usual, **settings})  # pyrefly: ignore
        context.set_default_timeout(10_000)
        opened.append(context)
        return context

    yield open_one
    for context in opened:
        context.close()


@pytest.fixture
def page(new_context: Callable[..., BrowserContext]) -> Page:
    """One person's page, in Korean, on a desktop."""
    return new_context().new_page()
