"""The log says what happened, and nothing that is anybody's secret."""

from __future__ import annotations

import json
import logging
import re
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
import structlog
from server_harness import ME, OPEN, Browser, Pair, bot, open_house, raw_call

from renardiere.server.admin import Admin
from renardiere.server.journal.store import Unavailable
from renardiere.server.logs import configure_logs
from renardiere.server.messages import Update


@pytest.fixture
def everything(capsys: pytest.CaptureFixture[str]) -> Iterator[None]:
    """All logs, down to debug, as a host would set it."""
    before = structlog.get_config()
    root, level = logging.root.handlers[:], logging.root.level
    configure_logs("debug")
    yield
    logging.root.handlers, logging.root.level = root, level
    structlog.configure(**before)


async def test_no_secret_is_logged(
    tmp_path: Path, everything: None, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    """Games, joins, talk, refusals, failures and orders, with everything logged: no token, no table's name or secret,
    no card, no display name, no word that was said, no whole identity."""
    secrets: set[str] = set()
    async with open_house(tmp_path) as app:
        app._admin = Admin(app, "the-secret-of-admin")
        pair = await Pair.seated(app)
        alix, bo = pair.browsers
        await pair.play(8)
        secrets |= {cookie.value for browser in pair.browsers for cookie in browser.http.cookies.jar if cookie.value}
        talk = f"/api/tables/{pair.table}"
        await alix.call("POST", f"{talk}/say", {"request": "12345678", "text": "Quel renard rusé"}, 200)
        await bo.call("POST", f"{talk}/report", {"number": 1}, 204)
        table = await alix.make(ME, bot())
        socket = await alix.live()
        state = await socket.watch(table.id, 0)
        while 0 not in state.view.to_act:
            state = await socket.wait(Update)
        hands = [*pair.truth.view(0).hands[0], *state.view.hands[0]]

        # refusals and nonsense
        for path in ("/api/tables/zzzzzzzzzz", "/nowhere", f"{talk}/record"):
            await alix.call("GET", path)
        await alix.call("POST", f"{talk}/sit", {"request": "12345678", "name": "Renardeau"})
        await Browser(app, "Renardeau").sit((await bo.make(ME, OPEN)).id)
        pair.sockets[0].send_text("{")
        pair.sockets[0].send(alix.act(pair.table, 0, 0, "B7"))
        await raw_call(app, "POST", "/api/tables", [(b"content-type", b"application/json")], b'{"name": "Renardeau"')

        # what fails in the house itself
        async def broken(*_: Any) -> None:
            raise RuntimeError("broken")

        monkeypatch.setattr(app.house.seats, "make", broken)
        wish = {"request": "12345679", "game": "forest", "options": {}, "seats": [ME, OPEN]}
        await alix.call("POST", "/api/tables", wish, 500)
        monkeypatch.undo()

        async def full(*_: Any) -> None:
            raise Unavailable("no room")

        monkeypatch.setattr(app.house.store, "write", full)
        await alix.call("PUT", "/api/me", {"name": "Renardeau"}, 503)
        app.house.alarms._seen = 0.0
        await app.house.alarms.tick()
        monkeypatch.undo()
        logging.getLogger("uvicorn.error").error("a library has something to say")
        logging.getLogger("websockets.server").debug("> TEXT %s", hands)

        [(who,)] = app.house.store.read("SELECT who FROM reports")
        order = b'{"do":"mute","who":"%s","muted":true}' % who.encode()
        headers = [(b"host", b"localhost:1"), (b"authorization", b"Bearer the-secret-of-admin")]
        assert (await raw_call(app, "POST", "/admin/order", headers, order))["status"] == 200
        for name, secret in app.house.store.read("SELECT table_id, body FROM facts WHERE number = 0"):
            secrets |= {name, json.loads(secret)["secret"]}
        secrets |= {row[0] for row in app.house.store.read("SELECT id FROM identities")}
        secrets |= {"the-secret-of-admin", "rusé", "Alix", "Bo", "Renardeau"}
        await socket.close()
        await pair.close()

    log = capsys.readouterr().err
    lines = [json.loads(line) for line in log.splitlines()]
    events = {line["event"] for line in lines}
    wanted = {"table made", "a request failed", "admin", "a library has something to say"}
    assert wanted <= events
    assert all({"event", "level", "timestamp"} <= line.keys() for line in lines)
    assert len(hands) > 10
    said = json.dumps(lines, ensure_ascii=False)
    assert not [secret for secret in secrets if re.search(rf"\b{re.escape(secret)}\b", said)]
    assert not re.findall(r"\b[BKM](?:[1-9]|1[01])\b", said), "a card"


def test_levels(everything: None, capsys: pytest.CaptureFixture[str]) -> None:
    log = structlog.get_logger("renardiere.test")
    configure_logs("warning")
    log.info("not this")
    log.warning("this")
    logging.getLogger("elsewhere").warning("and %s", "that")
    logging.getLogger("elsewhere").info("not that")
    try:
        secret = "5a" * 32  # noqa: F841  # in the frame, not in the traceback
        raise ValueError("why")
    except ValueError:
        log.exception("it failed")
    lines = [json.loads(line) for line in capsys.readouterr().err.splitlines()]
    assert [line["event"] for line in lines] == ["this", "and that", "it failed"]
    assert lines[1]["logger"] == "elsewhere"
    assert "ValueError: why" in lines[2]["exception"]
    assert "5a5a" not in lines[2]["exception"].replace('"5a" * 32', "")
    assert not sys.stderr.isatty()
