"""Somebody who plays through the page, by what it says and shows: roles, names and keys, never the page's insides."""

from __future__ import annotations

import re
from dataclasses import dataclass, field
from typing import Literal

from playwright.async_api import Browser, ConsoleMessage, Locator, Page, expect

__all__ = ["STILL", "WORDS", "Player", "no_sideways", "visit"]

WORDS = {
    "fr": {
        "bot": "Jouer contre un robot",
        "together": "Jouer avec un robot",
        "friend": "Inviter par un lien",
        "device": "À deux sur cet appareil",
        "fennecs_bot": "Jouer contre des robots",
        "fennecs_friend": "Inviter par un lien",
        "fennecs_device": "À plusieurs sur cet appareil",
        "seat": "Nom, place {}",
        "other": "Autre",
        "points": "Points (de 1 à 999)",
        "name": "Votre nom",
        "second": "Nom en face",
        "start": "Commencer",
        "make_link": "Créer le lien",
        "link": "Lien",
        "sit": "M’asseoir",
        "watch": "Regarder",
        "hand": "Votre main",
        "continue": "Continuer",
        "over": re.compile("gagne|gagnez|Égalité"),
        "decide": re.compile("^(Jouer le .*|Échanger|Glisser sous la pioche)$"),
        "keep": "Garder",
        "ready": "C’est moi",
        "pass": re.compile("Passez l’appareil à (.*)"),
        "again": "Rejouer",
        "accept": "Accepter la revanche",
    },
    "en": {
        "bot": "Play against a bot",
        "together": "Play with a bot",
        "friend": "Invite with a link",
        "device": "Two on this device",
        "fennecs_bot": "Play against bots",
        "fennecs_friend": "Invite with a link",
        "fennecs_device": "Several on this device",
        "seat": "Name, seat {}",
        "other": "Other",
        "points": "Points (1 to 999)",
        "name": "Your name",
        "second": "Name across the table",
        "start": "Start",
        "make_link": "Make the link",
        "link": "Link",
        "sit": "Sit down",
        "watch": "Watch",
        "hand": "Your hand",
        "continue": "Continue",
        "over": re.compile("wins?|draw"),
        "decide": re.compile("^(Play the .*|Exchange|Put under the pile)$"),
        "keep": "Keep",
        "ready": "It’s me",
        "pass": re.compile("Pass the device to (.*)"),
        "again": "Play again",
        "accept": "Accept the rematch",
    },
}

PATIENCE = 60_000
"""Milliseconds that bots may take to be compiled the first time."""

FIXED_RANDOM = """
let seed = 20260101
crypto.getRandomValues = (array) => {
  for (let i = 0; i < array.length; i++) {
    seed = (Math.imul(seed, 1103515245) + 12345) >>> 0
    array[i] = seed >>> 16
  }
  return array
}
"""

STILL = "Promise.allSettled(document.getAnimations().map((animation) => animation.finished))"
"""Until what fades in or travels is there."""

NO_WORKER = "delete Navigator.prototype.serviceWorker"

Game = Literal["forest", "duet", "fennecs", "maitre"]

TITLES: dict[str, dict[Game, str]] = {
    "fr": {
        "forest": "Le Renard des Bois",
        "duet": "Le Renard des Bois\N{NO-BREAK SPACE}: Duo",
        "fennecs": "Fennecs",
        "maitre": "Maître Renard",
    },
    "en": {
        "forest": "The Fox in the Forest",
        "duet": "The Fox in the Forest Duet",
        "fennecs": "Fennecs",
        "maitre": "Maître Renard",
    },
}

Todo = Literal["continue", "over", "ready", "decide"]


@dataclass
class Player:
    """One page in one language, and what went wrong in it."""

    page: Page
    language: Literal["fr", "en"]
    size: tuple[int, int] = (360, 640)
    theme: Literal["day", "night"] = "night"
    complaints: list[str] = field(default_factory=list)
    seen: set[str] = field(default_factory=set)

    @property
    def words(self) -> dict[str, object]:
        return WORDS[self.language]

    def button(self, word: str) -> Locator:
        return self.page.get_by_role("button", name=self.words[word], exact=True)  # type: ignore[arg-type]

    @property
    def hand(self) -> Locator:
        return self.page.get_by_role("list", name=str(self.words["hand"]), exact=True)

    @property
    def cards(self) -> Locator:
        return self.hand.get_by_role("button")

    @property
    def playable(self) -> Locator:
        return self.hand.get_by_role("button", disabled=False)

    def card(self, name: str) -> Locator:
        """A card of the hand, by its notation."""
        return self.hand.locator(f"[data-card={name}]")

    @property
    def over(self) -> Locator:
        return self.page.get_by_role("heading", level=2, name=self.words["over"])  # type: ignore[arg-type]

    def shelf(self, game: Game) -> Locator:
        """A game's place at home."""
        return self.page.get_by_role("region", name=TITLES[self.language][game], exact=True)

    async def new_table(
        self,
        kind: Literal["bot", "friend", "device"],
        points: int | None = None,
        *,
        game: Game = "forest",
        **names: str,
    ) -> None:
        """From home, through the form."""
        words = self.words
        link = "together" if kind == "bot" and game == "duet" else kind
        await self.shelf(game).get_by_role("link", name=str(words[link])).click()
        if points is not None:
            await self.page.get_by_role("radio", name=str(words["other"])).check()
            await self.page.get_by_label(str(words["points"])).fill(str(points))
        for field_name, name in names.items():
            await self.page.get_by_label(str(words[field_name])).fill(name)
        await self.button("make_link" if kind == "friend" else "start").click()

    async def todo(self) -> Todo:
        """Wait for something to do here, and say what."""
        options: dict[Todo, Locator] = {
            "continue": self.button("continue"),
            "over": self.over,
            "ready": self.button("ready"),
            "decide": self.playable,
        }
        anything = options["continue"]
        for option in list(options.values())[1:]:
            anything = anything.or_(option)
        while True:
            await anything.first.wait_for()
            for name, option in options.items():
                if await option.count():
                    return name

    async def decide(self, card: str | None = None) -> None:
        """Take a decision: with ``card``, else with Foxes and Woodcutters where possible, so that theirs come too."""
        names = await self.playable.evaluate_all("buttons => buttons.map(button => button.dataset.card)")
        if not names:
            return  # it has just been taken
        name = card or next((name for name in names if name[1:] in ("3", "5")), names[0])
        chosen = self.card(name)
        await chosen.click(position={"x": 12, "y": 12})
        button = self.page.get_by_role("button", name=self.words["decide"])  # type: ignore[arg-type]
        self.seen.add((await button.inner_text()).split(" ")[0])
        await button.click()
        await expect(chosen).to_have_count(0)

    async def play_to_the_end(self) -> None:
        """Until the game is over; the page never scrolls sideways."""
        while (what := await self.todo()) != "over":
            await no_sideways(self.page)
            if what == "continue":
                self.seen.add("continue")
                await self.button("continue").click()
            elif what == "ready":
                await self.button("ready").click()
            else:
                await self.decide()


LISTEN = """
() => {
  window.heard = []
  const note = (changes) =>
    window.heard.push(...changes.flatMap(({ addedNodes }) => [...addedNodes].map((node) => node.textContent)))
  new MutationObserver(note).observe(document.querySelector('[role=log]'), { childList: true })
}
"""
"""From now on `heard` has what a screen reader is given to say, in that order."""


async def no_sideways(page: Page) -> None:
    assert await page.evaluate("document.documentElement.scrollWidth <= innerWidth"), "the page scrolls sideways"


async def visit(
    browser: Browser,
    address: str,
    language: Literal["fr", "en"],
    *,
    size: tuple[int, int] = (360, 640),
    fixed: bool = False,
    path: str = "/",
    theme: Literal["day", "night"] = "night",
    worker: bool = False,
) -> Player:
    """A new browser of its own, at the house's door. Nothing moves, so that nothing is waited for; without a service
    ``worker`` nothing is kept, either."""
    width, height = size
    context = await browser.new_context(
        viewport={"width": width, "height": height},
        locale={"fr": "fr-FR", "en": "en-GB"}[language],
        has_touch=width < 700,
        color_scheme="dark" if theme == "night" else "light",
        base_url=address,
    )
    context.set_default_timeout(PATIENCE)
    await context.add_init_script(
        "for (const what of ['pace', 'rest']) localStorage.setItem('renardiere.' + what, '0')"
    )
    if fixed:
        await context.add_init_script(FIXED_RANDOM)
    if not worker:
        await context.add_init_script(NO_WORKER)
    page = await context.new_page()
    player = Player(page, language, size, theme)

    def heard(message: ConsoleMessage) -> None:
        if message.type in ("error", "warning"):
            player.complaints.append(message.text)

    page.on("console", heard)
    page.on("pageerror", lambda error: player.complaints.append(str(error)))
    await page.goto(path)
    return player
