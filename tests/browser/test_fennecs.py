"""Whole games of Fennecs, through the page."""

from __future__ import annotations

import asyncio
import re

from playwright.async_api import Browser, expect

from tests.browser.fennec import Fennec, fennec
from tests.browser.fits import misfits
from tests.browser.player import visit
from tests.browser.test_access import inspect

STARS = re.compile(r"(\d+) (?:étoiles?|stars?)")
LARGEST = """fetch('/api/me', {
  method: 'PUT', headers: {'content-type': 'application/json'}, body: JSON.stringify({text: 150})
})"""
RANK = re.compile(r"(?:Rang|Rank) (\d+)")


async def test_five_people_play_fennecs(browser: Browser, house: str) -> None:
    """Each in a browser of their own; the game is looked back at, its deals are verified."""
    alix = fennec(await visit(browser, house, "fr", size=(360, 560)))
    await alix.table_for(5, "friend", bots=0, name="Alix")
    await expect(alix.page.get_by_text("Fennecs à 5.")).to_be_visible()
    await inspect(alix)
    link = await alix.page.get_by_label("Lien", exact=True).input_value()
    guests: list[Fennec] = []
    for name in ("Sam", "Noé", "Ida", "Lou"):
        guest = fennec(await visit(browser, house, "en", size=(1280, 800), path=link))
        await expect(guest.page.get_by_text("Alix invites you to a game: Fennecs.")).to_be_visible()
        await guest.page.get_by_label("Your name").fill(name)
        await guest.button("sit").click()
        await expect(guest.page.get_by_label("Your name")).to_have_count(0)
        guests.append(guest)
    five = [alix, *guests]
    lou = guests[-1]
    await lou.page.set_viewport_size({"width": 360, "height": 640})
    await lou.page.evaluate(LARGEST)
    await lou.page.reload()
    sam = guests[0]

    # everybody's stars and cards are told, from one's own seat on
    seats = sam.page.get_by_role("list", name="Around the table").get_by_role("listitem")
    await expect(seats).to_have_count(5)
    await expect(seats.first).to_have_text(re.compile(r"^You[\s\S]*2 stars, 3 cards"))
    assert [(await seats.nth(i).inner_text()).split("\n")[0] for i in range(5)] == ["You", "Noé", "Ida", "Lou", "Alix"]
    # with others at the table nobody ends the game
    await sam.page.get_by_role("button", name=re.compile("^Table menu")).click()
    await expect(sam.page.get_by_role("button", name=re.compile("^Leave the table"))).to_be_visible()
    await expect(sam.page.get_by_role("button", name=re.compile("^Give up"))).to_have_count(0)
    await sam.page.keyboard.press("Escape")

    async def fits(what: str) -> None:
        """Columns, dock and hand stand in a phone's window, in the largest letters, too."""
        if what in ("card", "head"):
            assert await lou.page.evaluate("document.documentElement.scrollHeight <= innerHeight"), what

    await asyncio.gather(
        alix.play_out(look=lambda _: inspect(alix)),
        *(guest.play_out(look=fits if guest is lou else None) for guest in guests),
    )
    assert {"card", "hide", "head", "continue"} <= set[str]().union(
        *(one.seen for one in five)
    )  # who does what is chance
    rankings = []
    for one, title in ((alix, "Classement"), (sam, "Ranking")):
        ranking = one.page.get_by_role("list", name=title).get_by_role("listitem")
        texts = await ranking.all_inner_texts()
        stars = [int(found[1]) for text in texts if (found := STARS.search(text))]
        rankings.append(stars)
        assert len(stars) == 5
        assert stars == sorted(stars, reverse=True)
        ranks = [1 + sum(other > mine for other in stars) for mine in stars]
        told = [int(found[1]) for text in texts if (found := RANK.search(text))]
        assert told == ranks
    assert rankings[0] == rankings[1]
    await inspect(alix)

    await alix.page.goto(f"{alix.page.url}/replay")
    await alix.page.get_by_role("slider").wait_for()
    await expect(alix.page.get_by_role("button", name=re.compile("^Aller à un tour"))).to_be_visible()
    await alix.page.get_by_role("button", name="À la fin").click()
    await inspect(alix)
    await alix.page.get_by_role("button", name="Vérifier les donnes").click()
    await alix.page.get_by_role("heading", name="Donnes vérifiées").wait_for()
    assert [one.complaints for one in five] == [[]] * 5


async def test_three_share_a_device(browser: Browser, house: str) -> None:
    """Hands are covered while the device goes from one to the next; with one tap a touch of the column is enough."""
    me = fennec(await visit(browser, house, "en", path="/settings"))
    await me.page.get_by_role("switch", name=re.compile("^Play with one tap")).check()
    await me.page.goto("/")
    await me.table_for(3, "device", name="Ann", seat2="Ben", seat3="Cleo")
    order: list[str] = []
    for _ in range(3):
        await me.button("ready").wait_for()
        await expect(me.hand).to_have_count(0)
        said = await me.page.get_by_text(me.words["pass"]).inner_text()  # type: ignore[arg-type]
        order.append(said.removeprefix("Pass the device to "))
        await me.button("ready").click()
        await expect(me.cards).to_have_count(4)
        if len(order) == 1:
            heads = me.page.get_by_role("button", name=re.compile(r"^Take column \d"))
            await heads.first.click(force=True)
            await expect(me.page.get_by_text("only its starting card").last).to_be_visible()
            await inspect(me)
        for again in range(2 if len(order) == 1 else 1):
            await me.playable.last.click(position={"x": 12, "y": 12})
            await me.does("here").last.click()
            if not again and len(order) == 1:  # what hangs can be taken back
                await me.page.get_by_role("button", name="Take it back").click()
                await expect(me.does("here")).to_have_count(0)
                await expect(me.cards).to_have_count(4)
    await me.button("ready").wait_for()
    names = ["Ann", "Ben", "Cleo"]
    first = names.index(order[0])
    assert order == names[first:] + names[:first], "the turn goes clockwise"
    assert me.complaints == []


async def test_fennecs_by_keyboard_alone(browser: Browser, house: str) -> None:
    me = fennec(await visit(browser, house, "fr", size=(1024, 768)))
    await me.table_for(2, "bot", name="Alix")
    keys = me.page.keyboard
    hidden = False
    hinted = False
    while (what := await me.due()) in ("card", "continue") and me.turns < 3:
        if what == "continue":  # a bot may have a 6 at once
            await me.do(what)
            continue
        me.turns += 1
        held = await me.cards.count()
        if not hinted:  # a hint says which column, and aims at it
            await keys.press("h")
            await expect(me.page.locator(".more")).to_contain_text(re.compile(r"colonne \d\s*:"))
            column = re.search(r"colonne (\d)", await me.page.locator(".more").inner_text())
            assert column
            aimed = me.page.get_by_role("button", pressed=True, name=re.compile(rf"colonne {column[1]}"))
            await expect(aimed).to_have_count(1)
            if await me.hand.get_by_role("button", pressed=True).count():  # of a card, it goes with what is not done
                advice = await me.page.locator(".more").inner_text()
                await keys.press("ArrowDown")
                await expect(me.page.locator(".more")).to_contain_text("montrerait")
                await expect(me.page.locator(".more")).not_to_have_text(advice)
            hinted = True
            await me.page.reload()
            await me.due()
        await keys.press("0")
        await expect(me.hand.locator(":focus")).to_have_count(1)
        await keys.press("End")
        await keys.press("Home")
        if not hidden:
            await keys.press("Enter")  # face down
            await expect(me.page.get_by_text("une de vos étoiles dessus").first).to_be_visible()
            hidden = True
        await keys.press("ArrowDown")
        await expect(me.page.get_by_text("montrerait").first).to_be_visible()
        assert await misfits(me.page) == []
        await keys.press("Shift+Tab")
        await keys.press("Enter")
        await expect(me.cards).to_have_count(held - 1)
    while what == "continue":
        await me.do(what)
        what = await me.due()
    said = me.page.get_by_role("log", name="Ce qui se passe")
    for key, text in {
        "2": r"Colonne 1\W*: .*visible",
        "3": r"Manche \d.*réserve\W*: \d+ étoiles",
        "4": r"Vous\W*: \d+ étoiles?.*Robot\s1\W*: \d+ étoiles?",
    }.items():
        await keys.press(key)
        await expect(said).to_contain_text(re.compile(text))
    assert me.complaints == []
