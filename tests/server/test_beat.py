"""What is lost on a connection that lives is missed at the next beat: a ping is answered by where everything stands.

That a beat agrees with all that was sent before it, every ``Page.look`` of the other tests checks."""

from __future__ import annotations

import json
from collections.abc import AsyncIterator
from pathlib import Path
from typing import Any

import pytest_asyncio
from company import Company, Page, do
from server_harness import Browser, StillClock, later, open_house

from renardiere.server.app import App
from renardiere.server.messages import Ping


@pytest_asyncio.fixture
async def app(tmp_path: Path) -> AsyncIterator[App]:
    async with open_house(tmp_path / "data", clock=StillClock()) as app:
        yield app


def known(page: Page) -> dict[str, Any]:
    """What a client makes of the messages that came: the numbers that a beat names."""
    said = page.said[-1]["number"] if page.said else 0
    state = {key: page.state[key] for key in ("table", "seat", "number", "decision")}
    return {**state, "left": page.place["left"] if page.place else None, "news": page.news, "said": said}


async def test_a_beat_misses_each_message_that_did_not_come(app: App) -> None:
    """Whatever happens at a table: the beat knows it; whoever loses the message that tells of it finds that out."""
    company = await Company.seated(app, clock={"kind": "move", "seconds": 60})
    alix, bo = company.browsers
    watcher = await Page.open(Browser(app, "Cy"), company.table)
    viewers = [*company.pages, watcher]

    async def lost() -> set[str]:
        """Of which kinds the messages were that came now; to whoever had not got them, the beat would show it."""
        kinds = set()
        for page in viewers:
            before = known(page)
            came = await page.look()
            assert page.place == known(page)
            assert (before != page.place) == bool(came)
            kinds |= {message["is"] for message in came if message["is"] not in ("done", "refused")}
        return kinds

    await lost()
    assert await company.pages[company.to_act[0]].act() == "done"
    assert await lost() == {"update"}
    await do(alix, company.table, "say", text="Bonjour")
    assert await lost() == {"talk"}
    eve = await Page.open(Browser(app, "Eve"), company.table)
    assert await lost() == {"table"}
    await eve.close()
    await eve.browser.close()
    assert await lost() == {"table"}
    await do(bo, company.table, "leave", seat=1)
    assert await lost() == {"table"}
    await do(bo, company.table, "resign", seat=1)
    assert "table" in await lost()
    await watcher.browser.close()
    await company.close()


async def test_a_beat_names_all_that_is_followed_and_nothing_else(app: App) -> None:
    first, second = await Company.seated(app), await Company.seated(app, watched=False)
    page = first.pages[0]
    browser = page.browser
    assert page.place == known(page)
    socket = page.socket
    for table, seat in ((second.table, None), (first.table, None)):
        await socket.watch(table, seat)
    socket.send(Ping(1, where=True))
    while (pong := json.loads(await socket.text() or ""))["is"] != "pong":
        pass
    followed = [(place["table"], place["seat"]) for place in pong["at"]]
    assert followed == [(first.table, 0), (second.table, None), (first.table, None)]
    assert all(place.keys() == {"table", "seat", "number", "decision", "news", "said", "left"} for place in pong["at"])

    socket.send(Ping(2))  # not asked: as it always was
    assert await socket.text() == '{"is":"pong","n":2}'
    await page.unwatch()
    assert page.place is None
    nobody = await browser.live()
    nobody.send(Ping(3, where=True))
    assert await nobody.text() == '{"is":"pong","n":3}'
    for company in (first, second):
        await company.close()


async def test_a_beat_sets_the_clock(app: App) -> None:
    company = await Company.seated(app, clock={"kind": "move", "seconds": 60})
    await company.play(1)
    await later(app, 20)
    page = company.pages[0]
    await page.look()
    assert page.place is not None
    assert page.place["left"] == 40
    await company.close()
