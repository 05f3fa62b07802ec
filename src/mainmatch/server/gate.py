"""The gate before the application: foreign pages stay out, every answer carries its security headers."""

from __future__ import annotations

from typing import Any

from litestar.types import ASGIApp, Message, Receive, Scope, Send

from mainmatch.server.refusals import Refusal
from mainmatch.server.settings import Settings
from mainmatch.server.visitors import is_own_origin
from mainmatch.server.wire import encode

POLICY = (
    "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self' data:; font-src 'self'; connect-src 'self'; "
    "manifest-src 'self'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'"
)
HEADERS = [
    (b"content-security-policy", POLICY.encode()),
    (b"x-content-type-options", b"nosniff"),
    (b"referrer-policy", b"no-referrer"),
    (b"cross-origin-opener-policy", b"same-origin"),
    (b"cross-origin-resource-policy", b"same-origin"),
    (b"permissions-policy", b"camera=(), microphone=(), geolocation=()"),
]
READING = ("GET", "HEAD", "OPTIONS")


class Gate:
    """Wraps the application."""

    def __init__(self, app: ASGIApp, settings: Settings) -> None:
        self.app = app
        self.settings = settings
        self.headers = list(HEADERS)
        if settings.is_secure:
            self.headers.append((b"strict-transport-security", b"max-age=31536000"))

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """One request or socket."""
        kind: str = scope["type"]
        if kind == "http":
            await self._http(scope, receive, send)
        elif kind == "websocket" and not self._is_own(scope):
            await send(_message({"type": "websocket.close", "code": 4403, "reason": ""}))  # before accepting: HTTP 403
        else:
            await self.app(scope, receive, send)

    async def _http(self, scope: Scope, receive: Receive, send: Send) -> None:
        async def send_with_headers(message: Message) -> None:
            if message["type"] == "http.response.start":
                message["headers"] = [*message["headers"], *self.headers]
            await send(message)

        if scope["method"] not in READING and not self._is_own(scope):  # type: ignore[typeddict-item]
            body = encode({"error": Refusal("foreign_origin", "This request comes from another page.").problem})
            headers = [(b"content-type", b"application/json"), (b"content-length", str(len(body)).encode())]
            await send_with_headers(_message({"type": "http.response.start", "status": 403, "headers": headers}))
            await send_with_headers(_message({"type": "http.response.body", "body": body, "more_body": False}))
            return
        await self.app(scope, receive, send_with_headers)

    def _is_own(self, scope: Scope) -> bool:
        headers: dict[bytes, bytes] = dict(scope["headers"])
        return is_own_origin(headers, self.settings)


def _message(message: dict[str, Any]) -> Any:
    return message
