"""People at a table, with pages that keep what they were sent: in forest, or in a small game for three."""

from __future__ import annotations

import asyncio
import random
from collections.abc import Sequence
from pathlib import Path
from typing import Any, ClassVar

import msgspec
import pytest
from server_harness import ME, OPEN, Browser, Socket

from renardiere import bots, games
from renardiere.games.play import Memory
from renardiere.server import seats, warmup
from renardiere.server.app import App
from renardiere.server.journal import facts
from renardiere.server.messages import OFFERED, PLAYED, Ping, Unwatch, Watch
from renardiere.server.table import Table

__all__ = [
    "Company",
    "Page",
    "ToyBot",
    "after_restart",
    "do",
    "facts_of",
    "history",
    "idle",
    "of_kind",
    "offer",
    "toy",
    "truth",
]

TOYS = Path(__file__).parents[1] / "games"


class ToyBot:
    """Plays its lowest card, says "a", and notes what it was asked with."""

    asked: ClassVar[list[Memory]] = []

    def __init__(self, game: Any, **_: Any) -> None:
        self.game = game

    def act(self, memory: Memory) -> Any:
        ToyBot.asked.append(memory)
        word = memory.view.legal[str(memory.viewer)][0]
        return self.game.parse_action("say=a" if word == "say=*" else word, self.game.parse_options({"players": "3"}))


def toy(monkeypatch: pytest.MonkeyPatch) -> None:
    """Let houses have the game of ``tests/games/toy.py``: three seats, decisions at the same time."""
    monkeypatch.syspath_prepend(str(TOYS))
    monkeypatch.setitem(games.GAMES, "toy", {"1": "toy:Toy"})
    monkeypatch.setattr(seats, "PLAYED", (*PLAYED, "toy"))
    monkeypatch.setattr(seats, "OFFERED", (*OFFERED, "toy"))
    level = bots.Level(f"{__name__}:ToyBot", {})
    monkeypatch.setitem(bots.LEVELS, "toy", {1: level, 2: level})
    monkeypatch.setattr(warmup, "warm_rules", lambda: None)
    monkeypatch.setattr(warmup, "warm_bots", lambda: None)
    ToyBot.asked.clear()


async def do(browser: Browser, table: str, what: str, status: int = 200, **fields: Any) -> Any:
    """Post something to a table: the answer, or the code it was refused with. A request id is made up if none is given.
    ``None`` among the fields: left out."""
    body = {"request": browser.request_id(), **fields}
    body = {key: value for key, value in body.items() if value is not None}
    answer = await browser.call("POST", f"/api/tables/{table}/{what}", body, status)
    found: Any = answer.json() if answer.content else None
    return found["code"] if status >= 400 else found


async def idle(app: App) -> None:
    """Until no bot has anything to do."""
    while tasks := app.house.robots._tasks:
        await asyncio.wait(tasks)


def truth(app: App, table: str) -> Table:
    """The table as only the house knows it."""
    return app.house._awake[table].table


def after_restart(app: App, browser: Browser) -> Browser:
    """The same person at the house that opened again."""
    same = Browser(app, browser.name)
    same.http.cookies.update(dict(browser.http.cookies))
    same._requests = browser._requests
    return same


class Page:
    """One live connection that watches one table as one viewer."""

    def __init__(self, browser: Browser, socket: Socket, table: str, seat: int | None) -> None:
        self.browser = browser
        self.socket = socket
        self.table = table
        self.seat = seat
        self.info: dict[str, Any] = {}
        """The last ``table``."""
        self.state: dict[str, Any] = {}
        """The last ``sync`` or ``update``."""
        self.events: list[dict[str, Any]] = []
        self.said: list[dict[str, Any]] = []
        self.news = 0
        """That of the last ``table``."""
        self.place: dict[str, Any] | None = None
        """Where the house says that this viewer stands."""

    @classmethod
    async def open(
        cls, browser: Browser, table: str, seat: int | None = None, epoch: str | None = None, after: int | None = None
    ) -> Page:
        page = cls(browser, await browser.live(), table, seat)
        page.socket.send(Watch(table, seat, epoch, after))
        await page.look()
        return page

    async def look(self) -> list[dict[str, Any]]:
        """All that came since the last look; it leads where the house says that this viewer stands."""
        self.socket.send(Ping(7, where=True))
        came: list[dict[str, Any]] = []
        while True:
            text = await self.socket.text()
            assert text is not None, f"closed with {self.socket.closed}"
            message = msgspec.json.decode(text)
            match message["is"]:
                case "pong":
                    self._check(message.get("at", []))
                    return came
                case "table" if message["info"]["id"] == self.table:
                    self.info, self.news = message["info"], message["news"]
                case "sync" | "update" if (message["table"], message["seat"]) == (self.table, self.seat):
                    if message["is"] == "update" and self.state:
                        assert message["number"] == self.state["number"] + len(message["events"])
                    self.state = message
                    self.events += message.get("events", [])
                case "talk":
                    self.said.append(message["said"])
            came.append(message)

    def _check(self, places: list[dict[str, Any]]) -> None:
        at = ((place["table"], place["seat"]) for place in places)
        self.place = dict(zip(at, places, strict=True)).get((self.table, self.seat))
        if self.place:
            known = {**self.state, "news": self.news}
            assert all(self.place[key] == known[key] for key in ("number", "decision", "news"))

    async def kinds(self) -> list[str]:
        """Of which kinds the messages were that came since the last look."""
        return [message["is"] for message in await self.look()]

    @property
    def legal(self) -> list[str]:
        legal: list[str] = self.state["view"]["legal"].get(str(self.seat), [])
        return legal

    @property
    def absences(self) -> list[dict[str, Any]]:
        absences: list[dict[str, Any]] = self.info["absences"]
        return absences

    async def act(self, action: str | None = None, decision: int | None = None, request: str | None = None) -> str:
        """Act (by default the first thing that is legal): ``done``, or the code of the refusal."""
        await self.look()
        action = action or self.legal[0].replace("*", "a")
        decision = self.state["decision"] if decision is None else decision
        assert self.seat is not None
        act = self.browser.act(self.table, self.seat, decision, action, request)
        self.socket.send(act)
        for message in await self.look():
            if message.get("request") == act.request:
                return "done" if message["is"] == "done" else str(message["problem"]["code"])
        raise AssertionError("no answer")

    async def unwatch(self) -> None:
        self.socket.send(Unwatch(self.table, self.seat))
        await self.look()

    async def close(self) -> None:
        await self.socket.close()


class Company:
    """Some people at a table, each with a page of their own: ``pages`` by seat."""

    NAMES = ("Alix", "Bo", "Cy", "Dan", "Eve")

    def __init__(self, app: App) -> None:
        self.app = app
        self.browsers: list[Browser] = []
        self.pages: list[Page] = []
        self.table = ""
        self.chance = random.Random(5)

    @classmethod
    async def seated(
        cls, app: App, people: int = 2, watched: bool = True, share: Sequence[str] = (), **terms: Any
    ) -> Company:
        """Everybody sits down; two play forest, three the small game, or the ``game`` that is named."""
        company = cls(app)
        company.browsers = [Browser(app, name) for name in cls.NAMES[:people]]
        game: dict[str, Any] = {"game": "forest", "options": {}}
        if people == 3:
            game = {"game": "toy", "options": {"players": "3"}}
        first = company.browsers[0]
        shares = dict(enumerate(share))
        seats = [{**ME, "share": shares.get(0)}, *[OPEN] * (people - 1)]
        wish = {"request": first.request_id(), "seats": seats, **game, **terms}
        company.table = (await first.call("POST", "/api/tables", wish, 201)).json()["id"]
        for seat, browser in enumerate(company.browsers[1:], 1):
            await do(browser, company.table, "sit", name=browser.name, share=shares.get(seat))
        if watched:
            for seat, browser in enumerate(company.browsers):
                company.pages.append(await Page.open(browser, company.table, seat, app.house.epoch, 0))
            await company.look()
        return company

    async def look(self) -> None:
        for page in self.pages:
            await page.look()

    @property
    def to_act(self) -> list[int]:
        return list(truth(self.app, self.table).to_act)

    async def play(self, actions: int, seat: int | None = None) -> None:
        """Choose at random, whoever is to act (``seat``, or any of them)."""
        for _ in range(actions):
            if not self.to_act:
                await self.ready()
            page = self.pages[self.chance.choice(self.to_act) if seat is None else seat]
            await page.look()
            assert await page.act(self.chance.choice(page.legal).replace("*", "a")) == "done"
        await self.look()

    async def ready(self) -> None:
        """Everybody is ready for the deal that waits."""
        for seat in range(len(self.browsers)):
            await self.do(seat, "ready", seat=seat)

    async def until_phase(self, phase: str) -> Any:
        """Play until that is to be done: what the table shows."""
        while (view := truth(self.app, self.table).view(None)).phase != phase:
            assert not view.finished, "the game ended before"
            await self.play(1)
        await self.look()
        return view

    async def until(self, seat: int) -> None:
        """Play until that seat is to act."""
        while seat not in self.to_act:
            await self.play(1)

    async def do(self, by: int, what: str, status: int = 200, **fields: Any) -> Any:
        return await do(self.browsers[by], self.table, what, status, **fields)

    async def close(self) -> None:
        for browser in self.browsers:
            await browser.close()


def offer(seat: int, why: str, end: bool = True, **chosen: str) -> dict[str, Any]:
    """An absence as the page is told of it; ``end``: at a table of two."""
    choices = {"away": ["bot"], "left": ["bot", "end"], "time": ["wait", "bot", "end"]}[why]
    choices = choices if end else [choice for choice in choices if choice != "end"]
    return {"seat": seat, "why": why, "choices": choices, "chosen": {name[1:]: what for name, what in chosen.items()}}


def history(app: App, table: str) -> list[tuple[str | None, facts.Fact]]:
    """Who wrote which facts."""
    return [(row.author, facts.decode(row.body)) for row in app.house.store.facts(table)]


def of_kind(app: App, table: str, kind: type[facts.Fact]) -> list[facts.Fact]:
    return [fact for _, fact in history(app, table) if isinstance(fact, kind)]


def facts_of(app: App, table: str) -> list[facts.Fact]:
    return [fact for _, fact in history(app, table)]
