"""Where a machine stands: people with their pages, and a house that dies and opens again; how they ask, and what they
note of all that is answered."""

from __future__ import annotations

import json
import random
import tempfile
from collections.abc import Awaitable, Callable
from pathlib import Path
from typing import Any, ClassVar

from company import Page, after_restart
from hypothesis import strategies as st
from hypothesis.stateful import RuleBasedStateMachine
from journal_checks import Checker, Deed
from machine_model import Cards, Model
from mortal import FAULTS, Died, MortalHouse
from server_harness import Browser

from renardiere.server.identity import digest_of
from renardiere.server.table import Table

NAMES = ("Alix", "Bo", "Cy", "Di")

few = st.integers(0, 5)
someone = st.integers(0, len(NAMES) - 1)
maybe = st.booleans()


class Ground(RuleBasedStateMachine):
    """Four people, and what they know."""

    deaths: ClassVar[int] = 0

    def __init__(self) -> None:
        super().__init__()
        self.folder = tempfile.TemporaryDirectory()
        self.house = MortalHouse(Path(self.folder.name))
        self.people = [Browser(self.house.app, name) for name in NAMES]
        self.models: dict[str, Model] = {}
        self.pages: list[Page] = []
        self.lost: list[Page] = []
        """Pages whose house died: they come back with what they have."""
        self.heard: dict[tuple[str, int | None], list[list[tuple[int, Any]]]] = {}
        self.deeds: list[Deed] = []
        self.refused: set[str] = set()
        self.said: dict[str, dict[int, str]] = {}
        self.lines: set[tuple[str, int, str]] = set()
        """What was heard of talk: table, number, what was said."""
        self.checker = Checker()
        self.cards: dict[str, Cards] = {}
        self.fates = random.Random(0)
        """Which requests meet a fault."""

    # ---- the house and its ends ----------------------------------------------------------------------------------
    def ask(self, work: Callable[[], Awaitable[Any]]) -> Any:
        """Until there is an answer that is none of a full disk's; a death in between is survived."""
        if self.fates.random() < 0.12:
            self.house.store.fate, self.house.store.spared = self.fates.choice(FAULTS), self.fates.randrange(2)
        for _ in range(4):
            try:
                answer = self.house.run(work)
            except Died:
                self.reopen()
                continue
            if getattr(answer, "status_code", 200) != 503 and answer != "unavailable":
                return answer
        raise AssertionError("no answer")

    def reopen(self) -> None:
        self.house.bury()
        Ground.deaths += 1
        for page in self.pages:
            self.overhear(page)
        self.back()

    def back(self) -> None:
        """Another house, and the same people."""
        self.lost += self.pages
        self.pages.clear()
        self.house.open()
        for number, browser in enumerate(self.people):
            self.people[number] = after_restart(self.house.app, browser)

    def overhear(self, page: Page) -> None:
        """What was on its way to a page when the house died: it must be so."""
        while not page.socket._outbox.empty():
            message = page.socket._outbox.get_nowait()
            if message["type"] == "websocket.send":
                self.note(page, json.loads(message["text"]))

    def note(self, page: Page, message: dict[str, Any]) -> None:
        if message["is"] in ("sync", "update"):
            assert message["table"] == page.table
            assert message["seat"] == page.seat, "somebody else's"
        if message["is"] == "update":
            first = message["number"] - len(message["events"]) + 1
            stories = self.heard.setdefault((page.table, page.seat), [])
            stories.append(list(enumerate(message["events"], first)))
        if message["is"] == "talk":
            said = message["said"]
            self.lines.add((message["table"], said["number"], said["text"] or said["phrase"]))

    def post(self, who: int, table: str, what: str, **fields: Any) -> Any:
        """The answer of a request, or None if it was refused."""
        body = {"request": self.people[who].request_id(), **fields}
        path = f"/api/tables/{table}/{what}" if table else "/api/tables"
        answer = self.ask(lambda: self.people[who].call("POST", path, body))
        assert answer.status_code < 500, answer.text
        if answer.status_code >= 400:
            self.refused.add(f"{NAMES[who]} {body['request']}")
            return None
        if self.fates.random() < 0.2:  # clicked twice, or the answer was lost
            again = self.ask(lambda: self.people[who].call("POST", path, body))
            assert again.status_code == answer.status_code, again.text
            if what in ("make", "rematch", "say"):
                name = "number" if what == "say" else "id"
                assert again.json()[name] == answer.json()[name], "done twice"
        if table:
            self.deeds.append(Deed(what, table, body, answer.json() if answer.content else {}))
        return answer.json() if answer.content else {}

    # ---- tables and pages -------------------------------------------------------------------------------------------
    @property
    def tables(self) -> list[str]:
        return list(self.models)

    def table(self, number: int) -> str:
        """The latest first: that is where something happens."""
        return self.tables[-1 - number % len(self.tables)]

    def truth(self, name: str) -> Table:
        awake = self.house.app.house.awake(name)
        return awake.table if awake is not None else self.house.app.house._load(name)

    def identity(self, who: int) -> str | None:
        token = self.people[who].http.cookies.get("fox") or ""
        rows = self.house.store.read("SELECT who FROM tokens WHERE hash = ?", digest_of(token))
        return rows[0][0] if rows else f"nobody {who}"

    def owner(self, page: Page) -> int:
        return NAMES.index(page.browser.name)

    def open(self, who: int, name: str, seat: int | None, after: int | None) -> Page:
        async def opening() -> Page:
            return await Page.open(self.people[who], name, seat, self.house.app.house.epoch, after)

        page: Page = self.ask(opening)
        self.pages.append(page)
        for text in page.socket.traffic:
            self.note(page, json.loads(text))
        page.socket.traffic.clear()
        return page

    def look(self) -> None:
        """Take in what came: each page's stream has no gap (``Page`` sees to that)."""
        for page in list(self.pages):
            try:
                self.house.run(page.look)
            except Died:
                self.reopen()
                return
            for text in page.socket.traffic:
                self.note(page, json.loads(text))
            page.socket.traffic.clear()

    def teardown(self) -> None:
        self.house.bury()
        for browser in self.people:
            self.house.loop.run_until_complete(browser.http.aclose())
        self.house.loop.close()
        self.folder.cleanup()
