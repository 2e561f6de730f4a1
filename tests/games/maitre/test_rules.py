"""The rules by hand. Sections cite RULES.md (maitre §n); « trap » is what implementations of this game get wrong."""

from __future__ import annotations

from typing import Any

import pytest

from renardiere.games.errors import BadDeal, IllegalAction, MalformedAction
from renardiere.games.maitre.words import LOOT, Count, MaitreDeal, Sack, Steal
from renardiere.games.play import Outcome
from tests.games.maitre.tables import MAITRE, do, scores, table

THREE = "2:sack=sheep,sheep,sheep"
"""Somebody who may call the stop, and has nothing that counts."""


def seat_0(sack: str, **options: Any) -> int:
    """What this sack scores, beside two that score nothing; the missions are hen, cow, pig."""
    return scores(table(**options), f"0:sack={sack} 1:sack= {THREE} 2:stop")[0]


# ---- §2 missions -------------------------------------------------------------------------------------------------


def dealt(*deals: str) -> Any:
    """A game of two whose rounds have these missions; everybody's sack scores nothing."""
    state = MAITRE.new(MAITRE.parse_options({"players": "2"}))
    for missions in deals:
        state.deal(MaitreDeal(tuple(missions.split())))
        wrong = next(kind for kind in LOOT if kind not in missions.split())
        do(state, f"0:sack={wrong},{wrong},{wrong} 1:sack= stop")
    return state


def may_follow(state: Any, missions: str) -> bool:
    try:
        state.check_deal(MaitreDeal(tuple(missions.split())))
    except BadDeal:
        return False
    return True


def test_trap_the_missions_of_a_cycle_are_all_different() -> None:
    """maitre §2: « a cycle's 8 missions are all different, so the three of a round are too »."""
    assert may_follow(dealt(), "hen cow pig")
    assert not may_follow(dealt(), "hen cow hen")
    one = dealt("hen cow pig")
    assert may_follow(one, "goose horse sheep")
    assert not may_follow(one, "goose horse pig")


def test_trap_in_the_third_round_the_uncovered_mission_stays() -> None:
    """maitre §2: two are left, cheese and fish; they cover two piles of the second round, and the third mission is what
    lies on the last one: goose, horse or sheep, not what the second round covered."""
    two = dealt("hen cow pig", "goose horse sheep")
    for kept in ("goose", "horse", "sheep"):
        assert may_follow(two, f"cheese fish {kept}")
        assert may_follow(two, f"{kept} fish cheese")
    for wrong in ("cheese fish hen", "cheese goose horse", "goose horse sheep", "fish goose horse"):
        assert not may_follow(two, wrong)
    state = dealt("hen cow pig", "goose horse sheep")
    state.deal(MaitreDeal(("cheese", "horse", "fish")))
    assert state.view(0).kept == "horse"
    assert scores(state, "0:sack=horse,cheese,fish 1:sack=hen,goose,sheep 0:stop") == (3, 0)


def test_a_new_cycle_has_all_eight_again() -> None:
    three = dealt("hen cow pig", "goose horse sheep", "cheese horse fish")
    for missions in ("hen cow pig", "cheese horse fish", "goose horse sheep", "hen goose cheese"):
        assert may_follow(three, missions)


# ---- §1, §3 the box and the sacks --------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("number", "in_play"),
    [
        (1, ()),
        (2, ("fox", "fox")),
        (3, ("fox", "fox", "snake", "snake")),
        (4, ("fox", "fox", "snake", "snake", "hammer")),
        (9, ("fox", "fox", "snake", "snake", "hammer")),
    ],
)
def test_when_the_ruses_come_into_play(number: int, in_play: tuple[str, ...]) -> None:
    """maitre §1"""
    state = table(number=number)
    assert state.view(0).ruses_in_play == in_play
    for ruse in ("fox", "snake", "hammer"):
        if ruse in in_play:
            state.check(0, Sack((ruse,)))
        else:
            with pytest.raises(IllegalAction) as caught:
                state.check(0, Sack((ruse,)))
            assert caught.value.reason == "not_in_play"


def test_trap_the_fifth_token_is_refused_and_a_stolen_one_is_not() -> None:
    """maitre §3, §5: four fit into a sack, loot and ruses together; for the count a thief's may hold five."""
    for five in ("hen,cow,pig,sheep,fish", "hen,cow,pig,sheep,snake"):
        with pytest.raises(MalformedAction):
            MAITRE.parse_action(f"sack={five}", table().options)
    state = table()
    do(state, "0:sack=hen,cow,snake,sheep 1:sack=pig,hen,cow 2:sack= 1:stop")
    # hen, cow and the stolen pig, less a sheep; seat 1 keeps two missions
    assert scores(state, "steal=1.pig") == (2, 2, 0)
    assert state.view(0).sacks[0] == ("hen", "cow", "pig", "sheep", "snake")


def test_sacks_share_one_box() -> None:
    """maitre §3: three tokens of a kind, two foxes, two snakes, a hammer, in all sacks together."""
    for first, second in (("hen,hen", "hen,hen"), ("fox,fox", "fox"), ("hammer", "hammer"), ("snake", "snake,snake")):
        state = table()
        do(state, f"1:sack={first}")
        with pytest.raises(IllegalAction) as caught:
            do(state, f"0:sack={second}")
        assert caught.value.reason == "not_left"
    do(table(), "1:sack=hen,fox,snake,snake 0:sack=hen,hen,fox,hammer")


# ---- §4 the stop -------------------------------------------------------------------------------------------------


def test_trap_a_stop_needs_three_tokens_of_loot() -> None:
    """maitre §4: three tokens of which one is a ruse are not enough; four tokens of loot are fine."""
    state = table()
    do(state, "0:sack=hen,cow,fox 1:sack=hen,cow,pig,pig 2:sack=fish,fish,fish,hammer")
    assert state.to_act == (1, 2)
    with pytest.raises(IllegalAction) as caught:
        do(state, "0:stop")
    assert caught.value.reason == "loot"
    do(state.copy(), "1:stop")
    do(state, "2:stop")
    assert state.view(0).stopped_by == 2


def test_the_last_sack_must_allow_a_stop() -> None:
    """NOTATION: three loot or more in at least one of them, else the last one is illegal."""
    state = table()
    do(state, "2:sack=hen,cow,fox 0:sack=pig,pig")
    for sack in ("", "hen,hen", "hen,hen,fox", "hen,fox,snake,hammer"):
        with pytest.raises(IllegalAction) as caught:
            do(state, f"1:sack={sack}")
        assert caught.value.reason == "no_stop"
    do(state, "sack=hen,hen,sheep,snake")
    assert state.to_act == (1,)


def test_trap_what_is_in_the_capture_hand_does_not_count() -> None:
    """maitre §4: it goes back to the box. The pig that seat 0 was holding is in no sack, so it brings nothing."""
    assert seat_0("hen,cow") == 2
    assert seat_0("hen,cow,pig") == 3


# ---- §6 the count ------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("sack", "score"),
    [
        ("", 0),
        ("hen", 1),
        ("hen,cow,pig", 3),
        ("hen,cow,pig,fish", 2),
        ("hen,cow,fish", 1),
        ("hen,fish", 0),
        ("fish,fish,goose", 0),  # never below 0
    ],
)
def test_missions_and_other_loot(sack: str, score: int) -> None:
    assert seat_0(sack) == score


@pytest.mark.parametrize(
    ("sack", "score"),
    [("hen,hen", 0), ("hen,cow,hen", 1), ("hen,cow,pig,cow", 2), ("hen,hen,hen", 0), ("hen,hen,cow,cow", 0)],
)
def test_trap_of_a_mission_s_kind_one_counts_and_each_further_one_costs(sack: str, score: int) -> None:
    """maitre §6: hen, hen is 1 − 1; hen, cow, hen is 1 + 1 − 1; three hens are 1 − 1 − 1."""
    assert seat_0(sack) == score


def test_a_fox_brings_one() -> None:
    """maitre §5"""
    assert seat_0("hen,cow,pig,fox") == 4
    assert seat_0("fox") == 1
    assert seat_0("fish,fish,fox") == 0  # −2 + 1
    assert seat_0("hammer,hen") == 1


@pytest.mark.parametrize(
    ("sack", "score"),
    [
        ("hen,cow,fox,fox", 1),  # 2 − 1: neither fox gives anything
        ("hen,cow,fox,hammer", 1),
        ("hen,cow,fox,snake", 1),
        ("hen,fox,fox", 0),
        ("fox,snake", 0),  # −1, but never below 0
        ("hen,fox,fox,snake", 0),  # 1 − 1: three ruses cost no more than two
        ("hen,cow,snake,snake", 1),
    ],
)
def test_trap_two_ruses_cost_one_and_do_nothing(sack: str, score: int) -> None:
    """maitre §5; the floor of 0 includes the loss."""
    assert seat_0(sack) == score


def test_trap_a_snake_among_two_ruses_steals_nothing() -> None:
    """maitre §5: no theft is awaited, the round is counted at the stop."""
    state = table()
    assert scores(state, "0:sack=snake,fox,hen,cow 1:sack=snake,hammer,pig 2:sack=hen,cow,pig 2:stop") == (1, 0, 3)
    assert state.view(0).stolen == (None, None, None)


def test_trap_a_hammer_among_two_ruses_protects_nothing() -> None:
    """maitre §5"""
    state = table()
    do(state, f"0:sack=snake 1:sack=hammer,fox,hen,cow {THREE} 2:stop")
    assert [action.text() for action in state.legal(0)] == ["steal=1.hen", "steal=1.cow", "steal=2.sheep", "steal=-"]
    assert scores(state, "steal=1.hen") == (1, 0, 0)  # seat 1: cow 1, two ruses −1


def test_the_parts_of_a_count() -> None:
    events = do(table(), f"0:sack=hen,hen,cow,fox 1:sack=fox,snake,pig,fish {THREE} 2:stop")
    (_, counted) = events
    assert counted.counts == (Count(2, 1, 1, 2), Count(1, 1, -1, 0), Count(0, 3, 0, 0))
    assert counted.eggs == (2, 0, 0)


# ---- §5 snakes ---------------------------------------------------------------------------------------------------


def test_trap_a_snake_may_steal_what_is_wrong_for_it_and_need_not_steal() -> None:
    """maitre §5: its holder chooses."""
    start = table()
    do(start, "0:sack=snake,hen,cow 1:sack=fish,pig,hen 2:sack= 1:stop")
    assert start.to_act == (0,)
    # a fish costs seat 0 one, and spares seat 1 one
    for theft, expected in {"1.fish": (1, 2, 0), "1.pig": (3, 0, 0), "1.hen": (1, 0, 0), "-": (2, 1, 0)}.items():
        assert scores(start.copy(), f"steal={theft}") == expected


def test_a_snake_takes_loot_from_others_alone() -> None:
    """maitre §5: never a ruse, never from oneself."""
    state = table()
    do(state, "0:sack=snake,hen 1:sack=fox,cow,fish,fish 2:sack=goose,goose,pig 2:stop")
    thefts = {action.text() for action in state.legal(0)}
    assert thefts == {"steal=-", "steal=1.cow", "steal=1.fish", "steal=2.goose", "steal=2.pig"}
    with pytest.raises(MalformedAction):
        MAITRE.parse_action("steal=1.fox", state.options)
    for theft, reason in ((Steal(0, "hen"), "own_sack"), (Steal(1, "hen"), "not_in_sack")):
        with pytest.raises(IllegalAction) as caught:
            state.check(0, theft)
        assert caught.value.reason == reason


def test_trap_a_hammer_protects_from_both_snakes() -> None:
    """maitre §5"""
    state = table(4)
    do(state, "0:sack=snake,hen 1:sack=snake,cow 2:sack=hammer,hen,cow,pig 3:sack=pig 2:stop")
    for thief in (0, 1):
        assert state.to_act == (thief,)
        with pytest.raises(IllegalAction) as caught:
            do(state, "steal=2.hen")
        assert caught.value.reason == "hammer"
        do(state, "steal=-")
    assert state.view(0).round_scores == (1, 1, 3, 1)


BOTH = "0:sack=snake,hen 1:sack=snake,cow 2:sack=pig,fish,fish 2:stop"


@pytest.mark.parametrize(
    ("eggs", "ages", "order"),
    [
        ((3, 5, 9), (0, 1, 2), (1, 0)),  # seat 1 leads the two, whoever is older
        ((5, 3, 0), (1, 0, 2), (0, 1)),
        ((4, 4, 0), (0, 1, 2), (0, 1)),  # as many: the older one
        ((4, 4, 0), (2, 1, 0), (1, 0)),
        ((0, 0, 0), (1, 2, 0), (1, 0)),
    ],
)
def test_trap_who_leads_in_eggs_steals_first_then_the_older(
    eggs: tuple[int, ...], ages: tuple[int, ...], order: tuple[int, int]
) -> None:
    """maitre §5"""
    state = table(eggs=eggs, ages=ages)
    do(state, BOTH)
    assert state.view(0).thieves == order
    assert state.to_act == order[:1]
    do(state, "steal=-")
    assert state.view(0).thieves == order[1:]
    assert state.to_act == order[1:]


def test_trap_the_second_thief_sees_what_the_first_one_left() -> None:
    """maitre §5: seat 0 has taken the only pig, and it is there that seat 1 may take it now."""
    state = table()
    do(state, f"{BOTH} steal=2.pig")
    assert {action.text() for action in state.legal(1)} == {"steal=-", "steal=0.hen", "steal=0.pig", "steal=2.fish"}
    # seat 0: hen; seat 1: cow and pig; seat 2: two fish
    assert scores(state, "steal=0.pig") == (1, 2, 0)
    assert state.view(0).stolen == ("2.pig", "0.pig", None)


def test_a_snake_with_nothing_to_steal_is_passed_over() -> None:
    """NOTATION: no token for it. Seat 0 goes first and finds nothing but a protected sack and one without loot; that
    seat 1 then takes its hen gives it no second try."""
    state = table(eggs=(5, 0, 0))
    do(state, "0:sack=snake,hen 1:sack=snake 2:sack=hammer,cow,cow,cow 2:stop")
    assert (state.to_act, state.view(0).thieves) == ((1,), (1,))
    assert scores(state, "steal=0.hen") == (0, 1, 0)
    # and where nobody can steal anything the count comes with the stop
    alone = table(2)
    assert scores(alone, "0:sack=snake,hen,cow,pig 1:sack=hammer,fish stop") == (3, 0)


# ---- §7 the end --------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("eggs", "target", "ages", "outcome"),
    [
        ((6, 0, 0), 10, (), None),  # 9
        ((7, 0, 0), 10, (), (0,)),
        ((7, 12, 0), 15, (), None),
        ((12, 0, 0), 15, (), (0,)),
        ((7, 10, 0), 10, (0, 1, 2), (1,)),  # a tie: the youngest
        ((7, 10, 0), 10, (1, 0, 2), (0,)),
        ((7, 10, 0), 10, (1, 2, 0), (0,)),
        ((8, 10, 0), 10, (0, 1, 2), (0,)),  # 11 are more
    ],
)
def test_the_end(eggs: tuple[int, ...], target: int, ages: tuple[int, ...], outcome: tuple[int, ...] | None) -> None:
    """maitre §7: seat 0 gains three in the round that is counted."""
    state = table(eggs=eggs, target=target, ages=ages)
    do(state, "0:sack=hen,cow,pig 1:sack= 2:sack= stop")
    assert state.outcome == (outcome and Outcome(outcome, "eggs"))
    assert state.awaits == ("nothing" if outcome else "deal")
