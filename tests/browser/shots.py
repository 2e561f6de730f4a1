"""Pictures of the main screens into ``shots/``: ``python -m tests.browser.shots [WORD …]`` (only names with a WORD).

Phone, tablet and desktop, both languages, both themes. Look at them before saying that something looks finished.
"""

from __future__ import annotations

import asyncio
import itertools
import re
import sys
import tempfile
from pathlib import Path
from typing import Literal

from playwright.async_api import Browser

from tests.browser.conftest import launch, open_house
from tests.browser.player import Player, visit

SHOTS = Path(__file__).parents[2] / "shots"
SIZES = {"phone": (360, 640), "small": (360, 560), "tablet": (768, 1024), "desktop": (1440, 900)}
LANGUAGES: tuple[Literal["fr", "en"], ...] = ("fr", "en")
THEMES: tuple[Literal["night", "day"], ...] = ("night", "day")


class Album:
    def __init__(self, player: Player, label: str) -> None:
        self.player = player
        self.label = label

    async def take(self, name: str, *, whole: bool = False) -> None:
        await self.player.page.evaluate("document.fonts.ready")
        await self.player.page.screenshot(path=SHOTS / f"{self.label}-{name}.png", full_page=whole)


async def a_game(album: Album) -> None:
    """Through a short game against a bot, with a picture of each kind of moment."""
    me = album.player
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


async def a_table_for_two(browser: Browser, address: str, album: Album) -> None:
    me = album.player
    await me.page.goto("/")
    await me.new_table("friend", 21, name="Alix")
    link = await me.page.get_by_label(str(me.words["link"]), exact=True).input_value()
    await album.take("waiting", whole=True)
    guest = await visit(browser, address, me.language, size=me.size, path=link, theme=me.theme)
    await guest.page.get_by_role("button", name=str(guest.words["sit"])).wait_for()
    await Album(guest, album.label).take("invitation", whole=True)
    await guest.page.context.close()

    await me.page.goto("/")
    await album.take("home-with-games", whole=True)
    await me.new_table("device", 21, name="Alix", second="Noé")
    await me.button("ready").wait_for()
    await album.take("curtain")
    await me.page.goto("/settings")
    await album.take("settings", whole=True)


async def people(browser: Browser, address: str, album: Album) -> None:
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

    other = await visit(browser, address, me.language, size=me.size, theme=me.theme)
    theirs = Album(other, album.label)
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
    },
}


async def main(words: list[str]) -> None:
    SHOTS.mkdir(exist_ok=True)
    with tempfile.TemporaryDirectory() as folder, open_house(Path(folder)) as address:
        async with launch() as browser:
            for (size, box), language, theme in itertools.product(SIZES.items(), LANGUAGES, THEMES):
                label = f"{size}-{language}-{theme}"
                if words and not any(word in label for word in words):
                    continue
                player = await visit(browser, address, language, size=box, theme=theme)
                album = Album(player, label)
                await people(browser, address, album)
                await a_game(album)
                await a_table_for_two(browser, address, album)
                await player.page.context.close()
                print(label, player.complaints or "")  # noqa: T201


if __name__ == "__main__":
    asyncio.run(main(sys.argv[1:]))
