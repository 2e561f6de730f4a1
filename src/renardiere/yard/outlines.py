"""The tokens' outlines, and what can be worked out from them once and for all.

``outlines.json`` has the drawings: a closed polygon for each kind, counter-clockwise, in millimetres, y upwards, about
its centre of mass. The page shows the same file. ``scripts/outlines.py`` draws it.
"""

from __future__ import annotations

import json
from dataclasses import dataclass
from functools import cache
from importlib.resources import files
from math import atan2, pi
from typing import Final, TypeAlias

import numpy as np
import pymunk
from numpy.typing import NDArray
from pymunk.autogeometry import convex_decomposition, simplify_curves

from renardiere.games.maitre.words import TOKENS

__all__ = ["OUTLINES", "PAD", "Grip", "Outline", "Reals", "outline"]

Reals: TypeAlias = NDArray[np.float64]

PAD: Final = 4.0
"""The radius of a fingertip's pad, in mm."""
ROUGH: Final = 0.5
"""How far the convex parts with which tokens push each other may be from the outline, in mm."""

FINE: Final = 2.0
"""Between points of the rim, in mm."""
WEIGHT: Final = 2.0
"""A token's, by its size; a pad has 1, so that a token that is pushed takes about a third of the speed."""
FIELD: Final = 2
"""Places in a mm at which the distance to the outline is worked out beforehand."""


@dataclass(frozen=True)
class Grip:
    """A fingertip that has closed on a token from one side, by the whole degree: how far its middle is from the token's
    centre, where it touches (from the pad's middle), and the outline's normal there. Angles in radians, as the token
    sees them."""

    reach: float
    touch: float
    normal: float


class Outline:
    """One kind's outline. Its edges are arrays: edge k goes from corner k to corner k + 1. ``rim``: points all along.
    ``parts``: convex ones, nearly as large together, with which tokens push each other."""

    def __init__(self, kind: str, corners: list[list[float]]) -> None:
        self.kind = kind
        self.corners: Reals = np.array(corners)
        self.x, self.y = self.corners.T.copy()
        along = np.roll(self.corners, -1, axis=0) - self.corners
        self.along_x, self.along_y = along.T.copy()
        self.square: Reals = self.along_x**2 + self.along_y**2
        length = np.sqrt(self.square)
        self.normal_x: Reals = self.along_y / length
        self.normal_y: Reals = -self.along_x / length
        self.rim: Reals = np.concatenate(
            [
                corner + step * np.linspace(0, 1, 1 + int(far / FINE), endpoint=False)[:, None]
                for corner, step, far in zip(self.corners, along, length, strict=True)
            ]
        )
        self.area = float(self.x @ np.roll(self.y, -1) - self.y @ np.roll(self.x, -1)) / 2
        self.radius = float(np.hypot(self.x, self.y).max())
        ring = simplify_curves([(float(x), float(y)) for x, y in [*self.corners, self.corners[0]]], ROUGH / 2)
        self.parts = tuple(tuple((float(x), float(y)) for x, y in part) for part in convex_decomposition(ring, ROUGH))
        self.weight = WEIGHT * self.area / 700
        self.inertia = pymunk.moment_for_poly(self.weight, ring)
        self.half = self.radius + PAD + 2
        self.last = int(2 * self.half * FIELD)
        self.field = self._distances()
        self.rows: list[list[float]] = self.field.tolist()
        self.grips: tuple[Grip, ...] = self._grips()

    def corner_normal(self, corner: int) -> tuple[float, float]:
        """Half way between those of the two edges that meet there; its length means nothing."""
        return (
            float(self.normal_x[corner - 1] + self.normal_x[corner]),
            float(self.normal_y[corner - 1] + self.normal_y[corner]),
        )

    def away(self, x: float, y: float) -> tuple[Reals, Reals, Reals, Reals]:
        """For a place, edge by edge: how far along the edge its nearest point is (0 to 1), the way from that to the
        place (x and y), and its square."""
        from_x, from_y = x - self.x, y - self.y
        part = (from_x * self.along_x + from_y * self.along_y) / self.square
        np.minimum(np.maximum(part, 0.0, out=part), 1.0, out=part)
        from_x -= part * self.along_x
        from_y -= part * self.along_y
        return part, from_x, from_y, from_x * from_x + from_y * from_y

    def normal(self, edge: int, part: float) -> tuple[float, float]:
        """The outward normal at that part of an edge."""
        if part <= 0.0:
            return self.corner_normal(edge)
        if part >= 1.0:
            return self.corner_normal((edge + 1) % len(self.x))
        return float(self.normal_x[edge]), float(self.normal_y[edge])

    def sense(self, x: float, y: float) -> tuple[float, float, float]:
        """How far a place is from the outline (negative inside), and which way that grows: from the field, within
        0.1 mm. 99 where no pad can touch it."""
        u, v = (x + self.half) * FIELD, (y + self.half) * FIELD
        column, row = int(u), int(v)
        if not (0 <= u < self.last and 0 <= v < self.last):
            return 99.0, 1.0, 0.0
        u -= column
        v -= row
        low, high = self.rows[row], self.rows[row + 1]
        a, b, c, d = low[column], low[column + 1], high[column], high[column + 1]
        dx = (b - a) * (1 - v) + (d - c) * v
        dy = (c - a) * (1 - u) + (d - b) * u
        length = (dx * dx + dy * dy) ** 0.5 or 1.0
        return (a * (1 - u) + b * u) * (1 - v) + (c * (1 - u) + d * u) * v, dx / length, dy / length

    def far(self, x: Reals, y: Reals) -> float:
        """How far the nearest of these places is from the outline, in mm, give or take the field's grain."""
        columns = np.minimum(np.maximum((x + self.half) * FIELD + 0.5, 0), self.last).astype(np.intp)
        rows = np.minimum(np.maximum((y + self.half) * FIELD + 0.5, 0), self.last).astype(np.intp)
        return float(self.field[rows, columns].min())

    def _distances(self) -> Reals:
        """The field: row by row, how far each place of a grid is from the outline, negative inside."""
        line = np.arange(self.last + 1) / FIELD - self.half
        x, y = (axis.reshape(-1, 1) for axis in np.meshgrid(line, line))
        square = np.full(x.shape, np.inf)
        inside = np.zeros(x.shape, bool)
        for edge in range(len(self.x)):
            along_x, along_y = self.along_x[edge], self.along_y[edge]
            from_x, from_y = x - self.x[edge], y - self.y[edge]
            part = np.clip((from_x * along_x + from_y * along_y) / self.square[edge], 0.0, 1.0)
            np.minimum(square, (from_x - part * along_x) ** 2 + (from_y - part * along_y) ** 2, out=square)
            crossing = (from_y >= 0) != (from_y >= along_y)
            inside ^= crossing & ((along_x * from_y - along_y * from_x > 0) == (along_y > 0))
        field: Reals = np.where(inside, -1.0, 1.0) * np.sqrt(square)
        return field.reshape(len(line), len(line))

    def _grips(self) -> tuple[Grip, ...]:
        """A pad that comes along a ray to the centre stops where it first touches a corner or an edge."""
        angles = np.arange(360) * pi / 180
        ux, uy = np.cos(angles)[:, None], np.sin(angles)[:, None]
        beside = ux * self.y - uy * self.x
        ahead = ux * self.x + uy * self.y
        corners = np.where(np.abs(beside) <= PAD, ahead + np.sqrt(np.maximum(PAD**2 - beside**2, 0.0)), -np.inf)
        start_x, start_y = self.x + PAD * self.normal_x, self.y + PAD * self.normal_y
        facing = ux * self.normal_x + uy * self.normal_y
        with np.errstate(divide="ignore", invalid="ignore"):
            ray = (start_x * self.normal_x + start_y * self.normal_y) / facing
            part = ((ray * ux - start_x) * self.along_x + (ray * uy - start_y) * self.along_y) / self.square
            edges = np.where((facing > 1e-9) & (part >= 0) & (part <= 1), ray, -np.inf)
        grips = []
        for degree in range(360):
            corner, edge = int(corners[degree].argmax()), int(edges[degree].argmax())
            if edges[degree, edge] >= corners[degree, corner]:
                reach = float(edges[degree, edge])
                nx, ny = float(self.normal_x[edge]), float(self.normal_y[edge])
                touch = atan2(-ny, -nx)
            else:
                reach = float(corners[degree, corner])
                nx, ny = self.corner_normal(corner)
                touch = atan2(self.y[corner] - reach * uy[degree, 0], self.x[corner] - reach * ux[degree, 0])
            grips.append(Grip(reach, touch, atan2(ny, nx)))
        return tuple(grips)


OUTLINES: Final[dict[str, list[list[float]]]] = json.loads(
    files("renardiere.yard").joinpath("outlines.json").read_text()
)
if tuple(OUTLINES) != TOKENS:
    raise ValueError("outlines.json has other kinds than the game, or another order")


@cache
def outline(kind: str) -> Outline:
    """That of a kind of token, ``hen`` to ``hammer``."""
    return Outline(kind, OUTLINES[kind])
