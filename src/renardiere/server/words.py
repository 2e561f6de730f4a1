"""Six recovery words: 66 bits that a person can write down, and type again however they like.

The words are those of BIP 39, which has 2048 in each language, all of them told apart without their accents.
"""

from __future__ import annotations

import re
import unicodedata
from functools import cache
from typing import Final, get_args

from renardiere.server.config import Chance
from renardiere.server.messages import Language
from renardiere.server.problems import Refusal

__all__ = ["new_words", "read_words"]

COUNT: Final = 6
BITS: Final = 11
"""Of a word."""
LISTS: Final[dict[Language, str]] = {"fr": "french", "en": "english"}
LETTERS: Final = re.compile(r"[a-z]+")


@cache
def _list(language: Language) -> tuple[str, ...]:
    from mnemonic import Mnemonic

    return tuple(unicodedata.normalize("NFC", word) for word in Mnemonic(LISTS[language]).wordlist)


@cache
def _known() -> frozenset[str]:
    return frozenset(_plain(word) for language in get_args(Language) for word in _list(language))


def _plain(text: str) -> str:
    """Small letters, without accents."""
    parts = unicodedata.normalize("NFKD", text.lower())
    return "".join(part for part in parts if not unicodedata.combining(part))


def new_words(chance: Chance, language: Language) -> list[str]:
    """Six words of a language, at random."""
    words = _list(language)
    number = int.from_bytes(chance.token(9))
    return [words[number >> BITS * place & len(words) - 1] for place in range(COUNT)]


def read_words(text: str) -> str:
    """What is meant by six words, however they are written: capitals, accents, commas, numbers, lines don't matter.

    ``six_words`` if they are not six; ``unknown_word`` with the ``positions``, from 1, of those that are in no list.
    """
    words = LETTERS.findall(_plain(text))
    if len(words) != COUNT:
        raise Refusal("six_words", "There are six recovery words.", count=len(words))
    if unknown := [place for place, word in enumerate(words, 1) if word not in _known()]:
        raise Refusal("unknown_word", "Some of these words are in no list; a letter may be wrong.", positions=unknown)
    return " ".join(words)
