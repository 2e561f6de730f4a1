"""Whatever people do, in any order, while writes fail and the house dies in mid-commit: a machine that does it, and a
model, written by hand, of what must be true then.

The model knows who sits where, who is the host, what was acknowledged and what was refused. Each request is repeated
until there is an answer, as every client does; so nothing is ever uncertain for long.
"""

from __future__ import annotations

import random
from collections.abc import Iterator
from contextlib import suppress

import msgspec
from hypothesis import HealthCheck, Phase, settings
from hypothesis import strategies as st
from hypothesis.stateful import initialize, invariant, rule, run_state_machine_as_test
from machine_games import InGames
from machine_ground import NAMES, Ground, few, someone
from machine_model import Cards, Sits
from machine_tables import AtTables
from mortal import Died
from server_harness import later
from test_index import index, same

from renardiere.server.journal.store import Unavailable
from renardiere.server.table import Table


class Machine(AtTables, InGames):
    """Four people; tables of two (forest, duet) and three (fennecs, a small game): each other, bots and themselves."""

    @initialize(seed=st.integers(0, 999), moves=st.integers(0, 40), pick=few)
    def arrive(self, seed: int, moves: int, pick: int) -> None:
        for who in range(len(NAMES)):
            self.ask(lambda who=who: self.people[who].call("GET", "/api/me"))  # type: ignore[misc]
        others = ["open", "open"] if seed % 3 == 2 else ["open"]
        self.make(0, others, False, True, True, seed % 3 > 0)  # forest, duet, or fennecs
        for who in range(1, 1 + len(others)):
            self.sit(who, 0, None)
        self.fates = random.Random(seed)
        self.play(0, moves, pick)

    # ---- what else happens -----------------------------------------------------------------------------------------
    @rule(seconds=st.sampled_from([1, 20, 31, 60, 400]))
    def time_passes(self, seconds: int) -> None:
        async def passing() -> None:
            await later(self.house.app, seconds)
            with suppress(Unavailable):  # later, then
                await self.house.app.house.rest()

        try:
            self.house.run(passing)
        except Died:
            self.reopen()

    @rule()
    def die_at_once(self) -> None:
        self.reopen()

    @rule()
    def restart(self) -> None:
        self.house.store.fate = None
        for page in self.pages:
            self.house.run(page.close)
        self.house.close()
        self.back()

    @rule(who=someone)
    def lists(self, who: int) -> None:
        """One's tables are those where one sits."""
        answer = self.ask(lambda: self.people[who].call("GET", "/api/tables"))
        cards = {card["id"] for card in answer.json() if card["mine"]}
        assert cards == {name for name, model in self.models.items() if model.mine(who)}
        assert self.ask(lambda: self.people[who].call("GET", "/api/lobby")).status_code == 200

    # ---- what must be true -----------------------------------------------------------------------------------------
    @invariant()
    def all_is_well(self) -> None:
        self.look()
        house, store = self.house.app.house, self.house.store
        self.checker.check(store._reader)
        index(store, self.tables)
        identities = {self.identity(who): who for who in range(len(NAMES))}
        assert self.checker.truths.keys() == self.models.keys(), "a table that nobody made"
        for name, model in self.models.items():
            fold = self.checker.truths[name].table
            seats = [Sits(seat.kind, identities[seat.who] if seat.who else None) for seat in fold.seats]
            assert seats == model.seats
            assert (fold.phase != "waiting") == model.begun
            assert fold.next == model.next
            assert [identities[who] for who in fold.people] == model.people
            if awake := house.awake(name):
                same(awake.table, store.facts(name))
            self.learn(name, fold)
        for page in self.pages:
            fold = self.checker.truths[page.table].table
            self.cards[page.table].check(fold, page.seat, page.state["view"])
            if fold.state is not None:
                view = msgspec.json.decode(msgspec.json.encode(fold.view(page.seat)))
                assert (page.state["number"], page.state["view"]) == (fold.streams[page.seat].number, view)
        self.acknowledged()

    def learn(self, name: str, fold: Table) -> None:
        cards = self.cards.setdefault(name, Cards())
        if cards.told != fold.number:
            for story in self.stages(name, cards.told):
                cards.learn(story)
            cards.told = fold.number

    def stages(self, name: str, told: int) -> Iterator[Table]:
        rows = [
            (row.at, fact)
            for row, fact in zip(self.house.store.facts(name), self.checker.truths[name].facts, strict=True)
        ]
        for number in range(told, len(rows)):
            yield Table.of(rows[: number + 1], name)

    def acknowledged(self) -> None:
        for deed in self.deeds:
            self.checker.done(deed)
        self.deeds.clear()
        for (table, seat), stories in self.heard.items():
            for story in stories:
                self.checker.told(table, seat, story)
        self.heard.clear()
        talk = self.house.store.read("SELECT table_id, number, coalesce(text, phrase) FROM talk ORDER BY number")
        for table, lines in self.said.items():
            assert {number: text for name, number, text in talk if name == table} == lines
        assert self.lines <= set(talk), "heard, and not written"
        names = {self.identity(who): name for who, name in enumerate(NAMES)}
        sql = "SELECT author, request FROM facts WHERE request IS NOT NULL UNION SELECT who, request FROM talk"
        stored = {f"{names[author]} {request}" for author, request in self.house.store.read(sql)}
        assert not self.refused & stored, "refused, and done"


def test_whatever_happens(small_game: None) -> None:
    # No rule has a precondition: when a house dies depends on the moment, and Hypothesis wants the same choices always.
    run_state_machine_as_test(
        Machine,
        settings=settings(
            max_examples=30,
            stateful_step_count=50,
            deadline=None,
            derandomize=True,
            database=None,
            suppress_health_check=list(HealthCheck),
            phases=[Phase.generate],  # a failure is told as it was met: each example takes a second
        ),
    )
    assert Ground.deaths >= 40
