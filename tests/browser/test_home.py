"""The house around the tables: the deal of the day, the size of letters, hasty fingers, plain HTTP."""

from __future__ import annotations

import re

from playwright.async_api import Browser, expect

from tests.browser.player import Player, no_sideways, visit
from tests.browser.test_access import inspect


async def press(player: Player, *names: str) -> None:
    for name in names:
        await player.page.get_by_role("button", name=name, exact=True).click()


async def give_up(player: Player) -> None:
    await player.page.get_by_role("button", name=re.compile("^Menu de la table")).click()
    await player.page.get_by_role("button", name=re.compile("^Abandonner")).click()
    await press(player, "Abandonner…", "Oui, j’abandonne")
    await player.over.wait_for()


async def test_the_deal_of_the_day(browser: Browser, own_house: str) -> None:
    """Not played, under way, done and compared; a double click, another tab and the way back find the same try."""
    alix = await visit(browser, own_house, "fr", size=(360, 560))
    page = alix.page
    await page.get_by_text("Le premier essai compte.").wait_for()
    await page.get_by_text("Personne n’a encore fini.").first.wait_for()
    await inspect(alix)
    forest = page.get_by_role("group", name="Le Renard des Bois", exact=True)
    await forest.get_by_role("button", name="Jouer la donne du jour").dblclick()
    await alix.todo()
    table = page.url
    await page.get_by_role("button", name=re.compile("^Menu de la table")).click()
    await page.get_by_text("cet essai compte").wait_for()
    await expect(page.get_by_role("button", name=re.compile("Reprendre"))).to_have_count(0)
    await page.keyboard.press("Escape")
    await alix.decide()

    await page.go_back()
    await expect(page.get_by_role("link", name=re.compile("^Donne du jour"))).to_have_count(1)
    other = await page.context.new_page()
    await other.goto("/")
    await other.get_by_role("button", name="Continuer la partie").click()
    await expect(other).to_have_url(table)
    await other.close()
    await press(alix, "Continuer la partie")
    await expect(page).to_have_url(table)

    await give_up(alix)
    await page.get_by_text("La maison", exact=True).wait_for()  # it has played the same deals by now
    await page.get_by_text("Personne d’autre n’a encore fini.").wait_for()
    await inspect(alix)
    await press(alix, "Rejouer pour le plaisir")
    await expect(page).not_to_have_url(table)
    await alix.todo()
    await page.get_by_role("button", name=re.compile("^Menu de la table")).click()
    await page.get_by_text("pour le plaisir").wait_for()

    sam = await visit(browser, own_house, "en", size=(1440, 900), theme="day")
    await sam.page.get_by_text("1 person has finished already.").wait_for()
    await inspect(sam)
    forest = sam.page.get_by_role("group", name="The Fox in the Forest", exact=True)
    await forest.get_by_role("button", name="Play the deal of the day").click()
    await sam.todo()
    await sam.page.get_by_role("button", name=re.compile("^Table menu")).click()
    for name in ("Give up", "Give up…", "Yes, I give up"):
        await sam.page.get_by_role("button", name=re.compile(f"^{name}")).click()
    await sam.page.get_by_text("Your rank: 1 of 2").wait_for()
    await inspect(sam)

    await page.goto("/")
    await page.get_by_text("Votre rang : 1 sur 2").wait_for()
    bars = page.get_by_role("list", name="Les premiers essais de la maison").get_by_role("listitem")
    assert [(await text).split()[0] for text in [bar.inner_text() for bar in await bars.all()]] == list("20000")
    await inspect(alix)
    assert alix.complaints == sam.complaints == []


async def test_letters_of_every_size(browser: Browser, house: str) -> None:
    """The page comes with them from its first byte; half as large again, nothing hangs over the edge of a phone."""
    alix = await visit(browser, house, "fr", size=(360, 560))
    page = alix.page
    await page.goto("/settings")
    size = "parseFloat(getComputedStyle(document.documentElement).fontSize)"
    for name, per_cent, pixels in (("Grande", 115, 19.55), ("Plus grande", 130, 22.1), ("Très grande", 150, 25.5)):
        await page.get_by_role("radio", name=name, exact=True).check()
        await expect(page.locator("html")).to_have_attribute("data-text", str(per_cent))
        assert abs(await page.evaluate(size) - pixels) < 0.05
        await inspect(alix)
    await page.get_by_role("switch", name=re.compile("^Heures de sommeil")).check()
    await page.get_by_label("Fuseau horaire").wait_for()
    await inspect(alix)
    assert 'data-text="150"' in await (await page.request.get("/")).text()
    for path in ("/", "/new?with=bot", "/new?with=friend", "/new?with=device", "/resume", "/legal"):
        await page.goto(path)
        await page.get_by_role("heading", level=1).wait_for()
        await inspect(alix)
    await page.goto("/")
    await alix.new_table("friend", 7, name="Bartholomé-Emmanuel")
    await page.get_by_label("Lien", exact=True).wait_for()
    await inspect(alix)
    await page.goto("/")
    await alix.new_table("bot", 7, name="Alix")
    await alix.todo()
    await alix.playable.first.click(position={"x": 12, "y": 12})
    await no_sideways(page)
    assert alix.complaints == []


async def test_hasty_fingers(browser: Browser, house: str) -> None:
    """A double click makes one table and takes one seat; the way back leaves nothing, and nobody."""
    alix = await visit(browser, house, "fr")
    await alix.shelf("forest").get_by_role("link", name="Inviter par un lien").click()
    await alix.page.get_by_label("Votre nom").fill("Alix")
    await alix.page.get_by_role("button", name="Créer le lien").dblclick()
    await alix.page.get_by_label("Lien", exact=True).wait_for()
    table = alix.page.url
    await alix.page.go_back()
    await expect(alix.page.get_by_role("link", name=re.compile("En attente"))).to_have_count(1)

    bo = await visit(browser, house, "fr", path=table)
    await bo.page.get_by_label("Votre nom").fill("Bo")
    await bo.page.get_by_role("button", name="M’asseoir").dblclick()
    await bo.cards.first.wait_for()
    await alix.page.go_forward()
    await expect(alix.page).to_have_url(table)
    await alix.cards.first.wait_for()
    await alix.page.go_back()
    mine = alix.page.get_by_role("link", name=re.compile("^Bo .*(À vous|À l’autre)"))
    await expect(mine).to_have_count(1)
    await bo.page.reload()
    await bo.cards.first.wait_for()
    await expect(bo.page.get_by_text("a quitté")).to_have_count(0)
    await mine.click()
    await alix.cards.first.wait_for()
    assert alix.complaints == bo.complaints == []


async def test_plain_http_at_home(browser: Browser, house: str) -> None:
    """At an address on the LAN there is no secure context: no clipboard, no sharing, no service worker, and all of it
    works."""
    lan = house.replace("127.0.0.1", "renardiere.lan")
    alix = await visit(browser, lan, "fr", worker=True)
    page = alix.page
    await page.get_by_role("heading", level=1).wait_for()
    known = "[isSecureContext, ...['clipboard', 'share', 'serviceWorker'].map((what) => what in navigator)]"
    assert await page.evaluate(known) == [False] * 4
    await alix.new_table("bot", 7, name="Alix")
    for _ in range(3):
        if await alix.todo() == "decide":
            await alix.decide()
    await page.goto("/")
    await alix.new_table("friend", 7)
    link = await page.get_by_label("Lien", exact=True).input_value()
    assert link == page.url
    assert link.startswith(lan)
    await press(alix, "Copier le lien", "Copié")
    await press(alix, "Code QR")
    await page.get_by_role("dialog").get_by_role("img").wait_for()
    await page.keyboard.press("Escape")
    await page.goto("/settings")
    await page.get_by_label("Votre nom").fill("")
    await page.keyboard.press("Control+V")
    await expect(page.get_by_label("Votre nom")).to_have_value(link[:24])
    assert alix.complaints == []
