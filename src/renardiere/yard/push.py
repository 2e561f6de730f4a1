"""What gives way: Pymunk, asked only in ticks in which a hand pushes.

Each push has a space of its own, with the few tokens that it may reach in this tick, found from the hand outwards. So
what happens depends on nothing else in the box, down to the last bit: not even the order in which a solver takes its
contacts may tell a hand of tokens that it has not touched.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from math import hypot
from typing import Final, TypeVar

import pymunk

from renardiere.yard.box import HEIGHT, TICKS, WIDTH, Box, Token
from renardiere.yard.outlines import PAD

__all__ = ["Pushes"]

Thing = TypeVar("Thing", int, Token)

HALVES: Final = 2
"""Steps of the physics in a tick."""
FASTEST: Final = 150.0
"""No hand pushes faster than this, in mm/s: nothing is driven through anything."""
MARGIN: Final = 0.6
"""mm that a push may reach beyond its own way."""
MOVED: Final = 0.02
WALL: Final = 40.0
NEAR_WALL: Final = 6.0
"""mm from a wall at which it is there for what is pushed: more than anything comes in a tick."""
TOKENS, HANDS = 0b01, 0b10
ONLY_TOKENS: Final = pymunk.ShapeFilter(categories=TOKENS)
OTHERS: Final = pymunk.ShapeFilter(categories=HANDS, mask=pymunk.ShapeFilter.ALL_MASKS() ^ HANDS)


class Bodies:
    """What pushes and is pushed, as Pymunk sees it, each made once: to make one takes longer than to push it."""

    def __init__(self) -> None:
        self._tokens: dict[Token, pymunk.Body] = {}
        self._pads: dict[int, pymunk.Body] = {}

    def token(self, token: Token) -> pymunk.Body:
        """That of a token, where it lies."""
        body = self._tokens.get(token)
        if body is None:
            body = self._tokens[token] = pymunk.Body(token.outline.weight, token.outline.inertia)
            for part in token.outline.parts:
                shape = pymunk.Poly(body, part)
                shape.friction, shape.filter = 0.4, ONLY_TOKENS
        self._rest(body, token.x, token.y)
        body.angle = token.angle
        return body

    def pad(self, hand: int) -> pymunk.Body:
        body = self._pads.get(hand)
        if body is None:
            body = self._pads[hand] = pymunk.Body(1.0, float("inf"))
            tip = pymunk.Circle(body, PAD)
            tip.friction, tip.filter = 0.4, OTHERS
        self._rest(body, 0.0, 0.0)
        return body

    @staticmethod
    def _rest(body: pymunk.Body, x: float, y: float) -> None:
        """There, with nothing left of what was before."""
        pymunk.Body.update_position(body, 0.0)  # by which Chipmunk forgets how bodies were to be moved apart
        body.position, body.velocity, body.angular_velocity = (x, y), (0.0, 0.0), 0.0


class Group:
    """Hands and tokens that may touch each other in this tick, in a space of their own."""

    def __init__(self, hands: Sequence[int], tokens: Sequence[Token], bodies: Bodies) -> None:
        self.hands, self.tokens = hands, tokens
        self.tick = 0
        self.space = space = pymunk.Space()
        space.iterations = 16
        space.collision_slop = 0.02
        space.collision_bias = 1e-6
        self.walls: set[int] = set()
        self.pads = {hand: bodies.pad(hand) for hand in hands}
        self.bodies = [bodies.token(token) for token in tokens]
        for body in (*self.pads.values(), *self.bodies):
            space.add(body, *body.shapes)

    def part(self) -> None:
        """Its bodies are free for another."""
        for body in (*self.pads.values(), *self.bodies):
            self.space.remove(body, *body.shapes)

    def same(self, hands: Sequence[int], tokens: Sequence[Token]) -> bool:
        """Whether it is of these, and its tokens lie where it has left them."""
        return (
            self.hands == hands
            and {*self.tokens} == {*tokens}
            and all(
                body.position == (token.x, token.y) and body.angle == token.angle
                for token, body in zip(self.tokens, self.bodies, strict=True)
            )
        )

    def step(self, tick: int, places: dict[int, tuple[float, float]], ways: dict[int, tuple[float, float]]) -> None:
        """The pads push on by their ways, and ``places`` is where they are then."""
        self.tick = tick
        self._wall_in(places)
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

    def _wall_in(self, places: dict[int, tuple[float, float]]) -> None:
        """The walls that something of it may come to, now and from now on."""
        spots = [(*places[hand], PAD) for hand in self.hands]
        spots += [(token.x, token.y, token.outline.radius) for token in self.tokens]
        room = (
            min(x - reach for x, _, reach in spots),
            WIDTH - max(x + reach for x, _, reach in spots),
            min(y - reach for _, y, reach in spots),
            HEIGHT - max(y + reach for _, y, reach in spots),
        )
        for side, far in enumerate(room):
            if far < NEAR_WALL and side not in self.walls:
                self.walls.add(side)
                self.space.add(wall(self.space.static_body, side))


class Pushes:
    """All that is pushed in a box. A group is kept for the very next tick, if it is still the same then."""

    def __init__(self) -> None:
        self.groups: list[Group] = []
        self._bodies = Bodies()

    def step(
        self, tick: int, box: Box, places: dict[int, tuple[float, float]], ways: dict[int, tuple[float, float]]
    ) -> set[int]:
        """One tick in which these hands push on by their ways (mm). ``places``, of all hands, becomes where they are
        then; which of them something may have moved is returned."""
        wanted = together(box, places, ways)
        kept: list[Group | None] = [None] * len(wanted)
        for group in self.groups:
            for place, (hands, tokens) in enumerate(wanted):
                if group.tick == tick - 1 and group.same(hands, tokens):
                    kept[place] = group
                    break
            else:
                group.part()
        self.groups = [group or Group(*of, self._bodies) for group, of in zip(kept, wanted, strict=True)]
        for group in self.groups:
            group.step(tick, places, ways)
        return {hand for group in self.groups for hand in group.hands}


def together(
    box: Box, places: dict[int, tuple[float, float]], ways: dict[int, tuple[float, float]]
) -> list[tuple[list[int], list[Token]]]:
    """The groups of hands and tokens that may touch each other in this tick, each from its first hand outwards; nothing
    is in two of them."""
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
            fresh = unique(near for near in around if near not in tokens)
        apart = []
        for group in groups:
            if any(hand in group[0] for hand in hands) or any(token in group[1] for token in tokens):
                hands, tokens = unique([*group[0], *hands]), unique([*group[1], *tokens])
            else:
                apart.append(group)
        groups = [*apart, (hands, tokens)]
    return groups


def near_pad(box: Box, place: tuple[float, float], within: float) -> list[Token]:
    found = [(token.nearest(*place)[0], token) for token in box.near(*place, within)]
    return [token for far, token in sorted(found, key=lambda pair: pair[0]) if far < PAD + within]


def unique(things: Iterable[Thing]) -> list[Thing]:
    return list(dict.fromkeys(things))


def wall(floor: pymunk.Body, side: int) -> pymunk.Segment:
    """The walls' middles are as far outside as they are thick. Sides: left, right, below, above."""
    low, left, high, right = -WALL, -WALL, HEIGHT + WALL, WIDTH + WALL
    ends = [
        ((left, low), (left, high)),
        ((right, low), (right, high)),
        ((left, low), (right, low)),
        ((left, high), (right, high)),
    ]
    made = pymunk.Segment(floor, *ends[side], WALL)
    made.friction = 0.2
    made.filter = pymunk.ShapeFilter(categories=TOKENS | HANDS)
    return made
