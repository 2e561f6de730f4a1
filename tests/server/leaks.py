"""Ways to let somebody know what they may not: the secrecy tests have to see each of them."""

from __future__ import annotations

import random
from collections.abc import Callable
from typing import Any, Final

import pytest
from msgspec import structs

from renardiere.games.errors import IllegalAction, NotYourTurn
from renardiere.games.fennecs.state import FennecsState
from renardiere.games.fennecs.words import Hid
from renardiere.games.forest.game import ForestState
from renardiere.games.forest.words import Buried, Drew
from renardiere.server import guard
from renardiere.server.audience import Audience
from renardiere.server.hints import Hints
from renardiere.server.house import House
from renardiere.server.robots import Robots

Patch = pytest.MonkeyPatch


def choices(state: Any) -> int:
    """How many things the seat to act may do: its own affair."""
    return len(state.legal(state.to_act[0])) if state.to_act else 0


def in_view(patch: Patch, change: Callable[[Any, Any, Any], dict[str, Any]], state: type[Any] = ForestState) -> None:
    view = state.view

    def leaky(self: Any, viewer: Any) -> Any:
        shown = view(self, viewer)
        return structs.replace(shown, **change(self, viewer, shown))

    patch.setattr(state, "view", leaky)


def a_card_of_another_hand(patch: Patch) -> None:
    in_view(
        patch,
        lambda state, viewer, view: {
            "hands": tuple(hand[:-1] + state.reveal().hands[seat][-1:] for seat, hand in enumerate(view.hands))
        },
    )


def the_top_of_the_pile(patch: Patch) -> None:
    in_view(patch, lambda state, viewer, view: {"pile": state.reveal().pile[:1] + view.pile[1:]})


def the_card_that_another_drew(patch: Patch) -> None:
    in_view(patch, lambda state, viewer, view: {"drawn": state.reveal().drawn})


def the_number_of_anothers_choices(patch: Patch) -> None:
    in_view(
        patch,
        lambda state, viewer, view: {
            "legal": {seat: legal if legal != ("?",) else legal * choices(state) for seat, legal in view.legal.items()}
        },
    )


def the_order_of_ones_own_choices(patch: Patch) -> None:
    """They come in an order that follows from the whole position."""

    def change(state: Any, viewer: Any, view: Any) -> dict[str, Any]:
        chance = random.Random(state.position().tobytes())
        return {"legal": {seat: tuple(chance.sample(legal, len(legal))) for seat, legal in view.legal.items()}}

    in_view(patch, change)


def why_anothers_card_is_refused(patch: Patch) -> None:
    in_view(patch, lambda state, viewer, view: {"refused": state.reveal().refused})


def in_events(patch: Patch, change: Callable[[Any, Any, Any], Any], state: type[Any] = ForestState) -> None:
    apply = state.apply

    def leaky(self: Any, seat: int, action: Any) -> Any:
        told = apply(self, seat, action)
        return {
            viewer: tuple(change(self, event, told[seat][place]) for place, event in enumerate(events))
            for viewer, events in told.items()
        }

    patch.setattr(state, "apply", leaky)


def a_draw_told_to_all(patch: Patch) -> None:
    in_events(patch, lambda state, event, owners: owners if isinstance(event, Drew) else event)


def a_burial_told_to_all(patch: Patch) -> None:
    in_events(patch, lambda state, event, owners: owners if isinstance(event, Buried) else event)


def one_event_less(patch: Patch) -> None:
    """A burial is not worth telling if the card is worth little: the numbers of the stream say so."""
    apply = ForestState.apply

    def leaky(self: ForestState, seat: int, action: Any) -> Any:
        told = apply(self, seat, action)
        hidden = action.text()[0] == ">" and int(action.card[1:]) < 7
        return {
            viewer: tuple(event for event in events if not (hidden and isinstance(event, Buried)))
            for viewer, events in told.items()
        }

    patch.setattr(ForestState, "apply", leaky)


def in_refusals(patch: Patch, change: Callable[[ForestState, Any], None]) -> None:
    """``change`` may raise something else where it is not one's turn."""
    checked = ForestState._checked

    def leaky(self: ForestState, seat: int, action: Any) -> int:
        try:
            return checked(self, seat, action)
        except NotYourTurn:
            change(self, action)
            raise

    patch.setattr(ForestState, "_checked", leaky)


def the_details_of_a_refusal(patch: Patch) -> None:
    def change(state: ForestState, action: Any) -> None:
        raise NotYourTurn("seat 1 is not to act", choices=choices(state))

    in_refusals(patch, change)


def the_words_of_a_refusal(patch: Patch) -> None:
    def change(state: ForestState, action: Any) -> None:
        raise NotYourTurn("wait" + "!" * choices(state))

    in_refusals(patch, change)


def the_code_of_a_refusal(patch: Patch) -> None:
    """It is looked for in the hand of whoever is to act, before it is asked whose turn it is."""

    def change(state: ForestState, action: Any) -> None:
        if action not in state.legal(state.to_act[0]):
            raise IllegalAction("that can't be done now")

    in_refusals(patch, change)


def the_size_of_a_message(patch: Patch) -> None:
    """Blanks that no reader of JSON sees."""
    update = Audience._update

    def leaky(self: Any, *arguments: Any) -> str:
        return update(self, *arguments) + " " * choices(self._holder.table.state)

    patch.setattr(Audience, "_update", leaky)


def a_message_more(patch: Patch) -> None:
    """Of an odd number of choices, everybody is told twice."""
    tell = Audience.tell

    def leaky(self: Any, events: Any) -> None:
        tell(self, events)
        if choices(self._holder.table.state) % 2:
            tell(self, events)

    patch.setattr(Audience, "tell", leaky)


def a_beat(patch: Patch) -> None:
    """There is the more news, the more the seat to act may do."""
    place = Audience.place

    def leaky(self: Any, viewer: Any, who: Any) -> Any:
        honest = place(self, viewer, who)
        return structs.replace(honest, news=honest.news + choices(self._holder.table.state))

    patch.setattr(Audience, "place", leaky)


def the_table_over_http(patch: Patch) -> None:
    info = Audience.info

    def leaky(self: Any, who: Any) -> Any:
        return structs.replace(info(self, who), scores=[choices(self._holder.table.state), 0])

    patch.setattr(Audience, "info", leaky)


def the_record_before_the_end(patch: Patch) -> None:
    async def record(self: House, table: str, who: str | None) -> str:
        async with self.hold(table) as awake:
            return awake.table.record()

    patch.setattr(House, "record", record)


def a_header(patch: Patch) -> None:
    last = [0]
    apply, headers = ForestState.apply, guard.security_headers

    def remembered(self: ForestState, seat: int, action: Any) -> Any:
        told = apply(self, seat, action)
        last[0] = choices(self)
        return told

    patch.setattr(ForestState, "apply", remembered)
    patch.setattr(guard, "security_headers", lambda *a: [*headers(*a), (b"x-choices", str(last[0]).encode())])


def a_bots_pause(patch: Patch) -> None:
    """Whoever has much to choose from takes long."""
    pause = Robots._pause
    patch.setattr(Robots, "_pause", lambda self, awake: pause(self, awake) + choices(awake.table.state) / 100)


def the_use_of_chance(patch: Patch) -> None:
    """A forced action is not mixed with anything: what chance brings next is another thing."""
    pause = Robots._pause

    def leaky(self: Any, awake: Any) -> float:
        if choices(awake.table.state) % 2:
            self._house.chance.uniform(0, 1)
        return pause(self, awake)

    patch.setattr(Robots, "_pause", leaky)


def a_hint_of_the_truth(patch: Patch) -> None:
    hint = Hints.hint

    async def leaky(self: Hints, name: str, who: str, wish: Any) -> Any:
        found = await hint(self, name, who, wish)
        position = self._house.all_awake()[0].table.state.position()  # type: ignore[union-attr]
        return structs.replace(found, figure=(float(sum(position.tobytes())), 0.0))

    patch.setattr(Hints, "hint", leaky)


LEAKS: Final = (
    a_hint_of_the_truth,
    a_card_of_another_hand,
    the_top_of_the_pile,
    the_card_that_another_drew,
    the_number_of_anothers_choices,
    the_order_of_ones_own_choices,
    why_anothers_card_is_refused,
    a_draw_told_to_all,
    a_burial_told_to_all,
    one_event_less,
    the_details_of_a_refusal,
    the_words_of_a_refusal,
    the_code_of_a_refusal,
    the_size_of_a_message,
    a_message_more,
    a_beat,
    the_table_over_http,
    the_record_before_the_end,
    a_header,
    a_bots_pause,
    the_use_of_chance,
)


# ---- fennecs -------------------------------------------------------------------------------------------------


def a_card_that_another_hid(patch: Patch) -> None:
    in_view(patch, lambda state, viewer, view: {"columns": state.reveal().columns}, FennecsState)


def a_card_of_anothers_hand(patch: Patch) -> None:
    def change(state: Any, viewer: Any, view: Any) -> dict[str, Any]:
        open_ = state.reveal().hands
        return {"hands": tuple(hand[:-1] + open_[seat][-1:] for seat, hand in enumerate(view.hands))}

    in_view(patch, change, FennecsState)


def what_is_set_aside(patch: Patch) -> None:
    in_view(patch, lambda state, viewer, view: {"set_aside": state.reveal().set_aside}, FennecsState)


def a_hidden_card_told_to_all(patch: Patch) -> None:
    in_events(patch, lambda state, event, owners: owners if isinstance(event, Hid) else event, FennecsState)


def the_number_of_anothers_choices_in_fennecs(patch: Patch) -> None:
    in_view(
        patch,
        lambda state, viewer, view: {
            "legal": {seat: legal if legal != ("?",) else legal * choices(state) for seat, legal in view.legal.items()}
        },
        FennecsState,
    )


LEAKS_OF_FENNECS: Final = (
    a_card_that_another_hid,
    a_card_of_anothers_hand,
    what_is_set_aside,
    a_hidden_card_told_to_all,
    the_number_of_anothers_choices_in_fennecs,
)
