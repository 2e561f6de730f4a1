"""Every screen for every reader: axe finds nothing, fingers find everything, and plain HTTP is enough."""

from __future__ import annotations

import re
from functools import partial
from pathlib import Path
from typing import Literal

import pytest
from playwright.async_api import Browser, expect

from tests.browser.player import STILL, Player, no_sideways, visit
from tests.browser.scenes import WORDS

AXE = Path(__file__).parents[2] / "web/node_modules/axe-core/axe.min.js"
RULES = ["wcag2a", "wcag2aa", "wcag21a", "wcag21aa", "best-practice"]
SMALL = """
() => [...document.querySelectorAll('a, button, input:not([type=radio]), select, label:has([type=radio])')]
  .map((element) => [element.outerHTML.slice(0, 90), element.getBoundingClientRect()])
  .filter(([, { width, height }]) => width && (width < 44 || height < 44))
  .map(([html, { width, height }]) => `${width} × ${height}: ${html}`)
"""


FAULTS = """
;window.faults = async (rules) =>
  (await axe.run(document, { runOnly: rules, resultTypes: ['violations'] })).violations
    .flatMap(({ id, nodes }) => nodes.map(({ html, failureSummary }) => [id, html, failureSummary]))
;0
"""
"""What axe finds wrong; what is right would be work to tell."""

OTHER_LIGHT = """
async (theme) => {
  const { dataset } = document.documentElement
  const was = dataset.theme
  dataset.theme = theme
  try {
    return await faults({ type: 'rule', values: ['color-contrast'] })
  } finally {
    dataset.theme = was
  }
}
"""


async def inspect(player: Player, *, other_light: bool = True) -> None:
    """The screen as it is now has no fault, nor, in the other light, any that would come of it."""
    page = player.page
    await page.evaluate(STILL)
    await no_sideways(page)
    assert await page.evaluate(SMALL) == []
    if not await page.evaluate("'axe' in window"):
        await page.evaluate(AXE.read_text() + FAULTS)
    assert await page.evaluate("(rules) => faults(rules)", RULES) == []
    if not other_light:
        return
    other = "day" if player.theme == "night" else "night"
    assert (other, await page.evaluate(OTHER_LIGHT, other)) == (other, [])


look = partial(inspect, other_light=False)
"""For what is looked at in both lights."""
both = pytest.mark.parametrize(("language", "theme"), [("fr", "night"), ("en", "day")])


@both
async def test_every_screen(
    browser: Browser, house: str, language: Literal["fr", "en"], theme: Literal["night", "day"]
) -> None:
    me = await visit(browser, house, language, size=(360, 560), theme=theme)
    await me.page.get_by_role("heading", level=1).wait_for()
    await look(me)
    for path in ("/new?with=device", "/settings", "/nowhere"):
        await me.page.goto(path)
        await me.page.get_by_role("heading", level=1).wait_for()
        await look(me)

    await me.page.goto("/")
    await me.new_table("friend", 1, name="Alix")
    await me.page.get_by_label(str(me.words["link"]), exact=True).wait_for()
    await look(me)
    guest = await visit(browser, house, language, path=me.page.url, theme=theme)
    await guest.button("sit").wait_for()
    await look(guest)

    await me.page.goto("/")
    await me.new_table("device", 1, name="Alix", second="Noé")
    await me.button("ready").wait_for()
    await look(me)

    await me.page.goto("/")
    await me.new_table("bot", 1)
    await me.todo()
    await look(me)
    for sheet in ("^(Aide de jeu|Reference card)$", "^(Pioche|Draw pile)"):
        await me.page.get_by_role("button", name=re.compile(sheet)).click()
        await look(me)
        await me.page.keyboard.press("Escape")
    phases: set[str] = set()
    while (what := await me.todo()) != "over":
        if what == "continue":
            await look(me)
            await me.button("continue").click()
            continue
        await me.playable.first.click(position={"x": 12, "y": 12})
        button = me.page.get_by_role("button", name=me.words["decide"])  # type: ignore[arg-type]
        phase = (await button.inner_text()).split()[0]
        if phase not in phases:
            phases.add(phase)
            await look(me)
        await me.page.keyboard.press("Escape")
        await me.decide()
    await look(me)
    assert me.complaints == guest.complaints == []


async def test_what_people_do_at_a_table(browser: Browser, house: str) -> None:
    """Alix on a small phone at night, Sam on a tablet by day."""
    alix = await visit(browser, house, "fr", size=(360, 560))
    await alix.page.goto("/new?with=friend&listed")
    await alix.page.get_by_label("Votre nom").fill("Alix")
    await alix.page.get_by_role("radio", name=re.compile("^En direct")).check()
    await inspect(alix)

    async def press(player: Player, *names: str) -> None:
        for name in names:
            await player.page.get_by_role("button", name=re.compile(f"^{name}")).click()

    await press(alix, "Ouvrir une table")
    for name in ("Code QR", "Un robot"):
        await press(alix, name)
        await alix.page.get_by_role("dialog").wait_for()
        await inspect(alix)
        await alix.page.keyboard.press("Escape")
    await inspect(alix)
    sam = await visit(browser, house, "en", size=(768, 1024), theme="day")
    await sam.page.get_by_role("link", name=re.compile("^Alix")).last.wait_for()
    await inspect(sam)
    await sam.page.goto(alix.page.url)
    await sam.page.get_by_label("Your name").fill("Sam")
    await sam.button("sit").click()
    await sam.cards.first.wait_for()

    await press(sam, "Table menu", "Chat", "Hello")
    await alix.page.get_by_role("button", name="Sam Bonjour").wait_for()
    await inspect(alix)
    await alix.page.get_by_role("button", name="Sam Bonjour").click()
    await alix.page.get_by_role("log").get_by_role("button").click()
    await inspect(alix)
    await inspect(sam)
    await alix.page.keyboard.press("Escape")
    await press(alix, "Menu de la table")
    await inspect(alix)
    await press(alix, "Abandonner", "Abandonner…")
    await inspect(alix)
    await alix.page.keyboard.press("Escape")
    # the menu's button has the focus again
    await expect(alix.page.get_by_role("button", name=re.compile("^Menu"))).to_be_focused()

    table = sam.page.url
    await sam.page.goto("/settings")
    await sam.page.get_by_role("switch", name=re.compile("^Sleeping hours")).check()
    await press(sam, "Make a link", "Six recovery words", "Show the words")
    await sam.page.get_by_role("listitem").first.wait_for()
    await inspect(sam)
    await sam.page.goto("/resume")
    await sam.page.get_by_role("heading", level=1).wait_for()
    await inspect(sam)
    await sam.page.goto("/legal")
    await sam.page.get_by_role("link", name=re.compile("fox.example")).first.wait_for()
    await inspect(sam)
    await sam.page.goto("/")
    await sam.page.get_by_role("link", name=re.compile("left")).wait_for()  # with its deadline
    await inspect(sam)
    offer = alix.page.get_by_role("button", name="Laisser un robot jouer")
    while not await offer.count():  # the one who is here plays until the game waits for the other
        await alix.playable.or_(offer).first.wait_for()
        if await alix.playable.count():
            await alix.decide()
    await inspect(alix)
    await sam.page.goto(table)
    await sam.cards.first.wait_for()
    await press(sam, "Table menu", "Give up", "Give up…", "Yes, I give up")
    await sam.over.wait_for()
    await press(sam, "Rematch")
    await alix.button("accept").wait_for()
    await inspect(alix)
    await sam.page.get_by_text("Kept for Alix").wait_for()
    await inspect(sam)
    assert alix.complaints == sam.complaints == []


@both
async def test_what_lies_beside_the_game(
    browser: Browser, house: str, language: Literal["fr", "en"], theme: Literal["night", "day"]
) -> None:
    """Sheets and rooms that a game does not lead through by itself."""
    me = await visit(browser, house, language, size=(360, 560), theme=theme)
    page, say = me.page, WORDS[language]

    async def press(what: str) -> None:
        await page.get_by_role("button", name=say[what]).first.click()

    # the aid for memory, a hint, keys
    await page.goto("/new?with=bot")
    await page.get_by_role("radio", name=str(me.words["other"])).check()
    await page.get_by_label(str(me.words["points"])).fill("1")
    await page.get_by_role("switch", name=say["look_back"]).check()
    await me.button("start").click()
    for _ in range(2):
        await me.todo()
        await me.decide()
    await me.todo()
    await press("hint")
    await page.locator(".more").filter(has_text=re.compile(r"\d|rien|nothing")).wait_for()
    await look(me)
    await page.keyboard.press("Escape")  # its card is put back
    await press("look_back")
    await page.get_by_role("dialog").get_by_role("row").nth(1).wait_for()
    await look(me)
    await page.keyboard.press("Escape")
    await page.keyboard.press("?")
    await page.get_by_role("dialog").get_by_role("switch").wait_for()
    await look(me)
    await page.keyboard.press("Escape")

    # looking back, the shuffle verified, the games of a pair
    await me.play_to_the_end()
    await press("past")
    await page.get_by_role("dialog").get_by_role("link").first.wait_for()
    await look(me)
    await page.keyboard.press("Escape")
    await page.get_by_role("link", name=say["replay"]).click()
    await page.get_by_role("slider").wait_for()
    await look(me)
    for sheet in ("jump", "verify"):
        await press(sheet)
        await page.get_by_role("dialog").get_by_role("heading", level=3).first.wait_for()
        await look(me)
        await page.keyboard.press("Escape")
    await press("last")
    await press("count")
    await page.get_by_role("dialog").get_by_role("table").wait_for()
    await look(me)
    await page.goto("/replay")
    await page.get_by_role("textbox").wait_for()
    await look(me)

    # the lesson, in a decision; its steps; the card to print; the day's deals
    await page.goto("/forest/lesson")
    await me.cards.first.wait_for()
    await page.get_by_role("heading", level=1).get_by_role("button").click()
    steps = page.get_by_role("dialog").get_by_role("listitem")
    await steps.nth(4).wait_for()
    await look(me)
    await steps.nth(4).get_by_role("button").click()
    for _ in range(2):
        await me.card("B3").click(position={"x": 12, "y": 12})
    await me.button("keep").wait_for()
    await look(me)
    await page.goto("/forest/card")
    await page.get_by_role("article").wait_for()
    await look(me)
    await page.goto("/")
    await press("daily")
    await me.todo()
    await look(me)
    await page.goto("/")
    await page.get_by_role("button", name=say["daily_on"]).wait_for()
    # Duo's of that day is another, and not begun
    await page.get_by_role("group", name=re.compile("Duo|Duet")).get_by_role("button", name=say["daily"]).click()
    await page.get_by_role("button", name=say["deal"], exact=True).wait_for()
    await page.goto("/")
    await expect(page.get_by_role("button", name=say["daily_on"])).to_have_count(2)
    await look(me)
    assert me.complaints == []


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
