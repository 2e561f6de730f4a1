"""What people do in a game, and at its pages: they act, leave and come back, choose, give up, take back, and watch."""

from __future__ import annotations

from hypothesis import strategies as st
from hypothesis.stateful import rule
from journal_checks import Deed
from machine_ground import NAMES, Ground, few, maybe, someone
from machine_model import Sits

from renardiere.server.messages import Act, Done, Refused


class InGames(Ground):
    """Acting, being absent, watching."""

    @rule(who=someone, table=few, seat=few, what=st.sampled_from(["leave", "return", "return", "resign", "ready"]))
    def at_a_seat(self, who: int, table: int, seat: int, what: str) -> None:
        name = self.table(table)
        model = self.models[name]
        mine = model.mine(who)
        if mine and seat < 4:
            seat = mine[seat % len(mine)]
        if not model.begun:
            return
        left = what == "leave" and seat < len(model.seats) and self.truth(name).seats[seat].left
        answer = self.post(who, name, what, seat=min(seat, 4))
        if answer is None:
            truth = self.truth(name)
            # no deal is waited for; one is, or it was proposed in this trick, or others play on
            others = any(sits.who not in (None, who) for sits in model.seats)
            refusable = what == "ready" or (what == "resign" and (truth.game.team or (truth.apart and others)))
            assert seat not in mine or truth.phase == "over" or refusable
        else:
            assert seat in mine, "somebody else's seat"
            if left or (what in ("ready", "resign") and not self.written(name, who)):
                self.deeds.pop()  # it was so already

    def written(self, name: str, who: int) -> bool:
        """Whether the last request is in the journal."""
        return self.house.store.has(name, self.identity(who), self.deeds[-1].body["request"])

    @rule(table=few, pick=few)
    def choose(self, table: int, pick: int) -> None:
        name = self.table(table)
        for page in self.pages:
            offers = page.info["absences"] if page.table == name and page.info else []
            if offers and page.seat is not None and page.seat != offers[0]["seat"]:
                offer = offers[0]
                choice = offer["choices"][pick % len(offer["choices"])]
                who = self.owner(page)
                self.post(who, name, "choose", seat=page.seat, about=offer["seat"], choice=choice)
                return

    @rule(who=someone, table=few, seat=few, about=few, choice=st.sampled_from(["bot", "end", "wait"]))
    def choose_anything(self, who: int, table: int, seat: int, about: int, choice: str) -> None:
        name = self.table(table)
        wish = {"seat": min(seat, 4), "about": min(about, 4), "choice": choice}
        if self.post(who, name, "choose", **wish) is not None:
            assert seat in self.models[name].mine(who)
            assert about not in self.models[name].mine(who), "about oneself"

    @rule(who=someone, table=few)
    def take_back(self, who: int, table: int) -> None:
        name = self.table(table)
        model = self.models[name]
        if not model.begun:
            return
        before = self.truth(name)
        answer = self.post(who, name, "back", decision=before.decision)
        if answer is not None:
            others = [sits for sits in model.seats if sits != Sits("person", who)]
            assert model.mine(who)
            assert all(sits.kind == "bot" for sits in others), "against people"
            assert not answer["counted"]
            assert self.truth(name).decision > before.decision

    @rule(table=few, moves=st.integers(1, 12), pick=few)
    def play(self, table: int, moves: int, pick: int) -> None:
        """Whoever is to act does, each with a page of their own."""
        name = self.table(table)
        model = self.models[name]
        for _ in range(moves):
            truth = self.truth(name)
            for seat in truth.unready:
                if seat in self.truth(name).unready and (mine := model.seats[seat].who) is not None:
                    self.at_a_seat(mine, self.tables[::-1].index(name), seat, "ready")
            to_act = self.truth(name).to_act if model.begun else ()
            if not to_act or model.seats[to_act[0]].who is None:
                return
            self.act(model.seats[to_act[0]].who or 0, name, to_act[0], pick)

    def act(self, who: int, name: str, seat: int, pick: int) -> None:
        page = next((page for page in self.pages if (page.table, page.seat) == (name, seat)), None)
        page = page or self.open(who, name, seat, None)
        self.look()
        if not page.legal:
            return
        word = page.legal[pick % len(page.legal)].replace("*", "a")
        act = self.people[who].act(name, seat, page.state["decision"], word)
        assert self.answer(who, act) == "done"
        self.deeds.append(Deed("act", name, {"request": act.request, "seat": seat, "action": word}, {}))

    def answer(self, who: int, act: Act) -> str:
        """What becomes of an action, sent over a connection of its own: ``done``, or why not."""

        async def acting() -> str:
            socket = await self.people[who].live()
            socket.send(act)
            while not isinstance(message := await socket.next(), (Done, Refused)):
                pass
            await socket.close()
            return "done" if isinstance(message, Done) else message.problem.code

        return str(self.ask(acting))

    @rule(who=someone, table=few, seat=few, decision=st.integers(-2, 1), pick=few)
    def act_anyhow(self, who: int, table: int, seat: int, decision: int, pick: int) -> None:
        """On somebody else's seat, too late, too early, or with whatever card."""
        name = self.table(table)
        truth = self.truth(name)
        word = f"{'BKM'[pick % 3]}{pick * 2 + 1}"
        act = self.people[who].act(name, min(seat, 4), max(0, truth.decision + decision), word)
        mine = self.models[name].mine(who)
        answer = self.answer(who, act)
        if act.seat not in mine:
            assert answer == "not_yours"
        if act.decision != truth.decision and truth.state is not None:
            assert answer != "done", "a decision that is closed"
        if answer == "done":
            self.deeds.append(Deed("act", name, {"request": act.request, "seat": act.seat, "action": word}, {}))
        else:
            self.refused.add(f"{NAMES[who]} {act.request}")

    # ---- live ----------------------------------------------------------------------------------------------------
    @rule(who=someone, table=few, seat=st.none() | few, after=st.integers(0, 30))
    def look_in(self, who: int, table: int, seat: int | None, after: int) -> None:
        """A page more; the seats of others stay closed."""
        name = self.table(table)
        model = self.models[name]
        mine = model.mine(who)
        if seat is not None and mine and seat < 5:
            seat = mine[seat % len(mine)]
        page = self.open(who, name, seat, after)
        allowed = seat in mine if seat is not None else model.watchable or any(sits.who == who for sits in model.seats)
        assert bool(page.state) == allowed, "who may watch"
        if not allowed:
            self.house.run(page.close)
            self.pages.remove(page)

    @rule(all_of_them=maybe)
    def come_back(self, all_of_them: bool) -> None:
        """A page whose house died asks for what it missed."""
        for _ in range(len(self.lost) if all_of_them else min(1, len(self.lost))):
            old = self.lost.pop()
            who = NAMES.index(old.browser.name)
            if old.seat is not None and old.seat not in self.models[old.table].mine(who):
                continue
            self.open(who, old.table, old.seat, old.state["number"])

    @rule(page=few)
    def close(self, page: int) -> None:
        if self.pages:
            self.house.run(self.pages.pop(page % len(self.pages)).close)
