"""``renardiere warm``: compile the rules ahead of time."""

from __future__ import annotations

import click

__all__ = ["command"]


@click.command()
@click.option("-q", "--quiet", is_flag=True, help="Show no progress bar.")
def command(quiet: bool) -> None:
    """Compile the rules and the bots ahead of time, so that nobody waits for them later.

    What is compiled is kept in RENARDIERE_CACHE, else in your cache folder, until a new version or another processor
    needs it anew. Done once it takes no time.
    """
    from importlib import import_module

    from rich.console import Console
    from rich.progress import BarColumn, Progress, TextColumn, TimeElapsedColumn

    from renardiere.games.kernel import COMPILED, warm
    from renardiere.games.kernel_cache import folder, kernel_modules

    console = Console(stderr=True, quiet=quiet)
    if not COMPILED:
        console.print("NUMBA_DISABLE_JIT is set: there is nothing to compile.")
        return
    columns = (TextColumn("{task.description}"), BarColumn(), TimeElapsedColumn())
    with Progress(*columns, console=console) as bar:
        task = bar.add_task("reading the rules", total=None)
        for name in kernel_modules():
            import_module(name)
        for name, done, total in warm():
            bar.update(task, description=name or "ready", completed=done, total=total)
    place = folder()
    if place is not None:
        console.print(f"kept in {place}", highlight=False, soft_wrap=True)
