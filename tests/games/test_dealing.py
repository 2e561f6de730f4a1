"""Verifiable shuffles. The scheme is written down in docs/dealing.md; here is a second implementation of it."""

from __future__ import annotations

import hashlib
import hmac
import itertools
import random
from collections import Counter
from collections.abc import Iterator
from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from renardiere.games import game
from renardiere.games.dealing import Shuffler, commitment, shuffle_tags, shuffled, verify
from renardiere.games.record import Record, read, write

SECRET = bytes(range(32))
SHARES = ["aa" * 32, ""]
DOCUMENT = (Path(__file__).parents[2] / "docs" / "dealing.md").read_text()


GAMES = {"forest": ("BKM", 11, 13), "duet": ("DRS", 10, 11)}
"""Suits, ranks, cards of a hand."""


def independent_integers(secret: bytes, shares: str, number: int, name: str) -> Iterator[int]:
    """docs/dealing.md, followed to the letter."""
    for block in itertools.count():
        message = f"renardiere/shuffle/1\n{name}\n{shares}\n{number}\n{block}".encode()
        digest = hmac.new(secret, message, hashlib.sha256).hexdigest()
        yield from (int(digest[i : i + 16], 16) for i in (0, 16, 32, 48))


def independent_deals(secret: bytes, shares: str, rounds: int, name: str = "forest") -> Iterator[str]:
    suits, ranks, hand = GAMES[name]
    dealer = 0
    for number in range(1, rounds + 1):
        integers = independent_integers(secret, shares, number, name)

        def below(k: int, integers: Iterator[int] = integers) -> int:
            return next(x for x in integers if x < 2**64 - 2**64 % k) % k

        dealer = below(2) if number == 1 else 1 - dealer
        deck = [f"{suit}{rank}" for suit in suits for rank in range(1, ranks + 1)]
        for last in range(len(deck) - 1, 0, -1):
            pick = below(last + 1)
            deck[last], deck[pick] = deck[pick], deck[last]
        hands = (
            " ".join(sorted(part, key=lambda c: (c[0], int(c[1:])))) for part in (deck[:hand], deck[hand : 2 * hand])
        )
        yield f"deal dealer={dealer} | {' | '.join(hands)} | {deck[2 * hand]} | {' '.join(deck[2 * hand + 1 :])}"


def played(secret: bytes, shares: list[str], rounds: int, target: str = "999") -> Record:
    """A game of so many rounds, always the first legal action, dealt from the secret."""
    forest = game("forest")
    state = forest.new(forest.parse_options({"target": target}))
    for number in range(1, rounds + 1):
        state.deal(state.draw(Shuffler(secret, "forest", shares, number)))
        while state.to_act:
            (seat,) = state.to_act
            state.apply(seat, state.legal(seat)[0])
    return Record.of(state, shuffle_tags(secret, shares))


def deals(record: Record) -> list[str]:
    return [line for line in write(record).split("\n") if line.startswith("deal ")]


@settings(deadline=None, max_examples=50)
@given(
    st.binary(min_size=32, max_size=32), st.lists(st.sampled_from(["", "0f" * 32, "5c" * 32]), min_size=2, max_size=2)
)
def test_a_second_implementation_deals_the_same(secret: bytes, shares: list[str]) -> None:
    named = ",".join(share or "-" for share in shares)
    for name in GAMES:
        (expected,) = independent_deals(secret, named, 1, name)
        assert game(name).new().draw(Shuffler(secret, name, shares, 1)).text() == expected


def test_the_example_of_the_document() -> None:
    first, second = independent_deals(SECRET, f"{SHARES[0]},-", 2)
    block = hmac.new(SECRET, f"renardiere/shuffle/1\nforest\n{SHARES[0]},-\n1\n0".encode(), hashlib.sha256).hexdigest()
    for value in (
        first,
        second,
        block,
        hashlib.sha256(SECRET).hexdigest(),
        f"0x{block[:16]},",
        f"{SHARES[0]},-\\n1\\n0",
    ):
        assert value in DOCUMENT
    assert deals(played(SECRET, SHARES, 2)) == [first, second]
    assert commitment(SECRET) == hashlib.sha256(SECRET).hexdigest()


def test_ten_rounds_follow() -> None:
    record = played(SECRET, SHARES, 10)
    assert deals(record) == list(independent_deals(SECRET, f"{SHARES[0]},-", 10))
    verdict = verify(read(write(record)))
    assert (verdict.status, verdict.deals, verdict.shares) == ("right", 10, 1)


def test_everything_that_names_a_round_matters() -> None:
    def first(*arguments: object) -> int:
        return Shuffler(*arguments).randrange(2**64)  # type: ignore[arg-type]

    usual = (SECRET, "forest", ("", ""), 1)
    others = [
        (bytes(32), *usual[1:]),
        (SECRET, "duet", *usual[2:]),
        (*usual[:2], ("ab" * 32, ""), 1),
        (*usual[:2], ("", "ab" * 32), 1),
        (*usual[:2], ("", "", ""), 1),
        (*usual[:3], 11),
    ]
    assert len({first(*arguments) for arguments in [usual, *others]}) == 7
    assert first(*usual) == first(*usual)


def test_shares_are_read_to_the_letter() -> None:
    for share in ("ab", "AB" * 32, "ab" * 33, "-", "ab" * 31 + "a\n", "zz" * 32):
        with pytest.raises(ValueError, match="share"):
            Shuffler(SECRET, "forest", [share, ""], 1)
    for secret in (b"", bytes(31), bytes(33)):
        with pytest.raises(ValueError, match="32 bytes"):
            Shuffler(secret, "forest", ["", ""], 1)
        with pytest.raises(ValueError, match="32 bytes"):
            commitment(secret)
    for name, number in (("forest\n", 1), ("", 1), ("Forest", 1), ("forest", 0)):
        with pytest.raises(ValueError, match="rounds"):
            Shuffler(SECRET, name, ["", ""], number)


def test_a_range_is_fair_to_its_bounds(monkeypatch: pytest.MonkeyPatch) -> None:
    """Integers at and above the largest multiple are passed over; the last one below is not."""
    top = 2**64 // 3 * 3
    source = Shuffler(SECRET, "forest", ["", ""], 1)
    source._stream = iter([top, 2**64 - 1, top - 1, 2**64 - 1, 0])
    assert source.randrange(3) == 2
    assert source.randrange(2**64) == 2**64 - 1
    assert source.randrange(1) == 0
    for stop in (0, -1, 2**64 + 1):
        with pytest.raises(ValueError, match="range"):
            source.randrange(stop)


def test_every_order_comes_up() -> None:
    source = Shuffler(SECRET, "forest", ["", ""], 1)
    orders = Counter("".join(shuffled("abc", source)) for _ in range(6000))
    assert len(orders) == 6
    assert all(850 < count < 1150 for count in orders.values())  # five standard deviations
    assert shuffled([], source) == []
    assert shuffled("x", source) == ["x"]


# ---- verifying ---------------------------------------------------------------------------------------------------


def with_tags(record: Record, **tags: str | None) -> Record:
    merged = {name: value for name, value in {**record.tags, **tags}.items() if value is not None}
    return Record(record.game, record.rules, record.options, merged, record.entries)


def test_what_is_wrong() -> None:
    record = played(SECRET, SHARES, 2)
    other = bytes(32)
    wrong = [
        with_tags(record, Secret=other.hex()),
        with_tags(record, Secret=other.hex(), Commit=commitment(other)),
        with_tags(record, Commit="0" * 64),
        with_tags(record, Share0=None),
        with_tags(record, Share0="ab" * 32),
        with_tags(record, Share1="ab" * 32),
        with_tags(record, Share2="ab" * 32),
        with_tags(record, Share0="aa"),
        with_tags(record, Secret=SECRET.hex().upper()),
        with_tags(record, Commit=""),
        with_tags(played(SECRET, SHARES, 1), Share0="", Share1="aa" * 32),
    ]
    assert [verify(each).status for each in wrong] == ["wrong"] * len(wrong)
    assert verify(with_tags(record, Shared="x", Share01="x", Sharing="y")).status == "right"


def test_which_deal_is_wrong() -> None:
    right, later = played(SECRET, SHARES, 3), played(SECRET, SHARES, 1)
    state = later.replay()
    state.deal(state.draw(Shuffler(SECRET, "forest", SHARES, 3)))
    verdict = verify(Record.of(state, right.tags))
    assert (verdict.status, verdict.deals) == ("wrong", 1)
    assert "round 2" in verdict.message


def test_nothing_to_verify() -> None:
    record = played(SECRET, ["", ""], 1)
    assert verify(record).shares == 0
    for nothing in (
        with_tags(record, Commit=None),
        with_tags(record, Secret=None),
        with_tags(record, Commit=None, Secret=None),
        Record(record.game, record.rules, record.options, record.tags, ()),
    ):
        assert verify(nothing).status == "nothing"


def test_the_page_is_tested_with_what_we_find() -> None:
    """The golden records of the page's own check (``python -m tests.games.shuffles`` writes them) are current."""
    from tests.games.shuffles import GOLDEN, text

    assert GOLDEN.read_text() == text()


def test_a_game_of_duet_is_verified() -> None:
    """Three rounds, on a board that is long enough for them; the deal of the second changed is seen."""
    board = "start=15 squares=" + ",".join(["1", *["0"] * 29, "1"])
    duet, chance = game("duet"), random.Random(2)
    state = duet.new(duet.parse_options({"level": "2", "board": "long", "Board": board}))
    rounds = 0
    while state.awaits != "nothing":
        if state.awaits == "deal":
            rounds += 1
            state.deal(state.draw(Shuffler(SECRET, "duet", SHARES, rounds)))
        else:
            seat = chance.choice(state.to_act)
            state.apply(seat, chance.choice(state.legal(seat)))
    record = Record.of(state, shuffle_tags(SECRET, SHARES))
    assert deals(record) == list(independent_deals(SECRET, f"{SHARES[0]},-", rounds, "duet"))
    verdict = verify(read(write(record)))
    assert (verdict.status, verdict.deals, verdict.shares) == ("right", rounds, 1)
    false = read(write(record).replace(SHARES[0], "ab" * 32))
    assert verify(false).status == "wrong"


def fennecs_deal(
    secret: bytes, shares: str, number: int, players: int, cards: str, hand: int, first: int | None
) -> str:
    """docs/dealing.md, followed to the letter."""
    order = ["-5", "-2", "-1", "0", "0+", "1", "2", "3", "4", "5", "1/5", "SN"]
    integers = independent_integers(secret, shares, number, "fennecs")

    def below(k: int) -> int:
        return next(x for x in integers if x < 2**64 - 2**64 % k) % k

    first = below(players) if first is None else first
    deck = sorted(cards.split(), key=order.index)
    for last in range(len(deck) - 1, 0, -1):
        pick = below(last + 1)
        deck[last], deck[pick] = deck[pick], deck[last]
    hands = [sorted(deck[hand * seat : hand * seat + hand], key=order.index) for seat in range(players)]
    starts = deck[hand * players : hand * players + players]
    parts = [*hands, starts, deck[hand * players + players :]]
    return f"deal first={first} | {' | '.join(map(' '.join, parts))}".rstrip()


BASE = "-1 -1 -2 -2 0+ 0+ 1 2 2 3 3 4 4 5"


@pytest.mark.parametrize(
    ("players", "variant", "cards", "hand"),
    [
        (2, "sandfox", BASE.replace("0+ 0+", "-5 SN"), 4),
        (3, "base", f"{BASE} 1/5 1/5", 4),
        (4, "sahara", f"{BASE} 1/5 1/5".replace("0+", "0"), 3),
        (5, "sandfox", f"{BASE} 1/5 1/5 1 5 1/5 -5".replace("0+ 0+", "-5 SN"), 3),
    ],
)
def test_games_of_fennecs_are_verified(players: int, variant: str, cards: str, hand: int) -> None:
    """Shares of several seats, one without; who begins follows from the shuffle, then from the game."""
    fennecs, chance = game("fennecs"), random.Random(players)
    shares = [f"{seat}a" * 32 for seat in range(players - 1)] + [""]
    named = ",".join(share or "-" for share in shares)
    state = fennecs.new(fennecs.parse_options({"players": str(players), "variant": variant}))
    expected: list[str] = []
    while state.awaits != "nothing" and len(expected) < 4:
        if state.awaits == "deal":
            first = state.view(None).next_first
            expected.append(fennecs_deal(SECRET, named, len(expected) + 1, players, cards, hand, first))
            state.deal(state.draw(Shuffler(SECRET, "fennecs", shares, len(expected))))
        else:
            (seat,) = state.to_act
            state.apply(seat, chance.choice(state.legal(seat)))
    record = Record.of(state, shuffle_tags(SECRET, shares))
    assert deals(record) == expected
    verdict = verify(read(write(record)))
    assert (verdict.status, verdict.deals, verdict.shares) == ("right", len(expected), players - 1)
    text = write(record)
    for false in (text.replace(shares[0], "ff" * 32), text.replace(f"Share{players - 2}", f"Share{players - 1}")):
        assert verify(read(false)).status == "wrong"
    assert verify(read(text.replace("[Share0", f'[Share{players} "{"bb" * 32}"]\n[Share0'))).status == "wrong"


def maitre_deals(secret: bytes, shares: str, rounds: int) -> Iterator[str]:
    """docs/dealing.md, followed to the letter."""
    order = ["hen", "goose", "horse", "cow", "pig", "sheep", "cheese", "fish"]
    piles, left = [], list[str]()
    for number in range(1, rounds + 1):
        integers = independent_integers(secret, shares, number, "maitre")

        def below(k: int, integers: Iterator[int] = integers) -> int:
            return next(x for x in integers if x < 2**64 - 2**64 % k) % k

        left = left or list(order)
        places = [0, 1, 2]
        if len(left) == 2:
            places.remove(below(3))
        else:
            piles = ["", "", ""]
        cards = list(left)
        for last in range(len(cards) - 1, 0, -1):
            pick = below(last + 1)
            cards[last], cards[pick] = cards[pick], cards[last]
        for place, card in zip(places, cards, strict=False):
            piles[place] = card
            left.remove(card)
        yield f"deal | {' '.join(piles)}"


def test_games_of_maitre_are_verified() -> None:
    """More than two cycles of missions, with the shares of two of three seats."""
    maitre, chance = game("maitre"), random.Random(4)
    shares = ["a1" * 32, "", "b2" * 32]
    state = maitre.new(maitre.parse_options({"players": "3", "target": "15"}))
    rounds = 0
    while state.awaits != "nothing" and rounds < 8:
        if state.awaits == "deal":
            rounds += 1
            state.deal(state.draw(Shuffler(SECRET, "maitre", shares, rounds)))
        else:
            seat = state.to_act[0]
            state.apply(seat, chance.choice(state.legal(seat) or state.unlisted(seat, chance)[:1]))
    record = Record.of(state, shuffle_tags(SECRET, shares))
    expected = list(maitre_deals(SECRET, f"{shares[0]},-,{shares[2]}", rounds))
    assert rounds == 8
    assert deals(record) == expected
    verdict = verify(read(write(record)))
    assert (verdict.status, verdict.deals, verdict.shares) == ("right", 8, 2)
    text, (a, b, c) = write(record), expected[0].split()[2:]
    for false in (text.replace(shares[0], "ff" * 32), text.replace(expected[0], f"deal | {b} {a} {c}")):
        assert verify(read(false)).status == "wrong"
