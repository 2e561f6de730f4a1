"""What people do at tables beside playing: they talk, leave and come back, give up, dawdle until their time runs out,
let bots play, take back, and want a rematch. What of it was acknowledged, or refused, is noted."""

from __future__ import annotations

import asyncio
import random
from collections.abc import Coroutine
from typing import Any, ClassVar, Protocol
from urllib.error import HTTPError

from journal_checks import Deed
from travellers import Message, Notes, Traveller, client

MOVE = {"kind": "move", "seconds": 20}
"""A fifth of a second at the pace of ``crash_house.py``."""


class Home(Protocol):
    """Where people go."""

    @property
    def pace(self) -> dict[str, float]:
        """How long its guests wait for what is missing."""

    def visitor(self) -> Any:
        """Somebody new."""

    async def wait(self, times: int, /) -> None:
        """Until it is worth trying again."""


class Person:
    """Somebody with a cookie. They ask again until there is an answer, whatever becomes of the house."""

    def __init__(self, house: Home, notes: Notes, name: str) -> None:
        self.visitor = house.visitor()
        self.notes = notes
        self.name = name
        self.lines = 0

    async def ask(self, method: str, path: str, body: object = None) -> Any:
        return await asyncio.to_thread(self.visitor.call, method, path, body, 10_000)

    async def make(self, *seats: object, **terms: object) -> str:
        """A table of that name, for a short game."""
        wish = {"request": client.new_id(), "game": "forest", "options": {"target": "1"}, "seats": seats, **terms}
        table = (await self.ask("POST", "/tables", wish))["id"]
        again = (await self.ask("POST", "/tables", wish))["id"]  # as after a lost answer
        assert again == table
        return str(table)

    async def do(self, table: str, what: str, **fields: Any) -> Message | None:
        """The answer; None if it was refused, which is noted too."""
        body = {"request": client.new_id(), **fields}
        try:
            answer: Message = await self.ask("POST", f"/tables/{table}/{what}", body)
        except HTTPError as error:
            error.close()
            if error.code >= 500:
                raise
            self.notes.refused.add(body["request"])
            return None
        self.notes.did(Deed(what, table, body, answer))
        return answer

    async def say(self, table: str) -> None:
        self.lines += 1
        await self.do(table, "say", text=f"{self.name} {self.lines}")

    async def leave_for_a_while(self, table: str, seat: int) -> None:
        await self.do(table, "leave", seat=seat)
        await self.do(table, "return", seat=seat)


class Guest(Traveller):
    """A player, or somebody who watches, who does one thing more now and then."""

    HABITS = (("say", 0.1), ("leave", 0.04), ("back", 0.1), ("resign", 0.03), ("hang up", 0.01), ("dawdle", 0.08))

    def __init__(self, person: Person, table: str, seat: int | None, chance: random.Random) -> None:
        super().__init__(person.notes, table, seat, chance)
        self.person = person
        self.chance = chance
        self.doing: asyncio.Task[Any] | None = None
        self.dawdling: int | None = None
        self.asked = 0

    @property
    def over(self) -> bool:
        return bool(self.info.get("state") == "over")

    def ask(self) -> list[Message]:
        self.asked += 1
        return super().ask()

    def beat(self) -> list[Message]:
        self._see_ready()
        return [*super().beat(), *(self.ask() if self.dawdling is not None else [])]

    def hear(self, message: Message) -> list[Message]:
        answers = super().hear(message)
        if message["is"] == "table":
            self._see_absences()
            self._see_ready()
        elif message["is"] == "update" and not self.over:
            self._do(next((what for what, often in self.HABITS if self.chance.random() < often), None))
        return answers

    def _see_absences(self) -> None:
        for offer in self.info["absences"]:
            if offer["seat"] == self.seat:
                self.dawdling = None  # late, and the others have been told
            elif self.seat is not None and str(self.seat) not in offer["chosen"]:
                choice = self.chance.choice([choice for choice in offer["choices"] * 3 if choice != "end"] + ["end"])
                if choice in offer["choices"]:
                    about = {"seat": self.seat, "about": offer["seat"], "choice": choice}
                    self._start(self.person.do(self.table, "choose", **about))

    def _see_ready(self) -> None:
        ready = self.info.get("ready")
        if self.seat is not None and ready and not ready[self.seat]:
            self._start(self.person.do(self.table, "ready", seat=self.seat))

    def _do(self, what: str | None) -> None:
        person, table, seat = self.person, self.table, self.seat
        match what:
            case "hang up":
                raise ConnectionResetError
            case "say":
                self._start(person.say(table))
            case "leave" if seat is not None:
                self._start(person.leave_for_a_while(table, seat))
            case "back" if self._people() == 1:
                self._start(person.do(table, "back", decision=self.place[1]))
            case "resign" if seat is not None and self.place[1] > 8:
                self._start(person.do(table, "resign", seat=seat))
            case "dawdle" if self._people() == 2:
                self.dawdling, self.asked = self.place[1] + 1, 0

    def _people(self) -> int:
        return sum(sits["kind"] == "person" for sits in self.info.get("seats", ()))

    def _start(self, deed: Coroutine[Any, Any, Any]) -> None:
        """One thing at a time."""
        if self.doing is None or self.doing.done():
            self.doing = asyncio.create_task(deed)
        else:
            deed.close()

    def _answer(self) -> list[Message]:
        waits = self.dawdling is not None and self.place[1] <= self.dawdling and self.asked < 3
        return [] if waits else super()._answer()

    async def play(self, house: Home) -> None:
        """Until the game is over and nothing is under way any more."""
        await client.play(self.person.visitor, self, **house.pace, wait=house.wait)
        if self.doing is not None:
            await self.doing


class Life:
    """A table of two with somebody who watches, one game after the other: each is the rematch of the last."""

    TERMS: ClassVar[dict[str, object]] = {"clock": MOVE}
    """Of the first table, beside what is usual here."""

    def __init__(self, house: Home, notes: Notes, chance: random.Random, name: str, guest: type[Guest] = Guest) -> None:
        self.house = house
        self.guest = guest
        self.chance = chance
        self.people = [Person(house, notes, who + name) for who in ("Alix", "Bo", "Cy")]
        self.table = ""
        self.lonely = False
        """Whether Alix played against a bot at last."""

    async def game(self) -> None:
        if not self.table or self.lonely:
            await self.meet()
        elif self.chance.random() < 0.3:
            await self.without_bo()
        else:
            await self.once_more()
        seats = (await self.people[0].ask("GET", f"/tables/{self.table}"))["seats"]
        self.lonely = seats[1]["kind"] == "bot"
        places = (0, None if self.lonely else 1, None)
        guests = [
            self.guest(person, self.table, seat, self.chance) for person, seat in zip(self.people, places, strict=True)
        ]
        await asyncio.gather(*(guest.play(self.house) for guest in guests))

    async def meet(self) -> None:
        """Alix gives her seat back and takes it again; Bo takes the other, or a bot does, whoever is first."""
        alix, bo, cy = self.people
        for person in self.people:
            await person.ask("GET", "/me")
        self.table = await alix.make({"who": "me", "name": "Alix"}, {"who": "open"}, **self.TERMS)
        await cy.say(self.table)
        await alix.do(self.table, "leave", seat=0)
        await alix.do(self.table, "sit", name="Alix", seat=0)
        meeting = [bo.do(self.table, "sit", name="Bo", seat=1)]
        if self.chance.random() < 0.2:
            meeting.append(alix.do(self.table, "bot", seat=1, level=1))
        await asyncio.gather(*meeting)

    async def once_more(self) -> None:
        """Whoever played asks for the rematch, both at once, and twice: there is one."""
        alix, bo, _ = self.people
        answers = await asyncio.gather(*(person.do(self.table, "rematch") for person in (alix, bo, alix, bo)))
        [self.table] = {answer["id"] for answer in answers if answer is not None}

    async def without_bo(self) -> None:
        """Alix does not wait for him: she frees the seat that is kept for him, if it is, and a bot takes it."""
        alix, bo, _ = self.people
        new = await alix.do(self.table, "rematch")
        assert new is not None
        await alix.do(new["id"], "free", seat=1)
        await asyncio.gather(bo.do(self.table, "rematch"), alix.do(new["id"], "bot", seat=1, level=1))
        self.table = new["id"]


class Alone(Life):
    """Somebody and a bot, who takes back."""

    async def meet(self) -> None:
        alix = self.people[0]
        await alix.ask("GET", "/me")
        self.table = await alix.make({"who": "me", "name": "Alix"}, {"who": "bot", "level": 1})

    async def game(self) -> None:
        if self.table:
            await self.once_more()
        else:
            await self.meet()
        await self.guest(self.people[0], self.table, 0, self.chance).play(self.house)
