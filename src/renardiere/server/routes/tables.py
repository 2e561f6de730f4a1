"""Tables over HTTP."""

from __future__ import annotations

import gzip
from typing import Annotated, Final

from litestar import Controller, Response, get, post
from litestar.openapi import ResponseSpec
from litestar.params import FromPath, JSONBody, QueryParameter

from renardiere.server.guard import address_of
from renardiere.server.messages import (
    AskHint,
    AtSeat,
    Back,
    Choose,
    GivenRecord,
    GiveUp,
    Hint,
    Mute,
    NewTable,
    Past,
    Qr,
    Ready,
    Rematch,
    Replay,
    Report,
    Said,
    Say,
    SeatBot,
    Sit,
    Suggest,
    TableCard,
    TableInfo,
)
from renardiere.server.problems import Refusal
from renardiere.server.qr import qr_of
from renardiere.server.routes.common import Asked, caller_of, home_of, house_of, settled

__all__ = ["RecordRoutes", "TableRoutes", "TalkRoutes"]


REPLAY: Final = {200: ResponseSpec(Replay, description="Rounds of the game.")}
RECORD_BYTES: Final = 2**19
"""Of a request that brings a record along: twice the longest that a game can make."""
RoundNumber = Annotated[int, QueryParameter(ge=1, le=9999)]


def replayed(request: Asked, page: bytes) -> Response[bytes]:
    """A page of a replay, compressed if the caller takes that."""
    accepted = {word.partition(";")[0].strip() for word in request.headers.get("accept-encoding", "").split(",")}
    if "gzip" in accepted:
        return Response(page, media_type="application/json", headers={"content-encoding": "gzip"})
    return Response(gzip.decompress(page), media_type="application/json")


def seated(request: Asked) -> str:
    """The identity of somebody who has sat somewhere; nobody else has anything to do at a seat."""
    who = caller_of(request).who
    if who is None:
        raise Refusal("not_yours", "That is not your seat.")
    return who


class TableRoutes(Controller):
    """``/api/tables``."""

    path = "/api/tables"

    @get()
    async def tables(self, request: Asked) -> list[TableCard]:
        """The caller's tables, theirs to play first."""
        return await house_of(request).lists.mine(caller_of(request).who)

    @post(status_code=201)
    async def make(self, request: Asked, data: JSONBody[NewTable]) -> TableInfo:
        """Make a table; the same request makes it once."""
        caller, who = await settled(request)
        house = house_of(request)
        return await house.info(await house.seats.make(who, data), caller)

    @get("/{table:str}")
    async def table(self, request: Asked, table: FromPath[str]) -> TableInfo:
        """A table as the caller may see it. A look takes no seat."""
        return await house_of(request).info(table, caller_of(request))

    @post("/{table:str}/sit", status_code=200)
    async def sit(self, request: Asked, table: FromPath[str], data: JSONBody[Sit]) -> TableInfo:
        """Take a free seat; the game starts with the last."""
        house = house_of(request)
        await house.info(table, caller_of(request))  # no identity for nothing
        caller, who = await settled(request)
        await house.seats.sit(table, who, data)
        return await house.info(table, caller)

    @post("/{table:str}/leave", status_code=200)
    async def leave(self, request: Asked, table: FromPath[str], data: JSONBody[AtSeat]) -> TableInfo:
        """Give one's seat back before the start; say that one leaves a game that goes on."""
        house, who = house_of(request), seated(request)
        if await house.has_begun(table):
            await house.absences.leave(table, who, data)
        else:
            await house.seats.leave(table, who, data)
        return await house.info(table, caller_of(request))

    @post("/{table:str}/return", status_code=200)
    async def come_back(self, request: Asked, table: FromPath[str], data: JSONBody[AtSeat]) -> TableInfo:
        """Take one's seat again, after leaving or from the bot that stands in."""
        await house_of(request).absences.come_back(table, seated(request), data)
        return await self._told(request, table)

    @post("/{table:str}/free", status_code=200)
    async def free(self, request: Asked, table: FromPath[str], data: JSONBody[AtSeat]) -> TableInfo:
        """As the host, free a seat before the start."""
        await house_of(request).seats.free(table, seated(request), data)
        return await self._told(request, table)

    @post("/{table:str}/bot", status_code=200)
    async def seat_bot(self, request: Asked, table: FromPath[str], data: JSONBody[SeatBot]) -> TableInfo:
        """As the host, give a free seat to a bot; the game starts with the last."""
        await house_of(request).seats.seat_bot(table, seated(request), data)
        return await self._told(request, table)

    @post("/{table:str}/choose", status_code=200)
    async def choose(self, request: Asked, table: FromPath[str], data: JSONBody[Choose]) -> TableInfo:
        """Choose what is to be done about an absent player."""
        await house_of(request).absences.choose(table, seated(request), data)
        return await self._told(request, table)

    @post("/{table:str}/resign", status_code=200)
    async def resign(self, request: Asked, table: FromPath[str], data: JSONBody[GiveUp]) -> TableInfo:
        """Give up; in a team's game, once all its people want to."""
        await house_of(request).together.give_up(table, seated(request), data)
        return await self._told(request, table)

    @post("/{table:str}/ready", status_code=200)
    async def ready(self, request: Asked, table: FromPath[str], data: JSONBody[Ready]) -> TableInfo:
        """Be ready for the deal that waits, or no longer."""
        await house_of(request).together.ready(table, seated(request), data)
        return await self._told(request, table)

    @post("/{table:str}/suggest", status_code=200)
    async def suggest(self, request: Asked, table: FromPath[str], data: JSONBody[Suggest]) -> TableInfo:
        """Suggest something to the one who is to act between two rounds."""
        await house_of(request).together.suggest(table, seated(request), data)
        return await self._told(request, table)

    @post("/{table:str}/back", status_code=200)
    async def back(self, request: Asked, table: FromPath[str], data: JSONBody[Back]) -> TableInfo:
        """Take one's last decision back, against bots only."""
        await house_of(request).again.back(table, seated(request), data)
        return await self._told(request, table)

    @post("/{table:str}/hint", status_code=200)
    async def hint(self, request: Asked, table: FromPath[str], data: JSONBody[AskHint]) -> Hint:
        """What one had better do, against bots only."""
        return await house_of(request).hints.hint(table, seated(request), data)

    @post("/{table:str}/rematch", status_code=200)
    async def rematch(self, request: Asked, table: FromPath[str], data: JSONBody[Rematch]) -> TableInfo:
        """The table of the next game, where the caller has a seat now."""
        return await self._told(request, await house_of(request).again.rematch(table, seated(request), data))

    @get("/{table:str}/qr")
    async def qr(self, request: Asked, table: FromPath[str]) -> Qr:
        """The table's address, as a QR code."""
        await house_of(request).info(table, caller_of(request))
        return qr_of(f"{home_of(request)}/t/{table}")

    @get("/{table:str}/record", media_type="text/plain; charset=utf-8")
    async def record(self, request: Asked, table: FromPath[str]) -> Response[str]:
        """The record, once the game is over."""
        text = await house_of(request).record(table, caller_of(request).who)
        name = f'attachment; filename="{table}.fox"'
        return Response(text, media_type="text/plain; charset=utf-8", headers={"content-disposition": name})

    @get("/{table:str}/replay", responses=REPLAY)
    async def replay(self, request: Asked, table: FromPath[str], round: RoundNumber = 1) -> Response[bytes]:
        """The game step by step with everything open, once it is over: the rounds of the page that ``round`` is on."""
        replays, caller = house_of(request).replays, caller_of(request)
        replays.admit(caller.who or address_of(request.scope))  # type: ignore[arg-type]
        return replayed(request, await replays.of_table(table, caller.who, round))

    @get("/{table:str}/film", media_type="application/octet-stream")
    async def film(self, request: Asked, table: FromPath[str]) -> Response[bytes]:
        """The search that ended last: hands and tokens, ten times a second."""
        film = await house_of(request).searches.film(table, caller_of(request).who)
        return Response(film, media_type="application/octet-stream")

    @get("/{table:str}/past")
    async def past(self, request: Asked, table: FromPath[str]) -> Past:
        """What the same players played before."""
        return await house_of(request).past.of(table, caller_of(request).who)

    @staticmethod
    async def _told(request: Asked, table: str) -> TableInfo:
        return await house_of(request).info(table, caller_of(request))


class RecordRoutes(Controller):
    """Records that people bring along."""

    path = "/api/replay"

    @post(status_code=200, responses=REPLAY, request_max_body_size=RECORD_BYTES)
    async def replay(self, request: Asked, data: JSONBody[GivenRecord], round: RoundNumber = 1) -> Response[bytes]:
        """A record's game, step by step; what is wrong with it has its ``line`` and ``column``."""
        replays = house_of(request).replays
        replays.admit(caller_of(request).who or address_of(request.scope))  # type: ignore[arg-type]
        return replayed(request, await replays.of_record(data.record, round))


class TalkRoutes(Controller):
    """What is said at a table."""

    path = "/api/tables/{table:str}"

    @get("/talk")
    async def heard(self, request: Asked, table: FromPath[str]) -> list[Said]:
        """The latest that was said, oldest first."""
        return await house_of(request).talk.heard(table, caller_of(request).who)

    @post("/say", status_code=200)
    async def say(self, request: Asked, table: FromPath[str], data: JSONBody[Say]) -> Said:
        """Say something to everybody at the table."""
        house = house_of(request)
        await house.talk.check_may_hear(table, caller_of(request).who)  # no identity for nothing
        caller, who = await settled(request)
        return await house.talk.say(table, caller, who, data)

    @post("/mute", status_code=200)
    async def mute(self, request: Asked, table: FromPath[str], data: JSONBody[Mute]) -> list[Said]:
        """Hear somebody no more, or again."""
        house = house_of(request)
        await house.talk.check_may_hear(table, caller_of(request).who)
        _, who = await settled(request)
        return await house.talk.mute(table, who, data)

    @post("/report", status_code=204)
    async def report(self, request: Asked, table: FromPath[str], data: JSONBody[Report]) -> None:
        """Tell the people who run this house about a message."""
        house = house_of(request)
        await house.talk.check_may_hear(table, caller_of(request).who)
        _, who = await settled(request)
        await house.talk.report(table, who, data)
