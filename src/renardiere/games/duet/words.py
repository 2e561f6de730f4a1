"""The words of duet: its options, actions, events, deal and view. Cards are written as in NOTATION: ``D7``."""

from __future__ import annotations

from typing import Final, Literal, TypeAlias

from msgspec import Struct, structs

from renardiere.games.cards import Cards, HandsDeal
from renardiere.games.duet.boards import OURS, SIDES, Board
from renardiere.games.play import Action, Event, Options, Outcome, View, option_pairs

__all__ = [
    "CARD",
    "CARDS",
    "DECK",
    "Choose",
    "Chose",
    "Count",
    "Dealt",
    "DuetAction",
    "DuetDeal",
    "DuetEvent",
    "DuetOptions",
    "DuetView",
    "Exchange",
    "Exchanged",
    "Finished",
    "GameEnded",
    "Gave",
    "Give",
    "Grown",
    "Kept",
    "LeftPath",
    "Moved",
    "Place",
    "Placed",
    "Play",
    "Played",
    "Refusal",
    "Resign",
    "RoundEnded",
    "Step",
    "Swapped",
    "TrickWon",
    "options_of",
]

DECK: Final = Cards("DRS", 10)
"""Doves, roses, stars."""

CARDS: Final = DECK.all
CARD: Final = DECK.number


class DuetOptions(Options, frozen=True, forbid_unknown_fields=True):
    """``level``: how hard it is. ``board``: one of ours by its name, or a board of one's own; default: the level's."""

    level: Literal[1, 2, 3] = 1
    board: str | Board | None = None

    def __post_init__(self) -> None:
        if self.board is None:
            structs.force_setattr(self, "board", SIDES[self.level])

    @classmethod
    def on(cls, level: Literal[1, 2, 3], side: Board) -> DuetOptions:
        """A level played on this board."""
        return cls(level, side.name if side == OURS.get(side.name) else side)

    @property
    def side(self) -> Board:
        """The board that is played on."""
        return self.board if isinstance(self.board, Board) else OURS[self.board or SIDES[self.level]]

    def text(self) -> str:
        name = self.board.name if isinstance(self.board, Board) else self.board
        pairs = {"level": str(self.level)} if self.level != 1 else {}
        if name is not None and name != SIDES[self.level]:
            pairs["board"] = name
        return " ".join(f"{key}={value}" for key, value in pairs.items())

    def tags(self) -> dict[str, str]:
        return {"Board": self.board.text()} if isinstance(self.board, Board) else {}


# ---- actions -----------------------------------------------------------------------------------------------------


class Play(Action, frozen=True, tag="play"):
    """Lead or follow with a card of one's hand."""

    card: str

    def text(self) -> str:
        return self.card


class Choose(Action, frozen=True, tag="choose"):
    """Foxes: this seat may exchange the decree card."""

    seat: int

    def text(self) -> str:
        return f"@{self.seat}"


class Exchange(Action, frozen=True, tag="exchange"):
    """Foxes: put this card in the decree's place and take the decree card; ``None`` keeps the decree."""

    card: str | None

    def text(self) -> str:
        return f"x{self.card or '-'}"


class Give(Action, frozen=True, tag="give"):
    """Gift: the card for the partner. Both choose before either sees what the other gives."""

    card: str

    def text(self) -> str:
        return f"g{self.card}"


class Step(Action, frozen=True, tag="step"):
    """The winner's choice of movement: + towards the end of seat 1, − towards that of seat 0."""

    distance: int

    def text(self) -> str:
        return f"m{self.distance:+}" if self.distance else "m0"


class Place(Action, frozen=True, tag="place"):
    """A round's end: the forest token covers the last space at the end of this seat."""

    end: int

    def text(self) -> str:
        return f"f{self.end}"


class Resign(Action, frozen=True, tag="resign"):
    """The players give up, together."""

    joint = True

    def text(self) -> str:
        return "resign"


DuetAction: TypeAlias = Play | Choose | Exchange | Give | Step | Place | Resign


# ---- events ------------------------------------------------------------------------------------------------------


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


class Chose(Event, frozen=True, tag="chose"):
    """Foxes: ``seat`` chose who may exchange the decree card."""

    reveals = frozenset({"chosen"})

    seat: int
    chosen: int


class Exchanged(Event, frozen=True, tag="exchanged"):
    """Foxes: ``gave`` became the decree, ``took`` went to the hand of ``seat``."""

    reveals = frozenset({"gave"})

    seat: int
    gave: str
    took: str


class Kept(Event, frozen=True, tag="kept"):
    """Foxes: the chosen one keeps the decree."""

    seat: int


class Gave(Event, frozen=True, tag="gave"):
    """Gift: ``seat`` has chosen what to give; only itself is told which card."""

    seat: int
    card: str | None


class Swapped(Event, frozen=True, tag="swapped"):
    """Gift: both have chosen, the cards change hands. Each seat is told what it gave and got, a spectator nothing."""

    reveals = frozenset({"got"})

    gave: str | None
    got: str | None


class TrickWon(Event, frozen=True, tag="trick"):
    """``seat`` won the trick (``number``, from 1), moves the team token, and leads next."""

    rests = True

    seat: int
    number: int


class Moved(Event, frozen=True, tag="moved"):
    """The token moved by ``distance`` (signed; + towards the end of seat 1) ``to`` a space; ``gem``: one was collected
    there."""

    reveals = frozenset({"distance"})
    rests = True

    distance: int
    to: int
    gem: bool


class LeftPath(Event, frozen=True, tag="left"):
    """The token would have left the path at ``end``. A forest token covers ``space``, ``slid`` gems go from there
    towards the middle, and the token is back on the start space. Without a forest token (``space`` is None) all is
    lost."""

    reveals = frozenset({"distance"})

    distance: int
    end: int
    space: int | None
    slid: int


class Grown(Event, frozen=True, tag="grown"):
    """A round's end: a gem more on each of these spaces; one may be there twice."""

    spaces: tuple[int, ...]


class Placed(Event, frozen=True, tag="placed"):
    """A round's end: a forest token covers ``space``, the last one at ``end``; ``slid`` gems go from there towards the
    middle. ``seat`` chose the end; None: the rules did, since the team token stands on the other one."""

    reveals = frozenset({"end"})

    seat: int | None
    end: int
    space: int
    slid: int


class RoundEnded(Event, frozen=True, tag="round"):
    """A round is over and the game goes on, or its time is up. ``gems`` are those left before any grow."""

    round: int
    gems: int


class Count(Struct, frozen=True):
    """What a win is worth: points of the level, of the cards left in both hands, of an early end, of forest tokens."""

    level: int
    cards: int
    early: int
    forest_tokens: int
    score: int


class GameEnded(Event, frozen=True, tag="end"):
    """The game is over; ``count`` if it is won."""

    outcome: Outcome
    count: Count | None


DuetEvent: TypeAlias = (
    Dealt
    | Played
    | Chose
    | Exchanged
    | Kept
    | Gave
    | Swapped
    | TrickWon
    | Moved
    | LeftPath
    | RoundEnded
    | Grown
    | Placed
    | GameEnded
)


# ---- deal, view --------------------------------------------------------------------------------------------------


class DuetDeal(HandsDeal, frozen=True):
    """A round's cards; those of the deck are not used in it."""

    cards = DECK
    hand = 11
    rest = "deck"

    deck: tuple[str, ...]


class Refusal(Struct, frozen=True):
    """Why a card of one's hand cannot be chosen now; ``reason`` and ``details`` as in ``IllegalAction``."""

    reason: str
    details: dict[str, str]


class Finished(Struct, frozen=True):
    """The last trick, in sight until the next card is played: its cards in order, who led, who won."""

    cards: tuple[str, str]
    leader: int
    winner: int


class DuetView(View, frozen=True, kw_only=True):
    """What a viewer sees. ``?`` stands for a card that this viewer may not know.

    ``phase`` is what is to be done: ``play``, ``choose`` a seat and ``exchange`` (Foxes), ``give`` (Gift), ``move`` the
    token, ``place`` a forest token; ``deal`` or ``over`` when nobody is to act. ``hands``: in the partner's stand first
    the cards that the viewer gave and that are still there. ``gifts``: the cards chosen for a Gift, by the seat that
    gives; None while that seat has not chosen. ``trick`` keeps both cards while the winner moves. ``gems`` and
    ``covered`` are by space. ``refused`` says, for each card of the viewer's own hand that may not be played, why.
    Before the first deal ``dealer``, ``leader``, ``decree`` and ``trump`` are None; ``score`` and ``count`` are, until
    the game is won.
    """

    board: Board
    dealer: int | None
    leader: int | None
    decree: str | None
    trump: str | None
    trick: tuple[str, ...]
    finished_trick: Finished | None
    tricks_played: int
    hands: tuple[tuple[str, ...], tuple[str, ...]]
    deck: tuple[str, ...]
    gifts: tuple[str | None, str | None]
    token: int
    gems: tuple[int, ...]
    covered: tuple[bool, ...]
    forest_tokens: int
    phase: Literal["play", "choose", "exchange", "give", "move", "place", "deal", "over"]
    refused: dict[str, Refusal]
    score: int | None
    count: Count | None


def options_of(view: DuetView) -> DuetOptions:
    """The options of the table that is seen: a board of somebody's own is in the view, known here by name or not."""
    level = int(option_pairs(view.options).get("level", "1"))
    return DuetOptions.on(level, view.board)  # type: ignore[arg-type]  # 1, 2 or 3
