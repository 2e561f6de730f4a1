"""Nobody is sent what they may not know: whole games, every byte of the traffic."""

from __future__ import annotations

import itertools
import random
import re
from pathlib import Path
from typing import Any

import pytest
from server_harness import ME, OPEN, Browser, Pair, Socket, bot, open_house

from renardiere.games import game
from renardiere.games.forest.game import ForestState
from renardiere.games.forest.words import Buried, Dealt, Exchanged, ForestDeal
from renardiere.server.app import App
from renardiere.server.messages import Sync, Update

CARD = re.compile(r"(?<![A-Za-z0-9])[BKM](?:1[01]|[1-9])(?![0-9])")


def cards(text: str) -> set[str]:
    return set(CARD.findall(text))


async def test_a_spectator_is_sent_no_hidden_card(app: App) -> None:
    """At every moment of a game: nothing that lies in a hand or in the pile, but a decree card just taken up."""
    pair = await Pair.seated(app)
    cy = Browser(app, "Cy")
    socket = await cy.live()
    await socket.watch(pair.table)
    trick: set[str] = set()
    while pair.truth.awaits == "action":
        seen = len(socket.traffic)
        act = pair.choice()
        await pair.do(act)
        update = await socket.wait(Update)
        assert update.view == pair.truth.view(None)
        later = await cy.live()
        resumed = await later.watch(pair.table, None, app.house.epoch, update.number - len(update.events))
        fresh = await later.watch(pair.table)
        assert isinstance(fresh, Sync)
        looked = (await cy.call("GET", f"/api/tables/{pair.table}")).text
        open_ = pair.truth.reveal()
        hidden = {*open_.hands[0], *open_.hands[1], *open_.pile}
        known = {event.took for event in update.events if hasattr(event, "took")}
        if isinstance(update.events[-1], Dealt):  # the trick that ended the round lay open, its cards are dealt anew
            known |= trick | {event.card for event in update.events if hasattr(event, "card")}
        trick = set(update.view.trick)
        assert resumed.events == update.events
        for text in (*socket.traffic[seen:], *later.traffic, looked):
            assert not cards(text) & (hidden - known), text
            assert app.house._awake[pair.table].table.secret.hex() not in text or pair.truth.awaits == "nothing"
        await later.close()
    await pair.close()
    await cy.close()


async def test_a_player_is_sent_no_hidden_card(app: App) -> None:
    """The same for a seat, refusals included: the other hand and what it does not know of the pile."""
    pair = await Pair.seated(app)
    known: list[set[str]] = [set(), set()]
    trick: set[str] = set()
    for _ in range(120):
        marks = [len(socket.traffic) for socket in pair.sockets]
        act = pair.choice()
        for seat, browser in enumerate(pair.browsers):
            pair.sockets[seat].send(browser.act(pair.table, seat, pair.state[seat].decision, "K11x"))
            pair.sockets[seat].send(browser.act(pair.table, seat, 10**6, "K11"))
        await pair.do(act)
        open_ = pair.truth.reveal()
        for seat in (0, 1):
            texts = pair.sockets[seat].traffic[marks[seat] :]
            for event in pair.state[seat].events:
                if isinstance(event, Exchanged):
                    known[seat].add(event.took)
                elif isinstance(event, Buried) and event.seat == seat and event.card:
                    known[seat].add(event.card)
                elif isinstance(event, Dealt):  # of the round before, the last trick is still in sight
                    known[seat] = trick | {event.card for event in pair.state[seat].events if hasattr(event, "card")}
                    texts = texts[-1:]
            hidden = {*open_.hands[1 - seat], *open_.pile} - known[seat]
            for text in texts:
                assert not cards(text.replace("K11x", "")) & hidden, text
        trick = set(pair.state[0].view.trick)
        if pair.truth.awaits != "action":
            break
    await pair.close()


def another_deal(deal: ForestDeal, actions: list[tuple[int, str]], viewer: int | None) -> ForestDeal | None:
    """A deal that looks the same to ``viewer`` and allows the same actions; None if none was found."""
    rules = game("forest")
    chance = random.Random(5)
    shown = {text.lstrip("x>") for _, text in actions}
    hands: list[list[str]] = [list(hand) for hand in deal.hands]
    pile = list(deal.pile)
    draws = sum(text.startswith(">") for _, text in actions)
    places = [(hands[seat], i) for seat in (0, 1) if seat != viewer for i in range(13) if hands[seat][i] not in shown]
    places += [(pile, i) for i in range(draws if viewer is not None else 0, 6) if pile[i] not in shown]
    for _ in range(500):
        values = [where[i] for where, i in places]
        chance.shuffle(values)
        for (where, i), value in zip(places, values, strict=True):
            where[i] = value
        sorted_hands = (tuple(hands[0]), tuple(hands[1]))
        other = ForestDeal(deal.dealer, sorted_hands, deal.decree, tuple(pile))
        state: Any = rules.new()
        state.deal(other)
        try:
            for seat, text in actions:
                state.apply(seat, rules.parse_action(text, state.options))
        except Exception:  # not legal with these cards
            continue
        if other != deal:
            return other
    return None


async def watched(folder: Path, deal: ForestDeal, actions: list[tuple[int, str]], viewer: int | None) -> list[str]:
    """All that a viewer is sent while these actions are done with that deal: live, looking, refused, resuming."""
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(ForestState, "draw", lambda self, source: deal)
        async with open_house(folder) as app:
            browsers = [Browser(app, "Alix"), Browser(app, "Bo"), Browser(app, "Cy")]
            table = (await browsers[0].make(ME, OPEN)).id
            await browsers[1].sit(table)
            me = browsers[2 if viewer is None else viewer]
            sockets: list[Socket] = []
            for seat in (0, 1):
                sockets.append(await browsers[seat].live())
                await sockets[seat].watch(table, seat)
            mine = await me.live()
            await mine.watch(table, viewer)
            texts: list[str] = []
            for decision, (seat, action) in enumerate(actions):
                if viewer is not None:
                    for wrong in ("B1", "K6", "M11", "x-", ">B3", "nonsense"):
                        if wrong != action or seat != viewer:
                            mine.send(me.act(table, viewer, decision + 1000, wrong))
                            if seat != viewer:
                                mine.send(me.act(table, viewer, decision, wrong))
                sockets[seat].send(browsers[seat].act(table, seat, decision, action))
                await mine.wait(Update)
                texts.append((await me.call("GET", f"/api/tables/{table}")).text)
                texts.append((await me.call("GET", "/api/tables")).text)
                back = await me.live()
                for after in range(decision + 3):
                    await back.watch(table, viewer, app.house.epoch, after)
                await back.close()
                texts += back.traffic
                await mine.quiet()
            texts += mine.traffic
            for browser in browsers:
                await browser.close()
            return texts


@pytest.mark.parametrize("viewer", [0, 1, None])
async def test_what_cannot_be_known_changes_nothing(tmp_path: Path, viewer: int | None) -> None:
    """Two deals that differ only in what ``viewer`` cannot see, the same actions: the same bytes."""
    rules = game("forest")
    compared = 0
    for seed in itertools.count():
        chance = random.Random(seed)
        state: Any = rules.new()
        deal = state.draw(chance)
        state.deal(deal)
        actions: list[tuple[int, str]] = []
        for _ in range(9):
            seat = state.to_act[0]
            action = chance.choice(state.legal(seat))
            state.apply(seat, action)
            actions.append((seat, action.text()))
        other = another_deal(deal, actions, viewer)
        if other is None:
            continue
        first = await watched(tmp_path / f"{seed}a", deal, actions, viewer)
        second = await watched(tmp_path / f"{seed}b", other, actions, viewer)
        assert first == second
        compared += 1
        if compared == 3:
            break


async def test_a_bots_seat_is_nobodys(app: App) -> None:
    alix = Browser(app)
    table = await alix.make(ME, bot())
    socket = await alix.live()
    assert (await socket.watch(table.id, 1)).problem.code == "not_yours"
    await alix.close()


async def test_one_device_never_holds_two_hands(app: App) -> None:
    """Of two seats of one person, a connection follows one; what it was sent before holds only that hand."""
    alix = Browser(app)
    table = await alix.make(ME, {"who": "me", "name": "Bo"})
    first, second = await alix.live(), await alix.live()
    mine = await first.watch(table.id, 0)
    theirs = await second.watch(table.id, 1)
    assert set(mine.view.hands[1]) == set(theirs.view.hands[0]) == {"?"}
    hands = [set(mine.view.hands[0]), set(theirs.view.hands[1])]
    assert not cards("".join(first.traffic)) & hands[1]
    assert not cards("".join(second.traffic)) & hands[0]
    await first.watch(table.id, 1)
    seat = mine.view.to_act[0]
    second.send(alix.act(table.id, seat, 0, ([mine, theirs][seat]).view.legal[str(seat)][0]))
    for socket in (first, second):
        told = [message for message in await socket.quiet() if isinstance(message, Update)]
        assert [message.seat for message in told] in ([1], [])
    await alix.close()
