"""Looking back at games: who may, when, and that it is all of what happened."""

from __future__ import annotations

import random
from typing import Any

import msgspec
import pytest
from server_harness import ME, OPEN, Browser, Pair, open_house, replayed

from renardiere.games import game
from renardiere.games.play import Dealing
from renardiere.games.record import Record, read, write
from renardiere.server import replays
from renardiere.server.app import App
from renardiere.server.messages import Replay

FOREST = game("forest")


async def replay(browser: Browser, table: str, number: int = 1) -> Replay:
    answer = await browser.call("GET", f"/api/tables/{table}/replay?round={number}", status=200)
    return replayed(answer.content)


async def refused(browser: Browser, table: str) -> str:
    answer = await browser.call("GET", f"/api/tables/{table}/replay")
    assert answer.status_code >= 400
    code: str = answer.json()["code"]
    return code


async def resign(browser: Browser, table: str, seat: int) -> None:
    wish = {"request": browser.request_id(), "seat": seat}
    await browser.call("POST", f"/api/tables/{table}/resign", wish, 200)


def a_record(target: int, seed: int = 7) -> str:
    """Of a game in which all is left to chance."""
    chance = random.Random(seed)
    state = FOREST.new(FOREST.parse_options({"target": str(target)}))
    while state.awaits != "nothing":
        if state.awaits == "deal":
            state.deal(state.draw(chance))
        else:
            seat = state.to_act[0]
            state.apply(seat, chance.choice(state.legal(seat)))
    return write(Record.of(state, {"Seat0": "Alix"}))


async def test_never_before_the_end(app: App) -> None:
    """Neither players nor others are told a byte of it, at any moment of a game."""
    pair = await Pair.seated(app)
    cy = Browser(app, "Cy")
    answers = set()
    for moves in (0, 1, 12, 14):
        await pair.play(moves)
        for browser in (*pair.browsers, cy):
            answer = await browser.call("GET", f"/api/tables/{pair.table}/replay", status=409)
            answers.add(answer.content)
    [answer] = answers
    assert msgspec.json.decode(answer)["code"] == "not_over"
    assert await refused(cy, "aaaaaaaaaa") == "no_table"
    await resign(pair.browsers[0], pair.table, 0)
    told = await replay(cy, pair.table)
    assert sum(round.steps for round in told.rounds) == len(pair.truth.history)
    await pair.close()


async def test_every_step_is_what_the_rules_say(app: App) -> None:
    """A game that was given up: each position is that of the record, both hands are open, nothing comes after."""
    pair = await Pair.seated(app)
    await pair.play(40)
    await resign(pair.browsers[1], pair.table, 1)
    told = await replay(pair.browsers[0], pair.table)
    record = read((await pair.browsers[0].call("GET", f"/api/tables/{pair.table}/record", status=200)).text)
    assert (told.game, told.rules, told.first) == ("forest", "1", 1)
    steps = [step for round in told.steps for step in round]
    assert len(steps) == len(record.entries)
    state = record.load().new(record.options)
    for entry, step in zip(record.entries, steps, strict=True):
        if isinstance(entry, Dealing):
            state.deal(entry.deal)
            assert (step.turn, step.events[0].event if hasattr(step.events[0], "event") else "dealt") == (0, "dealt")
        else:
            assert step.turn == state.turn
            state.apply(entry.seat, entry.action)
        assert step.view == state.reveal()
        assert "?" not in (*step.view.hands[0], *step.view.hands[1], *step.view.pile)
    # a trick begins with the card that opens it: of two cards, more where a Fox or a Woodcutter decided
    for round, its in zip(told.rounds, told.steps, strict=True):
        assert round.steps == len(its)
        assert round.turns[0] == 1
        assert [its[at].turn for at in round.turns] == list(range(1, len(round.turns) + 1))
        assert all(len(its[at].view.trick) == 1 or its[at].view.trick == () for at in round.turns)
        assert all(its[at - 1].turn < its[at].turn for at in round.turns)
    await pair.close()


async def test_a_private_table_is_for_its_players(app: App) -> None:
    alix, bo, cy = Browser(app), Browser(app, "Bo"), Browser(app, "Cy")
    wish = {"request": "private-1", "game": "forest", "options": {}, "seats": [ME, OPEN], "watchable": False}
    table = (await alix.call("POST", "/api/tables", wish, 201)).json()["id"]
    assert await refused(alix, table) == "not_over"
    await bo.sit(table)
    await resign(alix, table, 0)
    assert await refused(cy, table) == "not_yours"
    assert (await replay(bo, table)).rounds[0].steps == 1
    for browser in (alix, bo, cy):
        await browser.close()


async def test_long_games_come_in_pages(app: App) -> None:
    """Whatever round is asked for, its page comes; the pages together are the game."""
    alix = Browser(app)
    text = a_record(200)

    async def page(number: int) -> Replay:
        answer = await alix.call("POST", f"/api/replay?round={number}", {"record": text}, 200)
        return replayed(answer.content)

    first = await page(1)
    rounds = len(first.rounds)
    assert rounds > 2 * replays.PAGE
    found = []
    for number in range(1, rounds + 1, replays.PAGE):
        told = await page(min(number + 3, rounds))
        assert told.first == number
        assert told.rounds == first.rounds
        assert len(told.steps) <= replays.PAGE
        found += told.steps
    assert [len(steps) for steps in found] == [round.steps for round in first.rounds]
    assert found[-1][-1].view.finished
    assert (await page(9999)).steps == []
    assert first.options == {"target": "200"}
    await alix.close()


@pytest.mark.parametrize(
    ("record", "code", "line", "column"),
    [
        ("", "unknown_game", 1, 1),
        ('[Game "chess"]\n', "unknown_game", 1, 1),
        ('[Game "forest"]\n[Rules "99"]\n', "bad_option", 2, 1),
        ('[Game "forest"]\n\n  B7\n', "bad_deal", 3, 3),
        ('[Game "forest"]\n\nnonsense', "malformed", 3, 1),
    ],
)
async def test_a_bad_record_is_told_where(app: App, record: str, code: str, line: int, column: int) -> None:
    alix = Browser(app)
    problem = (await alix.call("POST", "/api/replay", {"record": record}, 422)).json()
    assert (problem["code"], problem["details"]) == (code, {"line": line, "column": column})
    await alix.close()


async def test_a_record_is_bounded_and_leaves_nothing(app: App) -> None:
    alix = Browser(app)
    before = app.house.store.read("SELECT count(*) FROM facts"), app.house.store.read("SELECT count(*) FROM identities")
    text = a_record(1)
    assert (await alix.call("POST", "/api/replay", {"record": text}, 200)).json()["rounds"]
    tags_only = (await alix.call("POST", "/api/replay", {"record": '[Game "forest"]\n'}, 200)).json()
    assert (tags_only["rounds"], tags_only["steps"]) == ([], [])
    long = {"record": text + ";" + "x" * 2**19}
    assert (await alix.call("POST", "/api/replay", long, 413)).json()["code"] == "too_large"
    after = app.house.store.read("SELECT count(*) FROM facts"), app.house.store.read("SELECT count(*) FROM identities")
    assert before == after
    await alix.close()


async def test_pages_are_kept_and_compressed(app: App, monkeypatch: pytest.MonkeyPatch) -> None:
    """One looks at the same game again without its being worked out again; only so many pages are kept."""
    monkeypatch.setattr(replays, "KEPT", 2)
    made: list[object] = []
    written = replays.written
    monkeypatch.setattr(replays, "written", lambda record, number: made.append(record) or written(record, number))
    alix, bo = Browser(app), Browser(app, "Bo")
    tables = []
    for _ in range(3):
        tables.append((await alix.make(ME, OPEN)).id)
        await bo.sit(tables[-1])
        await resign(bo, tables[-1], 1)
    packed = await alix.call("GET", f"/api/tables/{tables[0]}/replay", status=200, headers={"accept-encoding": "gzip"})
    plain = await bo.call("GET", f"/api/tables/{tables[0]}/replay", status=200, headers={"accept-encoding": "br"})
    assert packed.headers["content-encoding"] == "gzip"
    assert "content-encoding" not in plain.headers
    assert packed.json() == plain.json()
    assert len(made) == 1
    for table in tables:
        await replay(alix, table)
    assert len(made) == 3
    await replay(alix, tables[0])
    assert len(made) == 4
    await alix.close()
    await bo.close()


async def test_too_much_is_too_much(tmp_path: Any) -> None:
    from renardiere.server.config import Limits

    async with open_house(tmp_path, limits=Limits(replays=(1.0, 2.0))) as app:
        alix, bo = Browser(app), Browser(app, "Bo", address="127.0.0.2")
        for status in (200, 200, 429):
            await alix.call("POST", "/api/replay", {"record": '[Game "forest"]\n'}, status)
        await bo.call("POST", "/api/replay", {"record": '[Game "forest"]\n'}, 200)
        await alix.close()
        await bo.close()
