"""Every rule of fennecs, and every trap of its rules file. Each test names the rule that it takes its expected values
from. Sections cite RULES.md (fennecs §n); « trap » is what implementations of this game get wrong."""

from __future__ import annotations

from collections import Counter

import numpy as np
import pytest

from renardiere.games.fennecs import columns, rules
from renardiere.games.fennecs.position import ASIDE, DECKS, HANDS, KINDS, LIMIT, deck_of
from renardiere.games.kernel import new_rng, new_rngs
from tests.games.fennecs import bridge, reference
from tests.games.fennecs.bridge import VARIANTS, Table, kinds

# ---- The cards, §1 -----------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("players", "cards", "stars", "hand", "aside", "ends_at"),
    [(2, 14, 5, 4, 4, 20), (3, 16, 4, 4, 1, 20), (4, 16, 3, 3, 0, 20), (5, 20, 2, 3, 0, 15)],
)
def test_what_a_table_of_so_many_has(players: int, cards: int, stars: int, hand: int, aside: int, ends_at: int) -> None:
    """fennecs §1; the reserve is what the players do not hold of 54."""
    state = rules.new_states(1, players)[0]
    assert bridge.agrees(state, reference.before_the_first_deal(players))
    assert [int(each) for each in state.stars] == [stars] * players + [0] * (5 - players)
    assert (int(state.reserve), LIMIT[players], HANDS[players]) == (54 - players * stars, ends_at, hand)
    for variant in range(3):
        deck = deck_of(players, variant)
        assert len(deck) == cards == (hand + 1) * players + aside
        assert [KINDS[kind] for kind in deck] == reference.deck(players, VARIANTS[variant])
        assert DECKS[players, variant, :cards].tolist() == list(deck)
    assert aside <= ASIDE


@pytest.mark.parametrize(
    ("players", "variant", "instead"),
    [
        (2, "base", "0+ 0+"),
        (2, "sahara", "0 0"),
        (4, "sandfox", "-5 SN"),
        (5, "base", "0+ 0+ 0+"),
        (5, "sahara", "0 0 0"),
        (5, "sandfox", "-5 -5 SN"),
    ],
)
def test_variants(players: int, variant: str, instead: str) -> None:
    """fennecs §1, trap: with five players the 0▸+ with a paw is replaced, too."""
    special = [KINDS[kind] for kind in deck_of(players, VARIANTS.index(variant))]
    assert " ".join(card for card in special if card in ("-5", "0", "0+", "SN")) == instead
    assert Counter(special)["1/5"] == {2: 0, 4: 2, 5: 3}[players]


def test_a_deal() -> None:
    """fennecs §1: 4 cards each, 3 starting cards, 1 set aside; who is first begins."""
    cards = "2 -1 5 3 | 0+ 1/5 -2 1/5 | 0+ -1 4 4 | 1 -2 3 | 2".replace("|", "").split()
    state = rules.new_states(1, 3)[0]
    rules.deal(state, kinds(cards), 2)
    now = bridge.position_of(state)
    assert now["hands"] == [["-1", "2", "3", "5"], ["-2", "0+", "1/5", "1/5"], ["-1", "0+", "4", "4"]]
    assert [column[0]["card"] for column in now["columns"]] == ["1", "-2", "3"]
    assert (now["aside"], now["first"], now["player"], now["round"]) == (["2"], 2, 2, 1)
    assert bridge.legal(state) == {
        f"{card}@{c}{how}" for card in ("-1", "0+", "4") for c in range(3) for how in ("", "?")
    }


def test_random_deals_have_the_deck() -> None:
    for players in range(2, 6):
        for variant in range(3):
            state = rules.new_states(1, players, variant)[0]
            rules.random_deal(state, new_rng(7))
            now = bridge.position_of(state)
            cards = [card for hand in now["hands"] for card in hand] + now["aside"]
            cards += [column[0]["card"] for column in now["columns"]]
            assert reference.in_order(cards) == reference.deck(players, VARIANTS[variant])
            assert all(hand == reference.in_order(hand) and len(hand) == HANDS[players] for hand in now["hands"])


def test_everybody_may_be_the_very_first() -> None:
    """fennecs §2: the very first player is drawn at random."""
    states = rules.new_states(300, 5)
    rules.batch_deal(states, new_rngs(3, 300))
    assert min(Counter(states["first"].tolist()).get(seat, 0) for seat in range(5)) > 30  # five deviations from 60


# ---- §2 ----------------------------------------------------------------------------------------------------------


def test_a_card_face_up_brings_a_star() -> None:
    """fennecs §2"""
    table = Table(3, "2 | 1 | 4", "3 -1 | 5 | 2").do("3@1")
    assert (table.stars, table.reserve, table.player) == ([5, 4, 4], 41, 1)
    assert table.now["hands"][0] == ["-1"]
    assert table.now["columns"][1][1] == {"card": "3", "by": 0, "down": False}


@pytest.mark.parametrize(("stars", "reserve"), [([30, 24], 0), ([30, 26], -2)])
def test_an_empty_reserve_gives_nothing(stars: list[int], reserve: int) -> None:
    """fennecs §2, trap: none if the reserve is empty; the placing still stands."""
    table = Table(2, "2 | 1", "3 | 4", stars=stars)
    assert (table.reserve, "3@0" in table.legal) == (reserve, True)
    table.do("3@0")
    assert (table.stars, table.reserve, table.player) == (stars, reserve, 1)


def test_a_card_face_down_takes_a_star_of_ones_own() -> None:
    """fennecs §2: the star lies on the card, so the reserve does not change."""
    table = Table(3, "2 | 1 | 4", "3 -1 | 5 | 2").do("-1@2?")
    assert (table.stars, table.reserve, table.player) == ([3, 4, 4], 42, 1)
    assert table.now["columns"][2][1] == {"card": "-1", "by": 0, "down": True}


def test_without_a_star_nothing_is_placed_face_down() -> None:
    """fennecs §2, trap: face up it may be placed."""
    assert Table(2, "2 | 1", "3 | 4", stars=[0, 5]).legal == {"3@0", "3@1"}
    assert Table(2, "2 | 1", "3 | 4", stars=[1, 5]).legal == {"3@0", "3@1", "3@0?", "3@1?"}


def test_a_supernova_is_only_placed_face_down() -> None:
    """fennecs §2"""
    assert Table(2, "2 | 1", "SN -5 | 4").legal == {"SN@0?", "SN@1?", "-5@0", "-5@1", "-5@0?", "-5@1?"}
    assert Table(2, "2 | 1", "SN -5 | 4", stars=[0, 5]).legal == {"-5@0", "-5@1"}


def test_a_bare_column_cannot_be_taken_and_a_full_one_only_be_taken() -> None:
    """fennecs §2, trap: at least 2 cards; fewer than 7."""
    assert Table(3, "2 | 1 1 1 1 1 1 1 | 4 4", "3 | 5 | 2").legal == {
        *("3@0", "3@0?", "3@2", "3@2?"),
        *("take@1", "take@2"),
    }
    table = Table(3, "2 | 1 1 1 1 1 1 | 4 4", "3 | 5 | 2").do("3@1?")
    assert table.legal == {"5@0", "5@0?", "5@2", "5@2?", "take@1", "take@2"}


@pytest.mark.parametrize("hand", ["", "SN"])
def test_without_a_card_to_place_a_column_must_be_taken(hand: str) -> None:
    """fennecs §2, trap: a lone Supernova without a star counts as no card."""
    assert Table(3, "2 | 1 1 | 4", f"{hand} | 5 | 2", stars=[0, 4, 4]).legal == {"take@1"}


def test_cards_of_a_kind_are_one_choice() -> None:
    state = Table(2, "2 | 1 4", "3 3 | 4").state
    assert bridge.legal(state) == {"3@0", "3@1", "3@0?", "3@1?", "take@1"}
    assert bin(rules.choices(state)).count("1") == 5


def test_the_game_goes_clockwise_past_those_who_are_out() -> None:
    """fennecs §2, trap"""
    table = Table(5, "2 | - | 1 1 | - | 3", "4 4 | | 5 5 | | 1 1", takers=[1, 3])
    players = [table.player]
    for token in ("4@0", "5@0", "1@0", "4@4", "take@0", "1@4", "take@4"):
        table.do(token)
        players.append(table.player)
    assert players == [0, 2, 4, 0, 2, 4, 0, 4]


# ---- §3 ----------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("column", "change"),
    [
        ("4 2 -1", 5),  # the book's three examples
        ("2 -2 -1", -1),
        ("4 3 2", -3),
        ("1 -1", 0),
        ("2 -2 1 -1", 0),
        ("1 -1 2 -2 4", 4),
        ("4 3", -1),
        ("5 5 5 4 4 3", -20),
        ("-5 -2", -7),
        ("-2 -2 0 1", -3),  # plain 0: nothing is turned positive
        ("0 0", 0),
        ("-2 0+", 2),
        ("0+ -2 -2", 4),
        ("0+ -1 -2 0+", 3),  # a second one changes nothing
        ("0+ -2 4 5", -5),  # 11
        ("0+ 0+", 0),
    ],
)
def test_what_a_column_brings(column: str, change: int) -> None:
    """fennecs §3, trap: 1 to 5 are gained, below 0 are lost, above 6 what is above; exactly 0 is nothing."""
    table = Table(5, f"{column} | 1 | 1 | 1 | 1", "| 2 | 2 | 2 | 2", stars=[24, 0, 0, 0, 0]).do("take@0")
    assert (table.stars[0], table.reserve) == (24 + change, 30 - change)
    assert (table.player, table.ended) == (1, None)


@pytest.mark.parametrize(
    ("column", "stars"),
    [
        ("-2 -1 0+?1", 3 + 1),  # placed later, and face down
        ("0+ -2?1 -1?1", 3 + 2),  # the negative ones later, and face down
        ("-2 0+?1 -1?0 0+", 3 + 2),
    ],
)
def test_one_plus_turns_all_negative_cards(column: str, stars: int) -> None:
    """fennecs §3, trap: also those placed later and face down."""
    assert Table(3, f"{column} | 1 | 1", "| 2 | 2", stars=[10, 4, 4]).do("take@0").stars[0] == 10 + stars


def test_a_six_ends_the_round_for_all() -> None:
    """fennecs §3: gain 6; stars on the other columns' face-down cards go back to the reserve."""
    table = Table(3, "4 2?2 | 1 3?1 4?2 5 | 1", "3 | 2 | 2", stars=[4, 4, 4])
    assert table.reserve == 54 - 12 - 3
    table.do("take@0")
    assert (table.ended, table.stars) == ("six", [4 + 1 + 6, 4, 4])
    assert table.reserve == 54 - 19
    assert table.legal == set()
    assert table.state.phase == rules.DEAL


def test_seven_cards_have_no_value() -> None:
    """fennecs §3, trap: only the stars on face-down cards are won; a total of 6 does not end the round."""
    table = Table(3, "1 1 1 1?1 1?2 1 0 | 1 2 | 1", "3 | 2 | 2", stars=[4, 4, 4]).do("take@0")
    assert (table.stars, table.ended, table.player) == ([6, 4, 4], None, 1)
    assert table.now["totals"][0] is None
    table = Table(3, "5 5 5 4 4 3 1/5 | 1 2 | 1", "3 | 2 | 2", stars=[4, 4, 4]).do("take@0")
    assert (table.stars, table.player) == ([4, 4, 4], 1)  # neither a loss nor a choice


def test_a_supernova_destroys_its_column() -> None:
    """fennecs §3: placed or a starting card; its stars go back to the reserve, nothing is won or lost."""
    for column in ("2 4?1 SN?2", "SN 4?1 2?2", "3 3?0 SN?2", "1 1 1 1?1 1 1 SN?2", "1/5 5?1 SN?2"):
        table = Table(3, f"{column} | 1 2 | 1", "3 | 2 | 2", stars=[1, 4, 4])
        assert table.reserve == 54 - 9 - 2
        table.do("take@0")
        assert (table.stars, table.reserve, table.player, table.ended) == ([1, 4, 4], 45, 1, None)
        assert "take@0" not in table.legal
        assert table.now["taken"][0] == [card.partition("?")[0] for card in column.split()]


def test_stars_on_cards_are_won_before_a_loss_is_paid() -> None:
    """fennecs §3, trap: 8 loses 2, of 0 + 2 stars."""
    table = Table(3, "4 3?1 1?2 | 1 2 | 1", "| 2 | 2", stars=[0, 4, 4]).do("take@0")
    assert (table.stars[0], table.reserve) == (0, 46)
    table = Table(3, "4 3?1 -1?2 2?1 | 1 2 | 1", "| 2 | 2", stars=[0, 4, 4]).do("take@0")
    assert (table.stars[0], table.reserve) == (1, 45)  # 8 loses 2 of 3


def test_a_loss_is_paid_with_what_one_has() -> None:
    """fennecs §3: never below 0; the reserve gets no more than was paid."""
    table = Table(3, "-2 -2 -1 | 1 2 | 1", "| 2 | 2", stars=[3, 4, 4]).do("take@0")
    assert (table.stars[0], table.reserve) == (0, 46)
    table = Table(3, "5 5 5 | 1 2 | 1", "| 2 | 2", stars=[2, 4, 4]).do("take@0")
    assert (table.stars[0], table.reserve) == (0, 46)


def test_a_gain_is_paid_in_full() -> None:
    """fennecs §3: also when the reserve is too small; it is empty then."""
    table = Table(3, "4 1 | 1 2 | 1", "| 2 | 2", stars=[20, 16, 16])
    assert table.reserve == 2
    table.do("take@0")
    assert (table.stars[0], table.reserve) == (25, -3)
    table.do("2@2")
    assert table.stars[1] == 16


@pytest.mark.parametrize(
    ("column", "totals"),
    [
        ("2 1/5", "3 7"),
        ("1/5 1/5", "2 6 10"),
        ("1/5 1/5 1/5 -2", "1 5 9 13"),
        ("-5 1/5", "-4 0"),
        ("0+ -2 1/5", "3 7"),
    ],
)
def test_the_fives_leave_a_choice(column: str, totals: str) -> None:
    """fennecs §3: each 1/5 counts 1 or 5, each chosen by the player; a decision of its own."""
    table = Table(4, f"{column} | 1 | 1 | 1", "| 2 | 2 | 2").do("take@0")
    assert table.legal == {f"={total}" for total in totals.split()}
    assert (table.player, table.state.out, table.now["columns"][0]) == (0, 1, None)


def test_before_the_choice_the_stars_on_cards_are_won() -> None:
    """NOTATION: after take@0 and before =6 the face-down cards' stars are won. fennecs §3, trap: a 6 by choice ends
    the round."""
    table = Table(4, "1/5 1/5?2 | 1 3?1 | 1 | 1", "| 2 | 2 | 2").do("take@0")
    assert table.stars == [4, 3, 3, 3]
    table.do("=6")  # a six by choice ends the round, too
    assert (table.stars[0], table.ended) == (10, "six")
    table = Table(4, "1/5 1/5?2 | 1 3?1 | 1 | 1", "| 2 | 2 | 2").do("take@0 =10")
    assert (table.stars[0], table.ended, table.player) == (0, None, 1)


# ---- §4 ----------------------------------------------------------------------------------------------------------


def test_a_round_ends_when_everybody_has_taken_a_column() -> None:
    """fennecs §4: the next one is begun by the last to have taken a column."""
    table = Table(2, "2 1 | 1 1", "3 | 4").do("take@1 take@0")
    assert (table.ended, table.stars, table.state.phase) == ("all", [7, 8], rules.DEAL)
    assert rules.next_first(table.state) == 1
    table = Table(3, "2 1 | 1 1 | 1", "3 | 4 | 1").do("take@1 take@0 1@2 take@2")
    assert (table.ended, rules.next_first(table.state)) == ("all", 2)


def test_who_takes_a_six_begins_the_next_round() -> None:
    table = Table(3, "4 2 | 1 1 | 1", "3 3 | 4 | 1").do("3@2 take@0")
    assert (table.ended, rules.next_first(table.state)) == ("six", 1)


@pytest.mark.parametrize(("hand", "stars"), [("", 4), ("SN", 0)])
def test_who_can_do_nothing_ends_the_round(hand: str, stars: int) -> None:
    """fennecs §2: no card to place, and only starting cards; nothing else is scored."""
    table = Table(3, "2 1 | 1 | 1", f"3 | {hand} | 2 2", stars=[4, stars, 4]).do("take@0")
    assert (table.ended, table.player, table.stars) == ("stuck", 1, [7, stars, 4])
    assert (table.reserve, table.state.phase) == (54 - 11 - stars, rules.DEAL)
    assert rules.next_first(table.state) == 0


@pytest.mark.parametrize(("hand", "stars"), [("SN", 1), ("2", 0)])
def test_who_can_place_a_card_does_not_end_it(hand: str, stars: int) -> None:
    table = Table(3, "2 1 | 1 | 1", f"3 | {hand} | 2 2", stars=[4, stars, 4]).do("take@0")
    assert (table.ended, table.player) == (None, 1)


def test_where_nobody_took_a_column_the_same_one_begins() -> None:
    """fennecs §4. It takes a position that play does not lead to: a card that was placed can be taken."""
    table = Table(2, "2 | 1", "|", first=1)
    columns.end_turn(table.state)
    assert (table.ended, rules.next_first(table.state)) == ("stuck", 1)
    rules.random_deal(table.state, new_rng(1))
    assert (table.now["first"], table.player, table.ended, table.now["round"]) == (1, 1, None, 2)


def test_stars_carry_over() -> None:
    """fennecs §1"""
    table = Table(2, "2 1 | 1 1", "3 | 4").do("take@1 take@0")
    rules.random_deal(table.state, new_rng(1))
    assert (table.stars, table.player, table.now["taken"], table.now["totals"]) == ([7, 8], 1, [None] * 2, [None] * 2)


# ---- §5 ----------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("players", "before", "over"), [(2, 18, False), (2, 19, True), (4, 19, True), (5, 13, False), (5, 14, True)]
)
def test_so_many_stars_end_the_game(players: int, before: int, over: bool) -> None:
    """fennecs §5: 20, at five players 15; a 6 ends the round here."""
    table = Table(
        players, " | ".join(["4 2 1"] + ["4 2"] * (players - 1)), "3 | 3", stars=[before] + [1] * (players - 1)
    )
    table.do("3@0")
    assert (table.stars[0], table.ended) == (before + 1, None)
    table.do("take@1")
    assert (table.ended, table.over) == ("six", over)


def test_stars_that_are_lost_again_count() -> None:
    """fennecs §5, trap: in the middle of a round, and below 20 at its end."""
    table = Table(2, "5 4 | 1 1", "3 | 3", stars=[19, 3]).do("3@0 take@1 take@0")  # 12 loses 6
    assert (table.stars, table.ended, table.over) == ([14, 5], "all", True)


def test_stars_won_from_cards_count_before_the_loss() -> None:
    """fennecs §3, §5: 19 + 1 is 20, at that moment."""
    table = Table(2, "5 4?1 | 1 1", "3 | 3", stars=[19, 3]).do("take@0 take@1")
    assert (table.stars, table.ended, table.over) == ([17, 5], "all", True)
    table = Table(2, "5 4?1 SN?1 | 1 1", "3 | 3", stars=[19, 3]).do("take@0 take@1")
    assert (table.stars, table.over) == ([19, 5], False)  # a Supernova: they were never won


def test_an_empty_reserve_ends_the_game() -> None:
    """fennecs §5: at the end of a round. 54 stars between three."""
    table = Table(3, "2 1 | 1 1 | 1 0", "| |", stars=[18, 17, 14]).do("take@0 take@1")
    assert (table.reserve, table.over, table.state.reached) == (0, False, 1)
    table = Table(3, "2 0 | 1 1 | 1 0", "| |", stars=[17, 17, 15]).do("take@0 take@1 take@2")
    assert (table.stars, table.reserve, table.state.reached, table.over) == ([19, 19, 16], 0, 0, True)
    table = Table(3, "2 0 | 1 1 | 0 0", "| |", stars=[17, 17, 15]).do("take@0 take@1 take@2")
    assert (table.reserve, table.over) == (1, False)


@pytest.mark.parametrize(("column", "reserve"), [("1 1?1 1?1 1?2", 1), ("1 1?1 1?1 1", 0)])
def test_stars_that_go_back_are_in_the_reserve_before_it_is_looked_at(column: str, reserve: int) -> None:
    """fennecs §5: of 4 stars and 6 that are won, those on the other columns' cards come back."""
    on_cards = column.count("?")
    table = Table(4, f"4 2 | {column} | 1 | 1", "| | | 3", stars=[11, 12, 12, 15 - on_cards])
    assert table.reserve == 4
    table.do("take@0")
    assert (table.ended, table.reserve, table.over) == ("six", reserve, reserve <= 0)


# ---- playing at random -------------------------------------------------------------------------------------------


def test_batches_play_what_single_games_do() -> None:
    """batch ≡ single, on one thread or on all."""
    one, batch = rules.new_states(40, 5, 2), rules.new_states(40, 5, 2)
    rngs, batch_rngs = new_rngs(5, 40), new_rngs(5, 40)
    for i in range(40):
        rules.random_deal(one[i], rngs[i : i + 1])
        rules.play_round(one[i], rngs[i : i + 1])
    rules.batch_deal(batch, batch_rngs)
    rules.threads_play(batch, batch_rngs)
    assert one.tobytes() == batch.tobytes()
    for i in range(40):
        rules.play_game(one[i], rngs[i : i + 1])
    assert set(one["phase"].tolist()) == {rules.OVER}


def test_choices_are_actions_there_and_back() -> None:
    rng, state = new_rng(4), rules.new_states(1, 5, 2)[0]
    for _ in range(2):
        rules.random_deal(state, rng)
        while state.phase in (rules.PLAY, rules.CHOOSE):
            left = int(rules.choices(state))
            words = np.zeros(rules.WORDS, np.uint64)
            rules.legal(state, words)
            assert left.bit_count() == sum(int(word).bit_count() for word in words) > 0
            for choice in range(left.bit_length()):
                if left >> choice & 1:
                    assert rules.choice_of(state, rules.action_of(state, choice)) == choice
            rules.random_step(state, rng)
