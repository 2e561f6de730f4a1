"""Views of forest, written straight to JSON (see ``games/written.py``)."""

from __future__ import annotations

from functools import cache
from typing import TYPE_CHECKING, Final, NamedTuple

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
from renardiere.games.forest.words import CARDS, DECK, RANKS, members
from renardiere.games.play import SPECTATOR, Viewer
from renardiere.games.written import HIDDEN, HIDDEN_CARD, NOTHING, head, text

if TYPE_CHECKING:
    from renardiere.games.forest.game import ForestState

__all__ = ["Open", "lies_open", "view_json"]

QUOTED: Final = tuple(f'"{card}"' for card in CARDS)
SUIT: Final = tuple(f'"{card[0]}"' for card in CARDS)


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
            why = text(state._follow_rule(player))
            refused = "{" + ",".join([f"{QUOTED[card]}:{why}" for card in members(cards)]) + "}"
    elif choices:
        legal = f'{{"{player}":["?"]}}'
    first, second = state._hand(0), state._hand(1)
    one = DECK.json(first) if viewer == 0 else HIDDEN[first.bit_count()]
    other = DECK.json(second) if viewer == 1 else HIDDEN[second.bit_count()]
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
        f'{head(state.game.name, state.game.rules, state._terms)}{round_number or 1},"to_act":[{to_act}],"legal":',
        f',"scores":[{shorts[SCORES]},{shorts[SCORES + 1]}],"finished":{"true" if phase == book.OVER else "false"}'
        f',"outcome":{text(state._outcome)},{dealt},"trick":[{trick}],"finished_trick":{text(state._finished)}'
        f',"tricks":[{memory[TRICKS]},{memory[TRICKS + 1]}]'
        f',"treasures":[{memory[TREASURES]},{memory[TREASURES + 1]}],"hands":',
        f',"phase":"{PHASES[phase]}","drawn":',
        f',"last_round":{text(state._last_round)}}}',
    )


def _listed(phase: int, choices: int) -> str:
    """Legal choices, as ``choices_text`` has them."""
    keep = '"x-",' if choices >> book.KEEP else ""
    suits = [_listed_suit(phase, suit, choices >> RANKS * suit & 0x7FF) for suit in range(3)]
    return (keep + suits[0] + suits[1] + suits[2])[:-1]


@cache
def _listed_suit(phase: int, suit: int, ranks: int) -> str:
    return "".join([f'"{choice}",' for choice in choice_texts(phase, suit, ranks)])


def _pile(state: ForestState, viewer: Viewer) -> str:
    buriers = state._buriers
    if viewer is SPECTATOR or viewer not in buriers:
        return HIDDEN[len(buriers)]
    cards = state._bytes[PILE_TOP : PILE_TOP + len(buriers)]
    shown = [QUOTED[card] if who == viewer else HIDDEN_CARD for card, who in zip(cards, buriers, strict=True)]
    return "[" + ",".join(shown) + "]"
