"""The page's files, from `static/`: hashed ones for ever, the others fresh, `index.html` for every address of the page."""

from __future__ import annotations

import asyncio
import gzip
import hashlib
import mimetypes
from dataclasses import dataclass
from pathlib import Path

STATIC = Path(__file__).parent / "static"
IMMUTABLE = "public, max-age=31536000, immutable"
FRESH = "no-cache"
_TEXT = {".js", ".css", ".svg", ".html", ".json", ".txt", ".webmanifest", ".map"}
_TYPES = {
    ".js": "text/javascript",
    ".svg": "image/svg+xml",
    ".woff2": "font/woff2",
    ".webmanifest": "application/manifest+json",
}
NOT_BUILT = b"<!doctype html><meta charset=utf-8><title>mainmatch</title><p>The page is not built. Run <code>make play</code>.</p>"


@dataclass(frozen=True)
class Page:
    """One file, ready to send."""

    body: bytes
    zipped: bytes | None
    media_type: str
    cache: str
    etag: str


class Pages:
    """All files of the page, read when first asked for."""

    def __init__(self, root: Path = STATIC) -> None:
        self.root = root.resolve()
        self._kept: dict[str, tuple[float, Page]] = {}

    async def find(self, path: str) -> Page:
        """The file with this path, or the page itself."""
        return await asyncio.to_thread(self._find, path)

    def _find(self, path: str) -> Page:
        file = (self.root / path.lstrip("/")).resolve()
        if not file.is_relative_to(self.root) or not file.is_file():
            file = self.root / "index.html"
        if not file.is_file():
            return _page(NOT_BUILT, ".html", FRESH)
        changed = file.stat().st_mtime
        kept = self._kept.get(str(file))
        if kept is None or kept[0] != changed:
            cache = IMMUTABLE if file.parent.name == "assets" else FRESH
            kept = (changed, _page(file.read_bytes(), file.suffix, cache))
            self._kept[str(file)] = kept
        return kept[1]


def _page(body: bytes, suffix: str, cache: str) -> Page:
    media_type = _TYPES.get(suffix) or mimetypes.guess_type(f"x{suffix}")[0] or "application/octet-stream"
    zipped = gzip.compress(body, 6) if suffix in _TEXT and len(body) > 1000 else None
    return Page(body, zipped, media_type, cache, f'"{hashlib.sha256(body).hexdigest()[:20]}"')
