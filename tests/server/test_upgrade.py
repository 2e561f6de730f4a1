"""A database of the first version opens with this one: its games go on, its lists are right."""

from __future__ import annotations

import contextlib
import hashlib
import json
import random
import sqlite3
from pathlib import Path
from typing import Any

import pytest
from server_harness import Browser, open_house
from sqlalchemy.exc import DBAPIError

from renardiere.games import game
from renardiere.games.dealing import Shuffler, commitment
from renardiere.server.journal.store import Store
from renardiere.server.journal.upgrade import HEAD, revision, upgrade
from renardiere.server.messages import Done, Update

SECRET = "5a" * 32
TOKENS = {"alixalixalixalix": "A" * 43, "bobobobobobobobo": "B" * 43}
NAMES = {"alixalixalixalix": "Alix", "bobobobobobobobo": "Bo"}
ALIX, BO = TOKENS
AT = 1_790_000_000.0


class Old:
    """Writes rows as revision 0001 did."""

    def __init__(self, path: Path) -> None:
        upgrade(path, "0001")
        self.connection = sqlite3.connect(path)
        for who, token in TOKENS.items():
            digest = hashlib.sha256(token.encode()).digest()
            self.connection.execute("INSERT INTO identities VALUES (?, ?, 'fr', 'night', ?)", (who, NAMES[who], AT))
            self.connection.execute("INSERT INTO tokens VALUES (?, ?, ?)", (digest, who, AT))
        self.connection.execute("INSERT INTO house VALUES ('epoch', 'first-epoch')")

    def table(self, name: str, people: list[str], facts: list[dict[str, Any]], state: Any, owes: bool = False) -> None:
        over = facts[-1]["fact"] == "ended.1"
        seats = [[who, NAMES.get(who), None if who else 1] for who in people]
        phase = "over" if over else "playing" if state is not None else "waiting"
        summary = {
            "game": "forest",
            "seats": [[who or None, label, None if label or phase == "waiting" else 1] for who, label, _ in seats],
            "state": phase,
            "to_act": list(state.to_act) if state is not None else [],
            "scores": list(state.scores) if state is not None else [0, 0],
            "updated": AT + len(facts),
        }
        row = (name, ALIX, f"make-{name}", AT, over, owes, json.dumps(summary), len(facts))
        self.connection.execute("INSERT INTO tables VALUES (?, ?, ?, ?, ?, ?, ?, ?)", row)
        for seat, who in enumerate(people):
            if who:
                self.connection.execute("INSERT INTO seats VALUES (?, ?, ?)", (name, seat, who))
        for number, fact in enumerate(facts):
            request = f"make-{name}" if number == 0 else None
            author = ALIX if number == 0 else None
            row = (name, number, AT + number, author, request, json.dumps(fact))
            self.connection.execute("INSERT INTO facts VALUES (?, ?, ?, ?, ?, ?)", row)
        self.connection.commit()


def made() -> dict[str, Any]:
    return {"fact": "made.1", "game": "forest", "rules": "1", "options": {"target": "16"}, "seats": 2, "secret": SECRET}


def sat(seat: int, who: str) -> dict[str, Any]:
    return {"fact": "sat.1", "seat": seat, "who": who, "name": NAMES[who], "share": "ab" * 32}


def played(people: list[str], actions: int, until: int | None = None) -> tuple[list[dict[str, Any]], Any]:
    """A game of people, or against a bot (""), so many actions in, and on until ``until`` is to act."""
    facts = [made()]
    for seat, who in enumerate(people):
        facts.append(sat(seat, who) if who else {"fact": "bot.1", "seat": seat, "level": 1, "seed": 7})
    shares = ["ab" * 32 if who else "" for who in people]
    facts.append({"fact": "frozen.1", "shares": shares})
    forest = game("forest", "1")
    state, chance, rounds = forest.new(forest.parse_options({"target": "16"})), random.Random(3), 0
    while state.awaits != "nothing":
        if state.awaits == "deal":
            rounds += 1
            deal = state.draw(Shuffler(bytes.fromhex(SECRET), "forest", shares, rounds))
            state.deal(deal)
            facts.append({"fact": "dealt.1", "deal": deal.text()})
            continue
        seat = state.to_act[0]
        if actions <= 0 and until in (None, seat):
            return facts, state
        action = chance.choice(state.legal(seat))
        state.apply(seat, action)
        facts.append({"fact": "acted.1", "seat": seat, "action": action.text()})
        actions -= 1
    facts.append({"fact": "ended.1", "winners": list(state.outcome.winners), "reason": state.outcome.reason})
    return facts, state


@pytest.fixture
def old(tmp_path: Path) -> Old:
    return Old(tmp_path / "renardiere.sqlite3")


def visitor(app: Any, who: str) -> Browser:
    browser = Browser(app, NAMES[who])
    browser.http.cookies.set("fox", TOKENS[who], domain="localhost.local", path="/")
    return browser


async def test_games_of_the_first_version_go_on(old: Old, tmp_path: Path) -> None:
    freed = [made(), sat(0, ALIX), sat(1, BO)]
    old.table("waiting222", [ALIX, ""], [*freed, {"fact": "freed.1", "seat": 1}], None)
    facts, middle = played([ALIX, BO], 5)
    old.table("playing222", [ALIX, BO], facts, middle)
    facts, robot = played([ALIX, ""], 4, until=1)
    old.table("owing22222", [ALIX, ""], facts, robot, owes=True)
    facts, finished = played([ALIX, BO], 10_000)
    old.table("finished22", [ALIX, BO], facts, finished)
    old.connection.close()

    async with open_house(tmp_path) as app:
        assert revision(tmp_path / "renardiere.sqlite3") == HEAD
        assert app.house.epoch == "first-epoch"
        alix, bo = visitor(app, ALIX), visitor(app, BO)
        me = (await alix.call("GET", "/api/me", status=200)).json()
        assert (me["name"], me["language"], me["theme"]) == ("Alix", "fr", "night")

        cards = {card["id"]: card for card in (await alix.call("GET", "/api/tables", status=200)).json()}
        states = {name: card["state"] for name, card in cards.items()}
        assert states == {
            "waiting222": "waiting",
            "playing222": "playing",
            "owing22222": "playing",
            "finished22": "over",
        }
        assert cards["finished22"]["scores"] == list(finished.scores)
        assert cards["playing222"]["my_turn"] == (0 in middle.to_act)
        theirs = {card["id"] for card in (await bo.call("GET", "/api/tables", status=200)).json()}
        assert theirs == {"playing222", "finished22"}

        # the one in play
        browsers = [alix, bo]
        sockets = [await browser.live() for browser in browsers]
        sync = [await socket.watch("playing222", seat) for seat, socket in enumerate(sockets)]
        assert [state.view for state in sync] == [middle.view(seat) for seat in (0, 1)]
        seat = middle.to_act[0]
        action = sync[seat].view.legal[str(seat)][0]
        sockets[seat].send(browsers[seat].act("playing222", seat, sync[seat].decision, action))
        assert {type(await sockets[seat].next()) for _ in range(2)} == {Done, Update}

        # the bot that owed an action when the house was closed
        state = await sockets[0].watch("owing22222", 0)
        while 0 not in state.view.to_act:
            state = await sockets[0].wait(Update)

        # the one that waited begins with its last seat
        assert (await bo.sit("waiting222")).state == "playing"

        # the finished one: the same record, and the secret that it was bound to
        over = await alix.info("finished22")
        assert over.shuffle.commit == commitment(bytes.fromhex(SECRET))
        assert over.shuffle.secret == SECRET
        assert over.ended is not None
        assert over.ended.winners == list(finished.outcome.winners)
        record = (await alix.call("GET", "/api/tables/finished22/record", status=200)).text
        assert f'[Secret "{SECRET}"]' in record
        for browser in browsers:
            await browser.close()


def test_tries_that_there_are_belong_to_the_first_game(tmp_path: Path) -> None:
    """Since 0005 a day has deals of several games."""
    path = tmp_path / "renardiere.sqlite3"
    upgrade(path, "0004")
    with contextlib.closing(sqlite3.connect(path)) as connection:
        rows = [("2027-01-15", ALIX, "finished22", 16, 10), ("2027-01-16", ALIX, "playing222", None, None)]
        connection.executemany("INSERT INTO tries (day, who, table_id, own, other) VALUES (?, ?, ?, ?, ?)", rows)
        connection.commit()
    store = Store(tmp_path)
    assert store.read("SELECT day, game, who, table_id, own, other FROM tries ORDER BY day") == [
        ("2027-01-15", "forest", ALIX, "finished22", 16, 10),
        ("2027-01-16", "forest", ALIX, "playing222", None, None),
    ]
    store.close()


def test_an_upgrade_that_fails_changes_nothing(old: Old, tmp_path: Path) -> None:
    """What is in the way of its last step undoes the first ones."""
    old.connection.execute("CREATE TABLE muted (cats TEXT)")
    old.connection.commit()
    before = "\n".join(old.connection.iterdump())
    with pytest.raises((sqlite3.Error, DBAPIError)):
        upgrade(tmp_path / "renardiere.sqlite3")
    assert "\n".join(old.connection.iterdump()) == before
    old.connection.execute("DROP TABLE muted")
    old.connection.commit()
    old.connection.close()
    Store(tmp_path).close()
    assert revision(tmp_path / "renardiere.sqlite3") == HEAD
