"""The door: which hosts and origins may come in, how fast, and with which headers answers go out."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any, Final
from urllib.parse import urlsplit

import msgspec

from renardiere.server.asgi import ASGI, Headers, Receive, Scope, Send
from renardiere.server.config import Clock, Config
from renardiere.server.messages import Problem
from renardiere.server.problems import status_of

__all__ = ["Buckets", "Guard", "address_of", "answer"]

SAFE: Final = {"GET", "HEAD", "OPTIONS"}


class Buckets:
    """Token buckets, one a key: ``rate`` tokens a second, at most ``burst`` at once."""

    def __init__(self, clock: Clock, limit: tuple[float, float], keys: int = 50_000) -> None:
        self._clock = clock
        self._rate, self._burst = limit
        self._keys = keys
        self._levels: dict[object, tuple[float, float]] = {}

    def take(self, key: object) -> bool:
        """Take a token; False if there is none."""
        now = self._clock.monotonic()
        level, then = self._levels.get(key, (self._burst, now))
        level = min(self._burst, level + (now - then) * self._rate)
        if level < 1:
            return False
        self._levels[key] = (level - 1, now)
        if len(self._levels) > self._keys:
            self._forget(now)
        return True

    def _forget(self, now: float) -> None:
        """Full buckets need no memory; if none is full, the fullest half goes."""
        left = {
            key: (level, then)
            for key, (level, then) in self._levels.items()
            if level + (now - then) * self._rate < self._burst
        }
        if len(left) > self._keys // 2:
            emptiest = sorted(left.items(), key=lambda item: item[1][0])[: self._keys // 2]
            left = dict(emptiest)
        self._levels = left


class Guard:
    """Wraps the application: refuses foreign hosts (DNS rebinding) and origins (other pages), and adds the headers
    that keep the page to itself."""

    def __init__(self, app: ASGI, config: Config) -> None:
        self._app = app
        self._hosts = config.allowed_hosts
        self._public = config.public_origin
        self._secure = config.secure

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        if scope["type"] == "lifespan":
            await self._app(scope, receive, send)
            return
        host, origin = _host_and_origin(scope["headers"])
        problem = self._refusal(scope, host, origin)
        if problem is None:
            await self._app(scope, receive, self._with_headers(send, host))
        elif scope["type"] == "http":
            await answer(self._with_headers(send, ""), problem)
        else:
            await receive()
            await send({"type": "websocket.close", "code": 1008})  # before it is accepted: 403

    def _refusal(self, scope: Scope, host: str, origin: str | None) -> Problem | None:
        name = _hostname(host)
        if name is None or name not in self._hosts:
            return Problem("bad_host", "This house is not known by that name.")
        changes = scope["type"] == "websocket" or scope["method"] not in SAFE
        if changes and origin is not None and not self._is_ours(origin, host):
            return Problem("bad_origin", "Requests from other pages are not accepted.")
        return None

    def _is_ours(self, origin: str, host: str) -> bool:
        """A page's own origin, or the one that the world sees if a proxy stands in between."""
        if origin == self._public:
            return True
        parts = urlsplit(origin)
        return parts.scheme in ("http", "https") and parts.netloc == host

    def _with_headers(self, send: Send, host: str) -> Send:
        extra = security_headers(host, self._secure)

        async def wrapped(message: Any) -> None:
            if message["type"] == "http.response.start":
                message = {**message, "headers": [*message.get("headers", ()), *extra]}
            await send(message)

        return wrapped


def security_headers(host: str, secure: bool) -> Headers:
    """The same for every answer. ``connect-src`` names the live connection: older Safari doesn't count it as self."""
    live = f" {'wss' if secure else 'ws'}://{host}" if host else ""
    policy = (
        "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self'; font-src 'self'; media-src 'self'; "
        f"connect-src 'self'{live}; manifest-src 'self'; worker-src 'self'; base-uri 'none'; form-action 'none'; "
        "frame-ancestors 'none'"
    )
    headers = [
        (b"content-security-policy", policy.encode()),
        (b"x-content-type-options", b"nosniff"),
        (b"referrer-policy", b"same-origin"),
        (b"cross-origin-resource-policy", b"same-origin"),
        (b"permissions-policy", b"camera=(), geolocation=(), microphone=(), payment=(), usb=()"),
    ]
    if secure:
        headers.append((b"strict-transport-security", b"max-age=31536000"))
        headers.append((b"cross-origin-opener-policy", b"same-origin"))  # over plain HTTP browsers only grumble at it
    return headers


def _host_and_origin(headers: Iterable[tuple[bytes, bytes]]) -> tuple[str, str | None]:
    hosts, origins = [], []
    for name, value in headers:
        if name == b"host":
            hosts.append(value.decode("latin-1").lower())
        elif name == b"origin":
            origins.append(value.decode("latin-1").lower())
    host = hosts[0] if len(hosts) == 1 else ""
    if len(origins) > 1:
        return host, "null"
    return host, origins[0] if origins else None


def _hostname(host: str) -> str | None:
    try:
        parts = urlsplit(f"//{host}")
        _ = parts.port  # ValueError for nonsense
    except ValueError:
        return None
    return parts.hostname if parts.netloc == host and "@" not in host else None


def address_of(scope: Scope) -> str:
    """Where a request comes from; for IPv6 its network, since a home or a phone has all of one."""
    host = str((scope.get("client") or ("",))[0])
    return ":".join(host.split(":")[:4]) if ":" in host else host


async def answer(send: Send, problem: Problem) -> None:
    """Answer an HTTP request with a problem."""
    body = msgspec.json.encode(problem)
    headers = [(b"content-type", b"application/json"), (b"content-length", str(len(body)).encode())]
    await send({"type": "http.response.start", "status": status_of(problem), "headers": headers})
    await send({"type": "http.response.body", "body": body})
