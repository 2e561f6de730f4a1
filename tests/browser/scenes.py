"""What is photographed: moments of the page and the way there. ``python -m tests.browser.shots`` takes them."""

from __future__ import annotations

import re
from collections.abc import Awaitable, Callable
from dataclasses import dataclass, replace
from pathlib import Path

from playwright.async_api import Browser

from tests.browser.fennec import fennec
from tests.browser.partner import partner
from tests.browser.player import Player, visit
from tests.browser.rehearsed import Search

__all__ = ["SCENES", "SHOTS", "Album"]

SHOTS = Path(__file__).parents[2] / "shots"


@dataclass
class Album:
    """Pictures of one person's page, in one size, language and theme."""

    player: Player
    browser: Browser
    address: str
    label: str
    rehearse: Callable[[list[Search]], None]
    text: int = 100

    async def enlarge(self) -> None:
        """Letters of the size that is wished for."""
        if self.text != 100:
            await self.player.page.evaluate(ENLARGE, self.text)
            await self.player.page.reload()

    async def take(self, name: str, *, whole: bool = False) -> None:
        await self.player.page.evaluate("document.fonts.ready")
        await self.player.page.screenshot(
            path=SHOTS / f"{self.label}-{name}.png", full_page=whole, animations="disabled"
        )

    async def another(self, path: str = "/") -> Album:
        """Somebody else, with a page of the same kind."""
        me = self.player
        other = await visit(self.browser, self.address, me.language, size=me.size, path=path, theme=me.theme)
        album = replace(self, player=other)
        await album.enlarge()
        return album


ENLARGE = """
text => fetch('/api/me', {
  method: 'PUT', headers: {'content-type': 'application/json'}, body: JSON.stringify({text})
}).then(({ok}) => { if (!ok) throw Error('the size of letters was refused') })
"""


async def a_game(album: Album) -> None:
    """Through a short game against a bot, with a picture of each kind of moment."""
    me, say = album.player, WORDS[album.player.language]
    await me.page.goto("/")
    await album.take("home", whole=True)
    await me.page.get_by_role("link", name=str(me.words["bot"])).click()
    await album.take("new", whole=True)
    await me.page.get_by_role("link").first.click()
    await me.new_table("bot", 7, name="Alix")
    taken: set[str] = set()
    while (what := await me.todo()) != "over":
        if what == "continue":
            await album.take("round")
            await me.button("continue").click()
            continue
        await me.playable.nth(await me.playable.count() // 2).click(position={"x": 12, "y": 12})
        button = me.page.get_by_role("button", name=me.words["decide"])  # type: ignore[arg-type]
        moment = (await button.inner_text()).split()[0].lower()
        if await me.page.get_by_text(re.compile("Suivez|follow", re.I)).count():
            moment = "follow"
        if moment not in taken:
            taken.add(moment)
            await album.take(moment)
        if "aid" not in taken:
            taken.add("aid")
            await me.page.get_by_role("button", name=re.compile("^(Aide de jeu|Reference card)$")).click()
            await album.take("aid")
            await me.page.keyboard.press("Escape")
        if await me.cards.count() == 7 and "middle" not in taken:
            taken.add("middle")
            await album.take("middle")
        await me.page.keyboard.press("Escape")
        await me.decide()
    await album.take("end")
    await me.page.get_by_role("link", name=say["replay"]).click()
    await looked_back_at(album)


async def a_table_for_two(album: Album) -> None:
    me = album.player
    await me.page.goto("/")
    await me.new_table("friend", 21, name="Alix")
    link = await me.page.get_by_label(str(me.words["link"]), exact=True).input_value()
    await album.take("waiting", whole=True)
    theirs = await album.another(link)
    await theirs.player.button("sit").wait_for()
    await theirs.take("invitation", whole=True)
    await theirs.player.page.context.close()

    await me.page.goto("/")
    await album.take("home-with-games", whole=True)
    await me.new_table("device", 21, name="Alix", second="Noé")
    await me.button("ready").wait_for()
    await album.take("curtain")


async def people(album: Album) -> None:
    """Two players and what happens between them: talk, an absence, the menu, giving up, a rematch."""
    me = album.player
    say = WORDS[me.language]
    await me.page.goto("/new?with=friend&listed")
    await me.page.get_by_label(str(me.words["name"])).fill("Alix")
    await me.page.get_by_role("radio", name=say["live"]).check()
    await album.take("new-friend", whole=True)
    await me.page.get_by_role("button", name=say["open"]).click()
    await me.page.get_by_role("button", name=say["qr"]).click()
    await me.page.get_by_role("dialog").get_by_role("img").wait_for()
    await album.take("qr")
    await me.page.keyboard.press("Escape")
    await me.page.get_by_role("button", name=say["bot"]).click()
    await album.take("seat-bot")
    await me.page.keyboard.press("Escape")

    theirs = await album.another()
    other = theirs.player
    await other.page.get_by_role("link", name=re.compile("^Alix")).wait_for()
    await theirs.take("open-tables", whole=True)
    await other.page.goto(me.page.url)
    await other.page.get_by_label(str(me.words["name"])).fill("Bartholomé-Emmanuel")
    await other.button("sit").click()
    await other.cards.first.wait_for()
    await me.cards.first.wait_for()
    if me.size[0] < 1000:
        await other.page.get_by_role("button", name=say["menu"]).click()
        await other.page.get_by_role("button", name=say["talk"]).click()
    await other.page.get_by_role("button", name=say["hello"]).click()
    await theirs.take("phrases")
    await album.take("whisper")
    await me.page.get_by_role("button", name=say["menu"]).click()
    await album.take("menu")
    await me.page.get_by_role("button", name=say["resign"]).click()
    await me.page.get_by_role("button", name=say["resign_on"]).click()
    await album.take("resign")
    await me.page.keyboard.press("Escape")

    await other.page.keyboard.press("Escape")
    while not await other.playable.count():
        await me.playable.or_(me.page.get_by_text(re.compile("…$"))).first.wait_for()
        if await me.playable.count():
            await me.decide()
    table = other.page.url
    await other.page.goto("/settings")
    await other.page.get_by_role("switch").last.check()
    await theirs.take("settings-all", whole=True)
    await me.page.get_by_role("button", name=say["let"]).wait_for()
    await album.take("absent")
    await me.page.get_by_role("button", name=say["let"]).click()
    await me.todo()
    await album.take("stand-in")
    await other.page.goto(table)
    await other.cards.first.wait_for()
    await other.page.get_by_role("button", name=say["menu"]).click()
    for step in ("resign", "resign_on", "resign_yes"):
        await other.page.get_by_role("button", name=say[step]).click()
    await other.over.wait_for()
    await other.page.get_by_role("button", name=say["rematch"]).click()
    await me.page.get_by_role("button", name=say["accept"]).wait_for()
    await album.take("rematch")
    await theirs.take("waiting-kept", whole=True)
    await other.page.goto("/resume")
    await theirs.take("resume", whole=True)
    await other.page.goto("/legal")
    await theirs.take("legal", whole=True)
    await other.page.context.close()


async def looked_back_at(album: Album) -> None:
    """A finished game: at the deal, in the middle, at the count; where to go; the shuffle verified."""
    me, say = album.player, WORDS[album.player.language]
    slider = me.page.get_by_role("slider")
    await slider.wait_for()
    await album.take("replay")
    for _ in range(13):
        await me.page.get_by_role("button", name=say["forward"]).click()
    await album.take("replay-middle")
    await me.page.get_by_role("button", name=say["jump"]).click()
    await album.take("replay-jump")
    await me.page.keyboard.press("Escape")
    await me.page.get_by_role("button", name=say["last"]).click()
    await me.page.get_by_role("button", name=say["count"]).wait_for()
    await album.take("replay-last")
    await me.page.get_by_role("button", name=say["count"]).click()
    await album.take("replay-count")
    await me.page.keyboard.press("Escape")
    await me.page.get_by_role("button", name=say["verify"]).click()
    await me.page.get_by_role("heading", name=say["verified"]).wait_for()
    await album.take("verify")
    await me.page.goto("/replay")
    await album.take("record", whole=True)
    await me.page.goto("/games")
    await me.page.get_by_role("main").get_by_role("link", name=say["replay"]).first.wait_for()
    await album.take("games", whole=True)


async def memory(album: Album) -> None:
    """A table that lets one look back, and what lies in sheets above it."""
    me, say = album.player, WORDS[album.player.language]
    await me.page.goto("/new?with=bot")
    await me.page.get_by_role("switch", name=say["look_back"]).check()
    await me.button("start").click()
    for _ in range(5):
        await me.todo()
        await me.decide()
    await me.todo()
    await album.take("memory")
    await me.page.get_by_role("button", name=say["hint"]).click()
    await me.page.locator(".more").filter(has_text=re.compile(r"\d|rien|nothing")).wait_for()
    await album.take("hint")
    await me.page.keyboard.press("Escape")
    for sheet in ("look_back", "pile"):
        await me.page.get_by_role("button", name=say[sheet]).first.click()
        await album.take(sheet)
        await me.page.keyboard.press("Escape")
    await me.page.keyboard.press("?")
    await album.take("keys")


async def lesson(album: Album) -> None:
    """The lesson: its first step, an answer, the steps, the Fox's decision, the end; and the card to print."""
    me, say = album.player, WORDS[album.player.language]
    await me.page.goto("/forest/lesson")
    await me.cards.first.wait_for()
    await album.take("lesson")
    for _ in range(2):
        await me.card("K10").click(position={"x": 12, "y": 12})
    await me.button("continue").wait_for()
    await album.take("lesson-answer")
    await me.page.get_by_role("heading", level=1).get_by_role("button").click()
    await album.take("lesson-steps")
    await me.page.get_by_role("dialog").get_by_role("listitem").nth(4).get_by_role("button").click()
    for _ in range(2):
        await me.card("B3").click(position={"x": 12, "y": 12})
    await me.button("keep").wait_for()
    await album.take("lesson-fox")
    await me.card("B8").click(position={"x": 12, "y": 12})
    await album.take("lesson-exchange")
    onward = me.page.get_by_role("button", name=say["next_step"])
    while await onward.get_attribute("aria-disabled") != "true":
        await onward.click()
    await album.take("lesson-end", whole=True)
    await me.page.goto("/forest/card")
    await me.page.get_by_role("article").wait_for()
    await album.take("card", whole=True)


async def duet(album: Album) -> None:
    """Duo with a bot on one's side: the way there, each kind of decision, the end, looking back, the card to print."""
    me = partner(album.player)
    await me.page.goto("/")
    await me.shelf("duet").get_by_role("link", name=str(me.words["together"])).click()
    await album.take("duet-new", whole=True)
    await me.page.get_by_label(str(me.words["name"])).fill("Alix")
    await me.button("start").click()

    async def look(what: str) -> None:
        if what == "play":
            await me.pick()
        await album.take(f"duet-{what}")
        await me.page.keyboard.press("Escape")

    await me.play_out(look)
    await album.take("duet-end")
    await me.page.get_by_role("link", name=WORDS[me.language]["replay"]).click()
    await me.page.get_by_role("slider").wait_for()
    await me.page.get_by_role("button", name=WORDS[me.language]["last"]).click()
    await album.take("duet-replay")
    await me.page.goto("/duet/card")
    await me.page.get_by_role("article").wait_for()
    await album.take("duet-card", whole=True)


async def fennecs(album: Album) -> None:
    """Fennecs with four bots: the way there, each kind of decision, the end, looking back, the card to print."""
    me = fennec(album.player)
    await me.page.goto("/")
    await me.shelf("fennecs").get_by_role("link", name=str(me.words["fennecs_friend"])).click()
    await me.page.get_by_role("group").nth(3).wait_for()
    await album.take("fennecs-new", whole=True)
    await me.page.goto("/")
    await me.table_for(5, "bot", name="Alix")

    async def look(what: str) -> None:
        if what == "card":
            await me.playable.first.click(position={"x": 12, "y": 12})
            await me.does("here").nth(1).click()
            await album.take("fennecs-place")
            await me.does("hide").click()
            await album.take("fennecs-hide")
            await me.page.keyboard.press("Escape")
            return
        if what == "head":
            await me.does("head").first.click()
        await album.take(f"fennecs-{what}")
        if what == "head":
            await me.page.keyboard.press("Escape")

    await me.play_out(look)
    await album.take("fennecs-end")
    await me.page.get_by_role("link", name=WORDS[me.language]["replay"]).click()
    await me.page.get_by_role("slider").wait_for()
    for _ in range(9):
        await me.page.get_by_role("button", name=WORDS[me.language]["forward"]).click()
    await album.take("fennecs-replay")
    await me.page.goto("/fennecs/card")
    await me.page.get_by_role("article").wait_for()
    await album.take("fennecs-card", whole=True)


async def maitre(album: Album) -> None:
    """The lesson in the dark: the sound check, a token among two, right and wrong, among eight, a yard by lamplight and
    without, the trial, the end; and practice."""
    page = album.player.page
    await page.goto("/maitre/lesson")
    await page.locator("section .main").wait_for()
    await album.take("maitre-check", whole=True)
    wrong = False
    for number in range(10):
        await page.locator("main .button.main").click()
        await page.get_by_role("listitem").first.wait_for()
        for _ in range(3):
            await page.keyboard.press("ArrowRight")
        if number in (0, 3, 6):
            await album.take(f"maitre-{number}")
        await page.get_by_role("listitem").nth(number % 2).get_by_role("button").click()
        await page.get_by_role("figure").or_(page.locator(".met")).first.wait_for()
        met = await page.locator(".met").count()
        if met or not wrong:
            wrong = wrong or not met
            await album.take("maitre-right" if met else "maitre-wrong")
    await page.locator("main .button.main").click()
    await page.locator(".into").wait_for()
    await album.take("maitre-lamp")
    await page.locator(".into .main").click()
    await page.locator(".box").wait_for()
    await page.keyboard.down("l")
    await page.locator(".box use").first.wait_for()
    await album.take("maitre-lit")
    await page.keyboard.up("l")
    await page.evaluate("""localStorage.setItem('renardiere.lesson.maitre', '{"at":"t9","done":["t0","qt0"]}')""")
    await page.reload()
    await page.locator("section .main").click()
    await album.take("maitre-trial")
    await page.get_by_role("listitem").first.get_by_role("button").click()
    await page.locator("main .button.main").click()
    await page.get_by_role("heading", level=2).wait_for()
    await album.take("maitre-end", whole=True)
    await page.goto("/maitre/practice")
    await page.locator("section .main").wait_for()
    await album.take("maitre-practice", whole=True)


async def maitre_count(album: Album) -> None:
    """Maître Renard with three bots: a new table, counts, a theft, the film, the end, looking back, the card."""
    page = album.player.page
    say = WORDS[album.player.language]
    album.rehearse(
        [
            Search(0, [["m0", "m1", "m2"], ["m0", "m0", "x0"], ["x1", "x2"], []]),
            Search(0, [["m0", "m1", "m2", "fox"], ["m0", "x0", "fox"], ["m1", "x1"], ["x2"]]),
            Search(1, [["m0", "m1", "x0", "snake"], ["m2", "m0", "x1"], ["m1", "m2", "fox", "fox"], ["x2"]]),
            Search(0, [["m0", "m1", "m2"], ["m0", "hammer"], ["m1", "x0"], []]),
        ]
    )
    await page.goto("/new?game=maitre&with=friend")
    await page.locator("summary").click()
    await album.take("maitre-new", whole=True)
    await page.goto("/new?game=maitre&with=bot")
    await page.get_by_role("group").nth(1).get_by_label("4", exact=True).check()
    await album.player.button("start").click()
    for number in range(1, 5):
        await page.get_by_role("button", name=say["mask"]).click()
        nothing, onward = (page.get_by_role("button", name=say[what]) for what in ("nothing", "onward"))
        await nothing.or_(onward).first.wait_for()
        if await nothing.count():
            await page.locator("button[aria-pressed]").first.click()
            await album.take("maitre-theft")
            await nothing.click()
            await onward.wait_for()
        await album.take(f"maitre-count-{number}")
        if number == 3:
            await page.get_by_role("button", name=say["film"]).click()
            await page.get_by_role("slider").fill("30")
            await album.take("maitre-film")
            await page.keyboard.press("Escape")
        await onward.click()
    await page.get_by_role("heading", level=2).first.wait_for()
    await album.take("maitre-ranking")
    await page.get_by_role("link", name=say["replay"]).click()
    await page.get_by_role("button", name=say["last"]).click()
    await album.take("maitre-replay")
    await page.goto("/maitre/card")
    await page.get_by_role("article").wait_for()
    await album.take("maitre-card", whole=True)


async def settings(album: Album) -> None:
    me, say = album.player, WORDS[album.player.language]
    await me.page.goto("/settings")
    await me.page.get_by_role("switch").last.wait_for()
    await album.take("settings", whole=True)
    await me.page.get_by_role("button", name=say["link"]).click()
    for button in ("words", "show"):
        await me.page.get_by_role("button", name=say[button], exact=True).click()
    await me.page.get_by_role("listitem").first.wait_for()
    await album.take("settings-words", whole=True)


async def daily(album: Album) -> None:
    """The deal of the day, under way and done."""
    me, say = album.player, WORDS[album.player.language]
    await me.page.goto("/")
    await me.page.get_by_role("button", name=say["daily"]).first.click()
    await me.todo()
    await me.page.goto("/")
    await me.page.get_by_role("button", name=say["daily_on"]).wait_for()
    await album.take("daily-playing", whole=True)
    await me.page.get_by_role("button", name=say["daily_on"]).click()
    await me.play_to_the_end()
    await me.page.get_by_role("button", name=say["daily_again"]).wait_for()
    await album.take("daily-end", whole=True)
    await me.page.goto("/")
    await me.page.get_by_role("button", name=say["daily_again"]).wait_for()
    await album.take("daily-done", whole=True)


SCENES: dict[str, Callable[[Album], Awaitable[None]]] = {
    "people": people,
    "game": a_game,
    "two": a_table_for_two,
    "memory": memory,
    "lesson": lesson,
    "duet": duet,
    "fennecs": fennecs,
    "maitre": maitre,
    "count": maitre_count,
    "settings": settings,
    "daily": daily,
}

WORDS: dict[str, dict[str, str | re.Pattern[str]]] = {
    "fr": {
        "live": re.compile("^En direct"),
        "open": "Ouvrir une table",
        "qr": "Code QR",
        "bot": "Un robot",
        "menu": re.compile("^Menu de la table"),
        "talk": re.compile("^Discussion"),
        "hello": re.compile("^Bonjour"),
        "resign": re.compile("^Abandonner"),
        "resign_on": "Abandonner…",
        "resign_yes": "Oui, j’abandonne",
        "let": "Laisser un robot jouer",
        "rematch": "Revanche",
        "accept": "Accepter la revanche",
        "replay": "Revoir la partie",
        "past": "Vos parties ensemble",
        "forward": "Un coup en avant",
        "last": "À la fin",
        "jump": re.compile("^Aller à un pli"),
        "count": "Décompte de la manche",
        "verify": "Vérifier les donnes",
        "verified": "Donnes vérifiées",
        "look_back": re.compile("^Revoir les plis"),
        "hint": "Coup de pouce",
        "pile": re.compile("^Pioche"),
        "next_step": "Étape suivante",
        "link": "Créer un lien",
        "words": "Six mots de secours",
        "show": "Montrer les mots",
        "daily": "Jouer la donne du jour",
        "deal": "Distribuer",
        "daily_on": "Continuer la partie",
        "daily_again": "Rejouer pour le plaisir",
        "mask": "Masque baissé",
        "nothing": "Ne rien voler",
        "onward": re.compile("^(Manche suivante|Voir le classement)$"),
        "film": "Revoir les mains",
    },
    "en": {
        "live": re.compile("^Live"),
        "open": "Open a table",
        "qr": "QR code",
        "bot": "Add a bot",
        "menu": re.compile("^Table menu"),
        "talk": re.compile("^Chat"),
        "hello": re.compile("^Hello"),
        "resign": re.compile("^Give up"),
        "resign_on": "Give up…",
        "resign_yes": "Yes, I give up",
        "let": "Let a bot play",
        "rematch": "Rematch",
        "accept": "Accept the rematch",
        "replay": "Look back at the game",
        "past": "Your games together",
        "forward": "One move on",
        "last": "To the end",
        "jump": re.compile("^Go to a trick"),
        "count": "The round’s count",
        "verify": "Check the deals",
        "verified": "Deals verified",
        "look_back": re.compile("^Look back at tricks"),
        "hint": "A hint",
        "pile": re.compile("^Draw pile"),
        "next_step": "Next step",
        "link": "Make a link",
        "words": "Six recovery words",
        "show": "Show the words",
        "daily": "Play the deal of the day",
        "deal": "Deal the cards",
        "daily_on": "Go on with the game",
        "daily_again": "Play it again for pleasure",
        "mask": "Mask down",
        "nothing": "Steal nothing",
        "onward": re.compile("^(Next round|See the ranking)$"),
        "film": "Watch the hands",
    },
}
