"""Identity by cookie, languages, names."""

from __future__ import annotations

import asyncio
import hashlib
from pathlib import Path
from typing import Any

import msgspec
import pytest
from hypothesis import given
from hypothesis import strategies as st
from server_harness import ME, OPEN, Browser, SeededChance, later, open_house, raw_call

from renardiere.server.app import App
from renardiere.server.identity import new_id, preferred_language
from renardiere.server.problems import Refusal
from renardiere.server.text import clean_name


async def test_the_cookie(app: App) -> None:
    """Given once, to scripts never; the database knows its hash alone, and only of those who did something."""
    browser = Browser(app)
    first = await browser.call("GET", "/api/me", status=200)
    cookie = first.headers["set-cookie"]
    token = browser.http.cookies["fox"]
    assert cookie == f"fox={token}; Path=/; Max-Age=31536000; HttpOnly; SameSite=Lax"
    assert len(token) == 43
    nobody = {"name": None, "language": "fr", "theme": "system", "sleep": None, "words": False, "text": 100}
    assert first.json() == nobody
    assert app.house.store.read("SELECT * FROM identities") == []
    again = await browser.call("PUT", "/api/me", {"name": "  Alix ", "theme": "night"}, 200)
    assert "set-cookie" not in again.headers
    assert again.json() == (await browser.call("GET", "/api/me")).json()
    assert again.json() == nobody | {"name": "Alix", "theme": "night"}
    [(digest,)] = app.house.store.read("SELECT hash FROM tokens")
    assert digest == hashlib.sha256(token.encode()).digest()
    for path in Path(app.house.store.path).parent.iterdir():
        assert token.encode() not in path.read_bytes()
    await browser.close()


async def ask(app: App, cookie: str, path: str = "/api/tables", host: str = "localhost:8765", **change: object) -> Any:
    """A request with this ``Cookie``; a change makes it a PUT of oneself."""
    headers = [(b"host", host.encode()), (b"cookie", cookie.encode("latin-1"))]
    if change:
        return await raw_call(app, "PUT", "/api/me", headers, msgspec.json.encode(change))
    return await raw_call(app, "GET", path, headers)


def given_by(answer: Any) -> str | None:
    """The whole ``Set-Cookie`` of an answer."""
    [cookie] = [value.decode() for name, value in answer["headers"] if name == b"set-cookie"] or [None]
    return cookie


def token_of(cookie: str | None) -> str:
    assert cookie is not None
    return cookie.partition(";")[0].partition("=")[2]


async def test_behind_https_nobody_else_can_plant_a_cookie(tmp_path: Path) -> None:
    """``__Host-``: browsers take it from this host alone, over HTTPS alone; there no other name counts. The same house
    over plain HTTP, at home, works with a plain one."""
    async with open_house(tmp_path, public_url="https://fox.example:8443", hosts=frozenset({"192.168.1.7"})) as app:
        answer = await ask(app, "", "/", "fox.example:8443")
        cookie = given_by(answer)
        token = token_of(cookie)
        assert cookie == f"__Host-fox={token}; Path=/; Max-Age=31536000; HttpOnly; SameSite=Lax; Secure"
        assert b"strict-transport-security" in dict(answer["headers"])
        await ask(app, f"__Host-fox={token}", host="FOX.example:8443", name="Alix")

        async def name(sent: str, host: str) -> Any:
            return msgspec.json.decode((await ask(app, sent, "/api/me", host))["body"])["name"]

        assert await name(f"__Host-fox={token}", "fox.example:8443") == "Alix"
        assert await name(f"fox={token}", "fox.example:8443") is None
        assert await name(f"__Host-fox={token}", "192.168.1.7:8765") is None
        plain = given_by(await ask(app, "", "/", "192.168.1.7:8765"))
        assert plain is not None
        assert plain.startswith("fox=")
        assert "Secure" not in plain


async def test_a_token_that_was_not_made_here_never_is_anybody(app: App) -> None:
    """Whoever chose it for somebody else does not become that person with them: they get a token of the house's."""
    real = token_of(given_by(await ask(app, "")))
    near = real[:-1] + chr(ord(real[-1]) + 1 if real[-1] not in "9Zz_-" else ord("a"))
    for chosen in ("a" * 43, near, real[1:] + real[0]):
        answer = await ask(app, f"fox={chosen}", name="Victim")
        assert answer["status"] == 200
        token = token_of(given_by(answer))
        assert token != chosen
        assert await ask(app, f"fox={chosen}", "/api/me") != await ask(app, f"fox={token}", "/api/me")
        assert msgspec.json.decode((await ask(app, f"fox={token}", "/api/me"))["body"])["name"] == "Victim"
        assert msgspec.json.decode((await ask(app, f"fox={chosen}", "/api/me"))["body"])["name"] is None
    assert given_by(await ask(app, f"fox={real}", name="Real")) is None
    digests = {digest for (digest,) in app.house.store.read("SELECT hash FROM tokens")}
    assert hashlib.sha256(real.encode()).digest() in digests
    assert not digests & {hashlib.sha256(chosen.encode()).digest() for chosen in ("a" * 43, near)}


async def test_a_token_of_another_house_is_nobodys(tmp_path: Path) -> None:
    async with open_house(tmp_path / "one") as one, open_house(tmp_path / "two", seed=2) as two:
        foreign = token_of(given_by(await ask(one, "")))
        assert given_by(await ask(one, f"fox={foreign}", name="Alix")) is None
        assert token_of(given_by(await ask(two, f"fox={foreign}", name="Alix"))) != foreign


async def test_two_cookies_at_once(app: App) -> None:
    """One of them was planted, and it can't be said which: nobody is believed, nothing is given or begun."""
    mine, planted = [token_of(given_by(await ask(app, ""))) for _ in range(2)]
    await ask(app, f"fox={mine}", name="Alix")
    for sent in (f"fox={mine}; fox={planted}", f"fox={planted}; a=b; fox={mine}"):
        answer = await ask(app, sent, "/api/me")
        assert msgspec.json.decode(answer["body"])["name"] is None
        assert given_by(answer) is None
        refused = await ask(app, sent, name="Eve")
        assert (refused["status"], msgspec.json.decode(refused["body"])["code"]) == (400, "bad_cookie")
    for sent in (f"fox={mine}; fox={mine}", f"fox=; fox={mine}", f'x="; fox={mine}', f"Fox={planted};fox={mine};;="):
        assert msgspec.json.decode((await ask(app, sent, "/api/me"))["body"])["name"] == "Alix"
    assert len(app.house.store.read("SELECT * FROM tokens")) == 1


async def test_a_regular_keeps_their_cookie(tmp_path: Path) -> None:
    """It is given again once a week, and lasts a year from then, over restarts. Unused, it is worth nothing."""
    day = 24 * 3600
    async with open_house(tmp_path) as app:
        token = token_of(given_by(await ask(app, "")))
        await ask(app, f"fox={token}", name="Alix")
        for days, again in ((6, False), (2, True), (6, False), (350, True), (350, True)):
            await later(app, days * day)
            cookie = given_by(await ask(app, f"fox={token}"))
            assert (cookie is not None) == again
            if again:
                assert cookie == f"fox={token}; Path=/; Max-Age=31536000; HttpOnly; SameSite=Lax"
        now = app.house.clock.now()
    async with open_house(tmp_path) as app:
        await later(app, now + 365 * day - app.house.clock.now())
        assert msgspec.json.decode((await ask(app, f"fox={token}", "/api/me"))["body"])["name"] == "Alix"
        await later(app, 373 * day)
        answer = await ask(app, f"fox={token}", name="Eve")
        assert token_of(given_by(answer)) != token
        assert {name for (name,) in app.house.store.read("SELECT name FROM identities")} == {"Alix", "Eve"}


async def test_old_tokens_are_deleted_when_the_house_opens(tmp_path: Path) -> None:
    async with open_house(tmp_path) as app:
        browser = Browser(app)
        await browser.call("PUT", "/api/me", {"name": "Alix"}, 200)
        await browser.call("POST", "/api/me/link", status=200)
        await browser.close()
        app.house.clock.time += 373 * 24 * 3600  # type: ignore[attr-defined]
        await app.house.identities.open()
        assert app.house.store.read("SELECT hash FROM tokens UNION SELECT hash FROM links") == []


async def test_two_first_requests_at_once(app: App) -> None:
    """They are one person's."""
    browser = Browser(app)
    await browser.call("GET", "/api/me", status=200)
    await asyncio.gather(*(browser.make(ME, OPEN) for _ in range(4)))
    assert len((await browser.call("GET", "/api/tables")).json()) == 4
    assert len(app.house.store.read("SELECT * FROM identities")) == 1
    await browser.close()


@pytest.mark.parametrize("forged", ["", "x", "a" * 43, "a" * 44, "é" * 43, "'; DROP TABLE tokens; --", "\x7f" * 43])
async def test_a_forged_cookie_is_nobody(app: App, forged: str) -> None:
    alix = Browser(app)
    table = await alix.make(ME, OPEN)
    answer = await raw_call(app, "GET", f"/api/tables/{table.id}", [(b"cookie", f"fox={forged}".encode())])
    assert answer["status"] == 200
    assert [seat["mine"] for seat in msgspec.json.decode(answer["body"])["seats"]] == [False, False]
    mine = await raw_call(app, "GET", "/api/tables", [(b"cookie", f"fox={forged}".encode())])
    assert mine["body"] == b"[]"
    await alix.close()


@pytest.mark.parametrize(
    ("accept", "language"),
    [
        ("fr", "fr"),
        ("fr-CA,fr;q=0.9,en;q=0.8", "fr"),
        ("en-US,en;q=0.9,fr;q=0.8", "en"),
        ("de,fr;q=0.5,en;q=0.3", "fr"),
        ("de", "en"),
        ("", "en"),
        ("fr;q=0,en", "en"),
        ("fr;q=x", "en"),
        ("*", "en"),
    ],
)
def test_preferred_language(accept: str, language: str) -> None:
    assert preferred_language(accept) == language


@pytest.mark.parametrize(
    ("raw", "clean"),
    [
        ("Alix", "Alix"),
        ("  Alix \t de  Bo\n", "Alix de Bo"),
        ("A\u202elix\u202c", "Alix"),
        ("A\u200b\u2066l\u2069ix\x00\x1b[31m", "Alix[31m"),
        ("e\u0301", "é"),
        ("Z" + "\u0322\u0317\u034e\u0332\u0356", "Z\u0322\u0317"),
        ("x" * 60, "x" * 24),
        ("<b>", "<b>"),
        ("🦊", "🦊"),
    ],
)
def test_clean_name(raw: str, clean: str) -> None:
    assert clean_name(raw) == clean


@pytest.mark.parametrize("raw", [" ", "\u202e\u200f", "\u0301\u0301", "\t\n"])
def test_a_name_that_says_nothing(raw: str) -> None:
    with pytest.raises(Refusal, match="letter"):
        clean_name(raw)


@given(st.text(max_size=60))
def test_cleaned_names_are_clean(raw: str) -> None:
    try:
        name = clean_name(raw)
    except Refusal:
        return
    assert 1 <= len(name) <= 24
    assert name.isprintable()
    assert clean_name(name) == name


def test_names_of_tables() -> None:
    """Ten letters of 34: two tables share a name once in 10^15 pairs; every letter turns up about as often."""
    chance = SeededChance()
    names = [new_id(chance, 10) for _ in range(3400)]
    assert len(set(names)) == len(names)
    counts = [sum(name.count(letter) for name in names) for letter in "abcdefghijklmnopqrstuvwxyz23456789"]
    assert sum(counts) == 34_000
    assert all(850 < count < 1150 for count in counts)
