"""The face of duet: what is refused and why, who is told and shown what. Sections cite RULES.md (duet §n)."""

from __future__ import annotations

import random
from collections.abc import Callable
from pathlib import Path
from typing import Any

import msgspec
import pytest

from renardiere.games import game
from renardiere.games.duet.game import Duet, DuetState
from renardiere.games.duet.words import (
    Choose,
    Chose,
    Count,
    Dealt,
    DuetDeal,
    Exchange,
    Exchanged,
    Finished,
    GameEnded,
    Gave,
    Give,
    Grown,
    Kept,
    LeftPath,
    Moved,
    Place,
    Placed,
    Play,
    Played,
    Refusal,
    Resign,
    RoundEnded,
    Step,
    Swapped,
    TrickWon,
)
from renardiere.games.errors import (
    ActionError,
    BadDeal,
    GameOver,
    IllegalAction,
    MalformedAction,
    NotYourTurn,
    RecordError,
)
from renardiere.games.play import SPECTATOR, Outcome
from renardiere.games.record import read
from renardiere.games.testing import CHECKS, Nonconformity, Trial

GOLDEN = Path(__file__).parent / "golden"
DUET = Duet()


def at(record: str, actions: int) -> Any:
    """A golden game, stopped after so many actions."""
    return read((GOLDEN / f"{record}.fox").read_text()).replay(actions)


def told(state: Any, token: str, seat: int | None = None) -> tuple[Any, Any, Any]:
    """What seat 0, seat 1 and a spectator are told of an action, of whoever is to act."""
    events = state.apply(state.to_act[0] if seat is None else seat, DUET.parse_action(token, state.options))
    assert set(events) == {0, 1, SPECTATOR}
    return events[0], events[1], events[SPECTATOR]


# ---- what may be done --------------------------------------------------------------------------------------------


def test_the_registry_gives_it() -> None:
    assert isinstance(game("duet"), Duet)
    assert DUET.seats(DUET.new().options) == 2


def test_action_ids() -> None:
    named = {
        0: Play("D1"),
        29: Play("S10"),
        30: Choose(0),
        31: Choose(1),
        32: Exchange("D1"),
        61: Exchange("S10"),
        62: Exchange(None),
        63: Give("D1"),
        92: Give("S10"),
        93: Step(-4),
        97: Step(0),
        101: Step(4),
        102: Place(0),
        103: Place(1),
    }
    for number, action in named.items():
        assert DUET.action(number) == action
        assert DUET.action_id(action) == number
    assert DUET.n_actions == 104
    texts = ["D1", "S10", "@0", "@1", "xD1", "xS10", "x-", "gD1", "gS10", "m-4", "m0", "m+4", "f0", "f1"]
    assert [action.text() for action in named.values()] == texts
    for nothing in (Resign(), Play("D11"), Step(5), None, "D1"):  # to give up has no number
        with pytest.raises(MalformedAction):
            DUET.action_id(nothing)  # type: ignore[arg-type]


@pytest.mark.parametrize(
    "token", ["D0", "D11", "B1", "@2", "@", "xx", "x", "g", "g-", "m", "m1", "m+0", "m-0", "m+5", "m-5", "f2", "0:D1"]
)
def test_tokens_that_no_position_could_hold(token: str) -> None:
    """No trick in which there is a choice moves the token by more than 4: a Gazelle and a 2 or 10."""
    with pytest.raises(MalformedAction):
        DUET.parse_action(token, DUET.new().options)


@pytest.mark.parametrize(
    ("record", "actions", "seat", "token", "reason"),
    [
        ("abilities", 0, 0, "D1", "not_in_hand"),  # the partner's
        ("abilities", 0, 0, "D2", "not_in_hand"),  # in the deck
        ("abilities", 0, 0, "@0", "play_awaited"),
        ("abilities", 3, 0, "R1", "must_follow"),
        ("abilities", 4, 0, "D4", "choose_awaited"),
        ("abilities", 5, 0, "xD3", "not_in_hand"),  # the Foxes themselves
        ("abilities", 5, 0, "D4", "exchange_awaited"),
        ("abilities", 7, 0, "gD1", "not_in_hand"),  # the partner's
        ("abilities", 7, 1, "gR7", "not_in_hand"),  # the Gift itself
        ("abilities", 7, 1, "R2", "give_awaited"),
        ("abilities", 12, 1, "m+2", "movement"),
        ("abilities", 12, 1, "m-3", "movement"),
        ("abilities", 12, 1, "f0", "move_awaited"),
        ("abilities", 35, 0, "m0", "place_awaited"),
    ],
)
def test_illegal(record: str, actions: int, seat: int, token: str, reason: str) -> None:
    state = at(record, actions)
    before = state.copy()
    for attempt in (state.check, state.apply):
        with pytest.raises(IllegalAction) as caught:
            attempt(seat, DUET.parse_action(token, state.options))
        assert caught.value.reason == reason
    assert state == before


def test_the_order_of_the_checks() -> None:
    over, between, playing = at("lost", 8), at("abilities", 36), at("abilities", 0)

    def refused(state: Any, seat: int, action: Any) -> type[ActionError]:
        with pytest.raises(ActionError) as caught:
            state.check(seat, action)
        return type(caught.value)

    for state in (over, between, playing):
        assert refused(state, 2, Resign()) is MalformedAction
        assert refused(state, 0, Play("D11")) is MalformedAction
    for action in (Play("D1"), Resign()):
        assert refused(over, 0, action) is GameOver
        assert refused(between, 0, action) is NotYourTurn
        assert refused(playing, 1, action) is NotYourTurn


def test_why_cards_may_not_be_played() -> None:
    """duet §2: for the owner of the hand on turn."""
    state = at("abilities", 3)  # a dove was led
    assert state.view(0).refused["R1"] == Refusal("must_follow", {"suit": "D"})
    assert set(state.view(0).refused) == {"R1", "R5", "R8", "R10", "S2", "S6", "S7"}
    assert state.view(1).refused == state.view(SPECTATOR).refused == {}
    assert at("abilities", 1).view(1).refused == {}  # a Royal heir was led
    assert at("abilities", 7).view(1).refused == {}  # any card may be given


def test_in_a_record_a_gift_needs_its_seat_and_giving_up_takes_none() -> None:
    """NOTATION: a prefix is required while several seats may act; resign takes none."""
    start = "\n".join((GOLDEN / "resigned.fox").read_text().split("\n")[:4]) + "\n"
    for body, code in {
        "D1 D7 gS3": "malformed",
        "D1 D7 0:gS3": "illegal",
        "D1 D7 0:gD2 0:gD4": "not_your_turn",
        "D1 D7 0:resign": "malformed",
        "D1 D7 resign D1": "game_over",
        "D1 D7 m+5": "malformed",
        "D1 D7 m+4": "malformed",  # whose?
        "D1 D7 0:m+4": "illegal",
    }.items():
        with pytest.raises(RecordError) as caught:
            read(start + body)
        assert caught.value.code == code, body
    for body in ("D1 D7 0:gD2 gS3", "D1 D7 1:gS3 0:gD2", "resign", "D1 D7 resign", "D1 resign", ""):
        assert read(start + body)


# ---- what everybody is told --------------------------------------------------------------------------------------


def test_of_a_deal() -> None:
    deal = at("abilities", 0).history[0].deal
    events = DUET.new().deal(deal)
    for viewer, hand in ((0, deal.hands[0]), (1, deal.hands[1]), (SPECTATOR, None)):
        assert events[viewer] == (Dealt(1, 1, "S10", hand),)


def test_of_cards_and_foxes() -> None:
    """duet §3: all of it is public."""
    state = at("abilities", 0)
    assert told(state, "D9") == ((Played(0, "D9"),),) * 3
    assert told(state, "S1") == ((Played(1, "S1"), TrickWon(1, 1), Moved(0, 5, False)),) * 3
    state = at("abilities", 4)
    assert told(state, "@0") == ((Chose(0, 0),),) * 3
    assert told(state, "xR10") == ((Exchanged(0, "R10", "S10"), TrickWon(1, 2), Moved(4, 9, True)),) * 3
    assert told(at("abilities", 24), "x-") == ((Kept(0),),) * 3


def test_of_a_gift() -> None:
    """duet §3, §7: each is told what it gave and got, a spectator neither, and nobody anything before both chose."""
    state = at("abilities", 7)
    assert told(state, "gS10", 0) == ((Gave(0, "S10"),), (Gave(0, None),), (Gave(0, None),))
    assert told(state, "gD5", 1) == (
        (Gave(1, None), Swapped("S10", "D5")),
        (Gave(1, "D5"), Swapped("D5", "S10")),
        (Gave(1, None), Swapped(None, None)),
    )
    state = at("abilities", 18)  # the follower's: the trick is decided with the second card
    assert told(state, "gS7")[2] == (Gave(0, None), Swapped(None, None), TrickWon(0, 6), Moved(0, 5, False))


def test_of_movements() -> None:
    """duet §4, §5: the winner is told at once, the movement when it is chosen."""
    state = at("abilities", 11)
    assert told(state, "D10")[0] == (Played(1, "D10"), TrickWon(1, 4))
    assert told(state, "m+3")[0] == (Moved(3, 10, True),)
    assert told(at("abilities", 14), "S2")[0] == (Played(0, "S2"), TrickWon(1, 5), LeftPath(4, 1, 10, 0))
    assert told(at("abilities", 32), "S9")[0] == (Played(1, "S9"), TrickWon(0, 10), LeftPath(-3, 0, 0, 0))
    assert told(at("lost", 3), "R2")[0] == (Played(0, "R2"), TrickWon(1, 2), LeftPath(6, 1, 7, 4))


def test_of_the_end_of_a_round() -> None:
    """duet §6: gems on 1, 3, 4, 6 and 8; two of them slide."""
    state = at("abilities", 34)
    ends = (Moved(-3, 2, True), RoundEnded(1, 6), Grown((1, 3, 4, 6, 8)))
    assert told(state, "S6")[0] == (Played(1, "S6"), TrickWon(0, 11), *ends)
    assert told(state, "f0")[0] == (Placed(0, 0, 1, 2),)


def test_of_a_forest_token_that_has_one_place() -> None:
    """duet §6: 4 − 3 is the last space that is left at the end of seat 0, so the forest grows at the other one."""
    state = at("abilities", 34)
    state._kernel_state["token"] = 4
    ends = (Moved(-3, 1, True), RoundEnded(1, 6), Grown((1, 3, 4, 6, 8)), Placed(None, 1, 9, 0))
    assert told(state, "S6")[0] == (Played(1, "S6"), TrickWon(0, 11), *ends)
    assert state.awaits == "deal"


def test_of_the_end_of_the_game() -> None:
    """duet §1, §8: 20 for level 2, 8 + 8 cards, nothing for round 1, 3 × 3 forest tokens."""
    count = Count(20, 16, 0, 9, 45)
    end = GameEnded(Outcome((0, 1), "won"), count)
    state = at("won", 7)
    assert told(state, "m-2") == ((Moved(-2, 6, True), end),) * 3
    assert (state.scores, state.view(0).count, state.view(0).score) == ((45, 45), count, 45)
    lost = GameEnded(Outcome((), "lost"), None)
    assert told(at("lost", 7), "D6")[1] == (Played(0, "D6"), TrickWon(1, 4), LeftPath(4, 1, None, 0), lost)
    given_up = GameEnded(Outcome((), "resigned"), None)
    state = at("resigned", 2)
    assert told(state, "resign", 1) == ((given_up,),) * 3
    assert state.history[-1].seat == 0  # NOTATION: the lowest seat that is to act


def test_a_win_in_round_2_counts_ten_more() -> None:
    """duet §8"""
    state = at("won", 7)
    state._kernel_state["round"] = 2
    assert told(state, "m-2")[0][-1].count == Count(20, 16, 10, 9, 55)


# ---- what everybody sees -----------------------------------------------------------------------------------------


def test_a_finished_trick_stays_until_the_next_card() -> None:
    state = at("abilities", 13)
    assert state.view(None).finished_trick == Finished(("D5", "D10"), 0, 1)
    told(state, "S4")
    assert state.view(0).finished_trick is None
    assert at("abilities", 36).view(0).finished_trick == Finished(("D4", "S6"), 0, 0)
    assert at("abilities", 12).view(0).trick == ("D5", "D10")


def test_phases() -> None:
    phases = {0: "play", 4: "choose", 5: "exchange", 7: "give", 8: "give", 12: "move", 35: "place", 36: "deal"}
    for actions, phase in phases.items():
        assert [at("abilities", actions).view(viewer).phase for viewer in (0, 1, None)] == [phase] * 3
    assert at("lost", 8).view(0).phase == "over"


def test_before_the_first_deal() -> None:
    view = DUET.new().view(0)
    assert (view.dealer, view.leader, view.decree, view.trump, view.score) == (None,) * 5
    assert (view.round, view.phase, view.to_act, view.hands, view.deck) == (1, "deal", (), ((), ()), ())
    for viewer in (-1, 2):
        with pytest.raises(ValueError, match="no seat"):
            DUET.new().view(viewer)


# ---- deals, states -----------------------------------------------------------------------------------------------


def test_deals_that_are_refused() -> None:
    right = at("abilities", 0).history[0].deal
    state = DUET.new()
    for wrong in (
        DuetDeal(2, right.hands, right.decree, right.deck),
        DuetDeal(0, right.hands, "D1", right.deck),
        DuetDeal(0, right.hands, "B1", right.deck),
        DuetDeal(0, right.hands, right.decree, right.deck[1:]),
    ):
        with pytest.raises(BadDeal):
            state.deal(wrong)
    assert state == DUET.new()
    for attempt in (at("abilities", 1).deal, at("abilities", 36).deal):  # not due; seat 0 deals next
        with pytest.raises(BadDeal):
            attempt(right)
    assert at("abilities", 36).draw(random.Random(1)).dealer == 0
    for attempt in (at("lost", 8).deal, at("lost", 8).draw):
        with pytest.raises(GameOver):
            attempt(right)


def test_equality() -> None:
    assert DUET.new() == DUET.new()
    assert DUET.new() != "a state"
    assert at("abilities", 7) != at("abilities", 8)


# ---- the kit finds what would give secrets away ------------------------------------------------------------------

Wrap = Callable[[Any], Any]


def gifts_told(original: Any) -> Any:
    def apply(self: DuetState, seat: int, action: Any) -> Any:
        events = original(self, seat, action)
        if not isinstance(action, Give):
            return events
        return {viewer: (events[seat][0], *others[1:]) for viewer, others in events.items()}

    return apply


def shown(**fields: Callable[[Any], Any]) -> Wrap:
    def wrap(original: Any) -> Any:
        def view(self: DuetState, viewer: Any) -> Any:
            more = {name: make(self.reveal()) for name, make in fields.items()}
            return msgspec.structs.replace(original(self, viewer), **more)

        return view

    return wrap


def partner_known(original: Any) -> Any:
    """A refusal that tells who holds a card."""

    def check(self: DuetState, seat: int, action: Any) -> None:
        if getattr(action, "card", None) in self.reveal().deck and seat in self.to_act:
            raise IllegalAction("it is in the deck")
        original(self, seat, action)

    return check


@pytest.mark.parametrize(
    ("check", "name", "fault"),
    [
        pytest.param("secrecy", "apply", gifts_told, id="a gift is told"),
        pytest.param("simultaneity", "apply", gifts_told, id="a gift is told too early"),
        pytest.param("secrecy", "view", shown(gifts=lambda open_: open_.gifts), id="a gift is shown"),
        pytest.param("simultaneity", "view", shown(gifts=lambda open_: open_.gifts), id="a gift is shown too early"),
        pytest.param("secrecy", "view", shown(deck=lambda open_: open_.deck), id="the deck"),
        pytest.param("secrecy", "view", shown(hands=lambda open_: open_.hands), id="hands"),
        pytest.param("secrecy", "view", shown(legal=lambda open_: open_.legal), id="what the partner may do"),
        pytest.param("secrecy", "check", partner_known, id="an error"),
    ],
)
def test_secrets(check: str, name: str, fault: Wrap, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(DuetState, name, fault(getattr(DuetState, name)))
    with pytest.raises(Nonconformity):
        CHECKS[check](Trial(DUET, DUET.parse_options({}), 1))
