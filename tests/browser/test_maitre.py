"""Maître Renard's first lesson, through the page: by keyboard and by ear alone, then by touch on a small phone."""

from __future__ import annotations

import re
from math import log

from playwright.async_api import Browser, expect

from renardiere.yard.frame import GAP
from renardiere.yard.messages import Do
from tests.browser.player import Player, visit
from tests.browser.test_access import inspect
from tests.browser.test_lesson import VOICE
from tests.yard.held import frames, holding

LISTEN = """
window.heard = []
for (const how of ['setValueAtTime', 'setTargetAtTime']) {
  const set = AudioParam.prototype[how]
  AudioParam.prototype[how] = function (value, ...when) {
    if (value >= 200 && value < 900) heard.push(['tone', value])
    else if (this.minValue === -1) heard.push(['side', Math.sign(value)])
    return set.call(this, value, ...when)
  }
}
"""
"""What is asked of the audio graph: the heights of tones, and the sides that clicks, thuds and notes come from."""

KINDS = {
    "Poule": "hen",
    "Oie": "goose",
    "Cheval": "horse",
    "Vache": "cow",
    "Cochon": "pig",
    "Mouton": "sheep",
    "Fromage": "cheese",
    "Poisson": "fish",
}


def tune(kind: str) -> list[float]:
    """The gaps of an automatic turn, in mm, as the yard tells them."""
    return [bytes.fromhex(frame)[-1] * GAP for frame in frames(holding(kind), bytes((Do.TURN_ONCE,)), 72)]


def unlike(heard: list[float], known: list[float]) -> float:
    """How far apart two tunes are, from wherever in the turn the first begins."""
    turns = [known[start:] + known[:start] for start in range(len(known))]
    return min(sum(abs(a - b) for a, b in zip(heard, turn, strict=False)) for turn in turns)


class Listener:
    """Somebody who sees nothing: keys, names of what can be chosen, what the voice says, what sounds."""

    def __init__(self, me: Player) -> None:
        self.me, self.page = me, me.page
        self.tunes = {name: tune(kind) for name, kind in KINDS.items()}
        self.choices = me.page.get_by_role("list", name="Les pièces possibles").get_by_role("button")

    async def said(self, words: str) -> None:
        await self.page.wait_for_function("words => said.findLast((it) => it !== 'silence').includes(words)", arg=words)

    async def press(self, name: str) -> None:
        button = self.page.get_by_role("button", name=name, exact=True)
        for _ in range(30):
            if await button.evaluate("button => button === document.activeElement"):
                await self.page.keyboard.press("Enter")
                return
            await self.page.keyboard.press("Tab")
        raise AssertionError(f"{name} is out of reach")

    async def heard(self, what: str) -> list[float]:
        return [value for kind, value in await self.page.evaluate("heard") if kind == what]

    async def names(self) -> list[str]:
        """What can be chosen, each with a few words on how it feels."""
        names = [await choice.get_attribute("aria-label") or "" for choice in await self.choices.all()]
        assert all(re.fullmatch(r"\w+, \w.{9,}", name) for name in names)
        return [name.partition(",")[0] for name in names]

    async def recognise(self, among: list[str]) -> str:
        """Which it is, after one turn."""
        await self.page.evaluate("heard.length = 0")
        await self.page.keyboard.press("t")
        await self.page.clock.run_for(2600)
        # 220 Hz is 10 mm, two octaves higher 48 mm
        gaps = [10 + 38 * log(pitch / 220, 4) for pitch in await self.heard("tone")]
        assert len(gaps) == 71, "a frame every second tick, and silence at the end"
        assert set(await self.heard("side")) == {-1, 1}
        return min(among, key=lambda name: unlike(gaps, self.tunes[name]))


async def test_by_keyboard_and_by_ear_alone(browser: Browser, house: str) -> None:
    """From home to the score: ten named by their tunes, one wrong on purpose, left and taken up in between; no box is
    searched; then ten on trial, one wrong, one late."""
    me = await visit(browser, house, "fr", size=(1024, 768))
    await me.page.context.add_init_script(VOICE + "learnFrench();localStorage.setItem('renardiere.aloud', 'yes')")
    await me.page.context.add_init_script(LISTEN)
    await me.page.clock.install()
    await me.page.goto("/")
    await me.shelf("maitre").get_by_role("link", name=re.compile("^Apprendre")).press("Enter")
    ear = Listener(me)
    await expect(me.page.get_by_role("heading", level=1)).to_be_focused()
    await ear.said("Amélie: Du bout des doigts. Dans la basse-cour")
    await inspect(me)
    for side, where in (("À gauche", -1), ("À droite", 1)):
        await ear.press(side)
        assert (await ear.heard("side"))[-1] == where
    await ear.press("Entrer dans le noir")

    title = me.page.get_by_role("heading", level=1)
    await expect(title).to_be_focused()
    stage = me.page.get_by_role("img", name="La pièce, dans le noir")
    await expect(stage.locator("circle")).to_have_count(4)  # two pads, each with its halo
    await expect(stage.locator("use")).to_have_count(0)
    await inspect(me)
    await ear.press("À l’oreille seule")
    await expect(stage.locator("svg > *")).to_have_count(0)
    for number, count in enumerate((2, 2, 2, 4, 4, 4, 8, 8, 8, 8), 1):
        await expect(title).to_have_text(f"Pièce {number} sur 10")
        among = await ear.names()
        assert len(among) == count
        await ear.said(f"Pièce {number} sur 10. ")
        token = await ear.recognise(among)
        if number == 5:
            wrong = next(name for name in among if name != token)
            await me.page.keyboard.press(str(among.index(wrong) + 1))
            await ear.said("C’était ")
            told = me.page.get_by_role("figure")
            await expect(told.nth(0)).to_have_text(re.compile(f"C’était\\s*{token}"))
            await expect(told.nth(1)).to_have_text(re.compile(f"Vous avez dit\\s*{wrong}"))
            await inspect(me)
            # one leaves, and goes on with the next
            await me.page.goto("/")
            await me.shelf("maitre").get_by_role("link", name=re.compile("^Apprendre")).press("Enter")
            await ear.press("Reprendre : Pièce 6 sur 10")
            continue
        await me.page.keyboard.press(str(among.index(token) + 1))
        await ear.said("Oui, c’est ")
        await expect(me.page.get_by_role("button", name="Continuer")).to_be_focused()
        await me.page.keyboard.press("Enter")
        await expect(title).to_be_focused()
    for name in ("À la lampe", "Dans le noir"):
        await ear.said(f"{name}. ")
        await expect(title).to_have_text(name)
        await ear.press("Passer")
    quick = 0
    for number in range(1, 11):
        await expect(title).to_have_text(f"Épreuve, pièce {number} sur 10")
        await expect(title).to_be_focused()
        among = await ear.names()
        if number == 1:
            await me.page.clock.run_for(60_000)  # as long as nothing is turned, there is time
        token = await ear.recognise(among)
        if number == 2:
            await me.page.clock.run_for(3500)
        told = next(name for name in among if name != token) if number == 3 else token
        await me.page.keyboard.press(str(among.index(told) + 1))
        await ear.said("C’était " if number == 3 else "Oui, c’est ")
        # how fast this machine is, is another matter: it counts what it says
        in_time = await me.page.get_by_text(re.compile(r"^Oui, c’est .*, en [1-6] secondes?\.$")).count()
        assert not (in_time and number in (2, 3))
        quick += in_time
        await me.page.keyboard.press("Enter")
    await ear.said("9 sur 10. ")
    await ear.said(
        "Aucune en six" if quick == 0 else "Une en six" if quick == 1 else f"{quick} en six secondes ou moins."
    )
    await ear.said("Vos doigts voient clair")
    await inspect(me)
    await ear.press("Recommencer")
    await ear.press("Entrer dans le noir")
    await expect(me.page.get_by_role("heading", level=1, name="Pièce 1 sur 10")).to_be_visible()
    assert me.complaints == []


async def test_by_touch_on_a_small_phone(browser: Browser, house: str) -> None:
    """Among eight all is in sight; dragging turns the token, and the light says how wide it is."""
    me = await visit(browser, house, "en", size=(360, 560), theme="day", path="/maitre/lesson")
    await me.page.evaluate("""localStorage.setItem('renardiere.lesson.maitre', '{"at":"6","done":["0"]}')""")
    await me.page.clock.install()
    await me.page.reload()
    await me.page.get_by_role("button", name="Go on: Token 7 of 10").tap()
    stage = me.page.get_by_role("img", name="The token, in the dark")
    pads = stage.locator("svg > g:last-child .pad")
    await expect(pads).to_have_count(2)
    assert await me.page.evaluate("document.documentElement.scrollHeight <= innerHeight")
    await inspect(me)

    async def gap() -> float:
        thumb, finger = [float(await pad.get_attribute("cx") or 0) for pad in await pads.all()]
        assert thumb == -finger
        return finger - thumb - 8

    box = await stage.bounding_box()
    assert box
    x, y = box["x"] + box["width"] / 2, box["y"] + box["height"] / 2
    gaps = {await gap()}
    await me.page.mouse.move(x, y)
    await me.page.mouse.down()
    for step in range(1, 7):  # 10 px are 15°
        await me.page.mouse.move(x + 10 * step, y)
        await me.page.clock.run_for(100)
        gaps.add(await gap())
    await me.page.mouse.up()
    assert len(gaps) >= 3
    assert all(gap % 0.5 == 0 and 10 < gap < 48 for gap in gaps)
    await me.page.get_by_role("button", name=re.compile("^Cheese, ")).tap()
    await me.page.get_by_role("img", name="The token, by lamplight").locator("use").wait_for()
    assert await me.page.evaluate("document.documentElement.scrollHeight <= innerHeight")
    await inspect(me)
    assert me.complaints == []
