"""Bots against bots, or with each other: matches, tournaments, and how sure their results are.

::

    forest = game("forest")
    result = match(forest, entrant(forest, "3"), entrant(forest, "1"), games=100)
    print(result.win_rate, result.win_rate_interval)
"""

from renardiere.arena.match import Entrant, GameResult, entrant, entrants, play_game
from renardiere.arena.results import MatchResult, TableResult, TeamResult, ratings
from renardiere.arena.skill import Skill, places, skills
from renardiere.arena.tournament import GAMES, check, match, tables, tournament

__all__ = [
    "GAMES",
    "Entrant",
    "GameResult",
    "MatchResult",
    "Skill",
    "TableResult",
    "TeamResult",
    "check",
    "entrant",
    "entrants",
    "match",
    "places",
    "play_game",
    "ratings",
    "skills",
    "tables",
    "tournament",
]
