"""What people do beside the game: they make a table, sit, leave, free and fill seats, talk, and play once more."""

from __future__ import annotations

from typing import Any

from hypothesis import strategies as st
from hypothesis.stateful import rule
from machine_ground import NAMES, Ground, few, maybe, someone
from machine_model import Model, Sits

MOVE = {"kind": "move", "seconds": 30}


class AtTables(Ground):
    """Making, sitting, talking."""

    @rule(
        who=someone,
        others=st.lists(st.sampled_from(["open", "bot", "me"]), min_size=1, max_size=2),
        a=maybe,
        b=maybe,
        c=maybe,
        d=maybe,
    )
    def make(self, who: int, others: list[str], a: bool, b: bool, c: bool, d: bool) -> None:
        if len(self.models) == 6:
            return
        seats: list[dict[str, Any]] = [{"who": "me", "name": NAMES[who]}]
        for other in others:
            seats.append({"open": {"who": "open"}, "bot": {"who": "bot", "level": 1}, "me": seats[0]}[other])
        two = {"game": "duet", "options": {}} if d else {"game": "forest", "options": {"target": "1"}}
        three = {"game": "fennecs" if d else "toy", "options": {"players": "3"}}
        game = three if len(seats) == 3 else two
        wish = {"seats": seats, **game, "clock": MOVE if a else None, "listed": b, "watchable": c}
        answer = self.post(who, "", "make", **wish)
        model = Model([Sits() for _ in seats], watchable=c)
        for seat, other in enumerate(["me", *others]):
            if other == "me":
                model.sit(seat, who)
            elif other == "bot":
                model.seats[seat] = Sits("bot")
        model.begin()
        assert answer["id"] not in self.models, "two tables of one name"
        self.models[answer["id"]] = model

    @rule(who=someone, table=few, seat=st.none() | few)
    def sit(self, who: int, table: int, seat: int | None) -> None:
        name = self.table(table)
        model = self.models[name]
        free = [] if model.begun else model.free_for(who)
        seat = None if seat is None else seat % len(model.seats)
        may = bool(free) and (seat is None or seat in free)
        answer = self.post(who, name, "sit", name=NAMES[who], seat=seat)
        if model.mine(who):
            assert answer is not None
            self.deeds.pop()  # nothing was done: one seat a person
        else:
            assert (answer is not None) == may
            if may:
                model.sit(free[0] if seat is None else seat, who)

    @rule(who=someone, pick=few, seat=few, what=st.sampled_from(["leave", "free", "free", "bot"]))
    def while_it_waits(self, who: int, pick: int, seat: int, what: str) -> None:
        """Where there is something to be done before the game, by somebody who has played."""
        if not any(model.mine(who) for model in self.models.values()):
            self.make(who, ["open", "open"], False, False, True, False)
        waiting = [number for number in range(len(self.models)) if not self.models[self.table(number)].begun]
        if waiting:
            self.before_the_game(who, waiting[pick % len(waiting)], seat, what)

    @rule(who=someone, table=few, seat=few, what=st.sampled_from(["leave", "free", "bot"]))
    def before_the_game(self, who: int, table: int, seat: int, what: str) -> None:
        name = self.table(table)
        model = self.models[name]
        seat %= len(model.seats)
        if model.begun:
            if what != "leave":
                assert self.post(who, name, what, seat=seat, **({"level": 1} if what == "bot" else {})) is None
            return
        host = model.people[:1] == [who]
        sits = model.seats[seat]
        match what:
            case "leave":
                may = seat in model.mine(who)
            case "free":
                may = host
            case _:
                may = host and sits.kind == "open"
        answer = self.post(who, name, what, seat=seat, **({"level": 1} if what == "bot" else {}))
        # giving a seat back that is only kept for one: harmless
        assert (answer is not None) == may or (what == "leave" and sits == Sits("open", who))
        if answer is None:
            return
        if what == "bot":
            model.seats[seat] = Sits("bot")
            model.begin()
        else:
            if sits == Sits():
                self.deeds.pop()
            model.free(seat)

    @rule(who=someone, table=few)
    def rematch(self, who: int, table: int) -> None:
        name = self.table(table)
        model = self.models[name]
        over = model.begun and self.truth(name).phase == "over"
        answer = self.post(who, name, "rematch")
        assert (answer is not None) == (over and bool(model.mine(who)))
        if answer is None:
            return
        if model.next is None:
            model.next = answer["id"]
            assert answer["id"] not in self.models
            self.models[answer["id"]] = model.rematch(who)
        else:
            assert answer["id"] == model.next, "a second rematch"
            new = self.models[model.next]
            for seat in [seat for seat, sits in enumerate(new.seats) if sits == Sits("open", who)]:
                new.sit(seat, who)

    @rule(who=someone, table=few)
    def say(self, who: int, table: int) -> None:
        name = self.table(table)
        model = self.models[name]
        text = f"{NAMES[who]} {len(self.deeds)}"
        listed = self.truth(name).terms.listed
        quiet = self.truth(name).quiet  # some of it is refused then, and its numbers leap
        answer = self.post(who, name, "say", **({"phrase": "hello"} if listed or quiet else {"text": text}))
        kept = any(sits.who == who for sits in model.seats)
        assert (answer is not None) <= (model.watchable or kept)
        if answer is not None:
            said = self.said.setdefault(name, {})
            assert answer["number"] not in said
            assert quiet or answer["number"] == max(said, default=0) + 1
            said[answer["number"]] = "hello" if listed or quiet else text
