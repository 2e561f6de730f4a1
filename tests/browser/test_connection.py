"""What travels between page and house, and what happens when it does not."""

from __future__ import annotations

import asyncio
import json
import re
from typing import Any

from playwright.async_api import Browser, WebSocket, WebSocketRoute, expect

from tests.browser.player import Player, no_sideways, visit

CARD = re.compile(r'"[x>]?([BKM]\d{1,2})"')


def listen(player: Player) -> list[str]:
    """All that this page is sent from now on."""
    frames: list[str] = []

    def opened(socket: WebSocket) -> None:
        socket.on("framereceived", lambda payload: frames.append(str(payload)))

    player.page.on("websocket", opened)
    return frames


def public_cards(event: dict[str, Any]) -> set[str]:
    """The cards that this event laid open."""
    return {event[key] for key in ("decree", "card", "gave", "took") if event.get(key)}


async def test_a_spectator_is_sent_no_hidden_card(browser: Browser, house: str) -> None:
    alix = await visit(browser, house, "fr")
    await alix.new_table("friend", 1, name="Alix")
    link = await alix.page.get_by_label("Lien", exact=True).input_value()
    eve = await visit(browser, house, "en", size=(768, 1024))
    frames = listen(eve)
    await eve.page.goto(link)
    await eve.button("watch").click()
    noe = await visit(browser, house, "fr", path=link)
    await noe.page.get_by_label("Votre nom").fill("Noé")
    await noe.button("sit").click()
    await expect(eve.page.get_by_text("You are watching this table.")).to_be_visible()
    await expect(eve.cards).to_have_count(0)

    async def read_on() -> None:
        while await eve.todo() != "over":
            await eve.button("continue").click()

    await asyncio.gather(alix.play_to_the_end(), noe.play_to_the_end(), read_on())

    opened: set[str] = set()
    before: set[str] = set()
    played = 0
    for frame in frames:
        message = json.loads(frame)
        if message["is"] not in ("sync", "update"):
            assert CARD.findall(frame) == []
            continue
        assert message["seat"] is None
        for event in message.get("events", []):
            if event["event"] == "dealt":
                before, opened = opened, set()
                assert event["hand"] is None
            if event["event"] in ("drew", "buried"):
                assert event["card"] is None
            played += event["event"] == "played"
            opened |= public_cards(event)
        view = message["view"]
        if view["decree"]:
            opened.add(view["decree"])
        assert set(CARD.findall(frame)) <= opened | before, "a card that was not on the table yet"
        assert {card for hand in view["hands"] for card in hand} <= {"?"}
        assert set(view["pile"]) <= {"?"}
        assert all(legal == ["?"] for legal in view["legal"].values())
        assert view["drawn"] is None
        assert view["refused"] == {}
    assert played >= 26
    assert alix.complaints == noe.complaints == eve.complaints == []


DECIDES = re.compile("^(Jouer|Glisser|Échanger)")


WITHOUT_NETWORK = ("ERR_INTERNET_DISCONNECTED", "WebSocket is closed before the connection is established")
"""What a browser says of tries that came to nothing, and of one that is given up for the next."""


async def test_offline_one_goes_on_deciding(browser: Browser, house: str) -> None:
    """The device says that it has no network: that is shown at once. What one decides waits, in sight, and goes."""
    me = await visit(browser, house, "fr", size=(360, 560))
    page = me.page
    await me.new_table("bot", 1)
    assert await me.todo() == "decide"
    spoken = page.get_by_role("status").filter(has_text="Hors ligne")
    await page.context.set_offline(True)
    await expect(spoken).to_have_text("Hors ligne. La table reste en vue.")
    counting = page.get_by_text(re.compile(r"^\s*Hors ligne depuis \d+\ss\s*$"))
    await expect(counting).to_be_visible()
    await expect(counting).to_have_attribute("aria-hidden", "true")  # nobody has to listen to it
    assert await page.get_by_text(re.compile("depuis")).count() == 1
    notice, above = await counting.bounding_box(), await page.locator("header").bounding_box()
    assert notice is not None
    assert above is not None
    assert notice["y"] + notice["height"] <= above["y"]  # who sits across can still be read

    name = await me.playable.first.get_attribute("data-card")
    assert name is not None
    card = me.card(name)
    decide = page.get_by_role("button", name=DECIDES)
    await card.click(position={"x": 12, "y": 12})
    await decide.click()
    waits = page.get_by_text(re.compile("^En attente"))
    await expect(waits).to_be_visible()
    await expect(page.get_by_text("si la partie n’a pas avancé")).to_be_visible()
    await expect(card).to_have_attribute("aria-pressed", "true")
    await expect(me.playable).to_have_count(0)
    await no_sideways(page)

    # it may be taken back, and decided again
    await page.get_by_role("button", name="Annuler").click()
    await expect(waits).to_have_count(0)
    await card.click(position={"x": 12, "y": 12})
    await decide.click()
    await expect(waits).to_be_visible()

    await page.context.set_offline(False)
    await expect(waits).to_have_count(0)
    await expect(spoken).to_have_count(0)
    await expect(card).to_have_count(0)
    await me.play_to_the_end()
    assert [text for text in me.complaints if not any(way in text for way in WITHOUT_NETWORK)] == []


async def test_what_waited_is_not_sent_once_the_game_has_moved_on(browser: Browser, house: str) -> None:
    """Two tabs of one person: one loses its connection and decides, and meanwhile so does the other."""
    me = await visit(browser, house, "fr")
    sockets: list[WebSocketRoute] = []
    reachable = True

    def connect(socket: WebSocketRoute) -> None:
        if not reachable:
            return  # it opens, and nobody answers
        sockets.append(socket)
        socket.connect_to_server()

    await me.page.route_web_socket("**/api/live", connect)
    await me.new_table("bot", 1)
    assert await me.todo() == "decide"
    tab = await second_tab(me)
    assert await tab.todo() == "decide"

    reachable = False
    sockets[-1].send(json.dumps({"is": "bye", "why": "restart"}))
    await expect(me.page.get_by_role("status").filter(has_text="La maison revient dans un instant")).to_have_count(1)
    names = await me.playable.evaluate_all("buttons => buttons.map(button => button.dataset.card)")
    await me.card(names[0]).click(position={"x": 12, "y": 12})
    await me.page.get_by_role("button", name=DECIDES).click()
    await expect(me.page.get_by_text(re.compile("^En attente"))).to_be_visible()
    await tab.decide(names[-1])

    reachable = True
    await me.page.evaluate("dispatchEvent(new Event('online'))")
    await expect(me.page.get_by_text("votre coup en attente n’est pas parti")).to_be_visible()
    await expect(me.card(names[-1])).to_have_count(0)
    await expect(me.page.get_by_text(re.compile("^En attente"))).to_have_count(0)

    # from here on both tabs keep in step
    for one, other in ((me, tab), (tab, me)):
        assert await one.todo() == "decide"
        name = await one.playable.first.get_attribute("data-card")
        assert name is not None
        assert await other.todo() == "decide"
        await one.decide(name)
        await expect(other.card(name)).to_have_count(0)
    assert me.complaints == tab.complaints == []


async def second_tab(player: Player) -> Player:
    """The same person's, at the same place."""
    page = await player.page.context.new_page()
    tab = Player(page, player.language, player.size, player.theme)
    page.on("pageerror", lambda error: tab.complaints.append(str(error)))
    await page.goto(player.page.url)
    return tab


async def test_coming_back_after_a_reload(browser: Browser, house: str) -> None:
    me = await visit(browser, house, "fr")
    await me.new_table("bot", 21, name="Alix")
    await me.todo()
    await me.decide()
    await me.todo()
    await me.page.goto("/")
    await me.page.get_by_role("link", name=re.compile(r"Robot\s1.*À vous de jouer")).click()
    assert await me.todo() == "decide"
    await me.page.reload()
    assert await me.todo() == "decide"
    assert me.complaints == []
