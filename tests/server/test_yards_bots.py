"""Bots in the dark: they feel frames, and nothing else; they are always ready, and take over from whoever has left."""

from __future__ import annotations

from typing import Any, ClassVar

import pytest
from company import Page
from dark import AGAIN, GRIP, SACK, STOP, Dark, Stop, move, near
from server_harness import ME, OPEN, Browser, bot

from renardiere.server.app import App
from renardiere.server.yards import process


class Grabber:
    """Takes the token of its level, whatever it feels."""

    made: ClassVar[list[Grabber]] = []

    def __init__(self, level: int, seed: int, missions: tuple[str, ...], speed: float) -> None:
        self.given = (level, missions, speed)
        self.felt: list[bytes] = []
        self.does = [move(level), GRIP, SACK]
        Grabber.made.append(self)

    def feel(self, frame: bytes) -> list[bytes]:
        self.felt.append(frame)
        return [self.does.pop(0)] if self.does else []


@pytest.fixture(autouse=True)
def _grabbers(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(process, "named", lambda place: Grabber)
    Grabber.made.clear()


async def test_a_bot_searches(app: App) -> None:
    """It is ready at once; it is given its missions and its hand's speed, then what that hand feels; the page of the
    others hears nothing of it before the stop."""
    terms: dict[str, Any] = {"options": {"players": "2"}, "seats": [ME, bot(3)], "speeds": [100, 80]}
    dark = await Dark.seated(app, players=1, **terms)
    assert dark.company.pages[0].info["ready"] == [False, True]
    await dark.ready()
    [grabber] = Grabber.made
    assert grabber.given == (3, tuple(dark.view["missions"]), 0.8)
    dark.tick(8)
    assert dark.yard.sacks == [[], [3]]
    assert grabber.felt == [bytes(3), bytes((0, 0, 3)), bytes((1, 0, 3)), bytes((0, 1, 3))]
    await dark.look()
    assert set(dark.company.pages[0].socket.frames) == {bytes(3)}
    await dark.take(0, *dark.view["missions"])
    await dark.do(0, STOP)
    await dark.settle()
    assert dark.view["sacks"][1] == [dark.yard.tokens[3]]
    assert dark.company.pages[0].info["ready"] == [False, True]
    body = {"request": "take-it-back", "decision": dark.company.pages[0].state["decision"]}
    answer = await dark.company.browsers[0].call("POST", f"/api/tables/{dark.company.table}/back", body, 409)
    assert (answer.json()["code"], answer.json()["reason"]) == ("nothing_to_take_back", "search")
    await dark.close()


async def test_people_alone_say_that_the_box_is_shaken_anew(app: App) -> None:
    """Bots wish it once all people do; whoever is back from a bot has not wished it."""
    terms: dict[str, Any] = {"options": {"players": "3"}, "seats": [ME, OPEN, bot(3)]}
    dark = await Dark.seated(app, players=2, **terms)
    await dark.ready()
    await dark.do(0, AGAIN)
    assert dark.search["phase"] == "dark"
    await dark.do(1, AGAIN)
    await dark.settle()
    assert (dark.search["phase"], dark.search["again"]) == ("masks", "anew")
    await dark.company.do(1, "leave", seat=1)
    await dark.company.do(0, "ready", seat=0)
    await dark.settle()
    await dark.company.do(1, "return", seat=1)
    dark.reach(1)
    await dark.look()
    await dark.do(0, AGAIN)
    dark.tick()
    assert dark.yard.asks == [True, False, True]
    assert dark.search["phase"] == "dark"
    await dark.close()


async def test_whoever_leaves_bots_alone(app: App) -> None:
    """They search to the end, and then the game rests, whoever watches, until its person is back."""
    dark = await Dark.seated(app, players=1, options={"players": "3"}, seats=[ME, bot(1), bot(2)])
    await dark.ready()
    await dark.company.do(0, "leave", seat=0)
    dark.tick(4)
    dark.yard.ended = Stop(1, ((), tuple(dark.view["missions"]), ()))
    dark.tick()
    await dark.settle()
    cy = await Page.open(Browser(app, "Cy"), dark.company.table)
    assert [seat["standin"] for seat in cy.info["seats"]] == [2, None, None]
    assert (cy.state["view"]["eggs"], cy.state["view"]["phase"]) == ([0, 3, 0], "deal")
    assert not app.house.searches._tasks
    await dark.company.do(0, "return", seat=0)
    await dark.company.ready()
    await dark.ready()
    assert (dark.search["phase"], dark.view["round"]) == ("dark", 2)
    await dark.company.do(0, "leave", seat=0)
    dark.barn.lost()
    dark.barn = near(app)
    await dark.settle()
    await cy.look()
    assert (cy.info["search"]["phase"], cy.info["search"]["again"]) == ("masks", "broken")
    assert cy.info["seats"][0]["standin"] == 2, "after a search without a stop, too"
    await cy.browser.close()
    await dark.close()


async def test_a_bot_for_whoever_left_in_the_race(app: App) -> None:
    """Their hand lies still up to the stop; from then on a bot plays for them, in the next search too, until they are
    back: then the hand is theirs, at once."""
    dark = await Dark.seated(app, players=3)
    await dark.ready()
    await dark.company.do(2, "leave", seat=2)
    assert not Grabber.made
    await dark.take(0, *dark.view["missions"])
    await dark.do(0, STOP)
    await dark.settle()
    assert [seat["standin"] for seat in dark.company.pages[0].info["seats"]] == [None, None, 2]
    for _ in range(2):
        for seat in (0, 1):
            await dark.company.do(seat, "ready", seat=seat)
    await dark.settle()
    [grabber] = Grabber.made
    dark.tick(2)
    assert len(grabber.felt) == 1
    await dark.company.do(2, "return", seat=2)
    dark.reach(2)
    await dark.look()
    dark.tick(10)
    assert len(grabber.felt) == 1
    await dark.do(2, move(9))
    assert dark.yard.at[2] == 2 + 9, "on from where the bot was"
    await dark.close()
