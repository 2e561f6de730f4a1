"""The face of maitre: what is refused and why, who is told and shown what, deals, records. Sections cite RULES.md
(maitre §n)."""

from __future__ import annotations

import random
from collections import Counter
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
from renardiere.games.maitre.state import MaitreState
from renardiere.games.maitre.words import (
    LOOT,
    TOKENS,
    Cycle,
    Dealt,
    GameEnded,
    MaitreDeal,
    MaitreOptions,
    Sack,
    Sacked,
    Steal,
    Stole,
    Stop,
    Stopped,
)
from renardiere.games.play import SPECTATOR, Dealing, Outcome, option_pairs
from renardiere.games.record import from_json, read, to_json, write
from renardiere.games.testing import CHECKS, Nonconformity, Trial
from tests.games.maitre import reference
from tests.games.maitre.tables import MAITRE, agrees, do, table

GOLDEN = Path(__file__).parent / "golden" / "three.fox"
THREE = MaitreOptions(3)


def at(actions: int) -> Any:
    """The golden game, stopped after so many actions."""
    return read(GOLDEN.read_text()).replay(actions)


def test_the_golden_game_is_that_of_the_reference() -> None:
    record = read(GOLDEN.read_text())
    position = reference.before_the_first_deal(3, ages=[2, 0, 1])
    for state, entry in record.steps():
        assert agrees(state, position)
        if isinstance(entry, Dealing):
            position = reference.dealt(position, list(entry.deal.missions))
        else:
            position = reference.applied(position, f"{entry.seat}:{entry.action.text()}")
    assert agrees(record.replay(), position)
    assert reference.winner(position) == 1


# ---- options -----------------------------------------------------------------------------------------------------


def test_options() -> None:
    """NOTATION: players is required; target 10 and ages 0,1,… if left out."""
    assert MAITRE.parse_options({"players": "3"}) == MaitreOptions(3, 10, (0, 1, 2)) == THREE
    other = MAITRE.parse_options(option_pairs("players=4 target=15 ages=3,0,2,1"))
    assert (other.players, other.target, other.ages) == (4, 15, (3, 0, 2, 1))
    assert other.text() == "players=4 target=15 ages=3,0,2,1"
    assert MAITRE.parse_options(option_pairs("players=2 target=10 ages=0,1")).text() == "players=2"
    assert msgspec.to_builtins(MaitreOptions(2)) == {"players": 2, "target": 10, "ages": (0, 1)}
    assert [MAITRE.seats(MaitreOptions(n)) for n in (2, 4)] == [2, 4]  # type: ignore[arg-type]
    for bad in (
        "",
        "players=1",
        "players=5",
        "players=03",
        "target=10",
        "players=2 target=12",
        "players=2 ages=0",
        "players=2 ages=0,0",
        "players=2 ages=0,1,2",
        "players=2 ages=0,01",
        "players=2 ages=1,0,",
        "players=2 ages=a,b",
        "players=2 variant=base",
    ):
        with pytest.raises(BadOption):
            MAITRE.parse_options(option_pairs(bad))
    with pytest.raises(BadOption):
        MAITRE.new()
    for options in (MaitreOptions(5), MaitreOptions(3, 12), MaitreOptions(3, 10, (0, 1))):  # type: ignore[arg-type]
        with pytest.raises(BadOption):
            MAITRE.new(options)


# ---- what may be done --------------------------------------------------------------------------------------------


def test_action_ids() -> None:
    named = {0: Stop(), 1: Steal(0, "hen"), 8: Steal(0, "fish"), 28: Steal(3, "cow"), 33: Steal(None, None)}
    for number, action in named.items():
        assert MAITRE.action(number) == action
        assert MAITRE.action_id(action) == number
    assert [action.text() for action in named.values()] == [
        "stop",
        "steal=0.hen",
        "steal=0.fish",
        "steal=3.cow",
        "steal=-",
    ]
    assert MAITRE.n_actions == 34
    for nothing in (Sack(("hen",)), Steal(4, "hen"), Steal(0, "fox"), Steal(0, None), Steal(None, "hen"), None):
        with pytest.raises(MalformedAction):
            MAITRE.action_id(nothing)  # type: ignore[arg-type]
    for nowhere in (-1, 34):
        with pytest.raises(MalformedAction):
            MAITRE.action(nowhere)


def test_the_order_of_tokens_in_a_sack_means_nothing() -> None:
    assert Sack(("fox", "pig", "hen")) == Sack(("hen", "pig", "fox"))
    assert MAITRE.parse_action("sack=fox,pig,hen", THREE).text() == "sack=hen,pig,fox"
    assert MAITRE.parse_action("sack=", THREE) == Sack(())


@pytest.mark.parametrize(
    ("players", "token"),
    [
        *((3, f"sack={held}") for held in ("hen,", ",hen", "hen,,cow", "hens", "Hen", "*", "hen, cow", "?", "hen cow")),
        # no round of any game has so many of a kind, or such a sack
        *((3, f"sack={held}") for held in ("hen,hen,hen,hen", "fox,fox,fox", "snake,snake,snake", "hammer,hammer")),
        *((3, f"sack={held}") for held in ("hen,cow,pig,sheep,fish", "hen,cow,pig,fox,fox")),
        *((3, token) for token in ("sack", "stop=", "stop=1", "Stop", "steal", "steal=", "steal=--", "steal=hen")),
        # a ruse is never stolen; there is no seat 3; the form
        *((3, f"steal={what}") for what in ("0.fox", "3.hen", "4.hen", "0.", ".hen", "00.hen", "-1.hen", "0.hen,cow")),
        (2, "steal=2.hen"),
    ],
)
def test_tokens_that_no_position_could_hold(players: int, token: str) -> None:
    """NOTATION: of any table with this many players."""
    with pytest.raises(MalformedAction):
        MAITRE.parse_action(token, MaitreOptions(players))  # type: ignore[arg-type]


@pytest.mark.parametrize(
    "action", [Sack(("hen",) * 4), Sack(("rat",)), Sack(LOOT[:5]), Steal(3, "hen"), Steal(0, "fox"), Steal(0, None)]
)
def test_actions_that_no_position_could_hold(action: Any) -> None:
    for state in (MAITRE.new(THREE), table(), at(24)):
        with pytest.raises(MalformedAction):
            state.check(0, action)


def test_the_order_of_the_checks() -> None:
    fresh, filling, stopping, stealing, over = MAITRE.new(THREE), at(1), at(7), at(12), at(24)

    def refused(state: Any, seat: int, action: Any) -> type[ActionError]:
        before = state.copy()
        for attempt in (state.check, state.apply):
            with pytest.raises(ActionError) as caught:
                attempt(seat, action)
        assert state == before
        return type(caught.value)

    for state in (fresh, filling, stopping, stealing, over):
        assert refused(state, 3, Stop()) is MalformedAction
    assert refused(over, 0, Stop()) is GameOver
    assert refused(fresh, 0, Sack(())) is NotYourTurn
    assert refused(filling, 0, Sack(())) is NotYourTurn  # a second one
    assert refused(filling, 0, Stop()) is NotYourTurn
    assert refused(filling, 1, Stop()) is IllegalAction
    assert refused(stopping, 1, Sack(())) is IllegalAction
    assert refused(stopping, 2, Sack(())) is NotYourTurn
    assert refused(stopping, 2, Stop()) is IllegalAction  # NOTATION: it needs three loot, else illegal
    assert refused(stealing, 1, Stop()) is IllegalAction
    assert refused(stealing, 2, Steal(None, None)) is NotYourTurn
    assert refused(stealing, 1, Steal(2, "hen")) is IllegalAction


@pytest.mark.parametrize("players", [2, 4])
def test_some_unlisted_sacks(players: int) -> None:
    """They are always legal, also the last one where nobody could stop, and any token may be in them."""
    seen: Counter[str] = Counter()
    source = random.Random(5)
    for _ in range(40):
        state = table(players)
        for seat in range(players):
            assert len(state.unlisted(seat, source)) == 2
            for sack in state.unlisted(seat, source):
                state.check(seat, sack)
                seen.update(sack.tokens)
            state.apply(seat, Sack(("hen",)) if seat < players - 1 else sack)
            assert state.unlisted(seat, source) == ()
    assert set(seen) == set(TOKENS)


# ---- what everybody is told and sees -----------------------------------------------------------------------------


def test_what_everybody_is_told() -> None:
    """All are told the same: once the masks are up nothing is hidden (maitre §4)."""
    deals = [entry.deal for entry in at(24).history if isinstance(entry, Dealing)]
    events = MAITRE.new(MaitreOptions(3, 10, (2, 0, 1))).deal(deals[0])
    assert set(events) == {0, 1, 2, SPECTATOR}
    assert set(events.values()) == {(Dealt(1, ("hen", "cow", "pig"), None),)}
    state = table()
    assert do(state, "1:sack=snake,hen") == (Sacked(1, ("hen", "snake")),)
    assert do(state, "0:sack=") == (Sacked(0, ()),)
    assert do(state, "2:sack=cow,cow,cow") == (Sacked(2, ("cow", "cow", "cow")),)
    assert do(state, "2:stop") == (Stopped(2),)
    twin = state.copy()
    assert do(twin, "steal=-")[0] == Stole(1, None, None)
    stole, counted = do(state, "steal=2.cow")
    assert stole == Stole(1, 2, "cow")
    assert (counted.round, counted.eggs) == (4, (0, 2, 0))
    last = at(23)
    assert do(last, "stop")[2] == GameEnded(Outcome((1,), "eggs"))


def test_a_mission_that_stays_is_told() -> None:
    state = at(7)
    do(state, "stop")
    events = state.deal(MaitreDeal(("cheese", "horse", "fish")))
    assert events[0] == (Dealt(3, ("cheese", "horse", "fish"), "horse"),)


def test_before_the_first_deal() -> None:
    view = MAITRE.new(MaitreOptions(2)).view(0)
    assert (view.round, view.phase, view.missions, view.drawn, view.to_act) == (1, "deal", (), (), ())
    assert (view.sacks, view.eggs, view.round_scores, view.counts) == ((None, None), (0, 0), None, None)
    assert (view.stopped_by, view.kept, view.ruses_in_play, view.thieves) == (None, None, (), ())
    for viewer in (-1, 2):
        with pytest.raises(ValueError, match="no seat"):
            MAITRE.new(MaitreOptions(2)).view(viewer)


def test_between_rounds_everything_stays() -> None:
    """NOTATION: until the next deal."""
    state = at(13)
    do(state, "steal=-")
    view = state.view(SPECTATOR)
    assert (view.round, view.missions, view.kept) == (3, ("cheese", "horse", "fish"), "horse")
    assert view.sacks[1] == ("horse", "cheese", "fish", "snake")
    assert (view.stopped_by, view.stolen) == (2, (None, "0.horse", "-"))
    assert view.ruses_in_play == ("fox", "fox", "snake", "snake")
    assert (state.awaits, state.to_act, state.between_rounds) == ("deal", (), True)


def test_equality() -> None:
    assert MAITRE.new(THREE) == MAITRE.new(THREE) != MAITRE.new(MaitreOptions(3, 15))
    assert at(5) != at(6)


# ---- deals -------------------------------------------------------------------------------------------------------


def test_deals_that_are_refused() -> None:
    state = MAITRE.new(THREE)
    for wrong in (("hen", "cow"), ("hen", "cow", "pig", "fish"), ("hen", "hen", "cow"), ("hen", "cow", "fox"), ()):
        with pytest.raises(BadDeal):
            state.deal(MaitreDeal(wrong))
    assert state == MAITRE.new(THREE)
    with pytest.raises(BadDeal) as caught:
        at(1).deal(MaitreDeal(("goose", "horse", "sheep")))
    assert caught.value.reason == "not_due"
    for attempt in (at(24).deal, at(24).check_deal):
        with pytest.raises(GameOver):
            attempt(MaitreDeal(("hen", "goose", "pig")))
    with pytest.raises(GameOver):
        at(24).draw(random.Random(1))


@pytest.mark.parametrize(
    "text", ["deal", "deal hen cow pig", "deal | hen | cow | pig", "deal first=0 | hen cow pig", "deal | hen cow pig |"]
)
def test_deals_that_are_no_deals(text: str) -> None:
    with pytest.raises(BadDeal):
        MAITRE.parse_deal(text, THREE)


def test_a_drawn_deal_may_follow_and_may_be_any() -> None:
    """maitre §2: the kept pile is drawn, too, and stays where it is."""
    source = random.Random(1)
    first = Counter(MaitreDeal.drawn(Cycle(), source).missions for _ in range(2000))
    assert len({frozenset(missions) for missions in first}) == 56
    last = ("goose", "horse", "sheep")
    third = Cycle(frozenset({*last, "hen", "cow", "pig"}), last)
    found = Counter(MaitreDeal.drawn(third, source).missions for _ in range(600))
    assert set(found) == {
        ("goose", "cheese", "fish"),
        ("goose", "fish", "cheese"),
        ("cheese", "horse", "fish"),
        ("fish", "horse", "cheese"),
        ("cheese", "fish", "sheep"),
        ("fish", "cheese", "sheep"),
    }
    assert all(60 < count < 140 for count in found.values())


# ---- records -----------------------------------------------------------------------------------------------------

HEAD = '[Game "maitre"]\n[Options "players=3"]\n\n'
START = f"{HEAD}deal | hen cow pig\n"
FULL = f"{START}0:sack=hen,cow,pig 1:sack=fish,fish,fish 2:sack=hen,cow\n"
ENDED = (
    '[Game "maitre"]\n[Options "players=2"]\n\n'
    "deal | hen cow pig\n0:sack=hen,cow,pig 1:sack= stop\n"
    "deal | goose horse sheep\n0:sack=goose,horse,sheep,fox 1:sack= stop\n"
    "deal | cheese fish horse\n0:sack=cheese,fish,horse 1:sack= stop\n"
)


@pytest.mark.parametrize(
    ("text", "code", "line", "column"),
    [
        ('[Game "maitre"]\n', "bad_option", 1, 1),
        ('[Game "maitre"]\n[Options "players=5"]\n', "bad_option", 2, 1),
        ('[Game "maitre"]\n[Rules "2"]\n[Options "players=3"]\n', "bad_option", 2, 1),
        (HEAD + "0:sack=", "bad_deal", 4, 1),
        (HEAD + "deal | hen cow", "bad_deal", 4, 1),
        (HEAD + "deal | hen cow fox", "bad_deal", 4, 1),
        (START + "deal | goose horse sheep", "bad_deal", 5, 1),
        (START + "sack=hen", "malformed", 5, 1),  # whose?
        (START + "0:sack=hen 3:sack=hen", "malformed", 5, 12),
        (START + "0:sack=hen 1:sack=hen,hen,hen,hen", "malformed", 5, 12),
        (START + "0:sack=hen 1:sack=hen,hen,hen", "illegal", 5, 12),
        (START + "0:sack=hen 0:sack=cow", "not_your_turn", 5, 12),
        (START + "0:sack=fox", "illegal", 5, 1),  # not in play in round 1
        (START + "0:sack=hen 1:stop", "illegal", 5, 12),
        (START + "0:sack=hen 1:sack=hen 2:sack=cow,cow", "illegal", 5, 23),  # nobody could stop
        (FULL + "stop", "malformed", 6, 1),  # two may
        (FULL + "2:stop", "illegal", 6, 1),
        (FULL + "2:sack=", "not_your_turn", 6, 1),
        (FULL + "0:stop 1:stop", "bad_deal", 6, 8),
        (FULL + "0:stop steal=-", "bad_deal", 6, 8),
        (FULL + "0:stop\ndeal | hen goose fish", "bad_deal", 7, 1),
        (FULL + "0:stop\ndeal | goose horse fish\n0:sack=snake", "illegal", 8, 1),
        (ENDED + "deal | hen cow pig", "game_over", 10, 1),
        (ENDED + "0:sack=", "game_over", 10, 1),
        (ENDED + "2:sack=", "malformed", 10, 1),
    ],
)
def test_bad_records(text: str, code: str, line: int, column: int) -> None:
    with pytest.raises(RecordError) as caught:
        read(text)
    assert (caught.value.code, caught.value.line, caught.value.column) == (code, line, column)


def test_there_and_back() -> None:
    record = read(GOLDEN.read_text())
    assert read(write(record)) == record
    assert from_json(to_json(record)) == record
    assert b'"ages":[2,0,1]' in to_json(record)
    text = write(record)
    assert '[Options "players=3 ages=2,0,1"]' in text
    assert "\ndeal | goose horse sheep\n1:sack=goose,horse,sheep,fox 0:sack=goose,horse,fox sack= stop\n" in text


def test_the_last_sack_and_a_lone_stop_need_no_seat() -> None:
    """NOTATION: a prefix is required while several seats may act."""
    record = read(f"{START}0:sack=hen 2:sack= sack=cow,cow,cow stop")
    assert [entry.seat for entry in record.entries[1:]] == [0, 2, 1, 1]


# ---- the kit finds what would be wrong ---------------------------------------------------------------------------


def in_order_only(original: Any) -> Any:
    """The first sack of a round remembers that it was."""

    def apply(self: MaitreState, seat: int, action: Any) -> Any:
        first = all(sack is None for sack in self.view(None).sacks)
        events = original(self, seat, action)
        if first:
            self._kernel_state.stopper = seat
        return events

    return apply


def test_the_kit_finds_sacks_whose_order_matters(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(MaitreState, "apply", in_order_only(MaitreState.apply))
    with pytest.raises(Nonconformity, match="order"):
        CHECKS["simultaneity"](Trial(MAITRE, THREE))


def test_the_kit_finds_decisions_that_are_open_too_early(monkeypatch: pytest.MonkeyPatch) -> None:
    """If a sack were a decision of its seat, the others would learn it before they have decided."""
    monkeypatch.setattr(Sack, "reported", False)
    with pytest.raises(Nonconformity, match="learn"):
        CHECKS["simultaneity"](Trial(MAITRE, THREE))
