"""A bot of one's own, and how it does against level 2.

python examples/own_bot.py
cd examples; renardiere arena forest own_bot:Humble 2 --games 200
"""

from renardiere.arena import Entrant, entrant, match
from renardiere.bots import AnyGame
from renardiere.games import game
from renardiere.games.forest.words import ForestAction, ForestView
from renardiere.games.play import Memory


class Humble:
    """Tries to win no trick: three or fewer are worth six points. It always takes the lowest card that it may."""

    def __init__(
        self, game: AnyGame, *, seed: int, iterations: int | None = None, deadline: float | None = None
    ) -> None:
        self.game = game

    def act(self, memory: Memory) -> ForestAction:
        view = memory.view
        assert isinstance(view, ForestView)
        options = self.game.parse_options({})
        actions: list[ForestAction] = [
            self.game.parse_action(token, options) for token in view.legal[str(memory.viewer)]
        ]
        if view.phase == "bury":  # the Woodcutter: away with the highest
            return max(actions, key=rank)
        return min(actions, key=rank)


def rank(action: ForestAction) -> int:
    """The rank of the action's card; to keep the decree is like giving a 6 away."""
    return int(action.card[1:]) if action.card else 6


if __name__ == "__main__":
    forest = game("forest")
    result = match(forest, Entrant("humble", Humble), entrant(forest, "2"), games=20)
    print(f"{result.wins} won, {result.draws} drawn, {result.losses} lost; win rate {result.win_rate:.0%}")
    if result.win_rate_interval:
        print("95 % interval: {:.0%} … {:.0%}".format(*result.win_rate_interval))
