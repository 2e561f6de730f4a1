"""The README's two pictures, always of the same deals: ``python -m tests.browser.pictures`` (``make pictures``)."""

from __future__ import annotations

import asyncio
import tempfile
from pathlib import Path

from playwright.async_api import Browser

from tests.browser.conftest import launch, open_house
from tests.browser.player import Player, visit

PICTURES = Path(__file__).parents[2] / "docs/pictures"


async def main() -> None:
    async with launch() as browser:
        for name, picture in (("table", a_table), ("phone", a_phone)):
            with tempfile.TemporaryDirectory() as folder, open_house(Path(folder)) as address:
                me = await picture(browser, address)
                await me.page.evaluate("document.fonts.ready")
                await me.page.screenshot(path=PICTURES / f"{name}.png", animations="disabled")
                assert not me.complaints, me.complaints


async def a_table(browser: Browser, address: str) -> Player:
    """A finished trick in the middle of a round, on a wide screen."""
    me = await visit(browser, address, "en", size=(1280, 800), fixed=True)
    await me.new_table("bot", None, name="Alix")
    while await me.todo() == "decide":
        if await me.cards.count() <= 8 and await me.page.get_by_text("Your trick", exact=True).count():
            break
        await me.decide()
    return me


async def a_phone(browser: Browser, address: str) -> Player:
    """The Fox's decision, and what it would lead to."""
    me = await visit(browser, address, "en", fixed=True)
    await me.new_table("bot", None, name="Alix")
    while (what := await me.todo()) and not await me.button("keep").count():
        await (me.button("continue").click() if what == "continue" else me.decide())
    await me.cards.last.click(position={"x": 12, "y": 12})
    return me


if __name__ == "__main__":
    asyncio.run(main())
