"""Maître Renard at the table: two pages play a round to the count. One plays at a keyboard and by ear alone, the other
by touch on a small phone; both at a table at which nobody sees what they feel."""

from __future__ import annotations

import re

from playwright.async_api import Browser, Page, TimeoutError, expect

from renardiere.games.maitre.words import LOOT
from tests.browser.player import Player, no_sideways, visit
from tests.browser.test_access import inspect
from tests.browser.test_lesson import VOICE

READER = (
    VOICE
    + """
learnFrench()
localStorage.setItem('renardiere.aloud', 'yes')
const speak = speech.speak
speech.speak = (utterance) => {
  speak(utterance)
  queueMicrotask(finish)
}
"""
)
"""A voice that has said everything at once."""

LISTEN = """
window.heard = []
const set = AudioParam.prototype.setValueAtTime
AudioParam.prototype.setValueAtTime = function (value, when) {
  if (this.minValue !== -1 && value > 100) heard.push(value)
  return set.call(this, value, when)
}
const glide = AudioParam.prototype.setTargetAtTime
AudioParam.prototype.setTargetAtTime = function (value, ...when) {
  if (value > 200) heard.push(value)
  return glide.call(this, value, ...when)
}
"""
"""What is asked of the audio graph: the pitches, in Hz, of what is struck, of tones and of noise."""

HEARS = """
(pitches) => new Promise((resolve) => {
  const look = (left) => {
    const found = heard.find((pitch) => pitches.includes(pitch))
    if (found || !left) resolve(found ?? 0)
    else requestAnimationFrame(() => look(left - 1))
  }
  look(240)
})
"""

TOUCH, BRUSH, WALL = 1300, 2600, 185
WAYS = ["ArrowRight", "ArrowUp", "ArrowLeft", "ArrowDown"]

APART = """
(steps) => {
  const { top, bottom } = steps.getBoundingClientRect()
  const [time, sack] = ['[role=timer]', '.sack ul'].map((it) => document.querySelector(it).getBoundingClientRect())
  return time.bottom <= top && bottom <= sack.top
}
"""
"""Whether the buttons that lead the hand are between the time and the sack."""

FRENCH = dict(
    zip(
        ("la poule", "l’oie", "le cheval", "la vache", "le cochon", "le mouton", "le fromage", "le poisson"),
        LOOT,
        strict=True,
    )
)


class Blind:
    """Somebody who sees nothing: keys, what is focused, what the voice says, what sounds."""

    def __init__(self, page: Page) -> None:
        self.page = page

    async def said(self, pattern: str) -> str:
        """Wait until that has been said since it was listened for last, and forget what came before."""
        try:
            handle = await self.page.wait_for_function(
                """(pattern) => {
                  const at = said.findIndex((words) => new RegExp(pattern).test(words))
                  return at >= 0 && said.splice(0, at + 1).at(-1)
                }""",
                arg=pattern,
            )
        except TimeoutError as error:
            raise AssertionError(f"not said: {pattern}; but: {await self.page.evaluate('said')}") from error
        words: str = await handle.json_value()
        return words

    async def hears(self, *pitches: int) -> int:
        """Wait for one of these sounds, from now on; 0 if there is none for a while, since all stays as it is."""
        pitch: int = await self.page.evaluate(HEARS, list(pitches))
        return pitch

    async def listen(self) -> None:
        await self.page.evaluate("heard.length = 0")

    async def press(self, name: str) -> None:
        button = self.page.get_by_role("button", name=name, exact=True)
        await button.wait_for()
        for _ in range(60):
            if await button.evaluate("button => button === document.activeElement"):
                await self.page.keyboard.press("Enter")
                return
            await self.page.keyboard.press("Tab")
        raise AssertionError(f"{name} is out of reach")

    async def take(self) -> None:
        """Go on until something is met, and grip it: what is felt there is enough for that."""
        for tries in range(40):
            way = WAYS[tries // 2 % 4]
            await self.listen()
            await self.page.keyboard.down(way)
            met = await self.hears(TOUCH, BRUSH, WALL)
            await self.page.keyboard.up(way)
            if met in (WALL, 0):
                continue
            await self.page.keyboard.press("g")
            if "Une pièce en main" in await self.said("Une pièce en main|Rien entre vos doigts"):
                return
        raise AssertionError("there is nothing to be found")


HOLDS = """
() => new Promise((resolve) => {
  const look = (left) => {
    const found = [...document.querySelectorAll('button')].some((button) => button.textContent === 'Let go')
    if (found || !left) resolve(found)
    else requestAnimationFrame(() => look(left - 1))
  }
  look(90)
})
"""
"""Whether fingers that close have something between them, soon."""


async def taken(me: Player) -> None:
    """Drag over the glass until something is touched, and grip it, until there is something in the hand."""
    box = await me.page.get_by_role("img", name="The yard, in the dark").bounding_box()
    assert box
    x, y = box["x"] + box["width"] / 2, box["y"] + box["height"] / 2
    touch = await me.page.context.new_cdp_session(me.page)
    touches = me.page.get_by_text("You touch something.")
    for swipe in range(60):
        dx, dy = [(0, -1), (1, 0), (0, 1), (-1, 0)][swipe // 6 % 4]
        await touch.send("Input.dispatchTouchEvent", {"type": "touchStart", "touchPoints": [{"x": x, "y": y}]})
        for step in range(1, 13):
            at = {"x": x + 5 * dx * step, "y": y + 5 * dy * step}
            await touch.send("Input.dispatchTouchEvent", {"type": "touchMove", "touchPoints": [at]})
            await me.page.evaluate("new Promise(requestAnimationFrame)")
            if await touches.count():
                break
        await touch.send("Input.dispatchTouchEvent", {"type": "touchEnd", "touchPoints": []})
        if await touches.count():
            await me.page.get_by_role("button", name="Grip").tap()
            if await me.page.evaluate(HOLDS):
                return
    raise AssertionError("there is nothing to be found")


async def test_a_round_to_the_count_by_ear_alone_and_by_touch(browser: Browser, own_house: str) -> None:
    me = await visit(browser, own_house, "fr", size=(1024, 768), fixed=True)
    for script in (READER, LISTEN):
        await me.page.context.add_init_script(script)
    await me.page.goto("/new?game=maitre&with=friend")
    ear, page = Blind(me.page), me.page
    # from the new table on, by keys alone
    await page.get_by_role("group", name="Combien de joueurs").get_by_role("radio", name="2").press("Space")
    await page.get_by_role("switch", name="Tout le monde à l’oreille").press("Space")
    await ear.press("Créer le lien")
    await page.wait_for_url("**/t/*")
    friend = await visit(browser, own_house, "en", size=(360, 640), fixed=True, path=page.url)
    await friend.page.get_by_role("button", name="Sit down").click()

    told = await ear.said("Missions")
    missions = tokens_in(told)
    assert len(missions) == 3
    assert "tout le monde joue à l’oreille" in told
    assert "Baissez le masque" in told
    assert "Point d’interrogation" in told
    await page.keyboard.press("?")
    assert "G : saisir" in await ear.said("Flèches")
    await inspect(me)
    await page.keyboard.press("Escape")
    await ear.press("Masque baissé")
    assert "Missions" not in await ear.said("On attend")
    await friend.page.get_by_role("button", name="Mask down").tap()
    for count in ("Trois", "Deux", "Un", "Dans le noir"):
        await ear.said(f": {count}")

    # the keyboard is where the hand is, and its buttons are apart from what is read
    await expect(page.get_by_role("region", name="Dans le noir")).to_be_focused()
    assert await page.get_by_role("group", name="Conduire la main").evaluate(APART)
    # who leaves is told what becomes of the hand
    await friend.page.get_by_role("button", name="Table menu").tap()
    await friend.page.get_by_role("button", name="Leave the table").tap()
    await expect(friend.page.get_by_role("dialog").get_by_text("Until the stop your hand lies still")).to_be_visible()
    await friend.page.get_by_role("button", name="Keep playing").tap()

    # nothing is shown to anybody of what they feel
    yard = page.get_by_role("img", name="La cour, dans le noir")
    await expect(yard.locator("svg > *")).to_have_count(1)  # the floor
    assert "à gauche" in await where(ear)
    await ear.take()
    await ear.listen()
    await page.keyboard.press("t")
    await page.wait_for_function("() => heard.filter((pitch) => pitch >= 220 && pitch <= 880).length > 60")
    tune = [pitch for pitch in await page.evaluate("heard") if 220 <= pitch <= 880]
    assert len(set(tune)) > 5, "a token sounds as wide as it is, all around"
    await expect(page.locator("svg circle.pad")).to_have_count(0)
    await page.keyboard.press("s")
    await ear.said("1 pièce au sac")
    await page.keyboard.press("x")
    await ear.said("Pour un stop, il manque 2 pièces au sac")

    await taken(friend)
    await friend.page.get_by_role("button", name="Into the sack", disabled=False).tap()
    await friend.page.get_by_role("list", name="Your sack: 1 token of 4").wait_for()
    await no_sideways(friend.page)
    await inspect(friend)

    for number in (2, 3):
        await ear.take()
        await page.keyboard.press("s")
        await ear.said(f"{number} pièces au sac")
    # one goes back to the hand, and into the sack again
    await page.keyboard.press("1")
    await ear.said("Reprise du sac")
    await page.keyboard.press("s")
    await ear.said("3 pièces au sac")
    await page.keyboard.press("b")
    assert re.search(r"Pièce 3 : de \d+ à \d+ millimètres", await ear.said("Pièce 1"))
    await page.keyboard.down("x")
    await ear.said("Vous criez stop")
    await page.keyboard.up("x")

    own = tokens_in(await ear.said("Vous avez dans votre sac"))
    others = tokens_in(await ear.said("a dans son sac"))
    assert (len(own), len(others)) == (3, 1)
    eggs = [max(0, 2 * len({*sack} & {*missions}) - len(sack)) for sack in (own, others)]
    counted = await ear.said("en tout")
    assert re.findall(r"(\d+) œufs? en tout", counted) == [str(count) for count in eggs]
    # the other page tells the same
    await friend.page.get_by_role("button", name="Next round").wait_for()
    seats = friend.page.get_by_role("list", name="At this table").get_by_role("listitem")
    for count in eggs:
        await expect(seats.filter(has_text=f"{count} egg")).not_to_have_count(0)
    await ear.press("Manche suivante")
    await friend.page.get_by_role("button", name="Next round").tap()
    await ear.said("Manche 2. Missions")
    assert me.complaints == friend.complaints == []


def tokens_in(words: str) -> list[str]:
    return [FRENCH[the] for the in re.findall("|".join(FRENCH), words)]


async def where(ear: Blind) -> str:
    await ear.page.keyboard.press("p")
    return await ear.said("à peu près")
