"""``renardiere backup``."""

from __future__ import annotations

from datetime import datetime
from pathlib import Path

import click

from renardiere.cli import BadInput
from renardiere.cli.folder import find, folder_options

__all__ = ["command", "held"]


@click.command(short_help="Copy all games into one file, even while the house is open.")
@click.argument("file", type=click.Path(path_type=Path))
@click.option("--force", is_flag=True, help="Replace the file if it exists.")
@folder_options
def command(file: Path, force: bool, data: Path | None, settings_file: Path | None) -> None:
    """Copy all games into one file, even while the house is open.

    FILE is new, or a folder, which then gets a file named after the time. The copy is what the house was at one
    moment; it is checked and on the disk before it has its name, and only its owner can read it. It holds all that
    the house knows: keep it as safe as the house.
    """
    from renardiere.server.journal.backup import DATABASE, copy
    from renardiere.server.journal.lock import CannotOpen

    if file.is_dir():
        file = file / f"renardiere-{datetime.now().astimezone():%Y-%m-%dT%H%M%S}.sqlite3"
    try:
        contents = copy(find(settings_file, data).data / DATABASE, file, force)
    except CannotOpen as error:
        raise BadInput(str(error)) from None
    click.echo(f"{held(contents)} are in {file}, checked.")


def held(contents: object) -> str:
    """What a database holds, in words."""
    from renardiere.server.journal.backup import Contents

    assert isinstance(contents, Contents)
    tables = f"{contents.tables} table{'s' if contents.tables != 1 else ''}"
    people = f"{contents.people} {'people' if contents.people != 1 else 'person'}"
    return f"{tables} and {people} ({contents.bytes / 1e6:.1f} MB)"
