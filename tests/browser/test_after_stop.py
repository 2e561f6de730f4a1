"""Maître Renard from the stop on, through the page: searches are told beforehand, two people play on."""

from __future__ import annotations

import asyncio
import re

import pytest
from playwright.async_api import Browser, Locator, expect

from tests.browser.conftest import Timed
from tests.browser.player import Player, visit
from tests.browser.rehearsed import Search
from tests.browser.test_access import inspect
from tests.browser.test_lesson import VOICE

SEARCHES = [
    # § 6: three missions; one mission and two that count against it: 1 − 2 is 0
    Search(0, [["m0", "m1", "m2"], ["m0", "m0", "x0"]]),
    # § 5: two ruses cost a point, and neither works: 1 − 1
    Search(1, [["m0", "fox", "fox"], ["m0", "m1", "m2"]]),
    # § 5: as many eggs, so the older steals first
    Search(1, [["m0", "m1", "x0", "snake"], ["m2", "m0", "x1", "snake"]]),
    Search(0, [["m0", "m1", "m2", "fox"], ["m0", "m1", "m2", "hammer"]]),
    # § 7: ten each; the youngest wins
    Search(1, [["m0", "m1", "x0"], ["m0", "m1", "m2", "fox"]]),
]
EGGS = [(3, 0), (3, 3), (5, 3), (9, 6), (10, 10)]

LISTENED = """
learnFrench()
localStorage.setItem('renardiere.aloud', 'yes')
const speak = speech.speak
speech.speak = (utterance) => {
  speak(utterance)
  setTimeout(() => utterance.dispatchEvent(new Event('end')))
}
"""
"""Each sentence is over at once."""

SAYS = {
    "fr": {"down": re.compile("^Masque baissé"), "next": "Manche suivante", "rank": "Voir le classement"},
    "en": {"down": re.compile("^Mask down"), "next": "Next round", "rank": "See the ranking"},
}


class Seated:
    """Somebody at the table, by keyboard alone."""

    def __init__(self, me: Player) -> None:
        self.me, self.page, self.says = me, me.page, SAYS[me.language]
        self.log = me.page.get_by_role("log", name=re.compile("^(Ce qui se passe|What happens)$"))

    def button(self, name: str | re.Pattern[str]) -> Locator:
        return self.page.get_by_role("button", name=name, exact=True)

    async def press(self, name: str | re.Pattern[str]) -> None:
        """Tab to it, and press."""
        button = self.button(name).first
        await expect(button).not_to_have_attribute("aria-disabled", "true")
        for _ in range(40):
            if await button.evaluate("button => button === document.activeElement"):
                await self.page.keyboard.press("Enter")
                return
            await self.page.keyboard.press("Tab")
        raise AssertionError(f"{name} is out of reach")

    def sack(self, name: str) -> Locator:
        sacks = self.page.get_by_role("list", name=re.compile("^(Les sacs|The sacks)$"))
        return sacks.locator("> li").filter(has=self.page.get_by_role("heading", level=3, name=re.compile(f"^{name}")))


@pytest.fixture
def table(timed_house: Timed) -> Timed:
    timed_house.rehearse(SEARCHES)
    return timed_house


async def test_from_the_stop_to_the_ranking(browser: Browser, table: Timed) -> None:
    me = await visit(browser, table.address, "fr", size=(360, 640))
    await me.page.context.add_init_script(VOICE + LISTENED)
    await me.page.goto("/new?game=maitre&with=friend")
    alix = Seated(me)
    await expect(me.page.get_by_text("toutes les mains fouillent en même temps")).to_be_visible()
    await expect(me.page.get_by_role("radio", name="Sur cet appareil")).to_have_count(0)
    await me.page.get_by_role("group", name="Combien de joueurs").get_by_label("2", exact=True).check()
    await me.page.get_by_label("Votre nom").fill("Alix")
    await me.page.locator("summary").press("Enter")
    await me.page.get_by_role("slider", name="Main\N{NO-BREAK SPACE}: Alix").press("ArrowRight")
    await alix.button("Rajeunir d’un rang\N{NO-BREAK SPACE}: Alix").press("Enter")
    await inspect(me)
    await alix.press("Créer le lien")
    await me.page.get_by_label("Lien", exact=True).wait_for()
    for term in ("jusqu’à 10 œufs", "Du plus âgé au plus jeune\N{NO-BREAK SPACE}: Place 2, Alix.", "Mains.*Alix 110"):
        await expect(me.page.get_by_text(re.compile(term))).to_be_visible()

    guest = await visit(browser, table.address, "en", size=(1024, 768), theme="day", path=me.page.url)
    await guest.page.get_by_label("Your name").fill("Sam")
    await guest.button("sit").click()
    sam = Seated(guest)

    for number, eggs in enumerate(EGGS, 1):
        await asyncio.gather(*(one.press(one.says["down"]) for one in (alix, sam)))
        await expect(alix.log).to_contain_text(re.compile("crie"))
        if number == 3:
            await thefts(alix, sam)
        last = number == len(EGGS)
        await expect(alix.log).to_contain_text(re.compile(f"{eggs[0]} œufs en tout.*{eggs[1]} œufs? en tout"))
        await expect(sam.log).to_contain_text(re.compile(f"You: .*, {eggs[1]} eggs? in all"))
        if number == 1:
            await first_count(alix)
        if number == 2:
            await expect(alix.sack("Vous")).to_contain_text("1 mission trouvée, +1 · deux ruses se gênent, −1")
        await asyncio.gather(*(one.press(one.says["rank" if last else "next"]) for one in (alix, sam)))

    await expect(me.page.get_by_role("heading", level=2, name="Vous gagnez la partie")).to_be_focused()
    await expect(me.page.get_by_text("le plus jeune gagne")).to_be_visible()
    ranking = guest.page.get_by_role("list", name="Ranking").get_by_role("listitem")
    await expect(ranking).to_have_text([re.compile("First, Alix\\W+10 eggs"), re.compile("Second, You\\W+10 eggs")])
    await inspect(me)
    said = await me.page.evaluate("said.filter((it) => it !== 'silence')")
    for words in (
        "Vous criez stop !",
        "Sam a dans son sac : ",
        "missions trouvées, plus trois",
        "La partie est finie.",
    ):
        assert any(words in line for line in said), words

    await me.page.goto(f"{me.page.url}/replay")
    await alix.press("À la fin")
    await expect(me.page.get_by_text("Manche 5, comptée. La partie est finie.")).to_be_visible()
    await alix.press("Vérifier les donnes")
    await me.page.get_by_role("heading", name="Donnes vérifiées").wait_for()
    assert me.complaints == guest.complaints == []


async def test_four_on_a_phone(browser: Browser, timed_house: Timed) -> None:
    """Four sacks, the sentence and its buttons are in one window; in a lower one, and in large letters, the buttons."""
    others = [["m2", "m0", "x1"], ["m1", "m2", "x2", "x0"], ["x2"]]
    timed_house.rehearse([Search(1, [sack, *others]) for sack in ([], [], ["m0", "m1", "x0", "snake"])])
    me = await visit(browser, timed_house.address, "fr", size=(360, 640), path="/new?game=maitre&with=bot")
    await me.page.get_by_role("group", name="Combien de joueurs").get_by_label("4", exact=True).check()
    await me.button("start").click()
    alix, page = Seated(me), me.page
    for _ in range(2):
        await alix.button(SAYS["fr"]["down"]).click()
        await alix.button("Manche suivante").click()
    await alix.button(SAYS["fr"]["down"]).click()
    await alix.button(re.compile(r"^Voler .* à Robot\sB1$")).first.click()
    await expect(page.locator(".more").filter(has_text="chez Robot B1")).to_be_visible()
    answers = [alix.button(name) for name in ("Ne rien voler", "Voler")]
    assert await page.evaluate("document.documentElement.scrollHeight <= innerHeight")
    await inspect(me)
    for height, letters in ((560, "100"), (640, "150"), (560, "150")):
        await page.set_viewport_size({"width": 360, "height": height})
        await page.evaluate("size => { document.documentElement.dataset.text = size }", letters)
        for answer in answers:
            await expect(answer).to_be_in_viewport(ratio=1)
        await inspect(me)
    await answers[1].click()
    await expect(alix.log).to_contain_text(re.compile(r"Vous volez .* à Robot\sB1"))
    assert me.complaints == []


async def first_count(alix: Seated) -> None:
    """Who called, what each sack holds, what counts against it; and the film, which only starts if one wishes."""
    page = alix.page
    await expect(alix.sack("Vous")).to_contain_text("Stop")
    await expect(alix.sack("Vous").get_by_role("listitem")).to_have_text([re.compile("mission trouvée, \\+1")] * 3)
    await expect(alix.sack("Sam")).to_contain_text(
        "1 mission trouvée, +1 · 2 butins en trop, −2 · jamais moins que zéro"
    )
    await expect(alix.sack("Sam").get_by_role("listitem").filter(has_text="−1")).to_have_count(2)
    await alix.press("Revoir les mains")
    slider = page.get_by_role("slider", name="Où en est le film")
    await expect(slider).to_have_attribute("aria-valuetext", re.compile("^0:00 sur 0:04. La fouille commence."))
    await slider.press("End")
    await expect(page.get_by_role("status").filter(has_text="Stop")).to_be_visible()
    await page.get_by_text("Ce que les mains ont fait").press("Enter")
    moments = page.get_by_role("dialog").get_by_role("listitem").get_by_role("button")
    await expect(moments).to_have_count(12)  # six tokens, each gripped and put in a sack
    await expect(moments.first).to_have_text(re.compile("0:00 Vous prend"))
    await inspect(alix.me)
    await alix.press("Lancer le film")
    await expect(slider).to_have_attribute("aria-valuetext", re.compile("^0:04 sur 0:04"))
    await page.keyboard.press("Escape")


async def thefts(alix: Seated, sam: Seated) -> None:
    """As many eggs, and Sam is older: Sam's snake first, which sleeps on; then Alix takes what was missing."""
    await expect(alix.log).to_contain_text("Sam a un serpent, et choisit quoi voler")
    await expect(alix.button(re.compile("^Voler .* à Sam"))).to_have_count(0)
    await expect(sam.log).to_contain_text("Your snake is awake")
    await sam.press("Steal nothing")
    await expect(alix.log).to_contain_text("Sam laisse dormir son serpent.")
    loot = alix.button(re.compile("^Voler .* à Sam$"))
    await expect(loot).to_have_count(3)  # no ruse
    await expect(alix.sack("Vous").get_by_role("button")).to_have_count(0)
    await inspect(alix.me)
    names = [await one.get_attribute("aria-label") or "" for one in await loot.all()]
    meant = alix.page.get_by_text("une mission pour vous, +1")
    for name in names:
        await alix.press(name)
        if await meant.count():
            break
    await expect(loot.and_(alix.page.locator("[aria-pressed=true]"))).to_have_count(1)
    await alix.press("Voler")
    await expect(sam.log).to_contain_text(re.compile("Alix steals .* from you"))
    await expect(alix.sack("Vous").get_by_role("listitem")).to_have_count(5)
