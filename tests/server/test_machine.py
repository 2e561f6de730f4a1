"""Whatever people do, in any order, while writes fail and the house dies in mid-commit: a machine that does it, and a
model, written by hand, of what must be true then.

The model knows who sits where, who is the host, what was acknowledged and what was refused. Each request is repeated
until there is an answer, as every client does; so nothing is ever uncertain for long.
"""

from __future__ import annotations

import json
import random
import re
import tempfile
from collections.abc import Awaitable, Callable, Iterator
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any, ClassVar

import msgspec
from company import Page, after_restart
from hypothesis import HealthCheck, Phase, settings
from hypothesis import strategies as st
from hypothesis.stateful import (
    RuleBasedStateMachine,
    initialize,
    invariant,
    precondition,
    rule,
    run_state_machine_as_test,
)
from journal_checks import Checker, Deed
from mortal import FAULTS, Died, MortalHouse
from server_harness import Browser, later
from test_index import index, same

from renardiere.server.identity import digest_of
from renardiere.server.messages import Act, Done, Refused
from renardiere.server.table import Table

NAMES = ("Alix", "Bo", "Cy", "Di")
CARD = re.compile(r"[BKM](?:1[01]|[1-9])")
MOVE = {"kind": "move", "seconds": 30}

few = st.integers(0, 5)
someone = st.integers(0, len(NAMES) - 1)
maybe = st.booleans()


@dataclass
class Sits:
    """One seat: whose, or a bot's, or kept for somebody, or free."""

    kind: str = "open"
    who: int | None = None


@dataclass
class Model:
    """A table, as the people at it understand it."""

    seats: list[Sits]
    people: list[int] = field(default_factory=list)
    """Who sits here, by when they came: the first is the host."""
    begun: bool = False
    watchable: bool = True
    next: str | None = None

    def sit(self, seat: int, who: int) -> None:
        self.seats[seat] = Sits("person", who)
        if who not in self.people:
            self.people.append(who)
        self.begin()

    def free(self, seat: int) -> None:
        self.seats[seat] = Sits()
        self.people = [who for who in self.people if self.mine(who)]

    def begin(self) -> None:
        self.begun = self.begun or all(sits.kind != "open" for sits in self.seats)

    def mine(self, who: int) -> list[int]:
        return [seat for seat, sits in enumerate(self.seats) if sits == Sits("person", who)]

    def free_for(self, who: int) -> list[int]:
        kept = [seat for seat, sits in enumerate(self.seats) if sits == Sits("open", who)]
        return kept or [seat for seat, sits in enumerate(self.seats) if sits == Sits()]

    def rematch(self, who: int) -> Model:
        seats = [
            Sits("open", sits.who) if sits.who not in (None, who) else Sits(sits.kind, sits.who) for sits in self.seats
        ]
        new = Model(seats, [who], watchable=self.watchable)
        new.begin()
        return new


class Cards:
    """Who may know which cards of a game of forest, told fact by fact."""

    def __init__(self) -> None:
        self.known: dict[tuple[int, int | None], set[str]] = {}
        """By round and viewer (None: everybody)."""
        self.told = 0

    def learn(self, fold: Table) -> None:
        if fold.state is not None and fold.game.name == "forest":
            view = fold.state.view(None)
            self.known.setdefault((fold.rounds, None), set()).update([view.decree or "", *view.trick])
            for seat in (0, 1):
                self.known.setdefault((fold.rounds, seat), set()).update(fold.state.view(seat).hands[seat])

    def check(self, fold: Table, seat: int | None, view: dict[str, Any]) -> None:
        """A view shows no card that somebody else holds, unless all have seen it or this seat has had it."""
        if fold.state is None or fold.game.name != "forest":
            return
        hands = [set(fold.state.view(other).hands[other]) for other in (0, 1)]
        shown = {key: value for key, value in view.items() if key not in ("finished_trick", "last_round")}
        mine = self.known[fold.rounds, None] | (self.known[fold.rounds, seat] if seat is not None else set())
        secret = set().union(*(hand for other, hand in enumerate(hands) if other != seat)) - mine
        assert not secret & set(CARD.findall(json.dumps(shown))), "a hidden card"
        if seat is not None and not fold.outcome:
            assert set(view["hands"][seat]) == hands[seat]


class Machine(RuleBasedStateMachine):
    """Four people; tables of two (forest) and of three (a small game), against each other, bots and themselves."""

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
        self.said: dict[str, list[str]] = {}
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
        Machine.deaths += 1
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
        if table:
            self.deeds.append(Deed(what, table, body, answer.json() if answer.content else {}))
        return answer.json() if answer.content else {}

    # ---- tables ----------------------------------------------------------------------------------------------------
    @initialize(seed=st.integers(0, 999), moves=st.integers(0, 40), pick=few)
    def arrive(self, seed: int, moves: int, pick: int) -> None:
        for who in range(len(NAMES)):
            self.ask(lambda who=who: self.people[who].call("GET", "/api/me"))  # type: ignore[misc]
        self.make(0, ["open"], False, True, True)
        self.sit(1, 0, None)
        self.fates = random.Random(seed)
        self.play(0, moves, pick)

    @property
    def tables(self) -> list[str]:
        return list(self.models)

    def table(self, number: int) -> str:
        """The latest first: that is where something happens."""
        return self.tables[-1 - number % len(self.tables)]

    @precondition(lambda self: len(self.models) < 6)
    @rule(
        who=someone,
        others=st.lists(st.sampled_from(["open", "bot", "me"]), min_size=1, max_size=2),
        a=maybe,
        b=maybe,
        c=maybe,
    )
    def make(self, who: int, others: list[str], a: bool, b: bool, c: bool) -> None:
        seats: list[dict[str, Any]] = [{"who": "me", "name": NAMES[who]}]
        for other in others:
            seats.append({"open": {"who": "open"}, "bot": {"who": "bot", "level": 1}, "me": seats[0]}[other])
        small = len(seats) == 3
        game = {"game": "toy", "options": {"players": "3"}} if small else {"game": "forest", "options": {"target": "1"}}
        wish = {"seats": seats, **game, "clock": MOVE if a else None, "listed": b, "watchable": c}
        answer = self.post(who, "", "make", **wish)
        model = Model([Sits() for _ in seats], watchable=c)
        for seat, other in enumerate(["me", *others]):
            if other == "me":
                model.sit(seat, who)
            elif other == "bot":
                model.seats[seat] = Sits("bot")
        model.begin()
        assert answer["id"] not in self.models, "two tables of one name"
        self.models[answer["id"]] = model

    @rule(who=someone, table=few, seat=st.none() | few)
    def sit(self, who: int, table: int, seat: int | None) -> None:
        name = self.table(table)
        model = self.models[name]
        free = [] if model.begun else model.free_for(who)
        seat = None if seat is None else seat % len(model.seats)
        may = bool(free) and (seat is None or seat in free)
        answer = self.post(who, name, "sit", name=NAMES[who], seat=seat)
        if model.mine(who):
            assert answer is not None
            self.deeds.pop()  # nothing was done: one seat a person
        else:
            assert (answer is not None) == may
            if may:
                model.sit(free[0] if seat is None else seat, who)

    @rule(who=someone, table=few, seat=few, what=st.sampled_from(["leave", "free", "bot"]))
    def before_the_game(self, who: int, table: int, seat: int, what: str) -> None:
        name = self.table(table)
        model = self.models[name]
        seat %= len(model.seats)
        if model.begun:
            if what != "leave":
                assert self.post(who, name, what, seat=seat, **({"level": 1} if what == "bot" else {})) is None
            return
        host = model.people[:1] == [who]
        sits = model.seats[seat]
        match what:
            case "leave":
                may = seat in model.mine(who)
            case "free":
                may = host
            case _:
                may = host and sits.kind == "open"
        answer = self.post(who, name, what, seat=seat, **({"level": 1} if what == "bot" else {}))
        # giving a seat back that is only kept for one: harmless
        assert (answer is not None) == may or (what == "leave" and sits == Sits("open", who))
        if answer is None:
            return
        if what == "bot":
            model.seats[seat] = Sits("bot")
            model.begin()
        else:
            if sits == Sits():
                self.deeds.pop()
            model.free(seat)

    # ---- in a game -----------------------------------------------------------------------------------------------
    @rule(who=someone, table=few, seat=few, what=st.sampled_from(["leave", "return", "return", "resign"]))
    def at_a_seat(self, who: int, table: int, seat: int, what: str) -> None:
        name = self.table(table)
        model = self.models[name]
        mine = model.mine(who)
        if mine and seat < 4:
            seat = mine[seat % len(mine)]
        if not model.begun:
            return
        left = what == "leave" and seat < len(model.seats) and self.truth(name).seats[seat].left
        answer = self.post(who, name, what, seat=min(seat, 4))
        if answer is None:
            assert seat not in mine or self.truth(name).phase == "over"
        else:
            assert seat in mine, "somebody else's seat"
            if left:
                self.deeds.pop()

    @rule(table=few, pick=few)
    def choose(self, table: int, pick: int) -> None:
        name = self.table(table)
        for page in self.pages:
            offers = page.info["absences"] if page.table == name and page.info else []
            if offers and page.seat is not None and page.seat != offers[0]["seat"]:
                offer = offers[0]
                choice = offer["choices"][pick % len(offer["choices"])]
                who = self.owner(page)
                self.post(who, name, "choose", seat=page.seat, about=offer["seat"], choice=choice)
                return

    @rule(who=someone, table=few, seat=few, about=few, choice=st.sampled_from(["bot", "end", "wait"]))
    def choose_anything(self, who: int, table: int, seat: int, about: int, choice: str) -> None:
        name = self.table(table)
        wish = {"seat": min(seat, 4), "about": min(about, 4), "choice": choice}
        if self.post(who, name, "choose", **wish) is not None:
            assert seat in self.models[name].mine(who)
            assert about not in self.models[name].mine(who), "about oneself"

    @rule(who=someone, table=few)
    def take_back(self, who: int, table: int) -> None:
        name = self.table(table)
        model = self.models[name]
        if not model.begun:
            return
        before = self.truth(name)
        answer = self.post(who, name, "back", decision=before.decision)
        if answer is not None:
            others = [sits for sits in model.seats if sits != Sits("person", who)]
            assert model.mine(who)
            assert all(sits.kind == "bot" for sits in others), "against people"
            assert not answer["counted"]
            assert self.truth(name).decision > before.decision

    @rule(who=someone, table=few)
    def rematch(self, who: int, table: int) -> None:
        name = self.table(table)
        model = self.models[name]
        over = model.begun and self.truth(name).phase == "over"
        answer = self.post(who, name, "rematch")
        assert (answer is not None) == (over and bool(model.mine(who)))
        if answer is None:
            return
        if model.next is None:
            model.next = answer["id"]
            assert answer["id"] not in self.models
            self.models[answer["id"]] = model.rematch(who)
        else:
            assert answer["id"] == model.next, "a second rematch"
            new = self.models[model.next]
            for seat in [seat for seat, sits in enumerate(new.seats) if sits == Sits("open", who)]:
                new.sit(seat, who)

    @rule(who=someone, table=few)
    def say(self, who: int, table: int) -> None:
        name = self.table(table)
        model = self.models[name]
        text = f"{NAMES[who]} {len(self.deeds)}"
        listed = self.truth(name).terms.listed
        answer = self.post(who, name, "say", **({"phrase": "hello"} if listed else {"text": text}))
        kept = any(sits.who == who for sits in model.seats)
        assert (answer is not None) <= (model.watchable or kept)
        if answer is not None:
            assert answer["number"] == len(self.said.setdefault(name, [])) + 1
            self.said[name].append("hello" if listed else text)

    # ---- live ----------------------------------------------------------------------------------------------------
    @rule(who=someone, table=few, seat=st.none() | few, after=st.integers(0, 30))
    def look_in(self, who: int, table: int, seat: int | None, after: int) -> None:
        """A page more; the seats of others stay closed."""
        name = self.table(table)
        model = self.models[name]
        mine = model.mine(who)
        if seat is not None and mine and seat < 5:
            seat = mine[seat % len(mine)]
        page = self.open(who, name, seat, after)
        allowed = seat in mine if seat is not None else model.watchable or any(sits.who == who for sits in model.seats)
        assert bool(page.state) == allowed, "who may watch"
        if not allowed:
            self.house.run(page.close)
            self.pages.remove(page)

    def open(self, who: int, name: str, seat: int | None, after: int | None) -> Page:
        async def opening() -> Page:
            return await Page.open(self.people[who], name, seat, self.house.app.house.epoch, after)

        page: Page = self.ask(opening)
        self.pages.append(page)
        for text in page.socket.traffic:
            self.note(page, json.loads(text))
        page.socket.traffic.clear()
        return page

    @precondition(lambda self: self.lost)
    @rule(all_of_them=maybe)
    def come_back(self, all_of_them: bool) -> None:
        """A page whose house died asks for what it missed."""
        for _ in range(len(self.lost) if all_of_them else 1):
            old = self.lost.pop()
            who = NAMES.index(old.browser.name)
            if old.seat is not None and old.seat not in self.models[old.table].mine(who):
                continue
            self.open(who, old.table, old.seat, old.state["number"])

    @precondition(lambda self: self.pages)
    @rule(page=few)
    def close(self, page: int) -> None:
        self.house.run(self.pages.pop(page % len(self.pages)).close)

    @rule(table=few, moves=st.integers(1, 12), pick=few)
    def play(self, table: int, moves: int, pick: int) -> None:
        """Whoever is to act does, each with a page of their own."""
        name = self.table(table)
        model = self.models[name]
        for _ in range(moves):
            to_act = self.truth(name).to_act if model.begun else ()
            if not to_act or model.seats[to_act[0]].who is None:
                return
            self.act(model.seats[to_act[0]].who or 0, name, to_act[0], pick)

    def act(self, who: int, name: str, seat: int, pick: int) -> None:
        page = next((page for page in self.pages if (page.table, page.seat) == (name, seat)), None)
        page = page or self.open(who, name, seat, None)
        self.look()
        if not page.legal:
            return
        word = page.legal[pick % len(page.legal)].replace("*", "a")
        act = self.people[who].act(name, seat, page.state["decision"], word)
        assert self.answer(who, act) == "done"
        self.deeds.append(Deed("act", name, {"request": act.request, "seat": seat, "action": word}, {}))

    def answer(self, who: int, act: Act) -> str:
        """What becomes of an action, sent over a connection of its own: ``done``, or why not."""

        async def acting() -> str:
            socket = await self.people[who].live()
            socket.send(act)
            while not isinstance(message := await socket.next(), (Done, Refused)):
                pass
            await socket.close()
            return "done" if isinstance(message, Done) else message.problem.code

        return str(self.ask(acting))

    @rule(who=someone, table=few, seat=few, decision=st.integers(-2, 1), pick=few)
    def act_anyhow(self, who: int, table: int, seat: int, decision: int, pick: int) -> None:
        """On somebody else's seat, too late, too early, or with whatever card."""
        name = self.table(table)
        truth = self.truth(name)
        word = f"{'BKM'[pick % 3]}{pick * 2 + 1}"
        act = self.people[who].act(name, min(seat, 4), max(0, truth.decision + decision), word)
        mine = self.models[name].mine(who)
        answer = self.answer(who, act)
        if act.seat not in mine:
            assert answer == "not_yours"
        if act.decision != truth.decision and truth.state is not None:
            assert answer != "done", "a decision that is closed"
        if answer == "done":
            self.deeds.append(Deed("act", name, {"request": act.request, "seat": act.seat, "action": word}, {}))
        else:
            self.refused.add(f"{NAMES[who]} {act.request}")

    # ---- what else happens -----------------------------------------------------------------------------------------
    @rule(seconds=st.sampled_from([1, 20, 31, 60, 400]))
    def time_passes(self, seconds: int) -> None:
        async def passing() -> None:
            await later(self.house.app, seconds)
            await self.house.app.house.rest()

        try:
            self.house.run(passing)
        except Died:
            self.reopen()

    @precondition(lambda self: self.pages)
    @rule()
    def die_at_once(self) -> None:
        self.reopen()

    @precondition(lambda self: self.pages)
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
    def truth(self, name: str) -> Table:
        awake = self.house.app.house.awake(name)
        return awake.table if awake is not None else self.house.app.house._load(name)

    def owner(self, page: Page) -> int:
        return NAMES.index(page.browser.name)

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

    def identity(self, who: int) -> str | None:
        token = self.people[who].http.cookies.get("fox") or ""
        rows = self.house.store.read("SELECT who FROM tokens WHERE hash = ?", digest_of(token))
        return rows[0][0] if rows else f"nobody {who}"

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
            assert [text for name, _, text in talk if name == table] == lines
        assert self.lines <= set(talk), "heard, and not written"
        names = {self.identity(who): name for who, name in enumerate(NAMES)}
        sql = "SELECT author, request FROM facts WHERE request IS NOT NULL UNION SELECT who, request FROM talk"
        stored = {f"{names[author]} {request}" for author, request in self.house.store.read(sql)}
        assert not self.refused & stored, "refused, and done"

    def teardown(self) -> None:
        self.house.bury()
        for browser in self.people:
            self.house.loop.run_until_complete(browser.http.aclose())
        self.house.loop.close()
        self.folder.cleanup()


def test_whatever_happens(small_game: None) -> None:
    run_state_machine_as_test(
        Machine,
        settings=settings(
            max_examples=20,
            stateful_step_count=40,
            deadline=None,
            derandomize=True,
            database=None,
            suppress_health_check=list(HealthCheck),
            phases=[Phase.generate],  # a failure is told as it was met: each example takes a second
        ),
    )
    assert Machine.deaths >= 40
