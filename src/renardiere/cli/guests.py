"""Tables for the players of ``renardiere bench server``, and all else that they ask for over HTTP."""

from __future__ import annotations

import asyncio
import http.client
import json
import secrets
from collections.abc import Sequence
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass
from queue import Empty, SimpleQueue
from typing import Any, Final, NamedTuple

__all__ = ["FOREST", "MIX", "Invited", "Posts", "invite"]

ASKERS: Final = 8
"""Requests are made by so many at a time."""


class Kind(NamedTuple):
    """What is played at a table."""

    game: str
    options: dict[str, str]
    seats: int


FOREST: Final = Kind("forest", {"target": "999"}, 2)
MIX: Final = (FOREST, Kind("duet", {}, 2), Kind("fennecs", {"players": "4"}, 4))


@dataclass(frozen=True, slots=True)
class Invited:
    """A table, and the cookies of those who play at it: of seat 0, of seat 1, …"""

    table: str
    cookies: tuple[str, ...]


def invite(port: int, count: int, kinds: Sequence[Kind] = (FOREST,), bot: int | None = None) -> list[Invited]:
    """Make tables, of each kind in turn, for people at all seats, or for one person against bots of that level."""
    wanted = [kinds[number % len(kinds)] for number in range(count)]

    def some(those: list[Kind]) -> list[Invited]:
        connection = http.client.HTTPConnection("localhost", port)
        tables = [_table(connection, kind, bot) for kind in those]
        connection.close()
        return tables

    with ThreadPoolExecutor(ASKERS) as askers:
        found = askers.map(some, [wanted[asker::ASKERS] for asker in range(ASKERS)])
        return [table for tables in found for table in tables]


def _table(connection: http.client.HTTPConnection, kind: Kind, bot: int | None) -> Invited:
    other = {"who": "open"} if bot is None else {"who": "bot", "level": bot}
    cookies = [call(connection, "GET", "/me", "")[1] for _ in range(kind.seats if bot is None else 1)]
    seats = [{"who": "me", "name": "A"}, *[other] * (kind.seats - 1)]
    wish = {"request": secrets.token_hex(8), "game": kind.game, "options": kind.options, "seats": seats}
    table = call(connection, "POST", "/tables", cookies[0], wish)[0]["id"]
    for cookie in cookies[1:]:
        call(connection, "POST", f"/tables/{table}/sit", cookie, {"request": secrets.token_hex(8), "name": "B"})
    return Invited(table, tuple(cookies))


class Posts:
    """Requests to tables while others play, over connections that stay open."""

    def __init__(self, port: int) -> None:
        self._port = port
        self._threads = ThreadPoolExecutor(ASKERS)
        self._idle: SimpleQueue[http.client.HTTPConnection] = SimpleQueue()

    async def post(self, table: str, what: str, cookie: str, **fields: object) -> Any:
        body = {"request": secrets.token_hex(8), **fields}
        loop = asyncio.get_running_loop()
        return await loop.run_in_executor(self._threads, self._post, f"/tables/{table}/{what}", cookie, body)

    def _post(self, path: str, cookie: str, body: object) -> Any:
        try:
            connection = self._idle.get_nowait()
        except Empty:
            connection = http.client.HTTPConnection("localhost", self._port)
        answer = call(connection, "POST", path, cookie, body)[0]
        self._idle.put(connection)
        return answer

    def close(self) -> None:
        self._threads.shutdown()
        while not self._idle.empty():
            self._idle.get().close()


def call(connection: http.client.HTTPConnection, method: str, path: str, cookie: str, body: object = None) -> Any:
    """The answer, and the cookie that came with it."""
    headers = {"content-type": "application/json", "cookie": cookie}
    connection.request(method, "/api" + path, json.dumps(body) if body else None, headers)
    answer = connection.getresponse()
    given = (answer.getheader("set-cookie") or "").partition(";")[0]
    text = answer.read()
    if answer.status >= 300:
        raise RuntimeError(f"{method} {path}: {answer.status} {text.decode()}")
    return json.loads(text), given
