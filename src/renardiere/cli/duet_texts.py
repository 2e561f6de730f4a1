"""What the terminal says in Le Renard des Bois : Duo."""

from __future__ import annotations

from typing import Final

__all__ = ["EN", "FR"]

FR: Final[dict[str, str]] = {
    "welcome": "[b]Le Renard des Bois : Duo[/b], niveau {difficulty}, en équipe avec le robot de niveau {level}.",
    "hint": "Tapez une carte (`R7`, `7 rose`), `?` pour l’aide de jeu, `q` pour quitter.",
    "suit_D": "colombes",
    "suit_R": "roses",
    "suit_S": "étoiles",
    "one_D": "colombe",
    "one_R": "rose",
    "one_S": "étoile",
    "rank_1": "Musicien",
    "rank_3": "Renards",
    "rank_5": "Gazelle",
    "rank_7": "Présent",
    "rank_9": "Héritier",
    "head": "Manche {round} · pli {trick} sur 11",
    "between": "Après la manche {round}",
    "label_path": "Chemin",
    "label_given": "Donné",
    "gems_one": "{n} gemme à ramasser",
    "gems_many": "{n} gemmes à ramasser",
    "tokens_one": "{n} jeton forêt",
    "tokens_many": "{n} jetons forêt",
    "paws": "Empreintes : 1·7·9 → 0, 4·5 → 1, 3·6·8 → 2, 2·10 → 3",
    "you_chose_you": "Renards : à vous d’échanger le décret, si vous voulez.",
    "you_chose_bot": "Renards : vous laissez le robot échanger le décret.",
    "bot_chose_you": "Renards : le robot vous laisse échanger le décret.",
    "bot_chose_bot": "Renards : le robot peut échanger le décret.",
    "you_gave": "Vous choisissez de donner {card}.",
    "bot_gave": "Le robot a choisi ce qu’il vous donne.",
    "swapped": "Vous recevez {card}.",
    "moved_one": "Le jeton avance de {n} espace",
    "moved_many": "Le jeton avance de {n} espaces",
    "not_moved": "Le jeton reste où il est",
    "and_gem": " et ramasse une gemme.",
    "and_nothing": ".",
    "towards_you": "vers vous",
    "towards_bot": "vers le robot",
    "at_you": "à votre bout",
    "at_bot": "au bout du robot",
    "left": "Le jeton sort du chemin {end} : la forêt gagne un espace, et il revient au départ.",
    "left_for_good": "Le jeton sort du chemin {end}, et il n’y a plus de jeton forêt.",
    "round_over": "Fin de la manche {round}",
    "gems_left": "Il reste {gems}.",
    "grown_one": "{n} gemme pousse sur le chemin.",
    "grown_many": "{n} gemmes poussent sur le chemin.",
    "you_placed": "Vous placez le jeton forêt {end}.",
    "bot_placed": "Le robot place le jeton forêt {end}.",
    "forest_placed": "Le jeton d’équipe est au bout : le jeton forêt se place {end}.",
    "ended_won": "Toutes les gemmes sont à vous : {score} points. Bravo à l’équipe !",
    "count": "Niveau {level} · cartes en main {cards} · deuxième manche {early} · jetons forêt {forest_tokens}",
    "ended_lost": "La forêt s’est refermée, perdu : {gems}. À la prochaine !",
    "ended_time": "Les trois manches sont jouées, perdu : {gems}. À la prochaine !",
    "ask_heir": "À vous : à Princesse ou Prince, répondez ce que vous voulez",
    "ask_choose": "Renards : qui peut échanger le décret, vous (`moi`) ou le `robot` ?",
    "ask_exchange": "Renards : posez une carte à la place du décret, que vous prenez (sa couleur devient atout), "
    "ou `-` pour le garder",
    "ask_give": "Présent : choisissez une carte pour le robot, qui vous en donne une",
    "ask_move": "À vous de mener le jeton, - vers vous et + vers le robot : {ways}",
    "ask_place": "Où placez-vous le jeton forêt : à votre bout (`moi`) ou à celui du `robot` ?",
    "seat_word": "moi",
    "refused_movement": "{way} n’est pas possible ici : {ways}.",
    "refused_choose_awaited": "Les Renards attendent un nom : `moi` ou `robot`.",
    "refused_exchange_awaited": "C’est aux Renards : une carte de votre main contre le décret, ou `-` pour le garder.",
    "refused_give_awaited": "C’est au Présent : choisissez la carte à donner.",
    "refused_move_awaited": "Il s’agit de mener le jeton.",
    "refused_place_awaited": "Il s’agit de placer le jeton forêt : `moi` ou `robot`.",
    "help": """\
À deux, ramassez toutes les gemmes du chemin en trois manches de 11 plis. On suit à la couleur d’entame si l’on peut ; \
l’atout est la couleur du décret. L’atout le plus fort gagne le pli, sinon la plus forte carte de la couleur d’entame.

Le jeton avance vers qui gagne le pli, d’autant d’espaces que les deux cartes ont d’empreintes, et ramasse une gemme \
là où il s’arrête. S’il sort du chemin, un jeton forêt couvre le dernier espace et il revient au départ ; sans jeton \
forêt, c’est perdu.

 1  Musicien   qui gagne le pli choisit le sens
 3  Renards    qui les joue nomme l’un des deux, qui peut échanger le décret
 5  Gazelle    qui gagne le pli peut ignorer les empreintes d’une carte
 7  Présent    chacun donne une carte à l’autre, choisie en secret
 9  Princesse, Prince   si cette carte ouvre, on répond ce que l’on veut

Après les manches 1 et 2, des gemmes poussent et un jeton forêt couvre un bout du chemin.

Chemin : les gemmes de chaque espace, le jeton d’équipe entre ( ), la forêt #.
Lettres : D colombes, R roses, S étoiles. Les cartes entre [ ] sont jouables.
Renards : `-` garde le décret. `?` montre cette aide, `q` quitte la partie.""",
}

EN: Final[dict[str, str]] = {
    "welcome": "[b]The Fox in the Forest Duet[/b], level {difficulty}, in a team with the level {level} bot.",
    "hint": "Type a card (`R7`, `7 rose`), `?` for the reference card, `q` to quit.",
    "suit_D": "doves",
    "suit_R": "roses",
    "suit_S": "stars",
    "one_D": "doves",
    "one_R": "roses",
    "one_S": "stars",
    "rank_1": "Musician",
    "rank_3": "Foxes",
    "rank_5": "Gazelle",
    "rank_7": "Gift",
    "rank_9": "Royal heir",
    "head": "Round {round} · trick {trick} of 11",
    "between": "After round {round}",
    "label_path": "Path",
    "label_given": "Given",
    "gems_one": "{n} gem to collect",
    "gems_many": "{n} gems to collect",
    "tokens_one": "{n} forest token",
    "tokens_many": "{n} forest tokens",
    "paws": "Paw prints: 1·7·9 → 0, 4·5 → 1, 3·6·8 → 2, 2·10 → 3",
    "you_chose_you": "Foxes: you may exchange the decree.",
    "you_chose_bot": "Foxes: you let the bot exchange the decree.",
    "bot_chose_you": "Foxes: the bot lets you exchange the decree.",
    "bot_chose_bot": "Foxes: the bot may exchange the decree.",
    "you_gave": "You choose to give {card}.",
    "bot_gave": "The bot has chosen what it gives you.",
    "swapped": "You get {card}.",
    "moved_one": "The token moves {n} space",
    "moved_many": "The token moves {n} spaces",
    "not_moved": "The token stays where it is",
    "and_gem": " and collects a gem.",
    "and_nothing": ".",
    "towards_you": "towards you",
    "towards_bot": "towards the bot",
    "at_you": "at your end",
    "at_bot": "at the bot’s end",
    "left": "The token leaves the path {end}: the forest covers a space, and it goes back to the start.",
    "left_for_good": "The token leaves the path {end}, and there is no forest token left.",
    "round_over": "End of round {round}",
    "gems_left": "{gems}.",
    "grown_one": "{n} gem grows on the path.",
    "grown_many": "{n} gems grow on the path.",
    "you_placed": "You place the forest token {end}.",
    "bot_placed": "The bot places the forest token {end}.",
    "forest_placed": "The team token stands on the end: the forest token is placed {end}.",
    "ended_won": "All gems are yours: {score} points. Well played, both of you!",
    "count": "Level {level} · cards in hand {cards} · second round {early} · forest tokens {forest_tokens}",
    "ended_lost": "The forest has closed, the game is lost: {gems}. Until next time!",
    "ended_time": "Three rounds are over, the game is lost: {gems}. Until next time!",
    "ask_heir": "Your turn: answer the Royal heir with any card",
    "ask_choose": "Foxes: who may exchange the decree, you (`me`) or the `bot`?",
    "ask_exchange": "Foxes: put a card in the decree’s place and take the decree (the new suit is trump), "
    "or `-` to keep it",
    "ask_give": "Gift: choose a card for the bot, which gives you one",
    "ask_move": "You lead the token, - towards you and + towards the bot: {ways}",
    "ask_place": "Where do you place the forest token: at your end (`me`) or the `bot`’s?",
    "seat_word": "me",
    "refused_movement": "{way} is not possible here: {ways}.",
    "refused_choose_awaited": "The Foxes await a name: `me` or `bot`.",
    "refused_exchange_awaited": "The Foxes wait: a card of your hand for the decree, or `-` to keep it.",
    "refused_give_awaited": "The Gift waits: choose the card to give.",
    "refused_move_awaited": "It is time to lead the token.",
    "refused_place_awaited": "It is time to place the forest token: `me` or `bot`.",
    "help": """\
Together, collect all gems of the path in three rounds of 11 tricks. Follow the suit led if you can; trump is the suit \
of the decree card. The highest trump wins the trick, else the highest card of the suit led.

The token moves towards whoever wins the trick, by the paw prints of both cards, and collects a gem where it stops. \
If it leaves the path, a forest token covers the last space and it goes back to the start; without a forest token the \
game is lost.

 1  Musician    the trick’s winner chooses the direction
 3  Foxes       who plays them names one of the two, who may exchange the decree
 5  Gazelle     the trick’s winner may ignore the paw prints of one card
 7  Gift        each gives the other a card, chosen in secret
 9  Royal heir  if it leads, it is answered with any card

After rounds 1 and 2 gems grow, and a forest token covers one end of the path.

Path: the gems of each space, the team token in ( ), the forest #.
Letters: D doves, R roses, S stars. The cards in [ ] can be played.
Foxes: `-` keeps the decree. `?` shows this card, `q` leaves the game.""",
}
