"""Cards of suits and ranks in notation (``B7``), their numbers, and sets of them as bit masks."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from functools import cache
from typing import ClassVar, Final, Self

from msgspec import structs

from renardiere.games.dealing import shuffled
from renardiere.games.errors import BadDeal
from renardiere.games.play import Deal, Source, deal_parts

__all__ = ["Cards", "HandsDeal", "members"]


def members(mask: int) -> Iterator[int]:
    """The members of a bit mask, ascending."""
    while mask:
        lowest = mask & -mask
        yield lowest.bit_length() - 1
        mask ^= lowest


class Cards:
    """All cards of a game, by suit then rank: a card's place in ``all`` is its number in the kernel."""

    def __init__(self, suits: str, ranks: int) -> None:
        self.all: Final = tuple(f"{suit}{rank}" for suit in suits for rank in range(1, ranks + 1))
        self.number: Final = {text: card for card, text in enumerate(self.all)}
        """The inverse of ``all``."""
        self.rank: Final = tuple(int(card[1:]) for card in self.all)
        """By card."""
        self.suit: Final = tuple(((1 << ranks) - 1) << card // ranks * ranks for card in range(len(self.all)))
        """By card, all cards of its suit."""
        suit_0 = (1 << ranks) - 1
        shifts = range(0, len(self.all), ranks)

        @cache  # there are few sets of one suit, and each is asked for again and again
        def of_suit(first: int, held: int) -> tuple[str, ...]:
            return tuple(self.all[first + rank] for rank in members(held))

        def texts(mask: int) -> tuple[str, ...]:
            return tuple([card for first in shifts for card in of_suit(first, mask >> first & suit_0)])

        @cache
        def written(first: int, held: int) -> str:
            return "".join([f'"{card}",' for card in of_suit(first, held)])

        def json(mask: int) -> str:
            listed = ""
            for first in shifts:
                listed += written(first, mask >> first & suit_0)
            return f"[{listed[:-1]}]"

        self.json: Final = json
        """The cards of a bit mask as JSON, ..."""
        self.texts: Final = texts
        """... and in notation; by suit then rank."""

    def mask(self, cards: Iterable[str]) -> int:
        """The bit mask of cards in notation: the inverse of ``texts``."""
        return sum(1 << self.number[card] for card in cards)


class HandsDeal(Deal, frozen=True):
    """A round's cards: who deals, both hands (kept sorted by suit then rank: their order means nothing), the decree
    card, and, in a field of the subclass, the cards that are left."""

    cards: ClassVar[Cards]
    hand: ClassVar[int]
    """The cards of each hand."""
    rest: ClassVar[str]
    """What the cards that are left are called, and the field that has them."""

    dealer: int
    hands: tuple[tuple[str, ...], tuple[str, ...]]
    decree: str

    def __post_init__(self) -> None:
        number = self.cards.number
        sorted_hands = tuple(tuple(sorted(hand, key=lambda card: number.get(card, len(number)))) for hand in self.hands)
        structs.force_setattr(self, "hands", sorted_hands)

    @property
    def left(self) -> tuple[str, ...]:
        """The cards that are left, in their order."""
        left: tuple[str, ...] = getattr(self, self.rest)
        return left

    def text(self) -> str:
        parts = (*self.hands, (self.decree,), self.left)
        return f"deal dealer={self.dealer} | " + " | ".join(" ".join(part) for part in parts)

    @classmethod
    def parse(cls, text: str) -> Self:
        """The deal that a line means, its cards not yet checked; or ``BadDeal``."""
        pairs, parts = deal_parts(text)
        if pairs not in ({"dealer": "0"}, {"dealer": "1"}) or len(parts) != 4:
            raise BadDeal(f"a deal is written: deal dealer=0 | hand | hand | decree | {cls.rest}", reason="form")
        first, second, decree, left = parts
        if len(decree) != 1:
            raise BadDeal("there is one decree card", reason="sizes")
        return cls.of(int(pairs["dealer"]), (first, second), decree[0], left)

    @classmethod
    def of(cls, dealer: int, hands: tuple[tuple[str, ...], ...], decree: str, left: tuple[str, ...]) -> Self:
        made: Self = cls(dealer, hands, decree, **{cls.rest: left})  # type: ignore[arg-type]
        return made

    @classmethod
    def drawn(cls, dealers: tuple[int, ...], source: Source) -> Self:
        """A deal by one of these, uniformly drawn."""
        dealer = dealers[source.randrange(len(dealers))] if len(dealers) > 1 else dealers[0]
        cards, hand = tuple(shuffled(cls.cards.all, source)), cls.hand
        return cls.of(dealer, (cards[:hand], cards[hand : 2 * hand]), cards[2 * hand], cards[2 * hand + 1 :])

    def checked(self, dealers: tuple[int, ...]) -> list[int]:
        """The cards, as the kernel takes them; ``BadDeal`` unless it is a deal of all cards by one of these."""
        if self.dealer not in dealers:
            raise BadDeal(f"it is not for seat {self.dealer} to deal", reason="dealer")
        left = len(self.cards.all) - 2 * self.hand - 1
        if [*map(len, self.hands), len(self.left)] != [self.hand, self.hand, left]:
            raise BadDeal(
                f"a deal has {self.hand} cards for each, the decree card, and {left} for the {self.rest}",
                reason="sizes",
            )
        cards = [self.cards.number.get(card, -1) for card in (*self.hands[0], *self.hands[1], self.decree, *self.left)]
        if sorted(cards) != list(range(len(self.cards.all))):
            raise BadDeal("a deal has each card of the deck once", reason="cards")
        return cards
