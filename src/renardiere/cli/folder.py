"""Which house a command is about: its settings and its data folder."""

from __future__ import annotations

import os
import sys
from collections.abc import Callable
from pathlib import Path
from typing import TYPE_CHECKING, Any, NamedTuple, TypeVar

import click

from renardiere.cli import BadInput

if TYPE_CHECKING:
    from renardiere.server.settings import Settings

__all__ = ["Found", "default_data", "find", "folder_options"]

Command = TypeVar("Command", bound=Callable[..., Any])


class Found(NamedTuple):
    """``beside``: the folder that paths in the settings are relative to."""

    settings: Settings
    data: Path
    beside: Path


def folder_options(command: Command) -> Command:
    """``--data`` and ``--settings``."""
    data = click.option(
        "--data",
        type=click.Path(file_okay=False, path_type=Path),
        envvar="RENARDIERE_DATA",
        help="The folder with all games.  [default: in the user's data folder; env: RENARDIERE_DATA]",
    )
    settings = click.option(
        "--settings",
        "settings_file",
        type=click.Path(dir_okay=False, path_type=Path),
        envvar="RENARDIERE_SETTINGS",
        help="The settings file.  [default: settings.toml in the data folder; env: RENARDIERE_SETTINGS]",
    )
    return settings(data(command))


def find(settings_file: Path | None, data: Path | None) -> Found:
    """The settings that hold, and the data folder: what the command line says wins over the file."""
    from renardiere.server.settings import BadSettings, Settings, read

    try:
        if settings_file is not None:
            settings = read(settings_file)
            beside = settings_file.parent
            if data is None and settings.data is not None:
                data = beside / Path(settings.data).expanduser()
            return Found(settings, data or default_data(), beside)
        data = data or default_data()
        own = data / "settings.toml"
        if not own.exists():
            return Found(Settings(), data, data)
        settings = read(own)
        if settings.data is not None and (data / Path(settings.data).expanduser()).resolve() != data.resolve():
            raise BadSettings(f"{own}: data: it lies in the data folder, and can't name another")
        return Found(settings, data, data)
    except BadSettings as error:
        raise BadInput(str(error)) from None


def default_data() -> Path:
    """The user's data folder, where each system wants it."""
    if sys.platform == "win32":
        base = Path(os.environ.get("LOCALAPPDATA") or Path.home() / "AppData" / "Local")
    elif sys.platform == "darwin":
        base = Path.home() / "Library" / "Application Support"
    else:
        base = Path(os.environ.get("XDG_DATA_HOME") or Path.home() / ".local" / "share")
    return base / "renardiere"
