"""What gives way: Pymunk, asked only in ticks in which a hand pushes.

Each push has a space of its own, with the few tokens that it may reach in this tick, found from the hand outwards. So
what happens depends on nothing else in the box, down to the last bit: not even the order in which a solver takes its
contacts may tell a hand of tokens that it has not touched.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from math import hypot
from typing import Final

import pymunk

from renardiere.yard.box import HEIGHT, TICKS, WIDTH, Box, Token
from renardiere.yard.outlines import PAD

__all__ = ["Pushes"]

HALVES: Final = 2
"""Steps of the physics in a tick."""
FASTEST: Final = 150.0
"""No hand pushes faster than this, in mm/s: nothing is driven through anything."""
MARGIN: Final = 0.6
"""mm that a push may reach beyond its own way."""
MOVED: Final = 0.02
WALL: Final = 40.0
TOKENS, HANDS = 0b01, 0b10


class Group:
    """Hands and tokens that may touch each other in this tick, in a space of their own."""

    def __init__(self, hands: Sequence[int], tokens: Sequence[Token]) -> None:
        self.hands, self.tokens = hands, tokens
        self.tick = 0
        self.space = space = pymunk.Space()
        space.iterations = 16
        space.collision_slop = 0.02
        space.collision_bias = 1e-6
        for wall in walls(space.static_body):
            space.add(wall)
        self.pads: dict[int, pymunk.Body] = {}
        for hand in hands:
            self.pads[hand] = body = pymunk.Body(1.0, float("inf"))
            tip = pymunk.Circle(body, PAD)
            tip.friction = 0.4
            tip.filter = pymunk.ShapeFilter(categories=HANDS, mask=pymunk.ShapeFilter.ALL_MASKS() ^ HANDS)
            space.add(body, tip)
        self.bodies = [self._body(token) for token in tokens]

    def _body(self, token: Token) -> pymunk.Body:
        body = pymunk.Body(token.outline.weight, token.outline.inertia)
        body.position, body.angle = (token.x, token.y), token.angle
        shapes = [pymunk.Poly(body, part) for part in token.outline.parts]
        for shape in shapes:
            shape.friction = 0.4
            shape.filter = pymunk.ShapeFilter(categories=TOKENS)
        self.space.add(body, *shapes)
        return body

    def same(self, hands: Sequence[int], tokens: Sequence[Token]) -> bool:
        """Whether it is of these, and its tokens lie where it has left them."""
        return (
            self.hands == hands
            and {*map(id, self.tokens)} == {*map(id, tokens)}
            and all(
                body.position == (token.x, token.y) and body.angle == token.angle
                for token, body in zip(self.tokens, self.bodies, strict=True)
            )
        )

    def step(self, tick: int, places: dict[int, tuple[float, float]], ways: dict[int, tuple[float, float]]) -> None:
        """The pads push on by their ways, and ``places`` is where they are then."""
        self.tick = tick
        for hand, pad in self.pads.items():
            dx, dy = ways.get(hand, (0.0, 0.0))
            less = min(1.0, FASTEST / TICKS / max(hypot(dx, dy), 1e-9)) * TICKS
            pad.position, pad.velocity = places[hand], (dx * less, dy * less)
        for _ in range(HALVES):
            self.space.step(1 / TICKS / HALVES)
        for token, body in zip(self.tokens, self.bodies, strict=True):
            (x, y), angle = body.position, body.angle
            way = hypot(x - token.x, y - token.y) + token.outline.radius * abs(angle - token.angle)
            if way > 0:
                token.lie(x, y, angle)
                token.travel += way
                body.velocity, body.angular_velocity = (0.0, 0.0), 0.0
            if way > MOVED:
                token.moved_at = tick
        for hand, pad in self.pads.items():
            places[hand] = (pad.position.x, pad.position.y)


class Pushes:
    """All that is pushed in a box. A group is kept for the very next tick, if it is still the same then."""

    def __init__(self) -> None:
        self.groups: list[Group] = []

    def step(
        self, tick: int, box: Box, places: dict[int, tuple[float, float]], ways: dict[int, tuple[float, float]]
    ) -> set[int]:
        """One tick in which these hands push on by their ways (mm). ``places``, of all hands, becomes where they are
        then; which of them something may have moved is returned."""
        kept = []
        for hands, tokens in together(box, places, ways):
            for group in self.groups:
                if group.tick == tick - 1 and group.same(hands, tokens):
                    break
            else:
                group = Group(hands, tokens)
            group.step(tick, places, ways)
            kept.append(group)
        self.groups = kept
        return {hand for group in kept for hand in group.hands}


def together(
    box: Box, places: dict[int, tuple[float, float]], ways: dict[int, tuple[float, float]]
) -> list[tuple[list[int], list[Token]]]:
    """The groups of hands and tokens that may touch each other in this tick, each from its first hand outwards."""
    groups: list[tuple[list[int], list[Token]]] = []
    for hand, way in ways.items():
        if any(hand in hands for hands, _ in groups):
            continue
        within = MARGIN + min(hypot(*way), FASTEST / TICKS)
        hands, tokens = [hand], []
        fresh = near_pad(box, places[hand], within)
        while fresh:
            tokens += fresh
            for other, place in places.items():
                if other not in hands and any(token.nearest(*place)[0] < PAD + within for token in fresh):
                    hands.append(other)
                    within = max(within, MARGIN + min(hypot(*ways.get(other, (0.0, 0.0))), FASTEST / TICKS))
            around = [near for token in fresh for near in box.around(token, within)]
            around += [near for other in hands for near in near_pad(box, places[other], within)]
            fresh = unique(near for near in around if not any(near is token for token in tokens))
        groups.append((hands, tokens))
    return groups


def near_pad(box: Box, place: tuple[float, float], within: float) -> list[Token]:
    found = [(token.nearest(*place)[0], token) for token in box.near(*place, within)]
    return [token for far, token in sorted(found, key=lambda pair: pair[0]) if far < PAD + within]


def unique(tokens: Iterable[Token]) -> list[Token]:
    return list({id(token): token for token in tokens}.values())


def walls(floor: pymunk.Body) -> list[pymunk.Segment]:
    low, left, high, right = -WALL, -WALL, HEIGHT + WALL, WIDTH + WALL
    ends = [
        ((left, low), (left, high)),
        ((right, low), (right, high)),
        ((left, low), (right, low)),
        ((left, high), (right, high)),
    ]
    found = [pymunk.Segment(floor, one, other, WALL) for one, other in ends]
    for wall in found:
        wall.friction = 0.2
        wall.filter = pymunk.ShapeFilter(categories=TOKENS | HANDS)
    return found
