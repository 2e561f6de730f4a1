"""Every rule and every trap of forest. Each test names the rule that it takes its expected values from."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest

from renardiere.games.forest import rules
from renardiere.games.kernel import COMPILED, new_rng, new_rngs
from tests.games.forest import bridge, reference
from tests.games.forest.reference import DECK, card_of

PILE = "K2 K4 K6 K8 K10 M2"


class Table:
    """A position built by hand; seat 0 leads."""

    def __init__(self, hand_0: str, hand_1: str, decree: str = "M10", pile: str = PILE, **more: Any) -> None:
        position = reference.built(hand_0, hand_1, decree, pile, **more)
        self.states = rules.new_states(1)
        self.state = self.states[0]
        bridge.write(position, self.state)

    def do(self, *tokens: str) -> Table:
        for token in tokens:
            assert token in self.legal, f"{token} is not legal"
            rules.apply(self.state, bridge.action(token))
        return self

    @property
    def legal(self) -> set[str]:
        return bridge.legal(self.state)

    @property
    def now(self) -> dict[str, Any]:
        return bridge.position_of(self.state)

    def hand(self, seat: int) -> set[str]:
        return set(map(reference.text, self.now["hands"][seat]))

    @property
    def pile(self) -> str:
        return " ".join(map(reference.text, self.now["pile"]))

    @property
    def decree(self) -> str:
        return reference.text(self.now["decree"])


def last_trick(card_0: str, card_1: str, **more: Any) -> Table:
    """The thirteenth trick; seat 0 has won ``tricks[0]`` so far."""
    return Table(card_0, card_1, **more)


# ---- § Set-up of a round -----------------------------------------------------------------------------------------


def test_a_deal_is_thirteen_cards_each_the_decree_and_six_in_the_pile() -> None:
    """forest § Set-up 2, 3: hands of 13, one card turned up, the other 6 are the draw pile; § A trick 1: the
    non-dealer leads."""
    state = rules.new_states(1)[0]
    assert bridge.position_of(state) == reference.before_the_first_deal()
    cards = [*range(0, 26, 2), *range(1, 27, 2), 32, 26, 31, 27, 30, 28, 29]
    rules.deal(state, np.array(cards, np.int8), 1)
    now = bridge.position_of(state)
    assert now["hands"] == [{DECK[c] for c in range(0, 26, 2)}, {DECK[c] for c in range(1, 27, 2)}]
    assert now["decree"] == ("M", 11)
    assert now["pile"] == [("M", 5), ("M", 10), ("M", 6), ("M", 9), ("M", 7), ("M", 8)]
    assert (now["dealer"], now["leader"], now["player"], now["round"]) == (1, 0, 0, 1)
    assert now["waits_for"] == "card"


def test_the_first_dealer_is_drawn_and_the_deal_alternates() -> None:
    """forest § Set-up 1."""
    first = set()
    for seed in range(20):
        state = rules.new_states(1)[0]
        rng = new_rng(seed)
        rules.random_deal(state, rng)
        dealer = int(state.dealer)
        first.add(dealer)
        for _ in range(3):
            rules.play_round(state, rng)
            if state.phase == rules.OVER:
                break
            rules.random_deal(state, rng)
            assert state.dealer == 1 - dealer
            assert state.leader == dealer
            dealer = 1 - dealer
    assert first == {0, 1}


def test_a_random_deal_deals_each_card_once() -> None:
    """forest § Components: 33 cards; § Set-up 2, 3."""
    where = np.zeros((33, 4), int)
    rng = new_rng(5)
    state = rules.new_states(1)[0]
    deals = 2000 if COMPILED else 500
    for _ in range(deals):
        state["round"] = 0
        rules.random_deal(state, rng)
        parts = [bridge.cards(hand) for hand in state.hand]
        parts += [{DECK[state.decree]}, {DECK[card] for card in state.pile}]
        assert [len(part) for part in parts] == [13, 13, 1, 6]
        assert set.union(*parts) == set(DECK)
        for place, part in enumerate(parts):
            for card in part:
                where[bridge.number(card), place] += 1
    expected = np.array([13, 13, 1, 6]) / 33 * deals
    chi_square = ((where - expected) ** 2 / expected).sum()
    assert chi_square < 96 + 5 * (2 * 96) ** 0.5  # 32 × 3 degrees of freedom, five sigma; the seed is fixed


# ---- § A trick 1, 2: leading and following -----------------------------------------------------------------------


def test_the_leader_plays_any_card() -> None:
    """forest § A trick 1."""
    assert Table("B1 K9 M11", "B2").legal == {"B1", "K9", "M11"}


def test_the_suit_led_is_followed_if_held() -> None:
    """forest § A trick 2."""
    assert Table("B4", "B2 B10 K3 M9").do("B4").legal == {"B2", "B10"}


def test_any_card_may_be_played_when_the_suit_led_is_not_held() -> None:
    """forest § A trick 2."""
    assert Table("B4", "K2 K10 M9").do("B4").legal == {"K2", "K10", "M9"}


def test_a_witch_led_is_followed_in_its_printed_suit() -> None:
    """forest trap: a Witch led with a trump in the follower's hand: follow the Witch's printed suit."""
    assert Table("B9", "B2 M4 M8", decree="M10").do("B9").legal == {"B2"}


def test_a_witch_in_hand_follows_its_printed_suit() -> None:
    """forest § A trick 2: a Witch is of its own printed suit for following."""
    assert Table("B4", "B9 M4", decree="M10").do("B4").legal == {"B9"}


def test_an_off_suit_witch_may_not_be_played_on_trump_that_can_be_followed() -> None:
    """forest trap: a follower who can follow trump may not play an off-suit Witch."""
    assert Table("M4", "M2 B9 K9", decree="M10").do("M4").legal == {"M2"}


@pytest.mark.parametrize(
    ("hand", "legal"),
    [
        ("B1 B4 B8 K2", {"B1", "B8"}),  # the 1 or the highest, both when both are held
        ("B4 B8 K2", {"B8"}),
        ("B1 K2", {"B1"}),  # the 1 is the highest, too
        ("B4 B9 K2", {"B9"}),  # a Witch that is the highest of the suit
        ("K2 M9 M1", {"K2", "M9", "M1"}),  # free when void
        ("B3 B2", {"B3"}),
    ],
)
def test_a_monarch_led_asks_for_the_swan_or_the_highest(hand: str, legal: set[str]) -> None:
    """forest § A trick 2 and trap: a Monarch's reply."""
    assert Table("B11", hand).do("B11").legal == legal


def test_a_monarch_led_asks_in_its_own_suit_whatever_is_trump() -> None:
    """forest § A trick 2: "holds its suit"."""
    assert Table("M11", "M1 M2 M3 B11", decree="M10").do("M11").legal == {"M1", "M3"}


def test_a_monarch_followed_with_forces_nothing() -> None:
    """forest trap: a Monarch *followed with* (second card) forces nothing."""
    table = Table("B4 B2 B8 B1", "B11 K4", decree="M10").do("B4", "B11")
    assert table.now["player"] == 1
    assert table.do("K4").legal == {"B2", "B8", "B1"}


# ---- § A trick 3: the Fox ----------------------------------------------------------------------------------------


def test_a_fox_may_exchange_the_decree_with_any_card_of_the_hand() -> None:
    """forest § A trick 3 Fox: it *may* exchange; the player holds the old decree card afterwards."""
    table = Table("B3 B4 K9", "B2 M1", decree="M10").do("B3")
    assert table.legal == {"xB4", "xK9", "x-"}
    assert table.now["player"] == 0
    table.do("xK9")
    assert table.decree == "K9"
    assert table.hand(0) == {"B4", "M10"}


def test_a_fox_may_keep_the_decree() -> None:
    """forest § A trick 3 Fox."""
    table = Table("B3 B4 K9", "B2 M1", decree="M10").do("B3", "x-")
    assert table.decree == "M10"
    assert table.hand(0) == {"B4", "K9"}
    assert table.now["player"] == 1


def test_a_fox_has_left_the_hand_when_it_exchanges() -> None:
    """forest trap: a Fox cannot exchange itself."""
    assert "xB3" not in Table("B3 B4", "B2 M1").do("B3").legal


def test_a_fox_led_changes_the_trump_of_its_own_trick() -> None:
    """forest trap: trump is the suit of the *current* decree, after a Fox played in this same trick."""
    table = Table("B3 M4", "K2 K5", decree="K10").do("B3", "xM4", "K2")  # trump was keys, now moons
    assert table.now["tricks"] == [1, 0]
    table = Table("B3 K4", "K2 K6", decree="M10").do("B3", "xK4", "K2")  # trump was moons, now keys
    assert table.now["tricks"] == [0, 1]


def test_a_fox_played_second_changes_the_trump_of_its_own_trick() -> None:
    """forest trap: a Fox played as the second card changes the trump of its own trick."""
    table = Table("B10 B2", "K3 K4", decree="M10").do("B10", "K3", "xK4")
    assert table.now["tricks"] == [0, 1]
    table = Table("B10 B2", "K3 M4", decree="K10").do("B10", "K3", "xM4")
    assert table.now["tricks"] == [1, 0]


def test_a_fox_decides_before_the_other_player_plays() -> None:
    """forest § A trick 3: abilities are resolved at once, before anything else is played."""
    table = Table("B3 B4", "B2 M1").do("B3")
    assert (table.now["player"], table.now["waits_for"]) == (0, "exchange")


def test_the_decree_put_down_may_be_the_card_taken_before() -> None:
    """forest trap: a Fox may take up the decree, and the decree put down may be the card that was taken in an earlier
    exchange."""
    table = Table("B3 K3 B4 B6", "B2 B1 M1 M6", decree="M10").do("B3", "xB4", "B2")
    assert table.decree == "B4"
    assert table.now["player"] == 0
    table.do("K3")
    assert table.legal == {"xM10", "xB6", "x-"}
    table.do("xM10")
    assert table.decree == "M10"
    assert table.hand(0) == {"B4", "B6"}


def test_a_fox_without_a_hand_has_nothing_to_exchange() -> None:
    """forest § A trick 3 Fox: with an empty hand there is nothing to exchange (and NOTATION: no decision)."""
    table = last_trick("B3", "B2", tricks=[6, 6]).do("B3")
    assert (table.now["player"], table.now["waits_for"]) == (1, "card")
    table = last_trick("B4", "K3", tricks=[6, 6], decree="K10").do("B4", "K3")
    assert table.now["waits_for"] == "deal"
    assert table.now["tricks"] == [6, 7]


# ---- § A trick 3: the Woodcutter ---------------------------------------------------------------------------------


def test_a_woodcutter_draws_the_top_card_and_buries_any_card() -> None:
    """forest § A trick 3 Woodcutter: draws the top card, then puts any one card of the hand under the pile."""
    table = Table("B5 B4 M9", "B2 M1 M3").do("B5")
    assert table.hand(0) == {"B4", "M9", "K2"}
    assert table.pile == "K4 K6 K8 K10 M2"
    assert table.now["drawn"] == ("K", 2)
    assert table.legal == {">B4", ">M9", ">K2"}
    table.do(">M9")
    assert table.hand(0) == {"B4", "K2"}
    assert table.pile == "K4 K6 K8 K10 M2 M9"
    assert (table.now["drawn"], table.now["player"]) == (None, 1)


def test_a_woodcutter_may_bury_the_card_it_just_drew() -> None:
    """forest trap: a Woodcutter may discard the card it just drew."""
    table = Table("B5 B4 M9", "B2 M1 M3").do("B5", ">K2")
    assert table.hand(0) == {"B4", "M9"}
    assert table.pile == "K4 K6 K8 K10 M2 K2"


def test_a_woodcutter_that_follows_buries_before_the_trick_is_won() -> None:
    """forest § A trick 3: resolved before the winner is decided; a card drawn may be led at once."""
    table = Table("B4 B2", "B5 M4").do("B4", "B5")
    assert table.now["tricks"] == [0, 0]
    assert (table.now["player"], table.now["waits_for"]) == (1, "burial")
    table.do(">M4")
    assert table.now["tricks"] == [0, 1]
    assert table.legal == {"K2"}


def test_two_woodcutters_draw_one_card_after_the_other() -> None:
    """forest § A trick 3 Woodcutter: the top card of the pile, which is six cards again after each."""
    table = Table("B5 B4", "K5 M4").do("B5", ">B4", "K5", ">M4")
    assert table.hand(0) == {"K2"}
    assert table.hand(1) == {"K4"}
    assert table.pile == "K6 K8 K10 M2 B4 M4"


def test_on_the_last_trick_the_card_drawn_goes_back_under_the_pile() -> None:
    """forest § A trick 3 Woodcutter: on the last trick the hand is just the drawn card."""
    table = last_trick("B5", "B2", tricks=[6, 6]).do("B5")
    assert table.legal == {">K2"}
    table.do(">K2", "B2")
    assert table.pile == "K4 K6 K8 K10 M2 K2"
    assert table.now["waits_for"] == "deal"


def test_a_monarch_is_answered_with_the_highest_even_if_that_is_a_woodcutter_or_a_fox() -> None:
    """forest § A trick 2, 3: the reply is chosen before its ability is resolved."""
    assert Table("B11 K1", "B5 B4").do("B11").legal == {"B5"}
    assert Table("B11 K1", "B3 B2 K4").do("B11", "B3").legal == {"xB2", "xK4", "x-"}


# ---- § A trick 4: the winner -------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("led", "follow", "trump", "winner"),
    [
        # the highest card of the lead suit
        ("B4", "B8", "M", 1),
        ("B8", "B4", "M", 0),
        ("B4", "K11", "M", 0),  # off suit and no trump: never
        # the highest trump
        ("B10", "M2", "M", 1),
        ("M2", "B10", "M", 0),
        ("M2", "M4", "M", 1),
        ("M4", "M2", "M", 0),
        # a lone Witch is a trump of rank 9: trap: loses against the trump 10 or 11, wins against 8 or less
        ("M10", "B9", "M", 0),
        ("M11", "B9", "M", 0),
        ("M8", "B9", "M", 1),
        ("M7", "B9", "M", 1),
        ("B9", "M10", "M", 1),
        ("B9", "M11", "M", 1),
        ("B9", "M8", "M", 0),
        ("B9", "B11", "M", 0),  # the Witch is trump, the Monarch of its printed suit is not
        ("B9", "K11", "M", 0),
        ("B11", "B9", "M", 1),
        ("K4", "B9", "M", 1),
        ("M9", "M10", "M", 1),  # a Witch of the trump suit is nothing else than the trump 9
        ("M9", "M8", "M", 0),
        ("M10", "M9", "M", 0),
        ("B10", "M9", "M", 1),
        # two Witches: neither changes suit; the one of the trump suit, else the one of the lead suit
        ("B9", "M9", "M", 1),
        ("M9", "B9", "M", 0),
        ("B9", "K9", "M", 0),  # trap: neither trump: the lead-suit one wins, also when the other is off suit
        ("K9", "B9", "M", 0),
    ],
)
def test_the_winner_of_a_trick(led: str, follow: str, trump: str, winner: int) -> None:
    """forest § A trick 4 and the traps about Witches."""
    cards = [bridge.number(card_of(token)) for token in (led, follow)]
    assert rules.follower_wins(*cards, "BKM".index(trump)) == bool(winner)
    table = Table(f"{led} K6", f"{follow} {follow[0]}6", decree=f"{trump}6")
    assert table.do(led, follow).now["tricks"] == [1 - winner, winner]


# ---- § A trick 5, 6, 7: Treasures, tricks, Swans -----------------------------------------------------------------


@pytest.mark.parametrize(
    ("led", "follow", "treasures"),
    [("B7", "B2", [1, 0]), ("B7", "B8", [0, 1]), ("B8", "B7", [1, 0]), ("B7", "K7", [2, 0]), ("B2", "B4", [0, 0])],
)
def test_the_winner_scores_a_point_at_once_for_each_treasure(led: str, follow: str, treasures: list[int]) -> None:
    """forest § A trick 5."""
    table = Table(f"{led} K6", f"{follow} K8", scores=[10, 20]).do(led, follow)
    assert table.now["treasures"] == treasures
    assert table.now["scores"] == [10 + treasures[0], 20 + treasures[1]]


def test_the_winner_leads_the_next_trick() -> None:
    """forest § A trick 1, 6."""
    table = Table("B4 K4", "B8 K8").do("B4", "B8")
    assert (table.now["leader"], table.now["player"], table.now["tricks"]) == (1, 1, [0, 1])
    assert table.now["table"] == []


@pytest.mark.parametrize(
    ("led", "follow", "trump", "leads"),
    [
        ("B1", "B8", "M", 0),  # whoever played a Swan and lost leads
        ("B8", "B1", "M", 1),
        ("B1", "K8", "M", 0),  # a Swan that wins: its player leads anyway
        ("B8", "M1", "M", 1),
        ("B1", "K1", "M", 1),  # two Swans: the loser of the trick leads
        ("B1", "M1", "M", 0),
        ("B8", "B4", "M", 0),  # no Swan: the winner
        ("B1", "B9", "M", 0),
    ],
)
def test_a_swan_that_loses_leads(led: str, follow: str, trump: str, leads: int) -> None:
    """forest § A trick 7."""
    table = Table(f"{led} K6", f"{follow} K10", decree=f"{trump}6").do(led, follow)
    assert (table.now["leader"], table.now["player"]) == (leads, leads)


# ---- § End of a round --------------------------------------------------------------------------------------------

BANDS = [6, 6, 6, 6, 1, 2, 3, 6, 6, 6, 0, 0, 0, 0]


@pytest.mark.parametrize(("tricks", "worth"), list(enumerate(BANDS)))
def test_points_by_tricks(tricks: int, worth: int) -> None:
    """forest § End of a round: 0–3 → 6, 4 → 1, 5 → 2, 6 → 3, 7–9 → 6, 10–13 → 0."""
    assert rules.points(tricks) == worth


@pytest.mark.parametrize("won", range(13))
def test_a_round_is_counted_after_its_thirteenth_trick(won: int) -> None:
    """forest § End of a round."""
    table = last_trick("B8", "B4", tricks=[won, 12 - won], treasures=[1, 2], scores=[1, 2]).do("B8", "B4")
    first, second = BANDS[won + 1], BANDS[12 - won]
    assert table.now["tricks"] == [won + 1, 12 - won]
    assert table.now["scores"] == [1 + first, 2 + second]
    assert table.now["last_round"] == [1 + first, 2 + second]
    assert table.now["waits_for"] == "deal"


def test_thirteen_tricks_give_six_points_to_the_side_with_none() -> None:
    """forest § End of a round."""
    table = last_trick("B8", "B4", tricks=[12, 0]).do("B8", "B4")
    assert table.now["scores"] == [0, 6]


def test_between_rounds_everything_keeps_its_last_value() -> None:
    """NOTATION § replay: between a round's end and the next deal everything keeps its last value and nobody acts."""
    table = last_trick("B8", "B7", tricks=[6, 6], decree="K1").do("B8", "B7")
    assert table.legal == set()
    now = table.now
    assert (now["decree"], now["dealer"], now["round"], now["leader"]) == (("K", 1), 1, 1, 0)
    assert (now["tricks"], now["treasures"], table.pile) == ([7, 6], [1, 0], PILE)


def test_a_new_deal_starts_from_nothing_but_the_scores() -> None:
    """forest § Set-up, § End of the game: points carry over."""
    table = last_trick("B8", "B7", tricks=[6, 6], scores=[3, 4]).do("B8", "B7")
    rules.deal(table.state, np.arange(33, dtype=np.int8), 0)
    now = table.now
    assert (now["tricks"], now["treasures"], now["scores"]) == ([0, 0], [0, 0], [3 + 1 + 6, 4 + 3])
    assert (now["round"], now["dealer"], now["leader"], now["player"]) == (2, 0, 1, 1)
    assert now["last_round"] == [7, 3]


# ---- § End of the game -------------------------------------------------------------------------------------------


@pytest.mark.parametrize("target", [1, 16, 21, 35, 999])
def test_the_game_ends_at_the_target(target: int) -> None:
    """forest § End of the game: 21, short 16, long 35, any target from 1 to 999."""
    more = {"tricks": [6, 6], "target": target}
    over = last_trick("B8", "B4", scores=[target - 6, 0], **more).do("B8", "B4")
    assert (over.now["waits_for"], over.now["scores"][0]) == ("nothing", target)
    assert over.legal == set()
    if target > 6:
        goes_on = last_trick("B8", "B4", scores=[target - 7, 0], **more).do("B8", "B4")
        assert (goes_on.now["waits_for"], goes_on.now["scores"][0]) == ("deal", target - 1)


def test_a_treasure_in_the_middle_of_a_round_does_not_end_the_game() -> None:
    """forest § End of the game: the end is only ever tested after the round's scoring."""
    table = Table("B7 K4", "B2 K2", scores=[20, 0]).do("B7", "B2")
    assert table.now["scores"] == [21, 0]
    assert table.now["waits_for"] == "card"


def test_a_treasure_in_the_last_trick_counts_for_the_end() -> None:
    """forest § End of the game, § A trick 5."""
    table = last_trick("B7", "B2", tricks=[11, 1], scores=[20, 0]).do("B7", "B2")
    assert table.now["scores"] == [21, 6]
    assert table.now["waits_for"] == "nothing"


@pytest.mark.parametrize(
    ("scores", "last", "winners"),
    [
        ([21, 20], [6, 6], 0b01),
        ([22, 25], [6, 0], 0b10),  # trap: both players can pass 21 in the same round; most points wins
        ([23, 23], [7, 6], 0b01),  # tie: most points in the last round
        ([23, 23], [6, 9], 0b10),
        ([23, 23], [6, 6], 0b11),  # still tied: a draw
    ],
)
def test_most_points_win(scores: list[int], last: list[int], winners: int) -> None:
    """forest § End of the game."""
    table = Table("", "", waits_for="nothing", scores=scores, last_round=last)
    assert rules.winners(table.state) == winners


def test_treasures_of_the_last_round_count_in_the_tie_break() -> None:
    """forest trap: Treasure points count in the last-round tie-break."""
    # Seat 0 wins its seventh trick: 6 points and 3 Treasures; seat 1: 3 points and none. 12 + 9 = 18 + 3.
    table = last_trick("B8", "B4", tricks=[6, 6], treasures=[3, 0], scores=[15, 18]).do("B8", "B4")
    assert table.now["scores"] == [21, 21]
    assert table.now["last_round"] == [9, 3]
    assert rules.winners(table.state) == 0b01


def test_both_players_can_reach_the_target_in_the_same_round() -> None:
    """forest trap."""
    table = last_trick("B8", "B4", tricks=[9, 3], scores=[22, 16]).do("B8", "B4")
    assert table.now["scores"] == [22, 22]
    assert table.now["waits_for"] == "nothing"
    assert rules.winners(table.state) == 0b10  # 0 against 6 in the last round


# ---- against the reference ---------------------------------------------------------------------------------------


def test_random_games_are_those_of_the_reference() -> None:
    """Every legal set and every byte of every state, from the first deal to the end of the game."""
    for seed in range(25 if COMPILED else 8):
        rng = np.random.default_rng(seed)
        target = int(rng.choice([1, 16, 21, 35]))
        states, same = rules.new_states(1, target), rules.new_states(1, target)
        position = reference.before_the_first_deal(target)
        while position["waits_for"] != "nothing":
            if position["waits_for"] == "deal":
                dealer = int(rng.integers(2)) if position["dealer"] is None else 1 - position["dealer"]
                cards = rng.permutation(33).astype(np.int8)
                rules.deal(states[0], cards, dealer)
                position = reference.dealt(position, [DECK[card] for card in cards], dealer)
            legal = reference.legal(position)
            assert bridge.legal(states[0]) == legal
            token = str(rng.choice(sorted(legal)))
            rules.apply(states[0], bridge.action(token))
            position = reference.applied(position, token)
            assert bridge.position_of(states[0]) == position
            bridge.write(position, same[0])
            assert same.tobytes() == states.tobytes(), "equal positions are equal bytes"
        assert bridge.legal(states[0]) == set()
        winners = [seat for seat in (0, 1) if rules.winners(states[0]) >> seat & 1]
        assert winners == reference.winners(position)


def test_choices_are_the_legal_actions_of_the_phase() -> None:
    """``take`` and ``apply`` do the same."""
    rng = np.random.default_rng(1)
    states = rules.new_states(2)
    rules.random_deal(states[0], new_rng(1))
    while states[0].phase not in (rules.DEAL, rules.OVER):
        choices = [choice for choice in range(34) if int(rules.choices(states[0])) >> choice & 1]
        assert {bridge.token(rules.action_of(states[0], choice)) for choice in choices} == bridge.legal(states[0])
        choice = int(rng.choice(choices))
        states[1] = states[0]
        rules.take(states[1], choice)
        rules.apply(states[0], rules.action_of(states[0], choice))
        assert states[0] == states[1]
    assert rules.choices(states[0]) == 0


def test_copy_state_copies_all() -> None:
    states = rules.new_states(2)
    rng = new_rng(3)
    rules.random_deal(states[0], rng)
    for _ in range(30):
        rules.random_step(states[0], rng)
        rules.copy_state(states[0], states[1])
        assert states[:1].tobytes() == states[1:].tobytes()


def test_a_batch_is_its_games_one_by_one() -> None:
    """batch ≡ single, on one thread or on all."""
    n = 40
    single, batch, threads = (rules.new_states(n) for _ in range(3))
    rngs = [new_rngs(9, n) for _ in range(3)]
    steps = 0
    for i in range(n):
        rules.random_deal(single[i], rngs[0][i : i + 1])
        steps += rules.play_round(single[i], rngs[0][i : i + 1])
    rules.batch_deal(batch, rngs[1])
    rules.batch_deal(threads, rngs[2])
    assert rules.batch_play(batch, rngs[1]) == steps
    assert rules.threads_play(threads, rngs[2]) == steps
    assert single.tobytes() == batch.tobytes() == threads.tobytes()
    assert rngs[0].tobytes() == rngs[1].tobytes() == rngs[2].tobytes()


def test_a_game_played_at_random_ends() -> None:
    states = rules.new_states(1)
    steps = rules.play_game(states[0], new_rng(2))
    assert states[0].phase == rules.OVER
    assert max(states[0].scores) >= 21
    assert steps >= 26 * int(states[0]["round"])
