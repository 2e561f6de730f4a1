"""Every rule of duet, and every trap of its rules file. Each test names the rule that it takes its expected values
from. Sections cite RULES.md (duet §n); « trap » is what implementations of this game get wrong."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest

from renardiere.games.duet import rules
from renardiere.games.kernel import COMPILED, new_rng, new_rngs
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


# ---- The board, §1 -----------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("level", "total", "tokens", "spaces", "start"), [(1, 12, 4, 11, 5), (2, 13, 3, 9, 4), (3, 16, 3, 9, 4)]
)
def test_levels(level: int, total: int, tokens: int, spaces: int, start: int) -> None:
    """duet, The board: 12, 13 and 16 gems, 4 and 3 forest tokens; the start is the middle space and has none."""
    state = rules.new_states(1, level)[0]
    now = bridge.position_of(state)
    assert now == reference.before_the_first_deal(level)
    assert sum(space["gems"] for space in now["path"]) == state.gems_left == total
    assert (now["forest_tokens"], len(now["path"]), now["start"], now["token"]) == (tokens, spaces, start, start)
    assert now["path"][start]["gems"] == 0


def test_a_deal() -> None:
    """duet §1: 11 cards each, the decree card, 7 in the deck; the non-dealer leads."""
    state = rules.new_states(1)[0]
    cards = [*range(0, 22, 2), *range(1, 23, 2), 29, 22, 28, 23, 27, 24, 26, 25]
    rules.deal(state, np.array(cards, np.int8), 1)
    now = bridge.position_of(state)
    assert now["hands"] == [{DECK[c] for c in range(0, 22, 2)}, {DECK[c] for c in range(1, 23, 2)}]
    assert (now["decree"], now["deck"][0]) == (("S", 10), ("S", 3))
    assert (now["dealer"], now["leader"], now["player"], now["round"]) == (1, 0, 0, 1)


def test_a_random_deal_deals_each_card_once_and_draws_the_first_dealer() -> None:
    where, first = np.zeros((30, 4), int), set()
    rng, deals = new_rng(5), 1000 if COMPILED else 400
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
    """duet §6; the token stays where it is."""
    table = Table("D4", "D2", gems=gems(), token=6, tricks=10).do("D4")
    table.do("D2 f1")
    token = table.token
    rules.random_deal(table.state, new_rng(1))
    assert (table.state.dealer, table.player, table.state["round"]) == (0, 1, 2)
    assert table.token == token


# ---- §2: leading and following -----------------------------------------------------------------------------------


def test_lead_and_follow() -> None:
    """duet §2: any card is led; the suit is followed if possible."""
    assert Table("D4 S2", "D2 S4 R5").legal == {"D4", "S2"}
    assert Table("D4 S2", "D2 S4 R5").do("D4").legal == {"D2"}
    assert Table("D4 S2", "R2 S4").do("D4").legal == {"R2", "S4"}


def test_a_royal_heir_is_followed_with_any_card() -> None:
    """duet §2: unless a 9 was led; a 9 that follows has no effect."""
    assert Table("D9", "D2 S4 R5").do("D9").legal == {"D2", "S4", "R5"}
    table = Table("D4 D6", "D9 D2").do("D4 D9")
    assert table.player == 1  # it won as the higher dove
    assert table.do("D2").legal == {"D6"}


def test_a_gift_of_the_leader_makes_the_follower_follow_with_the_new_hand() -> None:
    """duet, trap: the follower answers with a card got by the leader's Gift, and must follow suit with the new hand."""
    table = Table("D7 D4 R2", "S4 R5").do("D7 0:gD4 1:gS4")
    assert (table.hand(0), table.hand(1)) == ({"R2", "S4"}, {"D4", "R5"})
    assert (table.player, table.legal) == (1, {"D4"})


# ---- §3: Foxes ---------------------------------------------------------------------------------------------------


def test_foxes_choose_who_may_exchange() -> None:
    """duet §3 Foxes: two decisions, by the one who plays and by the chosen one, who may keep the decree."""
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
    """duet §3: in the last trick the leader's Foxes may choose, since the partner has a card; whoever is
    chosen with no card has nothing to decide; the follower's Foxes ask for nothing."""
    table = Table("D3", "D2", gems=gems(), tricks=10).do("D3")
    assert table.legal == {"@0", "@1"}
    table.do("@0")
    assert (table.player, table.legal) == (1, {"D2"})
    assert Table("D3", "D2", tricks=10).do("D3 @1").legal == {"xD2", "x-"}
    table = Table("D4", "D3", tricks=10).do("D4 D3")
    assert table.now["waits_for"] == "forest"  # 1 + 2 towards seat 0; the round is over


# ---- §3: Gift ----------------------------------------------------------------------------------------------------


def test_both_must_give_and_in_any_order() -> None:
    """duet §3 Gift: nothing changes hands before both have chosen."""
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


# ---- §2: the winner ----------------------------------------------------------------------------------------------


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
    """duet §2: the highest trump, else the highest card of the suit led."""
    trump = bridge.SUITS.index(decree[0])
    numbers = [bridge.number(card_of(card)) for card in (led, follow)]
    assert bool(rules.follower_wins(*numbers, trump)) == bool(winner)
    assert Table(f"{led} D1", f"{follow} R1", decree).do(f"{led} {follow}").player == winner


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
        assert rules.action_of(one[i], 0) == 0
