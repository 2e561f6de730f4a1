"""People at a table: coming, going, giving up, playing once more, talking, and being the same person elsewhere."""

from __future__ import annotations

import asyncio
import re

from playwright.async_api import Browser, Page, Route, expect

from tests.browser.player import Player, visit


def at_peace(*players: Player) -> None:
    """Nothing was reported: no error, no broken policy."""
    for player in players:
        assert player.complaints == []


async def pick(page: Page, *names: str) -> None:
    """Press these buttons, one after the other."""
    for name in names:
        await page.get_by_role("button", name=re.compile(f"^{name}")).click()


async def sit_down(player: Player, name: str) -> None:
    await player.page.get_by_label(str(player.words["name"])).fill(name)
    await player.button("sit").dblclick()


async def the_link(host: Player) -> str:
    return await host.page.get_by_label(str(host.words["link"]), exact=True).input_value()


async def until_it_is_the_turn_of(absent: Player, *, other: Player) -> None:
    """``other`` plays for as long as it is on them."""
    while not await absent.playable.count():
        waits = other.page.get_by_text(re.compile("…$"))
        await other.playable.or_(waits).first.wait_for()
        if await other.playable.count():
            await other.decide()


async def test_one_goes_away_and_all_meet_again(browser: Browser, house: str) -> None:
    """Two players, a second tab and somebody who watches: an absence, a bot that stands in, giving up, a rematch."""
    alix = await visit(browser, house, "fr")
    await alix.new_table("friend", None, name="Alix")
    link = await the_link(alix)
    eve = await visit(browser, house, "fr", size=(768, 1024), path=link)
    await eve.button("watch").click()
    bo = await visit(browser, house, "en", size=(1280, 800), path=link)
    await sit_down(bo, "Bo")
    await expect(alix.cards).to_have_count(13)
    await expect(bo.cards).to_have_count(13)
    await expect(eve.page.get_by_text("Vous regardez cette table.")).to_be_visible()
    await expect(alix.page.get_by_text("1 personne regarde")).to_be_visible()

    # Bo goes away while the game waits for him: nothing happens by itself, Alix may let a bot play
    await until_it_is_the_turn_of(bo, other=alix)
    cards = await bo.cards.count()
    await bo.page.goto("/settings")
    await expect(alix.page.get_by_text("Bo n’est plus là depuis un moment.")).to_be_visible()
    await expect(eve.page.get_by_text("Bo n’est plus là depuis un moment.")).to_be_visible()
    await expect(eve.page.get_by_role("button", name="Laisser un robot jouer")).to_have_count(0)
    await pick(alix.page, "Laisser un robot jouer")
    await expect(alix.playable.first).to_be_visible()
    await expect(alix.page.locator("header").get_by_text("Robot 2")).to_be_visible()

    # he comes back, and has his seat at once
    await bo.page.goto(link)
    await expect(bo.cards.first).to_be_visible()
    assert 0 < await bo.cards.count() < cards
    await expect(alix.page.locator("header").get_by_text("Robot 2")).to_have_count(0)

    # he says that he leaves, and takes his seat again by himself
    await pick(bo.page, "Table menu", "Leave the table", "Leave the table")
    await expect(bo.page.get_by_role("link", name="Play against a bot")).to_be_visible()
    await expect(alix.page.locator("header").get_by_text("a quitté")).to_be_visible()
    await bo.page.get_by_role("link", name=re.compile("Alix")).click()
    await pick(bo.page, "Take my seat back")
    await expect(alix.page.locator("header").get_by_text("a quitté")).to_have_count(0)

    # giving up is asked twice; a double click answers once
    await pick(alix.page, "Menu de la table", "Abandonner")
    await alix.page.get_by_role("button", name="Abandonner…").dblclick()
    await expect(alix.page.get_by_role("dialog")).to_have_count(0)
    await expect(alix.over).to_have_count(0)
    await pick(alix.page, "Menu de la table", "Abandonner", "Abandonner…", "Oui, j’abandonne")
    await expect(alix.page.get_by_role("heading", name="Bo gagne la partie")).to_be_visible()
    await expect(alix.page.get_by_text("Vous avez abandonné.")).to_be_visible()
    await expect(bo.page.get_by_role("heading", name="You win the game")).to_be_visible()
    await expect(eve.page.get_by_text("Alix a abandonné.")).to_be_visible()

    # the rematch: proposed, accepted in one tab, and the other tab and whoever watches are there too
    second = await alix.page.context.new_page()
    await second.goto(link)
    await expect(second.get_by_role("button", name="Revanche")).to_be_visible()
    await bo.page.get_by_role("button", name="Rematch").dblclick()
    await expect(bo.page.get_by_text("Waiting for Alix to join the rematch.")).to_be_visible()
    await expect(alix.page.get_by_text("Bo propose une revanche.")).to_be_visible()
    await eve.page.get_by_role("link", name="Suivre la table").click()
    await pick(alix.page, "Accepter la revanche")
    await expect(alix.cards).to_have_count(13)
    await expect(bo.cards).to_have_count(13)
    await expect(second.get_by_role("list", name="Votre main").get_by_role("button")).to_have_count(13)
    await expect(eve.page.get_by_text("Vous regardez cette table.")).to_be_visible()
    assert alix.page.url == bo.page.url == second.url == eve.page.url != link

    # back leads to the game that is over, and no further on by itself
    await bo.page.go_back()
    await expect(bo.page.get_by_role("link", name="See the rematch")).to_be_visible()
    assert bo.page.url == link
    at_peace(alix, bo, eve)


async def test_open_tables_talk_by_phrases(browser: Browser, house: str) -> None:
    alix = await visit(browser, house, "fr", size=(1280, 800))
    await alix.page.get_by_role("link", name="Ouvrir une table").click()
    await alix.page.get_by_label("Votre nom").fill("Alix")
    await alix.page.get_by_role("radio", name="En direct").check()
    await pick(alix.page, "Ouvrir une table")
    await expect(alix.page.get_by_text("Cette table est ouverte à tout le monde.")).to_be_visible()
    sam = await visit(browser, house, "en", size=(360, 560))
    await sam.page.get_by_role("link", name=re.compile("Alix.*1 minute a move")).click()
    await sit_down(sam, "Sam")
    await expect(sam.cards).to_have_count(13)
    await expect(sam.page.get_by_role("timer")).to_be_visible()

    # what one says, the other reads in their own language; where the talk is not in sight, a whisper and a mark tell
    await pick(alix.page, "Bonne partie")
    await expect(sam.page.get_by_role("button", name="Alix Have a good game!")).to_be_visible()
    await pick(sam.page, "Table menu, 1 new message", "Chat")
    talk = sam.page.get_by_role("log", name=re.compile("Chat|Discussion"))
    await expect(talk).to_contain_text("Have a good game!")
    await expect(sam.page.get_by_role("textbox")).to_have_count(0)
    await pick(sam.page, "Thank you")
    await expect(alix.page.get_by_role("log", name=re.compile("Chat|Discussion"))).to_contain_text("Merci")

    # muted, nothing more is heard; reported, it says so
    await talk.get_by_role("button").click()
    await pick(sam.page, "Report")
    await expect(sam.page.get_by_role("button", name="Reported, thank you")).to_be_disabled()
    await pick(sam.page, "Mute")
    await expect(talk).to_contain_text("Hidden message: Alix")
    await pick(alix.page, "Un instant")
    await expect(alix.page.get_by_role("log", name=re.compile("Chat|Discussion"))).to_contain_text("Un instant")
    await pick(sam.page, "Sorry")
    await expect(talk).to_contain_text("Sorry!")
    await expect(talk).not_to_contain_text("moment")
    await sam.page.keyboard.press("Escape")
    await expect(sam.page.get_by_role("button", name="Table menu", exact=True)).to_be_visible()
    at_peace(alix, sam)


async def test_texts_are_only_text_and_a_seat_that_was_kept_is_freed(browser: Browser, house: str) -> None:
    alix = await visit(browser, house, "fr", size=(1280, 800))
    await alix.new_table("friend", None, name="Alix")
    bo = await visit(browser, house, "fr", size=(1280, 800), path=await the_link(alix))
    await sit_down(bo, "<i>Bo</i>")
    await expect(alix.cards).to_have_count(13)
    said = "<img src=x onerror=\"document.title='!'\"> https://evil.example &amp; <b>oui</b>"
    await bo.page.get_by_label("Écrire un message").fill(said)
    await bo.page.keyboard.press("Enter")
    for player in (alix, bo):
        log = player.page.get_by_role("log", name=re.compile("Chat|Discussion"))
        await expect(log.get_by_text(said)).to_be_visible()
        await expect(log.locator("img, a")).to_have_count(0)
    await expect(alix.page.locator("header").get_by_text("<i>Bo</i>")).to_be_visible()
    await expect(bo.page.get_by_label("Écrire un message")).to_have_value("")

    # Alix wants a rematch, does not wait for the other, and plays with a bot
    await pick(bo.page, "Menu de la table", "Abandonner", "Abandonner…", "Oui, j’abandonne")
    await pick(alix.page, "Revanche")
    await expect(bo.page.get_by_text("Alix propose une revanche.")).to_be_visible()
    await pick(alix.page, "Libérer")
    await alix.page.get_by_role("dialog").get_by_role("button", name="Libérer").click()
    await expect(alix.page.get_by_text("Place libre")).to_be_visible()
    await pick(alix.page, "Un robot", "Asseoir le robot")
    await expect(alix.cards).to_have_count(13)
    await expect(bo.page.get_by_role("link", name="Voir la revanche")).to_be_visible()
    at_peace(alix, bo)


async def test_the_host_seats_a_bot_although_the_house_was_out_of_reach(browser: Browser, house: str) -> None:
    alix = await visit(browser, house, "fr")
    # a house that is not ready yet takes its time, and the page says so
    ready = asyncio.Event()

    async def once_ready(route: Route) -> None:
        if route.request.method == "POST":
            await ready.wait()
        await route.continue_()

    await alix.page.route("**/api/tables", once_ready)
    await alix.new_table("friend", None, name="Alix")
    await expect(alix.page.get_by_text("La maison prépare la table.")).to_be_visible()
    ready.set()
    await pick(alix.page, "Code QR")
    code = alix.page.get_by_role("img", name="À scanner pour venir à cette table.")
    await expect(code.locator("path")).to_have_attribute("d", re.compile(r"^M4 4h7v1h-7z"))  # a finder's upper edge
    await alix.page.keyboard.press("Escape")
    # the house cannot be reached: the sheet says so, and the same button works once it can
    await alix.page.route("**/bot", lambda route: route.abort())
    await pick(alix.page, "Un robot")
    await alix.page.get_by_role("radio", name="2 avisé").check()
    await pick(alix.page, "Asseoir le robot")
    await expect(alix.page.get_by_role("alert")).to_have_text("La maison ne répond pas. Réessayez dans un instant.")
    assert len(alix.complaints) == 1
    alix.complaints.clear()
    await alix.page.unroute_all()
    await alix.page.get_by_role("button", name="Asseoir le robot").dblclick()
    await expect(alix.cards).to_have_count(13)
    await expect(alix.page.locator("header").get_by_text("Robot 2")).to_be_visible()
    at_peace(alix)


async def test_taking_back_against_a_bot(browser: Browser, house: str) -> None:
    me = await visit(browser, house, "fr")
    await me.new_table("bot", None)
    await me.todo()
    await pick(me.page, "Menu de la table", "Reprendre mon coup")
    await expect(me.page.get_by_role("alert")).to_have_text("Vous n’avez encore rien joué.")
    assert [complaint for complaint in me.complaints if "409" not in complaint] == []
    me.complaints.clear()
    await me.page.keyboard.press("Escape")
    before = await me.cards.evaluate_all("cards => cards.map(card => card.dataset.card)")
    names = await me.playable.evaluate_all("cards => cards.map(card => card.dataset.card)")
    name = next((name for name in names if name[1:] != "5"), names[0])
    await me.decide(name)
    # where nothing but a Woodcutter can be played, the card that it draws fills the hand again
    await expect(me.cards).to_have_count(len(before) - (name[1:] != "5"))
    await pick(me.page, "Menu de la table", "Reprendre mon coup")
    await expect(me.cards).to_have_count(len(before))
    assert await me.cards.evaluate_all("cards => cards.map(card => card.dataset.card)") == before
    await pick(me.page, "Menu de la table")
    await expect(me.page.get_by_text("Coup repris : cette partie ne compte pas.")).to_be_visible()
    await me.page.keyboard.press("Escape")
    await me.decide()
    at_peace(me)


async def test_the_same_person_elsewhere(browser: Browser, house: str) -> None:
    """Six words bring one's games to another browser; the first one is signed out from there, and stays out."""
    alix = await visit(browser, house, "fr")
    await alix.new_table("bot", None, name="Alix")
    await alix.todo()
    table = alix.page.url
    settings = await alix.page.context.new_page()
    await settings.goto("/settings")
    await pick(settings, "Six mots de secours", "Montrer les mots")
    shown = settings.get_by_role("list").get_by_role("listitem")
    await expect(shown).to_have_count(6)
    words = await shown.all_inner_texts()

    other = await visit(browser, house, "fr", size=(1280, 800))
    await other.new_table("bot", None, name="Noé")
    await other.todo()
    await other.page.goto("/resume")
    await other.page.get_by_label("Vos six mots").fill(", ".join(word.upper() for word in words))
    await expect(other.page.get_by_text("1 partie commencée ici sous un autre nom sera laissée.")).to_be_visible()
    await pick(other.page, "Les laisser, et continuer")
    await other.page.get_by_role("link", name=re.compile(r"Robot\s1.*À vous de jouer")).click()
    assert await other.todo() == "decide"
    assert other.page.url == table
    hand = await other.cards.evaluate_all("cards => cards.map(({ dataset }) => dataset.card)")

    await other.page.goto("/settings")
    await expect(other.page.get_by_label("Votre nom")).to_have_value("Alix")
    await pick(other.page, "Déconnecter les autres appareils")
    await other.page.get_by_role("dialog").get_by_role("button", name="Déconnecter les autres appareils").click()
    await expect(alix.page.get_by_role("heading", name="Appareil déconnecté")).to_be_visible()
    sockets: list[str] = []
    alix.page.on("websocket", lambda socket: sockets.append(socket.url))
    await alix.page.evaluate("dispatchEvent(new Event('online'))")
    await expect(other.page.get_by_role("button", name="Les autres sont déconnectés")).to_be_disabled()
    assert sockets == []
    await alix.page.get_by_role("link", name="Accueil").last.click()
    await expect(alix.page.get_by_role("heading", name="Le Renard des Bois", exact=True, level=2)).to_be_visible()
    await expect(alix.page.get_by_role("heading", name="Vos parties")).to_have_count(0)

    # a link does the same, once, and its secret does not stay in the address
    await pick(other.page, "Créer un lien")
    link = await other.page.get_by_label("Lien", exact=True).input_value()
    third = await visit(browser, house, "fr", path=link)
    await expect(third.page).to_have_url(f"{house}/resume")
    await pick(third.page, "Continuer sur cet appareil")
    # the same table in the same list, and the same cards there
    mine = third.page.get_by_role("region", name="Vos parties").get_by_role("link")
    await expect(mine).to_have_count(1)
    await third.page.get_by_role("link", name=re.compile(r"Robot\s1.*À vous de jouer")).click()
    assert await third.todo() == "decide"
    assert third.page.url == table
    assert await third.cards.evaluate_all("cards => cards.map(({ dataset }) => dataset.card)") == hand

    # being forgotten is asked twice
    await pick(other.page, "Effacer…")
    dialog = other.page.get_by_role("dialog")
    await dialog.get_by_role("button", name="Effacer…").click()
    await dialog.get_by_role("button", name="Oui, tout effacer").click()
    await expect(other.page.get_by_role("heading", name="Le Renard des Bois", exact=True, level=2)).to_be_visible()
    await expect(other.page.get_by_role("heading", name="Vos parties")).to_have_count(0)
    at_peace(alix, other, third)


async def test_the_legal_notice_is_text(browser: Browser, house: str) -> None:
    me = await visit(browser, house, "fr")
    await me.page.get_by_role("link", name="Mentions légales").click()
    notice = me.page.get_by_role("main")
    await expect(notice.get_by_text("<b>Alix Martin</b>, javascript:alert(1)")).to_be_visible()
    links = await notice.locator("p a").evaluate_all("all => all.map(link => link.href)")
    assert links == ["https://fox.example/legal?a=1", "mailto:alix@fox.example", "mailto:fox@fox.example"]
    at_peace(me)
