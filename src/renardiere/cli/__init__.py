"""The command line. Each command lives in a module of its own that is imported only when it is called, so that
``--help`` answers at once."""

from __future__ import annotations

from importlib import import_module
from typing import Final

import click

from renardiere import __version__

__all__ = ["main"]

COMMANDS: Final = {
    "serve": "Open a house: serve the page and its tables.",
    "backup": "Copy all games into one file, even while the house is open.",
    "restore": "Put a backup in the place of all games, even while the house is open.",
    "admin": "See how a house is, close its list of open tables or its talk, mute somebody.",
    "play": "Play a game in this terminal, against a bot or with one.",
    "arena": "Let bots play each other, or together, and measure them.",
    "bench": "Measure how fast this machine plays.",
    "replay": "Check a game record and show where it stands.",
    "verify": "Check that a record's cards were shuffled as promised.",
    "warm": "Compile the rules ahead of time.",
}
"""name -> what it is for; command ``x`` is ``command`` in ``renardiere.cli.x``."""


class LazyGroup(click.Group):
    """A group that knows its commands' names and purposes without importing them."""

    def list_commands(self, ctx: click.Context) -> list[str]:
        return list(COMMANDS)

    def get_command(self, ctx: click.Context, cmd_name: str) -> click.Command | None:
        if cmd_name not in COMMANDS:
            return None
        command: click.Command = import_module(f"renardiere.cli.{cmd_name}").command
        return command

    def format_commands(self, ctx: click.Context, formatter: click.HelpFormatter) -> None:
        with formatter.section("Commands"):
            formatter.write_dl(list(COMMANDS.items()))

    def invoke(self, ctx: click.Context) -> object:
        from renardiere.games.errors import FoxError

        try:
            return super().invoke(ctx)
        except FoxError as error:
            raise BadInput(str(error)) from None


class BadInput(click.ClickException):
    """Bad input: one clear line, exit status 2."""

    exit_code = 2

    def show(self, file: object = None) -> None:
        click.echo(f"renardiere: {self.format_message()}", err=True)


@click.group(cls=LazyGroup, context_settings={"help_option_names": ["-h", "--help"], "max_content_width": 100})
@click.version_option(__version__, prog_name="renardiere", message="%(prog)s %(version)s")
def main() -> None:
    """La Renardière: four fox games at one table.

    Play them here, host them for others, or let bots play them.
    """
