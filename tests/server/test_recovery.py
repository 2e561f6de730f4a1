"""Being oneself in another browser: links, words, and ending the others."""

from __future__ import annotations

import asyncio
import dataclasses
import unicodedata
from pathlib import Path
from typing import Any

import httpx
import pytest
from mnemonic import Mnemonic
from server_harness import GENEROUS, ME, OPEN, Browser, Pair, SeededChance, Socket, bot, later, open_house

from renardiere.server.app import App
from renardiere.server.messages import Bye, Refused, Sync, Table, Update, Watch
from renardiere.server.problems import Refusal
from renardiere.server.words import new_words, read_words


async def a_link(browser: Browser) -> str:
    """The secret of a new link."""
    answer = (await browser.call("POST", "/api/me/link", status=200)).json()
    secret: str = answer["link"].partition("#")[2]
    return secret


async def some_words(browser: Browser) -> list[str]:
    words: list[str] = (await browser.call("POST", "/api/me/words", status=200)).json()["words"]
    return words


async def resume(browser: Browser, status: int = 200, **wish: Any) -> Any:
    return (await browser.call("POST", "/api/me/resume", wish, status)).json()


async def mine(browser: Browser) -> list[str]:
    return [card["id"] for card in (await browser.call("GET", "/api/tables", status=200)).json()]


def decoded(rows: list[list[int]]) -> str:
    """What a QR code says, as far as this needs to be read: version 1 to 6, one or two blocks of bytes.

    A reader of its own, after ISO 18004: format, mask, the zigzag of modules, blocks put in order; no correction.
    """
    size = len(rows)
    version = (size - 17) // 4
    around = [rows[8][x] for x in (0, 1, 2, 3, 4, 5, 7, 8)] + [rows[y][8] for y in (7, 5, 4, 3, 2, 1, 0)]
    form = int("".join(map(str, around)), 2) ^ 0b101010000010010
    level, mask = form >> 13, form >> 10 & 7
    masks = [
        lambda y, x: (y + x) % 2 == 0,
        lambda y, x: y % 2 == 0,
        lambda y, x: x % 3 == 0,
        lambda y, x: (y + x) % 3 == 0,
        lambda y, x: (y // 2 + x // 3) % 2 == 0,
        lambda y, x: y * x % 2 + y * x % 3 == 0,
        lambda y, x: (y * x % 2 + y * x % 3) % 2 == 0,
        lambda y, x: ((y + x) % 2 + y * x % 3) % 2 == 0,
    ]

    def fixed(y: int, x: int) -> bool:
        corner = (y < 9 and x < 9) or (y < 9 and x >= size - 8) or (y >= size - 8 and x < 9)
        small = version > 1 and abs(y - (size - 7)) <= 2 and abs(x - (size - 7)) <= 2
        return corner or small or y == 6 or x == 6

    bits = []
    right, up = size - 1, True
    while right > 0:
        right -= right == 6
        for y in range(size - 1, -1, -1) if up else range(size):
            bits += [rows[y][x] ^ masks[mask](y, x) for x in (right, right - 1) if not fixed(y, x)]
        right, up = right - 2, not up
    words = [int("".join(map(str, bits[at : at + 8])), 2) for at in range(0, len(bits) - 7, 8)]
    blocks = {  # data bytes, and blocks: levels L (1) and M (0), Q (3), of each version
        (1, 0): {1: (16, 1), 2: (28, 1), 3: (44, 1), 4: (64, 2), 5: (86, 2), 6: (108, 4)},
        (3, 0): {1: (13, 1), 2: (22, 1), 3: (34, 2), 4: (48, 2), 6: (76, 4)},
    }[(level, 0) if level == 3 else (1, 0)]
    data, parts = blocks[version]
    data = [word for part in range(parts) for word in words[:data][part::parts]]
    text = "".join(f"{word:08b}" for word in data)
    assert text[:4] == "0100", "bytes"
    length = int(text[4:12], 2)
    return bytes(int(text[at : at + 8], 2) for at in range(12, 12 + 8 * length, 8)).decode()


# ---- links -------------------------------------------------------------------------------------------------------


async def test_a_link_moves_an_identity(app: App) -> None:
    alix, phone = Browser(app, "Alix"), Browser(app, "Phone", "en")
    table = await alix.make(ME, OPEN)
    await alix.call("PUT", "/api/me", {"name": "Alix", "theme": "night", "text": 130}, 200)
    answer = await alix.call("POST", "/api/me/link", status=200)
    link = answer.json()["link"]
    assert link.startswith("http://localhost:8765/resume#")
    assert answer.json()["until"] == app.house.clock.now() + 900
    assert answer.headers["cache-control"] == "no-store"
    me = await resume(phone, link=link.partition("#")[2])
    assert (me["name"], me["language"], me["theme"], me["text"]) == ("Alix", "fr", "night", 130)
    assert me == (await phone.call("GET", "/api/me")).json()
    assert await mine(phone) == await mine(alix) == [table.id]
    assert phone.http.cookies["fox"] != alix.http.cookies["fox"]
    assert (await phone.info(table.id)).seats[0].mine
    for browser in (alix, phone):
        await browser.close()


async def test_only_hashes_are_stored(app: App) -> None:
    alix = Browser(app)
    secret, words = await a_link(alix), await some_words(alix)
    for path in Path(app.house.store.path).parent.iterdir():
        data = path.read_bytes()
        assert secret.encode() not in data
        assert not all(word.encode() in data for word in words)
    await alix.close()


async def test_a_link_works_once(app: App) -> None:
    alix, phone, eve = Browser(app, "Alix"), Browser(app, "Phone"), Browser(app, "Eve")
    await alix.make(ME, OPEN)
    secret = await a_link(alix)
    await resume(phone, link=secret)
    assert (await resume(eve, 403, link=secret))["code"] == "no_match"
    assert await mine(eve) == []
    for browser in (alix, phone, eve):
        await browser.close()


async def test_a_link_ends(app: App) -> None:
    """After a quarter of an hour, and when another one is made."""
    alix, phone = Browser(app, "Alix"), Browser(app, "Phone")
    await alix.make(ME, OPEN)
    first = await a_link(alix)
    second = await a_link(alix)
    assert (await resume(phone, 403, link=first))["code"] == "no_match"
    await later(app, 900)
    assert (await resume(phone, 403, link=second))["code"] == "no_match"
    third = await a_link(alix)
    await later(app, 899)
    await resume(phone, link=third)
    for browser in (alix, phone):
        await browser.close()


async def test_of_two_at_once_one_wins(app: App) -> None:
    """However the two requests fall: one browser is Alix, the other is still nobody."""
    alix = Browser(app, "Alix")
    await alix.make(ME, OPEN)
    for _ in range(5):
        secret = await a_link(alix)
        pair = [Browser(app, "One"), Browser(app, "Two")]
        answers = await asyncio.gather(*(browser.call("POST", "/api/me/resume", {"link": secret}) for browser in pair))
        assert sorted(answer.status_code for answer in answers) == [200, 403]
        for browser, answer in zip(pair, answers, strict=True):
            assert len(await mine(browser)) == (answer.status_code == 200)
            await browser.close()
    await alix.close()


@pytest.mark.parametrize("wish", [{}, {"link": "a" * 22, "words": "a b"}, {"link": ""}, {"link": 3}, {"links": "a"}])
async def test_a_bad_resume(app: App, wish: dict[str, Any]) -> None:
    browser = Browser(app)
    assert (await resume(browser, 400, **wish))["code"] == "bad_message"
    await browser.close()


async def test_the_codes_can_be_read(app: App) -> None:
    """By a reader that knows nothing of how they were made."""
    alix = Browser(app)
    table = await alix.make(ME, OPEN)
    link = (await alix.call("POST", "/api/me/link", status=200)).json()
    assert decoded(link["qr"]["rows"]) == link["link"]
    invitation = (await alix.call("GET", f"/api/tables/{table.id}/qr", status=200)).json()
    assert decoded(invitation["rows"]) == f"http://localhost:8765/t/{table.id}"
    assert (await alix.call("GET", "/api/tables/aaaaaaaaaa/qr", status=404)).json()["code"] == "no_table"
    await alix.close()


async def test_addresses_are_those_of_the_world(tmp_path: Path) -> None:
    async with open_house(tmp_path, public_url="https://fox.example") as app:
        alix = Browser(app)
        table = await alix.make(ME, OPEN)
        link = (await alix.call("POST", "/api/me/link", status=200)).json()["link"]
        assert link.startswith("https://fox.example/resume#")
        invitation = (await alix.call("GET", f"/api/tables/{table.id}/qr", status=200)).json()
        assert decoded(invitation["rows"]) == f"https://fox.example/t/{table.id}"
        await alix.close()


# ---- what this browser was before --------------------------------------------------------------------------------


async def test_unfinished_games_are_not_left_by_a_stray_tap(app: App) -> None:
    """Asked first; if it is wished, the seats are given up, since nobody can come back to them."""
    alix, bo = Browser(app, "Alix"), Browser(app, "Bo")
    old = await bo.make(ME, OPEN)
    game = (await Browser(app, "Cy").make(ME, OPEN)).id
    await bo.sit(game)
    await alix.make(ME, OPEN)
    secret = await a_link(alix)
    cookie = bo.http.cookies["fox"]
    assert (await resume(bo, 409, link=secret))["code"] == "has_tables"
    assert bo.http.cookies["fox"] == cookie
    assert set(await mine(bo)) == {old.id, game}
    await resume(bo, link=secret, leave_mine=True)
    assert (await bo.info(old.id)).seats[0].kind == "open"
    assert (await bo.info(game)).seats[1].left
    assert await mine(bo) == await mine(alix)
    copied = await Browser(app).call("GET", "/api/tables", headers={"cookie": f"fox={cookie}"})
    assert copied.json() == []  # the seats are nobody's, whoever has a copy
    for browser in (alix, bo):
        await browser.close()


async def test_what_can_be_found_again_is_not_left(app: App) -> None:
    alix, bo, later_bo = Browser(app, "Alix"), Browser(app, "Bo"), Browser(app, "Bo")
    old = await bo.make(ME, OPEN)
    words = await some_words(bo)
    await alix.make(ME, OPEN)
    await resume(bo, link=await a_link(alix), leave_mine=True)
    await resume(later_bo, words=" ".join(words))
    assert await mine(later_bo) == [old.id]
    assert (await later_bo.info(old.id)).seats[0].mine
    for browser in (alix, bo, later_bo):
        await browser.close()


async def test_who_never_sat_anywhere_leaves_no_trace(app: App) -> None:
    alix, phone = Browser(app, "Alix"), Browser(app, "Phone")
    await alix.make(ME, OPEN)
    await phone.call("PUT", "/api/me", {"name": "Nobody yet"}, 200)
    assert len(app.house.store.read("SELECT * FROM identities")) == 2
    await resume(phone, link=await a_link(alix))
    assert [name for (name,) in app.house.store.read("SELECT name FROM identities")] == [None]
    assert len(app.house.store.read("SELECT * FROM tokens")) == 2
    for browser in (alix, phone):
        await browser.close()


async def test_ones_own_link(app: App) -> None:
    """Opened in the browser that asked for it: one is who one was, with another token."""
    alix = Browser(app)
    table = await alix.make(ME, OPEN)
    before = alix.http.cookies["fox"]
    socket = await alix.live()
    await resume(alix, link=await a_link(alix))
    assert alix.http.cookies["fox"] != before
    assert await mine(alix) == [table.id]
    assert (await socket.wait(Bye)).why == "restart"
    again = await alix.live()
    assert isinstance(await again.watch(table.id, 0), Sync)
    await alix.close()


async def test_a_page_that_was_open_comes_back_as_somebody(app: App) -> None:
    alix, phone = Browser(app, "Alix"), Browser(app, "Phone")
    table = await alix.make(ME, OPEN)
    socket = await phone.live()
    await socket.watch(table.id)
    await resume(phone, link=await a_link(alix))
    assert (await socket.wait(Bye)).why == "restart"
    assert isinstance(await (await phone.live()).watch(table.id, 0), Sync)
    for browser in (alix, phone):
        await browser.close()


# ---- words -------------------------------------------------------------------------------------------------------


def test_words_are_random() -> None:
    """Six of 2048, each of 11 bits of their own: 66 bits."""
    chance = SeededChance()
    drawn = [new_words(chance, "fr") for _ in range(400)]
    assert all(len(words) == 6 for words in drawn)
    assert {word for words in drawn for word in words} <= {
        unicodedata.normalize("NFC", word) for word in Mnemonic("french").wordlist
    }
    for place in range(6):  # 400 of 2048: about 363 different ones
        assert 330 < len({words[place] for words in drawn}) < 390

    class Bits:
        def __init__(self, number: int) -> None:
            self.number = number

        def token(self, size: int) -> bytes:
            return self.number.to_bytes(size, "big")

        def uniform(self, low: float, high: float) -> float:
            raise NotImplementedError

    plain = new_words(Bits(0), "en")
    for bit in range(66):
        assert sum(a != b for a, b in zip(new_words(Bits(1 << bit), "en"), plain, strict=True)) == 1


@pytest.mark.parametrize(
    "typed",
    [
        "éternel abaisser zèbre canal piano abandon",
        "ETERNEL Abaisser ZÈBRE canal piano abandon",
        "  e\u0301ternel,abaisser, zebre; canal - piano. abandon!",
        "1. éternel\n2. abaisser\n3. zèbre\n4. canal\n5. piano\n6. abandon\n",
        "1)eternel 2)abaisser 3)zebre 4)canal 5)piano 6)abandon",
        "« éternel\u202fabaisser\u00a0zèbre\tcanal — piano — abandon »",
    ],
)
def test_words_are_read_however_they_are_written(typed: str) -> None:
    assert read_words(typed) == "eternel abaisser zebre canal piano abandon"


@pytest.mark.parametrize(
    ("typed", "code", "details"),
    [
        ("abaisser canal", "six_words", {"count": 2}),
        ("", "six_words", {"count": 0}),
        ("a b c d e f g", "six_words", {"count": 7}),
        ("abaisser abaiser canal abandon zoo zebbre", "unknown_word", {"positions": [2, 6]}),
        ("1 abaisser 2 canal 3 foxx 4 abandon 5 zoo 6 piano", "unknown_word", {"positions": [3]}),
    ],
)
def test_a_typo_can_be_found(typed: str, code: str, details: dict[str, Any]) -> None:
    with pytest.raises(Refusal) as refused:
        read_words(typed)
    assert (refused.value.problem.code, refused.value.problem.details) == (code, details)


@pytest.mark.parametrize("language", ["fr", "en"])
async def test_words_lead_back(app: App, language: str) -> None:
    """In one's own language, as often as one likes, until there are others; from a browser in either language."""
    alix, phone, eve = Browser(app, "Alix", language), Browser(app, "Phone", "en"), Browser(app, "Eve", "fr")
    table = await alix.make(ME, OPEN)
    assert (await alix.call("GET", "/api/me")).json()["words"] is False
    words = await some_words(alix)
    assert (await alix.call("GET", "/api/me")).json()["words"] is True
    listed = Mnemonic({"fr": "french", "en": "english"}[language]).wordlist
    assert set(words) <= {unicodedata.normalize("NFC", word) for word in listed}
    numbered = "\n".join(f"{place}. {word.upper()}" for place, word in enumerate(words, 1))
    assert (await resume(phone, words=numbered))["words"] is True
    assert await mine(phone) == [table.id]
    other = await some_words(phone)
    assert other != words
    assert (await resume(eve, 403, words=" ".join(words)))["code"] == "no_match"
    assert (await resume(eve, 403, words=" ".join(reversed(other))))["code"] == "no_match"
    await resume(eve, words=" ".join(other))
    assert await mine(eve) == [table.id]
    for browser in (alix, phone, eve):
        await browser.close()


async def test_words_cannot_be_guessed_for_long(tmp_path: Path) -> None:
    """By address first; from many addresses, by house: a link still leads back."""
    tight = dataclasses.replace(GENEROUS, recoveries=(0.2, 3.0), recoveries_by_words=(0.5, 4.0))
    async with open_house(tmp_path, limits=tight) as app:
        alix = Browser(app)
        await alix.make(ME, OPEN)
        words = "abandon abandon abandon abandon abandon "

        def at(address: str) -> Browser:
            browser = Browser(app)
            transport = httpx.ASGITransport(app, client=(address, 1))
            browser.http = httpx.AsyncClient(transport=transport, base_url="http://localhost:8765")
            return browser

        eves = [at(f"192.0.2.{number}") for number in range(3)]
        for eve in eves[:1]:
            for last in ("ability", "able", "about"):
                assert (await resume(eve, 403, words=words + last))["code"] == "no_match"
            assert (await resume(eve, 429, words=words + "above"))["code"] == "too_fast"
        assert (await resume(eves[1], 403, words=words + "absent"))["code"] == "no_match"
        assert (await resume(eves[1], 429, words=words + "absorb"))["code"] == "too_fast"  # four in all
        assert (await resume(eves[1], 422, words=words + "nonsense"))["code"] == "unknown_word"
        await resume(eves[2], link=await a_link(alix))
        await later(app, 2)
        assert (await resume(eves[2], 403, words=words + "absorb"))["code"] == "no_match"
        for browser in (alix, *eves):
            await browser.close()


async def test_a_wrong_guess_costs_what_a_right_one_does(app: App, monkeypatch: pytest.MonkeyPatch) -> None:
    hashed: list[str] = []
    slow = app.house.recovery._slow

    async def counted(words: str) -> bytes:
        hashed.append(words)
        return await slow(words)

    monkeypatch.setattr(app.house.recovery, "_slow", counted)
    alix, phone = Browser(app, "Alix"), Browser(app, "Phone")
    await alix.make(ME, OPEN)
    words = await some_words(alix)
    await resume(phone, words=" ".join(words))
    await resume(phone, 403, words="zoo zoo zoo zoo zoo zoo")
    assert len(hashed) == 3
    for browser in (alix, phone):
        await browser.close()


async def test_words_outlive_the_house(tmp_path: Path) -> None:
    async with open_house(tmp_path) as app:
        alix = Browser(app)
        table = await alix.make(ME, OPEN)
        words = await some_words(alix)
        secret = await a_link(alix)
        await alix.close()
    async with open_house(tmp_path, seed=2) as app:
        phone, tablet = Browser(app), Browser(app)
        await resume(phone, words=" ".join(words))
        await resume(tablet, link=secret)
        assert await mine(phone) == await mine(tablet) == [table.id]
        for browser in (phone, tablet):
            await browser.close()


# ---- elsewhere ---------------------------------------------------------------------------------------------------


def stolen(app: App, browser: Browser) -> Browser:
    """Somebody who has copied a browser's cookie."""
    thief = Browser(app, "Eve")
    thief.http.cookies.update(browser.http.cookies)
    return thief


async def test_a_stolen_cookie_becomes_worthless(app: App) -> None:
    """That of another browser of one's own, and a copy of this one's: what they followed is let go at once, they get
    nothing more, and can do nothing more, nor make themselves a way back."""
    pair = await Pair.seated(app)
    alix, bo = pair.browsers
    phone = Browser(app, "Phone")
    await resume(phone, link=await a_link(alix))
    thieves = [stolen(app, alix), stolen(app, phone)]
    words, secret = await some_words(thieves[0]), await a_link(thieves[1])
    sockets = [await thief.live() for thief in thieves]
    for socket in sockets:
        assert isinstance(await socket.watch(pair.table, 0), Sync)
    before = [browser.http.cookies["fox"] for browser in (alix, bo)]
    await alix.call("POST", "/api/me/elsewhere", status=200)
    after = [browser.http.cookies["fox"] for browser in (alix, bo)]
    assert [was != now for was, now in zip(before, after, strict=True)] == [True, False]
    assert [(await socket.wait(Bye)).why for socket in sockets] == ["restart", "elsewhere"]
    traffic = [len(socket.traffic) for socket in sockets]
    pair.sockets[0] = await alix.live()
    pair.state[0] = await pair.sockets[0].watch(pair.table, 0)
    await pair.play(3)
    for thief, socket, heard in zip(thieves, sockets, traffic, strict=True):
        socket.send(pair.choice())
        assert await socket.text() is None
        assert len(socket.traffic) == heard
        assert await mine(thief) == []
        again = await thief.live()
        assert isinstance(await again.watch(pair.table, 0), Refused)
        for way in ({"words": " ".join(words)}, {"link": secret}):
            assert (await resume(thief, 403, **way))["code"] == "no_match"
        answer = await thief.call("POST", "/api/me/elsewhere", status=403)
        assert answer.json()["code"] == "not_yours"
    assert await mine(alix) == [pair.table]
    assert await mine(phone) == []
    for browser in (*thieves, phone):
        await browser.close()
    await pair.close()


async def test_an_ended_token_never_becomes_somebody_again(app: App) -> None:
    """Neither the thief's nor that of the browser which had it: whoever does something with it gets another."""
    alix, phone = Browser(app, "Alix"), Browser(app, "Phone")
    await alix.make(ME, OPEN)
    await resume(phone, link=await a_link(alix))
    ended = phone.http.cookies["fox"]
    thief = stolen(app, phone)
    await alix.call("POST", "/api/me/elsewhere", status=200)
    await phone.make(ME, OPEN)
    assert phone.http.cookies["fox"] != ended
    assert await mine(thief) == []
    assert len(await mine(phone)) == 1
    for browser in (alix, phone, thief):
        await browser.close()


async def test_two_end_each_other_at_once(app: App) -> None:
    """Whoever was first stays; the other's token was worth nothing by then."""
    alix, phone = Browser(app, "Alix"), Browser(app, "Phone")
    table = await alix.make(ME, OPEN)
    await resume(phone, link=await a_link(alix))
    answers = await asyncio.gather(*(b.call("POST", "/api/me/elsewhere") for b in (alix, phone)))
    assert [answer.status_code for answer in answers] == [200, 403]
    assert [await mine(alix), await mine(phone)] == [[table.id], []]
    for browser in (alix, phone):
        await browser.close()


async def test_somebody_who_comes_in_while_they_are_ended(app: App) -> None:
    """The handshake knew the token; by the time that the connection is open, it is worth nothing."""
    alix, phone = Browser(app, "Alix"), Browser(app, "Phone")
    table = await alix.make(ME, OPEN)
    await resume(phone, link=await a_link(alix))
    accept = asyncio.Event()
    take = Socket._take

    async def slow(socket: Socket, message: Any) -> None:
        if message["type"] == "websocket.accept":
            await accept.wait()
        await take(socket, message)

    Socket._take = slow  # type: ignore[method-assign]
    try:
        socket = phone.socket()
        await asyncio.sleep(0)
        await alix.call("POST", "/api/me/elsewhere", status=200)
        accept.set()
        assert await socket.accepted()
    finally:
        Socket._take = take  # type: ignore[method-assign]
    assert (await socket.wait(Bye)).why == "elsewhere"
    assert await socket.text() is None
    assert table.id not in "".join(socket.traffic)
    for browser in (alix, phone):
        await browser.close()


async def test_somebody_who_waits_to_watch_while_they_are_ended(app: App) -> None:
    """The table was busy; when it is their turn, they are shown nothing."""
    alix, phone = Browser(app, "Alix"), Browser(app, "Phone")
    table = (await alix.make(ME, bot())).id
    await resume(phone, link=await a_link(alix))
    socket = await phone.live()
    async with app.house.decide(table):
        socket.send(Watch(table, 0))
        await alix.call("POST", "/api/me/elsewhere", status=200)
        assert (await socket.wait(Bye)).why == "elsewhere"
    async with app.house.decide(table) as awake:
        assert not awake.audience
    assert await socket.text() is None
    assert table not in "".join(socket.traffic)
    for browser in (alix, phone):
        await browser.close()


async def test_others_are_not_disturbed(app: App) -> None:
    """Bo hears that Alix's place is empty only when it is: nothing else."""
    pair = await Pair.seated(app)
    await pair.browsers[0].call("POST", "/api/me/elsewhere", status=200)
    assert (await pair.sockets[0].wait(Bye)).why == "restart"
    pair.sockets[0] = await pair.browsers[0].live()
    pair.state[0] = await pair.sockets[0].watch(pair.table, 0)
    await pair.play(2)
    assert not [message for message in await pair.sockets[1].quiet() if not isinstance(message, (Update, Table))]
    await pair.close()


async def test_a_bot_plays_on(app: App) -> None:
    """Against a bot, with the new cookie, where one was."""
    alix = Browser(app)
    table = (await alix.make(ME, bot())).id
    await alix.call("POST", "/api/me/elsewhere", status=200)
    assert isinstance(await (await alix.live()).watch(table, 0), Sync)
    await alix.close()
