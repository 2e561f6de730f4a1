"""Taking back against bots: what is undone is gone, and everything else stays."""

from __future__ import annotations

import asyncio
import random
from pathlib import Path
from typing import Any

import pytest
from company import Company, Page, after_restart, do, facts_of, idle, truth
from server_harness import ME, OPEN, Browser, StillClock, bot, open_house

from renardiere.games import dealing
from renardiere.games.play import SPECTATOR
from renardiere.games.record import read
from renardiere.server.app import App
from renardiere.server.journal import facts
from renardiere.server.table import Draft, Table

SHARE = f"{1:064x}"


class Alone:
    """Alix against a bot."""

    def __init__(self, app: App, alix: Browser, table: str, page: Page, public: Page) -> None:
        self.app, self.alix, self.table, self.page, self.public = app, alix, table, page, public
        self.chance = random.Random(3)

    @classmethod
    async def seated(cls, app: App, **options: str) -> Alone:
        alix = Browser(app)
        table = (await alix.make({**ME, "share": SHARE}, bot(1), options=options)).id
        alone = cls(app, alix, table, await Page.open(alix, table, 0), await Page.open(Browser(app, "Cy"), table))
        await alone.my_turn()
        return alone

    async def my_turn(self) -> None:
        await idle(self.app)
        await self.page.look()
        await self.public.look()

    async def play(self, decisions: int = 1) -> list[str]:
        chosen = []
        for _ in range(decisions):
            chosen.append(self.chance.choice(self.page.legal))
            assert await self.page.act(chosen[-1]) == "done"
            await self.my_turn()
        return chosen

    async def back(self, status: int = 200, **fields: Any) -> Any:
        answer = await do(self.alix, self.table, "back", status, **{"decision": self.page.state["decision"], **fields})
        await self.my_turn()
        return answer

    @property
    def position(self) -> Any:
        return self.page.state["view"], self.public.state["view"]

    async def close(self) -> None:
        await self.alix.close()
        await self.public.browser.close()


async def test_taking_back_returns_to_ones_last_decision(app: App) -> None:
    """Everybody is shown where that is, by a sync; it no longer counts; the bot answers anew."""
    alone = await Alone.seated(app)
    await alone.play(2)
    before, decision = alone.position, alone.page.state["decision"]
    numbers = [page.state["number"] for page in (alone.page, alone.public)]
    await alone.play()
    after = alone.page.state["decision"]
    seen = await do(alone.alix, alone.table, "back", decision=after)
    assert not seen["counted"]
    kinds = [message["is"] for message in await alone.page.look()]
    assert kinds == ["sync", "table"]
    assert [message["is"] for message in await alone.public.look()] == ["sync", "table"]
    assert alone.position == before
    assert alone.page.state["decision"] > after > decision
    assert [page.state["number"] for page in (alone.page, alone.public)] > numbers
    assert alone.page.info["counted"] is alone.public.info["counted"] is False
    await alone.play(3)
    assert truth(app, alone.table).to_act == (0,)
    assert not (await alone.alix.info(alone.table)).counted  # for good
    await alone.close()


async def test_a_double_click_takes_back_once(app: App) -> None:
    """The same request, or another about the same decision."""
    alone = await Alone.seated(app)
    await alone.play(3)
    decision = alone.page.state["decision"]
    wish = {"decision": decision}
    answers = await asyncio.gather(
        *(
            alone.alix.call("POST", f"/api/tables/{alone.table}/back", {"request": request, **wish})
            for request in ("take-back-1", "take-back-1", "take-back-2")
        )
    )
    assert sorted(answer.status_code for answer in answers) == [200, 200, 409]
    assert [answer.json()["code"] for answer in answers if answer.status_code == 409] == ["stale"]
    assert len([fact for fact in facts_of(app, alone.table) if isinstance(fact, facts.TakenBack)]) == 1
    await alone.my_turn()
    assert await alone.back(decision=decision, request="take-back-1") is not None  # an echo, later
    assert len([fact for fact in facts_of(app, alone.table) if isinstance(fact, facts.TakenBack)]) == 1
    await alone.close()


async def test_forty_in_a_row(app: App) -> None:
    """Back to the very start, across rounds, then none is left; every position is the one that was."""
    alone = await Alone.seated(app)
    positions = []
    for _ in range(40):
        positions.append(alone.position)
        await alone.play()
        if alone.page.info["state"] == "over" or not alone.page.legal:
            break
    rounds = truth(app, alone.table).rounds
    assert rounds >= 2
    seen = [[page.state["number"], page.state["decision"]] for page in (alone.page, alone.public)]
    for position in reversed(positions):
        await alone.back()
        assert alone.position == position
        now = [[page.state["number"], page.state["decision"]] for page in (alone.page, alone.public)]
        assert all(new > old for one, other in zip(now, seen, strict=True) for new, old in zip(one, other, strict=True))
        seen = now
    assert await alone.back(409) == "nothing_to_take_back"
    assert truth(app, alone.table).rounds == 1
    chosen = await alone.play(2)
    assert len(chosen) == 2
    await alone.back()
    await alone.back()
    assert alone.position == positions[0]
    await alone.close()


async def test_what_was_taken_back_costs_no_more_than_its_length(app: App) -> None:
    """Each fact is looked at once a take-back, and folded once: a hundred change nothing about that."""
    alone = await Alone.seated(app)
    for _ in range(25):
        await alone.play()
        await alone.back()
    rows = [(row.at, facts.decode(row.body)) for row in app.house.store.facts(alone.table)]

    class Counted(list[Any]):
        looks = 0

        def __getitem__(self, place: Any) -> Any:
            Counted.looks += 1
            return super().__getitem__(place)

    app.house.again._taken_back(truth(app, alone.table), Counted([*rows, (0.0, facts.Acted(0, "B1"))]), 0)
    assert Counted.looks <= 2
    with pytest.raises(Exception, match="not decided"):
        app.house.again._taken_back(truth(app, alone.table), Counted(rows), 0)
    assert Counted.looks <= len(rows) + 3
    folds = 0
    fold = Table.fold

    def counted(self: Table, fact: facts.Fact, at: float) -> Any:
        nonlocal folds
        folds += 1
        return fold(self, fact, at)

    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(Table, "fold", counted)
        Table.of(rows, alone.table)
    assert folds < len(rows)
    await alone.close()


async def test_a_hundred_pages_can_not_see_what_was_taken_back(app: App) -> None:
    """With any number that was ever sent, and the epoch: after a take-back one is shown where one stands, and no event
    that was taken back; later ones come without a gap."""
    alone = await Alone.seated(app)
    epoch = app.house.epoch
    await alone.play(4)
    old = [alone.page.state["number"], alone.public.state["number"]]
    await alone.back()
    await alone.back()
    for page, highest in zip((alone.page, alone.public), old, strict=True):
        for after in range(highest + 3):
            fresh = await Page.open(page.browser, alone.table, page.seat, epoch, after)
            assert fresh.state["is"] == "sync"
            assert fresh.state["view"] == page.state["view"]
            await fresh.close()
    await alone.play()
    began = [page.state["number"] for page in (alone.page, alone.public)]
    for page, highest, number in zip((alone.page, alone.public), old, began, strict=True):
        for after in range(number + 2):
            fresh = await Page.open(page.browser, alone.table, page.seat, epoch, after)
            assert fresh.state["view"] == page.state["view"]
            if fresh.state["is"] == "update":
                assert after > highest
                assert fresh.events == page.events[-len(fresh.events) :]
                assert fresh.state["number"] == number
            await fresh.close()
    await alone.close()


async def test_the_bots_memory_forgets_as_well(app: App) -> None:
    """What it remembers is what was not taken back, whole."""
    alone = await Alone.seated(app)
    await alone.play(2)
    table = truth(app, alone.table)
    before = (table.memory(1), table.streams[1].number)
    await alone.play(2)
    await alone.back()
    await alone.back()
    table = truth(app, alone.table)
    assert table.memory(1) == before[0]
    assert table.streams[1].number > before[1]
    await alone.play()
    events = truth(app, alone.table).memory(1).events
    assert events[: len(before[0].events)] == before[0].events
    await alone.close()


async def test_after_a_restart(tmp_path: Path) -> None:
    clock = StillClock()
    async with open_house(tmp_path, clock=clock) as app:
        alone = await Alone.seated(app)
        await alone.play(5)
        await alone.back()
        await alone.play()
        await alone.back()
        await alone.back()
        position = alone.position
        states = [(page.state["number"], page.state["decision"]) for page in (alone.page, alone.public)]
        await alone.close()
    async with open_house(tmp_path, seed=2, clock=clock) as app:
        alix = after_restart(app, alone.alix)
        pages = [await Page.open(alix, alone.table, seat) for seat in (0, None)]
        assert tuple(page.state["view"] for page in pages) == position
        assert [(page.state["number"], page.state["decision"]) for page in pages] == states
        assert not pages[0].info["counted"]
        again = Alone(app, alix, alone.table, *pages)
        await again.back()
        await again.play(2)
        await again.close()


async def test_the_record_says_that_it_does_not_count(app: App) -> None:
    """And is otherwise the record of the game as it was played in the end; its shuffle is right."""
    alone = await Alone.seated(app, target="5")
    await alone.play(7)
    await alone.back()
    chosen = await alone.play(3)
    while alone.page.legal and truth(app, alone.table).phase == "playing":
        chosen += await alone.play()
    assert truth(app, alone.table).phase == "over"
    assert await alone.back(409) == "over"
    record = read((await alone.alix.call("GET", f"/api/tables/{alone.table}/record", status=200)).text)
    assert record.tags["Counted"] == "no"
    assert dealing.verify(record).status == "right"
    played = [entry.action.text() for entry in record.entries if getattr(entry, "seat", None) == 0]  # type: ignore[union-attr]
    assert played[-len(chosen) :] == chosen
    new = await do(alone.alix, alone.table, "rematch")
    assert new["counted"]
    await idle(app)
    await alone.close()


async def test_against_people_nothing_is_taken_back(small_game: None, app: App) -> None:
    company = await Company.seated(app)
    await company.play(2)
    for seat in (0, 1):
        decision = truth(app, company.table).decision
        assert await company.do(seat, "back", 409, decision=decision) == "people_here"
    assert await do(Browser(app), company.table, "back", 403, decision=2) == "not_yours"
    cy = Browser(app, "Cy")
    await cy.call("PUT", "/api/me", {"name": "Cy"}, 200)
    assert await do(cy, company.table, "back", 403, decision=2) == "not_yours"
    # a bot that stands in is no bot of the table's
    await company.do(1, "leave", seat=1)
    await company.until(1)
    await company.do(0, "choose", seat=0, about=1, choice="bot")
    await idle(app)
    decision = truth(app, company.table).decision
    assert await company.do(0, "back", 409, decision=decision) == "people_here"
    # on one device there are people as well
    alix = company.browsers[0]
    both = (await alix.make(ME, ME)).id
    assert await do(alix, both, "back", 409, decision=0) == "people_here"
    waiting = (await alix.make(ME, OPEN)).id
    assert await do(alix, waiting, "back", 409, decision=0) == "people_here"
    await company.close()
    await cy.close()


async def test_before_the_first_decision(app: App) -> None:
    alone = await Alone.seated(app)
    assert await alone.back(409) == "nothing_to_take_back"
    assert truth(app, alone.table).counted
    assert await alone.back(400, decision=-1) == "bad_message"
    assert await alone.back(409, decision=alone.page.state["decision"] + 1) == "stale"
    await alone.close()


async def test_there_is_an_end_to_taking_back(app: App, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("renardiere.server.again.ENOUGH", 3)
    alone = await Alone.seated(app)
    for _ in range(3):
        await alone.play()
        await alone.back()
    await alone.play()
    assert await alone.back(409) == "nothing_to_take_back"
    await alone.play()
    await alone.close()


async def test_taking_back_while_the_bot_thinks(app: App) -> None:
    """What it chose for a position that is gone is not played."""
    alone = await Alone.seated(app)
    await alone.play(2)
    position = alone.position
    while True:
        app.house.robots._stopping = True
        assert await alone.page.act() == "done"
        if truth(app, alone.table).to_act == (1,):
            break
        position = (alone.page.state["view"], None)
    app.house.robots._stopping = False
    app.house.robots.poke(app.house._awake[alone.table])
    await alone.page.look()
    await asyncio.gather(
        do(alone.alix, alone.table, "back", decision=truth(app, alone.table).decision), alone.page.look()
    )
    await alone.my_turn()
    table = truth(app, alone.table)
    assert alone.page.state["view"] == position[0]
    assert table.to_act == (0,)
    await alone.close()


def test_whatever_is_taken_back_the_rest_stays(tmp_path: Path) -> None:
    """Over a history of plays and take-backs: the fold of all facts is the fold of those that stand, but for the
    numbers, which never go back."""
    chance = random.Random(11)
    rows = played(chance)
    lowest = next(n for n, (_, fact) in enumerate(rows) if isinstance(fact, facts.Acted))
    table = Table.of(rows, "aaaaaaaaaa")
    stands: list[int] = list(range(len(rows)))
    for _ in range(12):
        to = chance.randrange(lowest, len(rows))
        numbers = [table.streams[viewer].number + 1 for viewer in (0, 1, SPECTATOR)]
        rows.append((9.0, facts.TakenBack(to, table.decision + 1, numbers)))
        stands = [number for number in stands if number < to] + [len(rows) - 1]
        before, table = table, Table.of(rows, "aaaaaaaaaa")
        plain = Table.of([rows[n] for n in stands if not isinstance(rows[n][1], facts.TakenBack)], "aaaaaaaaaa")
        assert table.state == plain.state
        assert (table.rounds, table.scores, table.to_act) == (plain.rounds, plain.scores, plain.to_act)
        assert table.decision > before.decision
        for viewer, stream in table.streams.items():
            assert stream.number > before.streams[viewer].number
            assert table.view(viewer) == plain.view(viewer)
        assert table.number == len(rows)
        assert not table.counted


def played(chance: random.Random) -> list[tuple[float, facts.Fact]]:
    """A game of two, as facts."""
    draft = Draft(Table("aaaaaaaaaa"), 1.0)
    draft.add(facts.Made("forest", "1", {}, 2, "ab" * 32), facts.Sat(0, "a", "Alix", None), facts.BotSat(1, 1, 5))
    draft.start_if_full()
    rows = [(1.0, fact) for fact in draft.facts]
    table = draft.table
    while table.phase == "playing" and len(rows) < 90:
        seat = table.to_act[0]
        assert table.state is not None
        step = Draft(table, 2.0)
        step.act(seat, chance.choice(table.state.legal(seat)).text())
        rows += [(2.0, fact) for fact in step.facts]
        table = step.table
    return rows
