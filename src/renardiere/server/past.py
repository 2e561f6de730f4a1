"""What the same players played before: the tally of a chain of rematches, the log of a pair, what a team reached.

Told from the index beside the journal, by way of the people's own tables; of somebody who was forgotten there is none.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Final, TypeAlias

from renardiere.games import game as find_game
from renardiere.games.errors import BadOption
from renardiere.games.play import option_pairs
from renardiere.server.lists import Summary
from renardiere.server.messages import EndInfo, Past, PastGame, TeamScore

if TYPE_CHECKING:
    from renardiere.server.house import House

__all__ = ["PastGames"]

CHAIN: Final = 200
"""Rematches that are counted, at most."""
CANDIDATES: Final = 200
LOGGED: Final = 50

Player: TypeAlias = tuple[str | None, str | None, int | None]
"""Who, name (where one person has several seats), level."""


class PastGames:
    """Looks back from a table."""

    def __init__(self, house: House) -> None:
        self._house = house

    async def of(self, name: str, who: str | None) -> Past:
        """The tally at a table, for whoever may watch it; the log, for those who sit there."""
        house = self._house
        async with house.hold(name) as awake:
            house.check_may_watch(awake.table, who)
            here = Summary.of(awake.table)
            mine = who is not None and bool(awake.table.seats_of(who))
        team = find_game(here.game).team
        people = {other for other, _, _ in here.seats if other is not None}
        if any(house.identities.is_gone(other) for other in people):
            return Past([0] * len(here.seats), 0, [], [] if team else None)
        games = await self._log(here, sorted(people)) if mine else []
        if team:
            return Past([0] * len(here.seats), 0, games[:LOGGED], reached(games))
        wins, draws = await self._tally(here)
        return Past(wins, draws, games[:LOGGED])

    async def _tally(self, here: Summary) -> tuple[list[int], int]:
        wins, draws = [0] * len(here.seats), 0
        for _ in range(CHAIN):
            if here.ended is not None and here.counted:
                if 0 < len(here.ended.winners) < len(here.seats):
                    for seat in here.ended.winners:
                        wins[seat] += 1
                else:
                    draws += 1
            listed = self._house.store.table(here.before) if here.before is not None else None
            if listed is None:
                break
            earlier = await self._house.lists.summary(listed)
            if players(earlier) != players(here):
                break
            here = earlier
        return wins, draws

    async def _log(self, here: Summary, people: list[str]) -> list[PastGame]:
        games: list[PastGame] = []
        for listed in self._house.store.finished_by(people, CANDIDATES):
            summary = await self._house.lists.summary(listed)
            seats = places(players(here), players(summary))
            ended = summary.ended
            if summary.game != here.game or seats is None or ended is None:
                continue
            told = EndInfo(
                sorted(seats.index(seat) for seat in ended.winners),
                ended.reason,
                seats.index(ended.seat) if ended.seat is not None else None,
            )
            scores = [summary.scores[seat] for seat in seats]
            options = usual_left_out(summary.game, summary.options)
            games.append(PastGame(listed.table, summary.game, summary.updated, scores, told, summary.counted, options))
        return games


def usual_left_out(name: str, pairs: dict[str, str]) -> dict[str, str]:
    """Options as texts, so that the same are equal; without what only records carry."""
    try:
        return option_pairs(find_game(name).parse_options(pairs).text())
    except BadOption:  # a board that the house no longer has
        return pairs


def reached(games: list[PastGame]) -> list[TeamScore]:
    """What a team reached, by options."""
    found: dict[str, TeamScore] = {}
    for game in games:
        if game.counted:
            key = str(sorted(game.options.items()))
            before = found.get(key, TeamScore(game.options, 0, 0, 0))
            won, points = bool(game.ended.winners), game.scores[0]
            found[key] = TeamScore(game.options, before.played + 1, before.won + won, max(before.best, points))
    return sorted(found.values(), key=lambda score: -score.played)


def players(summary: Summary) -> list[Player]:
    """Who plays at each seat, so that the same players are equal. At one device, names tell who is who."""
    everybody = [who for who, _, _ in summary.seats]
    return [
        (who, name if who is not None and everybody.count(who) > 1 else None, level)
        for who, name, level in summary.seats
    ]


def places(here: list[Player], there: list[Player]) -> list[int] | None:
    """By seat here, the seat that the same player had there; None if others played."""
    if len(here) != len(there):
        return None
    free = list(range(len(there)))
    found = []
    for seat, player in enumerate(here):
        # of several equal bots, the one in the same seat
        same = [place for place in free if there[place] == player]
        if not same:
            return None
        place = seat if seat in same else same[0]
        free.remove(place)
        found.append(place)
    return found
