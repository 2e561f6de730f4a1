"""The HTTP API does what its own document says, whatever it is sent: everything that ``/api/schema`` lists is tried."""

from __future__ import annotations

import gzip
import itertools
from collections.abc import Iterator
from typing import Any
from urllib.parse import unquote, urlsplit

import pytest
from aside import World
from hypothesis import HealthCheck, Phase, given, settings
from hypothesis import strategies as st
from server_harness import BASE, Browser, raw_call

from renardiere.server.app import api
from renardiere.server.openapi import completed

DOCUMENT: dict[str, Any] = completed(api(16_384).openapi_schema.to_schema())  # type: ignore[attr-defined]
OPERATIONS = sorted(
    f"{method.upper()} {path}" for path, operations in DOCUMENT["paths"].items() for method in operations
)


@pytest.fixture(scope="module")
def world(tmp_path_factory: pytest.TempPathFactory) -> Iterator[World]:
    world = World(tmp_path_factory.mktemp("world"))
    yield world
    world.close()


def answered(world: World, prepared: Any, who: Browser) -> Any:
    """What the house answers to a request of ``who``."""
    from schemathesis import Response

    body = prepared.body or b""
    headers = [(name.lower().encode(), str(value).encode("latin-1")) for name, value in prepared.headers.items()]
    if who.http.cookies:
        headers.append((b"cookie", f"fox={who.http.cookies['fox']}".encode()))
    url = urlsplit(prepared.url)
    body = body.encode() if isinstance(body, str) else body
    sent = world.run(raw_call(world.app, prepared.method, unquote(url.path), headers, body, url.query.encode()))
    told: dict[str, list[str]] = {}
    if (b"content-encoding", b"gzip") in sent["headers"]:
        sent["body"] = gzip.decompress(sent["body"])
    for name, value in sent["headers"]:
        told.setdefault(name.decode(), []).append(value.decode())
    return Response(sent["status"], told, sent["body"], prepared, elapsed=0, verify=False, encoding="utf-8")


@pytest.mark.slow
@pytest.mark.parametrize("operation", OPERATIONS)
def test_every_answer_is_as_documented(world: World, operation: str) -> None:
    """No error of ours; the status, the content type and the body are among those listed; what does not fit the
    document is refused. Tables are real ones, and who asks may be anybody."""
    import requests
    import schemathesis
    from schemathesis import GenerationMode, checks
    from schemathesis.core.parameters import ParameterLocation

    schema = schemathesis.openapi.from_dict(DOCUMENT)
    found = next(its for result in schema.get_all_operations() if (its := result.ok()).label == operation)
    told = [
        checks.not_a_server_error,
        *checks.CHECKS.get_by_names(
            [
                "status_code_conformance",
                "content_type_conformance",
                "response_headers_conformance",
                "response_schema_conformance",
                "negative_data_rejection",
                "allow_header_conformance",
            ]
        ),
    ]
    statuses: set[int] = set()
    fresh = itertools.count()

    def attempt(case: Any, table: str, who: int) -> None:
        path = case.meta.components.get(ParameterLocation.PATH)
        if path is not None and not path.mode.is_negative:
            case.path_parameters["table"] = table
        body = case.meta.components.get(ParameterLocation.BODY)
        if body is not None and not body.mode.is_negative and "request" in case.body:
            case.body["request"] = f"fresh-{next(fresh):08}"
        prepared = requests.Request(**case.as_transport_kwargs(base_url=BASE)).prepare()
        response = answered(world, prepared, world.people[who])
        statuses.add(response.status_code)
        case.validate_response(response, checks=told)

    people = st.integers(0, 3)
    for mode in (GenerationMode.POSITIVE, GenerationMode.NEGATIVE):
        if mode.is_negative and not found.body and not found.path_parameters:
            continue
        cases = found.as_strategy(generation_mode=mode)
        run = settings(
            max_examples=15,
            derandomize=True,
            database=None,
            deadline=None,
            phases=[Phase.generate],
            suppress_health_check=list(HealthCheck),
        )
        run(given(cases, st.sampled_from(world.tables), people)(attempt))()
    assert statuses
