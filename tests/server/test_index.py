"""What stands beside the journal, for lists and for the start: it says what the facts say, in every version."""

from __future__ import annotations

import random
import sqlite3
from collections.abc import Callable, Sequence
from pathlib import Path
from typing import Any, get_args

import msgspec
import pytest
from alembic import command
from alembic.config import Config
from company import Company, Page, after_restart, do, idle, truth
from journal_checks import Checker, index, post_mortem
from server_harness import ME, OPEN, Browser, StillClock, bot, later, open_house
from sqlalchemy import create_engine

from renardiere.server.app import App
from renardiere.server.journal import database, facts
from renardiere.server.journal.store import FactRow, Write
from renardiere.server.table import Table


async def test_the_index_says_what_the_facts_say(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """After every kind of fact, at once: a crash would leave it like that."""
    async with open_house(tmp_path) as app:
        app.house.robots._stopping = True
        store = app.house.store
        submit = store.submit
        checked = 0

        def checking(what: Write, done: Callable[[Exception | None], None]) -> None:
            def written(error: Exception | None) -> None:
                nonlocal checked
                index(store, sorted({row.table for row in what.facts}))
                checked += 1
                done(error)

            submit(what, written)

        monkeypatch.setattr(store, "submit", checking)
        company = await Company.seated(app, listed=True, clock={"kind": "move", "seconds": 30})
        seat = company.to_act[0]
        await company.do(seat, "leave", seat=seat)
        await company.do(1 - seat, "choose", seat=1 - seat, about=seat, choice="bot")
        await company.do(seat, "return", seat=seat)
        await later(app, 30)
        await company.do(1 - seat, "choose", seat=1 - seat, about=seat, choice="wait")
        await later(app, 30)
        await company.do(1 - seat, "choose", seat=1 - seat, about=seat, choice="bot")
        assert await company.pages[seat].act() == "done"
        await company.do(0, "resign", seat=0)
        new = (await company.do(0, "rematch"))["id"]
        await do(company.browsers[0], new, "leave", seat=0)
        await do(company.browsers[0], new, "sit", name="Alix")
        await do(company.browsers[0], new, "bot", seat=1, level=1)
        lone = (await company.browsers[0].make(ME, OPEN)).id
        await do(company.browsers[0], lone, "leave", seat=0)
        app.house.robots._stopping = False
        alix = Browser(app)
        table = (await alix.make(ME, bot())).id
        await idle(app)
        page = await Page.open(alix, table, 0)
        assert await page.act() == "done"
        await idle(app)
        await do(alix, table, "back", decision=truth(app, table).decision)
        duo = (await alix.make(ME, bot(), game="duet")).id
        await do(alix, duo, "ready", seat=0)
        await idle(app)
        await do(alix, duo, "resign", seat=0)
        two = await Company.seated(app, game="duet")
        await two.ready()
        view = await two.until_phase("place")
        partner, decision = 1 - view.to_act[0], two.pages[0].state["decision"]
        await two.do(partner, "suggest", seat=partner, decision=decision, action="f0")
        assert checked > 20
        await alix.close()
        await company.close()
        await two.close()
    kinds = set()
    connection = sqlite3.connect(tmp_path / "renardiere.sqlite3")
    for (body,) in connection.execute("SELECT body FROM facts"):
        kinds.add(type(facts.decode(body)))
    connection.close()
    searched = {facts.Shaken, facts.Lifted}  # in the game that is searched: test_yards
    assert kinds == set(get_args(facts.Fact)) - searched


# ---- anything, in any order ----------------------------------------------------------------------------------


def same(table: Table, rows: Sequence[FactRow]) -> None:
    """A table in memory is what its journal makes of it."""
    fold = Table.of([(row.at, facts.decode(row.body)) for row in rows], table.id)
    for name in Table.__struct_fields__:
        if name != "streams":
            assert getattr(table, name) == getattr(fold, name), name
    assert table.streams.keys() == fold.streams.keys()
    for viewer, stream in table.streams.items():
        other = fold.streams[viewer]
        assert (stream.number, stream.trick, stream.previous) == (other.number, other.trick, other.previous)
        for after in range(stream.previous, stream.number):
            assert stream.after(after) == other.after(after)
    for seat, sits in enumerate(table.seats):
        if sits.plays is not None and table.phase == "playing":
            assert table.memory(seat) == fold.memory(seat)


async def test_whatever_people_do(small_game: None, tmp_path: Path) -> None:
    """Three people do anything, allowed or not, in any order, while time passes: never an error of the house; what it
    holds is what its journal says; every viewer's numbers and decisions only grow; whoever acts is whose seat it is."""
    kinds = set()
    for seed in range(4):
        crowd = Crowd(seed)
        for opening in range(2):
            async with open_house(tmp_path / str(seed), seed=seed * 10 + opening, clock=crowd.clock) as app:
                await crowd.enter(app)
                for _ in range(80):
                    await crowd.step()
                await idle(app)
                index(app.house.store, crowd.tables)
                for name in crowd.tables:
                    async with app.house.hold(name) as awake:
                        same(awake.table, app.house.store.facts(name))
                await crowd.go()
            with post_mortem(tmp_path / str(seed), tmp_path / "dead") as journal:
                Checker().check(journal)
                kinds |= {type(facts.decode(body)) for (body,) in journal.execute("SELECT body FROM facts")}
            crowd.clock.time += 100
    searched = {facts.Shaken, facts.Lifted}  # in the game that is searched: test_yards
    rare = {facts.Freed, facts.Kept, facts.Granted, facts.Suggested}
    assert kinds >= set(get_args(facts.Fact)) - searched - rare, "too little was done"


MOVE = {"kind": "move", "seconds": 30}


class Crowd:
    """Three people who do anything; half of the time something that makes sense."""

    WHATS = (
        *["act"] * 10,
        *["page"] * 4,
        *["choose"] * 4,
        *["leave", "back", "close", "rematch"] * 2,
        *["ready"] * 4,
        "resign",
        *["make", "suggest", "sit", "return", "free", "bot", "say", "resign"],
    )

    def __init__(self, seed: int) -> None:
        self.chance = random.Random(seed)
        self.clock = StillClock()
        self.tables: list[str] = []
        self.people: list[Browser] = []
        self.pages: list[Page] = []
        self.seen: dict[tuple[str, int | None], tuple[int, int]] = {}

    async def enter(self, app: App) -> None:
        self.app = app
        before, self.people = self.people, [Browser(app, name) for name in Company.NAMES[:3]]
        for number, browser in enumerate(before):
            self.people[number] = after_restart(app, browser)
        if not before:
            alix, bo, _ = self.people
            wish = {"request": "together", "game": "forest", "options": {}, "seats": [ME, OPEN], "clock": MOVE}
            self.tables = [(await alix.make(ME, bot(1), game=self.chance.choice(["forest", "duet"]))).id]
            self.tables.append((await alix.call("POST", "/api/tables", wish, 201)).json()["id"])
            await do(bo, self.tables[1], "sit", name="Bo")
            for who, table, seat in zip((alix, alix, bo), (*self.tables, self.tables[1]), (0, 0, 1), strict=True):
                self.pages.append(await Page.open(who, table, seat))

    async def go(self) -> None:
        self.pages.clear()
        for browser in self.people:
            await browser.close()

    async def step(self) -> None:
        await self.do(self.chance.choice(self.WHATS))
        if self.chance.random() < 0.25:
            await later(self.app, self.chance.choice((1, 20, 30, 60)))
        await idle(self.app)
        for page in self.pages:
            if {"sync", "update"} & set(await page.kinds()):
                self.note(page)

    def note(self, page: Page) -> None:
        """What this viewer was sent is not older than what it was sent before."""
        now = page.state["number"], page.state["decision"]
        before = self.seen.get((page.table, page.seat), (0, 0))
        assert now[0] >= before[0]
        assert now[1] >= before[1]
        self.seen[page.table, page.seat] = now

    async def do(self, what: str) -> None:
        chance, page = self.chance, self.likely(what)
        who = page.browser if page else chance.choice(self.people)
        if what == "make" or not self.tables:
            await self.make(who)
            return
        table = page.table if page else chance.choice(self.tables)
        seat = page.seat if page and page.seat is not None else chance.randrange(3)
        about, choice = chance.randrange(3), chance.choice(["bot", "end", "wait"])
        match what:
            case "page":
                await self.look_in(who, table, seat)
            case "close":
                if self.pages:
                    await self.pages.pop(chance.randrange(len(self.pages))).close()
            case "act":
                if page:
                    await page.act(chance.choice(page.legal or ["B1"]).replace("*", "a"))
            case _:
                if what == "choose" and page:
                    offer = chance.choice(page.absences)
                    about, choice = offer["seat"], chance.choice(offer["choices"])
                fields: dict[str, dict[str, Any]] = {
                    "sit": {"name": who.name},
                    "bot": {"seat": seat, "level": 1},
                    "choose": {"seat": seat, "about": about, "choice": choice},
                    "ready": {"seat": seat, "on": chance.random() < 0.9},
                    "resign": {"seat": seat, "withdraw": chance.random() < 0.3},
                    "suggest": {"seat": seat, "decision": page.state["decision"] if page else 3, "action": "f0"},
                    "rematch": {},
                    "say": {"phrase": "hello"},
                    "back": {"decision": page.state["decision"] if page else 3},
                }
                body = {"request": who.request_id(), **fields.get(what, {"seat": seat})}
                answer = await who.call("POST", f"/api/tables/{table}/{what}", body)
                assert answer.status_code < 500, answer.text
                if what == "rematch" and answer.status_code == 200 and answer.json()["id"] not in self.tables:
                    self.tables.append(answer.json()["id"])

    def likely(self, what: str) -> Page | None:
        """A page of somebody for whom that makes sense."""
        sense: dict[str, Callable[[Page, dict[str, Any]], bool]] = {
            "act": lambda page, seat: bool(page.legal),
            "choose": lambda page, seat: any(offer["seat"] != page.seat for offer in page.absences),
            "back": lambda page, seat: [other["kind"] for other in page.info["seats"]].count("person") == 1,
            "ready": lambda page, seat: page.info["ready"] is not None,
            "resign": lambda page, seat: page.info["quiet"] or not page.info["resignable"],
            "suggest": lambda page, seat: page.state["view"]["phase"] == "place",
            "rematch": lambda page, seat: page.info["state"] == "over",
            "return": lambda page, seat: seat["left"] or seat["standin"] is not None,
        }
        able = sense.get(what)
        pages = [page for page in self.pages if page.seat is not None and page.state]
        likely = [page for page in pages if able is None or able(page, page.info["seats"][page.seat or 0])]
        return self.chance.choice(likely) if likely and self.chance.random() < 0.7 else None

    async def make(self, who: Browser) -> None:
        if len(self.tables) > 6:
            return
        game = self.chance.choices(["toy", "fennecs", "duet", "forest"], [2, 3, 3, 3])[0]
        three = game in ("toy", "fennecs")
        wish = {
            "request": who.request_id(),
            "game": game,
            "options": {"players": "3"} if three else {},
            "seats": [ME, *self.chance.choices([OPEN, bot(1), ME], [2, 2, 1], k=2 if three else 1)],
            "clock": self.chance.choice([None, MOVE, MOVE]),
            "listed": self.chance.random() < 0.3,
        }
        self.tables.append((await who.call("POST", "/api/tables", wish, 201)).json()["id"])

    async def look_in(self, who: Browser, table: str, seat: int) -> None:
        info = (await who.call("GET", f"/api/tables/{table}")).json()
        mine = [number for number, sits in enumerate(info["seats"]) if sits["mine"]]
        if info["state"] == "waiting" and not mine and self.chance.random() < 0.7:
            await who.call("POST", f"/api/tables/{table}/sit", {"request": who.request_id(), "name": who.name})
        chosen = self.chance.choice(mine) if mine else self.chance.choice([seat, None])
        page = await Page.open(who, table, chosen, self.app.house.epoch, self.chance.randrange(20))
        if page.state:
            self.note(page)
            self.pages.append(page)


# ---- a database of the first version -------------------------------------------------------------------------

FIRST = {
    "facts": ("table_id", "number", "at", "author", "request", "body"),
    "tables": ("id", "maker", "request", "made_at", "over", "owes", "summary", "number"),
    "seats": ("table_id", "seat", "who"),
    "identities": ("id", "name", "language", "theme", "made_at"),
    "tokens": ("hash", "who", "made_at"),
    "house": ("key", "value"),
}
"""Tables and columns of revision 0001."""


def as_of_the_first_version(source: Path, target: Path) -> None:
    """A copy as version 0001 would have written it."""
    config = Config()
    config.set_main_option("script_location", str(Path(database.__file__).parent / "migrations"))
    engine = create_engine(f"sqlite:///{target}")
    with engine.begin() as connection:
        config.attributes["connection"] = connection
        command.upgrade(config, "0001")
    engine.dispose()
    old, new = sqlite3.connect(target), sqlite3.connect(source)
    with old:
        for table, columns in FIRST.items():
            for row in new.execute(f"SELECT {', '.join(columns)} FROM {table}"):
                values = dict(zip(columns, row, strict=True))
                if table == "tables":
                    values["summary"] = first_summary(values["summary"])
                marks = ", ".join("?" for _ in columns)
                old.execute(f"INSERT INTO {table} ({', '.join(columns)}) VALUES ({marks})", tuple(values.values()))
    old.close()
    new.close()


def first_summary(text: str) -> str:
    """What version 0001 kept of a table."""
    summary = msgspec.json.decode(text)
    kept = ("game", "seats", "state", "to_act", "scores", "updated")
    return msgspec.json.encode({name: summary[name] for name in kept}).decode()


async def test_a_database_of_the_first_version(tmp_path: Path) -> None:
    """Lists are told from the rows that it wrote, without waking anybody; games go on; the new things work on them."""
    clock = StillClock()
    async with open_house(tmp_path / "house", clock=clock) as app:
        company = await Company.seated(app)
        await company.play(6)
        over = (await company.browsers[0].make(ME, ME)).id
        waiting = (await company.browsers[0].make(ME, OPEN)).id
        cards = [(await browser.call("GET", "/api/tables")).json() for browser in company.browsers]
        views = [page.state["view"] for page in company.pages]
        await company.close()
    (tmp_path / "old").mkdir()
    as_of_the_first_version(tmp_path / "house/renardiere.sqlite3", tmp_path / "old/renardiere.sqlite3")
    async with open_house(tmp_path / "old", seed=2, clock=clock) as app:
        people = [after_restart(app, browser) for browser in company.browsers]
        assert [(await browser.call("GET", "/api/tables")).json() for browser in people] == cards
        assert not app.house._awake
        assert await people[0].call("GET", "/api/lobby", status=200)
        pages = [await Page.open(browser, company.table, seat) for seat, browser in enumerate(people)]
        assert [page.state["view"] for page in pages] == views
        assert pages[0].info["counted"]
        assert pages[0].info["watchable"]
        assert pages[0].info["clock"] is None
        await do(people[0], company.table, "say", text="Toujours là ?")
        await do(people[0], waiting, "leave", seat=0)
        await do(people[0], over, "resign", seat=0)
        await do(people[1], company.table, "resign", seat=1)
        new = (await do(people[1], company.table, "rematch"))["id"]
        assert (await do(people[0], company.table, "rematch"))["id"] == new
        index(app.house.store, [company.table, over, waiting, new])
        for browser in people:
            await browser.close()
