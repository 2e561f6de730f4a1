"""``renardiere serve``."""

from __future__ import annotations

import contextlib
import os
import signal
import socket
import sys
import webbrowser
from pathlib import Path
from typing import Final

import click

from renardiere.cli import BadInput
from renardiere.cli.folder import Found, find, folder_options

__all__ = ["command"]

ANY_IPV4: Final = "0.0.0.0"  # noqa: S104  # asked for by name
ANY_ADDRESS: Final = {ANY_IPV4, "::", ""}


@click.command(short_help="Open a house: serve the page and its tables.")
@click.option("--host", help="The address to listen on.  [default: 127.0.0.1]")
@click.option("--port", type=click.IntRange(0, 65535), help="0 takes a free one.  [default: 8765]")
@click.option("--lan", is_flag=True, help="Let the other devices in the house in; prints an address and a QR code.")
@click.option("--public-url", metavar="URL", help="Where the world reaches this house, behind a proxy.")
@folder_options
@click.option("--print-settings", is_flag=True, help="Print a settings file with all defaults, explained.")
@click.option("--open", "open_page", is_flag=True, help="Open the page in a browser.")
def command(
    host: str | None,
    port: int | None,
    lan: bool,
    public_url: str | None,
    data: Path | None,
    settings_file: Path | None,
    print_settings: bool,
    open_page: bool,
) -> None:
    """Open a house: serve the page and its tables.

    Everything that happens is kept in one folder; stop it with Ctrl-C, start it again, and all games go on. What is
    given here wins over the settings file.
    """
    from renardiere.server import settings as files

    if print_settings:
        click.echo(files.EXAMPLE.read_text(encoding="utf-8"), nl=False)
        return
    if public_url is not None and not files.is_origin(public_url):
        raise BadInput(f"--public-url is an address such as https://fox.example, not {public_url!r}")
    found = find(settings_file, data)
    settings = found.settings
    public_url = public_url or settings.public_url
    host = ANY_IPV4 if lan or (settings.lan and host is None) else host or settings.host
    hosts = {host} if host not in ANY_ADDRESS else _own_names()
    with contextlib.ExitStack() as doors:
        listening = [doors.enter_context(contextlib.closing(_listen(host, settings.port if port is None else port)))]
        port = listening[0].getsockname()[1]
        name = (lan_address() or "localhost") if host in ANY_ADDRESS else host
        address = public_url or _url("localhost" if name == "127.0.0.1" else name, port)
        if host not in ANY_ADDRESS and not _is_loopback(host):  # a door for `renardiere admin`
            listening.append(doors.enter_context(contextlib.closing(_listen("127.0.0.1", 0))))
        _serve(found, hosts, public_url, listening, address, host in ANY_ADDRESS, open_page)


def _serve(
    found: Found,
    hosts: set[str],
    public_url: str | None,
    listening: list[socket.socket],
    address: str,
    lan: bool,
    open_page: bool,
) -> None:
    from renardiere.server.admin import Note, new_secret
    from renardiere.server.app import App
    from renardiere.server.config import Config
    from renardiere.server.journal.lock import CannotOpen
    from renardiere.server.listen import HouseServer
    from renardiere.server.logs import configure_logs

    settings = found.settings
    config = Config(
        found.data,
        hosts=frozenset(name.lower() for name in hosts),
        public_url=public_url,
        bot_processes=settings.bot_processes,
        yard_processes=settings.yard_processes or os.cpu_count() or 1,
        limits=settings.limits.limits(),
        trusted_proxies=settings.trusted_proxies,
        lobby=settings.lobby,
        chat=settings.chat,
        forget_after=settings.forget_after,
        legal=settings.notices(found.beside),
        contact=settings.contact,
    )
    ear = listening[-1].getsockname()
    near = ear[0] if _is_loopback(ear[0]) else "::1" if ":" in ear[0] else "127.0.0.1"
    note = Note(near, ear[1], os.getpid(), new_secret())

    def say() -> None:
        try:
            note.write(found.data)
        except OSError as error:
            click.echo(f"renardiere admin will not reach this house: {error.strerror}", err=True)
        click.echo(f"La Renardière is open at {address} (Ctrl-C closes it)")
        if lan:
            click.echo("The other devices in the house: type that address, or point a camera here:\n")
            _print_qr(address)
        if open_page:
            webbrowser.open(address)

    try:
        app = App(config, secret=note.secret)
    except CannotOpen as error:
        raise BadInput(str(error)) from None
    configure_logs(settings.log_level)
    server = HouseServer(app, config, say)
    signal.signal(signal.SIGTERM, signal.default_int_handler)  # uvicorn raises it again once all is closed
    try:
        with contextlib.suppress(KeyboardInterrupt):
            server.run(sockets=listening)
    finally:
        Note.remove(found.data)
    if not server.started:
        raise BadInput("the house could not be opened")
    click.echo("Closed. All games are kept.")
    if app.house.warmup.busy:  # Python would wait for a compilation that nobody needs any more
        sys.stdout.flush()
        os._exit(0)


def lan_address() -> str | None:
    """This machine's address in its network; None if it is in none. Nothing is sent."""
    with socket.socket(socket.AF_INET, socket.SOCK_DGRAM) as probe:
        try:
            probe.connect(("192.0.2.1", 9))  # an address reserved for documentation
        except OSError:
            return None
        address: str = probe.getsockname()[0]
        return address


def _own_names() -> set[str]:
    name = socket.gethostname()
    return {name, f"{name}.local", *filter(None, [lan_address()])}


def _listen(host: str, port: int) -> socket.socket:
    family = socket.AF_INET6 if ":" in host else socket.AF_INET
    listening = socket.socket(family, socket.SOCK_STREAM)
    if sys.platform != "win32":
        listening.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
    try:
        listening.bind((host, port))
    except OSError as error:
        listening.close()
        if isinstance(error, socket.gaierror):
            raise BadInput(f"{host!r} is no address of this machine") from None
        if port and _taken(host, port):
            raise BadInput(f"port {port} is in use; try --port {port + 1}") from None
        raise BadInput(f"can't listen on {host} port {port}: {error.strerror}") from None
    return listening


def _taken(host: str, port: int) -> bool:
    try:
        with socket.create_connection(("127.0.0.1" if host in ANY_ADDRESS else host, port), timeout=1):
            return True
    except OSError:
        return False


def _is_loopback(host: str) -> bool:
    from renardiere.server.config import LOOPBACK

    return host in LOOPBACK or host.startswith("127.")


def _url(host: str, port: int) -> str:
    name = f"[{host}]" if ":" in host else host
    return f"http://{name}" if port == 80 else f"http://{name}:{port}"


def _print_qr(address: str) -> None:
    import segno

    segno.make(address, error="l").terminal(compact=True)
