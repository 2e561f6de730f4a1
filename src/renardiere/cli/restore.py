"""``renardiere restore``."""

from __future__ import annotations

import secrets
import shutil
import time
from pathlib import Path
from typing import TYPE_CHECKING

import click

from renardiere.cli import BadInput
from renardiere.cli.backup import held
from renardiere.cli.folder import find, folder_options

if TYPE_CHECKING:
    from renardiere.server.admin import Restored

__all__ = ["command"]


@click.command(short_help="Put a backup in the place of all games, even while the house is open.")
@click.argument("file", type=click.Path(path_type=Path, exists=True, dir_okay=False))
@click.option("--yes", is_flag=True, help="Do not ask.")
@folder_options
def command(file: Path, yes: bool, data: Path | None, settings_file: Path | None) -> None:
    """Put a backup in the place of all games, even while the house is open.

    FILE comes from "renardiere backup", of this version or an older one. It is checked first; if it is no good nothing
    is touched. What was played since then is no longer in the house, but its database is kept beside the new one.
    """
    from renardiere.cli.running import Running, reach
    from renardiere.server.admin import Restored
    from renardiere.server.journal.backup import DATABASE
    from renardiere.server.journal.lock import CannotOpen

    folder = find(settings_file, data).data
    if (folder / DATABASE).exists() and file.samefile(folder / DATABASE):
        raise BadInput(f"{file} is the house's own database")
    if not yes:
        click.confirm(f"Put {file} in the place of all games in {folder}?", abort=True)
    try:
        folder.mkdir(mode=0o700, parents=True, exist_ok=True)
        house = reach(folder)
        if isinstance(house, Running):
            with file.open("rb") as backup:
                answer = house.ask("restore", backup, file.stat().st_size)
            assert isinstance(answer, Restored)
            done = answer
        else:
            try:
                done = _offline(folder, file)
            finally:
                house.release()
    except CannotOpen as error:
        raise BadInput(str(error)) from None
    except OSError as error:
        raise BadInput(f"{error.filename or file}: {error.strerror}") from None
    click.echo(f"{held(done.contents)} are in the house again.")
    if done.previous is not None:
        click.echo(f"What was there before is kept in {done.previous}")


def _offline(folder: Path, file: Path) -> Restored:
    from renardiere.server.admin import Restored
    from renardiere.server.journal.backup import prepare, staging, swap, sweep

    sweep(folder)
    staged = staging(folder)
    try:
        shutil.copyfile(file, staged)
        contents = prepare(staged, secrets.token_hex(6))
        previous = swap(folder, staged, time.time())
    finally:
        staged.unlink(missing_ok=True)
    return Restored(contents, str(previous) if previous is not None else None)
