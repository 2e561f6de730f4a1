"""``renardiere play``: a game in this terminal, against bots or with one."""

from __future__ import annotations

import secrets
import sys
from collections.abc import Mapping
from datetime import datetime
from pathlib import Path
from random import Random
from typing import TYPE_CHECKING, Any, get_args

import click

from renardiere.bots import Bot, bot, levels
from renardiere.cli.texts import EN, FR, Language, Texts, language_here
from renardiere.games import game as find_game
from renardiere.games import record
from renardiere.games.errors import BadOption
from renardiere.games.play import Event, Memory, State, option_pairs

if TYPE_CHECKING:
    from renardiere.cli.terminal import Terminal

__all__ = ["command"]

PERSON = 0
"""The person's seat; bots have the others. Who begins is drawn, so that it is no matter who sits where."""


@click.command()
@click.argument("game", default="forest")
@click.option("--level", type=int, default=2, show_default=True, metavar="N", help="The bots: 1 is easy, 3 is hard.")
@click.option(
    "--target",
    type=int,
    metavar="N",
    help="Forest ends with the round in which somebody has so many points (16 is short, 35 long).  [default: 21]",
)
@click.option("--options", "pairs", default="", metavar='"KEY=VALUE …"', help="The game's options, as in a record.")
@click.option("--seed", type=int, metavar="N", help="The same seed gives the same deals.  [default: drawn]")
@click.option(
    "--lang", type=click.Choice(get_args(Language)), help="[default: French where the terminal is, else English]"
)
@click.option(
    "--record",
    "file",
    type=click.Path(path_type=Path, dir_okay=False),
    metavar="FILE",
    help="Write the game's record here, also if it is left unfinished.",
)
def command(
    game: str, level: int, target: int | None, pairs: str, seed: int | None, lang: Language | None, file: Path | None
) -> None:
    """Play a game in this terminal, with bots at the other seats.

    GAME is "forest" (Le Renard des Bois), the default, "duet" (Duo), where you and the bot are a team, or "fennecs",
    for two to five. Maître Renard is played in the page. Type a card to play it, "?" for the reference card, "q" to
    leave.

    \b
      renardiere play
      renardiere play --level 3 --target 16
      renardiere play duet --options level=2
      renardiere play fennecs --options "players=5 variant=sandfox"
      renardiere play --lang fr --record partie.fox
    """
    from rich.console import Console

    from renardiere.cli.terminal import Left, terminal

    rules = find_game(game)
    language = lang or language_here()
    if rules.searches:
        raise BadOption({"fr": FR, "en": EN}[language]["in_the_dark"])
    kind = terminal(rules.name)
    given = option_pairs(rules.usual_options[0]) | option_pairs(pairs)
    if target is not None:
        given["target"] = str(target)
    options = rules.parse_options(given)
    seed = secrets.randbits(63) if seed is None else seed
    texts = Texts(language, rules.name)
    if hasattr(sys.stdout, "reconfigure"):
        sys.stdout.reconfigure(errors="replace")  # a terminal without accents still plays
    console = Console(highlight=False)
    here = kind(console, texts, PERSON, options)
    state = rules.new(options)
    seeds = Random(f"{seed} bot")
    others = {
        seat: bot(rules, level, seed=seeds.getrandbits(63)) for seat in range(rules.seats(options)) if seat != PERSON
    }
    names = {f"Seat{PERSON}": texts("you"), **{f"Seat{seat}": texts("bot_level", level=level) for seat in others}}
    if file is not None:
        save(file, state, names)  # better to find now than at the end that it cannot be written
    try:
        here.welcome(level)
        console.print(levels(rules)[level].about[texts.language], style="dim")
        here.say("hint")
        with console.status(texts("preparing")):
            get_ready(rules.new(options), level)
        meet(state, here, others, Random(f"{seed} deals"))
        here.tell_end(state.view(PERSON))
    except (Left, KeyboardInterrupt):
        console.print()
        here.say("goodbye")
    finally:
        if file is not None:
            save(file, state, names)
            console.print(texts("recorded", file=file), markup=False, soft_wrap=True)


def get_ready(state: State[Any, Any, Any, Any], level: int) -> None:
    """Have all that a bot of this level needs compiled, by one decision at another table."""
    events = state.deal(state.draw(Random(0)))
    (seat,) = state.to_act
    bot(state.game, level, seed=0, iterations=1).act(Memory(seat, state.view(seat), events[seat]))


def meet(state: State[Any, Any, Any, Any], terminal: Terminal, bots: Mapping[int, Bot], chance: Random) -> None:
    """Play the game to its end. Each side is handed its own seat's view and events only."""
    heard: dict[int, list[Event]] = {seat: [] for seat in bots}
    while state.awaits != "nothing":
        if state.awaits == "deal":
            events = state.deal(state.draw(chance))
        elif PERSON in state.to_act:
            events = state.apply(PERSON, terminal.ask(state.view(PERSON)))
        else:
            seat = state.to_act[0]
            memory = Memory(seat, state.view(seat), tuple(heard[seat]))
            with terminal.console.status(terminal.texts("thinking")):
                action: Any = bots[seat].act(memory)
            events = state.apply(seat, action)
        for seat, told in heard.items():
            told.extend(events[seat])
        terminal.tell(events[PERSON])


def save(file: Path, state: State[Any, Any, Any, Any], names: Mapping[str, str]) -> None:
    """Write the record of the game as far as it went."""
    tags = {**names, "Date": datetime.now().astimezone().date().isoformat()}
    if state.outcome is not None:
        tags["Result"] = "-".join(map(str, state.scores))
    try:
        file.write_text(record.write(record.Record.of(state, tags)), encoding="utf-8", newline="\n")
    except OSError as error:
        raise BadOption(f"cannot write the record: {error}") from None
