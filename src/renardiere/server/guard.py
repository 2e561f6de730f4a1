"""The door: which hosts and origins may come in, how fast, and with which headers answers go out."""

from __future__ import annotations

import re
from collections.abc import Iterable
from functools import lru_cache
from ipaddress import IPv6Address, ip_address
from typing import Any, Final
from urllib.parse import urlsplit

import msgspec

from renardiere.server.asgi import ASGI, Headers, Receive, Scope, Send
from renardiere.server.config import LOOPBACK, Clock, Config
from renardiere.server.messages import Problem
from renardiere.server.problems import status_of

__all__ = ["Buckets", "Guard", "address_of", "answer", "is_local", "network_of", "send_json"]

HOST: Final = re.compile(r"(?:\[(?P<address>[0-9a-f:.]+)\]|(?P<name>[a-z0-9_.-]+))(?::(?P<port>[0-9]{0,5}))?")
SAFE: Final = {"GET", "HEAD", "OPTIONS"}
FORMS: Final = {b"application/x-www-form-urlencoded", b"multipart/form-data", b"text/plain"}
"""What a page sends to another house without asking it first."""


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
        self._public_name = _hostname(urlsplit(self._public).netloc) if self._public else None
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
        if changes and any(name == b"content-type" and _is_form(value) for name, value in scope["headers"]):
            return Problem("bad_type", "What is sent here is application/json.")
        return None

    def _is_ours(self, origin: str, host: str) -> bool:
        """A page's own origin, or the one that the world sees if a proxy stands in between. Where that is HTTPS, a
        page that came over plain HTTP may be anybody's."""
        plain = not (self._secure and _hostname(host) == self._public_name)
        return origin in (self._public, f"https://{host}") or (plain and origin == f"http://{host}")

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


def _is_form(content_type: bytes) -> bool:
    return content_type.partition(b";")[0].strip().lower() in FORMS


def _hostname(host: str) -> str | None:
    """The name, or the address without brackets, in a ``Host``; None where that is written in any odd way."""
    found = HOST.fullmatch(host)
    if found is None or int(found["port"] or 0) > 65_535:
        return None
    return found["address"] or found["name"]


def address_of(scope: Scope) -> str:
    """Where a request comes from, as ``network_of`` has it."""
    return network_of(str((scope.get("client") or ("",))[0]))


@lru_cache(4096)
def network_of(address: str) -> str:
    """An address to count by; for IPv6 its network of 64 bits, since a home or a phone has all of one."""
    try:
        ip = ip_address(address)
    except ValueError:
        return address
    if isinstance(ip, IPv6Address):
        ip = ip.ipv4_mapped or (ip if ip.is_loopback else IPv6Address(int(ip) >> 64 << 64))
    return str(ip)


def is_local(scope: Scope) -> bool:
    """Whether a request was made on this machine, and to this machine: no proxy is in between."""
    host, _ = _host_and_origin(scope["headers"])
    forwarded = any(name == b"forwarded" or name.startswith(b"x-forwarded-") for name, _ in scope["headers"])
    return not forwarded and _hostname(host) in LOOPBACK and _is_loopback(str((scope.get("client") or ("",))[0]))


def _is_loopback(address: str) -> bool:
    try:
        ip = ip_address(address)
    except ValueError:
        return False
    return (getattr(ip, "ipv4_mapped", None) or ip).is_loopback


async def answer(send: Send, problem: Problem) -> None:
    """Answer an HTTP request with a problem."""
    await send_json(send, status_of(problem), msgspec.json.encode(problem))


async def send_json(send: Send, status: int, body: bytes) -> None:
    """Answer an HTTP request."""
    headers = [(b"content-type", b"application/json"), (b"content-length", str(len(body)).encode())]
    await send({"type": "http.response.start", "status": status, "headers": headers})
    await send({"type": "http.response.body", "body": body})
