"""« Coup de pouce » at a table: for whoever plays against bots, once for each decision, and never in anybody's way."""

from __future__ import annotations

import asyncio
import threading
from typing import Any

import msgspec
import pytest
from company import Page, idle, truth
from msgspec import structs
from server_harness import ME, OPEN, Browser, bot

from renardiere import bots
from renardiere.bots.hints import NO_FIGURE, DuetHint, FennecsHint, ForestHint
from renardiere.games.play import Memory
from renardiere.server.app import App
from renardiere.server.messages import Ping, Pong

Asked = list[Memory]


def only(memory: Memory, place: int) -> ForestHint:
    action = memory.view.legal[str(memory.viewer)][place]
    return ForestHint(action=action, instead=None, reason="only", figure=NO_FIGURE, points=NO_FIGURE)


@pytest.fixture
def asked(monkeypatch: pytest.MonkeyPatch) -> Asked:
    """Hints are made at once, and what they are made of is noted."""
    memories: Asked = []

    def hint(game: Any, memory: Memory) -> ForestHint:
        memories.append(memory)
        return only(memory, -1)

    monkeypatch.setattr(bots, "hint", hint)
    return memories


async def seated(app: App, alix: Browser, **terms: object) -> Page:
    """Alix with bots, and it is her turn."""
    wish = {"request": alix.request_id(), "game": "forest", "options": {}, "seats": [ME, bot()], **terms}
    table = (await alix.call("POST", "/api/tables", wish, 201)).json()["id"]
    if wish["game"] == "duet":  # which is talked about before the first deal
        await alix.call("POST", f"/api/tables/{table}/ready", {"request": alix.request_id(), "seat": 0}, 200)
    await app.house.warmup.finished()  # which asks for hints, too
    await idle(app)
    page = await Page.open(alix, table, 0)
    assert page.info["hints"]
    return page


async def ask(page: Page, status: int = 200, **change: int) -> Any:
    wish = {"seat": 0, "decision": page.state["decision"], **change}
    answer = (await page.browser.call("POST", f"/api/tables/{page.table}/hint", wish, status)).json()
    return answer if status == 200 else answer["code"]


async def test_a_hint_of_the_search(app: App) -> None:
    """It names what may be done, and says the same however often it is asked; nothing comes of asking."""
    alix = Browser(app)
    page = await seated(app, alix)
    hint = await ask(page)
    assert {hint["action"], hint["instead"]} <= set(page.legal)
    assert isinstance(msgspec.convert(hint, bots.Hint), ForestHint)
    assert await ask(page) == hint
    assert await page.look() == []
    assert (await alix.info(page.table)).counted
    await alix.close()


@pytest.mark.parametrize(
    ("game", "options", "others", "kind"),
    [("duet", {"level": "2"}, 1, DuetHint), ("fennecs", {"players": "3"}, 2, FennecsHint)],
)
async def test_a_hint_in_other_games(
    app: App, game: str, options: dict[str, str], others: int, kind: type[bots.Hint]
) -> None:
    alix = Browser(app)
    page = await seated(app, alix, game=game, options=options, seats=[ME, *[bot()] * others])
    hint = msgspec.convert(await ask(page), bots.Hint)
    assert isinstance(hint, kind)
    assert {hint.action, hint.instead or hint.action} <= set(page.legal)
    await alix.close()


async def test_a_hint_is_made_of_what_its_seat_was_told(app: App, asked: Asked) -> None:
    """All since the deal, as it was sent, and no more than that; also after a decision was taken back."""
    alix = Browser(app)
    page = await seated(app, alix, memory=True)
    before = page.state["past"]
    asked.clear()
    for number in range(8):
        await ask(page)
        memory = asked[-1]
        assert msgspec.json.decode(msgspec.json.encode(memory.events)) == [*before, *page.events]
        assert memory.viewer == 0
        assert memory.view == truth(app, page.table).view(0)
        assert len(asked) == number + 1
        assert await page.act(page.legal[0]) == "done"
        await idle(app)
        await page.look()
    decision = page.state["decision"]
    await alix.call("POST", f"/api/tables/{page.table}/back", {"request": alix.request_id(), "decision": decision}, 200)
    await page.look()
    await ask(page)
    assert asked[-1].events == asked[-2].events
    await alix.close()


async def test_where_there_are_none(app: App, asked: Asked) -> None:
    alix, bo = Browser(app), Browser(app, "Bo")
    page = await seated(app, alix)
    asked.clear()
    decision = page.state["decision"]
    assert await ask(page, 409, decision=decision + 1) == "stale"
    assert await ask(page, 403, seat=1) == "not_yours"
    await bo.live()
    wish = {"seat": 0, "decision": decision}
    await bo.call("POST", f"/api/tables/{page.table}/hint", wish, 403)
    assert await page.act(page.legal[0]) == "done"
    assert await ask(page, 409, decision=decision) == "stale"

    # against people, and on a shared device: nobody
    table = (await alix.make(ME, OPEN)).id
    assert not (await alix.info(table)).hints
    await bo.sit(table)
    for browser, seat in ((alix, 0), (bo, 1)):
        answer = await browser.call("POST", f"/api/tables/{table}/hint", {"seat": seat, "decision": 0}, 403)
        assert answer.json()["code"] == "no_hints"
    shared = await alix.make(ME, {"who": "me", "name": "Noé"})
    answer = await alix.call("POST", f"/api/tables/{shared.id}/hint", {"seat": 0, "decision": 0}, 403)
    assert answer.json()["code"] == "no_hints"

    # the day's deals: everybody is alone with them
    page = await seated(app, alix)
    made = truth(app, page.table)
    made.terms = structs.replace(made.terms, day="2026-11-28")
    assert not (await alix.info(page.table)).hints
    assert await ask(page, 403) == "no_hints"
    assert asked == []
    await alix.close()
    await bo.close()


async def test_many_questions_are_one_search_and_hold_nobody_up(app: App, monkeypatch: pytest.MonkeyPatch) -> None:
    may_answer, begun = threading.Event(), threading.Semaphore(0)
    made: Asked = []

    def slow(game: Any, memory: Memory) -> ForestHint:
        made.append(memory)
        begun.release()
        assert may_answer.wait(20)
        return only(memory, 0)

    alix = Browser(app)
    tables = [await seated(app, alix) for _ in range(5)]
    monkeypatch.setattr(bots, "hint", slow)
    first = [asyncio.create_task(ask(tables[0])) for _ in range(3)]
    await asyncio.to_thread(begun.acquire)
    tables[0].socket.send(Ping(1))
    assert await tables[0].socket.wait(Pong) == Pong(1)
    others = [asyncio.create_task(ask(page)) for page in tables[1:4]]
    await asyncio.sleep(0)
    while len(app.house.hints._given) < 4:
        await alix.call("GET", "/api/tables")
    assert await ask(tables[4], 429) == "too_fast"  # enough are waiting
    may_answer.set()
    answers = await asyncio.gather(*first)
    assert answers[0] == answers[1] == answers[2]
    await asyncio.gather(*others)
    assert len(made) == 4
    assert await ask(tables[4])
    await alix.close()
