"""What a hand does and meets: maitre § The table in the dark."""

from __future__ import annotations

import pytest

from renardiere.yard import Flag, MalformedInput, Yard
from renardiere.yard.messages import Do, move, take, turn
from tests.yard.reach import drag, felt, laid, put_hand, tell, ticks, token, where

GRIP, RELEASE, SACK, ONCE, STOP = (bytes((do,)) for do in (Do.GRIP, Do.RELEASE, Do.SACK, Do.TURN_ONCE, Do.STOP))


def hammer(x: float = 150, y: float = 110) -> Yard:
    """A hammer that stands on its handle, whose left edge is 4.5 mm left of x, and a hand to the left of it."""
    yard = laid(("hammer", x, y, 0.0))
    put_hand(yard, 0, x - 25, y - 12)
    return yard


def test_a_hand_makes_250_mm_in_a_second_times_its_speed() -> None:
    for speed in (0.6, 1.0, 1.5):
        yard = laid(speed=speed)
        put_hand(yard, 0, 10, 110)
        for _ in range(30):
            yard.send(0, move(12.7, 0))
            yard.step()
        x, _ = where(yard)
        assert x - 10 == pytest.approx(125 * speed, abs=1)


def test_a_hand_stops_with_the_finger() -> None:
    yard = laid()
    put_hand(yard, 0, 10, 110)
    for _ in range(30):
        yard.send(0, move(12.7, 0))
        yard.step()
    before = where(yard)[0]
    ticks(yard, 60)
    assert where(yard)[0] - before < 21


def test_a_slow_hand_is_stopped_and_nothing_moves() -> None:
    yard = hammer()
    before = token(yard).x, token(yard).y, token(yard).angle
    drag(yard, 20, 0, speed=55)
    assert (token(yard).x, token(yard).y, token(yard).angle) == before
    contacts = felt(yard).contacts
    assert [contact.direction for contact in contacts] == [0], "what stops it lies to its right"
    assert [contact.normal for contact in contacts] == [16], "and faces left"
    assert where(yard)[0] == pytest.approx(token(yard).x - 4 - 4.26, abs=0.5), "the pad lies on the handle"


def test_pressing_for_200_ms_pushes_and_not_before() -> None:
    yard = hammer()
    drag(yard, 20, 0, speed=50)
    ticks(yard, 30)
    begun, before = yard.tick, token(yard).x
    while token(yard).x < before + 0.05 and yard.tick < begun + 60:
        yard.send(0, move(1.4, 0))
        ticks(yard, 2)
    assert 12 <= yard.tick - begun <= 16
    assert Flag.GIVES in felt(yard).flags


def test_a_fast_hand_pushes_at_once() -> None:
    yard = hammer()
    before = token(yard).x
    drag(yard, 25, 0, speed=150)
    assert 1 < token(yard).x - before < 20


def test_a_grip_takes_100_ms_less_the_delay_and_lifts_the_token() -> None:
    for delay, waits in ((0.0, 6), (0.05, 3), (0.2, 0)):
        yard = hammer()
        drag(yard, 20, 0, speed=50)
        yard.delay(0, delay)
        yard.send(0, GRIP)
        yard.step()
        for _ in range(waits):
            assert felt(yard).flags == Flag.CLOSING
            yard.step()
        now = felt(yard)
        assert now.flags == Flag.HELD
        assert len(now.contacts) == 2
        thumb, finger = (contact.direction for contact in now.contacts)
        assert (thumb + 4) % 32 <= 8, "the thumb is to the left and has the token to its right"
        assert 12 <= finger <= 20, "the finger has it to its left"
        assert not token(yard).inside


def test_the_gap_is_the_width_between_thumb_and_finger() -> None:
    yard = hammer()
    drag(yard, 20, 0, speed=50)
    tell(yard, GRIP, after=8)
    along = felt(yard).gap
    tell(yard, turn(90), after=30)
    across = felt(yard).gap
    assert (along, across) == (29.5, 36.0), "the head from end to end, then the hammer from top to bottom"
    begun = yard.tick
    tell(yard, ONCE)
    gaps = set()
    while Flag.TURNING in felt(yard).flags:
        gaps.add(felt(yard).gap)
        yard.step()
    assert yard.tick - begun == 144, "2.4 s"
    assert felt(yard).gap == across, "once around"
    assert {along, across} <= gaps


def test_a_released_token_lies_where_it_lay() -> None:
    yard = hammer()
    drag(yard, 20, 0, speed=50)
    before = token(yard).x, token(yard).y, token(yard).angle
    tell(yard, GRIP, after=8)
    tell(yard, RELEASE)
    assert (token(yard).x, token(yard).y, token(yard).angle) == pytest.approx(before)
    assert token(yard).inside


def test_two_hands_on_one_token_the_earlier_grip_has_it() -> None:
    for credit, winner in (((0.0, 0.0), 0), ((0.0, 0.1), 1)):
        yard = laid(("hammer", 150, 110, 0.0), hands=2)
        put_hand(yard, 0, 141, 98)
        put_hand(yard, 1, 159, 98)
        for hand in (0, 1):
            yard.delay(hand, credit[hand])
        yard.send(0, GRIP)
        yard.step()
        yard.send(1, GRIP)
        ticks(yard, 10)
        assert Flag.HELD in felt(yard, winner).flags
        assert felt(yard, 1 - winner).flags == Flag(0)
        assert felt(yard, 1 - winner).contacts == (), "it is gone"


def test_stop_refused_numbs_that_hand_for_5_s() -> None:
    yard = laid(("hammer", 150, 110, 0.0), hands=2)
    put_hand(yard, 0, 141.5, 98)
    other = yard.felt(1)
    tell(yard, STOP, after=7)
    assert felt(yard).flags == Flag.NUMB
    assert felt(yard).contacts == ()
    here = where(yard)
    for _ in range(299):
        assert yard.felt(0) == bytes((32, 0))
        yard.send(0, move(-3, 0))
        yard.step()
        assert Flag.NUMB not in felt(yard, 1).flags
    assert yard.felt(1)[1:] == other[1:]
    yard.step()
    assert Flag.NUMB not in felt(yard).flags
    assert where(yard) == here
    assert yard.ended is None


def test_stop_with_three_loot_ends_the_search() -> None:
    yard = stocked(["hen", "cow", "fish"], ["fox", "pig"])
    tell(yard, STOP, after=6)
    assert yard.ended is None
    yard.step()
    assert yard.ended is not None
    assert yard.ended.caller == 0
    assert yard.ended.sacks == (("hen", "cow", "fish"), ("fox", "pig"))
    tick = yard.tick
    ticks(yard, 5)
    assert yard.tick == tick


def stocked(*sacks: list[str]) -> Yard:
    """Hands with sacks full of this, gripped one by one."""
    everything = [kind for sack in sacks for kind in sack]
    yard = Yard(b"stocked", everything, [1.0] * len(sacks))
    number = 0
    for hand, sack in enumerate(sacks):
        for _ in sack:
            thing = token(yard, number)
            put_hand(yard, hand, thing.x, thing.y - 25)
            x, y = where(yard, hand)
            while thing.nearest(x, y)[0] > 4.3:
                y += 0.2
            put_hand(yard, hand, x, y)
            tell(yard, GRIP, hand=hand, after=8)
            tell(yard, SACK, hand=hand)
            number += 1
    return yard


def test_two_loot_and_a_ruse_are_not_enough_four_loot_are() -> None:
    """maitre §4, trap."""
    yard = stocked(["hen", "cow", "fox"])
    tell(yard, STOP, after=8)
    assert yard.ended is None
    yard = stocked(["hen", "cow", "fish", "hen"])
    tell(yard, STOP, after=8)
    assert yard.ended is not None


def test_the_fifth_token_is_refused_and_one_can_be_taken_back() -> None:
    """maitre §3, trap: while searching."""
    yard = stocked(["hen", "cow", "fish", "pig", "sheep"])
    assert felt(yard).sack == 4
    assert Flag.HELD in felt(yard).flags
    tell(yard, take(1))
    assert felt(yard).sack == 4, "with a full hand nothing is taken"
    tell(yard, RELEASE, take(1))
    assert felt(yard).sack == 3
    assert Flag.HELD in felt(yard).flags
    tell(yard, SACK)
    tell(yard, STOP, after=8)
    assert yard.ended is not None
    assert yard.ended.sacks == (("hen", "fish", "pig", "cow"),)


def test_what_a_hand_holds_at_the_stop_goes_back() -> None:
    """maitre §4, trap: it does not count."""
    yard = stocked(["hen", "cow", "fish", "pig", "sheep"])
    tell(yard, STOP, after=8)
    assert yard.ended is not None
    assert yard.ended.sacks == (("hen", "cow", "fish", "pig"),)
    assert [lying.kind for lying in yard.lit if lying.where == 0] == ["sheep"]


def test_still_after_250_ms() -> None:
    yard = laid()
    tell(yard, move(1, 0), after=15)
    assert Flag.STILL not in felt(yard).flags
    yard.step()
    assert Flag.STILL in felt(yard).flags
    tell(yard, move(1, 0))
    assert Flag.STILL not in felt(yard).flags


def test_walls() -> None:
    yard = laid()
    drag(yard, -30, 0, speed=100)
    assert where(yard)[0] == pytest.approx(4)
    assert felt(yard).flags & (Flag.WALL_X | Flag.WALL_Y) == Flag.WALL_X
    drag(yard, 0, -120, speed=100)
    assert felt(yard).flags & (Flag.WALL_X | Flag.WALL_Y) == Flag.WALL_X | Flag.WALL_Y


def test_shaking_is_wanted_by_all_or_after_a_minute() -> None:
    yard = laid(hands=2)
    tell(yard, b"\x09\x01", hand=0)
    assert not yard.shake_wanted
    tell(yard, b"\x09\x01", hand=1)
    assert yard.shake_wanted
    tell(yard, b"\x09\x00", hand=0)
    assert not yard.shake_wanted
    ticks(yard, 3600 - yard.tick - 1)
    assert not yard.shake_wanted
    yard.step()
    assert yard.shake_wanted


@pytest.mark.parametrize("message", [b"", b"\x00", b"\x0a", b"\x01\x01", b"\x02\x00", b"\x07\x04", b"\x09\x02"])
def test_what_is_no_message_is_refused(message: bytes) -> None:
    with pytest.raises(MalformedInput):
        laid().send(0, message)


def test_a_hand_keeps_no_more_messages_than_it_may() -> None:
    yard = laid()
    for _ in range(1000):
        yard.send(0, move(0.1, 0))
    assert len(yard._hands[0].told) == 32
