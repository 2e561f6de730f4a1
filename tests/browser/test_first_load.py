"""The first load: light, and nothing jumps while it comes."""

from __future__ import annotations

from typing import Literal

import pytest
from playwright.async_api import Browser

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
