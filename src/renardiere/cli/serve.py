"""``renardiere serve``."""

from __future__ import annotations

import contextlib
import os
import socket
import sys
import webbrowser
from pathlib import Path
from typing import Final
from urllib.parse import urlsplit

import click

from renardiere.cli import BadInput

__all__ = ["command"]

ANY_ADDRESS: Final = {"0.0.0.0", "::", ""}  # noqa: S104  # asked for by name


@click.command(short_help="Open a house: serve the page and its tables.")
@click.option("--host", default="127.0.0.1", show_default=True, help="The address to listen on.")
@click.option("--port", type=click.IntRange(0, 65535), default=8765, show_default=True, help="0 takes a free one.")
@click.option("--lan", is_flag=True, help="Let the other devices in the house in; prints an address and a QR code.")
@click.option("--public-url", metavar="URL", help="Where the world reaches this house, behind a proxy.")
@click.option(
    "--data",
    type=click.Path(file_okay=False, path_type=Path),
    envvar="RENARDIERE_DATA",
    help="The folder with all games; made if missing. [default: in the user's data folder; env: RENARDIERE_DATA]",
)
@click.option("--open", "open_page", is_flag=True, help="Open the page in a browser.")
def command(host: str, port: int, lan: bool, public_url: str | None, data: Path | None, open_page: bool) -> None:
    """Open a house: serve the page and its tables.

    Everything that happens is kept in one folder; stop it with Ctrl-C, start it again, and all games go on.
    """
    from renardiere.server.config import Config

    if public_url is not None and not _is_origin(public_url):
        raise BadInput(f"--public-url is an address such as https://fox.example, not {public_url!r}")
    if lan:
        host = "0.0.0.0"  # noqa: S104
    hosts = {host} if host not in ANY_ADDRESS else _own_names()
    listening = _listen(host, port)
    with contextlib.closing(listening):
        port = listening.getsockname()[1]
        config = Config(data or default_data(), hosts=frozenset(name.lower() for name in hosts), public_url=public_url)
        name = (lan_address() or "localhost") if host in ANY_ADDRESS else host
        address = public_url or _url("localhost" if name == "127.0.0.1" else name, port)
        _serve(config, listening, address, host in ANY_ADDRESS, open_page)


def _serve(config: object, listening: socket.socket, address: str, lan: bool, open_page: bool) -> None:
    from renardiere.server.app import App
    from renardiere.server.config import Config
    from renardiere.server.journal.lock import HouseInUse
    from renardiere.server.listen import HouseServer

    assert isinstance(config, Config)

    def say() -> None:
        click.echo(f"La Renardière is open at {address} (Ctrl-C closes it)")
        if lan:
            click.echo("The other devices in the house: type that address, or point a camera here:\n")
            _print_qr(address)
        if open_page:
            webbrowser.open(address)

    try:
        app = App(config)
    except (HouseInUse, RuntimeError, OSError) as error:
        raise BadInput(str(error)) from None
    with contextlib.suppress(KeyboardInterrupt):
        HouseServer(app, config, say).run(sockets=[listening])
    click.echo("Closed. All games are kept.")
    if app.house.warmup.busy:  # Python would wait for a compilation that nobody needs any more
        sys.stdout.flush()
        os._exit(0)


def default_data() -> Path:
    """The user's data folder, where each system wants it."""
    if sys.platform == "win32":
        base = Path(os.environ.get("LOCALAPPDATA") or Path.home() / "AppData" / "Local")
    elif sys.platform == "darwin":
        base = Path.home() / "Library" / "Application Support"
    else:
        base = Path(os.environ.get("XDG_DATA_HOME") or Path.home() / ".local" / "share")
    return base / "renardiere"


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


def _is_origin(url: str) -> bool:
    try:
        parts = urlsplit(url)
        _ = parts.port
    except ValueError:
        return False
    return parts.scheme in ("http", "https") and bool(parts.hostname) and parts.path in ("", "/") and not parts.query


def _url(host: str, port: int) -> str:
    name = f"[{host}]" if ":" in host else host
    return f"http://{name}" if port == 80 else f"http://{name}:{port}"


def _print_qr(address: str) -> None:
    import segno

    segno.make(address, error="l").terminal(compact=True)
