"""What the people who run a house decided holds, also after a restart."""

from __future__ import annotations

from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from pathlib import Path
from typing import Any

import pytest
from server_harness import StillClock

from renardiere.server.config import Config
from renardiere.server.journal.store import Store, Unavailable
from renardiere.server.policy import Policy


@asynccontextmanager
async def opened(folder: Path, **settings: Any) -> AsyncIterator[Policy]:
    store = Store(folder)
    store.start()
    policy = Policy(store, Config(folder, **settings), StillClock())
    policy.load()
    yield policy
    await store.stop()


async def test_closing_holds_until_it_is_opened_again(tmp_path: Path) -> None:
    told = []
    async with opened(tmp_path) as policy:
        assert (policy.lobby_open, policy.chat_open) == (True, True)
        policy.changed = lambda: told.append((policy.lobby_open, policy.chat_open))
        await policy.set_open("lobby", False)
        assert told == [(False, True)]
    async with opened(tmp_path) as policy:
        assert (policy.lobby_open, policy.chat_open) == (False, True)
        await policy.set_open("chat", False)
        await policy.set_open("lobby", True)
    async with opened(tmp_path) as policy:
        assert (policy.lobby_open, policy.chat_open) == (True, False)


async def test_what_the_settings_close_stays_closed(tmp_path: Path) -> None:
    async with opened(tmp_path, lobby=False, chat=False) as policy:
        await policy.set_open("lobby", True)
        await policy.set_open("chat", True)
        assert (policy.lobby_open, policy.chat_open) == (False, False)
    async with opened(tmp_path) as policy:
        assert (policy.lobby_open, policy.chat_open) == (True, True)


async def test_muted_until_unmuted(tmp_path: Path) -> None:
    async with opened(tmp_path) as policy:
        assert not policy.muted("somebody")
        await policy.mute("somebody", True)
        await policy.mute("somebody", True)
        assert policy.muted("somebody")
        assert not policy.muted("another")
    async with opened(tmp_path) as policy:
        assert policy.all_muted() == ["somebody"]
        await policy.mute("somebody", False)
        await policy.mute("nobody", False)
        assert not policy.muted("somebody")
    async with opened(tmp_path) as policy:
        assert policy.all_muted() == []


async def test_what_could_not_be_written_does_not_hold(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    async with opened(tmp_path) as policy:

        async def full(_: object) -> None:
            raise Unavailable("no room")

        monkeypatch.setattr(policy._store, "write", full)
        with pytest.raises(Unavailable):
            await policy.set_open("chat", False)
        with pytest.raises(Unavailable):
            await policy.mute("somebody", True)
        assert policy.chat_open
        assert not policy.muted("somebody")
        monkeypatch.undo()
