"""What an attacker may try at the door and at other people's tables: nothing of it works, and nothing is said."""

from __future__ import annotations

import itertools
from collections.abc import AsyncIterator
from pathlib import Path
from typing import Any
from urllib.parse import unquote

import msgspec
import pytest
import pytest_asyncio
from server_harness import BASE, ME, OPEN, Browser, Pair, bot, open_house, raw_call

from renardiere.server.app import App, api
from renardiere.server.identity import COOKIE
from renardiere.server.messages import Refused
from renardiere.server.openapi import completed
from renardiere.server.shell import Page

DOCUMENT: dict[str, Any] = completed(api(16_384).openapi_schema.to_schema())  # type: ignore[attr-defined]
JSON = (b"content-type", b"application/json")
EVIL = "evil.example"


def code_of(answer: Any) -> tuple[int, str]:
    return answer["status"], msgspec.json.decode(answer["body"])["code"]


def written(app: App) -> list[Any]:
    """All that is kept but who was seen when."""
    tables = ("facts", "tables", "seats", "identities", "tokens", "talk", "mutes", "reports")
    return [app.house.store.read(f"SELECT * FROM {table}") for table in tables]


# ---- names of the house ----------------------------------------------------------------------------------------------
NOT_OURS = (
    "localhost.",
    "localhost..",
    ".localhost",
    "localhost.evil.example",
    "evil.example",
    "localhost:x",
    "localhost:-1",
    "localhost:99999",
    "localhost:1:2",
    "localhost:8765@evil",
    "evil@localhost",
    "localhost@evil.example",
    "a:b@localhost",
    "@localhost",
    "localhost#@e",
    "localhost,evil.example",
    "localhost evil.example",
    " localhost",
    "localhost\tx",
    "",
    "localhost/",
    "localhost/..",
    "localhost?x",
    "localhost#x",
    "localhost\\x",
    "http://localhost",
    "127.1",
    "2130706433",
    "0x7f.0.0.1",
    "0177.0.0.1",
    "127.0.0.1.",
    "127.0.0.2",
    "0.0.0.0",
    "::1",
    "[::1",
    "::1]",
    "[::1]x",
    "[::ffff:127.0.0.1]",
    "[::1%25lo]",
    "[0:0:0:0:0:0:0:2]",
    "[]",
    "ｌocalhost",
    "locaⅼhost",
    "localhost\0",
    "local%68ost",
    "xn--localhost-",
    "*",
)


async def test_hosts_that_are_not_ours(app: App) -> None:
    """Neither the page nor the protocol, nor a live connection, for any spelling of another name, for none or two."""
    browser = Browser(app)
    two = [["localhost:8765", EVIL], [EVIL, "localhost:8765"], ["localhost:8765", "localhost:8765"]]
    for hosts in (*([name] for name in NOT_OURS), *two):
        headers = [(b"host", host.encode()) for host in hosts]
        for path in ("/", "/api/me", "/assets/x.js", "/healthz"):
            assert code_of(await raw_call(app, "GET", path, headers)) == (421, "bad_host"), hosts
        if len(hosts) == 1:
            assert not await browser.socket(host=hosts[0] or " ").accepted(), hosts
    await browser.close()


@pytest.mark.parametrize("host", ["localhost", "LocalHost:1", "127.0.0.1:80", "[::1]", "[::1]:8765", "localhost:"])
async def test_hosts_that_are_ours(app: App, host: str) -> None:
    assert (await raw_call(app, "GET", "/api/me", [(b"host", host.encode())]))["status"] == 200


FOREIGN = [
    "http://evil.example",
    "http://localhost",
    "http://localhost:3000",
    "http://localhost:08765",
    "http://localhost:8765/",
    "http://localhost:8765.evil.example",
    "http://localhost.:8765",
    "http://evil.localhost:8765",
    "http://a@localhost:8765",
    "http://localhost:8765@evil.example",
    "http://localhost:8765#",
    "http://localhost:8765?",
    "http://localhost:8765 http://evil.example",
    "http://localhost:8765,http://evil.example",
    "http://127.0.0.1:8765",
    "http://[::1]:8765",
    "http://[",
    "http://",
    "//localhost:8765",
    "localhost:8765",
    "ws://localhost:8765",
    "file://",
    "file://localhost:8765",
    "chrome-extension://localhost:8765",
    "javascript:localhost:8765",
    "null",
    "",
    "\xff",
]


async def test_pages_that_are_not_ours(app: App) -> None:
    """Another page changes nothing and hears nothing, however its origin is spelt, and alone or beside ours."""
    before = written(app)
    browser = Browser(app)
    attempts = (("PUT", "/api/me", {"name": "Eve"}), ("POST", "/api/tables", NEW), ("DELETE", "/", {}))
    for origin in FOREIGN:
        for origins in ([origin], [BASE, origin], [origin, BASE]):
            headers = [JSON, *((b"origin", each.encode("latin-1")) for each in origins)]
            for method, path, body in attempts:
                answer = await raw_call(app, method, path, headers, msgspec.json.encode(body))
                assert code_of(answer) == (403, "bad_origin"), origins
                assert not any(name.startswith(b"access-control") for name, _ in answer["headers"])
        if origin:
            assert not await browser.socket(origin=origin).accepted(), origin
    assert written(app) == before
    await browser.close()


async def test_plain_http_is_not_us_where_we_are_https(tmp_path: Path) -> None:
    """Whoever sits on the wire can answer as http://fox.example: that page may change nothing at https://fox.example."""
    async with open_house(tmp_path, public_url="https://fox.example") as app:
        for origin, status in (("https://fox.example", 200), ("http://fox.example", 403)):
            headers = [(b"host", b"fox.example"), (b"origin", origin.encode()), JSON]
            assert (await raw_call(app, "PUT", "/api/me", headers, b"{}"))["status"] == status
        browser = Browser(app)
        assert not await browser.socket(host="fox.example", origin="http://fox.example").accepted()
        assert await browser.socket(host="fox.example", origin="https://fox.example").accepted()
        await browser.close()


NEW = {"request": "aaaaaaaa", "game": "forest", "options": {}, "seats": [ME, OPEN]}


@pytest.mark.parametrize(
    "kind",
    ["application/x-www-form-urlencoded", "text/plain", "text/plain;charset=UTF-8", "multipart/form-data; boundary=x"],
)
async def test_forms_are_no_messages(app: App, kind: str) -> None:
    """What a page can send to another house unasked is not read, not even where a browser were to name no origin."""
    before = written(app)
    body = msgspec.json.encode(NEW)
    for spelling in (kind, kind.upper(), f" {kind}"):
        answer = await raw_call(app, "POST", "/api/tables", [(b"content-type", spelling.encode())], body)
        assert code_of(answer) == (415, "bad_type")
    assert written(app) == before


async def test_without_a_content_type_it_is_json(app: App) -> None:
    for method, path, body, status in (("POST", "/api/tables", NEW, 201), ("PUT", "/api/me", {"name": "Bo"}, 200)):
        assert (await raw_call(app, method, path, [], msgspec.json.encode(body)))["status"] == status
        answer = await raw_call(app, method, path, [], b"request=aaaaaaaa&name=Eve")
        assert code_of(answer) == (400, "bad_message")


# ---- cookies ---------------------------------------------------------------------------------------------------------
@pytest_asyncio.fixture
async def alix(app: App) -> AsyncIterator[Browser]:
    """Somebody with a name and a table."""
    browser = Browser(app)
    await browser.call("PUT", "/api/me", {"name": "Alix"}, 200)
    yield browser
    await browser.close()


async def test_forged_cookies_are_nobodys(app: App, alix: Browser) -> None:
    """Whatever is not a token that this house gave out stands for nobody: it reads nothing and sits nowhere."""
    table = (await alix.make(ME, OPEN)).id
    token = alix.http.cookies[COOKIE]
    who, digest = app.house.store.read("SELECT who, hash FROM tokens")[0]
    forged = [
        token[:-1],
        token + "A",
        token[:-1] + ("A" if token[-1] != "A" else "B"),
        token.swapcase(),
        f'"{token}x"',
        token.replace(token[0], "%" + token[0].encode().hex(), 1) + "x",
        who,
        digest.hex(),
        "' OR 1=1 --",
        "x' UNION SELECT id, name, language, theme FROM identities --",
        "../../etc/passwd",
        "\xff" * 43,
        "A" * 43,
        "",
        "null",
        "=" * 2000,
        ";;;,,,=",
    ]
    for value in forged:
        for cookie in (f"fox={value}", f"Fox={token}; fox={value}", f"foxy={token}; fox={value}; fo={token}"):
            headers = [(b"cookie", cookie.encode("latin-1")), JSON]
            me = msgspec.json.decode((await raw_call(app, "GET", "/api/me", headers))["body"])
            assert me["name"] is None, cookie
            assert msgspec.json.decode((await raw_call(app, "GET", "/api/tables", headers))["body"]) == []
            body = b'{"request":"12345678","seat":0}'
            assert (await raw_call(app, "POST", f"/api/tables/{table}/leave", headers, body))["status"] == 403
    assert (await alix.info(table)).seats[0].mine


def files(folder: Path) -> list[Path]:
    return [path for path in folder.rglob("*") if path.is_file()]


async def test_a_token_is_told_once(app: App, tmp_path: Path) -> None:
    """It is in the first answer's cookie, for the browser alone; no answer, message or file of the house has it."""
    pair = await Pair.seated(app)
    await pair.play(3)
    tokens = [browser.http.cookies[COOKIE] for browser in pair.browsers]
    identities = [who for (who,) in app.house.store.read("SELECT id FROM identities")]
    heard = [text for socket in pair.sockets for text in socket.traffic]
    for browser, path in itertools.product(pair.browsers, ("me", "tables", f"tables/{pair.table}", "house", "lobby")):
        answer = await browser.call("GET", f"/api/{path}", status=200)
        assert "set-cookie" not in answer.headers
        heard.append(answer.text)
    assert not [text for text in heard if any(secret in text for secret in (*tokens, *identities))]
    kept = b"".join(file.read_bytes() for file in files(tmp_path))
    assert not any(token.encode() in kept for token in tokens)
    assert all(who.encode() in kept for who in identities)  # that would be found
    first = await raw_call(app, "GET", "/api/me", [])
    cookie = dict(first["headers"])[b"set-cookie"]
    assert cookie.startswith(b"fox=")
    assert {b"HttpOnly", b"SameSite=Lax", b"Path=/"} <= set(cookie.split(b"; "))
    await pair.close()


async def test_over_https_a_cookie_stays_there(tmp_path: Path) -> None:
    async with open_house(tmp_path, public_url="https://fox.example") as app:
        first = await raw_call(app, "GET", "/api/me", [(b"host", b"fox.example")])
        assert b"Secure" in dict(first["headers"])[b"set-cookie"].split(b"; ")


# ---- other people's seats --------------------------------------------------------------------------------------------
async def test_other_peoples_seats_over_http(app: App) -> None:
    """For every route that does something at a seat: a stranger, a newcomer, and whoever sits across change nothing."""
    pair = await Pair.seated(app)
    alix, bo = pair.browsers
    waiting = (await alix.make(ME, OPEN)).id
    strangers = [Browser(app, "Cy"), Browser(app, "Di")]
    await strangers[0].call("PUT", "/api/me", {"name": "Cy"}, 200)
    acts = {
        "leave": {"seat": 0},
        "return": {"seat": 0},
        "free": {"seat": 0},
        "resign": {"seat": 0},
        "ready": {"seat": 0},
        "suggest": {"seat": 0, "decision": 0, "action": None},
        "bot": {"seat": 1, "level": 1},
        "choose": {"seat": 0, "about": 1, "choice": "end"},
        "back": {"decision": 0},
        "rematch": {},
        "hint": {"seat": 0, "decision": 0},
    }
    paths = DOCUMENT["paths"].items()
    of_tables = {path.rpartition("/")[2] for path, its in paths if "{table}/" in path and "post" in its}
    assert of_tables - set(acts) == {"sit", "say", "mute", "report"}
    before = written(app)
    requests = (f"attempt-{number}" for number in itertools.count())
    for table, whose in itertools.product((pair.table, waiting), (*strangers, bo)):
        for what, act in acts.items():
            if what == "rematch" and whose is bo:
                continue
            body = act if what == "hint" else {"request": next(requests), **act}  # a hint changes nothing
            answer = await whose.call("POST", f"/api/tables/{table}/{what}", body)
            allowed = {"not_yours", "not_host", "started", "not_over", "not_started", "stale", "nothing_to_take_back"}
            assert answer.json()["code"] in allowed | {"people_here", "no_offer"}, (what, answer.text)
            if whose is not bo:
                assert answer.json()["code"] in ("not_yours", "not_host", "not_over", "started"), (what, answer.text)
    assert written(app) == before
    for browser in strangers:
        await browser.close()
    await pair.close()


async def test_other_peoples_seats_live(app: App) -> None:
    """Nobody watches through, or acts at, a seat that is not theirs; nor at one that nobody has, or that is none."""
    pair = await Pair.seated(app)
    cy = Browser(app, "Cy")
    eve = await cy.live()
    before = written(app)
    for browser, socket in ((cy, eve), (pair.browsers[0], pair.sockets[0])):
        for seat in (1, 2, 4):
            socket.send({"is": "watch", "table": pair.table, "seat": seat, "epoch": app.house.epoch, "after": 0})
            assert (await socket.wait(Refused)).problem.code == "not_yours"
            for action in ("B1", "K6", "x-", ">M3"):
                socket.send(browser.act(pair.table, seat, pair.state[0].decision, action))
                assert (await socket.wait(Refused)).problem.code == "not_yours"
    assert not await eve.quiet()
    assert written(app) == before
    await cy.close()
    await pair.close()


async def test_a_table_that_is_not_to_be_watched(app: App) -> None:
    """Whoever only has the link sees that it is there; not the game, nor what is said, nor the record."""
    alix, bo, cy = (Browser(app, name) for name in ("Alix", "Bo", "Cy"))
    wish = {**NEW, "watchable": False}
    table = (await alix.call("POST", "/api/tables", wish, 201)).json()["id"]
    await bo.sit(table)
    await alix.call("POST", f"/api/tables/{table}/say", {"request": "say-00001", "text": "Entre nous."}, 200)
    socket = await cy.live()
    socket.send({"is": "watch", "table": table})
    assert (await socket.wait(Refused)).problem.code == "not_yours"
    for path in ("talk", "record"):
        assert (await cy.call("GET", f"/api/tables/{table}/{path}", status=403)).json()["code"] == "not_yours"
    for path, body in (("say", {"text": "Et moi ?"}), ("mute", {"number": 1, "on": True}), ("report", {"number": 1})):
        body = {"request": "attempt-1", **body} if path == "say" else body
        assert (await cy.call("POST", f"/api/tables/{table}/{path}", body, 403)).json()["code"] == "not_yours"
    assert not await socket.quiet()
    for browser in (alix, bo, cy):
        await browser.close()


# ---- what people write -----------------------------------------------------------------------------------------------
@pytest.mark.parametrize(
    ("written", "shown"),
    [
        ("<script>alert(1)</script>", "<script>alert(1)</script>"[:24]),
        ("<img src=x onerror=a()>", "<img src=x onerror=a()>"),
        ("A\u202ebo\u2066\u200f", "Abo"),
        ("A\x00l\x1bi\x7fx\x85", "Alix"),
        ("  A \t\r\n\u2028\u2029 B  ", "A B"),
        ("Z" + "\u0301" * 20, "Ź\u0301\u0301"),
        ("é" + "\ufeff\u200b\u2060", "é"),
        ("\U000e0041tag\ue000", "tag"),
        ("'; DROP TABLE facts; --", "'; DROP TABLE facts; --"),
        ("{{7*7}}${7*7}%s%n", "{{7*7}}${7*7}%s%n"),
    ],
)
async def test_names_and_talk_are_texts(app: App, written: str, shown: str) -> None:
    """Nothing invisible, nothing that turns the line about; signs of markup are letters like others, and answers are
    never a page."""
    alix, bo = Browser(app), Browser(app, "Bo")
    table = (await alix.make({"who": "me", "name": written[:24]}, OPEN)).id
    socket = await bo.live()
    await socket.watch(table)
    answer = await bo.call("GET", f"/api/tables/{table}", status=200)
    assert answer.json()["seats"][0]["name"] == shown[:24]
    said = await alix.call("POST", f"/api/tables/{table}/say", {"request": "say-00001", "text": written}, 200)
    assert said.json()["text"].startswith(shown)
    (heard,) = [message for message in await socket.quiet() if type(message).__name__ == "Talk"]
    assert heard.said.text == said.json()["text"]  # type: ignore[union-attr]
    for reply in (answer, said):
        assert reply.headers["content-type"] == "application/json"
        assert reply.headers["x-content-type-options"] == "nosniff"
    await alix.close()
    await bo.close()


@pytest.mark.parametrize(
    "nothing", ["", " ", "\u200b", "\u202e\u202c", "\x00", "\u3164", "\u0301", "x" * 25, None, 3, ["x"]]
)
async def test_names_that_are_none(app: App, nothing: Any) -> None:
    browser = Browser(app)
    before = written(app)
    answer = await browser.call("POST", "/api/tables", {**NEW, "seats": [{"who": "me", "name": nothing}, OPEN]})
    assert answer.json()["code"] in ("bad_name", "bad_message")
    assert [rows for rows in written(app)[:3] if rows] == [rows for rows in before[:3] if rows]
    await browser.close()


# ---- what is served --------------------------------------------------------------------------------------------------
PATHS = [
    *(
        "/../secret.txt",
        "/..%2fsecret.txt",
        "/%2e%2e/secret.txt",
        "/%2e%2e%2fsecret.txt",
        "/..\\secret.txt",
        "/..%5csecret.txt",
    ),
    *(
        "/assets/../../secret.txt",
        "/assets/..%2f..%2fsecret.txt",
        "/assets/%252e%252e/secret.txt",
        "/assets//../secret.txt",
    ),
    *(
        "//secret.txt",
        "///etc/passwd",
        "/./secret.txt",
        "/assets/",
        "/assets",
        "/assets/.",
        "/assets/x.js/",
        "/assets/x.js/..",
    ),
    *(
        "/assets/x.js%00",
        "/assets/x.js%00.html",
        "/%00",
        "/secret.txt%00",
        "/assets/x.js::$DATA",
        "/assets/X.JS",
        "/assets/x.js.",
    ),
    *(
        "/%c0%ae%c0%ae/secret.txt",
        "/%uff0e%uff0e/secret.txt",
        "/..;/secret.txt",
        "/.git/config",
        "/.env",
        "/renardiere.sqlite3",
    ),
    *(
        "/index.html/../secret.txt",
        "file:///etc/passwd",
        "/api/../secret.txt",
        "/api/tables/..%2f..%2fsecret.txt",
        "/t/../secret.txt",
    ),
]


async def test_only_the_page_is_served(tmp_path: Path) -> None:
    """Whatever a path looks like, it is a name among those of the page, or none: never a way through the disk."""
    (tmp_path / "page" / "assets").mkdir(parents=True)
    (tmp_path / "secret.txt").write_text("hidden")
    (tmp_path / "page" / "index.html").write_text("<html><p>The page</p></html>")
    (tmp_path / "page" / "assets" / "x.js").write_text("export {}")
    async with open_house(tmp_path / "data", page=Page(tmp_path / "page")) as app:
        spellings = {spelling for path in PATHS for spelling in (path, unquote(path, errors="replace"))}
        for path, method in itertools.product(sorted(spellings), ("GET", "HEAD")):
            answer = await raw_call(app, method, path, [])
            assert b"hidden" not in answer["body"], path
            assert b"SQLite" not in answer["body"], path
            assert answer["status"] in (200, 400, 404, 405), path
            if answer["status"] == 200 and method == "GET":
                assert b"The page" in answer["body"], path


async def test_other_methods(app: App) -> None:
    """They do nothing, give nothing back of what was sent, and allow no other page anything."""
    before = written(app)
    headers = [(b"cookie", b"fox=private"), (b"x-private", b"private"), JSON]
    headers += [(b"access-control-request-method", b"PUT"), (b"access-control-request-headers", b"x")]
    others = ("HEAD", "OPTIONS", "TRACE", "TRACK", "DELETE", "PATCH", "PROPFIND", "CONNECT", "POST", "PUT", "get")
    for path in (*DOCUMENT["paths"], "/", "/t/aaaaaaaaaa", "/assets/x.js", "/api/live", "/api/schema"):
        known = {method.upper() for method in DOCUMENT["paths"].get(path, ())}
        for method in others:
            if method in known:
                continue
            answer = await raw_call(app, method, path.replace("{table}", "aaaaaaaaaa"), headers, b'{"private": 1}')
            # 503: no page was built here
            assert answer["status"] in (200, 204, 404, 405, 503), (method, path, answer)
            assert answer["status"] in (404, 405) or method in ("HEAD", "OPTIONS"), (method, path)
            assert b"private" not in answer["body"]
            assert not any(name.startswith(b"access-control") for name, _ in answer["headers"])
    assert written(app) == before


# ---- unknown fields --------------------------------------------------------------------------------------------------
def bodies() -> list[tuple[str, str, dict[str, Any]]]:
    """Every route that takes a body, with one that would do."""
    good: dict[str, dict[str, Any]] = {
        "SetMe": {"name": "Bo", "sleep": {"zone": "Europe/Paris", "start": 23 * 60, "end": 7 * 60}},
        "NewTable": {**NEW, "clock": {"kind": "move", "seconds": 60}, "seats": [{**ME, "share": "ab" * 32}, bot()]},
        "Sit": {"request": "aaaaaaaa", "name": "Bo"},
        "Say": {"request": "aaaaaaaa", "text": "Oui."},
        "Rematch": {"request": "aaaaaaaa"},
    }
    found = []
    for path, operations in DOCUMENT["paths"].items():
        for method, operation in operations.items():
            if "requestBody" in operation:
                schema = operation["requestBody"]["content"]["application/json"]["schema"]
                name = schema["$ref"].rpartition("/")[2]
                required = DOCUMENT["components"]["schemas"][name]["required"]
                usual = {"request": "aaaaaaaa", "seat": 0, "level": 1, "about": 1, "choice": "bot", "decision": 0}
                usual |= {"number": 1, "on": True}
                body = good.get(name) or {field: usual.get(field, "aaaaaaaa") for field in required}
                found.append((method.upper(), path, body))
    return found


@pytest.mark.parametrize(("method", "path", "body"), bodies(), ids=lambda its: its if isinstance(its, str) else "")
async def test_unknown_fields(app: App, method: str, path: str, body: dict[str, Any]) -> None:
    """A field that the house does not know is no message of this protocol, at any depth."""
    browser = Browser(app)
    table = (await browser.make(ME, OPEN)).id
    before = written(app)
    places = [body, *(value for value in body.values() if isinstance(value, dict) and value)]
    places += [item for value in body.values() if isinstance(value, list) for item in value]
    for place, field in itertools.product(places, ("surprise", "__proto__", "constructor", "Request", "who ", "")):
        if place is body.get("options"):
            continue
        place[field] = {"isAdmin": True}
        answer = await browser.call(method, path.replace("{table}", table), body, 400)
        assert answer.json()["code"] == "bad_message"
        del place[field]
    assert written(app) == before
    await browser.close()
