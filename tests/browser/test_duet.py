"""Whole games of Duo, through the page."""

from __future__ import annotations

import re

from playwright.async_api import Browser, expect

from tests.browser.partner import DECISIONS, Partner, partner, play_well
from tests.browser.player import visit
from tests.browser.test_access import inspect

LEVELS = ("footpath", "undergrowth", "deep forest")


async def test_two_people_play_duo_at_every_level(browser: Browser, own_house: str) -> None:
    """By a link, then rematch by rematch, with the games of the pair by level at the end; and a game given up."""
    alix = partner(await visit(browser, own_house, "fr", size=(360, 560), fixed=True))
    await alix.new_table("friend", game="duet", name="Alix")
    await expect(alix.page.get_by_text(re.compile("Duo, niveau 1"))).to_be_visible()
    link = await alix.page.get_by_label("Lien", exact=True).input_value()
    sam = partner(await visit(browser, own_house, "en", size=(1280, 800), path=link, fixed=True))
    await sam.page.get_by_label("Your name").fill("Sam")
    await sam.button("sit").click()

    looked: set[str] = set()

    async def look(one: Partner, phase: str) -> None:
        if phase not in looked:
            looked.add(phase)
            await inspect(one)

    scores: list[str] = []
    for level in (1, 2, 3):
        if level > 1:
            await another(sam, alix, level)
        state = await play_well((alix, sam), level, look)
        count = state.view(0).count
        scores.append(str(count.score) if count else "–")
        for one, won, lost in (
            (alix, "Gagné, ensemble", "La forêt garde ses gemmes"),
            (sam, "Won, together", "The forest keeps its gems"),
        ):
            await expect(one.over).to_have_text(won if count else lost)
            if count:
                total = one.page.get_by_role("table").get_by_role("row").last
                await expect(total).to_have_text(re.compile(rf"\D{count.score}\s*$"))
    assert alix.seen | sam.seen == {"deal"} | DECISIONS
    assert [score for score in scores if score != "–"], "such bots win 97 games of 100"

    await inspect(alix)
    await alix.page.get_by_role("button", name="Vos parties ensemble").click()
    log = alix.page.get_by_role("dialog").get_by_role("table", name="Vos parties de Duo").get_by_role("row")
    await expect(log).to_have_text(
        [re.compile("Niveau")]
        + [re.compile(rf"^\s*{level}\s*1\s*{int(score != '–')}\s*{score}\s*$") for level, score in enumerate(scores, 1)]
    )
    await inspect(alix)
    table = alix.page.url
    await alix.page.goto(f"{table}/replay")
    await alix.page.get_by_role("slider").wait_for()
    await alix.page.get_by_role("button", name="À la fin").click()
    await inspect(alix)
    await alix.page.get_by_role("button", name="Vérifier les donnes").click()
    await alix.page.get_by_role("heading", name="Donnes vérifiées").wait_for()

    # once more: the talk is open until the deal, then there are signals
    await alix.page.goto(table)
    await another(sam, alix, 1)
    await sam.page.get_by_role("textbox", name="Write a message").fill("Roses first?")
    await sam.page.keyboard.press("Enter")
    await alix.page.get_by_role("button", name="Sam Roses first?").wait_for()
    for one in (alix, sam):
        await one.do("deal")
    await expect(sam.page.get_by_role("textbox", name="Write a message")).to_have_count(0)
    await sam.page.get_by_role("button", name="Well played").click()
    await alix.page.get_by_role("button", name="Sam Bien joué").wait_for()
    await sam.page.get_by_role("button", name="Thank you").click()
    await expect(sam.page.get_by_role("alert")).to_have_text("One sign a trick: wait for the next one.")
    await inspect(sam)

    # they give up when both want to; who declines says so
    await alix.page.get_by_role("button", name=re.compile("^Menu de la table")).click()
    await alix.page.get_by_role("button", name=re.compile("^Arrêter ensemble")).click()
    await alix.page.get_by_role("button", name="Le proposer").click()
    await expect(alix.page.get_by_text("On attend la réponse")).to_be_visible()
    assert await alix.over.count() == 0
    await inspect(alix)
    await sam.page.get_by_role("button", name="Keep playing").click()
    await expect(alix.page.get_by_text("Sam préfère continuer à jouer.")).to_be_visible()
    await sam.page.get_by_role("button", name=re.compile("^Table menu")).click()
    await sam.page.get_by_role("button", name=re.compile("^Give up together")).click()
    await sam.page.get_by_role("button", name="Propose it").click()
    await alix.page.get_by_role("button", name="Arrêter", exact=True).click()
    for one in (alix, sam):
        await one.over.wait_for()
    await expect(alix.page.get_by_text("Vous avez choisi, ensemble, d’en rester là.")).to_be_visible()
    assert alix.complaints == []
    assert [complaint for complaint in sam.complaints if "429" not in complaint] == []  # the second sign


async def another(one: Partner, other: Partner, level: int) -> None:
    """The next game, at a level that one of them wishes for and the other sees before accepting it."""
    await one.page.get_by_role("radio", name=f"{level} {LEVELS[level - 1]}").check()
    await one.page.get_by_role("button", name="Rematch").click()
    await expect(other.page.get_by_text(re.compile(rf"^Sam propose une revanche\..*niveau {level}\."))).to_be_visible()
    if level == 2:
        await inspect(other)
    await other.button("accept").click()
    for player in (one, other):
        await player.does("deal").wait_for()


async def test_duo_with_a_bot_by_keyboard_alone(browser: Browser, house: str) -> None:
    me = partner(await visit(browser, house, "fr", size=(1024, 768)))
    await me.new_table("bot", game="duet", name="Alix")
    keys = me.page.keyboard
    played = 0
    # until nothing else can happen that would be said over what is read: in a Gift the bot may yet choose
    while (what := await me.due()) != "over" and (played < 6 or what != "play"):
        if what in ("play", "exchange", "give"):
            await keys.press("0")
            await expect(me.hand.locator(":focus")).to_have_count(1)
            await keys.press("Home")
            while await me.hand.locator(":focus[aria-disabled=true]").count():
                await keys.press("ArrowRight")
            card = await me.hand.locator(":focus").get_attribute("data-card")
            assert card is not None
            await keys.press("Enter")
            await expect(me.card(card).and_(me.playable)).to_have_count(0)
            played += what == "play"
            continue
        button = me.does(what).last
        for _ in range(40):
            if await button.evaluate("button => button === document.activeElement"):
                break
            await keys.press("Tab")
        await keys.press("Enter")
        await expect(me.does(what)).to_have_count(0)
    await keys.press("4")
    said = me.page.get_by_role("log", name="Ce qui se passe")
    await expect(said).to_contain_text(re.compile(r"gemmes? à ramasser.*Le chemin, du bout\W*Vous"))
    assert me.complaints == []
