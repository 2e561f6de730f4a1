"""The generated schema is complete and stays the same."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path
from typing import get_args

import msgspec

from renardiere.server import messages, schema
from renardiere.server.problems import STATUS


def test_every_message_is_there() -> None:
    document = schema.document()
    for union in (messages.FromClient, messages.FromServer):
        for kind in get_args(union):
            assert kind.__name__ in document["$defs"]
    for name, (_, event) in messages.WORDS.items():
        for kind in get_args(event):
            assert document["$defs"][name.capitalize() + kind.__name__]["properties"]["event"] == {
                "enum": [kind.__struct_config__.tag]
            }
        view = document["$defs"][f"{name.capitalize()}View"]
        assert view["properties"]["game"] == {"const": name}
    assert document["$defs"]["FromServer"]["discriminator"]["propertyName"] == "is"
    references = set()

    def walk(node: object) -> None:
        if isinstance(node, dict):
            references.update([node["$ref"]] if "$ref" in node else [])
            for value in node.values():
                walk(value)
        elif isinstance(node, list):
            for value in node:
                walk(value)

    walk(document)
    assert {f"#/$defs/{name}" for name in document["$defs"]} == references


def test_the_same_in_another_process() -> None:
    """Byte for byte, whatever the hash seed."""
    texts = {
        subprocess.run(
            [sys.executable, "-m", "renardiere.server.schema"],
            capture_output=True,
            check=True,
            env={"PYTHONHASHSEED": seed},
        ).stdout
        for seed in ("1", "2")
    }
    assert len(texts) == 1
    assert msgspec.json.decode(texts.pop()) == msgspec.to_builtins(schema.document())


def test_opening_imports_nothing_slow() -> None:
    """The house opens at once: Numba comes later, in the background; SQLAlchemy only with a migration."""
    code = "import sys, renardiere.server.listen; print({'numba', 'sqlalchemy', 'alembic'} & set(sys.modules))"
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, check=True, text=True)
    assert done.stdout == "set()\n"


def test_the_document_names_every_code() -> None:
    """docs/protocol.md is what other clients are written from."""
    text = (Path(__file__).parents[2] / "docs" / "protocol.md").read_text()
    missing = [code for code in STATUS if f"`{code}`" not in text]
    missing += [tag for tag in tags(messages.FromClient) + tags(messages.FromServer) if f"`{tag}`" not in text]
    assert missing == []


def tags(union: object) -> list[str]:
    return [str(kind.__struct_config__.tag) for kind in get_args(union)]
