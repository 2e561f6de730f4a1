"""Clocks: per move, by days with sleeping hours, standing still while the house is closed."""

from __future__ import annotations

import shutil
from collections.abc import Callable
from datetime import UTC, datetime, timedelta
from pathlib import Path
from types import SimpleNamespace
from typing import Any
from zoneinfo import ZoneInfo

import msgspec
import pytest
from company import Company, Page, after_restart, do, idle, truth
from hypothesis import assume, example, given, settings
from hypothesis import strategies as st
from server_harness import ME, OPEN, Browser, StillClock, bot, later, open_house

from renardiere.server.app import App
from renardiere.server.clocks import AFTER_OPENING, Hours, deadline
from renardiere.server.journal import facts
from renardiere.server.messages import Act, Sleep

PARIS = ZoneInfo("Europe/Paris")
DAY = 86_400
MOVE = {"kind": "move", "seconds": 30}
DAYS = {"kind": "days", "days": 1}


def paris(text: str) -> float:
    """A moment, by the clock on the wall in Paris."""
    return datetime.fromisoformat(text).replace(tzinfo=PARIS).timestamp()


# ---- by definition -------------------------------------------------------------------------------------------


def second_by_second(since: float, limit: float, closed: list[tuple[float, float]], sleep: Sleep | None) -> float:
    """A clock that is looked at every second, whole seconds only; the hours of sleep are those of the wall's clock."""
    now, left = int(since), int(limit)
    zone = ZoneInfo(sleep.zone) if sleep else UTC
    wall = datetime.fromtimestamp(now, zone)
    while left:
        if now % 60 == 0:
            wall = datetime.fromtimestamp(now, zone)
        minute = 60 * wall.hour + wall.minute
        asleep = sleep is not None and (minute - sleep.start) % 1440 < (sleep.end - sleep.start) % 1440
        if not asleep and not any(start <= now < stop for start, stop in closed):
            left -= 1
        now += 1
    return now


def not_on_the_jump(minute: int) -> bool:
    """A minute that every day has exactly once."""
    return not 0 < minute < 241


MINUTES = st.integers(0, 1439).filter(not_on_the_jump)
ZONES = st.sampled_from(["Europe/Paris", "America/New_York", "Asia/Kolkata", "Pacific/Auckland", "UTC"])
MOMENTS = st.one_of(
    st.integers(1_800_000_000, 1_831_536_000),
    st.integers(-2 * DAY, DAY).map(lambda shift: int(paris("2027-03-28T02:00")) + shift),  # clocks go forward
    st.integers(-2 * DAY, DAY).map(lambda shift: int(paris("2027-10-31T03:00")) + shift),  # and back
)


@st.composite
def nights(draw: Callable[..., Any]) -> Sleep | None:
    if draw(st.booleans()):
        return None
    start, end = draw(MINUTES), draw(MINUTES)
    assume((end - start) % 1440 <= 720)
    return Sleep(start, end, draw(ZONES))


@st.composite
def closings(draw: Callable[..., Any]) -> list[tuple[int, int]]:
    """As offsets: they may touch, but do not overlap."""
    spans, at = [], draw(st.integers(-5000, 40_000))
    for _ in range(draw(st.integers(0, 4))):
        length = draw(st.integers(0, 20_000))
        spans.append((at, at + length))
        at += length + draw(st.integers(0, 30_000))
    return spans


@settings(max_examples=60, deadline=None)
@given(MOMENTS, st.integers(1, 50_000), closings(), nights())
@example(int(paris("2027-03-27T22:00")), 30_000, [], Sleep(1380, 420, "Europe/Paris"))
@example(int(paris("2027-10-30T22:00")), 30_000, [], Sleep(1380, 420, "Europe/Paris"))
@example(int(paris("2027-01-01T03:00")), 60, [], Sleep(1380, 420, "Europe/Paris"))
def test_the_deadline_is_where_a_clock_ends(
    since: int, limit: int, closed: list[tuple[int, int]], sleep: Sleep | None
) -> None:
    spans = [(float(since + start), float(since + stop)) for start, stop in closed]
    assert deadline(since, limit, spans, sleep) == second_by_second(since, limit, spans, sleep)


@pytest.mark.parametrize(
    ("begins", "hours", "sleep", "ends"),
    [
        # over midnight; before, in and after the night
        ("2027-01-10T20:00", 5, ("23:00", "07:00"), "2027-01-11T09:00"),
        ("2027-01-11T02:00", 1, ("23:00", "07:00"), "2027-01-11T08:00"),
        ("2027-01-10T22:00", 1, ("23:00", "07:00"), "2027-01-10T23:00"),
        ("2027-01-11T07:00", 1, ("23:00", "07:00"), "2027-01-11T08:00"),
        # within one day
        ("2027-01-11T00:30", 2, ("01:00", "06:00"), "2027-01-11T07:30"),
        # three days of sixteen hours each
        ("2027-01-10T12:00", 48, ("23:00", "07:00"), "2027-01-13T12:00"),
        # the night in which clocks go forward is an hour shorter, and the one in which they go back longer
        ("2027-03-27T22:00", 2, ("23:00", "07:00"), "2027-03-28T08:00"),
        ("2027-10-30T22:00", 2, ("23:00", "07:00"), "2027-10-31T08:00"),
        # no sleep
        ("2027-01-10T20:00", 5, ("00:00", "00:00"), "2027-01-11T01:00"),
    ],
)
def test_nights(begins: str, hours: int, sleep: tuple[str, str], ends: str) -> None:
    start, end = (int(text[:2]) * 60 + int(text[3:]) for text in sleep)
    assert deadline(paris(begins), 3600 * hours, [], Sleep(start, end, "Europe/Paris")) == paris(ends)


def test_nights_are_where_somebody_lives() -> None:
    """23:00–07:00 in Auckland is 11:00–19:00 in Paris, in January (UTC+13 and +1)."""
    assert deadline(paris("2027-01-10T10:00"), 7200, [], Sleep(1380, 420, "Pacific/Auckland")) == paris(
        "2027-01-10T20:00"
    )


def test_nights_go_on_while_the_house_is_closed_for_long() -> None:
    """Closed for half a year: the night after the opening is slept as well."""
    begins, opens = paris("2027-01-10T22:00"), paris("2027-07-10T22:00")
    closed = [(begins + 60, opens)]
    assert deadline(begins, 7200, closed, Sleep(1380, 420, "Europe/Paris")) == paris("2027-07-11T07:59")


def test_hours() -> None:
    """Ten seconds more after each opening; openings in any order; a house that opens for the first time."""
    assert AFTER_OPENING == 10
    assert list(Hours([], 50.0).closed(0)) == []
    hours = Hours([(300.0, 350.0), (100.0, 200.0)], 1000.0)
    assert list(hours.closed(0)) == [(200.0, 310.0), (350.0, 1010.0)]
    assert list(hours.closed(310.0)) == [(350.0, 1010.0)]
    assert deadline(150.0, 100.0, hours.closed(150.0), None) == 1020.0  # 50 + 40 + 10


# ---- at a table ----------------------------------------------------------------------------------------------


def late(seat: int) -> dict[str, Any]:
    return {"seat": seat, "why": "time", "choices": ["wait", "bot", "end"], "chosen": {}}


async def test_per_move(app: App) -> None:
    """Each decision has all of its time; running out is announced, to the second, and nothing else happens."""
    company = await Company.seated(app, clock=MOVE)
    seat = company.to_act[0]
    page, other = company.pages[seat], company.pages[1 - seat]
    assert page.info["clock"] == {"limit": 30, "sleeps": False}
    for watcher in (page, other):
        assert watcher.state["left"] == 30
    await later(app, 12.5)
    again = await Page.open(company.browsers[seat], company.table, seat)
    assert again.state["left"] == 17.5
    [card] = (await company.browsers[1 - seat].call("GET", "/api/tables")).json()
    assert card["deadline"] == app.house.clock.now() + 17.5
    assert await page.act() == "done"
    assert page.state["left"] == 30
    seat = company.to_act[0]
    page, other = company.pages[seat], company.pages[1 - seat]
    await company.look()
    decision, number = page.state["decision"], page.state["number"]
    await later(app, 29.75)
    await company.look()
    assert page.absences == other.absences == []
    await later(app, 0.25)
    await company.look()
    assert page.absences == other.absences == [late(seat)]
    await later(app, 3600)
    assert await other.kinds() == []
    fresh = await Page.open(company.browsers[seat], company.table, seat)
    assert (fresh.state["left"], fresh.state["decision"], fresh.state["number"]) == (0, decision, number)
    assert await fresh.act() == "done"  # still theirs
    await other.look()
    assert other.absences == []
    assert other.state["left"] == 30
    await company.close()


@pytest.mark.parametrize("choice", ["wait", "bot", "end"])
async def test_what_follows_when_time_ran_out(app: App, choice: str) -> None:
    company = await Company.seated(app, clock=MOVE)
    seat = company.to_act[0]
    page, other = company.pages[seat], company.pages[1 - seat]
    await later(app, 40)
    await company.do(1 - seat, "choose", seat=1 - seat, about=seat, choice=choice)
    await company.look()
    assert other.absences == []
    match choice:
        case "wait":
            assert (await Page.open(company.browsers[seat], company.table, seat)).state["left"] == 30
            await later(app, 29.75)
            await other.look()
            assert other.absences == []
            await later(app, 0.25)
            await other.look()
            assert other.absences == [late(seat)]
            assert await page.act() == "done"
        case "bot":
            await idle(app)
            await company.look()
            assert company.to_act == [1 - seat]
            assert other.state["left"] == 30
        case "end":
            assert other.info["ended"] == {"winners": [1 - seat], "reason": "time", "seat": seat}
            assert await page.act("B1") == "game_over"
            text = (await company.browsers[0].call("GET", f"/api/tables/{company.table}/record")).text
            assert f'[Termination "time seat={seat}"]' in text
    await company.close()


@pytest.mark.parametrize("before", [True, False])
async def test_leaving_and_coming_back_gains_no_time(app: App, before: bool) -> None:
    """Neither while the clock runs nor when it has run out; nor for the other."""
    company = await Company.seated(app, clock=MOVE)
    seat = company.to_act[0]
    other = company.pages[1 - seat]
    await later(app, 20 if before else 30)
    for who in (seat, 1 - seat):
        await company.do(who, "leave", seat=who)
        await company.do(who, "return", seat=who)
    fresh = await Page.open(company.browsers[seat], company.table, seat)
    assert fresh.state["left"] == (10 if before else 0)
    await later(app, 10 if before else 0.25)
    await other.look()
    assert other.absences == [late(seat)]
    await company.close()


async def test_whoever_comes_back_from_a_bot_has_all_the_time(app: App) -> None:
    """A bot has no clock; the person who takes over its decision is not late for it."""
    company = await Company.seated(app, clock=MOVE)
    seat = company.to_act[0]
    await company.pages[seat].close()
    await later(app, 30)
    app.house.robots._stopping = True  # it thinks
    await company.do(1 - seat, "choose", seat=1 - seat, about=seat, choice="bot")
    await later(app, 500)
    other = company.pages[1 - seat]
    await other.look()
    assert other.absences == []
    [card] = (await company.browsers[0].call("GET", "/api/tables")).json()
    assert (card["deadline"], card["my_turn"]) == (None, False)
    page = await Page.open(company.browsers[seat], company.table, seat)
    assert (page.state["left"], page.absences) == (30, [])
    await company.close()


async def test_acting_at_the_instant_when_time_runs_out(app: App) -> None:
    """Whichever is first, the action counts; being late for it is past."""
    for first in ("clock", "action"):
        company = await Company.seated(app, clock=MOVE)
        seat = company.to_act[0]
        page = company.pages[seat]
        decision = page.state["decision"]
        app.house.clock.time += 30  # type: ignore[attr-defined]
        act = Act(company.table, seat, decision, page.legal[0], "at-the-instant")
        if first == "clock":
            await app.house.alarms.tick()
        page.socket.send(act)
        if first == "action":
            await app.house.alarms.tick()
        await page.look()  # what it did is done
        await company.look()
        assert truth(app, company.table).decision == decision + 1
        assert truth(app, company.table).late == frozenset()
        for watcher in company.pages:
            assert watcher.absences == []
        await company.close()


class Wire(SimpleNamespace):
    """A connection on which a ping took so long."""

    def __init__(self, round_trip: float) -> None:
        super().__init__(round_trip=round_trip, go_on=lambda: None, pause=lambda: None)


@pytest.mark.parametrize(("round_trip", "credit"), [(0.0, 0.0), (0.5, 0.25), (1.0, 0.5), (8.0, 0.5)])
async def test_measured_delay_is_credited(app: App, round_trip: float, credit: float) -> None:
    """Half of what a ping takes, half a second at most."""
    company = await Company.seated(app, watched=False, clock=MOVE)
    seat = company.to_act[0]
    for number, browser in enumerate(company.browsers):
        company.pages.append(await Page.open(browser, company.table, number))
    for connection in app.live._connections:
        if connection.who == truth(app, company.table).seats[seat].who:
            connection._wire = Wire(round_trip)
    other = company.pages[1 - seat]
    app.house.alarms.rouse(app.house._awake[company.table])
    if credit:
        await later(app, 30 + credit - 0.125)
        await other.look()
        assert other.absences == []
        await later(app, 0.125)
    else:
        await later(app, 30)
    await other.look()
    assert other.absences == [late(seat)]
    await company.close()


async def test_time_that_ran_out_while_nobody_looked(tmp_path: Path) -> None:
    """Is noticed when somebody does: also when the table was put to rest meanwhile."""
    async with open_house(tmp_path) as app:
        company = await Company.seated(app, clock=MOVE)
        seat = company.to_act[0]
        for page in company.pages:
            await page.close()
        app.house.clock.time += 5000  # type: ignore[attr-defined]
        await app.house.rest()
        assert not app.house._awake
        pages = [await Page.open(company.browsers[n], company.table, n) for n in (0, 1)]
        await later(app, 0.25)
        for page in pages:
            await page.look()
            assert page.absences == [late(seat)]
        await company.close()


async def test_bots_have_no_clock(app: App) -> None:
    alix = Browser(app)
    app.house.robots._stopping = True
    wish = {"game": "forest", "options": {}, "seats": [ME, bot()], "clock": MOVE}
    while True:
        made = await alix.call("POST", "/api/tables", {"request": alix.request_id(), **wish}, 201)
        if made.json()["to_act"] == [1]:
            break
    table = made.json()["id"]
    page = await Page.open(alix, table, 0)
    assert page.state["left"] is None
    await later(app, 1000)
    await page.look()
    assert (page.absences, page.info["to_act"]) == ([], [1])
    [card] = [card for card in (await alix.call("GET", "/api/tables")).json() if card["id"] == table]
    assert card["deadline"] is None
    await alix.close()


async def test_no_clock_before_and_after_the_game(app: App) -> None:
    alix = Browser(app)
    wish = {"request": "a-clock-1", "game": "forest", "options": {}, "seats": [ME, OPEN], "clock": MOVE}
    table = (await alix.call("POST", "/api/tables", wish, 201)).json()["id"]
    page = await Page.open(alix, table, 0)
    assert page.state["left"] is None
    await later(app, 100)
    bo = Browser(app, "Bo")
    await do(bo, table, "sit", name="Bo")
    assert (await Page.open(alix, table, 0)).state["left"] == 30
    await do(bo, table, "resign", seat=1)
    assert (await Page.open(alix, table, 0)).state["left"] is None
    [card] = (await alix.call("GET", "/api/tables")).json()
    assert card["deadline"] is None
    await alix.close()
    await bo.close()


@pytest.mark.parametrize(
    "clock",
    [
        {"kind": "move", "seconds": 9},
        {"kind": "move", "seconds": 3601},
        {"kind": "days", "days": 0},
        {"kind": "days", "days": 15},
        {"kind": "days"},
        {"kind": "hours", "hours": 1},
        {"kind": "move", "seconds": 30.5},
        30,
    ],
)
async def test_clocks_that_cannot_be(app: App, clock: Any) -> None:
    alix = Browser(app)
    wish = {"request": "a-clock-1", "game": "forest", "options": {}, "seats": [ME, OPEN], "clock": clock}
    assert (await alix.call("POST", "/api/tables", wish, 400)).json()["code"] == "bad_message"
    await alix.close()


# ---- days and nights -----------------------------------------------------------------------------------------


async def test_days_with_sleep(tmp_path: Path) -> None:
    """Each player's own hours; who changes them changes the clock that runs, and a resting table's list entry says the
    same."""
    clock = StillClock()
    clock.time = paris("2027-01-10T20:00")
    async with open_house(tmp_path, clock=clock) as app:
        company = await Company.seated(app, clock=DAYS)
        seat = company.to_act[0]
        browser = company.browsers[seat]
        assert company.pages[seat].info["clock"] == {"limit": DAY, "sleeps": True}
        assert company.pages[seat].state["left"] == DAY

        async def ends() -> float:
            [card] = (await company.browsers[1 - seat].call("GET", "/api/tables")).json()
            left = (await Page.open(company.browsers[1 - seat], company.table)).state["left"]
            assert card["deadline"] == clock.now() + left
            return float(card["deadline"])

        sleep = {"start": 1380, "end": 420, "zone": "Europe/Paris"}
        await company.browsers[1 - seat].call("PUT", "/api/me", {"sleep": sleep}, 200)
        assert await ends() == paris("2027-01-11T20:00")  # the other's sleep is not theirs
        await browser.call("PUT", "/api/me", {"sleep": sleep}, 200)
        assert await ends() == paris("2027-01-12T12:00")  # 3 + 16 + 5 hours
        await browser.call("PUT", "/api/me", {"sleep": {**sleep, "start": 1200}}, 200)
        assert await ends() == paris("2027-01-12T18:00")  # nothing + 13 + 11
        too_long = {"name": "Nobody", "sleep": {**sleep, "start": 1140, "end": 421}}
        assert (await browser.call("PUT", "/api/me", too_long, 422)).json()["code"] == "bad_zone"
        for zone in ("Europe/Nowhere", "Europe", "/etc/passwd", "Europe//Paris"):
            bad = {"name": "Nobody", "sleep": {**sleep, "zone": zone}}
            assert (await browser.call("PUT", "/api/me", bad, 422)).json()["code"] == "bad_zone"
        me = (await browser.call("GET", "/api/me")).json()
        assert me["name"] != "Nobody"  # refused: nothing was changed
        await browser.call("PUT", "/api/me", {"sleep": {**sleep, "start": 1140, "end": 420}}, 200)  # twelve hours
        await browser.call("PUT", "/api/me", {"sleep": {**sleep, "start": 0, "end": 0}}, 200)
        assert await ends() == paris("2027-01-11T20:00")  # none any more
        await browser.call("PUT", "/api/me", {"sleep": sleep}, 200)
        await company.close()
    clock.time += 600
    async with open_house(tmp_path, seed=2, clock=clock) as app:  # the hours are remembered, the closing counted
        [card] = (await after_restart(app, company.browsers[0]).call("GET", "/api/tables")).json()
        assert card["deadline"] == paris("2027-01-12T12:00") + 610
        assert not app.house._awake


# ---- the house closes ----------------------------------------------------------------------------------------


async def test_clocks_stand_still_while_the_house_is_closed(tmp_path: Path) -> None:
    """And ten seconds longer, each time."""
    clock = StillClock()
    async with open_house(tmp_path, clock=clock) as app:
        company = await Company.seated(app, clock=MOVE)
        seat = company.to_act[0]
        await later(app, 12)
        await company.close()
    for opening in (1, 2):
        clock.time += 10_000
        async with open_house(tmp_path, seed=opening + 1, clock=clock) as app:
            people = [after_restart(app, browser) for browser in company.browsers]
            pages = [await Page.open(person, company.table, n) for n, person in enumerate(people)]
            played = 4 * (opening - 1)
            assert pages[0].state["left"] == 30 - 12 - played + 10
            [card] = (await people[0].call("GET", "/api/tables")).json()
            assert card["deadline"] == clock.now() + 30 - 12 - played + 10
            if opening == 1:
                await later(app, 14)  # ten of them free
            else:
                await later(app, 23.75)
                await pages[1 - seat].look()
                assert pages[1 - seat].absences == []
                await later(app, 0.25)
                await pages[1 - seat].look()
                assert pages[1 - seat].absences == [late(seat)]
            for person in people:
                await person.close()


async def test_after_a_crash_nobody_loses_time(tmp_path: Path) -> None:
    """The house was last seen at most 15 s before: that much the crash may give, and takes nothing."""
    clock = StillClock()
    async with open_house(tmp_path / "house", clock=clock) as app:
        company = await Company.seated(app, clock={"kind": "move", "seconds": 100})
        for _ in range(10):
            await later(app, 4)
        shutil.copytree(tmp_path / "house", tmp_path / "crashed")  # as a crash leaves it
        await company.close()
    clock.time += 1000
    async with open_house(tmp_path / "crashed", seed=2, clock=clock) as app:
        person = after_restart(app, company.browsers[0])
        page = await Page.open(person, company.table, 0)
        assert 60 <= page.state["left"] - 10 <= 75
        await person.close()


async def test_the_record_of_openings_survives(tmp_path: Path) -> None:
    """Each opening is noted at once, and that the house was open until it closed."""
    clock = StillClock()
    for opened in range(3):
        async with open_house(tmp_path, seed=opened, clock=clock) as app:
            assert app.house.store.openings()[0] == (clock.now(), clock.now())
            await later(app, 100)
        clock.time += 50
    async with open_house(tmp_path, seed=9, clock=clock) as app:
        begin = 1_800_000_000.0
        found = sorted(app.house.store.openings())
        assert found == [(begin + 150 * n, begin + 150 * n + 100) for n in range(3)] + [(clock.now(), clock.now())]


async def test_nothing_of_a_clock_is_kept_but_facts(app: App) -> None:
    """That time ran out is written once, before it is told."""
    company = await Company.seated(app, clock=MOVE)
    for _ in range(5):
        await later(app, 30)
    rows = [facts.decode(row.body) for row in app.house.store.facts(company.table)]
    assert [fact for fact in rows if isinstance(fact, facts.TimedOut)] == [facts.TimedOut(company.to_act[0])]
    assert [row.author for row in app.house.store.facts(company.table)][-1] is None
    await company.close()


def test_zero_length_sleep_is_none() -> None:
    assert msgspec.json.decode(msgspec.json.encode(Sleep(60, 60, "UTC")), type=Sleep) == Sleep(60, 60, "UTC")
    assert deadline(0.0, 10.0, [], Sleep(0, 0, "UTC")) == 10.0
    assert timedelta(seconds=deadline(0.0, 14 * DAY, [], Sleep(0, 720, "UTC"))) == timedelta(days=28)
