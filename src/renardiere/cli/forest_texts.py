"""What the terminal says in Le Renard des Bois."""

from __future__ import annotations

from typing import Final

__all__ = ["EN", "FR"]

FR: Final[dict[str, str]] = {
    "welcome": "[b]Le Renard des Bois[/b], partie en {target} points contre le robot de niveau {level}.",
    "hint": "Tapez une carte (`M7`, `7 lune`), `?` pour l’aide de jeu, `q` pour quitter.",
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
    "head": "Manche {round} · pli {trick} sur 13",
    "label_score": "Score",
    "label_tricks": "Plis",
    "label_buried": "Pioche",
    "standing": "Vous {you} · Robot {bot} · partie en {target}",
    "buried_mine": "vous y avez glissé {cards}",
    "drawn_mark": " (piochée)",
    "you_drew": "Vous piochez {card}.",
    "bot_drew": "Le robot pioche une carte…",
    "you_buried": "Vous glissez {card} sous la pioche.",
    "bot_buried": "… et en glisse une sous la pioche.",
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
    "ask_monarch": "À vous : au Monarque, répondez par le 1 ou par votre plus forte carte",
    "ask_exchange": "Renard : posez une carte à la place du décret, que vous prenez (sa couleur devient atout), "
    "ou `-` pour le garder",
    "ask_bury": "Bûcheron : glissez une carte sous la pioche, celle que vous venez de piocher ou une autre",
    "refused_monarch": "{card} : à un Monarque, on répond par le 1 ou par sa plus forte carte, {highest}.",
    "refused_exchange_awaited": "C’est au Renard : une carte de votre main contre le décret, ou `-` pour le garder.",
    "refused_bury_awaited": "C’est au Bûcheron : choisissez la carte à glisser sous la pioche.",
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
    "head": "Round {round} · trick {trick} of 13",
    "label_score": "Score",
    "label_tricks": "Tricks",
    "label_buried": "Pile",
    "standing": "You {you} · Bot {bot} · to {target}",
    "buried_mine": "you put {cards} under it",
    "drawn_mark": " (drawn)",
    "you_drew": "You draw {card}.",
    "bot_drew": "The bot draws a card…",
    "you_buried": "You put {card} under the pile.",
    "bot_buried": "… and puts one under the pile.",
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
    "ask_monarch": "Your turn: answer the Monarch with the 1 or your highest card of its suit",
    "ask_exchange": "Fox: put a card in the decree’s place and take the decree (the new suit is trump), "
    "or `-` to keep it",
    "ask_bury": "Woodcutter: put a card under the pile, the one that you drew or another",
    "refused_monarch": "{card}: a Monarch was led, play the 1 or your highest card of its suit, {highest}.",
    "refused_exchange_awaited": "The Fox waits: a card of your hand for the decree, or `-` to keep it.",
    "refused_bury_awaited": "The Woodcutter waits: choose the card to put under the pile.",
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
