"""A player for a train through tunnels: it speaks the public protocol (docs/protocol.md), shares no code with the
server, and comes back by itself whatever the network or the house does.

    python examples/client.py http://localhost:8765

makes a table against a bot, plays it to the end with cards chosen at random, and prints how it went.
"""

from __future__ import annotations

import asyncio
import http.client
import json
import random
import secrets
import sys
import time
import urllib.error
import urllib.request
from collections.abc import Awaitable, Callable
from typing import Any

from websockets.asyncio.client import connect
from websockets.exceptions import WebSocketException

Message = dict[str, Any]


BEAT = 15.0
"""Seconds after which we ask whether anything was missed."""
PATIENCE = 25.0
"""Seconds of silence after which a connection is given up."""


def new_id() -> str:
    """A request's name: if the answer gets lost, the same request can be sent again without harm."""
    return secrets.token_urlsafe(12)


class House:
    """One identity at one house: the cookie it was given, and the HTTP half of the protocol."""

    def __init__(self, address: str, wait: Callable[[int], None] = lambda times: time.sleep(min(0.2 * 2**times, 5))):
        self.address = address.rstrip("/")
        self.cookie = ""
        self.wait = wait

    def call(self, method: str, path: str, body: object = None, attempts: int = 8) -> Any:
        """What the server answers, decoded. If the house can't be reached, or can't answer just now, the same request
        is sent again: it carries an id. Raises ``HTTPError`` with a ``Problem`` if the request is refused."""
        for times in range(attempts):
            try:
                return self._once(method, path, body)
            except urllib.error.HTTPError as error:
                if error.code not in (429, 502, 503, 504) or times == attempts - 1:
                    raise
                error.close()
            except (OSError, http.client.HTTPException, ValueError):  # ValueError: half an answer
                if times == attempts - 1:
                    raise
            self.wait(times)
        raise AssertionError("unreachable")

    def _once(self, method: str, path: str, body: object) -> Any:
        request = urllib.request.Request(  # noqa: S310  # the address is the caller's
            f"{self.address}/api{path}",
            method=method,
            data=None if body is None else json.dumps(body).encode(),
            headers={"content-type": "application/json", "cookie": self.cookie},
        )
        with urllib.request.urlopen(request, timeout=20) as answer:  # noqa: S310
            if given := answer.headers["set-cookie"]:
                self.cookie = given.partition(";")[0]
            return json.load(answer)

    def live(self) -> connect:
        """The live connection."""
        address = self.address.replace("http", "ws", 1) + "/api/live"
        return connect(address, additional_headers={"cookie": self.cookie}, max_size=1 << 20, close_timeout=1)


class Player:
    """One seat at one table. It only listens and answers: ``hear`` takes a message and returns those to send, so that
    the same player works over any network, and is tested over bad ones.

    What comes late or twice is passed over, what is missing is asked for. One action at a time is pending; it is sent
    again, under the same id, until the house says what became of it. ``choose`` picks one of the legal actions.
    """

    def __init__(self, table: str, seat: int | None, choose: Callable[[list[str]], str]) -> None:
        self.table = table
        self.seat = seat
        self.choose = choose
        self.epoch: str | None = None
        self.place = (-1, -1)  # the last number, and the decision that was open then
        self.answered = -1  # the last decision that we know to be answered
        self.view: Message = {}
        self.info: Message = {}
        self.news = -1  # the number of the table's last change
        self.pending: Message | None = None
        self.beats = 0

    @property
    def over(self) -> bool:
        return bool(self.view.get("finished"))

    def ask(self) -> list[Message]:
        """Where do we stand? And what became of the pending action? Harmless at any time."""
        watch: Message = {"is": "watch", "table": self.table, "seat": self.seat}
        if self.epoch is not None and self.place[0] >= 0:
            watch |= {"epoch": self.epoch, "after": self.place[0]}
        return [watch] if self.pending is None else [watch, self.pending]

    def beat(self) -> list[Message]:
        """Was anything missed? The answer says where we ought to stand."""
        self.beats += 1
        return [{"is": "ping", "n": self.beats, "where": True}]

    def hear(self, message: Message) -> list[Message]:
        """Take in a message; those to send in answer. Raises ``RuntimeError`` if an action was against the rules."""
        match message:
            case {"is": "welcome", "epoch": epoch}:
                if epoch != self.epoch:  # numbers of another epoch mean nothing
                    self.epoch, self.place, self.answered = epoch, (-1, -1), -1
                self.news = -1  # it is counted by connection
                return self.ask()
            case {"is": "pong"}:
                return self._compare(message.get("at", []))
            case {"is": "table", "info": {"id": self.table} as info, "news": news} if news >= self.news:
                self.news, self.info = news, info
            case {"is": "sync" | "update", "table": self.table, "seat": self.seat}:
                return self._follow(message)
            case {"is": "done", "request": request} if self.pending and request == self.pending["request"]:
                self.answered, self.pending = self.pending["decision"], None
            case {"is": "refused", "request": request, "problem": problem}:
                if self.pending and request == self.pending["request"]:
                    if problem["code"] == "stale":  # it was answered already: a sync follows
                        self.pending = None
                    elif problem["code"] not in ("too_fast", "unavailable"):
                        raise RuntimeError(problem["message"])
        return []

    def _compare(self, at: list[Message]) -> list[Message]:
        """Whoever knows less than a beat's answer, is not in it, or waits for an answer still, asks."""
        ours = [place for place in at if (place["table"], place["seat"]) == (self.table, self.seat)]
        known = all((place["number"], place["decision"]) <= self.place and place["news"] <= self.news for place in ours)
        return [] if ours and known and self.pending is None else self.ask()

    def _follow(self, message: Message) -> list[Message]:
        place = (message["number"], message["decision"])
        if place < self.place:
            return []
        if message["is"] == "update":
            fresh = message["number"] - self.place[0]
            if self.place[0] < 0 or fresh > len(message["events"]):
                return self.ask()
            self.happened(self.place[0], message["events"][len(message["events"]) - fresh :])
        self.place, self.view = place, message["view"]
        if self.pending and self.pending["decision"] != message["decision"]:
            self.pending = None
        return self._answer()

    def _answer(self) -> list[Message]:
        legal = self.view["legal"].get(str(self.seat))
        if self.pending or not legal or self.place[1] <= self.answered:
            return []
        act = {"is": "act", "table": self.table, "seat": self.seat, "decision": self.place[1]}
        self.pending = {**act, "action": self.choose(legal), "request": new_id()}
        return [self.pending]

    def happened(self, after: int, events: list[Message]) -> None:
        """These events followed number ``after``; each comes once, in order."""


async def backoff(times: int) -> None:
    """Longer and longer, and not all clients at the same instant."""
    await asyncio.sleep(min(0.3 * 2**times, 10) * random.uniform(0.7, 1.3))


async def play(
    house: House,
    player: Player,
    beat: float = BEAT,
    patience: float = PATIENCE,
    wait: Callable[[int], Awaitable[None]] = backoff,
) -> Message:
    """Play until the game is over; the last view."""
    now = asyncio.get_running_loop().time
    times = 0
    while True:
        try:
            async with house.live() as connection:
                heard = asked = now()
                while now() < heard + patience:
                    try:
                        async with asyncio.timeout_at(asked + beat):
                            answers = player.hear(json.loads(await connection.recv()))
                        heard, times = now(), 0
                    except TimeoutError:
                        asked = now()
                        answers = player.beat()
                    if player.over:
                        return player.view
                    for answer in answers:
                        await connection.send(json.dumps(answer))
        except (OSError, WebSocketException, EOFError, ValueError):  # ValueError: half a message
            pass
        await wait(times)
        times += 1


async def main(
    address: str, level: int = 1, seed: int | None = None, beat: float = BEAT, patience: float = PATIENCE
) -> Any:
    """A whole game against a bot."""
    house = House(address)
    await asyncio.to_thread(house.call, "GET", "/me")
    seats = [{"who": "me", "name": "Client", "share": secrets.token_hex(32)}, {"who": "bot", "level": level}]
    wish = {"request": new_id(), "game": "forest", "options": {"target": "16"}, "seats": seats}
    table = await asyncio.to_thread(house.call, "POST", "/tables", wish)
    view = await play(house, Player(table["id"], 0, random.Random(seed).choice), beat, patience)
    after = await asyncio.to_thread(house.call, "GET", f"/tables/{table['id']}")
    print(f"{after['scores'][0]} to {after['scores'][1]}: ", end="")
    print({(0,): "won", (1,): "lost"}.get(tuple(view["outcome"]["winners"]), "a draw"))
    return after


if __name__ == "__main__":
    asyncio.run(main(sys.argv[1] if len(sys.argv) > 1 else "http://localhost:8765"))
