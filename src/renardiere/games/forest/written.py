"""Views of forest, written straight to JSON: byte for byte what ``msgspec.json.encode`` makes of ``ForestState.view``.

A server sends each move's views to everybody at the table, and to make the typed view first would cost as much as all
the rest of a move. What lies open is written once for all viewers of a position; what is one's own is put together from
pieces of which there are few. The conformance kit compares both ways at every step of its games.
"""

from __future__ import annotations

from functools import cache
from typing import TYPE_CHECKING, Any, Final, NamedTuple

import msgspec

from renardiere.games.forest import rules as book
from renardiere.games.forest.actions import PHASES, choice_texts
from renardiere.games.forest.layout import (
    DEALT_BY,
    DECREE,
    DRAWN,
    FOLLOW,
    LEADER,
    LED,
    PHASE,
    PILE_TOP,
    PLAYER,
    ROUND,
    SCORES,
    TREASURES,
    TRICKS,
)
from renardiere.games.forest.words import CARDS, RANKS, members
from renardiere.games.play import SPECTATOR, Viewer

if TYPE_CHECKING:
    from renardiere.games.forest.game import ForestState

__all__ = ["Open", "lies_open", "view_json"]

QUOTED: Final = tuple(f'"{card}"' for card in CARDS)
SUIT: Final = tuple(f'"{card[0]}"' for card in CARDS)
HIDDEN: Final = tuple("[" + ",".join(['"?"'] * count) + "]" for count in range(len(CARDS) + 1))
"""By how many cards there are."""
NOTHING: Final = "null"

_encoder: Final = msgspec.json.Encoder()


class Open(NamedTuple):
    """What lies open, between the places of what does not: ``legal``, ``hands`` to ``pile``, ``drawn``, ``refused``."""

    to_legal: str
    to_hands: str
    to_drawn: str
    end: str


def view_json(state: ForestState, viewer: Viewer, lies: Open) -> str:
    """What ``viewer`` sees, as JSON, where ``lies`` is what all see."""
    memory = state._bytes
    player, choices = memory[PLAYER], state._choices
    legal, drawn, refused = "{}", NOTHING, "{}"
    if choices and player == viewer:
        phase = memory[PHASE]
        legal = f'{{"{player}":[{_listed(phase, choices)}]}}'
        if memory[DRAWN] != book.NONE:
            drawn = QUOTED[memory[DRAWN]]
        if phase == book.PLAY and (cards := state._hand(player) & ~choices):
            why = _text(state._follow_rule(player))
            refused = "{" + ",".join([f"{QUOTED[card]}:{why}" for card in members(cards)]) + "}"
    elif choices:
        legal = f'{{"{player}":["?"]}}'
    first, second = state._hand(0), state._hand(1)
    one = _hand(first) if viewer == 0 else HIDDEN[first.bit_count()]
    other = _hand(second) if viewer == 1 else HIDDEN[second.bit_count()]
    return (
        f"{lies.to_legal}{legal}{lies.to_hands}[{one},{other}],"
        f'"pile":{_pile(state, viewer)}{lies.to_drawn}{drawn},"refused":{refused}{lies.end}'
    )


def lies_open(state: ForestState) -> Open:
    """What all viewers see of this position."""
    memory, shorts = state._bytes, state._shorts
    round_number, led, follow = shorts[ROUND], memory[LED], memory[FOLLOW]
    to_act = memory[PLAYER] if state._choices else ""
    dealt = '"dealer":null,"leader":null,"decree":null,"trump":null'
    if round_number:
        decree = memory[DECREE]
        dealt = (
            f'"dealer":{memory[DEALT_BY]},"leader":{memory[LEADER]},"decree":{QUOTED[decree]},"trump":{SUIT[decree]}'
        )
    trick = "" if led == book.NONE else QUOTED[led] if follow == book.NONE else f"{QUOTED[led]},{QUOTED[follow]}"
    phase = memory[PHASE]
    return Open(
        f'{_head(state.game.name, state.game.rules, state._terms)}{round_number or 1},"to_act":[{to_act}],"legal":',
        f',"scores":[{shorts[SCORES]},{shorts[SCORES + 1]}],"finished":{"true" if phase == book.OVER else "false"}'
        f',"outcome":{_text(state._outcome)},{dealt},"trick":[{trick}],"finished_trick":{_text(state._finished)}'
        f',"tricks":[{memory[TRICKS]},{memory[TRICKS + 1]}]'
        f',"treasures":[{memory[TREASURES]},{memory[TREASURES + 1]}],"hands":',
        f',"phase":"{PHASES[phase]}","drawn":',
        f',"last_round":{_text(state._last_round)}}}',
    )


@cache
def _head(game: str, rules: str, options: str) -> str:
    return f'{{"game":{_text(game)},"rules":{_text(rules)},"options":{_text(options)},"round":'


def _text(value: Any) -> str:
    return _encoder.encode(value).decode() if value is not None else NOTHING


def _hand(cards: int) -> str:
    return "[" + (_suit(0, cards & 0x7FF) + _suit(1, cards >> 11 & 0x7FF) + _suit(2, cards >> 22))[:-1] + "]"


@cache
def _suit(suit: int, ranks: int) -> str:
    """The cards of one suit, each with a comma behind it."""
    return "".join(QUOTED[RANKS * suit + rank] + "," for rank in members(ranks))


def _listed(phase: int, choices: int) -> str:
    """Legal choices, as ``choices_text`` has them."""
    keep = '"x-",' if choices >> book.KEEP else ""
    suits = [_listed_suit(phase, suit, choices >> RANKS * suit & 0x7FF) for suit in range(3)]
    return (keep + suits[0] + suits[1] + suits[2])[:-1]


@cache
def _listed_suit(phase: int, suit: int, ranks: int) -> str:
    return "".join(f'"{text}",' for text in choice_texts(phase, suit, ranks))


def _pile(state: ForestState, viewer: Viewer) -> str:
    buriers = state._buriers
    if viewer is SPECTATOR or viewer not in buriers:
        return HIDDEN[len(buriers)]
    cards = state._bytes[PILE_TOP : PILE_TOP + len(buriers)]
    shown = [QUOTED[card] if who == viewer else '"?"' for card, who in zip(cards, buriers, strict=True)]
    return "[" + ",".join(shown) + "]"
