"""What is seen to move and heard at a table, and that nothing jumps meanwhile."""

from __future__ import annotations

import re
from typing import Any

from playwright.async_api import Browser, expect

from tests.browser.player import STILL, Player, visit

WITNESS = """
localStorage.setItem('renardiere.pace', '1')
window.shifts = []
new PerformanceObserver((list) => {
  for (const { value, sources } of list.getEntries()) {
    // the words of the dock are written anew where they stand, and a digit may be narrower than the one before it
    const jumped = sources.filter(({ node }) => node instanceof Element && !node.closest('.dock .body'))
    if (jumped.length) shifts.push([value, ...jumped.map(({ node }) => node.outerHTML.slice(0, 90))])
  }
}).observe({ type: 'layout-shift', buffered: true })
window.moved = []
const animate = Element.prototype.animate
Element.prototype.animate = function (frames, options) {
  const { duration = options, delay = 0 } = options
  const at = (frame) => frame.transform?.match(/-?[\\d.]+/g).slice(0, 2).map(Number) ?? null
  if (duration) moved.push({ ms: duration, delay, from: at(frames[0]), to: at(frames.at(-1)) })
  return animate.call(this, frames, options)
}
window.heard = 0
for (const make of ['createOscillator', 'createBufferSource']) {
  const original = BaseAudioContext.prototype[make]
  BaseAudioContext.prototype[make] = function () {
    heard++
    return original.call(this)
  }
}
"""
MIDDLE = "(node) => { const b = node.getBoundingClientRect(); return [b.left + b.width / 2, b.top + b.height / 2] }"


async def at_a_table(me: Player) -> None:
    await me.page.context.add_init_script(WITNESS)
    await me.page.goto("/")
    await me.new_table("bot", 21)
    await me.todo()


async def play(me: Player) -> tuple[list[float], list[dict[str, Any]]]:
    """Play a card; from where, and what was seen to move until the next decision."""
    await me.page.evaluate(STILL)  # one may play while the hand still closes up
    await me.page.evaluate("moved.length = 0")
    names = await me.playable.evaluate_all("buttons => buttons.map(button => button.dataset.card)")
    name = next((name for name in names if name[1:] not in ("3", "5")), names[0])
    start = await me.card(name).evaluate(MIDDLE)
    await me.decide(name)
    await me.todo()
    return start, await me.page.evaluate("moved")


def near(one: list[float] | None, other: list[float]) -> bool:
    return one is not None and all(abs(a - b) < 20 for a, b in zip(one, other, strict=True))


async def test_cards_travel_and_are_heard_and_nothing_jumps(browser: Browser, own_house: str) -> None:
    me = await visit(browser, own_house, "fr", fixed=True)
    await at_a_table(me)
    await me.page.evaluate("document.fonts.ready")
    await me.page.evaluate("shifts.length = heard = 0")
    slot = me.page.locator("[data-place=trick-0]")
    middle = await slot.evaluate(MIDDLE)
    for _ in range(4):
        start, moved = await play(me)
        # from where the card was to where it is, and all of it quickly
        assert any(near(move["from"], start) and near(move["to"], middle) for move in moved), (start, middle, moved)
        assert all(180 <= move["ms"] <= 280 for move in moved), moved
    await expect(me.page.locator(".air > *")).to_have_count(0)
    shifts = await me.page.evaluate("shifts")
    assert [shift for shift in shifts if shift[0] > 0.0005] == [], shifts
    assert await me.page.evaluate("heard") > 4
    # the finished trick has been swept away before the fourth card
    assert await slot.locator("[role=img]").count() <= 1
    table = me.page.url

    # switched off, nothing is heard; with reduced motion, nothing travels
    await me.page.goto("/settings")
    switch = me.page.get_by_role("switch", name="Sons")
    await switch.uncheck()
    await expect(me.page.get_by_label("Volume")).to_have_count(0)
    await me.page.emulate_media(reduced_motion="reduce")
    await me.page.goto(table)
    await me.todo()
    _, moved = await play(me)
    assert moved
    assert all(move["from"] is None and move["ms"] <= 150 for move in moved), moved
    assert await me.page.evaluate("heard") == 0

    # no motion at all
    await me.page.goto("/settings")
    await me.page.get_by_role("radio", name="Aucun").check()
    await switch.check()
    assert await me.page.evaluate("heard") > 0  # it is heard at once
    await me.page.emulate_media(reduced_motion="no-preference")
    await me.page.get_by_role("link", name="Accueil").first.click()  # to come anew would be to wish for motion again
    await me.page.get_by_role("link", name=re.compile("Robot 1.*À vous de jouer")).click()
    # with the numbers of the last visit its requests would be those again, and are done
    await me.page.evaluate("delete crypto.getRandomValues")
    await me.todo()
    assert (await play(me))[1] == []
    assert me.complaints == []
    assert re.search(r'"on":true', await me.page.evaluate("localStorage.getItem('renardiere.sound')"))
