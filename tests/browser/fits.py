"""Nothing sticks out: each button, text and picture lies inside the box that is drawn around it.

``misfits`` measures a page as it stands; ``Measured`` walks the scenes of ``scenes.py`` and measures in each of their
moments several sizes of the window and of the letters, in place of a picture.
"""

from __future__ import annotations

from contextlib import suppress
from dataclasses import dataclass, field
from pathlib import Path
from typing import NamedTuple

from playwright.async_api import Page

from tests.browser.player import STILL
from tests.browser.scenes import SCENES, SHOTS, Album

__all__ = ["EVERY", "Look", "Measured", "misfits"]

FITS = Path(__file__).with_suffix(".js").read_text()

RESIZE = """
(text) => {
  document.documentElement.dataset.text = text
  return new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(() => done())))
}
"""
"""Letters of that size; until what depends on the window's size has followed it, too."""


class Look(NamedTuple):
    """A window, and how large letters are in it (per cent)."""

    width: int
    height: int
    text: int = 100

    def __str__(self) -> str:
        return f"{self.width}x{self.height}" + (f" {self.text} %" if self.text != 100 else "")


EVERY = [
    Look(*size, text)
    for size in ((360, 560), (360, 640), (640, 360), (768, 1024), (1024, 768), (1440, 900))
    for text in (100, 150)
]


async def misfits(page: Page) -> list[str]:
    """What sticks out of its box, is cut, lies on something else or scrolls sideways, now."""
    found: list[str] = await page.evaluate(FITS)
    return found


class _EnoughError(Exception):
    """Enough was seen."""


@dataclass
class Measured(Album):
    """An album without pictures, but of what sticks out: if ``pictured``, these are taken, to see what was found."""

    looks: list[Look] = field(default_factory=lambda: EVERY)
    last: str = ""
    """After this moment no more is measured."""
    pictured: bool = False
    found: list[str] = field(default_factory=list)
    scrolled: list[str] = field(default_factory=list)
    """How far what has a dock scrolls, where it does."""

    async def walk(self, scene: str) -> None:
        with suppress(_EnoughError):
            await SCENES[scene](self)

    async def take(self, name: str, *, whole: bool = False) -> None:
        page = self.player.page
        await page.evaluate("document.fonts.ready")
        letters = await page.evaluate("document.documentElement.dataset.text")
        for look in self.looks:
            await page.set_viewport_size({"width": look.width, "height": look.height})
            await page.evaluate(RESIZE, str(look.text))
            await page.evaluate(STILL)
            found = await misfits(page)
            self.found += [f"{self.label} {name}, {look}: {what}" for what in found]
            if found and self.pictured:
                file = f"fits-{self.label}-{name}-{look.width}x{look.height}-{look.text}.png"
                await page.screenshot(path=SHOTS / file, full_page=whole, animations="disabled")
            deep = await page.evaluate("document.documentElement.scrollHeight - innerHeight")
            if deep > 0 and await page.locator(".dock").count():
                self.scrolled.append(f"{self.label} {name}, {look}: {deep} px")
        if name == self.last:
            raise _EnoughError
        width, height = self.player.size
        await page.set_viewport_size({"width": width, "height": height})
        await page.evaluate(RESIZE, letters)
