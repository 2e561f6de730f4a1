"""The yard: a box in the dark, and the hands that search it at once, tick by tick.

Nothing here knows the time of day, and all chance comes from the seed: the same seed, tokens and speeds, and the same
messages and delays at the same ticks, give the same bytes.
"""

from __future__ import annotations

from collections.abc import Sequence
from random import Random
from typing import Final

from msgspec import Struct

from renardiere.games.maitre.words import KIND, LOOT, SACK
from renardiere.yard.box import HEIGHT, TICKS, WIDTH, Box
from renardiere.yard.film import EVERY, IN_HAND, IN_SACK, Film, Thing
from renardiere.yard.hand import CREDIT, NUMB, QUEUE, REACH, Hand
from renardiere.yard.messages import Do, parse
from renardiere.yard.outlines import PAD
from renardiere.yard.push import Pushes

__all__ = ["MOST_TOKENS", "Lying", "Stop", "Yard"]

STARTS: Final = ((24.0, HEIGHT / 2), (WIDTH - 24, HEIGHT / 2), (WIDTH / 2, 20.0), (WIDTH / 2, HEIGHT - 20))
"""Where the hands begin, by seat."""
SLOWEST, FASTEST = 0.6, 1.5
MOST_TOKENS: Final = 29
IDLE: Final = 60 * TICKS
ENOUGH: Final = 3
"""Tokens of loot in the sack of whoever stops."""


class Stop(Struct, frozen=True):
    """How a search ended: which hand called the stop, and the kinds in each hand's sack, in the order they came."""

    caller: int
    sacks: tuple[tuple[str, ...], ...]


class Lying(Struct, frozen=True):
    """A token in the lit box. ``where``: 0 in the box, 1 + h in hand h, 5 + h in the sack of hand h."""

    kind: str
    x: float
    y: float
    angle: float
    where: int


class Yard:
    """``tokens``: their kinds. ``speeds``: one for each hand, 1 being that of a grown-up."""

    def __init__(self, seed: bytes, tokens: Sequence[str], speeds: Sequence[float]) -> None:
        if strangers := [kind for kind in tokens if kind not in KIND]:
            raise ValueError(f"there is no token {strangers[0]!r}")
        if not 1 <= len(speeds) <= len(STARTS) or not all(SLOWEST <= speed <= FASTEST for speed in speeds):
            raise ValueError("a yard has one to four hands, their speeds between 0.6 and 1.5")
        if len(tokens) > MOST_TOKENS:
            raise ValueError(f"a yard has {MOST_TOKENS} tokens at most")
        starts = STARTS[: len(speeds)]
        self._box = Box(tokens)
        self._box.shake(Random(seed), starts)
        self._hands = [Hand(x, y, speed) for (x, y), speed in zip(starts, speeds, strict=True)]
        self._film = Film(len(speeds), tokens)
        self._pushes = Pushes()
        self._busy_at = 0
        self.tick = 0
        self.ended: Stop | None = None
        self._film.take(self._things())

    # ---- what comes in

    def send(self, hand: int, message: bytes) -> None:
        """Tell a hand what to do in the next tick; ``MalformedInput`` if that is no message."""
        parse(message)
        told = self._hands[hand].told
        if len(told) < QUEUE:
            told.append(bytes(message))

    def delay(self, hand: int, seconds: float) -> None:
        """How late a hand's messages are, as measured: up to 100 ms of it is credited to grip and stop."""
        self._hands[hand].credit = min(max(round(seconds * TICKS), 0), CREDIT)

    # ---- what comes out

    def felt(self, hand: int) -> bytes:
        """The frame of what a hand feels now. Frames are sent every second tick."""
        return self._hands[hand].felt(self.tick, self._box)

    @property
    def shake_wanted(self) -> bool:
        """Whether all hands ask for the box to be shaken anew, or none has done anything for a minute."""
        return all(hand.shake for hand in self._hands) or self.tick - self._busy_at >= IDLE

    @property
    def film(self) -> bytes:
        """All that was seen in the dark, for after the stop: see ``film.py``."""
        return bytes(self._film.bytes)

    def place(self, hand: int) -> tuple[float, float]:
        """Where a hand is, in mm; likewise."""
        return self._hands[hand].x, self._hands[hand].y

    @property
    def lit(self) -> tuple[Lying, ...]:
        """The box as it lies open, for after the stop or for learning: nothing that a hand may be sent before."""
        return tuple(
            Lying(token.kind, thing.x, thing.y, thing.angle, thing.where)
            for token, thing in zip(self._box.tokens, self._things()[len(self._hands) :], strict=True)
        )

    def _things(self) -> list[Thing]:
        where: dict[int, tuple[int, Hand]] = {}
        for number, hand in enumerate(self._hands):
            where |= {id(token): (IN_SACK + number, hand) for token in hand.sack}
            if hand.held is not None:
                where[id(hand.held)] = (IN_HAND + number, hand)
        things = [Thing(hand.x, hand.y) for hand in self._hands]
        for token in self._box.tokens:
            if id(token) in where:
                place, holder = where[id(token)]
                angle = holder.angle if holder.held is token else token.angle
                things.append(Thing(holder.x, holder.y, angle, place))
            else:
                things.append(Thing(token.x, token.y, token.angle))
        return things

    # ---- a tick

    def step(self) -> None:
        """One tick, 1/60 s. After the stop there are none."""
        if self.ended is not None:
            return
        self.tick += 1
        first = self.tick % len(self._hands)
        turn = [*range(first, len(self._hands)), *range(first)]
        for number in turn:
            hand = self._hands[number]
            while hand.told:
                self._do(hand, *parse(hand.told.popleft()))
        for number in turn:
            hand = self._hands[number]
            if hand.grip_at and self.tick >= hand.grip_at:
                hand.grip_at = 0
                self._grip(hand)
            if hand.stop_at and self.tick >= hand.stop_at:
                hand.stop_at = 0
                if self._stop(number):
                    return
        self._move(turn)
        if self.tick % EVERY == 0:
            self._film.take(self._things())

    def _do(self, hand: Hand, do: Do, first: int, second: int) -> None:
        if do is Do.SHAKE:
            hand.shake = bool(first)
            return
        if self.tick < hand.numb_until:
            return
        hand.told_at = self._busy_at = self.tick
        match do:
            case Do.MOVE:
                hand.move(first / 10, second / 10)
            case Do.GRIP if hand.held is None and not hand.grip_at:
                hand.grip_at = self.tick + CREDIT - hand.credit
                hand.rest()
            case Do.RELEASE if hand.held is not None:
                self._release(hand)
            case Do.SACK if hand.held is not None and len(hand.sack) < SACK:
                hand.sack.append(hand.let_go())
            case Do.TURN:
                hand.turn(first)
            case Do.TURN_ONCE:
                hand.turn_once()
            case Do.TAKE if hand.held is None and not hand.grip_at and first < len(hand.sack):
                hand.hold(hand.sack.pop(first), (0.0, 0.0))
            case Do.STOP if not hand.stop_at:
                hand.stop_at = self.tick + CREDIT - hand.credit
            case _:
                pass

    def _grip(self, hand: Hand) -> None:
        """Thumb and finger close on the token that is nearest, if one is near enough."""
        within = [(token.nearest(hand.x, hand.y)[0], token) for token in self._box.near(hand.x, hand.y, REACH)]
        far, token = min(within, key=lambda pair: pair[0], default=(99.0, None))
        if token is not None and far <= PAD + REACH:
            self._box.lift(token)
            hand.hold(token, (token.x - hand.x, token.y - hand.y))

    def _release(self, hand: Hand) -> None:
        token = hand.let_go()
        others = [(other.x, other.y) for other in self._hands if other is not hand]
        x, y = hand.x + hand.held_at[0], hand.y + hand.held_at[1]
        self._box.put_near(token, x, y, token.angle, others)
        self._make_room(hand)

    def _make_room(self, hand: Hand) -> None:
        """The pad off the token that was put down or pushed upon it."""
        near = self._box.near(hand.x, hand.y, 40)
        place = self._box.clear(hand.x, hand.y, near)
        if place is not None:
            hand.x, hand.y = place[:2]

    def _stop(self, caller: int) -> bool:
        """Whether the search is over."""
        hand = self._hands[caller]
        if sum(token.kind in LOOT for token in hand.sack) < ENOUGH:
            hand.numb_until = self.tick + NUMB
            hand.grip_at = 0
            hand.rest()
            return False
        for other in self._hands:
            if other.held is not None:
                self._release(other)
        self._film.take(self._things())
        self.ended = Stop(caller, tuple(tuple(token.kind for token in hand.sack) for hand in self._hands))
        return True

    def _move(self, turn: Sequence[int]) -> None:
        ways: dict[int, tuple[float, float]] = {}
        for number in turn:
            hand = self._hands[number]
            hand.turn_on()
            hand.set_out(self.tick)
            x, y, hand.met = self._box.slide(hand.x, hand.y, *hand.step)
            if hand.met is not None and hand.pushes(self.tick):
                ways[number] = hand.step
            else:
                hand.arrive(self.tick, x, y)
        if not ways:
            return
        places = {number: (hand.x, hand.y) for number, hand in enumerate(self._hands) if hand.held is None}
        for number in self._pushes.step(self.tick, self._box, places, ways):
            hand, (x, y) = self._hands[number], places[number]
            place = self._box.clear(x, y, self._box.near(x, y, 3)) or (hand.x, hand.y)
            if number in ways:
                hand.arrive(self.tick, *place[:2])
            else:
                hand.x, hand.y = place[:2]
