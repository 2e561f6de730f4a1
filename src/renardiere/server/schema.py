"""``python -m renardiere.server.schema`` prints the JSON Schema (draft 2020-12) of every message of the protocol.

The page's types are generated from it. Unions are discriminated by their tag (``is``, ``who``, ``event``), views by
their ``game``; the output is the same for the same sources, byte for byte.
"""

from __future__ import annotations

import sys
from collections.abc import Iterable, Mapping
from typing import Any, Final

import msgspec

from renardiere.games.play import View
from renardiere.server import messages

__all__ = ["described", "document"]

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
    messages.Ready,
    messages.Suggest,
    messages.GiveUp,
    messages.Choose,
    messages.Back,
    messages.AskHint,
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
UNIONS: Final = {"FromClient": messages.FromClient, "FromServer": messages.FromServer, "Hint": messages.Hint}
DEFS: Final = "#/$defs/"


def described(types: Iterable[Any], place: str) -> tuple[list[Any], dict[str, Any]]:
    """The schemas of these types, and of all that they are made of, which lie at ``place``.

    A view or an event is that of one of the games: they are told apart by the view's ``game``.
    """
    schemas, components = msgspec.json.schema_components(types, ref_template=place + "{name}")
    if "View" in components:
        views, events = [], []
        common = msgspec.json.schema_components([View])[1]
        for name, words in messages.WORDS.items():
            (view, event), its = msgspec.json.schema_components(words, ref_template=place + "{name}")
            title = name.capitalize()
            new = {key: key if key in common or key.startswith(title) else title + key for key in its}
            its = {new[key]: {**_renamed(component, new), "title": new[key]} for key, component in its.items()}
            its[f"{title}View"]["properties"]["game"] = {"const": name}
            its[f"{title}Event"] = {"title": f"{title}Event", **_renamed(event, new)}
            components |= its
            views.append(_renamed(view, new))
            events.append({"$ref": f"{place}{title}Event"})
        components["View"] = {"title": "AnyView", "anyOf": views}
        components["Event"] = {"title": "AnyEvent", "anyOf": events}
    return list(schemas), components


def _renamed(node: Any, names: Mapping[str, str]) -> Any:
    """The same schema with other names in its references: each game has words like ``Dealt`` and ``Played``."""
    if isinstance(node, dict):
        return {key: _renamed(value, names) for key, value in node.items()}
    if isinstance(node, (list, tuple)):
        return [_renamed(each, names) for each in node]
    if isinstance(node, str) and node.startswith("#/"):
        place, _, name = node.rpartition("/")
        return f"{place}/{names.get(name, name)}"
    return node


def document() -> dict[str, Any]:
    """The schema as one document: each message under ``$defs``, and a root that refers to all of them."""
    schemas, components = described((*HTTP, *UNIONS.values()), DEFS)
    unions = dict(zip(UNIONS, schemas[len(HTTP) :], strict=True))
    definitions = {**components, **{name: {"title": name, **schema} for name, schema in unions.items()}}
    named = {"View": "AnyView", "Event": "AnyEvent"}
    definitions = {named.get(name, name): _renamed(its, named) for name, its in definitions.items()}
    roots = [*(kind.__name__ for kind in HTTP), *UNIONS]
    return {
        "$schema": "https://json-schema.org/draft/2020-12/schema",
        "title": "Protocol",
        "description": "Every message between a client and a Renardière server.",
        "type": "object",
        "properties": {name: {"$ref": f"{DEFS}{name}"} for name in sorted(roots)},
        "additionalProperties": False,
        "$defs": dict(sorted(definitions.items())),
    }


if __name__ == "__main__":
    sys.stdout.write(msgspec.json.format(msgspec.json.encode(document()), indent=2).decode() + "\n")
