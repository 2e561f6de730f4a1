"""What the levels of duet do with what they know."""

from __future__ import annotations

from random import Random
from typing import Any

import pytest

from renardiere.arena import play_game
from renardiere.bots import bot, levels
from renardiere.bots.random import RandomBot
from renardiere.games import game
from renardiere.games.duet.boards import Board
from renardiere.games.duet.words import DuetOptions
from renardiere.games.play import Event, Memory

DUET = game("duet")
DEAL = (
    "deal dealer=1 | D1 D3 D5 D7 D9 R2 R4 R6 R8 S1 S3 | D2 D4 D6 D8 D10 R1 R3 R5 R7 S2 S4 | R10 | R9 S5 S6 S7 S8 S9 S10"
)


def after(*steps: str, deal: str = DEAL) -> Any:
    """The state, and what each seat was told, after these actions, with the seats that do them."""
    state = DUET.new()
    events = state.deal(DUET.parse_deal(deal, state.options))
    heard: list[list[Event]] = [list(events[0]), list(events[1])]
    for step in steps:
        seat, _, token = step.partition(":")
        told = state.apply(int(seat), DUET.parse_action(token, state.options))
        for each in (0, 1):
            heard[each] += told[each]
    return state, heard


def memory(seat: int, *steps: str, deal: str = DEAL) -> Memory:
    state, heard = after(*steps, deal=deal)
    return Memory(seat, state.view(seat), tuple(heard[seat]))


def acts(level: int, one: Memory) -> str:
    return bot(DUET, level, seed=9, iterations=200).act(one).text()


def test_whether_the_partner_has_chosen_a_gift_makes_no_difference() -> None:
    """Duet §3: both choose before they see what they get. Nor does which card it is."""
    for level in levels(DUET):
        alone = acts(level, memory(0, "0:D7"))
        assert alone[0] == "g"
        assert {acts(level, memory(0, "0:D7", f"1:g{card}")) for card in ("D2", "S4", "R7")} == {alone}


def test_bots_see_nothing_that_is_hidden() -> None:
    """The same memory, and therefore the same action, whatever the partner and the deck hold."""
    other = DEAL.replace("D2", "@").replace("S10", "D2").replace("@", "S10")
    for level in levels(DUET):
        assert acts(level, memory(0, deal=DEAL)) == acts(level, memory(0, deal=other))


def test_a_board_of_somebody_s_own_is_played_as_the_table_shows_it() -> None:
    """Nobody here knows it by its name."""
    squares = (0, 1, 0, 0, 0, 0, 1, 0, 0, 0, 1, 0, 0)
    board = Board("nowhere", 6, squares, (0,) * 13, (0, 1) + (0,) * 11)
    for players in ([RandomBot(DUET, seed=seat) for seat in (0, 1)], [bot(DUET, 1, seed=0), bot(DUET, 2, seed=1)]):
        state = DUET.new(DuetOptions(1, board))
        play_game(state, players, lambda number: Random(number))
        assert state.outcome is not None


@pytest.mark.slow
def test_levels_are_what_they_are_called() -> None:
    """Each wins more of the same 20 games than the one below: at their measured rates 5, 15 and 20."""
    from renardiere.arena import TeamResult, entrant, tournament

    options = DUET.parse_options({"level": "3"})
    wins = []
    for text in ("1", "2", "3@300"):
        (result,) = tournament(DUET, [entrant(DUET, text)], games=20, seed=3, options=options)
        assert isinstance(result, TeamResult)
        wins.append(result.wins)
    assert wins[0] + 5 <= wins[1] <= wins[2]
