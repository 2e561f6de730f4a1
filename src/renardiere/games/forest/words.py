"""The words of forest: its options, actions, events, deal and view. Cards are written as in NOTATION: ``B7``."""

from __future__ import annotations

from typing import Annotated, Final, Literal, TypeAlias

from msgspec import Meta, Struct

from renardiere.games.cards import Cards, HandsDeal, members
from renardiere.games.play import Action, Event, Options, Outcome, View

__all__ = [
    "CARD",
    "CARDS",
    "DECK",
    "RANKS",
    "Buried",
    "Bury",
    "Dealt",
    "Drew",
    "Exchange",
    "Exchanged",
    "Finished",
    "ForestAction",
    "ForestDeal",
    "ForestEvent",
    "ForestOptions",
    "ForestView",
    "GameEnded",
    "Kept",
    "Play",
    "Played",
    "Refusal",
    "RoundEnded",
    "TrickWon",
    "card_text",
    "cards_mask",
    "cards_text",
    "members",
]

RANKS: Final = 11

SUITS: Final = "BKM"
"""Bells, keys, moons."""

DECK: Final = Cards(SUITS, RANKS)

CARDS: Final = DECK.all
CARD: Final = DECK.number
cards_text: Final = DECK.texts
cards_mask: Final = DECK.mask


def card_text(card: int) -> str:
    """The notation of a kernel card (0–32, by suit then rank)."""
    return CARDS[card]


class ForestOptions(Options, frozen=True, forbid_unknown_fields=True):
    """``target``: the game ends after the round in which somebody has this many points (1–999)."""

    target: Annotated[int, Meta(ge=1, le=999)] = 21


class Play(Action, frozen=True, tag="play"):
    """Lead or follow with a card of one's hand."""

    card: str

    def text(self) -> str:
        return self.card


class Exchange(Action, frozen=True, tag="exchange"):
    """Fox: put this card in the decree's place and take the decree card; ``None`` keeps the decree."""

    card: str | None

    def text(self) -> str:
        return f"x{self.card or '-'}"


class Bury(Action, frozen=True, tag="bury"):
    """Woodcutter: put this card under the draw pile."""

    card: str

    def text(self) -> str:
        return f">{self.card}"


ForestAction: TypeAlias = Play | Exchange | Bury


class Dealt(Event, frozen=True, tag="dealt"):
    """A round begins. ``hand`` is the viewer's own (None for a spectator); the non-dealer leads."""

    reveals = frozenset({"dealer", "decree", "hand"})

    round: int
    dealer: int
    decree: str
    hand: tuple[str, ...] | None


class Played(Event, frozen=True, tag="played"):
    """A card was led or followed with."""

    reveals = frozenset({"card"})

    seat: int
    card: str


class Exchanged(Event, frozen=True, tag="exchanged"):
    """Fox: ``gave`` became the decree, ``took`` went to the hand of ``seat``."""

    reveals = frozenset({"gave"})

    seat: int
    gave: str
    took: str


class Kept(Event, frozen=True, tag="kept"):
    """Fox: the decree stays."""

    seat: int


class Drew(Event, frozen=True, tag="drew"):
    """Woodcutter: the top card of the pile was drawn; only its owner is told which."""

    reveals = frozenset({"card"})

    seat: int
    card: str | None


class Buried(Event, frozen=True, tag="buried"):
    """Woodcutter: a card went under the pile; only its owner is told which."""

    seat: int
    card: str | None


class TrickWon(Event, frozen=True, tag="trick"):
    """``seat`` won the trick (``number``, from 1) and ``treasures`` points for its 7s; ``leads`` leads next."""

    rests = True

    seat: int
    number: int
    treasures: int
    leads: int


class RoundEnded(Event, frozen=True, tag="round"):
    """The round's count, each by seat: ``tricks`` won, ``points`` for them, ``treasures`` won during it, ``scores``."""

    round: int
    tricks: tuple[int, int]
    points: tuple[int, int]
    treasures: tuple[int, int]
    scores: tuple[int, int]


class GameEnded(Event, frozen=True, tag="end"):
    """The game is over."""

    outcome: Outcome


ForestEvent: TypeAlias = Dealt | Played | Exchanged | Kept | Drew | Buried | TrickWon | RoundEnded | GameEnded


class ForestDeal(HandsDeal, frozen=True):
    """A round's cards; the draw pile is given from its top."""

    cards = DECK
    hand = 13
    rest = "pile"

    pile: tuple[str, ...]


class Refusal(Struct, frozen=True):
    """Why a card of one's hand cannot be chosen now; ``reason`` and ``details`` as in ``IllegalAction``."""

    reason: str
    details: dict[str, str]


class Finished(Struct, frozen=True):
    """The last trick, in sight until the next card is played: its cards in order, who led, who won."""

    cards: tuple[str, str]
    leader: int
    winner: int


class ForestView(View, frozen=True, kw_only=True):
    """What a viewer sees. ``?`` stands for a card that this viewer may not know.

    ``phase`` is what the seat to act must do: ``play``, ``exchange`` (Fox), ``bury`` (Woodcutter); ``deal`` or
    ``over`` when nobody is to act. ``drawn`` is the card just drawn by the viewer's own Woodcutter. ``refused`` says,
    for each card of the viewer's own hand that may not be played, why. ``treasures`` are this round's, already in
    ``scores``. ``last_round`` is the count of the last round that ended. Before the first deal ``dealer``, ``leader``,
    ``decree`` and ``trump`` are None.
    """

    dealer: int | None
    leader: int | None
    decree: str | None
    trump: str | None
    trick: tuple[str, ...]
    finished_trick: Finished | None
    tricks: tuple[int, int]
    treasures: tuple[int, int]
    hands: tuple[tuple[str, ...], tuple[str, ...]]
    pile: tuple[str, ...]
    phase: Literal["play", "exchange", "bury", "deal", "over"]
    drawn: str | None
    refused: dict[str, Refusal]
    last_round: RoundEnded | None
