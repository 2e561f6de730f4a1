"""``renardiere admin``: what a host needs, also at night."""

from __future__ import annotations

import asyncio
from datetime import datetime
from pathlib import Path
from typing import TYPE_CHECKING

import click

from renardiere.cli import BadInput
from renardiere.cli.folder import find, folder_options

if TYPE_CHECKING:
    from renardiere.server.admin import Answer, HouseStatus, Order, ReportList

__all__ = ["command"]


@click.group(subcommand_metavar="COMMAND [ARGS]…")
@folder_options
@click.pass_context
def command(context: click.Context, data: Path | None, settings_file: Path | None) -> None:
    """See how a house is, close its list of open tables or its talk, mute somebody.

    While the house is open it is told at once; otherwise it is changed in its data folder. What is set holds until it
    is set again, also after a restart.

    \b
      renardiere admin status
      renardiere admin lobby close
      renardiere admin reports
      renardiere admin mute 12
    """
    context.obj = (settings_file, data)


@command.command()
@click.pass_context
def status(context: click.Context) -> None:
    """How the house is: open or not, what is allowed, how much there is."""
    from renardiere.server.admin import HouseStatus, Status

    answer = carry_out(context, Status())
    assert isinstance(answer, HouseStatus)
    _show_status(answer)


@command.command()
@click.argument("state", type=click.Choice(["open", "close"]))
@click.pass_context
def lobby(context: click.Context, state: str) -> None:
    """Open or close the list of open tables. Tables that are under way go on."""
    from renardiere.server.admin import SetOpen

    _say(carry_out(context, SetOpen("lobby", state == "open")))


@command.command()
@click.argument("state", type=click.Choice(["open", "close"]))
@click.pass_context
def chat(context: click.Context, state: str) -> None:
    """Open or close all talk."""
    from renardiere.server.admin import SetOpen

    _say(carry_out(context, SetOpen("chat", state == "open")))


@command.command()
@click.argument("who")
@click.pass_context
def mute(context: click.Context, who: str) -> None:
    """Let somebody write nothing any more. WHO is the number of a report about them, or an identity as "reports" shows
    it."""
    from renardiere.server.admin import SetMuted

    _say(carry_out(context, SetMuted(who, True)))


@command.command()
@click.argument("who")
@click.pass_context
def unmute(context: click.Context, who: str) -> None:
    """Let somebody write again. WHO is as for "mute"."""
    from renardiere.server.admin import SetMuted

    _say(carry_out(context, SetMuted(who, False)))


@command.command()
@click.argument("who")
@click.option("--yes", is_flag=True, help="Don't ask.")
@click.pass_context
def forget(context: click.Context, who: str, yes: bool) -> None:
    """Delete somebody's data, as they can do themselves in the settings. There is no way back. WHO is as for "mute"."""
    from renardiere.server.admin import Forget

    if not yes:
        click.confirm(f"Delete all data of {who} for good?", abort=True)
    _say(carry_out(context, Forget(who)))


@command.command()
@click.option("--all", "handled", is_flag=True, help="Also those that were handled.")
@click.pass_context
def reports(context: click.Context, handled: bool) -> None:
    """The messages that people reported, and who wrote them."""
    from renardiere.server.admin import ReportList, Reports

    answer = carry_out(context, Reports(handled))
    assert isinstance(answer, ReportList)
    _show_reports(answer)


@command.command()
@click.argument("report", type=click.IntRange(min=1))
@click.pass_context
def handled(context: click.Context, report: int) -> None:
    """Note that a report was looked into: "reports" no longer shows it."""
    from renardiere.server.admin import SetHandled

    _say(carry_out(context, SetHandled(report)))


@command.command()
@click.pass_context
def check(context: click.Context) -> None:
    """Read all of the database and say whether it is sound. The house may be open meanwhile."""
    from renardiere.cli.backup import held
    from renardiere.server.journal.backup import DATABASE, contents
    from renardiere.server.journal.backup import check as check_database
    from renardiere.server.journal.lock import CannotOpen

    path = find(*context.obj).data / DATABASE
    try:
        check_database(path)
        click.echo(f"{path} is sound: {held(contents(path))}, revision {contents(path).revision}.")
    except CannotOpen as error:
        raise BadInput(str(error)) from None


def carry_out(context: click.Context, order: Order) -> Answer:
    """By the running house, or on its data folder."""
    import msgspec

    from renardiere.cli.running import Running, reach
    from renardiere.server.journal.backup import DATABASE
    from renardiere.server.journal.lock import CannotOpen

    found = find(*context.obj)
    if not (found.data / DATABASE).exists():
        raise BadInput(f"there is no house in {found.data}")
    try:
        house = reach(found.data)
    except CannotOpen as error:
        raise BadInput(str(error)) from None
    if isinstance(house, Running):
        body = msgspec.json.encode(order)
        return house.ask("order", body, len(body))
    from renardiere.server.config import Config, RealClock
    from renardiere.server.journal.store import Store, Unavailable
    from renardiere.server.logs import configure_logs
    from renardiere.server.policy import Policy
    from renardiere.server.problems import Refusal

    configure_logs("error")

    async def offline() -> Answer:
        from renardiere.server.admin import Desk

        store = Store(found.data, house)
        store.start()
        try:
            policy = Policy(
                store, Config(found.data, lobby=found.settings.lobby, chat=found.settings.chat), RealClock()
            )
            policy.load()
            return await Desk(store, policy).carry_out(order)
        finally:
            await store.stop()

    try:
        return asyncio.run(offline())
    except (CannotOpen, Refusal, Unavailable) as error:
        raise BadInput(str(error)) from None
    finally:
        house.release()


def _say(answer: Answer) -> None:
    from renardiere.server.admin import Said

    assert isinstance(answer, Said)
    click.echo(answer.text)


def _show_status(status: HouseStatus) -> None:
    free = f"{status.disk_free / 1e9:.1f} GB of the disk are free"
    lines = {
        "house": "not open" if status.serving_since is None else f"open since {_when(status.serving_since)}",
        "version": status.version,
        "database": f"{status.state}, {status.database / 1e6:.1f} MB; {free}",
        "open tables": status.lobby,
        "talk": status.chat,
        "tables": f"{status.tables}, {status.unfinished} of them not over",
        "people": f"{status.people}{_forgotten(status.forget_after)}",
        "reports": f"{status.reports} to look into",
        "muted": ", ".join(status.muted) or "nobody",
    }
    if status.connections is not None:
        lines["now"] = f"{status.connections} live connections, {status.tables_awake} tables in memory"
    for name, text in lines.items():
        click.echo(f"{name:12}{text}")


def _forgotten(days: int | None) -> str:
    if days is None:
        return ""
    after = f"after {days} days without a visit" if days else "never"
    return f"; those without a table are forgotten {after}"


def _show_reports(answer: ReportList) -> None:
    for report in answer.reports:
        state = [word for word, holds in (("handled", report.handled), ("muted", report.muted)) if holds]
        click.echo(
            f"{report.id}  {_when(report.at)}  table {report.table}, message {report.number}\n"
            f"   {report.who} ({report.name or 'no name'}){'  ' + ', '.join(state) if state else ''}: {report.text!r}\n"
            f"   reported by {report.reporter}"
        )
    if not answer.reports:
        click.echo("Nothing was reported.")


def _when(at: float) -> str:
    return f"{datetime.fromtimestamp(at).astimezone():%Y-%m-%d %H:%M}"
