"""Two things at the same instant, and one thing twice."""

from __future__ import annotations

import asyncio

import pytest
from server_harness import ME, OPEN, Browser, Pair, decoder

from renardiere.server.app import App
from renardiere.server.journal import facts
from renardiere.server.journal.store import FactRow, Write
from renardiere.server.messages import Bye, Done, Refused, Sync, Update, Watch


@pytest.mark.parametrize("order", [(0, 1), (1, 0)])
async def test_start_and_leave_at_the_same_instant(app: App, order: tuple[int, int]) -> None:
    """The last seat is taken while the host leaves theirs: either the game begins, or a seat is free; not both."""
    alix, bo = Browser(app), Browser(app, "Bo")
    table = (await alix.make(ME, OPEN)).id
    leave = alix.call("POST", f"/api/tables/{table}/leave", {"request": "leave-0001", "seat": 0})
    sit = bo.call("POST", f"/api/tables/{table}/sit", {"request": "sit-000001", "name": "Bo"})
    calls = (leave, sit)
    await asyncio.gather(*(calls[place] for place in order))
    info = await alix.info(table)
    kinds = [seat.kind for seat in info.seats]
    assert (info.state == "playing") == (kinds == ["person", "person"])
    assert info.state in ("waiting", "playing")
    await alix.close()
    await bo.close()


async def test_two_people_and_one_seat(app: App) -> None:
    """One of them sits there, the other is told that it is taken."""
    alix, bo, cy = Browser(app), Browser(app, "Bo"), Browser(app, "Cy")
    table = (await alix.make(ME, OPEN)).id
    answers = await asyncio.gather(
        *(
            browser.call("POST", f"/api/tables/{table}/sit", {"request": "sit-000001", "name": browser.name})
            for browser in (bo, cy)
        )
    )
    assert sorted(answer.status_code for answer in answers) == [200, 409]
    info = await alix.info(table)
    assert info.state == "playing"
    for browser in (alix, bo, cy):
        await browser.close()


@pytest.mark.parametrize("order", [(0, 1), (1, 0)])
async def test_sit_and_free_at_the_same_instant(small_game: None, app: App, order: tuple[int, int]) -> None:
    """The last seat is taken while the host frees another: the game begins with everybody, or two seats are taken."""
    alix, bo, cy = Browser(app), Browser(app, "Bo"), Browser(app, "Cy")
    wish = {"request": "make-00001", "game": "toy", "options": {"players": "3"}, "seats": [ME, OPEN, OPEN]}
    table = (await alix.call("POST", "/api/tables", wish, 201)).json()["id"]
    await bo.sit(table, seat=1)
    sit = cy.call("POST", f"/api/tables/{table}/sit", {"request": "sit-000001", "name": "Cy", "seat": 2})
    free = alix.call("POST", f"/api/tables/{table}/free", {"request": "free-0001", "seat": 1})
    calls = (sit, free)
    answers = await asyncio.gather(*(calls[place] for place in order))
    sat, freed = (answers[order.index(place)] for place in (0, 1))
    assert sat.status_code == 200
    info = await cy.info(table)
    if freed.status_code == 200:
        assert (info.state, [seat.name for seat in info.seats]) == ("waiting", ["Alix", None, "Cy"])
        await bo.sit(table)
        info = await cy.info(table)
    else:
        assert (freed.status_code, freed.json()["code"]) == (409, "started")
    assert (info.state, [seat.name for seat in info.seats]) == ("playing", ["Alix", "Bo", "Cy"])
    for browser in (alix, bo, cy):
        await browser.close()


async def test_double_clicks(app: App) -> None:
    """Making a table and sitting down twice at once are done once, whether the id is repeated or not."""
    alix, bo = Browser(app), Browser(app, "Bo")
    await alix.call("PUT", "/api/me", {"name": "Alix"}, 200)
    made = await asyncio.gather(*(alix.make(ME, OPEN, request="make-00001") for _ in range(3)))
    assert len({table.id for table in made}) == 1
    await bo.call("PUT", "/api/me", {"name": "Bo"}, 200)
    await asyncio.gather(*(bo.sit(made[0].id) for _ in range(3)))
    seats = (await alix.info(made[0].id)).seats
    assert [seat.name for seat in seats] == ["Alix", "Bo"]
    await alix.close()
    await bo.close()


async def test_the_old_socket_does_not_disturb_the_new(app: App) -> None:
    """What the old one still says, and its end, change nothing for the one that took its place."""
    pair = await Pair.seated(app)
    seat = pair.to_act
    new = await pair.browsers[seat].live()
    await new.watch(pair.table, seat)
    act = pair.choice()
    pair.sockets[seat].send(act)  # a late message of the old one
    update = await new.wait(Update)
    await pair.sockets[seat].close()
    info = await pair.browsers[1 - seat].info(pair.table)
    assert info.seats[seat].present
    new.send(act)
    assert await new.wait(Done) == Done(act.request)
    await pair.sockets[1 - seat].wait(Update)
    pair.sockets[seat] = new
    pair.state[seat] = update
    pair.state[1 - seat] = await pair.sockets[1 - seat].watch(pair.table, 1 - seat)
    number = update.number
    await pair.play(1)
    assert pair.state[seat].number - len(pair.state[seat].events) == number
    await pair.close()


async def test_a_connection_that_was_ended_is_obeyed_no_more(app: App) -> None:
    """Its token is worth nothing since a moment ago: what is still under way on it changes nothing."""
    pair = await Pair.seated(app)
    act = pair.choice()
    old, decision = pair.sockets[act.seat], pair.state[0].decision
    await pair.browsers[act.seat].call("POST", "/api/me/elsewhere", status=200)
    old.send(act)
    old.traffic.clear()
    while await old.text() is not None:
        pass
    assert [decoder.decode(text) for text in old.traffic] == [Bye("restart")]
    await old.close()
    assert app.house._awake[pair.table].table.decision == decision
    assert not any(isinstance(message, Update) for message in await pair.sockets[1 - act.seat].quiet())
    await pair.close()


async def test_two_tabs_answer_the_same_decision(app: App) -> None:
    """One card is played; the other tab is told that it was too late, and where things stand."""
    pair = await Pair.seated(app)
    seat, browser = pair.to_act, pair.browsers[pair.to_act]
    tabs = [pair.sockets[seat], await browser.live()]
    await tabs[1].watch(pair.table, seat)
    legal = pair.state[seat].view.legal[str(seat)]
    decision = pair.state[seat].decision
    acts = [browser.act(pair.table, seat, decision, card) for card in legal[:2]]
    for tab, act in zip(tabs, acts, strict=True):
        tab.send(act)
    heard = [await tab.quiet() for tab in tabs]
    told = [next(message for message in all_of_it if isinstance(message, (Done, Refused))) for all_of_it in heard]
    assert [message.request for message in told] == [act.request for act in acts]
    assert sorted(type(message).__name__ for message in told) == ["Done", "Refused"]
    [late] = [place for place, message in enumerate(told) if isinstance(message, Refused)]
    assert told[late].problem.code in ("stale", "not_your_turn")
    assert [message.view for message in heard[late] if isinstance(message, Sync)] == [pair.truth.view(seat)]
    await pair.close()


async def test_a_connection_never_holds_two_hands(app: App) -> None:
    """Watching the other seat of one's device ends the first, at the same instant too: nothing more comes of it."""
    alix = Browser(app)
    table = (await alix.make(ME, ME)).id
    socket = await alix.live()
    for seat in (0, 1, 0, 1):
        socket.send(Watch(table, seat))
    heard = await socket.quiet()
    assert [message.seat for message in heard if isinstance(message, Sync)] == [0, 1, 0, 1]
    state = [message for message in heard if isinstance(message, Sync)][-1]
    if 1 not in state.view.to_act:
        socket.send(Watch(table, 0))
        state = [message for message in await socket.quiet() if isinstance(message, Sync)][-1]
    socket.send(alix.act(table, state.seat, state.decision, state.view.legal[str(state.seat)][0]))
    assert [message.seat for message in await socket.quiet() if isinstance(message, Update)] == [state.seat]
    await alix.close()


async def test_somebody_else_wrote_to_the_table(app: App) -> None:
    """What was decided on a table that had moved on is not done, and nobody is told that it was; the next one is."""
    pair = await Pair.seated(app)
    store, act = app.house.store, pair.choice()
    row = store.facts(pair.table)[-1]
    talked = FactRow(pair.table, row.number + 1, row.at, None, None, facts.encode(facts.Acted(act.seat, act.action)))
    await store.write(Write([talked]))
    refused = pair.sockets[act.seat]
    refused.send(act)
    answer = await refused.wait(Refused)
    assert (answer.request, answer.problem.code) == (act.request, "unavailable")
    assert not store.has(pair.table, app.house._awake[pair.table].table.seats[act.seat].who or "", act.request)
    for seat, socket in enumerate(pair.sockets):
        pair.state[seat] = await socket.watch(pair.table, seat)
        assert pair.state[seat].view == pair.truth.view(seat)
    await pair.play(1)
    await pair.close()


async def test_whoever_is_gone_while_it_is_written_has_acted(app: App) -> None:
    """A connection that breaks as its action is being written, while something else was decided there: the action is
    done, everybody is told, and the table goes on from there."""
    pair = await Pair.seated(app)
    act = pair.choice()
    who = app.house._awake[pair.table].table.seats[act.seat].who
    acting = asyncio.create_task(app.house.act(who, act))
    while not app.house.store._waiting:  # noqa: ASYNC110  # it is a step or two of the loop
        await asyncio.sleep(0)
    acting.cancel()
    away = {"request": "leaving-1", "seat": 1 - act.seat}
    await pair.browsers[1 - act.seat].call("POST", f"/api/tables/{pair.table}/leave", away, 200)  # waits for it
    for seat, socket in enumerate(pair.sockets):
        pair.state[seat] = await socket.wait(Update)
    assert pair.truth.history[-1].action.text() == act.action
    await pair.play(3)
    await pair.close()
