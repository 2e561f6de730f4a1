"""Live messages made from their own schema: what it allows is answered, what it doesn't is refused."""

from __future__ import annotations

import json
from collections.abc import Iterable, Iterator
from typing import Any

import msgspec
import pytest
from aside import World
from hypothesis import HealthCheck, Phase, given, settings
from hypothesis import strategies as st
from server_harness import Browser, Socket

from renardiere.games.forest.actions import TEXTS
from renardiere.server.messages import FromClient, Refused
from renardiere.server.schema import document

pytestmark = pytest.mark.slow


@pytest.fixture(scope="module")
def world(tmp_path_factory: pytest.TempPathFactory) -> Iterator[World]:
    world = World(tmp_path_factory.mktemp("world"))
    yield world
    world.close()


def whole(value: Any) -> Any:
    """To JSON Schema 1.0 is an integer; here it is none."""
    match value:
        case dict():
            return {key: whole(item) for key, item in value.items()}
        case float() if value.is_integer():
            return int(value)
    return value


def messages(valid: bool) -> st.SearchStrategy[Any]:
    """What the schema of live messages allows, or what it does not."""
    import schemathesis
    from schemathesis import GenerationMode

    definitions = document()["$defs"]
    text = json.dumps(definitions).replace("#/$defs/", "#/components/schemas/")
    reference = {"$ref": "#/components/schemas/FromClient"}
    body = {"required": True, "content": {"application/json": {"schema": reference}}}
    schema = schemathesis.openapi.from_dict(
        {
            "openapi": "3.1.0",
            "info": {"title": "live", "version": "1"},
            "paths": {"/live": {"post": {"requestBody": body, "responses": {"200": {"description": "anything"}}}}},
            "components": {"schemas": json.loads(text)},
        }
    )
    (operation,) = (result.ok() for result in schema.get_all_operations())
    mode = GenerationMode.POSITIVE if valid else GenerationMode.NEGATIVE
    bodies = operation.as_strategy(generation_mode=mode).map(lambda case: whole(case.body))
    return bodies.filter(lambda body: isinstance(body, (dict, list, str, int, float, type(None))))


NOW = 0
"""A decision: the one that is open when the message is sent."""
LEGAL = "legal"
"""An action: a legal one of whoever is to act then."""
TURN = object()
"""A seat: the one that is to act when the message is sent."""


def moves(table: str) -> st.SearchStrategy[Any]:
    """Actions of whoever is to act at a table: legal ones, others of the game, and anything."""
    action = st.just(LEGAL) | st.sampled_from(TEXTS) | st.text(min_size=1, max_size=8)
    request = st.from_regex(r"[A-Za-z0-9_-]{8,12}", fullmatch=True)
    decision = st.sampled_from((NOW, NOW, NOW, 10**6))
    told = {"is": st.just("act"), "table": st.just(table), "seat": st.just(TURN), "decision": decision}
    return st.fixed_dictionaries({**told, "action": action, "request": request})


@st.composite
def likely(draw: Any, world: World, some: st.SearchStrategy[Any]) -> list[Any]:
    """Such messages, most of them about a real table, some with an action that may even be legal."""
    alone = world.tables[3]  # where one person has both seats
    table, seat = draw(st.sampled_from([alone] * 5 + world.tables)), draw(st.sampled_from((0, 1)))
    sent: list[Any] = [{"is": "watch", "table": table, "seat": seat}]
    for message in draw(st.lists(some | moves(alone), min_size=1, max_size=8)):
        if message.get("seat") is TURN:
            sent.append(message)
            continue
        if "table" in message:
            message["table"] = draw(st.sampled_from((table, table, table, *world.tables)))
            if "seat" in message:
                message["seat"] = draw(st.sampled_from((seat, seat, 0, 1, message["seat"])))
        if message["is"] == "act":
            message["action"] = draw(st.sampled_from((LEGAL,) * len(TEXTS) + TEXTS) | st.just(message["action"]))
            message["decision"] = draw(st.sampled_from((NOW, NOW, NOW, message["decision"])))
            message["request"] = draw(st.sampled_from((message["request"], message["request"], "the-same-one")))
        sent.append(message)
    return sent


def filled_in(world: World, messages: Iterable[Any]) -> Iterator[Any]:
    """These messages, each when it is its turn to be sent: actions with the decision, the seat and the card of then,
    where they are left open."""
    for message in messages:
        yield filled(world, message) if message["is"] == "act" else message


def filled(world: World, message: Any) -> Any:
    awake = world.app.house.awake(message["table"])
    seats = awake.table.to_act if awake is not None else ()
    act = dict(message)
    if act["decision"] == NOW:
        act["decision"] = awake.table.decision if awake is not None else 0
    if act["seat"] is TURN:
        act["seat"] = seats[0] if seats else 0
    if act["action"] == LEGAL and seats:
        act["seat"], act["action"] = seats[0], awake.table.state.view(seats[0]).legal[str(seats[0])][0]
    return act


async def told(browser: Browser, messages: Iterable[Any]) -> list[list[Any]]:
    """What each of these brings, on one connection, which stays."""
    socket: Socket = await browser.live()
    answers = []
    for message in messages:
        socket.send_text(json.dumps(message))
        answers.append(await socket.quiet())
    await socket.close()
    return answers


SETTINGS = settings(
    max_examples=120,
    derandomize=True,
    database=None,
    deadline=None,
    phases=[Phase.generate],
    suppress_health_check=list(HealthCheck),
)


def test_any_messages_in_any_order(world: World) -> None:
    """Whatever the schema allows, at any table, by anybody: protocol answers, never ``bad_message``, never the end."""
    kinds: set[str] = set()

    @SETTINGS
    @given(likely(world, messages(valid=True)), st.sampled_from((0, 0, 0, 0, 1, 2, 3)))
    def attempt(sent: list[Any], who: int) -> None:
        for answers in world.run(told(world.people[who], filled_in(world, sent))):
            for answer in answers:
                kinds.add(type(answer).__name__)
                if isinstance(answer, Refused):
                    kinds.add(answer.problem.code)
                    assert answer.problem.code not in ("bad_message", "internal")

    attempt()
    assert {"Done", "Sync", "Update", "Table", "stale", "not_yours", "no_table", "illegal", "malformed"} <= kinds


def test_messages_that_do_not_fit(world: World) -> None:
    """Whatever the schema does not allow is refused as such, without another word."""

    @SETTINGS
    @given(messages(valid=False))
    def attempt(sent: Any) -> None:
        text = json.dumps(sent)
        with pytest.raises((msgspec.DecodeError, UnicodeError)):
            msgspec.json.decode(text, type=FromClient)
        ((answer,),) = world.run(told(world.people[0], [sent]))
        assert isinstance(answer, Refused)
        assert (answer.request, answer.problem.code) == (None, "bad_message")

    attempt()
