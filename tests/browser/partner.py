"""Somebody who plays Duo through the page: what there is to do, and how it is done, by hand or by keyboard."""

from __future__ import annotations

import re
from collections.abc import Awaitable, Callable
from typing import Final, Literal

from playwright.async_api import Locator, expect

from tests.browser.player import Player, no_sideways

__all__ = ["Partner", "partner"]

SAYS: Final[dict[str, dict[str, re.Pattern[str]]]] = {
    "fr": {
        "over": re.compile("^(Gagné, ensemble|La forêt garde ses gemmes)$"),
        "deal": re.compile("^Distribuer$"),
        "choose": re.compile("^Moi$"),
        "keep": re.compile("^Garder$"),
        "exchange": re.compile("^Échanger$"),
        "give": re.compile("^Donner à "),
        "move": re.compile("^(\\d+ espaces? vers|sur place)"),
        "place": re.compile("^(De votre côté|Du côté)"),
        "play": re.compile("^Jouer le "),
    },
    "en": {
        "over": re.compile("^(Won, together|The forest keeps its gems)$"),
        "deal": re.compile("^Deal the cards$"),
        "choose": re.compile("^Me$"),
        "keep": re.compile("^Keep$"),
        "exchange": re.compile("^Exchange$"),
        "give": re.compile("^Give to "),
        "move": re.compile("^(\\d+ spaces? towards|staying)"),
        "place": re.compile("^At (your|the) end"),
        "play": re.compile("^Play the "),
    },
}

Deed = Literal["over", "ready", "deal", "choose", "exchange", "give", "move", "place", "play"]
OFF: Final = re.compile(r"(hors du chemin|off the path)\.$")
RANKS: Final = ("3", "7", "1", "5", "9", "4", "6", "8", "2", "10")
"""Those first that ask for something, then those with few paws."""
DECISIONS: Final = {"choose", "exchange", "give", "move", "place", "play"}


class Partner(Player):
    """A player of Duo. ``seen`` has what was to be decided."""

    def does(self, what: str) -> Locator:
        return self.page.get_by_role("button", name=SAYS[self.language][what])

    @property
    def over(self) -> Locator:
        return self.page.get_by_role("heading", level=2, name=SAYS[self.language]["over"])

    async def due(self) -> Deed:
        """Wait for something to do here, and say what."""
        signs: dict[Deed, Locator] = {
            "over": self.over,
            "ready": self.button("ready"),
            "deal": self.does("deal"),
            "choose": self.does("choose"),
            "exchange": self.does("keep"),
            "give": self.does("give"),
            "move": self.does("move"),
            "place": self.does("place"),
            "play": self.playable,
        }
        anything = self.over
        for sign in signs.values():
            anything = anything.or_(sign)
        while True:
            await anything.first.wait_for()
            for what, sign in signs.items():
                if await sign.count():
                    return what

    async def pick(self, ranks: tuple[str, ...] = ()) -> str | None:
        """Touch a card: of one of these ranks by preference, and not off the path if there is another way."""
        cards = await self.playable.evaluate_all("buttons => buttons.map(button => button.dataset.card)")
        cards.sort(key=lambda card: ranks.index(card[1:]) if card[1:] in ranks else len(ranks))
        for card in cards:
            await self.card(card).click(position={"x": 12, "y": 12})
            if card == cards[-1] or not await self.page.get_by_text(OFF).count():
                return str(card)
        return None

    async def do(self, what: Deed) -> None:
        """Do it, in a way that lets every ability be seen."""
        if what in DECISIONS:
            self.seen.add(what)
        if what == "ready":
            await self.button("ready").click()
            return
        if what == "deal":
            await self.does("deal").click()
            await expect(self.does("deal")).to_have_count(0)
            return
        if what in ("choose", "place"):
            await self.does(what).first.click()
        elif what == "move":
            gems = self.page.get_by_role("button", name=re.compile("une gemme|a gem"))
            await (gems if await gems.count() else self.does("move")).first.click()
        else:
            card = await self.pick(RANKS if what == "play" else ())
            if card is None:
                return  # it has just been decided
            await self.does(what).click()
            if what == "play":
                await expect(self.card(card)).to_have_count(0)
        if what in ("choose", "place", "exchange"):
            await expect(self.does("keep" if what == "exchange" else what)).to_have_count(0)

    async def play_together(self, look: Callable[[str], Awaitable[None]] | None = None) -> None:
        """Until the game is over; the page never scrolls sideways. ``look`` at each kind of decision once."""
        looked: set[Deed] = set()
        while (what := await self.due()) != "over":
            await no_sideways(self.page)
            if look and what not in looked:
                looked.add(what)
                await look(what)
            await self.do(what)


def partner(player: Player) -> Partner:
    """The same page, for somebody who plays Duo there."""
    return Partner(player.page, player.language, player.size, player.theme, player.complaints)
