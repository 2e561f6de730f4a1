"""Duet: where the token goes, gems, the forest, the end of rounds and games. Each test names the rule that it takes its
expected values from. Sections cite RULES.md (duet §n); « trap » is what implementations of this game get wrong."""

from __future__ import annotations

from typing import Any

import pytest

from renardiere.games.duet import rules
from renardiere.games.kernel import new_rng
from tests.games.duet import bridge
from tests.games.duet.reference import card_of
from tests.games.duet.test_rules import A, Table, gems

# ---- §4: movement ------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("rank", "paws"), [(1, 0), (2, 3), (3, 2), (4, 1), (5, 1), (6, 2), (7, 0), (8, 2), (9, 0), (10, 3)]
)
def test_paws(rank: int, paws: int) -> None:
    """duet, The cards."""
    from renardiere.games.duet.position import paws as paws_of

    assert [int(paws_of(10 * suit + rank - 1)) for suit in range(3)] == [paws] * 3


def test_movement_is_the_paws_of_both_towards_the_winner() -> None:
    """duet §4: D4 1, D8 2; towards seat 0 is towards index 0."""
    assert Table("D8 R1", "D4 R2").do("D8 D4").token == 5 - 3
    assert Table("D4 R1", "D8 R2").do("D4 D8").token == 5 + 3


@pytest.mark.parametrize(
    ("led", "follow", "legal"),
    [
        ("D5", "D8", "m+3 m+2 m+1"),  # 1 + 2; the Gazelle's paws, or the others, left out
        ("D8", "D5", "m-3 m-2 m-1"),
        ("D5", "D10", "m+4 m+3 m+1"),
        ("D5", "D4", "m-2 m-1"),  # two ways to go 1
        ("D5", "D9", "m+1 m0"),  # 1 + 0
        ("D5", "S5", "m+2 m+1 m0"),  # two Gazelles
        ("D1", "D8", "m+2 m-2"),  # a Musician: either direction, for the winner
        ("D8", "D1", "m+2 m-2"),
        ("D1", "D5", "m+1 m-1 m0"),  # a Gazelle with a Musician: 0 + 1
    ],
)
def test_what_the_winner_may_choose(led: str, follow: str, legal: str) -> None:
    """duet §4 and trap: Gazelle with a Musician, two Gazelles. Stars are trump."""
    table = Table(f"{led} R1", f"{follow} R2").do(f"{led} {follow}")
    assert table.legal == set(legal.split())
    wins = rules.follower_wins(*(bridge.number(card_of(card)) for card in (led, follow)), 2)
    assert table.player == int(wins)
    assert table.now["table"] == [card_of(led), card_of(follow)]  # until the token has moved


def test_two_musicians_and_a_musician_without_paws_leave_no_choice() -> None:
    """duet, trap: two Musicians; 0 + 0 is one signed distance."""
    assert Table("D1 D2", "S1 R2", gems=gems(s5=1)).do("D1 S1").gems[5] == 0
    table = Table("D1 D2", "D7 R2").do("D1 D7 0:gD2 1:gR2")
    assert (table.token, table.now["table"], table.player) == (5, [], 1)


def test_the_winner_moves_as_chosen_and_leads() -> None:
    for token, space in (("m+2", 7), ("m-2", 3)):
        table = Table("D1 R1", "D8 R2").do("D1 D8")
        assert table.player == 1
        table.do(token)
        assert (table.token, table.player, table.now["leader"], table.legal) == (space, 1, 1, {"R2"})


# ---- §5: leaving the path ----------------------------------------------------------------------------------------


def test_the_last_space_is_still_on_the_path_and_one_more_is_not() -> None:
    """duet, trap: exactly reaching the last uncovered space is not leaving the path; one more is."""
    table = Table("D4 R1", "D8 R2", token=7).do("D4 D8")  # 1 + 2
    assert (table.token, table.covered, table.gems[10]) == (10, [], 0)
    table = Table("D4 R1", "D8 R2", token=8).do("D4 D8")
    assert (table.token, table.covered, table.now["forest_tokens"]) == (5, [10], 3)
    table = Table("D8 R1", "D4 R2", token=3).do("D8 D4")
    assert (table.token, table.covered) == (0, [])
    table = Table("D8 R1", "D4 R2", token=2).do("D8 D4")
    assert (table.token, table.covered) == (5, [0])


def test_the_end_is_where_the_forest_has_come() -> None:
    """duet §5: past the last *uncovered* space."""
    table = Table("D4 R1", "D8 R2", token=6, covered=[9, 10], forest_tokens=2).do("D4 D8")
    assert (table.token, table.covered, table.now["forest_tokens"]) == (5, [8, 9, 10], 1)


def test_after_leaving_nothing_is_collected_and_the_winner_leads() -> None:
    """duet, trap. The start has a gem here, so that it would show."""
    table = Table("D4 R1", "D8 R2", token=9, gems=gems(s5=1)).do("D4 D8")
    assert (table.gems[5], sum(table.gems), table.player, table.legal) == (1, 13, 1, {"R2"})


def test_gems_slide_and_pile_up_and_slide_again() -> None:
    """duet, trap: onto the next location towards the middle, without limit."""
    table = Table("D4 R4 S4", "D8 R8 S8", token=9)
    assert table.gems[7:] == [1, 2, 1, 1]
    assert table.do("D4 D8").gems[7:] == [1, 2, 2, 0]
    table.state.token = 8
    table.state.leader = table.state.player = 0
    assert table.do("R4 R8").gems[7:] == [1, 4, 0, 0]
    table.state.token = 7
    table.state.leader = table.state.player = 0
    assert table.do("S4 S8").gems[7:] == [5, 0, 0, 0]
    assert (table.covered, table.token, sum(table.gems)) == ([8, 9, 10], 5, 12)


def test_the_other_end_slides_the_other_way() -> None:
    table = Table("D8 R8", "D4 R4", token=1).do("D8 D4")
    assert (table.covered, table.gems[:3]) == ([0], [0, 2, 2])


def test_without_a_forest_token_the_game_is_lost() -> None:
    """duet §5."""
    table = Table("D4 R1", "D8 R2", token=9, forest_tokens=0).do("D4 D8")
    assert (table.now["result"], table.legal, table.now["waits_for"], table.token) == ("lost", set(), "nothing", 9)
    assert sum(table.gems) == 12


# ---- §5: gems ----------------------------------------------------------------------------------------------------


def test_one_gem_is_collected_where_the_token_stands() -> None:
    """duet §5, trap: two gems on one space need two visits."""
    table = Table("D4 R4", "D8 R7", token=5).do("D4 D8")  # to 8, where there are two
    assert (table.token, table.gems[8]) == (8, 1)
    table = Table("D7 R4", "D9 R8", token=8).do("D7 0:gR4 1:gR8 D9")  # 0 + 0: the second visit
    assert (table.token, table.gems[8]) == (8, 1)


def test_a_trick_without_movement_collects_too() -> None:
    """duet, trap: movement 0 on a gem space collects one."""
    table = Table("D7 R4", "D1 R8", token=6).do("D7 0:gR4 1:gR8 D1")
    assert (table.token, table.gems[6]) == (6, 0)
    table = Table("D5 R1", "D9 R2", token=6).do("D5 D9 m0")
    assert (table.token, table.gems[6]) == (6, 0)


def test_an_empty_space_gives_nothing() -> None:
    table = Table("D4 R4", "D8 R7", gems=gems(s8=0)).do("D4 D8")
    assert (table.token, sum(table.gems)) == (8, 10)


# ---- §8 ----------------------------------------------------------------------------------------------------------

LAST = [0, 0, 0, 0, 0, 0, 0, 0, 1, 0, 0]


@pytest.mark.parametrize(
    ("level", "number", "tokens", "score"),
    [
        (1, 2, 4, 10 + 4 + 10 + 12),
        (1, 3, 4, 10 + 4 + 0 + 12),
        (2, 2, 0, 20 + 4 + 10),
        (3, 3, 1, 30 + 4 + 3),
        (1, 1, 2, 10 + 4 + 0 + 6),  # impossible on our boards
    ],
)
def test_a_win_counts_the_cards_left_in_both_hands(level: int, number: int, tokens: int, score: int) -> None:
    """duet §8 and trap: the last gem wins at once, in the middle of a round; 2 cards each are left."""
    last = LAST[: 11 if level == 1 else 9]
    table = Table("D4 R1 R2", "D8 R3 R4", level=level, round=number, forest_tokens=tokens, gems=last, token=5).do(
        "D4 D8"
    )
    assert (table.now["result"], table.now["score"], table.legal) == ("won", score, set())


def test_a_win_with_the_last_card_comes_before_the_end_of_the_round() -> None:
    """duet §5: at once; no gem grows any more, and time is not up."""
    for number in (2, 3):
        table = Table("D4", "D8", round=number, tricks=10, gems=LAST, forest_tokens=1).do("D4 D8")
        assert (table.now["result"], table.now["score"]) == ("won", 10 + (10 if number == 2 else 0) + 3)


def test_at_level_1_a_win_in_round_1_is_impossible() -> None:
    """duet, trap: 12 gems, 11 tricks. Also with the best luck: a token that is always put where a gem is."""
    for seed in range(30):
        state, rng = rules.new_states(1)[0], new_rng(seed)
        rules.random_deal(state, rng)
        while state["round"] == 1 and state.phase not in (rules.DEAL, rules.OVER):
            tricks = int(state.tricks)
            rules.random_step(state, rng)
            if state.tricks > tricks and state.phase != rules.OVER:
                state.token = max(range(11), key=lambda space: state.gems[space])
                state.forest_tokens = 4
                state.covered = 0, 0
        assert state.result == 0 or state.result == 2
        assert state.gems_left >= 1


# ---- §6 ----------------------------------------------------------------------------------------------------------


def ended(**more: Any) -> Table:
    """A round's last trick: D9 led, D7 follows, nothing moves, the token stays on ``token``."""
    return Table("D9", "D7", tricks=10, **more).do("D9 D7")


def test_a_gem_on_each_plus() -> None:
    """duet §6: side A has a + on 1, 3, 4, 6 and 8; the token is on the start, which has no gem."""
    table = ended()
    assert table.gems == [1, 2, 2, 2, 2, 0, 2, 1, 3, 1, 1]
    assert (table.now["waits_for"], table.player, table.legal) == ("forest", 0, {"f0", "f1"})  # the next dealer


def test_the_next_dealer_places_the_forest_token() -> None:
    """duet §6: its gems slide."""
    table = ended().do("f1")
    assert (table.covered, table.gems[8:], table.now["waits_for"]) == ([10], [3, 2, 0], "deal")
    assert table.now["forest_tokens"] == 3
    table = ended(dealer=0, leader=0)
    assert table.player == 1
    assert table.do("f0").covered == [0]


def test_a_plus_on_a_covered_space_goes_towards_the_middle() -> None:
    """duet §6, trap; two + may meet there, and the two ends can be unequal."""
    table = ended(covered=[0, 1, 2, 10], forest_tokens=0)
    assert table.gems == [0, 0, 0, 3, 2, 0, 2, 1, 3, 1, 0]
    table = ended(covered=[7, 8, 9, 10], forest_tokens=0)
    assert table.gems[6] == 1 + 1 + 1  # its own, and that of 8


def test_the_other_end_is_forced_while_the_token_stands_on_one() -> None:
    """duet §6, trap: the forest token goes to the *other* end, the one where the token does not stand."""
    table = ended(token=0, gems=gems(s0=0))
    assert (table.now["waits_for"], table.covered, table.token) == ("deal", [10], 0)
    table = ended(token=10, gems=gems(s10=0))
    assert (table.now["waits_for"], table.covered, table.token) == ("deal", [0], 10)
    table = ended(token=8, covered=[9, 10], forest_tokens=2)  # the last *uncovered* space
    assert (table.covered, table.now["forest_tokens"]) == ([0, 9, 10], 1)


def test_without_a_forest_token_nothing_happens_at_a_rounds_end() -> None:
    """duet §6: no loss."""
    table = ended(covered=[0, 1, 9, 10], forest_tokens=0)
    assert (table.now["waits_for"], table.covered, table.now["result"]) == ("deal", [0, 1, 9, 10], None)


def test_time_is_up_after_round_3() -> None:
    """duet §6: with gems left the game is lost; nothing grows."""
    table = ended(round=3)
    assert (table.now["result"], table.now["waits_for"], table.gems) == ("time", "nothing", A)
    assert ended(round=2).now["result"] is None


def test_leaving_the_path_in_the_last_trick() -> None:
    """The forest has come closer before gems grow and the next forest token is placed."""
    table = Table("D4", "D8", token=9, tricks=10).do("D4 D8")
    assert table.gems == [1, 2, 2, 2, 2, 0, 2, 1, 3, 2, 0]
    assert (table.covered, table.token, table.legal) == ([10], 5, {"f0", "f1"})
    assert table.do("f1").covered == [9, 10]
    assert table.gems[8] == 5


# ---- §8 giving up ------------------------------------------------------------------------------------------------


def test_the_players_may_give_up() -> None:
    table = Table("D4 R1", "D8 R2")
    rules.resign(table.state)
    assert (table.now["result"], table.now["score"], table.legal) == ("resigned", None, set())
