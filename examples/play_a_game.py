"""Two bots play a game, in ten lines.

python examples/play_a_game.py
"""

from random import Random

from renardiere.arena import play_game
from renardiere.bots import bot
from renardiere.games import game
from renardiere.games.record import Record, write

forest = game("forest")
state, chance = forest.new(), Random(7)
rounds = play_game(state, [bot(forest, 3, seed=1), bot(forest, 1, seed=2)], lambda _: chance)

print(write(Record.of(state, {"Seat0": "level 3", "Seat1": "level 1"})))
print(f"{rounds} rounds, {state.scores[0]} to {state.scores[1]}: {state.outcome}")
