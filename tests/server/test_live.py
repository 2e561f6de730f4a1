"""The live connection: streams without gaps, resume, repeated and stale requests, slow readers."""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path
from typing import Any

import msgspec
import pytest
from server_harness import GENEROUS, ME, OPEN, Browser, Pair, bot, decoded, later, open_house

from renardiere.server.app import App
from renardiere.server.messages import Bye, Done, Ping, Pong, Refused, Sync, Table, Unwatch, Update, Watch


@dataclass
class Beaten:
    """Somebody led, and went away at ``number``; the other followed, won with ``beaten_by``, and led the next trick."""

    pair: Pair
    away: int
    number: int
    beaten_by: str
    cookies: dict[str, str]

    @classmethod
    async def at(cls, pair: Pair) -> Beaten:
        while True:
            away, last = pair.to_act, pair.state[pair.to_act]
            if not last.view.trick and last.view.phase == "play":
                await pair.do(pair.choice())  # leads
                number = pair.state[away].number
                if pair.to_act == away:  # a Fox or a Woodcutter: not this time
                    continue
                follower = pair.to_act
                await pair.do(pair.choice())
                view = pair.state[0].view
                if view.to_act == (follower,) and not view.trick and view.finished_trick.winner == follower:
                    break
            else:
                await pair.do(pair.choice())
        beaten_by = pair.state[away].view.finished_trick.cards[1]
        await pair.do(pair.choice())  # the winner leads the next trick: the old one is out of sight
        assert pair.state[away].view.finished_trick is None
        return cls(pair, away, number, beaten_by, dict(pair.browsers[away].http.cookies))

    async def come_back(self, app: App) -> Any:
        browser = Browser(app)
        browser.http.cookies.update(self.cookies)
        socket = await browser.live()
        answer = await socket.watch(self.pair.table, self.away, app.house.epoch, self.number)
        await socket.close()
        return answer


async def test_a_trick_that_ended_while_one_was_away_is_shown_once(app: App) -> None:
    """Lead, lose the connection; the other follows, wins and leads: the card that beat us is shown, once."""
    beaten = await Beaten.at(await Pair.seated(app))
    first, second = await beaten.come_back(app), await beaten.come_back(app)
    assert isinstance(first, Update)
    assert first.events[0].card == beaten.beaten_by
    assert isinstance(second, Sync)
    assert second.view == first.view
    assert first.events[-1].card == first.view.trick[0]
    await beaten.pair.close()


async def test_a_trick_that_ended_while_one_was_away_and_the_house_too(tmp_path: Path) -> None:
    """What one last answered is all that a house knows to have been seen, when it begins anew."""
    async with open_house(tmp_path) as app:
        beaten = await Beaten.at(await Pair.seated(app))
        await beaten.pair.close()
    async with open_house(tmp_path, seed=2) as app:
        first, second = await beaten.come_back(app), await beaten.come_back(app)
        assert isinstance(first, Update)
        assert first.events[0].card == beaten.beaten_by
        assert isinstance(second, Sync)


async def test_what_was_answered_is_not_shown_again(app: App) -> None:
    """Whoever acted has seen the tricks before: asking again from an old number gives a view, not their cards."""
    pair = await Pair.seated(app)
    while len(pair.state[0].view.trick) != 1 or sum(pair.state[0].view.tricks) < 2:
        await pair.do(pair.choice())
    leader = pair.state[0].view.leader
    socket = await pair.browsers[leader].live()
    for after in range(pair.state[leader].number - len(pair.state[leader].events)):
        assert isinstance(await socket.watch(pair.table, leader, app.house.epoch, after), Sync)
    await pair.close()


async def test_repeated_requests_are_harmless(app: App) -> None:
    pair = await Pair.seated(app)
    act = pair.choice()
    await pair.do(act)
    after = pair.state[act.seat]
    for _ in range(3):
        pair.sockets[act.seat].send(act)
        assert await pair.sockets[act.seat].wait(Done) == Done(act.request)
    other = await pair.browsers[act.seat].live()  # a second tab
    other.send(act)
    assert await other.wait(Done) == Done(act.request)
    # the same request for another decision: it was carried out, and is not carried out again
    await pair.play(1)
    while pair.to_act != act.seat:
        await pair.play(1)
    repeated = msgspec.structs.replace(pair.choice(), request=act.request)
    state = pair.state[act.seat]
    pair.sockets[act.seat].send(repeated)
    assert await pair.sockets[act.seat].wait(Done) == Done(act.request)
    assert (await pair.browsers[0].info(pair.table)).to_act == [act.seat]
    assert app.house._awake[pair.table].table.decision == state.decision > after.decision
    await pair.close()


async def test_repeated_after_a_restart(tmp_path: Path) -> None:
    """The house closes and opens again: requests are known, streams go on with their numbers, seats are theirs."""
    async with open_house(tmp_path) as app:
        pair = await Pair.seated(app)
        await pair.play(5)
        act = pair.choice()
        await pair.do(act)
        cookies = [dict(browser.http.cookies) for browser in pair.browsers]
        epoch = app.house.epoch
        states = pair.state
        await pair.close()
    async with open_house(tmp_path, seed=2) as app:
        assert app.house.epoch == epoch
        for seat, cookie in enumerate(cookies):
            browser = Browser(app)
            browser.http.cookies.update(cookie)
            socket = await browser.live()
            state = await socket.watch(pair.table, seat, epoch, states[seat].number)
            assert isinstance(state, Sync)  # nothing was missed
            assert (state.number, state.decision, state.view) == (
                states[seat].number,
                states[seat].decision,
                states[seat].view,
            )
            if before := states[seat].events:
                again = await socket.watch(pair.table, seat, epoch, states[seat].number - len(before))
                assert again.events == before
            if seat == act.seat:
                socket.send(act)
                assert await socket.wait(Done) == Done(act.request)
            await browser.close()


async def test_stale_and_refused(app: App) -> None:
    """A closed decision and a broken rule change nothing; one learns why, and where one stands."""
    pair = await Pair.seated(app)
    await pair.play(1)
    seat = pair.to_act
    socket, state, browser = pair.sockets[seat], pair.state[seat], pair.browsers[seat]
    legal = state.view.legal[str(seat)][0]

    socket.send(browser.act(pair.table, seat, state.decision - 1, legal, "stale-request"))
    refused = await socket.wait(Refused)
    assert (refused.request, refused.problem.code) == ("stale-request", "stale")
    assert await socket.wait(Sync) == Sync(pair.table, seat, state.number, state.decision, state.view, None)

    codes = {"Z9": "malformed", "x-": "illegal", next(iter(state.view.refused), "x-"): "illegal"}
    for action, code in codes.items():
        socket.send(browser.act(pair.table, seat, state.decision, action))
        assert (await socket.wait(Refused)).problem.code == code
        assert (await socket.wait(Sync)).view == state.view

    other = 1 - seat
    pair.sockets[other].send(pair.browsers[other].act(pair.table, other, state.decision, "B1"))
    assert (await pair.sockets[other].wait(Refused)).problem.code == "not_your_turn"
    assert not [message for message in await socket.quiet() if isinstance(message, Update)]
    await pair.close()


async def test_refused_card_says_which_rule(app: App) -> None:
    pair = await Pair.seated(app)
    while True:
        view = pair.state[pair.to_act].view
        if view.refused:
            break
        await pair.play(1)
    seat = pair.to_act
    card, why = next(iter(view.refused.items()))
    pair.sockets[seat].send(pair.browsers[seat].act(pair.table, seat, pair.state[seat].decision, card))
    problem = (await pair.sockets[seat].wait(Refused)).problem
    assert (problem.code, problem.reason, problem.details) == ("illegal", why.reason, why.details)
    await pair.close()


async def test_seats_are_their_owners(app: App) -> None:
    """Nobody else can look at a seat's cards, or act for it; not without a cookie either."""
    pair = await Pair.seated(app)
    stranger = Browser(app, "Cy")
    seat = pair.to_act
    act = pair.choice()
    for browser in (stranger, pair.browsers[1 - seat]):
        socket = await browser.live()
        assert (await socket.watch(pair.table, seat)).problem.code == "not_yours"
        socket.send(act)
        assert (await socket.wait(Refused)).problem.code == "not_yours"
    without = stranger.socket(cookie="")
    assert await without.accepted()
    assert (await without.watch(pair.table, seat)).problem.code == "not_yours"
    assert (await without.watch(pair.table, 4)).problem.code == "not_yours"
    assert (await without.watch("aaaaaaaaaa")).problem.code == "no_table"
    assert pair.truth.to_act == (seat,)
    await stranger.close()
    await pair.close()


async def test_a_visitor_takes_a_seat_on_an_open_connection(app: App) -> None:
    """A newcomer looks first and sits down then: the connection becomes theirs."""
    alix, bo = Browser(app), Browser(app, "Bo")
    table = await alix.make(ME, OPEN)
    socket = await bo.live()
    sync = await socket.watch(table.id)
    assert (sync.seat, sync.number) == (None, 0)
    await bo.sit(table.id)
    info = (await socket.wait(Table)).info
    assert [seat.mine for seat in info.seats] == [False, True]
    assert info.state == "playing"
    assert isinstance(await socket.watch(table.id, 1), Sync)
    await alix.close()
    await bo.close()


async def test_presence_and_spectators(app: App) -> None:
    alix, bo, cy = Browser(app), Browser(app, "Bo"), Browser(app, "Cy")
    table = await alix.make(ME, OPEN)
    socket = await alix.live()
    await socket.watch(table.id, 0)
    seen: list[tuple[list[bool], int]] = []

    async def next_info() -> None:
        info = (await socket.wait(Table)).info
        seen.append(([seat.present for seat in info.seats], info.spectators))

    visitor = await cy.live()
    await visitor.watch(table.id)
    await next_info()
    await bo.sit(table.id)
    await next_info()
    other = await bo.live()
    await other.watch(table.id, 1)
    await other.close()
    await later(app, 19.9)  # whoever closes their page is absent 20 s later, not before
    assert not [message for message in await socket.quiet() if isinstance(message, Table)]
    await later(app, 0.2)
    await next_info()
    await bo.live()  # a page elsewhere is none at this table
    back = await bo.live()
    await back.watch(table.id, 1)
    await next_info()
    visitor.send(Unwatch(table.id))
    await next_info()
    assert seen == [
        ([True, False], 1),
        ([True, True], 1),
        ([True, False], 1),
        ([True, True], 1),
        ([True, True], 0),
    ]
    for browser in (alix, bo, cy):
        await browser.close()


async def test_leaving_before_the_start_gives_the_seat_back(app: App) -> None:
    alix, bo = Browser(app), Browser(app, "Bo")
    table = await alix.make(OPEN, ME)
    socket = await alix.live()
    await socket.watch(table.id, 1)
    await alix.call("POST", f"/api/tables/{table.id}/leave", {"request": "leave-0001", "seat": 1}, 200)
    assert (await socket.wait(Table)).info.seats[1].kind == "open"
    again = {"request": "leave-0001", "seat": 1}
    await alix.call("POST", f"/api/tables/{table.id}/leave", again, 200)
    assert (await bo.sit(table.id, seat=1)).seats[1].name == "Bo"
    # the seat is another's now: nothing of it comes here any more
    assert (await socket.watch(table.id, 1)).problem.code == "not_yours"
    await alix.sit(table.id)
    assert not [message for message in await socket.quiet() if isinstance(message, (Sync, Update))]
    late = await bo.call("POST", f"/api/tables/{table.id}/leave", {"request": "leave-0002", "seat": 1}, 200)
    assert late.json()["seats"][1]["left"]  # a game that goes on one may leave as well
    await alix.close()
    await bo.close()


async def test_a_slow_reader_gets_a_fresh_view(tmp_path: Path) -> None:
    async with open_house(tmp_path, limits=small_backlog()) as app:
        pair = await Pair.seated(app)
        cy = Browser(app, "Cy")
        slow = await cy.live()
        await slow.watch(pair.table)
        slow.reading.clear()
        await pair.play(12)
        slow.reading.set()
        messages: list[Any] = []
        while not isinstance(messages[-1] if messages else None, Sync):
            messages.append(await slow.next())
        numbers = [message.number for message in messages if isinstance(message, Update)]
        assert numbers == list(range(numbers[0], numbers[-1] + 1)) if numbers else True
        assert messages[-1].view == pair.truth.view(None)
        await pair.play(1)  # and it goes on from there
        update = await slow.wait(Update)
        assert update.number - len(update.events) == messages[-1].number
        await cy.close()
        await pair.close()


async def test_a_reader_that_is_hopeless_is_let_go(tmp_path: Path) -> None:
    async with open_house(tmp_path, limits=small_backlog(strikes=1)) as app:
        pair = await Pair.seated(app)
        cy = Browser(app, "Cy")
        slow = await cy.live()
        await slow.watch(pair.table)
        for _ in range(2):
            slow.reading.clear()
            await pair.play(10)
            slow.reading.set()
            message: Any = None
            while not isinstance(message, (Sync, Bye)):
                message = await slow.next()
        assert message == Bye("slow")
        assert await slow.text() is None
        await pair.close()
        await cy.close()


def small_backlog(strikes: int = 5) -> Any:
    from dataclasses import replace

    return replace(GENEROUS, backlog_messages=4, strikes=strikes)


@pytest.mark.parametrize(
    "text",
    [
        "",
        "{",
        "[]",
        "null",
        '{"is":"nothing"}',
        '{"is":"ping"}',
        '{"is":"ping","n":-1}',
        '{"is":"ping","n":1,"x":1}',
        '{"is":"watch","table":"../../etc"}',
        '{"is":"act","table":"aaaaaaaaaa","seat":0,"decision":0,"action":"B1","request":"x"}',
        "[" * 2000,
        '{"is":"act","table":"aaaaaaaaaa","seat":9,"decision":0,"action":"B1","request":"12345678"}',
        "\x00\ud7ff",
    ],
)
async def test_malformed_messages(app: App, text: str) -> None:
    """Refused, and the connection lives on; repeated, it is closed."""
    browser = Browser(app)
    socket = await browser.live()
    socket.send_text(text)
    assert (await socket.wait(Refused)).problem.code == "bad_message"
    socket.send(Ping(1))
    assert await socket.wait(Pong) == Pong(1)
    for _ in range(5):
        socket.send_text(text)
    for _ in range(5):
        await socket.wait(Refused)
    assert await socket.text() is None
    assert socket.closed == 1008
    await browser.close()


async def test_a_flood_is_refused(tmp_path: Path) -> None:
    from dataclasses import replace

    async with open_house(tmp_path, limits=replace(GENEROUS, messages=(1, 3), strikes=2)) as app:
        alix, bo = Browser(app), Browser(app, "Bo")
        for browser in (alix, bo):
            await browser.call("PUT", "/api/me", {"name": browser.name}, 200)
        socket, innocent = await alix.live(), await bo.live()
        for n in range(4):
            socket.send(Ping(n))
        assert [(await socket.next()) for _ in range(3)] == [Pong(0), Pong(1), Pong(2)]
        assert (await socket.wait(Refused)).problem.code == "too_fast"
        innocent.send(Ping(5))  # from the same address
        assert await innocent.wait(Pong) == Pong(5)
        app.house.clock.time += 10  # type: ignore[attr-defined]
        socket.send(Ping(9))
        assert await socket.wait(Pong) == Pong(9)
        await alix.close()
        await bo.close()


async def test_following_is_limited(tmp_path: Path) -> None:
    from dataclasses import replace

    async with open_house(tmp_path, limits=replace(GENEROUS, watches=2, connections=2)) as app:
        alix = Browser(app)
        tables = [(await alix.make(ME, bot())).id for _ in range(3)]
        socket = await alix.live()
        for table in tables[:2]:
            socket.send(Watch(table))
            await socket.wait(Sync)
        socket.send(Watch(tables[2]))
        assert (await socket.wait(Refused)).problem.code == "too_many"
        await alix.live()
        assert not await alix.socket().accepted()
        await alix.close()


async def test_closing_says_so(tmp_path: Path) -> None:
    async with open_house(tmp_path) as app:
        alix = Browser(app)
        socket = await alix.live()
    assert await socket.wait(Bye) == Bye("restart")
    assert await socket.text() is None
    assert socket.closed == 1012
    await alix.close()


async def test_many_messages_at_once_hold_nobody_up(app: App) -> None:
    """What came in one packet is taken a few at a time: others have their turn in between."""
    alix, bo = Browser(app), Browser(app, "Bo")
    busy, other = await alix.live(), await bo.live()
    for n in range(1000):
        busy.send(Ping(n))
    other.send(Ping(1))
    assert await other.wait(Pong) == Pong(1)
    assert busy._inbox.qsize() > 900
    assert [await busy.next() for _ in range(20)] == [Pong(n) for n in range(20)]
    await alix.close()
    await bo.close()


async def test_a_crowd_is_announced_once(app: App) -> None:
    """Where many watch, who comes and goes is told together, and each new number of spectators not to each of them."""
    pair = await Pair.seated(app)
    crowd = [Browser(app, f"Cy{number}") for number in range(60)]
    for browser in crowd:
        await (await browser.live()).watch(pair.table)
    early = [message for message in await pair.sockets[0].quiet() if isinstance(message, Table)]
    assert len(early) < 40
    await later(app, 1.1)
    assert (await pair.sockets[0].wait(Table)).info.spectators == 60
    assert not [message for message in await pair.sockets[0].quiet() if isinstance(message, Table)]
    for browser in crowd:
        await browser.close()
    await pair.close()


async def test_an_update_is_written_as_its_schema_has_it(app: App) -> None:
    """Updates are put together by hand: the bytes are those that their type would have."""
    pair = await Pair.seated(app)
    watcher = await Browser(app, "Cy").live()
    await watcher.watch(pair.table)
    updates = 0
    await pair.play(40)
    for socket in (*pair.sockets, watcher):
        await socket.quiet()
        for text in socket.traffic:
            if text.startswith('{"is":"update"'):
                assert msgspec.json.encode(decoded(text)).decode() == text
                updates += 1
    assert updates >= 3 * 40
    await pair.close()
