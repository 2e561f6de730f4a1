"""The first load: light, and nothing jumps while it comes."""

from __future__ import annotations

import asyncio
from typing import Literal

import pytest
from playwright.async_api import Browser, Route, WebSocket, expect

from tests.browser.player import Player, visit

SHIFTS = """
window.shifts = []
new PerformanceObserver((list) => {
  for (const { value, sources } of list.getEntries())
    shifts.push([value, ...sources.map(({ node }) => node?.outerHTML?.slice(0, 90) ?? String(node))])
}).observe({ type: 'layout-shift', buffered: true })
"""
QUIET = """
async () => {
  await document.fonts.ready
  // what has come is painted, and what that moved is known
  for (let i = 0; i < 3; i++) await new Promise(requestAnimationFrame)
  await new Promise((done) => setTimeout(done))
}
"""


async def jumps(me: Player, path: str, *, there: str) -> list[object]:
    """All that moved by itself until the screen was ``there`` and quiet."""
    page = me.page
    await page.goto(path)
    await page.locator(there).first.wait_for()
    await page.wait_for_load_state("networkidle")
    await page.evaluate(QUIET)
    shifts: list[object] = await page.evaluate("shifts")
    return shifts


@pytest.mark.parametrize("language", ["fr", "en"])
async def test_nothing_jumps(browser: Browser, house: str, language: Literal["fr", "en"]) -> None:
    """At home, for somebody new and for somebody with games; at a table."""
    me = await visit(browser, house, language, size=(360, 640))
    await me.page.context.add_init_script(SHIFTS)
    assert await jumps(me, "/", there="a[href='/new?with=bot']") == []
    await me.page.goto("/")
    await me.new_table("bot", 21)
    assert await me.todo() == "decide"
    table = me.page.url
    assert await jumps(me, table, there="[data-card]") == []
    assert await jumps(me, "/", there=f"a[href='/t/{table.rpartition('/')[2]}']") == []
    assert me.complaints == []


async def test_home_is_there_before_the_scripts(browser: Browser, house: str) -> None:
    """Its links lead on; the scripts take over what stands there, and what needs them is answered then."""
    me = await visit(browser, house, "en", path="/legal")
    page = me.page
    come = asyncio.Event()

    async def held(route: Route) -> None:
        await come.wait()
        await route.continue_()

    await page.route("**/assets/index-*.js", held)
    await page.goto("/", wait_until="commit")
    bot = me.shelf("forest").get_by_role("link", name="Play against a bot")
    await expect(bot).to_have_attribute("href", "/new?with=bot")
    await bot.evaluate("link => { link.mark = 'the same' }")
    come.set()
    await page.get_by_role("button", name="Français").click()
    forest = page.get_by_role("region", name="Le Renard des Bois", exact=True)
    await expect(forest.get_by_role("link", name="Jouer contre un robot")).to_be_visible()
    assert await page.evaluate("document.querySelector('a[href=\"/new?with=bot\"]').mark") == "the same"
    assert await page.locator("main").count() == 1
    assert me.complaints == []


@pytest.mark.parametrize("first", ["early", "index"])
async def test_a_table_is_asked_for_once_whatever_comes_first(browser: Browser, house: str, first: str) -> None:
    """Before the scripts are there, as a rule: the screen takes over the answers and the live connection."""
    me = await visit(browser, house, "fr")
    await me.new_table("friend")
    await me.page.wait_for_url("**/t/*")
    page = await me.page.context.new_page()
    asked: list[str] = []
    early = asyncio.Event()

    def ask(what: str) -> None:
        asked.append(what)
        if len(asked) == 3:
            early.set()

    table = me.page.url.rpartition("/t/")[2]

    def connected(socket: WebSocket) -> None:
        ask(socket.url.rpartition("/")[2])
        socket.on("framesent", lambda sent: ask("watch") if '"watch"' in str(sent) else None)

    page.on("websocket", connected)
    page.on("request", lambda request: ask("table") if request.url.endswith(f"/api/tables/{table}") else None)

    async def held(route: Route) -> None:
        async with asyncio.timeout(20):
            await early.wait()
        await route.continue_()

    await page.route(f"**/assets/{'index' if first == 'early' else 'early'}-*.js", held)
    await page.goto(me.page.url)
    await page.get_by_label(str(me.words["link"]), exact=True).wait_for()
    await page.wait_for_load_state("networkidle")
    assert sorted(asked) == ["live", "table", "watch"]
    assert me.complaints == []
