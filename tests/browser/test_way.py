"""Between page and house, and around the table: what people elsewhere complained of, tried as they would."""

from __future__ import annotations

import json
import re

from playwright.async_api import Browser, WebSocketRoute, expect

from tests.browser.player import visit
from tests.browser.test_people import at_peace, pick, sit_down, the_link, until_it_is_the_turn_of

SAYS = """
window.said = []
window.SpeechSynthesisUtterance = class extends EventTarget { constructor(text) { super(); this.text = text } }
Object.defineProperty(window, 'speechSynthesis', { value: {
  getVoices: () => [{ lang: 'fr-FR', localService: true, default: true }],
  addEventListener() {},
  cancel() {},
  speak(utterance) { said.push(utterance.text); setTimeout(() => utterance.dispatchEvent(new Event('end'))) },
} })
localStorage.setItem('renardiere.aloud', 'yes')
"""


def seconds(shown: str) -> int:
    """What a clock shows: « 59 », « 1:00 »."""
    minutes, _, rest = shown.strip().rpartition(":")
    return 60 * int(minutes or 0) + int(rest)


async def test_a_phone_whose_line_went_dead_unnoticed(browser: Browser, house: str) -> None:
    """It looks alive and carries nothing: whoever looks at the page again has what they missed at once. And while the
    house says that it restarts, the clock stands still, which it does not when the line alone is lost."""
    alix = await visit(browser, house, "fr")
    sockets: list[tuple[WebSocketRoute, WebSocketRoute]] = []
    dead: set[int] = set()
    reachable = True

    def connect(page: WebSocketRoute) -> None:
        if not reachable:
            return
        server, number = page.connect_to_server(), len(sockets)
        sockets.append((page, server))
        page.on_message(lambda message: None if number in dead else server.send(message))
        server.on_message(lambda message: None if number in dead else page.send(message))

    clock = alix.page.clock
    await clock.install(time=0)
    await alix.page.route_web_socket("**/api/live", connect)
    await alix.page.goto("/new?with=friend")
    await alix.page.get_by_label("Votre nom").fill("Alix")
    await alix.page.get_by_role("radio", name="En direct").check()
    await alix.button("make_link").click()
    bo = await visit(browser, house, "fr", path=await the_link(alix))
    await sit_down(bo, "Bo")
    await expect(alix.cards).to_have_count(13)
    await until_it_is_the_turn_of(bo, other=alix)

    await clock.pause_at(600_000)  # from here on no beat comes by itself
    dead.add(len(sockets) - 1)
    story = alix.page.get_by_role("log", name="Ce qui se passe")
    before = await story.text_content() or ""
    await bo.decide()
    await expect(story).to_have_text(before)
    await alix.page.evaluate("document.dispatchEvent(new Event('visibilitychange'))")
    await clock.run_for(4000)  # nobody answers
    await expect(story).not_to_have_text(before)

    reachable = False
    timer = alix.page.get_by_role("timer")
    sockets[-1][0].send(json.dumps({"is": "bye", "why": "restart"}))
    await expect(alix.page.get_by_role("status").filter(has_text="La maison revient dans un instant")).to_have_count(1)
    stood = await timer.inner_text()
    await clock.run_for(20_000)
    assert await timer.inner_text() == stood
    reachable = True
    await alix.page.evaluate("dispatchEvent(new Event('online'))")
    await expect(alix.page.get_by_role("status").filter(has_text="La maison revient")).to_have_count(0)
    begins = seconds(await timer.inner_text())
    while seconds(await timer.inner_text()) >= begins:  # once the house has said what is left, it goes on
        await clock.run_for(1000)
    at_peace(alix, bo)


async def test_the_way_back_closes_what_lies_over_the_table(browser: Browser, house: str) -> None:
    """Each sheet of a game that goes on; then it leads home, where one came from, and the table is still there."""
    me = await visit(browser, house, "fr")
    await me.new_table("bot", None)
    await me.todo()
    table = me.page.url
    dialog = me.page.get_by_role("dialog")
    ways = [
        ("Menu de la table",),
        ("Menu de la table", "Abandonner", "Abandonner…"),
        ("Menu de la table", "Au clavier"),
        ("Aide de jeu",),
        ("Pioche",),
    ]
    for way in ways:
        await pick(me.page, *way)
        await expect(dialog).to_be_visible()
        await me.page.go_back()
        await expect(dialog).to_have_count(0)
        assert me.page.url == table
    await expect(me.over).to_have_count(0)
    await me.page.go_back()
    await me.page.get_by_role("link", name=re.compile("Robot 1.*À vous de jouer")).click()
    assert await me.todo() == "decide"
    assert me.page.url == table
    at_peace(me)


async def test_what_others_say_is_read_aloud(browser: Browser, house: str) -> None:
    """Each message once, also two that are the same; not one's own."""
    alix = await visit(browser, house, "fr")
    await alix.page.context.add_init_script(SAYS)
    await alix.page.goto("/")
    await alix.new_table("friend", None, name="Alix")
    bo = await visit(browser, house, "en", size=(1280, 800), path=await the_link(alix))
    await sit_down(bo, "Bo")
    await expect(alix.cards).to_have_count(13)
    write = bo.page.get_by_label("Write a message")
    for text in ("Bonjour", "Bonjour", "Merci"):
        await write.fill(text)
        await bo.page.keyboard.press("Enter")
        await expect(write).to_have_value("")
    await pick(alix.page, "Menu de la table, 3", "Discussion")
    await alix.page.get_by_label("Écrire un message").fill("À toi")
    await alix.page.keyboard.press("Enter")
    await expect(bo.page.get_by_role("button", name="Alix À toi")).to_be_visible()
    spoken = await alix.page.evaluate("said.filter((text) => text.includes(' dit :'))")
    assert spoken == ["Bo dit : Bonjour", "Bo dit : Bonjour", "Bo dit : Merci"]
    at_peace(alix, bo)


async def test_whose_turn_it_is_is_told_rightly(browser: Browser, house: str) -> None:
    """On both pages, at each decision of two tricks; whoever has played a Fox or a Woodcutter and must decide is the
    one that is shown."""
    alix = await visit(browser, house, "fr")
    await alix.new_table("friend", None, name="Alix")
    bo = await visit(browser, house, "fr", path=await the_link(alix))
    await sit_down(bo, "Bo")
    await expect(alix.cards).to_have_count(13)
    await expect(bo.cards).to_have_count(13)
    decided: list[str] = []
    while len(decided) < 4 or not {"Échanger", "Glisser"} & {*decided}:
        await alix.playable.or_(alix.page.get_by_text(re.compile("^Bo .*…$"))).first.wait_for()
        acts, waits = (alix, bo) if await alix.playable.count() else (bo, alix)
        await expect(acts.playable.first).to_be_visible()
        await expect(waits.playable).to_have_count(0)
        await expect(waits.page.locator("header").get_by_text("à son tour")).to_have_count(1)
        await expect(acts.page.locator("header").get_by_text("à son tour")).to_have_count(0)
        await expect(acts.page.locator(".own").get_by_text("à son tour")).to_have_count(1)
        await expect(acts.page).to_have_title(re.compile("À vous"))
        await expect(waits.page).to_have_title("La Renardière")
        acts.seen.clear()
        await acts.decide()
        decided += acts.seen
    at_peace(alix, bo)
