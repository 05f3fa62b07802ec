"""A running server for a test."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator, Iterator
from pathlib import Path

import pytest

from mainmatch.server.storage import Store
from tests.server.live import Live, serving, template


@pytest.fixture(scope="session", autouse=True)
def migrated(tmp_path_factory: pytest.TempPathFactory) -> Iterator[None]:
    """Databases of tests are copies of one that was migrated once."""

    async def migrate() -> None:
        store = Store(str(file))
        await store.open()
        await store.close()

    file = tmp_path_factory.mktemp("migrated") / "rooms.sqlite3"
    asyncio.run(migrate())
    template.append(file)
    yield
    template.clear()


@pytest.fixture
async def live(tmp_path: Path) -> AsyncIterator[Live]:
    """A server with the tests' own game and a clock that stands still."""
    async with serving(tmp_path) as running:
        yield running
