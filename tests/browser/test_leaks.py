"""What the page holds of what its reader may not know: nothing that it is sent, shows, keeps, or has in its memory."""

from __future__ import annotations

import asyncio
import json
import re
from typing import Any

from playwright.async_api import Browser, Dialog, Page, Route, WebSocket, expect

from tests.browser.player import Player, visit

DECK = {f"{suit}{rank}" for suit in "BKM" for rank in range(1, 12)}
NAMED = re.compile(r'["\'>=]([BKM](?:1[01]|[1-9]))["\'<]')
"""A card where a program names one: between quotes, or alone in an element."""

STORES = """async () => {
  const kept = [document.cookie, location.href, JSON.stringify(history.state)]
  for (const store of [localStorage, sessionStorage])
    for (let n = 0; n < store.length; n++) kept.push(store.key(n), store.getItem(store.key(n)))
  for (const {name} of await indexedDB.databases()) kept.push(`a database: ${name}`)
  for (const name of self.caches ? await caches.keys() : []) kept.push(`a cache: ${name}`)
  return kept
}"""


class Observer:
    """All that a page is sent, from now on."""

    def __init__(self, page: Page) -> None:
        self.page = page
        self.texts: list[str] = []

    @classmethod
    async def of(cls, player: Player) -> Observer:
        observer = cls(player.page)
        player.page.on("websocket", observer._opened)
        await player.page.route("**/api/**", observer._answered)
        return observer

    def _opened(self, socket: WebSocket) -> None:
        socket.on("framereceived", lambda payload: self.texts.append(str(payload)))

    async def _answered(self, route: Route) -> None:
        answer = await route.fetch()
        self.texts += [await answer.text(), json.dumps(answer.headers)]
        await route.fulfill(response=answer)

    def sent(self) -> str:
        return "\n".join(self.texts)

    async def kept(self) -> str:
        """What is shown, and what is kept in the browser."""
        return "\n".join([await self.page.content(), *(str(text) for text in await self.page.evaluate(STORES))])

    async def remembered(self) -> set[str]:
        """The cards that are anywhere in the page's memory: as texts of their own, or in a longer one."""
        session = await self.page.context.new_cdp_session(self.page)
        chunks: list[str] = []
        session.on("HeapProfiler.addHeapSnapshotChunk", lambda event: chunks.append(event["chunk"]))
        await session.send("HeapProfiler.collectGarbage")
        await session.send("HeapProfiler.takeHeapSnapshot", {"reportProgress": False})
        await session.detach()
        strings: list[str] = json.loads("".join(chunks))["strings"]
        return {text for text in strings if text in DECK} | {card for text in strings for card in NAMED.findall(text)}


async def test_x(browser: Browser, house: str) -> None:
    alix = await visit(browser, house, "fr")
    a = await Observer.of(alix)
    print("home", await a.remembered())
    await alix.new_table("friend", 1, name="Alix")
    link = await alix.page.get_by_label("Lien", exact=True).input_value()
    eve = await visit(browser, house, "en", size=(768, 1024))
    e = await Observer.of(eve)
    await eve.page.goto(link)
    await eve.button("watch").click()
    noe = await visit(browser, house, "fr", path=link)
    n = await Observer.of(noe)
    await noe.page.get_by_label("Votre nom").fill("Noé")
    await noe.button("sit").click()
    await expect(alix.cards).to_have_count(13)
    await expect(noe.cards).to_have_count(13)
    await expect(eve.page.get_by_text("You are watching this table.")).to_be_visible()
    hands = [set(await p.cards.evaluate_all("b => b.map(x => x.dataset.card)")) for p in (alix, noe)]
    print(hands)
    for p, o in ((alix, a), (noe, n), (eve, e)):
        print(sorted(await o.remembered()))
        print("kept", set(NAMED.findall(await o.kept())), "sent", set(NAMED.findall(o.sent())))
