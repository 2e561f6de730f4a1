#!/usr/bin/env python
# /// script
# requires-python = ">=3.11"
# dependencies = ["shapely>=2.1", "pillow>=12"]
# ///
"""Draws the tokens of the yard: ``.venv/bin/uv run scripts/outlines.py`` writes ``src/renardiere/yard/outlines.json``,
and with ``--look FILE.png`` a picture of them all.

Each is put together from a few shapes, in millimetres, y upwards, looking to the right. Then hollows too narrow for a
fingertip are filled, edges rounded, all turned into one closed polygon about its centre of mass.
"""

from __future__ import annotations

import argparse
import json
from collections.abc import Sequence
from math import cos, pi, sin
from pathlib import Path
from typing import Final

from shapely import Point, Polygon, affinity, unary_union
from shapely.geometry import LineString
from shapely.geometry.base import BaseGeometry

HERE: Final = Path(__file__).resolve().parent.parent
DATA: Final = HERE / "src/renardiere/yard/outlines.json"
FILLED: Final = 4.1
"""Hollows that are narrower than twice this are filled: a pad of 4 mm reaches all that is left."""
ROUNDED: Final = 1.8
FINE: Final = 0.07
"""How far the polygon may be from the curve, in mm."""

Spot = tuple[float, float]


def oval(x: float, y: float, wide: float, high: float, tilt: float = 0) -> BaseGeometry:
    return affinity.rotate(affinity.scale(Point(x, y).buffer(1, 32), wide / 2, high / 2, origin=(x, y)), tilt)


def bar(width: float, *spots: Spot) -> BaseGeometry:
    """A thick line with round ends."""
    return LineString(spots).buffer(width / 2, 16)


def shape(*spots: Spot) -> BaseGeometry:
    return Polygon(spots)


def fish() -> BaseGeometry:
    return unary_union(
        [
            oval(4, 0, 28, 19),
            shape((-5, 3), (-5, -3), (-13, -12), (-18, -11), (-14.5, 0), (-18, 11), (-13, 12)),
            shape((-3, 8), (-1, 13.5), (3, 14), (11, 8)),
        ]
    )


def cheese() -> BaseGeometry:
    wedge = shape((-19, -12), (17, -12), (17, 5), (10, 13), (-19, -3))
    return wedge - Point(-1, 8.5).buffer(5.4)


def hen() -> BaseGeometry:
    return unary_union(
        [
            oval(-1, -3, 28, 21),
            shape((-6, 0), (-14, 4), (-19, 15), (-9, 14), (-4, 6)),
            oval(9, 9, 12.5, 13),
            bar(10, (8, 8), (5, 0)),
            bar(6, (6.5, 17), (8.5, 14), (11.5, 15.5)),
            shape((13, 12), (21, 8), (13, 4)),
            shape((-6, -10), (-7, -19), (6, -19), (4, -10)),
        ]
    )


def goose() -> BaseGeometry:
    return unary_union(
        [
            oval(-4, -8, 29, 17.5, 6),
            shape((-12, -8), (-20, 2), (-8, -1)),
            bar(8.4, (5, -8), (7.5, 0), (4.5, 7), (7, 13.5)),
            oval(7.5, 14, 11, 9.5),
            shape((9, 18), (19, 13.5), (10, 10)),
        ]
    )


def horse() -> BaseGeometry:
    return unary_union(
        [
            oval(-4, -1, 26, 13.5),
            bar(8.6, (-12, -1), (-13, -16)),
            bar(8.6, (4, -1), (5, -16)),
            bar(11, (3, 1), (8, 12)),
            bar(8.6, (8, 13.5), (16, 7)),
            shape((3, 12), (5.5, 20.5), (9, 20), (14, 15)),
            bar(8.2, (-13, 1), (-18.5, -3), (-19, -6)),
        ]
    )


def cow() -> BaseGeometry:
    return unary_union(
        [
            shape((-20, 7), (4, 7), (9, -6), (-19, -6)),
            bar(9.2, (-15, 0), (-15, -13)),
            bar(9.2, (3, 0), (3, -13)),
            shape((2, 8), (14, 9), (20.5, 2), (20.5, -5), (12, -6), (5, -3)),
            bar(9.4, (-1.2, 17), (2.5, 10), (9, 7), (15.5, 10), (20, 17)),
        ]
    )


def pig() -> BaseGeometry:
    return unary_union(
        [
            oval(-3, 0, 31, 25),
            oval(9, 1, 16, 18),
            shape((13, 5), (21, 5), (21, -4.5), (13, -4.5)),
            shape((3, 6), (8, 17), (13, 8)),
            shape((-13, -5), (-13, -16), (-5, -16), (-4, -5)),
            shape((13, -5), (13, -16), (5, -16), (4, -5)),
            bar(5.5, (-16, 3), (-20, 7)),
        ]
    )


def sheep() -> BaseGeometry:
    puffs = [oval(-4 + 11 * cos(2 * pi * k / 7), 4 + 8 * sin(2 * pi * k / 7), 12, 12) for k in range(7)]
    return unary_union(
        [
            *puffs,
            oval(-4, 4, 23, 17),
            oval(12, 0, 10.5, 16, 25),
            bar(8.4, (8, 7), (14, 9)),
            bar(8.4, (-11, -4), (-11, -13.5)),
            bar(8.4, (5, -4), (5, -13.5)),
        ]
    )


def fox() -> BaseGeometry:
    return unary_union(
        [
            bar(10.5, (-4, -3), (6, 1)),
            oval(-14, 4, 10.5, 24, 28),
            bar(8.2, (-7, -3), (-6, -12)),
            bar(8.2, (6, -1), (9, -12)),
            shape((3, 2), (5, 17), (10, 11.5), (14, 10), (21, 3), (9, -2)),
        ]
    )


def snake() -> BaseGeometry:
    spots = [(x / 2, 8.2 * sin(2 * pi * (x / 2 + 15) / 25)) for x in range(-30, 27)]
    return unary_union([bar(8.4, *spots), oval(14, 6.2, 12, 10.5, 30)])


def hammer() -> BaseGeometry:
    return unary_union(
        [shape((-4.5, -19), (4.5, -19), (4.5, 8), (-4.5, 8)), shape((-15, 5), (-15, 18), (9, 18), (16, 12), (16, 5))]
    )


DRAWN: Final = {
    "hen": (hen, 36),
    "goose": (goose, 38),
    "horse": (horse, 38),
    "cow": (cow, 37.5),
    "pig": (pig, 37.5),
    "sheep": (sheep, 35.5),
    "cheese": (cheese, 36),
    "fish": (fish, 37),
    "fox": (fox, 38),
    "snake": (snake, 38),
    "hammer": (hammer, 36),
}
"""kind -> its drawing, and its length or height, whichever is more, in mm."""


def outline(kind: str) -> Polygon:
    draw, size = DRAWN[kind]
    rough = draw()
    left, low, right, high = rough.bounds
    rough = affinity.scale(rough, size / max(right - left, high - low), size / max(right - left, high - low))
    filled = rough.buffer(FILLED, 24).buffer(-FILLED, 24)
    round_ = filled.buffer(-ROUNDED, 24).buffer(ROUNDED, 24)
    if not isinstance(round_, Polygon) or round_.interiors:
        raise SystemExit(f"{kind} is not one closed curve")
    left, low, right, high = round_.bounds
    scale = size / max(right - left, high - low)
    sized = affinity.scale(round_, scale, scale)
    curve = sized.simplify(FINE)
    assert isinstance(curve, Polygon)
    return affinity.translate(curve, -curve.centroid.x, -curve.centroid.y)


def points(curve: Polygon) -> list[list[float]]:
    """Counter-clockwise, the last point not being the first once more."""
    spots: Sequence[Spot] = list(curve.exterior.coords)[:-1]
    if not curve.exterior.is_ccw:
        spots = spots[::-1]
    return [[round(x, 2), round(y, 2)] for x, y in spots]


def look(file: str) -> None:
    from PIL import Image, ImageDraw

    side, each = 300, 6.6
    sheet = Image.new("RGB", (side * 4, side * 3), "#16201c")
    pen = ImageDraw.Draw(sheet)
    for place, kind in enumerate(DRAWN):
        x0, y0 = place % 4 * side + side / 2, place // 4 * side + side / 2
        curve = outline(kind)
        pen.polygon([(x0 + each * x, y0 - each * y) for x, y in points(curve)], fill="#e9d8b0")
        pen.text((x0 - 40, y0 + 134), f"{kind} {curve.area:.0f} mm2 {len(points(curve))}", fill="white")
    sheet.save(file)


if __name__ == "__main__":
    ways = argparse.ArgumentParser()
    ways.add_argument("--look", metavar="FILE.png")
    wanted = ways.parse_args()
    if wanted.look:
        look(wanted.look)
    lines = [f"  {json.dumps(kind)}: {json.dumps(points(outline(kind)), separators=(',', ':'))}" for kind in DRAWN]
    DATA.parent.mkdir(exist_ok=True)
    DATA.write_text("{\n" + ",\n".join(lines) + "\n}\n")
