"""Decisions at the same time, at a table of Duo: a Gift is chosen by both, in any order; neither learns anything."""

from __future__ import annotations

import re
from pathlib import Path
from typing import Any, ClassVar

import pytest
from company import Company, Page, do, idle, of_kind, offer, truth
from server_harness import ME, Browser, Socket, later, open_house

from renardiere import bots
from renardiere.games.play import Memory
from renardiere.games.record import Record, carry_out
from renardiere.server import warmup
from renardiere.server.app import App
from renardiere.server.journal import facts
from renardiere.server.messages import Act, Watch

NEWS = re.compile(r'"news":[0-9]+')
"""It counts that these tests come and go themselves."""
SHARED = {"who": "me", "name": "Bo"}


async def at_a_gift(app: App, **terms: Any) -> Company:
    """Both are to give a card."""
    company = await Company.seated(app, game="duet", **terms)
    await company.ready()
    view = await company.until_phase("give")
    assert view.to_act == (0, 1)
    return company


@pytest.mark.parametrize("order", [(0, 1), (1, 0)])
async def test_in_any_order(app: App, order: tuple[int, int]) -> None:
    """Both answer the same decision; the first is told no more than before until the second has chosen."""
    company = await at_a_gift(app)
    first, second = (company.pages[seat] for seat in order)
    decision, gifts = first.state["decision"], [page.legal[0] for page in (first, second)]
    assert await first.act(gifts[0]) == "done"
    await company.look()
    for page in company.pages:
        assert page.state["decision"] == decision
        assert page.state["view"]["to_act"] == [order[1]]
    assert second.events[-1] == {"event": "gave", "seat": order[0], "card": None}
    assert await second.act(gifts[1]) == "done"
    await company.look()
    for page, gave, got in ((first, *gifts), (second, *reversed(gifts))):
        [swapped] = [event for event in page.events[-3:] if event["event"] == "swapped"]
        assert (swapped["gave"], swapped["got"]) == (gave[1:], got[1:])
        assert page.state["decision"] == decision + 1
    await company.close()


async def test_a_decision_is_closed_for_whoever_has_made_it(app: App) -> None:
    """Another card for the same decision comes too late, and is no concern of the partner, whose decision is open; the
    same request again is done already."""
    company = await at_a_gift(app)
    mine, theirs = company.pages
    decision, (one, other, *_) = mine.state["decision"], mine.legal
    assert await mine.act(one, request="the-gift-1") == "done"
    await theirs.look()
    assert await mine.act(other, decision) == "stale"
    assert await mine.act(one, decision, request="the-gift-1") == "done"
    assert await mine.act(other, decision + 1) == "stale"
    assert await theirs.look() == []
    assert await theirs.act(decision=decision) == "done"
    assert await mine.act(other, decision) == "stale"
    given = [fact.action for fact in of_kind(app, company.table, facts.Acted) if fact.action.startswith("g")]  # type: ignore[attr-defined]
    assert given[-2] == one
    assert sum(action == one for action in given) == 1
    await company.close()


async def test_both_at_once(app: App) -> None:
    """Sent in the same moment, over two connections: both are carried out."""
    company = await at_a_gift(app)
    for page in company.pages:
        page.socket.send(page.browser.act(company.table, page.seat or 0, page.state["decision"], page.legal[0]))
    for page in company.pages:
        assert "done" in await page.kinds()
    await company.look()
    assert all(page.events[-1]["event"] != "gave" for page in company.pages)
    await company.close()


# ---- what the other may notice ---------------------------------------------------------------------------------------


async def all_that_is_sent(app: App, company: Company, viewer: int | None, browser: Browser) -> list[Any]:
    """To a viewer who looks everywhere: here, over HTTP, coming back from any number, trying what is not allowed."""
    socket: Socket = await browser.live()
    state = await socket.watch(company.table, viewer)
    for after in range(max(0, state.number - 6), state.number + 2):
        socket.send(Watch(company.table, viewer, app.house.epoch, after))
    seat = 0 if viewer is None else viewer
    for number, (who, action) in enumerate([(seat, "gD1"), (1 - seat, "gD1"), (seat, "D7"), (seat, "@0"), (seat, "?")]):
        if (who, action) == (viewer, "gD1") or (viewer is not None and action in state.view.legal.get(str(viewer), ())):
            continue
        for decision in (state.decision, state.decision - 1, state.decision + 1):
            socket.send(Act(company.table, who, decision, action, f"try-{number}-{decision:04}"))
    await socket.quiet()
    table = f"/api/tables/{company.table}"
    answers = [(await browser.call("GET", table + place)).content for place in ("", "/talk", "/past", "/record")]
    await socket.close()
    return [[NEWS.sub("", text) for text in socket.traffic], answers]


@pytest.mark.parametrize("giver", [0, 1])
async def test_nothing_tells_which_card_was_given(tmp_path: Path, giver: int) -> None:
    """The same game up to a Gift, in which each of the giver's cards is given first, in houses that are otherwise the
    same: all that the other and a spectator are sent until both have chosen is the same, byte for byte."""
    worlds = []
    for which in (0, 1, -1):
        async with open_house(tmp_path / str(which)) as app:
            company = await at_a_gift(app)
            cy = Browser(app, "Cy")
            watching = await Page.open(cy, company.table)
            other = company.pages[1 - giver]
            marks = [len(page.socket.traffic) for page in (other, watching)]
            assert await company.pages[giver].act(company.pages[giver].legal[which]) == "done"
            for page in (other, watching):
                await page.look()
            told: list[Any] = [page.socket.traffic[mark:] for page, mark in zip((other, watching), marks, strict=True)]
            told.append(await all_that_is_sent(app, company, 1 - giver, other.browser))
            told.append(await all_that_is_sent(app, company, None, cy))
            told.append(app.house.chance.random.getstate())  # type: ignore[attr-defined]
            worlds.append(told)
            await company.close()
            await cy.close()
    assert worlds[1:] == worlds[:1] * 2


@pytest.mark.parametrize("again", range(3))
async def test_what_cannot_be_known_changes_nothing(app: App, again: int) -> None:
    """At moments of a game, all that cannot be known is drawn anew, by the game's own sampling from what a seat knows:
    whatever that seat and a spectator are then sent is the same."""
    company = await Company.seated(app, game="duet", options={"level": str(again + 1)})
    company.chance.seed(again)
    await company.ready()
    cy = Browser(app, "Cy")
    differed = 0
    for _ in range(3):
        await company.play(5)
        table = truth(app, company.table)
        state = table.state
        assert state is not None
        if state.awaits != "action":
            break
        for seat in (0, 1):
            memory, told = memory_of(state, seat), []
            for at in (state, state, state.game.sample(memory, again)):
                table.state = at
                told.append([await all_that_is_sent(app, company, *viewer) for viewer in viewers(company, cy, seat)])
            differed += at.reveal() != state.reveal()
            table.state = state
            honest, sampled = told[1:]  # at the first look, what was missed is shown, once
            assert honest == sampled
    assert differed >= 2
    await company.close()
    await cy.close()


def viewers(company: Company, cy: Browser, seat: int) -> list[tuple[int | None, Browser]]:
    return [(seat, company.browsers[seat]), (None, cy)]


def memory_of(state: Any, seat: int) -> Memory:
    """All that a seat was ever told."""
    replayed = Record.of(state).load().new(state.options)
    events = [event for entry in state.history for event in carry_out(replayed, entry)[seat]]
    return Memory(seat, state.view(seat), tuple(events))


# ---- bots ------------------------------------------------------------------------------------------------------------


class Noting:
    """Gives its lowest card, plays the first that it may, and notes what it was asked with."""

    asked: ClassVar[list[Memory]] = []

    def __init__(self, game: Any, **_: Any) -> None:
        self.game = game

    def act(self, memory: Memory) -> Any:
        Noting.asked.append(memory)
        word = memory.view.legal[str(memory.viewer)][0]
        return self.game.parse_action(word, self.game.parse_options({}))


async def beside_a_bot(app: App, monkeypatch: pytest.MonkeyPatch) -> tuple[Browser, str, Page]:
    """A person and a bot, until both are to give a card: the bot has done so."""
    level = bots.Level(f"{__name__}:Noting", {})
    monkeypatch.setitem(bots.LEVELS, "duet", {1: level})  # type: ignore[arg-type]
    monkeypatch.setattr(warmup, "warm_bots", lambda: None)
    alix = Browser(app)
    table = (await alix.make(ME, {"who": "bot", "level": 1}, game="duet")).id
    await do(alix, table, "ready", seat=0)
    page = await Page.open(alix, table, 0)
    Noting.asked.clear()
    while True:
        await idle(app)
        await page.look()
        if page.state["view"]["phase"] == "give":
            return alix, table, page
        if not page.state["view"]["to_act"]:
            await do(alix, table, "ready", seat=0)
        else:
            sevens = [word for word in page.legal if word[1:] == "7"]
            assert await page.act(sevens[0] if sevens else page.legal[-1]) == "done"


async def test_a_bot_gives_whether_or_not_the_person_has(app: App, monkeypatch: pytest.MonkeyPatch) -> None:
    """It does not wait, and what it was asked with says nothing of the person's card."""
    alix, _, page = await beside_a_bot(app, monkeypatch)
    assert page.state["view"]["to_act"] == [0]
    assert page.state["view"]["gifts"] == [None, "?"]
    asked = Noting.asked[-1]
    assert asked.view.phase == "give"  # type: ignore[attr-defined]
    assert asked.view.gifts == (None, None)  # type: ignore[attr-defined]
    assert await page.act() == "done"
    await alix.close()


async def test_a_gift_beside_a_bot_is_taken_back(app: App, monkeypatch: pytest.MonkeyPatch) -> None:
    """Back to before one's own card was chosen; the bot's choice, made before it, stays what it was."""
    alix, table, page = await beside_a_bot(app, monkeypatch)
    gift = of_kind(app, table, facts.Acted)[-1]
    assert await page.act(page.legal[0]) == "done"
    await idle(app)
    await page.look()
    told = await do(alix, table, "back", decision=page.state["decision"])
    assert told["counted"] is False
    await page.look()
    view = page.state["view"]
    assert (view["phase"], view["to_act"], view["gifts"]) == ("give", [0], [None, "?"])
    assert await page.act(page.legal[1]) == "done"
    await idle(app)
    assert of_kind(app, table, facts.Acted).count(gift) == 1
    await alix.close()


# ---- one device, clocks ----------------------------------------------------------------------------------------------


async def test_on_one_device_each_chooses_in_turn(app: App) -> None:
    """Both seats are one person's: the device is handed over between the choices, and never holds two hands."""
    alix = Browser(app)
    table = (await alix.make(ME, SHARED, game="duet")).id
    await do(alix, table, "ready", seat=0)
    page = await Page.open(alix, table, 0)
    while page.state["view"]["phase"] != "give":
        seat = page.state["view"]["to_act"][0]
        if seat != page.seat:
            await page.close()
            page = await Page.open(alix, table, seat)
        sevens = [word for word in page.legal if word[1:] == "7"]
        assert await page.act(sevens[0] if sevens else page.legal[-1]) == "done"
        await page.look()
    await page.close()
    socket = await alix.live()
    for seat in (0, 1):
        state = await socket.watch(table, seat)
        assert "?" in state.view.hands[1 - seat]
        socket.send(alix.act(table, seat, state.decision, state.view.legal[str(seat)][0]))
        updates = [message for message in await socket.quiet() if hasattr(message, "events")]
        assert [update.seat for update in updates] == [seat]  # type: ignore[union-attr]
    assert truth(app, table).view(None).phase != "give"
    await alix.close()


async def test_the_clock_of_two_who_are_to_act(app: App) -> None:
    """Each has the time of the decision; whoever has chosen is not late, and the other's time began with theirs."""
    company = await at_a_gift(app, clock={"kind": "move", "seconds": 30})
    start = company.pages[0].state["left"]
    await later(app, 10)
    assert await company.pages[1].act() == "done"
    await company.look()
    assert company.pages[0].state["left"] == start - 10
    await later(app, 20.5)
    await company.look()
    assert company.pages[1].absences == [offer(0, "time")]
    assert [fact.seat for fact in of_kind(app, company.table, facts.TimedOut)] == [0]  # type: ignore[attr-defined]
    told = await company.do(1, "choose", seat=1, about=0, choice="bot")
    assert told["seats"][0]["standin"] == 2
    await idle(app)
    assert 0 not in company.to_act or truth(app, company.table).view(None).phase != "give"
    await company.close()


async def test_both_are_late(app: App) -> None:
    """Neither has chosen: each may say what is to be done about the other; nothing happens by itself."""
    company = await at_a_gift(app, clock={"kind": "move", "seconds": 30})
    await later(app, 30.5)
    await company.look()
    assert company.pages[0].absences == [offer(0, "time"), offer(1, "time")]
    await company.do(0, "choose", seat=0, about=1, choice="wait")
    await company.look()
    assert company.pages[0].absences == [offer(0, "time")]
    assert await company.pages[0].act() == "done"
    assert await company.pages[1].act() == "done"
    await company.close()
