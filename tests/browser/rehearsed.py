"""Searches that nobody has to make: a house that is told what the next ones come to has no yard for them."""

from __future__ import annotations

from collections import deque
from collections.abc import Callable, Iterator, Sequence
from math import pi

from msgspec import Struct

from renardiere.games.maitre.words import LOOT
from renardiere.server.app import App
from renardiere.server.yards import searches
from renardiere.server.yards.keeper import Barn, Keeper, Live, Things
from renardiere.server.yards.words import Begin, Made, Open, Player, Stopped, ToYards
from renardiere.yard.film import IN_HAND, IN_SACK, Film, Thing

__all__ = ["Search", "rehearse"]


class Search(Struct, array_like=True):
    """What a search comes to: who calls the stop, and the sacks. ``m0`` is the round's first mission, ``x0`` the first
    kind that none asks for; ruses are written as they are."""

    caller: int
    sacks: list[list[str]]


class Stage(Barn):
    """A yard that is over as soon as it is begun."""

    def __init__(self, search: Search) -> None:
        super().__init__()
        self.search = search

    def tell(self, message: ToYards) -> None:
        if isinstance(message, Open):
            others = [kind for kind in LOOT if kind not in message.missions]
            names = {f"m{n}": kind for n, kind in enumerate(message.missions)}
            names |= {f"x{n}": kind for n, kind in enumerate(others)}
            sacks = tuple(tuple(names.get(token, token) for token in sack) for sack in self.search.sacks)
            self.stopped = Stopped(message.yard, self.search.caller, sacks, filmed(message.tokens, sacks))
            self.hear(Made(message.yard))
        elif isinstance(message, Begin):
            self.hear(self.stopped)


class Rehearsed(Keeper):
    """Yards as ever, but for the searches that it was told of."""

    def __init__(self, most: int) -> None:
        super().__init__(most)
        self.next: deque[Search] = deque()

    async def open(
        self,
        felt: Callable[[int, bytes], None],
        seed: bytes,
        tokens: tuple[str, ...],
        speeds: tuple[float, ...],
        missions: tuple[str, ...] = (),
        players: tuple[Player, ...] = (),
        lit: Callable[[Things], None] | None = None,
    ) -> Live:
        if not self.next:
            return await super().open(felt, seed, tokens, speeds, missions, players, lit)
        return Stage(self.next.popleft()).open(Open(1, seed, tokens, speeds, missions, players), felt)


def rehearse(app: App) -> Callable[[list[Search]], None]:
    """How to tell this house what its next searches come to; nobody counts to three before them."""
    app.house.searches.keeper = keeper = Rehearsed(app.house.config.yard_processes)

    def told(next_ones: list[Search]) -> None:
        searches.COUNT_SECONDS = 0.1  # type: ignore[misc]
        keeper.next.extend(next_ones)

    return told


def filmed(tokens: Sequence[str], sacks: Sequence[Sequence[str]]) -> bytes:
    """Tokens in rows; hands go from one to the next, each grips what it takes, and puts it in its sack."""
    film = Film(len(sacks), tokens)
    spots = [(25 + 42 * (n % 7), 30 + 38 * (n // 7), n * pi / 5) for n in range(len(tokens))]
    where = [0 for _ in tokens]
    hands = [(20.0 + 60 * hand, 10.0) for hand in range(len(sacks))]

    def shoot() -> None:
        things = [Thing(x, y) for x, y in hands]
        film.take([*things, *(Thing(*spot, there) for spot, there in zip(spots, where, strict=True))])

    shoot()
    for hand, token in turns(tokens, sacks):
        x, y, _ = spots[token]
        before = hands[hand]
        for part in range(1, 5):
            hands[hand] = (before[0] + (x - before[0]) * part / 4, before[1] + (y - before[1]) * part / 4)
            shoot()
        for there in (IN_HAND, IN_HAND, IN_SACK):
            where[token] = there + hand
            shoot()
    return bytes(film.bytes)


def turns(tokens: Sequence[str], sacks: Sequence[Sequence[str]]) -> Iterator[tuple[int, int]]:
    """Which hand takes which token next: one each in turn."""
    taken: set[int] = set()
    for place in range(max(map(len, sacks))):
        for hand, sack in enumerate(sacks):
            if place < len(sack):
                token = next(n for n, kind in enumerate(tokens) if kind == sack[place] and n not in taken)
                taken.add(token)
                yield hand, token
