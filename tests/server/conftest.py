"""A running server for a test."""

from __future__ import annotations

from collections.abc import AsyncIterator
from pathlib import Path

import pytest

from tests.server.live import Live, serving


@pytest.fixture
async def live(tmp_path: Path) -> AsyncIterator[Live]:
    """A server with the tests' own game and a clock that stands still."""
    async with serving(tmp_path) as running:
        yield running
