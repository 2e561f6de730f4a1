"""What the people who run a house can do to it: ``renardiere admin``.

While it serves, the orders go to the running process: it leaves a note of where it is, with a secret that only whoever
may read the data folder knows, and listens to nobody who is not on the same machine. Otherwise they are carried out on
the data folder itself.
"""

from __future__ import annotations

import contextlib
import hmac
import os
import secrets
import shutil
from collections.abc import AsyncIterator
from pathlib import Path
from typing import TYPE_CHECKING, Final, TypeAlias

import msgspec
import structlog
from msgspec import Struct

from renardiere import __version__
from renardiere.server.asgi import Receive, Scope, Send
from renardiere.server.config import RealClock
from renardiere.server.forget import farewell
from renardiere.server.guard import answer, is_local, send_json
from renardiere.server.journal.backup import Contents, staging
from renardiere.server.journal.lock import CannotOpen, give_to_owner
from renardiere.server.journal.store import Conflict, Store, Unavailable, Write
from renardiere.server.messages import Problem
from renardiere.server.policy import Place, Policy
from renardiere.server.problems import Refusal, problem_of

if TYPE_CHECKING:
    from renardiere.server.app import App

__all__ = [
    "PREFIX",
    "Admin",
    "Answer",
    "Desk",
    "Forget",
    "HouseStatus",
    "Note",
    "Order",
    "Reported",
    "Reports",
    "Restored",
    "Said",
    "SetHandled",
    "SetMuted",
    "SetOpen",
    "Status",
    "new_secret",
]

log = structlog.get_logger("renardiere.admin")

PREFIX: Final = "/admin/"
NOTE: Final = "renardiere.run"
ORDER_BYTES: Final = 4096


# ---- orders and their answers ------------------------------------------------------------------------------------
class Strict(Struct, frozen=True, forbid_unknown_fields=True, tag_field="do"):
    pass


class Status(Strict, frozen=True, tag="status"):
    """How is the house?"""


class SetOpen(Strict, frozen=True, tag="open"):
    """Open or close the open tables, or talk."""

    place: Place
    opened: bool


class SetMuted(Strict, frozen=True, tag="mute"):
    """``who``: an identity, or the number of a report about them."""

    who: str
    muted: bool


class Reports(Strict, frozen=True, tag="reports"):
    """``all``: also those that were handled."""

    all: bool = False


class SetHandled(Strict, frozen=True, tag="handled"):
    """A report was looked into."""

    report: int


class Forget(Strict, frozen=True, tag="forget"):
    """``who`` is as for ``SetMuted``."""

    who: str


Order: TypeAlias = Status | SetOpen | SetMuted | Reports | SetHandled | Forget


class HouseStatus(Struct, frozen=True, tag="status"):
    """``serving`` and what follows from it are None where no house runs. Sizes are in bytes, times in seconds since
    1970."""

    version: str
    state: str
    serving_since: float | None
    connections: int | None
    tables_awake: int | None
    lobby: str
    chat: str
    tables: int
    unfinished: int
    people: int
    forget_after: int | None
    reports: int
    muted: list[str]
    database: int
    disk_free: int


class Reported(Struct, frozen=True):
    """A message that somebody reported; ``who`` wrote it."""

    id: int
    at: float
    table: str
    number: int
    who: str
    name: str | None
    text: str
    reporter: str
    handled: bool
    muted: bool


class ReportList(Struct, frozen=True, tag="reports"):
    reports: list[Reported]


class Said(Struct, frozen=True, tag="said"):
    """What was done, in a line."""

    text: str


class Restored(Struct, frozen=True, tag="restored"):
    """``previous``: where the database from before is kept."""

    contents: Contents
    previous: str | None


Answer: TypeAlias = HouseStatus | ReportList | Said | Restored

_orders: Final = msgspec.json.Decoder(Order)


class Desk:
    """Carries orders out; ``app`` is what runs, if it does."""

    def __init__(self, store: Store, policy: Policy, app: App | None = None) -> None:
        self._store = store
        self._policy = policy
        self._app = app

    async def carry_out(self, order: Order) -> Answer:
        """Raises ``Refusal``, ``Unavailable``."""
        match order:
            case Status():
                return self._status()
            case SetOpen(place, opened):
                return await self._open(place, opened)
            case SetMuted(who, muted):
                return await self._mute(who, muted)
            case Reports():
                return ReportList(self._reports(order.all))
            case SetHandled(report):
                self._report(report)
                await self._write("UPDATE reports SET handled = 1 WHERE id = ?", report)
                return Said(f"Report {report} is handled.")
            case Forget(who):
                return await self._forget(who)

    def _status(self) -> HouseStatus:
        app, store = self._app, self._store
        [(tables, unfinished)] = store.read("SELECT count(*), count(*) FILTER (WHERE NOT over) FROM tables")
        return HouseStatus(
            version=__version__,
            state=store.state,
            serving_since=app.house.opened if app else None,
            connections=app.live.connections if app else None,
            tables_awake=app.house.tables_awake if app else None,
            lobby=self._how_open("lobby"),
            chat=self._how_open("chat"),
            tables=tables,
            unfinished=unfinished,
            people=self._count("SELECT count(*) FROM identities"),
            forget_after=app.house.config.forget_after if app else None,
            reports=self._count("SELECT count(*) FROM reports WHERE NOT handled"),
            muted=self._policy.all_muted(),
            database=store.size(),
            disk_free=shutil.disk_usage(store.path.parent).free,
        )

    def _how_open(self, place: Place) -> str:
        if not self._policy.allowed(place):
            return "closed by the settings"
        return "open" if self._policy.is_open(place) else "closed"

    async def _open(self, place: Place, opened: bool) -> Said:
        await self._policy.set_open(place, opened)
        log.info("admin", place=place, open=opened)
        what = {"lobby": "The list of open tables", "chat": "Talk"}[place]
        if opened and not self._policy.allowed(place):
            return Said(f"{what} stays closed: the settings say so.")
        return Said(f"{what} is {'open' if opened else 'closed'}.")

    async def _mute(self, who: str, muted: bool) -> Said:
        if who.isascii() and who.isdigit():
            who = self._report(int(who))
        rows = self._store.read("SELECT name FROM identities WHERE id = ?", who)
        if not rows and not self._policy.muted(who):
            raise Refusal("nobody", f"There is nobody called {who} here: 'renardiere admin reports' shows who is who.")
        await self._policy.mute(who, muted)
        log.info("admin", who=who[:4], muted=muted)
        name = f" ({rows[0][0]})" if rows and rows[0][0] else ""
        return Said(f"{who}{name} {'may write nothing any more' if muted else 'may write again'}.")

    async def _forget(self, who: str) -> Said:
        if who.isascii() and who.isdigit():
            who = self._report(int(who))
        if not self._store.read("SELECT 1 FROM identities WHERE id = ?", who):
            raise Refusal("nobody", f"There is nobody called {who} here: 'renardiere admin reports' shows who is who.")
        log.info("admin", who=who[:4], forgotten=True)
        if self._app is not None:
            await self._app.house.forgetting.forget_anybody(who)
            return Said(f"{who} is forgotten.")
        with contextlib.suppress(Conflict):  # once is enough
            await self._store.write(farewell(who, RealClock().now()))
        return Said(f"{who} is nobody any more; what is left of them goes when the house is opened.")

    def _report(self, report: int) -> str:
        """Who wrote what was reported."""
        for (who,) in self._store.read("SELECT who FROM reports WHERE id = ?", report):
            return str(who)
        raise Refusal("no_report", f"There is no report {report}.")

    def _reports(self, handled: bool) -> list[Reported]:
        sql = """
            SELECT reports.id, at, table_id, number, who, name, reports.text, reporter, handled FROM reports
            LEFT JOIN identities ON identities.id = who WHERE ? OR NOT handled ORDER BY reports.id
        """
        rows = self._store.read(sql, handled)
        columns = Reported.__struct_fields__
        return [
            msgspec.convert(
                {**dict(zip(columns, row, strict=False)), "muted": self._policy.muted(row[4])}, Reported, strict=False
            )
            for row in rows
        ]

    def _count(self, sql: str) -> int:
        return int(self._store.read(sql)[0][0])

    async def _write(self, sql: str, *parameters: object) -> None:
        await self._store.write(Write(statements=[(sql, parameters)]))


# ---- where a running house is ------------------------------------------------------------------------------------
def new_secret() -> str:
    return secrets.token_urlsafe(32)


class Note(Struct, frozen=True):
    """Where a running house is, and the secret that lets one in. Only the folder's owner may read it."""

    host: str
    port: int
    pid: int
    secret: str

    def write(self, folder: Path) -> None:
        path = folder / NOTE
        path.unlink(missing_ok=True)
        file = os.open(path, os.O_WRONLY | os.O_CREAT | os.O_EXCL, 0o600)
        with os.fdopen(file, "wb") as note:
            note.write(msgspec.json.encode(self))
        give_to_owner(path)

    @classmethod
    def read(cls, folder: Path) -> Note | None:
        """What a house, running or killed, has left; None if there is nothing."""
        try:
            return msgspec.json.decode((folder / NOTE).read_bytes(), type=cls)
        except (FileNotFoundError, msgspec.DecodeError):
            return None

    @staticmethod
    def remove(folder: Path) -> None:
        with contextlib.suppress(OSError):
            (folder / NOTE).unlink()


# ---- the running house's ear -------------------------------------------------------------------------------------
class Admin:
    """``POST /admin/order`` and ``POST /admin/restore``, an ASGI application. It is no part of the protocol."""

    def __init__(self, app: App, secret: str) -> None:
        self._app = app
        self._secret = f"Bearer {secret}".encode()

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        if scope["type"] != "http" or not is_local(scope):
            await _refuse(scope, receive, send)
            return
        given = [value for name, value in scope["headers"] if name == b"authorization"]
        if len(given) != 1 or not hmac.compare_digest(given[0], self._secret):
            await _refuse(scope, receive, send)
            return
        try:
            match scope["method"], scope["path"].removeprefix(PREFIX):
                case "POST", "order":
                    result: Answer = await self._order(receive)
                case "POST", "restore":
                    result = await self._restore(receive)
                case _:
                    raise Refusal("not_found", "There is nothing here.")
        except CannotOpen as error:
            await answer(send, Problem("cannot", str(error)))
        except (Refusal, Unavailable) as error:
            problem = problem_of(error)
            assert problem is not None
            await answer(send, problem)
        else:
            await send_json(send, 200, msgspec.json.encode(result))

    async def _order(self, receive: Receive) -> Answer:
        body = bytearray()
        async for part in _body(receive):
            body += part
            if len(body) > ORDER_BYTES:
                raise Refusal("too_large", "That is too long for an order.")
        try:
            order = _orders.decode(body)
        except msgspec.DecodeError as error:
            raise Refusal("bad_message", str(error)) from None
        house = self._app.house
        return await Desk(house.store, house.policy, self._app).carry_out(order)

    async def _restore(self, receive: Receive) -> Restored:
        """The body is the database."""
        staged = staging(self._app.house.config.data)
        try:
            with staged.open("wb") as file:
                async for part in _body(receive):
                    file.write(part)
            return await self._app.restore(staged)
        except OSError as error:
            raise CannotOpen(f"cannot write in {staged.parent}: {error.strerror}") from None
        finally:
            staged.unlink(missing_ok=True)


async def _body(receive: Receive) -> AsyncIterator[bytes]:
    more = True
    while more:
        message = await receive()
        if message["type"] == "http.disconnect":
            raise Refusal("bad_message", "It did not come to its end.")
        yield message.get("body", b"")
        more = message.get("more_body", False)


async def _refuse(scope: Scope, receive: Receive, send: Send) -> None:
    """As if there were nothing."""
    if scope["type"] == "websocket":
        await receive()
        await send({"type": "websocket.close", "code": 1008})
    else:
        await answer(send, Problem("not_found", "There is nothing here."))
