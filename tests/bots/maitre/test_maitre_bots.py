"""Hands that feel, and thieves: ``bots/maitre``."""

from __future__ import annotations

from random import Random

import pytest

from renardiere.bots import bot
from renardiere.bots.maitre.senses import TURN_STEP, Belief
from renardiere.bots.maitre.toucher import MANNERS, Toucher
from renardiere.games import game
from renardiere.games.maitre.words import TOKENS, MaitreDeal, Sack, Steal, Stop
from renardiere.games.play import Memory
from renardiere.yard import Felt, Yard
from renardiere.yard.messages import Do
from tests.yard.reach import ALL, laid, put_hand, tell

RULES = game("maitre")


def gripped(kind: str, angle: float) -> Yard:
    """A token of that kind in the hand of a yard, as it lay."""
    yard = laid((kind, 150, 110, angle))
    x, y = 150.0, 60.0
    while yard._box.tokens[0].nearest(x, y)[0] > 4.2:
        y += 0.2
    put_hand(yard, 0, x, y)
    tell(yard, bytes((Do.GRIP,)), after=8)
    return yard


@pytest.mark.parametrize("kind", TOKENS)
def test_every_kind_is_known_by_one_turn_of_it(kind: str) -> None:
    yard = gripped(kind, angle=1.0)
    belief = Belief(Random(1), blur=(1.0, 1.0))
    tell(yard, bytes((Do.TURN_ONCE,)))
    for steps in range(1, 73):
        yard.step()
        if steps % 4 == 0:
            belief.feel(Felt.of(yard.felt(0)), steps * TURN_STEP)
        yard.step()
    best, sure = belief.best()
    assert best == kind
    assert sure > 0.9


def test_what_it_begins_to_believe_is_what_is_in_play() -> None:
    belief = Belief(Random(1), (1.0, 1.0), sack=("hen",))
    assert belief.of("cow") == pytest.approx(3 / 28)
    assert belief.of("hen") == pytest.approx(2 / 28)
    assert belief.of("hammer") == pytest.approx(1 / 28)


def test_a_hand_hangs_on_nothing_but_its_frames_and_its_seed() -> None:
    frames: list[bytes] = []
    yard = Yard(b"felt", ALL, [1.0])
    toucher = Toucher(2, 7, ("hen", "cow", "fish"))
    told = []
    for _ in range(600):
        frames.append(yard.felt(0))
        told.append(toucher.feel(frames[-1]))
        for message in told[-1]:
            yard.send(0, message)
        yard.step()
        yard.step()
    again = Toucher(2, 7, ("hen", "cow", "fish"))
    assert [again.feel(frame) for frame in frames] == told
    assert any(message == bytes((Do.GRIP,)) for messages in told for message in messages)


def test_it_calls_stop_with_all_that_is_asked_for_and_feels_again_what_was_refused() -> None:
    toucher = Toucher(3, 1, ("hen", "cow", "fish"))
    toucher.sack = ["hen", "cow", "fish"]
    assert toucher.feel(b"\x00\x03") == [bytes((Do.STOP,))]
    assert toucher.feel(b"\x20\x03") == []
    for _ in range(MANNERS[3].late + 2):
        told = toucher.feel(b"\x00\x03")
        if told:
            break
    assert told == [bytes((Do.TAKE, 0))]
    assert toucher.sack == ["cow", "fish"]


def theft(sacks: tuple[tuple[str, ...], ...], level: int = 3) -> str:
    """What the bot steals that is seat 0, with the missions hen, cow and pig."""
    state = RULES.new(RULES.parse_options({"players": "3"}))
    for missions in (("sheep", "horse", "goose"), ("cheese", "fish", "cow"), ("hen", "pig", "cow")):
        state.deal(MaitreDeal(missions))
        plain = state.view(0).round < 3
        for seat in range(3):
            state.apply(seat, Sack((("hen", "cow", "fish")[seat],) * 3 if plain else sacks[seat]))
        if not plain:
            state.apply(1, Stop())
            break
        state.apply(1, Stop())
    player = bot(RULES, level, seed=1)
    action = player.act(Memory(0, state.view(0), ()))
    assert isinstance(action, Steal)
    return action.text()


def test_the_thief_takes_what_helps_most() -> None:
    """Seat 1 has all three missions, seat 2 only wrong ones: a hen from seat 1 is worth 1 to the thief and costs 1."""
    assert theft((("snake", "cow"), ("hen", "cow", "pig"), ("fish", "sheep"))) in ("steal=1.hen", "steal=1.pig")


def test_the_thief_steals_nothing_rather_than_help() -> None:
    """Only wrong loot to steal: it would cost the thief an egg, or help its owner."""
    assert theft((("snake", "cow", "hen"), ("fish", "sheep", "goose"), ())) == "steal=-"
