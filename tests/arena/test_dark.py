"""Bots of maitre against each other: what they search for they search in the yard."""

from __future__ import annotations

from random import Random

from click.testing import CliRunner

from renardiere.arena.match import play_game
from renardiere.bots import bot
from renardiere.cli import main
from renardiere.games import game, record
from renardiere.games.maitre.words import Stop
from renardiere.games.play import Dealing, Move

MAITRE = game("maitre")


def test_four_bots_play_to_ten_eggs() -> None:
    """Each round is searched by all, and somebody calls the stop; the game replays from its record."""
    state = MAITRE.new(MAITRE.parse_options({"players": "4"}))
    levels = (1, 2, 3, 2)
    rounds = play_game(state, [bot(MAITRE, level, seed=level) for level in levels], lambda n: Random(f"dark {n}"))
    assert max(state.scores) >= 10
    dealt = [entry for entry in state.history if isinstance(entry, Dealing)]
    stops = [entry.seat for entry in state.history if isinstance(entry, Move) and isinstance(entry.action, Stop)]
    assert len(dealt) == len(stops) == rounds
    assert len(set(stops)) > 1
    again = record.read(record.write(record.Record.of(state, {}))).replay()
    assert again.scores == state.scores


def test_whoever_has_no_hand_cannot_search() -> None:
    done = CliRunner().invoke(main, ["arena", "maitre", "random", "3", "--games", "2", "--options", "players=2"])
    assert done.exit_code == 2
    assert "RandomBot has no hand" in done.output
