"""What the operator does to a table reaches the people there, in words that are true."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

import pytest

from fivethreefive.protocol import Bye, Closed, Say
from fivethreefive.server.rooms.hub import Hub
from fivethreefive.server.rooms.inbox import Received
from fivethreefive.server.rooms.journal import Dropped
from fivethreefive.server.storage.store import Append, Store
from support.table_players import Clock, settle, two_people, with_hub


def close(operator: Store, code: str) -> None:
    """Close a table as ``admin close`` does."""
    loaded = operator.claim(code)
    assert loaded is not None
    closed = Append(
        loaded.row.id, loaded.row.epoch, len(loaded.events) + 1, [(5, Closed())], "closed", None, None, 5
    )
    assert operator.write([closed]) == [None]


def delete(operator: Store, _code: str) -> None:
    assert operator.purge(10**15, []) == 1


def take(operator: Store, code: str) -> None:
    assert operator.claim(code) is not None


DONE = [(close, "closed", False), (delete, "no_such_table", False), (take, "restart", True)]


@pytest.mark.parametrize("act", [False, True], ids=["waiting", "acting"])
@pytest.mark.parametrize(("do", "code", "retry"), DONE)
def test_who_is_there_hears_it(
    do: Callable[[Store, str], None], code: str, retry: bool, act: bool, tmp_path: Path
) -> None:
    async def play(hub: Hub, _clock: Clock) -> None:
        room, first, second = await two_people(hub)
        await hub.heartbeat.beat()
        await settle(room)
        assert not first.connection.ended
        operator = Store(str(hub.store.engine.url), "operator")
        do(operator, room.table.code)
        if act:
            room.inbox.put_nowait(Received(first.connection, Say("hello")))
        else:
            await hub.heartbeat.beat()
        with pytest.raises(Dropped):
            await settle(room)
        for player in (first, second):
            bye = player.heard()[-1]
            assert isinstance(bye, Bye)
            assert (bye.code, bye.retry) == (code, retry)
        operator.close()

    with_hub(tmp_path, play)
