"""One searching hand: where its fingertip is, what it holds and keeps, what it was told and has not done yet."""

from __future__ import annotations

from collections import deque
from math import cos, degrees, hypot, pi, sin
from typing import Final

from renardiere.yard.box import HEIGHT, SKIN, TICKS, WIDTH, Box, Token
from renardiere.yard.frame import CONTACTS, Contact, Flag, direction, pack
from renardiere.yard.outlines import PAD

__all__ = ["CREDIT", "NUMB", "Hand"]

FAST: Final = 250.0
"""mm/s that a hand of speed 1 makes at most."""
SLOW: Final = 60.0
"""mm/s below which nothing that is touched moves."""
PRESSING: Final = TICKS // 5
"""Ticks of pressing after which a thing gives way, if it is ..."""
FIRMLY: Final = 30.0
"""... by so many mm/s at least: who feels about with less moves nothing, however late they notice."""
STILL: Final = TICKS // 4
CREDIT: Final = TICKS // 10
"""Ticks after which a grip or a stop takes effect, less the hand's delay."""
NUMB: Final = 5 * TICKS
WINDOW: Final = TICKS // 10
"""Ticks over which a speed is measured: messages come in lumps."""
AHEAD: Final = 20.0
"""mm that a hand may have been told to move and has not yet: it stops when the finger does."""
EASE: Final = 0.5
"""The part of it that it moves in a tick."""
TURN_ONCE: Final = 144
"""Ticks of the automatic turn: 2.4 s."""
TURN: Final = 6
"""Degrees that a token turns in a tick at most, 360° a second."""
TURN_AHEAD: Final = 180
REACH: Final = 2.0
"""mm from the pad to a token that a grip still closes on."""
QUEUE: Final = 32
"""Messages that a hand keeps for the next tick; more than that are forgotten."""
FIRM: Final = (4.0, FIRMLY, SLOW)
"""mm/s into a thing that count as pressure 1, 2 and 3."""


class Hand:
    def __init__(self, x: float, y: float, speed: float) -> None:
        self.x, self.y = x, y
        self.most = FAST * speed / TICKS
        self.told: deque[bytes] = deque()
        self.credit = 0
        self.ahead = (0.0, 0.0)
        self.wants: deque[tuple[float, float]] = deque([(0.0, 0.0)] * WINDOW, WINDOW)
        self.moves: deque[tuple[float, float]] = deque([(0.0, 0.0)] * WINDOW, WINDOW)
        self.step = (0.0, 0.0)
        self.met: Token | None = None
        self.pressing_since = self.pressed_at = -99
        self.told_at = 0
        self.numb_until = 0
        self.grip_at = self.stop_at = 0
        """The ticks at which they take effect; 0: not under way."""
        self.held: Token | None = None
        self.held_at = (0.0, 0.0)
        """The held token's place, seen from the hand, in which it goes back to the box."""
        self.turned = 0.0
        """The held token's angle, in degrees."""
        self.turning = 0
        self.turn_ahead = 0
        self.sack: list[Token] = []
        self.shake = False

    # ---- moving

    def move(self, dx: float, dy: float) -> None:
        if self.held is None and not self.grip_at:
            x, y = self.ahead[0] + dx, self.ahead[1] + dy
            less = min(1.0, AHEAD / max(hypot(x, y), 1e-9))
            self.ahead = (x * less, y * less)

    def rest(self) -> None:
        """Held still, whatever it was told."""
        self.ahead = (0.0, 0.0)

    def set_out(self, tick: int) -> None:
        """What it will try to move in this tick."""
        if tick - self.told_at >= STILL:
            self.rest()
        dx, dy = self.ahead[0] * EASE, self.ahead[1] * EASE
        length = hypot(dx, dy)
        if length < 0.005:
            dx = dy = 0.0
            self.rest()
        elif length > self.most:
            dx, dy = dx * self.most / length, dy * self.most / length
        self.ahead = (self.ahead[0] - dx, self.ahead[1] - dy)
        self.step = (dx, dy)
        self.wants.append(self.step)

    def pushes(self, tick: int) -> bool:
        """Whether what it meets in this tick gives way: it comes fast, or has pressed on for long enough."""
        if self.step == (0.0, 0.0):
            return False
        if rate(self.wants) > SLOW:
            return True
        pressing = tick - self.pressed_at <= WINDOW and tick - self.pressing_since >= PRESSING
        return pressing and hypot(*self._stopped()) >= FIRMLY

    def arrive(self, tick: int, x: float, y: float) -> None:
        """It has come to a place; keep account of how it was stopped."""
        moved = (x - self.x, y - self.y)
        self.moves.append(moved)
        self.x, self.y = x, y
        if self.step == (0.0, 0.0):
            return
        if self.met is not None and hypot(*moved) < 0.5 * hypot(*self.step):
            if tick - self.pressed_at > WINDOW:
                self.pressing_since = tick
            self.pressed_at = tick
        else:
            self.pressed_at = -99

    # ---- holding

    @property
    def angle(self) -> float:
        """The held token's, in radians."""
        return self.turned * pi / 180

    def hold(self, token: Token, off: tuple[float, float]) -> None:
        self.held, self.held_at = token, off
        self.turned = degrees(token.angle)
        self.turning = self.turn_ahead = 0
        self.rest()

    def let_go(self) -> Token:
        token = self.held
        assert token is not None
        token.lie(token.x, token.y, self.angle)
        self.held = None
        return token

    def turn(self, by: int) -> None:
        if self.held is not None:
            self.turning = 0
            self.turn_ahead = min(max(self.turn_ahead + by, -TURN_AHEAD), TURN_AHEAD)

    def turn_once(self) -> None:
        if self.held is not None:
            self.turning, self.turn_ahead = TURN_ONCE, 0

    def turn_on(self) -> None:
        """What the held token turns in this tick."""
        if self.turning:
            self.turned += 360 / TURN_ONCE
            self.turning -= 1
        elif self.turn_ahead:
            by = min(max(self.turn_ahead, -TURN), TURN)
            self.turned += by
            self.turn_ahead -= by

    # ---- feeling

    def felt(self, tick: int, box: Box) -> bytes:
        """What it feels now, as a frame."""
        if tick < self.numb_until:
            return pack(Flag.NUMB, len(self.sack))
        flags = Flag.STILL if tick - self.told_at >= STILL else Flag(0)
        if self.held is not None:
            return self._held(flags | (Flag.TURNING if self.turning else 0), self.held)
        if self.grip_at:
            flags |= Flag.CLOSING
        if self.x < PAD + SKIN or self.x > WIDTH - PAD - SKIN:
            flags |= Flag.WALL_X
        if self.y < PAD + SKIN or self.y > HEIGHT - PAD - SKIN:
            flags |= Flag.WALL_Y
        contacts = set()
        for token in box.near(self.x, self.y, SKIN):
            gives = tick - token.moved_at < 2
            for touch, normal in token.touched(self.x, self.y):
                if gives:
                    flags |= Flag.GIVES
                contacts.add(Contact(direction(touch), 3 if gives else self._pressure(touch), direction(normal)))
        strongest = sorted(contacts, key=lambda contact: (-contact.pressure, contact))[:CONTACTS]
        return pack(flags, len(self.sack), sorted(strongest))

    def _pressure(self, touch: float) -> int:
        x, y = self._stopped()
        return sum(x * cos(touch) + y * sin(touch) >= firm for firm in FIRM)

    def _stopped(self) -> tuple[float, float]:
        """The speed, in mm/s, that it wants to make and does not."""
        (wx, wy), (mx, my) = mean(self.wants), mean(self.moves)
        return wx - mx, wy - my

    def _held(self, flags: Flag, token: Token) -> bytes:
        grips, angle = token.outline.grips, self.angle
        thumb, finger = grips[round(180 - self.turned) % 360], grips[round(-self.turned) % 360]
        contacts = [
            Contact(direction((side.touch + angle) % (2 * pi)), 1, direction((side.normal + angle) % (2 * pi)))
            for side in (thumb, finger)
        ]
        return pack(flags | Flag.HELD, len(self.sack), contacts, thumb.reach + finger.reach - 2 * PAD)


def mean(ways: deque[tuple[float, float]]) -> tuple[float, float]:
    """In mm/s."""
    second = TICKS / WINDOW
    return sum(x for x, _ in ways) * second, sum(y for _, y in ways) * second


def rate(ways: deque[tuple[float, float]]) -> float:
    return hypot(*mean(ways))
