"""Somebody at a game who asks the page once what there is to do, and answers by touch the first time, then by key."""

from __future__ import annotations

from collections.abc import Awaitable, Callable
from re import Pattern
from typing import Any, ClassVar, Self

from playwright.async_api import Locator

from tests.browser.player import PATIENCE, Player, no_sideways

__all__ = ["BUTTON", "PLAYABLE", "Playing"]

PLAYABLE = "[data-card]:not([aria-disabled=true])"
BUTTON = "button:not([aria-disabled=true])"

SEE = """
([signs, patience]) => new Promise((resolve, reject) => {
  const said = (node) => node.nodeType === Node.TEXT_NODE ? node.data
    : node.ariaHidden === 'true' ? '' : node.ariaLabel ?? [...node.childNodes].map(said).join('')
  const is = (where, words) => [...document.querySelectorAll(where)].some(
    (element) => new RegExp(words).test(said(element).replace(/\\s+/g, ' ').trim()))
  const look = () => {
    const [what] = signs.find(([, where, words]) => is(where, words)) ?? []
    if (!what) return
    clearTimeout(late)
    watch.disconnect()
    resolve(what)
  }
  const watch = new MutationObserver(look)
  const late = setTimeout(() => reject(Error('there is nothing to do: ' + document.body.innerText)), patience)
  watch.observe(document, {subtree: true, childList: true, attributes: true, characterData: true})
  look()
})
"""


class Playing(Player):
    """A player of one game. ``seen`` has what was to be decided."""

    SAYS: ClassVar[dict[str, dict[str, Pattern[str]]]]
    SIGNS: ClassVar[dict[str, str]]
    """By what there is to do, in the order in which it is looked for: where its words stand in the page."""

    @classmethod
    def of(cls, player: Player) -> Self:
        """The same page, for somebody who plays this game there."""
        return cls(player.page, player.language, player.size, player.theme, player.complaints)

    def words_for(self, what: str) -> str:
        says = self.SAYS[self.language]
        return says[what].pattern if what in says else f"^{self.words[what]}$" if what in self.words else ""

    def does(self, what: str) -> Locator:
        return self.page.get_by_role("button", name=self.SAYS[self.language][what], disabled=False)

    @property
    def over(self) -> Locator:
        return self.page.get_by_role("heading", level=2, name=self.SAYS[self.language]["over"])

    async def due(self) -> str:
        """Wait for something to do here, and say what: in one question, since each costs the page its time."""
        signs = [[what, where, self.words_for(what)] for what, where in self.SIGNS.items()]
        what: str = await self.page.evaluate(SEE, [signs, PATIENCE])
        return what

    async def press(self, where: Locator, by_touch: bool) -> None:
        if by_touch:
            corner: Any = {"x": 12, "y": 12}  # what is free of a card under others
            await where.click(position=corner)
        else:
            await where.press("Enter")

    async def do(self, what: str) -> None:
        raise NotImplementedError

    async def play_out(self, look: Callable[[str], Awaitable[None]] | None = None) -> None:
        """Until the game is over; the page never scrolls sideways. ``look`` at each kind of decision once."""
        looked: set[str] = set()
        while (what := await self.due()) != "over":
            if what not in looked:
                looked.add(what)
                await no_sideways(self.page)
                if look:
                    await look(what)
            await self.do(what)
        await no_sideways(self.page)
