"""Looking back: a whole game by touch and by keyboard, the check of the shuffle, a record of one's own, the tally."""

from __future__ import annotations

import re
from pathlib import Path

from playwright.async_api import Browser, Page, expect

from tests.browser.player import Player, visit
from tests.browser.test_access import inspect
from tests.games.shuffles import records


async def steps(page: Page) -> int:
    return int(await page.get_by_role("slider").get_attribute("max") or 0)


async def swipe(page: Page, by: int) -> None:
    """A finger over the trick."""
    box = await page.get_by_role("group", name=re.compile("^(Le pli|The trick)$")).bounding_box()
    assert box
    x, y = box["x"] + box["width"] / 2, box["y"] + box["height"] / 2
    await page.mouse.move(x, y)
    await page.mouse.down()
    await page.mouse.move(x + by, y + 3, steps=3)
    await page.mouse.up()


async def test_a_game_is_looked_at_again(browser: Browser, house: str, tmp_path: Path) -> None:
    alix = await visit(browser, house, "fr", size=(360, 560))
    await alix.new_table("bot", 1, name="Alix")
    # before the end there is nothing to look back at; it comes by itself
    await alix.todo()
    table = alix.page.url
    eve = await visit(browser, house, "en", size=(1280, 800), path=f"{table}/replay")
    await expect(eve.page.get_by_text("This one goes on")).to_be_visible()
    assert await eve.page.locator("[data-open]").count() == 0

    # a count that is being read is still there after a reload
    while await alix.todo() != "continue":
        await alix.decide()
    count = alix.page.get_by_role("table")
    told = await count.inner_text()
    await alix.page.reload()
    await expect(alix.button("continue")).to_be_visible()
    assert await count.inner_text() == told
    await inspect(alix)
    await alix.play_to_the_end()
    await inspect(alix)
    await expect(eve.page.get_by_role("slider")).to_be_visible()

    # by touch: from the deal to the last card, thirteen tricks; both hands lie open
    await alix.page.get_by_role("link", name="Revoir la partie").click()
    slider, hands = alix.page.get_by_role("slider"), alix.page.get_by_role("list", name=re.compile("^Main"))
    await expect(slider).to_have_value("0")
    for hand in (hands.first, hands.last):
        await expect(hand.get_by_role("listitem")).to_have_count(13)
    await inspect(alix)
    last = await steps(alix.page)
    said = [await alix.page.get_by_role("status").first.inner_text()]
    for at in range(1, last + 1):
        await alix.page.get_by_role("button", name="Un coup en avant").tap()
        await expect(slider).to_have_value(str(at))
        said.append(await alix.page.get_by_role("status").first.inner_text())
    assert sum("Pli" in text and "pour" in text for text in said) % 13 == 0
    await expect(
        alix.page.get_by_role("list", name="Main : Alix".replace(" :", "\u00a0:")).get_by_role("listitem")
    ).to_have_count(0)
    await inspect(alix)

    # a jump is exact: the position is what the steps led to
    async def position(page: Page) -> list[str]:
        await expect(page.locator("[aria-busy=true]")).to_have_count(0)
        return await page.locator("[data-open]").evaluate_all("all => all.map(card => card.dataset.open)")

    await swipe(alix.page, 120)
    await expect(slider).to_have_value(str(last - 1))
    await swipe(alix.page, -120)
    await expect(slider).to_have_value(str(last))
    await alix.page.get_by_role("button", name=re.compile("^Aller à un pli")).click()
    await inspect(alix)
    await alix.page.get_by_role("button", name="Pli 5", exact=True).first.click()
    await expect(alix.page.get_by_role("button", name=re.compile("Manche 1, pli 5$"))).to_be_visible()
    jumped, at = await position(alix.page), int(await slider.input_value())
    await alix.page.get_by_role("button", name="Au début").click()
    for _ in range(at):
        await alix.page.keyboard.press("ArrowRight")
    await expect(slider).to_have_value(str(at))
    assert await position(alix.page) == jumped

    # by keyboard: the same place by tricks, and the address leads there again
    keys = alix.page.keyboard
    await keys.press("Home")
    for _ in range(5):
        await keys.press("PageDown")
    await expect(slider).to_have_value(str(at))
    await alix.page.wait_for_url(f"{table}/replay?at={at + 1}")
    await alix.page.reload()
    await expect(slider).to_have_value(str(at))
    assert await position(alix.page) == jumped
    await keys.press("End")
    await keys.press("ArrowLeft")
    await keys.press(" ")
    await expect(slider).to_have_value(str(last))
    await expect(alix.page.get_by_role("button", name="Dérouler")).to_be_visible()

    # the shuffle, checked here; the same record with one card changed
    verify, dialog = alix.page.get_by_role("button", name="Vérifier les donnes"), alix.page.get_by_role("dialog")
    await verify.click()
    await expect(alix.page.get_by_role("heading", name="Donnes vérifiées")).to_be_visible()
    await expect(alix.page.get_by_text("La vôtre en est.")).to_be_visible()
    await expect(alix.page.get_by_text("Le sceau est celui que cet appareil avait vu")).to_be_visible()
    await inspect(alix)
    async with alix.page.expect_download() as downloading:
        await alix.page.get_by_role("link", name="Télécharger").click()
    record = tmp_path / "game.fox"
    await (await downloading.value).save_as(record)
    await alix.page.keyboard.press("Escape")
    # a house that tells of another seal than it showed is found out; whoever saw none is told so
    seals = "(by) => localStorage.setItem('renardiere.seals', localStorage.getItem('renardiere.seals').replace(...by))"
    for part, told in (("commit", "Le sceau n’est pas celui"), ("shares", "Les parts du mélange ne sont pas celles")):
        seen = await alix.page.evaluate("Object.values(JSON.parse(localStorage.getItem('renardiere.seals')))[0]")
        [was] = [seen["commit"]] if part == "commit" else [share for share in seen["shares"] if share]
        await alix.page.evaluate(seals, [was, "0" * 64])
        await verify.click()
        await expect(dialog.get_by_role("heading", name="Les donnes ne tiennent pas")).to_be_visible()
        await expect(dialog.get_by_text(told)).to_be_visible()
        await alix.page.keyboard.press("Escape")
        await alix.page.evaluate(seals, ["0" * 64, was])
    # beside the longest story the way through stays in sight
    await eve.page.get_by_role("button", name="To the end").click()
    await expect(eve.page.get_by_role("slider")).to_have_value(str(last))
    assert await eve.page.evaluate("document.documentElement.scrollHeight <= innerHeight")
    await eve.page.get_by_role("button", name="Check the deals").click()
    await expect(eve.page.get_by_role("heading", name="Deals verified")).to_be_visible()
    await expect(eve.page.get_by_text("This device did not see the seal before the end")).to_be_visible()
    await inspect(eve)

    # steps are no places to come back to: one step back is the table, one forth the step where one was
    await alix.page.wait_for_url(f"{table}/replay?at={last + 1}")
    await alix.page.go_back()
    await expect(alix.over).to_be_visible()
    assert alix.page.url == table
    await alix.page.go_forward()
    await expect(slider).to_have_value(str(last))
    assert alix.complaints == []
    await own_records(eve, record)


async def own_records(me: Player, record: Path) -> None:
    await me.page.goto("/replay")
    await inspect(me)
    show = me.page.get_by_role("button", name="Look at it")
    await me.page.get_by_label("The record", exact=True).fill('[Game "forest"]\n\n  B7\n')
    await show.click()
    await expect(me.page.get_by_text("line 3, column 3: a deal is due here")).to_be_visible()
    await inspect(me)
    await me.page.get_by_label("Choose a file").set_input_files(record)
    await expect(me.page.get_by_role("slider")).to_be_visible()
    await me.page.get_by_role("button", name="Check the deals").click()
    await expect(me.page.get_by_role("heading", name="Deals verified")).to_be_visible()
    await me.page.get_by_role("button", name="Another record").click()
    await me.page.get_by_label("The record", exact=True).fill(records()["the pile in another order"])
    await show.click()
    await me.page.get_by_role("button", name="Check the deals").click()
    await expect(me.page.get_by_role("heading", name="The deals do not hold")).to_be_visible()
    await expect(me.page.get_by_text("these cards were changed")).to_be_visible()
    await inspect(me)
    refused = ("409", "422")  # the browser says so of each answer that is no success
    assert [text for text in me.complaints if not any(status in text for status in refused)] == []


CARDS_OF = "laid => laid.map(({ ariaLabel }) => ariaLabel.split(',')[0]).sort()"
"""Whose card it was is said from where one sits."""
RESTS = "sessionStorage.rests && localStorage.setItem('renardiere.rest', sessionStorage.rests)"


async def test_what_ended_while_nobody_looked(browser: Browser, house: str) -> None:
    """Whoever was not there sees the trick that they lost when they come back, once, though the winner leads again; and
    reads the round's count, until they have read it."""
    alix = await visit(browser, house, "fr")
    await alix.new_table("friend", None, name="Alix")
    link = await alix.page.get_by_label("Lien", exact=True).input_value()
    bo = await visit(browser, house, "fr", path=link)
    await bo.page.get_by_label("Votre nom").fill("Bo")
    await bo.button("sit").click()
    for player in (alix, bo):
        await expect(player.cards).to_have_count(13)

    async def turn(seen_by: Player = alix) -> Player:
        while True:
            await seen_by.playable.or_(seen_by.page.get_by_text(re.compile("…$"))).first.wait_for()
            for player in (alix, bo):
                if await player.playable.count():
                    return player

    async def lost_unseen(away: Player, other: Player) -> bool:
        """Away, having led; the other follows. True once they win, lead again, and it was seen on coming back."""
        await away.page.goto("/")
        await other.decide()
        awaited = other.page.get_by_text(re.compile("…$|n’est plus là"))  # whoever is away is on turn, and soon missed
        await other.playable.or_(awaited).first.wait_for()
        won = await other.playable.count() > 0 and not await other.page.locator(".decree.choosing").count()
        laid = other.page.locator(".laid")
        won = won and await laid.count() == 2 and await other.page.get_by_text("Pli pour vous").count() == 1
        if won:
            shown = await laid.evaluate_all(CARDS_OF)
            await other.decide()
        await away.page.evaluate("sessionStorage.rests = 10000")
        await away.page.goto(link)
        if won:
            assert len(shown) == 2
            seen = away.page.locator(".laid")
            await expect(seen).to_have_count(2)
            assert await seen.evaluate_all(CARDS_OF) == shown
            await expect(away.page.locator(".result")).to_have_text(f"Pli pour {'Alix' if other is alix else 'Bo'}")
            await away.page.get_by_role("group", name="Le pli", exact=True).click()
            await expect(seen).to_have_count(1)
            await away.page.reload()
            await expect(seen).to_have_count(1)
        await away.page.evaluate("sessionStorage.clear()")
        await away.page.reload()  # from now on nothing rests so long
        return won

    for player in (alix, bo):
        await player.page.context.add_init_script(RESTS)
    seen = False
    last = await turn()
    while await alix.cards.count() + await bo.cards.count() > 1:
        led = not await last.page.locator(".laid").count() or await last.page.get_by_text("Pli pour").count()
        await last.decide()
        before, last = last, await turn()
        if led and not seen and last is not before:
            seen = await lost_unseen(before, last)
            last = await turn()
    assert seen
    away = bo if last is alix else alix
    await away.page.goto("/")
    await away.page.get_by_role("link", name=re.compile(f"^{'Alix' if away is bo else 'Bo'}")).wait_for()
    await last.decide()
    await last.button("continue").wait_for()
    count = await last.page.get_by_role("dialog").get_by_role("row", name=re.compile("^Plis")).inner_text()

    await away.page.goto(link)
    await away.button("continue").wait_for()
    row = away.page.get_by_role("dialog").get_by_role("row", name=re.compile("^Plis"))
    # the same tricks, seen from the same side
    assert await row.inner_text() == count
    await away.button("continue").click()
    await expect(away.cards).to_have_count(13)
    await away.page.reload()
    await expect(away.cards).to_have_count(13)
    await expect(away.button("continue")).to_have_count(0)
    assert alix.complaints == bo.complaints == []


async def test_a_tally_for_all(browser: Browser, house: str) -> None:
    """Two games of a chain, watched: each knows how it stands, those who played find all their games."""
    alix = await visit(browser, house, "fr")
    await alix.new_table("friend", None, name="Alix")
    link = await alix.page.get_by_label("Lien", exact=True).input_value()
    bo = await visit(browser, house, "en", size=(1280, 800), path=link)
    await bo.page.get_by_label("Your name").fill("Bo")
    await bo.button("sit").click()
    eve = await visit(browser, house, "fr", size=(768, 1024), path=link)

    async def give_up(player: Player, *names: str) -> None:
        for name in names:
            await player.page.get_by_role("button", name=re.compile(f"^{name}")).click()

    await bo.cards.first.wait_for()
    await give_up(bo, "Table menu", "Give up", "Give up…", "Yes, I give up")
    await expect(eve.page.get_by_text("Bo a abandonné.")).to_be_visible()
    # whoever looks back is not led away by the rematch
    await eve.page.get_by_role("link", name="Revoir la partie").click()
    await expect(eve.page.get_by_role("slider")).to_be_visible()
    # at home there is one line for all of it: the rematch that waits, then the game, and nothing of the one before
    home = await alix.page.context.new_page()
    mine = home.get_by_role("region", name="Vos parties").get_by_role("link")
    await home.goto("/")
    await home.get_by_role("link", name="Parties finies").wait_for()
    await expect(mine).to_have_count(0)
    await bo.page.get_by_role("button", name="Rematch").click()
    await alix.button("accept").wait_for()
    await home.reload()
    await expect(mine).to_have_count(1)
    await expect(mine).to_contain_text("On vous propose une revanche")
    await alix.button("accept").click()
    await alix.cards.first.wait_for()
    await home.reload()
    await expect(mine).to_have_count(1)
    await expect(mine).to_contain_text("Bo")
    await home.close()
    assert eve.page.url.startswith(f"{link}/replay")
    await give_up(bo, "Table menu", "Give up", "Give up…", "Yes, I give up")
    await expect(alix.page.get_by_text("Alix 2 – Bo 0")).to_be_visible()
    await eve.page.goto(alix.page.url)
    await expect(eve.page.get_by_text("Alix 2 – Bo 0")).to_be_visible()
    await expect(eve.page.get_by_role("button", name="Vos parties ensemble")).to_have_count(0)
    await alix.page.get_by_role("button", name="Vos parties ensemble").click()
    games = alix.page.get_by_role("dialog").get_by_role("link")
    await expect(games).to_have_count(2)
    await inspect(alix)
    await games.last.click()
    await expect(alix.page.get_by_role("slider")).to_be_visible()
    assert alix.page.url.startswith(f"{link}/replay")
    await alix.page.goto("/")
    await alix.page.get_by_role("link", name="Parties finies").click()
    await expect(alix.page.get_by_role("link", name=re.compile("^Bo"))).to_have_count(2)
    await inspect(alix)
    assert alix.complaints == bo.complaints == eve.complaints == []
