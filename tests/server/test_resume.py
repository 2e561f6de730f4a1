"""Coming back with any number, at any kind of moment: what was missed, each event once, or where things stand."""

from __future__ import annotations

import random
from typing import Any, Final

import pytest
from company import Company, Page, truth
from server_harness import Browser

from renardiere.server.app import App
from renardiere.server.messages import Watch

TIMES = 1
"""How often each kind of moment is looked at."""


class Viewer:
    """A page that never leaves, and a connection that asks as if it had been away."""

    def __init__(self, stayed: Page, asking: Page) -> None:
        self.stayed = stayed
        self.asking = asking
        self.tricks = (0, 0)
        """How many events there were when the trick before the one in sight began, and when that one did."""
        self.seen = 0
        """How many events this viewer is known to have seen: it answered, or was told what it had missed."""

    @classmethod
    async def at(cls, browser: Browser, table: str, seat: int | None, epoch: str) -> Viewer:
        stayed = await Page.open(browser, table, seat, epoch, 0)
        assert len(stayed.events) == stayed.state["number"] > 0
        viewer = cls(stayed, await Page.open(browser, table, seat))
        viewer.seen = len(stayed.events)
        return viewer

    async def ask(self, epoch: str | None, after: int | None) -> dict[str, Any]:
        """What one answer to ``watch`` says; it shows the present in any case."""
        self.asking.state = {}
        self.asking.socket.send(Watch(self.asking.table, self.asking.seat, epoch, after))
        [answer] = [message for message in await self.asking.look() if message["is"] in ("sync", "update")]
        for field in ("number", "decision", "view"):
            assert answer[field] == self.stayed.state[field]
        return answer

    async def ask_everything(self, epoch: str, chance: random.Random) -> None:
        """Every number, in any order, of this epoch; some of another, and none."""
        await self.asking.look()
        events = self.stayed.events
        previous, trick = self.tricks
        count = len(events)
        for wrong, after in ((None, count - 1), ("elsewhere", count - 1), ("elsewhere", 0), (epoch, None)):
            assert (await self.ask(wrong, after))["is"] == "sync"
        for after in chance.sample(range(count + 4), count + 4):
            answer = await self.ask(epoch, after)
            # a past trick's cards come once at most
            if after < count and after >= min(trick, max(previous, self.seen)):
                assert (answer["is"], answer["events"]) == ("update", events[after:])
                self.seen = count
            else:
                assert answer["is"] == "sync"


def moments(before: Any, view: Any) -> set[str]:
    """What kinds of moment this is."""
    asking = view["phase"] not in ("play", "deal", "over")
    kinds = {
        "a card was led": view["phase"] == "play" and len(view.get("trick", ())) == 1,
        "a trick is finished": view["phase"] == "play" and view.get("finished_trick") is not None,
        "a column was taken": len(before.get("out", ())) < len(view.get("out", ())),
        "something else is asked": asking,
        "something else was answered": before["phase"] not in ("play", "deal"),
        "a round begins": before["round"] != view["round"] and view["phase"] == "play",
        "a deal waits": view["phase"] == "deal",
        "one of two has decided": asking and len(before["to_act"]) > len(view["to_act"]),
        "the game is over": view["phase"] == "over",
    }
    return {kind for kind, so in kinds.items() if so}


CARDS: Final = {"a card was led", "a trick is finished"}
TEAMS: Final = {"a deal waits", "one of two has decided"}
NEVER: Final = {"forest": TEAMS | {"a column was taken"}, "duet": {"a column was taken"}, "fennecs": CARDS | TEAMS}
"""What a game does not come to."""


def turn_of(view: Any) -> object:
    """The trick or lap of which the next action is: None in the middle of a trick."""
    if "lap" in view:
        return view["round"], view["lap"]
    tricks = view["tricks"] if "tricks" in view else view["tricks_played"]
    return (view["round"], tricks) if not view["trick"] and view["phase"] == "play" else None


@pytest.mark.parametrize(
    ("game", "options", "seats"),
    [("forest", {"target": "12"}, 2), ("duet", {}, 2), ("fennecs", {"players": "3", "variant": "sandfox"}, 3)],
)
async def test_resume_from_every_number(app: App, game: str, options: dict[str, str], seats: int) -> None:
    """All seats and a spectator. What they should get is worked out from what those who never left have heard."""
    company = await Company.seated(app, seats, watched=False, game=game, options=options)
    if truth(app, company.table).pauses:
        await company.ready()
    zoe = Browser(app, "Zoé")
    epoch = app.house.epoch
    people: list[tuple[Browser, int | None]] = [(browser, seat) for seat, browser in enumerate(company.browsers)]
    people.append((zoe, None))
    viewers = [await Viewer.at(browser, company.table, seat, epoch) for browser, seat in people]
    company.pages = [viewer.stayed for viewer in viewers]
    looked: dict[str, int] = {}
    asking = random.Random(5)
    view = viewers[-1].stayed.state["view"]
    turn: object = None
    while view["phase"] != "over":
        before, counts = view, [len(viewer.stayed.events) for viewer in viewers]
        if view["phase"] == "deal":
            await company.ready()
            await company.look()
        else:
            seat = company.chance.choice(company.to_act)
            viewers[seat].seen = len(viewers[seat].stayed.events)
            await company.play(1, seat)
        view = viewers[-1].stayed.state["view"]
        if (begins := turn_of(before)) not in (None, turn):
            turn = begins
            for viewer, count in zip(viewers, counts, strict=True):
                viewer.tricks = (viewer.tricks[1], count)
        kinds = moments(before, view)
        if any(looked.get(kind, 0) < TIMES for kind in kinds):
            for kind in kinds:
                looked[kind] = looked.get(kind, 0) + 1
            for viewer in viewers:
                await viewer.ask_everything(epoch, asking)
    assert len(looked) == 9 - len(NEVER[game]), looked
    await company.close()
    await zoe.close()
