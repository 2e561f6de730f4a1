"""Time for a decision: when it runs out.

A deadline is computed, never kept: from when the decision began, what the table agreed on, the hours in which the
house was closed (and a moment after each), and those in which the player sleeps.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from datetime import datetime, timedelta
from heapq import merge
from typing import Final
from zoneinfo import ZoneInfo, ZoneInfoNotFoundError

from renardiere.server.messages import Sleep
from renardiere.server.problems import Refusal

__all__ = ["AFTER_OPENING", "Hours", "check_night", "deadline"]

AFTER_OPENING: Final = 10.0
"""Seconds after each opening of the house in which no clock runs."""
LONGEST_NIGHT: Final = 720

Span = tuple[float, float]


class Hours:
    """When the house was closed. It is open from ``opened`` on, and was seen to be until ``seen``."""

    def __init__(self, openings: Iterable[Span], now: float) -> None:
        self._closed: list[Span] = []
        before: float | None = None
        for opened, seen in sorted(openings):
            if before is not None:
                self._closed.append((before, opened + AFTER_OPENING))
            before = max(seen, before or 0.0)
        if before is not None and before < now:
            self._closed.append((before, now + AFTER_OPENING))

    def closed(self, since: float) -> Iterator[Span]:
        """The spans without clocks that ended after ``since``."""
        return (span for span in self._closed if span[1] > since)


def deadline(since: float, limit: float, closed: Iterable[Span], sleep: Sleep | None) -> float:
    """When ``limit`` seconds that began at ``since`` run out, not counting the spans in ``closed`` and sleep."""
    end = since + limit
    reached = since
    for start, stop in merge(closed, nights(sleep, since) if sleep is not None else ()):
        if start >= end:
            break
        lost = stop - max(start, reached)
        if lost > 0:
            end += lost
            reached = stop
    return end


def nights(sleep: Sleep, start: float) -> Iterator[Span]:
    """The nights from ``start`` on, without end: by the clock on the wall, so that one is an hour shorter in spring."""
    midnight = datetime.fromtimestamp(start, zone_of(sleep.zone)).replace(hour=0, minute=0, second=0, microsecond=0)
    falls = midnight + timedelta(days=-1, minutes=sleep.start)
    while True:
        yield falls.timestamp(), (falls + timedelta(minutes=_minutes(sleep))).timestamp()
        falls += timedelta(days=1)


def check_night(sleep: Sleep) -> None:
    """``bad_zone`` if there is no such time zone, or a night is longer than twelve hours."""
    zone_of(sleep.zone)
    if _minutes(sleep) > LONGEST_NIGHT:
        raise Refusal("bad_zone", "A night has twelve hours at most.", "long")


def _minutes(sleep: Sleep) -> int:
    return (sleep.end - sleep.start) % 1440


def zone_of(name: str) -> ZoneInfo:
    """A time zone by its name (``Europe/Paris``); ``bad_zone`` if there is none."""
    try:
        return ZoneInfo(name)
    except (ZoneInfoNotFoundError, ValueError, OSError):
        raise Refusal("bad_zone", "There is no such time zone.") from None
