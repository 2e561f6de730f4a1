"""Identity by cookie, languages, names."""

from __future__ import annotations

import hashlib
from pathlib import Path

import msgspec
import pytest
from hypothesis import given
from hypothesis import strategies as st
from server_harness import ME, OPEN, Browser, SeededChance, open_house, raw_call

from renardiere.server.app import App
from renardiere.server.identity import clean_name, new_id, preferred_language
from renardiere.server.problems import Refusal


async def test_the_cookie(app: App) -> None:
    """Given once, to scripts never; the database knows its hash alone, and only of those who did something."""
    browser = Browser(app)
    first = await browser.call("GET", "/api/me", status=200)
    cookie = first.headers["set-cookie"]
    token = browser.http.cookies["fox"]
    assert cookie == f"fox={token}; Path=/; Max-Age=31536000; HttpOnly; SameSite=Lax"
    assert len(token) == 43
    assert first.json() == {"name": None, "language": "fr", "theme": "system", "sleep": None}
    assert app.house.store.read("SELECT * FROM identities") == []
    again = await browser.call("PUT", "/api/me", {"name": "  Alix ", "theme": "night"}, 200)
    assert "set-cookie" not in again.headers
    assert again.json() == (await browser.call("GET", "/api/me")).json()
    assert again.json() == {"name": "Alix", "language": "fr", "theme": "night"}
    [(digest,)] = app.house.store.read("SELECT hash FROM tokens")
    assert digest == hashlib.sha256(token.encode()).digest()
    for path in Path(app.house.store.path).parent.iterdir():
        assert token.encode() not in path.read_bytes()
    await browser.close()


async def test_the_cookie_is_secure_behind_https(tmp_path: Path) -> None:
    async with open_house(tmp_path, public_url="https://fox.example") as app:
        browser = Browser(app)
        answer = await browser.call("GET", "/", headers={"host": "fox.example"})
        assert answer.headers["set-cookie"].endswith("; HttpOnly; SameSite=Lax; Secure")
        assert answer.headers["strict-transport-security"]
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
