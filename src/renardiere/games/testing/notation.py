"""There and back: ids, texts, JSON, records."""

from __future__ import annotations

from functools import reduce
from operator import or_
from typing import Any

import msgspec

from renardiere.games.errors import MalformedAction, shown
from renardiere.games.play import Action, Dealing, Move
from renardiere.games.record import Record, from_json, read, to_json, write
from renardiere.games.testing.trial import Nonconformity, Trial, encode, expect, refusal

__all__ = ["check_records", "check_round_trips"]


def from_json_text(data: bytes, form: Any) -> Any:
    try:
        return msgspec.json.decode(data, type=form)
    except msgspec.ValidationError as error:
        raise Nonconformity(f"{data.decode()} is not what the game declares: {error}") from None


def check_round_trips(trial: Trial) -> None:
    """Ids, texts and JSON of actions, deals, events, views and options mean the same there and back."""
    game, options = trial.game, trial.options
    actions, events = reduce(or_, game.action_types), reduce(or_, game.event_types)

    def action_returns(action: Action) -> None:
        expect(from_json_text(encode(action), actions) == action, f"{action} changes in JSON")
        try:
            same = game.parse_action(action.text(), options) == action
        except MalformedAction:  # this table cannot have it: then no state of it may take it
            error = refusal(trial.new().check, 0, action)
            same = isinstance(error, MalformedAction)
        expect(same, f"the text {shown(action.text())} is read as another action, or not at all")

    texts = set()
    for number in range(game.n_actions):
        action = game.action(number)
        expect(game.action_id(action) == number, f"action {number} has another id on its way back")
        action_returns(action)
        texts.add(action.text())
    expect(len(texts) == game.n_actions, "two actions have the same text")
    for number in (-1, game.n_actions):
        error = refusal(game.action, number)
        expect(isinstance(error, MalformedAction), f"there is no action {number}, but asking for it is no error")
    for text in ("", "?", "nonsense", "é", "deal"):
        error = refusal(game.parse_action, text, options)
        expect(isinstance(error, MalformedAction), f"{text!r} is no action, but reading it is no error")

    expect(game.parse_options(options.pairs()) == options, "the options change in their text")
    expect(from_json_text(encode(options), game.options_type) == options, "the options change in JSON")
    for state, happened in trial.play(trial.new()):
        for viewer in trial.viewers:
            again = from_json_text(encode(happened[viewer]), tuple[events, ...])  # type: ignore[valid-type]
            expect(again == happened[viewer], f"the events {happened[viewer]} change in JSON")
            view = state.view(viewer)
            expect(encode(view) == state.view_json(viewer).encode(), "a view is written otherwise than it is")
            expect(from_json_text(encode(view), game.view_type) == view, "a view changes in JSON")
        last = state.history[-1] if state.history else None
        if isinstance(last, Dealing):
            expect(game.parse_deal(last.deal.text(), options) == last.deal, "a deal changes in its text")
            expect(from_json_text(encode(last.deal), game.deal_type) == last.deal, "a deal changes in JSON")
        elif last:
            action_returns(last.action)


def check_records(trial: Trial) -> None:
    """A game's record, in text and JSON, reads back the same and replays to the same states."""
    marks = {}
    for state, _events in trial.play(trial.new()):
        moves = sum(isinstance(entry, Move) for entry in state.history)
        marks[moves] = state.copy()
    record = Record.of(state, {"Seat0": 'Al"ix \\ ü', "Strange": ""})
    text = write(record)
    expect(read(text) == record, "a record changes in its text")
    expect(write(read(text)) == text, "a canonical text changes when it is read and written")
    expect(from_json(to_json(record)) == record, "a record changes in JSON")
    expect(record.replay() == state, "a record does not replay to the state that it was made of")
    for moves in trial.random.sample(sorted(marks), min(8, len(marks))):
        expect(record.replay(moves) == marks[moves], f"a record stopped after {moves} actions is elsewhere")
