"""Whole games of Duo, through the page."""

from __future__ import annotations

import asyncio
import re

from playwright.async_api import Browser, expect

from tests.browser.partner import DECISIONS, Partner
from tests.browser.player import Player, visit


def partner(player: Player) -> Partner:
    """The same page, for somebody who plays Duo there."""
    return Partner(player.page, player.language, player.size, player.theme, player.complaints)


async def test_two_people_play_duo_by_a_link(browser: Browser, own_house: str) -> None:
    alix = partner(await visit(browser, own_house, "fr", size=(360, 560), fixed=True))
    await alix.new_table("friend", game="duet", name="Alix")
    await expect(alix.page.get_by_text(re.compile("Duo, niveau 1"))).to_be_visible()
    link = await alix.page.get_by_label("Lien", exact=True).input_value()
    sam = partner(await visit(browser, own_house, "en", size=(1280, 800), path=link, fixed=True))
    await sam.page.get_by_label("Your name").fill("Sam")
    await sam.button("sit").click()

    await asyncio.gather(alix.play_together(), sam.play_together())
    assert alix.seen | sam.seen == DECISIONS
    assert (
        await alix.over.inner_text()
        == {
            "Won, together": "Gagné, ensemble",
            "The forest keeps its gems": "La forêt garde ses gemmes",
        }[await sam.over.inner_text()]
    )
    assert alix.complaints == sam.complaints == []
