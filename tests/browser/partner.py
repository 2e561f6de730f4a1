"""Somebody who plays Duo through the page: what there is to do, and how it is done, by hand or by keyboard."""

from __future__ import annotations

import asyncio
import re
from collections.abc import Awaitable, Callable
from typing import ClassVar, Final, Literal

from playwright.async_api import Locator

from renardiere.bots import bot
from renardiere.games import game
from renardiere.games.duet import words as rules
from renardiere.games.duet.game import DuetState
from renardiere.games.play import Event, Memory
from tests.browser.player import no_sideways
from tests.browser.playing import BUTTON, PLAYABLE, Playing

__all__ = ["DECISIONS", "Partner", "partner", "play_well"]

OFF: Final = re.compile(r"(hors du chemin|off the path)\.$")
RANKS: Final = ("3", "7", "1", "5", "9", "4", "6", "8", "2", "10")
"""Those first that ask for something, then those with few paws."""
DECISIONS: Final = {"choose", "exchange", "give", "move", "place", "play"}
SUITS: Final = {"colombes": "D", "roses": "R", "étoiles": "S", "doves": "D", "stars": "S"}


class Partner(Playing):
    """A player of Duo."""

    SAYS: ClassVar = {
        "fr": {
            "over": re.compile("^(Gagné, ensemble|La forêt garde ses gemmes)$"),
            "deal": re.compile("^Distribuer$"),
            "choose": re.compile("^Moi$"),
            "keep": re.compile("^Garder$"),
            "exchange": re.compile("^Échanger$"),
            "give": re.compile("^Donner à "),
            "move": re.compile("^(\\d+ espaces? vers|sur place)"),
            "mine": re.compile("^{} espaces? vers vous"),
            "theirs": re.compile("^{} espaces? vers (?!vous)"),
            "stay": re.compile("^sur place"),
            "place": re.compile("^(De votre côté|Du côté)"),
            "near": re.compile("^De votre côté$"),
            "far": re.compile("^Du côté"),
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
            "mine": re.compile("^{} spaces? towards you"),
            "theirs": re.compile("^{} spaces? towards (?!you)"),
            "stay": re.compile("^staying"),
            "place": re.compile("^At (your|the) end"),
            "near": re.compile("^At your end"),
            "far": re.compile("^At the end"),
            "play": re.compile("^Play the "),
        },
    }
    SIGNS: ClassVar = {
        "over": "h2",
        "ready": BUTTON,
        "deal": BUTTON,
        "choose": BUTTON,
        "keep": BUTTON,
        "give": "button",
        "move": BUTTON,
        "place": BUTTON,
        "card": PLAYABLE,
    }

    async def due(self) -> str:
        what = await super().due()
        return {"keep": "exchange", "card": "play"}.get(what, what)

    async def pick(self, ranks: tuple[str, ...] = ()) -> str:
        """Touch a card: of one of these ranks by preference, and not off the path if there is another way."""
        cards = await self.playable.evaluate_all("buttons => buttons.map(button => button.dataset.card)")
        cards.sort(key=lambda card: ranks.index(card[1:]) if card[1:] in ranks else len(ranks))
        for card in cards:
            await self.press(self.card(card), by_touch=True)
            if not await self.page.get_by_text(OFF).count():
                break
        return str(card)

    async def do(self, what: str) -> None:
        """Do it, in a way that lets every ability be seen."""
        by_touch = what not in self.seen
        self.seen.add(what)
        if what == "ready":
            await self.button("ready").click()
        elif what in ("deal", "choose", "place"):
            await self.press(self.does(what).first, by_touch)
        elif what == "move":
            gems = self.page.get_by_role("button", name=re.compile("une gemme|a gem"))
            await self.press((gems if await gems.count() else self.does("move")).first, by_touch)
        else:
            await self.pick(RANKS if what == "play" else ())
            await self.press(self.does(what), by_touch)

    # ---- as it is told to ------------------------------------------------------------------------------------------
    async def holds(self) -> tuple[str, ...]:
        """The hand that was just dealt."""
        await self.cards.nth(10).wait_for()
        return tuple(await self.cards.evaluate_all("buttons => buttons.map(button => button.dataset.card)"))

    async def decree(self) -> str:
        """The decree card, as it is named to whoever listens."""
        name = await self.page.get_by_role("img", name=re.compile("^(Carte décret|Decree card)")).get_attribute(
            "aria-label"
        )
        assert name is not None
        found = re.search(r"(\d+) (?:de |d’|of )(\w+)", name)
        assert found is not None
        return SUITS[found[2]] + found[1]

    def button_for(self, action: rules.DuetAction, seat: int) -> Locator:
        """What is to be pressed for an action that is no card."""
        say = self.SAYS[self.language]
        match action:
            case rules.Choose(chosen):
                return (
                    self.does("choose")
                    if chosen == seat
                    else self.does("choose").locator("xpath=preceding-sibling::button[1]")
                )
            case rules.Place(end):
                return self.does("near" if end == seat else "far")
            case rules.Step(0):
                return self.does("stay")
            case rules.Step(distance):
                words = say["mine" if (distance > 0) == (seat == 1) else "theirs"].pattern
                return self.page.get_by_role("button", name=re.compile(words.format(abs(distance))))
            case _:
                return self.does("keep")

    async def carry_out(self, action: rules.DuetAction, seat: int) -> None:
        """Do this, once the page asks for it."""
        what = {"step": "move"}.get(kind := type(action).__name__.lower(), kind)
        by_touch = what not in self.seen
        self.seen.add(what)
        card = getattr(action, "card", None)
        if card is None:
            await self.press(self.button_for(action, seat), by_touch)
            return
        place = self.page.locator(f"[data-card={card}]:not([aria-disabled=true])")
        await self.press(place, by_touch)
        await self.press(self.does(what) if by_touch else place, by_touch)


partner = Partner.of

Look = Callable[[Partner, str], Awaitable[None]]


async def play_well(pair: tuple[Partner, Partner], level: Literal[1, 2, 3], look: Look) -> DuetState:
    """A whole game, from before its first deal on, as good bots would play it, and what the rules say came of it.

    They win nearly always, and soon. They are told what the pages show of each deal, and nothing else of the house.
    ``look`` at each kind of decision once.
    """
    duet = game("duet")
    state: DuetState = duet.new(rules.DuetOptions(level))
    minds = [bot(duet, 3, seed=seat, iterations=500) for seat in range(2)]
    heard: tuple[list[Event], list[Event]] = ([], [])
    looked: set[str] = set()
    while state.awaits != "nothing":
        if state.awaits == "deal":
            await asyncio.gather(*(one.do("deal") for one in pair))
            events = state.deal(await dealt(pair))
        else:
            seat = state.to_act[0]
            if state.view(seat).phase not in looked:
                looked.add(state.view(seat).phase)
                await pair[seat].due()
                await no_sideways(pair[seat].page)
                await look(pair[seat], state.view(seat).phase)
            action = minds[seat].act(Memory(seat, state.view(seat), tuple(heard[seat])))
            await pair[seat].carry_out(action, seat)
            events = state.apply(seat, action)
        for seat in range(2):
            heard[seat].extend(events[seat])
    for one in pair:
        await one.over.wait_for()
    return state


async def dealt(pair: tuple[Partner, Partner]) -> rules.DuetDeal:
    """What was dealt, as both pages together show it. The cards of the deck are told in any order: nobody sees them."""
    hands = (await pair[0].holds(), await pair[1].holds())
    decree = await pair[0].decree()
    deck = tuple(card for card in rules.CARDS if card not in (*hands[0], *hands[1], decree))
    asked = [asyncio.ensure_future(one.due()) for one in pair]
    await asyncio.wait(asked, return_when=asyncio.FIRST_COMPLETED)
    leader = 0 if asked[0].done() else 1
    asked[1 - leader].cancel()
    return rules.DuetDeal(1 - leader, hands, decree, deck)
