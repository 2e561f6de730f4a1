"""Talk at a table: who may say what, who hears it, what is made of it."""

from __future__ import annotations

import asyncio
import unicodedata
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest
from company import Company, Page, after_restart, do
from hypothesis import given
from hypothesis import strategies as st
from server_harness import GENEROUS, ME, OPEN, Browser, later, open_house

from renardiere.server import talk
from renardiere.server.app import App
from renardiere.server.problems import Refusal
from renardiere.server.text import clean_name, clean_text

TALKATIVE = replace(GENEROUS, talk=(1e6, 1e6))


async def heard(browser: Browser, table: str, status: int = 200) -> Any:
    answer = await browser.call("GET", f"/api/tables/{table}/talk", status=status)
    return answer.json() if status == 200 else answer.json()["code"]


def texts(said: list[dict[str, Any]]) -> list[str | None]:
    return [message["text"] or message["phrase"] for message in said]


async def test_free_talk_among_those_at_the_table(app: App) -> None:
    """Players, those who watch, second tabs; each sees what is their own; nobody at another table hears it."""
    company = await Company.seated(app)
    alix, bo = company.browsers
    cy = Browser(app, "Cy")
    elsewhere = await Company.seated(app)
    watching = await Page.open(cy, company.table)
    tab = await Page.open(alix, company.table, 0)
    said = await company.do(0, "say", text="Bonne chance !")
    assert said == {
        "number": 1,
        "at": app.house.clock.now(),
        "seat": 0,
        "name": "Alix",
        "text": "Bonne chance !",
        "phrase": None,
        "mine": True,
        "muted": False,
    }
    assert await do(cy, company.table, "say", text="Coucou") == {
        **said,
        "number": 2,
        "seat": None,
        "name": "",
        "text": "Coucou",
    }
    await cy.call("PUT", "/api/me", {"name": "Cyrano"}, 200)
    assert (await do(cy, company.table, "say", phrase="well_played"))["name"] == "Cyrano"
    for page, mine in (*zip(company.pages, ([1], []), strict=True), (tab, [1]), (watching, [2, 3])):
        await page.look()
        assert texts(page.said) == ["Bonne chance !", "Coucou", "well_played"]
        assert [message["number"] for message in page.said if message["mine"]] == mine
        assert await heard(page.browser, company.table) == page.said
    for page in elsewhere.pages:
        assert "talk" not in await page.kinds()
    assert await heard(bo, elsewhere.table) == []
    for one in (company, elsewhere):
        await one.close()
    await cy.close()


async def test_it_goes_on_before_and_after_the_game(app: App) -> None:
    alix, bo = Browser(app), Browser(app, "Bo")
    table = (await alix.make(ME, OPEN)).id
    await do(alix, table, "say", text="Il y a quelqu’un ?")
    await do(bo, table, "sit", name="Bo")
    await do(bo, table, "resign", seat=1)
    await do(bo, table, "say", text="Bien joué")
    assert texts(await heard(alix, table)) == ["Il y a quelqu’un ?", "Bien joué"]
    await alix.close()
    await bo.close()


async def test_by_set_phrases_at_the_open_tables(app: App) -> None:
    """Also after the start, for everybody."""
    company = await Company.seated(app, listed=True)
    assert company.pages[0].info["talk"] == "phrases"
    assert await company.do(0, "say", 409, text="hello") == "phrases_only"
    said = await company.do(0, "say", phrase="hello")
    assert (said["text"], said["phrase"]) == (None, "hello")
    assert await company.do(0, "say", 400, phrase="insult") == "bad_message"
    cy = Browser(app, "Cy")
    assert await do(cy, company.table, "say", 409, text="hello") == "phrases_only"
    assert texts(await heard(cy, company.table)) == ["hello"]
    # the rematch is among friends
    await company.do(0, "resign", seat=0)
    new = await company.do(0, "rematch")
    assert (new["talk"], new["listed"]) == ("free", False)
    await company.close()
    await cy.close()


async def test_what_is_nothing_to_say(app: App) -> None:
    company = await Company.seated(app)
    wishes: list[tuple[dict[str, Any], int, str]] = [
        ({}, 400, "bad_message"),
        ({"text": "a", "phrase": "hello"}, 400, "bad_message"),
        ({"text": ""}, 400, "bad_message"),
        ({"text": "a" * 301}, 400, "bad_message"),
        ({"text": 7}, 400, "bad_message"),
        ({"text": "a", "loud": True}, 400, "bad_message"),
        ({"text": "\u200b\u202e \t\x00\u2800\u3164"}, 422, "bad_text"),
        ({"text": "a", "request": "short"}, 400, "bad_message"),
    ]
    for wish, status, code in wishes:
        assert await company.do(0, "say", status, **wish) == code
    assert await do(company.browsers[0], "aaaaaaaaaa", "say", 404, text="a") == "no_table"
    assert await heard(company.browsers[0], company.table) == []
    assert await heard(company.browsers[0], "aaaaaaaaaa", 404) == "no_table"
    await company.close()


async def test_a_table_for_its_players_only(app: App) -> None:
    """A stranger says, hears, mutes and reports nothing there, and becomes nobody by trying."""
    company = await Company.seated(app, watchable=False)
    await company.do(0, "say", text="Entre nous")
    cy = Browser(app, "Cy")
    people = app.house.store.read("SELECT count(*) FROM identities")
    assert await do(cy, company.table, "say", 403, text="Coucou") == "not_yours"
    assert await do(cy, company.table, "mute", 403, request=None, number=1, on=True) == "not_yours"
    assert await do(cy, company.table, "report", 403, request=None, number=1) == "not_yours"
    assert await heard(cy, company.table, 403) == "not_yours"
    assert app.house.store.read("SELECT count(*) FROM identities") == people
    assert texts(await heard(company.browsers[1], company.table)) == ["Entre nous"]
    await company.close()
    await cy.close()


async def test_whoever_is_freed_hears_no_more(app: App) -> None:
    alix, bo = Browser(app), Browser(app, "Bo")
    wish = {"request": "waiting-1", "game": "forest", "options": {}, "seats": [ME, OPEN], "watchable": False}
    table = (await alix.call("POST", "/api/tables", wish, 201)).json()["id"]
    # with two seats the game would begin: Bo sits where Alix keeps a seat free, and Alix gives up the first
    await do(alix, table, "say", text="Un")
    public = await Page.open(alix, table)
    await do(bo, table, "sit", 200, name="Bo")
    await do(bo, table, "resign", seat=1)
    new = (await do(bo, table, "rematch"))["id"]
    a = await Page.open(alix, new)  # a seat is kept for her: she may look
    await do(bo, new, "say", text="Encore une ?")
    await a.look()
    assert texts(a.said) == ["Encore une ?"]
    await do(bo, new, "free", seat=0)
    await do(bo, new, "say", text="Tant pis")
    await a.look()
    assert texts(a.said) == ["Encore une ?"]
    assert await heard(alix, new, 403) == "not_yours"
    await public.look()
    assert public.said == []
    await alix.close()
    await bo.close()


# ---- muting and reporting ------------------------------------------------------------------------------------


async def test_muting(app: App) -> None:
    """Who mutes hears that person no more, live and in lists, here and at other tables; the other still hears; nobody
    else is touched; and back again."""
    first = await Company.seated(app)
    alix, bo = first.browsers
    table2 = (await alix.make(ME, OPEN)).id
    await do(bo, table2, "sit", name="Bobby")
    second = [await Page.open(alix, table2, 0), await Page.open(bo, table2, 1)]
    cy = Browser(app, "Cy")
    watching = await Page.open(cy, first.table)
    await first.do(1, "say", text="Un")
    await first.do(0, "say", text="Deux")
    after = await first.do(0, "mute", request=None, number=1, on=True)
    assert [(m["text"], m["muted"]) for m in after] == [(None, True), ("Deux", False)]
    assert after == await heard(alix, first.table)
    for page in (*first.pages, watching, *second):
        await page.look()
        page.said.clear()
    await first.do(1, "say", text="Trois")
    await do(bo, table2, "say", phrase="hello")
    await first.do(0, "say", text="Quatre")
    for page in (*first.pages, watching, *second):
        await page.look()
    assert texts(first.pages[0].said) == ["Quatre"]
    assert texts(second[0].said) == []
    assert texts(first.pages[1].said) == ["Trois", "Quatre"]  # who is muted is not told, and hears
    assert texts(second[1].said) == ["hello"]
    assert texts(watching.said) == ["Trois", "Quatre"]
    assert texts(await heard(alix, first.table)) == [None, "Deux", None, "Quatre"]
    assert texts(await heard(alix, table2)) == [None]
    assert texts(await heard(bo, first.table)) == ["Un", "Deux", "Trois", "Quatre"]
    assert texts(await heard(cy, first.table)) == ["Un", "Deux", "Trois", "Quatre"]
    await do(alix, table2, "mute", request=None, number=1, on=True)  # twice is once
    again = await first.do(0, "mute", request=None, number=3, on=False)
    assert texts(again) == ["Un", "Deux", "Trois", "Quatre"]
    await first.do(1, "say", text="Cinq")
    await first.look()
    assert texts(first.pages[0].said) == ["Quatre", "Cinq"]
    assert await first.do(0, "mute", 403, request=None, number=2, on=True) == "not_yours"  # oneself
    assert await first.do(0, "mute", 404, request=None, number=99, on=True) == "not_found"
    assert await first.do(0, "mute", 400, request=None, number=0, on=True) == "bad_message"
    await first.close()
    await cy.close()


async def test_muting_each_other_and_somebody_who_watches(app: App) -> None:
    company = await Company.seated(app)
    cy = Browser(app, "Cy")
    for number, (browser, text) in enumerate([*zip(company.browsers, "ab", strict=True), (cy, "c")], 1):
        assert (await do(browser, company.table, "say", text=text))["number"] == number
    await company.do(0, "mute", request=None, number=2, on=True)
    await company.do(1, "mute", request=None, number=1, on=True)
    await company.do(1, "mute", request=None, number=3, on=True)
    assert texts(await heard(company.browsers[0], company.table)) == ["a", None, "c"]
    assert texts(await heard(company.browsers[1], company.table)) == [None, "b", None]
    assert texts(await heard(cy, company.table)) == ["a", "b", "c"]
    await company.close()
    await cy.close()


async def test_reporting_once(app: App) -> None:
    """The people who run the house get the words as they were; a second click changes nothing."""
    company = await Company.seated(app)
    await company.do(1, "say", text="<b>bêtise</b>")
    await company.do(1, "say", phrase="hello")
    for number in (1, 1, 2):
        assert await company.do(0, "report", 204, request=None, number=number) is None
    await do(Browser(app, "Cy"), company.table, "report", 204, request=None, number=1)
    rows = app.house.store.read("SELECT table_id, number, who, text, handled FROM reports ORDER BY id")
    author = app.house._awake[company.table].table.seats[1].who
    assert rows == [
        (company.table, number, author, text, 0)
        for number, text in ((1, "<b>bêtise</b>"), (2, "hello"), (1, "<b>bêtise</b>"))
    ]
    assert len(set(app.house.store.read("SELECT reporter FROM reports"))) == 2
    assert await company.do(0, "report", 404, request=None, number=9) == "not_found"
    await company.close()


async def test_what_the_house_decides(app: App) -> None:
    """Talk closed, or somebody muted, by the people who run it: at once, told to all, and nothing said is lost."""
    company = await Company.seated(app)
    await company.do(0, "say", text="Un")
    who = app.house._awake[company.table].table.seats[0].who
    assert who is not None
    await app.house.policy.mute(who, True)
    assert await company.do(0, "say", 403, text="Deux") == "chat_closed"
    assert await company.do(0, "say", 403, phrase="hello") == "chat_closed"
    await company.do(1, "say", text="Trois")
    await app.house.policy.mute(who, False)
    await company.do(0, "say", text="Quatre")
    await app.house.policy.set_open("chat", False)
    for page in company.pages:
        await page.look()
        assert page.info["talk"] == "closed"
    assert await company.do(1, "say", 403, text="Cinq") == "chat_closed"
    await app.house.policy.set_open("chat", True)
    assert texts(await heard(company.browsers[1], company.table)) == ["Un", "Trois", "Quatre"]
    await company.close()


# ---- numbers, repeats, rate ----------------------------------------------------------------------------------


async def test_order_and_numbers_when_all_talk_at_once(tmp_path: Path) -> None:
    """Everybody hears the same, in the order of the numbers, without a gap."""
    async with open_house(tmp_path, limits=TALKATIVE) as app:
        company = await Company.seated(app)
        await asyncio.gather(*(company.do(n % 2, "say", text=str(n)) for n in range(40)))
        await company.look()
        said = [page.said for page in company.pages]
        for messages in said:
            assert [message["number"] for message in messages] == list(range(1, 41))
        assert texts(said[0]) == texts(said[1])
        assert sorted(texts(said[0]), key=lambda text: int(text or 0)) == [str(n) for n in range(40)]
        await company.close()


async def test_a_repeated_request_says_it_once(tmp_path: Path) -> None:
    """Also after a restart, and though the house is silent now; the same words of another table's are others."""
    async with open_house(tmp_path) as app:
        company = await Company.seated(app)
        said = await asyncio.gather(*(company.do(0, "say", text="Un", request="say-00001") for _ in range(3)))
        assert said[0] == said[1] == said[2]
        assert await company.do(0, "say", text="autre chose", request="say-00001") == said[0]
        assert (await company.do(1, "say", text="Deux", request="say-00001"))["number"] == 2
        other = (await company.browsers[0].make(ME, OPEN)).id
        assert (await do(company.browsers[0], other, "say", text="Là", request="say-00001"))["number"] == 1
        await company.look()
        assert texts(company.pages[1].said) == ["Un", "Deux"]
        await company.do(0, "mute", request=None, number=2, on=True)
        await company.close()
    async with open_house(tmp_path, seed=2, chat=False) as app:
        alix, bo = (after_restart(app, browser) for browser in company.browsers)
        assert await do(alix, company.table, "say", text="Un", request="say-00001") == said[0]
        assert await do(alix, company.table, "say", 403, text="Trois") == "chat_closed"
        assert texts(await heard(alix, company.table)) == ["Un", None]
        assert texts(await heard(bo, company.table)) == ["Un", "Deux"]
        await alix.close()
        await bo.close()


async def test_not_too_fast(app: App) -> None:
    """Six at once, then one in two seconds; each by themselves; a refused one says nothing, and comes again."""
    company = await Company.seated(app)
    for n in range(6):
        await company.do(0, "say", text=str(n))
    assert await company.do(0, "say", 429, text="six", request="say-again") == "too_fast"
    await company.do(1, "say", text="et moi ?")
    await later(app, 2)
    assert (await company.do(0, "say", text="six", request="say-again"))["number"] == 8
    assert await company.do(0, "say", 429, text="sept") == "too_fast"
    assert len(await heard(company.browsers[0], company.table)) == 8
    await company.close()


async def test_only_the_latest_are_shown(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(talk, "KEPT", 7)
    async with open_house(tmp_path, limits=TALKATIVE) as app:
        company = await Company.seated(app, watched=False)
        for n in range(12):
            await company.do(0, "say", text=str(n))
        shown = await heard(company.browsers[1], company.table)
        assert [message["number"] for message in shown] == list(range(6, 13))
        await company.close()


# ---- cleaning ------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("text", "cleaned"),
    [
        ("  a \t b\r\nc\u2028d\u00a0e\u3000f ", "a b c d e f"),
        ("e\u0301", "é"),
        ("a\u202eb\u2066c\u200bd\ufefee\x00f\x1bg\u00adh", "abcdefgh"),
        ("q" + "\u0301" * 60, "q" + "\u0301" * 2),
        ("👩\u200d🚀 👨\u200d👩\u200d👧\u200d👦", "👩\u200d🚀 👨\u200d👩\u200d👧\u200d👦"),
        ("👩🏽\u200d🚀", "👩🏽\u200d🚀"),
        ("👩\u200d❤\ufe0f\u200d💋\u200d👨", "👩\u200d❤\ufe0f\u200d💋\u200d👨"),
        ("🇫🇷 1\ufe0f\u20e3", "🇫🇷 1\ufe0f\u20e3"),
        ("a\u200db", "ab"),
        ("🦊\u200d", "🦊"),
        ("🦊\u200d\u200d\u200d🦊", "🦊\u200d🦊"),
        ("❤" + "\ufe0f\u200d\u0301" * 90, "❤\ufe0f\u200d\u0301"),
        ("a\u2800b\u3164c\u115fd\u1160e\uffa0f", "a b c d e f"),
        ("<script>alert(1)</script>", "<script>alert(1)</script>"),
        ("a" * 300, "a" * 300),
    ],
)
def test_cleaning(text: str, cleaned: str) -> None:
    assert clean_text(text) == cleaned


def test_names_are_cleaned_alike() -> None:
    assert clean_name("\u3164 Renard \u202e ") == "Renard"
    assert clean_name("🦊") == "🦊"
    assert len(clean_name("x" * 24)) == 24
    for nothing in ("\u3164", "\u2800\u2800", "\u200d", "\ufe0f", "\u0301", " "):
        with pytest.raises(Refusal):
            clean_name(nothing)


@given(st.text(st.characters(), max_size=300))
def test_nothing_strange_is_left(text: str) -> None:
    """One line, no control or format characters but joiners in emoji, no towers; cleaning twice is cleaning once."""
    try:
        cleaned = clean_text(text)
    except Refusal:
        return
    assert 0 < len(cleaned) <= 300
    assert cleaned == " ".join(cleaned.split(" ")).strip()
    marks = 0
    for letter in cleaned:
        category = unicodedata.category(letter)
        assert category[0] != "C" or letter == "\u200d"
        assert category[0] != "Z" or letter == " "
        marks = marks + 1 if category[0] == "M" else marks if letter == "\u200d" else 0
        assert marks <= 2
    assert clean_text(cleaned) == cleaned
