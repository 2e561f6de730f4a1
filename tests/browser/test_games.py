"""Whole games, through the page."""

from __future__ import annotations

import asyncio
import re

from playwright.async_api import Browser, expect

from tests.browser.player import Player, no_sideways, visit


def at_peace(*players: Player) -> None:
    """Nothing was reported: no error, no broken policy."""
    for player in players:
        assert player.complaints == []


async def test_a_whole_game_against_a_bot_on_a_phone(browser: Browser, own_house: str) -> None:
    me = await visit(browser, own_house, "fr", fixed=True)
    await no_sideways(me.page)
    await me.new_table("bot", None, name="Alix")
    await me.play_to_the_end()
    # several rounds, and every kind of decision
    assert {"Jouer", "Échanger", "Glisser", "continue"} <= me.seen
    scores = await me.page.get_by_text(re.compile(r"^Vous \d+\s–\s\d+ Robot\s1$")).inner_text()
    mine, bots = map(int, re.findall(r"\d+", scores)[:2])
    assert max(mine, bots) >= 21
    title = await me.over.inner_text()
    if mine > bots:
        assert title == "Vous gagnez la partie"
    elif bots > mine:
        assert title == "Robot\N{NO-BREAK SPACE}1 gagne la partie"
    await expect(me.page.get_by_text("Votre appareil a aidé à mêler les cartes.")).to_be_visible()

    async with me.page.expect_download() as download:
        await me.page.get_by_role("link", name="Télécharger la feuille de partie").click()
    record = (await (await download.value).path()).read_text()
    assert '[Game "forest"]' in record

    table = me.page.url
    await me.button("again").click()
    await expect(me.cards).to_have_count(13)
    assert me.page.url != table
    at_peace(me)


async def test_two_people_by_a_link(browser: Browser, house: str) -> None:
    alix = await visit(browser, house, "fr", size=(360, 560))
    await alix.new_table("friend", 7, name="Alix")
    link = await alix.page.get_by_label("Lien", exact=True).input_value()

    sam = await visit(browser, house, "en", size=(1280, 800), path=link)
    await expect(sam.page.get_by_text("Alix invites you")).to_be_visible()
    # a look takes no seat: it is still free for both
    await sam.page.reload()
    await expect(sam.page.get_by_text("Free seat")).to_be_visible()
    await expect(alix.page.get_by_text("Place libre")).to_be_visible()
    await sam.page.get_by_label("Your name").fill("Sam")
    await sam.button("sit").dblclick()

    await expect(alix.cards).to_have_count(13)
    await expect(sam.cards).to_have_count(13)
    await asyncio.gather(alix.play_to_the_end(), sam.play_to_the_end())

    fr = re.findall(r"\d+", await alix.page.get_by_text(re.compile(r"^Vous \d+\s–\s\d+ Sam$")).inner_text())
    en = re.findall(r"\d+", await sam.page.get_by_text(re.compile(r"^You \d+\s–\s\d+ Alix$")).inner_text())
    assert fr == en[::-1]
    # coming home, the game is not among those that go on
    await alix.page.goto("/")
    await expect(alix.page.get_by_role("heading", name="Le Renard des Bois", exact=True, level=2)).to_be_visible()
    await expect(alix.page.get_by_text(re.compile(r"\bSam\b"))).to_have_count(0)  # it may be samedi
    at_peace(alix, sam)


async def test_two_on_one_device_never_see_two_hands(browser: Browser, house: str) -> None:
    us = await visit(browser, house, "fr", size=(768, 1024))
    await us.new_table("device", 1, name="Alix", second="Noé")
    hands: dict[str, set[str]] = {}
    while (what := await us.todo()) != "over":
        # at most one hand is in the page, and at the curtain none
        lists = await us.page.get_by_role("list", name="Votre main").count()
        cards = set(await us.page.locator("[data-card]").evaluate_all("all => all.map(card => card.dataset.card)"))
        if what == "ready":
            name = (await us.page.get_by_text(us.words["pass"]).inner_text()).removeprefix("Passez l’appareil à ")  # type: ignore[arg-type]
            assert lists == 0
            assert cards == set()
            page = await us.page.content()
            for hand in hands.values():
                assert not any(f'data-card="{card}"' in page for card in hand)
            await us.button("ready").click()
            await expect(us.cards.first).to_be_visible()
            seen = set(await us.page.locator("[data-card]").evaluate_all("all => all.map(card => card.dataset.card)"))
            others = [hand for whose, hand in hands.items() if whose != name]
            assert all(len(seen & hand) <= 1 for hand in others)  # a decree card may have gone from hand to hand
            hands[name] = seen
        elif what == "continue":
            await us.button("continue").click()
        else:
            assert lists == 1
            await us.decide()
    assert set(hands) == {"Alix", "Noé"}
    at_peace(us)


async def test_a_game_by_keyboard_alone(browser: Browser, house: str) -> None:
    me = await visit(browser, house, "fr", size=(1024, 768))
    await me.new_table("bot", 1)
    keys = me.page.keyboard
    while (what := await me.todo()) != "over":
        if what == "continue":
            await expect(me.button("continue")).to_be_focused()
            await keys.press("Enter")
            continue
        for _ in range(30):  # into the hand
            if await me.hand.locator(":focus").count():
                break
            await keys.press("Tab")
        await keys.press("End")
        await keys.press("Home")
        while await me.hand.locator(":focus[aria-disabled=true]").count():
            await keys.press("ArrowRight")
        name = await me.hand.locator(":focus").get_attribute("data-card")
        assert name is not None
        await keys.press("Enter")
        await expect(me.card(name)).to_have_count(0)
    at_peace(me)


async def test_a_card_that_cannot_be_played_says_why(browser: Browser, house: str) -> None:
    me = await visit(browser, house, "fr")
    await me.new_table("bot", 21)
    refused = me.hand.get_by_role("button", disabled=True)
    while True:  # somebody leads a suit that one holds, sooner or later
        assert await me.todo() == "decide"
        if await refused.count():
            break
        await me.decide()
    before = await me.cards.count()
    # twice: it is neither played nor hidden
    for _ in range(2):
        await refused.first.click(position={"x": 12, "y": 12}, force=True)
        await expect(me.cards).to_have_count(before)
    await refused.first.click(position={"x": 12, "y": 12}, force=True)
    await expect(me.page.get_by_text(re.compile("^(Suivez à |Le Monarque demande )"))).to_be_visible()
    await expect(me.page.get_by_role("button", name=re.compile("^Jouer le"))).to_have_count(0)
    # a playable one: the first touch says what it does, the second plays it
    name = await me.playable.first.get_attribute("data-card")
    assert name is not None
    await me.card(name).click(position={"x": 12, "y": 12})
    await expect(me.page.get_by_role("button", name=re.compile("^Jouer le"))).to_be_visible()
    await expect(me.card(name)).to_have_attribute("aria-pressed", "true")
    await me.card(name).click(position={"x": 12, "y": 12})
    await expect(me.card(name)).to_have_count(0)
    at_peace(me)
