"""What the page holds of what its reader may not know: nothing that it is sent, shows, keeps, or has in its memory."""

from __future__ import annotations

import asyncio
import json
import re

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


async def hand_of(player: Player) -> set[str]:
    return set(await player.cards.evaluate_all("buttons => buttons.map(button => button.dataset.card)"))


async def check(observer: Observer, own: set[str], hidden: set[str]) -> None:
    """Its own hand is found wherever one may look for it; nothing hidden is found anywhere."""
    kept, remembered = set(NAMED.findall(await observer.kept())), await observer.remembered()
    sent = set(NAMED.findall(observer.sent()))
    assert own <= kept
    assert own <= remembered & sent
    assert not hidden & (kept | remembered | sent)


NAME = "<img src=x onerror=a()>"


async def test_a_page_knows_no_hidden_card(browser: Browser, house: str) -> None:
    """Two people play and somebody watches; what each page was sent, shows, stores and has in its memory."""
    alix, eve, noe = [await visit(browser, house, "en", size=(768, 1024)) for _ in range(3)]
    pages = [await Observer.of(player) for player in (alix, eve, noe)]
    dialogs: list[Dialog] = []
    for player in (alix, eve, noe):
        player.page.on("dialog", lambda dialog: dialogs.append(dialog))
    await alix.new_table("friend", 1, name=NAME)
    link = await alix.page.get_by_label("Link", exact=True).input_value()
    await eve.page.goto(link)
    await eve.button("watch").click()
    await noe.page.goto(link)
    await noe.page.get_by_label("Your name").fill("Noé")
    await noe.button("sit").click()
    await expect(eve.page.get_by_text("You are watching this table.")).to_be_visible()

    async def check_all() -> None:
        first, second = await hand_of(alix), await hand_of(noe)
        decrees = set(re.findall(r'"decree":"(\w+)"', pages[0].sent()))  # a Fox may have taken one of them
        await check(pages[0], first, second - decrees)
        await check(pages[2], second, first - decrees)
        await check(pages[1], set(), (first | second) - decrees)

    for player in (alix, noe):
        await expect(player.cards).to_have_count(13)
    await check_all()
    undealt = DECK - await hand_of(alix) - await hand_of(noe) - set(re.findall(r'"decree":"(\w+)"', pages[0].sent()))
    assert len(undealt) == 6
    for page in pages:
        assert not undealt & await page.remembered()
    for _ in range(4):
        waiting = [asyncio.create_task(player.playable.first.wait_for()) for player in (alix, noe)]
        await asyncio.wait(waiting, return_when=asyncio.FIRST_COMPLETED)
        for task, player in zip(waiting, (alix, noe), strict=True):
            if task.done():
                await player.decide()
            task.cancel()
        await asyncio.gather(*waiting, return_exceptions=True)
    await check_all()

    # a name is a text, whatever it looks like
    for player in (eve, noe):
        await expect(player.page.get_by_text(NAME).first).to_be_visible()
        assert not await player.page.evaluate("[...document.images].length")
    assert not dialogs


async def test_a_shared_device_knows_one_hand(browser: Browser, house: str) -> None:
    """Before somebody says that it is them, no hand is shown or stored; afterwards theirs alone."""
    both = await visit(browser, house, "en")
    page = await Observer.of(both)
    await both.new_table("device", 1, name="Alix", second="Noé")
    left: set[str] = set()
    for _ in range(2):
        while await both.todo() != "ready":
            left = await hand_of(both)
            await both.decide()
        decrees = set(re.findall(r'"decree":"(\w+)"', page.sent()))
        assert not set(NAMED.findall(await page.kept())) & (left - decrees)
        await both.button("ready").click()
        await both.playable.first.wait_for()
        held = await hand_of(both)
        assert held <= set(NAMED.findall(await page.kept()))
        played = set(re.findall(r'"event":"(?:played|exchanged)"[^}]*?"(?:card|gave)":"(\w+)"', page.sent()))
        others = left - played - decrees - held
        assert not set(NAMED.findall(await page.kept())) & others
