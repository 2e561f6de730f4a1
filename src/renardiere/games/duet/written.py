"""Views of duet, written straight to JSON (see ``games/written.py``)."""

from __future__ import annotations

from functools import cache
from typing import TYPE_CHECKING, Final, NamedTuple

from renardiere.games.cards import members
from renardiere.games.duet import rules as book
from renardiere.games.duet.actions import (
    COVERED,
    DEALER,
    DECREE,
    FOLLOW,
    FOREST_TOKENS,
    GEMS,
    GIFTS,
    LEADER,
    LED,
    PHASE,
    PHASES,
    PLAYER,
    ROUND,
    SCORE,
    TEXTS,
    TOKEN,
    TRICKS,
)
from renardiere.games.duet.position import LEFT_OVER
from renardiere.games.duet.words import CARDS, DECK
from renardiere.games.play import Viewer
from renardiere.games.written import HIDDEN, HIDDEN_CARD, NOT_TOLD, NOTHING, head, joined, text

if TYPE_CHECKING:
    from renardiere.games.duet.state import DuetState

__all__ = ["Open", "lies_open", "view_json"]

QUOTED: Final = tuple(f'"{card}"' for card in CARDS)
SUIT: Final = tuple(f'"{card[0]}"' for card in CARDS)
RANKS: Final = DECK.rank[-1]


class Open(NamedTuple):
    """What lies open, between the places of what does not: ``legal``, ``hands``, ``gifts``, ``refused``."""

    to_legal: str
    to_hands: str
    to_gifts: str
    to_refused: str
    end: str


def view_json(state: DuetState, viewer: Viewer, lies: Open) -> str:
    """What ``viewer`` sees, as JSON, where ``lies`` is what all see."""
    memory, to_act = state._bytes, state.to_act
    refused = "{}"
    if memory[PHASE] == book.PLAY and memory[PLAYER] == viewer and (cards := state._hand(viewer) & ~state._choices):
        why = text(state._follow_rule())
        refused = "{" + ",".join([f"{QUOTED[card]}:{why}" for card in members(cards)]) + "}"
    legal = ",".join([f'"{seat}":{_listed(state, seat) if seat == viewer else NOT_TOLD}' for seat in to_act])
    return (
        f"{lies.to_legal}{{{legal}}}{lies.to_hands}[{_hand(state, 0, viewer)},{_hand(state, 1, viewer)}]"
        f"{lies.to_gifts}[{_gift(memory[GIFTS], viewer == 0)},{_gift(memory[GIFTS + 1], viewer == 1)}]"
        f"{lies.to_refused}{refused}{lies.end}"
    )


def lies_open(state: DuetState) -> Open:
    """What all viewers see of this position."""
    memory, spaces = state._bytes, len(state._board.squares)
    led, follow, phase, score = memory[LED], memory[FOLLOW], memory[PHASE], state._shorts[SCORE]
    dealt, deck = '"dealer":null,"leader":null,"decree":null,"trump":null', HIDDEN[0]
    if memory[ROUND]:
        decree, deck = memory[DECREE], HIDDEN[LEFT_OVER]
        dealt = f'"dealer":{memory[DEALER]},"leader":{memory[LEADER]},"decree":{QUOTED[decree]},"trump":{SUIT[decree]}'
    trick = "" if led == book.NONE else QUOTED[led] if follow == book.NONE else f"{QUOTED[led]},{QUOTED[follow]}"
    count = state._count()
    return Open(
        f"{head(state.game.name, state.game.rules, state._terms)}{memory[ROUND] or 1}"
        f',"to_act":{joined(str, state.to_act)},"legal":',
        f',"scores":[{score},{score}],"finished":{"true" if phase == book.OVER else "false"}'
        f',"outcome":{text(state.outcome)},"board":{state._board_json},{dealt},"trick":[{trick}]'
        f',"finished_trick":{text(state._finished)},"tricks_played":{memory[TRICKS]},"hands":',
        f',"deck":{deck},"gifts":',
        f',"token":{memory[TOKEN]},"gems":{text(memory[GEMS : GEMS + spaces].tolist())}'
        f',"covered":{_covered(memory[COVERED], memory[COVERED + 1], spaces)}'
        f',"forest_tokens":{memory[FOREST_TOKENS]},"phase":"{PHASES[phase]}","refused":',
        f',"score":{count.score if count else NOTHING},"count":{text(count)}}}',
    )


@cache
def _covered(first: int, last: int, spaces: int) -> str:
    """So many at either end."""
    return text([not first <= space < spaces - last for space in range(spaces)])


def _hand(state: DuetState, seat: int, viewer: Viewer) -> str:
    hand = state._hand(seat)
    if viewer == seat:
        return DECK.json(hand)
    given = state._given[viewer] if viewer is not None else 0
    if not given:
        return HIDDEN[hand.bit_count()]
    return joined(str, [*(QUOTED[card] for card in members(given)), *[HIDDEN_CARD] * (hand ^ given).bit_count()])


def _gift(card: int, known: bool) -> str:
    return NOTHING if card == book.NONE else QUOTED[card] if known else HIDDEN_CARD


def _listed(state: DuetState, seat: int) -> str:
    """What a seat that is to act may do."""
    phase, choices = state._bytes[PHASE], state._choices_of(seat)
    suits = [_some(phase, first, choices >> first & (1 << RANKS) - 1) for first in range(0, book.KEEP + 1, RANKS)]
    # "x-" comes before the cards, and is the last of the choices
    return f"[{(suits[-1] + suits[0] + suits[1] + suits[2])[:-1]}]"


@cache
def _some(phase: int, first: int, choices: int) -> str:
    """Of some choices that stand together, by code point, each with a comma behind it."""
    texts = sorted([TEXTS[book.FIRST[phase] + first + choice] for choice in members(choices)])
    return "".join([f'"{choice}",' for choice in texts])
