"""What the terminal says in every game, in French and in English; each game's own texts are in ``<game>_texts.py``.

``{…}`` are filled in; `` `…` `` marks keys to type."""

from __future__ import annotations

import os
from importlib import import_module
from typing import Final, Literal, get_args

__all__ = ["EN", "FR", "LANGUAGES", "Language", "Texts", "language_here"]

Language = Literal["fr", "en"]
LANGUAGES: Final[tuple[Language, ...]] = get_args(Language)

FR: Final[dict[str, str]] = {
    "preparing": "Le robot s’installe… (la toute première fois, il y met un moment)",
    "thinking": "Le robot réfléchit…",
    "you": "Vous",
    "bot": "Robot",
    "bot_level": "Robot, niveau {level}",
    "round_begins": "Manche {round}. {dealer}",
    "you_deal": "Vous donnez, le robot ouvre.",
    "bot_deals": "Le robot donne, vous ouvrez.",
    "label_decree": "Décret",
    "label_table": "Tapis",
    "label_hand": "Main",
    "trump": "{card}, atout {suit}",
    "table_empty": "vide, à vous d’ouvrir",
    "table_bot": "le robot a joué {card}",
    "table_you": "vous avez joué {card}",
    "you_played": "Vous jouez {card}.",
    "bot_played": "Le robot joue {card}.",
    "you_exchanged": "Vous prenez {took} et posez {gave} : atout {suit}.",
    "bot_exchanged": "Le robot prend {took} et pose {gave} : atout {suit}.",
    "you_kept": "Vous gardez le décret.",
    "bot_kept": "Le robot garde le décret.",
    "you_won": "Pli {number} pour vous.",
    "bot_won": "Pli {number} pour le robot.",
    "ask_lead": "À vous d’ouvrir",
    "ask_follow": "À vous : suivez à {suit}",
    "ask_free": "À vous : pas de {suit} en main, jouez ce que vous voulez",
    "not_understood": "Je ne connais pas {text}. Tapez une carte, par exemple {example}, ou `?` pour l’aide.",
    "refused_must_follow": "{card} : il faut suivre à {suit}.",
    "refused_not_in_hand": "{card} n’est pas dans votre main.",
    "refused_play_awaited": "Il s’agit de jouer une carte.",
    "recorded": "Feuille de partie : {file}",
    "goodbye": "Partie interrompue. À bientôt.",
    "in_the_dark": "Maître Renard se joue dans le noir, tout le monde à la fois : le terminal n’y suffit pas. "
    "Lancez « renardiere serve » et jouez dans la page.",
    "help_title": "Aide de jeu",
}

EN: Final[dict[str, str]] = {
    "preparing": "The bot is sitting down… (the very first time, it takes its time)",
    "thinking": "The bot is thinking…",
    "you": "You",
    "bot": "Bot",
    "bot_level": "Bot, level {level}",
    "round_begins": "Round {round}. {dealer}",
    "you_deal": "You deal, the bot leads.",
    "bot_deals": "The bot deals, you lead.",
    "label_decree": "Decree",
    "label_table": "Table",
    "label_hand": "Hand",
    "trump": "{card}, trump is {suit}",
    "table_empty": "empty, you lead",
    "table_bot": "the bot played {card}",
    "table_you": "you played {card}",
    "you_played": "You play {card}.",
    "bot_played": "The bot plays {card}.",
    "you_exchanged": "You take {took} and put down {gave}: trump is {suit}.",
    "bot_exchanged": "The bot takes {took} and puts down {gave}: trump is {suit}.",
    "you_kept": "You keep the decree.",
    "bot_kept": "The bot keeps the decree.",
    "you_won": "Trick {number} is yours.",
    "bot_won": "Trick {number} goes to the bot.",
    "ask_lead": "You lead",
    "ask_follow": "Your turn: follow {suit}",
    "ask_free": "Your turn: you hold no {suit}, play what you like",
    "not_understood": "I don’t know {text}. Type a card, say {example}, or `?` for help.",
    "refused_must_follow": "{card}: you must follow {suit}.",
    "refused_not_in_hand": "{card} is not in your hand.",
    "refused_play_awaited": "It is time to play a card.",
    "recorded": "Game record: {file}",
    "goodbye": "Game left. See you soon.",
    "in_the_dark": "Maître Renard is played in the dark, everybody at once: more than a terminal can do. "
    "Run “renardiere serve” and play it in the page.",
    "help_title": "Reference card",
}


class Texts:
    """The texts of a game in one language: ``texts("you_won", number=3)``."""

    def __init__(self, language: Language, game: str) -> None:
        self.language = language
        own = import_module(f"renardiere.cli.{game}_texts")
        self._texts: dict[str, str] = (FR | own.FR) if language == "fr" else (EN | own.EN)

    def __call__(self, key: str, **parts: object) -> str:
        return self._texts[key].format(**parts)

    def count(self, key: str, n: int) -> str:
        """A number of things; zero is singular in French and plural in English."""
        one = n < 2 if self.language == "fr" else n == 1
        return self(f"{key}_{'one' if one else 'many'}", n=n)


def language_here() -> Language:
    """The language of this terminal, from its environment: French if it is French, else English."""
    for name in ("LC_ALL", "LC_MESSAGES", "LANG"):
        if value := os.environ.get(name):
            return "fr" if value.lower().startswith("fr") else "en"
    return "en"
