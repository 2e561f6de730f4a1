"""What can be known by touch alone, and what hands of each level bring home: rounds of bots in the yard."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from random import Random
from statistics import mean
from typing import Final

from msgspec import Struct

from renardiere.arena.dark import reports, search
from renardiere.bots import bot
from renardiere.bots.maitre.senses import TURN_STEP, Belief
from renardiere.bots.maitre.toucher import MANNERS, Toucher
from renardiere.games import game
from renardiere.games.maitre.words import LOOT, MaitreDeal, Sack, Stop, in_the_box
from renardiere.games.maitre.words import TOKENS as KINDS
from renardiere.games.play import Memory
from renardiere.yard import Felt, Flag, Yard
from renardiere.yard import Stop as Stopped
from renardiere.yard.messages import Do

__all__ = ["Known", "Reached", "recognition", "rounds"]

FRAMES: Final = 30
ROUND: Final = 4
"""The round that is played: the first with all ruses."""


class Known(Struct, frozen=True):
    """Of tokens of all kinds, held and turned once: the part that was named right after so many seconds of turning."""

    level: int
    right: dict[str, float]


class Reached(Struct, frozen=True):
    """What a level reached at a table: captures a minute, the part of them that was what it took it for, seconds for a
    capture, eggs a round."""

    level: int
    rounds: int
    captures: float
    right: float
    seconds: float
    eggs: float


def recognition(level: int, tokens: int, seed: int) -> Known:
    """Tokens drawn by chance, lying any way round, turned once in the hand."""
    random, seconds = Random(seed), (0.25, 0.5, 1.0, 1.5, 2.0, 2.4)
    right = dict.fromkeys(seconds, 0)
    for number in range(tokens):
        kind = KINDS[number % len(KINDS)]
        yard = in_hand(kind, random)
        belief = Belief(random, MANNERS[level].blur)
        yard.send(0, bytes((Do.TURN_ONCE,)))
        for frame in range(1, 73):
            yard.step()
            yard.step()
            if frame % MANNERS[level].every == 0:
                belief.feel(Felt.of(yard.felt(0)), frame * TURN_STEP)
            for after in seconds:
                if frame == round(after * FRAMES):
                    right[after] += belief.best()[0] == kind
    return Known(level, {str(after): right[after] / tokens for after in seconds})


def in_hand(kind: str, random: Random) -> Yard:
    """A yard with one token, which its hand has found and gripped."""
    while True:
        seed = random.randbytes(8)
        yard = Yard(seed, [kind], [1.0])
        hand = Toucher(3, random.randrange(1 << 30), LOOT)
        while yard.tick < 60 * 60:
            frame = yard.felt(0)
            if Flag.HELD in Felt.of(frame).flags:
                return yard
            for message in hand.feel(frame):
                yard.send(0, message)
            yard.step()
            yard.step()


def rounds(
    levels: Sequence[int], number: int, seed: int, told: Callable[[int], None]
) -> tuple[list[Reached], list[float]]:
    """So many rounds of hands of these levels at one box, all ruses in it; and how many seconds each lasted."""
    took: dict[int, list[tuple[int, int, float]]] = {level: [] for level in levels}
    eggs: dict[int, list[int]] = {level: [] for level in levels}
    lengths = []
    random = Random(seed)
    for count in range(number):
        told(count)
        missions = tuple(random.sample(LOOT, 3))
        seats = [*levels]
        random.shuffle(seats)
        yard = Yard(random.randbytes(8), in_the_box(), [1.0] * len(seats))
        captures, right = watched(yard, [Toucher(level, random.randrange(1 << 30), missions) for level in seats])
        lengths.append(yard.tick / 60)
        scores = counted(seats, missions, yard.ended, random.randrange(1 << 30))
        for seat, level in enumerate(seats):
            took[level].append((captures[seat], right[seat], yard.tick / 60))
            eggs[level].append(scores[seat])
    reached = []
    for level in sorted(took):
        captured, were, seconds = (sum(column) for column in zip(*took[level], strict=True))
        reached.append(
            Reached(
                level,
                len(took[level]),
                captured / seconds * 60,
                were / max(captured, 1),
                seconds / max(captured, 1),
                mean(eggs[level]),
            )
        )
    return reached, lengths


def watched(yard: Yard, hands: Sequence[Toucher]) -> tuple[list[int], list[int]]:
    """Searches until the stop. By hand, what went into the sack, and how much of it was what the hand took it for."""
    captures, right = [0] * len(hands), [0] * len(hands)

    def told(number: int, message: bytes) -> None:
        if message[0] == Do.SACK:
            captures[number] += 1
            held = next(lying.kind for lying in yard.lit if lying.where == 1 + number)
            right[number] += held == hands[number].sack[-1]

    search(yard, hands, told)
    return captures, right


def counted(levels: Sequence[int], missions: tuple[str, ...], ended: Stopped | None, seed: int) -> list[int]:
    """The eggs of a round that ended so, by the rules: snakes steal, as the bots of these levels do."""
    if ended is None:
        return [0] * len(levels)
    rules = game("maitre")
    state = rules.new(rules.parse_options({"players": str(len(levels)), "target": "15"}))
    for number in range(1, ROUND):  # rounds in which nobody finds anything
        dealt = state.draw(Random(number))
        state.deal(dealt)
        wrong = next(kind for kind in LOOT if kind not in dealt.missions)
        for seat in range(len(levels)):
            state.apply(seat, Sack((wrong,) * 3 if seat == 0 else ()))
        state.apply(0, Stop())
    state.deal(MaitreDeal(missions))
    for seat, report in reports(ended.sacks, ended.caller):
        state.apply(seat, report)
    while state.awaits == "action":
        seat = state.to_act[0]
        thief = bot(rules, levels[seat], seed=seed + seat)
        state.apply(seat, thief.act(Memory(seat, state.view(seat), ())))
    return list(state.scores)
