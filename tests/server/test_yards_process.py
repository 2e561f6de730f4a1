"""A process of yards, in its parts: when each ticks, and how it understands the house."""

from __future__ import annotations

import io

import pytest

from renardiere.server.yards.process import BEHIND, TICK, Timetable, messages_of
from renardiere.server.yards.words import Begin, Did, packed


def test_no_yard_waits_for_another_s_tick() -> None:
    """Each one that is new ticks where there is most room, so that eight are an eighth of a tick apart; what one that
    has gone leaves is the next one's. None is waited for when there is none."""
    timetable = Timetable()
    assert timetable.wait(5.0) is None
    assert timetable.next(5.0) is None
    for number in range(8):
        timetable.follow(range(number + 1), 5.0)
    ticks = [due for due in (timetable.next(5.0 + TICK) for _ in range(9)) if due is not None]
    moments = sorted(TICK - behind for _, behind in ticks)[:8]
    assert {number for number, _ in ticks} == set(range(8))
    assert moments == pytest.approx([place * TICK / 8 for place in range(8)])
    gone = timetable._due[3] % TICK
    timetable.follow({*range(8)} - {3}, 5.0 + TICK)
    timetable.follow({*range(9)} - {3}, 5.0 + TICK)
    assert timetable._due[8] % TICK == pytest.approx(gone)


def test_ticks_are_made_up_for_up_to_a_tenth_of_a_second() -> None:
    timetable = Timetable()
    timetable.follow([1], 0.0)
    assert timetable.next(0.0) == (1, 0.0)
    assert timetable.wait(0.0) == pytest.approx(TICK)
    assert timetable.next(TICK / 2) is None
    late = [timetable.next(5 * TICK) for _ in range(6)]
    assert [due and round(due[1] / TICK) for due in late] == [4, 3, 2, 1, 0, None]
    stood = (BEHIND + 9) * TICK
    assert timetable.next(stood) is not None
    assert timetable.next(stood) is None, "time stood still meanwhile"
    assert timetable.wait(stood) == pytest.approx(TICK)


def test_messages_come_whole_however_they_are_cut() -> None:
    said = [Begin(1), Did(1, 2, b"\x01\x02\x03"), Begin(2)]
    wire = b"".join(map(packed, said))

    class Pieces(io.BytesIO):
        pieces = len(wire)

        def read1(self, size: int | None = -1) -> bytes:
            return self.read(self.pieces)

    for Pieces.pieces in (1, 3, 7, len(wire)):
        assert list(messages_of(Pieces(wire))) == said
    assert list(messages_of(Pieces(wire[:-1]))) == said[:-1], "the house is gone in the middle of a word"
