"""What the terminal says in Fennecs."""

from __future__ import annotations

from typing import Final

__all__ = ["EN", "FR"]

FR: Final[dict[str, str]] = {
    "welcome": "[b]Fennecs[/b] à {players}{variant}, contre des robots de niveau {level}.",
    "variant_base": "",
    "variant_sahara": ", variante Sahara",
    "variant_sandfox": ", variante Renard des sables",
    "hint": "Tapez `3 b` (poser un 3 sur la colonne B), `3 b?` (face cachée), `b` (prendre la colonne), "
    "`?` pour l’aide de jeu, `q` pour quitter.",
    "the_bot": "Le robot",
    "bot_number": "Robot {number}",
    "stars_one": "{n} étoile",
    "stars_many": "{n} étoiles",
    "round": "Manche {round}.",
    "you_begins": "Vous commencez.",
    "bot_begins": "{name} commence.",
    "you_placed": "Vous posez {card} sur {column} :",
    "bot_placed": "{name} pose {card} sur {column} :",
    "gained": "1 étoile gagnée.",
    "nothing_gained": "la réserve est vide.",
    "you_hid": "Vous posez {card} face cachée sur {column}, avec une étoile.",
    "bot_hid": "{name} pose une carte face cachée sur {column}, avec une étoile.",
    "you_took": "Vous prenez la colonne {column} : {cards}",
    "bot_took": "{name} prend la colonne {column} : {cards}",
    "destroyed": "Supernova ! La colonne est détruite, ses étoiles retournent à la réserve.",
    "on_cards": "Posées sur ses cartes : {stars}.",
    "you_chose": "Vous comptez {total}.",
    "bot_chose": "{name} compte {total}.",
    "seven": "Sept cartes : la colonne ne vaut rien.",
    "total_won": "Total {total} : {stars} de plus.",
    "total_lost": "Total {total} : {stars} de moins.",
    "total_even": "Total {total} : rien ne change.",
    "round_over": "Fin de la manche {round}",
    "over_all": "Chacun a pris une colonne.",
    "over_six": "Un 6 : la manche s’arrête pour tout le monde.",
    "over_stuck": "{who} La manche s’arrête.",
    "you_stuck": "Vous ne pouvez plus rien faire.",
    "bot_stuck": "{name} ne peut plus rien faire.",
    "returned": "Retour à la réserve : {stars}.",
    "you_win": "Vous gagnez la partie, {stars}. Bravo !",
    "bot_win": "{name} gagne la partie, {stars}. À la prochaine !",
    "shared": "Égalité : {names}, {stars}.",
    "head": "Manche {round} · tour {lap}",
    "label_stars": "Étoiles",
    "label_column": "Colonne {column}",
    "label_taken": "Prise",
    "reserve": "réserve {count}",
    "last_round": "C’est la dernière manche.",
    "full": "sept cartes : aucune valeur",
    "supernova": "Supernova",
    "ask_both": "À vous : posez une carte ou prenez une colonne",
    "ask_place": "À vous : posez une carte",
    "ask_take": "À vous : prenez une colonne",
    "ask_choose": "Votre colonne peut compter {totals} : que choisissez-vous ?",
    "not_understood": "Je ne comprends pas {text}. Tapez par exemple {example}, ou `?` pour l’aide.",
    "refused_play_awaited": "Il s’agit de poser une carte ou de prendre une colonne.",
    "refused_choose_awaited": "Il s’agit de choisir le total : {totals}.",
    "refused_total": "{total} n’est pas possible : {totals}.",
    "refused_taken": "La colonne {column} a été prise.",
    "refused_bare": "La colonne {column} n’a que sa carte de départ : on ne peut pas encore la prendre.",
    "refused_full": "La colonne {column} a sept cartes : on ne peut plus que la prendre.",
    "refused_supernova": "La Supernova se pose toujours face cachée, avec une étoile.",
    "refused_no_star": "Il faut une étoile à poser sur une carte face cachée.",
    "help": """\
À votre tour, posez une carte sur une colonne, ou prenez une colonne d’au moins deux cartes : votre manche est alors \
finie.

Face visible, une carte rapporte une étoile de la réserve. Face cachée, elle en coûte une, posée sur la carte, que \
personne d’autre ne connaît.

Une colonne prise : ses cartes cachées sont retournées, et leurs étoiles gagnées. Puis on fait le total.
 1 à 5        autant d’étoiles
 6            6 étoiles, et la manche s’arrête pour tout le monde
 plus que 6   on perd ce qui dépasse
 moins que 0  on perd autant
 7 cartes     aucune valeur

 0+   toutes les cartes négatives de sa colonne deviennent positives
 1/5  vaut 1 ou 5, au choix de qui prend la colonne
 SN   Supernova, face cachée seulement : toute la colonne est détruite

La partie s’arrête après la manche où quelqu’un a tenu 20 étoiles (15 à cinq), ou quand la réserve est vide. Qui a \
le plus d’étoiles gagne.

Colonnes : `4?` est à vous, `?2` a été posée par Robot 2.
Tapez `3 b`, `3 b?` (face cachée), `b` (prendre). `?` montre cette aide, `q` quitte la partie.""",
}

EN: Final[dict[str, str]] = {
    "welcome": "[b]Fennecs[/b] for {players}{variant}, against level {level} bots.",
    "variant_base": "",
    "variant_sahara": ", Sahara variant",
    "variant_sandfox": ", sand fox variant",
    "hint": "Type `3 b` (place a 3 on column B), `3 b?` (face down), `b` (take the column), "
    "`?` for the reference card, `q` to quit.",
    "the_bot": "The bot",
    "bot_number": "Bot {number}",
    "stars_one": "{n} star",
    "stars_many": "{n} stars",
    "round": "Round {round}.",
    "you_begins": "You begin.",
    "bot_begins": "{name} begins.",
    "you_placed": "You place {card} on {column}:",
    "bot_placed": "{name} places {card} on {column}:",
    "gained": "1 star gained.",
    "nothing_gained": "the reserve is empty.",
    "you_hid": "You place {card} face down on {column}, with a star.",
    "bot_hid": "{name} places a card face down on {column}, with a star.",
    "you_took": "You take column {column}: {cards}",
    "bot_took": "{name} takes column {column}: {cards}",
    "destroyed": "Supernova! The column is destroyed, its stars go back to the reserve.",
    "on_cards": "On its cards: {stars}.",
    "you_chose": "You count {total}.",
    "bot_chose": "{name} counts {total}.",
    "seven": "Seven cards: the column is worth nothing.",
    "total_won": "Total {total}: {stars} more.",
    "total_lost": "Total {total}: {stars} less.",
    "total_even": "Total {total}: nothing changes.",
    "round_over": "End of round {round}",
    "over_all": "Everybody has taken a column.",
    "over_six": "A 6: the round ends for everybody.",
    "over_stuck": "{who} The round ends.",
    "you_stuck": "You can do nothing.",
    "bot_stuck": "{name} can do nothing.",
    "returned": "Back to the reserve: {stars}.",
    "you_win": "You win the game with {stars}. Well played!",
    "bot_win": "{name} wins the game with {stars}. Until next time!",
    "shared": "A tie: {names}, {stars}.",
    "head": "Round {round} · lap {lap}",
    "label_stars": "Stars",
    "label_column": "Column {column}",
    "label_taken": "Taken",
    "reserve": "reserve {count}",
    "last_round": "This is the last round.",
    "full": "seven cards: no value",
    "supernova": "Supernova",
    "ask_both": "Your turn: place a card or take a column",
    "ask_place": "Your turn: place a card",
    "ask_take": "Your turn: take a column",
    "ask_choose": "Your column may count {totals}: which do you choose?",
    "not_understood": "I don’t understand {text}. Type {example}, say, or `?` for help.",
    "refused_play_awaited": "It is time to place a card or to take a column.",
    "refused_choose_awaited": "It is time to choose the total: {totals}.",
    "refused_total": "{total} is not possible: {totals}.",
    "refused_taken": "Column {column} was taken.",
    "refused_bare": "Column {column} has only its starting card: it cannot be taken yet.",
    "refused_full": "Column {column} has seven cards: it can only be taken.",
    "refused_supernova": "The Supernova is always placed face down, with a star.",
    "refused_no_star": "You need a star to lay on a card that is face down.",
    "help": """\
On your turn, place a card on a column, or take a column of at least two cards: then your round is over.

Face up, a card brings a star of the reserve. Face down, it costs one, laid on the card; only you know what it is.

A column that is taken: its cards are turned up and their stars won. Then it is added up.
 1 to 5       as many stars
 6            6 stars, and the round ends for everybody
 more than 6  you lose what is above
 less than 0  you lose as many
 7 cards      no value

 0+   all negative cards of its column become positive
 1/5  counts 1 or 5, as the taker of the column likes
 SN   Supernova, face down only: the whole column is destroyed

The game ends after the round in which somebody held 20 stars (15 with five players), or when the reserve is empty. \
Most stars win.

Columns: `4?` is yours, `?2` was placed by Bot 2.
Type `3 b`, `3 b?` (face down), `b` (take). `?` shows this card, `q` leaves the game.""",
}
