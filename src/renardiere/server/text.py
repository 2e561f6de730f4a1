"""What people write, made fit to be shown to others."""

from __future__ import annotations

import unicodedata
from typing import Final

from renardiere.server.problems import Refusal

__all__ = ["clean_name", "clean_text"]

NAME: Final = 24
TEXT: Final = 300
JOINER: Final = "\u200d"
BLANK: Final = "\t\n\r\u115f\u1160\u2800\u3164\uffa0"


def clean_name(name: str) -> str:
    """A display name: as ``clean``, at most 24 characters; ``bad_name`` if there is nothing in it to see."""
    cleaned = clean(name, NAME)
    if not any(unicodedata.category(letter)[0] in "LNPS" for letter in cleaned):
        raise Refusal("bad_name", "A name needs at least one letter.")
    return cleaned


def clean_text(text: str) -> str:
    """A message: as ``clean``, at most 300 characters; ``bad_text`` if there is nothing in it to see."""
    cleaned = clean(text, TEXT)
    if not any(unicodedata.category(letter)[0] in "LNPS" for letter in cleaned):
        raise Refusal("bad_text", "There is nothing in that message.")
    return cleaned


def clean(text: str, longest: int) -> str:
    """NFC, one line, no control, format or bidirectional characters, no towers of combining marks, single spaces (what
    only looks like one included), at most ``longest`` characters. A zero-width joiner stays between symbols: it makes
    one emoji of several."""
    kept: list[str] = []
    marks = 0
    for letter in unicodedata.normalize("NFC", text):
        category = unicodedata.category(letter)
        if category[0] == "Z" or letter in BLANK:
            letter = " "
        elif letter == JOINER and kept and _is_symbol(kept[-1]):
            kept.append(letter)
            continue
        elif category[0] == "C":
            continue
        marks = marks + 1 if category[0] == "M" else 0
        if marks <= 2:
            kept.append(letter)
    return " ".join("".join(kept).split())[:longest].rstrip(f"{JOINER} ")


def _is_symbol(letter: str) -> bool:
    return unicodedata.category(letter) in ("So", "Sk") or letter == "\ufe0f"
