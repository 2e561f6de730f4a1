"""Every screen for every reader: axe finds nothing, fingers find everything, and plain HTTP is enough."""

from __future__ import annotations

import re
from pathlib import Path
from typing import Literal

import pytest
from playwright.async_api import Browser

from tests.browser.player import Player, no_sideways, visit

AXE = Path(__file__).parents[2] / "web/node_modules/axe-core/axe.min.js"
RULES = ["wcag2a", "wcag2aa", "wcag21a", "wcag21aa", "best-practice"]
SMALL = """
() => [...document.querySelectorAll('a, button, input:not([type=radio]), label:has([type=radio])')]
  .map((element) => [element.outerHTML.slice(0, 90), element.getBoundingClientRect()])
  .filter(([, { width, height }]) => width && (width < 44 || height < 44))
  .map(([html, { width, height }]) => `${width} × ${height}: ${html}`)
"""


async def inspect(player: Player) -> None:
    """The screen as it is now has no fault."""
    page = player.page
    await no_sideways(page)
    assert await page.evaluate(SMALL) == []
    await page.evaluate(AXE.read_text() + ";0")
    found = await page.evaluate("(rules) => axe.run(document, {runOnly: rules})", RULES)
    faults = [
        (fault["id"], node["html"], node["failureSummary"]) for fault in found["violations"] for node in fault["nodes"]
    ]
    assert faults == []


@pytest.mark.parametrize(("language", "theme"), [("fr", "night"), ("en", "day")])
async def test_every_screen(
    browser: Browser, house: str, language: Literal["fr", "en"], theme: Literal["night", "day"]
) -> None:
    me = await visit(browser, house, language, size=(360, 560), theme=theme)
    await me.page.get_by_role("heading", level=1).wait_for()
    await inspect(me)
    for path in ("/new?with=device", "/settings", "/nowhere"):
        await me.page.goto(path)
        await me.page.get_by_role("heading", level=1).wait_for()
        await inspect(me)

    await me.page.goto("/")
    await me.new_table("friend", 1, name="Alix")
    await me.page.get_by_label(str(me.words["link"]), exact=True).wait_for()
    await inspect(me)
    guest = await visit(browser, house, language, path=me.page.url, theme=theme)
    await guest.button("sit").wait_for()
    await inspect(guest)

    await me.page.goto("/")
    await me.new_table("device", 1, name="Alix", second="Noé")
    await me.button("ready").wait_for()
    await inspect(me)

    await me.page.goto("/")
    await me.new_table("bot", 1)
    await me.todo()
    await inspect(me)
    for sheet in ("^(Aide de jeu|Reference card)$", "^(Pioche|Draw pile)"):
        await me.page.get_by_role("button", name=re.compile(sheet)).click()
        await inspect(me)
        await me.page.keyboard.press("Escape")
    phases: set[str] = set()
    while (what := await me.todo()) != "over":
        if what == "continue":
            await inspect(me)
            await me.button("continue").click()
            continue
        await me.playable.first.click(position={"x": 12, "y": 12})
        button = me.page.get_by_role("button", name=me.words["decide"])  # type: ignore[arg-type]
        phase = (await button.inner_text()).split()[0]
        if phase not in phases:
            phases.add(phase)
            await inspect(me)
        await me.page.keyboard.press("Escape")
        await me.decide()
    await inspect(me)
    assert me.complaints == guest.complaints == []


async def test_the_first_load_is_light(browser: Browser, house: str) -> None:
    """At most 200 kB as they travel, fonts and pictures included."""
    me = await visit(browser, house, "fr")
    await me.page.get_by_role("heading", level=1).wait_for()
    await me.page.evaluate("document.fonts.ready")
    sizes = await me.page.evaluate(
        "() => performance.getEntries().filter((entry) => 'encodedBodySize' in entry)"
        ".map((entry) => [entry.name, entry.encodedBodySize])"
    )
    assert any(name.endswith(".woff2") for name, _ in sizes)
    assert sum(size for _, size in sizes) <= 200_000, sizes
