"""The HTTP half of the protocol as an OpenAPI document, at ``/api/schema``.

Litestar lists the routes. What bodies and answers look like is what ``msgspec`` says of the messages, as in ``schema``
(unknown fields, bounds and patterns included), and each route names the errors that it may answer with.
"""

from __future__ import annotations

from typing import Any, Final

import msgspec
from litestar import Request
from litestar.openapi import OpenAPIConfig
from litestar.openapi.plugins import JsonRenderPlugin

from renardiere.server import messages
from renardiere.server.identity import COOKIE
from renardiere.server.problems import STATUS
from renardiere.server.schema import described

__all__ = ["completed", "openapi_config"]

REFS: Final = "#/components/schemas/"
ALWAYS: Final = (421, 429, 500, 503)
CHANGES: Final = (400, 403, 409, 413, 415, 422)
WITH_TABLE: Final = (400, 403, 404)
OF_OVER: Final = ("/record", "}/replay")
"""What there is only once the game is over."""
TABLE_ID: Final = msgspec.json.schema(messages.TableId)
OUTSIDE: Final = {"/healthz": (421,), "/metrics": (404, 421)}
"""What is not of the protocol."""


def openapi_config(version: str) -> OpenAPIConfig:
    """For Litestar."""
    return OpenAPIConfig(
        title="La Renardière",
        version=version,
        path="/api/schema",
        use_handler_docstrings=True,
        render_plugins=[Document()],
    )


class Document(JsonRenderPlugin):
    def render(self, request: Request[Any, Any, Any], openapi_schema: dict[str, Any]) -> bytes:
        return self.render_json(request, completed(openapi_schema))


def completed(document: dict[str, Any]) -> dict[str, Any]:
    """Litestar's document with our own words for messages, errors and who one is."""
    names = [name for name in (*document["components"]["schemas"], "Problem") if hasattr(messages, name)]
    types = [getattr(messages, name) for name in names]
    _, components = described(types, REFS)
    paths = {
        path: {method: _operation(path, method, operation) for method, operation in operations.items()}
        for path, operations in document["paths"].items()
    }
    cookie = {"type": "apiKey", "in": "cookie", "name": COOKIE}
    return {
        **document,
        "paths": paths,
        "components": {
            **document["components"],
            "schemas": dict(sorted({**document["components"]["schemas"], **components}.items())),
            "securitySchemes": {COOKIE: {**cookie, "description": "Who one is; the first answer sets it."}},
        },
    }


def _operation(path: str, method: str, operation: dict[str, Any]) -> dict[str, Any]:
    statuses = OUTSIDE.get(path)
    if statuses is None:
        of_table = WITH_TABLE if "{" in path else ()
        statuses = (
            *ALWAYS,
            *(() if method == "get" else CHANGES),
            *of_table,
            *((409,) if path.endswith(OF_OVER) else ()),
        )
    good = {status: answer for status, answer in operation["responses"].items() if int(status) < 400}
    if path == "/healthz":
        good["503"] = good["200"]
    errors = {str(status): _error(status) for status in sorted(set(statuses))}
    made = {**operation, "responses": {**good, **errors}, "security": [{COOKIE: []}, {}]}
    if parameters := operation.get("parameters"):
        made["parameters"] = [
            {**given, "schema": TABLE_ID} if given["name"] == "table" else given for given in parameters
        ]
    return made


def _error(status: int) -> dict[str, Any]:
    codes = [code for code, its in STATUS.items() if its == status] or ["internal"]
    return {
        "description": ", ".join(f"`{code}`" for code in codes),
        "content": {"application/json": {"schema": {"$ref": f"{REFS}Problem"}}},
    }
