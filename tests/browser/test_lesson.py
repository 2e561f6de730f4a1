"""The lesson, through the page: by touch, by keyboard alone, left and taken up again, and read aloud."""

from __future__ import annotations

import re

import pytest
from playwright.async_api import Browser, expect

from tests.browser.player import LISTEN, Player, no_sideways, visit
from tests.browser.test_access import inspect

ASKED: dict[str, list[str]] = {
    "lead": ["K10"],
    "follow": ["B8"],
    "trump": ["K2"],
    "swan": ["B1"],
    "fox": ["B3", "B8"],
    "woodcutter": ["K5", "M10"],
    "treasure": ["B10"],
    "witch": ["K9"],
    "monarch": ["M11"],
    "answer": ["K1"],
    "greed": ["B2", "B8"],
    "humble": ["B4", "B10"],
}
"""What does what each step asks for: the cards that are touched."""

DUET: dict[str, list[str]] = {
    "follow": ["D8"],
    "paws": ["R10"],
    "lose": ["S4"],
    "trump": ["R6"],
    "edges": ["R2"],
    "musician": ["R1", "1 espace vers Goupil, une gemme"],
    "foxes": ["S3", "Moi", "S6"],
    "gazelle": ["R5", "3 espaces vers vous, une gemme"],
    "gift": ["D8", "S10"],
    "heir": ["S8"],
    "forest": ["D8", "space 10"],
    "free": ["D4", "D6"],
}
"""The same of Duo: cards, buttons, and the space at the end of the path."""

FENNECS: list[list[str]] = [
    ["2@0"],
    ["-2@0?"],
    ["take@0"],
    ["take@1"],
    ["take@0"],
    ["take@0"],
    ["0+@0", "take@0"],
    ["take@0", "6"],
    ["SN@0?"],
    ["take@0"],
    ["-1@0", "take@1"],
]
"""The same of Fennecs, as the notation has it."""

VOICE = """
window.said = []
window.voices = [{lang: 'en-US', localService: true, default: true, name: 'Alice', voiceURI: 'alice'}]
const heard = new EventTarget()
window.SpeechSynthesisUtterance = class extends EventTarget {
  constructor(text) {
    super()
    this.text = text
  }
}
const speech = {
  getVoices: () => window.voices,
  addEventListener: (...what) => heard.addEventListener(...what),
  speak(utterance) {
    window.said.push(`${utterance.voice.name}: ${utterance.text}`)
    window.finish = () => utterance.dispatchEvent(new Event('end'))
  },
  cancel: () => window.said.push('silence'),
}
Object.defineProperty(window, 'speechSynthesis', {value: speech})
window.learnFrench = () => {
  window.voices = [...window.voices, {lang: 'fr-FR', localService: true, name: 'Amélie', voiceURI: 'amelie'}]
  heard.dispatchEvent(new Event('voiceschanged'))
}
"""
"""A browser's voice that writes down what it says; a sentence ends when `finish()` is called."""


async def place(me: Player, step: int) -> None:
    words = f"Étape {step} sur 13" if me.language == "fr" else f"Step {step} of 13"
    await expect(me.page.get_by_role("heading", level=1).get_by_text(words)).to_be_visible()


async def touch(me: Player, card: str) -> None:
    """Raise a card, and touch it again."""
    for _ in range(2):
        await me.card(card).tap(position={"x": 12, "y": 12})
    await expect(me.card(card)).to_have_count(0)


async def test_the_whole_lesson_by_touch_on_a_small_phone(browser: Browser, house: str) -> None:
    me = await visit(browser, house, "fr", size=(360, 560))
    # whoever has never played is asked
    await expect(me.page.get_by_text("Première fois ?")).to_be_visible()
    await inspect(me)
    await me.page.get_by_role("link", name="Apprendre en jouant").first.tap()
    for number, cards in enumerate(ASKED.values(), 1):
        await place(me, number)
        await me.playable.first.wait_for()
        await no_sideways(me.page)
        # all of it is in sight: nobody has to scroll for a card
        assert await me.page.evaluate("document.documentElement.scrollHeight <= innerHeight")
        for card in cards:
            await touch(me, card)
        if number > 10:  # the end of a round, counted as at a table
            await expect(
                me.page.get_by_role("dialog").get_by_text(re.compile(r"^(Victoire|Humilité)\s:"))
            ).to_be_visible()
            await me.page.get_by_role("dialog").get_by_role("button", name="Continuer").tap()
        await expect(me.page.get_by_text("C’est bien ça.")).to_be_visible()
        if number in (1, 6, 12):
            await inspect(me)
        await me.button("continue").tap()
    await place(me, 13)
    dialog = me.page.get_by_role("dialog")
    while not await dialog.count():
        await me.playable.or_(dialog).first.wait_for()
        if await me.playable.count():
            await me.decide()
    await inspect(me)
    await dialog.get_by_role("button", name="Continuer").tap()
    await me.button("continue").tap()

    await expect(me.page.get_by_role("heading", level=1, name="Vous savez jouer")).to_be_visible()
    await inspect(me)
    await me.page.get_by_role("button", name="Jouer une partie facile").dblclick()
    await expect(me.cards).to_have_count(13)
    await expect(me.page.get_by_text("Robot 1").first).to_be_visible()
    # home knows that this one has played: the offer is gone, the lesson is still there
    await me.page.goto("/")
    await expect(me.page.get_by_role("link", name=re.compile(r"^Robot\s1"))).to_have_count(1)
    await expect(me.page.get_by_text("Première fois ?")).to_have_count(0)
    await expect(me.page.get_by_role("link", name="Apprendre en jouant").first).to_be_visible()
    assert me.complaints == []


async def test_duos_lesson_by_touch_on_a_small_phone(browser: Browser, house: str) -> None:
    """Every step as it is asked for, one wrong answer, left in the middle; then an easy game."""
    me = await visit(browser, house, "fr", size=(360, 560), path="/new?game=duet&with=bot")
    # whoever comes to play it for the first time is asked
    await me.page.get_by_role("complementary", name="Leçon").get_by_role("link").tap()
    for number, deeds in enumerate(DUET.values(), 1):
        await expect(me.page.get_by_role("heading", level=1).get_by_text(f"Étape {number} sur 12")).to_be_visible()
        await me.playable.first.wait_for()
        await no_sideways(me.page)
        assert await me.page.evaluate("document.documentElement.scrollHeight <= innerHeight"), number
        if number == 2:  # what loses is explained, and left where one was
            await touch(me, "R6")
            await expect(me.page.get_by_text(re.compile("^Pas de gemme là où le jeton s’arrête"))).to_be_visible()
            await me.page.reload()
            await me.playable.first.wait_for()
        for deed in deeds:
            if deed[0] in "DRS" and deed[1:].isdigit():
                await touch(me, deed)
            else:
                if number in (6, 7, 11):
                    await me.page.locator(".dock button").first.wait_for()
                    await inspect(me)
                if deed.startswith("space"):  # the first touch only chooses
                    space = me.page.locator(f"[data-space='{deed[6:]}']")
                    await space.tap()
                    await expect(me.page.get_by_role("button", name="Du côté")).to_have_class(re.compile("main"))
                    await space.tap()
                else:
                    await me.page.get_by_role("button", name=deed).tap()
        await expect(me.page.get_by_text("C’est bien ça.")).to_be_visible()
        assert await me.page.evaluate("document.documentElement.scrollHeight <= innerHeight"), number
        await me.button("continue").tap()
    await expect(me.page.get_by_role("heading", level=1, name="Vous savez jouer")).to_be_visible()
    await inspect(me)
    await me.page.get_by_role("button", name="Jouer une partie facile").dblclick()
    await me.page.get_by_role("button", name="Distribuer", exact=True).wait_for()
    await me.page.goto("/new?game=duet&with=bot")
    await me.page.get_by_role("button", name="Commencer").wait_for()
    await expect(me.page.get_by_role("complementary", name="Leçon")).to_have_count(0)
    assert me.complaints == []


async def test_fennecs_lesson_by_touch_on_a_small_phone(browser: Browser, house: str) -> None:
    """Every step as it is asked for, one wrong answer, left in the middle; then an easy game."""
    me = await visit(browser, house, "fr", size=(360, 560), path="/new?game=fennecs&with=bot")
    await me.page.get_by_role("complementary", name="Leçon").get_by_role("link").tap()

    async def do(deed: str) -> None:
        """``2@0?``, or ``take@1``, each touched twice; ``6`` is chosen."""
        what, _, where = deed.partition("@")
        if not where:
            await me.page.get_by_role("button", name=re.compile(f"^{what}\\s: ")).tap()
            return
        spot = me.page.get_by_role("button", name=re.compile(f"^Prendre la colonne {int(where[0]) + 1}"))
        if what != "take":
            await me.hand.locator(f"[data-card='{what}']").tap(position={"x": 12, "y": 12})
            hide = me.page.get_by_role("button", name="Cacher", exact=True)
            if where.endswith("?") and await hide.count():
                await hide.tap()
            spot = me.page.get_by_role("button", name=re.compile(f"^Poser .* ici, colonne {int(where[0]) + 1}"))
        for _ in range(2):
            await spot.tap()

    for number, deeds in enumerate(FENNECS, 1):
        await expect(me.page.get_by_role("heading", level=1).get_by_text(f"Étape {number} sur 11")).to_be_visible()
        await me.page.locator("section.frame button.head").first.wait_for()
        await no_sideways(me.page)
        assert await me.page.evaluate("document.documentElement.scrollHeight <= innerHeight"), number
        if number == 4:  # what is wrong is explained, and left where one was
            await do("take@0")
            await expect(me.page.get_by_text(re.compile("^5 \\+ 4 font 9"))).to_be_visible()
            await inspect(me)
            await me.page.reload()
            await me.page.locator("section.frame button.head").first.wait_for()
        if number in (2, 8, 10):
            await inspect(me)
        for deed in deeds:
            await do(deed)
        await expect(me.page.get_by_text("C’est bien ça.")).to_be_visible()
        assert await me.page.evaluate("document.documentElement.scrollHeight <= innerHeight"), number
        await me.button("continue").tap()
    await expect(me.page.get_by_role("heading", level=1, name="Vous savez jouer")).to_be_visible()
    await inspect(me)
    await me.page.get_by_role("button", name="Jouer une partie facile").dblclick()
    await expect(me.cards).to_have_count(4)
    assert me.complaints == []


async def test_by_keyboard_alone_with_wrong_answers(browser: Browser, house: str) -> None:
    me = await visit(browser, house, "en", size=(1024, 768), theme="day")
    await me.page.goto("/forest/lesson")
    keys = me.page.keyboard
    focused = me.hand.locator(":focus")

    async def to(card: str) -> None:
        await keys.press("Home")
        for _ in range(4):
            if await focused.get_attribute("data-card") == card:
                return
            await keys.press("ArrowRight")
        raise AssertionError(f"{card} is out of reach")

    async def press(name: str) -> None:
        """The one way on has the focus; the other is a Tab away."""
        button = me.page.get_by_role("button", name=name, exact=True)
        await button.wait_for()
        await expect(me.page.locator(".dock button:focus")).to_be_visible()
        if not await button.evaluate("button => button === document.activeElement"):
            await keys.press("Shift+Tab")
        await expect(button).to_be_focused()
        await keys.press("Enter")

    # from the title into the hand
    await expect(me.page.get_by_role("heading", level=1)).to_be_focused()
    await keys.press("ArrowRight")
    await expect(focused).to_have_count(1)
    await expect(me.page.get_by_text("Arrows to choose, Enter to play.")).to_be_visible()
    await to("K2")
    await keys.press("Enter")
    await expect(me.page.get_by_text(re.compile("^Reynard followed your suit, and higher"))).to_be_visible()
    await me.page.evaluate(LISTEN)
    await press("Continue")

    # whoever listens learns of the step, and of what is asked, what whoever looks does
    await place(me, 2)
    turn = me.page.get_by_role("log").get_by_text("Your turn: follow bells.")
    await turn.wait_for(state="attached")
    assert await me.page.evaluate("heard") == [
        "Step 2 of 13. Following suit.",
        "Reynard plays the 6 of bells.",
        "Your turn: follow bells.",
    ]

    # a card that may not be played says why, and stays
    await expect(focused).to_have_count(1)
    await to("K10")
    await keys.press("Enter")
    await to("K10")
    await expect(me.page.get_by_text("Follow bells: you hold some.", exact=True)).to_be_visible()
    await expect(me.cards).to_have_count(4)
    # one that loses is played, explained, and taken back
    await to("B4")
    await keys.press("Enter")
    await expect(me.page.get_by_text(re.compile("^Well followed, but the 6 beats the 4"))).to_be_visible()
    await press("Try again")
    await expect(me.cards).to_have_count(4)
    await to("B8")
    await keys.press("Enter")
    await expect(me.page.get_by_text("That’s it.")).to_be_visible()
    await press("Once more")
    await expect(me.cards).to_have_count(4)
    await to("B4")
    await keys.press("Enter")
    await press("Continue")  # nobody is held back

    # a step is chosen from the list, by its name
    await place(me, 3)
    await me.page.get_by_role("heading", level=1).get_by_role("button").focus()
    await keys.press("Enter")
    steps = me.page.get_by_role("dialog").get_by_role("listitem")
    await expect(steps).to_have_count(13)
    await expect(steps.nth(0)).to_have_text(re.compile("done"))
    await expect(steps.nth(2)).not_to_have_text(re.compile("done"))
    await inspect(me)
    await steps.nth(4).get_by_role("button").focus()
    await keys.press("Enter")
    await place(me, 5)
    await expect(focused).to_have_count(1)
    await to("B3")
    await keys.press("Enter")
    await me.button("keep").focus()
    await keys.press("Enter")
    await expect(me.page.get_by_text(re.compile("^The decree stayed"))).to_be_visible()
    await press("Try again")
    await to("B3")
    await keys.press("Enter")
    await to("B10")
    await keys.press("Enter")
    await expect(me.page.get_by_text(re.compile("^Bells have become trump"))).to_be_visible()
    await press("Continue")

    # the Woodcutter's card is found again under the pile
    await place(me, 6)
    for card in ("K5", "B8"):
        await to(card)
        await keys.press("Enter")
    await me.page.get_by_role("button", name=re.compile("^Draw pile")).focus()
    await keys.press("Enter")
    await expect(me.page.get_by_role("dialog").get_by_text("Cards that you put under it: 8 of bells.")).to_be_visible()
    await keys.press("Escape")
    assert me.complaints == []


async def test_left_and_taken_up_again(browser: Browser, house: str) -> None:
    me = await visit(browser, house, "fr", size=(360, 560))
    await me.page.goto("/forest/lesson")
    await touch(me, "K10")
    await me.button("continue").click()
    await place(me, 2)
    await me.page.get_by_role("link", name="Quitter la leçon").click()
    await me.page.get_by_role("link", name="Reprendre la leçon").click()
    await place(me, 2)
    await me.page.reload()
    await place(me, 2)
    await me.page.get_by_role("button", name="Étape précédente").click()
    await place(me, 1)
    # back from a step, nothing of it is there
    await expect(me.cards).to_have_count(4)
    # declined once, it is not offered again, and stays in reach
    await me.page.goto("/")
    await me.page.get_by_role("button", name="Ne plus proposer la leçon").click()
    await me.page.reload()
    await me.page.get_by_role("link", name="Apprendre en jouant").first.wait_for()
    await expect(me.page.get_by_role("link", name="Reprendre la leçon")).to_have_count(0)
    assert me.complaints == []


async def test_read_aloud(browser: Browser, house: str) -> None:
    me = await visit(browser, house, "fr")
    await me.page.context.add_init_script(VOICE)
    said = lambda: me.page.evaluate("said.splice(0)")  # noqa: E731
    await me.page.goto("/forest/lesson")
    read = me.page.get_by_role("button", name="Lire à voix haute")
    await me.playable.first.wait_for()
    # there is only an English voice yet
    await expect(read).to_have_count(0)
    await me.page.evaluate("learnFrench()")
    await read.wait_for()
    assert not any(":" in words for words in await said())
    await read.click()
    await expect(read).to_have_attribute("aria-pressed", "true")
    [first] = [words for words in await said() if words != "silence"]
    assert first.startswith("Amélie: Ouvrir un pli. Gagner des plis, mais pas trop")
    # a card is said when it is raised, at once
    await me.card("K10").click(position={"x": 12, "y": 12})
    assert (await said())[0] == "silence"
    await me.card("K10").click(position={"x": 12, "y": 12})
    await me.button("continue").wait_for()
    assert any("Goupil a suivi dans votre couleur" in words for words in await said())
    # leaving, all is quiet, whatever was being said
    await me.page.get_by_role("link", name="Quitter la leçon").click()
    await me.page.get_by_role("heading", level=1, name="La Renardière").wait_for()
    assert (await said())[-1] == "silence"

    # the wish is a setting, and holds at the tables
    await me.page.goto("/settings")
    await me.page.evaluate("learnFrench()")
    await expect(me.page.get_by_role("switch", name=re.compile("^Lire à voix haute"))).to_be_checked()
    await inspect(me)
    await me.page.goto("/")
    await me.page.evaluate("learnFrench()")
    await me.new_table("bot", 1)
    await me.playable.first.wait_for()
    while not any("À vous" in words for words in await said()):
        await me.page.evaluate("window.finish?.()")
    await me.page.get_by_role("button", name="Menu de la table").click()
    await me.page.get_by_role("link", name="Accueil").click()
    await me.page.get_by_role("heading", level=1, name="La Renardière").wait_for()
    assert (await said())[-1] == "silence"
    await me.page.goto("/settings")
    await me.page.evaluate("learnFrench()")
    await me.page.get_by_role("switch", name=re.compile("^Lire à voix haute")).uncheck()
    await me.page.goto("/forest/lesson")
    await me.page.evaluate("learnFrench()")
    await read.wait_for()
    assert not any(":" in words for words in await said())
    assert me.complaints == []


async def printed(me: Player) -> None:
    """Whatever the paper, there is one sheet for each language."""
    for size, (width, height) in {"A5": (420, 595), "A6": (298, 420)}.items():
        await me.page.get_by_role("radio", name=size).check()
        sheet = await me.page.pdf(prefer_css_page_size=True)
        boxes = re.findall(rb"/MediaBox \[0 0 ([\d.]+) ([\d.]+)\]", sheet)
        assert [(round(float(w)), round(float(h))) for w, h in boxes] == [(width, height)] * 2


@pytest.mark.parametrize("game", ["duet", "fennecs", "maitre"])
async def test_each_card_is_printed_on_one_sheet(browser: Browser, house: str, game: str) -> None:
    me = await visit(browser, house, "fr", path=f"/{game}/card")
    await me.page.get_by_role("radio", name="Les deux").check()
    await printed(me)


async def test_the_reference_card_is_printed_alone_on_its_sheet(browser: Browser, house: str) -> None:
    me = await visit(browser, house, "fr", size=(360, 560))
    await me.page.get_by_role("link", name="Apprendre en jouant").first.wait_for()
    await me.new_table("bot", 1)
    await me.page.get_by_role("button", name="Aide de jeu").click()
    await me.page.get_by_role("link", name="Aide de jeu à imprimer").click()
    await me.page.get_by_role("radio", name="Les deux").check()
    await inspect(me)
    sheets = me.page.get_by_role("article")
    await expect(sheets).to_have_count(2)
    await expect(sheets.nth(0).get_by_text("Trésor", exact=False).first).to_be_visible()
    await expect(sheets.nth(1).get_by_text("Treasure", exact=False).first).to_be_visible()
    await printed(me)
    await me.page.emulate_media(media="print")
    await expect(sheets.nth(0)).to_be_visible()
    await expect(me.page.get_by_role("button")).to_have_count(0)
    assert await sheets.nth(0).evaluate("sheet => getComputedStyle(sheet).color") == "rgb(17, 17, 17)"
    assert me.complaints == []
