"""Whole games of Fennecs, through the page."""

from __future__ import annotations

import asyncio
import re

from playwright.async_api import Browser, expect

from tests.browser.fennec import Fennec, fennec
from tests.browser.player import visit
from tests.browser.test_access import inspect

STARS = re.compile(r"(\d+) (?:étoiles?|stars?)")
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
        guests.append(guest)
    five = [alix, *guests]
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

    await asyncio.gather(alix.play_out(look=lambda _: inspect(alix)), *(guest.play_out() for guest in guests))
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
    """Hands are covered while the device goes from one to the next; what cannot be done says why."""
    me = fennec(await visit(browser, house, "en"))
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
        await me.do("card")
    names = ["Ann", "Ben", "Cleo"]
    first = names.index(order[0])
    assert order == names[first:] + names[:first], "the turn goes clockwise"
    assert me.complaints == []


async def test_fennecs_by_keyboard_alone(browser: Browser, house: str) -> None:
    me = fennec(await visit(browser, house, "fr", size=(1024, 768)))
    await me.table_for(2, "bot", name="Alix")
    keys = me.page.keyboard
    hidden = False
    while (what := await me.due()) in ("card", "continue") and me.turns < 3:
        if what == "continue":  # a bot may have a 6 at once
            await me.do(what)
            continue
        me.turns += 1
        held = await me.cards.count()
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
        "4": r"Vous\W*: \d+ étoiles?.*Robot 1\W*: \d+ étoiles?",
    }.items():
        await keys.press(key)
        await expect(said).to_contain_text(re.compile(text))
    assert me.complaints == []
