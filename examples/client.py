"""A player in a hundred lines: it speaks the public protocol (docs/protocol.md) and shares no code with the server.

    python examples/client.py http://localhost:8765

makes a table against a bot, plays it to the end with cards chosen at random, and prints how it went.
"""

from __future__ import annotations

import asyncio
import json
import random
import secrets
import sys
import urllib.request
from typing import Any

from websockets.asyncio.client import ClientConnection, connect


class House:
    """One identity at one house: the cookie it was given, and the HTTP half of the protocol."""

    def __init__(self, address: str) -> None:
        self.address = address.rstrip("/")
        self.cookie = ""

    def call(self, method: str, path: str, body: object = None) -> Any:
        """One request; what the server answers, decoded. Raises ``urllib.error.HTTPError`` with a ``Problem``."""
        request = urllib.request.Request(  # noqa: S310  # the address is the caller's
            f"{self.address}/api{path}",
            method=method,
            data=None if body is None else json.dumps(body).encode(),
            headers={"content-type": "application/json", "cookie": self.cookie},
        )
        with urllib.request.urlopen(request) as answer:  # noqa: S310
            if given := answer.headers["set-cookie"]:
                self.cookie = given.partition(";")[0]
            return json.load(answer)

    def live(self) -> connect:
        """The live connection."""
        address = self.address.replace("http", "ws", 1) + "/api/live"
        return connect(address, additional_headers={"cookie": self.cookie}, max_size=1 << 20)


def new_id() -> str:
    """A request's name: if the answer gets lost, the same request can be sent again without harm."""
    return secrets.token_urlsafe(12)


async def play(house: House, connection: ClientConnection, table: str, seat: int, choose: random.Random) -> Any:
    """Play one seat until the game is over; the last view."""
    await connection.send(json.dumps({"is": "watch", "table": table, "seat": seat}))
    number = None
    async for text in connection:
        message = json.loads(text)
        match message["is"]:
            case "sync":  # where we stand
                number = message["number"]
            case "update":  # what happened since
                assert number is None or message["number"] == number + len(message["events"]), "a gap in the stream"
                number = message["number"]
            case "refused":
                raise RuntimeError(message["problem"]["message"])
            case _:  # welcome, table, done
                continue
        view = message["view"]
        if view["finished"]:
            return view
        if seat in view["to_act"]:
            act = {
                "is": "act",
                "table": table,
                "seat": seat,
                "decision": message["decision"],
                "action": choose.choice(view["legal"][str(seat)]),
                "request": new_id(),
            }
            await connection.send(json.dumps(act))
    raise ConnectionError("the house closed the connection")


async def main(address: str, level: int = 1, seed: int | None = None) -> Any:
    """A whole game against a bot."""
    house = House(address)
    await asyncio.to_thread(house.call, "GET", "/me")
    seats = [{"who": "me", "name": "Client", "share": secrets.token_hex(32)}, {"who": "bot", "level": level}]
    wish = {"request": new_id(), "game": "forest", "options": {"target": "16"}, "seats": seats}
    table = await asyncio.to_thread(house.call, "POST", "/tables", wish)
    async with house.live() as connection:
        view = await play(house, connection, table["id"], 0, random.Random(seed))
    after = await asyncio.to_thread(house.call, "GET", f"/tables/{table['id']}")
    print(f"{after['scores'][0]} to {after['scores'][1]}: ", end="")
    print({(0,): "won", (1,): "lost"}.get(tuple(view["outcome"]["winners"]), "a draw"))
    return after


if __name__ == "__main__":
    asyncio.run(main(sys.argv[1] if len(sys.argv) > 1 else "http://localhost:8765"))
