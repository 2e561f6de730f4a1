"""The face of fennecs: what is refused and why, who is told and shown what, deals, records. Sections cite RULES.md
(fennecs §n)."""

from __future__ import annotations

import random
from collections.abc import Callable
from pathlib import Path
from typing import Any

import msgspec
import pytest

from renardiere.games.errors import (
    ActionError,
    BadDeal,
    BadOption,
    GameOver,
    IllegalAction,
    MalformedAction,
    NotYourTurn,
    RecordError,
)
from renardiere.games.fennecs.actions import totals
from renardiere.games.fennecs.game import Fennecs, FennecsState
from renardiere.games.fennecs.words import (
    Choose,
    Chose,
    Dealt,
    FennecsDeal,
    FennecsOptions,
    GameEnded,
    Hid,
    Hide,
    Place,
    Placed,
    RoundEnded,
    Scored,
    Take,
    Taken,
)
from renardiere.games.play import SPECTATOR, Move, Outcome, option_pairs
from renardiere.games.record import from_json, read, to_json, write
from renardiere.games.testing import CHECKS, Nonconformity, Trial
from tests.games.fennecs import reference

GOLDEN = Path(__file__).parent / "golden"
FENNECS = Fennecs()
FOUR = FennecsOptions(4)


def at(record: str, actions: int) -> Any:
    """A golden game, stopped after so many actions."""
    return read((GOLDEN / f"{record}.fox").read_text()).replay(actions)


def told(state: Any, token: str) -> dict[Any, Any]:
    """What everybody is told of an action of the seat that is to act; None is a spectator."""
    events = state.apply(state.to_act[0], FENNECS.parse_action(token, state.options))
    assert set(events) == {*range(state.options.players), SPECTATOR}
    return dict(events)


def all_told(state: Any, token: str) -> tuple[Any, ...]:
    """The same, where all are told the same."""
    (events,) = set(told(state, token).values())
    return tuple(events)


@pytest.mark.parametrize("path", sorted(GOLDEN.glob("*.fox")), ids=lambda path: path.stem)
def test_golden_games_are_those_of_the_reference(path: Path) -> None:
    """Their last positions in the JSON files are worked out, or played by the one and the other."""
    record = read(path.read_text())
    position = reference.before_the_first_deal(record.options.players, record.options.variant)
    for state, entry in record.steps():
        assert state.scores == tuple(position["stars"])
        assert state.view(SPECTATOR).reserve == reference.reserve(position)
        if isinstance(entry, Move):
            assert entry.seat == position["player"]
            assert set(state.reveal().legal[str(entry.seat)]) == reference.legal(position)
            position = reference.applied(position, entry.action.text())
        else:
            deal = entry.deal
            cards = [card for part in (*deal.hands, deal.starts, deal.aside) for card in part]
            position = reference.dealt(position, cards, deal.first)
    found = reference.result(position)
    assert record.replay().outcome == (Outcome(tuple(found[0]), found[1]) if found else None)


# ---- options -----------------------------------------------------------------------------------------------------


def test_options() -> None:
    """NOTATION: players is required, variant is base if left out."""
    assert FENNECS.parse_options({"players": "3"}) == FennecsOptions(3)
    assert FENNECS.parse_options({"players": "5", "variant": "sandfox"}) == FennecsOptions(5, "sandfox")
    assert FennecsOptions(5, "sandfox").text() == "players=5 variant=sandfox"
    assert FENNECS.usual() == FOUR
    assert [FENNECS.seats(FennecsOptions(n)) for n in (2, 5)] == [2, 5]  # type: ignore[arg-type]
    for bad in (
        "",
        "players=1",
        "players=6",
        "players=04",
        "variant=base",
        "players=3 variant=Sahara",
        "players=3 x=1",
    ):
        with pytest.raises(BadOption):
            FENNECS.parse_options(option_pairs(bad))
    with pytest.raises(BadOption):
        FENNECS.new()
    with pytest.raises(BadOption):
        FENNECS.new(FennecsOptions(6))  # type: ignore[arg-type]


# ---- what may be done --------------------------------------------------------------------------------------------


def test_action_ids() -> None:
    named = {
        0: Place("-5", 0),
        54: Place("1/5", 4),
        55: Hide("-5", 0),
        114: Hide("SN", 4),
        115: Take(0),
        119: Take(4),
        120: Choose(-14),
        140: Choose(6),
        163: Choose(29),
    }
    for number, action in named.items():
        assert FENNECS.action(number) == action
        assert FENNECS.action_id(action) == number
    assert FENNECS.n_actions == 164
    texts = ["-5@0", "1/5@4", "-5@0?", "SN@4?", "take@0", "take@4", "=-14", "=6", "=29"]
    assert [action.text() for action in named.values()] == texts
    for nothing in (Place("SN", 0), Place("6", 0), Take(5), Choose(30), None, "take@0"):
        with pytest.raises(MalformedAction):
            FENNECS.action_id(nothing)  # type: ignore[arg-type]


def test_which_totals_there_are_to_choose() -> None:
    """Up to six cards with a 1/5: for three and four −10 (−5 −2 −2 −1 −1 and a 1) to 26 (5 5 5 4 4 3), for five −14 (−5
    −5 −2 −2 −1 and a 1) to 29 (5 5 5 5 5 4). Two players have no 1/5. With a deck of each variant, by trying all."""
    assert [totals(players) for players in (2, 3, 4, 5)] == [range(0), range(-10, 27), range(-10, 27), range(-14, 30)]
    for players in (4, 5):
        found = set()
        for variant in ("base", "sahara", "sandfox"):
            sums = {(0, 0, False)}  # cards, total, with a 1/5
            for card in reference.deck(players, variant):
                if card == "SN" or (variant == "base" and card == "0+"):
                    continue
                values = (1, 5) if card == "1/5" else (int(card),)
                sums |= {(n + 1, t + value, five or card == "1/5") for n, t, five in sums for value in values if n < 6}
            found |= {total for n, total, five in sums if five and n > 1}
        assert found == set(totals(players))


@pytest.mark.parametrize(
    ("players", "token"),
    [
        *((4, token) for token in ("6@0", "+1@0", "-0@0", "00@0", "0-@0", "15@0", "1/5", "1/5@", "1/5@00", "1/5@0??")),
        *((4, token) for token in ("SN@0", "sn@0?", "take", "take@", "take@4", "4@4", "4@4?", "take@0?", "=", "=+6")),
        *((4, token) for token in ("=-11", "=27", "=06", "=6.0", "= 6", "0:4@0")),
        *((2, token) for token in ("1/5@0", "1/5@1?", "=6", "4@2", "take@2")),
        *((5, token) for token in ("4@5", "take@5", "=-15", "=30")),
    ],
)
def test_tokens_that_no_position_could_hold(players: int, token: str) -> None:
    """NOTATION: of any table with this many players, whatever its variant. A Supernova is never placed face up."""
    options = FennecsOptions(players)  # type: ignore[arg-type]
    with pytest.raises(MalformedAction):
        FENNECS.parse_action(token, options)
    others = [action for action in map(FENNECS.action, range(164)) if action.text() == token]
    for action in others:
        with pytest.raises(MalformedAction):
            FENNECS.new(options).check(0, action)


@pytest.mark.parametrize(
    ("record", "actions", "token", "reason"),
    [
        ("four", 0, "4@0", "not_in_hand"),  # another's
        ("four", 0, "SN@0?", "not_in_hand"),  # a card of another variant
        ("four", 0, "take@0", "column_bare"),
        ("four", 0, "=6", "play_awaited"),
        ("four", 5, "1@3", "column_taken"),
        ("four", 5, "take@3", "column_taken"),
        ("four", 6, "=2", "total"),
        ("four", 6, "take@1", "choose_awaited"),
        ("four", 6, "1@1", "choose_awaited"),
    ],
)
def test_illegal(record: str, actions: int, token: str, reason: str) -> None:
    state = at(record, actions)
    before = state.copy()
    for attempt in (state.check, state.apply):
        with pytest.raises(IllegalAction) as caught:
            attempt(state.to_act[0], FENNECS.parse_action(token, state.options))
        assert caught.value.reason == reason
    assert state == before


def test_illegal_without_a_star_and_on_a_full_column() -> None:
    position = at("four", 0).position()
    position["stars"][0, 2] = 0
    position["placeable"] = 0b1110
    state = FennecsState.sampled(FENNECS, FOUR, position)
    for token, reason in {"2@1?": "no_star", "2@0": "column_full", "2@0?": "column_full"}.items():
        with pytest.raises(IllegalAction) as caught:
            state.check(2, FENNECS.parse_action(token, FOUR))
        assert caught.value.reason == reason
    state.check(2, Place("2", 1))


def test_the_order_of_the_checks() -> None:
    over, between, playing = at("five", 36), at("four", 18), at("four", 0)

    def refused(state: Any, seat: int, action: Any) -> type[ActionError]:
        with pytest.raises(ActionError) as caught:
            state.check(seat, action)
        return type(caught.value)

    for state in (over, between, playing):
        assert refused(state, 5, Take(0)) is MalformedAction
        assert refused(state, 0, Choose(40)) is MalformedAction
    assert refused(playing, 2, Take(4)) is MalformedAction  # a column too many
    assert refused(over, 0, Take(0)) is GameOver
    assert refused(between, 0, Take(0)) is NotYourTurn
    assert refused(playing, 1, Take(0)) is NotYourTurn
    assert refused(playing, 2, Take(0)) is IllegalAction


# ---- what everybody is told --------------------------------------------------------------------------------------


def test_of_a_deal() -> None:
    deal = at("four", 0).history[0].deal
    events = FENNECS.new(FOUR).deal(deal)
    for viewer, hand in {0: ("-1", "4", "1/5"), 2: ("2", "2", "5"), SPECTATOR: None}.items():
        assert events[viewer] == (Dealt(1, 2, ("3", "-1", "4", "0+"), hand),)


def test_of_cards_placed() -> None:
    """fennecs §2, §6: which card lies face down is its owner's alone."""
    assert all_told(at("four", 0), "2@0") == (Placed(2, 0, "2", True),)
    state = at("four", 0)
    state._kernel_state["reserve"] = 0
    assert all_told(state, "2@0") == (Placed(2, 0, "2", False),)
    events = told(at("four", 1), "1/5@0?")
    assert events[3] == (Hid(3, 0, "1/5"),)
    assert {events[viewer] for viewer in (0, 1, 2, SPECTATOR)} == {(Hid(3, 0, None),)}


def test_of_columns_taken() -> None:
    """fennecs §3"""
    assert all_told(at("four", 4), "take@3") == (Taken(2, 3, ("0+", "4"), 1, False), Scored(2, 4, 4))
    state = at("four", 5)
    assert all_told(state, "take@0") == (Taken(3, 0, ("3", "2", "1/5"), 1, False),)
    assert all_told(state, "=6") == (Chose(3, 6), Scored(3, 6, 6), RoundEnded(1, "six", None, 1))
    assert all_told(at("four", 11), "take@3") == (Taken(3, 3, ("0+", "4", "4"), 1, False), Scored(3, 8, -2))
    ends = RoundEnded(1, "all", None, 0)
    assert all_told(at("supernova", 5), "take@0") == (Taken(1, 0, ("2", "SN", "5"), 1, True), ends)
    state = at("four", 11)
    state._kernel_state["stars"][3] = 0  # with the star of its own card it pays what it can
    assert all_told(state, "take@3")[1] == Scored(3, 8, -1)


def test_of_seven_cards_and_of_a_player_who_can_do_nothing() -> None:
    state = at("four", 11)
    s = state._kernel_state
    s["column"][3, 3:7], s["cards"][3] = 5, 7
    assert all_told(state, "take@3") == (
        Taken(3, 3, ("0+", "4", "4", "1", "1", "1", "1"), 1, False),
        Scored(3, None, 0),
    )
    state = at("four", 12)
    s = state._kernel_state
    s["takeable"], s["hand"][1] = 0b0100, -1  # what seat 0 takes now, and a hand without a card
    events = all_told(state, "take@2")
    assert events[-1] == RoundEnded(2, "stuck", 1, 0)
    assert (state.view(0).ended, state.view(3).stuck, state.awaits) == ("stuck", 1, "deal")


def test_of_the_end_of_the_game() -> None:
    """fennecs §5: a tie is a shared win."""
    end = GameEnded(Outcome((3, 4), "stars"))
    assert all_told(at("five", 35), "take@2")[-1] == end


def test_most_stars_win() -> None:
    state = at("reserve", 37)
    for stars, winners in (((11, 14, 12, 17), (3,)), ((17, 3, 17, 17), (0, 2, 3)), ((5, 5, 5, 5), (0, 1, 2, 3))):
        state._kernel_state["stars"][:4] = stars
        assert state.outcome == Outcome(winners, "reserve")
    state._kernel_state["reached"] = 1  # NOTATION: stars when both hold
    assert state.outcome.reason == "stars"


# ---- what everybody sees -----------------------------------------------------------------------------------------


def test_before_the_first_deal() -> None:
    view = FENNECS.new(FennecsOptions(3)).view(0)
    assert (view.first, view.next_first, view.round, view.phase) == (None, None, 1, "deal")
    assert (view.hands, view.columns, view.set_aside, view.taken) == (((), (), ()), (), (), ((), (), ()))
    assert (view.stars, view.reserve, view.to_act) == ((4, 4, 4), 42, ())
    for viewer in (-1, 3):
        with pytest.raises(ValueError, match="no seat"):
            FENNECS.new(FennecsOptions(3)).view(viewer)


def test_phases_and_laps() -> None:
    seen = {actions: at("four", actions).view(SPECTATOR) for actions in (0, 3, 4, 6, 7, 14, 15, 18)}
    assert [view.phase for view in seen.values()] == ["play", "play", "play", "choose", "play", "play", "play", "deal"]
    assert [view.lap for view in seen.values()][:7] == [1, 1, 2, 2, 1, 2, 3]
    assert at("four", 14).turn == 2
    assert at("four", 18).turn == 0


def test_cards_that_nobody_took_stay_hidden_when_the_round_is_over() -> None:
    """fennecs §4, §6"""
    state = at("four", 6)
    told(state, "=6")
    assert state.view(0).columns == (None, ("-1", "?"), ("4",), None)
    assert state.view(1).columns == (None, ("-1", "-2?"), ("4",), None)
    assert state.view(SPECTATOR).hands == (("?", "?"), ("?", "?"), ("?", "?"), ("?", "?"))


# ---- deals, records ----------------------------------------------------------------------------------------------


def test_deals_that_are_refused() -> None:
    right = at("four", 0).history[0].deal
    state = FENNECS.new(FOUR)
    replace = msgspec.structs.replace
    for wrong in (
        replace(right, first=4),
        replace(right, starts=("3", "-1", "4", "4")),
        replace(right, starts=("3", "-1", "4", "6")),
        replace(right, starts=("3", "-1", "4", "0")),  # another variant's
        replace(right, starts=("3", "-1", "4"), aside=("0+",)),
        replace(right, hands=right.hands[:3]),
        replace(right, hands=(*right.hands[:2], right.hands[2][:2], (*right.hands[3], "2"))),
    ):
        with pytest.raises(BadDeal):
            state.deal(wrong)
    assert state == FENNECS.new(FOUR)
    for attempt in (at("four", 1).deal, at("four", 18).deal):  # not due; seat 2 begins next, seat 2 began this one
        with pytest.raises(BadDeal):
            attempt(replace(right, first=1))
    assert at("four", 18).draw(random.Random(1)).first == 2
    for attempt in (at("five", 36).deal, at("five", 36).draw):
        with pytest.raises(GameOver):
            attempt(right)


@pytest.mark.parametrize(
    "text",
    [
        "deal first=0 | 1 | 2 | 3",  # the last part may be empty, not missing
        "deal first=0 | 1 | 2 | 3 | 4 | |",
        "deal dealer=0 | 1 | 2 | 3 |",
        "deal | 1 | 2 | 3 |",
        "deal first=00 | 1 | 2 | 3 |",
        "deal first=5 | 1 | 2 | 3 |",
        "deal first=0 second=1 | 1 | 2 | 3 |",
    ],
)
def test_deals_that_are_no_deals(text: str) -> None:
    with pytest.raises(BadDeal):
        FENNECS.parse_deal(text, FennecsOptions(2))


def test_a_deal_as_text() -> None:
    deal = at("four", 0).history[0].deal
    assert deal.text() == "deal first=2 | -1 4 1/5 | -2 0+ 3 | 2 2 5 | -2 1 1/5 | 3 -1 4 0+ |"
    assert FENNECS.parse_deal(deal.text(), FOUR) == deal
    assert isinstance(deal, FennecsDeal)


START = (
    '[Game "fennecs"]\n[Options "players=4"]\n\ndeal first=2 | 1/5 -1 4 | 0+ 3 -2 | 2 2 5 | 1/5 1 -2 | 3 -1 4 0+ |\n'
)


@pytest.mark.parametrize(
    ("text", "code", "line", "column"),
    [
        ('[Game "fennecs"]\n', "bad_option", 1, 1),
        ('[Game "fennecs"]\n[Options "players=7"]\n', "bad_option", 2, 1),
        ('[Game "fennecs"]\n[Options "players=4"]\n\n2@0', "bad_deal", 4, 1),
        (START.replace(" |\n", "\n"), "bad_deal", 4, 1),
        (START + "2@0 2@1", "illegal", 5, 5),
        (START + "2@0 2:2@1", "not_your_turn", 5, 5),
        (START + "2@0 4:1@1", "malformed", 5, 5),
        (START + "2@0 1@4", "malformed", 5, 5),
        (START + "SN@0?", "illegal", 5, 1),
        (START + "0@0", "illegal", 5, 1),
        (START + "SN@0", "malformed", 5, 1),
        (START + "2@0 1/5@0? 4@3? -2@1? take@3 take@0 1@1", "illegal", 5, 37),
        (START + "2@0 1/5@0? 4@3? -2@1? take@3 take@0 =6 1@1", "bad_deal", 5, 40),
        (START + f"deal{START.partition('deal')[2]}", "bad_deal", 5, 1),
    ],
)
def test_bad_records(text: str, code: str, line: int, column: int) -> None:
    with pytest.raises(RecordError) as caught:
        read(text)
    assert (caught.value.code, caught.value.line, caught.value.column) == (code, line, column)


@pytest.mark.parametrize("name", ["four", "supernova", "five", "reserve"])
def test_there_and_back(name: str) -> None:
    record = read((GOLDEN / f"{name}.fox").read_text())
    assert read(write(record)) == record
    assert from_json(to_json(record)) == record


def test_the_canonical_text() -> None:
    text = write(read((GOLDEN / "four.fox").read_text()))
    assert "\n1. 2@0 1/5@0? 4@3? -2@1? 2. take@3 take@0 =6\ndeal first=3" in text
    assert " | 3 -1 4 0+ |\n" in text


def test_equality() -> None:
    assert FENNECS.new(FOUR) == FENNECS.new(FOUR) != FENNECS.new(FennecsOptions(4, "sahara"))
    assert at("four", 5) != at("four", 6)


# ---- the kit finds what would give secrets away ------------------------------------------------------------------

Wrap = Callable[[Any], Any]


def hidden_told(original: Any) -> Any:
    def apply(self: FennecsState, seat: int, action: Any) -> Any:
        events = original(self, seat, action)
        return dict.fromkeys(events, events[seat])

    return apply


def shown(**fields: Callable[[Any], Any]) -> Wrap:
    def wrap(original: Any) -> Any:
        def view(self: FennecsState, viewer: Any) -> Any:
            more = {name: make(self.reveal()) for name, make in fields.items()}
            return msgspec.structs.replace(original(self, viewer), **more)

        return view

    return wrap


def says_who_holds_it(original: Any) -> Any:
    def check(self: FennecsState, seat: int, action: Any) -> None:
        others = [hand for other, hand in enumerate(self.reveal().hands) if other != seat]
        if seat in self.to_act and any(getattr(action, "card", None) in hand for hand in others):
            raise IllegalAction("another holds it")
        original(self, seat, action)

    return check


@pytest.mark.parametrize(
    ("name", "fault"),
    [
        pytest.param("apply", hidden_told, id="a card placed face down is told"),
        pytest.param("view", shown(columns=lambda open_: open_.columns), id="cards that lie face down"),
        pytest.param("view", shown(hands=lambda open_: open_.hands), id="hands"),
        pytest.param("view", shown(set_aside=lambda open_: open_.set_aside), id="what is set aside"),
        pytest.param("view", shown(legal=lambda open_: open_.legal), id="what others may do"),
        pytest.param("check", says_who_holds_it, id="an error"),
    ],
)
def test_secrets(name: str, fault: Wrap, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(FennecsState, name, fault(getattr(FennecsState, name)))
    with pytest.raises((Nonconformity, ValueError)):  # what is set aside is in no memory that can be sampled
        CHECKS["secrecy"](Trial(FENNECS, FennecsOptions(3), 1))
