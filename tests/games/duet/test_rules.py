"""Every rule of duet, and every trap of its rules file. Each test names the rule that it takes its expected values
from."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest

from renardiere.games.duet import rules
from renardiere.games.kernel import new_rng, new_rngs
from tests.games.duet import bridge, reference
from tests.games.duet.reference import DECK, card_of

A = reference.SIDE_A["squares"]  # 1 1 2 1 1 [0] 1 1 2 1 1


class Table:
    """A position built by hand. Seat 0 leads, stars are trump, the token stands on the start (5) of side A."""

    def __init__(self, hand_0: str, hand_1: str, decree: str = "S10", **more: Any) -> None:
        position = reference.before_the_first_deal(more.pop("level", 1))
        for i, gems in enumerate(more.pop("gems", [])):
            position["path"][i]["gems"] = gems
        for i in more.pop("covered", []):
            position["path"][i].update(forest=True, gems=0)
        position.update(
            hands=[set(map(card_of, hand_0.split())), set(map(card_of, hand_1.split()))],
            decree=card_of(decree),
            waits_for="card",
            player=0,
            leader=0,
            dealer=1,
            round=1,
        )
        position.update(more)
        self.states = rules.new_states(1, position["level"])
        self.state = self.states[0]
        bridge.write(position, self.state)

    def do(self, tokens: str) -> Table:
        """Tokens, each of whoever is to act; of a Gift, with the seat in front."""
        for token in tokens.split():
            whole = token if token[1] == ":" else f"{self.state.player}:{token}"
            if self.state.phase != rules.GIVE:
                assert whole[2:] in self.legal, f"{token} is not legal"
            bridge.apply(self.state, whole)
        return self

    @property
    def legal(self) -> set[str]:
        """The legal tokens of the seat that is to act."""
        return {token[2:] for token in bridge.legal(self.state)}

    @property
    def now(self) -> dict[str, Any]:
        return bridge.position_of(self.state)

    @property
    def player(self) -> int:
        return int(self.state.player)

    def hand(self, seat: int) -> set[str]:
        return set(map(reference.text, self.now["hands"][seat]))

    @property
    def gems(self) -> list[int]:
        return [space["gems"] for space in self.now["path"]]

    @property
    def covered(self) -> list[int]:
        return [i for i, space in enumerate(self.now["path"]) if space["forest"]]

    @property
    def token(self) -> int:
        return int(self.state.token)


def gems(**changed: int) -> list[int]:
    """Those of side A, but for these: ``gems(s6=0)``."""
    return [changed.get(f"s{i}", there) for i, there in enumerate(A)]


# ---- § Components, Levels, A round -------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("level", "total", "tokens", "spaces", "start"), [(1, 12, 4, 11, 5), (2, 13, 3, 9, 4), (3, 16, 3, 9, 4)]
)
def test_levels(level: int, total: int, tokens: int, spaces: int, start: int) -> None:
    """duet § Levels: 12, 13 and 16 gems, 4 and 3 forest tokens; the start is the middle space and has none."""
    state = rules.new_states(1, level)[0]
    now = bridge.position_of(state)
    assert now == reference.before_the_first_deal(level)
    assert sum(space["gems"] for space in now["path"]) == state.gems_left == total
    assert (now["forest_tokens"], len(now["path"]), now["start"], now["token"]) == (tokens, spaces, start, start)
    assert now["path"][start]["gems"] == 0


def test_a_deal() -> None:
    """duet § A round: 11 cards each, the decree card, 7 in the deck; the non-dealer leads."""
    state = rules.new_states(1)[0]
    cards = [*range(0, 22, 2), *range(1, 23, 2), 29, 22, 28, 23, 27, 24, 26, 25]
    rules.deal(state, np.array(cards, np.int8), 1)
    now = bridge.position_of(state)
    assert now["hands"] == [{DECK[c] for c in range(0, 22, 2)}, {DECK[c] for c in range(1, 23, 2)}]
    assert (now["decree"], now["deck"][0]) == (("S", 10), ("S", 3))
    assert (now["dealer"], now["leader"], now["player"], now["round"]) == (1, 0, 0, 1)


def test_a_random_deal_deals_each_card_once_and_draws_the_first_dealer() -> None:
    where, first = np.zeros((30, 4), int), set()
    rng, deals = new_rng(5), 1000
    for _ in range(deals):
        state = rules.new_states(1)[0]
        rules.random_deal(state, rng)
        parts = [bridge.cards(hand) for hand in state.hand]
        parts += [{DECK[state.decree]}, {DECK[card] for card in state.deck}]
        assert [len(part) for part in parts] == [11, 11, 1, 7]
        assert set.union(*parts) == set(DECK)
        first.add(int(state.dealer))
        for place, part in enumerate(parts):
            for card in part:
                where[bridge.number(card), place] += 1
    expected = np.array([11, 11, 1, 7]) / 30 * deals
    chi_square = ((where - expected) ** 2 / expected).sum()
    assert chi_square < 87 + 5 * (2 * 87) ** 0.5  # 29 × 3 degrees of freedom, five sigma; the seed is fixed
    assert first == {0, 1}


def test_the_other_player_deals_the_next_round() -> None:
    """duet § End of round 3; the token stays where it is."""
    table = Table("D4", "D2", gems=gems(), token=6, tricks=10).do("D4")
    table.do("D2 f1")
    token = table.token
    rules.random_deal(table.state, new_rng(1))
    assert (table.state.dealer, table.player, table.state["round"]) == (0, 1, 2)
    assert table.token == token


# ---- § A trick 1: leading and following --------------------------------------------------------------------------


def test_lead_and_follow() -> None:
    """duet § A trick 1: any card is led; the suit is followed if possible."""
    assert Table("D4 S2", "D2 S4 R5").legal == {"D4", "S2"}
    assert Table("D4 S2", "D2 S4 R5").do("D4").legal == {"D2"}
    assert Table("D4 S2", "R2 S4").do("D4").legal == {"R2", "S4"}


def test_a_royal_heir_is_followed_with_any_card() -> None:
    """duet § A trick 1: unless a 9 was led; a 9 that follows has no effect."""
    assert Table("D9", "D2 S4 R5").do("D9").legal == {"D2", "S4", "R5"}
    table = Table("D4 D6", "D9 D2").do("D4 D9")
    assert table.player == 1  # it won as the higher dove
    assert table.do("D2").legal == {"D6"}


def test_a_gift_of_the_leader_makes_the_follower_follow_with_the_new_hand() -> None:
    """duet, trap: the follower answers with a card got by the leader's Gift, and must follow suit with the new hand."""
    table = Table("D7 D4 R2", "S4 R5").do("D7 0:gD4 1:gS4")
    assert (table.hand(0), table.hand(1)) == ({"R2", "S4"}, {"D4", "R5"})
    assert (table.player, table.legal) == (1, {"D4"})


# ---- § A trick 2: Foxes ------------------------------------------------------------------------------------------


def test_foxes_choose_who_may_exchange() -> None:
    """duet § A trick 2 Foxes: two decisions, by the one who plays and by the chosen one, who may keep the decree."""
    table = Table("D3 D4", "D2 R5").do("D3")
    assert (table.player, table.legal) == (0, {"@0", "@1"})
    table.do("@0")
    assert (table.player, table.legal) == (0, {"xD4", "x-"})
    table.do("xD4")
    assert (table.hand(0), table.now["decree"]) == ({"S10"}, ("D", 4))
    assert (table.player, table.legal) == (1, {"D2"})
    assert Table("D3 D4", "D2 R5").do("D3 @0 x-").now["decree"] == ("S", 10)


def test_foxes_may_choose_the_partner() -> None:
    """duet, trap: the Foxes' chosen player may be the partner, whose hand is hidden from the chooser."""
    table = Table("D3 D4", "D2 R5").do("D3 @1")
    assert (table.player, table.legal) == (1, {"xD2", "xR5", "x-"})
    table.do("xR5")
    assert (table.hand(1), table.player, table.legal) == ({"D2", "S10"}, 1, {"D2"})


def test_foxes_played_second_decide_their_own_trick() -> None:
    """duet, trap: the trump changes at once. D8 beats D3, but not as soon as roses are trump: R3 on D8 wins then."""
    table = Table("D8 D4", "R3 R5").do("D8 R3 @1 xR5")
    assert table.player == 1
    assert Table("D8 D4", "R3 R5").do("D8 R3 @1 x-").player == 0
    assert Table("D8 R4", "R3 R5").do("D8 R3 @0 xR4").player == 1  # the leader may do it, too


def test_foxes_with_empty_hands() -> None:
    """duet § A trick 2: in the last trick the leader's Foxes may choose, since the partner has a card; whoever is
    chosen with no card has nothing to decide; the follower's Foxes ask for nothing."""
    table = Table("D3", "D2", gems=gems(), tricks=10).do("D3")
    assert table.legal == {"@0", "@1"}
    table.do("@0")
    assert (table.player, table.legal) == (1, {"D2"})
    assert Table("D3", "D2", tricks=10).do("D3 @1").legal == {"xD2", "x-"}
    table = Table("D4", "D3", tricks=10).do("D4 D3")
    assert table.now["waits_for"] == "forest"  # 1 + 2 towards seat 0; the round is over


# ---- § A trick 2: Gift -------------------------------------------------------------------------------------------


def test_both_must_give_and_in_any_order() -> None:
    """duet § A trick 2 Gift: nothing changes hands before both have chosen."""
    for order in ("0:gD4 1:gR5", "1:gR5 0:gD4"):
        table = Table("D7 D4", "D2 R5").do("D7")
        assert table.now["waits_for"] == "gifts"
        first, second = order.split()
        table.do(first)
        assert (table.hand(0), table.hand(1)) == ({"D4"}, {"D2", "R5"})
        table.do(second)
        assert (table.hand(0), table.hand(1), table.now["gifts"]) == ({"R5"}, {"D2", "D4"}, [None, None])
        assert (table.player, table.legal) == (1, {"D2", "D4"})


def test_a_gift_that_follows_is_given_before_the_trick_is_won() -> None:
    table = Table("D8 D4", "D7 R5").do("D8 D7")
    assert (table.now["waits_for"], table.now["table"]) == ("gifts", [("D", 8), ("D", 7)])
    table.do("1:gR5 0:gD4")
    assert (table.hand(0), table.hand(1), table.player, table.token) == ({"R5"}, {"D4"}, 0, 3)  # 2 + 0 paws


def test_a_gift_as_the_leaders_last_card() -> None:
    """duet, trap: no exchange if not both hold a card."""
    table = Table("D7", "D2", tricks=10).do("D7")
    assert (table.player, table.legal) == (1, {"D2"})


# ---- § A trick 3: the winner -------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("led", "follow", "decree", "winner"),
    [
        ("D4", "D8", "S10", 1),
        ("D8", "D4", "S10", 0),
        ("D8", "R10", "S10", 0),  # off suit
        ("D10", "S2", "S10", 1),  # a trump
        ("S2", "S4", "S10", 1),
        ("S2", "D10", "S10", 0),
        ("D9", "R10", "S10", 0),  # any card may follow a Royal heir, but it wins nothing by that
        ("D9", "S2", "S10", 1),
    ],
)
def test_the_winner(led: str, follow: str, decree: str, winner: int) -> None:
    """duet § A trick 3: the highest trump, else the highest card of the suit led."""
    trump = bridge.SUITS.index(decree[0])
    numbers = [bridge.number(card_of(card)) for card in (led, follow)]
    assert bool(rules.follower_wins(*numbers, trump)) == bool(winner)
    assert Table(f"{led} D1", f"{follow} R1", decree).do(f"{led} {follow}").player == winner


# ---- § A trick 4: movement ---------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("rank", "paws"), [(1, 0), (2, 3), (3, 2), (4, 1), (5, 1), (6, 2), (7, 0), (8, 2), (9, 0), (10, 3)]
)
def test_paws(rank: int, paws: int) -> None:
    """duet § Components."""
    from renardiere.games.duet.position import paws as paws_of

    assert [int(paws_of(10 * suit + rank - 1)) for suit in range(3)] == [paws] * 3


def test_movement_is_the_paws_of_both_towards_the_winner() -> None:
    """duet § A trick 4: D4 1, D8 2; towards seat 0 is towards index 0."""
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
    """duet § A trick 4 and trap: Gazelle with a Musician, two Gazelles. Stars are trump."""
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


# ---- § A trick 5: leaving the path -------------------------------------------------------------------------------


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
    """duet § A trick 5: past the last *uncovered* space."""
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
    """duet § A trick 5."""
    table = Table("D4 R1", "D8 R2", token=9, forest_tokens=0).do("D4 D8")
    assert (table.now["result"], table.legal, table.now["waits_for"], table.token) == ("lost", set(), "nothing", 9)
    assert sum(table.gems) == 12


# ---- § A trick 6: gems -------------------------------------------------------------------------------------------


def test_one_gem_is_collected_where_the_token_stands() -> None:
    """duet § A trick 6, trap: two gems on one space need two visits."""
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


# ---- § Score -----------------------------------------------------------------------------------------------------

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
    """duet § Score and trap: the last gem wins at once, in the middle of a round; 2 cards each are left."""
    last = LAST[: 11 if level == 1 else 9]
    table = Table("D4 R1 R2", "D8 R3 R4", level=level, round=number, forest_tokens=tokens, gems=last, token=5).do(
        "D4 D8"
    )
    assert (table.now["result"], table.now["score"], table.legal) == ("won", score, set())


def test_a_win_with_the_last_card_comes_before_the_end_of_the_round() -> None:
    """duet § A trick 6: at once; no gem grows any more, and time is not up."""
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


# ---- § End of round 1 and of round 2 -----------------------------------------------------------------------------


def ended(**more: Any) -> Table:
    """A round's last trick: D9 led, D7 follows, nothing moves, the token stays on ``token``."""
    return Table("D9", "D7", tricks=10, **more).do("D9 D7")


def test_a_gem_on_each_plus() -> None:
    """duet § End of round 1: side A has a + on 1, 3, 4, 6 and 8; the token is on the start, which has no gem."""
    table = ended()
    assert table.gems == [1, 2, 2, 2, 2, 0, 2, 1, 3, 1, 1]
    assert (table.now["waits_for"], table.player, table.legal) == ("forest", 0, {"f0", "f1"})  # the next dealer


def test_the_next_dealer_places_the_forest_token() -> None:
    """duet § End of round 2: its gems slide."""
    table = ended().do("f1")
    assert (table.covered, table.gems[8:], table.now["waits_for"]) == ([10], [3, 2, 0], "deal")
    assert table.now["forest_tokens"] == 3
    table = ended(dealer=0, leader=0)
    assert table.player == 1
    assert table.do("f0").covered == [0]


def test_a_plus_on_a_covered_space_goes_towards_the_middle() -> None:
    """duet § End of round 1, trap; two + may meet there, and the two ends can be unequal."""
    table = ended(covered=[0, 1, 2, 10], forest_tokens=0)
    assert table.gems == [0, 0, 0, 3, 2, 0, 2, 1, 3, 1, 0]
    table = ended(covered=[7, 8, 9, 10], forest_tokens=0)
    assert table.gems[6] == 1 + 1 + 1  # its own, and that of 8


def test_the_other_end_is_forced_while_the_token_stands_on_one() -> None:
    """duet § End of round 2, trap: the forest token goes to the *other* end, the one where the token does not stand."""
    table = ended(token=0, gems=gems(s0=0))
    assert (table.now["waits_for"], table.covered, table.token) == ("deal", [10], 0)
    table = ended(token=10, gems=gems(s10=0))
    assert (table.now["waits_for"], table.covered, table.token) == ("deal", [0], 10)
    table = ended(token=8, covered=[9, 10], forest_tokens=2)  # the last *uncovered* space
    assert (table.covered, table.now["forest_tokens"]) == ([0, 9, 10], 1)


def test_without_a_forest_token_nothing_happens_at_a_rounds_end() -> None:
    """duet § End of round 2: no loss."""
    table = ended(covered=[0, 1, 9, 10], forest_tokens=0)
    assert (table.now["waits_for"], table.covered, table.now["result"]) == ("deal", [0, 1, 9, 10], None)


def test_time_is_up_after_round_3() -> None:
    """duet § End of round 2: with gems left the game is lost; nothing grows."""
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


# ---- § giving up -------------------------------------------------------------------------------------------------


def test_the_players_may_give_up() -> None:
    table = Table("D4 R1", "D8 R2")
    rules.resign(table.state)
    assert (table.now["result"], table.now["score"], table.legal) == ("resigned", None, set())


# ---- the kernel --------------------------------------------------------------------------------------------------


def test_copy_state_copies_all() -> None:
    states = rules.new_states(3)
    states.view(np.uint8)[: rules.STATE.itemsize] = 7
    rules.copy_state(states[0], states[1])
    for name in rules.STATE.names or ():
        assert np.array_equal(states[name][0], states[name][1]), name


def test_a_batch_is_its_games_one_by_one() -> None:
    one, batch = rules.new_states(20, 2), rules.new_states(20, 2)
    rngs, batch_rngs = new_rngs(3, 20), new_rngs(3, 20)
    for i in range(20):
        rules.random_deal(one[i], rngs[i : i + 1])
        rules.play_round(one[i], rngs[i : i + 1])
    rules.batch_deal(batch, batch_rngs)
    rules.threads_play(batch, batch_rngs)
    assert one.tobytes() == batch.tobytes()
    for i in range(20):
        rules.play_game(one[i], rngs[i : i + 1])
        assert one[i].phase == rules.OVER
        assert not rules.choices(one[i])
        assert rules.first_action(one[i].phase) == 0
