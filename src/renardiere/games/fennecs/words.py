"""The words of fennecs: its options, actions, events, deal and view. Cards are written as in NOTATION: ``1/5``."""

from __future__ import annotations

import re
from types import ModuleType
from typing import Final, Literal, TypeAlias

from msgspec import structs

from renardiere.games.dealing import shuffled
from renardiere.games.errors import BadDeal
from renardiere.games.play import Action, Deal, Event, Options, Outcome, Source, View, deal_parts

__all__ = [
    "KIND",
    "KINDS",
    "VARIANTS",
    "Choose",
    "Chose",
    "Dealt",
    "FennecsAction",
    "FennecsDeal",
    "FennecsEvent",
    "FennecsOptions",
    "FennecsView",
    "GameEnded",
    "Hid",
    "Hide",
    "Place",
    "Placed",
    "RoundEnded",
    "Scored",
    "Take",
    "Taken",
]

KINDS: Final = ("-5", "-2", "-1", "0", "0+", "1", "2", "3", "4", "5", "1/5", "SN")
VARIANTS: Final = ("base", "sahara", "sandfox")
KIND: Final = {card: kind for kind, card in enumerate(KINDS)}
SEAT: Final = re.compile(r"[0-4]")


class FennecsOptions(Options, frozen=True, forbid_unknown_fields=True):
    """``players``: how many play. ``variant``: what is played with instead of the 0▸+."""

    players: Literal[2, 3, 4, 5]
    variant: Literal["base", "sahara", "sandfox"] = "base"

    @property
    def variant_number(self) -> int:
        return VARIANTS.index(self.variant)

    @property
    def deck(self) -> tuple[str, ...]:
        """The cards of this table, in the order of the notation."""
        return tuple(KINDS[kind] for kind in position().deck_of(self.players, self.variant_number))

    @property
    def held(self) -> int:
        """How many cards each hand has at first."""
        held: int = position().HANDS[self.players]
        return held


def position() -> ModuleType:
    """What the rules are made of. The compiler comes with it, and a house that opens does not wait for that."""
    from renardiere.games.fennecs import position

    return position


# ---- actions -----------------------------------------------------------------------------------------------------


class Place(Action, frozen=True, tag="place"):
    """Place a card of one's hand on a column, face up."""

    card: str
    column: int

    def text(self) -> str:
        return f"{self.card}@{self.column}"


class Hide(Action, frozen=True, tag="hide"):
    """Place a card of one's hand on a column, face down, with a star of one's own on it."""

    card: str
    column: int

    def text(self) -> str:
        return f"{self.card}@{self.column}?"


class Take(Action, frozen=True, tag="take"):
    """Take a column: one's round is over."""

    column: int

    def text(self) -> str:
        return f"take@{self.column}"


class Choose(Action, frozen=True, tag="choose"):
    """What the column just taken adds up to, where its 1/5 leave more than one total."""

    total: int

    def text(self) -> str:
        return f"={self.total}"


FennecsAction: TypeAlias = Place | Hide | Take | Choose


# ---- events ------------------------------------------------------------------------------------------------------


class Dealt(Event, frozen=True, tag="dealt"):
    """A round begins: ``first`` is to act, ``starts`` lie open, column 0 first. ``hand`` is the viewer's own (None for
    a spectator)."""

    reveals = frozenset({"first", "starts", "hand"})

    round: int
    first: int
    starts: tuple[str, ...]
    hand: tuple[str, ...] | None


class Placed(Event, frozen=True, tag="placed"):
    """``seat`` placed a card face up; ``gained``: a star from the reserve, which was not empty."""

    reveals = frozenset({"card", "column"})

    seat: int
    column: int
    card: str
    gained: bool


class Hid(Event, frozen=True, tag="hid"):
    """``seat`` placed a card face down, with a star on it; only itself is told which card."""

    reveals = frozenset({"column"})

    seat: int
    column: int
    card: str | None


class Taken(Event, frozen=True, tag="taken"):
    """``seat`` took a column, whose cards are turned up. ``stars`` lay on those that were face down: they are won,
    unless a Supernova destroys the column (``destroyed``), which sends them to the reserve."""

    reveals = frozenset({"cards", "column"})
    rests = True

    seat: int
    column: int
    cards: tuple[str, ...]
    stars: int
    destroyed: bool


class Chose(Event, frozen=True, tag="chose"):
    """``seat`` said how much the 1/5 of its column count."""

    reveals = frozenset({"total"})

    seat: int
    total: int


class Scored(Event, frozen=True, tag="scored"):
    """What a column brought. ``total`` is None where it has no value, of seven cards; ``stars`` are gained, or lost
    (below 0): those of the total, not those that lay on cards."""

    rests = True

    seat: int
    total: int | None
    stars: int


class RoundEnded(Event, frozen=True, tag="round"):
    """A round is over: everybody has taken a column (``all``), somebody took a 6 (``six``), or ``stuck`` can do
    nothing. ``returned`` stars lay on cards that nobody took, and are back in the reserve."""

    round: int
    reason: Literal["all", "six", "stuck"]
    stuck: int | None
    returned: int


class GameEnded(Event, frozen=True, tag="end"):
    """The game is over."""

    outcome: Outcome


FennecsEvent: TypeAlias = Dealt | Placed | Hid | Taken | Chose | Scored | RoundEnded | GameEnded


# ---- deal, view --------------------------------------------------------------------------------------------------


class FennecsDeal(Deal, frozen=True):
    """A round's cards: who begins, the hands (kept in the order of the notation: their own means nothing), the starting
    cards, column 0 first, and what is set aside."""

    first: int
    hands: tuple[tuple[str, ...], ...]
    starts: tuple[str, ...]
    aside: tuple[str, ...]

    def __post_init__(self) -> None:
        in_order = tuple(tuple(sorted(hand, key=lambda card: KIND.get(card, len(KIND)))) for hand in self.hands)
        structs.force_setattr(self, "hands", in_order)

    def text(self) -> str:
        parts = (*self.hands, self.starts, self.aside)
        return f"deal first={self.first} | {' | '.join(' '.join(part) for part in parts)}".rstrip(" ")

    @classmethod
    def parse(cls, text: str, players: int) -> FennecsDeal:
        """The deal that a line means, its cards not yet checked; or ``BadDeal``."""
        pairs, parts = deal_parts(text)
        if set(pairs) != {"first"} or not SEAT.fullmatch(pairs["first"]) or len(parts) != players + 2:
            form = f"deal first=0 | {' | '.join(['hand'] * players)} | starting cards | cards set aside"
            raise BadDeal(f"a deal for {players} is written: {form}", reason="form")
        *hands, starts, aside = parts
        return cls(int(pairs["first"]), tuple(hands), starts, aside)

    @classmethod
    def drawn(cls, options: FennecsOptions, firsts: tuple[int, ...], source: Source) -> FennecsDeal:
        """A deal that one of these begins, uniformly drawn."""
        first = firsts[source.randrange(len(firsts))] if len(firsts) > 1 else firsts[0]
        players, held = options.players, options.held
        cards = tuple(shuffled(options.deck, source))
        hands = tuple(cards[held * seat : held * (seat + 1)] for seat in range(players))
        starts = held * players
        return cls(first, hands, cards[starts : starts + players], cards[starts + players :])

    def checked(self, options: FennecsOptions, firsts: tuple[int, ...]) -> list[int]:
        """The cards, as the kernel takes them; ``BadDeal`` unless it has all of them and one of these begins."""
        if self.first not in firsts:
            raise BadDeal(f"it is not for seat {self.first} to begin", reason="first")
        players, held = options.players, options.held
        aside = len(options.deck) - (held + 1) * players
        if [*map(len, self.hands), len(self.starts), len(self.aside)] != [held] * players + [players, aside]:
            raise BadDeal(
                f"a deal for {players} has {held} cards for each, {players} starting cards, and {aside} set aside",
                reason="sizes",
            )
        cards = [card for part in (*self.hands, self.starts, self.aside) for card in part]
        if sorted(cards) != sorted(options.deck):
            raise BadDeal("a deal has the cards of the deck", reason="cards")
        return [KIND[card] for card in cards]


class FennecsView(View, frozen=True, kw_only=True):
    """What a viewer sees. ``?`` stands for a card that this viewer may not know.

    ``phase`` is what is to be done: ``play``, or ``choose`` a total; ``deal`` or ``over`` when nobody is to act.
    ``columns``: a card that lies face down is written ``4?`` where it is known; None for a column that was taken.
    ``placed_by``: who placed each of these cards, None for the starting card. ``out``: the seats whose round is over.
    ``took``: by seat, which column it took, and ``taken`` the cards of that; ``totals``: what they
    added up to, None where nothing was counted. ``first`` began this round,
    ``next_first`` would begin the next one if it came now; both are None before the first deal. ``last_round``:
    somebody held the stars that end the game with this round. ``ended``: why the round is over, and ``stuck`` who
    could do nothing. ``lap``: how often the turn has come round, from 1.
    """

    first: int | None
    next_first: int | None
    lap: int
    hands: tuple[tuple[str, ...], ...]
    columns: tuple[tuple[str, ...] | None, ...]
    placed_by: tuple[tuple[int | None, ...] | None, ...]
    stars: tuple[int, ...]
    reserve: int
    out: tuple[int, ...]
    set_aside: tuple[str, ...]
    took: tuple[int | None, ...]
    taken: tuple[tuple[str, ...], ...]
    totals: tuple[int | None, ...]
    phase: Literal["deal", "play", "choose", "over"]
    last_round: bool
    ended: Literal["all", "six", "stuck"] | None
    stuck: int | None
