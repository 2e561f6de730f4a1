"""``renardiere verify``: were a record's cards shuffled as its table promised? See ``docs/dealing.md``."""

from __future__ import annotations

from typing import Final

import click

from renardiere.cli.replay import load

__all__ = ["command"]

STATUS: Final = {"right": 0, "wrong": 1, "nothing": 3}


@click.command()
@click.argument("file")
@click.pass_context
def command(ctx: click.Context, file: str) -> None:
    """Check that the cards of the record FILE ("-": standard input) were shuffled as its table promised.

    The table committed to a secret before anybody sat down, and revealed it at the end; every deal must follow from
    it and from what the players contributed. Exit status: 0 right, 1 wrong, 2 bad record, 3 nothing to verify.
    """
    from renardiere.games.dealing import verify

    verdict = verify(load(file))
    if verdict.status == "right":
        click.echo(f"right: {verdict.message}")
        click.echo(f"checked: the commitment, deals: {verdict.deals}, shares of players: {verdict.shares}")
    else:
        click.echo(f"{'wrong' if verdict.status == 'wrong' else 'nothing to verify'}: {verdict.message}")
    ctx.exit(STATUS[verdict.status])
