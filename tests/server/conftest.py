"""What the tests of the server share."""

from __future__ import annotations

import json
from collections.abc import Iterator

import pytest

from support.server_process import Running


@pytest.fixture(scope="module")
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Running]:
    running = Running(tmp_path_factory.mktemp("server"))
    yield running
    assert running.end() == 0
    log = running.log.read_text()
    assert "Traceback" not in log
    for line in log.splitlines():
        assert line.startswith('{"time": '), log
        assert {"time", "level", "event"} <= json.loads(line).keys()
