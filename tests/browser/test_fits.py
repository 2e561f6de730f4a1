"""Nothing sticks out of the box that is drawn around it, at tables and lessons of all four games."""

from __future__ import annotations

from playwright.async_api import Browser

from tests.browser.conftest import Timed
from tests.browser.fits import Look, Measured
from tests.browser.player import visit

LOOKS = [Look(360, 560), Look(360, 640, 150), Look(768, 1024, 150), Look(1024, 768, 150)]
SCENES = {"lesson": "lesson-fox", "duet": "duet-move", "fennecs": "fennecs-choose", "count": "maitre-count-3"}
"""Each with the moment from which on nothing new is to be seen."""


async def test_nothing_sticks_out(browser: Browser, timed_house: Timed) -> None:
    found: list[str] = []
    for scene, last in SCENES.items():
        me = await visit(browser, timed_house.address, "fr", fixed=True)
        album = Measured(me, browser, timed_house.address, "fr", timed_house.rehearse, looks=LOOKS, last=last)
        await album.walk(scene)
        await me.page.context.close()
        found += album.found + me.complaints
    assert found == []
