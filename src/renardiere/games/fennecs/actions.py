"""The actions of fennecs by the ids that ``rules`` gives them, which of them a table may see, their texts, and where
the fields of its record lie."""

from __future__ import annotations

from functools import cache, partial
from typing import Final

from renardiere.games.fennecs import rules as book
from renardiere.games.fennecs.position import FIVES, KINDS, SEATS, SUPERNOVA, VALUE, VARIANTS, deck_of
from renardiere.games.fennecs.words import Choose, FennecsAction, Hide, Place, Take
from renardiere.games.held import place_of

__all__ = [
    "ACTIONS",
    "ACTION_ID",
    "CARDS",
    "COLUMNS",
    "COUNTED",
    "DOWN",
    "ENDED",
    "ENDINGS",
    "FIRST",
    "HAND",
    "KIND_OF",
    "LAP",
    "LAST_TAKER",
    "OUT",
    "OWNER_OF",
    "PHASE",
    "PHASES",
    "PLACEABLE",
    "PLAYER",
    "REACHED",
    "RESERVE",
    "ROUND",
    "SET_ASIDE",
    "STARS",
    "TAKEABLE",
    "TAKERS",
    "TEXTS",
    "WHY",
    "WORTH",
    "by_text",
    "possible",
    "totals",
]

PHASES: Final = ("deal", "play", "choose", "over")
WHY: Final = ("all", "six", "stuck")
ENDINGS: Final = (None, *WHY)
"""By the kernel's reason for the end of a round."""

KIND_OF: Final = tuple(card % 16 for card in range(16 * (SEATS + 1)))
OWNER_OF: Final = tuple(card // 16 - 1 for card in range(16 * (SEATS + 1)))
"""By a card of a column, what ``position.kind_of`` and ``owner_of`` say: to ask a kernel one by one takes longer."""

ACTIONS: Final[tuple[FennecsAction, ...]] = (
    *(Place(card, column) for card in KINDS[:SUPERNOVA] for column in range(SEATS)),
    *(Hide(card, column) for card in KINDS for column in range(SEATS)),
    *(Take(column) for column in range(SEATS)),
    *(Choose(book.LOWEST_TOTAL + i) for i in range(book.N_ACTIONS - book.TOTAL)),
)
"""By id, as ``rules`` numbers them."""

ACTION_ID: Final = {action: number for number, action in enumerate(ACTIONS)}
TEXTS: Final = tuple(action.text() for action in ACTIONS)


@cache
def totals(players: int) -> range:
    """What columns with a 1/5 may add up to at tables of so many, in any variant: up to six cards, one of them a 1/5,
    and any others of the deck. All totals between the extremes are possible."""
    lowest, highest = 0, 0
    for variant in range(len(VARIANTS)):
        deck = deck_of(players, variant)
        if FIVES not in deck:
            return range(0)
        others = list(deck)
        others.remove(FIVES)
        values = sorted(VALUE[kind] for kind in others if kind != SUPERNOVA)
        best = sorted([5 if kind == FIVES else VALUE[kind] for kind in others], reverse=True)
        lowest = min(lowest, 1 + sum(value for value in values[:5] if value < 0))
        highest = max(highest, 5 + sum(best[:5]))
    return range(lowest, highest + 1)


@cache
def by_text(players: int) -> dict[str, FennecsAction]:
    """The actions that a table of so many may see, in some variant, by their texts."""
    cards = {KINDS[kind] for variant in range(len(VARIANTS)) for kind in deck_of(players, variant)}

    def may_be(action: FennecsAction) -> bool:
        if isinstance(action, Choose):
            return action.total in totals(players)
        return action.column < players and (isinstance(action, Take) or action.card in cards)

    return {action.text(): action for action in ACTIONS if may_be(action)}


@cache
def possible(players: int) -> frozenset[FennecsAction]:
    """The same, as a set."""
    return frozenset(by_text(players).values())


at: Final = partial(place_of, book.STATE)

HAND, COLUMNS, CARDS, DOWN, TAKERS = at("hand"), at("column"), at("cards"), at("down"), at("taker")
WORTH, COUNTED = at("worth"), at("total")
SET_ASIDE, PLACEABLE, TAKEABLE, OUT = at("aside"), at("placeable"), at("takeable"), at("out")
STARS, RESERVE, ROUND = at("stars"), at("reserve"), at("round")
PHASE, PLAYER, FIRST = at("phase"), at("player"), at("first")
LAST_TAKER, ENDED, REACHED, LAP = at("last_taker"), at("ended"), at("reached"), at("lap")
