"""The page's shell and its assets."""

from __future__ import annotations

import gzip
from pathlib import Path
from typing import Any

import pytest
from server_harness import Browser, open_house, raw_call

from renardiere.server.app import App
from renardiere.server.shell import Page, dress


@pytest.fixture
def page(tmp_path: Path) -> Page:
    folder = tmp_path / "page"
    (folder / "assets").mkdir(parents=True)
    (folder / "index.html").write_text(
        '<!doctype html>\n<html lang="en" class="a" data-theme="day" data-text="130"><head>'
        '<meta name="theme-color" content="#000" media="(prefers-color-scheme: dark)">'
        '<meta name="theme-color" content="#fff" media="(prefers-color-scheme: light)">'
        '<link rel="manifest" href="/fr.webmanifest">'
        '<script type="module" async src="/assets/early.js" crossorigin data-at="/t/"></script>'
        '<link rel="modulepreload" href="/assets/table.js" crossorigin data-at="/t/">'
        '<link rel="preload" href="/assets/letters.woff2"></head><body><div id="page"></div></body></html>'
    )
    (folder / "home.fr.html").write_text("<main>Chez nous</main>")
    (folder / "home.en.html").write_text("<main>At home</main>")
    (folder / "en.webmanifest").write_text("{}")
    (folder / "sw.js").write_text("let b = 2")
    (folder / "assets" / "app-abc.js").write_text("let a = 1")
    (folder / "assets" / "app-abc.js.gz").write_bytes(gzip.compress(b"let a = 1"))
    (folder / "assets" / "app-abc.js.br").write_bytes(b"pretend")
    (folder / "fox.svg").write_text("<svg/>")
    (tmp_path / "secret.txt").write_text("secret")
    return Page(folder)


@pytest.fixture
async def dressed(tmp_path: Path, page: Page) -> Any:
    async with open_house(tmp_path / "data", page=page) as app:
        yield app


async def test_the_shell_is_dressed(dressed: App) -> None:
    browser = Browser(dressed)
    for path in ("/", "/t/aaaaaaaaaa", "/new", "/settings"):
        answer = await browser.call("GET", path, status=200)
        assert '<html lang="fr" data-theme="system" data-text="100" class="a">' in answer.text
        assert answer.headers["cache-control"] == "private, no-cache"
        assert answer.headers["content-type"] == "text/html; charset=utf-8"
    await browser.call("PUT", "/api/me", {"language": "en", "theme": "night", "text": 150}, 200)
    assert '<html lang="en" data-theme="night" data-text="150" class="a">' in (await browser.call("GET", "/")).text
    await browser.call("PUT", "/api/me", {"text": 90}, 400)
    await browser.call("PUT", "/api/me", {"theme": "day"}, 200)
    assert '<html lang="en" data-theme="day" data-text="150" class="a">' in (await browser.call("GET", "/")).text
    assert dress("<p>no html</p>", "fr", "day", 100, False) == "<p>no html</p>"
    await browser.close()


async def test_home_stands_in_the_document_of_somebody_new(dressed: App) -> None:
    """In their language; whoever has done something here may have games, which only scripts ask for."""
    browser = Browser(dressed)
    assert '<div id="page"><main>Chez nous</main></div>' in (await browser.call("GET", "/")).text
    for path in ("/new", "/t/aaaaaaaaaa", "/settings"):
        assert '<div id="page"></div>' in (await browser.call("GET", path)).text
    assert "At home" in (await raw_call(dressed, "GET", "/", [(b"accept-language", b"en")]))["body"].decode()
    await browser.call("GET", "/home.fr.html", status=404)
    await browser.call("PUT", "/api/me", {"name": "Alix"}, 200)
    assert '<div id="page"></div>' in (await browser.call("GET", "/")).text
    await browser.close()


async def test_the_shell_travels_compressed(dressed: App) -> None:
    plain = await raw_call(dressed, "GET", "/", [(b"accept-encoding", b"br")])
    assert b"content-encoding" not in dict(plain["headers"])
    answer = await raw_call(dressed, "GET", "/", [(b"accept-encoding", b"br, gzip")])
    headers = dict(answer["headers"])
    assert headers[b"content-encoding"] == b"gzip"
    assert headers[b"vary"] == b"Cookie, Accept-Language, Accept-Encoding"
    assert headers[b"content-length"] == str(len(answer["body"])).encode()
    assert gzip.decompress(answer["body"]) == plain["body"]


async def test_what_surrounds_the_page_has_its_language_and_light(dressed: App) -> None:
    browser = Browser(dressed)
    dark = '<meta name="theme-color" content="#000" media="{}">'
    light = '<meta name="theme-color" content="#fff" media="{}">'
    for change, manifest, night, day in (
        ({"language": "en"}, "/en.webmanifest", "(prefers-color-scheme: dark)", "(prefers-color-scheme: light)"),
        ({"theme": "night"}, "/en.webmanifest", "all", "not all"),
        ({"theme": "day", "language": "fr"}, "/fr.webmanifest", "not all", "all"),
    ):
        await browser.call("PUT", "/api/me", change, 200)
        text = (await browser.call("GET", "/", status=200)).text
        assert f'<link rel="manifest" href="{manifest}">' in text
        assert dark.format(night) in text
        assert light.format(day) in text
    await browser.close()


@pytest.mark.parametrize(
    ("path", "named"),
    [("/t/aaaaaaaaaa", True), ("/", False), ("/new", False)],
)
async def test_the_table_s_files_are_named_at_tables_only(dressed: App, path: str, named: bool) -> None:
    browser = Browser(dressed)
    text = (await browser.call("GET", path, status=200)).text
    assert ("/assets/table.js" in text) is ("/assets/early.js" in text) is named
    assert ("</script>" in text) is named
    assert "/assets/letters.woff2" in text
    await browser.close()


@pytest.mark.parametrize(
    ("path", "kind"),
    [
        ("/en.webmanifest", "application/manifest+json"),
        ("/sw.js", "text/javascript; charset=utf-8"),
        ("/fox.svg", "image/svg+xml"),
    ],
)
async def test_files_with_a_lasting_name(dressed: App, path: str, kind: str) -> None:
    """They may change at any time, and are nobody's: browsers ask for some of them without saying who asks."""
    answer = await raw_call(dressed, "GET", path, [])
    headers = dict(answer["headers"])
    assert answer["status"] == 200
    assert headers[b"content-type"].decode() == kind
    assert headers[b"cache-control"] == b"no-cache"
    assert b"etag" in headers
    assert b"set-cookie" not in headers
    policy = headers[b"content-security-policy"].decode()
    assert "manifest-src 'self'; worker-src 'self'" in policy


async def test_assets(dressed: App) -> None:
    browser = Browser(dressed)
    for accepted, encoding in (("br, gzip", "br"), ("gzip", "gzip"), ("identity", None)):
        answer = await raw_call(dressed, "GET", "/assets/app-abc.js", [(b"accept-encoding", accepted.encode())])
        headers = dict(answer["headers"])
        assert headers.get(b"content-encoding", b"").decode() == (encoding or "")
        assert headers[b"cache-control"] == b"public, max-age=31536000, immutable"
        assert headers[b"content-type"] == b"text/javascript; charset=utf-8"
        assert b"set-cookie" not in headers
    answer = await browser.call("GET", "/fox.svg", status=200)
    again = await browser.call("GET", "/fox.svg", headers={"if-none-match": answer.headers["etag"]}, status=304)
    assert again.content == b""
    assert (await browser.call("HEAD", "/fox.svg", status=200)).content == b""
    await browser.close()


@pytest.mark.parametrize(
    "path",
    [
        "/../secret.txt",
        "/assets/../../secret.txt",
        "/assets/..%2f..%2fsecret.txt",
        "/assets//etc/passwd",
        "/assets/app-abc.js/",
        "/assets/app-abc.js\x00.svg",
        "/assets\\..\\secret.txt",
        "/index.html.br",
        "//secret.txt",
    ],
)
async def test_paths_lead_nowhere(dressed: App, path: str) -> None:
    answer = await raw_call(dressed, "GET", path, [])
    assert answer["status"] == 404
    assert b"secret" not in answer["body"]


async def test_without_a_page(app: App) -> None:
    browser = Browser(app)
    assert "make page" in (await browser.call("GET", "/", status=503)).text
    await browser.close()
