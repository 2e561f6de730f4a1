"""The face of forest: what is refused and why, who is told and shown what. Sections cite RULES.md (forest §n)."""

from __future__ import annotations

import random
from pathlib import Path
from typing import Any

import pytest

from renardiere.games import game
from renardiere.games.errors import (
    ActionError,
    BadDeal,
    BadOption,
    GameOver,
    IllegalAction,
    MalformedAction,
    NotYourTurn,
)
from renardiere.games.forest.game import Forest, ForestState
from renardiere.games.forest.words import (
    Buried,
    Bury,
    Dealt,
    Drew,
    Exchange,
    Exchanged,
    Finished,
    ForestDeal,
    ForestOptions,
    GameEnded,
    Kept,
    Play,
    Played,
    Refusal,
    RoundEnded,
    TrickWon,
    card_text,
    cards_mask,
    cards_text,
)
from renardiere.games.play import SPECTATOR, Memory, Outcome
from renardiere.games.record import read

GOLDEN = Path(__file__).parent / "golden"
FOREST = Forest()
PLAIN = ForestOptions()


def at(record: str, actions: int) -> Any:
    """A golden game, stopped after so many actions."""
    return read((GOLDEN / f"{record}.fox").read_text()).replay(actions)


def do(state: Any, tokens: str) -> list[Any]:
    """Carry out tokens for whoever is to act; what everybody was told of each."""
    return [state.apply(state.to_act[0], FOREST.parse_action(token, PLAIN)) for token in tokens.split()]


def refusal(state: Any, seat: int, token: str) -> ActionError:
    before = state.copy()
    action = FOREST.parse_action(token, PLAIN)
    with pytest.raises(ActionError) as checked:
        state.check(seat, action)
    with pytest.raises(ActionError) as applied:
        state.apply(seat, action)
    assert str(checked.value) == str(applied.value)
    assert state == before
    return applied.value


# ---- what may be done --------------------------------------------------------------------------------------------


def test_the_registry_gives_it() -> None:
    assert game("forest") is game("forest")
    assert isinstance(game("forest"), Forest)


def test_follow_the_suit_led() -> None:
    """forest §2"""
    assert len(at("humble", 3).legal(1)) == 12  # a key was led to a hand without keys
    state = at("humble", 6)
    do(state, "B2")
    assert [action.text() for action in state.legal(1)] == ["B4", "B6"]
    error = refusal(state, 1, "M1")
    assert (error.code, error.reason, error.details) == ("illegal", "must_follow", {"suit": "B"})
    assert error.message == "you must follow B"
    assert set(state.view(1).refused) == {"M1", "M4", "M5", "M6", "M7", "M8", "M10", "M11"}
    assert state.view(1).refused["M1"] == Refusal("must_follow", {"suit": "B"})


def test_answer_the_monarch() -> None:
    """forest §3 Monarch: the 1 or the highest, either if both are held; also cards of other suits are refused so."""
    state = at("humble", 5)
    assert [action.text() for action in state.legal(0)] == ["B1", "B10"]
    for card in ("B9", "K10"):
        error = refusal(state, 0, card)
        assert (error.reason, error.details) == ("monarch", {"suit": "B", "highest": "B10"})
        assert "B10" in error.message
    assert set(state.view(0).refused) == {"B2", "B7", "B8", "B9", "K3", "K6", "K7", "K8", "K10"}


def test_a_monarch_is_answered_freely_without_its_suit() -> None:
    """forest §3 Monarch"""
    state = at("humble", 15)
    assert state.view(0).trick == ("M11",)
    assert len(state.legal(0)) == 6
    assert state.view(0).refused == {}


def test_the_highest_may_be_a_witch_and_wins() -> None:
    """forest §3 Monarch, Witch"""
    state = at("abilities", 1)
    assert state.legal(0) == (Play("K9"),)
    told = do(state, "K9")[0]
    assert told[0] == (Played(0, "K9"), TrickWon(0, 1, 0, 0))


@pytest.mark.parametrize(
    ("record", "actions", "seat", "token", "reason", "details"),
    [
        ("abilities", 0, 1, "K2", "not_in_hand", {"card": "K2"}),  # the other's
        ("abilities", 0, 1, "M5", "not_in_hand", {"card": "M5"}),  # in the pile
        ("abilities", 0, 1, "M2", "not_in_hand", {"card": "M2"}),  # the decree
        ("abilities", 2, 0, "K11", "not_in_hand", {"card": "K11"}),  # played
        ("abilities", 0, 1, "x-", "play_awaited", {}),
        ("abilities", 0, 1, "xK1", "play_awaited", {}),
        ("abilities", 0, 1, ">K1", "play_awaited", {}),
        ("abilities", 5, 1, "K1", "exchange_awaited", {}),
        ("abilities", 5, 1, ">K1", "exchange_awaited", {}),
        ("abilities", 5, 1, "xM3", "not_in_hand", {"card": "M3"}),  # the Fox itself
        ("abilities", 5, 1, "xM2", "not_in_hand", {"card": "M2"}),  # the decree itself
        ("abilities", 8, 0, "K4", "bury_awaited", {}),
        ("abilities", 8, 0, "x-", "bury_awaited", {}),
        ("abilities", 8, 0, "xK4", "bury_awaited", {}),
        ("abilities", 8, 0, ">K5", "not_in_hand", {"card": "K5"}),  # the Woodcutter itself
        ("abilities", 8, 0, ">B5", "not_in_hand", {"card": "B5"}),  # still in the pile
        ("humble", 25, 1, ">M5", "not_in_hand", {"card": "M5"}),
    ],
)
def test_illegal(record: str, actions: int, seat: int, token: str, reason: str, details: dict[str, str]) -> None:
    error = refusal(at(record, actions), seat, token)
    assert isinstance(error, IllegalAction)
    assert (error.reason, error.details) == (reason, details)


def test_the_order_of_the_checks() -> None:
    over, between, playing = at("abilities", 30), at("humble", 27), at("abilities", 0)
    for state in (over, between, playing, FOREST.new()):
        for seat, action in ((0, Play("B12")), (0, Play("?")), (2, Play("B1")), (-1, Play("B1")), (0, Bury("-"))):
            with pytest.raises(MalformedAction):
                state.check(seat, action)
    for seat in (0, 1):
        assert isinstance(refusal(over, seat, "B1"), GameOver)
        assert isinstance(refusal(between, seat, "B1"), NotYourTurn)
        assert isinstance(refusal(FOREST.new(), seat, "B1"), NotYourTurn)
    assert isinstance(refusal(playing, 0, "B1"), NotYourTurn)
    assert isinstance(refusal(playing, 0, "x-"), NotYourTurn)
    assert isinstance(refusal(playing, 1, "x-"), IllegalAction)


def test_things_that_are_no_actions() -> None:
    for thing in (None, "B1", 0, Play(None), Play(["B1"]), Exchange("-"), Bury(None), Dealt(1, 0, "B1", None)):  # type: ignore[arg-type]
        with pytest.raises(MalformedAction):
            FOREST.action_id(thing)  # type: ignore[arg-type]
        with pytest.raises(MalformedAction):
            at("abilities", 0).apply(1, thing)


def test_action_ids() -> None:
    """0–32 play, 33–65 exchange, 66 keep, 67–99 bury; cards by suit then rank."""
    named = {0: Play("B1"), 10: Play("B11"), 11: Play("K1"), 32: Play("M11"), 33: Exchange("B1"), 65: Exchange("M11")}
    for number, action in {**named, 66: Exchange(None), 67: Bury("B1"), 99: Bury("M11")}.items():
        assert FOREST.action(number) == action
        assert FOREST.action_id(action) == number
    assert FOREST.n_actions == 100


# ---- what everybody is told --------------------------------------------------------------------------------------


def told(state: Any, token: str) -> tuple[Any, Any, Any]:
    events = do(state, token)[0]
    assert set(events) == {0, 1, SPECTATOR}
    return events[0], events[1], events[SPECTATOR]


def test_of_a_deal() -> None:
    """forest §1: one's own hand, the decree card"""
    deal = at("abilities", 30).history[0].deal
    state = FOREST.new(ForestOptions(1))
    events = state.deal(deal)
    assert events == {
        seat: (Dealt(1, 0, "M2", hand),) for seat, hand in ((0, deal.hands[0]), (1, deal.hands[1]), (None, None))
    }
    assert state.history == at("abilities", 0).history


def test_of_a_card() -> None:
    state = at("abilities", 4)
    assert told(at("abilities", 2), "M9") == ((Played(0, "M9"),),) * 3
    assert told(state, "M3") == ((Played(1, "M3"),),) * 3
    assert told(state, "xB6") == ((Exchanged(1, "B6", "M2"),),) * 3
    assert told(state, "M1") == ((Played(0, "M1"), TrickWon(1, 3, 0, 0)),) * 3


def test_of_a_woodcutter() -> None:
    """forest §3 Woodcutter: what was drawn and what was buried is its owner's secret"""
    state = at("abilities", 7)
    assert told(state, "K5") == (
        (Played(0, "K5"), Drew(0, "K4")),
        (Played(0, "K5"), Drew(0, None)),
        (Played(0, "K5"), Drew(0, None)),
    )
    assert told(state, ">K4") == ((Buried(0, "K4"),), (Buried(0, None),), (Buried(0, None),))
    assert told(state, "K3") == ((Played(1, "K3"),),) * 3
    assert told(state, "x-") == ((Kept(1), TrickWon(0, 4, 0, 0)),) * 3


def test_of_a_woodcutter_that_ends_a_trick() -> None:
    """The secret lies between what all are told."""
    state = read(
        '[Game "forest"]\n\ndeal dealer=0 | B5 B6 B7 B8 B9 B10 B11 K1 K2 K3 K4 K5 K6 | B1 B2 B3 B4 K7 K8 K9 K10 K11 '
        "M1 M2 M3 M4 | M5 | M6 M7 M8 M9 M10 M11\nB4 B5"
    ).replay()
    trick = TrickWon(0, 1, 0, 0)
    assert told(state, ">B6") == ((Buried(0, "B6"), trick), (Buried(0, None), trick), (Buried(0, None), trick))


def test_of_a_round_and_of_the_game() -> None:
    """forest §4, §5: 6 tricks and a Treasure, 7 tricks and two"""
    state = at("abilities", 29)
    outcome = Outcome((1,), "target")
    count = RoundEnded(1, (6, 7), (3, 6), (1, 2), (4, 8))
    assert told(state, "M2") == ((Played(1, "M2"), TrickWon(1, 13, 0, 1), count, GameEnded(outcome)),) * 3
    assert state.outcome == outcome
    assert state.view(0).last_round == count
    state = at("humble", 26)
    assert told(state, "K3")[2] == (
        Played(0, "K3"),
        TrickWon(1, 13, 0, 1),
        RoundEnded(1, (3, 10), (6, 0), (1, 2), (7, 2)),
    )
    assert state.awaits == "deal"


def test_a_swan_that_loses_leads() -> None:
    """forest §3 Swan, also of two"""
    assert told(at("abilities", 18), "K2")[0][1] == TrickWon(0, 8, 0, 1)
    assert told(at("draw", 25), "K1")[0][1] == TrickWon(1, 13, 0, 0)


# ---- what everybody sees -----------------------------------------------------------------------------------------


def test_a_finished_trick_stays_until_the_next_card() -> None:
    """forest, decisions: also over an exchange and a burial, and to the end of the round"""
    state = at("abilities", 2)
    finished = Finished(("K11", "K9"), 1, 0)
    for viewer in (0, 1, SPECTATOR):
        assert state.view(viewer).finished_trick == finished
        assert state.view(viewer).trick == ()
    do(state, "M9")
    assert state.view(0).finished_trick is None
    assert state.view(0).trick == ("M9",)
    do(state, "M10 M3")
    assert state.view(0).finished_trick is None
    state = at("humble", 27)
    assert state.view(0).finished_trick == Finished(("M5", "K3"), 1, 1)
    state.deal(state.draw(random.Random(0)))
    assert state.view(0).finished_trick is None
    assert state.view(0).last_round is not None


def test_phases_and_what_was_drawn() -> None:
    state = at("abilities", 7)
    assert state.view(0).phase == "play"
    do(state, "K5")
    assert [state.view(viewer).phase for viewer in (0, 1, SPECTATOR)] == ["bury"] * 3
    assert [state.view(viewer).drawn for viewer in (0, 1, SPECTATOR)] == ["K4", None, None]
    assert state.reveal().drawn == "K4"
    do(state, ">B1")
    assert state.view(0).drawn is None
    assert at("abilities", 5).view(0).phase == "exchange"
    assert at("humble", 27).view(0).phase == "deal"
    assert at("abilities", 30).view(0).phase == "over"


def test_refused_is_for_the_owner_of_the_hand_on_turn() -> None:
    state = at("abilities", 27)
    assert state.view(1).refused == {"M2": Refusal("must_follow", {"suit": "B"})}
    assert state.view(0).refused == state.view(SPECTATOR).refused == {}
    assert at("abilities", 5).view(1).refused == {}  # any card may be exchanged


def test_before_the_first_deal() -> None:
    view = FOREST.new().view(0)
    assert (view.dealer, view.leader, view.decree, view.trump) == (None, None, None, None)
    assert (view.round, view.phase, view.to_act, view.hands, view.pile) == (1, "deal", (), ((), ()), ())


def test_own_burials_stay_in_sight_in_their_place() -> None:
    state = read(
        '[Game "forest"]\n\ndeal dealer=0 | B5 B6 B7 B8 B9 B10 B11 K1 K2 K3 K4 K5 K6 | B1 B2 B3 B4 K7 K8 K9 K10 M5 '
        "M1 M2 M3 M4 | K11 | M6 M7 M8 M9 M10 M11\nB4 B5 >B6 K5 >K6 K7 M5"
    ).replay()
    assert state.view(0).pile == ("?", "?", "?", "B6", "K6")
    assert state.view(1).pile == state.view(SPECTATOR).pile == ("?",) * 5
    do(state, ">M8")  # the third card drawn
    assert state.reveal().pile == ("M9", "M10", "M11", "B6", "K6", "M8")


def test_viewers_that_there_are_not() -> None:
    for viewer in (-1, 2):
        with pytest.raises(ValueError, match="no seat"):
            FOREST.new().view(viewer)


# ---- deals -------------------------------------------------------------------------------------------------------


def hands(*cards: int) -> ForestDeal:
    names = [card_text(card) for card in cards]
    return ForestDeal(0, (tuple(names[:13]), tuple(names[13:26])), names[26], tuple(names[27:]))


def test_deals_that_are_refused() -> None:
    deck = list(range(33))
    right = hands(*deck)
    wrong = [
        ForestDeal(2, right.hands, right.decree, right.pile),
        ForestDeal(-1, right.hands, right.decree, right.pile),
        hands(*[0, *deck[:-1]]),
        hands(*deck[:-1]),
        ForestDeal(0, (right.hands[0][:-1], (*right.hands[1], right.hands[0][-1])), right.decree, right.pile),
        ForestDeal(0, right.hands, "B12", right.pile),
        ForestDeal(0, right.hands, "?", right.pile),
    ]
    state = FOREST.new()
    for deal in wrong:
        for attempt in (state.check_deal, state.deal):
            with pytest.raises(BadDeal):
                attempt(deal)
    assert state == FOREST.new()
    state.deal(right)
    with pytest.raises(BadDeal, match="goes on"):
        state.deal(right)
    with pytest.raises(BadDeal, match="goes on"):
        state.draw(random.Random(0))
    over = at("abilities", 30)
    for attempt in (over.check_deal, over.deal):
        with pytest.raises(GameOver):
            attempt(right)
    with pytest.raises(GameOver):
        over.draw(random.Random(0))


def test_the_deal_alternates() -> None:
    """forest §1"""
    state = at("humble", 27)
    assert state.draw(random.Random(3)).dealer == 0
    deal = hands(*range(33))
    state.check_deal(deal)
    with pytest.raises(BadDeal, match="seat 1"):
        state.deal(ForestDeal(1, deal.hands, deal.decree, deal.pile))
    first = {FOREST.new().draw(random.Random(seed)).dealer for seed in range(20)}
    assert first == {0, 1}


def test_the_order_of_a_hand_means_nothing() -> None:
    deal = hands(*range(33))
    assert ForestDeal(0, (deal.hands[0][::-1], deal.hands[1]), deal.decree, deal.pile) == deal
    assert ForestDeal(0, deal.hands, deal.decree, deal.pile[::-1]) != deal


# ---- options, the end --------------------------------------------------------------------------------------------


def test_options() -> None:
    assert FOREST.new().options == FOREST.parse_options({}) == ForestOptions(21)
    assert FOREST.parse_options({"target": "999"}) == ForestOptions(999)
    assert FOREST.new(ForestOptions(35)).view(0).options == "target=35"
    assert FOREST.seats(PLAIN) == 2
    for pairs in ({"target": "0"}, {"target": "1000"}, {"target": "x"}, {"players": "2"}):
        with pytest.raises(BadOption):
            FOREST.parse_options(pairs)
    for target in (0, 1000, -1):
        with pytest.raises(BadOption):
            FOREST.new(ForestOptions(target))


@pytest.mark.parametrize(("target", "over"), [(6, True), (7, True), (8, False), (16, False), (21, False), (35, False)])
def test_the_target_is_looked_at_after_the_count(target: int, over: bool) -> None:
    """forest §5: seat 0 has 7 points after this round, and passes 1 in the middle of it"""
    played = (GOLDEN / "humble.fox").read_text().replace('[Rules "1"]', f'[Options "target={target}"]')
    assert (read(played).replay().outcome == Outcome((0,), "target")) is over
    state = read(played.replace(f"target={target}", "target=1")).replay(14)
    assert (state.scores, state.outcome, state.to_act) == ((1, 0), None, (1,))


def test_scores_are_of_the_whole_game() -> None:
    """forest §5: 3 + 6 each; the last round decides"""
    state = at("last-round", 28)
    assert (state.scores, state.view(0).treasures) == ((3, 6), (0, 0))
    assert at("last-round", 56).outcome == Outcome((0,), "target")


# ---- states ------------------------------------------------------------------------------------------------------


def test_equality() -> None:
    assert FOREST.new() == FOREST.new()
    assert FOREST.new() != FOREST.new(ForestOptions(16))
    assert FOREST.new() != "a state"
    assert at("abilities", 2) != at("abilities", 3)
    with pytest.raises(TypeError):
        hash(FOREST.new())


def test_a_memory_that_contradicts_itself_has_no_sample() -> None:
    state = FOREST.new()
    deal = hands(*range(33))
    events = [*state.deal(ForestDeal(1, deal.hands, deal.decree, deal.pile))[0]]
    for seat, card in ((0, "K2"), (1, "M1"), (1, "K3")):  # no key to follow with, and then one after all
        events.append(Played(seat, card))
    with pytest.raises(ValueError, match="contradicts"):
        FOREST.sample(Memory(0, state.view(0), tuple(events)), 1)
    with pytest.raises(ValueError, match="spectator"):
        FOREST.sample(Memory(None, state.view(None), tuple(events)), 1)


def test_a_sample_goes_on() -> None:
    """It is a position of the same table: same options, same scores, and it can be played to the end."""
    chance = random.Random(5)
    state = FOREST.new(ForestOptions(12))
    memory: list[Any] = []
    while state.awaits != "nothing":
        if state.awaits == "deal":
            memory += state.deal(state.draw(chance))[1]
        else:
            seat = state.to_act[0]
            memory += state.apply(seat, chance.choice(state.legal(seat)))[1]
        sample = FOREST.sample(Memory(1, state.view(1), tuple(memory)), chance.getrandbits(64))
        assert isinstance(sample, ForestState)
        assert (sample.options, sample.scores, sample.outcome, sample.history) == (
            state.options,
            state.scores,
            state.outcome,
            [],
        )
        assert sample.view(1) == state.view(1)
        if sample.to_act and chance.random() < 0.1:
            rest = sample.copy()
            while rest.to_act:
                rest.apply(rest.to_act[0], rest.legal(rest.to_act[0])[0])
            assert sum(rest.view(1).tricks) == 13


def test_cards_and_masks() -> None:
    assert cards_text(0b1000_0000_0001) == ("B1", "K1")
    assert cards_mask(("K1", "B1")) == 0b1000_0000_0001
    assert cards_text(0) == ()
    assert card_text(32) == "M11"
