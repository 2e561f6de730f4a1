"""The yard as a whole: the same from the same, nothing lost, nothing told."""

from __future__ import annotations

from collections import Counter
from contextlib import suppress
from itertools import combinations
from math import cos, sin
from random import Random

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from shapely import Polygon, affinity

from renardiere.games.maitre.words import LOOT
from renardiere.yard import Felt, Flag, MalformedInput, Yard
from renardiere.yard.film import pictures
from renardiere.yard.messages import Do, move, take, turn
from renardiere.yard.outlines import PAD
from renardiere.yard.push import together
from tests.yard.reach import ALL, felt, laid, put_hand, tell, token, where

Put = tuple[str, float, float, float]


class Groping:
    """A hand's doings, by chance alone: strokes, slow and fast, and all that hands can be told."""

    def __init__(self, seed: int) -> None:
        self.random = Random(seed)
        self.way = self.pace = 0.0

    def next(self, *, left: float = 0.0) -> bytes:
        """``left``: how strongly it is drawn to the left."""
        random = self.random
        if random.random() < 0.06:
            self.way = random.uniform(-3.2, 3.2)
            self.pace = random.choice([0.5, 1.5, 3.0, 7.0])
        if random.random() < 0.05:
            return random.choice(
                [
                    *(bytes((do,)) for do in (Do.GRIP, Do.GRIP, Do.GRIP, Do.RELEASE, Do.SACK, Do.TURN_ONCE)),
                    turn(random.randint(-90, 90)),
                    take(random.randrange(4)),
                ]
            )
        return move(self.pace * cos(self.way) - left, self.pace * sin(self.way))


def played(seed: bytes, chance: int, ticks: int) -> tuple[list[bytes], Yard]:
    """All frames of four hands that grope about, and the yard in the end."""
    yard = Yard(seed, ALL, [0.6, 1.0, 1.2, 1.5])
    hands = [Groping(chance + hand) for hand in range(4)]
    frames = []
    for tick in range(ticks):
        for number, hand in enumerate(hands):
            if (tick + number) % 2:
                yard.send(number, hand.next())
            else:
                frames.append(yard.felt(number))
        yard.step()
    return frames, yard


def test_the_same_seed_and_messages_give_the_same_bytes() -> None:
    frames, yard = played(b"seed", 1, 300)
    again, same = played(b"seed", 1, 300)
    assert frames == again
    assert yard.film == same.film
    assert yard.lit == same.lit
    others, other = played(b"another", 1, 300)
    assert frames != others
    assert yard.film != other.film


def test_a_shaken_box_has_no_token_on_another_nor_off_the_floor() -> None:
    for seed in (b"1", b"2", b"3"):
        yard = Yard(seed, ALL, [1.0] * 4)
        assert apart(yard) == (0, True)
        for hand in range(4):
            assert felt(yard, hand).contacts == ()


def apart(yard: Yard) -> tuple[float, bool]:
    """How deep two tokens overlap at most, in mm, and whether all are inside the walls."""
    shapes = [
        affinity.translate(
            affinity.rotate(Polygon(thing.outline.corners), thing.angle, origin=(0, 0), use_radians=True),
            thing.x,
            thing.y,
        )
        for thing in yard._box.tokens
        if thing.inside
    ]
    deepest = 0.0
    for one, other in combinations(shapes, 2):
        if one.intersects(other):
            common = one.intersection(other)
            deepest = max(deepest, 2 * common.area / common.length)
    within = all(
        shape.bounds[0] > -1 and shape.bounds[1] > -1 and shape.bounds[2] < 301 and shape.bounds[3] < 221
        for shape in shapes
    )
    return deepest, within


def test_however_they_are_pushed_tokens_stay_apart_and_inside() -> None:
    _, yard = played(b"pushed", 5, 900)
    deepest, within = apart(yard)
    assert deepest < 1
    assert within


def near_and_far() -> tuple[list[Put], list[list[Put]]]:
    """What lies in the left of the box, and three ways in which the right may be."""
    near: list[Put] = [("cow", 40, 40, 0.3), ("hen", 45, 85, 2.0), ("fox", 50, 130, 1.0), ("fish", 45, 175, 4.0)]
    far: list[list[Put]] = [
        [("pig", 220, 40, 1.0), ("snake", 220, 90, 2.0), ("goose", 230, 150, 0.5)],
        [("hammer", 215, 60, 0.0), ("cheese", 260, 60, 1.5), ("cow", 240, 180, 3.0)],
        [("hammer", 230, 40, 2.5), ("horse", 230, 110, 0.7), ("fox", 230, 170, 5.0)],
    ]
    return near, far


@pytest.mark.parametrize("chance", [1, 2, 3])
def test_yards_that_feel_the_same_so_far_send_the_same_bytes(chance: int) -> None:
    """maitre § The table in the dark: clients never receive a token's kind or place, nor others' doings.

    Three yards are alike where hand 0 searches, and different everywhere else: kinds, places, their order, and what the
    other hand does. Hand 0 pushes, grips, turns, sacks and takes back; not a byte of its frames may differ.
    """
    near, fars = near_and_far()
    heard = []
    for number, far in enumerate(fars):
        tokens = [*far, *near] if number == 1 else [*near, *far]
        yard = laid(*tokens, hands=2)
        put_hand(yard, 0, 12, 110)
        put_hand(yard, 1, 280, 110)
        mine, theirs = Groping(chance), Groping(100 * chance + number)
        frames = []
        for tick in range(1500):
            if tick % 2:
                # drawn to where it may be: hand 0 to the left, hand 1 to the right
                yard.send(0, mine.next(left=8.0 if where(yard, 0)[0] > 70 else 0.0))
                yard.send(1, theirs.next(left=-8.0 if where(yard, 1)[0] < 230 else 0.0))
            yard.step()
            frames.append(yard.felt(0))
        assert where(yard, 0)[0] < 120
        heard.append(frames)
        felt_something = sum(bool(Felt.of(frame).contacts) for frame in frames)
        assert felt_something > 100
        assert any(Flag.GIVES in Felt.of(frame).flags for frame in frames)
    assert heard[0] == heard[1]
    assert heard[0] == heard[2]


def told() -> st.SearchStrategy[bytes]:
    return st.one_of(
        st.builds(lambda x, y: bytes((1, x, y)), st.integers(0, 255), st.integers(0, 255)),
        st.sampled_from([bytes((do,)) for do in (2, 3, 4, 6, 8)]),
        st.builds(lambda by: bytes((5, by)), st.integers(0, 255)),
        st.builds(take, st.integers(0, 3)),
        st.sampled_from([b"\x09\x00", b"\x09\x01"]),
    )


@settings(max_examples=12, deadline=None)
@given(st.lists(st.tuples(st.integers(0, 2), told()), min_size=60, max_size=200), st.integers(0, 9))
def test_no_token_is_ever_lost_or_made(messages: list[tuple[int, bytes]], seed: int) -> None:
    yard = Yard(bytes((seed,)), SOME, [1.0] * 3)
    for hand in range(3):  # begin beside a token, so that grips have something to close on
        thing = token(yard, hand)
        put_hand(yard, hand, *beside(yard, thing.x, thing.y))
    for number, (hand, message) in enumerate(messages):
        yard.send(hand, message)
        if number % 2:
            yard.step()
            check_all_there(yard)
    assert Counter(lying.kind for lying in yard.lit) == Counter(SOME)


SOME = ["hen", "hen", "cow", "pig", "fish", "cheese", "fox", "snake"]


def beside(yard: Yard, x: float, y: float) -> tuple[float, float]:
    while min(thing.nearest(x, y)[0] for thing in yard._box.tokens) < 4.2:
        y += 0.5
    return x, y


def check_all_there(yard: Yard) -> None:
    held = [hand.held for hand in yard._hands if hand.held is not None]
    sacked = [thing for hand in yard._hands for thing in hand.sack]
    inside = [thing for thing in yard._box.tokens if thing.inside]
    everywhere = [*held, *sacked, *inside]
    assert len(everywhere) == len({id(thing) for thing in everywhere}) == len(SOME)
    assert all(len(hand.sack) <= 4 for hand in yard._hands)


@settings(max_examples=60, deadline=None)
@given(st.lists(st.binary(max_size=5), max_size=80))
def test_any_bytes_are_a_message_or_malformed(messages: list[bytes]) -> None:
    yard = FUZZED[0] if FUZZED and FUZZED[0].ended is None else laid(("hen", 150, 110, 0.0))
    FUZZED[:] = [yard]
    for message in messages:
        with suppress(MalformedInput):
            yard.send(0, message)
        assert len(yard._hands[0].told) <= 32
    yard.step()
    frame = yard.felt(0)
    assert 2 <= len(frame) <= 12
    Felt.of(frame)


FUZZED: list[Yard] = []


def test_the_film_shows_what_was() -> None:
    frames, yard = played(b"film", 3, 300)
    kinds, film = pictures(yard.film)
    assert kinds == tuple(ALL)
    assert len(film) == 51, "one at the beginning, then ten a second"
    for hand in range(4):
        assert (film[-1].hands[hand].x, film[-1].hands[hand].y) == pytest.approx(where(yard, hand), abs=0.06)
    for lying, thing in zip(yard.lit, film[-1].tokens, strict=True):
        assert (thing.x, thing.y) == pytest.approx((lying.x, lying.y), abs=0.06)
        assert thing.where == lying.where
    assert len(frames) == 600


def test_after_the_stop_nothing_moves() -> None:
    yard = laid(*((kind, 40 + 45 * place, 110, 0.0) for place, kind in enumerate(("hen", "cow", "pig", "hen"))))
    for place in range(3):
        put_hand(yard, 0, *beside(yard, 40 + 45 * place, 110))
        tell(yard, bytes((Do.GRIP,)), after=8)
        tell(yard, bytes((Do.SACK,)))
    tell(yard, bytes((Do.STOP,)), after=7)
    assert yard.ended is not None
    before = yard.tick, yard.lit, yard.film, yard.felt(0)
    for _ in range(10):
        yard.send(0, move(5, 0))
        yard.step()
    assert (yard.tick, yard.lit, yard.film, yard.felt(0)) == before
    assert set(yard.ended.sacks[0]) <= set(LOOT)


@pytest.mark.parametrize(
    ("tokens", "speeds"),
    [(["dragon"], [1.0]), (ALL, []), (ALL, [1.0] * 5), (ALL, [0.5]), (ALL, [1.6]), ([*ALL, "hen"], [1.0])],
)
def test_what_no_yard_can_be_is_refused(tokens: list[str], speeds: list[float]) -> None:
    with pytest.raises(ValueError, match=r"token|hands"):
        Yard(b"", tokens, speeds)


def test_two_hands_that_push_the_same_token_push_it_together() -> None:
    """One leans on it, the other comes fast and is still 1.5 mm away: further than the first one's push reaches, not
    than its own. A token in two pushes would be moved twice in a tick."""
    yard = laid(("cow", 150, 110, 0.0))
    cow = token(yard)
    left = next(150 - step / 10 for step in range(500) if cow.nearest(150 - step / 10, 110)[0] >= PAD)
    above = next(110 + step / 10 for step in range(500) if cow.nearest(150, 110 + step / 10)[0] >= PAD + 1.5)
    places, ways = {0: (left, 110.0), 1: (150.0, above)}, {0: (0.3, 0.0), 1: (0.0, -2.0)}
    assert together(yard._box, places, {0: ways[0]}) == [([0], [cow])]
    assert together(yard._box, places, ways) == [([0, 1], [cow])]
