"""What travels between page and house, and what happens when it does not."""

from __future__ import annotations

import asyncio
import json
import re
from typing import Any

from playwright.async_api import Browser, WebSocket, WebSocketRoute, expect

from tests.browser.player import Player, visit

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


async def test_a_lost_connection_comes_back_by_itself(browser: Browser, house: str) -> None:
    me = await visit(browser, house, "fr")
    sockets: list[WebSocketRoute] = []
    house_reachable = True

    def connect(socket: WebSocketRoute) -> None:
        if not house_reachable:
            return  # it opens, and nobody answers
        sockets.append(socket)
        socket.connect_to_server()

    await me.page.route_web_socket("**/api/live", connect)
    await me.new_table("bot", 1)
    assert await me.todo() == "decide"

    # in the middle of a game, the network goes away; what one decides meanwhile waits, and can be seen
    house_reachable = False
    await sockets[-1].close()
    notice = me.page.get_by_role("status").filter(has_text="Hors ligne depuis")
    await expect(notice).to_be_visible()
    name = await me.playable.first.get_attribute("data-card")
    assert name is not None
    card = me.card(name)
    await card.click(position={"x": 12, "y": 12})
    await me.page.get_by_role("button", name=re.compile("^(Jouer|Glisser|Échanger)")).click()
    await expect(notice).to_contain_text("votre coup partira au retour")
    await expect(card).to_have_count(1)

    # it may be taken back, and decided again
    await me.page.get_by_role("button", name="Annuler").click()
    await expect(notice).not_to_contain_text("votre coup")
    await card.click(position={"x": 12, "y": 12})
    await me.page.get_by_role("button", name=re.compile("^(Jouer|Glisser|Échanger)")).click()

    house_reachable = True
    await me.page.evaluate("dispatchEvent(new Event('online'))")
    await expect(notice).to_have_count(0)
    await expect(card).to_have_count(0)
    await me.play_to_the_end()
    assert me.complaints == []


async def test_coming_back_after_a_reload(browser: Browser, house: str) -> None:
    me = await visit(browser, house, "fr")
    await me.new_table("bot", 21, name="Alix")
    await me.todo()
    await me.decide()
    await me.todo()
    await me.page.goto("/")
    await me.page.get_by_role("link", name=re.compile("Robot 1.*À vous de jouer")).click()
    assert await me.todo() == "decide"
    await me.page.reload()
    assert await me.todo() == "decide"
    assert me.complaints == []
