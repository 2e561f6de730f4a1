"""The box: tokens that lie still until they are pushed, and what a fingertip meets among them.

What is felt is worked out from the outlines alone, nothing here moves by itself. What gives way to a hand, and how, is
in ``push.py``; after each tick all rests again, as things do that are pushed about on a table.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from math import atan2, cos, hypot, pi, sin
from random import Random
from typing import Final

from renardiere.yard.outlines import PAD, Outline, outline

__all__ = ["HEIGHT", "SKIN", "TICKS", "WIDTH", "Box", "Token"]

WIDTH: Final = 300.0
HEIGHT: Final = 220.0
TICKS: Final = 60
"""A second."""
SKIN: Final = 0.5
"""What is no further from the pad than this, in mm, is touched."""
APART: Final = 0.8
"""Between tokens that have just been shaken or put down, in mm."""
GRAIN: Final = 0.4
"""mm by which a distance between two outlines may be wrong."""
TRIES: Final = 4000


class Token:
    """One token: where it is and which way it lies, while it is ``inside`` the box."""

    def __init__(self, kind: str) -> None:
        self.outline: Outline = outline(kind)
        self.reach = self.outline.radius + PAD
        self.x = self.y = self.angle = 0.0
        self.cos, self.sin = 1.0, 0.0
        self.inside = False
        self.moved_at = -99
        self.travel = 0.0
        """How far any of its points can have come since the beginning, in mm."""
        self.far_from: dict[int, tuple[float, float]] = {}
        """How far others were when that was last looked at, by their id, and how far the two had travelled then."""

    @property
    def kind(self) -> str:
        return self.outline.kind

    def lie(self, x: float, y: float, angle: float) -> None:
        self.x, self.y, self.angle = x, y, angle
        self.cos, self.sin = cos(angle), sin(angle)

    def nearest(self, x: float, y: float) -> tuple[float, float, float]:
        """How far a place is from the outline (negative inside), and the direction away from it."""
        from_x, from_y = x - self.x, y - self.y
        far, ux, uy = self.outline.sense(from_x * self.cos + from_y * self.sin, from_y * self.cos - from_x * self.sin)
        return far, ux * self.cos - uy * self.sin, ux * self.sin + uy * self.cos

    def touched(self, x: float, y: float) -> list[tuple[float, float]]:
        """Where the pad at a place is touched: direction from its middle, and the outline's normal, both angles. One
        for each stretch of the outline that comes near and goes away again."""
        from_x, from_y = x - self.x, y - self.y
        part, dx, dy, square = self.outline.away(
            from_x * self.cos + from_y * self.sin, from_y * self.cos - from_x * self.sin
        )
        found = []
        for edge in (square <= (PAD + SKIN) ** 2).nonzero()[0].tolist():
            if square[edge - 1] >= square[edge] < square[(edge + 1) % len(square)]:
                nx, ny = self.outline.normal(edge, float(part[edge]))
                found.append((atan2(-dy[edge], -dx[edge]) + self.angle, atan2(ny, nx) + self.angle))
        return found


class Box:
    """``tokens`` keep their places in this list, wherever they are."""

    def __init__(self, kinds: Iterable[str]) -> None:
        self.tokens = [Token(kind) for kind in kinds]

    # ---- tokens in and out

    def shake(self, random: Random, keep_free: Sequence[tuple[float, float]]) -> None:
        """All tokens somewhere, any way round, none on another, none under a hand."""
        for _ in range(100):
            for token in self.tokens:
                self.lift(token)
            if all(self._thrown(token, random, keep_free) for token in sorted(self.tokens, key=large)):
                return
        raise ValueError("so many tokens do not fit into the box")

    def _thrown(self, token: Token, random: Random, keep_free: Sequence[tuple[float, float]]) -> bool:
        for _ in range(TRIES):
            x, y, angle = random.random() * WIDTH, random.random() * HEIGHT, random.random() * 2 * pi
            if self.free(token, x, y, angle, keep_free):
                self.put(token, x, y, angle)
                return True
        return False

    def free(self, token: Token, x: float, y: float, angle: float, pads: Sequence[tuple[float, float]] = ()) -> bool:
        """Whether a token could lie there, on no other, none of these pads, and off the walls."""
        shape, c, s = token.outline, cos(angle), sin(angle)
        rim_x, rim_y = shape.rim.T
        at_x, at_y = x + c * rim_x - s * rim_y, y + s * rim_x + c * rim_y
        if at_x.min() < APART or at_y.min() < APART or at_x.max() > WIDTH - APART or at_y.max() > HEIGHT - APART:
            return False
        for px, py in pads:
            dx, dy = px - x, py - y
            if shape.sense(c * dx + s * dy, c * dy - s * dx)[0] < PAD + APART:
                return False
        for other in self.tokens:
            if not other.inside or hypot(other.x - x, other.y - y) >= shape.radius + other.outline.radius + APART:
                continue
            from_x, from_y = at_x - other.x, at_y - other.y
            if (
                other.outline.far(other.cos * from_x + other.sin * from_y, other.cos * from_y - other.sin * from_x)
                < APART
            ):
                return False
        return True

    def put(self, token: Token, x: float, y: float, angle: float) -> None:
        token.lie(x, y, angle)
        token.travel += WIDTH
        token.inside = True

    def put_near(
        self, token: Token, x: float, y: float, angle: float, pads: Sequence[tuple[float, float]] = ()
    ) -> None:
        """Where there is room, as near as may be. There always is, somewhere: what was taken out has left it."""
        for ring in range(200):
            for place in range(max(1, 6 * ring)):
                way = 2 * pi * place / max(1, 6 * ring)
                px, py = x + 2.0 * ring * cos(way), y + 2.0 * ring * sin(way)
                if self.free(token, px, py, angle, pads):
                    self.put(token, px, py, angle)
                    return
        self.put(token, min(max(x, 20.0), WIDTH - 20), min(max(y, 20.0), HEIGHT - 20), angle)

    def lift(self, token: Token) -> None:
        token.inside = False

    def around(self, token: Token, within: float) -> list[Token]:
        """The others whose outlines come so near to this one's, and perhaps some that nearly do; from near to far."""
        rim_x, rim_y = token.outline.rim.T
        at_x = token.x + token.cos * rim_x - token.sin * rim_y
        at_y = token.y + token.sin * rim_x + token.cos * rim_y
        found = []
        reach = token.outline.radius + within + 2 * GRAIN
        for other in self.near(token.x, token.y, token.outline.radius + within - PAD):
            if other is token or hypot(other.x - token.x, other.y - token.y) > reach + other.outline.radius:
                continue
            travel = token.travel + other.travel
            was_far, then = token.far_from.get(id(other), (0.0, 0.0))
            if was_far - (travel - then) >= within + GRAIN:
                continue
            x, y = at_x - other.x, at_y - other.y
            far = other.outline.far(other.cos * x + other.sin * y, other.cos * y - other.sin * x)
            token.far_from[id(other)] = far, travel
            if far < within + GRAIN:
                found.append((far, other))
        return [other for _, other in sorted(found, key=lambda pair: pair[0])]

    # ---- a fingertip

    def near(self, x: float, y: float, within: float) -> list[Token]:
        """Those that a pad within that distance of a place may touch, and some more."""
        return [
            token
            for token in self.tokens
            if -(reach := token.reach + within) < token.x - x < reach and -reach < token.y - y < reach and token.inside
        ]

    def slide(self, x: float, y: float, dx: float, dy: float) -> tuple[float, float, Token | None]:
        """Where a pad comes to that nothing gives way to, and the token that it met last."""
        length = hypot(dx, dy)
        near = self.near(x, y, length + 1)
        met: Token | None = None
        steps = int(length) + 1
        for _ in range(steps):
            place = self.clear(x + dx / steps, y + dy / steps, near)
            if place is None:
                break
            x, y, at = place
            met = at or met
        return x, y, met

    def clear(self, x: float, y: float, near: Sequence[Token]) -> tuple[float, float, Token | None] | None:
        """The place beside this one where the pad is on no token and no wall, and the token that it was on; None if
        there is none within a few steps."""
        met = None
        for _ in range(8):
            x = min(max(x, PAD), WIDTH - PAD)
            y = min(max(y, PAD), HEIGHT - PAD)
            deepest = 1e-3
            for token in near:
                far, ux, uy = token.nearest(x, y)
                if PAD - far > deepest:
                    deepest, out_x, out_y, on = PAD - far, ux, uy, token
            if deepest == 1e-3:
                return x, y, met
            x, y, met = x + deepest * out_x, y + deepest * out_y, on
        return None


def large(token: Token) -> float:
    return -token.outline.radius
