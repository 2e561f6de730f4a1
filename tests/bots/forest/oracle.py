"""Forest with open cards, solved exhaustively: written from the rules, sharing no code with the kernel or the bots.

A card is (suit, rank). The value is the points of the round, own minus the other's, of the side that is asked for.
"""

from __future__ import annotations

from dataclasses import dataclass, replace
from functools import cache

Card = tuple[str, int]
POINTS = {
    **dict.fromkeys(range(4), 6),
    4: 1,
    5: 2,
    6: 3,
    **dict.fromkeys(range(7, 10), 6),
    **dict.fromkeys(range(10, 14), 0),
}


@dataclass(frozen=True)
class Table:
    hands: tuple[frozenset[Card], frozenset[Card]]
    pile: tuple[Card, ...]
    decree: Card
    leader: int
    tricks: tuple[int, int]
    treasures: tuple[int, int]
    led: Card | None = None
    follow: Card | None = None
    phase: str = "play"

    @property
    def player(self) -> int:
        following = self.follow is not None or (self.led is not None and self.phase == "play")
        return 1 - self.leader if following else self.leader

    def options(self) -> list[Card | None]:
        hand = self.hands[self.player]
        if self.phase == "exchange":
            return [*sorted(hand), None]
        if self.phase == "bury" or self.led is None:
            return sorted(hand)
        suit = sorted(card for card in hand if card[0] == self.led[0])
        if not suit:
            return sorted(hand)
        if self.led[1] == 11:
            return sorted({suit[-1], *(card for card in suit if card[1] == 1)})
        return list(suit)

    def do(self, option: Card | None) -> Table:
        seat = self.player
        if self.phase == "play":
            assert option is not None
            hand = self.hands[seat] - {option}
            table = replace(self, **({"follow": option} if self.led else {"led": option}))
            if option[1] == 3 and hand:
                return replace(table.holding(seat, hand), phase="exchange")
            if option[1] == 5:
                return replace(table.holding(seat, hand | {self.pile[0]}), pile=self.pile[1:], phase="bury")
            return table.holding(seat, hand).turned()
        if self.phase == "exchange":
            if option is None:
                return self.turned()
            return replace(self.holding(seat, self.hands[seat] - {option} | {self.decree}), decree=option).turned()
        assert option is not None
        return replace(self.holding(seat, self.hands[seat] - {option}), pile=(*self.pile, option)).turned()

    def holding(self, seat: int, hand: frozenset[Card]) -> Table:
        return replace(self, hands=(hand, self.hands[1]) if seat == 0 else (self.hands[0], hand))

    def turned(self) -> Table:
        if self.led is None or self.follow is None:
            return replace(self, phase="play")
        trump = self.decree[0]
        nines = [card for card in (self.led, self.follow) if card[1] == 9]
        suits = [trump if nines == [card] else card[0] for card in (self.led, self.follow)]
        ranking = [
            (suit == trump, suit == suits[0], card[1])
            for suit, card in zip(suits, (self.led, self.follow), strict=True)
        ]
        first_wins = ranking[0] > ranking[1]
        winner = self.leader if first_wins else 1 - self.leader
        loser_card = self.follow if first_wins else self.led
        sevens = sum(card[1] == 7 for card in (self.led, self.follow))
        tricks = tuple(n + (seat == winner) for seat, n in enumerate(self.tricks))
        treasures = tuple(n + sevens * (seat == winner) for seat, n in enumerate(self.treasures))
        return replace(
            self,
            leader=1 - winner if loser_card[1] == 1 else winner,
            tricks=tricks,
            treasures=treasures,
            led=None,
            follow=None,
            phase="play",
        )


@cache
def value(table: Table, seat: int) -> int:
    """What ``seat`` gets, less what the other gets, when both play their best with all cards in sight."""
    if sum(table.tricks) == 13:
        totals = [POINTS[n] + treasures for n, treasures in zip(table.tricks, table.treasures, strict=True)]
        return totals[seat] - totals[1 - seat]
    values = [value(table.do(option), seat) for option in table.options()]
    return max(values) if table.player == seat else min(values)


def best(table: Table) -> dict[Card | None, int]:
    """What each option of who is to act is worth to them."""
    return {option: value(table.do(option), table.player) for option in table.options()}
