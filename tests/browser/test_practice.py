"""Maître Renard alone: practice by keyboard and by ear, and the lesson's boxes by touch on a phone."""

from __future__ import annotations

import re

from playwright.async_api import Browser, expect

from tests.browser.player import Player, no_sideways, visit
from tests.browser.test_access import inspect
from tests.browser.test_dark import HOLDS, LISTEN, READER, Blind, tokens_in

TOKENS = ".box use[href^='#token-']"


NEAREST = """
() => {
  const middle = (it) => {
    const { x, y, width, height } = it.getBoundingClientRect()
    return [x + width / 2, y + height / 2]
  }
  const pad = document.querySelector('.box circle.pad')
  if (!pad) return null
  const [x, y] = middle(pad)
  const ways = [...document.querySelectorAll(".box use[href^='#token-']")].map(middle).map(([a, b]) => [a - x, b - y])
  return ways.sort((a, b) => Math.hypot(...a) - Math.hypot(...b))[0]
}
"""
"""From one's hand to the token that is nearest, in pixels, by lamplight."""


async def seen_and_taken(me: Player) -> None:
    """Look where the nearest token lies, drag the hand to it in the dark, and grip it."""
    page = me.page
    box = await page.get_by_role("img", name="The yard, in the dark").bounding_box()
    assert box
    x, y = box["x"] + box["width"] / 2, box["y"] + box["height"] / 2
    touch = await page.context.new_cdp_session(page)
    touches = page.get_by_text("You touch something.")
    for _ in range(20):
        await page.keyboard.down("l")
        way = await (await page.wait_for_function(NEAREST)).json_value()
        await page.keyboard.up("l")
        far = max(1, (way[0] ** 2 + way[1] ** 2) ** 0.5)
        dx, dy = 4 * way[0] / far, 4 * way[1] / far
        await touch.send("Input.dispatchTouchEvent", {"type": "touchStart", "touchPoints": [{"x": x, "y": y}]})
        for step in range(1, 30):
            at = {"x": x + dx * step, "y": y + dy * step}
            await touch.send("Input.dispatchTouchEvent", {"type": "touchMove", "touchPoints": [at]})
            await page.evaluate("new Promise(requestAnimationFrame)")
            if await touches.count():
                break
        await touch.send("Input.dispatchTouchEvent", {"type": "touchEnd", "touchPoints": []})
        if await touches.count():
            await page.get_by_role("button", name="Grip").tap()
            if await page.evaluate(HOLDS):
                return
    raise AssertionError("there is nothing to be found")


async def test_practice_by_keyboard_and_by_ear(browser: Browser, house: str) -> None:
    me = await visit(browser, house, "fr", size=(1024, 768), fixed=True)
    for script in (READER, LISTEN):
        await me.page.context.add_init_script(script)
    await me.page.goto("/new?game=maitre&with=bot")
    ear, page = Blind(me.page), me.page
    await page.get_by_role("link", name="Seul, sans hâte").press("Enter")
    await ear.said("Entraînement. Une cour rien que pour vous")
    await inspect(me)
    await ear.press("Fouiller la cour")
    missions = tokens_in(await ear.said("Dans le noir.* Missions"))
    assert len(missions) == 3
    # it is dark but as long as the lamp is held
    yard = page.get_by_role("img", name="La cour, dans le noir")
    await expect(yard.locator(TOKENS)).to_have_count(0)
    await page.keyboard.down("l")
    await ear.said("Au plus près")
    await expect(page.locator(TOKENS)).to_have_count(24)
    await inspect(me)
    await page.keyboard.up("l")
    await expect(page.locator(TOKENS)).to_have_count(0)
    sack: list[str] = []
    for number in (1, 2, 3):
        await ear.take()
        await page.keyboard.down("l")
        (felt,) = tokens_in(await ear.said("Dans votre main"))
        await page.keyboard.up("l")
        await page.keyboard.press("s")
        await ear.said(f"{number} pièces? au sac")
        sack.append(felt)
    await page.keyboard.down("x")
    told = await ear.said("Vous avez dans votre sac")
    await page.keyboard.up("x")
    # what the lamp has shown is what there is, and it counts what it would at a table
    assert sorted(tokens_in(told.partition(".")[0])) == sorted(sack)
    eggs = max(0, 2 * len({*sack} & {*missions}) - len(sack))
    assert ("aucun œuf" if eggs == 0 else f"{eggs} œuf") in told
    await expect(page.locator(TOKENS)).to_have_count(21)
    await expect(page.get_by_role("heading", level=2)).to_be_focused()
    await inspect(me)
    await ear.press("Une autre cour")
    await ear.said("Dans le noir.* Missions")
    assert me.complaints == []


async def test_the_boxes_of_the_lesson_by_touch_on_a_small_phone(browser: Browser, house: str) -> None:
    me = await visit(browser, house, "en", size=(360, 640), fixed=True, path="/maitre/lesson")
    page = me.page
    await page.evaluate("""localStorage.setItem('renardiere.lesson.maitre', '{"at":"lit","done":["0"]}')""")
    await page.reload()
    await page.get_by_role("button", name="Go on: By lamplight").tap()
    await inspect(me)
    await page.get_by_role("button", name="Search the yard").tap()
    lamp = page.get_by_role("button", name="Light")
    await lamp.wait_for()
    await no_sideways(page)
    assert await page.evaluate("document.documentElement.scrollHeight <= innerHeight")
    at = await lamp.bounding_box()
    assert at
    touch = await page.context.new_cdp_session(page)
    spot = {"x": at["x"] + 20, "y": at["y"] + 20}
    await touch.send("Input.dispatchTouchEvent", {"type": "touchStart", "touchPoints": [spot]})
    await expect(page.locator(TOKENS)).to_have_count(12)
    await inspect(me)
    await touch.send("Input.dispatchTouchEvent", {"type": "touchEnd", "touchPoints": []})
    await expect(page.locator(TOKENS)).to_have_count(0)
    for number in (1, 2, 3):
        await seen_and_taken(me)
        await page.get_by_role("button", name="Into the sack", disabled=False).tap()
        await page.get_by_role("list", name=re.compile(f"^Your sack: {number} token")).wait_for()
    at = await page.get_by_role("button", name="Stop", exact=True).bounding_box()
    assert at
    spot = {"x": at["x"] + 20, "y": at["y"] + 20}
    await touch.send("Input.dispatchTouchEvent", {"type": "touchStart", "touchPoints": [spot]})
    await expect(page.locator(TOKENS)).to_have_count(9)
    await touch.send("Input.dispatchTouchEvent", {"type": "touchEnd", "touchPoints": []})
    await no_sideways(page)
    await inspect(me)
    await page.get_by_role("button", name="Continue").tap()
    # one leaves, and goes on there: in the dark there is no lamp, and it may be passed over
    await expect(page.get_by_role("heading", level=1, name="In the dark")).to_be_focused()
    await page.reload()
    await page.get_by_role("button", name="Go on: In the dark").tap()
    await page.get_by_role("button", name="Search the yard").tap()
    await page.get_by_role("button", name="Grip").wait_for()
    await expect(lamp).to_have_count(0)
    await page.reload()
    await page.get_by_role("button", name="Go on: In the dark").tap()
    await page.get_by_role("button", name="Skip").tap()
    right = 0
    for number in range(1, 11):
        await expect(page.get_by_role("heading", level=1)).to_have_text(f"Trial, token {number} of 10")
        await page.get_by_role("list", name="What it may be").get_by_role("button").first.tap()
        onward = page.get_by_role("button", name="Continue")
        await onward.wait_for()
        right += await page.get_by_text(re.compile("^Yes, it is .*, in ")).count()
        await onward.tap()
    await expect(page.get_by_role("heading", level=2)).to_have_text(f"{right} out of 10")
    quick = {0: "None within", 1: "One of them within"}.get(right, f"{right} of them within")
    await expect(page.get_by_text(re.compile(f"^{quick} six seconds"))).to_be_visible()
    await inspect(me)
    assert me.complaints == []
