"""Somebody who plays Fennecs through the page: what there is to do, and how it is done."""

from __future__ import annotations

import re
from collections.abc import Awaitable, Callable
from typing import Final, Literal

from playwright.async_api import Locator, expect

from tests.browser.player import Player, no_sideways

__all__ = ["Fennec", "fennec"]

SAYS: Final[dict[str, dict[str, re.Pattern[str]]]] = {
    "fr": {
        "over": re.compile("gagnez? la partie$|^Victoire partagée"),
        "choose": re.compile(r"^−?\d+\s: "),
        "here": re.compile(r"^Poser .* ici, colonne \d"),
        "place": re.compile("^Poser$"),
        "hide": re.compile("^Cacher$"),
        "head": re.compile(r"^Prendre la colonne \d"),
        "take": re.compile("^Prendre$"),
        "full": re.compile("pleine"),
        "players": re.compile("^Combien de joueurs"),
        "bots": re.compile("^Dont des robots"),
    },
    "en": {
        "over": re.compile("^You win|wins the game$|^A shared win"),
        "choose": re.compile(r"^−?\d+: "),
        "here": re.compile(r"^Place .* here, column \d"),
        "place": re.compile("^Place$"),
        "hide": re.compile("^Hide$"),
        "head": re.compile(r"^Take column \d"),
        "take": re.compile("^Take$"),
        "full": re.compile("full"),
        "players": re.compile("^How many players"),
        "bots": re.compile("^Bots among them"),
    },
}

Deed = Literal["over", "ready", "continue", "choose", "place", "take"]


class Fennec(Player):
    """A player of Fennecs. ``seen`` has what was done."""

    turns: int = 0

    def does(self, what: str) -> Locator:
        return self.page.get_by_role("button", name=SAYS[self.language][what], disabled=False)

    @property
    def over(self) -> Locator:
        return self.page.get_by_role("heading", level=2, name=SAYS[self.language]["over"])

    async def table_for(
        self, players: int, kind: Literal["bot", "friend", "device"], bots: int = 0, **names: str
    ) -> None:
        """From home, through the form, to a table of so many."""
        await self.shelf("fennecs").get_by_role("link", name=str(self.words[f"fennecs_{kind}"])).click()
        say = SAYS[self.language]
        await self.page.get_by_role("group", name=say["players"]).get_by_label(str(players), exact=True).check()
        if bots:
            await self.page.get_by_role("group", name=say["bots"]).get_by_label(str(bots), exact=True).check()
        for field_name, name in names.items():
            label = str(self.words["name"] if field_name == "name" else self.words["seat"]).format(field_name[-1])
            await self.page.get_by_label(label, exact=True).fill(name)
        await self.button("make_link" if kind == "friend" else "start").click()

    async def due(self) -> Deed:
        """Wait for something to do here, and say what."""
        signs: dict[Deed, Locator] = {
            "over": self.over,
            "continue": self.button("continue"),
            "ready": self.button("ready"),
            "choose": self.does("choose"),
            "place": self.playable,
            "take": self.does("head"),
        }
        anything = self.over
        for sign in signs.values():
            anything = anything.or_(sign)
        while True:
            await anything.first.wait_for()
            for what, sign in signs.items():
                if await sign.count():
                    return what

    async def do(self, what: Deed) -> None:
        """Do it: of three turns one is a card face up, one a card face down, one a column that is taken."""
        if what in ("ready", "continue"):
            await self.button(what).click()
        elif what == "choose":
            await self.does("choose").first.click()
            await expect(self.does("choose")).to_have_count(0)
        elif what == "take" or (self.turns % 3 == 2 and await self.does("head").count()):
            what = "take"
            self.turns += 1
            await self.does("head").first.click()
            await self.does("take").click()
            await expect(self.does("head")).to_have_count(0)
        else:
            await self.playable.last.click(position={"x": 12, "y": 12})
            self.turns += 1
            if self.turns % 3 == 2 and await self.does("hide").count():
                await self.does("hide").click()
                self.seen.add("hide")
            await self.does("here").nth(self.turns % await self.does("here").count()).click()
            await self.does("place").click()
            await expect(self.does("place")).to_have_count(0)
        self.seen.add(what)

    async def play_out(self, look: Callable[[str], Awaitable[None]] | None = None) -> None:
        """Until the game is over; the page never scrolls sideways. ``look`` at each kind of decision once."""
        looked: set[Deed] = set()
        while (what := await self.due()) != "over":
            await no_sideways(self.page)
            if look and what not in looked:
                looked.add(what)
                await look(what)
            await self.do(what)


def fennec(player: Player) -> Fennec:
    """The same page, for somebody who plays Fennecs there."""
    return Fennec(player.page, player.language, player.size, player.theme, player.complaints)
