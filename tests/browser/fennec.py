"""Somebody who plays Fennecs through the page: what there is to do, and how it is done."""

from __future__ import annotations

import re
from typing import ClassVar, Literal

from tests.browser.playing import BUTTON, PLAYABLE, Playing

__all__ = ["Fennec", "fennec"]


class Fennec(Playing):
    """A player of Fennecs."""

    SAYS: ClassVar = {
        "fr": {
            "over": re.compile("gagnez? la partie$|^Victoire partagée"),
            "choose": re.compile(r"^−?\d+\s: "),
            "here": re.compile(r"^Poser .* ici, colonne \d"),
            "place": re.compile("^Poser$"),
            "hide": re.compile("^Cacher$"),
            "head": re.compile(r"^Prendre la colonne \d"),
            "take": re.compile("^Prendre$"),
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
            "players": re.compile("^How many players"),
            "bots": re.compile("^Bots among them"),
        },
    }
    SIGNS: ClassVar = {
        "over": "h2",
        "continue": BUTTON,
        "ready": BUTTON,
        "choose": BUTTON,
        "card": PLAYABLE,
        "head": BUTTON,
    }

    turns = 0

    async def table_for(
        self, players: int, kind: Literal["bot", "friend", "device"], bots: int | None = None, **names: str
    ) -> None:
        """From home, through the form, to a table of so many."""
        await self.shelf("fennecs").get_by_role("link", name=str(self.words[f"fennecs_{kind}"])).click()
        say = self.SAYS[self.language]
        await self.page.get_by_role("group", name=say["players"]).get_by_label(str(players), exact=True).check()
        if bots is not None:
            await self.page.get_by_role("group", name=say["bots"]).get_by_label(str(bots), exact=True).check()
        for field_name, name in names.items():
            label = str(self.words["name"] if field_name == "name" else self.words["seat"]).format(field_name[-1])
            await self.page.get_by_label(label, exact=True).fill(name)
        await self.button("make_link" if kind == "friend" else "start").click()

    async def do(self, what: str) -> None:
        """Do it: first a card face up and one face down, from then on a column as soon as there is one to take."""
        if what in ("ready", "continue"):
            await self.button(what).click()
        elif what == "choose":
            await self.press(self.does("choose").first, what not in self.seen)
        elif what == "head" or (self.turns > 1 and await self.does("head").count()):
            self.turns += 1
            by_touch = "head" not in self.seen
            await self.press(self.does("head").first, by_touch)
            await self.press(self.does("take"), by_touch)
            what = "head"
        else:
            self.turns += 1
            await self.place(hidden=self.turns == 2)
        self.seen.add(what)

    async def place(self, *, hidden: bool = False) -> None:
        """Place a card of one's hand: touched, turned over, aimed, confirmed."""
        by_touch = "card" not in self.seen
        await self.press(self.playable.last, by_touch)
        if hidden and await self.does("hide").count():
            await self.press(self.does("hide"), by_touch)
            self.seen.add("hide")
        await self.press(self.does("here").nth(self.turns % await self.does("here").count()), by_touch)
        await self.press(self.does("place"), by_touch)


fennec = Fennec.of
