"""A world played through a house, and every byte that one viewer receives meanwhile.

What happens beside the game (refused and stale actions, of the viewer and of the others; connections that come back;
looks over HTTP) is the same in every world, but for what somebody does who knows more than the viewer.
"""

from __future__ import annotations

import random
import threading
from dataclasses import replace
from pathlib import Path
from typing import Any, ClassVar

import msgspec
import pytest
from server_harness import GENEROUS, OPEN, Browser, Socket, open_house, raw_call
from worlds import World, Worlds, length

from renardiere import bots
from renardiere.games.play import Dealing, Memory, Viewer
from renardiere.server import warmup
from renardiere.server.app import App
from renardiere.server.messages import Act, Done, Update, Watch

__all__ = ["Broken", "Step", "first_difference", "received"]

Step = list[object]
"""What was received while one action of the game was done, and before it."""

ODD = ("", "?", "x", ">", "K12", "b3", "K3 ", "nonsense", "<b>", "K" * 65)
"""Tokens that mean nothing."""


def first_difference(first: list[Step], second: list[Step]) -> tuple[int, object, object] | None:
    """Where two viewers, of whom the second may have seen less, were not sent the same."""
    for number, (ours, theirs) in enumerate(zip(first, second, strict=False)):
        if ours != theirs:
            pairs = [pair for pair in zip(ours, theirs, strict=False) if pair[0] != pair[1]]
            return number, *(pairs[0] if pairs else (len(ours), len(theirs)))
    return None


class Broken(Exception):
    """The house itself failed: a bot, say, that was told what cannot have happened."""


class Puppet:
    """A bot that does what the world says, when it is told to."""

    actions: ClassVar[list[str]] = []
    worlds: ClassVar[Worlds]
    may_choose: ClassVar[threading.Semaphore]
    asked: ClassVar[list[object]] = []

    def __init__(self, game: Any, **seed: Any) -> None:
        self.seed = seed

    def act(self, memory: Memory) -> Any:
        assert Puppet.may_choose.acquire(timeout=20)
        Puppet.asked.append((self.seed, msgspec.json.encode(memory)))
        if not Puppet.actions:  # the house closes
            return Puppet.worlds.parse(memory.view.legal[str(memory.viewer)][0])
        return Puppet.worlds.parse(Puppet.actions.pop(0))


async def received(
    folder: Path, worlds: Worlds, world: World, viewer: Viewer, *, like: World | None = None, robot: int | None = None
) -> list[Step]:
    """All that ``viewer`` receives in this world, action by action. Rounds that it doesn't have are dealt as in
    ``like``. ``robot``: the seat of a bot; if that is the viewer, what it is given to think about."""
    deals = [part.deal for part in (*world, *(like or world)[len(world) :])]
    draw: Any = worlds.state_type.draw

    def dealt(state: Any, source: object) -> Any:
        number = sum(isinstance(entry, Dealing) for entry in state.history)
        ours = number < len(deals) and state.options == worlds.options  # others are dealt to warm the house up
        return deals[number] if ours else draw(state, random.Random(0))

    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(worlds.state_type, "draw", dealt)
        patch.setitem(bots.LEVELS, worlds.name, {1: bots.Level(f"{__name__}:Puppet", {})})  # type: ignore[arg-type]
        patch.setattr(warmup, "warm_bots", lambda: None)
        Puppet.worlds = worlds
        Puppet.actions = [text for part in world for seat, text in part.actions if seat == robot]
        Puppet.may_choose = threading.Semaphore(0)
        Puppet.asked = []
        patient = replace(GENEROUS, strikes=10**6)
        async with open_house(folder, bot_pause=(0.6, 1.2), trick_pause=1.2, limits=patient) as app:
            stage = Stage(app, worlds, viewer, robot)
            try:
                await stage.set()
                return await stage.play(world)
            finally:
                Puppet.may_choose.release(1000)
                await stage.clear()


class Stage:
    """A table, those who sit at it, and the viewer among them."""

    def __init__(self, app: App, worlds: Worlds, viewer: Viewer, robot: int | None) -> None:
        self.app = app
        self.worlds = worlds
        self.viewer = viewer
        self.robot = robot
        self.people = [Browser(app, f"Alix{seat}") for seat in worlds.seats]
        self.me = Browser(app, "Zoé") if viewer is None else self.people[viewer]
        self.seats: dict[int, Socket] = {}
        self.mine: list[Socket] = []
        self.marks: dict[Socket, int] = {}
        self.table = ""
        self.step: Step = []
        self.slept = 0
        self.spectators: list[Socket] = []

    async def set(self) -> None:
        """The first person makes the table; those who sit down after them find their seats."""
        here = [seat for seat in self.worlds.seats if seat != self.robot]
        seats: list[Any] = [OPEN for _ in self.worlds.seats]
        seats[here[0]] = {"who": "me", "name": "Alix"}
        if self.robot is not None:
            seats[self.robot] = {"who": "bot", "level": 1}
        made = await self.people[here[0]].make(*seats, game=self.worlds.name, options=self.worlds.pairs)
        self.table = made.id
        for seat in here[1:]:
            await self.people[seat].sit(self.table, seat=seat)
        for seat in here:
            self.seats[seat] = await self.people[seat].live()
            await self.seats[seat].watch(self.table, seat)
        if self.watches:
            for _ in range(2):  # two tabs
                socket = await self.me.live()
                await socket.watch(self.table, self.viewer)
                self.mine.append(socket)

    @property
    def watches(self) -> bool:
        return self.viewer is None or self.viewer != self.robot

    async def clear(self) -> None:
        for browser in {*self.people, self.me}:
            await browser.close()

    async def play(self, world: World) -> list[Step]:
        steps: list[Step] = []
        states = self.worlds.play(world)
        number = 0
        for state, _ in states:
            if state.awaits != "action" or number == length(world):
                continue
            part = [action for part in world for action in part.actions]
            seat, text = part[number]
            self.step = []
            chance = random.Random(number)  # the same in every world
            await self.others_try(chance, state, seat, number)
            if self.watches:
                await self.try_things(chance, state, seat, number)
            await self.act(seat, text, number)
            await self.note(*self.mine)
            self.note_chance()
            steps.append(self.step)
            number += 1
        return steps

    async def act(self, seat: int, text: str, decision: int) -> None:
        if seat == self.robot:
            Puppet.may_choose.release()
            for socket in (*self.mine[:1], *self.seats.values()):
                await socket.wait(Update)
        else:
            request = f"action-{decision:06}"
            self.seats[seat].send(self.people[seat].act(self.table, seat, decision, text, request))
            await self.seats[seat].wait(Done)

    # ---- what is received ------------------------------------------------------------------------------------------
    async def note(self, *sockets: Socket) -> None:
        """Everything that these connections have brought."""
        for socket in sockets:
            await socket.quiet()
            self.step.append(tuple(socket.traffic[self.marks.get(socket, 0) :]))
            self.marks[socket] = len(socket.traffic)

    def note_chance(self) -> None:
        """How long bots paused, and what chance will bring: times and names must not tell anything either."""
        slept = self.app.house.clock.slept  # type: ignore[attr-defined]
        self.step.append(tuple(slept[self.slept :]))
        self.slept = len(slept)
        self.step.append(self.app.house.chance.random.getstate())  # type: ignore[attr-defined]
        if self.viewer is not None and self.viewer == self.robot:
            self.step.append(tuple(Puppet.asked))

    async def look(self, method: str, path: str, body: object = None) -> None:
        cookie = "; ".join(f"{key}={value}" for key, value in self.me.http.cookies.items())
        headers = [(b"cookie", cookie.encode()), (b"content-type", b"application/json")]
        answer = await raw_call(self.app, method, path, headers, b"" if body is None else msgspec.json.encode(body))
        if answer["status"] == 500:
            raise Broken(path)
        self.step.append((answer["status"], tuple(answer["headers"]), answer["body"]))

    # ---- what the viewer tries -------------------------------------------------------------------------------------
    async def try_things(self, chance: random.Random, state: Any, to_act: int, decision: int) -> None:
        socket, other = self.mine
        seat = 0 if self.viewer is None else self.viewer
        neighbour = (seat + 1) % len(self.worlds.seats)
        legal = {action.text() for action in state.legal(seat)} if seat == self.viewer else set()
        for token in (*chance.sample(self.worlds.tokens, 6), chance.choice(ODD)):
            if token not in legal:
                self.send(socket, seat, decision, token)
            self.send(
                socket, chance.choice(self.worlds.seats), chance.choice((decision + 1, decision - 1, 10**6)), token
            )
            self.send(other, neighbour, decision, token)
        if decision and self.viewer is not None:
            earlier = f"action-{chance.randrange(decision):06}"  # mine or not: done or refused
            self.send(socket, seat, decision - 1, self.worlds.tokens[0], earlier)
        socket.send(Watch(self.table, neighbour))
        other.send_text(chance.choice(("{", "[]", '{"is": "act"}', '{"is": "watch", "table": "aaaaaaaaaa"}', "é")))
        await self.note(socket, other)
        await self.come_back(chance, decision)
        table = f"/api/tables/{self.table}"
        await self.look("GET", table)
        places = ("/api/tables", "/api/me", "/api/lobby", f"{table}/record", f"{table}/talk", "/api/tables/aaaaaaaaaa")
        await self.look("GET", chance.choice(places))
        if self.robot is not None and decision % 3 == 0:
            await self.look("POST", f"{table}/hint", {"seat": seat, "decision": decision})
        if decision % 4 == 0:
            await self.look("HEAD", table)
            for what in ("leave", "return", "free", "resign"):
                await self.look("POST", f"{table}/{what}", {"request": f"{what}-{decision:06}", "seat": neighbour})
            await self.look("POST", f"{table}/back", {"request": f"back-{decision:06}", "decision": decision + 9})
            await self.look("POST", f"{table}/say", {"request": f"say-{decision:06}", "text": "Ah."})
            await self.look("POST", f"{table}/sit", {"request": f"sit-{decision:06}", "name": "Cy"})
            await self.look("GET", f"{table}/{chance.choice(('memory', 'secret', 'view', 'facts', 'deal'))}")

    def send(self, socket: Socket, seat: int, decision: int, token: str, request: str | None = None) -> None:
        message = Act(self.table, seat, decision, token, request or self.me.request_id())
        socket.send(message)

    async def come_back(self, chance: random.Random, decision: int) -> None:
        """A connection that breaks; another one asks for what it missed, from several moments on."""
        epoch = self.app.house.epoch
        back = await self.me.live()
        first = await back.watch(self.table, self.viewer)
        for after in {0, first.number, first.number + 1, *(first.number - n for n in range(1, 6))}:
            if after >= 0:
                await back.watch(self.table, self.viewer, epoch, after)
        await self.note(back)
        await back.close()
        if decision % 7 == 3:
            await self.mine[1].close()
            self.mine[1] = await self.me.live()
            await self.mine[1].watch(self.table, self.viewer, epoch, max(0, first.number - chance.randrange(4)))

    # ---- what others try, who know more ----------------------------------------------------------------------------
    async def others_try(self, chance: random.Random, state: Any, to_act: int, decision: int) -> None:
        for seat, socket in self.seats.items():
            if seat == self.viewer:
                continue
            me = self.people[seat]
            held = {action.text() for action in state.legal(seat)}
            refused = random.Random(state.position().tobytes()).choice(
                [text for text in self.worlds.tokens if text not in held]
            )
            socket.send(me.act(self.table, seat, decision, refused))  # what it knows decides what it tries
            socket.send(me.act(self.table, seat, decision + 50, refused))
            socket.send(me.act(self.table, (seat + 1) % len(self.worlds.seats), decision, refused))
            await socket.quiet()
            if decision % 5 == 1:
                await socket.close()
                self.seats[seat] = socket = await me.live()
                await socket.watch(self.table, seat, self.app.house.epoch, max(0, decision - chance.randrange(5)))
        if decision % 6 == 2:
            passer_by = await Browser(self.app, "Di").live()
            await passer_by.watch(self.table)
            self.spectators.append(passer_by)
        elif self.spectators and decision % 6 == 4:
            await self.spectators.pop().close()
