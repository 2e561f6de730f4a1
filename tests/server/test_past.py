"""What the same players played before: the tally of a chain of rematches, the log of a pair."""

from __future__ import annotations

from typing import Any

import msgspec
from company import Company
from server_harness import ME, OPEN, Browser, bot

from renardiere.server.app import App
from renardiere.server.messages import EndInfo, Past, PastGame, TeamScore
from renardiere.server.past import reached


async def past(browser: Browser, table: str) -> Past:
    answer = await browser.call("GET", f"/api/tables/{table}/past", status=200)
    return msgspec.json.decode(answer.content, type=Past)


async def do(browser: Browser, table: str, what: str, **body: Any) -> Any:
    wish = {"request": browser.request_id(), **body}
    return (await browser.call("POST", f"/api/tables/{table}/{what}", wish, 200)).json()


async def together(host: Browser, guest: Browser) -> str:
    table = (await host.make(ME, OPEN)).id
    await guest.sit(table)
    return table


async def test_the_tally_of_a_chain(app: App) -> None:
    """Alix gives up once, Bo twice: 2 to 1. Whoever may watch is told, only those who played see the games."""
    alix, bo, cy = Browser(app), Browser(app, "Bo"), Browser(app, "Cy")
    tables = [await together(alix, bo)]
    assert await past(alix, tables[0]) == Past([0, 0], 0, [])
    for loser in (0, 1, 1):
        await do((alix, bo)[loser], tables[-1], "resign", seat=loser)
        next_ = (await do(alix, tables[-1], "rematch"))["id"]
        await do(bo, tables[-1], "rematch")
        tables.append(next_)
    # the game under way counts for nobody
    assert await past(cy, tables[3]) == Past([2, 1], 0, [])
    told = await past(bo, tables[2])
    assert told.wins == [2, 1]
    assert (await past(bo, tables[0])).wins == [0, 1]
    assert {game.id for game in told.games} == set(tables[:3])
    by_id = {game.id: game for game in told.games}
    assert by_id[tables[0]].ended == EndInfo([1], "resigned", 0)
    assert by_id[tables[2]].ended == EndInfo([0], "resigned", 1)
    # another pair has another chain
    other = await together(alix, cy)
    await do(cy, other, "resign", seat=1)
    assert [game.id for game in (await past(alix, other)).games] == [other]
    assert len((await past(alix, tables[2])).games) == 3
    for browser in (alix, bo, cy):
        await browser.close()


async def test_the_log_is_told_by_ones_own_seats(app: App) -> None:
    """Whoever made the table sat in seat 0: told from the second table, the first one's winner changes place."""
    alix, bo = Browser(app), Browser(app, "Bo")
    first, second = await together(alix, bo), await together(bo, alix)
    await do(alix, first, "resign", seat=0)
    await do(alix, second, "resign", seat=1)
    told = {game.id: game.ended for game in (await past(alix, second)).games}
    assert told == {first: EndInfo([0], "resigned", 1), second: EndInfo([0], "resigned", 1)}
    # made apart, they are no series
    assert (await past(alix, second)).wins == [1, 0]
    await alix.close()
    await bo.close()


async def test_bots_and_shared_devices(app: App) -> None:
    """A level is a player, and so is each name at one device."""
    alix = Browser(app)
    seats = {
        "easy": (ME, bot(1)),
        "again": (ME, bot(1)),
        "hard": (ME, bot(2)),
        "Zoé": (ME, {"who": "me", "name": "Zoé"}),
        "Noé": (ME, {"who": "me", "name": "Noé"}),
    }
    ids = {}
    for name, its in seats.items():
        ids[name] = (await alix.make(*its)).id
        await do(alix, ids[name], "resign", seat=0)
    for name, found in {"easy": {"easy", "again"}, "hard": {"hard"}, "Zoé": {"Zoé"}}.items():
        games = {game.id for game in (await past(alix, ids[name])).games}
        assert games == {ids[other] for other in found}
    await alix.close()


async def test_nothing_is_told_of_somebody_forgotten(app: App) -> None:
    alix, bo = Browser(app), Browser(app, "Bo")
    tables = [await together(alix, bo) for _ in range(2)]
    for table in tables:
        await do(alix, table, "resign", seat=0)
    assert len((await past(alix, tables[1])).games) == 2
    await bo.call("DELETE", "/api/me", {"sure": True}, 204)
    assert await past(alix, tables[1]) == Past([0, 0], 0, [])
    await alix.close()
    await bo.close()


async def test_of_private_tables_only_players_are_told(app: App) -> None:
    alix, bo, cy = Browser(app), Browser(app, "Bo"), Browser(app, "Cy")
    wish = {"request": "private-1", "game": "forest", "options": {}, "seats": [ME, OPEN], "watchable": False}
    table = (await alix.call("POST", "/api/tables", wish, 201)).json()["id"]
    await bo.sit(table)
    await do(bo, table, "resign", seat=1)
    assert (await cy.call("GET", f"/api/tables/{table}/past")).json()["code"] == "not_yours"
    assert (await past(bo, table)).wins == [1, 0]
    for browser in (alix, bo, cy):
        await browser.close()


async def test_an_index_of_yesterday_will_do(app: App) -> None:
    """Summaries that an older version wrote say nothing of the end: the journal does, and the list too."""
    alix, bo = Browser(app), Browser(app, "Bo")
    table = await together(alix, bo)
    await do(alix, table, "resign", seat=0)
    before = (await past(alix, table)).games
    store, house = app.house.store, app.house
    house._awake.clear()
    [(summary,)] = store.read("SELECT summary FROM tables WHERE id = ?", table)
    old = {key: value for key, value in msgspec.json.decode(summary).items() if key not in ("ended", "before")}
    from renardiere.server.journal.store import Write

    text = msgspec.json.encode(old).decode()
    await store.write(Write(statements=[("UPDATE tables SET summary = ? WHERE id = ?", (text, table))]))
    assert (await past(alix, table)).games == before
    house._awake.clear()
    [card] = (await alix.call("GET", "/api/tables", status=200)).json()
    assert card["ended"]["winners"] == [1]
    await alix.close()
    await bo.close()


async def test_three_at_a_table(small_game: None, app: App) -> None:
    """The last of three who is left gives up: both others have won, and it is no draw."""
    company = await Company.seated(app, people=3)
    for seat in (0, 2):
        await company.do(seat, "leave", seat=seat)
    await company.do(1, "resign", seat=1)
    assert (await past(company.browsers[0], company.table)).wins == [1, 0, 1]
    await company.close()


def game(points: int, options: dict[str, str], counted: bool = True) -> PastGame:
    ended = EndInfo([0, 1], "won", None) if points else EndInfo([], "lost", None)
    return PastGame("t" * 10, "duet", 0.0, [points, points], ended, counted, options)


def test_what_a_team_reached() -> None:
    """By level: how many games, how many won, the most points; those that do not count are left out."""
    hard = {"level": "3"}
    games = [game(0, {}), game(34, hard), game(21, {}), game(0, {}), game(18, {}), game(99, {}, counted=False)]
    assert reached(games) == [TeamScore({}, 4, 2, 21), TeamScore(hard, 1, 1, 34)]
    assert reached([]) == []


async def test_the_log_of_a_team(app: App) -> None:
    """A team's games have no tally by seat; those who played see what they reached, by level, and each game."""
    alix, bo, cy = Browser(app), Browser(app, "Bo"), Browser(app, "Cy")
    tables = []
    for options in ({"level": "1"}, {"level": "2"}, {}):
        tables.append((await alix.make(ME, OPEN, game="duet", options=options)).id)
        await bo.sit(tables[-1])
        for seat, browser in enumerate((alix, bo)):
            await do(browser, tables[-1], "ready", seat=seat)
        for seat, browser in enumerate((alix, bo)):
            await do(browser, tables[-1], "resign", seat=seat)
    next_ = (await do(bo, tables[2], "rematch"))["id"]
    told = await past(bo, next_)
    assert told.team == [TeamScore({}, 2, 0, 0), TeamScore({"level": "2"}, 1, 0, 0)]
    assert (told.wins, told.draws) == ([0, 0], 0)
    assert {each.id: each.options for each in told.games} == {tables[0]: {}, tables[1]: {"level": "2"}, tables[2]: {}}
    assert all(each.ended == EndInfo([], "resigned", None) for each in told.games)
    assert await past(cy, next_) == Past([0, 0], 0, [], [])
    forest = await together(alix, bo)
    assert (await past(alix, forest)).team is None
    for browser in (alix, bo, cy):
        await browser.close()
