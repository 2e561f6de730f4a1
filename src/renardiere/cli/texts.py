"""What the terminal game says, in French and in English. ``{…}`` are filled in; `` `…` `` marks keys to type."""

from __future__ import annotations

import os
from collections.abc import Mapping
from typing import Final, Literal

__all__ = ["Language", "Texts", "language_here"]

Language = Literal["fr", "en"]

FR: Final[dict[str, str]] = {
    "welcome": "[b]Le Renard des Bois[/b], partie en {target} points contre le robot de niveau {level}.",
    "hint": "Tapez une carte (`M7`, `7 lune`), `?` pour l’aide de jeu, `q` pour quitter.",
    "preparing": "Le robot s’installe… (la toute première fois, il y met un moment)",
    "thinking": "Le robot réfléchit…",
    "you": "Vous",
    "bot": "Robot",
    "bot_level": "Robot, niveau {level}",
    "suit_B": "cloches",
    "suit_K": "clefs",
    "suit_M": "lunes",
    "one_B": "cloche",
    "one_K": "clef",
    "one_M": "lune",
    "rank_1": "Cygne",
    "rank_3": "Renard",
    "rank_5": "Bûcheron",
    "rank_7": "Trésor",
    "rank_9": "Sorcière",
    "rank_11": "Monarque",
    "band_humble": "humilité",
    "band_defeated": "défaite",
    "band_victorious": "victoire",
    "band_greedy": "cupidité",
    "bands": "0–3 humilité 6 · 4, 5, 6 → 1, 2, 3 · 7–9 victoire 6 · 10–13 cupidité 0",
    "round_begins": "Manche {round}. {dealer}",
    "you_deal": "Vous donnez, le robot ouvre.",
    "bot_deals": "Le robot donne, vous ouvrez.",
    "head": "Manche {round} · pli {trick} sur 13",
    "label_score": "Score",
    "label_tricks": "Plis",
    "label_decree": "Décret",
    "label_table": "Tapis",
    "label_buried": "Pioche",
    "label_hand": "Main",
    "standing": "Vous {you} · Robot {bot} · partie en {target}",
    "trump": "{card}, atout {suit}",
    "table_empty": "vide, à vous d’ouvrir",
    "table_bot": "le robot a joué {card}",
    "table_you": "vous avez joué {card}",
    "buried_mine": "vous y avez glissé {cards}",
    "drawn_mark": " (piochée)",
    "you_played": "Vous jouez {card}.",
    "bot_played": "Le robot joue {card}.",
    "you_exchanged": "Vous prenez {took} et posez {gave} : atout {suit}.",
    "bot_exchanged": "Le robot prend {took} et pose {gave} : atout {suit}.",
    "you_kept": "Vous gardez le décret.",
    "bot_kept": "Le robot garde le décret.",
    "you_drew": "Vous piochez {card}.",
    "bot_drew": "Le robot pioche une carte…",
    "you_buried": "Vous glissez {card} sous la pioche.",
    "bot_buried": "… et en glisse une sous la pioche.",
    "you_won": "Pli {number} pour vous.",
    "bot_won": "Pli {number} pour le robot.",
    "treasures_one": "{n} trésor : +{n}.",
    "treasures_many": "{n} trésors : +{n}.",
    "swan_you": "Le Cygne a perdu : vous ouvrez.",
    "swan_bot": "Le Cygne a perdu : le robot ouvre.",
    "round_over": "Fin de la manche {round}",
    "column_tricks": "plis",
    "column_points": "points",
    "column_treasures": "trésors",
    "column_total": "manche",
    "column_score": "score",
    "won": "Vous gagnez la partie, {you} à {bot}. Bravo !",
    "lost": "Le robot gagne la partie, {bot} à {you}. À la prochaine !",
    "drawn": "Égalité, {you} partout.",
    "tie_broken": "À égalité de points, la dernière manche départage.",
    "ask_lead": "À vous d’ouvrir",
    "ask_follow": "À vous : suivez à {suit}",
    "ask_monarch": "À vous : au Monarque, répondez par le 1 ou par votre plus forte carte",
    "ask_free": "À vous : pas de {suit} en main, jouez ce que vous voulez",
    "ask_exchange": "Renard : posez une carte à la place du décret, que vous prenez (sa couleur devient atout), "
    "ou `-` pour le garder",
    "ask_bury": "Bûcheron : glissez une carte sous la pioche, celle que vous venez de piocher ou une autre",
    "not_understood": "Je ne connais pas {text}. Tapez une carte, par exemple {example}, ou `?` pour l’aide.",
    "refused_must_follow": "{card} : il faut suivre à {suit}.",
    "refused_monarch": "{card} : à un Monarque, on répond par le 1 ou par sa plus forte carte, {highest}.",
    "refused_not_in_hand": "{card} n’est pas dans votre main.",
    "refused_exchange_awaited": "C’est au Renard : une carte de votre main contre le décret, ou `-` pour le garder.",
    "refused_bury_awaited": "C’est au Bûcheron : choisissez la carte à glisser sous la pioche.",
    "refused_play_awaited": "Il s’agit de jouer une carte.",
    "recorded": "Feuille de partie : {file}",
    "goodbye": "Partie interrompue. À bientôt.",
    "help_title": "Aide de jeu",
    "help": """\
Chaque manche a 13 plis. On suit à la couleur d’entame si l’on peut ; l’atout est la couleur du décret. \
L’atout le plus fort gagne le pli, sinon la plus forte carte de la couleur d’entame.

 1  Cygne      s’il perd le pli, qui l’a joué ouvre le suivant
 3  Renard     on peut échanger le décret contre une carte de sa main
 5  Bûcheron   on pioche une carte, puis on en glisse une sous la pioche
 7  Trésor     1 point pour qui gagne le pli
 9  Sorcière   seule de son rang dans le pli, elle compte comme atout
11  Monarque   s’il ouvre, on lui répond par le 1 ou par sa plus forte carte

Plis        0–3        4   5   6   7–9        10–13
Points       6         1   2   3    6           0
          humilité      défaite   victoire   cupidité

Lettres : B cloches, K clefs, M lunes. Les cartes entre [ ] sont jouables.
Renard : `-` garde le décret. `?` montre cette aide, `q` quitte la partie.""",
}

EN: Final[dict[str, str]] = {
    "welcome": "[b]The Fox in the Forest[/b], a game to {target} points against the level {level} bot.",
    "hint": "Type a card (`M7`, `7 moon`), `?` for the reference card, `q` to quit.",
    "preparing": "The bot is sitting down… (the very first time, it takes its time)",
    "thinking": "The bot is thinking…",
    "you": "You",
    "bot": "Bot",
    "bot_level": "Bot, level {level}",
    "suit_B": "bells",
    "suit_K": "keys",
    "suit_M": "moons",
    "one_B": "bells",
    "one_K": "keys",
    "one_M": "moons",
    "rank_1": "Swan",
    "rank_3": "Fox",
    "rank_5": "Woodcutter",
    "rank_7": "Treasure",
    "rank_9": "Witch",
    "rank_11": "Monarch",
    "band_humble": "humble",
    "band_defeated": "defeated",
    "band_victorious": "victorious",
    "band_greedy": "greedy",
    "bands": "0–3 humble 6 · 4, 5, 6 → 1, 2, 3 · 7–9 victorious 6 · 10–13 greedy 0",
    "round_begins": "Round {round}. {dealer}",
    "you_deal": "You deal, the bot leads.",
    "bot_deals": "The bot deals, you lead.",
    "head": "Round {round} · trick {trick} of 13",
    "label_score": "Score",
    "label_tricks": "Tricks",
    "label_decree": "Decree",
    "label_table": "Table",
    "label_buried": "Pile",
    "label_hand": "Hand",
    "standing": "You {you} · Bot {bot} · to {target}",
    "trump": "{card}, trump is {suit}",
    "table_empty": "empty, you lead",
    "table_bot": "the bot played {card}",
    "table_you": "you played {card}",
    "buried_mine": "you put {cards} under it",
    "drawn_mark": " (drawn)",
    "you_played": "You play {card}.",
    "bot_played": "The bot plays {card}.",
    "you_exchanged": "You take {took} and put down {gave}: trump is {suit}.",
    "bot_exchanged": "The bot takes {took} and puts down {gave}: trump is {suit}.",
    "you_kept": "You keep the decree.",
    "bot_kept": "The bot keeps the decree.",
    "you_drew": "You draw {card}.",
    "bot_drew": "The bot draws a card…",
    "you_buried": "You put {card} under the pile.",
    "bot_buried": "… and puts one under the pile.",
    "you_won": "Trick {number} is yours.",
    "bot_won": "Trick {number} goes to the bot.",
    "treasures_one": "{n} treasure: +{n}.",
    "treasures_many": "{n} treasures: +{n}.",
    "swan_you": "The Swan lost: you lead.",
    "swan_bot": "The Swan lost: the bot leads.",
    "round_over": "End of round {round}",
    "column_tricks": "tricks",
    "column_points": "points",
    "column_treasures": "treasures",
    "column_total": "round",
    "column_score": "score",
    "won": "You win the game, {you} to {bot}. Well played!",
    "lost": "The bot wins the game, {bot} to {you}. Until next time!",
    "drawn": "A draw, {you} each.",
    "tie_broken": "Points being equal, the last round decides.",
    "ask_lead": "You lead",
    "ask_follow": "Your turn: follow {suit}",
    "ask_monarch": "Your turn: answer the Monarch with the 1 or your highest card of its suit",
    "ask_free": "Your turn: you hold no {suit}, play what you like",
    "ask_exchange": "Fox: put a card in the decree’s place and take the decree (the new suit is trump), "
    "or `-` to keep it",
    "ask_bury": "Woodcutter: put a card under the pile, the one that you drew or another",
    "not_understood": "I don’t know {text}. Type a card, say {example}, or `?` for help.",
    "refused_must_follow": "{card}: you must follow {suit}.",
    "refused_monarch": "{card}: a Monarch was led, play the 1 or your highest card of its suit, {highest}.",
    "refused_not_in_hand": "{card} is not in your hand.",
    "refused_exchange_awaited": "The Fox waits: a card of your hand for the decree, or `-` to keep it.",
    "refused_bury_awaited": "The Woodcutter waits: choose the card to put under the pile.",
    "refused_play_awaited": "It is time to play a card.",
    "recorded": "Game record: {file}",
    "goodbye": "Game left. See you soon.",
    "help_title": "Reference card",
    "help": """\
A round has 13 tricks. Follow the suit led if you can; trump is the suit of the decree card. \
The highest trump wins the trick, else the highest card of the suit led.

 1  Swan        if it loses the trick, who played it leads the next
 3  Fox         you may exchange the decree with a card of your hand
 5  Woodcutter  draw a card, then put one under the pile
 7  Treasure    1 point for whoever wins the trick
 9  Witch       if it is the only 9 of the trick, it counts as a trump
11  Monarch     if it leads, it is answered with the 1 or the highest of its suit

Tricks      0–3        4   5   6   7–9        10–13
Points       6         1   2   3    6           0
           humble       defeated  victorious  greedy

Letters: B bells, K keys, M moons. The cards in [ ] can be played.
Fox: `-` keeps the decree. `?` shows this card, `q` leaves the game.""",
}

ALL: Final[Mapping[Language, Mapping[str, str]]] = {"fr": FR, "en": EN}


class Texts:
    """The texts of one language: ``texts("you_won", number=3)``."""

    def __init__(self, language: Language) -> None:
        self.language = language
        self._texts = ALL[language]

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
