"""The vocabulary that all games share, and the registry."""

from __future__ import annotations

import pytest
from msgspec import Struct

from renardiere.games import GAMES, game
from renardiere.games.errors import BadDeal, BadOption, FoxError, RecordError, UnknownGame, shown
from renardiere.games.play import Action, Deal, Options, State, deal_parts, option_pairs
from tests.games.toy import ToyOptions, ToyState


class Some(Options, frozen=True):
    players: int
    target: int = 10
    name: str = "x"


def test_options_are_written_where_they_differ() -> None:
    assert Some(2).text() == "players=2"
    assert Some(2, 10, "y").text() == "players=2 name=y"
    assert Some(3, 9).text() == "players=3 target=9"


def test_option_pairs() -> None:
    assert option_pairs("") == option_pairs("  ") == {}
    assert option_pairs("a=1  b=2=3 ") == {"a": "1", "b": "2=3"}
    for bad in ("a", "a=", "=1", "a=1 a=1", "a\t=", "a=1 b"):
        with pytest.raises(BadOption):
            option_pairs(bad)


def test_deal_parts() -> None:
    assert deal_parts("deal dealer=0 | B1\tB2  | | x|") == ({"dealer": "0"}, [("B1", "B2"), (), ("x",), ()])
    assert deal_parts("deal | hen cow pig") == ({}, [("hen", "cow", "pig")])
    for bad in ("", "dealt | x", "deal dealer | x", "deal a=1 a=1", " | deal"):
        with pytest.raises(BadDeal):
            deal_parts(bad)


def test_the_registry() -> None:
    assert "forest" in GAMES
    for name, versions in GAMES.items():
        for rules in versions:
            found = game(name, rules)
            assert (found.name, found.rules) == (name, rules)
        assert game(name).rules == list(versions)[-1]
    with pytest.raises(UnknownGame, match="chess"):
        game("chess")
    with pytest.raises(BadOption, match="'0'"):
        game("forest", "0")


def test_errors_have_codes_reasons_and_details() -> None:
    plain = BadOption("no")
    assert (plain.code, plain.reason, plain.details, str(plain)) == ("bad_option", "bad_option", {}, "no")
    detailed = BadDeal("no", reason="sizes", n=3)
    assert (detailed.reason, detailed.details) == ("sizes", {"n": 3})
    located = RecordError("illegal", 3, 7, "no")
    assert isinstance(located, FoxError)
    assert str(located) == "3:7: illegal: no"


def test_shown_is_short_and_on_one_line() -> None:
    assert shown("a\nb") == "'a\\nb'"
    assert len(shown("x" * 1000)) == 42
    assert shown("x" * 40) == repr("x" * 40)


def test_the_base_classes_promise_nothing_of_their_own() -> None:
    class Wave(Action, frozen=True):
        pass

    class Nothing(Deal, frozen=True):
        pass

    for thing in (Wave(), Nothing()):
        with pytest.raises(NotImplementedError):
            thing.text()
    assert issubclass(Wave, Struct)
    assert not Wave.joint
    toy = game("forest")
    state = toy.new()
    assert State.turn.fget(state) == 0  # type: ignore[attr-defined]
    assert state.unlisted(0, None) == ()  # type: ignore[arg-type]
    assert toy.patterns(state.options) == ()
    assert ToyState.turn is not State.turn
    assert ToyOptions(2).text() == "players=2"
