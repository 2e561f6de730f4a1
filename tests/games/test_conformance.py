"""The conformance kit: the games pass it; a game with any one fault does not."""

from __future__ import annotations

import random
from collections.abc import Callable, Iterator
from typing import Any

import msgspec
import numpy as np
import pytest

from renardiere.games import GAMES, game
from renardiere.games.errors import ActionError, IllegalAction, NotYourTurn
from renardiere.games.forest.game import ForestState
from renardiere.games.forest.words import Buried, Drew
from renardiere.games.play import Event, Events, View, option_pairs
from renardiere.games.testing import CHECKS, Case, Nonconformity, Trial, cases, check_game, machine
from renardiere.games.testing import trial as trials
from tests.games import toy
from tests.games.toy import Dealt, Give, Given, Toy, ToyState


def once_is_enough(case: Case) -> bool:
    """Un-compiled, the usual options are enough; what the face does, and that both are the same, is seen compiled."""
    face = ("compilation", "secrecy", "secrecy_of_deals", "refusals", "simultaneity")
    return case.check in face or case.options != game(case.game, case.rules).usual_options[0]


@pytest.mark.parametrize(
    "case",
    [pytest.param(case, marks=pytest.mark.compiled if once_is_enough(case) else ()) for case in cases()],
    ids=str,
)
def test_conformance(case: Case) -> None:
    case.run()


@pytest.fixture(autouse=True)
def toy_is_registered(monkeypatch: pytest.MonkeyPatch) -> Iterator[None]:
    monkeypatch.setitem(GAMES, "toy", {"1": "tests.games.toy:Toy"})
    yield
    game.cache_clear()


def trial(options: str = "players=3", seed: int = 0) -> Trial:
    return Trial(Toy(), Toy().parse_options(option_pairs(options)), seed)


@pytest.mark.compiled
def test_a_game_of_another_kind_passes() -> None:
    check_game(Toy(), seed=1)


# ---- faults: what each replaces, and the check that must find it -------------------------------------------------

Fault = tuple[str, str, Any, str, Callable[[Any], Any]]


def once(change: Callable[..., Any]) -> Callable[[Any], Any]:
    """A method whose result is changed the second time that it is called: ``change(result, *arguments)``."""

    def wrap(original: Any) -> Any:
        calls = [0]

        def method(*arguments: Any) -> Any:
            calls[0] += 1
            result = original(*arguments)
            return change(result, *arguments) if calls[0] == 2 else result

        return method

    return wrap


def also(effect: Callable[..., object]) -> Callable[[Any], Any]:
    """A method that first does something else, too."""

    def wrap(original: Any) -> Any:
        def method(self: Any, *arguments: Any) -> Any:
            effect(self, *arguments)
            return original(self, *arguments)

        return method

    return wrap


def changed(change: Callable[..., Any]) -> Callable[[Any], Any]:
    """A method whose result is changed: ``change(result, self, *arguments)``."""

    def wrap(original: Any) -> Any:
        def method(self: Any, *arguments: Any) -> Any:
            return change(original(self, *arguments), self, *arguments)

        return method

    return wrap


def instead(method: Any) -> Callable[[Any], Any]:
    return lambda _: method


def star(self: ToyState, *_: Any) -> None:
    self.s["stars"][0, 0] += 1


def star_of(s: Any) -> None:
    s["stars"][0] += 1


def view_with(**fields: Callable[[ToyState, Any], Any]) -> Callable[[Any], Any]:
    def change(view: View, self: ToyState, viewer: Any) -> View:
        return msgspec.structs.replace(view, **{name: make(self, viewer) for name, make in fields.items()})

    return changed(change)


def all_may_give(to_act: Any) -> Any:
    """Also those who have given already."""
    return property(lambda self: tuple(self.seats) if self.get("phase") == toy.GIVE else to_act.fget(self))


def told_to_all(result: Any, self: ToyState, seat: int, action: Any) -> Any:
    """A card given is told to everybody."""
    open_events = result[seat]
    return dict.fromkeys(result, open_events) if isinstance(action, Give) else result


def apply_first(self: ToyState, seat: int, action: Any) -> None:
    if isinstance(action, Give) and not isinstance(errors(self, seat, action), type(None)):
        star(self)


def errors(self: ToyState, seat: int, action: Any) -> ActionError | None:
    try:
        ToyState.check(self, seat, action)
    except ActionError as error:
        return error
    return None


def says_who_holds_it(self: ToyState, seat: int, action: Any) -> None:
    if isinstance(action, Give) and seat in self.to_act and self.get("phase") == toy.GIVE:
        for other in self.seats:
            if other != seat and action.card in toy.cards(self.get("hand")[other]):
                raise IllegalAction(f"seat {other} holds it")


def never_over(self: ToyState, *_: Any) -> None:
    """Each round is the first."""
    self.s["round"] = 1
    self.s["stars"] = 0


def shared_copy(self: ToyState) -> ToyState:
    twin = object.__new__(ToyState)
    twin.__dict__.update(vars(self), history=list(self.history))
    return twin


def refuses_as(kind: type[ActionError]) -> Callable[[Any], Any]:
    def wrap(original: Any) -> Any:
        def check(self: ToyState, seat: int, action: Any) -> None:
            try:
                original(self, seat, action)
            except (NotYourTurn, IllegalAction) as error:
                raise kind(error.message) from None

        return check

    return wrap


def legal_of_stronger_hand(result: Any, self: ToyState, seat: int) -> Any:
    """What one may do depends on what another holds."""
    others = [int(self.get("hand")[other]) for other in self.seats if other != seat]
    return result[:1] if max(others) > int(self.get("hand")[seat]) else result


def spectator_sees(view: View, self: ToyState, viewer: Any) -> View:
    return msgspec.structs.replace(view, hands=self.reveal().hands) if viewer is None else view


def rest_is_told(events: Any, self: ToyState, deal: Any) -> Any:
    return {viewer: (Dealt(deal.first, deal.rest if viewer == 0 else None),) for viewer in events}


FAULTS: list[Fault] = [
    ("determinism", "global random", ToyState, "apply", also(lambda *_: random.random())),
    ("determinism", "global numpy", ToyState, "apply", also(lambda *_: np.random.random())),
    (
        "determinism",
        "memory of other games",
        ToyState,
        "draw",
        once(lambda deal, *_: msgspec.structs.replace(deal, rest=deal.rest[::-1])),
    ),
    ("purity", "legal", ToyState, "legal", also(star)),
    ("purity", "check", ToyState, "check", also(star)),
    ("purity", "draw", ToyState, "draw", also(star)),
    ("purity", "copy", ToyState, "copy", also(star)),
    ("purity", "check_deal", ToyState, "check_deal", also(star)),
    ("round_trips", "text", Give, "text", instead(lambda self: f"g{10 - self.card}")),
    ("round_trips", "same text", Give, "text", instead(lambda self: "g1")),
    ("round_trips", "id", Toy, "action_id", instead(lambda self, action: 8 - (action.card - 1))),
    ("round_trips", "no such id", Toy, "action", instead(lambda self, number: Give(number + 1))),
    ("round_trips", "reads anything", Toy, "parse_action", instead(lambda self, text, options: Give(1))),
    ("round_trips", "deal", Toy, "parse_deal", changed(lambda deal, *_: msgspec.structs.replace(deal, rest=()))),
    ("round_trips", "events", Toy, "event_types", instead((Dealt, Given))),
    ("round_trips", "options", toy.ToyOptions, "text", instead(lambda self: "players=2")),
    ("legality", "too much", ToyState, "legal", changed(lambda legal, self, seat: (*legal, Give(9))[: 9 * len(legal)])),
    ("legality", "too little", ToyState, "legal", changed(lambda legal, self, seat: legal[:1])),
    ("legality", "out of turn", ToyState, "legal", instead(lambda self, seat: (Give(1),))),
    ("legality", "undeclared", Toy, "patterns", instead(lambda self, options: ("say=*",))),
    ("legality", "kind", ToyState, "check", refuses_as(NotYourTurn)),
    ("legality", "order", ToyState, "check", refuses_as(IllegalAction)),
    ("legality", "unlisted", ToyState, "unlisted", instead(lambda self, seat, source: (toy.Say("toolong"),))),
    (
        "legality",
        "the view",
        ToyState,
        "reveal",
        changed(lambda view, self: msgspec.structs.replace(view, legal=dict.fromkeys(view.legal, ()))),
    ),
    ("refusals", "changed state", ToyState, "apply", also(apply_first)),
    ("refusals", "other words", ToyState, "apply", also(says_who_holds_it)),
    (
        "refusals",
        "strangers",
        ToyState,
        "check",
        lambda check: lambda self, seat, action: check(self, min(seat, 2), action),
    ),
    ("refusals", "deals", ToyState, "check_deal", instead(lambda self, deal: None)),
    ("termination", "endless", ToyState, "apply", also(never_over)),
    ("termination", "no outcome", ToyState, "outcome", instead(property(lambda self: None))),
    ("termination", "no winner there is", toy, "Outcome", lambda kind: lambda winners, reason: kind((7,), reason)),
    ("copies", "shared", ToyState, "copy", instead(shared_copy)),
    ("copies", "pickle", ToyState, "__getstate__", instead(lambda self: vars(self) | {"rest": ()})),
    ("copies", "equality", ToyState, "__eq__", instead(lambda self, other: True)),
    ("records", "history", ToyState, "apply", changed(lambda events, self, *_: self.history.pop() and events)),
    ("records", "chance of its own", toy, "give", once(lambda _, s, *__: star_of(s))),
    ("kernel", "apply", toy.kernel, "apply", lambda original: lambda s, action: (original(s, action), star_of(s))),
    ("kernel", "legal", toy.kernel, "legal", instead(lambda s, out: out.fill(0))),
    ("simultaneity", "order", toy, "give", also(lambda s, seat, card: s["stars"].put(2, seat))),
    ("simultaneity", "twice", ToyState, "to_act", all_may_give),
    ("simultaneity", "views", ToyState, "view", view_with(given=lambda self, viewer: self.reveal().given)),
    ("simultaneity", "events", ToyState, "apply", changed(told_to_all)),
    ("secrecy", "hands", ToyState, "view", view_with(hands=lambda self, viewer: self.reveal().hands)),
    ("secrecy", "the rest", ToyState, "view", view_with(rest=lambda self, viewer: self.reveal().rest)),
    ("secrecy", "spectators", ToyState, "view", changed(spectator_sees)),
    ("secrecy", "events", ToyState, "apply", changed(told_to_all)),
    ("secrecy", "errors", ToyState, "check", also(says_who_holds_it)),
    ("secrecy", "legal", ToyState, "legal", changed(legal_of_stronger_hand)),
    ("secrecy_of_deals", "the rest", ToyState, "deal", changed(rest_is_told)),
]


@pytest.mark.compiled
@pytest.mark.parametrize(
    ("check", "target", "name", "fault"),
    [pytest.param(check, *rest, id=f"{check}: {what}") for check, what, *rest in FAULTS],
)
def test_a_fault_is_found(
    check: str, target: Any, name: str, fault: Callable[[Any], Any], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(trials, "LONGEST", 1000)
    monkeypatch.setattr(target, name, fault(getattr(target, name, None)), raising=False)
    with pytest.raises(Nonconformity):
        CHECKS[check](trial())


def told_the_secret(kind: type[Event]) -> Callable[[Any], Any]:
    def change(events: Events, self: ForestState, seat: int, action: Any) -> Events:
        secret = any(isinstance(event, kind) for event in events[seat])
        return dict.fromkeys(events, events[seat]) if secret else events

    return changed(change)


def knows_the_pile(self: ForestState, seat: int, action: Any) -> None:
    if seat in self.to_act and getattr(action, "card", None) in self.reveal().pile:
        raise IllegalAction("it is in the pile")


def open_view(**shown: Callable[[ForestState], Any]) -> Callable[[Any], Any]:
    return changed(
        lambda view, self, viewer: msgspec.structs.replace(view, **{name: show(self) for name, show in shown.items()})
    )


@pytest.mark.compiled
@pytest.mark.parametrize(
    ("name", "fault"),
    [
        pytest.param("apply", told_the_secret(Drew), id="the card drawn is told"),
        pytest.param("apply", told_the_secret(Buried), id="the card buried is told"),
        pytest.param("check", also(knows_the_pile), id="the pile is told in an error"),
        pytest.param("view", open_view(pile=lambda self: self.reveal().pile), id="the pile is shown"),
        pytest.param("view", open_view(drawn=lambda self: self.reveal().drawn), id="the card drawn is shown"),
        pytest.param("view", open_view(legal=lambda self: self.reveal().legal), id="what the other may do is shown"),
        pytest.param("view", open_view(refused=lambda self: self.reveal_refused()), id="what the other may not do"),
    ],
)
def test_forests_secrets(name: str, fault: Callable[[Any], Any], monkeypatch: pytest.MonkeyPatch) -> None:
    def reveal_refused(self: ForestState) -> Any:
        return original(self, self.to_act[0]).refused if self.to_act else {}

    original = ForestState.view
    monkeypatch.setattr(ForestState, "reveal_refused", reveal_refused, raising=False)
    monkeypatch.setattr(ForestState, name, fault(getattr(ForestState, name)))
    forest = game("forest")
    with pytest.raises(Nonconformity):
        CHECKS["secrecy"](Trial(forest, forest.parse_options({})))


def test_batches_that_differ_are_found(monkeypatch: pytest.MonkeyPatch) -> None:
    def batch_play(states: Any, rngs: Any) -> None:
        for i in range(len(states)):
            play_round(states[i], rngs[i : i + 1])

    def play_round(s: Any, rng: Any) -> None:
        s["stars"][0] += int(rng[0]) % 3

    made = {"batch_deal": lambda *_: 0, "random_deal": lambda *_: 0, "batch_play": batch_play, "play_round": play_round}
    for name, function in made.items():
        monkeypatch.setattr(toy.kernel, name, function, raising=False)
    CHECKS["batches"](trial())
    monkeypatch.setattr(toy.kernel, "play_round", lambda s, rng: star_of(s))
    with pytest.raises(Nonconformity):
        CHECKS["batches"](trial())


@pytest.mark.compiled
def test_other_compiled_games_are_found(monkeypatch: pytest.MonkeyPatch) -> None:
    elsewhere = trial(seed=1)
    elsewhere.random = random.Random(2)  # another seed than the other process is told
    with pytest.raises(Nonconformity, match="different games"):
        CHECKS["compilation"](elsewhere)
    monkeypatch.setitem(GAMES, "toy", {"1": "tests.games.toy:Nothing"})
    with pytest.raises(Nonconformity, match="do not run"):
        CHECKS["compilation"](trial())


def test_the_other_process_tells_its_digest(capsys: pytest.CaptureFixture[str]) -> None:
    machine.digest_elsewhere("toy", "1", "tests.games.toy:Toy", '{"players": "3"}', "4")
    assert capsys.readouterr().out == machine.digest(trial(seed=4)) + "\n"
    assert machine.digest(trial(seed=4)) != machine.digest(trial(seed=5))


def test_every_check_can_fail() -> None:
    assert {fault[0] for fault in FAULTS} | {"batches", "compilation"} == set(CHECKS)
