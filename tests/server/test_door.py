"""Hosts, origins, limits, headers, errors."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path
from typing import Any

import msgspec
import pytest
from server_harness import BASE, GENEROUS, Browser, StillClock, open_house, raw_call

from renardiere.server.app import App
from renardiere.server.guard import Buckets


@pytest.mark.parametrize(
    "host",
    [
        "evil.example",
        "localhost.evil.example",
        "127.0.0.1.evil.example",
        "",
        "localhost:x",
        "a@localhost",
        "[::1",
        "x y",
    ],
)
async def test_foreign_hosts(app: App, host: str) -> None:
    """DNS rebinding: a name that is not ours gets nothing, not even the page."""
    for path in ("/", "/api/me", "/assets/x.js"):
        answer = await raw_call(app, "GET", path, [(b"host", host.encode())])
        assert (answer["status"], msgspec.json.decode(answer["body"])["code"]) == (421, "bad_host")
    assert not await Browser(app).socket(host=host or " ").accepted()


@pytest.mark.parametrize(
    "host", ["localhost:8765", "127.0.0.1", "[::1]:8765", "192.168.1.7:8765", "fox.example", "LOCALHOST"]
)
async def test_own_hosts(tmp_path: Path, host: str) -> None:
    names = frozenset({"192.168.1.7"})
    async with open_house(tmp_path, hosts=names, public_url="https://fox.example") as app:
        assert (await raw_call(app, "GET", "/api/me", [(b"host", host.encode())]))["status"] == 200


@pytest.mark.parametrize(
    "origin", ["http://evil.example", "null", "http://localhost:3000", "http://localhost", "file://"]
)
async def test_foreign_origins(app: App, origin: str) -> None:
    """Another page, also one of another port of this machine, changes nothing and hears nothing."""
    headers = [(b"origin", origin.encode()), (b"content-type", b"application/json")]
    answer = await raw_call(app, "PUT", "/api/me", headers, b'{"name":"Eve"}')
    assert (answer["status"], msgspec.json.decode(answer["body"])["code"]) == (403, "bad_origin")
    browser = Browser(app)
    assert not await browser.socket(origin=origin).accepted()
    assert app.house.store.read("SELECT * FROM identities") == []


async def test_own_origins(tmp_path: Path) -> None:
    async with open_house(tmp_path, public_url="https://fox.example") as app:
        browser = Browser(app)
        for origin, host in ((BASE, "localhost:8765"), ("https://fox.example", "fox.example")):
            assert await browser.socket(origin=origin, host=host).accepted()
        assert await browser.socket(origin="").accepted()  # not a browser
        await browser.close()


async def test_headers_of_every_answer(app: App) -> None:
    browser = Browser(app)
    for path in ("/", "/t/aaaaaaaaaa", "/api/me", "/api/none", "/healthz", "/metrics", "/none.txt"):
        headers = (await browser.call("GET", path)).headers
        policy = dict(part.strip().partition(" ")[::2] for part in headers["content-security-policy"].split(";"))
        assert policy["default-src"] == "'none'"
        assert policy["script-src"] == policy["style-src"] == "'self'"
        assert policy["frame-ancestors"] == "'none'"
        assert policy["connect-src"] == "'self' ws://localhost:8765"
        assert headers["x-content-type-options"] == "nosniff"
        assert headers["referrer-policy"] == "same-origin"
        assert "server" not in headers
    await browser.close()


async def test_errors_are_problems(app: App) -> None:
    browser = Browser(app)
    json = {"content-type": "application/json"}
    for method, path, body, status, code in [
        ("GET", "/api/none", None, 404, "not_found"),
        ("GET", "/api", None, 404, "not_found"),
        ("GET", "/nothing.js", None, 404, "not_found"),
        ("DELETE", "/api/tables", None, 405, "method_not_allowed"),
        ("POST", "/", None, 405, "method_not_allowed"),
        ("GET", "/api/live", None, 404, "not_found"),
        ("PUT", "/api/me", b"{", 400, "bad_message"),
        ("PUT", "/api/me", b'{"name": 3}', 400, "bad_message"),
        ("PUT", "/api/me", b'{"nom": "x"}', 400, "bad_message"),
        ("PUT", "/api/me", b'"\xff"', 400, "bad_message"),
        ("PUT", "/api/me", b"[" * 5000, 400, "bad_message"),
        ("PUT", "/api/me", b'{"name": "' + b"x" * 20_000 + b'"}', 413, "too_large"),
        ("GET", "/api/tables/ABC", None, 404, "no_table"),
        ("GET", "/api/tables/aaaaaaaaaa", None, 404, "no_table"),
    ]:
        answer = await browser.http.request(method, path, content=body, headers=json if body else None)
        problem = answer.json()
        assert (method, path, answer.status_code, problem["code"]) == (method, path, status, code)
        assert set(problem) == {"code", "message", "reason", "details"}
        assert "Traceback" not in answer.text
        assert "renardiere" not in answer.text
    await browser.close()


async def test_an_error_of_ours_says_nothing(app: App, monkeypatch: pytest.MonkeyPatch, capfd: Any) -> None:
    async def broken(self: object, caller: object) -> None:
        raise RuntimeError("secret")

    monkeypatch.setattr(type(app.house.lists), "mine", broken)
    browser = Browser(app)
    await browser.call("GET", "/api/me")
    token = browser.http.cookies["fox"]
    answer = await browser.call("GET", "/api/tables", status=500)
    assert answer.json()["code"] == "internal"
    assert "secret" not in answer.text
    logged = capfd.readouterr().err
    assert "RuntimeError" in logged
    assert token not in logged
    await browser.close()


async def test_requests_are_limited_by_identity(tmp_path: Path) -> None:
    async with open_house(tmp_path, limits=replace(GENEROUS, requests=(1, 3))) as app:
        alix, bo = Browser(app), Browser(app, "Bo")
        await alix.call("PUT", "/api/me", {"name": "Alix"}, 200)  # by address: one of three
        await bo.call("PUT", "/api/me", {"name": "Bo"}, 200)
        for _ in range(3):
            await alix.call("GET", "/api/me", status=200)
        assert (await alix.call("GET", "/api/me", status=429)).json()["code"] == "too_fast"
        await bo.call("GET", "/api/me", status=200)
        await alix.call("GET", "/fox.svg", status=404)  # what is not of the protocol is not counted
        app.house.clock.time += 1  # type: ignore[attr-defined]
        await alix.call("GET", "/api/me", status=200)
        await alix.close()
        await bo.close()


async def test_newcomers_are_limited_by_address(tmp_path: Path) -> None:
    async with open_house(tmp_path, limits=replace(GENEROUS, newcomers=(0.1, 2))) as app:
        browsers = [Browser(app, f"N{n}") for n in range(3)]
        codes = [(await browser.call("PUT", "/api/me", {"name": "x"})).status_code for browser in browsers]
        assert codes == [200, 200, 429]
        await browsers[0].call("PUT", "/api/me", {"name": "y"}, 200)
        for browser in browsers:
            await browser.close()


def test_buckets_stay_bounded() -> None:
    clock = StillClock()
    buckets = Buckets(clock, (1, 2), keys=100)
    for n in range(1000):
        assert buckets.take(n)
    assert len(buckets._levels) <= 101
    assert buckets.take("a")
    assert buckets.take("a")
    assert not buckets.take("a")
    clock.time += 1
    assert buckets.take("a")
    assert not buckets.take("a")


async def test_metrics_stay_at_home(app: App) -> None:
    browser = Browser(app)
    assert "renardiere_commit_seconds" in (await browser.call("GET", "/metrics", status=200)).text
    away = httpx_from(app, "203.0.113.9")
    assert (await away.get("/metrics")).status_code == 404
    await away.aclose()
    await browser.close()


def httpx_from(app: App, address: str) -> Any:
    import httpx

    return httpx.AsyncClient(transport=httpx.ASGITransport(app, client=(address, 1)), base_url=BASE)
