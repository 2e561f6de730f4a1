"""What the page shows as time passes: somebody is away for a while, or their clock runs out."""

from __future__ import annotations

import os
import re
from pathlib import Path

from playwright.async_api import Browser, expect

from tests.browser.conftest import Timed
from tests.browser.player import Player, no_sideways, visit
from tests.browser.test_people import at_peace, pick, sit_down, the_link, until_it_is_the_turn_of


async def seen(name: str, *players: Player) -> None:
    """Nothing is too wide; with SHOTS set, there is a picture of it."""
    for player in players:
        await no_sideways(player.page)
        if folder := os.environ.get("SHOTS"):
            await player.page.screenshot(path=Path(folder) / f"{name}-{player.language}.png")


async def two(browser: Browser, address: str, clock: bool) -> tuple[Player, Player]:
    """Alix, in French, and Bo, in English, on small phones."""
    alix = await visit(browser, address, "fr", size=(360, 560))
    await alix.page.goto("/new?with=friend")
    await alix.page.get_by_label("Votre nom").fill("Alix")
    if clock:
        await alix.page.get_by_role("radio", name="En direct").check()
    await alix.button("make_link").click()
    bo = await visit(browser, address, "en", size=(360, 560), path=await the_link(alix), theme="day")
    await sit_down(bo, "Bo")
    await expect(alix.cards).to_have_count(13)
    await expect(bo.cards).to_have_count(13)
    await until_it_is_the_turn_of(bo, other=alix)
    return alix, bo


async def test_somebody_is_away_for_a_while(browser: Browser, timed_house: Timed) -> None:
    """For 20 seconds nothing is said, from then on that they are away; after a minute a bot may play for them."""
    alix, bo = await two(browser, timed_house.address, clock=False)
    offer = alix.page.get_by_text("Bo n’est plus là depuis un moment.")
    await bo.page.goto("/settings")
    await expect(alix.page.locator("header").get_by_text("pas là")).to_have_count(0)
    timed_house.later(20)
    await expect(alix.page.locator("header").get_by_text("pas là")).to_be_visible()
    await expect(offer).to_have_count(0)
    timed_house.later(60)
    await expect(offer).to_be_visible()
    await expect(alix.page.get_by_role("button", name="Arrêter la partie")).to_have_count(0)
    await seen("away", alix)
    await bo.page.go_back()
    await expect(bo.playable.first).to_be_visible()
    await expect(offer).to_have_count(0)
    await expect(alix.page.locator("header").get_by_text("pas là")).to_have_count(0)
    at_peace(alix, bo)


async def test_a_clock_runs_out(browser: Browser, timed_house: Timed) -> None:
    """The other may wait, let a bot play, or end the game; whoever is late may still play, and comes back."""
    alix, bo = await two(browser, timed_house.address, clock=True)
    up, late = (
        alix.page.get_by_text("Temps écoulé pour Bo."),
        bo.page.get_by_text("Your time is up; you may still play."),
    )

    # the ring says it, and it is spoken to whoever has to decide
    timed_house.later(31)
    await bo.page.reload()
    await expect(bo.page.get_by_role("timer")).to_be_visible()
    await expect(bo.page.get_by_role("status").get_by_text("You have 30 seconds left.")).to_be_attached()
    await expect(alix.page.get_by_role("status").get_by_text("30 secondes")).to_have_count(0)
    await seen("soon", alix, bo)

    # time is up: it is announced, and nothing happens by itself
    timed_house.later(40)
    await expect(up.first).to_be_visible()
    await expect(late.first).to_be_visible()
    await expect(bo.playable.first).to_be_visible()
    await expect(alix.page.get_by_role("timer")).to_have_accessible_name(re.compile("^Temps restant.* 0$"))
    for name in ("Attendre encore", "Laisser un robot jouer", "Arrêter la partie"):
        await expect(alix.page.get_by_role("button", name=name)).to_be_visible()
    await seen("late", alix, bo)

    # Alix waits: Bo has his time anew, and plays
    await pick(alix.page, "Attendre encore")
    await expect(up).to_have_count(0)
    await expect(late).to_have_count(0)
    await bo.decide()
    await until_it_is_the_turn_of(bo, other=alix)

    # a bot plays until he is back
    timed_house.later(61)
    await pick(alix.page, "Laisser un robot jouer")
    await expect(bo.page.get_by_text("A bot is playing for you.").first).to_be_visible()
    await seen("stand-in", alix, bo)
    await pick(bo.page, "Take my seat back")
    await expect(alix.page.locator("header").get_by_text("Robot 2")).to_have_count(0)
    await until_it_is_the_turn_of(bo, other=alix)

    # or the game ends, which is asked about first
    timed_house.later(61)
    await pick(alix.page, "Arrêter la partie")
    await seen("ending", alix)
    await alix.page.get_by_role("dialog").get_by_role("button", name="Arrêter la partie").click()
    await expect(alix.page.get_by_role("heading", name="Vous gagnez la partie")).to_be_visible()
    await expect(bo.page.get_by_text("Your time was up.").first).to_be_visible()
    await seen("ended", alix, bo)
    at_peace(alix, bo)
