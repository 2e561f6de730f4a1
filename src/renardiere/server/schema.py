"""``python -m renardiere.server.schema`` prints the JSON Schema (draft 2020-12) of every message of the protocol.

The page's types are generated from it. Unions are discriminated by their tag (``is``, ``who``, ``event``); the output
is the same for the same sources, byte for byte.
"""

from __future__ import annotations

import sys
from typing import Any, Final

import msgspec

from renardiere.server import messages

__all__ = ["document"]

HTTP: Final = (
    messages.Me,
    messages.SetMe,
    messages.Qr,
    messages.ResumeLink,
    messages.Words,
    messages.Resume,
    messages.Forget,
    messages.NewTable,
    messages.Sit,
    messages.AtSeat,
    messages.SeatBot,
    messages.Choose,
    messages.Back,
    messages.AskHint,
    messages.Hint,
    messages.Rematch,
    messages.Say,
    messages.Mute,
    messages.Report,
    messages.Said,
    messages.TableInfo,
    messages.TableCard,
    messages.OpenTable,
    messages.PlayDaily,
    messages.Daily,
    messages.GivenRecord,
    messages.Replay,
    messages.Past,
    messages.HouseInfo,
    messages.Legal,
    messages.Problem,
)
UNIONS: Final = {
    "FromClient": messages.FromClient,
    "FromServer": messages.FromServer,
    "AnyEvent": messages.AnyEvent,
}


def document() -> dict[str, Any]:
    """The schema as one document: each message under ``$defs``, and a root that refers to all of them."""
    types = (*HTTP, *UNIONS.values())
    schemas, components = msgspec.json.schema_components(types, ref_template="#/$defs/{name}")
    unions = dict(zip(UNIONS, schemas[len(HTTP) :], strict=True))
    definitions = {**components, **{name: {"title": name, **schema} for name, schema in unions.items()}}
    roots = [*(kind.__name__ for kind in HTTP), *UNIONS]
    return {
        "$schema": "https://json-schema.org/draft/2020-12/schema",
        "title": "Protocol",
        "description": "Every message between a client and a Renardière server.",
        "type": "object",
        "properties": {name: {"$ref": f"#/$defs/{name}"} for name in sorted(roots)},
        "additionalProperties": False,
        "$defs": dict(sorted(definitions.items())),
    }


if __name__ == "__main__":
    sys.stdout.write(msgspec.json.format(msgspec.json.encode(document()), indent=2).decode() + "\n")
